package import FoundationEssentials
import GRDB
import Numbers
import RecordIDs
package import Snapshots
package import WindowSets

/// The window sets in the SQLite database.
package struct SQLiteWindowSetArchive: WindowSetArchive {
    /// The time for which the removal of a window set can be undone, in seconds.
    package static let undoTime = SQLiteSnapshotArchive.undoTime

    private let database: LeftoffDatabase
    private let now: @Sendable () -> Date

    /// Creates the archive of a database.
    ///
    /// - Parameters:
    ///   - database: The database, which places share.
    ///   - now: The clock for ``StoredWindowSet/storedAt``.
    package init(database: LeftoffDatabase, now: @escaping @Sendable () -> Date) {
        self.database = database
        self.now = now
    }

    /// Stores window sets in one transaction; see ``WindowSetArchive/add(_:)``.
    ///
    /// - Parameter additions: The sets to store, all or none.
    /// - Returns: The stored sets.
    /// - Throws: ``StoreError``.
    package func add(_ additions: [WindowSetAddition]) throws -> [(set: StoredWindowSet, isNew: Bool)] {
        let now = now()
        return try database.write { connection in
            try additions.map { try Self.add($0, at: now, connection) }
        }
    }

    /// Stores a window set, unless its request or its id is stored; a set that was removed is kept again.
    static func add(
        _ addition: WindowSetAddition, at now: Date, _ connection: Database
    ) throws -> (set: StoredWindowSet, isNew: Bool) {
        let known = try Row.fetchOne(
            connection,
            sql: """
                SELECT \(WindowRow.columns), forgotten_at IS NOT NULL FROM window_set
                WHERE request = ? OR id = ? ORDER BY request = ? DESC
                """,
            arguments: [addition.request, addition.id, addition.request])
        if let known {
            let wasRemoved = known.value(6) ?? false
            if wasRemoved {
                let position: Int64? = known.value(0)
                try connection.execute(
                    sql: "UPDATE window_set SET forgotten_at = NULL WHERE seq = ?", arguments: [position])
            }
            return (try set(known, connection), wasRemoved)
        }
        let id = addition.id ?? RecordID.random()
        try WindowRow.insert(
            addition, id: id, storedAt: SnapshotRow.milliseconds(addition.storedAt ?? now), connection)
        return (try find(id, connection), true)
    }

    /// Returns window sets, newest first; see ``WindowSetArchive/list(matching:limit:before:)``.
    ///
    /// - Parameters:
    ///   - query: Words to search for.
    ///   - limit: The maximum number of sets.
    ///   - position: The position after which the list continues.
    /// - Returns: The matching sets.
    /// - Throws: ``StoreError``.
    package func list(matching query: String?, limit: Int?, before position: Int64?) throws -> WindowSetList {
        let words = (query ?? "").lowercased().split(whereSeparator: \.isWhitespace).prefix(Self.maximumWordCount)
        let condition = words.map { _ in
            """
             AND (instr(words, ?) > 0
                OR EXISTS (SELECT 1 FROM window_tab AS tab WHERE tab.seq = kept.seq AND instr(tab.words, ?) > 0))
            """
        }
        let sql = """
            SELECT \(WindowRow.columns) FROM kept_window_set AS kept WHERE seq < ?\(condition.joined())
            ORDER BY seq DESC
            """
        let values = words.flatMap { [String($0), String($0)] }
        let limit = limit?.clamped(to: 0...Int(Int32.max))
        return try database.read { connection in
            let rows = try Row.fetchCursor(
                connection, sql: sql, arguments: [position ?? .max] + StatementArguments(values))
            var list = WindowSetList()
            list.next = try rows.readPage(limit: limit, position: 0) { row in
                guard let set = try WindowRow.set(row, connection, &list.damaged) else { return false }
                list.sets.append(set)
                return true
            }
            return list
        }
    }

    /// The maximum number of words of a query that are searched for.
    private static let maximumWordCount = 16

    /// Returns a window set; see ``WindowSetArchive/set(id:)``.
    ///
    /// - Parameter id: An id, an unambiguous prefix of one, or `@`.
    /// - Returns: The set.
    /// - Throws: ``WindowSetError`` or ``StoreError``.
    package func set(id: String) throws -> StoredWindowSet {
        try database.read { try Self.find(try resolve(id, $0), $0) }
    }

    /// Returns the place of a tab; see ``WindowSetArchive/snapshot(ofTab:in:)``.
    ///
    /// - Parameters:
    ///   - number: The number of the tab, counted from 1.
    ///   - id: An id of a set, an unambiguous prefix of one, or `@`.
    /// - Returns: The snapshot; nil if there is none.
    /// - Throws: ``WindowSetError`` or ``StoreError``.
    package func snapshot(ofTab number: Int, in id: String) throws -> PageSnapshot? {
        try database.read { connection in
            let id = try resolve(id, connection)
            let row = try Row.fetchOne(
                connection,
                sql: """
                    SELECT tab.snapshot, tab.place_id FROM window_tab AS tab
                    JOIN window_set AS kept ON kept.seq = tab.seq WHERE kept.id = ? AND tab.number = ?
                    """, arguments: [id, number])
            guard let row else { throw WindowSetError.notFound("\(id), tab \(number)") }
            if let json: String = row.value(0) {
                do throws(SnapshotError) {
                    return try PageSnapshot(stored: json)
                } catch {
                    throw UnreadableRecord(.windowSet, id: id, tab: number, reason: error.reason)
                }
            }
            return try (row.value(1) as String?).flatMap { try WindowRow.place($0, connection) }
        }
    }

    /// Changes the title of a window set; see ``WindowSetArchive/rename(id:to:)``.
    ///
    /// - Parameters:
    ///   - id: An id, an unambiguous prefix of one, or `@`.
    ///   - title: The new title.
    /// - Returns: The changed set.
    /// - Throws: ``WindowSetError`` or ``StoreError``.
    package func rename(id: String, to title: String) throws -> StoredWindowSet {
        try database.write { connection in
            let id = try resolve(id, connection)
            try connection.execute(
                sql: "UPDATE window_set SET title = ?, words = ? WHERE id = ?",
                arguments: [title, title.lowercased(), id])
            return try Self.find(id, connection)
        }
    }

    /// Removes all of the window sets or none; see ``WindowSetArchive/remove(ids:)``.
    ///
    /// - Parameter ids: Ids, unambiguous prefixes of ids, or `@`.
    /// - Returns: The number of removed sets.
    /// - Throws: ``WindowSetError`` or ``StoreError``.
    package func remove(ids: [String]) throws -> Int {
        let now = SnapshotRow.milliseconds(now())
        return try database.write { connection in
            try purge(before: now, connection)
            let found = Set(
                try ids.map { id in
                    try resolve(
                        RecordLookup.assigningID(id, in: "window_set", position: "seq", connection), connection)
                })
            for id in found {
                try connection.execute(
                    sql: "UPDATE window_set SET forgotten_at = ? WHERE id = ?", arguments: [now, id])
            }
            return found.count
        }
    }

    /// Undoes the removal of a window set; see ``WindowSetArchive/undoRemoval(id:)``.
    ///
    /// - Parameter id: The complete id.
    /// - Returns: The set.
    /// - Throws: ``WindowSetError`` or ``StoreError``.
    package func undoRemoval(id: String) throws -> StoredWindowSet {
        let now = SnapshotRow.milliseconds(now())
        return try database.write { connection in
            try purge(before: now, connection)
            try connection.execute(sql: "UPDATE window_set SET forgotten_at = NULL WHERE id = ?", arguments: [id])
            return try Self.find(id, connection)
        }
    }

    /// Erases the removed window sets whose removal can no longer be undone.
    ///
    /// - Throws: ``StoreError``.
    package func purgeRemoved() throws {
        let now = SnapshotRow.milliseconds(now())
        let isDue = try database.read {
            try Bool.fetchOne(
                $0, sql: "SELECT EXISTS (SELECT 1 FROM window_set WHERE forgotten_at < ? OR forgotten_at > ?)",
                arguments: [now - SQLiteSnapshotArchive.undoMilliseconds, now + ClockMark.tolerance])
        }
        // Usually there is nothing to do, and reading does not block other processes.
        if isDue == true { try database.write { try purge(before: now, $0) } }
    }

    /// Erases what is due, unless the clock was set in the last hour, as ``SQLiteSnapshotArchive`` does.
    private func purge(before now: Int64, _ connection: Database) throws {
        guard try ClockMark.isTrusted(now, database.bootTime(), connection) else { return }
        try connection.execute(
            sql: "DELETE FROM window_set WHERE forgotten_at < ? OR forgotten_at > ?",
            arguments: [now - SQLiteSnapshotArchive.undoMilliseconds, now + ClockMark.tolerance])
    }

    private static func find(_ id: String, _ connection: Database) throws -> StoredWindowSet {
        let row = try Row.fetchOne(
            connection, sql: "SELECT \(WindowRow.columns) FROM kept_window_set WHERE id = ?", arguments: [id])
        guard let row else { throw WindowSetError.notFound(id) }
        return try set(row, connection)
    }

    /// Returns the set of a row without its damaged parts.
    private static func set(_ row: Row, _ connection: Database) throws -> StoredWindowSet {
        var damaged: [UnreadableRecord] = []
        if let set = try WindowRow.set(row, connection, &damaged) { return set }
        throw damaged.first ?? UnreadableRecord(.windowSet, id: "", reason: "it is damaged")
    }

    private func resolve(_ id: String, _ connection: Database) throws -> String {
        if id == "@" {
            let newest = try String.fetchOne(
                connection, sql: "SELECT id FROM kept_window_set ORDER BY seq DESC LIMIT 1")
            guard let newest else { throw WindowSetError.notFound(id) }
            return newest
        }
        switch try RecordLookup.find(id, in: "kept_window_set", connection) {
        case .found(let found): return found
        case .notFound: throw WindowSetError.notFound(id)
        case .ambiguous(let count): throw WindowSetError.ambiguous(id, count: count)
        }
    }
}
