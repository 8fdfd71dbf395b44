import Synchronization

/// The files that a run has brought to their end, which it does not overwrite with one another.
final class WrittenPaths: Sendable {
    private let paths = Mutex<Set<String>>([])

    /// Tells whether a file of this run has a path.
    func contains(_ path: String) -> Bool { paths.withLock { $0.contains(path) } }

    /// Takes a path down.
    func insert(_ path: String) { paths.withLock { _ = $0.insert(path) } }
}
