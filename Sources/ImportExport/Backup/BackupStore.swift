package import DownloadQueue
package import FoundationEssentials
package import Places
package import Syntax

/// A store that can list everything for a backup and import a backup; a protocol, because `Store` imports this target.
///
/// Calls block for a short time. They are allowed on any thread.
package protocol BackupStore: Sendable {
    /// Returns the places that have not expired, in the order in which they were stored.
    ///
    /// - Parameters:
    ///   - position: The position of the last place already read; `Int64.min` to begin with the oldest place.
    ///   - limit: The maximum number of places.
    /// - Returns: The places after the position, and the ones that cannot be read. `next` is nil at the end.
    /// - Throws: The store's error if the places cannot be read.
    func places(after position: Int64, limit: Int) throws -> SnapshotList

    /// Returns the positions of some of the places, in the order in which they were stored.
    ///
    /// - Parameters:
    ///   - listing: The criteria that the places must meet; `limit`, `offset`, `sort` and `before` are ignored.
    ///   - ids: Ids, unambiguous prefixes of ids, or `@`, of the places to choose from; nil for all places.
    /// - Returns: The positions, of which ``places(at:)`` reads some at a time.
    /// - Throws: `SnapshotArchiveError` if not exactly one place has one of the ids, or the store's error.
    func positions(of listing: SnapshotListing, ids: [String]?) throws -> [Int64]

    /// Returns the places at some positions that have not expired, in the order in which they were stored.
    ///
    /// - Parameter positions: The positions in any order.
    /// - Returns: The places, and the ones that cannot be read.
    /// - Throws: The store's error if the places cannot be read.
    func places(at positions: [Int64]) throws -> SnapshotList

    /// Returns the page marks of pages that have been marked, sorted by page.
    ///
    /// - Parameters:
    ///   - key: The last page already read; nil to begin with the first.
    ///   - limit: The maximum number of page marks.
    /// - Returns: The page marks after that page; empty at the end.
    /// - Throws: The store's error if they cannot be read.
    func pageMarks(after key: String?, limit: Int) throws -> [MarkedPage]

    /// Returns all downloads in queue order.
    ///
    /// - Returns: The downloads, including finished and failed ones, and those that cannot be read.
    /// - Throws: The store's error if the downloads cannot be read.
    func downloads() throws -> (items: [QueueItem], damaged: [UnreadableRecord])

    /// Returns the pages on which the reader has refused automatic places, the newest refusal first.
    ///
    /// - Throws: The store's error if they cannot be read.
    func refusals() throws -> [AutomaticPlace.Refusal]

    /// Returns copies in the order in which they were stored.
    ///
    /// - Parameters:
    ///   - number: The number of the last copy already read; 0 to begin with the oldest copy.
    ///   - limit: The maximum number of copies.
    /// - Returns: The copies of stored places after the number, with their numbers; empty at the end.
    /// - Throws: The store's error if the copies cannot be read.
    func copies(after number: Int64, limit: Int) throws -> [(number: Int64, copy: StoredCopy)]

    /// Returns the content of a copy.
    ///
    /// - Parameter copy: A record from this store.
    /// - Returns: The JSON in UTF-8.
    /// - Throws: The store's error, also if the file is missing or damaged.
    func content(of copy: StoredCopy) throws -> [UInt8]

    /// Imports copies in one transaction.
    ///
    /// A copy of a place that does not exist, or that has an undamaged copy of that kind, is skipped. No stored copy is
    /// removed to make room.
    ///
    /// - Parameter copies: The copies of the imported file.
    /// - Returns: The numbers of copies that were added and refused.
    /// - Throws: The store's error; none of them was imported then.
    func importCopies(_ copies: [BackupCopy]) throws -> CopyTally

    /// Returns the next window set in the order in which they were stored.
    ///
    /// - Parameter position: The position of the last set already read; `Int64.min` to begin with the oldest.
    /// - Returns: The position of the set, the set as an object with all snapshots of its tabs, `id`, `storedAt` and
    ///   `request`, and the parts that cannot be read; nil at the end. The object is nil if the whole set cannot be
    ///   read.
    /// - Throws: The store's error if the sets cannot be read.
    func windowSet(
        after position: Int64
    ) throws -> (position: Int64, json: JSONValue?, damaged: [UnreadableRecord])?

    /// Imports all places and downloads in one transaction.
    ///
    /// The refusals come first: an automatic place is not imported if the reader has refused it on its page.
    ///
    /// Existing records stay unchanged: a place is skipped if its id exists, or, if it has no id, if the same quote of
    /// the same page exists. A download is skipped if it would be a duplicate in the queue
    /// (`QueueState.blocksDuplicates`), or if an item with the same URL, directory and name is quarantined.
    ///
    /// - Parameters:
    ///   - contents: The places of the imported file.
    ///   - downloads: The downloads to queue.
    ///   - now: The time of addition that is recorded for downloads and for places without an id.
    ///   - check: Called for each record; its error ends the import.
    /// - Returns: The numbers of records that were added and skipped.
    /// - Throws: The store's error, or that of `check`; nothing was imported then.
    func importContents(
        _ contents: BackupContents, queueing downloads: [DownloadPlan.Download], at now: Date,
        check: () throws -> Void
    ) throws -> BackupReceipt

    /// Imports the places of another program's file in one transaction.
    ///
    /// A place is skipped if it is stored: the same words on the same page, the same progress on the same page, or, for
    /// a place at the top, any place without words at the same URL. All places are read before the transaction.
    ///
    /// - Parameters:
    ///   - now: The time of addition that is recorded.
    ///   - check: Called for each place, when it is read and when it is stored; its error ends the import.
    ///   - next: Returns the next place; nil at the end.
    /// - Returns: The numbers of places that were added and skipped.
    /// - Throws: The store's error, or that of `check` or `next`; nothing was imported then.
    func importPlaces(
        at now: Date, check: () throws -> Void, _ next: () throws -> ImportedPlace?
    ) throws -> PlaceTally
}

/// A page mark with its page, as a backup contains it.
package struct MarkedPage: Sendable, Hashable {
    /// The page; see `PageSnapshot.pageKey`.
    package let key: String
    /// The page mark.
    package let mark: PageMark
    /// The time of the mark, to the millisecond.
    package let markedAt: Date

    /// Creates a page mark of a page.
    package init(key: String, mark: PageMark, markedAt: Date) {
        self.key = key
        self.mark = mark
        self.markedAt = markedAt
    }
}

/// The result of an import.
package struct BackupReceipt: Sendable, Hashable {
    /// The number of places that were added.
    package var addedPlaces: Int
    /// The number of places that were already stored.
    package var knownPlaces: Int
    /// The number of downloads that were queued.
    package var queuedDownloads: Int
    /// The number of queued downloads that had failed, and are paused.
    package var failedDownloads: Int
    /// The number of window sets that were added.
    package var addedWindows: Int
    /// The number of automatic places that had expired, and were not added.
    package var expiredPlaces: Int
    /// The number of pages on which automatic places are refused from now on.
    package var addedRefusals: Int
    /// The number of pages that got the page mark of the backup.
    package var addedMarks: Int

    /// Creates a receipt.
    package init(
        addedPlaces: Int, knownPlaces: Int, queuedDownloads: Int, failedDownloads: Int = 0, addedWindows: Int = 0,
        expiredPlaces: Int = 0, addedRefusals: Int = 0, addedMarks: Int = 0
    ) {
        self.expiredPlaces = expiredPlaces
        self.addedRefusals = addedRefusals
        self.addedMarks = addedMarks
        self.addedWindows = addedWindows
        self.addedPlaces = addedPlaces
        self.knownPlaces = knownPlaces
        self.queuedDownloads = queuedDownloads
        self.failedDownloads = failedDownloads
    }
}

/// The numbers of copies that an import added or refused.
package struct CopyTally: Sendable, Hashable {
    /// The number of copies that were added.
    package var added = 0
    /// The numbers of copies that were not added, by the reason.
    package var refused: [CopyRefusal: Int] = [:]

    /// Creates a tally of zeros.
    package init() {}

    /// Counts a copy by the result of adding it.
    package mutating func count(_ outcome: CopyOutcome) {
        switch outcome {
        case .stored: added += 1
        case .refused(let reason): refused[reason, default: 0] += 1
        }
    }

    /// Adds the numbers of another tally.
    package mutating func add(_ other: CopyTally) {
        added += other.added
        refused.merge(other.refused) { $0 + $1 }
    }

    /// The number of copies that were not added.
    var refusedCount: Int { refused.values.reduce(0, +) }

    /// One line for each reason, with the number of copies.
    package var omissions: [String] {
        refused.map { reason, count in
            let copies = count == 1 ? "1 copy is" : "\(count) copies are"
            let advice =
                switch reason {
                case .budgetUsedUp: "; enlarge it on the settings page, and import the file again"
                case .excludedHost, .otherPage, .damagedPlace: ""
                }
            return "\(copies) not imported: \(reason.reason)\(advice)"
        }.sorted()
    }
}
