import Dispatch
import DownloadQueue
package import Fetching
import Synchronization
package import WHATWGURL

/// A sink for the body of one response: it keeps a short body in memory, and writes a long one to the part file.
final class DownloadSink: TransferSink {
    /// An error that occurs if a gzip file was compressed once more for its transfer, so that its body must be decoded.
    struct TwiceCompressed: Error {}

    /// The destination of the body.
    private enum Mode {
        /// No body is accepted, or the head has not been received.
        case none
        /// The body is held in memory.
        case memory
        /// The body is held in memory until the part file has been opened.
        case opening
        /// The body is written to the part file.
        case file(PartWriter, PartWriter.Cursor)
        /// The part file could not be opened.
        case failed(any Error)
    }

    /// A body that is held in memory.
    struct Memory: Sendable {
        /// The head of its response.
        var head: ResponseHead
        /// The version of the file, as the head describes it.
        var content: PartialContent
        /// The bytes received so far.
        var bytes: [UInt8]
        /// The share of the memory budget that the body occupies.
        var share: MemoryBudget.Share?
    }

    private struct State {
        var plan: ResponsePlan?
        var mode = Mode.none
        var head: ResponseHead?
        var content = PartialContent.nothing
        var buffer: [UInt8] = []
        var share: MemoryBudget.Share?
        var check: ContentCheck?
        var began = ContinuousClock.now
        /// The guard that examines the first bytes of the body; nil once they have been examined.
        var pageGuard: PageGuard?
        /// True until the first bytes of a gzip file with the coding gzip have been examined.
        var mayBeTwiceCompressed = false
        /// True if the part file is opened as soon as the first bytes have been examined.
        var opensLater = false

        /// True if the first bytes of the body decide nothing any more.
        var isExamined: Bool { pageGuard == nil && !mayBeTwiceCompressed }
    }

    /// The maximum number of bytes that are held while the part file is being opened.
    ///
    /// Once it is reached, the transfer is paused.
    private static let waitingBytes = 256 << 10

    /// The maximum number of bytes of a body of unknown length that are held in memory.
    private static let unknownBytes: Int64 = 128 << 10

    private let partial: PartialDownload
    private let range: RangeRequest
    private let resumed: PartWriter?
    private let transfer: RunningTransfer
    private let state = Mutex(State())

    /// Creates the sink of one request.
    ///
    /// - Parameters:
    ///   - partial: The part file and its record.
    ///   - range: The requested bytes.
    ///   - writer: The writer that resumes the bytes on disk; nil if there are none.
    ///   - transfer: The transfer of the request.
    init(partial: PartialDownload, range: RangeRequest, writer: PartWriter?, transfer: RunningTransfer) {
        self.partial = partial
        self.range = range
        resumed = writer
        self.transfer = transfer
    }

    /// The plan for the response; nil before its head was received.
    var plan: ResponsePlan? { state.withLock { $0.plan } }

    /// The writer of the body; nil if there is none, or the body is in memory.
    var writer: PartWriter? {
        state.withLock { state in
            if case .file(let writer, _) = state.mode { return writer }
            return nil
        }
    }

    /// The number of the claim of the response; nil if no other connection shares the file.
    var claim: Int? {
        state.withLock { state in
            if case .file(_, let cursor) = state.mode { return cursor.claim }
            return nil
        }
    }

    /// The body, if it is held in memory.
    var memory: Memory? {
        state.withLock { state in
            guard case .memory = state.mode, let head = state.head else { return nil }
            return Memory(head: head, content: state.content, bytes: state.buffer, share: state.share)
        }
    }

    /// True while the part file is being opened.
    var isOpening: Bool {
        state.withLock { state in
            if case .opening = state.mode { return true }
            return false
        }
    }

    /// Returns true if a partial body has the digest of its Content-Digest field; must be called once, at its end.
    func matchesContentDigest() throws -> Bool { try state.withLock { try $0.check?.matches() ?? true } }

    /// The error of opening the part file; nil if there was none.
    var failure: (any Error)? {
        state.withLock { state in
            if case .failed(let error) = state.mode { return error }
            return nil
        }
    }

    var isReady: Bool {
        state.withLock { state in
            if case .opening = state.mode { return state.buffer.count < Self.waitingBytes }
            return true
        }
    }

    func receive(head: ResponseHead) throws -> BodyDecision {
        partial.report(head, to: range)
        let disk = resumed?.content ?? .nothing
        let plan = partial.plan(head, for: range, disk: disk)
        return try state.withLock { state in
            state.plan = plan
            state.head = head
            state.began = .now
            switch plan {
            case .fromStart(let content):
                state.content = content
                let pageGuard = PageGuard(partial.item, disk: disk)
                if pageGuard.needsBody(head) { state.pageGuard = pageGuard }
                state.mayBeTwiceCompressed = range != .allCompressed && ResponsePlan.isCodedGzipFile(head)
                // An existing part file of another version is overwritten and keeps its name.
                let size = content.total ?? min(Self.unknownBytes, partial.options.memoryBytes)
                if size <= partial.options.memoryBytes, resumed == nil, let share = partial.budget.reserve(size) {
                    state.mode = .memory
                    state.share = share
                    state.buffer.reserveCapacity(Int(content.total ?? 0))
                } else if !state.isExamined {
                    // The bytes on disk are kept if the body turns out to be a page.
                    state.mode = .memory
                    state.opensLater = true
                } else {
                    open(&state)
                }
                return .accept
            case .resume(let content, let start, let count):
                guard let resumed else { throw QueueFailure(.internal, "there is no part file to resume") }
                state.mode = .file(resumed, resumed.resume(content, from: start, to: start + count))
                state.check = try ContentCheck(head)
                return .accept
            case .complete, .requestAll, .requestUnconditionally, .requestCompressed, .fail:
                return .refuse
            }
        }
    }

    func receive(body: UnsafeRawBufferPointer) throws {
        // A worker that was suspended for longer than it trusts its lease writes nothing more.
        try partial.journal.checkLease()
        let isDue = try state.withLock { state in
            switch state.mode {
            case .none: throw QueueFailure(.internal, "a body was received without its head")
            case .failed(let error): throw error
            case .memory:
                if let total = state.content.total, Int64(state.buffer.count + body.count) > total {
                    throw QueueFailure(.excess, "the server sent more than the announced \(total) bytes")
                }
                state.buffer.append(contentsOf: body)
                try examine(&state)
                let isLong = state.content.total == nil && state.buffer.count > Self.unknownBytes
                let isWhole = state.content.total == Int64(state.buffer.count)
                let isSlow = !isWhole && .now - state.began > partial.options.memoryTimeout
                if isLong || state.isExamined && (state.opensLater || isSlow) { open(&state) }
                // Progress of a body that arrives in one part is reported at the end of the download.
                if !isWhole { partial.progress(Int64(state.buffer.count), state.content.total) }
                return false
            case .opening:
                state.buffer.append(contentsOf: body)
                return false
            case .file(let writer, var cursor):
                defer { state.mode = .file(writer, cursor) }
                try state.check?.update(body)
                return try writer.write(body, at: &cursor)
            }
        }
        if isDue { partial.requestCheckpoint() }
    }

    /// Examines a body that was too short to be examined earlier, and lets it replace the bytes on disk.
    ///
    /// Another call has the same result and no effect.
    ///
    /// - Throws: The failure if it is a page instead of the promised file.
    func end() throws {
        try state.withLock { state in
            guard case .memory = state.mode else { return }
            try examine(&state, isWhole: true)
            if state.opensLater { open(&state) }
        }
    }

    /// Examines the first bytes of a body; throws if they show a page instead of the promised file, or
    /// ``TwiceCompressed``.
    private func examine(_ state: inout State, isWhole: Bool = false) throws {
        guard !state.isExamined, let head = state.head else { return }
        let isWhole = isWhole || state.content.total == Int64(state.buffer.count)
        if let pageGuard = state.pageGuard, isWhole || state.buffer.count >= PageGuard.signatureBytes {
            if let failure = pageGuard.failure(head, beginning: state.buffer.prefix(PageGuard.signatureBytes)) {
                throw failure.prefixed(by: partial.item.url.href)
            }
            state.pageGuard = nil
        }
        if state.mayBeTwiceCompressed {
            if GzipSignature.isTwice(state.buffer.prefix(GzipSignature.byteCount)) { throw TwiceCompressed() }
            if isWhole || state.buffer.count >= GzipSignature.byteCount { state.mayBeTwiceCompressed = false }
        }
    }

    /// Opens the part file on the disk queue.
    private func open(_ state: inout State) {
        guard let head = state.head else { return }
        state.mode = .opening
        let content = state.content
        partial.queue.async { [self] in
            do {
                let writer = try partial.begin(head, content, allowsSegments: range == .all)
                try self.state.withLock { try flush(&$0, into: writer) }
                if writer.isSplit { transfer.reportSplit() }
            } catch {
                self.state.withLock { $0.mode = .failed(error) }
            }
            transfer.resume()
        }
    }

    /// Writes the bytes that were received while the file was being opened.
    private func flush(_ state: inout State, into writer: PartWriter) throws {
        let claim = writer.isSplit ? writer.claimAll() : nil
        var cursor = PartWriter.Cursor(claim: claim, piece: 0, position: 0, end: state.content.total ?? .max)
        _ = try state.buffer.withUnsafeBytes { bytes in
            bytes.isEmpty ? false : try writer.write(bytes, at: &cursor)
        }
        state.buffer = []
        state.share = nil
        state.mode = .file(writer, cursor)
    }

    /// Writes the body in memory to the part file, because the transfer ended early; blocks on the disk.
    func spill() throws {
        let isExamined = state.withLock { $0.isExamined && !$0.opensLater }
        guard let memory, isExamined, !memory.bytes.isEmpty, memory.content.validator != nil else { return }
        let writer = try partial.begin(memory.head, memory.content, allowsSegments: false)
        try state.withLock { try flush(&$0, into: writer) }
    }
}

/// The head of a response to one of a download's requests.
package struct DownloadResponse: Sendable, Hashable {
    /// The requested URL.
    package var url: WebURL

    /// The value of the request's Range field; nil if the whole file was requested.
    package var range: String?

    /// The head of the response.
    package var head: ResponseHead
}

extension PartialDownload {
    /// Returns the plan for a response, which is not accepted if it is a page instead of a part of the promised file.
    func plan(_ head: ResponseHead, for range: RangeRequest, disk: PartialContent) -> ResponsePlan {
        let plan = ResponsePlan.decide(head: head, range: range, disk: disk, now: journal.now)
        // A whole body is examined, because its type may be wrong. So may that of the bytes on disk.
        guard case .resume = plan, !disk.isPage, let failure = PageGuard(item, disk: disk).failure(ofPart: head) else {
            return plan
        }
        return .fail(failure, retryAfter: nil)
    }

    /// Passes the head of a response to ``DownloadOptions/onResponse``.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - range: The requested bytes.
    ///   - end: The end of the requested bytes; nil for all that follow.
    func report(_ head: ResponseHead, to range: RangeRequest, until end: Int64? = nil) {
        guard let onResponse = options.onResponse else { return }
        onResponse(DownloadResponse(url: item.url, range: range.range(to: end), head: head))
    }
}

/// A limit on the memory that the bodies of all downloads of a worker occupy.
final class MemoryBudget: Sendable {
    private let available: Atomic<Int64>

    /// Creates a budget of a number of bytes.
    init(_ bytes: Int64) {
        available = Atomic(bytes)
    }

    /// Reserves a share, which is released when it is deinitialized.
    ///
    /// - Parameter bytes: The size of the share.
    /// - Returns: The share; nil if too little memory is left.
    func reserve(_ bytes: Int64) -> Share? {
        guard available.subtract(bytes, ordering: .relaxed).newValue >= 0 else {
            available.add(bytes, ordering: .relaxed)
            return nil
        }
        return Share(budget: self, bytes: bytes)
    }

    /// A reserved part of the budget.
    final class Share: Sendable {
        private let budget: MemoryBudget
        private let bytes: Int64

        fileprivate init(budget: MemoryBudget, bytes: Int64) {
            self.budget = budget
            self.bytes = bytes
        }

        deinit {
            budget.available.add(bytes, ordering: .relaxed)
        }
    }
}
