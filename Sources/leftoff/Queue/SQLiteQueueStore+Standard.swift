import Store

extension SQLiteQueueStore {
    /// Opens the queue of this person.
    ///
    /// - Returns: The queue in the data directory.
    /// - Throws: `StoreError` if it cannot be opened, `CommandFailure` if there is no place for it.
    static func standard() throws -> SQLiteQueueStore {
        SQLiteQueueStore(database: try DataHome().database())
    }
}
