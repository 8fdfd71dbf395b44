import Synchronization

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
