import Foundation

/// The server's end of one connection, through which a responder can send anything.
///
/// It is used only on the connection's own thread, while a responder runs.
package final class ScriptedConnection {
    /// The number of the connection on its server, counted from 1.
    package let number: Int

    /// True once the responder has closed or reset the connection.
    package private(set) var isClosed = false

    let descriptor: Int32
    private let isStopped: () -> Bool
    private var onEndOfResponse: (() -> Void)?

    init(descriptor: Int32, number: Int, isStopped: @escaping () -> Bool) {
        self.descriptor = descriptor
        self.number = number
        self.isStopped = isStopped
    }

    /// Starts the response to a request.
    ///
    /// - Parameter onEnd: A function that is called once, when the response ends.
    func beginResponse(onEnd: @escaping () -> Void) { onEndOfResponse = onEnd }

    /// Ends the response, unless it has already ended.
    func endResponse() {
        onEndOfResponse?()
        onEndOfResponse = nil
    }

    /// Writes bytes as they are.
    ///
    /// - Parameter bytes: Any bytes, well-formed or not.
    /// - Throws: ``ScriptedServerError/connectionEnded``.
    package func write(_ bytes: some Collection<UInt8>) throws {
        let bytes = Array(bytes)
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                send(descriptor, buffer.baseAddress?.advanced(by: sent), buffer.count - sent, Self.sendFlags)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0, !isStopped() else { throw ScriptedServerError.connectionEnded }
            sent += count
        }
    }

    /// Writes text as UTF-8.
    ///
    /// - Parameter text: Any text; it must contain the line ends.
    /// - Throws: ``ScriptedServerError/connectionEnded``.
    package func write(_ text: String) throws {
        try write(text.utf8)
    }

    /// Writes the head of a response.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - fields: Header fields; no framing field is added.
    /// - Throws: ``ScriptedServerError/connectionEnded``.
    package func writeHead(_ status: Int, _ fields: [(String, String)] = []) throws {
        try write(Self.head(status, fields))
    }

    private static func head(_ status: Int, _ fields: [(String, String)]) -> String {
        let lines = fields.map { "\($0.0): \($0.1)\r\n" }.joined()
        return "HTTP/1.1 \(status) Scripted\r\n\(lines)\r\n"
    }

    /// Writes a whole response with its Content-Length; if the request is a HEAD request, without a body.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - fields: Header fields beside Content-Length.
    ///   - body: The bytes after the head.
    ///   - request: The request, whose method determines if the body is sent.
    /// - Throws: ``ScriptedServerError/connectionEnded``.
    package func respond(
        _ status: Int, _ fields: [(String, String)] = [], body: [UInt8] = [], to request: ScriptedRequest
    ) throws {
        let head = Self.head(status, fields + [("Content-Length", "\(body.count)")])
        endResponse()
        try write(Array(head.utf8) + (request.method == "HEAD" ? [] : body))
    }

    /// Writes one chunk of a chunked body.
    ///
    /// - Parameter bytes: The chunk; an empty one is not written, because it would end the body.
    /// - Throws: ``ScriptedServerError/connectionEnded``.
    package func writeChunk(_ bytes: some Collection<UInt8>) throws {
        guard !bytes.isEmpty else { return }
        try write("\(String(bytes.count, radix: 16))\r\n")
        try write(bytes)
        try write("\r\n")
    }

    /// Ends a chunked body.
    ///
    /// - Throws: ``ScriptedServerError/connectionEnded``.
    package func endChunks() throws {
        try write("0\r\n\r\n")
    }

    /// Writes bytes in steps with pauses.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of all steps.
    ///   - step: The number of bytes of one step.
    ///   - pause: The pause between two steps.
    /// - Throws: ``ScriptedServerError/connectionEnded``.
    package func write(_ bytes: [UInt8], step: Int, pause: Duration) throws {
        var start = 0
        while start < bytes.count {
            let end = min(start + max(step, 1), bytes.count)
            try write(bytes[start..<end])
            start = end
            if start < bytes.count { try self.pause(pause) }
        }
    }

    /// Pauses for a duration; throws an error early if the client closes its end or the server is stopped.
    ///
    /// - Parameter duration: The duration, at most a minute.
    /// - Throws: ``ScriptedServerError/connectionEnded``.
    package func pause(_ duration: Duration) throws {
        if watchForEnd(milliseconds: min(duration.wholeMilliseconds, 60_000)) {
            throw ScriptedServerError.connectionEnded
        }
    }

    /// Waits until the client closes its end or the server is stopped, for at most ``ScriptedGate/timeout`` seconds.
    ///
    /// - Returns: True if the client closed its end.
    @discardableResult
    package func waitUntilClientLeaves() -> Bool {
        watchForEnd(milliseconds: Int(ScriptedGate.timeout * 1_000))
    }

    /// Closes the connection after the bytes that were written.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Resets the connection: the client sees an error rather than an end.
    package func reset() {
        isClosed = true
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Watches for the end of the connection.
    ///
    /// - Returns: True if the connection ended within the time.
    private func watchForEnd(milliseconds: Int) -> Bool {
        let events: Int16 = 0x2000  // POLLRDHUP, which glibc shows to GNU sources only.
        var entry = pollfd(fd: descriptor, events: events, revents: 0)
        let deadline = ContinuousClock.now + .milliseconds(milliseconds)
        while true {
            let left = (deadline - ContinuousClock.now).wholeMilliseconds
            guard left > 0 else { return false }
            let count = poll(&entry, 1, Int32(min(left, 60_000)))
            if count > 0 || isStopped() { return true }
            if count < 0 && errno != EINTR { return true }
        }
    }

    private static let sendFlags = Int32(MSG_NOSIGNAL)
}

extension Duration {
    /// The duration in milliseconds, rounded up.
    fileprivate var wholeMilliseconds: Int {
        let parts = components
        return Int(parts.seconds) * 1_000 + Int((parts.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}

extension ScriptedConnection {
    /// Waits until the client has read all written bytes, for at most ``ScriptedGate/timeout`` seconds.
    ///
    /// Only Linux reports the unread bytes in the other end's socket; on other systems, this returns at once.
    ///
    /// - Throws: ``ScriptedServerError/connectionEnded``.
    package func waitUntilRead() throws {
        let deadline = ContinuousClock.now + .seconds(ScriptedGate.timeout)
        while ContinuousClock.now < deadline, hasUnread { try pause(.milliseconds(1)) }
    }

    /// Waits until all written bytes are in the client's socket, for at most ``ScriptedGate/timeout`` seconds.
    ///
    /// - Throws: ``ScriptedServerError/connectionEnded``.
    package func waitUntilDelivered() throws {
        let deadline = ContinuousClock.now + .seconds(ScriptedGate.timeout)
        while ContinuousClock.now < deadline, hasUnsent { try pause(.milliseconds(1)) }
    }

    /// True if there are bytes that the other end's kernel has not acknowledged.
    private var hasUnsent: Bool {
        var unsent: Int32 = 0
        return ioctl(descriptor, UInt(TIOCOUTQ), &unsent) == 0 && unsent > 0
    }

    /// True if one of the two sockets contains bytes.
    private var hasUnread: Bool {
        if hasUnsent { return true }
        guard let local = Self.port(descriptor, getsockname), let remote = Self.port(descriptor, getpeername),
            // `String(contentsOfFile:)` would end at the first short read.
            let bytes = try? FileHandle(forReadingFrom: URL(filePath: "/proc/net/tcp")).readToEnd()
        else { return false }
        let table = String(decoding: bytes, as: UTF8.self)
        // The line of the other end contains its address, this end's address, the state, and the lengths of its
        // send and receive queues.
        let ends = String(format: " 0100007F:%04X 0100007F:%04X ", remote, local)
        guard let range = table.range(of: ends) else { return false }
        let fields = table[range.upperBound...].prefix(64).split(separator: " ")
        guard fields.count > 1, let unread = fields[1].split(separator: ":").last else { return false }
        return unread.contains { $0 != "0" }
    }

    private static func port(
        _ descriptor: Int32,
        _ name: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> Int? {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name(descriptor, $0, &size) }
        }
        return result == 0 ? Int(UInt16(bigEndian: address.sin_port)) : nil
    }
}
