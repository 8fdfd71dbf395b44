import DownloadQueue

/// Which bytes of a file are there, piece by piece; a file that comes from the start on is one piece.
///
/// It is pure: what it says is done by others. Pieces are handed out in their order, so that what is there grows from the
/// start and can be hashed meanwhile.
struct PieceMap: Sendable, Equatable {
    /// The most pieces of a file; their offsets have to be written and read together.
    static let countLimit: Int64 = 1_024

    /// The size of the whole; nil while it is not known, which only a file in one piece can have.
    private(set) var total: Int64?

    /// The length of each piece but the last.
    let pieceBytes: Int64

    /// How many bytes of each piece are there.
    private(set) var written: [Int64]
    private var isTaken: [Bool]

    /// Makes the map of a file in one piece.
    ///
    /// - Parameters:
    ///   - count: How many bytes from the start are there.
    ///   - total: The size of the whole, if known.
    init(count: Int64, total: Int64?) {
        self.total = total
        pieceBytes = .max
        written = [count]
        isTaken = [false]
    }

    /// Makes the map of a file in several pieces of which nothing is there.
    ///
    /// - Parameters:
    ///   - total: The size of the whole, at least 1.
    ///   - pieceBytes: The length of the pieces, at least 1.
    init(total: Int64, pieceBytes: Int64) {
        self.total = total
        self.pieceBytes = pieceBytes
        let count = Int((total - 1) / pieceBytes + 1)
        written = Array(repeating: 0, count: count)
        isTaken = Array(repeating: false, count: count)
    }

    /// Makes the map that a record describes.
    ///
    /// - Parameter content: The record.
    init(_ content: PartialContent) {
        guard let total = content.total, total > 0, let pieceBytes = content.pieceBytes, pieceBytes > 0,
            (total - 1) / pieceBytes < Self.countLimit
        else {
            self.init(count: content.pieceBytes == nil ? content.durableBytes : 0, total: content.total)
            return
        }
        self.init(total: total, pieceBytes: pieceBytes)
        for segment in content.segments where segment.start >= 0 && segment.start <= segment.durable {
            var offset = segment.start
            let end = min(segment.durable, total)
            while offset < end {
                let piece = Int(offset / pieceBytes)
                // A stretch begins where a piece does; anything else is no record of ours.
                guard offset == start(of: piece) else { break }
                written[piece] = min(end, self.end(of: piece)) - offset
                offset = self.end(of: piece)
            }
        }
    }

    /// Chooses the length of pieces.
    ///
    /// Eight rounds of pieces let the quick connections do the work of the slow ones; less than a mebibyte would be spent
    /// waiting for answers.
    ///
    /// - Parameters:
    ///   - total: The size of the whole.
    ///   - connections: How many connections share it.
    /// - Returns: A whole number of mebibytes.
    static func pieceBytes(total: Int64, connections: Int) -> Int64 {
        let mebibyte: Int64 = 1 << 20
        let wished = total / Int64(8 * max(1, connections)) / mebibyte * mebibyte
        let least = ((total / countLimit) / mebibyte + 1) * mebibyte
        return max(wished, mebibyte, least)
    }

    /// True when the file comes in more than one piece.
    var isSplit: Bool { pieceBytes != .max }

    /// How many bytes are there.
    var count: Int64 { written.reduce(0, +) }

    /// How many bytes are missing; 0 when nobody knows the total.
    var missing: Int64 { total.map { max(0, $0 - count) } ?? 0 }

    /// How many bytes are there from the start on without a gap.
    var contiguous: Int64 {
        var sum: Int64 = 0
        for (piece, count) in written.enumerated() {
            sum += count
            if count < end(of: piece) - start(of: piece) { break }
        }
        return sum
    }

    /// The first byte of a piece.
    func start(of piece: Int) -> Int64 { isSplit ? Int64(piece) * pieceBytes : 0 }

    /// The end of a piece; of a file whose size is not known, the largest number.
    func end(of piece: Int) -> Int64 {
        guard isSplit else { return total ?? .max }
        return min(Int64(piece + 1) * pieceBytes, total ?? .max)
    }

    /// The place in the file where a piece goes on.
    func position(of piece: Int) -> Int64 { start(of: piece) + written[piece] }

    /// True when all of a piece is there.
    func isComplete(_ piece: Int) -> Bool { position(of: piece) >= end(of: piece) }

    /// Gives the first incomplete piece that nobody has to a connection.
    ///
    /// - Returns: The piece; nil when there is none.
    mutating func take() -> Int? {
        guard let piece = written.indices.first(where: { !isTaken[$0] && !isComplete($0) }) else { return nil }
        isTaken[piece] = true
        return piece
    }

    /// Lets a connection that has completed a piece run on into the next one.
    ///
    /// - Parameter piece: The piece that is complete.
    /// - Returns: The next piece, if it is wholly missing and nobody has it.
    mutating func takeNext(after piece: Int) -> Int? {
        let next = piece + 1
        guard written.indices.contains(next), !isTaken[next], written[next] == 0 else { return nil }
        isTaken[next] = true
        return next
    }

    /// Takes a piece back from its connection.
    mutating func release(_ piece: Int) { isTaken[piece] = false }

    /// Counts bytes that were written at the end of a piece.
    mutating func add(_ count: Int64, to piece: Int) { written[piece] += count }

    /// Forgets what is there of a piece from some length on.
    mutating func cut(_ piece: Int, to count: Int64) { written[piece] = min(written[piece], count) }

    /// Learns that more bytes of a piece are there than the record says.
    mutating func raise(_ piece: Int, to count: Int64) {
        guard written.indices.contains(piece) else { return }
        written[piece] = min(max(written[piece], count), end(of: piece) - start(of: piece))
    }

    /// Learns the size of a file in one piece.
    mutating func setTotal(_ total: Int64?) {
        if !isSplit { self.total = total }
    }

    /// What is there, in as few stretches as possible.
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
