#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The check that the user may use files of the data directory.
///
/// It says nothing about their contents, so no file is set aside because of it.
struct FileAccess {
    /// The needed permissions: `R_OK`, or `R_OK | W_OK`.
    private let mode: Int32

    init(_ mode: Int32) {
        self.mode = mode
    }

    /// Checks files that need not exist.
    ///
    /// - Parameters:
    ///   - subject: The subject of the finding.
    ///   - paths: The paths of the files, which belong together.
    /// - Returns: The problem, with the command for all of the files; nil if there is none.
    func problem(_ subject: String, _ paths: [String]) -> Finding? {
        let refused = paths.filter { access($0, mode) != 0 && errno == EACCES }
        guard let first = refused.first else { return nil }
        let words = refused.map(CommandWord.quoted).joined(separator: " ")
        let areOwn = refused.allSatisfy { path in
            var status = stat()
            return stat(path, &status) == 0 && status.st_uid == geteuid()
        }
        let permission = mode & W_OK != 0 ? "readable and writable" : "readable"
        return areOwn
            ? .problem(subject, "\(first) is not \(permission)", advice: "chmod 600 \(words)")
            : .problem(subject, "\(first) belongs to another user", advice: "sudo chown \(geteuid()) \(words)")
    }
}
