import Synchronization

/// Keeps the directories open that files go to, so that many small files cost no more than one look at the path each.
final class DirectoryCache: Sendable {
    /// More directories than this at once are rare, and each costs an open file.
    private static let limit = 32

    private let directories = Mutex<[String: DestinationDirectory]>([:])

    /// Opens a directory, or takes one that is open and still at its path.
    ///
    /// - Parameter path: An absolute path; the directory and its parents are made if they are not there.
    /// - Returns: The directory.
    /// - Throws: ``QueueFailure``.
    func open(_ path: String) throws -> DestinationDirectory {
        if let known = directories.withLock({ $0[path] }), known.isCurrent { return known }
        let directory = try DestinationDirectory(path, isCreated: true)
        directories.withLock { directories in
            if directories.count >= Self.limit { directories = [:] }
            directories[path] = directory
        }
        return directory
    }
}
