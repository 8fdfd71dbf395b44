package import FoundationEssentials

/// The places of a change: some of them, or all that match.
package enum ShelfSelection: Sendable, Hashable {
    /// Places by ids, unambiguous prefixes of ids, or `@`.
    case places([String])
    /// Whole pages by their keys.
    case pages([String])
    /// All places that match; `limit`, `offset`, `sort` and `before` are ignored.
    case matchingPlaces(SnapshotListing)
    /// All places of all pages that match.
    case matchingPages(SnapshotListing)
}

/// A change of places or pages that can be undone.
package enum ShelfChange: Sendable, Hashable {
    /// Adds and removes tags. Of a page, tags are added to its shown place and removed from all its places.
    case tags(add: [String], remove: [String])
    /// Replaces the note; an empty text removes it. Of a page, that of its shown place.
    case note(String)
    /// Gives the pages a page mark.
    case mark(PageMark)
    /// Moves the places to the trash.
    case forget

    /// The name of the kind in the store, in the API and in messages.
    package var kind: String {
        switch self {
        case .tags: "tags"
        case .note: "note"
        case .mark: "mark"
        case .forget: "forget"
        }
    }
}

/// The result of a shelf change, or of undoing one.
package struct ShelfReceipt: Sendable, Hashable {
    /// The maximum number of ``placeIDs``.
    package static let placeLimit = 1_000

    /// The id with which the change can be undone; nil if nothing changed, and after an undo.
    package var changeID: String?
    /// The kind of the change; see ``ShelfChange/kind``.
    package var kind: String
    /// The number of places, and of pages for a page mark, that changed.
    package var changed = 0
    /// The number of those that were already so, or are gone.
    package var unchanged = 0
    /// One line for each reason why a place was left out, such as too many tags, with the count.
    package var omissions: [String] = []
    /// The ids of the first changed places, at most ``placeLimit``; empty for a page mark.
    package var placeIDs: [String] = []

    /// Creates the receipt of a change that has changed nothing yet.
    package init(kind: String) {
        self.kind = kind
    }
}

/// A change that can be undone.
package struct ShelfChangeRecord: Sendable, Hashable {
    /// The id of the change.
    package let id: String
    /// The kind of the change; see ``ShelfChange/kind``.
    package let kind: String
    /// The time of the change.
    package let madeAt: Date
    /// The number of places, and of pages for a page mark, that it changed.
    package let count: Int

    /// Creates a record.
    package init(id: String, kind: String, madeAt: Date, count: Int) {
        self.id = id
        self.kind = kind
        self.madeAt = madeAt
        self.count = count
    }
}

/// A removed place.
package struct TrashEntry: Sendable, Hashable {
    /// The time after its removal at which a place is erased, in seconds: 30 days.
    ///
    /// A mistake is often noticed only when the place is wanted again, weeks later.
    package static let lifetime: TimeInterval = 30 * 86_400

    /// The place, as it was.
    package let place: StoredSnapshot
    /// The time of its removal.
    package let removedAt: Date

    /// The time at which it is erased.
    package var erasedAt: Date { removedAt + TrashEntry.lifetime }

    /// Creates an entry.
    package init(place: StoredSnapshot, removedAt: Date) {
        self.place = place
        self.removedAt = removedAt
    }
}

/// The shelf: pages with their states, and changes of many places at once.
///
/// The functions block for a short time and may be called from any thread.
package protocol PageShelf: Sendable {
    /// Returns the pages that have a matching place, one card for each.
    ///
    /// Without a query the cards are sorted by `listing.sort`. In the order ``PlaceSort/newest``, a page that is due
    /// has the time of its date, and pages that are all in the state ``PageState/later`` are sorted by date, soonest
    /// first. With a query, cards are in the order of their newest matches, or sorted by `listing.sort` among the first
    /// 2,000 matching pages.
    ///
    /// - Parameters:
    ///   - listing: The filters, the order, the limit, and, without a cursor, the number of pages to skip; `before` is
    ///     ignored.
    ///   - cursor: The end of the part before; nil for the first part. It must be of the same listing.
    /// - Returns: The cards.
    /// - Throws: The store's error.
    func pages(_ listing: SnapshotListing, after cursor: PageCursor?) throws -> ShelfPart

    /// Returns the card of a page.
    ///
    /// - Parameter key: The page; see ``PageSnapshot/pageKey``.
    /// - Returns: The card; nil if the page has no places.
    /// - Throws: The store's error, or the ``UnreadableRecord`` of the shown place.
    func page(key: String) throws -> ShelfPage?

    /// Returns one of the matching pages by chance.
    ///
    /// - Parameter listing: The filters; see ``pages(_:after:)``.
    /// - Returns: The card; nil if no page matches.
    /// - Throws: The store's error.
    func randomPage(_ listing: SnapshotListing) throws -> ShelfPage?

    /// Counts the pages of each state that match a listing, whose `states` are ignored.
    ///
    /// - Parameter listing: The filters. With a query, the first 2,000 matching pages are counted.
    /// - Returns: The number for each state; a page that is due counts as unfinished.
    /// - Throws: The store's error.
    func stateCounts(_ listing: SnapshotListing) throws -> [PageState: Int]

    /// Counts what a selection would change.
    ///
    /// - Parameter selection: The places or pages that a change would be for.
    /// - Returns: The number of places, and of their pages.
    /// - Throws: The errors of ``apply(_:to:expected:)``.
    func count(_ selection: ShelfSelection) throws -> (places: Int, pages: Int)

    /// Changes all selected places, or none of the named ones.
    ///
    /// More than 1,000 places are changed in several transactions under one id, so that other processes do not wait.
    ///
    /// - Parameters:
    ///   - change: The change of each place or page.
    ///   - selection: The places or pages to change.
    ///   - expected: The number of pages or places that must match; nil for any. It is ignored if they are named.
    /// - Returns: The numbers of places or pages, and the id with which the change can be undone.
    /// - Throws: ``SnapshotArchiveError`` if a named place does not exist or another number matches, ``SnapshotError``
    ///   for invalid tags or an invalid note, or the store's error.
    func apply(_ change: ShelfChange, to selection: ShelfSelection, expected: Int?) throws -> ShelfReceipt

    /// Undoes a change.
    ///
    /// - Parameter id: The id of the change; nil for the newest one that was not undone.
    /// - Returns: The numbers of places or pages that are as they were.
    /// - Throws: ``SnapshotArchiveError/nothingToUndo`` if there is no such change any more, or the store's error.
    func undo(_ id: String?) throws -> ShelfReceipt

    /// Returns the changes that can be undone, newest first.
    ///
    /// - Throws: The store's error.
    func changes() throws -> [ShelfChangeRecord]

    /// Returns the trash, newest first.
    ///
    /// - Parameters:
    ///   - position: The `next` of the part before; nil for the first part.
    ///   - limit: The maximum number of places.
    /// - Returns: The removed places, those that cannot be read, and the end of this part; nil if the trash ends with
    ///   it.
    /// - Throws: The store's error.
    func trash(
        before position: Int64?, limit: Int
    ) throws -> (entries: [TrashEntry], damaged: [UnreadableRecord], next: Int64?)

    /// Returns the number of places in the trash.
    ///
    /// - Throws: The store's error.
    func trashCount() throws -> Int

    /// Puts places back: all of them or none.
    ///
    /// - Parameter ids: Complete ids, or unambiguous prefixes of ids in the trash.
    /// - Returns: The places.
    /// - Throws: ``SnapshotArchiveError`` if the trash does not have one of them, or the store's error.
    func putBack(ids: [String]) throws -> [StoredSnapshot]

    /// Returns the number of the newest removal, which places that are removed later do not have; nil if there is none.
    ///
    /// - Throws: The store's error.
    func newestRemoval() throws -> Int64?

    /// Erases the places of the trash up to a removal, with their copies.
    ///
    /// - Parameter last: The number of the removal; see ``newestRemoval()``.
    /// - Returns: The number of places.
    /// - Throws: The store's error.
    func eraseTrash(upTo last: Int64) throws -> Int

    /// Erases places of the trash for good, with their copies.
    ///
    /// - Parameter ids: Complete ids, or unambiguous prefixes of ids in the trash; nil for the whole trash.
    /// - Returns: The number of erased places.
    /// - Throws: ``SnapshotArchiveError`` if the trash does not have one of them, or the store's error.
    func erase(ids: [String]?) throws -> Int

    /// Adds places at the top of pages, all of them or none; a page that has a place gets none.
    ///
    /// A page with a place gets the tags too, as far as there is room for them, and is reopened if it is finished.
    ///
    /// - Parameters:
    ///   - snapshots: The places, each at the top of another page.
    ///   - metadata: The tags and the note of the new places.
    ///   - mark: The page mark of all pages; nil to reopen those that are finished.
    /// - Returns: For each snapshot the new place, or the shown place of its page.
    /// - Throws: The store's error.
    func addTops(
        _ snapshots: [PageSnapshot], metadata: SnapshotMetadata, mark: PageMark?
    ) throws -> [(place: StoredSnapshot, isNew: Bool)]

    /// Returns the highlights of a page, newest first.
    ///
    /// - Parameters:
    ///   - key: The page; see ``PageSnapshot/pageKey``.
    ///   - limit: The maximum number of highlights.
    /// - Returns: The places; `next` is always nil.
    /// - Throws: The store's error.
    func highlights(of key: String, limit: Int) throws -> SnapshotList

    /// Returns the sites that have pages with highlights, sorted by name.
    ///
    /// - Parameter limit: The maximum number of sites.
    /// - Returns: Sites; see ``PageSnapshot/site``.
    /// - Throws: The store's error.
    func highlightSites(limit: Int) throws -> [String]

    /// Returns candidates for completion: the newest places whose id begins with a prefix.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of the id; any text is allowed.
    ///   - limit: The maximum number of places.
    /// - Returns: The ids and the titles, newest first; a title may be empty.
    /// - Throws: The store's error.
    func candidates(prefix: String, limit: Int) throws -> [(id: String, title: String)]
}
