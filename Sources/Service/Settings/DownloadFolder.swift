#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A folder into which downloads are to go: there, or still to be made.
struct DownloadFolder {
    /// Its absolute path.
    let path: String

    /// Why no file can be put there; nil when one can.
    ///
    /// It tries: a directory of its own comes and goes in the folder, or in the nearest one above that is there. What permissions say
    /// is not all, on file systems that are read-only or that the kernel makes up.
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
