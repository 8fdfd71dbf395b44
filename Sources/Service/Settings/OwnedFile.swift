import Downloads
import FoundationEssentials
import Glibc

/// A file whose contents have authority: it names a program to run, the server of the queue, hosts or a directory.
///
/// Its contents count only if no other user can have written them: this user owns the file and its directory, and
/// neither the group nor others may write to them. No other user can have chosen the file either: each directory on the
/// way to it, also from link to link, belongs to this user or the system, and others can exchange nothing in it. Root's
/// files have no authority for other users, nor theirs for root, so `sudo leftoff` with the user's data directory runs
/// no program that the user has chosen.
package enum OwnedFile {
    /// The result of reading a file.
    package enum Contents {
        /// The file's bytes.
        case bytes([UInt8])
        /// There is no such file.
        case missing
        /// Other users can have written the contents. The reason says how to change that.
        case untrusted(reason: String)
    }

    /// Reads a file, unless other users can have written it.
    ///
    /// Symbolic links are followed, as managers of configuration files need it.
    ///
    /// - Parameters:
    ///   - path: The file's absolute path.
    ///   - limit: The maximum number of bytes. A larger file is an error.
    ///   - isPrivate: True for a file that may contain a password: it does not count either if others can read it.
    /// - Returns: The contents, or the reason why they do not count.
    /// - Throws: `ServiceError` if the file cannot be read or is too large.
    package static func read(_ path: String, limit: Int, isPrivate: Bool = false) throws(ServiceError) -> Contents {
        // Without blocking: opening a named pipe would otherwise wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let failure = failure(path)
            // A link whose target is missing, for example because it is not mounted, is an error.
            var link = stat()
            if lstat(path, &link) != 0 { return .missing }
            throw failure
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(path) }
        guard status.st_mode & S_IFMT == S_IFREG else { return .untrusted(reason: "not a regular file") }
        if let reason = FileOwnership.obstacle(owner: status.st_uid, mode: status.st_mode, path: path) {
            return .untrusted(reason: reason)
        }
        guard !isPrivate || status.st_mode & 0o077 == 0 else {
            return .untrusted(reason: "other users can read it: chmod 600 it")
        }
        if let reason = try obstacle(onTheWayTo: path) { return .untrusted(reason: reason) }
        return .bytes(try bytes(of: descriptor, path, limit: limit))
    }

    /// Returns the directory of a path, and that of the file to which a symbolic link there leads.
    private static func directories(of path: String) throws(ServiceError) -> Set<String> {
        guard let target = realpath(path, nil) else { throw failure(path) }
        defer { free(target) }
        return Set(
            [path, String(cString: target)].map { path in
                let parent = parent(of: path)
                return parent.isEmpty ? "/" : parent
            })
    }

    /// Returns the reason why other users can add files beside a file or exchange a part of its path.
    ///
    /// - Parameter path: The absolute path of a file.
    /// - Returns: The reason; nil if they cannot, or if nothing has this path.
    package static func obstacle(toDirectoryOf path: String) -> String? {
        do { return try obstacle(onTheWayTo: path) } catch {
            if case .unreadableFile(_, ENOENT) = error { return nil }
            return "\(error)"
        }
    }

    /// The maximum number of symbolic links in a path, as in Linux (path_resolution(7)).
    private static let linkLimit = 40

    /// Returns the reason why other users can add files beside a file or exchange a part of its path.
    ///
    /// The directories of the file and of a link to it must be the user's own. Those above may be the system's, and in
    /// a directory such as `/tmp`, where all users may write, each user can exchange only his own files.
    private static func obstacle(onTheWayTo path: String) throws(ServiceError) -> String? {
        for directory in try directories(of: path) {
            if let reason = FileOwnership.obstacle(to: directory) { return reason }
        }
        // A user namespace shows the owner of the system as an unknown user.
        var system = stat()
        guard stat("/", &system) == 0 else { throw failure("/") }
        let owners = [geteuid(), system.st_uid]
        var directory = ""
        // A relative path, as in `LEFTOFF_HOME=data`, begins at the working directory.
        let whole = isAbsolute(path) ? path : FileManager.default.currentDirectoryPath + "/" + path
        var rest = names(of: whole).reversed() as [String]
        var linkCount = 0
        while let name = rest.popLast() {
            if name == "." { continue }
            if name == ".." {
                directory = parent(of: directory)
                continue
            }
            let (container, entry) = (directory.isEmpty ? "/" : directory, "\(directory)/\(name)")
            var (status, entryStatus) = (stat(), stat())
            guard lstat(container, &status) == 0 else { throw failure(container) }
            guard lstat(entry, &entryStatus) == 0 else { throw failure(entry) }
            guard owners.contains(status.st_uid) else { return "\(container) belongs to another user" }
            // A user's own group, which has the same number as the user, has no other members.
            let isOwnGroup = status.st_gid == getegid() && getegid() == geteuid()
            let isWritable = status.st_mode & 0o002 != 0 || status.st_mode & 0o020 != 0 && !isOwnGroup
            let isSticky = status.st_mode & S_ISVTX != 0 && owners.contains(entryStatus.st_uid)
            if isWritable, !isSticky { return "other users can change \(container): chmod go-w it" }
            guard entryStatus.st_mode & S_IFMT == S_IFLNK else {
                directory = entry
                continue
            }
            linkCount += 1
            guard linkCount <= linkLimit, let target = target(ofLink: entry) else { throw failure(entry) }
            if isAbsolute(target) { directory = "" }
            rest += names(of: target).reversed()
        }
        return nil
    }

    // Paths are compared by bytes: a slash before a combining character is one for the system too.

    private static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

    private static func names(of path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    }

    /// Returns the path of the directory that contains a file; empty for the root directory.
    private static func parent(of path: String) -> String {
        String(path[..<(path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)])
    }

    /// Returns the text of a symbolic link; nil if it cannot be read.
    private static func target(ofLink path: String) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let address = buffer.baseAddress else { return nil }
            let count = readlink(path, address, buffer.count)
            return count > 0 ? String(decoding: UnsafeRawBufferPointer(buffer).prefix(count), as: UTF8.self) : nil
        }
    }

    private static func bytes(of descriptor: CInt, _ path: String, limit: Int) throws(ServiceError) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            var count = 0
            repeat {
                count = part.withUnsafeMutableBytes { systemRead(descriptor, $0) }
            } while count < 0 && errno == EINTR
            guard count >= 0 else { throw failure(path) }
            guard count > 0 else { return bytes }
            bytes += part.prefix(count)
            guard bytes.count <= limit else { throw .largeFile(path: path, limit: limit) }
        }
    }

    private static func failure(_ path: String) -> ServiceError { .unreadableFile(path: path, errno: errno) }

    /// Calls `write(2)`.
    static func systemWrite(_ descriptor: CInt, _ buffer: UnsafeRawBufferPointer) -> Int {
        Glibc.write(descriptor, buffer.baseAddress, buffer.count)
    }

    /// Calls `read(2)`.
    static func systemRead(_ descriptor: CInt, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    }
}

/// A file in the data directory that several processes change, one after the other.
///
/// A change replaces the whole file, so that readers need no lock.
struct SharedFile: Sendable {
    /// A version of a file: its inode and the time of its last change.
    struct FileVersion: Sendable, Equatable {
        let numbers: [Int64]
    }

    /// The number of attempts to get the lock.
    ///
    /// With ``pause()``, all of them take half a second.
    static let lockAttempts = 25

    /// The data directory, which must exist before the file is written.
    let home: String
    /// The file's name.
    let name: String
    /// The name of the file whose lock a process holds while it changes the file.
    let lockName: String
    /// Waits between two attempts to get the lock.
    var wait: @Sendable () -> Void = Self.pause

    /// Waits for 20 ms.
    @Sendable
    static func pause() { usleep(20_000) }

    /// The file's path.
    var path: String { "\(home)/\(name)" }

    /// The current version; nil if the file is missing.
    var fileVersion: FileVersion? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let changed = status.st_ctim
        return FileVersion(numbers: [
            Int64(truncatingIfNeeded: status.st_ino), Int64(changed.tv_sec), Int64(changed.tv_nsec),
        ])
    }

    /// Waits until no other process or thread changes the file, for a short time: the thread serves requests too.
    ///
    /// - Returns: A file descriptor for ``unlock(_:)``.
    /// - Throws: `ServiceError` if the lock cannot be created, or another process holds it for too long.
    func lock() throws(ServiceError) -> CInt {
        let lock = open("\(home)/\(lockName)", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw failure() }
        for attempt in 1...Self.lockAttempts {
            if flock(lock, LOCK_EX | LOCK_NB) == 0 { return lock }
            guard errno == EWOULDBLOCK || errno == EINTR else {
                let failure = failure()
                close(lock)
                throw failure
            }
            if attempt < Self.lockAttempts { wait() }
        }
        close(lock)
        throw .lockedFile(path: path)
    }

    /// Releases the lock.
    ///
    /// Closing the file would not be enough: a child process of another thread has a copy of the descriptor until it
    /// runs its program, and would hold the lock as long.
    static func unlock(_ lock: CInt) {
        flock(lock, LOCK_UN)
        close(lock)
    }

    /// Replaces the file durably.
    ///
    /// - Parameter bytes: The new contents.
    /// - Throws: `ServiceError` if the file cannot be written; then it is unchanged.
    func replace(with bytes: [UInt8]) throws(ServiceError) {
        let part = "\(path).\(Token().text.prefix(12))"
        let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure() }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { OwnedFile.systemWrite(descriptor, $0) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        let isWritten = rest.isEmpty && fchmod(descriptor, 0o600) == 0 && fsync(descriptor) == 0
        let number = errno
        close(descriptor)
        errno = number
        guard isWritten, rename(part, path) == 0 else {
            let failure = failure()
            unlink(part)
            throw failure
        }
        let directory = open(home, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw failure() }
        defer { close(directory) }
        // Some file systems cannot sync a directory; nothing more can be done then.
        if fsync(directory) != 0 && errno != EINVAL { throw failure() }
    }

    private func failure() -> ServiceError {
        .sharedFile(path: path, reason: strerror(errno).map { String(cString: $0) } ?? "error \(errno)")
    }
}
