import DownloadQueue
import Transfer

/// A destination that was checked before the attempt of a download that has no bytes on disk.
///
/// Checking it in each attempt would need a thread that may block on the disk, which costs a third of the system time
/// of
/// many small files.
package struct PreparedDestination: Sendable {
    let directory: DestinationDirectory
    let engine: TransferEngine
    /// The preferred name, which no file had.
    let name: String
}

extension DestinationDirectory {
    /// Returns true if neither a file nor a part file has a name.
    ///
    /// - Parameter name: The file's name.
    /// - Returns: Also false for any other entry with one of the names.
    /// - Throws: ``QueueFailure``.
    func isClear(_ name: String) throws -> Bool {
        try entry(name) == nil && entry(name + QueueItem.partSuffix) == nil
    }
}
