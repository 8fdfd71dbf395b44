import DownloadQueue
import GRDB
import Places
import Synchronization
import Syntax

/// The table `queue_item`, which holds the items of the queue.
enum QueueTable {
    private static let insertion = """
        INSERT INTO queue_item (\(QueueColumn.list), changed)
        VALUES (\(QueueColumn.allCases.map { _ in "?" }.joined(separator: ", ")), ?)
        ON CONFLICT DO NOTHING
        """
    private static let selection = "SELECT \(QueueColumn.list), position, version FROM queue_item"
    /// The queue order.
    static let order = "priority DESC, position"
    /// The assignment that counts a change of a row; the number stays at its maximum.
    static let nextVersion = "version = (version + 1) & 9223372036854775807"
    private static let byID = "\(selection) WHERE id = ?"
    private static let byPosition = "\(selection) WHERE position = ?"

    // MARK: Writing

    /// Inserts an item.
    ///
    /// - Returns: False if nothing was inserted, because an unfinished item of the same URL, directory and name exists
    ///   (``QueueState/blocksDuplicates``).
    static func insert(_ item: QueueItem, _ sequence: ChangeSequence, _ database: Database) throws -> Bool {
        if !sequence.hasPositions {
            try QueuePositions.repair(database)
            sequence.hasPositions = true
        }
        return try RawStatement(insertion, database).write(QueueRow.values(item) + [.integer(sequence.next())]) > 0
    }

    /// Writes the changed columns of an item.
    ///
    /// - Returns: The item as it is stored now; nil if another process has changed it since it was read.
    static func update(
        _ old: StoredItem, to item: QueueItem, _ sequence: ChangeSequence, _ database: Database
    ) throws -> StoredItem? {
        let change = QueueUpdate(from: old.item, to: item, sequence)
        let count = try RawStatement(change.sql, database).write(
            change.values + [.integer(old.position), .integer(old.version)])
        guard count > 0 else { return nil }
        return StoredItem(position: old.position, version: old.version &+ 1, item: item)
    }

    /// Changes columns of all rows that meet a condition, and numbers each change.
    ///
    /// - Parameters:
    ///   - columns: The assignments in SQL; always the same text, because prepared statements are cached.
    ///   - values: The arguments of `columns`.
    ///   - condition: The condition in SQL.
    ///   - arguments: The arguments of `condition`.
    ///   - sequence: The change numbers of this transaction.
    ///   - database: A connection in a write transaction.
    /// - Returns: The number of changed rows.
    /// - Throws: `DatabaseError`.
    @discardableResult
    static func update(
        _ columns: String, _ values: [QueueValue] = [], where condition: String, _ arguments: StatementArguments,
        _ sequence: ChangeSequence, _ database: Database
    ) throws -> Int {
        let rows = try RawStatement("SELECT position FROM queue_item WHERE \(condition)", database)
            .all(arguments) { $0.integer(0) }
        let sql = "UPDATE queue_item SET \(columns), \(nextVersion), changed = ? WHERE position = ?"
        for case let position? in rows {
            try RawStatement(sql, database).write(values + [.integer(sequence.next()), .integer(position)])
        }
        return rows.count
    }

    /// Deletes an item.
    ///
    /// - Returns: False if another process has changed it since it was read.
    static func delete(_ old: StoredItem, _ sequence: ChangeSequence, _ database: Database) throws -> Bool {
        // A deleted row cannot contain a change number, so a trigger records the removal.
        try sequence.whileTriggersAdvance(database) {
            try RawStatement("DELETE FROM queue_item WHERE position = ? AND version = ?", database)
                .write([.integer(old.position), .integer(old.version)]) > 0
        }
    }

    /// Deletes a row that need not be readable.
    ///
    /// - Returns: False if there is no row with this id.
    static func delete(id: String, _ sequence: ChangeSequence, _ database: Database) throws -> Bool {
        try sequence.whileTriggersAdvance(database) {
            try RawStatement("DELETE FROM queue_item WHERE id = ?", database).write([.text(id)]) > 0
        }
    }

    /// Deletes a row that need not be readable.
    static func delete(position: Int64, _ sequence: ChangeSequence, _ database: Database) throws {
        try sequence.whileTriggersAdvance(database) {
            // The trigger that records the removal needs an id.
            try RawStatement("UPDATE queue_item SET id = ? WHERE position = ? AND id IS NULL", database)
                .write([.text(RecordID.random()), .integer(position)])
            try RawStatement("DELETE FROM queue_item WHERE position = ?", database).write([.integer(position)])
        }
    }

    /// Makes a row that cannot be read failed, so that no worker meets it again.
    ///
    /// Only columns that no index of names or destinations contains are changed.
    ///
    /// - Parameters:
    ///   - position: The number of the row.
    ///   - reason: The error of reading the row, which becomes its message.
    ///   - now: The current time in milliseconds since 1970.
    ///   - sequence: The change numbers of this transaction.
    ///   - database: A connection in a write transaction.
    /// - Throws: `DatabaseError`.
    static func failDamaged(
        position: Int64, _ reason: QueueError, at now: Int64, _ sequence: ChangeSequence, _ database: Database
    ) throws {
        try update(
            """
            state = 'failed', error_class = 'internal', error_message = ?, error_is_lasting = 1, needs_space = NULL,
            not_before = NULL, waiting_since = NULL, lease_owner = NULL, lease_until = NULL, finished_at = ?
            """, [.text("\(reason)"), .integer(now)], where: "position = ?", [position], sequence, database)
    }

    /// Makes damaged rows of a destination failed and keeps them from being found by it.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of `SQLiteQueueStore.duplicate`, which no readable row meets.
    ///   - sequence: The change numbers of this transaction.
    ///   - database: A connection in a write transaction.
    /// - Returns: True if there was such a row.
    /// - Throws: `DatabaseError`.
    static func releaseDamaged(
        _ arguments: StatementArguments, _ sequence: ChangeSequence, _ database: Database
    ) throws -> Bool {
        try update(
            "state = 'failed', live = NULL", where: SQLiteQueueStore.duplicate, arguments, sequence, database) > 0
    }

    // MARK: Reading

    /// Returns the readable items that meet an SQL condition, by default in queue order.
    ///
    /// - Parameters:
    ///   - database: A connection in a transaction.
    ///   - condition: The condition in SQL.
    ///   - arguments: The arguments of `condition`.
    ///   - order: The order in SQL.
    ///   - limit: The maximum number of items; nil for all.
    ///   - damaged: The record of damaged rows, which are skipped.
    /// - Returns: The items.
    /// - Throws: `DatabaseError`.
    static func fetch(
        _ database: Database, where condition: String, _ arguments: StatementArguments = [],
        order: String = QueueTable.order, limit: Int? = nil, damaged: DamagedRows = DamagedRows()
    ) throws -> [StoredItem] {
        try ReadableRows.all(limit: limit) { limit in
            try RawStatement(sql(where: condition, order: order, limit: limit), database).all(arguments) { row in
                do throws(QueueError) { return try stored(row) } catch {
                    damaged.record(error)
                    return nil
                }
            }
        }
    }

    /// Returns the statement of ``fetch(_:where:_:order:limit:damaged:)``.
    private static func sql(where condition: String, order: String = QueueTable.order, limit: Int? = nil) -> String {
        "\(selection) WHERE \(condition) ORDER BY \(order)\(limit.map { " LIMIT \($0)" } ?? "")"
    }

    /// Returns the statement that finds the positions of rows in queue order.
    static func positions(where condition: String) -> String {
        "SELECT position FROM queue_item WHERE \(condition) ORDER BY \(order)"
    }

    /// Returns an item by its complete id; nil if there is none.
    ///
    /// - Throws: `QueueError.damaged`, and `DatabaseError`.
    static func fetch(_ database: Database, id: String) throws -> StoredItem? {
        try first(RawStatement(byID, database), .text(id))
    }

    /// Returns an item by its position; nil if there is none.
    ///
    /// - Throws: `QueueError.damaged`, and `DatabaseError`.
    static func fetch(_ database: Database, position: Int64) throws -> StoredItem? {
        try first(RawStatement(byPosition, database), .integer(position))
    }

    private static func first(_ statement: RawStatement, _ key: QueueValue) throws -> StoredItem? {
        var found: StoredItem?
        try statement.read([key]) { row in
            found = try stored(row)
            return false
        }
        return found
    }

    /// Returns the items that cannot be read.
    ///
    /// - Throws: `DatabaseError`.
    static func damagedRecords(_ database: Database) throws -> [UnreadableRecord] {
        var damaged: [UnreadableRecord] = []
        try RawStatement("\(selection) ORDER BY \(order)", database).read([]) { row in
            do throws(QueueError) { _ = try stored(row) } catch {
                if case .damaged(let id, let field) = error {
                    damaged.append(UnreadableRecord(.download, id: id, reason: "its \(field) is malformed"))
                }
            }
            return true
        }
        return damaged
    }

    private static func stored(_ row: RawRow) throws(QueueError) -> StoredItem {
        let count = QueueColumn.allCases.count
        let position = row.integer(count) ?? 0
        guard row.isText(QueueColumn.id.rawValue), row.text(.id).map(RecordID.canBeEntered) == true else {
            throw .damaged(id: RecordLookup.name(ofPosition: position), field: QueueColumn.id.sqlName)
        }
        let item = try QueueRow.item(row)
        guard let version = row.integer(count + 1) else { throw .damaged(id: item.id, field: "version") }
        return StoredItem(position: position, version: version, item: item)
    }
}

/// A statement that writes the changed columns of an item.
private struct QueueUpdate {
    /// The new values, in the order of the columns.
    let values: [QueueValue]
    private let columns: QueueChange.Columns
    private let isReported: Bool

    /// The SQL for each set of changed columns.
    ///
    /// There are few sets, and each is used thousands of times.
    private static let statements = Mutex<[QueueChange.Columns: String]>([:])

    /// Compares two versions of an item; a change that is reported gets the next number.
    init(from old: QueueItem, to new: QueueItem, _ sequence: ChangeSequence) {
        let change = QueueChange(from: old, to: new)
        columns = change.columnSet
        isReported = change.isReported
        values = isReported ? change.values + [.integer(sequence.next())] : change.values
    }

    /// The statement; the row number and the version are the last arguments.
    ///
    /// SQLite updates only the indexes of the columns that it names.
    var sql: String {
        Self.statements.withLock { statements in
            if let sql = statements[columns] { return sql }
            let names = QueueChange.columns(columns).map(\.sqlName) + (isReported ? ["changed"] : [])
            let assignments = (names.map { "\($0) = ?" } + [QueueTable.nextVersion]).joined(separator: ", ")
            let sql = "UPDATE queue_item SET \(assignments) WHERE position = ? AND version = ?"
            statements[columns] = sql
            return sql
        }
    }
}

/// A download as it is stored in the table.
///
/// It is a class, because an item is large and is passed on often.
final class StoredItem: Sendable {
    /// The number of the row: the order in which items were added.
    let position: Int64
    /// The number of changes of the row.
    let version: Int64
    /// The item.
    let item: QueueItem

    init(position: Int64, version: Int64, item: QueueItem) {
        self.position = position
        self.version = version
        self.item = item
    }

    /// The position in the order of work.
    var rank: QueueRank { QueueRank(priority: item.priority, position: position) }
}

/// The migrations of the queue's tables.
enum QueueMigrations {
    /// Registers the migrations, in order; a released migration never changes.
    ///
    /// - Parameter migrator: The migrator of the database.
    static func register(in migrator: inout DatabaseMigrator) {
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
