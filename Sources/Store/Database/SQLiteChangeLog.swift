import GRDB
package import Places

/// The change log in the SQLite database.
///
/// The rows of downloads contain the numbers of their last changes. All other changes are rows of a table that triggers
/// fill. The log's own error is ``StoreError``.
package struct SQLiteChangeLog: ChangeLog {
    /// The number of removals that are kept; a client that has missed more reloads everything.
    static let removalLimit = 10_000

    private let database: LeftoffDatabase

    /// Creates the log of a database.
    package init(database: LeftoffDatabase) {
        self.database = database
    }

    package func newest() throws -> Int64 { try database.read(newest) }

    package func changes(after number: Int64, limit: Int) throws -> [RecordChange]? {
        try database.read { connection in
            let floor = try Int64.fetchOne(connection, sql: "SELECT number FROM change_floor") ?? 0
            let newest = try newest(connection)
            guard number >= floor, number <= newest else { return nil }
            let statement = try connection.cachedStatement(sql: Self.after)
            return try Row.fetchAll(statement, arguments: [number, number, newest, limit]).compactMap { row in
                guard let number: Int64 = row.value(0), let id: String = row.value(2),
                    let subject = (row.value(1) as String?).flatMap(RecordChange.Subject.init)
                else { return nil }
                return RecordChange(number: number, subject: subject, id: id, isGone: row.value(3) ?? false)
            }
        }
    }

    /// Downloads have their change numbers in their own rows, all other records in the table `change`.
    static let after = """
        SELECT number, subject, id, is_gone FROM change WHERE number > ?1 AND +number > ?1
        UNION ALL
        SELECT changed, 'item', id, 0 FROM queue_item INDEXED BY queue_item_changed WHERE changed > ? AND changed <= ?
        ORDER BY 1 LIMIT ?
        """

    /// Deletes old removals.
    ///
    /// - Throws: ``StoreError``.
    package func trim() throws {
        let last = try database.read {
            try Int64.fetchOne(
                $0, sql: "SELECT number FROM change WHERE is_gone = 1 ORDER BY number DESC LIMIT 1 OFFSET ?",
                arguments: [Self.removalLimit])
        }
        guard let last else { return }
        try database.write { connection in
            try connection.execute(sql: "UPDATE change_floor SET number = ?", arguments: [last])
            try connection.execute(sql: "DELETE FROM change WHERE is_gone = 1 AND number <= ?", arguments: [last])
        }
    }

    private func newest(_ connection: Database) throws -> Int64 {
        let statement = try connection.cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = 'change'")
        return try Int64.fetchOne(statement) ?? 0
    }
}

/// The migrations of the change log: triggers record changes of snapshots, and the queue records its own changes.
enum ChangeMigrations {
    /// Registers the migrations, in order; a released migration never changes.
    ///
    /// - Parameter migrator: The migrator of the database.
    static func register(in migrator: inout DatabaseMigrator) {
        migrator.registerMigration("changes-1") { database in
            try database.execute(sql: first)
        }
        migrator.registerMigration("changes-2") { database in
            try database.execute(sql: second)
        }
    }

    /// The SQL of all versions.
    static var schema: String { first + second }

    /// The trigger that records new places.
    static let insertion = InsertionTrigger(
        name: "change_snapshot_insert",
        creation: """
            CREATE TRIGGER change_snapshot_insert AFTER INSERT ON snapshots BEGIN
                INSERT OR REPLACE INTO change (subject, id) VALUES ('place', new.id);
            END;
            """,
        replacement: """
            INSERT OR REPLACE INTO change (subject, id)
                SELECT 'place', id FROM snapshots WHERE seq BETWEEN ?1 AND ?2 ORDER BY seq
            """)

    /// Each record has one row, for its last change.
    ///
    /// AUTOINCREMENT ensures that numbers are never reused.
    ///
    /// `change_floor` is the largest number of a removal that is no longer recorded. A change of a download counts only
    /// if a column that users see has changed; a renewed lease does not count.
    private static let first = """
        CREATE TABLE change (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            subject TEXT NOT NULL,
            id TEXT NOT NULL,
            is_gone INTEGER NOT NULL DEFAULT 0,
            UNIQUE (id, subject)
        ) STRICT;
        CREATE INDEX change_gone ON change (number) WHERE is_gone = 1;
        CREATE TABLE change_floor (number INTEGER NOT NULL) STRICT;
        INSERT INTO change_floor VALUES (0);

        INSERT INTO change (subject, id) SELECT 'place', id FROM snapshots ORDER BY seq;
        INSERT INTO change (subject, id) SELECT 'item', id FROM queue_item ORDER BY position;

        \(insertion.creation)
        CREATE TRIGGER change_snapshot_update AFTER UPDATE ON snapshots BEGIN
            INSERT OR REPLACE INTO change (subject, id) VALUES ('place', new.id);
        END;
        CREATE TRIGGER change_snapshot_delete AFTER DELETE ON snapshots BEGIN
            INSERT OR REPLACE INTO change (subject, id, is_gone) VALUES ('place', old.id, 1);
        END;
        CREATE TRIGGER change_item_insert AFTER INSERT ON queue_item BEGIN
            INSERT OR REPLACE INTO change (subject, id) VALUES ('item', new.id);
        END;
        CREATE TRIGGER change_item_update AFTER UPDATE ON queue_item
        WHEN old.state IS NOT new.state OR old.durable_bytes IS NOT new.durable_bytes OR old.total IS NOT new.total
            OR old.file_name IS NOT new.file_name OR old.attempts IS NOT new.attempts OR old.priority IS NOT \
        new.priority
            OR old.error_class IS NOT new.error_class OR old.error_message IS NOT new.error_message
            OR old.not_before IS NOT new.not_before OR old.sha256 IS NOT new.sha256
        BEGIN
            INSERT OR REPLACE INTO change (subject, id) VALUES ('item', new.id);
        END;
        CREATE TRIGGER change_item_delete AFTER DELETE ON queue_item BEGIN
            INSERT OR REPLACE INTO change (subject, id, is_gone) VALUES ('item', old.id, 1);
        END;
        """

    /// The number of the last change of a download is in the download's own row; only its removal is a row of `change`.
    ///
    /// A statement with a trigger takes three times as long, and the download of a small file executes four of them.
    private static let second = """
        DROP TRIGGER change_item_insert;
        DROP TRIGGER change_item_update;
        ALTER TABLE queue_item ADD COLUMN changed INTEGER;
        UPDATE queue_item SET changed = (
            SELECT number FROM change WHERE subject = 'item' AND change.id = queue_item.id AND is_gone = 0
        );
        DELETE FROM change WHERE subject = 'item' AND is_gone = 0;
        CREATE INDEX queue_item_changed ON queue_item (changed) WHERE changed IS NOT NULL;
        """
}
