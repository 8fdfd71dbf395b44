import Glibc
import Synchronization
import Syntax

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

    /// Writes lines to standard output.
    ///
    /// - Parameter lines: The lines without their line breaks.
    /// - Throws: `CommandFailure` (I/O error) if they cannot be written.
    static func print(lines: some Sequence<String>) throws {
        var output = try OutputStream()
        for line in lines { try output.writeLine(line) }
        try output.finish()
    }

    /// Writes bytes to standard output.
    ///
    /// - Parameter bytes: The whole output.
    /// - Throws: `CommandFailure` (I/O error) if they cannot be written.
    static func print(_ bytes: [UInt8]) throws {
        var output = try OutputStream()
        try output.write(bytes)
        try output.finish()
    }

    private static func open(
        _ path: String?, isPrivate: Bool
    ) throws -> (descriptor: Int32, name: String, file: (path: String, part: String?)?) {
        guard let path, path != "-" else { return (STDOUT_FILENO, "standard output", nil) }
        guard !path.isEmpty else { throw CommandFailure.usage("-o needs a file name") }
        var status = stat()
        let exists = stat(path, &status) == 0
        if exists && status.st_mode & S_IFMT != S_IFREG {
            // A device or a named pipe is written to and never replaced.
            let descriptor = openDevice(path)
            guard descriptor >= 0 else { throw failure(path, .cannotCreate) }
            return (descriptor, path, nil)
        }
        guard exists || errno != ELOOP else { throw failure(path, .cannotCreate) }
        let target = target(of: path)
        let part = TemporaryOutputFile.create(for: target, mode: exists || isPrivate ? 0o600 : 0o666)
        guard part.descriptor >= 0 else { throw failure(path, .cannotCreate) }
        if let path = part.path { TemporaryOutputFile.removeOnSignal(path) }
        if exists && !isPrivate { copyAccess(of: status, to: part.descriptor) }
        return (part.descriptor, path, (target, part.path))
    }

    private static func openDevice(_ path: String) -> Int32 {
        Glibc.open(path, O_WRONLY | O_CLOEXEC)
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
                Glibc.write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
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
        if let resolved = SystemPath.resolved(path) { return resolved }
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

    /// Gives a new file the mode of another file, and its owner if that is permitted.
    fileprivate static func copyAccess(of status: stat, to descriptor: Int32) {
        // The owner is changed before the mode, because changing the owner clears bits of the mode.
        let isOwned = fchown(descriptor, status.st_uid, status.st_gid) == 0
        // If the group is another one, it must not get the permissions of the old group.
        fchmod(descriptor, status.st_mode & (isOwned ? 0o777 : 0o707))
    }

    private func failure() -> CommandFailure {
        let number = errno
        // If the caller has closed a standard stream, CPlatform opens /dev/null read-only in its place.
        if file == nil, descriptor == STDOUT_FILENO, fcntl(descriptor, F_GETFL) & O_ACCMODE == O_RDONLY {
            return CommandFailure(what: name, why: "closed by the caller", status: .ioError)
        }
        return CommandFailure(what: name, why: SystemError.text(number), status: .ioError)
    }

    private static func failure(_ name: String, _ status: ExitStatus) -> CommandFailure {
        CommandFailure(what: name, why: SystemError.text(errno), status: status)
    }
}

/// The temporary file to which an output is written, beside its final path.
enum TemporaryOutputFile {
    private static let numbers = [SIGINT, SIGTERM, SIGHUP]

    /// The address of the path as a C string for the signal handler; 0 if there is no file to delete.
    private static let pointer = Atomic<UInt>(0)

    /// Creates a temporary file.
    ///
    /// If the file system supports it, the file has no name, so that not even a killed process leaves it behind.
    /// Otherwise files that killed processes left for the same target are deleted.
    ///
    /// - Parameters:
    ///   - target: The final path.
    ///   - mode: The permissions, without those that the process's umask removes.
    /// - Returns: The descriptor, or -1 with `errno` set, and the path; nil for a file without a name.
    static func create(for target: String, mode: mode_t) -> (descriptor: Int32, path: String?) {
        let unnamed = createUnnamed(in: directory(of: target), mode: mode)
        if unnamed >= 0 { return (unnamed, nil) }
        removeAbandoned(for: target)
        let file = createNamed(for: target, mode: mode)
        // The lock shows other processes that the file is in use.
        if file.descriptor >= 0 { _ = flock(file.descriptor, LOCK_EX | LOCK_NB) }
        return file
    }

    /// Gives a file without a name a temporary one, because only a file with a name can replace another file.
    ///
    /// Sandboxes may forbid the link, and some file systems do not support it. The file is then copied.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor that ``create(for:mode:)`` returned without a path.
    ///   - target: The final path.
    /// - Returns: The temporary path; nil with `errno` set if that failed.
    static func name(_ descriptor: Int32, for target: String) -> String? {
        for attempt in 0...100 {
            let path = candidate(for: target, attempt)
            if linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 { return path }
            guard errno == EEXIST else { break }
        }
        return copy(descriptor, for: target)
    }

    /// Copies a file without a name into a durable one with a temporary name.
    ///
    /// - Returns: The temporary path; nil with `errno` set if that failed.
    private static func copy(_ source: Int32, for target: String) -> String? {
        var status = stat()
        guard fstat(source, &status) == 0 else { return nil }
        removeAbandoned(for: target)
        let file = createNamed(for: target, mode: 0o600)
        guard file.descriptor >= 0, let path = file.path else { return nil }
        let descriptor = file.descriptor
        removeOnSignal(path)
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        OutputStream.copyAccess(of: status, to: descriptor)
        let isComplete = copyBytes(from: source, to: descriptor) && (fsync(descriptor) == 0 || errno == EINVAL)
        // It stays open until the process ends, so that no other process takes the file for an abandoned one.
        if isComplete { return path }
        let number = errno
        unlink(path)
        close(descriptor)
        errno = number
        return nil
    }

    /// Copies all bytes of a file; returns false with `errno` set if that failed.
    private static func copyBytes(from source: Int32, to descriptor: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        var offset: off_t = 0
        while true {
            let count = buffer.withUnsafeMutableBytes { pread(source, $0.baseAddress, $0.count, offset) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 }
            guard buffer[..<count].withUnsafeBytes({ $0.writeAll(to: descriptor) }) else { return false }
            offset += off_t(count)
        }
    }

    /// Returns the descriptor of a new file without a name, or -1.
    private static func createUnnamed(in directory: String, mode: mode_t) -> Int32 {
        // Without /proc, the file could not get a name later.
        guard access("/proc/self/fd", X_OK) == 0 else { return -1 }
        // O_TMPFILE, which Swift does not import because it is a combination of two flags.
        // It is readable so that it can be copied if it cannot get a name.
        return open(directory, O_RDWR | O_CLOEXEC | O_DIRECTORY | 0o20_000_000, mode)
    }

    private static func directory(of target: String) -> String {
        guard let slash = target.lastIndex(of: "/") else { return "." }
        return slash == target.startIndex ? "/" : String(target[..<slash])
    }

    private static func candidate(for target: String, _ attempt: Int) -> String {
        "\(target).leftoff-\(getpid())\(attempt == 0 ? "" : "-\(attempt)")"
    }

    /// Deletes the named temporary files of processes that were killed.
    private static func removeAbandoned(for target: String) {
        let directory = directory(of: target)
        let prefix = target.split(separator: "/").last.map { "\($0).leftoff-" } ?? ""
        guard !prefix.isEmpty, let stream = opendir(directory) else { return }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasPrefix(prefix), isNumber(name.dropFirst(prefix.count)) else { continue }
            let path = "\(directory)/\(name)"
            let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
            close(descriptor)
        }
    }

    /// Returns true for the number of a process, possibly with the number of an attempt: `12` or `12-3`.
    private static func isNumber(_ text: Substring) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return (1...2).contains(parts.count)
            && parts.allSatisfy { ASCII.isDigits($0) }
    }

    private static func createNamed(for target: String, mode: mode_t) -> (descriptor: Int32, path: String?) {
        var path = candidate(for: target, 0)
        var descriptor: Int32 = -1
        // A killed process with the same id may have left a file with this name.
        for attempt in 1...100 {
            descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
            guard descriptor < 0, errno == EEXIST else { break }
            path = candidate(for: target, attempt)
        }
        return (descriptor, path)
    }

    /// Cancels ``removeOnSignal(_:)``, because the file has been renamed or deleted.
    static func keepOnSignal() {
        // The string is not freed, because a handler may be reading it.
        pointer.store(0, ordering: .sequentiallyConsistent)
    }

    /// Deletes a file when a signal ends the process.
    ///
    /// There is one such file at a time, because a command has one output.
    ///
    /// - Parameter path: The path of the temporary file.
    static func removeOnSignal(_ path: String) {
        pointer.store(strdup(path).map { UInt(bitPattern: $0) } ?? 0, ordering: .sequentiallyConsistent)
        for number in numbers {
            var before = sigaction()
            sigaction(number, nil, &before)
            // Signals that are ignored, or handled by another part of the process, are not changed.
            guard isDefault(before) else { continue }
            signal(number) { number in
                // Only async-signal-safe calls: atomics, unlink, signal, raise.
                let address = TemporaryOutputFile.pointer.load(ordering: .sequentiallyConsistent)
                if let path = UnsafePointer<CChar>(bitPattern: address) { unlink(path) }
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    private static func isDefault(_ action: sigaction) -> Bool {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 0
    }
}

/// A small file that has either its old or its new contents, even after a power failure.
enum AtomicFile {
    /// Writes a file, which is never seen incomplete.
    ///
    /// - Parameters:
    ///   - bytes: The complete contents of the file.
    ///   - path: The file's path; a symbolic link is replaced, not followed.
    ///   - mode: The permissions, regardless of the umask.
    /// - Throws: `CommandFailure` (cannot create).
    static func write(_ bytes: [UInt8], to path: String, mode: mode_t) throws(CommandFailure) {
        let temporary = "\(path).\(getpid())"
        // A process with this id may have been killed while it wrote.
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure(path) }
        let isComplete =
            fchmod(descriptor, mode) == 0 && bytes.withUnsafeBytes { $0.writeAll(to: descriptor) }
            && (fsync(descriptor) == 0 || errno == EINVAL)
        let number = errno
        close(descriptor)
        errno = number
        guard isComplete, rename(temporary, path) == 0 else {
            let failure = failure(path)
            unlink(temporary)
            throw failure
        }
    }

    /// Creates a directory and its missing parents.
    ///
    /// - Parameters:
    ///   - path: The directory's path.
    ///   - mode: The permissions of new directories, without those that the umask removes.
    /// - Throws: `CommandFailure` (cannot create).
    static func createDirectory(_ path: String, mode: mode_t) throws(CommandFailure) {
        var prefix = path.hasPrefix("/") ? "/" : ""
        for name in path.split(separator: "/") {
            prefix += name
            if mkdir(prefix, mode) != 0 && errno != EEXIST { throw failure(path) }
            prefix += "/"
        }
    }

    private static func failure(_ path: String) -> CommandFailure {
        CommandFailure(what: path, why: SystemError.text(errno), status: .cannotCreate)
    }
}

extension UnsafeRawBufferPointer {
    /// Writes all bytes to a descriptor; returns false with `errno` set if that failed.
    func writeAll(to descriptor: Int32) -> Bool {
        var start = 0
        while start < count {
            let written = Glibc.write(descriptor, baseAddress?.advanced(by: start), count - start)
            if written < 0, errno == EINTR { continue }
            guard written >= 0 else { return false }
            start += written
        }
        return true
    }
}
