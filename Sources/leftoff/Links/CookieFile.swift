#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A cookie file in Netscape's format, which curl, wget and browsers' export tools write.
struct CookieFile {
    /// The file's path.
    let path: String

    /// Returns the lines of the file; none if it does not exist.
    ///
    /// - Throws: `CommandFailure` if it cannot be read, or is not text.
    func linesIfPresent() throws -> [String] { access(path, F_OK) == 0 ? try lines() : [] }

    /// Returns the lines of the file.
    ///
    /// - Throws: `CommandFailure` if it does not exist, cannot be read, or is not text.
    func lines() throws -> [String] {
        // All browsers of a user together have fewer than 64 MiB of cookies.
        let bytes = try InputBytes.read(path, limit: 64 << 20)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(what: path, why: "not a cookie file: not UTF-8 text", status: .malformedInput)
        }
        let lines = text.split(whereSeparator: \.isNewline)
        let isCookie = { (line: Substring) in line.count { $0 == "\t" } >= 6 }
        let isRemark = { (line: Substring) in line.hasPrefix("#") || line.allSatisfy(\.isWhitespace) }
        // A file of another kind must not be replaced by a cookie file.
        guard lines.allSatisfy(isRemark) || lines.contains(where: isCookie) else {
            throw CommandFailure(what: path, why: "not a cookie file in Netscape's format", status: .malformedInput)
        }
        return lines.map(String.init)
    }

    /// Checks that the file can be replaced later.
    ///
    /// - Throws: `CommandFailure` (cannot create).
    func checkWritable() throws {
        guard !path.isEmpty else {
            throw CommandFailure(what: "usage", why: "--cookie-jar requires a file name", status: .usage)
        }
        var status = stat()
        if stat(path, &status) == 0 {
            let isFile = [S_IFREG, S_IFCHR].contains(status.st_mode & S_IFMT)
            guard !isFile || access(path, W_OK) != 0 else { return }
            let reason = isFile ? SystemError.text(errno) : "not a file"
            throw CommandFailure(what: path, why: reason, status: .cannotCreate)
        }
        let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard access(directory, W_OK | X_OK) == 0 else {
            throw CommandFailure(what: path, why: SystemError.text(errno), status: .cannotCreate)
        }
    }

    /// Replaces the file with one that only its owner may read.
    ///
    /// - Parameter cookies: Lines in Netscape's format, without the comment at the start.
    /// - Throws: `CommandFailure` if that fails; the old file is then unchanged.
    func write(_ cookies: [String]) throws {
        var output = try OutputStream(path: path, isPrivate: true)
        try output.writeLine("# Netscape HTTP Cookie File")
        for cookie in cookies { try output.writeLine(cookie) }
        try output.finish()
    }
}
