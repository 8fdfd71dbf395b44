#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Paths of the file system.
enum SystemPath {
    /// Returns the absolute path of a directory that is there.
    ///
    /// - Parameter path: A path, relative to the current directory or absolute.
    /// - Returns: The path without links, `.` and `..`; the path itself when it cannot be resolved.
    static func absolute(_ path: String) -> String {
        guard let pointer = realpath(path, nil) else { return path }
        defer { free(pointer) }
        return String(cString: pointer)
    }
}
