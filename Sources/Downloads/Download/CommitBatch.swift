import DownloadLists
import DownloadQueue

/// A group of complete files that get their final names together.
///
/// Together they need only one transaction before the renames, one sync for each directory, and one transaction after
/// them. Calls block on the disk.
struct CommitBatch {
    /// One file of the batch.
    struct Entry {
        var download: FinishedDownload
        /// The preferred name.
        ///
        /// If it is in use, a number is appended.
        var base: String
        var number = 0
        /// The final name of the file.
        var name = ""
        /// True once the receipt has been attached to the file as an extended attribute.
        var hasReceipt = false
        /// The events that are still to be recorded.
        var events: [QueueEvent] = []
        /// The failure of a file with the wrong digest; nil if the digest is right.
        var mismatch: QueueFailure?
        var result: Result<QueueItem, any Error>?

        /// Creates the entry of a download.
        init(_ download: FinishedDownload) {
            self.download = download
            mismatch = download.mismatch
            let item = download.partial.item
            if case .memory(_, let head, _) = download.body {
                base = download.partial.preferredName(head)
            } else if let name = item.fileName {
                base = name
            } else {
                base = download.partial.preferredName(nil)
                result = .failure(PartialDownload.missingPartName)
            }
        }

        var partial: PartialDownload { download.partial }

        /// The final name on disk.
        ///
        /// A file with the wrong digest gets the quarantine suffix.
        var finalName: String { mismatch == nil ? name : name + QueueItem.quarantineSuffix }

        var isInMemory: Bool {
            if case .memory = download.body { return true }
            return false
        }
    }

    var entries: [Entry]

    /// Renames files to their final names and records them.
    ///
    /// - Parameter downloads: Complete downloads of one queue.
    /// - Returns: Each item, done or quarantined, or its error.
    static func commit(_ downloads: [FinishedDownload]) -> [Result<QueueItem, any Error>] {
        var batch = CommitBatch(entries: downloads.map(Entry.init))
        return batch.run()
    }

    private mutating func run() -> [Result<QueueItem, any Error>] {
        checkDirectories()
        // All entries perform each step together. Those whose name is in use start again with the next number.
        for _ in 0..<PartialDownload.numberLimit {
            let open = entries.indices.filter { entries[$0].result == nil }
            if open.isEmpty { break }
            let named = perform(for: open, Self.chooseName)
            let recorded = recordNames(of: named)
            let written = perform(for: recorded, Self.write)
            let published = sync(perform(for: written, Self.publish))
            let renamed = perform(for: published, Self.rename)
            complete(renamed)
        }
        discardUnusedStagedFiles()
        return entries.map { $0.result ?? .failure($0.partial.namesExhaustedFailure($0.base)) }
    }

    /// Performs one step for several entries.
    ///
    /// - Parameters:
    ///   - indices: The positions of the entries in the batch.
    ///   - step: The step; it returns false for an entry that has to start again.
    /// - Returns: The entries that continue with the next step.
    mutating func perform(for indices: [Int], _ step: (inout Entry) throws -> Bool) -> [Int] {
        indices.filter { index in
            do {
                return try step(&entries[index])
            } catch {
                entries[index].result = .failure(error)
                return false
            }
        }
    }

    // MARK: Steps

    /// Fails the files whose directory has been moved or replaced, because their path would lead elsewhere.
    private mutating func checkDirectories() {
        var known: [ObjectIdentifier: Bool] = [:]
        for index in entries.indices {
            let directory = entries[index].partial.directory
            let isCurrent = known[ObjectIdentifier(directory)] ?? directory.isCurrent
            known[ObjectIdentifier(directory)] = isCurrent
            if !isCurrent { entries[index].result = .failure(directory.moved) }
        }
    }

    private static func chooseName(_ entry: inout Entry) throws -> Bool {
        guard entry.isInMemory else {
            // The recorded name is the first choice, then the names with higher numbers.
            let preferred = entry.partial.preferredName(nil)
            let base = FileName.isNumbering(entry.base, of: preferred) ? preferred : entry.base
            entry.name = entry.number == 0 ? entry.base : FileName.numbered(base, entry.number)
            if entry.number > 0 && entry.name == entry.base {
                entry.number += 1
                entry.name = FileName.numbered(base, entry.number)
            }
            return true
        }
        while entry.number < PartialDownload.numberLimit {
            entry.name = FileName.numbered(entry.base, entry.number)
            // The name was found unused before the request. If a file with it was created since, the exclusive creation
            // and the rename detect that.
            if entry.mismatch == nil, entry.name == entry.partial.unusedName { return true }
            if try entry.partial.canUse(entry.finalName),
                try entry.partial.isUnused(entry.name + QueueItem.partSuffix)
            {
                return true
            }
            entry.number += 1
        }
        throw entry.partial.namesExhaustedFailure(entry.base)
    }

    /// Records the names that the files are about to get.
    ///
    /// If nothing is made durable, the name of a body in memory is recorded only when the download is complete. A
    /// process that is killed before that leaves a file that is not recorded in the queue, and the file is downloaded
    /// once more.
    ///
    /// - Parameter indices: The entries with a name.
    /// - Returns: The entries that continue with the next step.
    private mutating func recordNames(of indices: [Int]) -> [Int] {
        for index in indices {
            if entries[index].isInMemory, entries[index].partial.work != nil {
                // Recorded before the staged file is created, so that the next attempt can delete it.
                entries[index].download.content.partToken = WorkDirectory.makeToken()
            }
            let entry = entries[index]
            var events: [QueueEvent] = entry.isInMemory ? [.named(entry.name)] : []
            events.append(.verifying(entry.download.content))
            if entry.mismatch == nil {
                events.append(.committing(fileName: entry.name, sha256: entry.download.sha256))
            }
            entries[index].events = events
        }
        let isLater: (Int) -> Bool = { [entries] in
            entries[$0].isInMemory && entries[$0].partial.options.durability == .none
                && entries[$0].partial.work == nil
        }
        let recorded = record(indices.filter { !isLater($0) })
        return indices.filter(isLater) + recorded
    }

    /// Writes a body that is still in memory to its part file or its staged file.
    private static func write(_ entry: inout Entry) throws -> Bool {
        guard case .memory(let bytes, _, _) = entry.download.body else { return true }
        try entry.partial.journal.checkLease()
        let token = entry.download.content.partToken
        let name = token.map { WorkDirectory.stagedName(token: $0) } ?? entry.name + QueueItem.partSuffix
        try entry.partial.options.freeSpace.reserve(bytes.count, in: entry.partial.directory.path)
        let part = try entry.partial.directory.createFile(name, bytes, isPrivate: entry.partial.options.overwrites)
        guard let file = part else {
            // Throws if it is a symbolic link, which is never created by accident.
            _ = try entry.partial.isUnused(name)
            entry.number += 1
            return false
        }
        entry.download.body = .part(file)
        entry.download.location = PartLocation(directory: entry.partial.directory, name: name)
        entry.base = entry.name
        entry.number = 0
        return true
    }

    /// Sets the file's attributes.
    private static func publish(_ entry: inout Entry) throws -> Bool {
        guard case .part(let file) = entry.download.body else { return true }
        let partial = entry.partial
        if partial.options.overwrites {
            // A file that replaces another one gets its permissions, because the content may be a secret.
            let isReplaced = try partial.canReplace(entry.finalName)
            try file.publish(as: isReplaced ? partial.directory.permissions(of: entry.finalName, for: file) : nil)
        } else if !file.isPublished {
            try file.publish()
        }
        if let seconds = entry.download.content.modified { file.setModified(seconds) }
        entry.hasReceipt = try DownloadReceipt.attach(entry.download, to: file)
        return true
    }

    private static func rename(_ entry: inout Entry) throws -> Bool {
        guard let location = entry.download.location else { throw PartialDownload.missingPartName }
        let partial = entry.partial
        // A file that was created just now still has its name. During a long download, another program may have
        // replaced it.
        if case .part(let file) = entry.download.body, !file.isPublished,
            try !location.directory.leads(location.name, to: file)
        {
            throw location.directory.missingPartFailure(location.name)
        }
        let replaces = try partial.canReplace(entry.finalName)
        // As late as possible: a suspended worker must not publish a file that another one is downloading.
        try partial.journal.checkLease()
        do {
            if try partial.directory.rename(location, to: entry.finalName, replaces: replaces) {
                if partial.options.overwrites {
                    partial.writtenPaths.insert(partial.directory.path(of: entry.finalName))
                }
                return true
            }
        } catch is DestinationDirectory.CrossDeviceLink {
            // Mounts and quotas can divide a file system into parts.
            entry.download = try partial.stage(entry.download)
            return false
        }
        entry.number += 1
        return false
    }

    /// Makes the names durable, and records that the files are complete.
    private mutating func complete(_ indices: [Int]) {
        let open = perform(for: indices) { entry in
            try entry.partial.journal.checkLease()
            if !entry.hasReceipt {
                try DownloadReceipt.writeBeside(entry.download, name: entry.finalName, at: entry.partial.journal.now)
            }
            return true
        }
        let synced = syncDirectories(of: open)
        for index in synced {
            let entry = entries[index]
            var end = QueueEvent.completed
            if let mismatch = entry.mismatch {
                end = .quarantined(fileName: entry.name, sha256: entry.download.sha256, mismatch)
            }
            entries[index].events.append(end)
        }
        let unrecorded = synced.filter { entries[$0].events.count > 1 }
        let recorded = record(synced)
        for index in recorded {
            entries[index].result = .success(entries[index].partial.item)
            // If this fails, a later run deletes the file.
            if entries[index].isStaged { try? entries[index].partial.partLocation?.unlink() }
        }
        // If another worker has claimed an item, a file whose name was not recorded is deleted, because the queue does
        // not know it.
        for index in Set(unrecorded).subtracting(recorded) {
            guard case .part(let file) = entries[index].download.body else { continue }
            try? entries[index].partial.directory.withdraw(entries[index].finalName, of: file)
        }
    }

    /// Records the events of several entries in one transaction.
    ///
    /// An entry whose name belongs to another item gets the next number.
    ///
    /// - Parameter indices: The positions of the entries in the batch.
    /// - Returns: The entries whose events were recorded.
    private mutating func record(_ indices: [Int]) -> [Int] {
        let results: [Result<QueueTransition, any Error>]
        do {
            results = try DownloadJournal.record(all: indices.map { (entries[$0].partial.journal, entries[$0].events) })
        } catch {
            for index in indices { entries[index].result = .failure(error) }
            return []
        }
        var recorded: [Int] = []
        for (index, result) in zip(indices, results) {
            entries[index].events = []
            switch result {
            case .success(let transition):
                entries[index].partial.update(transition.item)
                recorded.append(index)
            case .failure(QueueError.nameTaken): entries[index].number += 1
            case .failure(let error): entries[index].result = .failure(error)
            }
        }
        return recorded
    }
}
