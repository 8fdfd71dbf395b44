import DownloadQueue
import FoundationEssentials
import Synchronization
import Transfer

/// A sink for one piece of a file that several connections share.
final class SegmentSink: TransferSink {
    private struct State {
        var plan: ResponsePlan?
        var cursor: PartWriter.Cursor?
        var check: ContentCheck?
    }

    private let partial: PartialDownload
    private let writer: PartWriter
    private let range: RangeRequest
    private let piece: Int
    private let end: Int64
    private let state = Mutex(State())

    /// Creates the sink for the request of a piece; `end` is the end of the requested bytes.
    init(partial: PartialDownload, writer: PartWriter, range: RangeRequest, piece: Int, end: Int64) {
        self.partial = partial
        self.writer = writer
        self.range = range
        self.piece = piece
        self.end = end
    }

    /// The plan for the response; nil before its head was received.
    var plan: ResponsePlan? { state.withLock { $0.plan } }

    func receive(head: ResponseHead) throws -> BodyDecision {
        partial.report(head, to: range, until: end)
        let plan = ResponsePlan.decide(head: head, range: range, disk: writer.content, now: partial.journal.now)
        return try state.withLock { state in
            state.plan = plan
            guard case .resume(_, let start, let count) = plan else { return .refuse }
            state.cursor = PartWriter.Cursor(piece: piece, position: start, end: min(end, start + count))
            state.check = try ContentCheck(head)
            return .accept
        }
    }

    /// Returns true if the body has the digest of its Content-Digest field; must be called once, at its end.
    func matchesContentDigest() throws -> Bool { try state.withLock { try $0.check?.matches() ?? true } }

    func receive(body: UnsafeRawBufferPointer) throws {
        let isDue = try state.withLock { state in
            guard var cursor = state.cursor else {
                throw QueueFailure(.internal, "a piece was received without its head")
            }
            defer { state.cursor = cursor }
            try state.check?.update(body)
            return try writer.write(body, at: &cursor)
        }
        if isDue { partial.requestCheckpoint() }
    }
}
