import DownloadQueue
import Transfer

/// The place of a download that nobody has begun, as it was found before its turn.
///
/// To look for it in each try takes a thread that may wait for the disk: a third of the system time of many small files.
package struct PreparedDestination: Sendable {
    let directory: DestinationDirectory
    let engine: TransferEngine
    /// The wished name, which nothing had.
    let name: String
}

extension DestinationDirectory {
    /// Tells whether a file and its part file may be made under a name that nothing stands in the way of.
    ///
    /// - Parameter name: The file's name.
    /// - Returns: False also for what has to be looked at closer.
    /// - Throws: ``QueueFailure``.
    func isClear(_ name: String) throws -> Bool {
        try entry(name) == nil && entry(name + QueueItem.partSuffix) == nil
    }
}
