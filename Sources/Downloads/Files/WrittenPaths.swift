import Synchronization

/// The paths of the files that a run has completed, which the same run does not overwrite.
final class WrittenPaths: Sendable {
    private let paths = Mutex<Set<String>>([])

    /// Returns true if a file of this run has a path.
    func contains(_ path: String) -> Bool { paths.withLock { $0.contains(path) } }

    /// Adds a path.
    func insert(_ path: String) { paths.withLock { _ = $0.insert(path) } }
}
