/// The choice of SQLite's journal mode.
///
/// Several processes share the file. Before 3.51.3, SQLite's write-ahead log can corrupt it when two connections write
/// or checkpoint at once (the WAL-reset bug), so older versions use a rollback journal. `TRUNCATE` is the rollback mode
/// that is durable with `synchronous=FULL`: SQLite syncs the emptied journal. The deletion of a journal may be lost in
/// a power failure, which would roll back the last acknowledged transaction.
enum JournalMode {
    /// The first version of SQLite without the WAL-reset bug, as `sqlite3_libversion_number()` counts.
    static let firstSafeVersion = 3_051_003

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
