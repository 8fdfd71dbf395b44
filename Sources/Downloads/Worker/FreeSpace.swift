import DownloadQueue
import Glibc
import Synchronization
import Syntax

/// The free space on the volume of a directory.
package enum FreeSpace {
    /// The number of bytes that downloads leave free, so that the system and other programs continue to work.
    ///
    /// With less, a full disk would stop the database of the queue too. With more, small volumes could not be filled.
    private static let floor: Int64 = 64 << 20

    /// The share of a small volume that downloads leave free.
    private static let floorPercent: Int64 = 5

    /// The text for messages about the space that stays free.
    package static let floorText = "\(floor >> 20) MiB or \(floorPercent) % of the disk"

    /// Returns the number of bytes that this user may still write.
    ///
    /// - Returns: The number; nil if it is unknown, for example because the directory does not exist yet.
    package static func bytes(in directory: String) -> Int64? {
        var status = statvfs()
        guard statvfs(directory, &status) == 0 else { return nil }
        return bytes(UInt64(status.f_bavail), of: status)
    }

    /// Returns the number of bytes that downloads and temporary files may still take; a part of each volume stays free.
    ///
    /// - Returns: The number; nil if it is unknown, for example because the directory does not exist yet.
    package static func usableBytes(in directory: String) -> Int64? {
        var status = statvfs()
        guard statvfs(directory, &status) == 0 else { return nil }
        let size = bytes(UInt64(status.f_blocks), of: status)
        return max(0, bytes(UInt64(status.f_bavail), of: status) - min(floor, size / 100 * floorPercent))
    }

    private static func bytes(_ blocks: UInt64, of status: statvfs) -> Int64 {
        let (bytes, isTooMuch) = blocks.multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isTooMuch ? .max : Int64(clamping: bytes)
    }

    /// Returns true if the volume of a directory is mounted read-only.
    static func isReadOnly(_ directory: String) -> Bool {
        var status = statvfs()
        return statvfs(directory, &status) == 0 && status.f_flag & UInt(ST_RDONLY) != 0
    }
}

/// A guard that keeps downloads from writing the last free bytes of a volume.
///
/// The free space is measured before a download, but a body may have no length, or other programs may write at the same
/// time. Therefore it is measured again while bodies are written.
final class FreeSpaceFloor: Sendable {
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
    init(usableBytes: @escaping @Sendable (String) -> Int64? = FreeSpace.usableBytes) {
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

/// A monitor of the free space in the directories of items that wait for space.
struct FreeSpaceMonitor {
    /// The space that must remain free in addition to what an item needs, for other items and the file system itself.
    private static let margin: Int64 = 1 << 20

    private let freeBytes: @Sendable (String) -> Int64?
    /// The space that was free in each directory when its items were last retried or last failed.
    private var before: [String: Int64] = [:]

    /// Creates a monitor.
    ///
    /// - Parameters:
    ///   - freeBytes: Returns the free bytes in a directory; nil if they are unknown. Nothing is free on a volume
    ///     that is mounted read-only.
    ///   - rules: The rules of this machine; directories that they do not allow are not examined.
    init(freeBytes: @escaping @Sendable (String) -> Int64?, rules: WorkerRules? = nil) {
        self.freeBytes = { directory in
            if let rules, rules.root(ofDirectory: directory) == nil { return nil }
            return FreeSpace.isReadOnly(directory) ? 0 : freeBytes(directory).map { ByteCount(clamping: $0).bytes }
        }
    }

    /// Returns the directories that have enough free space.
    ///
    /// If items of a directory failed although enough space seemed free, for example because of a quota, the free space
    /// must first increase. Otherwise the items would be retried without end.
    ///
    /// - Parameter needs: The number of bytes that the smallest item of each directory needs.
    /// - Returns: The directories with enough space.
    mutating func directoriesWithSpace(among needs: [String: Int64]) -> Set<String> {
        before = before.filter { needs[$0.key] != nil }
        var result: Set<String> = []
        for (directory, needed) in needs {
            guard let free = freeBytes(directory), free >= ByteCount(clamping: needed).bytes + Self.margin else {
                continue
            }
            if let before = before[directory], free < before + Self.margin { continue }
            before[directory] = free
            result.insert(directory)
        }
        return result
    }

    /// Records the free space of a directory when an item in it has failed for lack of space.
    mutating func recordFailure(in directory: String) {
        if let free = freeBytes(directory) { before[directory] = free }
    }
}
