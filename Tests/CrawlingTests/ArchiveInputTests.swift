import LinkHarvest
import Testing
import WHATWGURL

@testable import Crawling

@Suite("Web archives as inputs")
struct ArchiveInputTests {
    private func archive(_ url: String, _ name: String, _ range: Range<Int64>? = nil) throws -> PageSource {
        .archive(RemoteArchive(url: try #require(WebURL(url)), name: name, range: range))
    }

    @Test("An address with the extension of an archive is an archive, without its password in the name")
    func addresses() throws {
        #expect(
            try PageSource("https://u:p@a/x.WARC.gz?q") == archive("https://u:p@a/x.WARC.gz?q", "https://a/x.WARC.gz?q")
        )
        #expect(try PageSource("https://a/x.warc.gz.html").isArchive == false)
    }

    @Test("Names follow the prefix, which may be an address or a directory")
    func names() throws {
        let server = try ArchiveLocation("https://a/data")
        #expect(try server.source("x/y.warc.gz") == archive("https://a/data/x/y.warc.gz", "x/y.warc.gz"))
        #expect(try server.source("x/y") == archive("https://a/data/x/y", "x/y"))
        #expect(try server.source("https://a/data/z") == archive("https://a/data/z", "https://a/data/z"))
        #expect(try server.source(#"a b\c?d#e"#) == archive("https://a/data/a%20b%5Cc%3Fd%23e", #"a b\c?d#e"#))
        #expect(try server.source("s3://commoncrawl/k.warc.gz") == archive("https://a/data/k.warc.gz", "k.warc.gz"))
        #expect(try ArchiveLocation("/d").source("x.warc.gz") == .file(InputPath("/d/x.warc.gz")))
        let bucket = try ArchiveLocation("s3://commoncrawl/")
        #expect(try bucket.input("s3://commoncrawl/k") == archive("https://data.commoncrawl.org/k", "k"))
        #expect(try ArchiveLocation("s3://commoncrawl/a").source("k").url?.path == "/a/k")
    }

    @Test(
        "A name that leads out of an address is an error, also if it is percent-encoded",
        arguments: ["../x", "%2e%2e/x", "a/%2E%2e/../x", ".%2e/x", "a/.%2e/%2E./x", "/x"])
    func namesOutside(name: String) throws {
        let server = try ArchiveLocation("https://a/data/")
        #expect(throws: LinkPipelineError.invalidArchiveName(name)) { try server.source(name) }
        var index = CaptureIndex(server)
        #expect(throws: LinkPipelineError.invalidArchiveName(name)) {
            try index.add(#"{"filename":"\#(name)","offset":1,"length":1}"#)
        }
    }

    @Test(
        "A list names no archives elsewhere",
        arguments: [
            "http://b/z.warc.gz", "http://a/data/z.warc.gz", "https://a:444/data/z", "https://a/z",
            "https://a/data/../z",
        ])
    func addressesElsewhere(line: String) throws {
        #expect(throws: LinkPipelineError.foreignArchive(line)) { try ArchiveLocation("https://a/data").source(line) }
        #expect(throws: LinkPipelineError.foreignArchive(line)) { try ArchiveLocation("/d").source(line) }
    }

    @Test("Lists on servers and in lists are errors", arguments: ["https://a/x.paths.gz", "s3://commoncrawl/x.paths"])
    func listsOnServers(address: String) throws {
        let server = try ArchiveLocation("https://a/")
        #expect(throws: LinkPipelineError.self) { try server.input(address) }
        #expect(throws: LinkPipelineError.unreadList("x.paths")) { try server.source("x.paths") }
        #expect(throws: LinkPipelineError.unreadList("x.PATHS.gz")) { try ArchiveLocation("/d").source("x.PATHS.gz") }
    }

    @Test("A name that leads out of the location, another bucket and other schemes are errors")
    func refusedNames() throws {
        let directory = try ArchiveLocation("/d")
        for name in ["/etc/passwd", "../x", "a/../../x", "a\u{0}b", "../\u{301}x", "a/..\u{2F}\u{301}/x", "/\u{301}x"] {
            #expect(throws: LinkPipelineError.invalidArchiveName(name)) { try directory.source(name) }
        }
        #expect(throws: LinkPipelineError.emptyInput) { try directory.archive(named: "") }
        #expect(throws: LinkPipelineError.unsupportedBucket("s3://b/k")) { try directory.source("s3://b/k") }
        #expect(throws: LinkPipelineError.unsupportedScheme("ftp://a/")) { try ArchiveLocation("ftp://a/") }
        #expect(throws: LinkPipelineError.emptyInput) { try ArchiveLocation("") }
        #expect(throws: LinkPipelineError.invalidURL("https://a/?q")) { try ArchiveLocation("https://a/?q") }
        #expect(throws: LinkPipelineError.unsupportedBucket("s3://b/")) { try ArchiveLocation("s3://b/") }
    }

    @Test(
        "Lists are known by their names", arguments: [("warc.paths.gz", true), ("x.PATHS", true), ("paths.gz", false)])
    func lists(name: String, isList: Bool) {
        #expect(ArchiveLocation.isList(name) == isList)
    }

    @Test("Neighbouring captures are combined in the order of their offsets, and repeated ones are read once")
    func captures() throws {
        let lines = [
            #"org,a)/ 20260101000000 {"filename": "b", "offset": "30", "length": "5"}"#,
            #"{"filename": "a", "offset": 20, "length": 10}"#, #"x {"filename": "a", "offset": "0", "length": "20"}"#,
            #"{"filename": "a", "offset": 31, "length": 1}"#,
            #"{"filename": "a", "offset": 31, "length": 1, "u": "{"}"#,
        ]
        func index(_ prefix: String) throws -> CaptureIndex {
            var index = CaptureIndex(try ArchiveLocation(prefix))
            for line in lines { try index.add(line) }
            return index
        }
        #expect(
            try index("https://a/").sources() == [
                archive("https://a/b", "b", 30..<35), archive("https://a/a", "a", 0..<30),
                archive("https://a/a", "a", 31..<32),
            ])
        #expect(throws: LinkPipelineError.localCaptures) { try index("/d").sources() }
    }

    @Test("Captures are not combined to more than 64 MiB, and one inside of another is not read twice")
    func longCaptures() throws {
        var index = CaptureIndex(try ArchiveLocation("https://a/"))
        let half = 40 << 20
        for (offset, length) in [(0, half), (half, half), (5, 10), (2 * half, 1), (0, 1), (2 * half, 3)] {
            try index.add(#"{"filename":"a","offset":\#(offset),"length":\#(length)}"#)
        }
        let ranges = try index.sources().map { source -> Range<Int64>? in
            if case .archive(let archive) = source { archive.range } else { nil }
        }
        #expect(ranges == [0..<Int64(half), Int64(half)..<Int64(2 * half + 3)])
    }

    @Test(
        "A line without a capture is an error",
        arguments: [
            "", "no object", "{", #"{"filename":"a","offset":1}"#, #"{"filename":"","offset":1,"length":1}"#,
            #"{"filename":"a","offset":-1,"length":1}"#, #"{"filename":"a","offset":"1","length":"0"}"#,
            #"{"filename":"a","offset":"9223372036854775807","length":"9"}"#,
            #"{"filename":"a","offset":9007199254740983,"length":9}"#,
            #"{"filename":"a","offset":"9223372036854774807","length":"500"}"#,
            #"{"filename":"a","offset":"+1","length":"1"}"#,
            #"{"filename":"a","offset":1.5,"length":1}"#,
        ])
    func malformedCaptures(line: String) throws {
        var index = CaptureIndex(try ArchiveLocation("https://a/"))
        #expect(throws: LinkPipelineError.malformedCapture) { try index.add(line) }
    }

    @Test("The ranges of an archive are reported together, also if some of them fail")
    func parts() throws {
        var parts = ArchiveParts([
            try archive("https://a/a", "a", 0..<1), try archive("https://a/a", "a", 5..<6),
            try archive("https://a/b", "b", 5..<6), try archive("https://a/b", "b", 7..<8),
            try archive("https://a/c", "c"),
        ])
        func summary(_ name: String) -> ArchiveSummary {
            var summary = ArchiveSummary(archive: name)
            summary.records = 2
            return summary
        }
        #expect(parts.add(summary("a")) == nil)
        #expect(parts.add(summary("c"))?.records == 2)
        #expect(parts.add(summary("a"))?.records == 4)
        #expect(parts.add(summary("b")) == nil)
        #expect(parts.removeIncomplete().map(\.records) == [2])
        #expect(parts.removeIncomplete().isEmpty)
    }
}
