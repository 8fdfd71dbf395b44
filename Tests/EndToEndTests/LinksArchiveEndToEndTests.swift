import Foundation
import Syntax
import TestSupport
import Testing

@Suite("Links of web archives", .ownThreads, .timeLimit(.minutes(5)))
struct LinksArchiveEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    /// An archive whose records are compressed with `gzip`, and the offsets of the records.
    private func archive(_ name: String, pages: Int, damaged: Set<Int> = []) throws -> (path: String, offsets: [Int]) {
        var bytes: [UInt8] = []
        var offsets: [Int] = []
        for number in 0..<pages {
            let noise = ScriptedFile.bytes(400, seed: UInt64(number) + 1).map { String($0, radix: 16) }.joined()
            let http =
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=/\(number)>\(number)</a><!--\(noise)-->"
            let record =
                "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://w.example/p\(number)\r\n"
                + "Content-Type: application/http; msgtype=response\r\n"
                + "Content-Length: \(http.utf8.count)\r\n\r\n\(http)\r\n\r\n"
            var member = try #require(Gzip.compressed(Array(record.utf8)))
            // Without its magic number, a member is only data between two records.
            if damaged.contains(number) { member[0] = 0 }
            offsets.append(bytes.count)
            bytes += member
        }
        return (try leftoff.file(name, bytes).path, offsets)
    }

    @Test("A scheduler gets the counts of each archive and the damaged records as JSON, and an exit code for its limit")
    func damage() throws {
        let (whole, _) = try archive("whole.warc.gz", pages: 3)
        let (damaged, offsets) = try archive("damaged.warc.gz", pages: 5, damaged: [1, 3])
        let options = ["links", whole, damaged, "--progress", "json", "--errors", "json"]
        for (limit, status) in [
            ([], 1), (["--max-failed-records", "1"], 1), (["--max-failed-records", "2"], 0),
            (["--max-failed-records", "any"], 0),
        ] as [([String], Int32)] {
            let outcome = try leftoff.run(options + limit)
            #expect(outcome.status == status, "\(limit): \(outcome.errorText)")
            // Equal URLs are printed once.
            #expect(outcome.lines == [0, 1, 2, 4].map { "https://w.example/\($0)" })
            let lines = try objects(outcome.errorLines)
            let records = lines.filter { $0["reason"] != nil }
            #expect(records.map { $0["file"] as? String } == [damaged, damaged])
            #expect(records.map { $0["offset"] as? Int } == [offsets[1], offsets[3]])
            let counts = lines.filter { $0["input"] != nil }
            #expect(counts.map { $0["input"] as? String } == [whole, damaged])
            #expect(counts.map { $0["records"] as? Int } == [3, 3])
            #expect(counts.map { $0["responses"] as? Int } == [3, 3])
            #expect(counts.map { $0["pages"] as? Int } == [3, 3])
            #expect(counts.map { $0["links"] as? Int } == [3, 3])
            #expect(counts.map { $0["failedRecords"] as? Int } == [0, 2])
            #expect(counts.map { $0["truncated"] as? Bool } == [false, false])
            let size = try FileManager.default.attributesOfItem(atPath: damaged)[.size] as? Int
            #expect(counts.last?["bytes"] as? Int == size)
            let last = try #require(lines.last)
            #expect(last["pages"] as? Int == 6 && last["failedRecords"] as? Int == 2 && last["records"] as? Int == 6)
        }
    }

    @Test("Without options, a line for each archive and one for each damaged record are enough")
    func forPeople() throws {
        let (path, offsets) = try archive("a.warc.gz", pages: 3, damaged: [1])
        let outcome = try leftoff.run(["links", path])
        #expect(outcome.status == 1)
        #expect(outcome.errorLines.contains { $0.hasPrefix("leftoff: \(path): record at byte \(offsets[1]): ") })
        #expect(
            outcome.errorLines.contains(
                "leftoff: \(path): 2 records, 2 responses, 2 pages, 2 links, 1 record damaged"))
        #expect(outcome.errorLines.last == "2 links in 2 pages, 1 record damaged")
        let quiet = try leftoff.run(["links", path, "-q", "--max-failed-records", "any"])
        #expect(quiet.status == 0 && quiet.errorLines.count == 1)
    }

    @Test("A file that is no archive fails however many damaged records are allowed, and a missing one too")
    func unreadable() throws {
        let file = try leftoff.file("a.warc.gz", "no archive".utf8)
        #expect(try leftoff.run(["links", file.path, "--max-failed-records", "any"]).status == 1)
        #expect(try leftoff.run(["links", "/no/such.warc.gz", "--max-failed-records", "any"]).status == 66)
        for value in ["-1", "all", ""] {
            #expect(try leftoff.run(["links", file.path, "--max-failed-records", value]).status == 64)
        }
    }

    @Test("An archive that is not named like one is recognised on standard input, with its offsets")
    func standardInput() throws {
        let (path, offsets) = try archive("a.warc.gz", pages: 2)
        let bytes = try Data(contentsOf: URL(filePath: path))
        let outcome = try leftoff.run(
            ["links", "-", "--format", "template:{url} {warc} {record_offset}"], input: bytes)
        #expect(outcome.lines == ["https://w.example/0 - 0", "https://w.example/1 - \(offsets[1])"])
    }

    @Test("The archives of a list and the captures of an index are read from the prefix, with their names as warc")
    func lists() throws {
        let (path, offsets) = try archive("a.warc.gz", pages: 6)
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
        let server = try ScriptedServer(["/data/x/a.warc.gz": .file(ScriptedFile(bytes))])
        defer { server.stop() }
        let list = try leftoff.file("warc.paths", "x/a.warc.gz\n".utf8)
        let compressed = try leftoff.file(
            "warc.paths.gz", try #require(Gzip.compressed(Array("x/a.warc.gz\n".utf8))))
        let format = ["--format", "template:{url} {warc} {record_offset}"]
        let expected = (0..<6).map { "https://w.example/\($0) x/a.warc.gz \(offsets[$0])" }
        for input in [list.path, compressed.path, "s3://commoncrawl/x/a.warc.gz"] {
            let outcome = try leftoff.run(["links", input, "--prefix", server.address("/data")] + format)
            #expect(outcome.status == 0 && outcome.lines == expected, "\(outcome.errorText)")
        }
        let directory = leftoff.directory.appending(path: "x")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data(bytes).write(to: directory.appending(path: "a.warc.gz"))
        let local = try leftoff.run(["links", list.path, "--prefix", leftoff.directory.path])
        #expect(local.status == 0 && local.lines.count == 6)

        func capture(_ number: Int) -> String {
            let end = number == 5 ? bytes.count : offsets[number + 1]
            let length = end - offsets[number]
            return
                "example,w)/ 2026 {\"filename\":\"x/a.warc.gz\",\"offset\":\"\(offsets[number])\","
                + "\"length\":\"\(length)\"}\n"
        }
        let index = try leftoff.file("i.cdxj", [4, 1, 2].map(capture).joined().utf8)
        let before = server.requests.count
        let captured = try leftoff.run(
            ["links", "--cdx", index.path, "--prefix", server.address("/data"), "--progress", "json"] + format)
        #expect(captured.status == 0 && captured.lines == [1, 2, 4].map { expected[$0] }, "\(captured.errorText)")
        #expect(
            server.requests.dropFirst(before).compactMap { $0.value(of: "Range") }.sorted()
                == [
                    "bytes=\(offsets[1])-\(offsets[3] - 1)", "bytes=\(offsets[4])-\(offsets[5] - 1)",
                ].sorted())
        let counts = try objects(captured.errorLines).filter { $0["input"] != nil }
        #expect(counts.count == 1 && counts.first?["records"] as? Int == 3)
    }

    @Test("A list or index with an invalid line is refused with its number")
    func malformedLists() throws {
        let list = try leftoff.file("a.paths", "x.warc.gz\n../y\n".utf8)
        let index = try leftoff.file("a.cdxj", "x\n".utf8)
        let named = try leftoff.file("b.cdxj", #"{"filename":"%2e%2e/x","offset":1,"length":1}"#.utf8)
        let wrong = try leftoff.file("b.paths.gz", [0x1F, 0x8B, 8, 0] + Array("x".utf8))
        for (arguments, line) in [
            ([list.path], "leftoff: \(list.path):2: ../y: not the relative path of an archive"),
            (
                ["--cdx", named.path, "--prefix", "http://127.0.0.1:1/a"],
                "leftoff: \(named.path):1: %2e%2e/x: not the relative path of an archive"
            ),
            (["--cdx", index.path], "leftoff: \(index.path):1: not a capture with filename, offset and length"),
            ([wrong.path], "leftoff: \(wrong.path): the compressed data ends too early"),
        ] {
            let outcome = try leftoff.run(["links"] + arguments)
            #expect(outcome.status == 65 && outcome.errorLines == [line])
        }
    }

    @Test("An archive of which no range can be read is one failed input")
    func missingRanges() throws {
        let server = try ScriptedServer(["/a": .status(200)])
        defer { server.stop() }
        let index = try leftoff.file(
            "a.cdxj", (0..<5).map { "{\"filename\":\"a\",\"offset\":\($0 * 1_000),\"length\":9}\n" }.joined().utf8)
        let missing = try leftoff.run(["links", "--cdx", index.path, "--prefix", server.address("/none/")])
        #expect(missing.status == 66)
        #expect(
            missing.errorLines == [
                "leftoff: a: HTTP 404", "leftoff: a: 0 records, 0 responses, 0 pages, 0 links, truncated",
            ])
    }

    @Test("An archive whose connection breaks off is read to its end, and its links are printed once")
    func brokenOff() throws {
        let (path, _) = try archive("a.warc.gz", pages: 400)
        var file = ScriptedFile(try [UInt8](Data(contentsOf: URL(filePath: path))))
        file.cutAfter = file.body.count * 2 / 5
        let server = try ScriptedServer(["/a.warc.gz": .file(file)])
        defer { server.stop() }
        let outcome = try leftoff.run(["links", server.address("/a.warc.gz")])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.lines == (0..<400).map { "https://w.example/\($0)" })
        #expect(server.requests.count == 3)
    }
}
