import DownloadQueue
import Foundation
import GRDB
import HTTPSyntax
import WHATWGURL

/// A row of the table `queue_item`, converted from and to a `QueueItem`.
enum QueueRow {
    private static let insertion = """
        INSERT INTO queue_item (\(QueueColumn.list)) VALUES (\(QueueColumn.parameters))
        ON CONFLICT DO NOTHING
        """
    private static let selection = "SELECT \(QueueColumn.list), position, version FROM queue_item"
    /// The queue order.
    static let order = "priority DESC, position"
    private static let byID = "\(selection) WHERE id = ?"
    private static let byPosition = "\(selection) WHERE position = ?"

    // MARK: Writing

    /// Inserts an item.
    ///
    /// - Returns: False if nothing was inserted, because an unfinished item of the same URL, directory and name exists
    ///   (``QueueState/blocksDuplicates``).
    static func insert(_ item: QueueItem, _ sequence: ChangeSequence, _ database: Database) throws -> Bool {
        try RawStatement(insertion, database).write(values(item) + [.integer(sequence.next())]) > 0
    }

    /// Writes the changed columns of an item.
    ///
    /// - Returns: The item as it is stored now; nil if another process has changed it since it was read.
    static func update(
        _ old: StoredItem, to item: QueueItem, _ sequence: ChangeSequence, _ database: Database
    ) throws -> StoredItem? {
        let change = QueueChange(from: old.item, to: item, sequence)
        let count = try RawStatement(change.sql, database).write(
            change.values + [.integer(old.position), .integer(old.version)])
        guard count > 0 else { return nil }
        return StoredItem(position: old.position, version: old.version + 1, item: item)
    }

    /// Changes columns of all rows that meet a condition, and numbers each change.
    ///
    /// - Parameters:
    ///   - columns: The assignments in SQL; always the same text, because prepared statements are cached.
    ///   - values: The arguments of `columns`.
    ///   - condition: The condition in SQL.
    ///   - arguments: The arguments of `condition`.
    ///   - sequence: The change numbers of this transaction.
    ///   - database: A connection in a write transaction.
    /// - Throws: `DatabaseError`.
    static func update(
        _ columns: String, _ values: [SQLValue] = [], where condition: String, _ arguments: StatementArguments,
        _ sequence: ChangeSequence, _ database: Database
    ) throws {
        let rows = try RawStatement("SELECT position FROM queue_item WHERE \(condition)", database)
            .all(arguments) { $0.integer(0) }
        let sql = "UPDATE queue_item SET \(columns), version = version + 1, changed = ? WHERE position = ?"
        for case let position? in rows {
            try RawStatement(sql, database).write(values + [.integer(sequence.next()), .integer(position)])
        }
    }

    /// Deletes an item.
    ///
    /// - Returns: False if another process has changed it since it was read.
    static func delete(_ old: StoredItem, _ sequence: ChangeSequence, _ database: Database) throws -> Bool {
        // A deleted row cannot contain a change number, so a trigger records the removal.
        try sequence.whileTriggersAdvance(database) {
            try RawStatement("DELETE FROM queue_item WHERE position = ? AND version = ?", database)
                .write([.integer(old.position), .integer(old.version)]) > 0
        }
    }

    // MARK: Reading

    /// Returns items that meet an SQL condition, by default in queue order.
    static func fetch(
        _ database: Database, where condition: String, _ arguments: StatementArguments = [],
        order: String = QueueRow.order,
        limit: Int? = nil
    ) throws -> [StoredItem] {
        try RawStatement(sql(where: condition, order: order, limit: limit), database).all(arguments, stored)
    }

    /// Returns the statement of ``fetch(_:where:_:order:limit:)``.
    static func sql(where condition: String, order: String = QueueRow.order, limit: Int? = nil) -> String {
        "\(selection) WHERE \(condition) ORDER BY \(order)\(limit.map { " LIMIT \($0)" } ?? "")"
    }

    static func fetch(_ database: Database, id: String) throws -> StoredItem? {
        try first(RawStatement(byID, database), .text(id))
    }

    static func fetch(_ database: Database, position: Int64) throws -> StoredItem? {
        try first(RawStatement(byPosition, database), .integer(position))
    }

    private static func first(_ statement: RawStatement, _ key: SQLValue) throws -> StoredItem? {
        var found: StoredItem?
        try statement.read([key]) { row in
            found = try stored(row)
            return false
        }
        return found
    }

    /// Returns a time as it is stored: milliseconds since 1970.
    static func milliseconds(_ date: Date) -> Int64 {
        Int64((min(max(date.timeIntervalSince1970, -1e12), 1e12) * 1_000).rounded())
    }

    static func date(_ milliseconds: Int64?) -> Date? {
        milliseconds.map { Date(timeIntervalSince1970: Double($0) / 1_000) }
    }

    // MARK: Values

    /// Returns the values of a new row, in the order of the columns.
    private static func values(_ item: QueueItem) -> [SQLValue] {
        let request = item.request
        return [
            .text(item.id), .text(item.url.href), .text(item.url.host), .text(item.directory), SQLValue(item.name),
            SQLValue(item.checksum?.description), SQLValue(item.referer), .text(json(item.headers)),
            SQLValue(item.priority), .integer(milliseconds(item.addedAt)), SQLValue(request.userAgent),
            SQLValue(request.proxy), SQLValue(request.netrcPath), SQLValue(request.cookiesPath),
            SQLValue(request.snapshot), SQLValue(request.startAt.map(milliseconds)),
            SQLValue(request.suggestedName), SQLValue(request.privateHosts.stored),
        ] + QueueChange.stateValues(item)
    }

    /// Returns request fields as they are stored.
    static func json(_ headers: [HTTPField]) -> String {
        guard !headers.isEmpty, let json = try? JSONEncoder().encode(headers.map { [$0.name, $0.value] }) else {
            return "[]"
        }
        return String(decoding: json, as: UTF8.self)
    }

    private static func stored(_ row: RawRow) throws -> StoredItem {
        let item = try item(row)
        let count = QueueColumn.allCases.count
        guard let position = row.integer(count), let version = row.integer(count + 1) else {
            throw QueueError.damaged(id: item.id, field: "position or version")
        }
        return StoredItem(position: position, version: version, item: item)
    }

    private static func item(_ row: RawRow) throws -> QueueItem {
        func text(_ column: QueueColumn) -> String? { row.text(column.rawValue) }
        func number(_ column: QueueColumn) -> Int64? { row.integer(column.rawValue) }
        func time(_ column: QueueColumn) -> Date? { date(number(column)) }
        func damage(_ column: QueueColumn) -> QueueError {
            .damaged(id: text(.id) ?? "an item without an id", field: column.sqlName)
        }
        // Not generic: a local generic function is not specialized, which made long lists 14 % slower.
        func requiredText(_ column: QueueColumn) throws -> String {
            guard let value = text(column) else { throw damage(column) }
            return value
        }
        func requiredNumber(_ column: QueueColumn) throws -> Int64 {
            guard let value = number(column) else { throw damage(column) }
            return value
        }
        let id = try requiredText(.id)
        guard let url = WebURL(try requiredText(.url)) else { throw damage(.url) }
        guard let state = QueueState(rawValue: try requiredText(.state)) else { throw damage(.state) }
        guard let added = time(.addedAt) else { throw damage(.addedAt) }
        var request = NewQueueItem(
            url: url, directory: try requiredText(.directory), name: text(.name),
            checksum: try text(.checksum).map { try Checksum($0) }, referer: text(.referer),
            headers: try headers(requiredText(.headers), id: id), priority: Int(try requiredNumber(.priority)))
        request.userAgent = text(.userAgent)
        request.proxy = text(.proxy)
        request.netrcPath = text(.netrc)
        request.cookiesPath = text(.cookies)
        request.snapshot = text(.snapshot)
        request.startAt = time(.startAt)
        request.suggestedName = text(.suggestedName)
        request.privateHosts = PrivateHosts(stored: text(.privateHosts))
        var item = QueueItem(id: id, request: request, addedAt: added)
        item.state = state
        item.fileName = text(.fileName)
        item.partName = text(.partName)
        item.content = PartialContent(
            durableBytes: try requiredNumber(.durableBytes), total: number(.total),
            etag: text(.etag), lastModified: text(.lastModified))
        item.content.state = text(.partState)
        item.attempts = Int(try requiredNumber(.attempts))
        item.failures = Int(try requiredNumber(.failures))
        item.furthest = try requiredNumber(.furthest)
        item.sha256 = text(.sha256)
        if let kind = text(.errorClass) {
            guard let failure = QueueFailure.Class(rawValue: kind) else { throw damage(.errorClass) }
            item.error = QueueFailure(
                failure, text(.errorMessage) ?? "",
                isLasting: number(.errorIsLasting) == 1, needsSpace: number(.needsSpace) == 1)
        }
        item.notBefore = time(.notBefore)
        item.waitingSince = time(.waitingSince)
        item.epoch = Int(try requiredNumber(.epoch))
        if let owner = text(.leaseOwner), let until = time(.leaseUntil) {
            item.lease = QueueLease(owner: owner, epoch: item.epoch, until: until)
        }
        item.finishedAt = time(.finishedAt)
        return item
    }

    private static func headers(_ json: String, id: String) throws -> [HTTPField] {
        if json == "[]" { return [] }
        guard let pairs = try? JSONDecoder().decode([[String]].self, from: Data(json.utf8)),
            pairs.allSatisfy({ $0.count == 2 })
        else { throw QueueError.damaged(id: id, field: "headers") }
        return pairs.map { HTTPField(name: $0[0], value: $0[1]) }
    }
}
