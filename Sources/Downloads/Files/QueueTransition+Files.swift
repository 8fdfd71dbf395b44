import DownloadQueue

extension QueueTransition {
    /// Deletes the files that the transition makes obsolete; blocks on the disk.
    ///
    /// - Parameters:
    ///   - workDirectory: The path of the work directory of this machine; nil for none.
    ///   - rules: The rules of this machine; nil if the items of the queue decide.
    /// - Returns: The paths of the files that could not be deleted.
    @discardableResult
    package func discardFiles(workDirectory: String? = nil, rules: WorkerRules? = nil) -> [String] {
        actions.compactMap { action in
            switch action {
            case .discardPartialFile:
                PartFile.discard(of: item, workDirectory: workDirectory, rules: rules) ? nil : item.partName.map(path)
            case .discardQuarantinedFile(let name): discard(name + QueueItem.quarantineSuffix, rules)
            case .interruptTransfer, .forget, .wake, .backOffHost: nil
            }
        }
    }

    private func discard(_ name: String, _ rules: WorkerRules?) -> String? {
        PartFile.discard(name, of: item, rules: rules) ? nil : path(name)
    }

    private func path(_ name: String) -> String { "\(item.directory)/\(name)" }
}
