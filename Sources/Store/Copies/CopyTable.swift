import FoundationEssentials
import GRDB
import Numbers
import PageCopies
import Snapshots

/// The statements on the tables of copies; see ``CopyMigrations``.
enum CopyTable {
    /// The values of a new copy.
    struct Draft {
        let place: String
        let kind: CopyKind
        let digest: String
        let byteCount: Int
        let storedByteCount: Int
        /// Milliseconds since 1970.
        let storedAt: Int64
    }

    private static let selection = "c.place, c.kind, c.digest, f.byte_count, f.stored_byte_count, c.stored_at"
    static let source = "page_copy AS c JOIN copy_file AS f USING (digest)"
    private static let columns = "\(selection) FROM \(source)"

    /// Returns the copies of a place, text before picture.
    static func copies(of place: String, _ database: Database) throws -> [StoredCopy] {
        let copies = try Row.fetchAll(
            database, sql: "SELECT \(columns) WHERE c.place = ?", arguments: [place]
        ).compactMap(copy)
        return CopyKind.allCases.flatMap { kind in copies.filter { $0.kind == kind } }
    }

    /// Returns copies of places that have not expired, in the order of their numbers.
    static func copies(
        after number: Int64, limit: Int, now: Int64, _ database: Database
    ) throws -> [(number: Int64, copy: StoredCopy)] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT \(selection), c.number FROM \(source) JOIN snapshots AS s ON s.id = c.place
                WHERE c.number > ? AND \(SnapshotRow.isLive) ORDER BY c.number LIMIT ?
                """, arguments: [number, now, limit]
        ).compactMap { row in copy(row).map { (row.value(6) ?? number, $0) } }
    }

    /// Returns the copy of a place, or else the newest copy of another place on the same page.
    static func nearest(to place: String, kind: CopyKind, _ database: Database) throws -> StoredCopy? {
        if let own = try copies(of: place, database).first(where: { $0.kind == kind }) { return own }
        return try Row.fetchOne(
            database,
            sql: """
                SELECT \(columns) JOIN snapshots AS s ON s.id = c.place
                WHERE c.kind = ? AND s.page_key = (SELECT page_key FROM snapshots WHERE id = ?)
                ORDER BY c.stored_at DESC, c.number DESC LIMIT 1
                """, arguments: [kind.rawValue, place]
        ).flatMap(copy)
    }

    /// Returns the kinds of copies of places that have any.
    ///
    /// - Parameters:
    ///   - places: The ids; nil for all places.
    ///   - database: A connection in a transaction.
    /// - Returns: The kinds by id, text before picture.
    /// - Throws: `DatabaseError`.
    static func kinds(of places: [String]?, _ database: Database) throws -> [String: [CopyKind]] {
        var kinds: [String: [CopyKind]] = [:]
        func add(_ condition: String, _ arguments: StatementArguments) throws {
            let rows = try Row.fetchCursor(
                database, sql: "SELECT place, kind FROM page_copy\(condition)", arguments: arguments)
            while let row = try rows.next() {
                guard let place: String = row.value(0), let kind = (row.value(1) as String?).flatMap(CopyKind.init)
                else { continue }
                kinds[place, default: []].append(kind)
            }
        }
        if let places {
            let marks = places.map { _ in "?" }.joined(separator: ",")
            try add(" WHERE place IN (\(marks))", StatementArguments(places))
        } else {
            try add("", [])
        }
        // Text before picture.
        return kinds.mapValues { found in CopyKind.allCases.filter(found.contains) }
    }

    /// Stores a copy, which replaces that of the same place and kind.
    ///
    /// - Throws: `SnapshotArchiveError` if there is no such place, `DatabaseError`.
    static func insert(_ draft: Draft, _ database: Database) throws {
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT seq, json_valid(json) AND CAST(coalesce(json_extract(json, '$.progress.text'),
                    json_extract(json, '$.progress.px'), 0) AS REAL) >= \(finishedProgress)
                FROM snapshots WHERE id = ?
                """, arguments: [draft.place])
        guard let row, let position: Int64 = row.value(0) else { throw SnapshotArchiveError.notFound(draft.place) }
        // This removes the file's row too if no other copy refers to it.
        try database.execute(
            sql: "DELETE FROM page_copy WHERE place = ? AND kind = ?", arguments: [draft.place, draft.kind.rawValue])
        try database.execute(
            sql: "INSERT OR IGNORE INTO copy_file (digest, byte_count, stored_byte_count) VALUES (?, ?, ?)",
            arguments: [draft.digest, draft.byteCount, draft.storedByteCount])
        try database.execute(
            sql: """
                INSERT INTO page_copy (place, kind, position, digest, stored_at, is_finished)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                draft.place, draft.kind.rawValue, position, draft.digest, draft.storedAt,
                row.value(1) ?? false,
            ])
    }

    /// The reading progress from which a place counts as finished.
    private static let finishedProgress = 0.95

    /// Returns the size of all files together, in bytes.
    static func total(_ database: Database) throws -> Int {
        try Row.fetchOne(database, sql: "SELECT byte_count FROM copy_total").map { byteCount($0, 0) } ?? 0
    }

    /// Gives the copies of a place its new position; the place was removed, and is stored again by an import.
    static func move(_ place: String, to position: Int64, _ database: Database) throws {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT c.place, c.kind, c.digest, f.byte_count, f.stored_byte_count, c.stored_at, c.is_finished
                FROM page_copy AS c JOIN copy_file AS f USING (digest) WHERE c.place = ? AND c.position <> ?
                """, arguments: [place, position])
        for row in rows {
            let values = Array(row.databaseValues)
            try database.execute(
                sql: "DELETE FROM page_copy WHERE place = ? AND kind = ?", arguments: [values[0], values[1]])
            try database.execute(
                sql: "INSERT OR IGNORE INTO copy_file (digest, byte_count, stored_byte_count) VALUES (?, ?, ?)",
                arguments: [values[2], values[3], values[4]])
            try database.execute(
                sql: """
                    INSERT INTO page_copy (place, kind, position, digest, stored_at, is_finished)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [values[0], values[1], position, values[2], values[5], values[6]])
        }
    }

    /// Returns the number of bytes in a column, so that sums of many fit into 64 bits.
    static func byteCount(_ row: Row, _ index: Int) -> Int {
        Int(ByteCount(clamping: (row.value(index) as Int64?) ?? 0).bytes)
    }

    /// Returns the copy of a row; nil for one that cannot be read, whose file `leftoff doctor` reports.
    private static func copy(_ row: Row) -> StoredCopy? {
        guard let place: String = row.value(0), let kind = (row.value(1) as String?).flatMap(CopyKind.init),
            let digest: String = row.value(2)
        else { return nil }
        return StoredCopy(
            placeID: place, kind: kind, digest: digest, byteCount: byteCount(row, 3),
            storedByteCount: byteCount(row, 4),
            storedAt: SnapshotRow.date(milliseconds: row.value(5) ?? 0))
    }
}
