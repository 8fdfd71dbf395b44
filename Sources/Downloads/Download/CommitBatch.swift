import DownloadLists
import DownloadQueue

/// Gives several complete files their names at once, so that they share what making it durable costs: one transaction
/// before the renames, one sync for each directory, one transaction after them.
///
/// It blocks on the disk.
struct CommitBatch {
    /// One file on its way.
    private struct Entry {
        var download: FinishedDownload
        /// The wished name, which gets a number where it is taken.
        var base: String
        var number = 0
        /// The name that it is about to get.
        var name = ""
        /// The name that it has on disk; nil while it is in memory.
        var partName: String?
        /// What is still to be recorded of its way up to the rename.
        var events: [QueueEvent] = []
        var failure: QueueFailure?
        var result: Result<QueueItem, any Error>?

        var site: PartialDownload { download.site }

        /// The name on disk: a file with the wrong digest is set apart.
        var finalName: String { failure == nil ? name : name + QueueItem.quarantineSuffix }

        var isInMemory: Bool {
            if case .memory = download.body { return true }
            return false
        }
    }

    private var entries: [Entry]

    /// Brings files to their end.
    ///
    /// - Parameter downloads: Complete downloads of one queue.
    /// - Returns: Each one's item, done or quarantined, or what went wrong with it.
    static func commit(_ downloads: [FinishedDownload]) -> [Result<QueueItem, any Error>] {
        var batch = CommitBatch(
            entries: downloads.map { download in
                let item = download.site.item
                var base = item.fileName ?? ""
                var failure = download.mismatch
                if case .memory(_, let head, _) = download.body {
                    base = download.site.wishedName(head)
                } else if item.fileName == nil {
                    failure = QueueFailure(.internal, "the part file has no name")
                }
                return Entry(download: download, base: base, partName: item.partName, failure: failure)
            })
        return batch.run()
    }

    private mutating func run() -> [Result<QueueItem, any Error>] {
        checkDirectories()
        // All go through each step together. Those whose name turns out to be taken go round again with the next one.
        for _ in 0..<PartialDownload.numberLimit {
            let open = entries.indices.filter { entries[$0].result == nil }
            if open.isEmpty { break }
            let named = each(open, Self.chooseName)
            let recorded = announce(named)
            let written = each(recorded, Self.write)
            let published = each(written, Self.publish)
            let renamed = each(published, Self.rename)
            complete(renamed)
        }
        return entries.map { $0.result ?? .failure($0.site.tooManyNames($0.base)) }
    }

    /// Does one step of several entries.
    ///
    /// - Returns: Those that go on with the next step.
    private mutating func each(_ indices: [Int], _ step: (inout Entry) throws -> Bool) -> [Int] {
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

    /// Fails what would be put into a directory that was moved or replaced meanwhile: its path would lead elsewhere.
    private mutating func checkDirectories() {
        var known: [ObjectIdentifier: Bool] = [:]
        for index in entries.indices {
            let directory = entries[index].site.directory
            let isCurrent = known[ObjectIdentifier(directory)] ?? directory.isCurrent
            known[ObjectIdentifier(directory)] = isCurrent
            if !isCurrent { entries[index].result = .failure(directory.moved) }
        }
    }

    private static func chooseName(_ entry: inout Entry) throws -> Bool {
        guard entry.isInMemory else {
            // The name that the item has, then those after it.
            let wished = entry.site.wishedName(nil)
            let base = FileName.isNumbering(entry.base, of: wished) ? wished : entry.base
            entry.name = entry.number == 0 ? entry.base : FileName.numbered(base, entry.number)
            if entry.number > 0 && entry.name == entry.base {
                entry.number += 1
                entry.name = FileName.numbered(base, entry.number)
            }
            return true
        }
        while entry.number < PartialDownload.numberLimit {
            entry.name = FileName.numbered(entry.base, entry.number)
            // It was looked up before the request; what has come since is noticed when the file is made and renamed.
            if entry.failure == nil, entry.name == entry.site.freeName { return true }
            if try entry.site.mayHave(entry.finalName), try entry.site.isFree(entry.name + QueueItem.partSuffix) {
                return true
            }
            entry.number += 1
        }
        throw entry.site.tooManyNames(entry.base)
    }

    /// Records which names the files are about to get.
    ///
    /// Where nothing is made durable, that of bodies in memory is recorded together with their end. A process that is
    /// killed in between leaves a file that the queue does not know of, and downloads it once more.
    private mutating func announce(_ indices: [Int]) -> [Int] {
        for index in indices {
            let entry = entries[index]
            var events: [QueueEvent] = entry.isInMemory ? [.named(entry.name)] : []
            events.append(.verifying(entry.download.content))
            if entry.failure == nil {
                events.append(.committing(fileName: entry.name, sha256: entry.download.sha256))
            }
            entries[index].events = events
        }
        let isLater: (Int) -> Bool = { [entries] in
            entries[$0].isInMemory && entries[$0].site.options.durability == .none
        }
        let recorded = record(indices.filter { !isLater($0) })
        return indices.filter(isLater) + recorded
    }

    /// Writes what is still in memory.
    private static func write(_ entry: inout Entry) throws -> Bool {
        guard case .memory(let bytes, _, _) = entry.download.body else { return true }
        let part = try entry.site.directory.createFile(
            entry.name + QueueItem.partSuffix, bytes, isPrivate: entry.site.options.overwrites)
        guard let file = part else {
            // A link there is nobody's mistake.
            _ = try entry.site.isFree(entry.name + QueueItem.partSuffix)
            entry.number += 1
            return false
        }
        entry.download.body = .part(file)
        entry.partName = entry.name + QueueItem.partSuffix
        entry.base = entry.name
        entry.number = 0
        return true
    }

    /// Gives a file its attributes and makes it durable.
    private static func publish(_ entry: inout Entry) throws -> Bool {
        guard case .part(let file) = entry.download.body else { return true }
        let site = entry.site
        if site.options.overwrites {
            // What takes a file's place keeps to its permissions: it may be a secret.
            let isReplaced = try site.mayReplace(entry.finalName)
            try file.publish(as: isReplaced ? site.directory.permissions(of: entry.finalName, for: file) : nil)
        } else if !file.isPublished {
            try file.publish()
        }
        if let seconds = entry.download.content.modified { file.setModified(seconds) }
        try DownloadReceipt.attach(entry.download, to: file)
        if entry.site.options.durability == .full { try entry.site.sync(file) }
        return true
    }

    private static func rename(_ entry: inout Entry) throws -> Bool {
        guard let partName = entry.partName else { throw QueueFailure(.internal, "the part file has no name") }
        let site = entry.site
        // What was made just now is still there; a long download has given others much time.
        if case .part(let file) = entry.download.body, !file.isPublished, try !site.directory.leads(partName, to: file)
        {
            throw site.directory.vanished(partName)
        }
        let replaces = try site.mayReplace(entry.finalName)
        if try site.directory.rename(partName, to: entry.finalName, replaces: replaces) {
            if site.options.overwrites { site.own.insert(site.directory.path(of: entry.finalName)) }
            return true
        }
        entry.number += 1
        return false
    }

    /// Makes the names durable and records that the files are there.
    private mutating func complete(_ indices: [Int]) {
        var synced: [ObjectIdentifier: (any Error)?] = [:]
        let open = each(indices) { entry in
            try DownloadReceipt.putBeside(entry.download, name: entry.finalName, at: entry.site.journal.now)
            return true
        }
        for index in open where entries[index].site.options.durability == .full {
            let directory = entries[index].site.directory
            guard synced[ObjectIdentifier(directory)] == nil else { continue }
            do {
                try directory.sync()
                synced[ObjectIdentifier(directory)] = .some(nil)
            } catch {
                synced[ObjectIdentifier(directory)] = error
            }
        }
        for index in open {
            if let error = synced[ObjectIdentifier(entries[index].site.directory)] ?? nil {
                entries[index].result = .failure(error)
            }
        }
        let good = open.filter { entries[$0].result == nil }
        for index in good {
            let entry = entries[index]
            var end = QueueEvent.completed
            if let failure = entry.failure {
                end = .quarantined(fileName: entry.name, sha256: entry.download.sha256, failure)
            }
            entries[index].events.append(end)
        }
        let unannounced = good.filter { entries[$0].events.count > 1 }
        let recorded = record(good)
        for index in recorded { entries[index].result = .success(entries[index].site.item) }
        // What the queue knows nothing of, because somebody else has the item now, must not stay.
        for index in Set(unannounced).subtracting(recorded) {
            try? entries[index].site.directory.unlink(entries[index].finalName)
        }
    }

    /// Records the events of several entries in one transaction.
    ///
    /// - Returns: Those whose events were recorded. A name that another item has is given up for the next one.
    private mutating func record(_ indices: [Int]) -> [Int] {
        guard let journal = indices.first.map({ entries[$0].site.journal }) else { return [] }
        let results: [Result<QueueTransition, any Error>]
        do {
            results = try journal.record(all: indices.map { entries[$0].site.journal.entry(entries[$0].events) })
        } catch {
            for index in indices { entries[index].result = .failure(error) }
            return []
        }
        var recorded: [Int] = []
        for (index, result) in zip(indices, results) {
            entries[index].events = []
            switch result {
            case .success(let transition):
                entries[index].site.note(transition.item)
                recorded.append(index)
            case .failure(QueueError.nameTaken): entries[index].number += 1
            case .failure(let error): entries[index].result = .failure(error)
            }
        }
        return recorded
    }
}
