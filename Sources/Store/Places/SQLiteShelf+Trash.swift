import FoundationEssentials
import GRDB
package import Places
import Syntax

extension SQLiteShelf {
    package func trash(
        before position: Int64?, limit: Int
    ) throws -> (entries: [TrashEntry], damaged: [UnreadableRecord], next: Int64?) {
        let now = now()
        return try database.read { connection in
            // The rows are numbered in the order of the removals.
            let rows = try Row.fetchCursor(
                connection,
                sql: """
                    SELECT \(SnapshotRow.columns), forgotten_at, rowid FROM snapshot_forgotten
                    WHERE rowid < ?1 AND +rowid < ?1 ORDER BY rowid DESC
                    """, arguments: [position ?? .max])
            var list = SnapshotList()
            var times: [Date] = []
            let next = try rows.readPage(limit: max(0, limit), position: 10) { row in
                let isReadable = list.append(row)
                // A removal in the future, under a wrong clock, counts as one of now.
                if isReadable { times.append(min(now, SnapshotRow.date(milliseconds: row.value(9) ?? 0))) }
                return isReadable
            }
            try archive.addCopies(to: &list.snapshots, connection)
            let entries = zip(list.snapshots, times).map { TrashEntry(place: $0, removedAt: $1) }
            return (entries, list.damaged, next)
        }
    }

    package func trashCount() throws -> Int {
        try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM snapshot_forgotten") ?? 0 }
    }

    package func putBack(ids: [String]) throws -> [StoredSnapshot] {
        try database.write { connection in
            let complete = try ids.map { try Self.resolveRemoved($0, connection) }
            var seen: Set<String> = []
            return try complete.filter { seen.insert($0).inserted }
                .compactMap { try archive.putBack(id: $0, connection) }
        }
    }

    package func erase(ids: [String]?) throws -> Int {
        guard let ids else { return try newestRemoval().map(eraseTrash) ?? 0 }
        let count = try database.write { connection in
            let complete = Set(try ids.map { try Self.resolveRemoved($0, connection) })
            for id in complete { try Self.erase("id = ?", [id], connection) }
            try PageTable.removeEmpty(connection)
            return complete.count
        }
        deleteFiles()
        return count
    }

    /// Returns the number of the newest removal, which places that are removed later do not have; nil if there is none.
    ///
    /// - Throws: ``StoreError``.
    package func newestRemoval() throws -> Int64? {
        try database.read { try Int64.fetchOne($0, sql: "SELECT max(rowid) FROM snapshot_forgotten") }
    }

    /// Erases the places of the trash up to a removal, with their copies.
    ///
    /// - Parameter last: The number of the removal; see ``newestRemoval()``.
    /// - Returns: The number of places.
    /// - Throws: ``StoreError``.
    package func eraseTrash(upTo last: Int64) throws -> Int {
        var count = 0
        while true {
            let erased = try database.write { connection in
                let erased = try Self.erase(
                    "rowid IN (SELECT rowid FROM snapshot_forgotten WHERE rowid <= ? ORDER BY rowid LIMIT ?)",
                    [last, Self.transactionLength], connection)
                if erased < Self.transactionLength { try PageTable.removeEmpty(connection) }
                return erased
            }
            count += erased
            guard erased == Self.transactionLength else { break }
        }
        deleteFiles()
        return count
    }

    /// Deletes the files of copies whose places were erased; if this fails, they are deleted later.
    private func deleteFiles() {
        try? SQLiteCopyArchive(database: database, policy: { CopyPolicy() }, now: now).updateIndex()
    }

    /// Erases places that are not in the trash, with their copies; those that do not exist are left out.
    ///
    /// - Parameter ids: Complete ids, or names of positions.
    /// - Returns: The ids of the erased places.
    /// - Throws: ``StoreError``.
    package func erasePlaces(ids: [String]) throws -> [String] {
        let now = milliseconds
        var erased: [String] = []
        var rest = ids[...]
        while !rest.isEmpty {
            let part = rest.prefix(Self.transactionLength)
            rest = rest.dropFirst(part.count)
            erased += try database.write { connection in
                let found = try part.compactMap { id -> String? in
                    let id = try RecordLookup.assigningID(id, in: "snapshots", position: "seq", connection)
                    guard case .found(id) = try RecordLookup.find(id, in: "snapshots", connection) else { return nil }
                    try archive.forget(id: id, at: now, connection)
                    try Self.erase("id = ?", [id], connection)
                    // A damaged place is not kept in the trash, where its copies would be found.
                    try connection.execute(sql: "DELETE FROM page_copy WHERE place = ?", arguments: [id])
                    return id
                }
                try PageTable.removeEmpty(connection)
                return found
            }
        }
        deleteFiles()
        return erased
    }

    /// Erases the removed places that meet a condition, and their copies.
    ///
    /// - Returns: The number of places.
    @discardableResult
    private static func erase(
        _ condition: String, _ arguments: StatementArguments, _ connection: Database
    ) throws -> Int {
        try connection.execute(
            sql: "DELETE FROM page_copy WHERE place IN (SELECT id FROM snapshot_forgotten WHERE \(condition))",
            arguments: arguments)
        try connection.execute(sql: "DELETE FROM snapshot_forgotten WHERE \(condition)", arguments: arguments)
        return connection.changesCount
    }

    private static func resolveRemoved(_ id: String, _ connection: Database) throws -> String {
        switch try RecordLookup.find(id, in: "snapshot_forgotten", connection) {
        case .found(let found): return found
        case .notFound: throw SnapshotArchiveError.notInTrash(id)
        case .ambiguous(let count): throw SnapshotArchiveError.ambiguous(id, count: count)
        }
    }
}
