package import GRDB

/// The queue's part of the database's history.
package enum QueueMigrations {
    /// Registers the queue's migrations.
    ///
    /// - Parameter migrator: The database's migrator.
    package static func register(in migrator: inout DatabaseMigrator) {
        migrator.registerMigration("queue-1") { database in
            try database.execute(sql: first)
        }
    }

    /// Times are whole milliseconds since 1970.
    ///
    /// `position` is the order of adding; it is never used twice.
    ///
    /// The partial indexes are what keeps two live items from being the same download, or from writing to the same part
    /// file; the states in them are those of `QueueState.blocksDuplicates`.
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
}
