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

    /// Returns the place that the argument names, for a command that brings the reader back to it.
    ///
    /// A place at the untouched top of a page never hides a deeper one: `@` then means the newest deeper place of that
    /// page.
    ///
    /// - Returns: The stored snapshot.
    /// - Throws: `SnapshotArchiveError` if no place or more than one matches, `StoreError` if the store fails.
    func findToResume() throws -> StoredSnapshot {
        id == "@" ? try SQLiteSnapshotArchive.standard().newestToResume() : try find()
    }
}
