import DownloadQueue
import Synchronization
import Syntax

/// A writer of a part file that passes the bytes to the hasher and records which bytes have been written.
///
/// Bytes are written only on the engine's thread; all other members can be used on any thread.
final class PartWriter: Sendable {
    /// The position of a response's next byte.
    struct Cursor: Sendable {
        /// The number of the response's claim; nil for a file in one piece.
        var claim: Int?
        /// The index of the piece that the response fills.
        var piece: Int
        /// The offset of the next byte in the file.
        var position: Int64
        /// The end of the bytes that the response may contain; the largest number if it is unknown.
        var end: Int64
        /// True if another connection fills the piece, so that its bytes are only compared.
        fileprivate var isForeign = false
        /// The number of bytes of another connection that were compared.
        fileprivate var compared: Int64 = 0
        /// True once the response has delivered a byte that was missing.
        fileprivate(set) var hasWritten = false

        /// Creates the position of the first byte of a response.
        init(claim: Int? = nil, piece: Int, position: Int64, end: Int64) {
            (self.claim, self.piece, self.position, self.end) = (claim, piece, position, end)
        }

        /// Creates the position of the first byte of a response for a part of the file.
        ///
        /// - Parameters:
        ///   - claim: The number of the claim.
        ///   - piece: The missing bytes of the claim.
        ///   - start: The offset of the first byte, at least the piece's `known`.
        ///   - end: The end of the bytes that the response may contain.
        init(claim: Int, _ piece: Piece, from start: Int64, to end: Int64) {
            isForeign = start < piece.start
            (self.claim, self.piece) = (claim, isForeign ? piece.index - 1 : piece.index)
            (position, self.end) = (start, end)
        }
    }

    /// An error that occurs if the bytes on disk differ from those of the server, so that they belong to another
    /// version.
    struct Mismatch: Error {}

    /// An error that occurs when a response reaches pieces that other connections fetch.
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

    /// The size of the file in bytes; the largest number while it is unknown.
    var total: Int64 { state.withLock { $0.map.total ?? .max } }

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

    /// True if other connections had delivered wrong bytes, so that no part may be claimed.
    var isExclusive: Bool { state.withLock { $0.map.isExclusive } }

    // MARK: Claims

    /// The missing bytes at the start of a claim.
    struct Piece: Sendable {
        /// The index of the first incomplete piece.
        let index: Int
        /// The offset of its first byte.
        let start: Int64
        /// The offset of its first missing byte.
        let position: Int64
        /// The end of the claim.
        let end: Int64
        /// The offset from which on all bytes before `position` are on disk, in this piece or the one before it.
        let known: Int64
    }

    /// Claims the whole file for the response that contains it, and returns the number of the claim.
    func claimAll() -> Int { state.withLock { $0.map.claimAll().id } }

    /// Claims a part of the file for a connection without work.
    ///
    /// - Parameter shares: The number of connections that will share the missing bytes of another one.
    /// - Returns: The number of the claim; nil if there is nothing to claim.
    func claim(shares: Int) -> Int? { state.withLock { $0.map.claim(shares: shares)?.id } }

    /// Returns the missing bytes of a claim; nil if there are none, or if it was revoked.
    func missingPiece(of claim: Int) -> Piece? {
        state.withLock { state in
            let map = state.map
            guard let claim = map.claim(claim), let piece = map.firstMissing(of: claim) else { return nil }
            let isAfterComplete = piece > 0 && map.isComplete(piece - 1)
            return Piece(
                index: piece, start: map.start(of: piece), position: map.position(of: piece),
                end: map.end(of: claim.pieces.upperBound - 1),
                known: map.start(of: isAfterComplete ? piece - 1 : piece))
        }
    }

    /// Returns true if the connection with a claim has proven itself.
    func isProven(_ claim: Int) -> Bool { state.withLock { $0.map.claim(claim)?.isProven ?? false } }

    /// Releases a claim.
    func release(_ claim: Int) { state.withLock { $0.map.release(claim) } }

    /// Discards the bytes of a claim from an offset on, because their response cannot be trusted.
    func cut(_ claim: Int, from position: Int64) throws {
        try discard { $0.cut(claim, from: position) }
    }

    /// Discards all bytes that the response with the whole file has not written, because two parts differ.
    ///
    /// - Returns: False if that response has ended.
    /// - Throws: A failure of the disk.
    func trustOnlyWhole() throws -> Bool {
        guard state.withLock(\.map.hasWhole) else { return false }
        try discard { $0.trustOnlyWhole() }
        return true
    }

    /// Discards bytes, and corrects the marks of their pieces.
    private func discard(_ change: (inout PieceMap) -> [Int]) throws {
        let (marks, total) = state.withLock { state in
            let pieces = change(&state.map)
            if !pieces.isEmpty { hasher.startOver(state.map.contiguous) }
            state.signalled = min(state.signalled, state.map.count)
            return (pieces.map { ($0, state.map.written[$0]) }, state.map.total)
        }
        guard let total else { return }
        for (piece, count) in marks { try file.mark(piece, count: count, total: total) }
    }

    // MARK: Bytes

    /// The effect of the next bytes of a response.
    private enum Effect {
        /// As many bytes as given are on disk already.
        case compare(Int64)
        /// As many bytes as given are written by another connection.
        case skip(Int64)
        /// As many bytes as given are written.
        case write(Int64)
        /// The piece has ended.
        case advance
        /// The connection has lost its claim.
        case end
    }

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
        var rest = bytes
        var isDue = false
        while !rest.isEmpty {
            let count: Int64
            switch state.withLock({ effect(at: cursor, in: $0.map) }) {
            case .advance:
                try advance(&cursor)
                continue
            case .end: throw EndOfPiece()
            case .compare(let known):
                count = min(known, Int64(rest.count))
                let isEqual = try file.contains(
                    UnsafeRawBufferPointer(rebasing: rest.prefix(Int(count))), at: cursor.position)
                guard isEqual else {
                    try distrustOthers(&cursor)
                    isDue = true
                    continue
                }
                cursor.compared += count
                // New bytes follow, so the measurement of the speed starts here.
                if count == known, !cursor.isForeign { reportProgress() }
            case .skip(let length): count = min(length, Int64(rest.count))
            case .write(let length):
                count = min(length, Int64(rest.count))
                if try append(UnsafeRawBufferPointer(rebasing: rest.prefix(Int(count))), at: cursor) { isDue = true }
                cursor.hasWritten = true
            }
            cursor.position += count
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(Int(count)))
            if cursor.isForeign { try checkNeed(of: cursor) }
        }
        return isDue
    }

    private func effect(at cursor: Cursor, in map: PieceMap) -> Effect {
        let end = map.end(of: cursor.piece)
        guard cursor.position < end else { return .advance }
        if let id = cursor.claim, !cursor.isForeign, map.claim(id)?.pieces.contains(cursor.piece) != true {
            return .end
        }
        let known = map.position(of: cursor.piece) - cursor.position
        if known > 0 { return .compare(known) }
        return cursor.isForeign ? .skip(end - cursor.position) : .write(end - cursor.position)
    }

    /// Moves a cursor to the next piece; throws ``EndOfPiece`` if other connections fetch what is missing.
    private func advance(_ cursor: inout Cursor) throws {
        guard let id = cursor.claim else { throw EndOfPiece() }
        let next = state.withLock { $0.map.next(after: cursor.piece, id, hasCompared: cursor.compared > 0) }
        guard next != .end else { throw EndOfPiece() }
        cursor.piece += 1
        cursor.isForeign = next == .compare
        cursor.compared = 0
    }

    /// Ends a response within a piece of another connection, once enough bytes have proved to be equal.
    private func checkNeed(of cursor: Cursor) throws {
        guard let id = cursor.claim, cursor.compared >= RangeRequest.overlapBytes || isSkipping(cursor) else { return }
        let isNeeded = state.withLock { $0.map.needsWhole(id, from: cursor.piece) }
        if !isNeeded { throw EndOfPiece() }
    }

    private func isSkipping(_ cursor: Cursor) -> Bool {
        state.withLock { $0.map.position(of: cursor.piece) <= cursor.position }
    }

    /// Discards the bytes of other connections, because they differ from those of the response that contains the whole
    /// file; throws ``Mismatch`` for any other response.
    private func distrustOthers(_ cursor: inout Cursor) throws {
        let (piece, position) = (cursor.piece, cursor.position)
        guard let id = cursor.claim, state.withLock({ $0.map.isWhole(id) }) else { throw Mismatch() }
        try discard { $0.trustOnlyWhole(at: piece, count: position - $0.start(of: piece)) }
        cursor.isForeign = false
    }

    /// Writes new bytes; returns true if a checkpoint is due.
    private func append(_ bytes: UnsafeRawBufferPointer, at cursor: Cursor) throws -> Bool {
        try reserve(bytes.count)
        try file.write(bytes, at: cursor.position)
        let (count, all, total, isSplit, isDue) = state.withLock { state in
            state.map.add(Int64(bytes.count), to: cursor.piece, by: cursor.claim)
            let all = state.map.count
            let isDue = all - state.signalled >= checkpointBytes
            if isDue { state.signalled = all }
            // The lock is held, because another thread may discard bytes of a piece.
            hasher.advance(to: state.map.contiguous)
            return (state.map.written[cursor.piece], all, state.map.total, state.map.isSplit, isDue)
        }
        if isSplit, let total { try file.mark(cursor.piece, count: count, total: total) }
        progress(all, total)
        return isDue
    }

    private func reportProgress() {
        let (all, total) = state.withLock { ($0.map.count, $0.map.total) }
        progress(all, total)
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
    func stopHashing() { hasher.stop() }
}
