import Synchronization

/// A cache of open directories, so that the path of many small files is checked only once.
final class DirectoryCache: Sendable {
    /// The maximum number of directories.
    ///
    /// A run rarely uses more, and each costs a file descriptor.
    private static let limit = 32

    private let directories = Mutex<[String: DestinationDirectory]>([:])

    /// Returns an open directory that is still at its path.
    ///
    /// - Parameters:
    ///   - path: An absolute path.
    ///   - isCreated: True to create the directory and its parents if they do not exist.
    /// - Returns: The directory.
    /// - Throws: ``QueueFailure``.
    func open(_ path: String, isCreated: Bool = true) throws -> DestinationDirectory {
        if let known = directories.withLock({ $0[path] }), known.isCurrent { return known }
        let directory = try DestinationDirectory(path, isCreated: isCreated)
        directories.withLock { directories in
            if directories.count >= Self.limit { directories = [:] }
            directories[path] = directory
        }
        return directory
    }
}
