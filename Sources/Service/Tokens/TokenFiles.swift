#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The files of the two tokens: `token` and `capture-token` in Leftoff's data directory.
///
/// Only their owner may read them (mode 0600). If others may read a file, it is rejected and not repaired, because its
/// token may already be known.
package struct TokenFiles: Sendable {
    /// The data directory.
    package let home: String

    /// The path of the full token.
    package var tokenPath: String { home + "/token" }
    /// The path of the capture token.
    package var captureTokenPath: String { home + "/capture-token" }

    /// Creates a reference to the files.
    ///
    /// - Parameter home: The data directory; it is created (mode 0700) when a token is first needed.
    package init(home: String) {
        self.home = home
    }

    /// Reads both tokens, and creates those that are missing.
    ///
    /// - Returns: The tokens.
    /// - Throws: `ServiceError` if a file cannot be read or created, is not a token, or is readable by others.
    package func load() throws -> ServiceTokens {
        try createHome()
        return ServiceTokens(full: try loadOrCreate(tokenPath), capture: try loadOrCreate(captureTokenPath))
    }

    /// Replaces both tokens with new ones.
    ///
    /// A running service uses them within a second.
    ///
    /// - Returns: The new tokens.
    /// - Throws: `ServiceError` if a file cannot be written.
    package func rotate() throws -> ServiceTokens {
        try createHome()
        let tokens = ServiceTokens()
        for (token, path) in [(tokens.full, tokenPath), (tokens.capture, captureTokenPath)] {
            let part = try writePart(token, beside: path)
            if rename(part, path) != 0 {
                let failure = failure(path)
                unlink(part)
                throw failure
            }
        }
        try synchronizeHome()
        return tokens
    }

    /// Returns true if both token files exist, without creating any.
    ///
    /// - Throws: `ServiceError` if a file cannot be read, is not a token, or is readable by others.
    package func exist() throws -> Bool {
        let full = try read(tokenPath)
        let capture = try read(captureTokenPath)
        return full != nil && capture != nil
    }

    /// An identifier of a version of the files: their inodes and modification times.
    struct Stamp: Sendable, Equatable {
        let numbers: [UInt64]
    }

    /// The current version of the files; nil if one is missing.
    var stamp: Stamp? {
        var numbers: [UInt64] = []
        for path in [tokenPath, captureTokenPath] {
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            #if canImport(Glibc)
                let written = status.st_mtim
            #else
                let written = status.st_mtimespec
            #endif
            numbers += [
                UInt64(status.st_ino), UInt64(bitPattern: Int64(written.tv_sec)),
                UInt64(bitPattern: Int64(written.tv_nsec)),
            ]
        }
        return Stamp(numbers: numbers)
    }

    /// Creates the data directory (mode 0700) if it is missing.
    ///
    /// - Throws: `ServiceError` if it cannot be created.
    package func createHome() throws {
        var status = stat()
        if stat(home, &status) == 0 { return }
        var parent = ""
        let names = home.split(separator: "/", omittingEmptySubsequences: true)
        for (index, name) in names.enumerated() {
            parent += (index > 0 || home.hasPrefix("/") ? "/" : "") + name
            // Parents get the permissions that the umask allows; the last directory is private.
            if mkdir(parent, index == names.count - 1 ? 0o700 : 0o777) != 0 && errno != EEXIST { throw failure(home) }
        }
    }

    private func loadOrCreate(_ path: String) throws -> Token {
        if let token = try read(path) { return token }
        let token = Token()
        let part = try writePart(token, beside: path)
        // Creating a link fails if the name exists. If two processes start at once, one succeeds and the other reads
        // its file.
        let result = link(part, path)
        let failure = failure(path)
        let number = errno
        unlink(part)
        if result == 0 {
            try synchronizeHome()
            return token
        }
        guard number == EEXIST, let winner = try read(path) else { throw failure }
        return winner
    }

    private func read(_ path: String) throws -> Token? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure(path)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ServiceError.unsafeFile(path: path, reason: "not a regular file")
        }
        guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw ServiceError.unsafeFile(
                path: path, reason: "other users can read or change it: remove it, and a new token is created")
        }
        var bytes = [UInt8](repeating: 0, count: 128)
        let count = bytes.withUnsafeMutableBytes { buffer in
            OwnedFile.systemRead(descriptor, buffer)
        }
        guard count >= 0 else { throw failure(path) }
        var text = String(decoding: bytes.prefix(count), as: UTF8.self)
        if text.hasSuffix("\n") { text.removeLast() }
        guard let token = Token(stored: text) else {
            throw ServiceError.unsafeFile(path: path, reason: "not a token: remove it, and a new one is created")
        }
        return token
    }

    private func writePart(_ token: Token, beside path: String) throws -> String {
        let part = "\(path).\(Token().text.prefix(12))"
        let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        var text = token.text
        let count = text.withUTF8 { OwnedFile.systemWrite(descriptor, UnsafeRawBufferPointer($0)) }
        guard count == Token.length, fsync(descriptor) == 0 else {
            let failure = failure(path)
            unlink(part)
            throw failure
        }
        return part
    }

    private func synchronizeHome() throws {
        let descriptor = open(home, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(home) }
        defer { close(descriptor) }
        // Some file systems cannot sync a directory; nothing more can be done then.
        if fsync(descriptor) != 0 && errno != EINVAL { throw failure(home) }
    }

    private func failure(_ path: String) -> ServiceError {
        .tokenFile(path: path, reason: strerror(errno).map { String(cString: $0) } ?? "error \(errno)")
    }
}
