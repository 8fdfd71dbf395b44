import Glibc

/// The directory of the store.
///
/// Files created in it are private, regardless of the umask.
struct StoreDirectory {
    /// The absolute path.
    let path: String

    /// Opens the directory, and creates it and its parents with mode 0700 if they are missing.
    ///
    /// An existing directory keeps its mode, because other programs may use it.
    ///
    /// - Parameter home: The path as the user gave it.
    /// - Throws: ``StoreError/cannotCreate(path:reason:)``.
    init(creating home: String) throws {
        guard !home.isEmpty else { throw StoreError.cannotCreate(path: home, reason: "the path is empty") }
        guard !home.utf8.contains(0) else {
            throw StoreError.cannotCreate(
                path: "(path with a null character)", reason: "paths cannot contain null characters")
        }
        try Self.create(home)
        guard let resolved = realpath(home, nil) else { throw Self.creationError(home) }
        defer { free(resolved) }
        path = String(cString: resolved)
    }

    /// Returns the absolute path of an entry of the directory.
    func file(_ name: String) -> String { (path == "/" ? "" : path) + "/" + name }

    private static func create(_ path: String) throws {
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else {
                throw StoreError.cannotCreate(path: path, reason: "a file with this name exists")
            }
            return
        }
        guard errno == ENOENT else { throw creationError(path) }
        let parent = parent(of: path)
        if parent != path { try create(parent) }
        if mkdir(path, 0o700) != 0 {
            // Another process may have created it meanwhile.
            guard errno == EEXIST else { throw creationError(path) }
            return
        }
        guard chmod(path, 0o700) == 0 else { throw creationError(path) }
        sync(parent)
    }

    private static func parent(of path: String) -> String {
        var trimmed = Substring(path)
        while trimmed.count > 1, trimmed.last == "/" { trimmed.removeLast() }
        guard let slash = trimmed.lastIndex(of: "/") else { return "." }
        return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
    }

    private static func creationError(_ path: String) -> StoreError {
        .cannotCreate(path: path, reason: String(cString: strerror(errno)))
    }

    /// Makes the directory's entries durable.
    private func sync() { Self.sync(path) }

    /// Makes a directory's entries durable, if its file system supports that.
    private static func sync(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// Runs a closure under an exclusive lock on the directory.
    ///
    /// - Parameter body: Changes files of the directory.
    /// - Returns: The result of `body`.
    /// - Throws: ``StoreError/cannotCreate(path:reason:)``, or an error of `body`.
    func exclusively<Value>(_ body: () throws -> Value) throws -> Value {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.creationError(path) }
        defer {
            // A child of another thread has a copy of the descriptor until it runs its program.
            flock(descriptor, LOCK_UN)
            close(descriptor)
        }
        while flock(descriptor, LOCK_EX) != 0 {
            // The file system has no locks. SQLite needs them too, so the operation continues without one.
            guard errno == EINTR else { break }
        }
        return try body()
    }

    /// Creates an empty file with mode 0600, replacing one that a killed process may have left.
    ///
    /// - Parameter file: The absolute path.
    /// - Throws: ``StoreError``.
    func createEmptyFile(_ file: String) throws {
        remove(file)
        let descriptor = open(file, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw errno == ENOSPC || errno == EDQUOT ? StoreError.diskFull(path: file) : Self.creationError(file)
        }
        defer { close(descriptor) }
        guard fchmod(descriptor, 0o600) == 0 else { throw Self.creationError(file) }
    }

    /// Renames a file durably.
    ///
    /// - Parameters:
    ///   - file: The current path.
    ///   - name: The final path.
    /// - Throws: ``StoreError/cannotCreate(path:reason:)``.
    func move(_ file: String, to name: String) throws {
        guard rename(file, name) == 0 else { throw Self.creationError(name) }
        sync()
    }

    /// The kind of a directory entry.
    enum Entry {
        case nothing
        case file(byteCount: Int64, mode: UInt32)
        case other
    }

    /// The identity of a file, which another file of the same name does not have.
    struct Identity: Equatable {
        let device: UInt64
        let inode: UInt64
    }

    /// Returns the identity of a file; nil if there is none.
    static func identity(of path: String) -> Identity? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    /// Returns true if there is a file, a directory or another entry with a path.
    static func exists(_ path: String) throws -> Bool {
        var status = stat()
        guard lstat(path, &status) != 0 else { return true }
        guard errno == ENOENT || errno == ENOTDIR else {
            throw StoreError.cannotOpen(path: path, reason: String(cString: strerror(errno)))
        }
        return false
    }

    /// Returns the kind of an entry without opening it: closing a descriptor of an SQLite file would release this
    /// process's locks on it.
    func entry(_ file: String) throws -> Entry {
        var status = stat()
        guard stat(file, &status) == 0 else {
            if errno == ENOENT { return .nothing }
            throw StoreError.cannotOpen(path: file, reason: String(cString: strerror(errno)))
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return .other }
        return .file(byteCount: Int64(status.st_size), mode: UInt32(status.st_mode & 0o7777))
    }

    /// Removes the permissions of group and others from a file, if that is allowed.
    func makePrivate(_ file: String) { chmod(file, 0o600) }

    /// Removes a file if it exists.
    func remove(_ file: String) { Self.removeFile(file) }

    /// Removes a file if it exists.
    static func removeFile(_ file: String) { unlink(file) }
}
