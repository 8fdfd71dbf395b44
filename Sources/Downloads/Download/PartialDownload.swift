import Dispatch
import DownloadLists
import DownloadQueue
import Synchronization
import Transfer

/// The place on disk of one try, and the record about it: every change of one goes with the other, in the order that a
/// crash between the two can do no harm.
///
/// Its calls block on the disk.
final class PartialDownload: Sendable {
    /// How many numbers are tried behind a name that is taken.
    static let numberLimit = 10_000

    struct State {
        /// The item as it was last recorded.
        var item: QueueItem
        /// What is on disk for certain, as it was last recorded.
        var durable = PartialContent.nothing
        /// True once the disk has failed: what was written since the last checkpoint is not believed.
        var isDistrusted = false
        /// True once the file is on its way to its name: a checkpoint then would take back what was announced.
        var isFinishing = false
        /// The part file, while one is open.
        var part: PartFile?
        /// What writes it.
        var writer: PartWriter?
        /// Asks for checkpoints on slow lines.
        var timer: Task<Void, Never>?
        /// True while a checkpoint waits for its turn.
        var isCheckpointDue = false
        /// True once the file carries its receipt.
        var hasReceipt = false
        /// A name that nothing had when the try began.
        var freeName: String?
        /// Stops the try when a checkpoint fails.
        var onFailure: (@Sendable (any Error) -> Void)?
        /// Does one thing after the other on the disk.
        var queue: DispatchQueue?
    }

    let directory: DestinationDirectory
    let journal: DownloadJournal
    let options: DownloadOptions
    let progress: @Sendable (Int64, Int64?) -> Void
    let state: Mutex<State>

    /// How much memory bodies may take.
    let budget: MemoryBudget

    /// The files that this run has downloaded.
    let own: WrittenPaths

    /// Does one thing after the other on the disk while the transfer runs; a small file never asks for it.
    var queue: DispatchQueue {
        state.withLock { state in
            if let queue = state.queue { return queue }
            let queue = DispatchQueue(label: "leftoff.site", target: DiskThread.queue)
            state.queue = queue
            return queue
        }
    }

    /// Makes the place of an item; `freeName` is the wished name, if it is known that nothing has it.
    init(
        _ item: QueueItem, in directory: DestinationDirectory, journal: DownloadJournal, options: DownloadOptions,
        budget: MemoryBudget, own: WrittenPaths, freeName: String?,
        progress: @escaping @Sendable (Int64, Int64?) -> Void
    ) {
        self.budget = budget
        self.own = own
        self.directory = directory
        self.journal = journal
        self.options = options
        self.progress = progress
        state = Mutex(State(item: item, freeName: freeName))
    }

    /// The item as it was last recorded.
    var item: QueueItem { state.withLock { $0.item } }

    /// A name that nothing had when the try began; nil when the wished one was taken.
    var freeName: String? { state.withLock { $0.freeName } }

    /// What writes the part file; nil while none is open.
    var writer: PartWriter? { state.withLock { $0.writer } }

    /// Records events.
    @discardableResult
    func record(_ events: QueueEvent...) throws -> QueueItem {
        let item = try journal.record(events).item
        note(item)
        return item
    }

    /// Learns what was recorded.
    func note(_ item: QueueItem) {
        state.withLock { $0.item = item }
    }

    /// The name that the file should have.
    ///
    /// - Parameter head: The head of the response, which may name it; nil before there is one.
    /// - Returns: A safe base name, which may be taken.
    func wishedName(_ head: ResponseHead?) -> String {
        let disposition = head?["Content-Disposition"]
        // Chosen before the request, and nothing has come that says otherwise.
        if disposition == nil, let name = freeName { return name }
        return item.wishedName(disposition: disposition)
    }

    /// Opens what an earlier try has left.
    ///
    /// - Returns: The writer that goes on with it; nil when the download begins at 0.
    func prepare() throws -> PartWriter? {
        guard let fileName = item.fileName, let partName = item.partName else {
            // What would be refused later is refused before anything is asked for.
            let name = wishedName(nil)
            if try mayHave(name), try isFree(name + QueueItem.partSuffix) { state.withLock { $0.freeName = name } }
            return nil
        }
        if try directory.entry(fileName) == .symbolicLink {
            throw directory.linkRefusal(fileName)
        }
        let content = item.content
        guard let part = try directory.openPart(partName) else {
            if content != .nothing { try record(.progressed(.nothing)) }
            return nil
        }
        guard let map = try usable(part, content) else {
            // Recorded first: bytes of a new version must never stand under the record of the old one.
            if content != .nothing { try record(.progressed(.nothing)) }
            try directory.unlink(partName)
            return nil
        }
        var known = content
        known.boot = BootIdentity.current
        state.withLock { $0.durable = content }
        return try open(part, known, map)
    }

    /// Tells what of a part file can be gone on with.
    ///
    /// - Returns: Nil when nothing can.
    private func usable(_ part: PartFile, _ content: PartialContent) throws -> PieceMap? {
        var map = PieceMap(content)
        let size = try part.size()
        let isSameBoot = content.boot != nil && content.boot == BootIdentity.current
        if map.isSplit, let total = content.total {
            guard content.validator != nil, size >= map.segments.last?.durable ?? 0 else { return nil }
            if isSameBoot {
                for (piece, count) in try part.marks(of: map.written.count, total: total).enumerated() {
                    map.raise(piece, to: count)
                }
            } else {
                try part.truncate(to: total)
            }
            return map.count > 0 ? map : nil
        }
        guard size >= content.durableBytes else { return nil }
        if isSameBoot, content.total.map({ size <= $0 }) ?? true {
            map.raise(0, to: size)
        } else {
            // What lies beyond was never made durable, and may be anything after a power cut.
            try part.truncate(to: content.durableBytes)
        }
        let isUsable = content.validator != nil || map.count == content.total
        return isUsable && map.count > 0 ? map : nil
    }

    /// Makes the part file ready for a body that begins at 0.
    ///
    /// - Parameters:
    ///   - head: The head of the response, which may name the file.
    ///   - content: What the head says about the body.
    ///   - mayBeSplit: True when several connections may share the work.
    /// - Returns: The writer.
    /// - Throws: ``QueueFailure``, and what the record throws.
    func begin(_ head: ResponseHead, _ content: PartialContent, mayBeSplit: Bool) throws -> PartWriter {
        var content = content
        content.boot = BootIdentity.current
        var map = PieceMap(count: 0, total: content.total)
        if mayBeSplit, let total = content.total, options.segments > 1, total >= max(2, options.segmentMinimum),
            content.validator != nil, head["Accept-Ranges"]?.trimmingBlanks().lowercased() == "bytes"
        {
            let pieceBytes = min(
                PieceMap.pieceBytes(total: total, connections: options.segments), options.pieceLimit)
            content.pieceBytes = pieceBytes
            map = PieceMap(total: total, pieceBytes: pieceBytes)
        }
        state.withLock { $0.durable = content }
        let name = wishedName(head)
        if let old = item.fileName, head["Content-Disposition"] != nil, !FileName.isNumbering(old, of: name) {
            try discard()
            try reserve(name, content)
        } else if item.fileName == nil {
            try reserve(name, content)
        } else if let part = state.withLock({ $0.part }) {
            // Recorded first: bytes of a new version must never stand under the record of the old one.
            try record(.progressed(.nothing))
            try part.truncate(to: 0)
            try record(.progressed(content))
            return try open(part, content, map)
        } else {
            try record(.progressed(content))
        }
        guard let partName = item.partName else { throw QueueFailure(.internal, "the part file has no name") }
        return try open(directory.createPart(partName), content, map)
    }

    private func open(_ part: PartFile, _ content: PartialContent, _ map: PieceMap) throws -> PartWriter {
        let algorithms = [item.checksum?.algorithm, content.digest?.algorithm].compactMap { $0 }
        let writer = PartWriter(
            file: part, content: content, map: map, algorithms: algorithms, checkpointBytes: options.checkpointBytes,
            progress: progress)
        state.withLock { state in
            state.writer?.abandon()
            (state.part, state.writer) = (part, writer)
        }
        startTimer()
        return writer
    }

    /// Ends the try: from now on another one may open the part file.
    func leave() {
        let part = state.withLock { state in
            defer { (state.part, state.writer, state.timer, state.onFailure) = (nil, nil, nil, nil) }
            state.timer?.cancel()
            state.writer?.abandon()
            return state.part
        }
        part?.unlock()
    }

    /// Forgets and deletes what is on disk.
    func discard() throws {
        if item.content != .nothing { try record(.progressed(.nothing)) }
        let hasPart = state.withLock { state in
            defer { (state.part, state.writer) = (nil, nil) }
            state.writer?.abandon()
            return state.part != nil
        }
        if hasPart, let name = item.partName { try directory.unlink(name) }
    }

    // MARK: Names

    /// Chooses a free name and records it, before anything has it on disk.
    ///
    /// - Parameters:
    ///   - base: The wished name.
    ///   - content: What is known of the version that is going to be written.
    /// - Throws: ``QueueFailure``, and what the record throws.
    private func reserve(_ base: String, _ content: PartialContent) throws {
        for number in 0..<Self.numberLimit {
            let name = FileName.numbered(base, number)
            guard try mayHave(name), try isFree(name + QueueItem.partSuffix) else { continue }
            do {
                try record(.named(name), .progressed(content))
                return
            } catch QueueError.nameTaken {
                continue
            }
        }
        throw tooManyNames(base)
    }

    /// Tells whether nothing has a name.
    func isFree(_ name: String) throws -> Bool {
        switch try directory.entry(name) {
        case nil: return true
        case .symbolicLink: throw directory.linkRefusal(name)
        case .file, .other: return false
        }
    }

    /// Tells whether the file may have a name: nothing has it, or only what is to be overwritten.
    func mayHave(_ name: String) throws -> Bool { try isFree(name) || mayReplace(name) }

    /// Tells whether a file that has a name is to be overwritten.
    func mayReplace(_ name: String) throws -> Bool {
        guard options.overwrites, !own.contains(directory.path(of: name)), case .file = try directory.entry(name)
        else { return false }
        return true
    }

    func tooManyNames(_ base: String) -> QueueFailure {
        QueueFailure(.disk, "\(directory.path(of: base)): too many files have this name", isLasting: true)
    }
}
