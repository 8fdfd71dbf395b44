import GRDB

extension LeftoffDatabase {
    /// Returns the number of snapshots.
    ///
    /// - Throws: ``StoreError``.
    package func snapshotCount() throws -> Int {
        try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM snapshots") ?? 0 }
    }
}
