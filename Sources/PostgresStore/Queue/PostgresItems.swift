import DownloadQueue
import Syntax
import WHATWGURL

/// An item as it is stored, with its number in the order of adding.
struct PostgresItem: Sendable {
    /// The number of the row: the order in which items were added.
    let position: Int64
    /// The item.
    let item: QueueItem

    /// The position in the order of work.
    var rank: QueueRank { QueueRank(priority: item.priority, position: position) }
}

/// The table `leftoff_queue_item`, in a transaction.
struct PostgresItems {
    let transaction: PostgresTransaction

    /// The queue order.
    static let order = "q.priority DESC, q.position"

    /// The known states as a list in SQL.
    static let states = QueueState.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")

    /// The columns that ``item(_:)`` reads, and the place of the row in the table.
    static let columns = (QueueColumn.allCases.map(\.limited) + ["q.position", "q.ctid"]).joined(separator: ", ")

    /// The number of the column after ``columns``.
    static let columnCount = QueueColumn.allCases.count + 2

    private static let texts = QueueColumn.allCases.filter { !$0.isInteger }

    // MARK: Reading

    /// Returns the item of a row that begins with ``columns``.
    ///
    /// - Throws: `QueueError.damaged`; with the row's position if its id cannot be read.
    static func item(_ row: PostgresRow) throws(QueueError) -> PostgresItem {
        let position = row.integer(columnCount - 2) ?? 0
        if let column = texts.first(where: { row.isUnreadable($0.rawValue) }) {
            throw .damaged(
                id: row.text(QueueColumn.id.rawValue) ?? RecordID.name(ofPosition: position), field: column.sqlName)
        }
        return PostgresItem(position: position, item: try QueueRow.item(row))
    }

    /// Returns the place in the table of a row that begins with ``columns``, which does not change while it is locked.
    ///
    /// The id of a damaged row may be one by which the row cannot be found.
    static func place(_ row: PostgresRow) -> String? { row.text(columnCount - 1) }

    /// Returns the item of a row that begins with ``columns``; nil if the row is damaged.
    func readable(_ row: PostgresRow) -> PostgresItem? {
        do { return try Self.item(row) } catch {
            transaction.damagedRows.record(error)
            return nil
        }
    }

    /// Returns the readable items that meet a condition.
    ///
    /// - Parameters:
    ///   - condition: The condition in SQL, on the alias `q`.
    ///   - values: The values of the parameters.
    ///   - suffix: Further clauses, by default the queue order.
    ///   - limit: The maximum number of items; nil for all.
    /// - Returns: The items.
    /// - Throws: ``ServerFailure``.
    func fetch(
        where condition: String, _ values: [PostgresValue] = [], _ suffix: String = "ORDER BY \(Self.order)",
        limit: Int? = nil
    ) throws -> [PostgresItem] {
        let sql = "SELECT \(Self.columns) FROM leftoff_queue_item AS q WHERE \(condition) \(suffix)"
        return try ReadableRows.all(limit: limit) { limit in
            try transaction.execute(sql + (limit.map { " LIMIT \($0)" } ?? ""), values).rows.map(readable)
        }
    }

    /// Makes rows that cannot be read failed, so that no worker meets them again.
    ///
    /// - Parameters:
    ///   - places: The places of the rows, which are locked.
    ///   - now: The current time by the store's clock.
    /// - Throws: ``ServerFailure``.
    func failDamaged(places: [String], at now: Int64) throws {
        guard !places.isEmpty else { return }
        try transaction.execute(
            "\(Self.failing) WHERE q.ctid = ANY($2::tid[])", [PostgresValue(now), PostgresValue(array: places)])
    }

    /// Makes ready rows failed whose hosts cannot be read, so that they do not hide the items of others.
    ///
    /// - Parameter now: The current time by the store's clock.
    /// - Returns: The number of rows, at most 100,000 of those that no other transaction is changing.
    /// - Throws: ``ServerFailure``.
    func failReadyOfDamagedHosts(at now: Int64) throws -> Int {
        let rows = try transaction.execute(
            """
            \(Self.failing) WHERE q.ctid = ANY(ARRAY(
                SELECT q.ctid FROM leftoff_queue_item AS q WHERE q.state = 'ready' AND \(QueueColumn.host.isUnusual)
                LIMIT 100000 FOR UPDATE SKIP LOCKED
            )) RETURNING \(QueueColumn.id.limited), q.position
            """, [PostgresValue(now)]
        ).rows
        var count = 0
        for row in rows {
            count += 1
            let id = row.text(0) ?? RecordID.name(ofPosition: row.integer(1) ?? 0)
            transaction.damagedRows.record(.damaged(id: id, field: QueueColumn.host.sqlName))
        }
        return count
    }

    /// The statement that makes rows failed at a time ($1).
    ///
    /// It changes only columns that no index of names or destinations contains.
    private static let failing = """
        UPDATE leftoff_queue_item AS q SET state = 'failed', error_class = 'internal',
            error_message = 'download ' || left(q.id, \(QueueColumn.id.byteLimit)) || ' cannot be read',
            error_is_lasting = 1, needs_space = NULL, not_before = NULL, waiting_since = NULL, lease_owner = NULL,
            lease_until = NULL, finished_at = $1::bigint
        """

    /// Makes damaged rows failed and keeps them from being found by their destinations.
    func releaseDamaged(ids: [String]) throws {
        guard !ids.isEmpty else { return }
        try transaction.execute("\(Self.releasing) WHERE q.id = ANY($1::text[])", [PostgresValue(array: ids)])
    }

    /// Does the same with rows of requests whose ids cannot be read.
    func releaseUnreadable(of requests: [NewQueueItem]) throws {
        guard !requests.isEmpty else { return }
        let key = PostgresMigrations.destination(
            url: "request.url", directory: "request.directory", name: "request.name")
        try transaction.execute(
            """
            \(Self.releasing) FROM unnest($1::text[], $2::text[], $3::text[]) AS request (url, directory, name)
            WHERE q.live = 1 AND q.destination = \(key) AND \(QueueColumn.id.isUnusual)
            """,
            [
                PostgresValue(array: requests.map(\.url.href)), PostgresValue(array: requests.map(\.directory)),
                PostgresValue(array: requests.map { $0.name ?? "" }),
            ])
    }

    private static let releasing = "UPDATE leftoff_queue_item AS q SET state = 'failed', live = NULL"

    /// Returns the items of some ids, and locks their rows.
    ///
    /// The rows are locked in the order of their ids, so that two transactions do not wait for each other. Damaged rows
    /// are left out.
    func lock(ids: some Collection<String>) throws -> [String: PostgresItem] {
        guard !ids.isEmpty else { return [:] }
        let items = try fetch(
            where: "q.id = ANY($1::text[])", [PostgresValue(array: ids)], "ORDER BY q.id FOR UPDATE OF q")
        return Dictionary(items.map { ($0.item.id, $0) }) { $1 }
    }

    // MARK: Writing

    /// Writes the changed columns of items whose rows are locked.
    ///
    /// Items with the same changed columns share a statement.
    ///
    /// - Parameter changes: The items as they are stored, and the new items.
    /// - Throws: ``ServerFailure``.
    func update(_ changes: [(old: QueueItem, new: QueueItem)]) throws {
        var groups: [QueueChange.Columns: [[QueueValue]]] = [:]
        for (old, new) in changes {
            let change = QueueChange(from: old, to: new)
            guard change.columnSet != 0 else { continue }
            groups[change.columnSet, default: []].append([.text(old.id)] + change.values)
        }
        // The name of a finished part file may be used by the next item of the batch.
        let partName: QueueChange.Columns = 1 << QueueChange.Columns(QueueColumn.partName.rawValue)
        func namesPart(_ group: (key: QueueChange.Columns, value: [[QueueValue]])) -> Bool {
            guard group.key & partName != 0, let index = QueueChange.columns(group.key).firstIndex(of: .partName) else {
                return false
            }
            return group.value.contains { $0[index + 1] != .null }
        }
        let sorted = groups.sorted { (namesPart($0) ? 1 : 0, $0.key) < (namesPart($1) ? 1 : 0, $1.key) }
        for group in sorted {
            let columns = QueueChange.columns(group.key)
            let batch = ColumnBatch([.id] + columns, rows: group.value)
            let assignments = columns.map { "\($0.sqlName) = \(batch.expression($0) ?? "NULL")" }
            try transaction.execute(
                """
                UPDATE leftoff_queue_item AS q SET \(assignments.joined(separator: ", "))
                FROM \(batch.source) WHERE q.id = v.id
                """, batch.parameters)
        }
    }

    /// Inserts items with all their columns, in their order, unless they already exist or would be live duplicates.
    ///
    /// - Parameter items: The items to insert, in the order in which they are added.
    /// - Returns: The ids of the inserted items; nil for all.
    /// - Throws: ``ServerFailure``.
    func insert(_ items: some Collection<QueueItem>) throws -> Set<String>? {
        guard !items.isEmpty else { return nil }
        let batch = ColumnBatch(QueueColumn.allCases, rows: items.map(QueueRow.values))
        let insertion = Self.insertion(batch, suffix: "ON CONFLICT DO NOTHING RETURNING id")
        let result = try transaction.execute(insertion.sql, insertion.values)
        return result.count == items.count ? nil : Set(result.rows.compactMap { $0.text(0) })
    }

    /// Returns the statement that inserts new items, whose other columns have the default values.
    ///
    /// An item that already exists is an error. Otherwise, inserting takes longer.
    ///
    /// - Parameter items: The items, at least one, in the order in which they are added.
    /// - Returns: The statement.
    static func insertion(_ items: some Collection<QueueItem>) -> PostgresStatement {
        insertion(ColumnBatch(columnsOfNew, rows: items.map(valuesOfNew)), suffix: "")
    }

    /// Returns the statement that inserts rows.
    ///
    /// They are inserted in the order of their destinations, so that two transactions do not wait for each other.
    private static func insertion(_ batch: ColumnBatch, suffix: String) -> PostgresStatement {
        PostgresStatement(
            sql: """
                INSERT INTO leftoff_queue_item (\(batch.columns.map(\.sqlName).joined(separator: ", ")), position)
                SELECT \(batch.values), v.position
                FROM (SELECT v.*, nextval('leftoff_queue_position') AS position FROM \(batch.source)) AS v
                ORDER BY \(insertionOrder) \(suffix)
                """, values: batch.parameters)
    }

    /// The columns in which new items differ from the default values: those of the request, and a few of the state.
    private static let columnsOfNew =
        Array(QueueColumn.allCases[..<QueueColumn.state.rawValue]) + [.state, .notBefore, .live]

    private static func valuesOfNew(_ item: QueueItem) -> [QueueValue] {
        QueueRow.requestValues(item.request, id: item.id, addedAt: item.addedAt) + [
            .text(item.state.rawValue), QueueValue(item.notBefore.map(QueueRow.milliseconds)), .integer(1),
        ]
    }

    /// The numbers of the columns URL, directory and name.
    private static let insertionOrder =
        "\(QueueColumn.url.rawValue + 1), \(QueueColumn.directory.rawValue + 1), \(QueueColumn.name.rawValue + 1)"

    /// Deletes items.
    func delete(ids: some Collection<String>) throws {
        guard !ids.isEmpty else { return }
        try transaction.execute(
            "DELETE FROM leftoff_queue_item WHERE id = ANY($1::text[])", [PostgresValue(array: ids)])
    }

    /// Deletes locked rows that meet a condition.
    ///
    /// - Parameters:
    ///   - places: The places of the rows.
    ///   - condition: The condition in SQL, on the alias `q`.
    ///   - values: The values of the parameters from `$2`.
    /// - Throws: ``ServerFailure``.
    func delete(places: some Collection<String>, where condition: String = "TRUE", _ values: [PostgresValue] = [])
        throws
    {
        guard !places.isEmpty else { return }
        try transaction.execute(
            "DELETE FROM leftoff_queue_item AS q WHERE q.ctid = ANY($1::tid[]) AND \(condition)",
            [PostgresValue(array: places)] + values)
    }
}

/// The values of some columns of several rows, as parameters of one statement.
///
/// A column with the same value in all rows is one parameter; the others are arrays, which `unnest` turns into rows.
struct ColumnBatch {
    /// The values of the parameters, which are the first of the statement.
    private(set) var parameters: [PostgresValue] = []
    private var expressions: [String] = []
    private var arrays: [(parameter: String, alias: String)] = []

    /// Creates a batch.
    ///
    /// - Parameters:
    ///   - columns: The columns that the statement uses.
    ///   - rows: The values of each row, in the order of the columns; at least one row.
    ///   - alwaysArrays: Columns that are always arrays, so that there are as many rows as items.
    init(_ columns: [QueueColumn], rows: [[QueueValue]], arrays alwaysArrays: Set<QueueColumn> = [.id]) {
        for (index, column) in columns.enumerated() {
            let type = column.isInteger ? "bigint" : "text"
            let first = rows[0][index]
            let isConstant = !alwaysArrays.contains(column) && rows.allSatisfy { $0[index] == first }
            let number = "$\(parameters.count + 1)"
            if isConstant {
                parameters.append(PostgresValue(first))
                expressions.append("\(number)::\(type)")
            } else {
                parameters.append(PostgresValue(array: rows.map { $0[index] }))
                arrays.append(("\(number)::\(type)[]", column.sqlName))
                expressions.append("v.\(column.sqlName)")
            }
        }
        self.columns = columns
    }

    /// The columns.
    let columns: [QueueColumn]

    /// The rows as an item of a FROM clause with the alias `v` and a column `ordinal`, counted from 1.
    var source: String {
        """
        unnest(\(arrays.map(\.parameter).joined(separator: ", "))) WITH ORDINALITY \
        AS v(\((arrays.map(\.alias) + ["ordinal"]).joined(separator: ", ")))
        """
    }

    /// The expressions of all columns, in their order.
    var values: String { expressions.joined(separator: ", ") }

    /// The expression of a column's value; nil if the batch does not contain the column.
    func expression(_ column: QueueColumn) -> String? { columns.firstIndex(of: column).map { expressions[$0] } }
}
