import DownloadQueue
import Transfer

/// A destination that was checked in advance, for a download without bytes on disk.
///
/// Otherwise, every attempt would need a thread that can block on the disk. For many small files, that costs a third of
/// the system time.
package struct PreparedDestination: Sendable {
    let directory: DestinationDirectory
    /// The directory for the part file; nil if that is in the destination.
    let work: WorkDirectory?
    let engine: TransferEngine
    /// The preferred name, which was not in use.
    let name: String
}

extension DestinationDirectory {
    /// Returns true if neither a file nor a part file of a given name exists.
    ///
    /// - Parameter name: The file's name.
    /// - Returns: False if there is any other entry with one of the names.
    /// - Throws: ``QueueFailure``.
    func isClear(_ name: String) throws -> Bool {
        try entry(name) == nil && entry(name + QueueItem.partSuffix) == nil
    }
}
