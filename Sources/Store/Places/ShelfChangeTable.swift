import FoundationEssentials
import GRDB
import Places
import Syntax

/// The rows of `shelf_change` and `shelf_change_part`: the changes that can be undone, and what was before.
enum ShelfChangeTable {
    /// The number of changes that are kept; they are also deleted after the lifetime of the trash.
    private static let keptCount = 50

    /// A change that can be undone.
    struct Change {
        let number: Int64
        let id: String
        let kind: String
        /// The note that a change of notes has set; otherwise empty.
        let value: String
        /// Milliseconds since 1970.
        let madeAt: Int64
    }

    /// The part of a change that concerns one place or page.
    struct Part {
        /// The id of the place, or the key of the page.
        let subject: String
        /// The former state, whose members depend on the kind of the change; nil if it cannot be read.
        let former: JSONValue?
    }

    /// Adds a change, and deletes the oldest ones if there are too many.
    ///
    /// - Parameters:
    ///   - kind: See `ShelfChange.kind`.
    ///   - value: The note that is set; otherwise empty.
    ///   - now: The time of the change, in milliseconds since 1970.
    ///   - database: A connection in a write transaction.
    /// - Returns: The change, without parts.
    /// - Throws: `DatabaseError`.
    static func insert(_ kind: String, value: String, at now: Int64, _ database: Database) throws -> Change {
        let id = RecordID.random()
        try database.execute(
            sql: "INSERT INTO shelf_change (id, kind, value, made_at) VALUES (?, ?, ?, ?)",
            arguments: [id, kind, value, now])
        let number = database.lastInsertedRowID
        try database.execute(
            sql: """
                DELETE FROM shelf_change
                WHERE number <= (SELECT number FROM shelf_change ORDER BY number DESC LIMIT 1 OFFSET ?)
                """, arguments: [keptCount])
        return Change(number: number, id: id, kind: kind, value: value, madeAt: now)
    }

    /// Adds what a place or page was to a change; a subject that the change has already keeps its former state.
    static func add(
        _ former: [String: JSONValue], of subject: String, to change: Change, _ database: Database
    ) throws {
        let former = String(decoding: JSONValue.object(former).encoded(), as: UTF8.self)
        try database.cachedStatement(
            sql: "INSERT OR IGNORE INTO shelf_change_part (change, subject, former) VALUES (?, ?, ?)"
        ).execute(arguments: [change.number, subject, former])
    }

    /// The condition of parts that can be undone now: the tags and notes of a place in the trash come back with it.
    private static func isReady(_ change: String) -> String {
        """
        (\(change).kind IN ('forget', 'mark')
            OR NOT EXISTS (SELECT 1 FROM snapshot_forgotten WHERE id = shelf_change_part.subject))
        """
    }

    /// Returns a change.
    ///
    /// - Parameters:
    ///   - id: The complete id; nil for the newest change of a kind that this version knows, if possible one of which
    ///     a part can be undone now.
    ///   - database: A connection in a transaction.
    /// - Returns: The change; nil if there is none.
    /// - Throws: `DatabaseError`.
    static func change(_ id: String?, _ database: Database) throws -> Change? {
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT number, id, kind, value, made_at FROM shelf_change AS c
                WHERE typeof(id) = 'text' AND kind IN ('forget', 'tags', 'note', 'mark') AND (?1 IS NULL OR id = ?1)
                ORDER BY EXISTS (
                    SELECT 1 FROM shelf_change_part WHERE change = c.number AND \(isReady("c"))
                ) DESC, number DESC LIMIT 1
                """, arguments: [id])
        guard let row, let number: Int64 = row.value(0), let id: String = row.value(1) else { return nil }
        return Change(
            number: number, id: id, kind: row.value(2) ?? "", value: row.value(3) ?? "", madeAt: row.value(4) ?? 0)
    }

    /// Returns all changes, newest first.
    static func records(_ database: Database) throws -> [ShelfChangeRecord] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT id, kind, made_at, (SELECT count(*) FROM shelf_change_part WHERE change = number)
                FROM shelf_change ORDER BY number DESC
                """
        ).compactMap { row in
            guard let id: String = row.value(0), let kind: String = row.value(1) else { return nil }
            return ShelfChangeRecord(
                id: id, kind: kind, madeAt: SnapshotRow.date(milliseconds: row.value(2) ?? 0), count: row.value(3) ?? 0)
        }
    }

    /// Removes parts of a change that can be undone now, and returns them.
    ///
    /// - Parameters:
    ///   - change: The stored change.
    ///   - limit: The maximum number of parts.
    ///   - database: A connection in a write transaction.
    /// - Returns: The parts, and true if no other part can be undone now.
    /// - Throws: `DatabaseError`.
    static func removeParts(
        of change: Change, limit: Int, _ database: Database
    ) throws -> (parts: [Part], isLast: Bool) {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT subject, former FROM shelf_change_part JOIN shelf_change AS c ON c.number = change
                WHERE change = ? AND \(isReady("c")) LIMIT ?
                """, arguments: [change.number, limit])
        let removal = try database.cachedStatement(
            sql: "DELETE FROM shelf_change_part WHERE change = ? AND subject = ?")
        let parts = try rows.map { row in
            // The exact text is the key.
            try removal.execute(arguments: [change.number, row.stored(0)])
            let former = row.json(1).flatMap { try? JSONValue(json: Array($0.utf8), limit: .max) }
            return Part(subject: row.json(0) ?? "", former: former?.object == nil ? nil : former)
        }
        return (parts, rows.count < limit)
    }

    /// Removes a place that was put back from the changes that have moved it to the trash.
    ///
    /// - Parameters:
    ///   - id: The complete id.
    ///   - database: A connection in a write transaction.
    /// - Throws: `DatabaseError`.
    static func recordPutBack(_ id: String, _ database: Database) throws {
        let removal = try database.cachedStatement(
            sql: """
                DELETE FROM shelf_change_part
                WHERE change IN (SELECT number FROM shelf_change WHERE kind = 'forget') AND subject = ?
                """)
        try removal.execute(arguments: [id])
        guard database.changesCount > 0 else { return }
        try database.execute(
            sql: """
                DELETE FROM shelf_change WHERE kind = 'forget'
                AND NOT EXISTS (SELECT 1 FROM shelf_change_part WHERE change = number)
                """)
    }

    /// Deletes a change unless it has parts.
    ///
    /// - Returns: The number of its parts, which concern places in the trash.
    static func removeEmpty(_ change: Change, _ database: Database) throws -> Int {
        let count = try Int.fetchOne(
            database, sql: "SELECT count(*) FROM shelf_change_part WHERE change = ?", arguments: [change.number])
        guard let count, count > 0 else {
            try database.execute(sql: "DELETE FROM shelf_change WHERE number = ?", arguments: [change.number])
            return 0
        }
        return count
    }

    /// Deletes the changes that were made before a time, in milliseconds since 1970.
    static func removeOld(before time: Int64, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM shelf_change WHERE made_at < ?", arguments: [time])
    }
}
