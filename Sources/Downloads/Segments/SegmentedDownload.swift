import DownloadQueue
import Synchronization
import Transfer
import WHATWGURL

/// A download of one file by several connections, each of which fetches one piece after another.
///
/// All pieces belong to one version: each request has a precondition with the validator, and the entity tag, size and
/// range of each response are checked. Any contradiction makes the download start over.
final class SegmentedDownload: Sendable {
    /// An error that occurs if the bytes on disk cannot be continued.
    struct StartOver: Error {}

    /// The outcome of the request of a piece.
    private enum Outcome {
        case complete
        /// The connection broke or the response was too short; another request may fetch the rest.
        case broken(any Error)
        /// The server refuses this connection.
        case refused(any Error)
    }

    private struct State {
        /// The number of connections that still fetch pieces.
        var connections: Int
        /// The number of failures in a row without receiving a byte.
        var failures = 0
        /// True once the last remaining connection has repeated its request.
        var hasRetriedAlone = false
        /// The failure that stops all transfers.
        var error: (any Error)?
        var running: [ObjectIdentifier: RunningTransfer] = [:]
    }

    /// The number of connections that break in a row, without receiving a byte, at which the download fails.
    private static let failureLimit = 3

    /// The minimum number of bytes that are compared when a piece is resumed.
    private static let leastOverlap: Int64 = 4 << 10

    private let attempt: DownloadAttempt
    private let writer: PartWriter
    /// The number of connections in addition to the first.
    private let extraConnections: Int
    private let state: Mutex<State>

    /// Creates the download of a file in pieces, as a part of an attempt.
    init(attempt: DownloadAttempt, writer: PartWriter) {
        self.attempt = attempt
        self.writer = writer
        extraConnections = attempt.segmentBudget.reserve(
            max(0, attempt.options.segments - 1), for: attempt.partial.item.url.host)
        state = Mutex(State(connections: 1 + extraConnections))
    }

    /// Downloads the missing pieces; must be called once.
    ///
    /// - Parameter first: The transfer that requested the whole file, and continues from piece to piece; nil if there
    ///   is none.
    /// - Throws: ``StartOver``, the failure of the last response, or a failure of the disk.
    func run(first: (transfer: RunningTransfer, sink: DownloadSink)?) async throws {
        defer { attempt.segmentBudget.release(extraConnections, for: attempt.partial.item.url.host) }
        let count = state.withLock(\.connections)
        attempt.partial.onFailure { self.stopAll($0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            if let first {
                group.addTask {
                    try await self.follow(first.transfer, first.sink)
                    try await self.fetchPieces()
                }
            }
            for _ in (first == nil ? 0 : 1)..<count { group.addTask { try await self.fetchPieces() } }
            try await group.waitForAll()
        }
        if writer.missingBytes > 0 {
            throw QueueFailure(.short, "\(address): \(writer.missingBytes) bytes are missing")
        }
    }

    private func stopAll(_ error: any Error) {
        let running = state.withLock { state in
            state.error = error
            return Array(state.running.values)
        }
        for transfer in running { transfer.stop(error) }
    }

    /// Waits for the end of the transfer that requested the whole file.
    private func follow(_ transfer: RunningTransfer, _ sink: DownloadSink) async throws {
        let result = await end(of: transfer)
        if let piece = sink.piece { writer.release(piece) }
        if case .success(let summary) = result, summary.hasExcessBody {
            throw QueueFailure(.excess, "\(address): the server sent more than it announced")
        }
        if case .failure(let error) = result { try countFailure(error) }
    }

    /// Fetches one piece after another until none is left to claim.
    private func fetchPieces() async throws {
        while let piece = writer.claimPiece() {
            let before = writer.missingBytes
            let outcome: Outcome
            do {
                outcome = try await fetch(piece)
            } catch {
                writer.release(piece.index)
                throw error
            }
            writer.release(piece.index)
            switch outcome {
            case .complete: state.withLock { $0.failures = 0 }
            case .broken(let error):
                if writer.missingBytes < before { state.withLock { $0.failures = 0 } }
                try countFailure(error)
            case .refused(let error):
                // Many servers refuse a third connection from one client. The other connections fetch its pieces, and
                // the last one repeats its request once it is alone.
                if try endConnection(after: error) { return }
            }
        }
        state.withLock { $0.connections -= 1 }
    }

    /// Ends a connection that the server refused.
    ///
    /// - Parameter error: The failure that the server's refusal caused.
    /// - Returns: False if it is the last connection and must repeat its request.
    /// - Throws: The error, if it is the last connection and has already repeated its request.
    private func endConnection(after error: any Error) throws -> Bool {
        try state.withLock { state in
            guard state.connections == 1 else {
                state.connections -= 1
                return true
            }
            guard !state.hasRetriedAlone else { throw error }
            state.hasRetriedAlone = true
            return false
        }
    }

    /// Counts a broken connection; throws its error if it is permanent or the limit is reached.
    private func countFailure(_ error: any Error) throws {
        switch error {
        case is PartWriter.EndOfPiece: return
        case is PartWriter.Mismatch: throw StartOver()
        case let error as TransferError where error.isTransient: break
        case let failure as QueueFailure where failure.class == .short || failure.class == .excess: break
        default: throw error
        }
        let failures = state.withLock { state in
            state.failures += 1
            return state.failures
        }
        if failures >= Self.failureLimit { throw error }
    }

    private func end(of transfer: RunningTransfer) async -> Result<TransferSummary, any Error> {
        let error = state.withLock { state in
            state.running[ObjectIdentifier(transfer)] = transfer
            return state.error
        }
        // A checkpoint may have failed before the transfer was added here.
        if let error { transfer.stop(error) }
        defer { state.withLock { $0.running[ObjectIdentifier(transfer)] = nil } }
        return await transfer.end()
    }

    // MARK: One piece

    private func fetch(_ piece: PartWriter.Piece) async throws -> Outcome {
        try Task.checkCancellation()
        // All connections together compare as many bytes as a single connection would.
        let share = max(Self.leastOverlap, RangeRequest.overlapBytes / Int64(max(1, attempt.options.segments)))
        let start = max(piece.start, piece.position - share)
        for isConditional in [true, false] {
            if let outcome = try await fetch(piece, .rest(from: start, conditional: isConditional)) { return outcome }
        }
        return .refused(StartOver())
    }

    /// Makes one request for the missing bytes of a piece.
    ///
    /// - Returns: The outcome; nil if the server ignores If-Range.
    private func fetch(_ piece: PartWriter.Piece, _ range: RangeRequest) async throws -> Outcome? {
        let sink = SegmentSink(
            partial: attempt.partial, writer: writer, range: range, piece: piece.index, end: piece.end)
        let transfer = RunningTransfer()
        transfer.start(attempt.request(range, writer.content, to: piece.end), on: attempt.engine, into: sink)
        switch await end(of: transfer) {
        case .failure(let error as QueueFailure) where error.class == .excess:
            writer.cut(piece.index, to: piece.position)
            return .broken(error)
        case .failure(let error): return .broken(error)
        case .success(let summary) where summary.hasExcessBody:
            // The announced length was wrong, so the bytes may be wrong too.
            writer.cut(piece.index, to: piece.position)
            return .broken(QueueFailure(.excess, "\(address): the server sent more than it announced"))
        case .success: return try outcome(of: piece, sink)
        }
    }

    /// Returns the outcome of a response that ended, or whose body was not accepted; nil if the server ignores
    /// If-Range.
    private func outcome(of piece: PartWriter.Piece, _ sink: SegmentSink) throws -> Outcome? {
        switch sink.plan {
        case .resume:
            guard try sink.matchesContentDigest() else { throw StartOver() }
            if writer.isComplete(piece.index) { return .complete }
            return .broken(QueueFailure(.short, "\(address): the server sent less than was requested"))
        case .requestUnconditionally: return nil
        case .fromStart(let content) where content.strongETag != nil && content.strongETag == writer.content.strongETag:
            // The version is the same, but the server does not support Range.
            return .refused(StartOver())
        case .fail(let failure, let retryAfter):
            return .refused(
                DownloadAttempt.ErrorResponse(failure: failure.prefixed(by: address), retryAfter: retryAfter))
        case .fromStart, .complete, .requestAll, .requestCompressed: throw StartOver()
        case nil: return .broken(QueueFailure(.protocol, "\(address): the server's response cannot be used"))
        }
    }

    private var address: String { attempt.partial.item.url.href }
}
