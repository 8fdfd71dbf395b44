package import FoundationEssentials
import GRDB
package import Snapshots

/// The snapshots in the SQLite database.
package struct SQLiteSnapshotArchive: SnapshotArchive {
    /// The time for which the removal of a snapshot can be undone, in seconds.
    ///
    /// It is long enough to notice a mistake, and short enough that a removed snapshot is soon erased.
    package static let undoTime: TimeInterval = 3_600

    private let database: LeftoffDatabase
    private let now: @Sendable () -> Date

    /// Creates the archive of a database.
    ///
    /// - Parameters:
    ///   - database: The database, which downloads share.
    ///   - now: The clock for ``StoredSnapshot/storedAt``.
    package init(database: LeftoffDatabase, now: @escaping @Sendable () -> Date) {
        self.database = database
        self.now = now
    }

    /// Stores snapshots; see ``SnapshotArchive/add(_:)``.
    ///
    /// - Parameter snapshots: The snapshots to store, all or none.
    /// - Returns: The stored snapshots.
    /// - Throws: ``StoreError``.
    package func add(_ snapshots: [PageSnapshot]) throws -> [StoredSnapshot] {
        let rows = snapshots.map { SnapshotRow(id: RecordID.random(), snapshot: $0, storedAt: now()) }
        return try database.write { connection in try rows.map { try $0.insert(connection) } }
    }

    /// Stores those snapshots that are not stored yet; see ``SnapshotArchive/addMissing(_:)``.
    ///
    /// - Parameter snapshots: The snapshots to store, all or none.
    /// - Returns: For each snapshot the stored one.
    /// - Throws: ``StoreError``.
    package func addMissing(_ snapshots: [PageSnapshot]) throws -> [StoredSnapshot] {
        let rows = snapshots.map { SnapshotRow(id: RecordID.random(), snapshot: $0, storedAt: now()) }
        // The transaction is exclusive from its start, so that no other process adds an equal snapshot meanwhile.
        return try database.write { connection in
            try rows.map { row in
                try row.equal(connection).map { try SnapshotRow.stored($0, path: database.path) }
                    ?? row.insert(connection)
            }
        }
    }

    /// Returns snapshots, newest first; see ``SnapshotArchive/snapshots(_:)``.
    ///
    /// - Parameter listing: The filters and the range.
    /// - Returns: The snapshots.
    /// - Throws: ``StoreError``.
    package func snapshots(_ listing: SnapshotListing) throws -> [StoredSnapshot] {
        let query = SnapshotQuery(listing)
        return try database.read { connection in
            let rows = try Row.fetchCursor(
                connection.cachedStatement(sql: query.sql), arguments: query.arguments)
            var snapshots: [StoredSnapshot] = []
            while let row = try rows.next() { snapshots.append(try SnapshotRow.stored(row, path: database.path)) }
            return snapshots
        }
    }

    /// Returns a snapshot; see ``SnapshotArchive/snapshot(id:)``.
    ///
    /// - Parameter id: An id, an unambiguous prefix of one, or `@`.
    /// - Returns: The snapshot.
    /// - Throws: ``SnapshotArchiveError`` or ``StoreError``.
    package func snapshot(id: String) throws -> StoredSnapshot {
        try database.read { try find(try resolve(id, $0), $0) }
    }

    /// Changes the tags and the note of a snapshot; see ``SnapshotArchive/updateMetadata(id:_:)``.
    ///
    /// - Parameters:
    ///   - id: An id, an unambiguous prefix of one, or `@`.
    ///   - change: Returns the new metadata.
    /// - Returns: The changed snapshot.
    /// - Throws: ``SnapshotArchiveError``, ``StoreError``, or an error of `change`.
    package func updateMetadata(id: String, _ change: (StoredSnapshot) throws -> SnapshotMetadata) throws
        -> StoredSnapshot
    {
        try database.write { connection in
            let old = try find(try resolve(id, connection), connection)
            let metadata = try change(old)
            guard metadata != old.metadata else { return old }
            try SnapshotRow.update(metadata, position: old.position, connection)
            return StoredSnapshot(
                id: old.id, snapshot: old.snapshot, storedAt: old.storedAt, position: old.position, metadata: metadata,
                version: old.version + 1)
        }
    }

    /// Removes all of the snapshots or none; see ``SnapshotArchive/remove(ids:)``.
    ///
    /// - Parameter ids: Ids, unambiguous prefixes of ids, or `@`.
    /// - Returns: The number of removed snapshots.
    /// - Throws: ``SnapshotArchiveError`` or ``StoreError``.
    package func remove(ids: [String]) throws -> Int {
        let now = SnapshotRow.milliseconds(now())
        return try database.write { connection in
            try purge(before: now, connection)
            let found = Set(try ids.map { try resolve($0, connection) })
            for id in found {
                try connection.execute(
                    sql: """
                        INSERT OR REPLACE INTO snapshot_forgotten
                            (id, json, stored_at, seq, tags, note, version, forgotten_at)
                        SELECT \(SnapshotRow.columns), ? FROM snapshots WHERE id = ?
                        """, arguments: [now, id])
                try connection.execute(sql: "DELETE FROM snapshots WHERE id = ?", arguments: [id])
            }
            return found.count
        }
    }

    /// Undoes the removal of a snapshot; see ``SnapshotArchive/undoRemoval(id:)``.
    ///
    /// - Parameter id: The complete id.
    /// - Returns: The snapshot.
    /// - Throws: ``SnapshotArchiveError`` or ``StoreError``.
    package func undoRemoval(id: String) throws -> StoredSnapshot {
        let now = SnapshotRow.milliseconds(now())
        return try database.write { connection in
            try purge(before: now, connection)
            let row = try Row.fetchOne(
                connection, sql: "SELECT \(SnapshotRow.columns) FROM snapshot_forgotten WHERE id = ?", arguments: [id])
            guard let row else { return try find(id, connection) }
            let stored = try SnapshotRow.stored(row, path: database.path)
            try connection.execute(sql: "DELETE FROM snapshot_forgotten WHERE id = ?", arguments: [id])
            return try SnapshotRow(stored).insert(connection, position: stored.position)
        }
    }

    /// Erases the removed snapshots whose removal can no longer be undone.
    ///
    /// - Throws: ``StoreError``.
    package func purgeRemoved() throws {
        let now = SnapshotRow.milliseconds(now())
        let limit = now - Int64(Self.undoTime * 1_000)
        let isDue = try database.read {
            try Bool.fetchOne(
                $0, sql: "SELECT EXISTS (SELECT 1 FROM snapshot_forgotten WHERE forgotten_at < ? OR forgotten_at > ?)",
                arguments: [limit, now])
        }
        // Usually there is nothing to do, and reading does not block other processes.
        if isDue == true { try database.write { try purge(before: now, $0) } }
    }

    /// Returns the number of snapshots of each site or tag; see ``SnapshotArchive/counts(of:)``.
    ///
    /// - Parameter subject: Sites or tags.
    /// - Returns: The counts, largest first.
    /// - Throws: ``StoreError``.
    package func counts(of subject: SnapshotCount.Subject) throws -> [SnapshotCount] {
        let sql =
            switch subject {
            case .sites:
                "SELECT site, count(*) AS n FROM snapshots WHERE site <> '' GROUP BY site ORDER BY n DESC, site"
            // The newest spelling of a tag is shown.
            case .tags: "SELECT name, count(*) AS n, max(seq) FROM snapshot_tag GROUP BY tag ORDER BY n DESC, tag"
            }
        return try database.read { connection in
            try Row.fetchAll(connection, sql: sql).map { SnapshotCount(name: $0[0], count: $0[1]) }
        }
    }

    // A removal in the future, left by a clock that was set back, is erased too; otherwise it would stay for too long.
    private func purge(before now: Int64, _ connection: Database) throws {
        try connection.execute(
            sql: "DELETE FROM snapshot_forgotten WHERE forgotten_at < ? OR forgotten_at > ?",
            arguments: [now - Int64(Self.undoTime * 1_000), now])
    }

    private func find(_ id: String, _ connection: Database) throws -> StoredSnapshot {
        let row = try Row.fetchOne(
            connection, sql: "SELECT \(SnapshotRow.columns) FROM snapshots WHERE id = ?", arguments: [id])
        guard let row else { throw SnapshotArchiveError.notFound(id) }
        return try SnapshotRow.stored(row, path: database.path)
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
}
