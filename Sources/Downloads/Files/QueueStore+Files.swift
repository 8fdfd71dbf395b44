package import DownloadQueue
package import FoundationEssentials
import Glibc

extension QueueStore {
    /// Returns, for each of several requests, the item whose file was downloaded before and still exists.
    ///
    /// - Parameter requests: The downloads that were asked for.
    /// - Returns: The items in the order of the requests; nil for a request without one.
    /// - Throws: An error of the store.
    package func existing(_ requests: [NewQueueItem]) throws -> [QueueItem?] {
        let finished = Dictionary(grouping: try finished(requests), by: QueueDestination.init)
        return requests.map { request in finished[QueueDestination(request)]?.last { $0.hasFile(for: request) } }
    }

    /// Adds items, and deletes the files of quarantined items that are thereby downloaded again.
    ///
    /// - Parameters:
    ///   - items: The requests, which may repeat those of quarantined items.
    ///   - now: The current time by the store's clock.
    ///   - rules: The rules of this machine; nil if the items of the queue decide.
    /// - Returns: The items in the order of the requests, and the quarantined items among them.
    /// - Throws: ``QueueError``, and errors of the store; then nothing was added or deleted.
    package func addDiscardingFiles(
        _ items: [NewQueueItem], at now: Date, rules: WorkerRules? = nil
    ) throws -> (added: [QueueItem], quarantined: [RequeuedDownload]) {
        let before = try self.items(in: [.quarantined])
        let added = try add(items, at: now)
        guard !before.isEmpty else { return (added, []) }
        // A request that is data leaves the item quarantined, with its file.
        let ids = Set(added.filter { $0.state != .quarantined }.map(\.id))
        let again = before.filter { ids.contains($0.id) }.map { item in
            let isGone = item.fileName.map { PartFile.discard($0 + QueueItem.quarantineSuffix, of: item, rules: rules) }
            return RequeuedDownload(item: item, isFileGone: isGone ?? true)
        }
        return (added, again)
    }

    /// Retries items at once, either all or none, and deletes their quarantined files.
    ///
    /// - Parameters:
    ///   - ids: Ids or prefixes of ids.
    ///   - now: The current time by the store's clock.
    ///   - workDirectory: The path of the work directory of this machine; nil for none.
    ///   - rules: The rules of this machine; nil if the items of the queue decide.
    /// - Returns: The items.
    /// - Throws: ``QueueError``, and errors of the store.
    @discardableResult
    package func retry(
        ids: [String], at now: Date, workDirectory: String? = nil, rules: WorkerRules? = nil
    ) throws -> [QueueItem] {
        try apply(.retry, to: ids, at: now).map { transition in
            transition.discardFiles(workDirectory: workDirectory, rules: rules)
            return transition.item
        }
    }

    /// Removes items from the queue, either all or none.
    ///
    /// Deletes the part files of items that no worker holds, and quarantined files.
    ///
    /// - Parameters:
    ///   - ids: Ids or prefixes of ids.
    ///   - now: The current time by the store's clock.
    ///   - workDirectory: The path of the work directory of this machine; nil for none.
    ///   - rules: The rules of this machine; nil if the items of the queue decide.
    /// - Returns: The items.
    /// - Throws: ``QueueError``, and errors of the store.
    @discardableResult
    package func remove(
        ids: [String], at now: Date, workDirectory: String? = nil, rules: WorkerRules? = nil
    ) throws -> [QueueItem] {
        try apply(.remove, to: ids, at: now).map { transition in
            transition.discardFiles(workDirectory: workDirectory, rules: rules)
            return transition.item
        }
    }
}

extension QueueItem {
    /// Returns true if the item's file exists and is unchanged, and has the digest that a request demands.
    fileprivate func hasFile(for request: NewQueueItem) -> Bool {
        if let wanted = request.checksum {
            guard wanted == checksum || wanted.algorithm == .sha256 && wanted.digest == sha256 else { return false }
        }
        guard let fileName, DestinationDirectory.isComponent(fileName), let finishedAt else { return false }
        let path = "\(directory)/\(fileName)"
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            Int64(status.st_size) == content.durableBytes
        else { return false }
        // A file that has changed since may be another one of the same size.
        let changed = Double(status.st_ctim.tv_sec) + Double(status.st_ctim.tv_nsec) / 1e9
        if changed <= finishedAt.timeIntervalSince1970 { return true }
        guard let folder = try? DestinationDirectory(directory, isCreated: false),
            let file = try? folder.openComplete(fileName)
        else { return false }
        return (try? PartHasher.sha256(of: file)) == sha256
    }
}
