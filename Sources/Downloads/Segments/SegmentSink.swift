import DownloadQueue
import Synchronization
import Transfer

/// A sink for a part of a file that several connections share.
final class SegmentSink: TransferSink {
    private struct State {
        var plan: ResponsePlan?
        var cursor: PartWriter.Cursor?
        var check: ContentCheck?
        var hasReceived = false
    }

    private let partial: PartialDownload
    private let writer: PartWriter
    private let range: RangeRequest
    private let claim: Int
    private let piece: PartWriter.Piece
    private let onProof: @Sendable () -> Void
    private let state = Mutex(State())

    /// Creates the sink for the request of a claim's missing bytes.
    ///
    /// - Parameters:
    ///   - partial: The part file and its record.
    ///   - writer: The writer of the part file.
    ///   - range: The requested bytes.
    ///   - claim: The number of the claim.
    ///   - piece: The missing bytes of the claim.
    ///   - onProof: Called on the engine's thread when the first new bytes have been written.
    init(
        partial: PartialDownload, writer: PartWriter, range: RangeRequest, claim: Int, piece: PartWriter.Piece,
        onProof: @escaping @Sendable () -> Void
    ) {
        self.partial = partial
        self.writer = writer
        self.range = range
        self.claim = claim
        self.piece = piece
        self.onProof = onProof
    }

    /// The plan for the response; nil before its head was received.
    var plan: ResponsePlan? { state.withLock { $0.plan } }

    /// True if bytes of the response were written or compared.
    var hasReceived: Bool { state.withLock { $0.hasReceived } }

    /// True if all announced bytes of the response were received.
    var isAtEnd: Bool { state.withLock { $0.cursor.map { $0.position == $0.end } ?? false } }

    func receive(head: ResponseHead) throws -> BodyDecision {
        partial.report(head, to: range, until: piece.end)
        let plan = partial.plan(head, for: range, disk: writer.content)
        return try state.withLock { state in
            state.plan = plan
            guard case .resume(_, let start, let count) = plan else { return .refuse }
            state.cursor = PartWriter.Cursor(
                claim: claim, piece: piece.index, position: start, end: min(piece.end, start + count))
            state.check = try ContentCheck(head)
            return .accept
        }
    }

    /// Returns true if the body has the digest of its Content-Digest field; must be called once, at its end.
    func matchesContentDigest() throws -> Bool { try state.withLock { try $0.check?.matches() ?? true } }

    func receive(body: UnsafeRawBufferPointer) throws {
        let (isDue, isFirst) = try state.withLock { state in
            guard var cursor = state.cursor else {
                throw QueueFailure(.internal, "a part of the file was received without its head")
            }
            defer { state.cursor = cursor }
            try state.check?.update(body)
            let isDue = try writer.write(body, at: &cursor)
            defer { state.hasReceived = true }
            return (isDue, !state.hasReceived)
        }
        if isFirst { onProof() }
        if isDue { partial.requestCheckpoint() }
    }
}
