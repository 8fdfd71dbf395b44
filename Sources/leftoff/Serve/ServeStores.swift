import FoundationEssentials
import Service
import Store

/// The stores of `leftoff serve`, which are all in one data directory.
struct ServeStores {
    /// The interval of the periodic clean-up.
    private static let housekeepingInterval: Duration = .seconds(300)

    let home: DataHome
    let tokenFiles: TokenFiles
    let tokens: ServiceTokens
    let settings: SettingsFile
    let queue: SQLiteQueueStore
    let archive: SQLiteSnapshotArchive
    let changes: SQLiteChangeLog
    let backup: SQLiteBackupStore

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
        queue = SQLiteQueueStore(database: database)
        archive = SQLiteSnapshotArchive(database: database, now: { Date() })
        changes = SQLiteChangeLog(database: database)
        backup = SQLiteBackupStore(database: database)
        settings = try SettingsFile(home: home.path, privateHosts: privateHosts)
    }

    /// Erases old removed places and old changes periodically, until the task is cancelled.
    func performMaintenance() async {
        while !Task.isCancelled {
            // Errors are ignored, because the next round tries again and nothing depends on it.
            try? archive.purgeRemoved()
            try? changes.trim()
            try? await Task.sleep(for: Self.housekeepingInterval)
        }
    }
}
