import CSQLite
package import GRDB
import JSON

/// The SQLite file `leftoff.sqlite` in Leftoff's home directory, which the command line and the service share.
///
/// ```swift
/// let database = try LeftoffDatabase(home: "/home/ada/.local/share/leftoff")
/// let count = try database.snapshotCount()
/// let titles = try database.read { connection in
///     try String.fetchAll(connection, sql: "SELECT title FROM snapshots")
/// }
/// ```
package final class LeftoffDatabase: Sendable {
    /// The name of the file in the home directory.
    package static let fileName = "leftoff.sqlite"
    /// The endings that SQLite adds to the name for its journals and their index (SQLite, "Temporary Files").
    package static let journalEndings = ["-journal", "-wal", "-shm"]
    /// The ending of a journal that was found without its database.
    package static let abandonedEnding = ".old"
    /// `PRAGMA application_id`: "LEFT".
    static let applicationID = 0x4C45_4654
    /// The layout of the file, stored as `PRAGMA user_version`.
    ///
    /// It is incremented when older versions of Leftoff can no longer read the file. Migrations are counted separately.
    static let layoutVersion = 1

    /// The name of the directory for copies in the home directory.
    package static let copiesName = "copies"

    /// The file's absolute path.
    package let path: String
    /// The only connection of this process.
    ///
    /// Prefer ``read(_:)`` and ``write(_:)``, which throw ``StoreError``.
    package let queue: DatabaseQueue
    /// The files of copies.
    let copyFiles: CopyFiles
    /// The full-text index of copies.
    let copyIndex: CopyIndex
    /// The time since the start of the system, by which a wall clock that was set is noticed.
    let bootTime: @Sendable () -> BootTime
    private let interruption = AccessInterruption()

    /// Opens the store, or creates it if it is missing (directory 0700, file 0600).
    ///
    /// - Parameters:
    ///   - home: The path of Leftoff's home directory.
    ///   - bootTime: The time since the start of the system, by which a wall clock that was set is noticed.
    /// - Throws: ``StoreError``. A file of another program, a damaged file and a newer one are left unchanged.
    package init(home: String, bootTime: @escaping @Sendable () -> BootTime = { BootTime.now() }) throws {
        Self.setUpLibrary
        self.bootTime = bootTime
        let directory = try StoreDirectory(creating: home)
        let path = (directory.path == "/" ? "" : directory.path) + "/" + Self.fileName
        self.path = path
        copyFiles = CopyFiles(path: (directory.path == "/" ? "" : directory.path) + "/" + Self.copiesName)
        copyIndex = CopyIndex(directory: copyFiles.path)
        if case .nothing = try directory.entry(path) {
            try directory.exclusively {
                if case .nothing = try directory.entry(path) { try Self.create(path, in: directory) }
            }
        }
        try Self.checkIdentity(path, in: directory)
        do {
            let queue = try DatabaseQueue(path: path, configuration: Self.configuration(interruption))
            try queue.read { try Self.checkLayout($0, path: path) }
            let migrator = Self.migrator()
            if try !queue.read(migrator.hasCompletedMigrations) {
                try directory.exclusively { try migrator.migrate(queue) }
            }
            self.queue = queue
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        } catch is RowDecodingError {
            throw StoreError.damaged(path: path, reason: StoreError.wrongType)
        }
    }

    /// Reads in one transaction.
    ///
    /// - Parameter body: Performs the reads. Its errors, except those of SQLite, are rethrown.
    /// - Returns: The result of `body`.
    /// - Throws: ``StoreError`` for errors of SQLite.
    package func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            return try queue.read { connection in try interruption.perform { try body(connection) } }
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        } catch is RowDecodingError {
            throw StoreError.damaged(path: path, reason: StoreError.wrongType)
        }
    }

    /// Writes in one transaction, which is durable when this returns and rolled back if `body` throws.
    ///
    /// - Parameter body: Performs the writes. Its errors, except those of SQLite, are rethrown.
    /// - Returns: The result of `body`.
    /// - Throws: ``StoreError`` for errors of SQLite.
    package func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let body = { connection in try self.interruption.perform { try body(connection) } }
        do {
            do {
                return try queue.write(body)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
                // SQLite reports a full disk too if no number is left for another row.
                guard try queue.write(SequenceRepair.perform) else { throw error }
                return try queue.write(body)
            }
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        } catch is RowDecodingError {
            throw StoreError.damaged(path: path, reason: StoreError.wrongType)
        }
    }

    /// Ends the statement that is running with an error; its transaction is rolled back.
    ///
    /// It can be called on any thread. Later accesses are not affected.
    package func interrupt() { interruption.interrupt() }

    /// Lets the operating system decide when later writes of this process reach the disk.
    ///
    /// A power failure can then damage the file; a killed process cannot.
    ///
    /// - Throws: ``StoreError`` for errors of SQLite.
    package func relaxDurability() throws {
        do {
            try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous=OFF") }
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        }
    }

    // MARK: - Opening

    /// The configuration of SQLite, which is done once, before its first use in the process.
    private static let setUpLibrary: Void = leftoff_sqlite_disable_memory_statistics()

    static func migrator() -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        SnapshotMigrations.register(in: &migrator)
        QueueMigrations.register(in: &migrator)
        ChangeMigrations.register(in: &migrator)
        ZenScores.register(in: &migrator)
        CopyMigrations.register(in: &migrator)
        WindowMigrations.register(in: &migrator)
        ClockMark.register(in: &migrator)
        return migrator
    }

    private static func configuration(_ interruption: AccessInterruption? = nil) -> Configuration {
        var configuration = Configuration()
        configuration.label = "leftoff.store"
        configuration.foreignKeysEnabled = true
        // Transactions of other processes take milliseconds, or seconds on a slow disk, and several may be waiting.
        // After 30 seconds one of them is probably stuck.
        configuration.busyMode = .timeout(30)
        configuration.prepareDatabase { database in
            interruption?.attach(to: database)
            let version = try String.fetchOne(database, sql: "SELECT sqlite_version()") ?? ""
            let mode = JournalMode.mode(version: JournalMode.version(version))
            let current = try String.fetchOne(database, sql: "PRAGMA journal_mode=\(mode)")
            // The WAL mode that a newer SQLite has set can be left only while no other process has the file open.
            guard current == mode else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
            try database.execute(sql: "PRAGMA synchronous=FULL")
            // A transaction larger than the page cache waits for the disk midway. Long lists of downloads exceeded the
            // default cache of 2 MB.
            try database.execute(sql: "PRAGMA cache_size=-16384")
            // By default SQLite writes the statement journal to a file in /tmp page by page, which took a quarter of
            // the time of a long list.
            try database.execute(sql: "PRAGMA temp_store=MEMORY")
        }
        return configuration
    }

    /// Creates the database under a temporary name, and renames it when it is complete.
    ///
    /// Therefore an empty file is always a damaged store.
    private static func create(_ path: String, in directory: StoreDirectory) throws {
        let draft = path + ".new"
        try directory.createEmptyFile(draft)
        do {
            let queue = try DatabaseQueue(path: draft, configuration: configuration())
            try queue.write { database in
                try database.execute(sql: "PRAGMA application_id=\(applicationID)")
                try database.execute(sql: "PRAGMA user_version=\(layoutVersion)")
            }
            try migrator().migrate(queue)
            try queue.close()
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        }
        directory.remove(draft + "-journal")
        try moveAbandonedJournals(of: path, in: directory)
        try directory.move(draft, to: path)
    }

    /// Moves the journals of an earlier database away, which a user has moved or deleted without them.
    ///
    /// SQLite would apply them to the new database. The earlier one may be damaged without them, so they are kept.
    private static func moveAbandonedJournals(of path: String, in directory: StoreDirectory) throws {
        for ending in journalEndings {
            guard case .file(1..., _) = try directory.entry(path + ending) else { continue }
            try directory.move(path + ending, to: path + ending + abandonedEnding)
        }
    }

    /// Checks that a file is a store of Leftoff before SQLite opens it.
    ///
    /// Opening the database of another program could roll back its journal. The URI parameter `immutable=1` makes
    /// SQLite read only the file, without locks and journals.
    private static func checkIdentity(_ path: String, in directory: StoreDirectory) throws {
        switch try directory.entry(path) {
        case .nothing: throw StoreError.cannotOpen(path: path, reason: "the file was removed meanwhile")
        case .other: throw StoreError.foreign(path: path, reason: "it is not a regular file")
        case .file(0, _): throw StoreError.damaged(path: path, reason: "it is empty")
        case .file: break
        }
        var configuration = Configuration()
        configuration.readonly = true
        do {
            let uri = "file://" + path.utf8.map(escaped).joined() + "?immutable=1"
            let probe = try DatabaseQueue(path: uri, configuration: configuration)
            let identifier = try probe.read { try Int.fetchOne($0, sql: "PRAGMA application_id") }
            try probe.close()
            if identifier != applicationID { throw foreignDatabase(path) }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
            throw StoreError(error, path: path)
        } catch is DatabaseError {
            // The file is unreadable, or another process is in the middle of a transaction. Opening it normally tells
            // which.
        }
        if case .file(_, let mode) = try directory.entry(path), mode & 0o077 != 0 { directory.makePrivate(path) }
    }

    private static func escaped(_ byte: UInt8) -> String {
        let isPlain =
            byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber)
        if isPlain || byte == UInt8(ascii: "/") { return String(Unicode.Scalar(byte)) }
        let hex = String(byte, radix: 16, uppercase: true)
        return "%" + (hex.count == 1 ? "0" : "") + hex
    }

    static func checkLayout(_ database: Database, path: String) throws {
        guard try Int.fetchOne(database, sql: "PRAGMA application_id") == applicationID else {
            throw foreignDatabase(path)
        }
        let layout = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        let isSuperseded = try migrator().hasBeenSuperseded(database)
        guard layout <= layoutVersion, !isSuperseded else { throw StoreError.newer(path: path) }
        try checkPrograms(database, path: path)
        try checkConstraints(database, path: path)
    }

    /// The unique indexes that the migrations create.
    static let uniqueIndexes = ["queue_item_live", "queue_item_part", "snapshots_automatic"]
    /// The tables with a unique constraint or a primary key that is not a row number, and the number of these.
    static let constraintCounts = [
        "automatic_refusal": 1, "change": 1, "copy_file": 1, "copy_unreferenced": 1, "page_copy": 1, "queue_host": 1,
        "queue_item": 1, "snapshot_forgotten": 1, "snapshot_tag": 1, "snapshots": 1, "window_set": 2, "window_tab": 1,
        "zen_scores": 1,
    ]

    /// Checks that no unique index or constraint was added to a table of Leftoff.
    ///
    /// It could refuse or replace what Leftoff stores.
    private static func checkConstraints(_ database: Database, path: String) throws {
        let known =
            uniqueIndexes
            + constraintCounts.flatMap { table, count in
                (1...count).map { "sqlite_autoindex_\(table)_\($0)" }
            }
        let tables = constraintCounts.keys + ["snapshot_pair"]
        func marks(_ list: [String]) -> String { list.map { _ in "?" }.joined(separator: ",") }
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT own.name, added.name FROM sqlite_schema AS own JOIN pragma_index_list(own.name) AS added
                WHERE own.type = 'table' AND added."unique" AND own.name IN (\(marks(Array(tables))))
                AND added.name NOT IN (\(marks(known)))
                """, arguments: StatementArguments(tables + known))
        guard let row, let table: String = row.value(0), let name: String = row.value(1) else { return }
        throw StoreError.foreign(
            path: path,
            reason: "leftoff has not created the index \(JSONValue.string(name).excerpt) of its table \(table)")
    }

    /// Checks that all triggers and views are ones that a migration creates, of this version or an earlier one.
    ///
    /// SQLite runs them with the statements of Leftoff. One that another program has added could change what Leftoff
    /// stores, or run without end. SQLite ignores the case of the types in its schema, so everything but a table or an
    /// index must be known.
    private static func checkPrograms(_ database: Database, path: String) throws {
        let known = [
            SnapshotMigrations.schema, ChangeMigrations.schema, CopyMigrations.schema, WindowMigrations.schema,
        ].joined()
        func words(_ text: String) -> String { "replace(replace(\(text), char(10), ''), ' ', '')" }
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT type, name FROM sqlite_schema WHERE type NOT IN ('table', 'index')
                AND coalesce(instr(\(words("?")), \(words("sql || ';'"))), 0) = 0
                """, arguments: [known])
        guard let row, let type: String = row.value(0), let name: String = row.value(1) else { return }
        throw StoreError.foreign(
            path: path, reason: "leftoff has not created its \(type) \(JSONValue.string(name).excerpt)")
    }

    private static func foreignDatabase(_ path: String) -> StoreError {
        .foreign(path: path, reason: "it is an SQLite database of another program")
    }
}
