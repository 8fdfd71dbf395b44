import DownloadQueue
import FoundationEssentials
import Synchronization
import Transfer

/// Takes in one piece of a file that several connections share.
final class SegmentSink: TransferSink {
    private struct State {
        var plan: ResponsePlan?
        var cursor: PartWriter.Cursor?
        var check: ContentCheck?
    }

    private let site: PartialDownload
    private let writer: PartWriter
    private let ask: RangeRequest
    private let piece: Int
    private let end: Int64
    private let state = Mutex(State())

    /// Makes a sink for the request of one piece.
    ///
    /// - Parameters:
    ///   - site: The place on disk.
    ///   - writer: Writes the file.
    ///   - ask: What the request asks for.
    ///   - piece: The piece.
    ///   - end: The end of the piece.
    init(site: PartialDownload, writer: PartWriter, ask: RangeRequest, piece: Int, end: Int64) {
        self.site = site
        self.writer = writer
        self.ask = ask
        self.piece = piece
        self.end = end
    }

    /// What was decided; nil before a response came.
    var plan: ResponsePlan? { state.withLock { $0.plan } }

    func receive(head: ResponseHead) throws -> BodyDecision {
        site.tell(head, to: ask, until: end)
        let plan = ResponsePlan.decide(head: head, ask: ask, disk: writer.content, now: site.journal.now)
        return try state.withLock { state in
            state.plan = plan
            guard case .goOn(_, let start, let count) = plan else { return .refuse }
            state.cursor = PartWriter.Cursor(piece: piece, position: start, end: min(end, start + count))
            state.check = try ContentCheck(head)
            return .accept
        }
    }

    /// Tells, at the end of the piece and only once, whether it has the digest that was announced.
    func isAsAnnounced() throws -> Bool { try state.withLock { try $0.check?.isRight() ?? true } }

    func receive(body: UnsafeRawBufferPointer) throws {
        let isDue = try state.withLock { state in
            guard var cursor = state.cursor else { throw QueueFailure(.internal, "no place for a piece") }
            defer { state.cursor = cursor }
            try state.check?.update(body)
            return try writer.write(body, at: &cursor)
        }
        if isDue { site.requestCheckpoint() }
    }
}
