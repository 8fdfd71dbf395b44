import Foundation
import Synchronization

/// A responder to the requests for a path of a ``ScriptedServer``.
package struct ScriptedResponder: Sendable {
    /// A function that responds to one request, on the connection's thread.
    package let respond: @Sendable (ScriptedRequest, ScriptedConnection) throws -> Void

    /// Creates a responder from a function, whose errors end the connection.
    package init(_ respond: @escaping @Sendable (ScriptedRequest, ScriptedConnection) throws -> Void) {
        self.respond = respond
    }

    /// Responds with 200 and a body.
    ///
    /// - Parameters:
    ///   - body: The bytes after the head.
    ///   - fields: Header fields beside Content-Length.
    /// - Returns: A responder.
    package static func ok(_ body: [UInt8], fields: [(String, String)] = []) -> ScriptedResponder {
        status(200, fields: fields, body: body)
    }

    /// Responds with 200 and an HTML page.
    ///
    /// - Parameter html: The page, sent as UTF-8.
    /// - Returns: A responder.
    package static func page(_ html: String) -> ScriptedResponder {
        ok(Array(html.utf8), fields: [("Content-Type", "text/html; charset=utf-8")])
    }

    /// Responds with a status.
    ///
    /// - Parameters:
    ///   - code: The status code.
    ///   - fields: Header fields beside Content-Length, for example Retry-After.
    ///   - body: The bytes after the head.
    /// - Returns: A responder.
    package static func status(
        _ code: Int, fields: [(String, String)] = [], body: [UInt8] = []
    ) -> ScriptedResponder {
        let fields = fields.map { ScriptedRequest.Field(name: $0.0, value: $0.1) }
        return ScriptedResponder { request, connection in
            try connection.respond(code, fields.map { ($0.name, $0.value) }, body: body, to: request)
        }
    }

    /// Responds with a redirect.
    ///
    /// - Parameters:
    ///   - location: The value of Location, which is sent unchanged.
    ///   - code: The status code.
    /// - Returns: A responder.
    package static func redirect(to location: String, code: Int = 302) -> ScriptedResponder {
        status(code, fields: [("Location", location)], body: Array("moved".utf8))
    }

    /// Uses the next responder for each request, and the last one for all later requests.
    ///
    /// - Parameter responders: At least one.
    /// - Returns: A responder.
    package static func sequence(_ responders: [ScriptedResponder]) -> ScriptedResponder {
        let next = SequencePosition()
        return ScriptedResponder { request, connection in
            let index = min(next.advance(), responders.count - 1)
            try responders[index].respond(request, connection)
        }
    }

    /// Responds with 200 and a chunked body.
    ///
    /// - Parameters:
    ///   - pieces: The chunks; empty ones are left out.
    ///   - fields: Header fields beside Transfer-Encoding.
    ///   - isCut: True if the connection is closed instead of sending the last, empty chunk.
    /// - Returns: A responder.
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
    /// - Returns: A responder.
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
    ///   - excess: The bytes that follow it, for example a smuggled response.
    /// - Returns: A responder.
    package static func excess(_ body: [UInt8], excess: [UInt8]) -> ScriptedResponder {
        ScriptedResponder { _, connection in
            let head = "HTTP/1.1 200 Scripted\r\nContent-Length: \(body.count)\r\n\r\n"
            try connection.write(Array(head.utf8) + body + excess)
        }
    }

    /// Sends the head and the first bytes of a body, and then nothing until the client closes its end.
    ///
    /// - Parameters:
    ///   - body: The bytes that are sent.
    ///   - announced: The Content-Length.
    /// - Returns: A responder.
    package static func stalled(after body: [UInt8] = [], announced: Int = 1_000_000) -> ScriptedResponder {
        ScriptedResponder { _, connection in
            try connection.writeHead(200, [("Content-Length", "\(announced)")])
            try connection.write(body)
            connection.waitUntilClientLeaves()
            connection.close()
        }
    }

    /// A responder that resets the connection without a response.
    package static let reset = ScriptedResponder { _, connection in connection.reset() }

    /// Serves a file with its faults.
    ///
    /// - Parameter file: The file, whose properties describe the faults.
    /// - Returns: A responder.
    package static func file(_ file: ScriptedFile) -> ScriptedResponder {
        ScriptedResponder { request, connection in try file.respond(to: request, on: connection) }
    }

    /// Returns the same responder, which waits at a gate before every response.
    package func behind(_ gate: ScriptedGate) -> ScriptedResponder {
        ScriptedResponder { request, connection in
            try gate.wait()
            try self.respond(request, connection)
        }
    }
}

/// A counter of the responses of a sequence.
private final class SequencePosition: Sendable {
    private let value = Mutex(0)

    func advance() -> Int {
        value.withLock { value in
            defer { value += 1 }
            return value
        }
    }
}

/// A request as ``ScriptedServer`` received it.
package struct ScriptedRequest: Sendable {
    /// A header field as it was sent.
    package struct Field: Sendable, Hashable {
        /// The field's name as it was sent.
        package let name: String

        /// The field's value without surrounding spaces and tabs.
        package let value: String

        /// Creates a field.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The method, for example `GET`.
    package let method: String

    /// The request target as it was sent, with its query.
    package let target: String

    /// The header fields in the order in which they were sent.
    package let fields: [Field]

    /// The number of the request's connection on the server, counted from 1.
    package let connection: Int

    /// The number of requests on that connection before this one.
    package let positionInConnection: Int

    /// The target without its query.
    package var path: String {
        String(target.prefix { $0 != "?" })
    }

    /// Returns the value of the first header field with a name, ignoring case; nil if there is none.
    package func value(of name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// Parses the head of a request, without the empty line at its end; nil if the first line is not a request line.
    init?(head: String, connection: Int, positionInConnection: Int) {
        let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
        guard let first = lines.first else { return nil }
        let parts = first.split(separator: " ")
        guard parts.count == 3 else { return nil }
        method = String(parts[0])
        target = String(parts[1])
        fields = lines.dropFirst().compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...]
            let blanks: Set<Character> = [" ", "\t"]
            let start = value.drop { blanks.contains($0) }
            return Field(name: String(line[..<colon]), value: String(start))
        }
        self.connection = connection
        self.positionInConnection = positionInConnection
    }
}

/// A gate at which a scripted response waits until the test opens it.
///
/// Every wait has a timeout, so that a failing test ends.
package final class ScriptedGate: Sendable {
    /// The timeout of every wait, in seconds.
    ///
    /// On a busy machine, the next step of a test may wait two minutes for its thread, so a shorter timeout would fail
    /// correct tests.
    static let timeout: Double = 120

    // Safe, because every access to these three holds the condition's lock.
    private nonisolated(unsafe) var permits = 0
    private nonisolated(unsafe) var isOpen = false
    private nonisolated(unsafe) var arrivals = 0
    private let condition = NSCondition()

    /// Creates a closed gate.
    package init() {}

    /// Opens the gate for all waits, now and later.
    package func open() {
        condition.lock()
        isOpen = true
        condition.broadcast()
        condition.unlock()
    }

    /// Lets a number of waits through, now or later.
    package func letThrough(_ count: Int = 1) {
        condition.lock()
        permits += count
        condition.broadcast()
        condition.unlock()
    }

    /// Waits until the gate lets this call through.
    ///
    /// - Throws: ``ScriptedServerError/timedOut(what:)``.
    package func wait() throws {
        let deadline = Date(timeIntervalSinceNow: Self.timeout)
        condition.lock()
        defer { condition.unlock() }
        arrivals += 1
        condition.broadcast()
        while !isOpen && permits == 0 {
            guard condition.wait(until: deadline) else { throw ScriptedServerError.timedOut(what: "a gate to open") }
        }
        if !isOpen { permits -= 1 }
    }

    /// Blocks the thread until ``wait()`` has been called a number of times, including calls that were let through.
    ///
    /// - Parameter count: The number of calls since the gate was created.
    /// - Throws: ``ScriptedServerError/timedOut(what:)``.
    package func waitForArrivals(_ count: Int) throws {
        let deadline = Date(timeIntervalSinceNow: Self.timeout)
        condition.lock()
        defer { condition.unlock() }
        while arrivals < count {
            guard condition.wait(until: deadline) else {
                throw ScriptedServerError.timedOut(what: "\(count) arrivals at a gate, of which there were \(arrivals)")
            }
        }
    }

    /// Waits on a separate thread until ``wait()`` has been called a number of times.
    ///
    /// - Parameter count: The number of calls since the gate was created.
    /// - Throws: ``ScriptedServerError/timedOut(what:)``.
    package func arrivals(_ count: Int) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread {
                continuation.resume(with: Result { try self.waitForArrivals(count) })
            }
        }
    }
}
