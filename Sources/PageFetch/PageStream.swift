import Synchronization
import Transfer
import WHATWGURL

/// Carries one response from the engine's thread to its receiver on a thread of the delivery queue.
///
/// Short pages arrive whole and cost one change of threads. Of long ones at most ``maximumBufferedBytes`` wait.
final class PageStream: TransferSink {
    /// What takes the response in, on a thread of the delivery queue, one call at a time.
    protocol Receiver: AnyObject, Sendable {
        /// Decides on the engine's thread whether the response is passed on; it is to be quick.
        func wants(_ head: ResponseHead) -> Bool
        func receive(head: ResponseHead) throws -> BodyDecision
        func receive(body: UnsafeRawBufferPointer) throws -> BodyDecision
        /// Whether the next bytes may come; when not, ``PageStream/resume()`` is called later.
        var isReady: Bool { get }
        /// Whether there is to be another try after an error, so that nothing need be known of this one.
        func triesAgain(after error: any Error) -> Bool
        func end(_ end: End)
    }

    /// How a response ended.
    struct End: Sendable {
        var result: Result<TransferSummary, any Error>

        /// True when the receiver got its head.
        var isBegun: Bool

        /// True when the receiver did not want the body.
        var wasRefused: Bool

        /// The length of the body as the receiver got it.
        var bodyBytes: Int64
    }

    private struct State {
        var head: ResponseHead?
        var chunks: [[UInt8]] = []
        var bufferedBytes = 0
        var result: Result<TransferSummary, any Error>?
        var transfer: (any FlowControl)?
        var isScheduled = false
        var waitsForRoom = false
        var isStopped = false
        // The receiver was not ready, and has not been since; or it has become ready since it was last asked.
        var isHeld = false
        var isShort = false
        var wasResumed = false
    }

    /// What waits before the receiver is called, unless the response has ended.
    private static let batchBytes = 262_144

    /// What waits at most; the server has to wait then.
    private static let maximumBufferedBytes = 524_288

    private let receiver: any Receiver
    private let queue: DeliveryQueue
    private let state = Mutex(State())

    // Of the delivery queue's threads alone, one at a time.
    private let progress = Mutex(Progress())

    private struct Progress {
        var isBegun = false
        var wasRefused = false
        var failure: (any Error)?
        var bodyBytes: Int64 = 0
    }

    init(receiver: any Receiver, queue: DeliveryQueue) {
        self.receiver = receiver
        self.queue = queue
    }

    /// Starts the transfer.
    func start(_ request: TransferRequest, engine: TransferEngine) {
        let transfer = engine.start(request, into: self) { self.end($0) }
        let (isStopped, mayWait) = state.withLock { state in
            // The handle retains this stream, so it is not kept once the transfer has ended.
            if state.result == nil { state.transfer = transfer }
            defer { state.waitsForRoom = false }
            return (state.isStopped, state.waitsForRoom)
        }
        // The transfer may have begun, and paused, before its handle was stored.
        if mayWait { transfer.resume() }
        if isStopped { transfer.cancel() }
    }

    /// Ends the transfer.
    func cancel() {
        let (transfer, isDue) = state.withLock { state in
            state.isStopped = true
            guard state.isHeld, state.result != nil else { return (state.transfer, false) }
            // The transfer has ended, and only the receiver was waited for.
            state.isHeld = false
            return (state.transfer, Self.schedules(&state))
        }
        transfer?.cancel()
        if isDue { queue.schedule { self.deliver() } }
    }

    /// Goes on with a receiver that was not ready.
    func resume() {
        let isDue = state.withLock { state in
            state.wasResumed = true
            guard state.isHeld else { return false }
            state.isHeld = false
            return Self.schedules(&state)
        }
        if isDue { queue.schedule { self.deliver() } }
    }

    // MARK: On the engine's thread

    func receive(head: ResponseHead) -> BodyDecision {
        guard receiver.wants(head) else { return .refuse }
        state.withLock { state in
            state.head = head
            state.isShort = Self.isShort(head)
        }
        return .accept
    }

    /// Whether a body is announced to be short; one that is compressed may grow.
    private static func isShort(_ head: ResponseHead) -> Bool {
        guard head["Content-Encoding"] == nil, let length = head["Content-Length"].flatMap({ Int($0) }) else {
            return false
        }
        return length <= DeliveryQueue.shortChunkSize
    }

    func receive(body: UnsafeRawBufferPointer) {
        let isDue = state.withLock { state in
            guard !state.isStopped else { return false }
            var rest = body
            while !rest.isEmpty {
                let size = state.isShort ? DeliveryQueue.shortChunkSize : DeliveryQueue.chunkSize
                let room = state.chunks.last.map { size - $0.count } ?? 0
                if room <= 0 {
                    state.chunks.append(queue.takeChunk(isShort: state.isShort))
                    continue
                }
                let part = min(room, rest.count)
                state.chunks[state.chunks.count - 1].append(contentsOf: UnsafeRawBufferPointer(rebasing: rest[..<part]))
                rest = UnsafeRawBufferPointer(rebasing: rest[part...])
            }
            state.bufferedBytes += body.count
            return state.bufferedBytes >= Self.batchBytes && !state.isHeld && Self.schedules(&state)
        }
        if isDue { queue.schedule { self.deliver() } }
    }

    var isReady: Bool {
        state.withLock { state in
            guard state.bufferedBytes >= Self.maximumBufferedBytes else { return true }
            state.waitsForRoom = true
            return false
        }
    }

    private func end(_ result: Result<TransferSummary, any Error>) {
        let isDue = state.withLock { state in
            state.result = result
            state.transfer = nil
            // One that was stopped has nothing to wait for.
            if state.isStopped { state.isHeld = false }
            return !state.isHeld && Self.schedules(&state)
        }
        if isDue { queue.schedule { self.deliver() } }
    }

    private static func schedules(_ state: inout State) -> Bool {
        defer { state.isScheduled = true }
        return !state.isScheduled
    }

    // MARK: On a thread of the delivery queue

    private struct Batch {
        var head: ResponseHead?
        var chunks: [[UInt8]]
        var result: Result<TransferSummary, any Error>?
        var isStopped: Bool
    }

    private func deliver() {
        while true {
            guard mayGoOn() else { return }
            var batch = state.withLock { state in
                let batch = Batch(
                    head: state.head, chunks: state.chunks, result: state.result, isStopped: state.isStopped)
                (state.chunks, state.head) = ([], nil)
                if batch.chunks.isEmpty, batch.result == nil { state.isScheduled = false }
                return batch
            }
            if batch.chunks.isEmpty, batch.result == nil { return }
            progress.withLock { pass(batch, &$0) }
            giveBack(&batch.chunks)
            if let result = batch.result { return finish(result) }
        }
    }

    /// Asks whether the receiver is ready, and holds the stream when it is not.
    private func mayGoOn() -> Bool {
        while true {
            let mustAsk = state.withLock { state in
                state.wasResumed = false
                return !state.isStopped
            }
            if !mustAsk || receiver.isReady { return true }
            let isHeld = state.withLock { state in
                guard !state.wasResumed, !state.isStopped else { return false }
                (state.isHeld, state.isScheduled) = (true, false)
                return true
            }
            if isHeld { return false }
        }
    }

    private func pass(_ batch: borrowing Batch, _ progress: inout Progress) {
        guard progress.failure == nil, !progress.wasRefused, !batch.isStopped else { return }
        // What has not been begun can be tried again, as if nothing had come.
        if case .failure(let error) = batch.result, !progress.isBegun, receiver.triesAgain(after: error) { return }
        do {
            if let head = batch.head {
                progress.isBegun = true
                progress.wasRefused = try receiver.receive(head: head) == .refuse
            }
            for chunk in batch.chunks where !progress.wasRefused {
                progress.wasRefused = try chunk.withUnsafeBytes { try receiver.receive(body: $0) } == .refuse
                progress.bodyBytes += Int64(chunk.count)
            }
        } catch {
            progress.failure = error
        }
        if progress.failure != nil || progress.wasRefused { cancel() }
    }

    private func giveBack(_ chunks: inout [[UInt8]]) {
        let byteCount = chunks.reduce(0) { $0 + $1.count }
        while let chunk = chunks.popLast() { queue.giveBack(chunk) }
        let transfer = state.withLock { state -> (any FlowControl)? in
            state.bufferedBytes -= byteCount
            guard state.waitsForRoom, let transfer = state.transfer else { return nil }
            state.waitsForRoom = false
            return transfer
        }
        transfer?.resume()
    }

    private func finish(_ result: Result<TransferSummary, any Error>) {
        let end = progress.withLock { progress in
            End(
                result: progress.failure.map { .failure($0) } ?? result, isBegun: progress.isBegun,
                wasRefused: progress.wasRefused, bodyBytes: progress.bodyBytes)
        }
        receiver.end(end)
    }
}
