import FoundationEssentials
import GRDB
import Places

/// The insertion of new places in one transaction, which is fast for many of them.
///
/// A statement that SQLite may have to undo copies each page that it changes, and makes the full-text indexes write
/// what they hold in memory. Row by row, 100,000 places take 18 seconds, of which the triggers of the indexes take a
/// third. Therefore many places are inserted in batches, and their words are indexed at the end. If the transaction
/// fails, the triggers are those from before it.
struct SnapshotInsertion {
    /// The number of places from which the batches are used.
    ///
    /// Without the triggers, the schema changes, which all connections read again.
    static let bulkCount = 1_000
    /// The number of places of one statement.
    ///
    /// With fewer, pages are copied more often. With more, the time between two checks for the end of the import grows.
    private static let batchLength = 100

    private let database: Database
    /// True if places are inserted in batches.
    private let isBulk: Bool
    /// The time of the import, in milliseconds since 1970.
    private let now: Int64
    /// The places that are not inserted yet.
    private var waiting: [(row: SnapshotRow, mark: PageMark?)] = []
    /// The positions of the inserted places.
    private var positions: ClosedRange<Int64>?
    /// The number of pages that got a page mark.
    private(set) var markCount = 0

    /// Begins the insertion.
    ///
    /// - Parameters:
    ///   - count: The number of places, or an estimate of it.
    ///   - now: The time of the import.
    ///   - database: A connection in a write transaction, which must be rolled back if a function throws.
    /// - Throws: `DatabaseError`.
    init(count: Int, at now: Date, _ database: Database) throws {
        self.database = database
        self.now = SnapshotRow.milliseconds(now)
        isBulk = count >= Self.bulkCount
        guard isBulk else { return }
        for index in SnapshotMigrations.indexes {
            try database.execute(sql: "DROP TRIGGER IF EXISTS \(index.trigger)")
        }
    }

    /// Inserts a place, perhaps with later ones.
    ///
    /// - Parameters:
    ///   - row: The row of a new place.
    ///   - mark: The page mark that the page gets if the reader has not decided otherwise; nil for none.
    /// - Throws: `DatabaseError`.
    mutating func add(_ row: SnapshotRow, mark: PageMark?) throws {
        guard isBulk else {
            // The mark comes first, because a page without places is in fewer indexes.
            if mark != nil {
                let page = try PageTable.page(
                    of: row.pageKey, site: row.site, mark: mark, storedAt: Self.time(of: row), at: now, database)
                if page.isMarked { markCount += 1 }
            }
            try row.insert(database)
            return
        }
        waiting.append((row, mark))
        if waiting.count == Self.batchLength { try flush() }
    }

    /// Returns the time at which the other program stored a place; nil if it is not known.
    private static func time(of row: SnapshotRow) -> Int64? { row.snapshot.capturedAt.map(SnapshotRow.milliseconds) }

    /// Inserts all places that were added, so that they can be read.
    ///
    /// - Throws: `DatabaseError`.
    mutating func flush() throws {
        guard !waiting.isEmpty else { return }
        let rows = waiting.map(\.row)
        let first = try SnapshotRow.insert(rows, database)
        let places = try waiting.enumerated().map { offset, place in
            let page = try PageTable.page(
                of: place.row.pageKey, site: place.row.site, mark: place.mark,
                storedAt: Self.time(of: place.row), at: now, database)
            if page.isMarked { markCount += 1 }
            return (place.row.stored(position: first + Int64(offset)), page.id)
        }
        try PageTable.insert(places, database)
        let last = first + Int64(rows.count - 1)
        positions = (positions?.lowerBound ?? first)...last
        waiting.removeAll(keepingCapacity: true)
    }

    /// Inserts the last places, and indexes the words of all.
    ///
    /// - Throws: `DatabaseError`.
    mutating func finish() throws {
        try flush()
        guard isBulk else { return }
        for index in SnapshotMigrations.indexes {
            if let positions {
                try database.execute(
                    sql: """
                        INSERT INTO \(index.name) (rowid, \(index.columns))
                        SELECT seq, \(index.columns) FROM \(index.table) WHERE seq BETWEEN ? AND ?
                        """, arguments: [positions.lowerBound, positions.upperBound])
            }
            try database.execute(sql: index.creation)
        }
    }
}
