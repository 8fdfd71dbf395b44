import FileFormats
import FoundationEssentials
import Syntax
import WHATWGURL

@testable import Crawling
@testable import DownloadQueue
@testable import Downloads
@testable import Fetching

extension FuzzTarget {
    /// The head of a response, and the decisions of a download and of the cache that depend on it.
    static let head = FuzzTarget(name: "head") { bytes in
        var input = FuzzInput(bytes)
        guard let head = responseHead(&input) else { return }
        let seconds = input.integer().clamped(to: -62_167_219_200...253_402_300_799)
        let now = Date(timeIntervalSince1970: Double(seconds))
        checkFields(head, now: seconds)
        checkCache(head, &input, now: seconds)
        if ResponseFraming.defect(of: head) == .tooLarge {
            let lengths = head.values(of: "Content-Length").flatMap { $0.split(separator: ",") }
            expect(lengths.contains { ByteCount(digits: $0.filter { $0 != " " && $0 != "\t" }) == nil }, "is too large")
        }
        let disk = partialContent(&input)
        let requests: [RangeRequest] = [
            .all, .allUnsplit, .allCompressed, .remainder(after: max(1, disk.durableBytes), conditional: true),
            .remainder(after: max(1, disk.durableBytes), conditional: false),
            .rest(from: input.integer().clamped(to: 1...ByteCount.range.upperBound), conditional: true),
        ]
        for request in requests {
            _ = request.range(to: input.integer().clamped(to: 1...ByteCount.range.upperBound))
            let plan = ResponsePlan.decide(head: head, range: request, disk: disk, now: now)
            switch plan {
            case .fromStart(let content):
                expect(content.isConsistent && content.durableBytes == 0, "begins with nothing: \(content)")
                checkPieces(content, &input)
            case .resume(let content, let start, let count):
                expect(content.isConsistent, "resumes what is consistent: \(content)")
                expect(start >= 0 && count > 0, "resumes a range: \(start), \(count)")
                expect(ByteCount.range.contains(start + count), "ends in the range: \(start), \(count)")
                expect(content.total.map { start + count <= $0 } ?? true, "ends in the file: \(content)")
            case .complete(let content):
                expect(content.isConsistent && content.total == content.durableBytes, "is complete: \(content)")
            case .fail(let failure, let retryAfter):
                let policy = RetryPolicy()
                let next = policy.nextAttempt(failures: 3, jitter: 0.5, retryAfter: retryAfter, now: now)
                expect(next >= now && next <= now.addingTimeInterval(3_601), "retries within an hour: \(next)")
                let event = QueueEvent.failed(failure, retryAfter: retryAfter, jitter: 1)
                let backoff = QueueMachine().hostBackoff(after: event, of: nil, at: now)
                expect(backoff?.notBefore.map { $0 <= now.addingTimeInterval(3_601) } ?? true, "holds for an hour")
            case .requestAll, .requestUnconditionally, .requestCompressed: break
            }
        }
    }

    /// Returns the head that libcurl's lines make; nil if it does not end.
    private static func responseHead(_ input: inout FuzzInput) -> ResponseHead? {
        var parser = HeadParser()
        let statuses = ["200", "206", "416", "503", "429", "203", "304", "301", "404", "100", "101", "204"]
        let status = input.isRare() ? input.number() : input.choose(statuses)
        var lines = ["HTTP/\(input.choose(["1.1", "2", "1.0", "3", "", "1.1 ", "9"])) \(status) OK"]
        for _ in 0..<(input.byte() % 12 + 2) { lines.append(field(&input)) }
        var event = HeadParser.Event.more
        for line in lines + [""] {
            event = Array("\(line)\r\n".utf8).withUnsafeBytes { parser.receive($0) }
            if event != .more { break }
        }
        guard event == .complete, let url = WebURL("https://example.org/a/b.tar.gz") else { return nil }
        expect(parser.contentLength.map(ByteCount.range.contains) ?? true, "has a length in the range")
        return ResponseHead(
            status: parser.status, fields: parser.fields, url: url,
            httpVersion: parser.version)
    }

    /// Returns a line of a head.
    private static func field(_ input: inout FuzzInput) -> String {
        switch input.byte() % 20 {
        case 0, 1: return "Content-Length: \(input.number())\(input.isRare() ? ", \(input.number())" : "")"
        case 2, 3: return "Content-Range: bytes \(input.number())-\(input.number())/\(input.number())"
        case 4: return "Content-Range: bytes */\(input.number())"
        case 5: return "Content-Range: \(input.plainText()) \(input.number())-\(input.number())/*"
        case 6: return "Retry-After: \(input.isRare() ? date(&input) : input.number())"
        case 7: return "Last-Modified: \(date(&input))"
        case 8: return "Date: \(date(&input))"
        case 9: return "Expires: \(input.isRare() ? input.number() : date(&input))"
        case 10: return "Age: \(input.number())\(input.isRare() ? ", 1" : "")"
        case 11:
            let name = input.choose(["max-age", "s-maxage", "private", "public", "stale-if-error"])
            return "Cache-Control: \(name)=\(input.isRare() ? "\"\(input.number())\"" : input.number())"
        case 12: return "ETag: \(input.choose(["\"a\"", "W/\"a\"", "\"", "a", ""]))"
        case 13: return "Transfer-Encoding: \(input.choose(["chunked", "identity", "gzip, chunked", ""]))"
        case 14: return "Content-Encoding: \(input.choose(["gzip", "br", "identity", "gzip, gzip", ""]))"
        case 15:
            let name = String(repeating: input.plainText(), count: Int(input.byte()) % 64)
            return input.isEven()
                ? "Content-Disposition: attachment; filename=\"\(name)\""
                : "Content-Disposition: attachment; filename*=UTF-8''%\(input.number())\(name)%2e%2e%2f"
        case 16: return "Content-Type: \(input.choose(["text/html", "multipart/byteranges; boundary=a", "a"]))"
        case 17: return "\(input.choose(["Repr-Digest", "Content-Digest", "Digest"])): sha-256=:\(input.number()):"
        case 18: return " \(input.number())"
        default: return "\(input.plainText()):\(input.number())"
        }
    }

    /// Returns a date in one of HTTP's formats with numbers of any size.
    private static func date(_ input: inout FuzzInput) -> String {
        guard !input.isRare() else { return "Sun, \(input.number()) Nov \(input.number()) \(input.number()):49:37 GMT" }
        return input.choose([
            "Sun, 06 Nov 1994 08:49:37 GMT", "Mon, 01 Jan 1601 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:60 GMT",
            "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun Nov  6 08:49:37 99999", "0", "",
            "Sun, 00 Jan 0000 00:00:00 GMT", "Sun, 32 Feb 2026 24:00:00 GMT", "Sun, 06 Nov 2026 08:49:37 +0100",
        ])
    }

    /// Checks the numbers of single fields.
    private static func checkFields(_ head: ResponseHead, now: Int64) {
        for field in head.fields {
            if let date = HTTPDate.secondsSince1970(field.value) {
                expect((-11_700_000_000...253_402_400_000).contains(date), "is a date of HTTP: \(field)")
                expect(!RFC3339.string(Date(timeIntervalSince1970: Double(date))).isEmpty, "can be written")
            }
            if let delay = RetryAfter.delay(field.value, now: now) {
                expect(delay >= .zero && delay <= .seconds(31_557_600_000), "is a delay: \(field)")
            }
            if let range = ContentRange(field.value) {
                for number in [range.range?.lowerBound, range.range?.upperBound, range.total] {
                    expect(number.map(ByteCount.range.contains) ?? true, "is in the range: \(field)")
                }
            }
            for outcome in [429, 503] {
                let delay = RetryDecision.delay(
                    after: .response(status: outcome, retryAfterField: field.value), attempts: 1,
                    policy: FetchPolicy(), now: now)
                expect(delay.map { $0 >= .zero && $0 <= .seconds(60) } ?? true, "waits for a minute: \(field)")
            }
            guard field.isNamed("Content-Disposition"), let name = ContentDisposition.fileName(field.value),
                let safe = FileName.safe(name)
            else { continue }
            expect(!safe.isEmpty && safe.utf8.count <= 255, "has the length of a name: \(safe)")
            expect(!safe.utf8.contains { $0 < 0x20 || $0 == 0x2F } && safe != ".." && safe != ".", "is a name: \(safe)")
            expect(FileName.safe(safe) == safe, "stays the same: \(safe)")
        }
    }

    /// Checks that an entry of the cache with the head can be written, read and judged.
    private static func checkCache(_ head: ResponseHead, _ input: inout FuzzInput, now: Int64) {
        let lifetime = CachePolicy.lifetime(status: head.status, fields: head.fields)
        expect((0...(1 << 40)).contains(lifetime), "is a lifetime: \(lifetime)")
        _ = CachePolicy.isStorable(status: head.status, fields: head.fields, requestFields: [])
        let times: ClosedRange<Int64> = -62_167_219_200...253_402_300_799
        let entry = CachedResponse(
            status: head.status, fields: head.fields, selecting: CachePolicy.selecting(head.fields, requestFields: []),
            requestTime: input.integer().clamped(to: times), responseTime: input.integer().clamped(to: times),
            address: head.url.href, path: "/x", bodyByteCount: ByteCount(clamping: input.integer()).bytes,
            checksum: UInt64(bitPattern: input.integer()))
        expect(
            CachePolicy.age(
                fields: head.fields, requestTime: entry.requestTime, responseTime: entry.responseTime, now: now) >= 0,
            "has an age")
        _ = entry.isFresh(now: now)
        let trailer = CacheEntryCoding.trailer(of: entry)
        let tail = Array(trailer.suffix(CacheEntryCoding.tailByteCount))
        let described = Array(trailer.dropLast(tail.count))
        expect(CacheEntryCoding.descriptionByteCount(tail: tail) == described.count, "has its length")
        // A carriage return in a field is part of the characters of Swift, which the coding does not split.
        let isPlain = !head.fields.contains { ($0.name + $0.value).utf8.contains(0x0D) }
        expect(!isPlain || CacheEntryCoding.entry(described, path: "/x") == entry, "is the same entry: \(entry)")
    }

    /// Checks the pieces of a file of the announced size.
    private static func checkPieces(_ content: PartialContent, _ input: inout FuzzInput) {
        guard let total = content.total, total > 0 else { return }
        let limit = input.choose([1, 1 << 20, 64 << 20, 1 << 40]) as Int64
        let pieceBytes = PieceMap.pieceBytes(total: total, connections: Int(input.byte()), limit: limit)
        expect(pieceBytes > 0 && (total - 1) / pieceBytes < PieceMap.countLimit, "has few pieces: \(pieceBytes)")
        var map = PieceMap(total: total, pieceBytes: pieceBytes)
        checkMap(&map, &input)
        var monitor = FreeSpaceMonitor { _ in total }
        _ = monitor.directoriesWithSpace(among: ["/": total, "/tmp": input.integer()])
    }

    /// Checks a map while pieces are written and marks are read.
    static func checkMap(_ map: inout PieceMap, _ input: inout FuzzInput) {
        for _ in 0..<(input.byte() % 12) {
            switch input.byte() % 4 {
            case 0:
                let claim = input.isEven() && !map.hasWhole ? map.claimAll() : map.claim(shares: Int(input.byte()))
                guard let claim, let piece = map.firstMissing(of: claim) else { continue }
                // The positions of a response are in the range, so a file of unknown size stays in it too.
                let end = min(map.end(of: piece), max(map.position(of: piece), ByteCount.range.upperBound))
                let space = end - map.position(of: piece)
                map.add(input.integer().clamped(to: 0...space), to: piece, by: claim.id)
                _ = map.next(after: piece, claim.id, hasCompared: input.isEven())
                if input.isEven() { map.release(claim.id) }
            case 1: map.raise(Int(input.byte()), to: input.integer().clamped(to: -1...(1 << 40)))
            case 2:
                _ = map.cut(Int(input.byte() % 8), from: max(0, input.integer()))
                if input.isEven() { _ = map.trustOnlyWhole() }
            default:
                let marks = (0..<3).map { _ in input.integer() }
                let read = PartFile.marks(of: map.written.count, total: map.total ?? 0) { block, _ in
                    marks.withUnsafeBytes { bytes in
                        let count = min(block.count, bytes.count)
                        block.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
                        return count
                    }
                }
                guard map.isSplit else { continue }
                for (piece, count) in read.enumerated() { map.raise(piece, to: count) }
            }
        }
        for piece in map.written.indices {
            expect(map.written[piece] >= 0 && map.position(of: piece) <= map.end(of: piece), "is in the piece: \(map)")
        }
        expect(map.contiguous <= map.count && map.missing >= 0, "has a count: \(map)")
        var content = PartialContent(durableBytes: map.count, total: map.total)
        if map.isSplit {
            content.pieceBytes = map.pieceBytes
            content.segments = map.segments
        }
        expect(content.isConsistent, "is consistent: \(content)")
        if let again = PieceMap(content) { expect(again.written == map.written, "is the same map: \(content)") }
        let progress = ItemProgress(id: "a", bytes: map.count, total: map.total, bytesPerSecond: 1e-300)
        expect(progress.bytes >= 0, "has progress")
    }

    /// Returns a record of bytes on disk that is consistent.
    private static func partialContent(_ input: inout FuzzInput) -> PartialContent {
        let range = ByteCount.range
        let total = input.isEven() ? input.integer().clamped(to: range) : nil
        let bytes = input.integer().clamped(to: range.lowerBound...(total ?? range.upperBound))
        var content = PartialContent(
            durableBytes: bytes, total: total, etag: input.choose([nil, "\"a\"", "W/\"a\""]),
            lastModified: input.choose([nil, "Sun, 06 Nov 1994 08:49:37 GMT"]))
        content.finalAddress = "https://example.org/"
        return content
    }

    /// The numbers of `robots.txt`.
    static let robots = FuzzTarget(name: "robots") { bytes in
        var input = FuzzInput(bytes)
        var text = "User-agent: *\n"
        for _ in 0..<(input.byte() % 8 + 1) {
            switch input.byte() % 4 {
            case 0, 1: text += "Crawl-delay: \(input.number())\n"
            case 2: text += "Disallow: /\(input.plainText())*\(input.number())$\n"
            default: text += "\(input.choose(["Allow", "Request-rate", "Visit-time"])): \(input.number())\n"
            }
        }
        let rules = RobotsRules(Array(text.utf8), isCut: input.isEven(), token: "leftoff")
        let delay = rules.crawlDelay
        expect(delay.map { $0 >= .zero && $0 <= RobotsRules.maximumCrawlDelay } ?? true, "is a delay: \(text)")
        if let url = WebURL("https://example.org/\(input.plainText())?\(input.number())") { _ = rules.allows(url) }
    }
}
