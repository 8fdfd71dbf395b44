import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A writer of whole lines to a descriptor, for displays, which have made the lines safe to print.
package final class LineWriter: Sendable {
    private let descriptor: Int32
    private let order = Mutex(())

    /// Creates a writer.
    ///
    /// - Parameter descriptor: The descriptor, which stays owned by the caller.
    package init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Writes a line, in one system call if possible.
    ///
    /// If the descriptor is closed or its disk is full, the line is lost, because there is no better place to report
    /// that.
    ///
    /// - Parameter line: The text without a line end.
    package func write(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        order.withLock { _ in
            var written = 0
            while written < bytes.count {
                let count = bytes[written...].withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
                if count > 0 {
                    written += count
                } else if count < 0 && errno == EINTR {
                    continue
                } else if count < 0 && errno == EAGAIN {
                    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    if poll(&ready, 1, -1) < 0 && errno != EINTR { return }
                } else {
                    return
                }
            }
        }
    }

    private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Darwin)
            Darwin.write(descriptor, bytes, count)
        #elseif canImport(Musl)
            Musl.write(descriptor, bytes, count)
        #else
            Glibc.write(descriptor, bytes, count)
        #endif
    }
}
