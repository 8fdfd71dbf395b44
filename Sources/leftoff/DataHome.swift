import Downloads
import FoundationEssentials
import Glibc
import Places
import Service
import Store

/// The directory that holds Leftoff's database, tokens and settings.
struct DataHome {
    /// The directory's path; the directory need not exist.
    let path: String

    /// Locates the directory: `LEFTOFF_HOME`, otherwise `$XDG_DATA_HOME/leftoff`, otherwise `~/.local/share/leftoff`.
    ///
    /// - Parameter environment: The environment variables to use; by default those of the process.
    /// - Throws: `CommandFailure` (cannot create) if none of the three variables is set.
    init(environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        func directory(_ name: String) -> String? {
            guard let value = environment[name], !value.isEmpty else { return nil }
            return value
        }
        if let home = directory("LEFTOFF_HOME") {
            path = home
        } else if let data = directory("XDG_DATA_HOME"), data.hasPrefix("/") {
            // The XDG Base Directory Specification says that relative paths must be ignored.
            path = data + "/leftoff"
        } else if let home = directory("HOME") {
            path = home + "/.local/share/leftoff"
        } else {
            throw CommandFailure(
                what: "data directory", why: "none of LEFTOFF_HOME, XDG_DATA_HOME and HOME is set",
                status: .cannotCreate)
        }
    }

    /// The directory's absolute path.
    var absolutePath: String {
        path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }

    /// The reason why other users can write to the database; nil if they cannot.
    var distrust: String? {
        let database = "\(path)/\(LeftoffDatabase.fileName)"
        // SQLite obeys a journal beside the file.
        return FileOwnership.obstacle(to: path) ?? FileOwnership.obstacle(to: database)
            ?? OwnedFile.obstacle(toDirectoryOf: database)
    }

    /// Opens the database, creating it if it does not exist.
    ///
    /// - Returns: The open database, migrated to the current schema.
    /// - Throws: `StoreError` if it cannot be created or is not Leftoff's.
    func database() throws -> LeftoffDatabase {
        try LeftoffDatabase(home: path)
    }

    /// Opens the database for a command that only reads or changes records that exist, and therefore creates none.
    ///
    /// - Returns: The open database; without a file, an empty one in memory, in which such a command finds nothing.
    /// - Throws: `StoreError` if it cannot be opened or is not Leftoff's.
    func existingDatabase() throws -> LeftoffDatabase {
        var status = stat()
        // A file that cannot be reached, for instance for lack of permission, is reported and not taken for none.
        guard lstat("\(path)/\(LeftoffDatabase.fileName)", &status) != 0, errno == ENOENT else {
            return try database()
        }
        return try LeftoffDatabase.empty(home: absolutePath)
    }
}

extension SQLiteSnapshotArchive {
    /// Opens the archive in the data directory for a command that only reads, and creates nothing.
    ///
    /// - Returns: The archive, with the system's clock; an empty one if there is no database.
    /// - Throws: `StoreError` if it cannot be opened, `CommandFailure` if there is no data directory.
    static func forReading() throws -> SQLiteSnapshotArchive {
        SQLiteSnapshotArchive(database: try DataHome().existingDatabase(), now: { Date() })
    }
}

extension SQLiteShelf {
    /// Opens the shelf in the data directory for a command that only reads or changes existing records, and creates
    /// nothing.
    ///
    /// - Returns: The shelf, with the system's clock; an empty one if there is no database.
    /// - Throws: `StoreError` if it cannot be opened, `CommandFailure` if there is no data directory.
    static func forReading() throws -> SQLiteShelf {
        SQLiteShelf(database: try DataHome().existingDatabase(), now: { Date() })
    }
}

extension CopyPolicy {
    /// Creates the rules that the settings of the service contain.
    init(_ settings: ServiceSettings) {
        self.init(
            budget: settings.copyBudget, overflow: settings.whenCopiesAreFull == .keep ? .keep : .evict,
            excludedHosts: settings.neverCaptured)
    }
}

extension SQLiteCopyArchive {
    /// Creates the archive of a database in the data directory, with the rules of its settings.
    ///
    /// - Parameters:
    ///   - database: The database with the records of copies.
    ///   - home: The data directory.
    /// - Throws: `ServiceError` if the settings cannot be read.
    init(database: LeftoffDatabase, home: DataHome) throws {
        let policy = CopyPolicy(try SettingsFile(home: home.path).current)
        self.init(database: database, policy: { policy }, now: { Date() })
    }
}

extension ExcludedHosts {
    /// Creates the list in the settings of a data directory.
    ///
    /// - Parameter home: The data directory.
    /// - Throws: `ServiceError` if the settings cannot be read.
    init(home: DataHome) throws {
        self.init(try SettingsFile(home: home.path).current.neverCaptured)
    }
}
