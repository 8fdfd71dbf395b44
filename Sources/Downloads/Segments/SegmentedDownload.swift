import DownloadQueue
import Synchronization
import Transfer
import WHATWGURL

/// Several connections that fetch one file together, each one piece after the other.
///
/// All pieces are of one generation: each request carries the validator, and each answer is checked against tag, total and
/// place. Whatever contradicts that makes the download begin anew.
final class SegmentedDownload: Sendable {
    /// What is on disk cannot be gone on with.
    struct StartOver: Error {}

    /// A piece, where it goes on and where it ends.
    private typealias Piece = (piece: Int, start: Int64, position: Int64, end: Int64)

    /// What the request of a piece came to.
    private enum Outcome {
        case complete
        /// The connection broke or the server gave less; another request may bring the rest.
        case broken(any Error)
        /// The server does not want this connection.
        case unwanted(any Error)
    }

    private struct State {
        var members = 0
        var failures = 0
        var isTriedAlone = false
        var error: (any Error)?
        var running: [ObjectIdentifier: RunningTransfer] = [:]
    }

    /// How often in a row the connections of a file may break without bringing a byte.
    private static let failureLimit = 3

    /// The least that is compared where a piece is gone on with.
    private static let leastOverlap: Int64 = 4 << 10

    private let attempt: DownloadAttempt
    private let writer: PartWriter
    private let state = Mutex(State())

    /// Makes the crew of a file.
    ///
    /// - Parameters:
    ///   - attempt: The try that it works for.
    ///   - writer: Writes the file.
    init(attempt: DownloadAttempt, writer: PartWriter) {
        self.attempt = attempt
        self.writer = writer
    }

    /// Fetches what is missing.
    ///
    /// - Parameter first: The transfer that began with the whole, and runs on from piece to piece.
    /// - Throws: ``StartOver``, what a server's last answer means, or a failure of the disk.
    func run(first: (transfer: RunningTransfer, sink: DownloadSink)?) async throws {
        let count = max(1, attempt.options.segments)
        state.withLock { $0.members = count }
        attempt.site.onFailure { self.stopAll($0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            if let first {
                group.addTask {
                    try await self.follow(first.transfer, first.sink)
                    try await self.work()
                }
            }
            for _ in (first == nil ? 0 : 1)..<count { group.addTask { try await self.work() } }
            try await group.waitForAll()
        }
        if writer.missingBytes > 0 {
            throw QueueFailure(.short, "\(attempt.site.item.url.href): \(writer.missingBytes) bytes are missing")
        }
    }

    private func stopAll(_ error: any Error) {
        let running = state.withLock { state in
            state.error = error
            return Array(state.running.values)
        }
        for transfer in running { transfer.stop(error) }
    }

    /// Waits for the end of the transfer that began with the whole.
    private func follow(_ transfer: RunningTransfer, _ sink: DownloadSink) async throws {
        let result = await end(of: transfer)
        if let piece = sink.piece { writer.release(piece) }
        if case .success(let summary) = result, summary.hasExcessBody {
            throw QueueFailure(.excess, "\(attempt.site.item.url.href): the server sent more than it announced")
        }
        if case .failure(let error) = result { try note(error) }
    }

    /// Fetches one piece after the other until none is left for this connection.
    private func work() async throws {
        while let piece = writer.takePiece() {
            let before = writer.missingBytes
            let outcome: Outcome
            do {
                outcome = try await fetch(piece)
            } catch {
                writer.release(piece.piece)
                throw error
            }
            writer.release(piece.piece)
            switch outcome {
            case .complete: state.withLock { $0.failures = 0 }
            case .broken(let error):
                if writer.missingBytes < before { state.withLock { $0.failures = 0 } }
                try note(error)
            case .unwanted(let error):
                // Many servers refuse a third connection of one client. The others do its work, and the last one asks
                // again now that it is alone.
                if try leave(because: error) { return }
            }
        }
        state.withLock { $0.members -= 1 }
    }

    /// Ends a connection that the server does not want.
    ///
    /// - Returns: False when it is the last one and should ask once more.
    /// - Throws: The error, if it is the last one and has asked once more.
    private func leave(because error: any Error) throws -> Bool {
        try state.withLock { state in
            guard state.members == 1 else {
                state.members -= 1
                return true
            }
            guard !state.isTriedAlone else { throw error }
            state.isTriedAlone = true
            return false
        }
    }

    /// Counts a broken connection.
    ///
    /// - Throws: The error, if it will not pass or has come too often.
    private func note(_ error: any Error) throws {
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
        // A checkpoint may have failed before the transfer was known here.
        if let error { transfer.stop(error) }
        defer { state.withLock { $0.running[ObjectIdentifier(transfer)] = nil } }
        return await transfer.end()
    }

    // MARK: One piece

    private func fetch(_ piece: Piece) async throws -> Outcome {
        try Task.checkCancellation()
        // All connections together compare as much as a single one does.
        let share = max(Self.leastOverlap, RangeRequest.overlapBytes / Int64(max(1, attempt.options.segments)))
        let start = max(piece.start, piece.position - share)
        for isConditional in [true, false] {
            if let outcome = try await fetch(piece, .rest(from: start, conditional: isConditional)) { return outcome }
        }
        return .unwanted(StartOver())
    }

    /// Makes one request for a piece.
    ///
    /// - Returns: What it came to; nil when the server does not understand If-Range.
    private func fetch(_ piece: Piece, _ ask: RangeRequest) async throws -> Outcome? {
        let sink = SegmentSink(
            site: attempt.site, writer: writer, ask: ask, piece: piece.piece, end: piece.end)
        let transfer = RunningTransfer()
        transfer.start(attempt.request(ask, writer.content, to: piece.end), on: attempt.engine, into: sink)
        switch await end(of: transfer) {
        case .failure(let error as QueueFailure) where error.class == .excess:
            writer.cut(piece.piece, to: piece.position)
            return .broken(error)
        case .failure(let error): return .broken(error)
        case .success(let summary) where summary.hasExcessBody:
            // What it sent may be as wrong as what it announced.
            writer.cut(piece.piece, to: piece.position)
            return .broken(QueueFailure(.excess, "\(name): the server sent more than it announced"))
        case .success: break
        }
        switch sink.plan {
        case .goOn:
            guard try sink.isAsAnnounced() else { throw StartOver() }
            if writer.isComplete(piece.piece) { return .complete }
            return .broken(QueueFailure(.short, "\(name): a part is shorter than was asked for"))
        case .askWithoutCondition: return nil
        case .fromStart(let content) where content.strongETag != nil && content.strongETag == writer.content.strongETag:
            // The same version, from a server that does not know Range.
            return .unwanted(StartOver())
        case .fail(let failure, let retryAfter):
            return .unwanted(DownloadAttempt.Answer(failure: failure.prefixed(by: name), retryAfter: retryAfter))
        case .fromStart, .complete, .askForAll, .askCompressed: throw StartOver()
        case nil: return .broken(QueueFailure(.protocol, "\(name): the server's answer makes no sense"))
        }
    }

    private var name: String { attempt.site.item.url.href }
}
