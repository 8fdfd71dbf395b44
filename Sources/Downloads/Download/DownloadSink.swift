import Dispatch
import DownloadQueue
import Synchronization
import Transfer

/// Takes one response's body in, as its plan says: a short one into memory, a long one into the part file.
final class DownloadSink: TransferSink {
    /// Where the body goes.
    private enum Mode {
        /// Nothing is wanted, or the head has not come.
        case none
        /// Into memory, all of it.
        case memory
        /// Into memory, until the part file is open.
        case opening
        /// Into the part file.
        case file(PartWriter, PartWriter.Cursor)
        /// Nowhere: something has failed.
        case failed(any Error)
    }

    /// A body that is held in memory.
    struct Memory: Sendable {
        /// The head of its response.
        var head: ResponseHead
        /// What the head says about it.
        var content: PartialContent
        /// What has come of it.
        var bytes: [UInt8]
        /// What it takes of the memory for bodies.
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
    }

    /// What comes while the file is being opened; then the server has to wait.
    private static let waitingBytes = 256 << 10

    /// What a body of unknown length may grow to in memory.
    private static let unknownBytes: Int64 = 128 << 10

    private let site: PartialDownload
    private let ask: RangeRequest
    private let resumed: PartWriter?
    private let transfer: RunningTransfer
    private let state = Mutex(State())

    /// Makes a sink for one request.
    ///
    /// - Parameters:
    ///   - site: The place on disk.
    ///   - ask: What the request asks for.
    ///   - writer: Goes on with what is on disk, where something is.
    ///   - transfer: The transfer that it serves.
    init(site: PartialDownload, ask: RangeRequest, writer: PartWriter?, transfer: RunningTransfer) {
        self.site = site
        self.ask = ask
        resumed = writer
        self.transfer = transfer
    }

    /// What was decided; nil before a response came.
    var plan: ResponsePlan? { state.withLock { $0.plan } }

    /// Writes the body; nil when there is none, or it is in memory.
    var writer: PartWriter? {
        state.withLock { state in
            if case .file(let writer, _) = state.mode { return writer }
            return nil
        }
    }

    /// The piece that the response fills last.
    var piece: Int? {
        state.withLock { state in
            if case .file(_, let cursor) = state.mode { return cursor.piece }
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

    /// Tells, at the end of a part and only once, whether it has the digest that it announced.
    func isAsAnnounced() throws -> Bool { try state.withLock { try $0.check?.isRight() ?? true } }

    /// Why the part file could not be opened.
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
        site.tell(head, to: ask)
        let plan = ResponsePlan.decide(
            head: head, ask: ask, disk: resumed?.content ?? .nothing, now: site.journal.now)
        return try state.withLock { state in
            state.plan = plan
            state.head = head
            state.began = .now
            switch plan {
            case .fromStart(let content):
                state.content = content
                // A part file that is there of another version is written over, and keeps its name.
                let size = content.total ?? min(Self.unknownBytes, site.options.memoryBytes)
                if size <= site.options.memoryBytes, resumed == nil, let share = site.budget.take(size) {
                    state.mode = .memory
                    state.share = share
                    state.buffer.reserveCapacity(Int(content.total ?? 0))
                } else {
                    open(&state)
                }
                return .accept
            case .goOn(let content, let start, let count):
                guard let resumed else { throw QueueFailure(.internal, "no part file to go on with") }
                state.mode = .file(resumed, resumed.goOn(content, from: start, to: start + count))
                state.check = try ContentCheck(head)
                return .accept
            case .complete, .askForAll, .askWithoutCondition, .askCompressed, .fail:
                return .refuse
            }
        }
    }

    func receive(body: UnsafeRawBufferPointer) throws {
        let isDue = try state.withLock { state in
            switch state.mode {
            case .none: throw QueueFailure(.internal, "no place for a body")
            case .failed(let error): throw error
            case .memory:
                if let total = state.content.total, Int64(state.buffer.count + body.count) > total {
                    throw QueueFailure(.excess, "the server sent more than the announced \(total) bytes")
                }
                state.buffer.append(contentsOf: body)
                let isLong = state.content.total == nil && state.buffer.count > Self.unknownBytes
                let isWhole = state.content.total == Int64(state.buffer.count)
                if isLong || !isWhole && .now - state.began > site.options.memoryPatience { open(&state) }
                // The end tells enough of what comes in one go.
                if !isWhole { site.progress(Int64(state.buffer.count), state.content.total) }
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
        if isDue { site.requestCheckpoint() }
    }

    /// Opens the part file on the disk's thread.
    private func open(_ state: inout State) {
        guard let head = state.head else { return }
        state.mode = .opening
        let content = state.content
        site.queue.async { [self] in
            do {
                let writer = try site.begin(head, content, mayBeSplit: ask == .all)
                try self.state.withLock { try flush(&$0, into: writer) }
                if writer.isSplit { transfer.announceSplit() }
            } catch {
                self.state.withLock { $0.mode = .failed(error) }
            }
            transfer.resume()
        }
    }

    /// Writes what has come while the file was being opened.
    private func flush(_ state: inout State, into writer: PartWriter) throws {
        let piece = writer.isSplit ? writer.takePiece()?.piece ?? 0 : 0
        var cursor = PartWriter.Cursor(piece: piece, position: 0, end: state.content.total ?? .max)
        _ = try state.buffer.withUnsafeBytes { bytes in
            bytes.isEmpty ? false : try writer.write(bytes, at: &cursor)
        }
        state.buffer = []
        state.share = nil
        state.mode = .file(writer, cursor)
    }

    /// Puts what is in memory into the part file, since no more of it comes now.
    ///
    /// It blocks on the disk.
    func spill() throws {
        guard let memory, !memory.bytes.isEmpty, memory.content.validator != nil else { return }
        let writer = try site.begin(memory.head, memory.content, mayBeSplit: false)
        try state.withLock { try flush(&$0, into: writer) }
    }
}
