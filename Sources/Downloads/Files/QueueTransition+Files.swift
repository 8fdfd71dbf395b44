import DownloadQueue

extension QueueTransition {
    /// Deletes the files that the transition makes obsolete; blocks on the disk.
    ///
    /// - Parameter workDirectory: The path of the work directory of this machine; nil for none.
    /// - Returns: The paths of the files that could not be deleted.
    @discardableResult
    package func discardFiles(workDirectory: String? = nil) -> [String] {
        actions.compactMap { action in
            switch action {
            case .discardPartialFile:
                PartFile.discard(of: item, workDirectory: workDirectory) ? nil : item.partName.map(path)
            case .discardQuarantinedFile(let name): discardQuarantined(name + QueueItem.quarantineSuffix)
            case .interruptTransfer, .forget, .wake, .backOffHost: nil
            }
        }
    }

    private func discardQuarantined(_ name: String) -> String? {
        PartFile.discard(name, in: item.directory) ? nil : path(name)
    }

    private func path(_ name: String) -> String { "\(item.directory)/\(name)" }
}
