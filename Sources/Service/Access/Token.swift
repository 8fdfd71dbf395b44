import Glibc
import Synchronization

/// A secret of 256 random bits, in URL-safe Base64 (RFC 4648, section 5) without padding.
package struct Token: Sendable {
    /// The length of a token: 43 characters carry 256 bits.
    package static let length = 43

    /// The characters of the token.
    package let text: String

    /// Creates a new token from the system's random number generator.
    init() {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<4).flatMap { _ in
            withUnsafeBytes(of: generator.next()) { Array($0) }
        }
        text = Self.base64URL(bytes)
    }

    /// Creates a token from stored text; nil if the text does not have the format of a token.
    init?(stored text: String) {
        guard text.utf8.count == Self.length, text.utf8.allSatisfy(Self.alphabet.contains) else { return nil }
        self.text = text
    }

    /// Returns true if a text is equal to this token, in a time that does not depend on the position of the first
    /// difference.
    ///
    /// - Parameter candidate: The text that a request contains.
    /// - Returns: True if they are equal.
    func matches(_ candidate: some StringProtocol) -> Bool {
        ConstantTimeComparison.areEqual(candidate, text)
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static func base64URL(_ bytes: [UInt8]) -> String {
        var characters: [UInt8] = []
        var buffer: UInt32 = 0
        var bitCount = 0
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bitCount += 8
            while bitCount >= 6 {
                bitCount -= 6
                characters.append(alphabet[Int(buffer >> UInt32(bitCount) & 63)])
            }
        }
        if bitCount > 0 { characters.append(alphabet[Int(buffer << UInt32(6 - bitCount) & 63)]) }
        return String(decoding: characters, as: UTF8.self)
    }
}

/// A comparison of secrets whose duration does not depend on the position of the first difference.
enum ConstantTimeComparison {
    /// Returns true if two texts are equal.
    ///
    /// - Parameters:
    ///   - candidate: The text that a request contains.
    ///   - secret: The secret, whose length is public.
    /// - Returns: True if their bytes are the same.
    static func areEqual(_ candidate: some StringProtocol, _ secret: some StringProtocol) -> Bool {
        let presented = Array(candidate.utf8)
        let expected = Array(secret.utf8)
        guard presented.count == expected.count else { return false }
        var difference: UInt8 = 0
        for index in expected.indices { difference |= expected[index] ^ presented[index] }
        return difference == 0
    }
}

/// The two tokens of a service.
package struct ServiceTokens: Sendable {
    /// The token that gives access to everything.
    package var full: Token = Token()
    /// The token that may only add snapshots.
    ///
    /// The capture bookmarklet contains it, so a hostile page could read it.
    package var capture: Token = Token()
}

/// The current tokens, which this process or `leftoff token rotate` can replace while the service runs.
package final class RotatingTokens: Sendable {
    /// The interval at which the files are checked.
    ///
    /// Replaced tokens stay valid until the next check, but most requests need not read a file.
    private static let checkInterval: Duration = .milliseconds(500)

    private struct State {
        var tokens: ServiceTokens
        var fileVersion: TokenFiles.FileVersion?
        /// The number of times that the tokens have been replaced.
        var generation = 0
        var checkedAt: ContinuousClock.Instant
    }

    private let files: TokenFiles?
    private let state: Mutex<State>

    /// Creates tokens.
    ///
    /// - Parameters:
    ///   - tokens: The first tokens.
    ///   - files: The files that contain them; nil keeps the tokens in memory.
    package init(_ tokens: ServiceTokens, files: TokenFiles?) {
        self.files = files
        state = Mutex(State(tokens: tokens, fileVersion: files?.fileVersion, checkedAt: .now))
    }

    /// The current tokens.
    var current: ServiceTokens { newest.tokens }

    /// The generation of the tokens.
    ///
    /// The generation grows when the tokens are replaced, so that sessions of older tokens can be ended.
    var generation: Int { newest.generation }

    /// The current tokens and their generation.
    var newest: (tokens: ServiceTokens, generation: Int) {
        state.withLock { state in
            guard let files, state.checkedAt.duration(to: .now) > Self.checkInterval else {
                return (state.tokens, state.generation)
            }
            state.checkedAt = .now
            let fileVersion = files.fileVersion
            // If a file cannot be read, the current tokens stay valid.
            if fileVersion != state.fileVersion, let tokens = try? files.load() {
                // A file that was rewritten with the same tokens is not a rotation.
                if !tokens.full.matches(state.tokens.full.text) || !tokens.capture.matches(state.tokens.capture.text) {
                    state.generation += 1
                }
                state.tokens = tokens
                state.fileVersion = fileVersion
            }
            return (state.tokens, state.generation)
        }
    }

    /// Replaces both tokens with new ones, in memory and in the files.
    ///
    /// - Returns: The new tokens.
    /// - Throws: ``ServiceError`` if the files cannot be written; then the old tokens stay valid.
    func rotate() throws -> ServiceTokens {
        try state.withLock { state in
            let tokens = try files?.rotate() ?? ServiceTokens()
            state.tokens = tokens
            state.generation += 1
            state.fileVersion = files?.fileVersion
            return tokens
        }
    }
}

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
    struct FileVersion: Sendable, Equatable {
        let numbers: [UInt64]
    }

    /// The current version of the files; nil if one is missing.
    var fileVersion: FileVersion? {
        var numbers: [UInt64] = []
        for path in [tokenPath, captureTokenPath] {
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            let written = status.st_mtim
            numbers += [
                UInt64(status.st_ino), UInt64(bitPattern: Int64(written.tv_sec)),
                UInt64(bitPattern: Int64(written.tv_nsec)),
            ]
        }
        return FileVersion(numbers: numbers)
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
        guard number == EEXIST, let existing = try read(path) else { throw failure }
        return existing
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

/// A clock that advances evenly, also while the machine sleeps, and that nobody can set.
///
/// Secrets in memory end by this clock: a wall clock that is set back would prolong their lives.
typealias MonotonicClock = @Sendable () -> ContinuousClock.Instant
