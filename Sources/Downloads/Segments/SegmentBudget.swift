import Synchronization

/// A limit on the additional connections with which large files are downloaded from each host.
///
/// Several large files from one host would otherwise open several connections each. Files that get no additional
/// connection use a single one.
final class SegmentBudget: Sendable {
    /// The minimum number of additional connections of a host.
    private static let least = 6

    private let limit: Int
    private let used = Mutex<[String: Int]>([:])

    /// Creates the budget of a worker.
    ///
    /// - Parameter segments: The maximum number of connections for one file.
    init(segments: Int) {
        limit = Self.extraConnections(segments: segments)
    }

    /// Returns the number of additional connections of a host.
    ///
    /// - Parameter segments: The maximum number of connections for one file.
    /// - Returns: The number; 0 if files are not split.
    static func extraConnections(segments: Int) -> Int { segments > 1 ? max(least, segments - 1) : 0 }

    /// Reserves additional connections for a file.
    ///
    /// - Parameters:
    ///   - count: The number of connections that the file could use.
    ///   - host: The file's host.
    /// - Returns: The number of reserved connections, at most `count`, to be released by ``release(_:for:)``.
    func reserve(_ count: Int, for host: String) -> Int {
        used.withLock { used in
            let granted = max(0, min(count, limit - used[host, default: 0]))
            if granted > 0 { used[host, default: 0] += granted }
            return granted
        }
    }

    /// Releases connections that were reserved.
    func release(_ count: Int, for host: String) {
        used.withLock { used in
            let rest = used[host, default: 0] - count
            used[host] = rest > 0 ? rest : nil
        }
    }
}
