import Dispatch
import DownloadQueue
import Fetching
import FileFormats
import GroupCommit
import Syntax
import WHATWGURL

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
                base = item.preferredName(head)
            } else if let name = item.fileName {
                base = name
            } else {
                base = item.preferredName()
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
    private mutating func perform(for indices: [Int], _ step: (inout Entry) throws -> Bool) -> [Int] {
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
            let preferred = entry.partial.item.preferredName()
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
            try !location.directory.isName(location.name, of: file)
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
            try? entries[index].partial.directory.unlinkPublished(entries[index].finalName, of: file)
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

/// Making the files of a batch and their names durable.
extension CommitBatch {
    /// Makes files durable.
    ///
    /// The files that this batch has created in a directory are made durable together if there are many. If that fails,
    /// each file is made durable by itself, so that an error concerns only its own file.
    ///
    /// - Parameter indices: The entries whose attributes have been set.
    /// - Returns: The entries that are durable, or need not be.
    private mutating func sync(_ indices: [Int]) -> [Int] {
        var counts: [ObjectIdentifier: Int] = [:]
        for index in indices where entries[index].canShareSync {
            counts[ObjectIdentifier(entries[index].partial.directory), default: 0] += 1
        }
        var synced: [ObjectIdentifier: Bool] = [:]
        return perform(for: indices) { entry in
            let partial = entry.partial
            guard partial.options.durability == .full, case .part(let file) = entry.download.body else { return true }
            let directory = ObjectIdentifier(partial.directory)
            if entry.canShareSync, counts[directory, default: 0] >= FileSystemSync.leastFiles {
                let isSynced = synced[directory] ?? partial.directory.syncFileSystem()
                synced[directory] = isSynced
                if isSynced { return true }
            }
            // An error of the staged file says nothing about the part file in the work directory.
            try entry.isStaged ? file.syncData() : partial.sync(file)
            return true
        }
    }

    /// Makes the new names durable, with one sync for each directory.
    ///
    /// - Parameter indices: The renamed entries.
    /// - Returns: The entries whose directory is durable, or need not be.
    private mutating func syncDirectories(of indices: [Int]) -> [Int] {
        var results: [ObjectIdentifier: Result<Void, any Error>] = [:]
        return perform(for: indices) { entry in
            guard entry.partial.options.durability == .full else { return true }
            let directory = entry.partial.directory
            let result = results[ObjectIdentifier(directory)] ?? Result { try directory.sync() }
            results[ObjectIdentifier(directory)] = result
            try result.get()
            return true
        }
    }
}

extension CommitBatch.Entry {
    /// True for a file that is made durable and that this batch has created.
    ///
    /// An error of writing an older file may have been reported to the sync of an earlier batch, and is not reported to
    /// another sync of the same directory.
    fileprivate var canShareSync: Bool {
        guard partial.options.durability == .full, case .part(let file) = download.body else { return false }
        // Part files that were opened or created during a download are published only by the commit.
        return file.isPublished
    }
}

/// The staged files of downloads whose part files are in the work directory.
extension CommitBatch {
    /// Deletes the staged files that could not be published; their part files are kept for the next attempt.
    private func discardUnusedStagedFiles() {
        for entry in entries where entry.isStaged {
            if case .success = entry.result { continue }
            try? entry.download.location?.unlink()
        }
    }
}

extension CommitBatch.Entry {
    /// True for a complete file with a hidden name in its destination.
    var isStaged: Bool { partial.work != nil && download.location?.directory === partial.directory }
}

/// A download whose bytes have all been received, but whose file does not have its final name yet.
struct FinishedDownload: Sendable {
    /// The location of the bytes.
    enum Body: Sendable {
        /// The bytes are in memory. The file has no name yet; the response's head may determine it.
        case memory([UInt8], head: ResponseHead, share: MemoryBudget.Share?)
        /// The bytes are in the part file.
        case part(PartFile)
    }

    /// The part file and its record.
    let partial: PartialDownload

    /// The location of the bytes.
    var body: Body

    /// The location of the file that will be renamed; nil while its bytes are only in memory.
    var location: PartLocation?

    /// The version and size of the file.
    var content: PartialContent

    /// The computed digests.
    private let digests: FileDigests

    /// Creates a finished download of a body in memory, and computes its digests.
    init(partial: PartialDownload, memory: DownloadSink.Memory) throws {
        self.partial = partial
        body = .memory(memory.bytes, head: memory.head, share: memory.share)
        content = memory.content
        content.durableBytes = Int64(memory.bytes.count)
        content.total = content.durableBytes
        func digest(_ algorithm: DigestAlgorithm) throws -> String {
            let hasher = try DigestHasher(algorithm)
            try memory.bytes.withUnsafeBytes { try hasher.update($0) }
            return try hasher.finish()
        }
        var others: [DigestAlgorithm: String] = [:]
        for algorithm in [partial.item.checksum?.algorithm, content.digest?.algorithm] {
            guard let algorithm, algorithm != .sha256, others[algorithm] == nil else { continue }
            others[algorithm] = try digest(algorithm)
        }
        digests = FileDigests(sha256: try digest(.sha256), others: others)
    }

    /// Creates a finished download of a part file.
    init(partial: PartialDownload, body: Body, content: PartialContent, digests: FileDigests) {
        self.partial = partial
        self.body = body
        self.content = content
        location = partial.partLocation
        self.digests = digests
    }

    /// The number of bytes that the body occupies in memory.
    var memoryBytes: Int64 {
        if case .memory(let bytes, _, _) = body { Int64(bytes.count) } else { 0 }
    }

    /// The SHA-256 of the complete file.
    var sha256: String { digests.sha256 }

    /// The failure if a digest differs from the user's or the server's; nil if none differs.
    var mismatch: QueueFailure? {
        mismatch(with: partial.item.checksum, relation: "not")
            ?? mismatch(with: content.digest, relation: "the server announced")
    }

    /// Returns the failure if the computed digest differs from an expected one.
    ///
    /// - Parameters:
    ///   - expected: The digest of the user or the server; nil if there is none.
    ///   - relation: The words between the computed digest and the expected one in the message.
    /// - Returns: The failure; nil if the digests do not differ.
    private func mismatch(with expected: Checksum?, relation: String) -> QueueFailure? {
        guard let expected, let found = digests[expected.algorithm], found != expected.digest else { return nil }
        return QueueFailure(
            .checksum,
            "\(partial.item.url.href): \(expected.algorithm.displayName) is \(found), \(relation) \(expected.digest)",
            isLasting: true)
    }
}

/// Finishes complete downloads in batches: while one batch is made durable, the next one is collected.
struct DownloadCommitter: Sendable {
    /// The maximum number of files in a batch.
    ///
    /// Every file stays open until the whole batch has been committed.
    private static let batchLimit = 256

    /// The number of files, and of bytes in memory, for which a batch is committed without waiting for more.
    private static let batchGoal = 128
    private static let byteGoal: Int64 = 4 << 20

    /// The maximum time for which a file waits for others to share its transaction, while other downloads are running.
    ///
    /// Twenty milliseconds are imperceptible, but a fast server sends a hundred small files in that time.
    private static let gatheringTimeout: DispatchTimeInterval = .milliseconds(20)

    private let group = GroupCommit<FinishedDownload, QueueItem>(
        batchLimit: batchLimit,
        gathering: CommitGathering(
            countGoal: batchGoal, weightGoal: byteGoal, timeout: gatheringTimeout, queue: DiskThread.queue),
        executor: { DiskThread.queue.async(execute: $0) },
        commit: { CommitBatch.commit($0) })

    /// Reports that a download has begun.
    func enter() { group.enter() }

    /// Reports that a download has ended, successfully or not.
    func leave() { group.leave() }

    /// Finishes a complete download.
    ///
    /// - Parameter download: A download whose bytes have all been received.
    /// - Returns: The item, done or quarantined.
    /// - Throws: ``QueueFailure``, or an error of the queue's store.
    func commit(_ download: FinishedDownload) async throws -> QueueItem {
        try await group.submit(download, weight: download.memoryBytes)
    }

    /// Finishes a complete download, and returns at once.
    ///
    /// - Parameters:
    ///   - download: A download whose bytes have all been received.
    ///   - completion: Called on the disk's thread with the result of ``commit(_:)``; it must return quickly.
    func commit(
        _ download: FinishedDownload, then completion: @escaping @Sendable (Result<QueueItem, any Error>) -> Void
    ) {
        group.submit(download, weight: download.memoryBytes, completion: completion)
    }
}
