import DownloadQueue
import Synchronization

/// Writes a part file, lets it be hashed, and knows what of it is there.
///
/// Bytes come on the engine's thread only; everything else may be asked on any.
final class PartWriter: Sendable {
    /// Where a response's next byte belongs.
    struct Cursor: Sendable {
        /// The piece that the response fills.
        var piece: Int
        /// The place of the next byte in the file.
        var position: Int64
        /// The end of what the response may bring; the largest number when that is not known.
        var end: Int64
    }

    /// What is on disk is not what the server sends: it belongs to another version.
    struct Mismatch: Error {}

    /// The response goes on where other connections are at work.
    struct EndOfPiece: Error {}

    private struct State {
        var content: PartialContent
        var map: PieceMap
        var signalled: Int64
    }

    /// The file.
    let file: PartFile
    private let hasher: PartHasher
    private let checkpointBytes: Int64
    private let progress: @Sendable (Int64, Int64?) -> Void
    private let state: Mutex<State>

    /// Makes a writer.
    ///
    /// - Parameters:
    ///   - file: The part file.
    ///   - content: What is known of the version that it belongs to.
    ///   - map: What of it is on disk.
    ///   - algorithms: The algorithms, beside SHA-256, by which the file will be checked.
    ///   - checkpointBytes: After so many bytes a checkpoint is due.
    ///   - progress: Hears how many bytes there are.
    init(
        file: PartFile, content: PartialContent, map: PieceMap, algorithms: [DigestAlgorithm], checkpointBytes: Int64,
        progress: @escaping @Sendable (Int64, Int64?) -> Void
    ) {
        self.file = file
        self.checkpointBytes = checkpointBytes
        self.progress = progress
        hasher = PartHasher(file: file, algorithms: algorithms)
        state = Mutex(State(content: content, map: map, signalled: map.count))
        // Nothing is no news: what came before the part file was opened is more already.
        if map.count > 0 { progress(map.count, content.total) }
        hasher.advance(to: map.contiguous)
    }

    /// What is on disk, with everything that was written counted as durable.
    var content: PartialContent {
        state.withLock { state in
            var content = state.content
            content.durableBytes = state.map.count
            content.segments = state.map.segments
            return content
        }
    }

    /// How many of the announced bytes are missing.
    var missingBytes: Int64 { state.withLock { $0.map.missing } }

    /// True when nothing is missing, which is known only with the total.
    var isComplete: Bool { state.withLock { $0.map.total != nil && $0.map.missing == 0 } }

    /// True when the file comes in several pieces.
    var isSplit: Bool { state.withLock { $0.map.isSplit } }

    /// Where a response that begins with the first missing byte, or a little before it, is to be written.
    ///
    /// - Parameters:
    ///   - content: What is known of the version now.
    ///   - start: The first byte of the response.
    ///   - end: The end of the response.
    /// - Returns: The cursor of a file in one piece.
    func goOn(_ content: PartialContent, from start: Int64, to end: Int64) -> Cursor {
        state.withLock { state in
            state.content.total = content.total
            state.map.setTotal(content.total)
            return Cursor(piece: 0, position: start, end: end)
        }
    }

    // MARK: Pieces

    /// Gives a connection the first piece that nobody has.
    ///
    /// - Returns: The piece, where it goes on and where it ends; nil when there is none.
    func takePiece() -> (piece: Int, start: Int64, position: Int64, end: Int64)? {
        state.withLock { state in
            state.map.take().map {
                ($0, state.map.start(of: $0), state.map.position(of: $0), state.map.end(of: $0))
            }
        }
    }

    /// True when all of a piece is there.
    func isComplete(_ piece: Int) -> Bool { state.withLock { $0.map.isComplete(piece) } }

    /// Takes a piece back from its connection.
    func release(_ piece: Int) { state.withLock { $0.map.release(piece) } }

    /// Forgets what a response that is not to be believed has written to a piece.
    ///
    /// - Parameters:
    ///   - piece: The piece.
    ///   - position: Where the response began to write.
    func cut(_ piece: Int, to position: Int64) {
        state.withLock { state in
            state.map.cut(piece, to: max(0, position - state.map.start(of: piece)))
            hasher.startOver(state.map.contiguous)
        }
    }

    // MARK: Bytes

    /// Writes bytes, after comparing those among them that are on disk already.
    ///
    /// - Parameters:
    ///   - bytes: The next bytes of a response.
    ///   - cursor: Where they belong; it is moved on.
    /// - Returns: True when a checkpoint is due.
    /// - Throws: A failure of the disk, ``QueueFailure/Class/excess`` when more comes than was announced, ``Mismatch``, or
    ///   ``EndOfPiece``.
    func write(_ bytes: UnsafeRawBufferPointer, at cursor: inout Cursor) throws -> Bool {
        guard Int64(bytes.count) <= cursor.end - cursor.position else {
            throw QueueFailure(.excess, "the server sent more than the announced \(cursor.end) bytes")
        }
        var rest = try compare(bytes, at: &cursor)
        var isDue = false
        while !rest.isEmpty {
            let (end, total, isSplit) = state.withLock { ($0.map.end(of: cursor.piece), $0.map.total, $0.map.isSplit) }
            guard cursor.position < end else {
                guard isSplit, let next = state.withLock({ $0.map.takeNext(after: cursor.piece) }) else {
                    throw EndOfPiece()
                }
                cursor.piece = next
                continue
            }
            let part = UnsafeRawBufferPointer(rebasing: rest.prefix(Int(min(Int64(rest.count), end - cursor.position))))
            try file.write(part, at: cursor.position)
            let piece = cursor.piece
            let (count, all) = state.withLock { state in
                state.map.add(Int64(part.count), to: piece)
                let all = state.map.count
                if all - state.signalled >= checkpointBytes {
                    state.signalled = all
                    isDue = true
                }
                // Under the lock, since another thread may cut a piece.
                hasher.advance(to: state.map.contiguous)
                return (state.map.written[piece], all)
            }
            if isSplit, let total { try file.mark(piece, count: count, total: total) }
            cursor.position += Int64(part.count)
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(part.count))
            progress(all, total)
        }
        return isDue
    }

    /// Compares what is on disk with the bytes that have come for it.
    ///
    /// - Returns: The bytes that are new.
    private func compare(
        _ bytes: UnsafeRawBufferPointer, at cursor: inout Cursor
    ) throws -> UnsafeRawBufferPointer {
        let there = state.withLock { $0.map.position(of: cursor.piece) }
        guard cursor.position < there else { return bytes }
        let count = Int(min(Int64(bytes.count), there - cursor.position))
        guard try file.holds(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)), at: cursor.position) else {
            throw Mismatch()
        }
        cursor.position += Int64(count)
        // Now new bytes begin to come, which is where a speed is measured from.
        if cursor.position == there {
            let (all, total) = state.withLock { ($0.map.count, $0.map.total) }
            progress(all, total)
        }
        return UnsafeRawBufferPointer(rebasing: bytes.dropFirst(count))
    }

    // MARK: The end

    /// Cuts off what is no part of the file, and ends the hashes.
    ///
    /// Nothing may be written afterwards. It blocks on the disk.
    ///
    /// - Returns: What is on disk, and the digest of each algorithm.
    /// - Throws: ``QueueFailure``.
    func finish() throws -> (content: PartialContent, digests: [DigestAlgorithm: String]) {
        var content = content
        let count = content.durableBytes
        content.total = count
        if content.pieceBytes != nil {
            try file.truncate(to: count)
            content.pieceBytes = nil
            content.segments = []
        }
        guard try file.size() == count else {
            throw QueueFailure(.disk, "\(file.path): somebody else has changed its size")
        }
        return (content, try hasher.finish(count))
    }

    /// Ends the hashing; the file is not wanted any more.
    func abandon() { hasher.stop() }
}
