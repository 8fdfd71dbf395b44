package import DownloadQueue
package import Foundation
import GroupCommit
import Synchronization
import Syntax

/// The queue of downloads in a PostgreSQL database, which the workers of several machines share.
///
/// Calls block on the network, so they belong on threads that may block. A call that loses its connection connects
/// again and continues; what it writes is written once. Leases and delays are decided by the server's clock.
///
/// ```swift
/// let address = PostgresAddress("postgresql://ada@db.example/queue?sslmode=verify-full")
/// let queue = try PostgresQueueStore(address)
/// if let url = WebURL("https://example.org/file.zip") {
///     let added = try queue.add([NewQueueItem(url: url, directory: "/srv/downloads")], at: Date())
///     _ = try queue.apply(.pause, to: added.map(\.id), at: Date())
/// }
/// ```
package final class PostgresQueueStore: QueueStore {
    /// The clock that decides leases, delays and the times that are stored.
    package enum Clock: Sendable {
        /// The server's clock.
        ///
        /// The times that callers pass only show how far their own clocks are off: leases and delays that calls return
        /// are converted to the caller's clock. `now` is that clock, for calls that pass no time.
        case server(now: @Sendable () -> Date)
        /// The times that callers pass, for tests that simulate time.
        case caller
    }

    /// The settings of a store.
    package struct Configuration: Sendable {
        /// The clock that decides.
        package var clock = Clock.server { Date() }
        /// The delays between attempts to reach the server.
        package var reconnect = ReconnectPolicy()
        /// False if a commit does not wait for the server's disk, so that a crash of the server can lose the last
        /// changes.
        package var isDurable = true
        /// The interval at which claims look for items whose delay or lease has ended while others are ready.
        ///
        /// If there are fewer other items than requested, they look at once.
        var wakeInterval: Duration = .milliseconds(500)

        /// Creates the default settings.
        package init() {}
    }

    let database: PostgresDatabase
    private let configuration: Configuration
    private let group: GroupCommit<[QueueRecord], [Result<QueueTransition, any Error>]>
    private let nextWake: Mutex<ContinuousClock.Instant?> = Mutex(nil)
    private let heads: Mutex<HostHeads?> = Mutex(nil)

    /// Connects to a database, and creates or updates the queue's tables in the first schema of the search path.
    ///
    /// - Parameters:
    ///   - address: The address of the database.
    ///   - configuration: The settings, by default those of a worker.
    /// - Throws: ``PostgresStoreError``.
    package init(_ address: PostgresAddress, configuration: Configuration = Configuration()) throws {
        let database = PostgresDatabase(
            address, policy: configuration.reconnect, isDurable: configuration.isDurable)
        self.database = database
        self.configuration = configuration
        try PostgresMigrations(database: database).run()
        group = GroupCommit { batch in
            let records = batch.flatMap { $0 }
            let results = try database.write { transaction in
                try PostgresRecorder(machine: QueueMachine(), transaction: transaction) {
                    Self.callTime(transaction, $0.now, configuration.clock)
                }.record(records)
            }
            var rest = results[...]
            return batch.map { records in
                defer { rest = rest.dropFirst(records.count) }
                return .success(Array(rest.prefix(records.count)))
            }
        }
    }

    package var damagedRows: DamagedRows { database.damagedRows }

    /// Ends the statement that the server is executing for this process.
    package func interrupt() { database.interrupt() }

    let machine = QueueMachine()

    // MARK: Time

    private static func callTime(_ transaction: PostgresTransaction, _ caller: Date, _ clock: Clock) -> CallTime {
        switch clock {
        case .server: CallTime(now: transaction.serverTime, caller: caller)
        case .caller: CallTime(now: caller, caller: caller)
        }
    }

    /// Returns the time of a call.
    ///
    /// - Parameters:
    ///   - transaction: The transaction of the call.
    ///   - caller: The time that the caller passed; nil if it passed none.
    /// - Returns: The time by both clocks.
    func callTime(_ transaction: PostgresTransaction, _ caller: Date?) -> CallTime {
        let caller =
            switch configuration.clock {
            case .server(let now): caller ?? now()
            case .caller: caller ?? transaction.serverTime
            }
        return Self.callTime(transaction, caller, configuration.clock)
    }

    // MARK: Finding

    package func items(_ listing: QueueListing) throws -> [QueueItem] {
        try database.read { try PostgresList(listing: listing, transaction: $0).items() }
    }

    package func item(id prefix: String) throws -> QueueItem {
        try database.read { try Self.item(prefix, $0).item }
    }

    /// Returns the item of a shortened id.
    ///
    /// - Throws: ``QueueError``, and ``ServerFailure``.
    static func item(_ prefix: String, _ transaction: PostgresTransaction) throws -> PostgresItem {
        try PostgresItems.item(row(prefix, transaction))
    }

    /// Returns the row of a shortened id, or of the position by which a row with an unreadable id is named.
    ///
    /// - Parameters:
    ///   - prefix: The id or a prefix of it, or a name of `RecordID.name(ofPosition:)`.
    ///   - transaction: The transaction, which writes if the row is locked.
    ///   - suffix: `FOR UPDATE OF q` to lock the row.
    /// - Returns: The row, which begins with ``PostgresItems/columns``.
    /// - Throws: ``QueueError``, and ``ServerFailure``.
    static func row(_ prefix: String, _ transaction: PostgresTransaction, _ suffix: String = "") throws -> PostgresRow {
        func rows(_ condition: String, _ values: [PostgresValue]) throws -> PostgresResult {
            try transaction.execute(
                "SELECT \(PostgresItems.columns) FROM leftoff_queue_item AS q WHERE \(condition) LIMIT 2 \(suffix)",
                values)
        }
        // The id of a damaged item may contain any character, also capital letters.
        if let exact = try rows("q.id = $1", [.text(prefix)]).first { return exact }
        if let position = RecordID.position(ofName: prefix) {
            // Others can give their rows the position of a healthy one.
            let condition = "q.position = $1::bigint AND \(QueueColumn.id.isUnusual)"
            if let named = try rows(condition, [PostgresValue(position)]).first { return named }
        }
        guard let range = RecordID.range(ofPrefix: prefix) else { throw QueueError.notFound(id: prefix) }
        let condition = "q.id >= $1 AND q.id < $2"
        let values = [PostgresValue(range.lowerBound), PostgresValue(range.upperBound)]
        let found = try rows(condition, values)
        guard let first = found.first else { throw QueueError.notFound(id: prefix) }
        if found.count == 1 { return first }
        let count = try transaction.execute(
            "SELECT count(*) FROM leftoff_queue_item AS q WHERE \(condition)", values
        ).first?.integer(0)
        throw QueueError.ambiguous(id: prefix, count: count.map(QueueRow.counter) ?? found.count)
    }

    package func summary(ids: Set<String>?) throws -> QueueSummary {
        let (summary, needsCompaction) = try database.read { transaction in
            let query = PostgresSummary(transaction: transaction, callTime: callTime(transaction, nil))
            if let ids { return (try query.some(ids), false) }
            return try query.all()
        }
        if needsCompaction { try database.write(PostgresSummary.compactCounts) }
        return summary
    }

    /// Returns the hosts from which nothing is downloaded at the moment, because they requested a delay or failed too
    /// often.
    ///
    /// - Parameters:
    ///   - now: The current time by the caller's clock.
    ///   - hosts: The hosts to look up, since others can fill the table with any number of them.
    /// - Returns: The end of the delay for each of these hosts, by the caller's clock.
    /// - Throws: ``PostgresStoreError``.
    package func heldHosts(at now: Date, among hosts: Set<String>) throws -> [String: Date] {
        try database.read { transaction in
            let callTime = callTime(transaction, now)
            let backoffs = try PostgresHosts(transaction: transaction).find(hosts)
            return backoffs.filter { machine.isBackingOff($0.value, at: callTime.now) }
                .compactMapValues { $0.notBefore.map(callTime.forCaller) }
        }
    }

    // MARK: Workers

    package func claim(_ claim: QueueClaim, limit: Int) throws -> [QueueItem] {
        let wakes = isWakeDue() || !claim.directoriesWithSpace.isEmpty || !claim.goneOwners.isEmpty
        let earlier = heads.withLock { $0 }
        let (items, heads) = try database.write { transaction in
            let callTime = callTime(transaction, claim.now)
            var heads = HostHeads(earlier, now: configuration.reconnect.now())
            let items = try PostgresClaim(
                claim: claim, limit: limit, machine: machine, callTime: callTime, transaction: transaction
            ).run(wakesFirst: wakes, heads: &heads)
            return (items.map { callTime.forCaller($0.item) }, heads)
        }
        self.heads.withLock { $0 = heads }
        return items
    }

    private func isWakeDue() -> Bool {
        let now = configuration.reconnect.now()
        return nextWake.withLock { next in
            if let end = next, now < end { return false }
            next = now.advanced(by: configuration.wakeInterval)
            return true
        }
    }

    package func record(_ records: [QueueRecord]) throws -> [Result<QueueTransition, any Error>] {
        records.isEmpty ? [] : try group.commit(records)
    }

    package func leased(by owner: String) throws -> [QueueItem] {
        try database.read { transaction in
            let callTime = callTime(transaction, nil)
            let table = PostgresItems(transaction: transaction)
            return try table.fetch(where: "q.lease_owner IS NOT NULL AND q.lease_owner = $1", [.text(owner)])
                .map { callTime.forCaller($0.item) }
        }
    }

    package func leaseOwners() throws -> Set<String> {
        try database.read { transaction in
            // Another worker's lease ends by itself if its name cannot be read.
            let sql = """
                SELECT DISTINCT lease_owner FROM leftoff_queue_item WHERE lease_owner IS NOT NULL
                    AND octet_length(lease_owner) <= \(QueueColumn.leaseOwner.byteLimit)
                """
            return Set(try transaction.execute(sql).rows.compactMap { $0.text(0) })
        }
    }

    package func sweep(at now: Date, goneOwners: Set<String>) throws -> [QueueItem] {
        try database.write { transaction in
            let callTime = callTime(transaction, now)
            try PostgresHosts(transaction: transaction).removeExpired(at: QueueRow.milliseconds(callTime.now))
            try transaction.execute("DELETE FROM leftoff_batch WHERE at < clock_timestamp() - interval '1 hour'")
            let table = PostgresItems(transaction: transaction)
            let condition = """
                q.state NOT IN ('ready', 'done') AND (q.state = 'cancelled'
                    OR q.state = 'paused' AND q.lease_owner IS NOT NULL)
                """
            let rows = try transaction.execute(
                """
                SELECT \(PostgresItems.columns) FROM leftoff_queue_item AS q WHERE \(condition)
                ORDER BY q.id FOR UPDATE OF q SKIP LOCKED
                """
            ).rows
            var expired: [QueueItem] = []
            var damaged: [String] = []
            for row in rows {
                guard let item = table.readable(row)?.item else {
                    damaged += [PostgresItems.place(row)].compactMap(\.self)
                    continue
                }
                let isHeld = item.lease.map { $0.isLive(at: callTime.now) && !goneOwners.contains($0.owner) } ?? false
                if !isHeld { expired.append(item) }
            }
            let cancelled = expired.filter { $0.state == .cancelled }
            try table.delete(ids: cancelled.map(\.id))
            // A cancelled row that cannot be read is deleted too; a run would otherwise wait for the end of its lease.
            let time = QueueRow.milliseconds(callTime.now)
            try table.delete(
                places: damaged,
                where: """
                    q.state = 'cancelled' AND (q.lease_owner IS NULL OR q.lease_owner = ANY($2::text[])
                        OR q.lease_until IS NULL OR q.lease_until <= $3::bigint OR q.lease_until > $4::bigint)
                    """,
                [
                    PostgresValue(array: goneOwners), PostgresValue(time),
                    PostgresValue(time + QueueRow.milliseconds(QueueLease.length * 2)),
                ])
            try table.update(
                expired.filter { $0.state == .paused }.map { old in
                    var new = old
                    new.lease = nil
                    return (old, new)
                })
            return cancelled
        }
    }

}

extension PostgresQueueStore: QueueTransferStore {
    package func itemsToTransfer(after position: Int64?, limit: Int) throws -> [QueueTransferItem] {
        try database.read { transaction in
            // The table has no index by position alone, since only this query needs one. It sorts the positions, which
            // takes half a second for a million items.
            try PostgresItems(transaction: transaction).fetch(
                where: "q.position > $1::bigint", [PostgresValue(position ?? .min)], "ORDER BY q.position",
                limit: limit
            ).map { QueueTransferItem(position: $0.position, item: $0.item) }
        }
    }

    package func insert(_ items: [QueueItem]) throws -> QueueTransferResult {
        try database.write { transaction in
            var result = QueueTransferResult()
            guard let inserted = try PostgresItems(transaction: transaction).insert(items)
            else {
                result.copied = items.count
                return result
            }
            let missing = items.map(\.id).filter { !inserted.contains($0) }
            let existing = try transaction.execute(
                "SELECT id FROM leftoff_queue_item WHERE id = ANY($1::text[])", [PostgresValue(array: missing)])
            let ids = Set(existing.rows.compactMap { $0.text(0) })
            result.copied = inserted.count
            result.existing = ids.count
            result.duplicates = missing.filter { !ids.contains($0) }
            return result
        }
    }

    package func hostBackoffs() throws -> [String: HostBackoff] {
        try database.read { try PostgresHosts(transaction: $0).first() }
    }

    package func insert(_ backoffs: [String: HostBackoff]) throws {
        try database.write { transaction in
            let hosts = PostgresHosts(transaction: transaction)
            try hosts.lock(backoffs.keys)
            let known = try hosts.find(backoffs.keys)
            for (host, backoff) in backoffs.sorted(by: { $0.key < $1.key }) where known[host] == nil {
                try hosts.set(host, to: backoff)
            }
        }
    }
}

/// The current time by the store's clock, and its difference from the clock of the caller.
///
/// Leases and delays are decided by the clock of the store. Times that a caller passes or acts on are converted, so
/// that only durations matter and not what its clock shows.
struct CallTime {
    /// The current time by the store's clock.
    let now: Date
    /// The time that the caller's clock is ahead, in seconds.
    private let offset: TimeInterval

    /// Creates the time of a call.
    ///
    /// - Parameters:
    ///   - now: The current time by the store's clock.
    ///   - caller: The current time by the caller's clock.
    init(now: Date, caller: Date) {
        self.now = now
        offset = caller.timeIntervalSince(now)
    }

    /// Converts a time of the caller's clock to the store's.
    private func forStore(_ date: Date) -> Date { date.addingTimeInterval(-offset) }

    /// Converts a time of the store's clock to the caller's.
    func forCaller(_ date: Date) -> Date {
        date == .distantPast || date == .distantFuture ? date : date.addingTimeInterval(offset)
    }

    /// Converts the times in an event.
    func forStore(_ event: QueueEvent) -> QueueEvent {
        switch event {
        case .renewed(let end): .renewed(until: forStore(end))
        case .failed(let failure, let retryAfter, let jitter):
            .failed(failure, retryAfter: retryAfter.map { forStore($0) }, jitter: jitter)
        case .named, .progressed, .verifying, .committing, .completed, .quarantined, .released, .returned, .postponed:
            event
        }
    }

    /// Converts the end of an item's lease, on which its worker acts; the other times are those that are stored.
    func forCaller(_ item: QueueItem) -> QueueItem {
        var item = item
        if let lease = item.lease { item.lease?.until = forCaller(lease.until) }
        return item
    }

    /// Converts the times on which the caller acts.
    func forCaller(_ transition: QueueTransition) -> QueueTransition {
        QueueTransition(
            forCaller(transition.item),
            transition.actions.map { action in
                switch action {
                case .wake(let date): .wake(at: forCaller(date))
                case .backOffHost(let end): .backOffHost(until: forCaller(end))
                case .interruptTransfer, .discardPartialFile, .discardQuarantinedFile, .forget: action
                }
            })
    }
}
