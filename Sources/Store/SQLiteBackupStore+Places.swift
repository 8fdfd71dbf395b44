package import FoundationEssentials
import GRDB
package import ImportExport
import RecordIDs
import Snapshots
import WHATWGURL

extension SQLiteBackupStore {
    /// The number of places that are read before the transaction; they take at most some 64 MB of memory.
    private static let preparedPlaceCount = 1_000

    /// Imports places in one transaction; see ``BackupStore/importPlaces(at:_:)``.
    ///
    /// - Parameters:
    ///   - now: The time at which the places are stored.
    ///   - next: Returns the next place; nil at the end.
    /// - Returns: The numbers of places.
    /// - Throws: ``StoreError``, or the error of `next`; then nothing was imported.
    package func importPlaces(at now: Date, _ next: () throws -> ImportedPlace?) throws -> PlaceTally {
        // Small files are read before the transaction, during which other processes wait.
        var first: [ImportedPlace] = []
        while first.count < Self.preparedPlaceCount, let place = try next() { first.append(place) }
        let isWhole = first.count < Self.preparedPlaceCount
        var prepared = first.makeIterator()
        return try database.write { connection in
            var tally = PlaceTally()
            while let place = try prepared.next() ?? (isWhole ? nil : next()) {
                var row = SnapshotRow(id: RecordID.random(), snapshot: place.snapshot, storedAt: now)
                let isKnown = try isKnown(place, row, connection)
                if !isKnown {
                    row.metadata = place.metadata
                    row.origin = .imported
                    try row.insert(connection)
                }
                tally.count(place.kind, isAdded: !isKnown)
            }
            return tally
        }
    }

    /// Returns true if an imported place is stored.
    private func isKnown(_ place: ImportedPlace, _ new: SnapshotRow, _ connection: Database) throws -> Bool {
        let hasWords = !new.quotes.isEmpty
        if hasWords || place.kind == .top { return try isStored(new, connection) }
        let rows = try Row.fetchAll(
            connection.cachedStatement(
                sql: """
                    SELECT \(SnapshotRow.columns) FROM snapshots WHERE page_key = ? AND quotes = '' AND url = ?
                    """),
            arguments: [new.snapshot.pageKey, new.snapshot.url.href])
        return rows.contains { row in
            // A damaged row equals no place; it is reported when it is read for another purpose.
            guard let stored = try? SnapshotRow.stored(row).snapshot else { return false }
            // An annotation without words is known by its whole content, which includes its id.
            guard place.kind == .approximate else { return stored == new.snapshot }
            return stored.isApproximate && stored.textProgress == new.snapshot.textProgress
        }
    }

    /// Returns true if a place with the same quotes of the same page is stored, or one whose export as a bookmark or in
    /// CSV equals the new place.
    func isStored(_ new: SnapshotRow, _ connection: Database) throws -> Bool {
        let (quotes, url) = (new.snapshot.quotes, new.snapshot.url)
        // Places without quotes differ by their addresses, whose fragments are not part of the page's key.
        let equal = try Row.fetchCursor(
            connection.cachedStatement(
                sql: """
                    SELECT \(SnapshotRow.columns) FROM snapshots
                    WHERE page_key = ? AND quotes = ? AND (quotes <> '' OR url = ?)
                    """),
            arguments: [new.snapshot.pageKey, new.quotes, url.href])
        while let row = try equal.next() {
            // A damaged row is reported when it is read for another purpose.
            guard let stored = try? SnapshotRow.stored(row).snapshot,
                stored.quotesOtherPassage(than: new.snapshot)
            else { return true }
        }
        // CSV contains one of a place's quotes, and a bookmark's address quotes the text in the middle of the view.
        guard quotes.count == 1 || quotes.isEmpty && url.href.contains(":~:") else { return false }
        let rows = try Row.fetchAll(
            connection.cachedStatement(
                sql: """
                    SELECT \(SnapshotRow.columns) FROM snapshots
                    WHERE page_key = ? AND instr(quotes, ?) > 0 AND quotes <> ''
                    """),
            arguments: [new.snapshot.pageKey, new.quotes])
        return rows.contains { row in
            // A damaged row equals no place; it is reported when it is read for another purpose.
            guard let stored = try? SnapshotRow.stored(row).snapshot else { return false }
            guard let quote = quotes.first else { return WebURL(stored.textFragmentURL) == url }
            return stored.highlight == quote && !stored.quotesOtherPassage(than: new.snapshot)
        }
    }
}
