import DownloadQueue

/// A map of the bytes of a file that have been written, one count for each piece.
///
/// A file on a single connection is one piece. If several connections share a file, each claims one contiguous run of
/// pieces, and a connection without work claims the second half of another one's. The map is a pure value.
struct PieceMap: Sendable, Equatable {
    /// The pieces that one connection fetches.
    struct Claim: Sendable, Equatable {
        /// The number of the claim, which is never used again.
        let id: Int
        /// The indices of the pieces; the connection begins with the first incomplete one.
        var pieces: Range<Int>
        /// True once the connection has written ``PieceMap/proof`` bytes, or as many as a piece has.
        var isProven: Bool
        /// The number of bytes that the connection has written.
        var count: Int64 = 0
    }

    /// The continuation of a response at the end of a piece.
    enum Continuation: Equatable {
        /// The response goes on in the next piece.
        case write
        /// The next piece belongs to another connection. Its bytes are compared with those of the response.
        case compare
        /// The response ends: other connections fetch the missing bytes.
        case end
    }

    /// The number of bytes by which a connection proves itself.
    ///
    /// A response that breaks off earlier may bring no progress when it is continued, because as many bytes are
    /// compared.
    private static let proof: Int64 = 16 << 10

    /// The maximum number of pieces of a file.
    ///
    /// The offsets of all pieces are stored and read together.
    static let countLimit: Int64 = 1_024

    /// The size of the complete file; nil while it is unknown, which is possible only for a file in one piece.
    private(set) var total: Int64?

    /// The length of each piece except the last.
    let pieceBytes: Int64

    /// The number of bytes written of each piece.
    private(set) var written: [Int64]

    /// The claims of the connections that are open.
    private(set) var claims: [Claim] = []
    private var claimCount = 0

    /// The number of the claim of the response that contains the whole file; nil if there is none.
    private var wholeID: Int?

    /// True for each piece whose bytes were all written by the response that contains the whole file.
    private var isOfWhole: [Bool]

    /// True if only the response that contains the whole file is trusted, so that no piece may be claimed.
    private(set) var isExclusive = false

    /// Creates the map of a file in one piece, with `count` bytes from the start; `total` is nil while the size is
    /// unknown.
    init(count: Int64, total: Int64?) {
        self.total = total
        pieceBytes = .max
        written = [count]
        isOfWhole = [false]
    }

    /// Creates the empty map of a file in several pieces; `total` and `pieceBytes` are at least 1, and the file has at
    /// most ``countLimit`` pieces.
    init(total: Int64, pieceBytes: Int64) {
        self.total = total
        self.pieceBytes = pieceBytes
        let count = Int((total - 1) / pieceBytes + 1)
        written = Array(repeating: 0, count: count)
        isOfWhole = Array(repeating: false, count: count)
    }

    /// Creates the map from a record of the bytes on disk; nil if the numbers of the record contradict each other.
    ///
    /// A record comes from the queue's database, where other programs may write.
    init?(_ content: PartialContent) {
        guard content.isConsistent else { return nil }
        guard let pieceBytes = content.pieceBytes else {
            self.init(count: content.durableBytes, total: content.total)
            return
        }
        guard let total = content.total, total > 0, (total - 1) / pieceBytes < Self.countLimit else { return nil }
        self.init(total: total, pieceBytes: pieceBytes)
        for segment in content.segments {
            // Segments begin at the start of a piece.
            guard segment.start % pieceBytes == 0 else { return nil }
            var offset = segment.start
            while offset < segment.durable {
                let piece = Int(offset / pieceBytes)
                written[piece] = min(segment.durable, end(of: piece)) - offset
                offset = end(of: piece)
            }
        }
    }

    /// Returns the length of the pieces of a file.
    ///
    /// The missing pieces of a slow connection can be shared among fast ones, except the one that it is fetching. With
    /// 64 pieces for each connection, that is little. With pieces of less than a mebibyte, connections would mostly
    /// wait for responses.
    ///
    /// - Parameters:
    ///   - total: The size of the file in bytes.
    ///   - connections: The number of connections that share it.
    ///   - limit: The maximum length in bytes, which is exceeded if there would be more than ``countLimit`` pieces.
    /// - Returns: A whole number of mebibytes, or the limit.
    static func pieceBytes(total: Int64, connections: Int, limit: Int64) -> Int64 {
        let mebibyte: Int64 = 1 << 20
        let preferred = total / Int64(64 * max(1, connections)) / mebibyte * mebibyte
        let least = (total - 1) / countLimit + 1
        let rounded = ((least - 1) / mebibyte + 1) * mebibyte
        return least <= limit ? min(max(preferred, rounded), limit) : rounded
    }

    /// True if the file has more than one piece.
    var isSplit: Bool { pieceBytes != .max }

    /// The number of bytes written.
    var count: Int64 { written.reduce(0, +) }

    /// The number of missing bytes; 0 if the size is unknown.
    var missing: Int64 { total.map { max(0, $0 - count) } ?? 0 }

    /// The number of bytes from the start up to the first gap.
    var contiguous: Int64 {
        var sum: Int64 = 0
        for (piece, count) in written.enumerated() {
            sum += count
            if count < end(of: piece) - start(of: piece) { break }
        }
        return sum
    }

    /// Returns the offset of the first byte of a piece.
    func start(of piece: Int) -> Int64 { isSplit ? Int64(piece) * pieceBytes : 0 }

    /// Returns the offset after the last byte of a piece; `Int64.max` if the file is not split and its size is unknown.
    func end(of piece: Int) -> Int64 {
        guard isSplit else { return total ?? .max }
        return min(Int64(piece + 1) * pieceBytes, total ?? .max)
    }

    /// Returns the offset of the first missing byte of a piece.
    func position(of piece: Int) -> Int64 { start(of: piece) + written[piece] }

    /// Returns true if all bytes of a piece have been written.
    func isComplete(_ piece: Int) -> Bool { position(of: piece) >= end(of: piece) }

    // MARK: Claims

    /// Claims all pieces for the response that contains the whole file.
    mutating func claimAll() -> Claim {
        let claim = makeClaim(written.indices, isProven: true)
        wholeID = claim.id
        return claim
    }

    /// Claims pieces for a connection without work: the first unclaimed ones, or else the last of the pieces that
    /// another connection has not begun.
    ///
    /// - Parameter shares: The number of connections that will share the pieces of the other one.
    /// - Returns: The claim; nil if there is nothing to claim.
    mutating func claim(shares: Int = 2) -> Claim? {
        guard !isExclusive else { return nil }
        let isFree = freePieces()
        if let first = written.indices.first(where: { isFree[$0] && !isComplete($0) }) {
            var end = first + 1
            while end < written.count, isFree[end], written[end] == 0 { end += 1 }
            return makeClaim(first..<end, isProven: false)
        }
        guard let index = claims.indices.max(by: { unbegun(claims[$0]).count < unbegun(claims[$1]).count }),
            case let pieces = unbegun(claims[index]), !pieces.isEmpty
        else { return nil }
        let middle = pieces.upperBound - (pieces.count - 1) / max(2, shares) - 1
        claims[index].pieces = claims[index].pieces.lowerBound..<middle
        return makeClaim(middle..<pieces.upperBound, isProven: false)
    }

    /// Returns a claim; nil if it was released, or revoked because its connection had not sent a byte.
    func claim(_ id: Int) -> Claim? { claims.first { $0.id == id } }

    /// Releases a claim.
    mutating func release(_ id: Int) {
        claims.removeAll { $0.id == id }
        if wholeID == id { wholeID = nil }
    }

    /// Returns the index of the first incomplete piece of a claim; nil if all are complete.
    func firstMissing(of claim: Claim) -> Int? { claim.pieces.first { !isComplete($0) } }

    /// Decides how a response goes on at the end of a piece.
    ///
    /// The response that contains the whole file ends only if every missing byte belongs to a connection that has
    /// proven itself. Until then, it goes on into the pieces of others, also to compare them.
    ///
    /// - Parameters:
    ///   - piece: The index of the piece that has ended.
    ///   - id: The number of the response's claim.
    ///   - hasCompared: True if the bytes of another connection were compared with those of the response.
    /// - Returns: The continuation.
    mutating func next(after piece: Int, _ id: Int, hasCompared: Bool) -> Continuation {
        guard let index = claims.firstIndex(where: { $0.id == id }), case let next = piece + 1, next < written.count
        else { return .end }
        if claims[index].pieces.contains(next) { return .write }
        // Two parts may be of different versions, so bytes on both sides of the seam are compared.
        guard id == wholeID else { return written[next] > 0 && !hasCompared ? .compare : .end }
        // A connection that has not sent a byte may never send one.
        claims.removeAll { $0.id != id && !$0.isProven && $0.pieces.contains(next) }
        let isFree = freePieces()
        if isFree[next], !isComplete(next) {
            var end = next + 1
            while end < written.count, isFree[end], written[end] == 0 { end += 1 }
            claims[index].pieces = claims[index].pieces.lowerBound..<end
            return .write
        }
        return needsWhole(id, from: next) || !hasCompared && written[next] > 0 ? .compare : .end
    }

    /// Returns true if a byte is missing, from a piece on, that no proven connection fetches.
    ///
    /// - Parameters:
    ///   - id: The number of the claim of the response that contains the whole file.
    ///   - piece: The index of the first piece that the response can still deliver.
    /// - Returns: True if the response must go on.
    func needsWhole(_ id: Int, from piece: Int) -> Bool {
        (piece..<written.count).contains { piece in
            !isComplete(piece) && !claims.contains { $0.id != id && $0.isProven && $0.pieces.contains(piece) }
        }
    }

    /// Discards all bytes that other connections have written.
    ///
    /// They differ from those of the response that contains the whole file, or from each other. From now on, only that
    /// response is trusted.
    ///
    /// - Parameters:
    ///   - piece: The index of the piece that the response has reached; nil if it has not found the difference itself.
    ///   - count: The number of bytes at the start of the piece that were equal.
    /// - Returns: The indices of the pieces that have lost bytes.
    mutating func trustOnlyWhole(at piece: Int? = nil, count: Int64 = 0) -> [Int] {
        isExclusive = true
        claims.removeAll { $0.id != wholeID }
        if let index = claims.indices.first {
            claims[index].pieces = (piece ?? claims[index].pieces.lowerBound)..<written.count
        }
        let changed = written.indices.filter { !isOfWhole[$0] && written[$0] > 0 }
        for index in changed { written[index] = index == piece ? count : 0 }
        return changed
    }

    /// True if the response that contains the whole file goes on.
    var hasWhole: Bool { wholeID != nil }

    /// True if a claim is that of the response that contains the whole file.
    func isWhole(_ id: Int) -> Bool { id == wholeID }

    private mutating func makeClaim(_ pieces: Range<Int>, isProven: Bool) -> Claim {
        claimCount += 1
        claims.append(Claim(id: claimCount, pieces: pieces, isProven: isProven))
        return claims[claims.count - 1]
    }

    /// Returns the pieces of a claim after the one that its connection is fetching.
    private func unbegun(_ claim: Claim) -> Range<Int> {
        guard let current = firstMissing(of: claim) else { return claim.pieces.upperBound..<claim.pieces.upperBound }
        return min(current + 1, claim.pieces.upperBound)..<claim.pieces.upperBound
    }

    /// Returns true for each piece that belongs to no claim.
    private func freePieces() -> [Bool] {
        var isFree = [Bool](repeating: true, count: written.count)
        for claim in claims { for piece in claim.pieces { isFree[piece] = false } }
        return isFree
    }

    // MARK: Bytes

    /// Adds a number of bytes that the connection with a claim wrote to the end of a piece.
    mutating func add(_ count: Int64, to piece: Int, by id: Int? = nil) {
        isOfWhole[piece] = id != nil && id == wholeID && (written[piece] == 0 || isOfWhole[piece])
        written[piece] += count
        guard let id, let index = claims.firstIndex(where: { $0.id == id }) else { return }
        claims[index].count += count
        if claims[index].count >= min(Self.proof, pieceBytes) { claims[index].isProven = true }
    }

    /// Discards the bytes of a claim from an offset on, and returns the indices of the pieces that have lost bytes.
    mutating func cut(_ id: Int, from position: Int64) -> [Int] {
        guard let claim = claim(id) else { return [] }
        let changed = claim.pieces.filter { written[$0] > 0 && self.position(of: $0) > position }
        for piece in changed { written[piece] = max(0, position - start(of: piece)) }
        return changed
    }

    /// Increases the number of bytes of a piece, for bytes that were written after the last record.
    mutating func raise(_ piece: Int, to count: Int64) {
        guard written.indices.contains(piece) else { return }
        set(piece, to: max(written[piece], count))
    }

    /// Sets the number of bytes of a piece, as its mark states it.
    mutating func set(_ piece: Int, to count: Int64) {
        guard written.indices.contains(piece) else { return }
        written[piece] = min(max(0, count), end(of: piece) - start(of: piece))
    }

    /// Sets the size of a file in one piece.
    mutating func setTotal(_ total: Int64?) {
        if !isSplit { self.total = total }
    }

    /// The written bytes, in as few segments as possible.
    var segments: [PartSegment] {
        guard isSplit else { return [] }
        var result: [PartSegment] = []
        for (piece, count) in written.enumerated() where count > 0 {
            let (start, end) = (start(of: piece), end(of: piece))
            if let last = result.indices.last, result[last].durable == start, result[last].end == start {
                result[last].durable = start + count
                result[last].end = end
            } else {
                result.append(PartSegment(start: start, durable: start + count, end: end))
            }
        }
        return result
    }
}
