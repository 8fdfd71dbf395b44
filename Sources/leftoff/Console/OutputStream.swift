#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A command's data: standard output, or the file of `-o`, which appears under its name only when it is complete.
struct OutputStream: ~Copyable {
    private let descriptor: Int32
    private let name: String
    private let file: (path: String, part: String)?
    private var buffer: [UInt8] = []
    private var isFinished = false
    // One page of output costs one system call; larger gains nothing measurable in a pipe of 64 KiB.
    private let flushThreshold = 64 * 1024

    /// Opens the output.
    ///
    /// A file that is there keeps its mode. Of a symbolic link the target is replaced, or made where it leads nowhere.
    ///
    /// - Parameters:
    ///   - path: A file's path, or nil or `-` for standard output.
    ///   - isPrivate: Whether only its owner may read the file, whatever mode it had.
    /// - Throws: `CommandFailure`: usage for an empty path, cannot create if the file cannot be made.
    init(path: String? = nil, isPrivate: Bool = false) throws {
        (descriptor, name, file) = try Self.open(path, isPrivate: isPrivate)
    }

    private static func open(
        _ path: String?, isPrivate: Bool
    ) throws -> (descriptor: Int32, name: String, file: (path: String, part: String)?) {
        guard let path, path != "-" else { return (STDOUT_FILENO, "standard output", nil) }
        guard !path.isEmpty else { throw CommandFailure(what: "usage", why: "-o takes a file's name", status: .usage) }
        var status = stat()
        let isThere = stat(path, &status) == 0
        if isThere && status.st_mode & S_IFMT != S_IFREG {
            // A device or a named pipe is written to, never replaced.
            let descriptor = openDevice(path)
            guard descriptor >= 0 else { throw failure(path, .cannotCreate) }
            return (descriptor, path, nil)
        }
        guard isThere || errno != ELOOP else { throw failure(path, .cannotCreate) }
        let target = target(of: path)
        let part = UnfinishedFile.make(for: target, mode: isThere || isPrivate ? 0o600 : 0o666)
        guard part.descriptor >= 0 else { throw failure(path, .cannotCreate) }
        UnfinishedFile.removeOnSignal(part.path)
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
        guard let file, !isFinished else { return }
        unlink(file.part)
        UnfinishedFile.forget()
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
    /// - Parameter publishes: False removes what was written of a file instead.
    /// - Throws: `CommandFailure` (I/O error) if that fails; a file's old content is then untouched.
    mutating func finish(publishes: Bool = true) throws {
        guard publishes || file == nil else { return }
        try flush()
        isFinished = true
        guard let file else { return }
        defer { UnfinishedFile.forget() }
        if fsync(descriptor) != 0 && errno != EINVAL || rename(file.part, file.path) != 0 {
            let failure = failure()
            unlink(file.part)
            throw failure
        }
    }

    /// Where a path leads through symbolic links, the last of which may lead to nothing yet.
    private static func target(of path: String) -> String {
        if let pointer = realpath(path, nil) {
            defer { free(pointer) }
            return String(cString: pointer)
        }
        var path = path
        // As many as Linux follows itself.
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

    /// Gives the new file the mode of the one that it replaces, and its owner where that is allowed.
    private static func copyAccess(of status: stat, to descriptor: Int32) {
        // Before the mode, since a change of the owner takes bits of the mode away.
        let isOwned = fchown(descriptor, status.st_uid, status.st_gid) == 0
        // What was meant for another group is not for ours.
        fchmod(descriptor, status.st_mode & (isOwned ? 0o777 : 0o707))
    }

    private func failure() -> CommandFailure {
        let number = errno
        // What the caller has closed is held for reading alone.
        if file == nil, descriptor == STDOUT_FILENO, fcntl(descriptor, F_GETFL) & O_ACCMODE == O_RDONLY {
            return CommandFailure(what: name, why: "it is closed", status: .ioError)
        }
        return CommandFailure(what: name, why: SystemError.text(number), status: .ioError)
    }

    private static func failure(_ name: String, _ status: ExitStatus) -> CommandFailure {
        CommandFailure(what: name, why: SystemError.text(errno), status: status)
    }
}
