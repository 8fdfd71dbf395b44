/// Which journal the store uses.
///
/// Several processes share the file. Before 3.51.3 SQLite's write-ahead log can corrupt it when two connections write or
/// checkpoint at once (the WAL-reset bug), so older versions keep a rollback journal. Of the rollback journals `TRUNCATE`
/// is the one that is durable with `synchronous=FULL`: SQLite syncs the emptied journal, whereas the deletion of one may
/// be lost in a power cut, which would take the last acknowledged transaction back.
enum JournalRule {
    /// The first version of SQLite without the WAL-reset bug, as `sqlite3_libversion_number()` counts.
    static let firstSafeVersion = 3_051_003

    /// The value for `PRAGMA journal_mode`.
    ///
    /// - Parameter version: SQLite's version, as `sqlite3_libversion_number()` counts.
    /// - Returns: The journal mode's name.
    static func mode(version: Int) -> String { version >= firstSafeVersion ? "wal" : "truncate" }

    /// The version as a number.
    ///
    /// - Parameter text: What `sqlite_version()` gives, such as `3.40.1`.
    /// - Returns: The number, such as 3040001; 0 when the text is no version.
    static func version(_ text: String) -> Int {
        let parts = text.split(separator: ".").map { Int($0) ?? 0 }
        guard parts.count >= 3 else { return 0 }
        return parts[0] * 1_000_000 + parts[1] * 1000 + parts[2]
    }
}
