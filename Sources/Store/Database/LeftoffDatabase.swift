import CPlatform
package import GRDB
import Glibc
import Places
import Synchronization
import Syntax

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
    /// The ending of the file that keeps a store which was damaged and has been rebuilt.
    package static let damagedEnding = ".damaged"
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
    /// The end of the last transaction if it took long; otherwise nil.
    private let longWriteEnd = Mutex<ContinuousClock.Instant?>(nil)

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
        let path = directory.file(Self.fileName)
        self.path = path
        copyFiles = CopyFiles(path: directory.file(Self.copiesName))
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
                try directory.exclusively {
                    // Migrations delete tables and indexes.
                    try queue.read(Self.checkStructure)
                    try migrator.migrate(queue)
                }
            }
            self.queue = queue
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        } catch is RowDecodingError {
            throw StoreError.damaged(path: path, reason: StoreError.wrongType)
        }
    }

    /// Creates an empty store in memory, for a reader of a data directory that does not exist yet.
    ///
    /// - Parameter home: The path of Leftoff's home directory, in which nothing is created.
    /// - Returns: The store.
    /// - Throws: ``StoreError``.
    package static func empty(home: String) throws -> LeftoffDatabase { try LeftoffDatabase(inMemoryFor: home) }

    private init(inMemoryFor home: String) throws {
        Self.setUpLibrary
        bootTime = { BootTime.now() }
        path = "\(home)/\(Self.fileName)"
        copyFiles = CopyFiles(path: "\(home)/\(Self.copiesName)")
        copyIndex = CopyIndex(directory: copyFiles.path)
        do {
            var configuration = Configuration()
            configuration.label = "leftoff.store"
            configuration.foreignKeysEnabled = true
            configuration.prepareDatabase { [interruption] in interruption.attach(to: $0) }
            let queue = try DatabaseQueue(configuration: configuration)
            try Self.migrator().migrate(queue)
            self.queue = queue
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
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
        letOthersWrite()
        var start = ContinuousClock.now
        defer { recordWrite(from: start) }
        let body = { connection in
            // Waiting for others does not count.
            start = .now
            return try self.interruption.perform { try body(connection) }
        }
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

    /// Waits until a process that has waited for a long transaction of this one has had time to write.
    ///
    /// SQLite keeps no queue: a process that writes again at once would keep out all others, which look only now and
    /// then whether the file is free.
    private func letOthersWrite() {
        guard let end = longWriteEnd.withLock(\.self) else { return }
        let rest = Self.longestBusyDelay - (ContinuousClock.now - end)
        if rest > .zero { usleep(UInt32(clamping: Int(clamping: rest.seconds * 1e6, to: 0...200_000))) }
    }

    private func recordWrite(from start: ContinuousClock.Instant) {
        let end = ContinuousClock.now
        longWriteEnd.withLock { $0 = end - start > Self.longWrite ? end : nil }
    }

    /// The longest time after which a waiting process looks whether the file is free, with a margin for its start.
    ///
    /// Source: the delays of `sqliteDefaultBusyCallback` in SQLite's main.c, up to 100 ms.
    private static let longestBusyDelay = Duration.milliseconds(120)
    /// The duration of a transaction after which others probably wait; ordinary ones take less, also on a slow disk.
    private static let longWrite = Duration.milliseconds(250)

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
    static let setUpLibrary: Void = leftoff_sqlite_disable_memory_statistics()

    static func migrator() -> DatabaseMigrator {
        // A row without the one that it refers to, as in a store that was damaged once, must not end every migration.
        var migrator = DatabaseMigrator().disablingDeferredForeignKeyChecks()
        SnapshotMigrations.register(in: &migrator)
        QueueMigrations.register(in: &migrator)
        ChangeMigrations.register(in: &migrator)
        ZenScores.register(in: &migrator)
        CopyMigrations.register(in: &migrator)
        WindowMigrations.register(in: &migrator)
        ClockMark.register(in: &migrator)
        PageMigrations.register(in: &migrator)
        return migrator
    }

    /// The SQL that sets the size of the page cache to 16 MiB.
    ///
    /// A transaction larger than the page cache waits for the disk midway. Long lists of downloads exceeded the default
    /// cache of 2 MB.
    static let cache = "PRAGMA cache_size=-16384"
    /// The SQL that sets the size of the page cache to 64 MiB, for imports.
    ///
    /// Places change pages everywhere in the indexes; with 16 MiB, each page of 100,000 places was written six times.
    static let importCache = "PRAGMA cache_size=-65536"

    static func configuration() -> Configuration { configuration(nil) }

    private static func configuration(_ interruption: AccessInterruption?) -> Configuration {
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
            try database.execute(sql: cache)
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
    static func checkIdentity(_ path: String, in directory: StoreDirectory) throws {
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
        "automatic_refusal": 1, "change": 1, "copy_file": 1, "copy_unreferenced": 1, "page": 1, "page_copy": 1,
        "queue_host": 1, "queue_item": 1, "shelf_change": 1, "shelf_change_part": 1, "snapshot_forgotten": 1,
        "snapshot_tag": 1, "snapshots": 1, "window_set": 2, "window_tab": 1, "zen_scores": 1,
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
        let tables = constraintCounts.keys + ["snapshot_pair", "page_place"]
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
            PageMigrations.schema,
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

extension LeftoffDatabase {
    /// Returns the number of snapshots.
    ///
    /// - Throws: ``StoreError``.
    package func snapshotCount() throws -> Int {
        try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM snapshots") ?? 0 }
    }
}

/// An error of the store.
///
/// Every case contains the path of the file or directory.
package enum StoreError: TemporaryStoreError, CustomStringConvertible {
    /// The home directory or the file cannot be created.
    case cannotCreate(path: String, reason: String)
    /// The file exists and cannot be opened.
    case cannotOpen(path: String, reason: String)
    /// The file, its directory or its file system is read-only.
    case notWritable(path: String)
    /// The file is not a store of Leftoff. It was left unchanged.
    case foreign(path: String, reason: String)
    /// The file is truncated or its structure is damaged. It was left unchanged.
    case damaged(path: String, reason: String)
    /// The file is damaged and cannot be rebuilt without losing what can be read. It was left unchanged.
    case cannotRepair(path: String, reason: String)
    /// The file was written by a newer Leftoff. It was left unchanged.
    case newer(path: String)
    /// Another process locked the file for longer than the store waits.
    case busy(path: String)
    /// The disk is full.
    case diskFull(path: String)
    /// Reading or writing failed.
    case inputOutput(path: String, reason: String)
    /// The file of a copy is missing or damaged.
    case damagedCopy(path: String, reason: String)
    /// SQLite failed for another reason, which is a bug in Leftoff.
    case database(path: String, reason: String)

    /// The reason if GRDB cannot read a value of a row.
    static let wrongType = "a value in it has the wrong type"

    /// The file or directory.
    package var path: String {
        switch self {
        case .cannotCreate(let path, _), .cannotOpen(let path, _), .notWritable(let path), .foreign(let path, _),
            .damaged(let path, _), .cannotRepair(let path, _), .newer(let path), .busy(let path), .diskFull(let path),
            .inputOutput(let path, _), .damagedCopy(let path, _), .database(let path, _):
            path
        }
    }

    /// A description on one line: what failed, and why.
    package var description: String {
        switch self {
        case .cannotCreate(let path, let reason): "cannot create store \(path): \(reason)"
        case .cannotOpen(let path, let reason): "cannot open store \(path): \(reason)"
        case .notWritable(let path): "cannot write store \(path): it is read-only"
        case .foreign(let path, let reason):
            "cannot use store \(path): \(reason); move it away or set LEFTOFF_HOME to another directory"
        case .damaged(let path, let reason):
            "cannot use store \(path): \(reason); "
                + "'leftoff doctor --repair' may rebuild it; otherwise restore it from a backup, or move it away to "
                + "begin with an empty one"
        case .cannotRepair(let path, let reason):
            "cannot repair store \(path): \(reason); it is unchanged: 'leftoff export' saves what can be read, and a "
                + "backup can be imported after it was moved away"
        case .newer(let path): "cannot use store \(path): it was written by a newer leftoff; install that version again"
        case .busy(let path): "cannot use store \(path): another process is busy with it; try again"
        case .diskFull(let path): "cannot write store \(path): the disk is full"
        case .inputOutput(let path, let reason): "cannot read or write store \(path): \(reason)"
        case .damagedCopy(let path, let reason): "copy \(path) cannot be read: \(reason)"
        case .database(let path, let reason): "store \(path) failed: \(reason)"
        }
    }

    package var isTemporary: Bool {
        if case .busy = self { true } else { false }
    }

    /// Creates the error for an error of SQLite.
    ///
    /// - Parameters:
    ///   - error: The error of GRDB.
    ///   - path: The database file.
    init(_ error: DatabaseError, path: String) {
        let reason = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_READONLY, .SQLITE_PERM: self = .notWritable(path: path)
        case .SQLITE_FULL: self = .diskFull(path: path)
        case .SQLITE_IOERR:
            // The extended code names the operation that failed: https://sqlite.org/rescode.html
            self = .inputOutput(path: path, reason: "\(reason) (SQLite error \(error.extendedResultCode.rawValue))")
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path)
        case .SQLITE_CANTOPEN, .SQLITE_AUTH: self = .cannotOpen(path: path, reason: reason)
        case .SQLITE_NOTADB: self = .foreign(path: path, reason: "it is not an SQLite database")
        case .SQLITE_CORRUPT: self = .damaged(path: path, reason: "it is truncated or damaged (\(reason))")
        default: self = .database(path: path, reason: reason)
        }
    }
}

/// Ends the statements of an access to a connection from another thread.
///
/// `sqlite3_interrupt` can also end the `ROLLBACK` after an interrupted statement, and GRDB ends the process if a
/// transaction stays open. This ends only statements of an access's body, not those that begin and end its transaction.
private final class AccessInterruption: Sendable {
    private enum State: Int, AtomicRepresentable {
        case idle, running, interrupted
    }

    /// The steps of SQLite's virtual machine between two looks at the state: about 10 µs.
    private static let steps: Int32 = 1000

    private let state = Atomic(State.idle)

    /// Makes the statements of a connection obey this object, which must live as long as the connection.
    func attach(to database: Database) {
        leftoff_sqlite_set_progress_handler(
            database.sqliteConnection, Self.steps,
            { context in
                guard let context else { return 0 }
                let interruption = Unmanaged<AccessInterruption>.fromOpaque(context).takeUnretainedValue()
                return interruption.state.load(ordering: .relaxed) == .interrupted ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Performs the body of an access, whose statements can be interrupted.
    ///
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`.
    func perform<Value>(_ body: () throws -> Value) rethrows -> Value {
        state.store(.running, ordering: .relaxed)
        defer { state.store(.idle, ordering: .relaxed) }
        return try body()
    }

    /// Ends the statement that is running, and further ones of the same access, with an error.
    func interrupt() {
        _ = state.compareExchange(expected: .running, desired: .interrupted, ordering: .relaxed)
    }
}

/// The choice of SQLite's journal mode.
///
/// Several processes share the file. Before 3.51.3, SQLite's write-ahead log can corrupt it when two connections write
/// or checkpoint at once (the WAL-reset bug), so older versions use a rollback journal. `TRUNCATE` is the rollback mode
/// that is durable with `synchronous=FULL`: SQLite syncs the emptied journal. The deletion of a journal may be lost in
/// a power failure, which would roll back the last acknowledged transaction.
enum JournalMode {
    /// The first version of SQLite without the WAL-reset bug, as `sqlite3_libversion_number()` counts.
    private static let firstSafeVersion = 3_051_003

    /// Returns the value for `PRAGMA journal_mode`.
    ///
    /// - Parameter version: SQLite's version in the form of `sqlite3_libversion_number()`.
    /// - Returns: The name of the journal mode.
    static func mode(version: Int) -> String { version >= firstSafeVersion ? "wal" : "truncate" }

    /// Parses a version of SQLite.
    ///
    /// - Parameter text: The result of `sqlite_version()`, such as `3.40.1`.
    /// - Returns: The number, such as 3040001; 0 if the text is not a version.
    static func version(_ text: String) -> Int {
        let parts = text.split(separator: ".").map { Int($0) ?? 0 }
        guard parts.count >= 3 else { return 0 }
        return parts[0] * 1_000_000 + parts[1] * 1000 + parts[2]
    }
}
