package import FoundationEssentials
import GRDB
package import Snapshots
import WHATWGURL

/// Snapshots in Leftoff's database.
package struct SQLiteSnapshotArchive: SnapshotArchive {
    private let database: LeftoffDatabase
    private let now: @Sendable () -> Date

    /// Makes an archive.
    ///
    /// - Parameters:
    ///   - database: The store.
    ///   - now: The clock for ``StoredSnapshot/storedAt``.
    package init(database: LeftoffDatabase, now: @escaping @Sendable () -> Date) {
        self.database = database
        self.now = now
    }

    /// Stores a snapshot; see ``SnapshotArchive/add(_:)``.
    ///
    /// - Parameter snapshot: What to store.
    /// - Returns: The stored snapshot.
    /// - Throws: ``StoreError``.
    package func add(_ snapshot: PageSnapshot) throws -> StoredSnapshot {
        let row = SnapshotRow(id: RecordID.random(), snapshot: snapshot, storedAt: now())
        try database.write { try row.insert($0) }
        return StoredSnapshot(id: row.id, snapshot: snapshot, storedAt: row.storedAtDate)
    }

    /// Lists snapshots, newest first; see ``SnapshotArchive/snapshots(matching:limit:offset:)``.
    ///
    /// - Parameters:
    ///   - query: Words to find; nil or blank lists everything.
    ///   - limit: The most to return; nil means all.
    ///   - offset: How many to pass over.
    /// - Returns: The snapshots.
    /// - Throws: ``StoreError``.
    package func snapshots(matching query: String?, limit: Int?, offset: Int) throws -> [StoredSnapshot] {
        let query = SearchQuery(query ?? "")
        let conditions =
            (query.match == nil ? [] : ["snapshot_search MATCH ?"])
            + query.patterns.map { _ in
                "(title LIKE ? ESCAPE '\\' OR address LIKE ? ESCAPE '\\' OR quotes LIKE ? ESCAPE '\\')"
            }
        var arguments = StatementArguments(query.match.map { [$0] } ?? [])
        for pattern in query.patterns { arguments += [pattern, pattern, pattern] }
        // SQLite takes a negative limit for none.
        arguments += [limit.map { max(0, $0) } ?? -1, max(0, offset)]
        // FTS5 walks its matches by rowid, so the newest come first without sorting.
        let found = query.match == nil ? "SELECT seq FROM snapshots" : "SELECT rowid AS seq FROM snapshot_search"
        let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        let sql = """
            SELECT id, json, stored_at FROM snapshots JOIN (\(found)\(filter) ORDER BY 1 DESC LIMIT ? OFFSET ?) USING (seq)
            ORDER BY seq DESC
            """
        return try database.read { connection in
            let rows = try Row.fetchCursor(connection, sql: sql, arguments: arguments)
            var snapshots: [StoredSnapshot] = []
            while let row = try rows.next() { snapshots.append(try stored(row)) }
            return snapshots
        }
    }

    /// Finds one snapshot; see ``SnapshotArchive/snapshot(id:)``.
    ///
    /// - Parameter id: An id, an unambiguous beginning of one, or `@`.
    /// - Returns: The snapshot.
    /// - Throws: ``SnapshotArchiveError`` or ``StoreError``.
    package func snapshot(id: String) throws -> StoredSnapshot {
        try database.read { connection in
            let row = try Row.fetchOne(
                connection, sql: "SELECT id, json, stored_at FROM snapshots WHERE id = ?",
                arguments: [try resolve(id, connection)])
            guard let row else { throw SnapshotArchiveError.notFound(id) }
            return try stored(row)
        }
    }

    /// Removes all of the snapshots or none; see ``SnapshotArchive/remove(ids:)``.
    ///
    /// - Parameter ids: Ids, unambiguous beginnings of ids, or `@`.
    /// - Returns: How many were removed.
    /// - Throws: ``SnapshotArchiveError`` or ``StoreError``.
    package func remove(ids: [String]) throws -> Int {
        try database.write { connection in
            let found = Set(try ids.map { try resolve($0, connection) })
            for id in found {
                try connection.execute(sql: "DELETE FROM snapshots WHERE id = ?", arguments: [id])
            }
            return found.count
        }
    }

    private func resolve(_ id: String, _ connection: Database) throws -> String {
        if id == "@" {
            let newest = try String.fetchOne(connection, sql: "SELECT id FROM snapshots ORDER BY seq DESC LIMIT 1")
            guard let newest else { throw SnapshotArchiveError.notFound(id) }
            return newest
        }
        switch try RecordLookup.find(id, in: "snapshots", connection) {
        case .found(let found): return found
        case .notFound: throw SnapshotArchiveError.notFound(id)
        case .ambiguous(let count): throw SnapshotArchiveError.ambiguous(id, count: count)
        }
    }

    private func stored(_ row: Row) throws -> StoredSnapshot {
        let id: String = row["id"]
        let json: String = row["json"]
        let milliseconds: Int64 = row["stored_at"]
        do {
            let snapshot = try PageSnapshot(json: json.utf8)
            let storedAt = SnapshotRow.date(milliseconds: milliseconds)
            return StoredSnapshot(id: id, snapshot: snapshot, storedAt: storedAt)
        } catch {
            throw StoreError.damaged(path: database.path, reason: "snapshot \(id) cannot be read: \(error.reason)")
        }
    }
}
