import Foundation
import Glibc
import TestSupport

/// A TCP socket on 127.0.0.1.
struct LoopbackSocket: Sendable {
    let descriptor: CInt

    private struct SocketFailure: Error {
        let code = errno
    }

    /// Returns a socket that listens on a free port.
    static func listening() throws -> LoopbackSocket {
        let new = LoopbackSocket(descriptor: try make())
        try new.call(bind, port: 0)
        guard listen(new.descriptor, 16) == 0 else { throw SocketFailure() }
        return new
    }

    /// Connects to a port.
    static func connected(to port: UInt16) throws -> LoopbackSocket {
        let new = LoopbackSocket(descriptor: try make())
        try new.call(connect, port: port)
        return new
    }

    /// The local port.
    var port: UInt16 {
        var address = sockaddr_in(loopbackPort: 0)
        _ = address.withGeneric { getsockname(descriptor, $0, &$1) }
        return address.port
    }

    /// Returns the next connection; nil once the socket is shut down.
    func accepted() -> LoopbackSocket? {
        let new = accept(descriptor, nil, nil)
        return new >= 0 ? LoopbackSocket(descriptor: new) : nil
    }

    /// Reads bytes; none at the end.
    func read() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return Array(buffer.prefix(max(0, count)))
    }

    /// Writes all bytes; returns false if the connection is closed.
    func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Ends the connection in both directions; blocked calls return.
    func shutDown() { _ = shutdown(descriptor, CInt(SHUT_RDWR)) }

    func close() {
        _ = Glibc.close(descriptor)
    }

    private static func make() throws -> CInt {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw SocketFailure() }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    private func call(
        _ function: (CInt, UnsafePointer<sockaddr>?, socklen_t) -> CInt, port: UInt16
    ) throws {
        var address = sockaddr_in(loopbackPort: port)
        guard address.withGeneric({ function(descriptor, $0, $1) }) == 0 else { throw SocketFailure() }
    }
}
