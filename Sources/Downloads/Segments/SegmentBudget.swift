import Synchronization

/// A limit on the additional connections with which large files are downloaded from each host.
///
/// Several large files from one host would otherwise open several connections each. Files that get no additional
/// connection use a single one, as do all later files of a host that has refused the additional connection of one.
final class SegmentBudget: Sendable {
    /// The minimum number of additional connections of a host.
    private static let least = 6

    /// The additional connections of a host.
    private struct Host {
        /// The number of connections in use.
        var used = 0
        /// The number of connections that the host has been seen to allow; nil if it has not refused any.
        var allowed: Int?
    }

    /// The maximum number of hosts whose refusals are remembered.
    ///
    /// A list of downloads may name any number of hosts, and each takes about a hundred bytes.
    private static let hostLimit = 10_000

    private let limit: Int
    private let hosts = Mutex<[String: Host]>([:])

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
        hosts.withLock { hosts in
            var entry = hosts[host] ?? Host()
            let granted = max(0, min(count, min(limit, entry.allowed ?? limit) - entry.used))
            if granted > 0 {
                entry.used += granted
                hosts[host] = entry
            }
            return granted
        }
    }

    /// Releases connections that were reserved.
    func release(_ count: Int, for host: String) {
        guard count > 0 else { return }
        hosts.withLock { hosts in
            guard var entry = hosts[host] else { return }
            entry.used = max(0, entry.used - count)
            hosts[host] = entry.used > 0 || entry.allowed != nil ? entry : nil
        }
    }

    /// Remembers, until the end of the run, that a host has refused an additional connection.
    ///
    /// - Parameters:
    ///   - host: The host of the URL, as in ``reserve(_:for:)``.
    ///   - allowed: The number of additional connections that delivered bytes meanwhile.
    func recordRefusal(by host: String, allowed: Int) {
        hosts.withLock { hosts in
            guard hosts[host] != nil || hosts.count < Self.hostLimit else { return }
            let known = hosts[host]?.allowed ?? allowed
            hosts[host, default: Host()].allowed = min(known, allowed)
        }
    }
}
