import LinkHarvest
import Syntax
import Testing
import WHATWGURL

@Suite("Damaged web archives")
struct ArchiveDamageTests {
    /// The results of reading an archive.
    private struct Outcome {
        var paths: Set<String> = []
        var damaged: [DamagedRecord] = []
        var summary: ArchiveSummary?
    }

    /// A kind of damage to the third of five records.
    struct Damage: Sendable, CustomTestStringConvertible {
        var name: String
        /// Returns the bytes of an archive, from its records without compression.
        var archive: @Sendable (_ records: [[UInt8]]) throws -> [UInt8]
        var testDescription: String { name }
    }

    private static func member(_ bytes: [UInt8]) throws -> [UInt8] {
        try #require(Gzip.compressed(bytes))
    }

    private static func record(_ number: Int) -> [UInt8] {
        // Pages of several kilobytes that do not compress well, so that damage in the middle hits only one.
        let text = (0..<200).map { "<a href='/\(number)/\($0 &* 2_654_435_761 % 1_000_003)'>" }.joined()
        return record(Array("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n\(text)".utf8), number)
    }

    private static func record(_ block: [UInt8], _ number: Int, length: String? = nil) -> [UInt8] {
        let header =
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://w.example/\(number)\r\n"
            + "Content-Type: application/http; msgtype=response\r\n"
            + "Content-Length: \(length ?? "\(block.count)")\r\n\r\n"
        return Array(header.utf8) + block + Array("\r\n\r\n".utf8)
    }

    private static func members(_ records: [[UInt8]], changing change: (inout [UInt8]) -> Void) throws -> [UInt8] {
        var members = try records.map { try Self.member($0) }
        change(&members[2])
        return Array(members.joined())
    }

    private static func replacing(_ records: [[UInt8]], with record: [UInt8]) throws -> [UInt8] {
        var records = records
        records[2] = record
        return Array(try records.map { try Self.member($0) }.joined())
    }

    static let kinds = [
        Damage(name: "a bit in the deflate data") { try members($0) { $0[$0.count / 2] ^= 0x10 } },
        Damage(name: "a bit in the first deflate block") { try members($0) { $0[12] ^= 0x06 } },
        Damage(name: "zeros in the deflate data") {
            try members($0) { member in
                for index in 300..<500 { member[index] = 0 }
            }
        },
        Damage(name: "the checksum") { try members($0) { $0[$0.count - 8] ^= 0xFF } },
        Damage(name: "the length in the member's trailer") { try members($0) { $0[$0.count - 4] ^= 0xFF } },
        Damage(name: "the magic number") { try members($0) { $0[0] = 0 } },
        Damage(name: "the member's method") { try members($0) { $0[2] = 7 } },
        Damage(name: "missing bytes in a member") { try members($0) { $0.removeSubrange(300..<500) } },
        Damage(name: "a member without its end") { try members($0) { $0.removeLast(300) } },
        Damage(name: "garbage after a member") { try members($0) { $0 += Array("garbage\u{0}garbage".utf8) } },
        Damage(name: "a length that is too large") { records in
            try replacing(records, with: record(Array("HTTP/1.1 200 OK\r\n\r\n<a href=/3/1>".utf8), 3, length: "90000"))
        },
        Damage(name: "a length that is too small") { records in
            try replacing(records, with: record(Array(records[2].suffix(9_000)), 3, length: "40"))
        },
        Damage(name: "no length") { records in
            try replacing(records, with: record(Array("HTTP/1.1 200 OK\r\n\r\n".utf8), 3, length: "x"))
        },
        Damage(name: "a record that is no record") { try replacing($0, with: Array("WORC/1.0\r\nx: y\r\n\r\n".utf8)) },
        Damage(name: "a member that is no record and has no line") {
            try replacing($0, with: Array("<html>503 Slow down".utf8))
        },
        Damage(name: "data without a line after a record") { try replacing($0, with: $0[2] + Array("Slow down".utf8)) },
        Damage(name: "no address") { records in
            let text = String(decoding: records[2], as: UTF8.self)
            return try replacing(records, with: Array(text.replacing("Target-URI", with: "Target").utf8))
        },
        Damage(name: "no HTTP response") { records in
            try replacing(records, with: record(Array("nothing of the kind".utf8), 3))
        },
        Damage(name: "a content coding") { records in
            let head = Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n".utf8)
            var body = try Self.member(Array(repeating: 0x41, count: 5_000))
            body[15] ^= 0xFF
            return try replacing(records, with: record(head + body, 3))
        },
        Damage(name: "a plain archive whose record is cut off") { records in
            records[0] + records[1] + records[2].dropLast(900) + records[3] + records[4]
        },
        Damage(name: "a plain archive with garbage") { records in
            records[0] + records[1] + Array("gar\nbage\n".utf8) + records[3] + records[4]
        },
    ]

    private func read(_ bytes: [UInt8], parts: Int = 1 << 16) throws -> Outcome {
        var outcome = Outcome()
        var description = DocumentHarvest.Description(source: "a.warc.gz", name: "a.warc.gz")
        description.isArchive = true
        let harvest = LinkHarvester().begin(description) { notice in
            switch notice {
            case .warning(let line): Issue.record("\(line)")
            case .reading(let reading): Issue.record("\(reading)")
            case .damagedRecord(let record): outcome.damaged.append(record)
            case .archive(let summary): outcome.summary = summary
            }
        } deliver: { batch in
            outcome.paths.formUnion(batch.links.map { "/" + ($0.url?.path.split(separator: "/").first ?? "") })
        }
        try inParts(bytes, of: parts) { try harvest.receive($0) }
        try harvest.finish()
        return outcome
    }

    @Test("Everything before and after the damage is read, and the damage is counted", arguments: kinds)
    func damage(kind: Damage) throws {
        let archive = try kind.archive((1...5).map(Self.record))
        for parts in [700, 1 << 20] {
            let outcome = try read(archive, parts: parts)
            #expect(outcome.paths.isSuperset(of: ["/1", "/2", "/4", "/5"]))
            let summary = try #require(outcome.summary)
            #expect(summary.failedRecords == 1 && outcome.damaged.count == 1, "\(outcome.damaged)")
            #expect(summary.bytes == archive.count && !summary.isTruncated)
        }
    }

    @Test("Damage to the first bytes of an archive hides neither its compression nor its records")
    func damagedStart() throws {
        let records = (1...5).map(Self.record)
        var compressed = try Self.member(records[0]) + gzip(records[1])
        compressed.replaceSubrange(..<4, with: [1, 2, 3, 4])
        let plain = Array("XXRC/1.0".utf8) + records[0].dropFirst(8) + records[1]
        for archive in [compressed, plain] {
            let outcome = try read(archive)
            #expect(outcome.paths.contains("/2"))
            #expect(outcome.summary?.failedRecords == 1)
        }
    }

    @Test(
        "Thousands of records that contain one another are read in linear time, and the next record is found",
        arguments: [false, true])
    func nested(isCompressed: Bool) throws {
        var headers: [[UInt8]] = []
        var byteCount = 100
        for _ in 0..<20_000 {
            headers.append(Array("WARC/1.0\r\nContent-Length: \(byteCount + 1)\r\n\r\n".utf8))
            byteCount += 1 + headers[headers.count - 1].count
        }
        // Every block ends with a byte that belongs to no record.
        let records = headers.reversed().joined() + Array(repeating: UInt8(ascii: "x"), count: 100 + headers.count + 1)
        let next = Array("\r\n\r\n".utf8) + Self.record(9)
        let outcome = try read(isCompressed ? Self.member(Array(records)) + Self.member(next) : records + next)
        #expect(outcome.paths == ["/9"])
        // The records are parsed again a few times, and each time one of them counts as damaged.
        #expect((2...20).contains(outcome.damaged.count), "\(outcome.damaged.count)")
    }

    @Test("An archive that ends within a record is truncated; one that contains no record is unreadable")
    func ends() throws {
        let records = (1...5).map(Self.record)
        let compressed = try Self.member(records[0]) + gzip(records[1])
        let plain = records[0] + records[1]
        for (archive, isTruncated) in [
            (compressed, false), (Array(compressed.dropLast(5)), true), (Array(compressed.dropLast(500)), true),
            (plain, false), (Array(plain.dropLast(600)), true),
        ] {
            let summary = try #require(try read(archive).summary)
            #expect(summary.isTruncated == isTruncated && !summary.isUnreadable)
            #expect(summary.failedRecords == (isTruncated ? 1 : 0))
        }
        let texts = [Array("no archive at all".utf8), Array("\r\n\r\n".utf8)]
        for nothing in texts + [try Self.member([]), try Self.member([10])] {
            let outcome = try read(nothing)
            #expect(outcome.summary?.isUnreadable == true && outcome.damaged.count == 1, "\(nothing)")
        }
        #expect(try read([]).summary?.isUnreadable != true)
    }

    @Test("Offsets are those of the members, or of the records of a plain archive, also after damage and in a part")
    func offsets() throws {
        let records = (1...5).map(Self.record)
        let members = try records.map { try Self.member($0) }
        func offsets(_ bytes: [UInt8], from start: Int = 0) throws -> [Int] {
            var offsets: [Int] = []
            var description = DocumentHarvest.Description(source: "a")
            description.isArchive = true
            description.archiveOffset = start
            let harvest = LinkHarvester().begin(description) { batch in
                if let offset = batch.position?.offset, offset != offsets.last { offsets.append(offset) }
            }
            try inParts(bytes, of: 777) { try harvest.receive($0) }
            try harvest.finish()
            return offsets
        }
        func starts(_ parts: [[UInt8]]) -> [Int] { parts.indices.map { parts[..<$0].joined().count } }
        #expect(try offsets(Array(members.joined())) == starts(members))
        #expect(try offsets(Array(records.joined())) == starts(records))
        #expect(try offsets(members[3] + members[4], from: starts(members)[3]) == Array(starts(members)[3...]))
        // The end of the cut record is read twice.
        let cut = [records[0], Array(records[1].dropLast(700)), records[2], records[3]]
        #expect(try offsets(Array(cut.joined())) == starts(cut))
    }

    @Test("Records, responses, pages and links are counted")
    func counts() throws {
        func record(_ type: String, _ path: String, _ mediaType: String, _ block: String) -> String {
            "WARC/1.0\r\nWARC-Type: \(type)\r\nWARC-Target-URI: https://w.example/\(path)\r\n"
                + "Content-Type: \(mediaType)\r\nContent-Length: \(block.utf8.count)\r\n\r\n\(block)\r\n\r\n"
        }
        let http = "application/http; msgtype=response"
        let archive =
            record("request", "a", "application/http; msgtype=request", "GET /a HTTP/1.1\r\n\r\n")
            + record("response", "a", http, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=x><a href=y>")
            + record("response", "b", http, "HTTP/1.1 301 Moved\r\nLocation: /target\r\n\r\n")
            + record("response", "c", http, "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n\u{1}PNG")
            + record("resource", "robots.txt", "text/plain", "Disallow: /q\nsitemap :\t/map.xml # http://no.example/\n")
        let summary = try #require(try read(Array(archive.utf8)).summary)
        #expect(summary.records == 5 && summary.responses == 3 && summary.pages == 3 && summary.links == 4)
    }

    @Test(
        "A robots.txt file has only its site maps as links",
        arguments: [
            ("Sitemap: https://a.example/x.xml", ["https://a.example/x.xml"]),
            ("\u{FEFF}SITEMAP:/x\r\nsite-map: /y\r/z\n", ["https://w.example/x", "https://w.example/y"]),
            ("User-agent: *\nAllow: http://no.example/\n# Sitemap: /no\nSitemap:\nSitemap", []),
        ])
    func robots(text: String, urls: [String]) throws {
        let links = try LinkHarvester().harvest(
            Array(text.utf8), contentType: "text/plain", documentURL: WebURL("https://w.example/robots.txt"),
            source: "r")
        #expect(links.map { $0.url?.href } == urls)
        #expect(links.allSatisfy { $0.kind == .sitemap && $0.element == "robots" && $0.attribute == "sitemap" })
    }
}
