import FoundationEssentials
import GRDB
import Places

/// A trigger for each new place, which a large insertion does without.
struct InsertionTrigger: Sendable {
    /// The name of the trigger.
    let name: String
    /// The SQL that creates the trigger.
    let creation: String
    /// The SQL that does what the trigger does for each place, for all with the positions `?1` to `?2` together.
    let replacement: String
}

/// The insertion of new places in one transaction, which is fast for many of them.
///
/// A statement that SQLite may have to undo copies each page that it changes, and makes the full-text indexes write
/// what they hold in memory. Row by row, 100,000 places take 18 seconds, of which triggers take half. Therefore many
/// places are inserted in batches, and what the triggers do is done at the end. If the transaction fails, the triggers
/// are those from before it.
struct SnapshotInsertion {
    /// The number of places from which the batches are used.
    ///
    /// Without the triggers, the schema changes, which all connections read again.
    static let bulkCount = 1_000
    /// The number of places of one statement.
    ///
    /// With fewer, pages are copied more often. With more, the time between two checks for the end of the import grows.
    private static let batchLength = 100
    /// The triggers that are left out.
    private static let triggers =
        [PageMigrations.insertion, ChangeMigrations.insertion] + SnapshotMigrations.insertions

    private let database: Database
    /// True if places are inserted in batches.
    private let isBulk: Bool
    /// The time of the import, in milliseconds since 1970.
    private let now: Int64
    /// The places that are not inserted yet.
    private var waiting: [SnapshotRow.Prepared] = []
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
        for trigger in Self.triggers { try database.execute(sql: "DROP TRIGGER IF EXISTS \(trigger.name)") }
    }

    /// Inserts a place, perhaps with later ones.
    ///
    /// - Parameter place: A new place.
    /// - Throws: `DatabaseError`.
    mutating func add(_ place: SnapshotRow.Prepared) throws {
        guard isBulk else {
            // The mark comes first, because a page without places is in fewer indexes.
            if place.mark != nil, try PageTable.page(of: place.visit, at: now, database).isMarked {
                markCount += 1
            }
            try place.row.insert(database)
            return
        }
        waiting.append(place)
        if waiting.count == Self.batchLength { try flush() }
    }

    /// Inserts all places that were added, so that they can be read.
    ///
    /// - Throws: `DatabaseError`.
    mutating func flush() throws {
        guard !waiting.isEmpty else { return }
        let first = try SnapshotRow.insert(waiting, database)
        let pages = try PageTable.pages(of: waiting.map(\.visit), at: now, database)
        markCount += pages.markCount
        try PageTable.insert(zip(waiting.map(\.summary), pages.ids).map { ($0, $1) }, at: first, database)
        positions = (positions?.lowerBound ?? first)...(first + Int64(waiting.count - 1))
        waiting.removeAll(keepingCapacity: true)
    }

    /// Inserts the last places, and does for all what the triggers do.
    ///
    /// - Throws: `DatabaseError`.
    mutating func finish() throws {
        try flush()
        guard isBulk else { return }
        for trigger in Self.triggers {
            if let positions {
                try database.execute(
                    sql: trigger.replacement, arguments: [positions.lowerBound, positions.upperBound])
            }
            try database.execute(sql: trigger.creation)
        }
    }
}
