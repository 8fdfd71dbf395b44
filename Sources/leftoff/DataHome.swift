import FoundationEssentials
import Store

/// Where Leftoff keeps its data.
struct DataHome {
    /// The directory's path.
    let path: String

    /// Finds the directory: `LEFTOFF_HOME`, else `$XDG_DATA_HOME/leftoff`, else `~/.local/share/leftoff`.
    ///
    /// - Parameter environment: The process's environment.
    /// - Throws: `CommandFailure` (cannot create) when none of the three variables is set.
    init(environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        func directory(_ name: String) -> String? {
            guard let value = environment[name], !value.isEmpty else { return nil }
            return value
        }
        if let home = directory("LEFTOFF_HOME") {
            path = home
        } else if let data = directory("XDG_DATA_HOME"), data.hasPrefix("/") {
            // The XDG Base Directory Specification has relative paths ignored.
            path = data + "/leftoff"
        } else if let home = directory("HOME") {
            path = home + "/.local/share/leftoff"
        } else {
            throw CommandFailure(
                what: "data directory", why: "none of LEFTOFF_HOME, XDG_DATA_HOME and HOME is set",
                status: .cannotCreate)
        }
    }

    /// Opens the database, making it if it is not there.
    ///
    /// - Returns: The open database.
    /// - Throws: `StoreError` if it cannot be made or is not Leftoff's.
    func database() throws -> LeftoffDatabase {
        try LeftoffDatabase(home: path)
    }
}

extension SQLiteSnapshotArchive {
    /// Opens the places of this person.
    ///
    /// - Returns: The archive in the data directory.
    /// - Throws: `StoreError` if it cannot be opened, `CommandFailure` if there is no place for it.
    static func standard() throws -> SQLiteSnapshotArchive {
        SQLiteSnapshotArchive(database: try DataHome().database(), now: { Date() })
    }
}
