import Store

extension SQLiteQueueStore {
    /// Opens the queue in the data directory.
    ///
    /// - Returns: The queue in Leftoff's database.
    /// - Throws: `StoreError` if the database cannot be opened, `CommandFailure` if there is no data directory.
    static func standard() throws -> SQLiteQueueStore {
        SQLiteQueueStore(database: try DataHome().database())
    }
}
