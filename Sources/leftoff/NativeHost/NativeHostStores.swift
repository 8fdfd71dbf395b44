import FoundationEssentials
import Service
import Store
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The stores of the native host, which are opened when a request needs them.
final class NativeHostStores: Sendable {
    /// An open database and the identity of its file.
    private struct OpenDatabase {
        var database: LeftoffDatabase
        var device: dev_t
        var inode: ino_t
    }

    private let home: DataHome
    private let open = Mutex<OpenDatabase?>(nil)

    /// Creates the stores of a data directory, which need not exist.
    init(home: DataHome) {
        self.home = home
    }

    /// Returns the stores, with the current settings.
    ///
    /// - Throws: `StoreError` if the database cannot be opened, `ServiceError` if the settings cannot be read.
    func current() throws -> ExtensionStores {
        let database = try database()
        let configuration = try? Configuration.load(from: home)
        let settings = try SettingsFile(home: home.path, privateHosts: configuration?.allowedPrivateHosts ?? [])
        return ExtensionStores(
            snapshots: SQLiteSnapshotArchive(database: database, now: { Date() }),
            queue: SQLiteQueueStore(database: database),
            copies: SQLiteCopyArchive(
                database: database, policy: { CopyPolicy(settings.current) }, now: { Date() }),
            settings: settings, windows: SQLiteWindowSetArchive(database: database, now: { Date() }))
    }

    /// Returns the database.
    ///
    /// The host runs as long as its browser. If the file was deleted or replaced meanwhile, writing to the open one
    /// would acknowledge places that nobody finds.
    private func database() throws -> LeftoffDatabase {
        try open.withLock { open in
            var status = stat()
            if let open, stat(open.database.path, &status) == 0, status.st_dev == open.device,
                status.st_ino == open.inode
            {
                return open.database
            }
            open = nil
            let database = try home.database()
            if stat(database.path, &status) == 0 {
                open = OpenDatabase(database: database, device: status.st_dev, inode: status.st_ino)
            }
            return database
        }
    }
}
