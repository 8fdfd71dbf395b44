#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file with cookies or passwords, which is read when an attempt starts, possibly long after the user named it.
package enum CredentialFile {
    /// Returns the reason why such a file cannot be read, now or a second time.
    ///
    /// - Parameter path: The file's path.
    /// - Returns: The reason; nil for a readable regular file. A pipe, for example, could be read only once.
    package static func obstacle(to path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return String(cString: strerror(errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else { return "not a regular file" }
        return access(path, R_OK) == 0 ? nil : String(cString: strerror(errno))
    }
}
