import DownloadQueue
import Synchronization
import Transfer

/// A sink for a part of a file that several connections share.
final class SegmentSink: TransferSink {
    private struct State {
        var plan: ResponsePlan?
        var cursor: PartWriter.Cursor?
        var check: ContentCheck?
        /// True if the response goes beyond the requested end.
        var isTooLong = false
        /// True once the connection has proven itself.
        var isProven = false
        /// True if the end of the response is known from its head.
        var hasLength = false
    }

    private let partial: PartialDownload
    private let writer: PartWriter
    private let range: RangeRequest
    private let claim: Int
    private let piece: PartWriter.Piece
    private let end: Int64
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
    ///   - end: The end of the requested bytes, which may be a little beyond the claim.
    ///   - onProof: Called on the engine's thread when the connection has proven itself.
    init(
        partial: PartialDownload, writer: PartWriter, range: RangeRequest, claim: Int, piece: PartWriter.Piece,
        to end: Int64, onProof: @escaping @Sendable () -> Void
    ) {
        self.partial = partial
        self.writer = writer
        self.range = range
        self.claim = claim
        self.piece = piece
        self.end = end
        self.onProof = onProof
    }

    /// The plan for the response; nil before its head was received.
    var plan: ResponsePlan? { state.withLock { $0.plan } }

    /// True if the response has delivered bytes that were missing.
    var hasReceived: Bool { state.withLock { $0.cursor?.hasWritten ?? false } }

    /// True if all announced bytes of the response were received, so that it ends without further bytes.
    var isAtEnd: Bool {
        state.withLock { state in state.hasLength && state.cursor.map { $0.position == $0.end } ?? false }
    }

    func receive(head: ResponseHead) throws -> BodyDecision {
        partial.report(head, to: range, until: end)
        let plan = partial.plan(head, for: range, disk: writer.content)
        return try state.withLock { state in
            state.plan = plan
            guard case .resume(_, let start, let count) = plan else { return .refuse }
            state.cursor = PartWriter.Cursor(claim: claim, piece, from: start, to: min(end, start + count))
            state.isTooLong = start + count > end
            state.hasLength = head["Content-Length"] != nil && head["Transfer-Encoding"] == nil
            state.check = try ContentCheck(head)
            return .accept
        }
    }

    /// Returns true if the body has the digest of its Content-Digest field; must be called once, at its end.
    func matchesContentDigest() throws -> Bool { try state.withLock { try $0.check?.matches() ?? true } }

    func receive(body: UnsafeRawBufferPointer) throws {
        // A worker that was suspended for longer than it trusts its lease writes nothing more.
        try partial.journal.checkLease()
        let (isDue, isProof) = try state.withLock { state in
            guard var cursor = state.cursor else {
                throw QueueFailure(.internal, "a part of the file was received without its head")
            }
            defer { state.cursor = cursor }
            try state.check?.update(body)
            // Some servers ignore the end of a range.
            let usable = state.isTooLong ? min(Int64(body.count), cursor.end - cursor.position) : Int64(body.count)
            let isDue = try writer.write(UnsafeRawBufferPointer(rebasing: body.prefix(Int(usable))), at: &cursor)
            if state.isTooLong, cursor.position == cursor.end { throw PartWriter.EndOfPiece() }
            let isProof = !state.isProven && writer.isProven(claim)
            if isProof { state.isProven = true }
            return (isDue, isProof)
        }
        if isProof { onProof() }
        if isDue { partial.requestCheckpoint() }
    }
}
