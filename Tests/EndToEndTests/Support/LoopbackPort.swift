import Foundation
import Synchronization
import TestSupport

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

    /// Returns a port on which nothing listens, for a server that requires a port number.
    ///
    /// The port is outside the range from which systems choose free ports (32768 to 60999 by default), and is returned
    /// only once. It is therefore still free when the server binds it.
    static func free() throws -> UInt16 {
        for _ in 0..<1_000 {
            let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
            // A program started at the same time would inherit the socket and keep the port in use.
            let free = ChildProcess.starting.withLock { () -> UInt16? in
                guard let socket = try? bound(port: 20_000 + number % 12_000) else { return nil }
                close(socket.descriptor)
                return socket.port
            }
            if let free { return free }
        }
        throw Unavailable(description: "no free port of 127.0.0.1 between 20000 and 32000")
    }

    /// Binds a socket to a port without listening, so that connections are refused until the socket is closed.
    static func bound(port: UInt16) throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in(loopbackPort: port)
        let result = address.withGeneric { generic, size in
            bind(descriptor, generic, size) == 0 && getsockname(descriptor, generic, &size) == 0
        }
        guard result else {
            close(descriptor)
            throw Unavailable(description: "cannot bind 127.0.0.1:\(port): \(String(cString: strerror(errno)))")
        }
        return (descriptor, address.port)
    }

    /// Tries to connect until a connection succeeds; fails after two minutes or when the server has ended.
    static func waitUntilAccepting(_ port: UInt16, while isRunning: () -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(120)
        while ContinuousClock.now < deadline && isRunning() {
            if accepts(port) { return }
            // poll(2) without descriptors leaves the processor to the server for a few milliseconds.
            _ = poll(nil, 0, 5)
        }
        throw Unavailable(description: "nothing accepts connections on 127.0.0.1:\(port)")
    }

    private static func accepts(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in(loopbackPort: port)
        return address.withGeneric { connect(descriptor, $0, $1) == 0 }
    }
}
