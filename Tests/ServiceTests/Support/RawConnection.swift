import Foundation
import Glibc
import Synchronization
import TestSupport

/// A connection to the service over which a test sends arbitrary bytes.
final class RawConnection: Sendable {
    private let descriptor: Int32
    private let received = Mutex<[UInt8]>([])

    /// Connects to 127.0.0.1.
    ///
    /// Reading times out after ten minutes, which only a hanging service needs.
    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        var limit = timeval(tv_sec: 600, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in(loopbackPort: port)
        // The deinitializer runs after this error too, and closes the descriptor. A second close would close whatever
        // has got its number meanwhile, such as a database of another test.
        if address.withGeneric({ connect(descriptor, $0, $1) }) != 0 {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }

    deinit { close(descriptor) }

    /// Sends text.
    ///
    /// - Returns: True if the service still accepts it.
    @discardableResult
    func send(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                uninterrupted { Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Sends nothing more.
    func endOutput() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Receives until the text arrives, the service closes the connection, or the time is over.
    ///
    /// - Returns: Everything that has been received.
    func receive(until text: String? = nil) -> String {
        while text.map({ !so.contains($0) }) ?? true, receiveSome() {}
        return so
    }

    /// Returns true if the service closes the connection within the time.
    func isEnded() -> Bool {
        while true {
            var byte = [UInt8](repeating: 0, count: 4096)
            let count = uninterrupted { recv(descriptor, &byte, byte.count, 0) }
            if count == 0 { return true }
            if count < 0 { return errno == ECONNRESET || errno == EPIPE }
        }
    }

    private var so: String { received.withLock { String(decoding: $0, as: UTF8.self) } }

    private func receiveSome() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = uninterrupted { recv(descriptor, &bytes, bytes.count, 0) }
        guard count > 0 else { return false }
        received.withLock { $0 += bytes[..<count] }
        return true
    }
}
