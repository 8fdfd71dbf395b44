import GRDB

/// The migrations of the tables of window sets.
enum WindowMigrations {
    /// Registers the migrations, in order; a released migration never changes.
    ///
    /// - Parameter migrator: The migrator of the database.
    static func register(in migrator: inout DatabaseMigrator) {
        migrator.registerMigration("windows-1") { database in
            try database.execute(sql: first)
        }
    }

    /// The SQL of all versions.
    static var schema: String { first }

    /// `request` identifies the request that stored the set, so that a repeated one stores nothing.
    ///
    /// A removed set has a `forgotten_at` until its removal can no longer be undone. `words` is the lower-case text in
    /// which sets are searched. `quote`, `progress` and `fragment` are derived from the place, so that a list does not
    /// read snapshots. A tab without a `snapshot` can refer to a stored place instead.
    private static let first = """
        CREATE TABLE window_set (
            seq INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            request TEXT NOT NULL UNIQUE,
            title TEXT NOT NULL,
            words TEXT NOT NULL,
            browser TEXT NOT NULL,
            groups TEXT NOT NULL,
            stored_at INTEGER NOT NULL,
            forgotten_at INTEGER
        ) STRICT;
        CREATE INDEX window_set_forgotten ON window_set (forgotten_at) WHERE forgotten_at IS NOT NULL;
        CREATE VIEW kept_window_set AS SELECT * FROM window_set WHERE forgotten_at IS NULL;

        CREATE TABLE window_tab (
            seq INTEGER NOT NULL REFERENCES window_set (seq) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            url TEXT NOT NULL,
            title TEXT NOT NULL,
            words TEXT NOT NULL,
            is_pinned INTEGER NOT NULL,
            group_index INTEGER,
            is_active INTEGER NOT NULL,
            is_sleeping INTEGER NOT NULL,
            place_id TEXT,
            quote TEXT,
            progress REAL,
            fragment TEXT NOT NULL,
            snapshot TEXT,
            PRIMARY KEY (seq, number)
        ) STRICT;
        """
}
