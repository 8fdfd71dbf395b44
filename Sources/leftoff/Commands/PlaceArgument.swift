import ArgumentParser
import Snapshots
import Store

/// The argument that names a place.
struct PlaceArgument: ParsableArguments {
    @Argument(help: "A place's id, the start of one, or @ for the newest.")
    var id: String

    /// Finds the place.
    ///
    /// - Returns: The stored snapshot.
    /// - Throws: `SnapshotArchiveError` if there is none or more than one, `StoreError` if the store fails.
    func find() throws -> StoredSnapshot {
        try SQLiteSnapshotArchive.standard().snapshot(id: id)
    }
}
