import Syntax
import Testing

@testable import Service

@Suite("Responses to the extension")
struct NativeResponseTests {
    private static func texts(_ response: NativeResponse, limit: Int = NativeResponse.messageLimit) -> [String] {
        response.messages(limit: limit).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("A short response is one message")
    func short() {
        let messages = Self.texts(NativeResponse(id: 7, status: 201, body: #"{"id":"a"}"#))
        #expect(messages == [#"{"id":7,"status":201,"body":"{\"id\":\"a\"}"}"#])
        #expect(Self.texts(NativeResponse(id: 7, status: 204, body: "")) == [#"{"id":7,"status":204,"body":""}"#])
        #expect(
            Self.texts(NativeResponse(id: nil, status: 400, body: "x")) == [#"{"id":null,"status":400,"body":"x"}"#])
    }

    @Test(
        "A long body is split between scalars into messages of at most the limit, and can be put together",
        arguments: [
            String(repeating: "a", count: 1_000), String(repeating: "\"\\", count: 500),
            String(repeating: "é", count: 777), String(repeating: "a🦊", count: 400),
            String(repeating: "\u{1}\u{7F}\n", count: 200), String(repeating: "日本語", count: 300),
            String(repeating: "e\u{301}", count: 400), String(repeating: "\u{9B}\u{202E}\u{E0041}", count: 200),
        ], [100, 101, 102, 103, 150, 999])
    func split(body: String, limit: Int) throws {
        let messages = Array(NativeResponse(id: 42, status: 200, body: body).messages(limit: limit))
        var whole: [UInt8] = []
        for (index, message) in messages.enumerated() {
            #expect(message.count <= limit)
            let object = try #require(try JSONValue(json: message, limit: .max).object)
            #expect(object["id"]?.integer == 42)
            #expect(object["status"]?.integer == (index == 0 ? 200 : nil))
            #expect(object["more"]?.bool == (index == messages.count - 1 ? nil : true))
            let part = try #require(object["body"]?.string)
            #expect(!part.isEmpty)
            whole += Array(part.utf8)
        }
        #expect(messages.count > 1)
        #expect(whole == Array(body.utf8))
    }

    @Test("Messages to browsers have at most 1 MiB and are nearly full")
    func megabyte() {
        let body = String(repeating: "0123456789", count: 250_000)
        let lengths = NativeResponse(id: 1, status: 200, body: body).messages().map(\.count)
        #expect(lengths.count == 3)
        #expect(lengths.allSatisfy { $0 <= 1_048_576 } && lengths[0] > 1_048_500)
    }

    @Test("An empty last message does not occur when the body just fits")
    func exactFit() {
        let overhead = #"{"id":1,"status":200,"body":"","more":true}"#.utf8.count
        let body = String(repeating: "a", count: 200 - overhead)
        #expect(Self.texts(NativeResponse(id: 1, status: 200, body: body), limit: 200).count == 1)
        #expect(Self.texts(NativeResponse(id: 1, status: 200, body: body + "a"), limit: 200).count == 2)
    }
}
