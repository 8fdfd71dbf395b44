import DownloadQueue
import Syntax
import Testing

@testable import Downloads

@Suite("Pieces of a file")
struct PieceMapTests {
    /// Returns the pieces of a claim; nil if there was nothing to claim.
    private func claim(_ map: inout PieceMap, shares: Int = 2) -> Range<Int>? { map.claim(shares: shares)?.pieces }

    @Test("A new connection gets its share of the pieces that the others have not begun")
    func shares() {
        var map = PieceMap(total: 2_400, pieceBytes: 100)
        let whole = map.claimAll()
        #expect(whole.pieces == 0..<24)
        #expect(claim(&map, shares: 4) == 18..<24)
        #expect(claim(&map, shares: 3) == 12..<18)
        #expect(claim(&map, shares: 2) == 6..<12)
        #expect(map.claim(whole.id)?.pieces == 0..<6)
    }

    @Test("A connection without work gets unclaimed pieces first, and then half of what another one has not begun")
    func splits() {
        var map = PieceMap(total: 800, pieceBytes: 100)
        map.add(100, to: 2)
        map.add(10, to: 5)
        #expect(claim(&map) == 0..<2)
        #expect(claim(&map) == 3..<5)
        #expect(claim(&map) == 5..<8)
        #expect(claim(&map) == 7..<8)
        #expect(claim(&map) == 1..<2)
        #expect(claim(&map) == 4..<5)
        #expect(claim(&map) == 6..<7)
        // The pieces that are left have been begun.
        #expect(claim(&map) == nil)
    }

    @Test("A complete piece is not claimed again, and a released one is")
    func complete() throws {
        var map = PieceMap(total: 250, pieceBytes: 100)
        map.add(100, to: 0)
        map.add(50, to: 2)
        let first = try map.requiredClaim()
        #expect(first.pieces == 1..<2)
        #expect(map.claim() == nil)
        map.release(first.id)
        #expect(claim(&map) == 1..<2)
        #expect(map.missing == 100)
    }

    @Test("The transfer of the whole file goes on until others have proven themselves")
    func goesOn() throws {
        var map = PieceMap(total: 400, pieceBytes: 100)
        let whole = map.claimAll()
        let other = try map.requiredClaim()
        #expect(other.pieces == 2..<4)
        #expect(map.next(after: 0, whole.id, hasCompared: false) == .write)
        // The other connection has not sent a byte, so it loses its pieces.
        #expect(map.next(after: 1, whole.id, hasCompared: false) == .write)
        #expect(map.claim(other.id) == nil)
        #expect(map.next(after: 3, whole.id, hasCompared: false) == .end)
    }

    @Test("The transfer of the whole file compares the bytes of a proven connection, and then ends")
    func compares() throws {
        var map = PieceMap(total: 400, pieceBytes: 100)
        let whole = map.claimAll()
        let other = try map.requiredClaim()
        map.add(100, to: 2, by: other.id)
        for piece in 0..<2 { map.add(100, to: piece, by: whole.id) }
        #expect(map.next(after: 1, whole.id, hasCompared: false) == .compare)
        #expect(map.next(after: 1, whole.id, hasCompared: true) == .end)
        #expect(!map.needsWhole(whole.id, from: 2))
        // Another connection ends at its last piece.
        #expect(map.next(after: 3, other.id, hasCompared: false) == .end)
        // If the other connection leaves, its bytes are needed again.
        map.release(other.id)
        #expect(map.needsWhole(whole.id, from: 2))
    }

    @Test("If other connections have delivered wrong bytes, only those of the whole file are kept")
    func distrusts() throws {
        var map = PieceMap(total: 400, pieceBytes: 100)
        let whole = map.claimAll()
        let other = try map.requiredClaim()
        map.add(100, to: 0, by: whole.id)
        map.add(100, to: 1, by: whole.id)
        map.add(100, to: 2, by: other.id)
        map.add(30, to: 3, by: other.id)
        #expect(map.trustOnlyWhole(at: 2, count: 40) == [2, 3])
        #expect(map.written == [100, 100, 40, 0])
        #expect(map.claim(whole.id)?.pieces == 2..<4)
        #expect(map.claim(other.id) == nil)
        #expect(map.claim() == nil)
    }

    @Test("Bytes of a claim are discarded from an offset on")
    func cuts() throws {
        var map = PieceMap(total: 400, pieceBytes: 100)
        _ = map.claimAll()
        let other = try map.requiredClaim()
        map.add(100, to: 2, by: other.id)
        map.add(30, to: 3, by: other.id)
        #expect(map.cut(other.id, from: 210) == [2, 3])
        #expect(map.written == [0, 0, 10, 0])
    }

    @Test("The bytes before the first gap can be hashed")
    func contiguous() {
        var map = PieceMap(total: 250, pieceBytes: 100)
        map.add(100, to: 1)
        #expect(map.contiguous == 0)
        map.add(30, to: 0)
        #expect(map.contiguous == 30)
        map.add(70, to: 0)
        #expect(map.contiguous == 200)
        map.add(50, to: 2)
        #expect(map.contiguous == 250)
    }

    @Test(
        "A record contains the segments and gives the same map again",
        arguments: [
            (
                [100, 100, 20, 0, 50],
                [PartSegment(start: 0, durable: 220, end: 300), PartSegment(start: 400, durable: 450, end: 450)]
            ),
            ([0, 0, 0, 0, 0], []),
            ([100, 100, 100, 100, 50], [PartSegment(start: 0, durable: 450, end: 450)]),
            (
                [10, 100, 0, 0, 0],
                [PartSegment(start: 0, durable: 10, end: 100), PartSegment(start: 100, durable: 200, end: 200)]
            ),
        ] as [([Int64], [PartSegment])])
    func record(written: [Int64], segments: [PartSegment]) {
        var map = PieceMap(total: 450, pieceBytes: 100)
        for (piece, count) in written.enumerated() { map.add(count, to: piece) }
        #expect(map.segments == segments)
        var content = PartialContent(durableBytes: map.count, total: 450, etag: "\"a\"")
        content.pieceBytes = 100
        content.segments = map.segments
        var stored = PartialContent(durableBytes: map.count, total: 450, etag: "\"a\"")
        stored.state = content.state
        #expect(stored == content)
        #expect(PieceMap(stored)?.written == written)
    }

    @Test("A state that is no JSON changes nothing")
    func malformed() {
        var content = PartialContent(durableBytes: 90, total: 450, etag: "\"a\"")
        content.pieceBytes = 100
        content.state = "no JSON"
        #expect(content.pieceBytes == 100)
    }

    /// The numbers of a stored record.
    struct Record: Sendable {
        var durable: Int64
        var total: Int64?
        var piece: Int64?
        var segments: [[Int64]] = []
    }

    private static let most = ByteCount.range.upperBound

    @Test(
        "A record whose numbers contradict each other, or would need too many pieces, gives no map",
        arguments: [
            Record(durable: -1), Record(durable: 11, total: 10), Record(durable: 0, total: -1),
            Record(durable: most + 1), Record(durable: 0, total: .max), Record(durable: .min, total: .min),
            Record(durable: 10, total: 10, segments: [[0, 10, 10]]), Record(durable: 0, piece: 100),
            Record(durable: 0, total: 0, piece: 1), Record(durable: 0, total: 450, piece: 0),
            Record(durable: 0, total: 450, piece: -100), Record(durable: 0, total: 450, piece: .max),
            Record(durable: 0, total: 450, piece: .min), Record(durable: 0, total: 1_025, piece: 1),
            Record(durable: 0, total: most, piece: 32 << 20), Record(durable: 0, total: .max, piece: 1 << 53 + 1),
            Record(durable: 0, total: .max, piece: .max),
            Record(durable: 40, total: 450, piece: 100, segments: [[50, 90, 100]]),
            Record(durable: 6, total: 450, piece: 100, segments: [[-5, 1, 2]]),
            Record(durable: 100, total: 450, piece: 100, segments: [[0, 100, 500]]),
            Record(durable: 100, total: 450, piece: 100, segments: [[0, 100, 50]]),
            Record(durable: 0, total: 450, piece: 100, segments: [[100, 0, 200], [200, 300, 300]]),
            Record(durable: 200, total: 450, piece: 100, segments: [[100, 200, 200], [0, 100, 100]]),
            Record(durable: 400, total: 450, piece: 100, segments: [[0, 200, 200], [0, 200, 200]]),
            Record(durable: 0, total: 450, piece: 100, segments: [[.min, .max, .max], [0, 0, .min]]),
            Record(durable: .max, total: .max, piece: 1 << 62, segments: [[0, .max, .max]]),
        ])
    func contradictions(record: Record) {
        var content = PartialContent(durableBytes: record.durable, total: record.total, etag: "\"a\"")
        content.pieceBytes = record.piece
        content.segments = record.segments.map { PartSegment(start: $0[0], durable: $0[1], end: $0[2]) }
        #expect(PieceMap(content) == nil)
    }

    @Test(
        "Pieces are whole mebibytes, and their number is limited",
        arguments: [(16 << 20, 4), (200 << 20, 4), (2 << 30, 8), (1 << 40, 4), (1 << 20, 8)] as [(Int64, Int)])
    func pieceBytes(total: Int64, connections: Int) {
        let bytes = PieceMap.pieceBytes(total: total, connections: connections, limit: .max)
        #expect(bytes % (1 << 20) == 0)
        #expect(bytes > 0)
        #expect((total - 1) / bytes + 1 <= PieceMap.countLimit)
    }

    @Test(
        "Pieces have at most the length of one request, unless there would be too many of them",
        arguments: [
            (16 << 20, 1 << 20), (1 << 30, 4 << 20), (32 << 30, 32 << 20), (32 << 30 + 1, 33 << 20),
            (1 << 40, 1 << 30), (1 << 52, 1 << 42), (most, 1 << 43),
        ] as [(Int64, Int64)])
    func pieceLimit(total: Int64, expected: Int64) {
        let bytes = PieceMap.pieceBytes(total: total, connections: 4, limit: 32 << 20)
        #expect(bytes == (total == 16 << 20 ? 1 << 20 : expected))
        let map = PieceMap(total: total, pieceBytes: bytes)
        #expect(map.written.count <= PieceMap.countLimit)
        #expect(map.end(of: map.written.count - 1) == total && map.missing == total)
    }
}

extension PieceMap {
    fileprivate mutating func requiredClaim() throws -> Claim {
        let claim = claim()
        return try #require(claim)
    }
}
