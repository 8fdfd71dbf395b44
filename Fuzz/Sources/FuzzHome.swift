import GRDB
import Glibc

@testable import Store

/// A store in a temporary directory that all inputs of a run share.
enum FuzzHome {
    /// The path of the directory, in memory if the system has a file system for that.
    static let path: String = {
        for parent in ["/dev/shm", "/tmp"] {
            var name = Array("\(parent)/leftoff-fuzz-XXXXXX".utf8CString)
            if mkdtemp(&name) != nil {
                return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            }
        }
        fatalError("there is no temporary directory")
    }()

    /// The database, whose writes need not survive anything.
    static let database: LeftoffDatabase = {
        do {
            let database = try LeftoffDatabase(home: path)
            try database.relaxDurability()
            // A finding ends the process at once and leaves the directory.
            atexit {
                for ending in ["", "-journal", "-wal", "-shm"] { unlink(FuzzHome.database.path + ending) }
                rmdir(FuzzHome.path)
            }
            return database
        } catch {
            fatalError("\(error)")
        }
    }()

    /// Empties all tables, and resets the numbers of changes.
    static func clear() throws {
        try database.write { connection in
            // In an order that no foreign key forbids: turning them off would make SQLite prepare all statements again.
            for table in [
                "queue_item", "queue_host", "window_tab", "window_set", "snapshots", "snapshot_forgotten",
                "automatic_refusal", "page_copy", "copy_file", "copy_removed", "copy_unreferenced", "change",
                "sqlite_sequence",
            ] {
                try connection.cachedStatement(sql: "DELETE FROM \(table)").execute()
            }
            try connection.cachedStatement(sql: "UPDATE copy_total SET byte_count = 0").execute()
        }
    }
}
