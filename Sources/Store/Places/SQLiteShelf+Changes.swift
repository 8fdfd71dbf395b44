import FoundationEssentials
package import Places

extension SQLiteShelf {
    package func count(_ selection: ShelfSelection) throws -> (places: Int, pages: Int) { (0, 0) }

    package func apply(_ change: ShelfChange, to selection: ShelfSelection) throws -> ShelfReceipt {
        ShelfReceipt(kind: change.kind)
    }

    package func undo(_ id: String?) throws -> ShelfReceipt { throw SnapshotArchiveError.nothingToUndo }

    package func changes() throws -> [ShelfChangeRecord] { [] }

    package func trash(
        before position: Int64?, limit: Int
    ) throws -> (entries: [TrashEntry], damaged: [UnreadableRecord], next: Int64?) { ([], [], nil) }

    package func trashCount() throws -> Int { 0 }

    package func putBack(ids: [String]) throws -> [StoredSnapshot] { [] }

    package func erase(ids: [String]?) throws -> Int { 0 }

    /// Adds places at the top of pages; a page that has a place gets none. One transaction.
    ///
    /// A page with a place gets the tags, too, and is reopened if it is finished.
    ///
    /// - Parameters:
    ///   - snapshots: The places.
    ///   - metadata: The tags and the note of the new places.
    ///   - mark: The page mark of all pages; nil to reopen those that are finished.
    /// - Returns: For each snapshot the new or the stored place.
    /// - Throws: ``StoreError``.
    package func addTops(
        _ snapshots: [PageSnapshot], metadata: SnapshotMetadata, mark: PageMark?
    ) throws -> [(place: StoredSnapshot, isNew: Bool)] { [] }
}

extension SQLiteSnapshotArchive {
    /// Gives a place without a title one.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - id: The complete id of the place.
    /// - Returns: False if it has a title by now or is gone.
    /// - Throws: ``StoreError``.
    package func setTitle(_ title: String, of id: String) throws -> Bool { false }

    /// Returns the newest place of any origin if `@` denotes an older one; nil otherwise.
    ///
    /// - Throws: ``StoreError``.
    package func newestSkippedByAt() throws -> StoredSnapshot? { nil }
}
