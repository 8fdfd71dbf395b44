import DownloadQueue

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
        guard file >= 0 else { throw makingFailure(errno, name) }
        return try PartFile(descriptor: file, path: path(of: name))
    }

    /// Makes a new file of known content, which must not be there yet, with the permissions of new files.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - bytes: What it holds.
    ///   - isPrivate: True where it gets its permissions later, and until then nobody else may read it.
    /// - Returns: The file; nil when the name is taken.
    /// - Throws: ``QueueFailure``; then the file is not there.
    func createFile(_ name: String, _ bytes: [UInt8], isPrivate: Bool = false) throws -> PartFile? {
        let descriptor = openat(
            self.descriptor, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, isPrivate ? 0o600 : 0o666)
        guard descriptor >= 0 else {
            if errno == EEXIST { return nil }
            throw makingFailure(errno, name)
        }
        let file = PartFile(new: descriptor, path: path(of: name))
        do {
            try bytes.withUnsafeBytes { try file.write($0, at: 0) }
        } catch {
            try? unlink(name)
            throw error
        }
        return file
    }

    /// True while the path still leads to this directory.
    var isCurrent: Bool {
        var mine = stat()
        var present = stat()
        return fstat(descriptor, &mine) == 0 && stat(path, &present) == 0 && mine.st_dev == present.st_dev
            && mine.st_ino == present.st_ino
    }

    /// Opens a part file that an earlier try has left.
    ///
    /// - Returns: nil when there is none.
    func openPart(_ name: String) throws -> PartFile? {
        switch try entry(name) {
        case nil: return nil
        case .symbolicLink: throw linkRefusal(name)
        case .other: throw Self.refusal(path(of: name), "is not a regular file")
        case .file: break
        }
        // A pipe put there in between would let `open` wait for ever without O_NONBLOCK.
        let file = openat(descriptor, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw QueueFailure.system(errno, path(of: name)) }
        return try PartFile(descriptor: file, path: path(of: name))
    }

    /// The permissions of a file that another one is about to replace.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - file: What replaces it.
    /// - Returns: The permission bits, without those of its group where the new file belongs to another; nil when nothing,
    ///   or no regular file, has the name.
    /// - Throws: ``QueueFailure``.
    func permissions(of name: String, for file: PartFile) throws -> mode_t? {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            if errno == ENOENT { return nil }
            throw QueueFailure.system(errno, path(of: name))
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        return status.st_mode & (try file.group() == status.st_gid ? 0o777 : 0o707)
    }

    /// Tells whether a name still leads to an open file, rather than to nothing or to what somebody else put there.
    func leads(_ name: String, to file: PartFile) throws -> Bool {
        guard case .file(_, let inode) = try entry(name) else { return false }
        return try inode == file.inode()
    }

    /// Gives a file another name unless that name is taken.
    ///
    /// - Parameters:
    ///   - old: Its name.
    ///   - new: Its new name.
    ///   - replaces: Whether a file that has the new name goes away; nothing else does.
    /// - Returns: False when the name is taken.
    /// - Throws: ``QueueFailure``.
    func rename(_ old: String, to new: String, replaces: Bool = false) throws -> Bool {
        if replaces, case .file = try entry(new) {
            // Whatever takes the name in between loses it: the rename itself never follows a link.
            guard renameat(descriptor, old, descriptor, new) == 0 else {
                throw renameFailure(errno, old, new)
            }
            return true
        }
        switch RenameNoReplace.rename(old, to: new, in: descriptor) {
        case 0: return true
        case EEXIST:
            if try entry(new) == .symbolicLink { throw linkRefusal(new) }
            return false
        case let number: throw renameFailure(number, old, new)
        }
    }

    /// The failure of a rename, of which the system does not say which name it is about.
    private func renameFailure(_ number: Int32, _ old: String, _ new: String) -> QueueFailure {
        number == ENOENT ? vanished(old) : QueueFailure.system(number, path(of: new))
    }

    /// The failure of a file that could not be made: without its directory, which somebody has deleted, it can at the next try.
    private func makingFailure(_ number: Int32, _ name: String) -> QueueFailure {
        number == ENOENT
            ? QueueFailure(.disk, "\(path): somebody else has deleted the directory")
            : QueueFailure.system(number, path(of: name))
    }

    /// The failure of a file whose directory is not at its path any more.
    ///
    /// It does not last: the next try opens the directory that is there then.
    var moved: QueueFailure { QueueFailure(.disk, "\(path): somebody else has deleted or moved the directory") }

    /// The failure of a part file that its name does not lead to any more.
    ///
    /// It does not last: the next try begins with the first byte.
    func vanished(_ name: String) -> QueueFailure {
        QueueFailure(.disk, "\(path(of: name)): somebody else has deleted or replaced it")
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

    /// The failure of a name that a symbolic link has: what it leads to may be anything, and not to be written.
    func linkRefusal(_ name: String) -> QueueFailure {
        QueueFailure(
            .refused,
            "\(path(of: name)): a symbolic link is in the way and is not followed; move it away, or choose another name",
            isLasting: true)
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
