package import DownloadQueue
package import Foundation
import Syntax
import WHATWGURL

/// A transaction that adds downloads.
///
/// Repeated requests are found first, in a statement that reports those whose items are still as they were added: a
/// list of a hundred thousand downloads that is added again is not read from the table. The others are inserted
/// without checking for duplicates; if another transaction has just inserted one of them, the transaction is repeated.
private struct PostgresAddition {
    let requests: RequestList
    let machine: QueueMachine
    let now: Date
    /// True if the transaction is run again because of a duplicate.
    let isRepeated: Bool
    let transaction: PostgresTransaction

    /// The maximum number of rows of a statement.
    private static let chunk = 10_000

    /// The number of requests that are looked up to find out if a long list is new.
    private static let sampleSize = 64

    private var table: PostgresItems { PostgresItems(transaction: transaction) }

    /// Adds the downloads, and returns the item of each request.
    func run() throws -> [QueueItem] {
        var items: [QueueItem?] = Array(repeating: nil, count: requests.firsts.count)
        // The items that the first requests may change, as they are stored.
        var stored: [Int: QueueItem] = [:]
        for (index, old) in try quarantined() {
            (items[index], stored[index]) = (old, old)
        }
        let missing = items.indices.filter { items[$0] == nil }
        var changed: [Int: String] = [:]
        var unreadable: [Int] = []
        try find(Self.chunks(missing).filter { try !isNew($0) }) { found in
            for (index, item) in found.same { items[index] = item }
            changed.merge(found.changed) { $1 }
            unreadable += found.unreadable
        }
        try table.releaseUnreadable(of: unreadable.map { requests.firsts[$0] })
        let locked = try table.lock(ids: changed.values)
        try table.releaseDamaged(ids: changed.values.filter { locked[$0] == nil })
        for (index, id) in changed {
            guard let old = locked[id]?.item else { continue }
            guard old.state.blocksDuplicates else { throw ServerFailure.outdated }
            (items[index], stored[index]) = (old, old)
        }
        var new: [QueueItem] = []
        for index in missing where items[index] == nil {
            let item = QueueItem(id: RecordID.random(), request: requests.firsts[index], addedAt: now)
            items[index] = item
            new.append(item)
        }
        try transaction.executeEach(Self.chunks(new), PostgresItems.insertion) { _, _ in }
        return try merge(&items, &stored)
    }

    private static func chunks<Element>(_ list: [Element]) -> [ArraySlice<Element>] {
        stride(from: 0, to: list.count, by: chunk).map { list[$0..<min($0 + chunk, list.count)] }
    }

    // MARK: Steps

    /// Merges the requests into the items of their destinations, in order, and writes the changed items.
    private func merge(_ items: inout [QueueItem?], _ stored: inout [Int: QueueItem]) throws -> [QueueItem] {
        var isMerged = Array(repeating: false, count: items.count)
        var results: [QueueItem] = []
        results.reserveCapacity(requests.requests.count)
        for (request, index) in zip(requests.requests, requests.indices) {
            guard let item = items[index] else { throw ServerFailure.outdated }
            let isFirst = !isMerged[index]
            isMerged[index] = true
            // A new item, and one that is as it was added, contain their first request.
            if isFirst ? stored[index] == nil : request == requests.firsts[index] {
                results.append(item)
                continue
            }
            let merged = try machine.merge(request, into: item, at: now)
            if stored[index] == nil { stored[index] = item }
            items[index] = merged
            results.append(merged)
        }
        try table.update(
            stored.compactMap { index, old in items[index].map { (old, $0) } }.filter { $0.0 != $0.1 }
                .sorted { $0.0.id < $1.0.id })
        return results
    }

    private static let key = PostgresMigrations.destination(
        url: "request.url", directory: "request.directory", name: "request.name")

    /// Returns the last quarantined item of each destination without an unfinished item, by the request's index.
    private func quarantined() throws -> [(Int, QueueItem)] {
        let exists = try transaction.execute(
            "SELECT EXISTS (SELECT 1 FROM leftoff_queue_item WHERE state = 'quarantined')"
        ).first?.isTrue(0)
        guard exists == true else { return [] }
        let firsts = requests.firsts
        let result = try transaction.execute(
            """
            SELECT \(PostgresItems.columns), request.number
            FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY
                AS request (url, directory, name, number)
            JOIN leftoff_queue_item AS q ON q.destination = \(Self.key) AND q.state = 'quarantined'
            WHERE NOT EXISTS (
                SELECT 1 FROM leftoff_queue_item AS other WHERE other.destination = q.destination AND other.live = 1
            )
            ORDER BY q.position FOR UPDATE OF q
            """,
            [
                PostgresValue(array: firsts.map(\.url.href)), PostgresValue(array: firsts.map(\.directory)),
                PostgresValue(array: firsts.map { $0.name ?? "" }),
            ])
        let pairs = result.rows.compactMap { row -> (Int, QueueItem)? in
            guard let number = row.integer(PostgresItems.columnCount).flatMap(Int.init(exactly:)),
                (1...firsts.count).contains(number), let item = table.readable(row)?.item
            else { return nil }
            return (number - 1, item)
        }
        return Dictionary(pairs) { $1 }.map { ($0, $1) }
    }

    /// Returns true if the requests of a long list are probably all new.
    private func isNew(_ indices: ArraySlice<Int>) throws -> Bool {
        guard !isRepeated, indices.count > 4 * Self.sampleSize else { return false }
        let step = indices.count / Self.sampleSize
        let sample = stride(from: indices.startIndex, to: indices.endIndex, by: step).map { indices[$0] }
        var isNew = true
        try find([sample[...]]) { isNew = $0.same.isEmpty && $0.changed.isEmpty && $0.unreadable.isEmpty }
        return isNew
    }

    /// The unfinished items of requests, by the index of the request.
    private struct Found {
        /// The items that have the same request and have never been claimed.
        var same: [(Int, QueueItem)] = []
        /// The ids of the others.
        var changed: [Int: String] = [:]
        /// The requests whose items have ids that cannot be read.
        var unreadable: [Int] = []
    }

    /// Finds the unfinished items of requests.
    ///
    /// - Parameters:
    ///   - chunks: The indices of the requests.
    ///   - receive: Receives the items of each chunk.
    /// - Throws: ``ServerFailure``.
    private func find(_ chunks: [ArraySlice<Int>], receive: (Found) -> Void) throws {
        try transaction.executeEach(chunks, search) { indices, result in
            var found = Found()
            for row in result.rows {
                guard let ordinal = row.integer(0).flatMap(Int.init(exactly:)), (1...indices.count).contains(ordinal)
                else { continue }
                let index = indices[indices.startIndex + ordinal - 1]
                guard let id = row.text(1) else {
                    found.unreadable.append(index)
                    continue
                }
                let request = requests.firsts[index]
                if row.isTrue(3), let added = QueueRow.date(row.integer(2)), request.startAt == nil {
                    found.same.append((index, QueueItem(id: id, request: request, addedAt: added)))
                } else {
                    found.changed[index] = id
                }
            }
            receive(found)
        }
    }

    /// Returns the statement that finds the unfinished items of requests.
    ///
    /// With LIMIT, the planner can only look up each destination in its index. While a long list is being added, the
    /// table seems almost empty, and comparing all requests with all items would seem to be faster.
    private func search(_ indices: ArraySlice<Int>) -> PostgresStatement {
        let columns = Self.comparedColumns
        let rows = indices.map { index in
            let values = QueueRow.requestValues(requests.firsts[index], id: "", addedAt: now)
            return columns.map { values[$0.rawValue] }
        }
        let batch = ColumnBatch(columns, rows: rows, arrays: [.url])
        func value(_ column: QueueColumn) -> String { batch.expression(column) ?? "NULL" }
        let isSame = columns.dropFirst(3).map { "q.\($0.sqlName) IS NOT DISTINCT FROM \(value($0))" }
        let key = PostgresMigrations.destination(
            url: value(.url), directory: value(.directory), name: value(.name))
        return PostgresStatement(
            sql: """
                SELECT v.ordinal, \(QueueColumn.id.limited), q.added_at,
                    q.state = 'ready' AND q.epoch = 0 AND q.attempts = 0 AND q.failures = 0
                    AND q.file_name IS NULL AND q.error_class IS NULL AND q.durable_bytes = 0
                    AND q.start_at IS NULL AND \(isSame.joined(separator: " AND "))
                FROM \(batch.source) CROSS JOIN LATERAL (
                    SELECT * FROM leftoff_queue_item AS item WHERE item.destination = \(key) AND item.live = 1 LIMIT 1
                ) AS q
                """, values: batch.parameters)
    }

    /// The columns of a request that are compared, after those that only make up the destination.
    private static let comparedColumns: [QueueColumn] = [
        .url, .directory, .name, .checksum, .referer, .headers, .priority, .userAgent, .proxy, .netrc, .cookies,
        .snapshot, .suggestedName, .privateHosts, .root, .acceptsHtml,
    ]
}

/// Adding downloads.
extension PostgresQueueStore {
    package func add(_ items: [NewQueueItem], at now: Date) throws -> [QueueItem] {
        guard !items.isEmpty else { return [] }
        for item in items { try expectStorable(item) }
        let requests = RequestList(items)
        var isRepeated = false
        let added = try database.write { transaction in
            defer { isRepeated = true }
            return try PostgresAddition(
                requests: requests, machine: machine, now: callTime(transaction, now).now, isRepeated: isRepeated,
                transaction: transaction
            ).run()
        }
        if requests.firsts.count >= Self.analysisThreshold { try analyzeIfGrown(items: requests.firsts.count) }
        return added
    }

    /// The number of requests after which the statistics may be outdated.
    private static let analysisThreshold = 1_000

    /// Updates the planner's statistics if the table is twice as large as when they were made, or they were made while
    /// the items were being added.
    ///
    /// The server does that by itself, but only after a minute. Until then, a claim would sort all ready items, which
    /// takes 60 ms for 60,000. A role that does not own the table gets a notice from the server, and no error.
    ///
    /// - Parameter items: The least number of items in the table.
    /// - Throws: ``PostgresStoreError``.
    private func analyzeIfGrown(items: Int) throws {
        try database.withConnection { connection in
            let hasGrown = try connection.execute(
                """
                SELECT pg_relation_size(oid) >= 2 * relpages::bigint * current_setting('block_size')::bigint
                    OR reltuples < $1::bigint / 2
                FROM pg_class WHERE oid = 'leftoff_queue_item'::regclass
                """, [PostgresValue(items)]
            ).first?.isTrue(0)
            guard hasGrown == true else { return }
            // The columns by which rows are chosen; analyzing the unique ones too would take twice as long.
            _ = try connection.execute("ANALYZE leftoff_queue_item (host, state, lease_owner, live)")
        }
    }

    /// Rejects a request that PostgreSQL cannot store, or that could not be read again.
    private func expectStorable(_ request: NewQueueItem) throws {
        let fields: [(name: String, column: QueueColumn, text: String?)] = [
            ("address", .url, request.url.href), ("directory", .directory, request.directory),
            ("name", .name, request.name), ("suggested name", .suggestedName, request.suggestedName),
            ("referer", .referer, request.referer), ("user agent", .userAgent, request.userAgent),
            ("proxy", .proxy, request.proxy), ("path of the netrc file", .netrc, request.netrcPath),
            ("path of the cookie file", .cookies, request.cookiesPath), ("snapshot", .snapshot, request.snapshot),
            ("root", .root, request.root), ("list of private hosts", .privateHosts, request.privateHosts.stored),
        ]
        for field in fields {
            guard let text = field.text else { continue }
            if text.utf8.contains(0) {
                throw PostgresStoreError.containsNUL(server: "\(database.address)", field: field.name)
            }
            if !PostgresText.isReadable(text, in: field.column) {
                throw PostgresStoreError.tooLong(server: "\(database.address)", field: field.name)
            }
        }
        // JSON may represent a character by six bytes.
        let headers = request.headers.flatMap { [$0.name, $0.value] }
        let length = headers.reduce(0) { $0 + 6 * $1.utf8.count + 8 }
        if length > QueueColumn.headers.byteLimit || headers.contains(where: \.hasLongCombiningRun) {
            throw PostgresStoreError.tooLong(server: "\(database.address)", field: "list of request fields")
        }
    }
}

/// A list of requests, of which several may be for the same URL, directory and name.
struct RequestList {
    /// The first request of each destination.
    private(set) var firsts: [NewQueueItem] = []
    /// For each request, in order, the index of its destination in ``firsts``.
    private(set) var indices: [Int] = []
    /// All requests, in order.
    let requests: [NewQueueItem]

    init(_ requests: [NewQueueItem]) {
        self.requests = requests
        indices.reserveCapacity(requests.count)
        var known: [QueueDestination: Int] = [:]
        known.reserveCapacity(requests.count)
        for request in requests {
            let destination = QueueDestination(request)
            if let index = known[destination] {
                indices.append(index)
            } else {
                known[destination] = firsts.count
                indices.append(firsts.count)
                firsts.append(request)
            }
        }
    }
}
