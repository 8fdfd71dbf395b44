import FoundationEssentials
import Service
import Store

/// The stores of `leftoff serve`, which are all in one data directory.
struct ServeStores {
    /// The interval of the periodic clean-up.
    private static let housekeepingInterval: Duration = .seconds(300)
    /// The number of rounds between two searches for stray files, which visit every file.
    private static let fileRoundInterval = 12

    let home: DataHome
    let tokenFiles: TokenFiles
    let tokens: ServiceTokens
    let settings: SettingsFile
    let queue: SQLiteQueueStore
    let archive: SQLiteSnapshotArchive
    let changes: SQLiteChangeLog
    let backup: SQLiteBackupStore
    let copies: SQLiteCopyArchive
    let windows: SQLiteWindowSetArchive
    /// Ends the statement that the database of this process is running.
    let interrupt: @Sendable () -> Void

    /// Opens the stores, and creates those that do not exist.
    ///
    /// - Parameters:
    ///   - home: The data directory.
    ///   - privateHosts: The hosts that are allowed although they are private, in addition to those of the settings.
    /// - Throws: `ServiceError` for the files of tokens and settings, `StoreError` for the database.
    init(home: DataHome, privateHosts: Set<String>) throws {
        self.home = home
        tokenFiles = TokenFiles(home: home.path)
        tokens = try tokenFiles.load()
        let database = try home.database()
        interrupt = { database.interrupt() }
        queue = SQLiteQueueStore(database: database)
        archive = SQLiteSnapshotArchive(database: database, now: { Date() })
        changes = SQLiteChangeLog(database: database)
        windows = SQLiteWindowSetArchive(database: database, now: { Date() })
        let settings = try SettingsFile(home: home.path, privateHosts: privateHosts)
        self.settings = settings
        copies = SQLiteCopyArchive(
            database: database, policy: { CopyPolicy(settings.current) }, now: { Date() })
        backup = SQLiteBackupStore(database: database) { CopyPolicy(settings.current) }
    }

    /// Erases old removed places, old changes and files of removed copies periodically, until the task is cancelled.
    func performMaintenance() async {
        var round = 0
        while !Task.isCancelled {
            // Errors are ignored, because the next round tries again and nothing depends on it.
            try? archive.purgeRemoved()
            try? windows.purgeRemoved()
            try? changes.trim()
            try? copies.updateIndex()
            if round.isMultiple(of: Self.fileRoundInterval) { try? copies.performMaintenance() }
            round += 1
            try? await Task.sleep(for: Self.housekeepingInterval)
        }
    }
}
