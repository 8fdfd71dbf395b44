import DownloadQueue
import Synchronization

/// A writer of a part file that passes the bytes to the hasher and records which bytes have been written.
///
/// Bytes are written only on the engine's thread; all other members can be used on any thread.
final class PartWriter: Sendable {
    /// The position of a response's next byte.
    struct Cursor: Sendable {
        /// The index of the piece that the response fills.
        var piece: Int
        /// The offset of the next byte in the file.
        var position: Int64
        /// The end of the bytes that the response may contain; the largest number if it is unknown.
        var end: Int64
    }

    /// An error that occurs if the bytes on disk differ from those of the server, so that they belong to another
    /// version.
    struct Mismatch: Error {}

    /// An error that occurs when a response reaches a piece that another connection fetches.
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
    private let reserve: @Sendable (Int) throws -> Void
    private let state: Mutex<State>

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - file: The part file.
    ///   - content: The version that it belongs to.
    ///   - map: The bytes on disk.
    ///   - algorithms: The algorithms, in addition to SHA-256, by which the file will be verified.
    ///   - checkpointBytes: The number of bytes after which a checkpoint is due.
    ///   - progress: Called with the number of bytes so far and the size.
    ///   - reserve: Called with the number of bytes before they are written; it throws if the disk has no space.
    init(
        file: PartFile, content: PartialContent, map: PieceMap, algorithms: [DigestAlgorithm], checkpointBytes: Int64,
        progress: @escaping @Sendable (Int64, Int64?) -> Void,
        reserve: @escaping @Sendable (Int) throws -> Void = { _ in }
    ) {
        self.file = file
        self.reserve = reserve
        self.checkpointBytes = checkpointBytes
        self.progress = progress
        hasher = PartHasher(file: file, algorithms: algorithms)
        state = Mutex(State(content: content, map: map, signalled: map.count))
        // An empty file is not reported, because bytes that were received before it was opened were already reported.
        if map.count > 0 { progress(map.count, content.total) }
        hasher.advance(to: map.contiguous)
    }

    /// The bytes on disk, assuming that all written bytes are durable.
    var content: PartialContent {
        state.withLock { state in
            var content = state.content
            content.durableBytes = state.map.count
            content.segments = state.map.segments
            return content
        }
    }

    /// The number of announced bytes that have not been written.
    var missingBytes: Int64 { state.withLock { $0.map.missing } }

    /// True if no byte is missing, which is known only if the size is known.
    var isComplete: Bool { state.withLock { $0.map.total != nil && $0.map.missing == 0 } }

    /// True if the file is downloaded in several pieces.
    var isSplit: Bool { state.withLock { $0.map.isSplit } }

    /// Returns the cursor for a response that begins at the first missing byte or a little before it.
    ///
    /// - Parameters:
    ///   - content: The version, with its size if the response announces it.
    ///   - start: The offset of the first byte of the response.
    ///   - end: The end of the response.
    /// - Returns: The cursor, in the only piece of the file.
    func resume(_ content: PartialContent, from start: Int64, to end: Int64) -> Cursor {
        state.withLock { state in
            state.content.total = content.total
            state.map.setTotal(content.total)
            return Cursor(piece: 0, position: start, end: end)
        }
    }

    // MARK: Pieces

    /// A piece that was claimed for a connection.
    struct Piece: Sendable {
        /// The index of the piece.
        let index: Int
        /// The offset of its first byte.
        let start: Int64
        /// The offset of its first missing byte.
        let position: Int64
        /// The end of the piece.
        let end: Int64
    }

    /// Claims the first incomplete piece for a connection; returns nil if there is none.
    func claimPiece() -> Piece? {
        state.withLock { state in
            state.map.claim().map {
                Piece(
                    index: $0, start: state.map.start(of: $0), position: state.map.position(of: $0),
                    end: state.map.end(of: $0))
            }
        }
    }

    /// Returns true if all bytes of a piece have been written.
    func isComplete(_ piece: Int) -> Bool { state.withLock { $0.map.isComplete(piece) } }

    /// Releases the claim on a piece.
    func release(_ piece: Int) { state.withLock { $0.map.release(piece) } }

    /// Discards the bytes of a piece from an offset on, because their response cannot be trusted.
    func cut(_ piece: Int, to position: Int64) {
        state.withLock { state in
            state.map.cut(piece, to: max(0, position - state.map.start(of: piece)))
            hasher.startOver(state.map.contiguous)
        }
    }

    // MARK: Bytes

    /// Writes bytes, and compares those that are already on disk.
    ///
    /// - Parameters:
    ///   - bytes: The next bytes of a response.
    ///   - cursor: The position of the bytes, which is advanced.
    /// - Returns: True if a checkpoint is due.
    /// - Throws: A failure of the disk, ``QueueFailure/Class/excess`` for more bytes than announced, ``Mismatch``, or
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
                guard isSplit, let next = state.withLock({ $0.map.claimNext(after: cursor.piece) }) else {
                    throw EndOfPiece()
                }
                cursor.piece = next
                continue
            }
            let part = UnsafeRawBufferPointer(rebasing: rest.prefix(Int(min(Int64(rest.count), end - cursor.position))))
            try reserve(part.count)
            try file.write(part, at: cursor.position)
            let piece = cursor.piece
            let (count, all) = state.withLock { state in
                state.map.add(Int64(part.count), to: piece)
                let all = state.map.count
                if all - state.signalled >= checkpointBytes {
                    state.signalled = all
                    isDue = true
                }
                // The lock is held, because another thread may discard bytes of a piece.
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

    /// Compares received bytes with those on disk, and returns the bytes that are new.
    private func compare(
        _ bytes: UnsafeRawBufferPointer, at cursor: inout Cursor
    ) throws -> UnsafeRawBufferPointer {
        let there = state.withLock { $0.map.position(of: cursor.piece) }
        guard cursor.position < there else { return bytes }
        let count = Int(min(Int64(bytes.count), there - cursor.position))
        guard try file.contains(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)), at: cursor.position) else {
            throw Mismatch()
        }
        cursor.position += Int64(count)
        // New bytes follow, so the measurement of the speed starts here.
        if cursor.position == there {
            let (all, total) = state.withLock { ($0.map.count, $0.map.total) }
            progress(all, total)
        }
        return UnsafeRawBufferPointer(rebasing: bytes.dropFirst(count))
    }

    // MARK: The end

    /// Removes the marks after the file's last byte, and returns the digests.
    ///
    /// Nothing may be written afterwards. Blocks on the disk.
    ///
    /// - Returns: The bytes on disk, and the digests.
    /// - Throws: ``QueueFailure``.
    func finish() throws -> (content: PartialContent, digests: FileDigests) {
        var content = content
        let count = content.durableBytes
        content.total = count
        if content.pieceBytes != nil {
            try file.truncate(to: count)
            content.pieceBytes = nil
            content.segments = []
        }
        guard try file.size() == count else {
            throw QueueFailure(.disk, "\(file.path): another program has changed its size")
        }
        return (content, try hasher.finish(count))
    }

    /// Stops hashing a file that is no longer needed.
    func abandon() { hasher.stop() }
}
