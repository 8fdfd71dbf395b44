import Downloads
import Foundation
import GRDB
import Transfer
import WHATWGURL

/// One row of the table `queue_item`, to and from a `QueueItem`.
enum QueueRow {
    /// The columns in the order of ``values(_:)``.
    private static let columns = [
        "id", "url", "host", "directory", "name", "checksum", "referer", "headers", "priority", "added_at", "state",
        "file_name", "part_name", "durable_bytes", "total", "etag", "last_modified", "attempts", "failures", "furthest",
        "sha256", "error_class", "error_message", "error_is_lasting", "not_before", "lease_owner", "lease_until",
        "epoch", "finished_at",
    ]

    private static let insertion = """
        INSERT INTO queue_item (\(columns.joined(separator: ", ")))
        VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
        """

    private static let update = """
        UPDATE queue_item SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")) WHERE id = ?
        """

    static func insert(_ item: QueueItem, _ database: Database) throws {
        try database.cachedStatement(sql: insertion).execute(arguments: StatementArguments(values(item)))
    }

    static func update(_ item: QueueItem, _ database: Database) throws {
        try database.cachedStatement(sql: update)
            .execute(arguments: StatementArguments(values(item) + [item.id.databaseValue]))
    }

    static func delete(_ item: QueueItem, _ database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM queue_item WHERE id = ?").execute(arguments: [item.id])
    }

    /// Reads items by an SQL condition.
    static func fetch(
        _ database: Database, where condition: String, _ arguments: StatementArguments = [], limit: Int? = nil
    ) throws -> [QueueItem] {
        let sql = """
            SELECT * FROM queue_item WHERE \(condition) ORDER BY priority DESC, position\(limit.map { " LIMIT \($0)" } ?? "")
            """
        return try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments).map(item)
    }

    static func fetch(_ database: Database, id: String) throws -> QueueItem? {
        try fetch(database, where: "id = ?", [id]).first
    }

    /// A time as it is stored.
    static func milliseconds(_ date: Date) -> Int64 {
        Int64((min(max(date.timeIntervalSince1970, -1e12), 1e12) * 1_000).rounded())
    }

    static func date(_ milliseconds: Int64?) -> Date? {
        milliseconds.map { Date(timeIntervalSince1970: Double($0) / 1_000) }
    }

    private static func values(_ item: QueueItem) -> [DatabaseValue] {
        func time(_ date: Date?) -> DatabaseValue { date.map { milliseconds($0).databaseValue } ?? .null }
        func value(_ value: (some DatabaseValueConvertible)?) -> DatabaseValue { value?.databaseValue ?? .null }
        let headers = item.headers.map { [$0.name, $0.value] }
        let json = (try? JSONEncoder().encode(headers)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
        return [
            item.id.databaseValue, item.url.href.databaseValue, item.url.host.databaseValue,
            item.directory.databaseValue, value(item.name), value(item.checksum?.description), value(item.referer),
            json.databaseValue, item.priority.databaseValue, time(item.addedAt), item.state.rawValue.databaseValue,
            value(item.fileName), value(item.partName), item.content.durableBytes.databaseValue,
            value(item.content.total), value(item.content.etag), value(item.content.lastModified),
            item.attempts.databaseValue, item.failures.databaseValue, item.furthest.databaseValue, value(item.sha256),
            value(item.error?.class.rawValue), value(item.error?.message), value(item.error?.isLasting),
            time(item.notBefore), value(item.lease?.owner), time(item.lease?.until), item.epoch.databaseValue,
            time(item.finishedAt),
        ]
    }

    private static func item(_ row: Row) throws -> QueueItem {
        let id: String = row["id"]
        guard let url = WebURL(row["url"] as String) else { throw QueueError.damaged(id: id, field: "url") }
        guard let state = QueueState(rawValue: row["state"]) else { throw QueueError.damaged(id: id, field: "state") }
        guard let added = date(row["added_at"]) else { throw QueueError.damaged(id: id, field: "added_at") }
        let request = NewQueueItem(
            url: url, directory: row["directory"], name: row["name"],
            checksum: try (row["checksum"] as String?).map { try Checksum($0) }, referer: row["referer"],
            headers: try headers(row["headers"], id: id), priority: row["priority"])
        var item = QueueItem(id: id, request: request, addedAt: added)
        item.state = state
        item.fileName = row["file_name"]
        item.partName = row["part_name"]
        item.content = PartialContent(
            durableBytes: row["durable_bytes"], total: row["total"], etag: row["etag"],
            lastModified: row["last_modified"])
        item.attempts = row["attempts"]
        item.failures = row["failures"]
        item.furthest = row["furthest"]
        item.sha256 = row["sha256"]
        if let kind = row["error_class"] as String? {
            item.error = QueueFailure(
                QueueFailure.Class(rawValue: kind) ?? .internal, row["error_message"] ?? "",
                isLasting: row["error_is_lasting"] ?? false)
        }
        item.notBefore = date(row["not_before"])
        item.epoch = row["epoch"]
        if let owner = row["lease_owner"] as String?, let until = date(row["lease_until"]) {
            item.lease = QueueLease(owner: owner, epoch: item.epoch, until: until)
        }
        item.finishedAt = date(row["finished_at"])
        return item
    }

    private static func headers(_ json: String, id: String) throws -> [HTTPField] {
        guard let pairs = try? JSONDecoder().decode([[String]].self, from: Data(json.utf8)),
            pairs.allSatisfy({ $0.count == 2 })
        else { throw QueueError.damaged(id: id, field: "headers") }
        return pairs.map { HTTPField(name: $0[0], value: $0[1]) }
    }
}
