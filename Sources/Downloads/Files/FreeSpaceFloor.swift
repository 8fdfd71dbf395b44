import DownloadQueue
import Synchronization

/// A guard that keeps downloads from writing the last free bytes of a volume.
///
/// The free space is measured before a download, but a body may have no length, or other programs may write at the same
/// time. Therefore it is measured again while bodies are written.
package final class FreeSpaceFloor: Sendable {
    private struct Measurement {
        /// The number of bytes that could be written to a directory.
        var usable: Int64
        /// The number of bytes that had been reserved in all directories.
        var reserved: Int64
    }

    private struct State {
        var reserved: Int64 = 0
        var measurements: [String: Measurement] = [:]
    }

    /// The number of bytes, in all directories together, after which the free space is measured again.
    ///
    /// A larger interval would let another program and the downloads together use up the floor, and a smaller one would
    /// cost a system call for more writes.
    private static let interval: Int64 = 16 << 20

    /// The maximum number of directories whose measurements are kept.
    private static let directoryLimit = 1_000

    private let usableBytes: @Sendable (String) -> Int64?
    private let state = Mutex(State())

    /// Creates a guard.
    ///
    /// - Parameter usableBytes: Returns the number of bytes that may still be written to a directory; nil if it is
    ///   unknown.
    package init(usableBytes: @escaping @Sendable (String) -> Int64? = FreeSpace.usableBytes) {
        self.usableBytes = usableBytes
    }

    /// Reserves space for bytes that are about to be written.
    ///
    /// - Parameters:
    ///   - count: The number of bytes.
    ///   - directory: The path of the directory that contains the file.
    /// - Throws: A ``QueueFailure`` that needs space if the volume has not enough.
    func reserve(_ count: Int, in directory: String) throws(QueueFailure) {
        let isReserved = state.withLock { state in
            let reserved = state.reserved + Int64(count)
            if let last = state.measurements[directory], reserved - last.reserved <= min(last.usable, Self.interval) {
                state.reserved = reserved
                return true
            }
            let usable = usableBytes(directory) ?? .max
            guard usable >= count else {
                state.measurements[directory] = nil
                return false
            }
            if state.measurements.count >= Self.directoryLimit { state.measurements = [:] }
            state.measurements[directory] = Measurement(usable: usable, reserved: state.reserved)
            state.reserved = reserved
            return true
        }
        guard isReserved else {
            throw QueueFailure(
                .disk, "\(directory): not enough space: downloads leave \(FreeSpace.floorText) free", needsSpace: true)
        }
    }
}
