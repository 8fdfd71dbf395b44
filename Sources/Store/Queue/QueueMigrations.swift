package import GRDB

/// The migrations of the queue's tables.
package enum QueueMigrations {
    /// Registers the migrations, in order; a released migration never changes.
    ///
    /// - Parameter migrator: The migrator of the database.
    package static func register(in migrator: inout DatabaseMigrator) {
        migrator.registerMigration("queue-1") { database in
            try database.execute(sql: first)
        }
        migrator.registerMigration("queue-2") { database in
            try database.execute(sql: second)
        }
        migrator.registerMigration("queue-part-state") { database in
            try database.execute(sql: "ALTER TABLE queue_item ADD COLUMN part_state TEXT")
        }
        migrator.registerMigration("queue-live") { database in
            try database.execute(sql: live)
        }
        migrator.registerMigration("queue-ended") { database in
            try database.execute(
                sql: "CREATE INDEX queue_item_ended ON queue_item (finished_at, position) WHERE finished_at IS NOT NULL"
            )
        }
        // Items of earlier versions keep NULL, which allows their own host. It is unknown who added them.
        migrator.registerMigration("queue-private-hosts") { database in
            try database.execute(sql: "ALTER TABLE queue_item ADD COLUMN private_hosts TEXT")
        }
        migrator.registerMigration("queue-crashes") { database in
            try database.execute(sql: "ALTER TABLE queue_item ADD COLUMN crashes INTEGER NOT NULL DEFAULT 0")
        }
        // Items of earlier versions keep NULL: it is unknown whether a person or a list chose their directories.
        migrator.registerMigration("queue-root") { database in
            try database.execute(sql: "ALTER TABLE queue_item ADD COLUMN root TEXT")
        }
        migrator.registerMigration("queue-accepts-html") { database in
            try database.execute(sql: "ALTER TABLE queue_item ADD COLUMN accepts_html INTEGER")
        }
    }

    /// Times are whole milliseconds since 1970.
    ///
    /// `position` is the order in which items were added; it is never reused.
    ///
    /// The partial indexes prevent two unfinished items for the same download or with the same part file. The states in
    /// them are those of `QueueState.blocksDuplicates`.
    private static let first = """
        CREATE TABLE queue_item (
            position INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            url TEXT NOT NULL,
            host TEXT NOT NULL,
            directory TEXT NOT NULL,
            name TEXT,
            checksum TEXT,
            referer TEXT,
            headers TEXT NOT NULL DEFAULT '[]',
            priority INTEGER NOT NULL DEFAULT 0,
            added_at INTEGER NOT NULL,
            state TEXT NOT NULL,
            file_name TEXT,
            part_name TEXT,
            durable_bytes INTEGER NOT NULL DEFAULT 0,
            total INTEGER,
            etag TEXT,
            last_modified TEXT,
            attempts INTEGER NOT NULL DEFAULT 0,
            failures INTEGER NOT NULL DEFAULT 0,
            furthest INTEGER NOT NULL DEFAULT 0,
            sha256 TEXT,
            error_class TEXT,
            error_message TEXT,
            error_is_lasting INTEGER,
            not_before INTEGER,
            lease_owner TEXT,
            lease_until INTEGER,
            epoch INTEGER NOT NULL DEFAULT 0,
            finished_at INTEGER
        ) STRICT;
        CREATE UNIQUE INDEX queue_item_live ON queue_item (url, directory, ifnull(name, ''))
            WHERE state IN ('ready', 'running', 'waiting', 'paused', 'verifying', 'failed');
        CREATE UNIQUE INDEX queue_item_part ON queue_item (directory, part_name)
            WHERE part_name IS NOT NULL;
        CREATE INDEX queue_item_work ON queue_item (priority DESC, position)
            WHERE state IN ('ready', 'running', 'waiting', 'verifying');
        CREATE INDEX queue_item_lease ON queue_item (lease_owner) WHERE lease_owner IS NOT NULL;
        CREATE INDEX queue_item_state ON queue_item (state);
        """

    /// `version` grows with every change of a row, so that a cached item can be compared with it.
    ///
    /// There is an index for each query: lists in queue order, the next item of all hosts or of one, items whose delay
    /// has elapsed, and items that wait for free space. A host without a row has no failures.
    private static let second = """
        ALTER TABLE queue_item ADD COLUMN user_agent TEXT;
        ALTER TABLE queue_item ADD COLUMN proxy TEXT;
        ALTER TABLE queue_item ADD COLUMN netrc TEXT;
        ALTER TABLE queue_item ADD COLUMN cookies TEXT;
        ALTER TABLE queue_item ADD COLUMN snapshot TEXT;
        ALTER TABLE queue_item ADD COLUMN start_at INTEGER;
        ALTER TABLE queue_item ADD COLUMN suggested_name TEXT;
        ALTER TABLE queue_item ADD COLUMN needs_space INTEGER;
        ALTER TABLE queue_item ADD COLUMN waiting_since INTEGER;
        ALTER TABLE queue_item ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
        DROP INDEX queue_item_work;
        DROP INDEX queue_item_state;
        CREATE INDEX queue_item_order ON queue_item (priority DESC, position);
        CREATE INDEX queue_item_state ON queue_item (state, priority DESC, position, host);
        CREATE INDEX queue_item_ready ON queue_item (host, priority DESC, position) WHERE state = 'ready';
        CREATE INDEX queue_item_waiting ON queue_item (not_before) WHERE state = 'waiting';
        CREATE INDEX queue_item_since ON queue_item (waiting_since) WHERE state = 'waiting';
        CREATE INDEX queue_item_space ON queue_item (directory) WHERE needs_space = 1;
        CREATE INDEX queue_item_snapshot ON queue_item (snapshot) WHERE snapshot IS NOT NULL;
        CREATE TABLE queue_host (
            host TEXT NOT NULL PRIMARY KEY,
            failures INTEGER NOT NULL,
            not_before INTEGER,
            since INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// `live` is 1 in the states of `QueueState.blocksDuplicates`, and NULL in the others.
    ///
    /// An index by states, which contains long URLs, would be rewritten whenever a state changes. This index is written
    /// only when an item is added and when it ends.
    private static let live = """
        ALTER TABLE queue_item ADD COLUMN live INTEGER;
        UPDATE queue_item SET live = 1
            WHERE state IN ('ready', 'running', 'waiting', 'paused', 'verifying', 'failed');
        DROP INDEX queue_item_live;
        CREATE UNIQUE INDEX queue_item_live ON queue_item (url, directory, ifnull(name, '')) WHERE live = 1;
        """
}
