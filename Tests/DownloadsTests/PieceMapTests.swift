import DownloadQueue
import Testing

@testable import Downloads

@Suite("Pieces of a file")
struct PieceMapTests {
    @Test("Pieces are assigned in order, each once, and again after they are released")
    func assigns() {
        var map = PieceMap(total: 250, pieceBytes: 100)
        #expect([map.claim(), map.claim(), map.claim(), map.claim()] == [0, 1, 2, nil])
        map.release(1)
        #expect(map.claim() == 1)
        #expect(map.claim() == nil)
    }

    @Test("A complete piece is not assigned again")
    func complete() {
        var map = PieceMap(total: 250, pieceBytes: 100)
        map.add(100, to: 0)
        map.add(50, to: 2)
        #expect(map.isComplete(0))
        #expect(map.isComplete(2))
        #expect(map.claim() == 1)
        #expect(map.claim() == nil)
        #expect(map.missing == 100)
    }

    @Test("A connection continues into the next piece only if that is untouched")
    func runsOn() {
        var map = PieceMap(total: 400, pieceBytes: 100)
        _ = map.claim()
        #expect(map.claimNext(after: 0) == 1)
        #expect(map.claimNext(after: 0) == nil)
        map.add(1, to: 2)
        #expect(map.claimNext(after: 1) == nil)
        #expect(map.claimNext(after: 3) == nil)
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
        #expect(PieceMap(stored).written == written)
    }

    @Test("A malformed record counts as empty")
    func malformed() {
        var content = PartialContent(durableBytes: 90, total: 450, etag: "\"a\"")
        content.pieceBytes = 100
        content.segments = [PartSegment(start: 50, durable: 90, end: 100), PartSegment(start: -5, durable: 1, end: 2)]
        #expect(PieceMap(content).count == 0)
        content.segments = []
        content.pieceBytes = 0
        #expect(PieceMap(content).count == 0)
        content.state = "no JSON"
        #expect(content.pieceBytes == 0)
    }

    @Test(
        "Pieces are whole mebibytes, and their number is limited",
        arguments: [(16 << 20, 4), (200 << 20, 4), (2 << 30, 8), (1 << 40, 4), (1 << 20, 8)] as [(Int64, Int)])
    func pieceBytes(total: Int64, connections: Int) {
        let bytes = PieceMap.pieceBytes(total: total, connections: connections)
        #expect(bytes % (1 << 20) == 0)
        #expect(bytes > 0)
        #expect((total - 1) / bytes + 1 <= PieceMap.countLimit)
    }
}
