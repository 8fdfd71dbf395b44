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
    /// - Returns: The path without links, `.` and `..`; the path itself when it cannot be resolved; nil when it is not
    ///   UTF-8, and a text would be another path.
    static func absolute(_ path: String) -> String? {
        guard let pointer = realpath(path, nil) else { return path }
        defer { free(pointer) }
        return String(validatingCString: pointer)
    }

    /// Says what keeps a directory from being made.
    ///
    /// - Parameter path: The directory's path.
    /// - Returns: The first thing on the way that is no directory, or what the system says.
    static func obstacle(to path: String) -> String {
        var end = path.startIndex
        while end < path.endIndex {
            end = path[end...].dropFirst().firstIndex(of: "/") ?? path.endIndex
            let part = String(path[..<end])
            var status = stat()
            if stat(part, &status) == 0, status.st_mode & S_IFMT != S_IFDIR {
                return part == path ? "not a directory" : "\(part) is not a directory"
            }
        }
        let number = mkdir(path, 0o777) == 0 ? 0 : errno
        return number == 0 || number == ENOENT
            ? "cannot create the directory" : "cannot create the directory: \(SystemError.text(number))"
    }
}
