import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Ports of 127.0.0.1 for servers that tests start.
enum LoopbackPort {
    struct Unavailable: Error, CustomStringConvertible {
        var description: String
    }

    private static let next = Atomic(UInt16.random(in: 0..<12_000))

    /// A port on which nothing listens, for a server that is given its port.
    ///
    /// It is one of those that systems give to nobody who asks for any port (32768 to 60999 by default), and each is
    /// given out once, so that it is still free when the server takes it.
    static func free() throws -> UInt16 {
        for _ in 0..<1_000 {
            let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
            // A program that is started meanwhile would hold the port for as long as it runs.
            let free = ChildProcess.starting.withLock { () -> UInt16? in
                guard let socket = try? bound(port: 20_000 + number % 12_000) else { return nil }
                close(socket.descriptor)
                return socket.port
            }
            if let free { return free }
        }
        throw Unavailable(description: "no free port of 127.0.0.1 between 20000 and 32000")
    }

    /// A socket that holds a port without listening, so that connections to it are refused until it is closed.
    static func bound(port: UInt16) throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard result else {
            close(descriptor)
            throw Unavailable(description: "cannot bind 127.0.0.1:\(port): \(String(cString: strerror(errno)))")
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    /// Tries to connect until it works; gives up after two minutes or when the server has ended.
    static func waitUntilAccepting(_ port: UInt16, while isRunning: () -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(120)
        while ContinuousClock.now < deadline && isRunning() {
            if accepts(port) { return }
            // poll(2) on nothing gives the server the processor for some milliseconds.
            _ = poll(nil, 0, 5)
        }
        throw Unavailable(description: "nothing accepts connections on 127.0.0.1:\(port)")
    }

    private static func accepts(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
