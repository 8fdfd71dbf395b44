import Foundation

extension ScriptedConnection {
    /// Waits until the client has read all written bytes, for at most ``ScriptedGate/timeout`` seconds.
    ///
    /// Only Linux reports the unread bytes in the other end's socket; on other systems, this returns at once.
    ///
    /// - Throws: ``ScriptedServerError/connectionEnded``.
    package func waitUntilRead() throws {
        #if os(Linux)
            let deadline = ContinuousClock.now + .seconds(ScriptedGate.timeout)
            while ContinuousClock.now < deadline, hasUnread { try pause(.milliseconds(1)) }
        #endif
    }

    /// Waits until all written bytes are in the client's socket, for at most ``ScriptedGate/timeout`` seconds.
    ///
    /// - Throws: ``ScriptedServerError/connectionEnded``.
    package func waitUntilDelivered() throws {
        #if os(Linux)
            let deadline = ContinuousClock.now + .seconds(ScriptedGate.timeout)
            while ContinuousClock.now < deadline, hasUnsent { try pause(.milliseconds(1)) }
        #endif
    }

    #if os(Linux)
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
    #endif
}
