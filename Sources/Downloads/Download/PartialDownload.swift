import Dispatch
import DownloadQueue
import Fetching
import FileFormats
import Synchronization
import Syntax

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
        case ended

        /// The part file while it is open; otherwise nil.
        var openPart: OpenPart? {
            switch self {
            case .writing(let part), .finishing(let part): part
            case .prepared, .ended: nil
            }
        }
    }

    private struct State {
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
    private let state: Mutex<State>

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
            let name = item.preferredName()
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
        let name = item.preferredName(head)
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
        let threshold = RetryPolicy().progressThreshold
        let writer = PartWriter(
            file: part, content: content, map: map, algorithms: algorithms,
            checkpointBytes: item.crashes > 0 ? min(options.checkpointBytes, threshold) : options.checkpointBytes,
            progress: progress,
            reserve: { [options, path = (work?.directory ?? directory).path] in
                try options.freeSpace.reserve($0, in: path)
            })
        try state.withLock { state in
            if case .ended = state.phase { throw QueueFailure(.internal, "\(part.path): the attempt has ended") }
            state.phase.openPart?.writer.stopHashing()
            state.phase = .writing(OpenPart(writer: writer, durable: content))
            if state.timer == nil { state.timer = makeTimer() }
        }
        return writer
    }

    // MARK: Closing

    /// Ends the attempt, after which another attempt may open the part file.
    func close() {
        let part = state.withLock { state in
            defer { (state.phase, state.timer, state.onFailure) = (.ended, nil, nil) }
            state.timer?.cancel()
            return state.phase.openPart
        }
        part?.writer.stopHashing()
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
        part.writer.stopHashing()
        try location?.unlink()
    }

    /// The failure if the name of a part file was never recorded, which is an error of Leftoff.
    static var missingPartName: QueueFailure { QueueFailure(.internal, "the part file has no name") }
}

extension PartialDownload {
    /// Sets the function that is called when a checkpoint fails.
    func onFailure(_ action: @escaping @Sendable (any Error) -> Void) {
        state.withLock { $0.onFailure = action }
    }

    /// Creates a task that requests checkpoints at intervals, as slow connections need.
    private func makeTimer() -> Task<Void, Never> {
        Task { [weak self, journal, interval = options.checkpointInterval] in
            while !Task.isCancelled {
                do {
                    try await journal.sleep(for: interval)
                } catch {
                    return
                }
                guard let self else { return }
                requestCheckpoint()
            }
        }
    }

    /// Schedules a checkpoint on the disk queue, unless one is scheduled already.
    func requestCheckpoint() {
        let isFirst = state.withLock { state in
            guard case .writing(var part) = state.phase, !part.isCheckpointScheduled else { return false }
            part.isCheckpointScheduled = true
            state.phase = .writing(part)
            return true
        }
        guard isFirst else { return }
        queue.async { [self] in
            updateOpenPart { $0.isCheckpointScheduled = false }
            do {
                try checkpoint()
            } catch QueueError.storeUnavailable {
                // The bytes are on disk; a later checkpoint records them.
            } catch {
                state.withLock(\.onFailure)?(error)
            }
        }
    }

    /// Makes the written bytes durable and records them, while the part file is being written.
    ///
    /// - Parameter waitsForStore: True to repeat the record while the store is unavailable.
    /// - Throws: ``QueueFailure``, and errors of the store.
    func checkpoint(waitsForStore: Bool = false) throws {
        let (item, part) = state.withLock { state -> (QueueItem, OpenPart?) in
            guard case .writing(let part) = state.phase, !state.isDistrusted else { return (state.item, nil) }
            return (state.item, part)
        }
        guard let part, item.partName != nil else { return }
        let content = part.writer.content
        guard content != item.content else { return }
        if options.durability == .full { try sync(part.writer.file) }
        let event = QueueEvent.progressed(content)
        update(try (waitsForStore ? journal.record(event) : journal.recordOnce(event)).item)
        updateOpenPart { $0.durable = content }
    }

    /// Prevents further checkpoints, because the file is about to be renamed.
    ///
    /// A checkpoint after the name was recorded would make the item look unfinished, and the file would be downloaded
    /// again under another name. Must be called on the disk queue, after all earlier checkpoints.
    func beginFinishing() {
        state.withLock { state in
            if case .writing(let part) = state.phase { state.phase = .finishing(part) }
        }
    }

    /// Makes a part file's bytes durable.
    ///
    /// After a failure, bytes beyond the last checkpoint are no longer trusted: the system may return them from its
    /// cache although they are not on disk.
    ///
    /// - Parameter file: The part file.
    /// - Throws: ``QueueFailure``.
    func sync(_ file: PartFile) throws {
        do {
            try file.syncData()
        } catch {
            var content = state.withLock { state in
                state.isDistrusted = true
                return state.phase.openPart?.durable ?? .nothing
            }
            content.boot = nil
            if content.durableBytes == 0 { content = .nothing }
            _ = try? record(.progressed(content))
            throw error
        }
    }

    /// Changes the state of the open part file.
    private func updateOpenPart(_ change: (inout OpenPart) -> Void) {
        state.withLock { state in
            guard case .writing(var part) = state.phase else { return }
            change(&part)
            state.phase = .writing(part)
        }
    }

    // MARK: The disk queue

    /// Waits until all earlier operations of the disk queue have finished.
    func drain() async {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume() }
        }
    }

    /// Runs a call on the disk queue, after all earlier operations.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: body)) }
        }
    }
}

extension PartialDownload {
    /// Chooses an unused name, and records it before any file on disk has it.
    ///
    /// - Parameters:
    ///   - base: The preferred name. If it is in use, a number is appended.
    ///   - content: The version that is about to be written.
    /// - Throws: ``QueueFailure``, and errors of the store.
    private func reserve(_ base: String, _ content: PartialContent) throws {
        for number in 0..<Self.numberLimit {
            let name = FileName.numbered(base, number)
            guard try canUse(name), try isUnused(name + QueueItem.partSuffix) else { continue }
            do {
                try record(.named(name), .progressed(content))
                return
            } catch QueueError.nameTaken {
                continue
            }
        }
        throw namesExhaustedFailure(base)
    }

    /// Returns true if no file has a name; throws if it is a symbolic link.
    func isUnused(_ name: String) throws -> Bool {
        switch try directory.entry(name) {
        case nil: return true
        case .symbolicLink: throw directory.symbolicLinkFailure(name)
        case .file, .other: return false
        }
    }

    /// Returns true if the file may get a name: it is unused, or its file may be overwritten.
    func canUse(_ name: String) throws -> Bool { try isUnused(name) || canReplace(name) }

    /// Returns true if the file with a name may be overwritten.
    func canReplace(_ name: String) throws -> Bool {
        guard options.overwrites, !writtenPaths.contains(directory.path(of: name)),
            case .file = try directory.entry(name)
        else { return false }
        return true
    }

    /// Returns the failure for a name that is in use with every number.
    func namesExhaustedFailure(_ base: String) -> QueueFailure {
        QueueFailure(.disk, "\(directory.path(of: base)): too many files have this name", isLasting: true)
    }
}

extension PartialDownload {
    /// Finishes a download whose worker ended between renaming the file and recording that it is done.
    ///
    /// - Returns: The item if it is done now; nil if it has to be downloaded.
    /// - Throws: ``QueueFailure``, and errors of the store.
    func recover() throws -> QueueItem? {
        try discardStagedFile()
        guard let sha256 = item.sha256, let fileName = item.fileName, let partName = item.partName else { return nil }
        // A complete part file in the work directory is published as after any other interruption.
        guard work == nil, item.content.partToken == nil else { return try finishPublished(fileName, sha256: sha256) }
        let part = try directory.entry(partName)
        let final = try directory.entry(fileName)
        switch (part, final) {
        case (.file(_, let inode), .file(_, let other)) where inode == other:
            // The rename was done without RENAME_NOREPLACE: the link was created, but the old name was not deleted.
            try directory.unlink(partName)
            return try complete()
        case (.file, _):
            guard let file = try directory.openPart(partName), try PartHasher.sha256(of: file) == sha256 else { break }
            let finished = FinishedDownload(
                partial: self, body: .part(file), content: item.content, digests: FileDigests(sha256: sha256))
            return try CommitBatch.commit([finished])[0].get()
        case (nil, .file):
            if let file = try directory.openComplete(fileName), try PartHasher.sha256(of: file) == sha256 {
                return try complete()
            }
        default: break
        }
        try record(.progressed(.nothing))
        return nil
    }

    /// Makes the final name durable, and records that the download is done.
    private func complete() throws -> QueueItem {
        if options.durability == .full { try directory.sync() }
        return try record(.completed)
    }
}

/// Publishing a part file of the work directory in its destination, which may be on another file system.
///
/// The complete file is staged: its bytes are written to a hidden name in the destination and made durable. Then it is
/// renamed. The hidden name contains the token of the part file, which was recorded before the staged file is created.
/// The next attempt, on any machine, first deletes the staged file by that name. After that, a worker that was
/// suspended just before the rename has nothing left to rename, and a file that has the final name and the recorded
/// digest was published before.
extension PartialDownload {
    /// A request to end the staging of a file.
    private final class Cancellation: Sendable {
        private let state = Atomic(false)

        var isRequested: Bool { state.load(ordering: .relaxed) }

        func request() { state.store(true, ordering: .relaxed) }
    }

    /// Stages the complete file if the destination is on another file system than the work directory.
    ///
    /// - Parameter download: A download whose bytes have all been received.
    /// - Returns: The download with its staged file, or the unchanged one.
    /// - Throws: ``QueueFailure``, ``QueueError/leaseLost(id:)``, and `CancellationError`. No staged file is left then.
    func stagedInDestination(_ download: FinishedDownload) async throws -> FinishedDownload {
        guard let work, !WorkDirectory.isOnFileSystem(work.directory.path, of: directory.path) else { return download }
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await run { [self] in
                try stage(download) { if cancellation.isRequested { throw CancellationError() } }
            }
        } onCancel: {
            cancellation.request()
        }
    }

    /// Stages the complete file; blocks on the disk.
    ///
    /// - Parameters:
    ///   - download: A download whose bytes are in the part file.
    ///   - check: Called before each block; an error that it throws ends the staging.
    /// - Returns: The download with its staged file.
    /// - Throws: ``QueueFailure``, ``QueueError/leaseLost(id:)``, and the errors of `check`. No staged file is left
    ///   then.
    func stage(_ download: FinishedDownload, check: () throws -> Void = {}) throws -> FinishedDownload {
        guard case .part(let file) = download.body, let token = download.content.partToken else {
            throw Self.missingPartName
        }
        let location = PartLocation(directory: directory, name: WorkDirectory.stagedName(token: token))
        guard let staged = try directory.createFile(location.name, [], isPrivate: options.overwrites) else {
            throw QueueFailure(.disk, "\(location.path): another program has created the file")
        }
        do {
            let count = try file.copy(to: staged) { count in
                try options.freeSpace.reserve(count, in: directory.path)
                try journal.checkLease()
                try check()
            }
            guard count == download.content.durableBytes else {
                throw QueueFailure(.disk, "\(file.path): another program has changed its size")
            }
            // A file server may report only now that its disk is full.
            if options.durability == .full { try staged.syncData() }
        } catch {
            try? location.unlink()
            throw error
        }
        var result = download
        result.body = .part(staged)
        result.location = location
        return result
    }

    /// Deletes the staged file of an earlier attempt, after which no suspended worker can publish it any more.
    private func discardStagedFile() throws {
        guard let token = item.content.partToken else { return }
        try directory.unlink(WorkDirectory.stagedName(token: token))
    }

    /// Finishes a download whose file an earlier attempt has published, possibly on another machine.
    ///
    /// - Parameters:
    ///   - fileName: The recorded name.
    ///   - sha256: The recorded digest.
    /// - Returns: The item, which is done; nil if the file with the name has another digest or does not exist.
    /// - Throws: ``QueueFailure``, and errors of the store.
    private func finishPublished(_ fileName: String, sha256: String) throws -> QueueItem? {
        guard let file = try directory.openComplete(fileName), try file.size() == item.content.durableBytes,
            try PartHasher.sha256(of: file) == sha256
        else { return nil }
        let location = partLocation
        let done = try complete()
        // If this fails, a later run deletes the file.
        try? location?.unlink()
        return done
    }
}
