import DownloadQueue

/// The ranks of the first ready items of all hosts, which a store keeps for a short time.
///
/// Finding them takes 9 ms for a thousand hosts. Between two searches, only the hosts from which the store has claimed
/// are searched again, so that its own order is exact. Items that others have added or returned are seen by the next
/// search.
struct HostHeads: Sendable {
    /// The maximum number of hosts that are searched one by one; for more, scanning the queue is faster.
    private static let hostLimit = 2_000

    /// The time after which all hosts are searched again.
    private static let lifetime: Duration = .seconds(1)

    private var ranks: [String: QueueRank]?
    private var expiry: ContinuousClock.Instant?
    private let now: ContinuousClock.Instant

    /// True if the hosts were searched during this claim.
    private(set) var isFresh = false

    /// Creates heads that have not been loaded.
    init(now: ContinuousClock.Instant) {
        self.now = now
    }

    /// Creates the heads for a claim from those that an earlier one has left.
    init(_ earlier: HostHeads?, now: ContinuousClock.Instant) {
        self.now = now
        guard let earlier, let expiry = earlier.expiry, now < expiry else { return }
        (ranks, self.expiry) = (earlier.ranks, expiry)
    }

    /// Makes the next ``load(_:)`` search all hosts.
    mutating func expire() { (ranks, expiry) = (nil, nil) }

    /// Searches all hosts unless that was done a short time ago.
    ///
    /// - Parameter transaction: The transaction of the claim.
    /// - Returns: False if there are too many hosts.
    /// - Throws: ``ServerFailure``.
    mutating func load(_ transaction: PostgresTransaction) throws -> Bool {
        if let ranks { return ranks.count <= Self.hostLimit }
        let found = Self.ranks(try transaction.execute(Self.all))
        (ranks, expiry, isFresh) = (found, now.advanced(by: Self.lifetime), true)
        return found.count <= Self.hostLimit
    }

    /// Searches hosts again from which items were claimed.
    mutating func update(_ hosts: some Collection<String>, _ transaction: PostgresTransaction) throws {
        guard ranks != nil, !hosts.isEmpty else { return }
        let found = Self.ranks(try transaction.execute(Self.some, [PostgresValue(array: hosts)]))
        for host in hosts { ranks?[host] = found[host] }
    }

    /// Returns the hosts that meet a condition, in the order of their first items.
    func inOrder(where condition: (String) -> Bool) -> [String] {
        (ranks ?? [:]).filter { condition($0.key) }.sorted { $0.value < $1.value }.map(\.key)
    }

    private static func ranks(_ result: PostgresResult) -> [String: QueueRank] {
        let pairs = result.rows.compactMap { row -> (String, QueueRank)? in
            guard let host = row.text(0), let priority = row.integer(1), let position = row.integer(2) else {
                return nil
            }
            return (host, QueueRank(priority: Int(clamping: priority), position: position))
        }
        return Dictionary(pairs) { $1 }
    }

    private static let all = """
        WITH RECURSIVE head AS (
            (SELECT host, priority, position FROM leftoff_queue_item WHERE state = 'ready'
            ORDER BY host, priority DESC, position LIMIT 1)
            UNION ALL
            SELECT next.host, next.priority, next.position FROM head CROSS JOIN LATERAL (
                SELECT host, priority, position FROM leftoff_queue_item
                WHERE state = 'ready' AND host > head.host ORDER BY host, priority DESC, position LIMIT 1
            ) AS next
        )
        SELECT host, priority, position FROM head LIMIT \(hostLimit + 1)
        """

    private static let some = """
        SELECT wanted.host, next.priority, next.position FROM unnest($1::text[]) AS wanted (host)
        CROSS JOIN LATERAL (
            SELECT priority, position FROM leftoff_queue_item
            WHERE \(readyItems(ofHost: "wanted.host")) LIMIT 1
        ) AS next
        """

    /// Returns the condition and the order of one host's ready items in queue order.
    ///
    /// The range and the order by host leave the planner only the index by host. With an equation, it can prefer the
    /// index in queue order until a long list of a new host is analyzed, and then reads past all items of other hosts.
    ///
    /// - Parameter host: An SQL expression.
    /// - Returns: The clauses.
    static func readyItems(ofHost host: String) -> String {
        "state = 'ready' AND host >= \(host) AND host <= \(host) ORDER BY host, priority DESC, position"
    }
}
