import DownloadQueue

extension QueueTransition {
    /// Deletes the files that the transition makes obsolete, and ignores failures; blocks on the disk.
    package func discardFiles() {
        for action in actions {
            switch action {
            case .discardPartialFile: PartFile.discard(of: item)
            case .discardQuarantinedFile(let name):
                PartFile.discard(name + QueueItem.quarantineSuffix, in: item.directory)
            case .interruptTransfer, .forget, .wake, .backOffHost: break
            }
        }
    }
}
