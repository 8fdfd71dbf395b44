import Dispatch
import DownloadLists
import DownloadQueue
import Synchronization
import Transfer

/// The part file of an attempt and its record in the queue, which are kept consistent.
///
/// Both are changed in such an order that a crash between two changes does no harm. Calls block on the disk.
final class PartialDownload: Sendable {
    /// The maximum number that is appended to a name that is in use.
    static let numberLimit = 10_000

    /// The part file while it is open.
    struct OpenPart {
        /// The writer of the part file.
        var writer: PartWriter
        /// The durable bytes, as last recorded.
        var durable: PartialContent
        /// True while a checkpoint is scheduled.
        var isCheckpointScheduled = false
    }

    /// The phases of an attempt, in order.
    enum Phase {
        /// No part file is open. `unusedName` is the preferred name if it was not in use when the attempt began.
        case prepared(unusedName: String?)
        /// Bytes are written to the part file and recorded at checkpoints.
        case writing(OpenPart)
        /// The file is about to be renamed. A checkpoint would now overwrite the record of its name.
        case finishing(OpenPart)
        /// The attempt has ended, and another one may open the part file.
        case left

        /// The part file while it is open; otherwise nil.
        var openPart: OpenPart? {
            switch self {
            case .writing(let part), .finishing(let part): part
            case .prepared, .left: nil
            }
        }
    }

    struct State {
        /// The item as last recorded.
        var item: QueueItem
        var phase: Phase
        /// True once the disk has failed.
        ///
        /// From then on, no bytes of the attempt are recorded as durable, not even those of a new part file.
        var isDistrusted = false
        /// The task that requests checkpoints on slow connections; nil until a part file has been opened.
        var timer: Task<Void, Never>?
        /// A function that stops the attempt when a checkpoint fails.
        var onFailure: (@Sendable (any Error) -> Void)?
        /// The serial queue for disk operations; nil until it is needed.
        var queue: DispatchQueue?
    }

    /// The destination.
    let directory: DestinationDirectory
    /// The directory for the part file; nil if that is in the destination.
    let work: WorkDirectory?
    let journal: DownloadJournal
    let options: DownloadOptions
    let progress: @Sendable (Int64, Int64?) -> Void
    let state: Mutex<State>

    /// The memory budget for bodies of all attempts.
    let budget: MemoryBudget

    /// The files that this run has completed.
    let writtenPaths: WrittenPaths

    /// The serial queue for disk operations during a transfer, which is created at its first use.
    var queue: DispatchQueue {
        state.withLock { state in
            if let queue = state.queue { return queue }
            let queue = DispatchQueue(label: "leftoff.partial", target: DiskThread.queue)
            state.queue = queue
            return queue
        }
    }

    /// Creates the partial download of an item; `unusedName` is its preferred name if that is known to be unused.
    init(
        _ item: QueueItem, in directory: DestinationDirectory, work: WorkDirectory?, journal: DownloadJournal,
        options: DownloadOptions, budget: MemoryBudget, writtenPaths: WrittenPaths, unusedName: String?,
        progress: @escaping @Sendable (Int64, Int64?) -> Void
    ) {
        self.budget = budget
        self.writtenPaths = writtenPaths
        self.directory = directory
        self.work = work
        self.journal = journal
        self.options = options
        self.progress = progress
        state = Mutex(State(item: item, phase: .prepared(unusedName: unusedName)))
    }

    /// The item as last recorded.
    var item: QueueItem { state.withLock { $0.item } }

    /// The preferred name if it was not in use when the attempt began and no part file has been opened since.
    var unusedName: String? {
        state.withLock { state in
            if case .prepared(let name) = state.phase { return name }
            return nil
        }
    }

    /// The writer of the part file; nil while none is open.
    var writer: PartWriter? { state.withLock { $0.phase.openPart?.writer } }

    /// The location of the part file; nil if it has none, or if it is in the work directory of another machine.
    var partLocation: PartLocation? {
        let (item, open) = state.withLock { ($0.item, $0.phase.openPart?.writer.content) }
        guard let token = (open ?? item.content).partToken else {
            return work == nil ? item.partName.map { PartLocation(directory: directory, name: $0) } : nil
        }
        return work?.location(of: item.id, token: token)
    }

    /// Records events and returns the changed item.
    @discardableResult
    func record(_ events: QueueEvent...) throws -> QueueItem {
        let item = try journal.record(events).item
        update(item)
        return item
    }

    /// Replaces the item after events have been recorded.
    func update(_ item: QueueItem) {
        state.withLock { $0.item = item }
    }

    // MARK: Opening

    /// Opens the part file that an earlier attempt left.
    ///
    /// - Returns: The writer that resumes it; nil if the download begins at 0.
    /// - Throws: ``QueueFailure``, and errors of the store.
    func prepare() throws -> PartWriter? {
        guard let fileName = item.fileName, item.partName != nil else {
            // A destination that would be refused at the end is refused before the first request.
            let name = preferredName(nil)
            if try canUse(name), try isUnused(name + QueueItem.partSuffix) {
                state.withLock { $0.phase = .prepared(unusedName: name) }
            }
            return nil
        }
        if try directory.entry(fileName) == .symbolicLink {
            throw directory.symbolicLinkFailure(fileName)
        }
        let content = item.content
        let location = partLocation
        guard let location, let part = try location.directory.openPart(location.name) else {
            if content != .nothing { try record(.progressed(.nothing)) }
            return nil
        }
        guard let map = try usableBytes(of: part, content) else {
            // Recorded first, because bytes of a new version must never be stored under the record of the old one.
            if content != .nothing { try record(.progressed(.nothing)) }
            try location.unlink()
            return nil
        }
        var known = content
        known.boot = BootIdentity.current
        return try open(part, known, map)
    }

    /// Returns the bytes of a part file that can be kept; nil if there are none.
    private func usableBytes(of part: PartFile, _ content: PartialContent) throws -> PieceMap? {
        guard var map = PieceMap(content) else { return nil }
        let size = try part.size()
        let isSameBoot = content.boot != nil && content.boot == BootIdentity.current
        if map.isSplit, let total = content.total {
            guard content.validator != nil, size >= map.segments.last?.durable ?? 0 else { return nil }
            if isSameBoot {
                // A mark is lower than the record if the bytes were discarded after it.
                for (piece, count) in try part.marks(of: map.written.count, total: total).enumerated() {
                    map.set(piece, to: count)
                }
            } else {
                try part.truncate(to: total)
                for (piece, count) in map.written.enumerated() where count > 0 {
                    try part.mark(piece, count: count, total: total)
                }
            }
            return map.count > 0 ? map : nil
        }
        guard size >= content.durableBytes else { return nil }
        if isSameBoot, content.total.map({ size <= $0 }) ?? true {
            map.raise(0, to: size)
        } else {
            // Later bytes were not made durable and may have any value after a power failure.
            try part.truncate(to: content.durableBytes)
        }
        let isUsable = content.validator != nil || map.count == content.total
        return isUsable && map.count > 0 ? map : nil
    }

    /// Opens the part file for a body that begins at the first byte.
    ///
    /// - Parameters:
    ///   - head: The head of the response, which may name the file.
    ///   - content: The version that the head describes.
    ///   - allowsSegments: True if several connections may share the file.
    /// - Returns: The writer.
    /// - Throws: ``QueueFailure``, and errors of the store.
    func begin(_ head: ResponseHead, _ content: PartialContent, allowsSegments: Bool) throws -> PartWriter {
        var content = content
        content.boot = BootIdentity.current
        content.partToken = work == nil ? nil : WorkDirectory.makeToken()
        var map = PieceMap(count: 0, total: content.total)
        if allowsSegments, let total = content.total, options.segments > 1, total >= max(2, options.segmentMinimum),
            content.validator != nil, head["Accept-Ranges"]?.trimmingBlanks().lowercased() == "bytes"
        {
            let pieceBytes = PieceMap.pieceBytes(
                total: total, connections: options.segments, limit: options.pieceLimit)
            content.pieceBytes = pieceBytes
            map = PieceMap(total: total, pieceBytes: pieceBytes)
        }
        let name = preferredName(head)
        if let old = item.fileName, head["Content-Disposition"] != nil, !FileName.isNumbering(old, of: name) {
            try discard()
            try reserve(name, content)
        } else if item.fileName == nil {
            try reserve(name, content)
        } else if let writer {
            content.partToken = writer.content.partToken
            // Recorded first, because bytes of a new version must never be stored under the record of the old one.
            try record(.progressed(.nothing))
            try writer.file.truncate(to: 0)
            try record(.progressed(content))
            return try open(writer.file, content, map)
        } else {
            try record(.progressed(content))
        }
        guard let location = partLocation else { throw Self.missingPartName }
        return try open(location.directory.createPart(location.name), content, map)
    }

    private func open(_ part: PartFile, _ content: PartialContent, _ map: PieceMap) throws -> PartWriter {
        let algorithms = [item.checksum?.algorithm, content.digest?.algorithm].compactMap { $0 }
        // The progress of an item that may end its worker is recorded soon, because it clears the item.
        let soon = RetryPolicy().progressThreshold
        let writer = PartWriter(
            file: part, content: content, map: map, algorithms: algorithms,
            checkpointBytes: item.crashes > 0 ? min(options.checkpointBytes, soon) : options.checkpointBytes,
            progress: progress,
            reserve: { [options, path = (work?.directory ?? directory).path] in
                try options.freeSpace.reserve($0, in: path)
            })
        try state.withLock { state in
            if case .left = state.phase { throw QueueFailure(.internal, "\(part.path): the attempt has ended") }
            state.phase.openPart?.writer.abandon()
            state.phase = .writing(OpenPart(writer: writer, durable: content))
            if state.timer == nil { state.timer = makeTimer() }
        }
        return writer
    }

    // MARK: Closing

    /// Ends the attempt, after which another attempt may open the part file.
    func close() {
        let part = state.withLock { state in
            defer { (state.phase, state.timer, state.onFailure) = (.left, nil, nil) }
            state.timer?.cancel()
            return state.phase.openPart
        }
        part?.writer.abandon()
        part?.writer.file.unlock()
    }

    /// Deletes the part file, and records that no bytes are on disk.
    func discard() throws {
        let location = partLocation
        if item.content != .nothing { try record(.progressed(.nothing)) }
        let part = state.withLock { state -> OpenPart? in
            guard let part = state.phase.openPart else { return nil }
            state.phase = .prepared(unusedName: nil)
            return part
        }
        guard let part else { return }
        part.writer.abandon()
        try location?.unlink()
    }

    /// The failure if the name of a part file was never recorded, which is an error of Leftoff.
    static var missingPartName: QueueFailure { QueueFailure(.internal, "the part file has no name") }
}
