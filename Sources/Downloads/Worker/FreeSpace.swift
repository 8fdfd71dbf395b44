#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The free space on the volume of a directory.
package enum FreeSpace {
    /// The number of bytes that downloads leave free, so that the system and other programs continue to work.
    ///
    /// With less, a full disk would stop the database of the queue too. With more, small volumes could not be filled.
    private static let floor: Int64 = 64 << 20

    /// The share of a small volume that downloads leave free.
    private static let floorPercent: Int64 = 5

    /// The text for messages about the space that downloads leave free.
    static let floorText = "\(floor >> 20) MiB or \(floorPercent) % of the disk"

    /// Returns the number of bytes that this user may still write.
    ///
    /// - Returns: The number; nil if it is unknown, for example because the directory does not exist yet.
    package static func bytes(in directory: String) -> Int64? {
        var status = statvfs()
        guard statvfs(directory, &status) == 0 else { return nil }
        return bytes(UInt64(status.f_bavail), of: status)
    }

    /// Returns the number of bytes that downloads may still write; they leave a part of each volume free.
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
