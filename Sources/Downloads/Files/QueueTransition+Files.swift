import DownloadQueue

extension QueueTransition {
    /// Deletes the files that the transition makes superfluous; it blocks on the disk.
    ///
    /// Whatever stands in the way stays: nothing of the queue depends on it any more.
    package func discardFiles() {
        for action in actions {
            switch action {
            case .discardPartialFile: PartFile.discard(of: item)
            case .discardQuarantinedFile(let name):
                PartFile.discard(name + QueueItem.quarantineSuffix, in: item.directory)
            case .interruptTransfer, .forget, .wake, .holdHost: break
            }
        }
    }
}
