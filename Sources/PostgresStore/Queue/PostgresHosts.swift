import DownloadQueue

/// The table `leftoff_queue_host`: hosts that have failed recently.
struct PostgresHosts {
    let transaction: PostgresTransaction

    private static let selection = "SELECT host, failures, not_before, since FROM leftoff_queue_host"

    /// The number of backoffs that are copied to another store.
    ///
    /// There are few, because a host without failures has no row. One that is not copied costs some attempts.
    private static let copyLimit = 10_000

    /// The time in milliseconds by which a time of a backoff may be earlier or later than now.
    ///
    /// A backoff lasts an hour at most.
    private static let lifetime: Int64 = 86_400_000

    /// Returns the backoffs of hosts to copy them.
    func first() throws -> [String: HostBackoff] {
        backoffs(
            try transaction.execute(
                """
                \(Self.selection) WHERE octet_length(host) <= \(QueueColumn.host.byteLimit)
                ORDER BY host LIMIT \(Self.copyLimit)
                """))
    }

    /// Returns the backoffs of some hosts.
    func find(_ hosts: some Collection<String>) throws -> [String: HostBackoff] {
        backoffs(
            try transaction.execute("\(Self.selection) WHERE host = ANY($1::text[])", [PostgresValue(array: hosts)]))
    }

    /// Makes other transactions that change the backoffs of these hosts wait until this one has ended.
    ///
    /// A host without failures has no row that could be locked.
    func lock(_ hosts: some Collection<String>) throws {
        try transaction.execute(
            """
            SELECT pg_advisory_xact_lock(hashtext(current_schema() || ' backoff'), key)
            FROM (SELECT DISTINCT hashtext(host) AS key FROM unnest($1::text[]) AS host ORDER BY key) AS keys
            """, [PostgresValue(array: hosts)])
    }

    /// Sets the backoff of a host; nil removes it.
    func set(_ host: String, to backoff: HostBackoff?) throws {
        guard let backoff else {
            try transaction.execute("DELETE FROM leftoff_queue_host WHERE host = $1", [.text(host)])
            return
        }
        try transaction.execute(
            """
            INSERT INTO leftoff_queue_host (host, failures, not_before, since)
            VALUES ($1, $2::bigint, $3::bigint, $4::bigint)
            ON CONFLICT (host) DO UPDATE SET failures = excluded.failures, not_before = excluded.not_before,
                since = excluded.since
            """,
            [
                .text(host), PostgresValue(backoff.failures),
                PostgresValue(backoff.notBefore.map(QueueRow.milliseconds)),
                PostgresValue(QueueRow.milliseconds(backoff.since)),
            ])
    }

    /// Returns an SQL condition that is true if a host is backing off, as `QueueMachine.isBackingOff` decides.
    ///
    /// - Parameters:
    ///   - host: An SQL expression.
    ///   - now: The current time by the store's clock.
    ///   - policy: The policy with the tolerance of the clock.
    /// - Returns: The condition.
    static func isBackingOff(_ host: String, at now: Int64, _ policy: RetryPolicy) -> String {
        let latest = now + QueueRow.milliseconds(policy.clockTolerance)
        return """
            EXISTS (SELECT 1 FROM leftoff_queue_host AS backoff
                WHERE backoff.host = \(host) AND backoff.not_before > \(now) AND backoff.since <= \(latest))
            """
    }

    /// Removes hosts whose last failure is more than a day ago, and those with times that are more than a day ahead,
    /// which Leftoff never writes.
    func removeExpired(at now: Int64) throws {
        try transaction.execute(
            """
            DELETE FROM leftoff_queue_host WHERE since < $1::bigint AND coalesce(not_before, 0) < $1::bigint
                OR since > $2::bigint OR not_before > $2::bigint
            """, [PostgresValue(now - Self.lifetime), PostgresValue(now + Self.lifetime)])
    }

    private func backoffs(_ result: PostgresResult) -> [String: HostBackoff] {
        let pairs = result.rows.compactMap { row -> (String, HostBackoff)? in
            guard let host = row.text(0), let failures = row.integer(1), let since = QueueRow.date(row.integer(3))
            else {
                return nil
            }
            let backoff = HostBackoff(
                failures: QueueRow.counter(failures), notBefore: QueueRow.date(row.integer(2)), since: since)
            return (host, backoff)
        }
        return Dictionary(pairs) { $1 }
    }
}
