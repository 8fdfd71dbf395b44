import GRDB

/// The tables of snapshots.
enum SnapshotMigrations {
    /// Registers the migrations, in order; a released migration never changes.
    ///
    /// - Parameter migrator: The store's migrator.
    static func register(in migrator: inout DatabaseMigrator) {
        migrator.registerMigration("snapshots-1") { database in
            // `seq` is the order of storing; AUTOINCREMENT keeps it from being used again, so `@` never goes back.
            // `address` is the page's address, percent-decoded to be searched. `quotes` are lines.
            try database.execute(
                sql: """
                    CREATE TABLE snapshots (
                        seq INTEGER PRIMARY KEY AUTOINCREMENT,
                        id TEXT NOT NULL UNIQUE,
                        page_key TEXT NOT NULL,
                        url TEXT NOT NULL,
                        title TEXT NOT NULL,
                        address TEXT NOT NULL,
                        quotes TEXT NOT NULL,
                        captured_at INTEGER,
                        stored_at INTEGER NOT NULL,
                        json TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX snapshots_by_page_key ON snapshots (page_key, seq);

                    CREATE VIRTUAL TABLE snapshot_search USING fts5(
                        title, address, quotes, content='snapshots', content_rowid='seq',
                        tokenize='unicode61 remove_diacritics 2', prefix='1 2 3'
                    );
                    CREATE TRIGGER snapshots_insert AFTER INSERT ON snapshots BEGIN
                        INSERT INTO snapshot_search (rowid, title, address, quotes)
                            VALUES (new.seq, new.title, new.address, new.quotes);
                    END;
                    CREATE TRIGGER snapshots_delete AFTER DELETE ON snapshots BEGIN
                        INSERT INTO snapshot_search (snapshot_search, rowid, title, address, quotes)
                            VALUES ('delete', old.seq, old.title, old.address, old.quotes);
                    END;
                    CREATE TRIGGER snapshots_update AFTER UPDATE OF title, address, quotes ON snapshots BEGIN
                        INSERT INTO snapshot_search (snapshot_search, rowid, title, address, quotes)
                            VALUES ('delete', old.seq, old.title, old.address, old.quotes);
                        INSERT INTO snapshot_search (rowid, title, address, quotes)
                            VALUES (new.seq, new.title, new.address, new.quotes);
                    END;
                    """)
        }
    }
}
