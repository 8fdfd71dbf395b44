import GRDB

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
