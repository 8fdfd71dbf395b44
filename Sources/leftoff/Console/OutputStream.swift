import VisibleText

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The data output of a command: standard output, or the file of `-o`, which gets its name only when it is complete.
///
/// If it is a terminal, the characters that a terminal obeys or hides are replaced. A pipe and a file get all bytes.
struct OutputStream: ~Copyable {
    private let descriptor: Int32
    private let name: String
    /// The final path, and that of the temporary file; `part` is nil as long as that file has no name.
    private let file: (path: String, part: String?)?
    private var buffer: [UInt8] = []
    private var isFinished = false
    private let isTerminal: Bool
    /// The last bytes for a terminal, if they may be the beginning of a character or of a line end.
    private var incomplete: ArraySlice<UInt8> = []
    // The size of a pipe's buffer on Linux; a larger one is not measurably faster.
    private let flushThreshold = 64 * 1024

    /// Opens the output.
    ///
    /// An existing file keeps its mode. If the path is a symbolic link, its target is replaced or created.
    ///
    /// - Parameters:
    ///   - path: A file's path; nil or `-` for standard output.
    ///   - isPrivate: True to make the file readable for its owner only, even if it exists with another mode.
    /// - Throws: `CommandFailure`: usage for an empty path, cannot create if the file cannot be created.
    init(path: String? = nil, isPrivate: Bool = false) throws {
        (descriptor, name, file) = try Self.open(path, isPrivate: isPrivate)
        isTerminal = isatty(descriptor) == 1
    }

    private static func open(
        _ path: String?, isPrivate: Bool
    ) throws -> (descriptor: Int32, name: String, file: (path: String, part: String?)?) {
        guard let path, path != "-" else { return (STDOUT_FILENO, "standard output", nil) }
        guard !path.isEmpty else { throw CommandFailure(what: "usage", why: "-o needs a file name", status: .usage) }
        var status = stat()
        let isThere = stat(path, &status) == 0
        if isThere && status.st_mode & S_IFMT != S_IFREG {
            // A device or a named pipe is written to and never replaced.
            let descriptor = openDevice(path)
            guard descriptor >= 0 else { throw failure(path, .cannotCreate) }
            return (descriptor, path, nil)
        }
        guard isThere || errno != ELOOP else { throw failure(path, .cannotCreate) }
        let target = target(of: path)
        let part = TemporaryOutputFile.create(for: target, mode: isThere || isPrivate ? 0o600 : 0o666)
        guard part.descriptor >= 0 else { throw failure(path, .cannotCreate) }
        if let path = part.path { TemporaryOutputFile.removeOnSignal(path) }
        if isThere && !isPrivate { copyAccess(of: status, to: part.descriptor) }
        return (part.descriptor, path, (target, part.path))
    }

    private static func openDevice(_ path: String) -> Int32 {
        #if canImport(Glibc)
            Glibc.open(path, O_WRONLY | O_CLOEXEC)
        #else
            Darwin.open(path, O_WRONLY | O_CLOEXEC)
        #endif
    }

    deinit {
        guard descriptor > STDERR_FILENO else { return }
        close(descriptor)
        guard let part = file?.part, !isFinished else { return }
        unlink(part)
        TemporaryOutputFile.keepOnSignal()
    }

    /// Appends bytes, which are written when the buffer is full.
    ///
    /// - Parameter bytes: The bytes to append.
    /// - Throws: `CommandFailure` (I/O error) if they cannot be written.
    mutating func write(_ bytes: some Sequence<UInt8>) throws {
        buffer.append(contentsOf: bytes)
        if buffer.count >= flushThreshold { try flush() }
    }

    /// Appends bytes; a large block is written without being copied.
    ///
    /// - Parameter bytes: The bytes to append.
    /// - Throws: `CommandFailure` (I/O error) if they cannot be written.
    mutating func write(_ bytes: [UInt8]) throws {
        guard bytes.count >= flushThreshold else {
            buffer.append(contentsOf: bytes)
            if buffer.count >= flushThreshold { try flush() }
            return
        }
        try flush()
        try write(whole: bytes)
    }

    /// Appends a line.
    ///
    /// - Parameter text: The line without its line break.
    /// - Throws: `CommandFailure` (I/O error) if it cannot be written.
    mutating func writeLine(_ text: String) throws {
        try write(text.utf8)
        try write(CollectionOfOne(UInt8(ascii: "\n")))
    }

    /// Writes Leftoff's own text, in which a terminal gets styles.
    ///
    /// - Parameter text: A text without any part that comes from outside.
    /// - Throws: `CommandFailure` (I/O error) if it cannot be written.
    mutating func writeStyled(_ text: String) throws {
        try flush()
        try writeIncomplete()
        try writeUnchanged(Array(text.utf8))
    }

    /// Writes the buffered bytes.
    ///
    /// - Throws: `CommandFailure` (I/O error) if they cannot be written.
    mutating func flush() throws {
        guard !buffer.isEmpty else { return }
        try write(whole: buffer)
        buffer.removeAll(keepingCapacity: true)
    }

    private mutating func write(whole buffer: [UInt8]) throws {
        guard isTerminal else { return try writeUnchanged(buffer) }
        let text = incomplete + buffer
        incomplete = Self.incompleteEnd(of: text)
        try writeVisible(text.dropLast(incomplete.count))
    }

    /// Writes the bytes that were held back.
    private mutating func writeIncomplete() throws {
        guard !incomplete.isEmpty else { return }
        try writeVisible(incomplete)
        incomplete = []
    }

    private func writeVisible(_ text: ArraySlice<UInt8>) throws {
        var visible: [UInt8] = []
        text.withUnsafeBufferPointer { text in
            VisibleText.append(text, to: &visible) { scalar in
                scalar == "\t" || scalar == "\n" ? String(scalar) : VisibleText.replacement
            }
        }
        try writeUnchanged(visible)
    }

    /// Returns the bytes at the end that begin a character of UTF-8 (RFC 3629), or may begin a line end.
    private static func incompleteEnd(of text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        for (count, byte) in zip(1...3, text.reversed()) where byte & 0xC0 != 0x80 {
            let length = byte == 0x0D ? 2 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return text.suffix(count < length ? count : 0)
        }
        return []
    }

    private func writeUnchanged(_ buffer: [UInt8]) throws {
        var start = 0
        while start < buffer.count {
            let count = buffer.withUnsafeBytes { [descriptor] bytes in
                #if canImport(Glibc)
                    Glibc.write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
                #else
                    Darwin.write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
                #endif
            }
            if count < 0 {
                if errno == EINTR { continue }
                if errno == EPIPE && file == nil { BrokenPipe.end() }
                throw failure()
            }
            start += count
        }
    }

    /// Writes the buffered bytes and gives a file its final name.
    ///
    /// - Parameter publishes: False to delete the new file instead of renaming it; no effect on standard output.
    /// - Throws: `CommandFailure` (I/O error) if that fails; an existing file is then unchanged.
    mutating func finish(publishes: Bool = true) throws {
        guard publishes || file == nil else { return }
        try flush()
        try writeIncomplete()
        isFinished = true
        guard let file else { return }
        defer { TemporaryOutputFile.keepOnSignal() }
        if fsync(descriptor) != 0 && errno != EINVAL { throw discarding(file.part) }
        guard let part = file.part ?? TemporaryOutputFile.name(descriptor, for: file.path) else { throw failure() }
        guard rename(part, file.path) == 0 else { throw discarding(part) }
    }

    /// Deletes the temporary file, and returns the failure that `errno` describes.
    private func discarding(_ part: String?) -> CommandFailure {
        let failure = failure()
        if let part { unlink(part) }
        return failure
    }

    /// Resolves symbolic links, the last of which may lead to a file that does not exist yet.
    private static func target(of path: String) -> String {
        if let pointer = realpath(path, nil) {
            defer { free(pointer) }
            return String(cString: pointer)
        }
        var path = path
        // Linux also follows at most 40 symbolic links (path_resolution(7)).
        for _ in 0..<40 {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(path, &buffer, buffer.count)
            guard count > 0 else { return path }
            let link = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let directory = path.lastIndex(of: "/").map { path[...$0] } ?? ""
            path = link.hasPrefix("/") ? link : directory + link
        }
        return path
    }

    /// Gives the new file the mode of the file that it replaces, and its owner if that is permitted.
    private static func copyAccess(of status: stat, to descriptor: Int32) {
        // The owner is changed before the mode, because changing the owner clears bits of the mode.
        let isOwned = fchown(descriptor, status.st_uid, status.st_gid) == 0
        // If the group is another one, it must not get the permissions of the old group.
        fchmod(descriptor, status.st_mode & (isOwned ? 0o777 : 0o707))
    }

    private func failure() -> CommandFailure {
        let number = errno
        // If the caller has closed a standard stream, CTerminal opens /dev/null read-only in its place.
        if file == nil, descriptor == STDOUT_FILENO, fcntl(descriptor, F_GETFL) & O_ACCMODE == O_RDONLY {
            return CommandFailure(what: name, why: "closed by the caller", status: .ioError)
        }
        return CommandFailure(what: name, why: SystemError.text(number), status: .ioError)
    }

    private static func failure(_ name: String, _ status: ExitStatus) -> CommandFailure {
        CommandFailure(what: name, why: SystemError.text(errno), status: status)
    }
}
