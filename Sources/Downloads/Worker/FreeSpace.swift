#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The room that is left on the volume of a directory.
package enum FreeSpace {
    /// Asks the file system.
    ///
    /// - Parameter directory: An absolute path.
    /// - Returns: The bytes that this user may still write; nil when nobody knows, for instance as the directory is not
    ///   there yet.
    package static func bytes(in directory: String) -> Int64? {
        var status = statvfs()
        guard statvfs(directory, &status) == 0 else { return nil }
        let (bytes, isTooMuch) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isTooMuch ? .max : Int64(clamping: bytes)
    }
}
