import Foundation
import Glibc
import Testing

@testable import Service

@Suite("The connection to a browser")
struct NativeMessageConnectionTests {
    /// Two pipes between a connection and a test that plays the browser.
    private final class Browser: Sendable {
        let toHost = Pipe()
        let fromHost = Pipe()

        func connection(limit: Int = NativeMessageConnection.inputLimit) -> NativeMessageConnection {
            NativeMessageConnection(
                input: toHost.fileHandleForReading.fileDescriptor, output: fromHost.fileHandleForWriting.fileDescriptor,
                limit: limit, watchesParent: false)
        }

        func send(_ bytes: [UInt8], ends: Bool = true) throws {
            try toHost.fileHandleForWriting.write(contentsOf: Data(bytes))
            if ends { try toHost.fileHandleForWriting.close() }
        }
    }

    private static func framed(_ text: String) -> [UInt8] {
        withUnsafeBytes(of: UInt32(text.utf8.count)) { Array($0) } + Array(text.utf8)
    }

    @Test("Messages are received one by one, the end of the input is nil")
    func messages() throws {
        let browser = Browser()
        let connection = browser.connection()
        try browser.send(Self.framed("{}") + Self.framed("") + Self.framed("[1]"))
        #expect(try connection.receive() == Array("{}".utf8))
        #expect(try connection.receive() == [])
        #expect(try connection.receive() == Array("[1]".utf8))
        #expect(try connection.receive() == nil)
    }

    @Test("A message that arrives in parts is received as a whole")
    func parts() async throws {
        let browser = Browser()
        let text = String(repeating: "x", count: 300_000)
        let sender = Thread {
            for byte in Self.framed(text).prefix(7) { try? browser.send([byte], ends: false) }
            try? browser.send(Array(Self.framed(text).dropFirst(7)))
        }
        sender.start()
        let connection = browser.connection()
        #expect(try connection.receive() == Array(text.utf8))
        #expect(try connection.receive() == nil)
    }

    @Test(
        "An input that ends inside a length or a message, or announces too much, is an error",
        arguments: [
            ([7, 0], NativeMessagingError.truncatedLength(byteCount: 2)),
            ([5, 0, 0, 0] + Array("ab".utf8), .truncatedMessage(byteCount: 2, length: 5)),
            ([5, 0, 0, 0], .truncatedMessage(byteCount: 0, length: 5)),
            ([255, 255, 255, 255, 1], .tooLarge(length: 4_294_967_295, limit: 100)),
            ([101, 0, 0, 0, 1], .tooLarge(length: 101, limit: 100)),
        ])
    func broken(bytes: [UInt8], expected: NativeMessagingError) throws {
        let browser = Browser()
        let connection = browser.connection(limit: 100)
        try browser.send(bytes)
        do {
            _ = try connection.receive()
            Issue.record("no error")
        } catch {
            #expect(error == expected)
        }
    }

    @Test("A message of exactly the limit is received")
    func limit() throws {
        let browser = Browser()
        let connection = browser.connection(limit: 10)
        try browser.send(Self.framed("0123456789"))
        #expect(try connection.receive()?.count == 10)
    }

    @Test("The limit leaves room for the largest body of the API in any notation of JSON")
    func largestBody() throws {
        let body = String(repeating: "\\u0020", count: 1024 * 1024)
        let message = #"{"id":1,"method":"POST","path":"/api/queue","body":"\#(body)"}"#
        #expect(message.utf8.count <= NativeMessageConnection.inputLimit)
        #expect(try NativeRequest(json: Array(message.utf8)).body?.utf8.count == 1024 * 1024)
    }

    @Test("A message is sent with its length in native byte order")
    func sending() throws {
        let browser = Browser()
        let connection = browser.connection()
        try connection.send(Array("{\"id\":1}".utf8))
        try browser.fromHost.fileHandleForWriting.close()
        #expect(try browser.fromHost.fileHandleForReading.readToEnd() == Data(Self.framed("{\"id\":1}")))
    }

    @Test("Sending to a browser that has closed the pipe is an error")
    func closed() throws {
        signal(SIGPIPE, SIG_IGN)
        let browser = Browser()
        let connection = browser.connection()
        try browser.fromHost.fileHandleForReading.close()
        do {
            try connection.send(Array("{}".utf8))
            Issue.record("no error")
        } catch {
            #expect(error == .closed)
        }
    }
}
