import DownloadQueue
import Foundation
import Syntax

/// A query for the counts of the queue and the times of its next events.
struct PostgresSummary {
    let transaction: PostgresTransaction
    let callTime: CallTime

    /// The number of differences in the table of counts above which they are added up.
    private static let compactionThreshold = 512

    // MARK: All items

    /// Returns the summary of all items.
    ///
    /// - Returns: The summary, and true if the counts should be compacted (``compactCounts(_:)``).
    /// - Throws: ``ServerFailure``.
    func all() throws -> (summary: QueueSummary, needsCompaction: Bool) {
        var summary = QueueSummary()
        var changes: Int64 = 0
        for row in try transaction.execute(Self.counts).rows {
            changes += row.integer(2) ?? 0
            guard let state = row.text(0).flatMap(QueueState.init), let count = row.integer(1) else { continue }
            if count > 0 { summary.counts[state] = QueueRow.counter(count) }
        }
        summary.nextClaim = [
            summary[.ready] > 0 ? try nextReady() : nil, summary[.waiting] > 0 ? try nextWaiting() : nil,
        ].compactMap { $0 }.min().map(callTime.forCaller)
        if summary.held > 0 {
            let states = "state IN ('running', 'verifying', 'cancelled') AND state NOT IN ('ready', 'done')"
            summary.nextLeaseEnd = try date(
                "SELECT min(coalesce(lease_until, 0)) FROM leftoff_queue_item WHERE \(states)"
            ).map(callTime.forCaller)
        }
        if summary[.waiting] > 0 {
            summary.directoriesWithoutSpace = try directories("TRUE", [])
        }
        return (summary, changes > Self.compactionThreshold)
    }

    /// The sums are numeric, so they cannot overflow, and they are moved into the range of a counter.
    ///
    /// Rows with other states, of which there may be any number, are not read; all differences are counted.
    private static let counts = """
        SELECT state, greatest(least(sum(items), \(QueueCounter.range.upperBound)), 0)::bigint,
            sum(changes)::bigint FROM (
            SELECT state, items, 0 AS changes FROM leftoff_queue_count WHERE state IN (\(PostgresItems.states))
            UNION ALL
            SELECT CASE WHEN state IN (\(PostgresItems.states)) THEN state END, items, 1
            FROM leftoff_queue_count_change
        ) AS counts GROUP BY state
        """

    /// Adds the differences up.
    ///
    /// One statement removes differences and adds their sum, so that every snapshot contains either. Differences that
    /// another transaction is adding up are skipped, and those of unknown states are only removed.
    static func compactCounts(_ transaction: PostgresTransaction) throws {
        try transaction.execute(
            """
            WITH removed AS (
                DELETE FROM leftoff_queue_count_change WHERE ctid = ANY(ARRAY(
                    SELECT ctid FROM leftoff_queue_count_change LIMIT 100000 FOR UPDATE SKIP LOCKED
                )) RETURNING state, items
            )
            INSERT INTO leftoff_queue_count (state, items)
            SELECT state, \(clamped("sum(items)")) FROM removed
            WHERE state IN (\(PostgresItems.states)) GROUP BY state ORDER BY state
            ON CONFLICT (state) DO UPDATE SET
                items = \(clamped("leftoff_queue_count.items::numeric + excluded.items"))
            """)
    }

    /// Returns the SQL of a numeric value that is moved into a range of which a thousand sums fit into 64 bits.
    private static func clamped(_ value: String) -> String {
        "greatest(least(\(value), \(ByteCount.range.upperBound)), -\(ByteCount.range.upperBound))::bigint"
    }

    /// Returns the time from which the first ready item may be claimed; nil if there is none.
    private func nextReady() throws -> Date? {
        // The hosts in the order of their names, up to the first that is not backing off.
        func next(_ condition: String) -> String {
            """
            SELECT q.host, (SELECT h.not_before FROM leftoff_queue_host AS h WHERE h.host = q.host) AS not_before
            FROM leftoff_queue_item AS q WHERE q.state = 'ready'\(condition) ORDER BY q.host LIMIT 1
            """
        }
        return try date(
            """
            WITH RECURSIVE step AS (
                (\(next("")))
                UNION ALL
                SELECT next.host, next.not_before FROM step
                CROSS JOIN LATERAL (\(next(" AND q.host > step.host"))) AS next WHERE step.not_before IS NOT NULL
            )
            SELECT min(coalesce(not_before, 0)) FROM step
            """)
    }

    /// Returns the time from which the first waiting item may be claimed.
    private func nextWaiting() throws -> Date? {
        // An item of a host that is backing off waits longer than its own delay.
        let items = "leftoff_queue_item AS q"
        return try date(
            """
            SELECT least((
                SELECT coalesce(q.not_before, 0) FROM \(items) WHERE q.state = 'waiting' AND NOT EXISTS (
                    SELECT 1 FROM leftoff_queue_host AS h WHERE h.host = q.host AND h.not_before IS NOT NULL
                ) ORDER BY q.not_before LIMIT 1
            ), (
                SELECT min(greatest(coalesce(q.not_before, 0), h.not_before))
                FROM \(items) JOIN leftoff_queue_host AS h ON h.host = q.host
                WHERE q.state = 'waiting' AND h.not_before IS NOT NULL
            ))
            """)
    }

    // MARK: Some items

    /// Returns the summary of some items.
    func some(_ ids: Set<String>) throws -> QueueSummary {
        var summary = QueueSummary()
        let result = try transaction.execute(
            """
            SELECT q.state, count(*), min(CASE q.state WHEN 'ready' THEN coalesce(h.not_before, 0)
                WHEN 'waiting' THEN greatest(coalesce(q.not_before, 0), coalesce(h.not_before, 0)) END),
                min(coalesce(q.lease_until, 0)) FILTER (WHERE q.state IN ('running', 'verifying', 'cancelled'))
            FROM leftoff_queue_item AS q LEFT JOIN leftoff_queue_host AS h ON h.host = q.host
            WHERE q.id = ANY($1::text[]) AND q.state IN (\(PostgresItems.states)) GROUP BY q.state
            """, [PostgresValue(array: ids)])
        var claims: [Date] = []
        var leaseEnds: [Date] = []
        for row in result.rows {
            guard let state = row.text(0).flatMap(QueueState.init), let count = row.integer(1) else { continue }
            summary.counts[state] = QueueRow.counter(count)
            if let claim = Self.date(row.integer(2)) { claims.append(claim) }
            if let end = Self.date(row.integer(3)) { leaseEnds.append(end) }
        }
        summary.nextClaim = claims.min().map(callTime.forCaller)
        summary.nextLeaseEnd = leaseEnds.min().map(callTime.forCaller)
        if summary[.waiting] > 0 {
            summary.directoriesWithoutSpace = try directories("q.id = ANY($1::text[])", [PostgresValue(array: ids)])
        }
        return summary
    }

    // MARK: Steps

    private func directories(_ condition: String, _ values: [PostgresValue]) throws -> [String: Int64] {
        let rows = try transaction.execute(
            """
            SELECT q.directory, min(greatest(greatest(coalesce(q.total, 0), 0) - greatest(q.durable_bytes, 0), 0))
            FROM leftoff_queue_item AS q
            WHERE q.needs_space = 1 AND q.state = 'waiting' AND \(condition)
                AND octet_length(q.directory) <= \(QueueColumn.directory.byteLimit)
            GROUP BY q.directory
            """, values
        ).rows
        return Dictionary(
            rows.compactMap { row in
                row.text(0).flatMap { name in row.integer(1).map { (name, ByteCount(clamping: $0).bytes) } }
            }
        ) { $1 }
    }

    private func date(_ sql: String) throws -> Date? { Self.date(try transaction.execute(sql).first?.integer(0)) }

    /// Returns a time; zero stands for the distant past.
    private static func date(_ milliseconds: Int64?) -> Date? {
        milliseconds == 0 ? .distantPast : QueueRow.date(milliseconds)
    }
}
