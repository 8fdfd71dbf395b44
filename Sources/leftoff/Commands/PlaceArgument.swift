import ArgumentParser
import Snapshots
import Store

/// The argument that names a place.
struct PlaceArgument: ParsableArguments {
    @Argument(help: "The id of a place, an unambiguous prefix of it, or @ for the newest place.")
    var id: String

    /// Returns the place that the argument names.
    ///
    /// - Returns: The stored snapshot.
    /// - Throws: `SnapshotArchiveError` if no place or more than one matches, `StoreError` if the store fails.
    func find() throws -> StoredSnapshot {
        try SQLiteSnapshotArchive.standard().snapshot(id: id)
    }
}
