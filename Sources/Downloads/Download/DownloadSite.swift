import Synchronization
import Transfer

/// The place on disk of one try, and the record about it: every change of one goes with the other, in the order that a
/// crash between the two can do no harm.
///
/// Its calls block on the disk.
final class DownloadSite: Sendable {
    /// How many numbers are tried behind a name that is taken.
    static let numberLimit = 10_000

    struct State {
        /// The item as it was last recorded.
        var item: QueueItem
        /// The part file, while one is open.
        var part: PartFile?
    }

    let directory: DestinationDirectory
    let journal: DownloadJournal
    let options: DownloadOptions
    let progress: @Sendable (Int64, Int64?) -> Void
    let state: Mutex<State>

    /// Opens the directory of an item.
    ///
    /// - Throws: ``QueueFailure``.
    init(
        _ item: QueueItem, journal: DownloadJournal, options: DownloadOptions,
        progress: @escaping @Sendable (Int64, Int64?) -> Void
    ) throws {
        directory = try DestinationDirectory(item.directory, isCreated: true)
        self.journal = journal
        self.options = options
        self.progress = progress
        state = Mutex(State(item: item))
    }

    /// The item as it was last recorded.
    var item: QueueItem { state.withLock { $0.item } }

    /// Records an event.
    @discardableResult
    func record(_ event: QueueEvent) throws -> QueueItem {
        let item = try journal.record(event).item
        state.withLock { $0.item = item }
        return item
    }

    /// Chooses the name where that has not been done, and opens what an earlier try has left.
    ///
    /// - Returns: The writer that goes on with it; nil when the download begins at 0.
    func prepare() throws -> PartWriter? {
        guard let fileName = item.fileName, let partName = item.partName else {
            try reserve(FileName.choose(chosen: item.name, disposition: nil, url: item.url))
            return nil
        }
        if try directory.entry(fileName) == .symbolicLink {
            throw DestinationDirectory.refusal(directory.path(of: fileName), "is a symbolic link")
        }
        let content = item.content
        guard let part = try directory.openPart(partName) else {
            if content != .nothing { try record(.progressed(.nothing)) }
            return nil
        }
        let isUsable = content.isResumable || content.durableBytes > 0 && content.durableBytes == content.total
        guard isUsable, try part.size() >= content.durableBytes else {
            // Recorded first: bytes of a new version must never stand under the record of the old one.
            if content != .nothing { try record(.progressed(.nothing)) }
            try directory.unlink(partName)
            return nil
        }
        // What lies beyond was never made durable, and may be anything after a power cut.
        try part.truncate(to: content.durableBytes)
        state.withLock { $0.part = part }
        return try makeWriter(part, content)
    }

    /// Makes the part file ready for a body that begins at 0.
    ///
    /// - Parameters:
    ///   - head: The head of the response, which may name the file.
    ///   - content: What the head says about the body.
    /// - Returns: The writer.
    /// - Throws: ``QueueFailure``, and what the record throws.
    func begin(_ head: ResponseHead, _ content: PartialContent) throws -> PartWriter {
        if let disposition = head["Content-Disposition"] {
            let name = FileName.choose(chosen: item.name, disposition: disposition, url: item.url)
            if let old = item.fileName, !FileName.isNumbering(old, of: name) {
                try discard()
                try reserve(name)
            }
        }
        if let part = state.withLock({ $0.part }) {
            if item.content != .nothing { try record(.progressed(.nothing)) }
            try part.truncate(to: 0)
            return try makeWriter(part, content)
        }
        guard let partName = item.partName else { throw QueueFailure(.internal, "the part file has no name") }
        let part = try directory.createPart(partName)
        state.withLock { $0.part = part }
        return try makeWriter(part, content)
    }

    /// Makes durable and records what a writer has written.
    ///
    /// - Parameter writer: The writer; nothing happens without one.
    /// - Throws: ``QueueFailure``, and what the record throws.
    func checkpoint(_ writer: PartWriter?) throws {
        guard let writer else { return }
        let content = writer.content
        guard content != item.content else { return }
        if options.durability == .full { try writer.file.syncData() }
        try record(.progressed(content))
    }

    /// Ends the try: from now on another one may open the part file.
    func leave() {
        let part = state.withLock { state in
            defer { state.part = nil }
            return state.part
        }
        part?.unlock()
    }

    /// Forgets and deletes what is on disk.
    func discard() throws {
        if item.content != .nothing { try record(.progressed(.nothing)) }
        guard let name = item.partName, state.withLock({ $0.part }) != nil else { return }
        try directory.unlink(name)
        state.withLock { $0.part = nil }
    }

    /// Chooses a free name and records it, before anything has it on disk.
    ///
    /// - Parameter base: The wished name.
    /// - Throws: ``QueueFailure``, and what the record throws.
    private func reserve(_ base: String) throws {
        for number in 0..<Self.numberLimit {
            let name = FileName.numbered(base, number)
            guard try isFree(name), try isFree(name + QueueItem.partSuffix) else { continue }
            do {
                try record(.named(name))
                return
            } catch QueueError.nameTaken {
                continue
            }
        }
        throw QueueFailure(.disk, "\(directory.path(of: base)): too many files have this name", isLasting: true)
    }

    private func isFree(_ name: String) throws -> Bool {
        switch try directory.entry(name) {
        case nil: return true
        case .symbolicLink: throw DestinationDirectory.refusal(directory.path(of: name), "is a symbolic link")
        case .file, .other: return false
        }
    }

    private func makeWriter(_ part: PartFile, _ content: PartialContent) throws -> PartWriter {
        try PartWriter(file: part, content: content, checkpointBytes: options.checkpointBytes, progress: progress)
    }
}
