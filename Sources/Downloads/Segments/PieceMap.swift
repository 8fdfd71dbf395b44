import DownloadQueue

/// A map of the bytes of a file that have been written, one count for each piece.
///
/// A file on a single connection is one piece. Pieces are claimed in order, so that the contiguous bytes at the start
/// grow and can be hashed during the download. The map is a pure value.
struct PieceMap: Sendable, Equatable {
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
    private var isClaimed: [Bool]

    /// Creates the map of a file in one piece, with `count` bytes from the start; `total` is nil while the size is
    /// unknown.
    init(count: Int64, total: Int64?) {
        self.total = total
        pieceBytes = .max
        written = [count]
        isClaimed = [false]
    }

    /// Creates the empty map of a file in several pieces; `total` and `pieceBytes` are at least 1, and the file has at
    /// most ``countLimit`` pieces.
    init(total: Int64, pieceBytes: Int64) {
        self.total = total
        self.pieceBytes = pieceBytes
        let count = Int((total - 1) / pieceBytes + 1)
        written = Array(repeating: 0, count: count)
        isClaimed = Array(repeating: false, count: count)
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
    /// With eight pieces for each connection, fast connections can take over the work of slow ones. With pieces of less
    /// than a mebibyte, connections would mostly wait for responses.
    ///
    /// - Parameters:
    ///   - total: The size of the file in bytes.
    ///   - connections: The number of connections that share it.
    ///   - limit: The maximum length in bytes, which is exceeded if there would be more than ``countLimit`` pieces.
    /// - Returns: A whole number of mebibytes, or the limit.
    static func pieceBytes(total: Int64, connections: Int, limit: Int64) -> Int64 {
        let mebibyte: Int64 = 1 << 20
        let wished = total / Int64(8 * max(1, connections)) / mebibyte * mebibyte
        let least = (total - 1) / countLimit + 1
        let rounded = ((least - 1) / mebibyte + 1) * mebibyte
        return least <= limit ? min(max(wished, rounded), limit) : rounded
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

    /// Claims the first incomplete piece that is not claimed; returns nil if there is none.
    mutating func claim() -> Int? {
        guard let piece = written.indices.first(where: { !isClaimed[$0] && !isComplete($0) }) else { return nil }
        isClaimed[piece] = true
        return piece
    }

    /// Claims the piece after a complete one if it is empty and not claimed; otherwise returns nil.
    mutating func claimNext(after piece: Int) -> Int? {
        let next = piece + 1
        guard written.indices.contains(next), !isClaimed[next], written[next] == 0 else { return nil }
        isClaimed[next] = true
        return next
    }

    /// Releases the claim on a piece.
    mutating func release(_ piece: Int) { isClaimed[piece] = false }

    /// Adds a number of bytes that were written to the end of a piece.
    mutating func add(_ count: Int64, to piece: Int) { written[piece] += count }

    /// Discards the bytes of a piece after the first `count` ones.
    mutating func cut(_ piece: Int, to count: Int64) { written[piece] = min(written[piece], count) }

    /// Increases the number of bytes of a piece, for bytes that were written after the last record.
    mutating func raise(_ piece: Int, to count: Int64) {
        guard written.indices.contains(piece) else { return }
        written[piece] = min(max(written[piece], count), end(of: piece) - start(of: piece))
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
