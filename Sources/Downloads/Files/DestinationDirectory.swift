#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The directory that receives a file, held open: every name is looked up in it, so nobody can swap it for another one
/// while a download runs.
final class DestinationDirectory: Sendable {
    /// The directory's path, for messages.
    let path: String
    private let descriptor: Int32

    /// Opens a directory.
    ///
    /// - Parameters:
    ///   - path: An absolute path.
    ///   - isCreated: Makes the directory and its parents if they are not there.
    /// - Throws: ``QueueFailure``.
    init(_ path: String, isCreated: Bool) throws {
        self.path = path
        if isCreated { try Self.create(path) }
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw QueueFailure.system(errno, path) }
    }

    deinit {
        close(descriptor)
    }

    /// The path of a name, for messages.
    func path(of name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

    /// Looks a name up.
    ///
    /// - Returns: nil when nothing has the name.
    func entry(_ name: String) throws -> DirectoryEntry? {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            if errno == ENOENT { return nil }
            throw QueueFailure.system(errno, path(of: name))
        }
        return switch status.st_mode & S_IFMT {
        case S_IFREG: .file(size: Int64(status.st_size), inode: UInt64(status.st_ino))
        case S_IFLNK: .symbolicLink
        default: .other
        }
    }

    /// Makes a new part file, which must not be there yet.
    func createPart(_ name: String) throws -> PartFile {
        let file = openat(descriptor, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw QueueFailure.system(errno, path(of: name)) }
        return try PartFile(descriptor: file, path: path(of: name))
    }

    /// Opens a part file that an earlier try has left.
    ///
    /// - Returns: nil when there is none.
    func openPart(_ name: String) throws -> PartFile? {
        switch try entry(name) {
        case nil: return nil
        case .symbolicLink: throw Self.refusal(path(of: name), "is a symbolic link")
        case .other: throw Self.refusal(path(of: name), "is not a regular file")
        case .file: break
        }
        // A pipe put there in between would let `open` wait for ever without O_NONBLOCK.
        let file = openat(descriptor, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw QueueFailure.system(errno, path(of: name)) }
        return try PartFile(descriptor: file, path: path(of: name))
    }

    /// Gives a file another name unless that name is taken.
    ///
    /// - Returns: False when the name is taken.
    func rename(_ old: String, to new: String) throws -> Bool {
        switch RenameNoReplace.rename(old, to: new, in: descriptor) {
        case 0: return true
        case EEXIST:
            if try entry(new) == .symbolicLink { throw Self.refusal(path(of: new), "is a symbolic link") }
            return false
        case let number: throw QueueFailure.system(number, path(of: new))
        }
    }

    /// Deletes a name; nothing happens when it is not there.
    func unlink(_ name: String) throws {
        guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
            throw QueueFailure.system(errno, path(of: name))
        }
    }

    /// Makes the directory's names durable.
    func sync() throws {
        // Some file systems cannot sync a directory and say EINVAL; there is nothing to be done then.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw QueueFailure.system(errno, path) }
    }

    static func refusal(_ path: String, _ why: String) -> QueueFailure {
        QueueFailure(.refused, "\(path): refused: it \(why)", isLasting: true)
    }

    /// Makes a directory and its parents; those that are there stay as they are.
    private static func create(_ path: String) throws {
        guard mkdir(path, 0o777) != 0 else { return }
        switch errno {
        case EEXIST: return
        case ENOENT:
            var parent = path[...]
            while parent.last == "/" { parent.removeLast() }
            while let last = parent.last, last != "/" { parent.removeLast() }
            guard parent.contains(where: { $0 != "/" }) else { throw QueueFailure.system(ENOENT, path) }
            try create(String(parent))
            guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw QueueFailure.system(errno, path) }
        case let number: throw QueueFailure.system(number, path)
        }
    }
}
