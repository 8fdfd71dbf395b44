#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file whose contents have authority: it names a program to run, or the server of the queue.
///
/// Its contents count only if no other user can have written them: this user owns the file and its directory, and
/// neither the group nor others may write to them. Root's files have no authority for other users, nor theirs for
/// root, so `sudo leftoff` with the user's data directory runs no program that the user has chosen.
enum OwnedFile {
    /// The result of reading a file.
    enum Contents {
        /// The file's bytes.
        case bytes([UInt8])
        /// There is no such file.
        case missing
        /// Other users can have written the contents. The reason says how to change that.
        case untrusted(reason: String)
    }

    /// Reads a file, unless other users can have written it.
    ///
    /// A symbolic link is followed, as managers of configuration files need it: the rule holds for the directory of the
    /// link and for the file itself.
    ///
    /// - Parameters:
    ///   - path: The file's absolute path.
    ///   - limit: The maximum number of bytes. A larger file is an error.
    ///   - isPrivate: True for a file that may contain a password: it does not count either if others can read it.
    /// - Returns: The contents, or the reason why they do not count.
    /// - Throws: `CommandFailure` if the file cannot be read or is too large.
    static func read(_ path: String, limit: Int, isPrivate: Bool = false) throws -> Contents {
        // Without blocking: opening a named pipe would otherwise wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let number = errno
            // A link whose target is missing, for example because it is not mounted, is an error.
            var link = stat()
            if lstat(path, &link) != 0 { return .missing }
            throw CommandFailure(
                what: path, why: SystemError.text(number), status: number == EACCES ? .refused : .notFound)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw CommandFailure(what: path, why: SystemError.text(errno), status: .ioError)
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return .untrusted(reason: "not a regular file") }
        if let reason = obstacle(status, path) { return .untrusted(reason: reason) }
        guard !isPrivate || status.st_mode & 0o077 == 0 else {
            return .untrusted(reason: "other users can read it: chmod 600 it")
        }
        let directory = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        guard stat(directory.isEmpty ? "/" : directory, &status) == 0 else {
            throw CommandFailure(what: directory, why: SystemError.text(errno), status: .ioError)
        }
        if let reason = obstacle(status, directory) { return .untrusted(reason: reason) }
        return .bytes(try bytes(of: descriptor, path, limit: limit))
    }

    /// Returns the reason why other users can write to a file or a directory; nil if they cannot.
    private static func obstacle(_ status: stat, _ path: String) -> String? {
        guard status.st_uid == geteuid() else { return "\(path) belongs to another user" }
        guard status.st_mode & 0o022 == 0 else {
            return "other users can change \(path): chmod go-w \(CommandWord.quoted(path))"
        }
        return nil
    }

    private static func bytes(of descriptor: CInt, _ path: String, limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            var count = 0
            repeat {
                count = part.withUnsafeMutableBytes { systemRead(descriptor, $0) }
            } while count < 0 && errno == EINTR
            guard count >= 0 else {
                throw CommandFailure(what: path, why: SystemError.text(errno), status: .ioError)
            }
            guard count > 0 else { return bytes }
            bytes += part.prefix(count)
            guard bytes.count <= limit else {
                throw CommandFailure(what: path, why: "larger than \(limit) bytes", status: .malformedInput)
            }
        }
    }

    private static func systemRead(_ descriptor: CInt, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        #if canImport(Glibc)
            Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        #else
            Darwin.read(descriptor, buffer.baseAddress, buffer.count)
        #endif
    }
}
