import FoundationEssentials
import GRDB
import Places
import Syntax

/// The statements on the tables of copies; see ``CopyMigrations``.
enum CopyTable {
    /// The values of a new copy.
    struct NewCopy {
        let place: String
        let kind: CopyKind
        let digest: String
        let byteCount: Int
        let storedByteCount: Int
        /// Milliseconds since 1970.
        let storedAt: Int64
    }

    private static let selection = "c.place, c.kind, c.digest, f.byte_count, f.stored_byte_count, c.stored_at"
    private static let source = "page_copy AS c JOIN copy_file AS f USING (digest)"
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
                WHERE c.number > ?1 AND +c.number > ?1 AND \(SnapshotRow.isLive) ORDER BY c.number LIMIT ?
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
    static func insert(_ newCopy: NewCopy, _ database: Database) throws {
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT seq, json_valid(json) AND CAST(coalesce(json_extract(json, '$.progress.text'),
                    json_extract(json, '$.progress.px'), 0) AS REAL) >= \(PageSnapshot.endProgress)
                FROM snapshots WHERE id = ?
                """, arguments: [newCopy.place])
        guard let row, let position: Int64 = row.value(0) else { throw SnapshotArchiveError.notFound(newCopy.place) }
        // This removes the file's row too if no other copy refers to it.
        try database.execute(
            sql: "DELETE FROM page_copy WHERE place = ? AND kind = ?",
            arguments: [newCopy.place, newCopy.kind.rawValue])
        try database.execute(
            sql: "INSERT OR IGNORE INTO copy_file (digest, byte_count, stored_byte_count) VALUES (?, ?, ?)",
            arguments: [newCopy.digest, newCopy.byteCount, newCopy.storedByteCount])
        try database.execute(
            sql: """
                INSERT INTO page_copy (place, kind, position, digest, stored_at, is_finished)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                newCopy.place, newCopy.kind.rawValue, position, newCopy.digest, newCopy.storedAt,
                row.value(1) ?? false,
            ])
    }

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

extension CopyTable {
    /// Removes the oldest copies of finished places until the files fit into a budget.
    ///
    /// The copies of places in the trash come first, in the order of the removals. A place is finished if it was read
    /// to its end, or if there is a newer place on the same page.
    ///
    /// - Parameters:
    ///   - budget: The maximum size of all files together, in bytes.
    ///   - place: The place whose copies are not removed.
    ///   - database: A connection in a write transaction.
    /// - Returns: False if the files cannot be made to fit; then no copy was removed.
    /// - Throws: `DatabaseError`.
    static func evict(to budget: Int, except place: String, _ database: Database) throws -> Bool {
        let excess = try total(database) - budget
        guard excess > 0 else { return true }
        let found = try evictable(excess, except: place, limit: .max, database)
        guard found.byteCount >= excess else { return false }
        try remove(found.numbers, database)
        return true
    }

    /// Removes the oldest copies of finished places if the files exceed a budget, even if the others exceed it too.
    ///
    /// - Parameters:
    ///   - budget: The maximum size of all files together, in bytes.
    ///   - limit: The number of copies from which no more are removed, which bounds how long other processes wait.
    ///   - database: A connection in a write transaction.
    /// - Returns: The number of removed copies.
    /// - Throws: `DatabaseError`.
    static func shrink(to budget: Int, limit: Int, _ database: Database) throws -> Int {
        let excess = try total(database) - budget
        guard excess > 0 else { return 0 }
        let numbers = try evictable(excess, except: "", limit: limit, database).numbers
        try remove(numbers, database)
        return numbers.count
    }

    /// Returns the oldest copies of finished places whose removal frees a number of bytes, or all of them.
    ///
    /// A file is freed only with the last copy that refers to it.
    private static func evictable(
        _ byteCount: Int, except place: String, limit: Int, _ database: Database
    ) throws -> (numbers: [Int64], byteCount: Int) {
        let columns = """
            SELECT c.number, c.digest, f.stored_byte_count, (SELECT count(*) FROM page_copy WHERE digest = c.digest)
            """
        // CROSS JOIN makes SQLite read the copies in the order of the index, so that it need not read all of them.
        let statements = [
            """
            \(columns) FROM snapshot_forgotten AS t CROSS JOIN page_copy AS c ON c.place = t.id
                CROSS JOIN copy_file AS f ON f.digest = c.digest
            WHERE c.place <> ? AND NOT EXISTS (SELECT 1 FROM snapshots WHERE id = t.id)
            ORDER BY t.forgotten_at
            """,
            """
            \(columns) FROM page_copy AS c CROSS JOIN snapshots AS s ON s.id = c.place
                CROSS JOIN copy_file AS f ON f.digest = c.digest
            WHERE c.place <> ? AND (c.is_finished OR EXISTS (
                SELECT 1 FROM snapshots AS n WHERE n.page_key = s.page_key AND n.seq > s.seq))
            ORDER BY c.stored_at, c.number
            """,
        ]
        var found: (numbers: [Int64], byteCount: Int) = ([], 0)
        var shared: [String: [Int64]] = [:]
        for sql in statements {
            let rows = try Row.fetchCursor(database, sql: sql, arguments: [place])
            while found.byteCount < byteCount, found.numbers.count < limit, let row = try rows.next() {
                guard let digest: String = row.value(1), let number: Int64 = row.value(0) else { continue }
                let copies = shared[digest, default: []] + [number]
                shared[digest] = copies
                guard copies.count == row.value(3) else { continue }
                found.numbers += copies
                found.byteCount += Self.byteCount(row, 2)
            }
        }
        return found
    }

    private static func remove(_ numbers: [Int64], _ database: Database) throws {
        let statement = try database.cachedStatement(sql: "DELETE FROM page_copy WHERE number = ?")
        for number in numbers { try statement.execute(arguments: [number]) }
    }

    /// Returns the change of the size of all files together that a copy makes, in bytes.
    static func growth(_ newCopy: NewCopy, _ database: Database) throws -> Int {
        let isKnown = try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM copy_file WHERE digest = ?)", arguments: [newCopy.digest])
        let replaced = try Row.fetchOne(
            database,
            sql: """
                SELECT f.stored_byte_count FROM \(source) WHERE c.place = ? AND c.kind = ? AND c.digest <> ?
                    AND NOT EXISTS (SELECT 1 FROM page_copy WHERE digest = c.digest AND number <> c.number)
                """, arguments: [newCopy.place, newCopy.kind.rawValue, newCopy.digest])
        return (isKnown == true ? 0 : newCopy.storedByteCount) - (replaced.map { byteCount($0, 0) } ?? 0)
    }
}

/// The migrations of the tables of copies.
enum CopyMigrations {
    /// Registers the migrations, in order; a released migration never changes.
    ///
    /// - Parameter migrator: The migrator of the database.
    static func register(in migrator: inout DatabaseMigrator) {
        migrator.registerMigration("copies-1") { database in
            try database.execute(sql: first)
        }
        migrator.registerMigration("copies-2") { database in
            // By this index the oldest copies are found without sorting.
            try database.execute(sql: "CREATE INDEX page_copy_by_age ON page_copy (stored_at)")
        }
        migrator.registerMigration("copies-3") { database in
            try database.execute(sql: boundedTotal)
        }
    }

    /// The SQL of all versions with triggers.
    static var schema: String { first + boundedTotal }

    /// The triggers of version 1 failed for a damaged size: a sum beyond 64 bits is no integer in SQLite, and then no
    /// copy could be added or removed any more.
    private static let boundedTotal = """
        DROP TRIGGER copy_file_insert;
        DROP TRIGGER copy_file_delete;
        CREATE TRIGGER copy_file_insert AFTER INSERT ON copy_file BEGIN
            UPDATE copy_total SET byte_count = \(bounded("byte_count")) + \(bounded("new.stored_byte_count"));
            DELETE FROM copy_unreferenced WHERE digest = new.digest;
        END;
        CREATE TRIGGER copy_file_delete AFTER DELETE ON copy_file BEGIN
            UPDATE copy_total
                SET byte_count = max(0, \(bounded("byte_count")) - \(bounded("old.stored_byte_count")));
            INSERT OR REPLACE INTO copy_unreferenced (digest) VALUES (old.digest);
        END;
        """

    /// Returns the SQL of a number of bytes that is moved into `ByteCount.range`.
    private static func bounded(_ column: String) -> String { "max(0, min(\(column), 9007199254740991))" }

    /// `page_copy` contains the copies of places, also of removed places whose removal can still be undone.
    ///
    /// `position` is that of the place, by which the full-text index finds it. AUTOINCREMENT ensures that numbers are
    /// never reused: the index contains the copies up to a number.
    ///
    /// A change of a place's copies is a change of the place.
    ///
    /// `copy_file` contains each stored file once, and `copy_total` the sum of their sizes. Rows of `copy_removed` and
    /// `copy_unreferenced` are work to be done outside of the transaction: what to remove from the index, and then
    /// which files to delete.
    private static let first = """
        CREATE TABLE copy_file (
            digest TEXT NOT NULL PRIMARY KEY,
            byte_count INTEGER NOT NULL,
            stored_byte_count INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE page_copy (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            place TEXT NOT NULL,
            kind TEXT NOT NULL,
            position INTEGER NOT NULL,
            digest TEXT NOT NULL REFERENCES copy_file (digest),
            stored_at INTEGER NOT NULL,
            is_finished INTEGER NOT NULL,
            UNIQUE (place, kind)
        ) STRICT;
        CREATE INDEX page_copy_by_digest ON page_copy (digest);
        CREATE TABLE copy_total (byte_count INTEGER NOT NULL) STRICT;
        INSERT INTO copy_total VALUES (0);
        CREATE TABLE copy_removed (
            number INTEGER PRIMARY KEY,
            position INTEGER NOT NULL,
            digest TEXT NOT NULL
        ) STRICT;
        CREATE TABLE copy_unreferenced (digest TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;

        CREATE TRIGGER page_copy_insert AFTER INSERT ON page_copy BEGIN
            INSERT OR REPLACE INTO change (subject, id)
                SELECT 'place', new.place WHERE EXISTS (SELECT 1 FROM snapshots WHERE id = new.place);
        END;
        CREATE TRIGGER page_copy_delete AFTER DELETE ON page_copy BEGIN
            INSERT OR REPLACE INTO copy_removed (number, position, digest)
                SELECT old.number, old.position, old.digest WHERE old.kind = 'text';
            INSERT OR REPLACE INTO change (subject, id)
                SELECT 'place', old.place WHERE EXISTS (SELECT 1 FROM snapshots WHERE id = old.place);
            DELETE FROM copy_file WHERE digest = old.digest
                AND NOT EXISTS (SELECT 1 FROM page_copy WHERE digest = old.digest);
        END;
        CREATE TRIGGER copy_file_insert AFTER INSERT ON copy_file BEGIN
            UPDATE copy_total SET byte_count = byte_count + new.stored_byte_count;
            DELETE FROM copy_unreferenced WHERE digest = new.digest;
        END;
        CREATE TRIGGER copy_file_delete AFTER DELETE ON copy_file BEGIN
            UPDATE copy_total SET byte_count = byte_count - old.stored_byte_count;
            INSERT OR REPLACE INTO copy_unreferenced (digest) VALUES (old.digest);
        END;
        """
}
