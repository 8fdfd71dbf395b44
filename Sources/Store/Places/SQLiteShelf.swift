package import FoundationEssentials
package import Places

/// The shelf in the SQLite database.
///
/// Its own error is ``StoreError``.
package struct SQLiteShelf: PageShelf {
    let database: LeftoffDatabase
    let now: @Sendable () -> Date

    /// Creates the shelf of a database.
    ///
    /// - Parameters:
    ///   - database: The database, which downloads share.
    ///   - now: The clock by which pages become due, places expire and the trash is emptied.
    package init(database: LeftoffDatabase, now: @escaping @Sendable () -> Date) {
        self.database = database
        self.now = now
    }

    package func pages(_ listing: SnapshotListing, after cursor: PageCursor?) throws -> ShelfPart { ShelfPart() }

    package func page(key: String) throws -> ShelfPage? { nil }

    package func randomPage(_ listing: SnapshotListing) throws -> ShelfPage? { nil }

    package func stateCounts(_ listing: SnapshotListing) throws -> [PageState: Int] { [:] }

    package func candidates(prefix: String, limit: Int) throws -> [(id: String, title: String)] { [] }
}
