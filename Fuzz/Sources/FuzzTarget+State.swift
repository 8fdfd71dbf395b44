import Glibc
import Syntax
import WHATWGURL

@testable import Crawling
@testable import DownloadQueue
@testable import Downloads
@testable import Fetching

extension FuzzTarget {
    /// The records of unfinished work: the bytes of a part file, the journal of a crawl, and an entry of the cache.
    static let state = FuzzTarget(name: "state") { bytes in
        var input = FuzzInput(bytes)
        checkPartState(&input)
        checkCacheEntry(&input)
        checkJournal(&input)
    }

    private static func checkPartState(_ input: inout FuzzInput) {
        var content = PartialContent(
            durableBytes: input.isEven() ? ByteCount(clamping: input.integer()).bytes : Int64(input.byte()),
            total: input.isEven() ? ByteCount(clamping: input.integer()).bytes : nil)
        let text = partState(&input)
        content.state = text
        if input.isEven() {
            // The sum of the segments, which may be consistent with them.
            content.durableBytes = content.segments.reduce(0) { $0 &+ ($1.durable &- $1.start) }
        }
        guard content.isConsistent else {
            expect(PieceMap(content) == nil, "has no pieces: \(content)")
            return
        }
        var again = PartialContent(durableBytes: content.durableBytes, total: content.total)
        again.state = content.state
        expect(again.isConsistent && again.segments == content.segments, "is the same: \(again), not \(content)")
        expect(again.pieceBytes == content.pieceBytes && again.modified == content.modified, "is the same: \(text)")
        guard var map = PieceMap(content) else { return }
        expect(map.count == content.durableBytes, "has the bytes: \(content)")
        checkMap(&map, &input)
    }

    private static func checkCacheEntry(_ input: inout FuzzInput) {
        var lines = ["https://example.org/"] + (0..<5).map { _ in FuzzInput.plain(input.number()) }
        lines += [input.choose(["public", "any"]), input.isEven() ? "0" : FuzzInput.plain(input.number())]
        for _ in 0..<(input.byte() % 4) {
            lines += [input.choose(["Age", "Date", "Vary"]), FuzzInput.plain(input.number())]
        }
        let text = Array(lines.map { $0 + "\n" }.joined().utf8)
        var sum = CacheChecksum()
        text.withUnsafeBytes { sum.add($0) }
        let described = text + Array("\(sum.value)\n".utf8)
        if let entry = CacheEntryCoding.entry(described, path: "/x") {
            expect(ByteCount.range.contains(entry.bodyByteCount), "has a length: \(entry)")
            _ = (entry.isFresh(now: input.integer().clamped(to: 0...253_402_300_799)), entry.conditions)
            let trailer = CacheEntryCoding.trailer(of: entry)
            let again = CacheEntryCoding.entry(Array(trailer.dropLast(CacheEntryCoding.tailByteCount)), path: "/x")
            expect(again == entry, "is the same entry: \(entry)")
        }
        let digits = FuzzInput.plain(input.number())
        let padded = String(repeating: "0", count: max(0, 16 - digits.utf8.count)) + digits
        let tail =
            Array(padded.utf8) + CacheEntryCoding.trailer(of: emptyEntry).suffix(CacheEntryCoding.tailByteCount - 16)
        let count = CacheEntryCoding.descriptionByteCount(tail: tail)
        expect(count.map { $0 > 0 && $0 < 10_000_000_000_000_000 } ?? true, "has a length: \(padded)")
    }

    private static let emptyEntry = CachedResponse(
        status: 200, fields: [], selecting: [], requestTime: 0, responseTime: 0, address: "", path: "",
        bodyByteCount: 0, checksum: 0)

    private static func checkJournal(_ input: inout FuzzInput) {
        guard input.isRare(), let url = WebURL("https://example.org/") else { return }
        var options = Frontier.Options()
        options.maximumDepth = Int(input.byte() % 3)
        let path = "\(FuzzHome.path)/journal"
        do {
            unlink(path)
            _ = try CrawlJournal(path: path, seeds: [url], options: options)
            var text = ""
            for number in 0..<(input.byte() % 4) {
                let fields = [
                    input.isRare() ? FuzzInput.plain(input.number()) : "\(number)", "-",
                    "https://example.org/\(number)",
                ]
                text +=
                    (fields + [input.isRare() ? FuzzInput.plain(input.number()) : "3"]).joined(separator: "\t") + "\n"
            }
            append(text, to: path)
            let steps = try CrawlJournal(path: path, seeds: [url], options: options).steps
            var frontier = Frontier(seeds: [url], options: options)
            for step in steps where !frontier.replay(step) { break }
            expect(frontier.dequeuedCount <= steps.count, "goes on: \(text)")
            unlink(path)
        } catch {
            expect(false, "reads a journal: \(error)")
        }
    }

    private static func append(_ text: String, to path: String) {
        let descriptor = open(path, O_WRONLY | O_APPEND)
        _ = text.withCString { write(descriptor, $0, text.utf8.count) }
        close(descriptor)
    }
}
