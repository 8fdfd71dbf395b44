#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Functions for paths in the file system.
enum SystemPath {
    /// Returns the absolute path of an existing file or directory.
    ///
    /// - Parameter path: A path, relative to the current directory or absolute.
    /// - Returns: The path without symbolic links, `.` and `..`; the given path if it cannot be resolved; nil if the
    ///   result is not UTF-8, because its text would name another file.
    static func absolute(_ path: String) -> String? {
        guard let pointer = realpath(path, nil) else { return path }
        defer { free(pointer) }
        return String(validatingCString: pointer)
    }

    /// Returns the reason why a directory cannot be created.
    ///
    /// - Parameter path: The directory's path.
    /// - Returns: The first component of the path that is not a directory, or the system's error.
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
        guard let number = creationError(of: path) else { return "cannot create the directory" }
        return "cannot create the directory: \(SystemError.text(number))"
    }

    /// Returns the error for which a directory cannot be created; nil if none is found.
    ///
    /// It asks about the nearest directory that exists, and creates nothing.
    private static func creationError(of path: String) -> Int32? {
        var status = stat()
        var nearest = path
        while stat(nearest, &status) != 0 {
            guard errno == ENOENT else { return errno }
            guard let slash = nearest.lastIndex(of: "/") else {
                nearest = "."
                break
            }
            nearest = slash == nearest.startIndex ? "/" : String(nearest[..<slash])
        }
        return access(nearest, W_OK | X_OK) == 0 ? nil : errno
    }
}
