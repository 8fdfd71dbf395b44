package import DownloadQueue
package import FoundationEssentials
import Glibc
import Syntax

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
        let requeued = before.filter { ids.contains($0.id) }.map { item in
            let isGone = item.fileName.map { PartFile.discard($0 + QueueItem.quarantineSuffix, of: item, rules: rules) }
            return RequeuedDownload(item: item, isFileGone: isGone ?? true)
        }
        return (added, requeued)
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

/// A quarantined download that was added again.
package struct RequeuedDownload: Sendable {
    /// The item as it was before.
    package let item: QueueItem

    /// True if the quarantined file no longer exists; false if it could not be deleted.
    package let isFileGone: Bool
}

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

extension QueueItem {
    /// Returns the item with the number of bytes that have been written, if a worker of any process is writing its
    /// part file.
    ///
    /// A worker records bytes only once they are durable, at most every two seconds. Reading the size of the part file
    /// costs the worker nothing.
    ///
    /// - Parameters:
    ///   - workDirectory: The path of the work directory of this machine; nil for none.
    ///   - rules: The rules of this machine, outside of which no file is examined; nil if the items decide.
    /// - Returns: The item with more ``bytes``; the unchanged item if its part file cannot be read, for example because
    ///   another machine writes it.
    package func withWrittenBytes(workDirectory: String? = nil, rules: WorkerRules? = nil) -> QueueItem {
        guard state == .running, content.boot == BootIdentity.current, let path = partPath(workDirectory, rules),
            let count = written(to: path), count > content.durableBytes
        else { return self }
        var item = self
        item.content.durableBytes = min(count, content.total ?? count)
        return item
    }

    private func partPath(_ workDirectory: String?, _ rules: WorkerRules?) -> String? {
        guard let token = content.partToken else {
            guard let partName, DestinationDirectory.isPart(partName),
                rules?.root(ofDirectory: directory) != nil || rules == nil
            else { return nil }
            return "\(directory)/\(partName)"
        }
        return workDirectory.map { "\($0)/\(WorkDirectory.partName(of: id, token: token))" }
    }

    private func written(to path: String) -> Int64? {
        guard var map = PieceMap(content) else { return nil }
        // The file is not locked, because its worker has locked it. A pipe of this name must not block.
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        guard map.isSplit, let total = content.total else { return Int64(status.st_size) }
        let marks = PartFile.marks(of: map.written.count, total: total) { block, offset in
            max(0, pread(descriptor, block.baseAddress, block.count, off_t(offset)))
        }
        for (piece, count) in marks.enumerated() { map.raise(piece, to: count) }
        return map.count
    }
}
