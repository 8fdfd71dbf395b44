import DownloadQueue
import FileFormats
import FoundationEssentials
import Glibc
import Synchronization

/// An open directory in which a file is downloaded.
///
/// Names are resolved relative to the open directory, so a directory that replaces it during a download is not used.
/// A name may come from the queue's database, where other programs may write. Therefore every name must be a single
/// component of a path, and files are only deleted, truncated or moved under the names of Leftoff's own files.
final class DestinationDirectory: Sendable {
    /// The directory's path, for messages.
    let path: String
    private let descriptor: Int32

    /// Opens a directory.
    ///
    /// - Parameters:
    ///   - path: An absolute path.
    ///   - root: The absolute path of the directory below which it must be (``ConfinedDirectory``); nil if a person
    ///     chose the path, which may then lead anywhere.
    ///   - isCreated: True to create the directory and its parents if they do not exist.
    /// - Throws: ``QueueFailure``.
    init(_ path: String, below root: String? = nil, isCreated: Bool) throws {
        self.path = path
        if let root {
            descriptor = try ConfinedDirectory(path: path, root: root).open(isCreated: isCreated)
            return
        }
        if isCreated { try Self.create(path) }
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw QueueFailure.system(errno, path) }
    }

    deinit {
        // Also runs if the directory could not be opened.
        if descriptor >= 0 { close(descriptor) }
    }

    /// Returns the path of a name, for messages.
    func path(of name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

    /// Returns the entry with a name; nil if there is none.
    func entry(_ name: String) throws -> DirectoryEntry? {
        try checkComponent(name)
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

    /// Creates a part file, which must not exist yet.
    func createPart(_ name: String) throws -> PartFile {
        try checkPart(name)
        let file = openat(descriptor, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw creationFailure(errno, name) }
        return try PartFile(descriptor: file, path: path(of: name))
    }

    /// Creates a file with known content.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - bytes: The complete content of the file.
    ///   - isPrivate: True if only the owner may read the file until its permissions are set.
    /// - Returns: The file; nil if the name is in use.
    /// - Throws: ``QueueFailure``; then the file does not exist.
    func createFile(_ name: String, _ bytes: [UInt8], isPrivate: Bool = false) throws -> PartFile? {
        try checkComponent(name)
        let descriptor = openat(
            self.descriptor, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, isPrivate ? 0o600 : 0o666)
        guard descriptor >= 0 else {
            if errno == EEXIST { return nil }
            throw creationFailure(errno, name)
        }
        let file = PartFile(new: descriptor, path: path(of: name))
        do {
            try bytes.withUnsafeBytes { try file.write($0, at: 0) }
        } catch {
            unlinkat(self.descriptor, name, 0)
            throw error
        }
        return file
    }

    /// True if the path still leads to this directory.
    var isCurrent: Bool {
        var opened = stat()
        var current = stat()
        return fstat(descriptor, &opened) == 0 && stat(path, &current) == 0 && opened.st_dev == current.st_dev
            && opened.st_ino == current.st_ino
    }

    /// Opens the part file of an earlier attempt; returns nil if there is none.
    func openPart(_ name: String) throws -> PartFile? {
        try checkPart(name)
        return try openOwn(name)
    }

    /// Opens a file that only Leftoff creates, and locks it; returns nil if there is none.
    func openOwn(_ name: String) throws -> PartFile? {
        try checkOwn(name)
        switch try entry(name) {
        case nil: return nil
        case .symbolicLink: throw symbolicLinkFailure(name)
        case .other: throw Self.refusedFailure(path(of: name), "is not a regular file")
        case .file: break
        }
        // Without O_NONBLOCK, `open` would wait forever for a pipe that was created since the check.
        let file = openat(descriptor, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw QueueFailure.system(errno, path(of: name)) }
        return try PartFile(descriptor: file, path: path(of: name))
    }

    /// Opens a regular file to read it, without a lock; returns nil if there is none, or it may not be read.
    func openComplete(_ name: String) throws -> PartFile? {
        guard case .file = try entry(name) else { return nil }
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        return file >= 0 ? PartFile(new: file, path: path(of: name)) : nil
    }

    /// Returns the modification date of a file; nil if it is unknown.
    func modificationDate(of name: String) -> Date? {
        var status = stat()
        guard Self.isComponent(name), fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        return Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec))
    }

    /// Checks that files can be created in the directory.
    ///
    /// - Throws: ``QueueFailure``.
    func checkWritable() throws {
        guard faccessat(descriptor, ".", W_OK | X_OK, 0) == 0 else { throw QueueFailure.system(errno, path) }
    }

    /// Returns the permissions of a file that is about to be replaced.
    ///
    /// - Parameters:
    ///   - name: The name of the replaced file.
    ///   - file: The file that replaces it.
    /// - Returns: The permission bits, without those of the group if the new file belongs to another group; nil if
    ///   there is no regular file of that name.
    /// - Throws: ``QueueFailure``.
    func permissions(of name: String, for file: PartFile) throws -> mode_t? {
        try checkComponent(name)
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            if errno == ENOENT { return nil }
            throw QueueFailure.system(errno, path(of: name))
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        return status.st_mode & (try file.group() == status.st_gid ? 0o777 : 0o707)
    }

    /// Returns true if a name still leads to an open file.
    func isName(_ name: String, of file: PartFile) throws -> Bool {
        guard case .file(_, let inode) = try entry(name) else { return false }
        return try inode == file.inode()
    }

    /// An error that occurs if a file cannot be renamed because the directories are on different file systems.
    struct CrossDeviceLink: Error {}

    /// Renames a file to a name in this directory unless that is in use.
    ///
    /// - Parameters:
    ///   - old: The current location of a part file or a staged file, which may be in another directory.
    ///   - new: The new name.
    ///   - replaces: True if a regular file with the new name is replaced.
    /// - Returns: False if the name is in use.
    /// - Throws: ``QueueFailure``, and ``CrossDeviceLink``.
    func rename(_ old: PartLocation, to new: String, replaces: Bool = false) throws -> Bool {
        try old.directory.checkOwn(old.name)
        try checkComponent(new)
        if replaces, case .file = try entry(new) {
            // A file that was created since the check is replaced. The rename itself never follows a link.
            guard renameat(old.directory.descriptor, old.name, descriptor, new) == 0 else {
                throw renameFailure(errno, old, new)
            }
            return true
        }
        switch RenameNoReplace.rename(old.name, in: old.directory.descriptor, to: new, in: descriptor) {
        case 0: return true
        case EEXIST:
            if try entry(new) == .symbolicLink { throw symbolicLinkFailure(new) }
            return false
        case let number: throw renameFailure(number, old, new)
        }
    }

    /// Returns the failure of a rename.
    ///
    /// The system does not report which of the two names caused it.
    private func renameFailure(_ number: Int32, _ old: PartLocation, _ new: String) -> any Error {
        switch number {
        case ENOENT: old.directory.missingPartFailure(old.name)
        case EXDEV: CrossDeviceLink()
        default: QueueFailure.system(number, path(of: new))
        }
    }

    /// Returns the failure of creating a file; it is temporary if the directory was deleted.
    private func creationFailure(_ number: Int32, _ name: String) -> QueueFailure {
        number == ENOENT
            ? QueueFailure(.disk, "\(path): another program has deleted the directory")
            : QueueFailure.system(number, path(of: name))
    }

    /// The failure if the directory is no longer at its path.
    ///
    /// It is temporary: the next attempt opens the directory that is then at the path.
    var moved: QueueFailure { QueueFailure(.disk, "\(path): another program has deleted or moved the directory") }

    /// Returns the failure if the name of a part file no longer leads to it.
    ///
    /// It is temporary: the next attempt begins with the first byte.
    ///
    /// - Parameter name: The part file's name.
    /// - Returns: The failure.
    func missingPartFailure(_ name: String) -> QueueFailure {
        QueueFailure(.disk, "\(path(of: name)): another program has deleted or replaced the file")
    }

    /// Deletes a file that only Leftoff creates; does nothing if it does not exist.
    func unlink(_ name: String) throws {
        try checkOwn(name)
        try unlink(unchecked: name)
    }

    /// Deletes a file under its final name, if the name still leads to it.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - file: The file, which this process has created.
    /// - Throws: ``QueueFailure``.
    func unlinkPublished(_ name: String, of file: PartFile) throws {
        if try isName(name, of: file) { try unlink(unchecked: name) }
    }

    private func unlink(unchecked name: String) throws {
        guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
            throw QueueFailure.system(errno, path(of: name))
        }
    }

    /// Makes the directory's names durable.
    func sync() throws {
        // Some file systems cannot sync a directory and report EINVAL; nothing more can be done then.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw QueueFailure.system(errno, path) }
    }

    /// Makes all files of the directory's file system durable.
    ///
    /// - Returns: False if that failed, is not supported, or would take long because other programs have written much.
    func syncFileSystem() -> Bool { FileSystemSync.sync(descriptor) }

    /// Returns the failure if a name is a symbolic link, whose target must not be written.
    func symbolicLinkFailure(_ name: String) -> QueueFailure {
        QueueFailure(
            .refused,
            "\(path(of: name)): is a symbolic link, which is not followed; move it away, or choose another name",
            isLasting: true)
    }

    static func refusedFailure(_ path: String, _ why: String) -> QueueFailure {
        QueueFailure(.refused, "\(PathComponents.shown(path)): refused: it \(why)", isLasting: true)
    }

    /// Creates a directory and its missing parents.
    static func create(_ path: String) throws(QueueFailure) {
        guard mkdir(path, 0o777) != 0 else { return }
        switch errno {
        case EEXIST: return
        case ENOENT:
            var parent = path[...]
            while parent.last == "/" { parent.removeLast() }
            while let last = parent.last, last != "/" { parent.removeLast() }
            guard parent.contains(where: { $0 != "/" }) else { throw .system(ENOENT, path) }
            try create(String(parent))
            guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .system(errno, path) }
        case let number: throw .system(number, path)
        }
    }
}

/// The names that the methods of a directory accept.
extension DestinationDirectory {
    /// The suffixes of the names of files that only Leftoff creates.
    private static let ownSuffixes = [
        QueueItem.partSuffix, QueueItem.quarantineSuffix, WorkDirectory.stagedSuffix, DownloadReceipt.suffix,
    ]

    /// Returns true if a name is that of a file that only Leftoff creates, apart from the directory.
    static func isOwn(_ name: String) -> Bool { isComponent(name) && ownSuffixes.contains { name.hasSuffix($0) } }

    /// Returns true if a name is that of a part file.
    static func isPart(_ name: String) -> Bool { isComponent(name) && name.hasSuffix(QueueItem.partSuffix) }

    /// Returns true if a name is a single component of a path that leads neither to the directory nor to its parent.
    static func isComponent(_ name: String) -> Bool {
        (1...255).contains(name.utf8.count) && name != "." && name != ".."
            && name.utf8.allSatisfy { $0 != 0 && $0 != UInt8(ascii: "/") }
    }

    /// Checks that a name is a single component.
    private func checkComponent(_ name: String) throws(QueueFailure) {
        guard Self.isComponent(name) else {
            throw Self.refusedFailure(path(of: name), "is not a name in the directory")
        }
    }

    /// Checks that a name is that of a part file.
    private func checkPart(_ name: String) throws(QueueFailure) {
        guard Self.isPart(name) else {
            throw Self.refusedFailure(path(of: name), "does not have the name of a part file")
        }
    }

    /// Checks that a name is that of a file that only Leftoff creates.
    private func checkOwn(_ name: String) throws(QueueFailure) {
        guard Self.isOwn(name) else {
            throw Self.refusedFailure(path(of: name), "does not have a name of Leftoff's files")
        }
    }
}

/// The kind of a directory entry; links are not followed.
enum DirectoryEntry: Equatable {
    /// A regular file.
    case file(size: Int64, inode: UInt64)
    /// A symbolic link to any target, or to none.
    case symbolicLink
    /// Anything else.
    case other
}

/// The directory and the name of a file that is about to be renamed or deleted.
struct PartLocation: Sendable {
    let directory: DestinationDirectory
    let name: String

    /// The path, for messages.
    var path: String { directory.path(of: name) }

    /// Deletes the name; does nothing if it does not exist.
    func unlink() throws { try directory.unlink(name) }
}

/// A cache of open directories, so that the path of many small files is checked only once.
final class DirectoryCache: Sendable {
    /// The maximum number of directories.
    ///
    /// A run rarely uses more, and each costs a file descriptor.
    private static let limit = 32

    private struct Key: Hashable {
        let path: String
        let root: String?
    }

    private let directories = Mutex<[Key: DestinationDirectory]>([:])

    /// Returns an open directory that is still at its path.
    ///
    /// - Parameters:
    ///   - path: An absolute path.
    ///   - root: The absolute path of the directory below which it must be; nil if a person chose the path.
    ///   - isCreated: True to create the directory and its parents if they do not exist.
    /// - Returns: The directory.
    /// - Throws: ``QueueFailure``.
    func open(_ path: String, below root: String? = nil, isCreated: Bool = true) throws -> DestinationDirectory {
        let key = Key(path: path, root: root)
        if let known = directories.withLock({ $0[key] }), known.isCurrent { return known }
        let directory = try DestinationDirectory(path, below: root, isCreated: isCreated)
        directories.withLock { directories in
            if directories.count >= Self.limit { directories = [:] }
            directories[key] = directory
        }
        return directory
    }
}
