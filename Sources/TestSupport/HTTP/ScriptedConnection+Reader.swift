import Foundation

extension ScriptedConnection {
    /// Waits until the client has read everything that was written, for at most ``ScriptedGate/patience`` seconds.
    ///
    /// Only Linux tells how much lies in the other end's socket; elsewhere this returns at once.
    ///
    /// - Throws: ``ScriptedServerError/connectionEnded``.
    package func waitUntilRead() throws {
        #if os(Linux)
            let deadline = ContinuousClock.now + .seconds(ScriptedGate.patience)
            while ContinuousClock.now < deadline, hasUnread { try pause(.milliseconds(1)) }
        #endif
    }

    #if os(Linux)
        /// Whether bytes lie in one of the two sockets.
        private var hasUnread: Bool {
            // What the other end's kernel has not confirmed.
            var unsent: Int32 = 0
            if ioctl(descriptor, UInt(TIOCOUTQ), &unsent) == 0, unsent > 0 { return true }
            guard let local = Self.port(descriptor, getsockname), let remote = Self.port(descriptor, getpeername),
                let table = try? String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)
            else { return false }
            // The other end's line: its address, ours, the state, and the queues of what it sends and has not read.
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
    #endif
}
