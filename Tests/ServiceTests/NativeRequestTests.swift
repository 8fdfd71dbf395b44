import Service
import Testing

@Suite("Requests of the extension")
struct NativeRequestTests {
    private static func error(_ text: String) -> NativeMessagingError? {
        do throws(NativeMessagingError) {
            _ = try NativeRequest(json: Array(text.utf8))
            return nil
        } catch { return error }
    }

    @Test("A request has an id, a method, a path and perhaps a body; other keys are ignored")
    func valid() throws {
        let text = #"{"id":7,"method":"POST","path":"/api/queue","body":"{\"urls\":[]}","later":true}"#
        let request = try NativeRequest(json: Array(text.utf8))
        #expect(request.id == 7 && request.method == "POST" && request.path == "/api/queue")
        #expect(request.body == #"{"urls":[]}"#)
        let bare = try NativeRequest(json: Array(#"{"id":0,"method":"GET","path":"/x","body":null}"#.utf8))
        #expect(bare.id == 0 && bare.body == nil)
    }

    @Test(
        "A message that is not a request is refused without an id",
        arguments: [
            "", " ", "null", "7", "[]", "\"text\"", "{", "{}", "not JSON", "{\"id\":7",
            #"{"id":-1,"method":"GET","path":"/"}"#,
            #"{"id":1.5,"method":"GET","path":"/"}"#, #"{"id":"1","method":"GET","path":"/"}"#,
            #"{"id":1e300,"method":"GET","path":"/"}"#, #"{"id":9007199254740993,"method":"GET","path":"/"}"#,
            #"{"id":1,"id":2,"method":"GET","path":"/"}"#, #"{"id":1,"method":"GET","path":"/","x":{"y":1}}"#,
            #"{"id":1,"method":"GET","path":"/","body":{"url":"https://example.org/"}}"#,
        ])
    func noRequest(text: String) throws {
        guard case .invalidRequest(let id, let reason)? = Self.error(text) else {
            Issue.record("not refused: \(text)")
            return
        }
        #expect(id == nil && !reason.isEmpty && !reason.contains("\n"))
    }

    @Test(
        "A request with a wrong member is refused with its id",
        arguments: [
            #"{"id":3}"#, #"{"id":3,"method":"","path":"/"}"#, #"{"id":3,"method":1,"path":"/"}"#,
            #"{"id":3,"method":"GET"}"#, #"{"id":3,"method":"GET","path":""}"#,
            #"{"id":3,"method":"GET","path":null}"#, #"{"id":3,"method":"POST","path":"/","body":1}"#,
        ])
    func wrongMember(text: String) {
        guard case .invalidRequest(let id, _)? = Self.error(text) else {
            Issue.record("not refused: \(text)")
            return
        }
        #expect(id == 3)
    }

    @Test("A message that is nested a million times is refused", arguments: ["[", #"{"a":"#])
    func nested(part: String) {
        guard case .invalidRequest(_, let reason)? = Self.error(String(repeating: part, count: 1_000_000)) else {
            Issue.record("not refused")
            return
        }
        #expect(reason.contains("nested deeper"))
    }

    @Test("Text that is not UTF-8 is refused")
    func notUTF8() {
        let bytes = Array(#"{"id":1,"method":"GET","path":"/"#.utf8) + [0xFF] + Array("\"}".utf8)
        #expect(throws: NativeMessagingError.self) { try NativeRequest(json: bytes) }
    }
}
