import CSQLite
package import GRDB

/// The SQLite file `leftoff.sqlite` in Leftoff's home directory, which command line and service share.
package final class LeftoffDatabase: Sendable {
    /// The name of the file in the home directory.
    package static let fileName = "leftoff.sqlite"
    /// `PRAGMA application_id`: "LEFT".
    static let applicationID = 0x4C45_4654
    /// `PRAGMA user_version`: grows when even reading needs a newer Leftoff; migrations are counted separately.
    static let layoutVersion = 1

    /// The file's absolute path.
    package let path: String
    /// The one connection of this process.
    ///
    /// Prefer ``read(_:)`` and ``write(_:)``, whose errors are a ``StoreError``.
    package let queue: DatabaseQueue

    /// Opens the store, and creates it where there is none (directory 0700, file 0600).
    ///
    /// - Parameter home: The path of Leftoff's home directory.
    /// - Throws: ``StoreError``. A file that is not Leftoff's, a damaged one and a newer one are left as they are.
    package init(home: String) throws {
        Self.setUpLibrary
        let directory = try StoreDirectory(creating: home)
        let path = (directory.path == "/" ? "" : directory.path) + "/" + Self.fileName
        self.path = path
        if case .nothing = try directory.entry(path) {
            try directory.exclusively {
                if case .nothing = try directory.entry(path) { try Self.create(path, in: directory) }
            }
        }
        try Self.checkIdentity(path, in: directory)
        do {
            let queue = try DatabaseQueue(path: path, configuration: Self.configuration())
            try queue.read { try Self.checkLayout($0, path: path) }
            let migrator = Self.migrator()
            if try !queue.read(migrator.hasCompletedMigrations) {
                try directory.exclusively { try migrator.migrate(queue) }
            }
            self.queue = queue
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        }
    }

    /// Reads within one transaction.
    ///
    /// - Parameter body: What to read; errors that it throws, other than SQLite's, pass through.
    /// - Returns: What `body` returns.
    /// - Throws: ``StoreError`` for errors of SQLite.
    package func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            return try queue.read(body)
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        }
    }

    /// Writes within one transaction: durable once this returns, undone when `body` throws.
    ///
    /// - Parameter body: What to write; errors that it throws, other than SQLite's, pass through.
    /// - Returns: What `body` returns.
    /// - Throws: ``StoreError`` for errors of SQLite.
    package func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            return try queue.write(body)
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        }
    }

    /// Leaves it to the operating system when what this process writes gets to the disk.
    ///
    /// A power cut can then damage the file; a kill cannot.
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

    /// Done once, before the process's first use of SQLite.
    private static let setUpLibrary: Void = leftoff_sqlite_forgo_memory_account()

    static func migrator() -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        SnapshotMigrations.register(in: &migrator)
        QueueMigrations.register(in: &migrator)
        ChangeMigrations.register(in: &migrator)
        ZenScores.register(in: &migrator)
        return migrator
    }

    private static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.label = "leftoff.store"
        configuration.foreignKeysEnabled = true
        // Another process's transactions last milliseconds, seconds where a disk syncs slowly, and several may come first; half
        // a minute of waiting means that one is stuck.
        configuration.busyMode = .timeout(30)
        configuration.prepareDatabase { database in
            let version = try String.fetchOne(database, sql: "SELECT sqlite_version()") ?? ""
            let mode = JournalRule.mode(version: JournalRule.version(version))
            let current = try String.fetchOne(database, sql: "PRAGMA journal_mode=\(mode)")
            // Leaving the write-ahead log of a newer SQLite takes that the file is not open elsewhere.
            guard current == mode else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
            try database.execute(sql: "PRAGMA synchronous=FULL")
            // A transaction that outgrows the cache of 2 MB waits for the disk in its middle: a list of many downloads does.
            try database.execute(sql: "PRAGMA cache_size=-16384")
            // What undoes a statement alone would go through a file in /tmp, page by page: a quarter of the time of a long list.
            try database.execute(sql: "PRAGMA temp_store=MEMORY")
        }
        return configuration
    }

    /// Builds the database under another name, so that under its own name it is complete from the first moment.
    ///
    /// A store of no bytes is therefore always a damaged one.
    private static func create(_ path: String, in directory: StoreDirectory) throws {
        let draft = path + ".new"
        try directory.createEmpty(draft)
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
        try directory.move(draft, to: path)
    }

    /// Tells a store of Leftoff from other files before SQLite may touch it.
    ///
    /// To open another program's database could roll back its journal. The address `immutable=1` reads the file alone,
    /// without locks and journals.
    private static func checkIdentity(_ path: String, in directory: StoreDirectory) throws {
        switch try directory.entry(path) {
        case .nothing: throw StoreError.cannotOpen(path: path, reason: "it vanished")
        case .other: throw StoreError.foreign(path: path, reason: "it is not a file")
        case .file(0, _): throw StoreError.damaged(path: path, reason: "it is empty")
        case .file: break
        }
        var configuration = Configuration()
        configuration.readonly = true
        do {
            let address = "file://" + path.utf8.map(escaped).joined() + "?immutable=1"
            let probe = try DatabaseQueue(path: address, configuration: configuration)
            let identifier = try probe.read { try Int.fetchOne($0, sql: "PRAGMA application_id") }
            try probe.close()
            if identifier != applicationID { throw foreignDatabase(path) }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
            throw StoreError(error, path: path)
        } catch is DatabaseError {
            // Unreadable, or seen in the middle of another process's transaction: opening it properly tells which.
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
    }

    private static func foreignDatabase(_ path: String) -> StoreError {
        .foreign(path: path, reason: "it is an SQLite database of another program")
    }
}
