#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A command's data: standard output, or the file of `-o`, which appears under its name only when it is complete.
struct OutputStream: ~Copyable {
    private let descriptor: Int32
    private let file: (path: String, part: String)?
    private var buffer: [UInt8] = []
    private var isFinished = false
    // One page of output costs one system call; larger gains nothing measurable in a pipe of 64 KiB.
    private let flushThreshold = 64 * 1024

    /// Opens the output.
    ///
    /// - Parameter path: A file's path, or nil or `-` for standard output.
    /// - Throws: `CommandFailure` (cannot create) if the file cannot be made.
    init(path: String? = nil) throws {
        guard let path, path != "-" else {
            descriptor = STDOUT_FILENO
            file = nil
            return
        }
        var status = stat()
        if stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG {
            // A device or a named pipe is written to, never replaced.
            descriptor = open(path, O_WRONLY | O_CLOEXEC)
            file = nil
        } else {
            // What a link points to is replaced, not the link.
            let target = Self.resolved(path)
            let part = "\(target).leftoff-\(getpid())"
            descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
            file = (target, part)
        }
        if descriptor < 0 {
            throw CommandFailure(what: path, why: SystemError.text(errno), status: .cannotCreate)
        }
    }

    deinit {
        guard descriptor > STDERR_FILENO else { return }
        close(descriptor)
        if let file, !isFinished { unlink(file.part) }
    }

    /// Adds bytes to the output.
    ///
    /// - Parameter bytes: What to write.
    /// - Throws: `CommandFailure` (I/O error) if they cannot be written.
    mutating func write(_ bytes: some Sequence<UInt8>) throws {
        buffer.append(contentsOf: bytes)
        if buffer.count >= flushThreshold { try flush() }
    }

    /// Adds a line to the output.
    ///
    /// - Parameter text: The line without its line break.
    /// - Throws: `CommandFailure` (I/O error) if it cannot be written.
    mutating func writeLine(_ text: String) throws {
        try write(text.utf8)
        try write(CollectionOfOne(UInt8(ascii: "\n")))
    }

    /// Writes what is buffered.
    ///
    /// - Throws: `CommandFailure` (I/O error) if it cannot be written.
    mutating func flush() throws {
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
        buffer.removeAll(keepingCapacity: true)
    }

    /// Writes the rest and gives a file its name.
    ///
    /// - Throws: `CommandFailure` (I/O error) if that fails; a file's old content is then untouched.
    mutating func finish() throws {
        try flush()
        isFinished = true
        guard let file else { return }
        if fsync(descriptor) != 0 && errno != EINVAL || rename(file.part, file.path) != 0 {
            let failure = failure()
            unlink(file.part)
            throw failure
        }
    }

    private static func resolved(_ path: String) -> String {
        guard let pointer = realpath(path, nil) else { return path }
        defer { free(pointer) }
        return String(cString: pointer)
    }

    private func failure() -> CommandFailure {
        CommandFailure(what: file?.path ?? "standard output", why: SystemError.text(errno), status: .ioError)
    }
}
