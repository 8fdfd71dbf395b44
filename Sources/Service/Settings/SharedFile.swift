#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file in the data directory that several processes change, one after the other.
///
/// A change replaces the whole file, so that readers need no lock.
struct SharedFile: Sendable {
    /// A version of a file: its inode and the time of its last change.
    struct Stamp: Sendable, Equatable {
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
    var stamp: Stamp? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Glibc)
            let changed = status.st_ctim
        #else
            let changed = status.st_ctimespec
        #endif
        return Stamp(numbers: [
            Int64(truncatingIfNeeded: status.st_ino), Int64(changed.tv_sec), Int64(changed.tv_nsec),
        ])
    }

    /// Waits until no other process or thread changes the file, for a short time: the thread serves requests too.
    ///
    /// - Returns: A file descriptor. Closing it releases the lock.
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
