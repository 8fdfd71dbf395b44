import Foundation
import Synchronization

/// What ``ScriptedServer`` does with a request to one of its paths.
package struct ScriptedResponder: Sendable {
    /// Answers one request, on the connection's thread.
    package let respond: @Sendable (ScriptedRequest, ScriptedConnection) throws -> Void

    /// Makes a responder of a closure.
    ///
    /// - Parameter respond: Answers one request; what it throws ends the connection.
    package init(_ respond: @escaping @Sendable (ScriptedRequest, ScriptedConnection) throws -> Void) {
        self.respond = respond
    }

    /// Answers 200 with a body.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - fields: Header fields beside Content-Length.
    /// - Returns: The responder.
    package static func ok(_ body: [UInt8], fields: [(String, String)] = []) -> ScriptedResponder {
        status(200, fields: fields, body: body)
    }

    /// Answers 200 with an HTML page.
    ///
    /// - Parameter html: The page, sent as UTF-8.
    /// - Returns: The responder.
    package static func page(_ html: String) -> ScriptedResponder {
        ok(Array(html.utf8), fields: [("Content-Type", "text/html; charset=utf-8")])
    }

    /// Answers with a status.
    ///
    /// - Parameters:
    ///   - code: The status code.
    ///   - fields: Header fields beside Content-Length, for example Retry-After.
    ///   - body: The body.
    /// - Returns: The responder.
    package static func status(
        _ code: Int, fields: [(String, String)] = [], body: [UInt8] = []
    ) -> ScriptedResponder {
        let fields = fields.map { ScriptedRequest.Field(name: $0.0, value: $0.1) }
        return ScriptedResponder { request, connection in
            try connection.respond(code, fields.map { ($0.name, $0.value) }, body: body, to: request)
        }
    }

    /// Answers with a redirect.
    ///
    /// - Parameters:
    ///   - location: The value of Location as it is.
    ///   - code: The status code.
    /// - Returns: The responder.
    package static func redirect(to location: String, code: Int = 302) -> ScriptedResponder {
        status(code, fields: [("Location", location)], body: Array("moved".utf8))
    }

    /// Answers each request with the next responder; the last one answers all further requests.
    ///
    /// - Parameter responders: At least one.
    /// - Returns: The responder.
    package static func sequence(_ responders: [ScriptedResponder]) -> ScriptedResponder {
        let next = SequencePosition()
        return ScriptedResponder { request, connection in
            let index = min(next.advance(), responders.count - 1)
            try responders[index].respond(request, connection)
        }
    }

    /// Answers 200 with a chunked body.
    ///
    /// - Parameters:
    ///   - pieces: The chunks.
    ///   - fields: Header fields beside Transfer-Encoding.
    ///   - isCut: Closes the connection instead of sending the last, empty chunk.
    /// - Returns: The responder.
    package static func chunked(
        _ pieces: [[UInt8]], fields: [(String, String)] = [], isCut: Bool = false
    ) -> ScriptedResponder {
        let fields = fields.map { ScriptedRequest.Field(name: $0.0, value: $0.1) }
        return ScriptedResponder { _, connection in
            try connection.writeHead(200, fields.map { ($0.name, $0.value) } + [("Transfer-Encoding", "chunked")])
            for piece in pieces { try connection.writeChunk(piece) }
            if isCut { connection.close() } else { try connection.endChunks() }
        }
    }

    /// Announces more bytes than it sends, then closes the connection.
    ///
    /// - Parameters:
    ///   - body: The bytes that are sent.
    ///   - announced: The Content-Length.
    ///   - fields: Further header fields.
    /// - Returns: The responder.
    package static func short(
        _ body: [UInt8], announced: Int, fields: [(String, String)] = []
    ) -> ScriptedResponder {
        let fields = fields.map { ScriptedRequest.Field(name: $0.0, value: $0.1) }
        return ScriptedResponder { _, connection in
            try connection.writeHead(200, fields.map { ($0.name, $0.value) } + [("Content-Length", "\(announced)")])
            try connection.write(body)
            connection.close()
        }
    }

    /// Sends more bytes than it announces, in one write, and keeps the connection open.
    ///
    /// - Parameters:
    ///   - body: The announced body.
    ///   - excess: What follows it, for example a whole smuggled response.
    /// - Returns: The responder.
    package static func excess(_ body: [UInt8], excess: [UInt8]) -> ScriptedResponder {
        ScriptedResponder { _, connection in
            let head = "HTTP/1.1 200 Scripted\r\nContent-Length: \(body.count)\r\n\r\n"
            try connection.write(Array(head.utf8) + body + excess)
        }
    }

    /// Sends the head and the first bytes of a body, then nothing until the client leaves.
    ///
    /// - Parameters:
    ///   - body: The bytes that are sent.
    ///   - announced: The Content-Length.
    /// - Returns: The responder.
    package static func stalled(after body: [UInt8] = [], announced: Int = 1_000_000) -> ScriptedResponder {
        ScriptedResponder { _, connection in
            try connection.writeHead(200, [("Content-Length", "\(announced)")])
            try connection.write(body)
            connection.waitUntilClientLeaves()
            connection.close()
        }
    }

    /// Resets the connection without an answer.
    package static let reset = ScriptedResponder { _, connection in connection.reset() }

    /// Serves a file; see ``ScriptedFile``.
    ///
    /// - Parameter file: The file and its faults.
    /// - Returns: The responder.
    package static func file(_ file: ScriptedFile) -> ScriptedResponder {
        ScriptedResponder { request, connection in try file.respond(to: request, on: connection) }
    }

    /// Waits at a gate before every answer.
    ///
    /// - Parameter gate: The gate.
    /// - Returns: The same responder behind the gate.
    package func behind(_ gate: ScriptedGate) -> ScriptedResponder {
        ScriptedResponder { request, connection in
            try gate.wait()
            try self.respond(request, connection)
        }
    }
}

/// Counts the answers of a sequence.
private final class SequencePosition: Sendable {
    private let value = Mutex(0)

    func advance() -> Int {
        value.withLock { value in
            defer { value += 1 }
            return value
        }
    }
}
