import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A TCP socket on 127.0.0.1.
struct LoopbackSocket: Sendable {
    let descriptor: CInt

    private struct SocketFailure: Error {
        let code = errno
    }

    /// Returns a socket that listens on a free port.
    static func listening() throws -> LoopbackSocket {
        let new = LoopbackSocket(descriptor: try make())
        try new.withAddress(port: 0) { bind(new.descriptor, $0, $1) }
        guard listen(new.descriptor, 16) == 0 else { throw SocketFailure() }
        return new
    }

    /// Connects to a port.
    static func connected(to port: UInt16) throws -> LoopbackSocket {
        let new = LoopbackSocket(descriptor: try make())
        try new.withAddress(port: port) { connect(new.descriptor, $0, $1) }
        return new
    }

    /// The local port.
    var port: UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        return UInt16(bigEndian: address.sin_port)
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
        #if canImport(Glibc)
            _ = Glibc.close(descriptor)
        #else
            _ = Darwin.close(descriptor)
        #endif
    }

    private static func make() throws -> CInt {
        #if canImport(Glibc)
            let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw SocketFailure() }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    private func withAddress(port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw SocketFailure() }
    }
}
