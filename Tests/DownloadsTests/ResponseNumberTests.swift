import DownloadQueue
import Fetching
import Foundation
import Syntax
import Testing
import WHATWGURL

@testable import Downloads

/// Tests of all numbers in the head of a response, and of the arithmetic with them.
@Suite("Numbers in responses")
struct ResponseNumberTests {
    /// The place of a number in the head.
    enum Place: String, Sendable, CaseIterable {
        case length = "Content-Length"
        case first = "first position"
        case last = "last position"
        case total = "size"
    }

    /// Bytes on disk from an earlier attempt.
    enum Disk: Sendable, CaseIterable {
        case none, ofUnknownSize, ofKnownSize

        var content: PartialContent {
            self == .none
                ? .nothing : PartialContent(durableBytes: 100, total: self == .ofKnownSize ? 1_000 : nil, etag: "\"a\"")
        }

        var range: RangeRequest { self == .none ? .all : .rest(from: 100, conditional: true) }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var place: Place
        var number: String

        var testDescription: String { "\(place.rawValue) \(number)" }

        /// True if the number or, for a last position, the size that follows from it is too large.
        var isTooLarge: Bool {
            guard !number.isEmpty, number.allSatisfy({ $0.isASCII && $0.isNumber }) else { return false }
            guard let count = ByteCount(digits: number) else { return true }
            return place == .last && count.bytes == ByteCount.range.upperBound
        }

        /// Returns the head of a response with the number.
        func head(_ status: Int) throws -> ResponseHead {
            func text(_ other: Place, _ usual: String) -> String { place == other ? number : usual }
            let range = "\(text(.first, "100"))-\(text(.last, "999"))"
            var fields = [
                HeaderField(name: "ETag", value: "\"a\""), HeaderField(name: "Accept-Ranges", value: "bytes"),
                HeaderField(
                    name: "Content-Range",
                    value: "bytes \(status == 416 ? "*" : range)/\(text(.total, place == .last ? "*" : "1000"))"),
            ]
            if place == .length { fields.append(HeaderField(name: "Content-Length", value: number)) }
            return ResponseHead(status: status, fields: fields, url: try #require(WebURL("https://example.org/a")))
        }
    }

    static let numbers = [
        "0", "2147483648", "9007199254740991", "9007199254740992", "18014398509481984", "4611686018427387904",
        "9223372036854775807", "9223372036854775808", "1000000000000000000000000000000", "-1", "+1", "1e9", "",
    ]
    static let rows = Place.allCases.flatMap { place in numbers.map { Row(place: place, number: $0) } }

    @Test("Any number gives a plan whose arithmetic stays in range, and one above 2⁵³ − 1 fails", arguments: rows)
    func plans(row: Row) throws {
        for status in [200, 206, 416] {
            for disk in Disk.allCases {
                let head = try row.head(status)
                let plan = ResponsePlan.decide(head: head, range: disk.range, disk: disk.content, now: Date())
                switch plan {
                case .fromStart(let content): try expectSound(content)
                case .resume(let content, let start, let count):
                    try expectSound(content)
                    let end = start + count
                    #expect(start == 100 && ByteCount(end) != nil && end <= content.total ?? end)
                case .complete(let content): #expect(content.isConsistent)
                case .fail(let failure, _): #expect(failure.isLasting || failure.class == .protocol)
                case .requestAll, .requestUnconditionally, .requestCompressed: break
                }
                let isRead = status == 200 ? row.place == .length : status == 206
                guard row.isTooLarge, isRead else { continue }
                guard case .fail(let failure, nil) = plan else {
                    Issue.record("\(status), \(disk): \(plan)")
                    continue
                }
                #expect(failure.class == .excess && failure.message == "the server announces more than 8 PiB")
            }
        }
    }

    /// Performs the arithmetic of a download with the size that a response announces.
    private func expectSound(_ content: PartialContent) throws {
        #expect(content.isConsistent)
        let single = PieceMap(count: content.durableBytes, total: content.total)
        #expect(single.missing >= 0 && single.end(of: 0) >= single.position(of: 0))
        guard let total = content.total, total > 0 else { return }
        let pieceBytes = PieceMap.pieceBytes(total: total, connections: 4, limit: DownloadOptions().pieceLimit)
        var map = PieceMap(total: total, pieceBytes: pieceBytes)
        let last = map.written.count - 1
        #expect(map.written.count <= PieceMap.countLimit && map.end(of: last) == total && map.missing == total)
        #expect(total + Int64(map.written.count) * 8 > total)
        while let claim = map.claim() {
            for piece in claim.pieces {
                map.raise(piece, to: .max)
                map.raise(piece, to: .min)
            }
        }
        #expect(map.contiguous == total && map.count == total && map.missing == 0)
        var stored = content
        stored.durableBytes = total
        stored.pieceBytes = pieceBytes
        stored.segments = map.segments
        #expect(try #require(PieceMap(stored)).written == map.written)
    }

    @Test(
        "The total of an unsatisfied range and a range without a total are checked too",
        arguments: [
            ("bytes */9007199254740991", false), ("bytes */9007199254740992", true),
            ("bytes 0-9007199254740990/*", false),
            ("bytes 0-9007199254740991/*", true), ("bytes 9223372036854775807-9223372036854775807/*", true),
            ("bytes 0-1/2", false), ("bytes 0-x/99999999999999999999", false),
            ("items 0-1/99999999999999999999", false),
        ])
    func tooLarge(value: String, isTooLarge: Bool) {
        #expect(ContentRange.isTooLarge(value) == isTooLarge)
        if isTooLarge { #expect(ContentRange(value) == nil) }
    }

    @Test("A size that is smaller than the bytes on disk belongs to another version")
    func shrunk() throws {
        let url = try #require(WebURL("https://example.org/a"))
        let fields = [
            HeaderField(name: "ETag", value: "\"a\""), HeaderField(name: "Content-Range", value: "bytes 50-89/90"),
        ]
        let disk = PartialContent(durableBytes: 100, etag: "\"a\"")
        let plan = ResponsePlan.decide(
            head: ResponseHead(status: 206, fields: fields, url: url), range: .rest(from: 50, conditional: true),
            disk: disk, now: Date())
        #expect(plan == .requestAll)
    }
}
