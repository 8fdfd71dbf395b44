#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A directory for downloads, which may not exist yet.
struct DownloadFolder {
    /// The absolute path.
    let path: String

    /// Returns the reason why no file can be created in the directory; nil if one can.
    ///
    /// The check creates and removes a temporary directory there, or in the nearest existing ancestor, because
    /// permissions alone would not show a read-only or virtual file system.
    func obstacle() -> String? {
        var nearest = path
        while true {
            var status = stat()
            if stat(nearest, &status) == 0 {
                guard status.st_mode & S_IFMT == S_IFDIR else { return "\(nearest) is not a folder" }
                break
            }
            guard errno == ENOENT || errno == ENOTDIR, let slash = nearest.lastIndex(of: "/"), nearest != "/" else {
                return "\(nearest): \(reason)"
            }
            nearest = slash == nearest.startIndex ? "/" : String(nearest[..<slash])
        }
        var trial = Array("\(nearest == "/" ? "" : nearest)/.leftoff-XXXXXX".utf8CString)
        guard mkdtemp(&trial) != nil else { return "\(nearest): \(reason)" }
        rmdir(trial)
        return nil
    }

    private var reason: String { String(cString: strerror(errno)).lowercased() }
}
