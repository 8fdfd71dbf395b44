package import FoundationEssentials
import GRDB
package import ImportExport
import RecordIDs
import Snapshots

extension SQLiteBackupStore {
    /// Imports places in one transaction; see ``BackupStore/importPlaces(at:check:_:)``.
    ///
    /// - Parameters:
    ///   - now: The time at which the places are stored.
    ///   - check: Called for each place, when it is read and when it is stored; its error ends the import.
    ///   - next: Returns the next place; nil at the end.
    /// - Returns: The numbers of places.
    /// - Throws: ``StoreError``, or the error of `check` or `next`; then nothing was imported.
    package func importPlaces(
        at now: Date, check: () throws -> Void = {}, _ next: () throws -> ImportedPlace?
    ) throws -> PlaceTally {
        // Other processes wait only while the places are stored, not while they are read.
        let places: PlaceSpool
        do { places = try PlaceSpool(check: check, next) } catch let error as DatabaseError {
            throw StoreError(error, path: "temporary file of the import")
        }
        return try database.write { connection in
            var tally = PlaceTally()
            var known = KnownPlaces(at: now)
            try places.forEach { place in
                try check()
                var row = SnapshotRow(id: RecordID.random(), snapshot: place.snapshot, storedAt: now)
                let isKnown = try known.contains(place.kind, row, connection)
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
}
