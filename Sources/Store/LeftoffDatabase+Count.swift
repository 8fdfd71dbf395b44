import GRDB

extension LeftoffDatabase {
    /// How many snapshots there are.
    ///
    /// - Returns: Their number.
    /// - Throws: ``StoreError``.
    package func snapshotCount() throws -> Int {
        try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM snapshots") ?? 0 }
    }
}
