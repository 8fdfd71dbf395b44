import GRDB

/// An error of the store.
///
/// Every case contains the path of the file or directory.
package enum StoreError: Error, CustomStringConvertible {
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
            .damaged(let path, _), .newer(let path), .busy(let path), .diskFull(let path), .inputOutput(let path, _),
            .damagedCopy(let path, _), .database(let path, _):
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
                + "'leftoff doctor --repair' may repair it; otherwise restore it from a backup, or move it away to "
                + "begin with an empty one"
        case .newer(let path): "cannot use store \(path): it was written by a newer leftoff; install that version again"
        case .busy(let path): "cannot use store \(path): another process is busy with it; try again"
        case .diskFull(let path): "cannot write store \(path): the disk is full"
        case .inputOutput(let path, let reason): "cannot read or write store \(path): \(reason)"
        case .damagedCopy(let path, let reason): "cannot read copy \(path): \(reason)"
        case .database(let path, let reason): "store \(path) failed: \(reason)"
        }
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
