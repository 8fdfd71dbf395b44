import DownloadQueue
import FileFormats
import Glibc

/// A directory that must be a root directory or below it.
///
/// The rule holds for the directory that is opened, not for the text of its path. First, symbolic links are resolved.
/// Then each component is opened relative to the one before it, from the root on, without following links. Another
/// program can therefore not exchange a component for a link between the check and the use.
struct ConfinedDirectory {
    /// The absolute path of the directory.
    let path: String
    /// The absolute path of the root, which a person chose.
    let root: String
    /// Called between the check and the use, where tests exchange a component for a link.
    var onChecked: () throws(QueueFailure) -> Void = {}

    /// Opens the directory.
    ///
    /// - Parameter isCreated: True to create the directory, its parents and the root if they do not exist.
    /// - Returns: The file descriptor of the directory, which the caller closes.
    /// - Throws: ``QueueFailure``: `refused` if the directory is outside of the root, or below it in a hidden
    ///   directory. Nothing was created then.
    func open(isCreated: Bool) throws(QueueFailure) -> Int32 {
        guard let written = PathComponents(path), let writtenRoot = PathComponents(root) else {
            throw refused("is not an absolute path without '..' that the system accepts")
        }
        let textBelow = written.names(below: writtenRoot)
        if let textBelow { try checkVisible(textBelow) }
        let top = try resolvedRoot(isCreated: isCreated && textBelow != nil)
        guard let (existing, missing) = written.resolved() else { throw .system(errno, path) }
        guard let below = existing.names(below: top) else { throw refused("is outside of \(root)") }
        try checkVisible(below + missing)
        guard below.count + missing.count <= PathComponents.maximumDepth else {
            throw refused("is more than \(PathComponents.maximumDepth) directories below \(root)")
        }
        guard missing.isEmpty || isCreated else { throw .system(ENOENT, path) }
        try onChecked()
        return try walk(from: top, along: Array(below), creating: missing)
    }

    /// Returns the root without symbolic links, and creates it if it does not exist.
    private func resolvedRoot(isCreated: Bool) throws(QueueFailure) -> PathComponents {
        if let top = PathComponents(resolving: root) { return top }
        guard errno == ENOENT, isCreated else { throw .system(errno, root) }
        try DestinationDirectory.create(root)
        guard let top = PathComponents(resolving: root) else { throw .system(errno, root) }
        return top
    }

    /// Opens the root, and then each directory in the one before it.
    private func walk(
        from top: PathComponents, along existing: [[UInt8]], creating missing: [[UInt8]]
    ) throws(QueueFailure) -> Int32 {
        var descriptor = Self.directory(AT_FDCWD, top.bytes)
        guard descriptor >= 0 else { throw .system(errno, root) }
        for (index, name) in (existing + missing).enumerated() {
            let parent = descriptor
            defer { close(parent) }
            if index >= existing.count {
                guard mkdirat(parent, Self.cString(name), 0o777) == 0 || errno == EEXIST else {
                    throw .system(errno, path)
                }
            }
            descriptor = Self.directory(parent, name)
            guard descriptor >= 0 else { throw failure(errno, of: name, in: parent) }
        }
        return descriptor
    }

    /// Returns a name or a path as the system's functions expect it.
    private static func cString(_ bytes: [UInt8]) -> [CChar] { bytes.map(CChar.init(bitPattern:)) + [0] }

    private static func directory(_ parent: Int32, _ name: [UInt8]) -> Int32 {
        openat(parent, Self.cString(name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }

    /// Returns the failure of opening a component; Linux reports a symbolic link as something that is no directory.
    private func failure(_ number: Int32, of name: [UInt8], in parent: Int32) -> QueueFailure {
        var status = stat()
        let isLink =
            fstatat(parent, Self.cString(name), &status, AT_SYMLINK_NOFOLLOW) == 0
            && status.st_mode & S_IFMT == S_IFLNK
        return isLink ? refused("leads through a symbolic link that cannot be followed") : .system(number, path)
    }

    private func checkVisible(_ names: some Sequence<[UInt8]>) throws(QueueFailure) {
        guard !names.contains(where: PathComponents.isHidden) else {
            throw refused("is in a hidden directory below \(root)")
        }
    }

    private func refused(_ why: String) -> QueueFailure { DestinationDirectory.refusedFailure(path, why) }
}
