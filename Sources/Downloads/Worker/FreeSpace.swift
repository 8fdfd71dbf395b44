#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The free space on the volume of a directory.
package enum FreeSpace {
    /// Returns the number of bytes that this user may still write.
    ///
    /// - Returns: The number; nil if it is unknown, for example because the directory does not exist yet.
    package static func bytes(in directory: String) -> Int64? {
        var status = statvfs()
        guard statvfs(directory, &status) == 0 else { return nil }
        let (bytes, isTooMuch) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isTooMuch ? .max : Int64(clamping: bytes)
    }

    /// Returns true if the volume of a directory is mounted read-only.
    static func isReadOnly(_ directory: String) -> Bool {
        var status = statvfs()
        return statvfs(directory, &status) == 0 && status.f_flag & UInt(ST_RDONLY) != 0
    }
}
