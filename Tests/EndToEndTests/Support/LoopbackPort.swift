import Foundation
import Glibc
import TestSupport

/// Ports of 127.0.0.1 for servers that tests start.
enum LoopbackPort {
    struct Unavailable: Error, CustomStringConvertible {
        var description: String
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
