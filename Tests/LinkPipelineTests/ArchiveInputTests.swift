import LinkHarvest
import Testing
import WHATWGURL

@testable import LinkPipeline

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

    @Test("Names follow the prefix, which may be an address or a directory, and keep addresses of their own")
    func names() throws {
        let server = try ArchiveLocation("https://a/data")
        #expect(try server.source("x/y.warc.gz") == archive("https://a/data/x/y.warc.gz", "x/y.warc.gz"))
        #expect(try server.source("x/y") == archive("https://a/data/x/y", "x/y"))
        #expect(try server.source("http://b/z.warc.gz") == archive("http://b/z.warc.gz", "http://b/z.warc.gz"))
        #expect(try server.source("s3://commoncrawl/k.warc.gz") == archive("https://a/data/k.warc.gz", "k.warc.gz"))
        #expect(try ArchiveLocation("/d").source("x.warc.gz") == .file(InputPath("/d/x.warc.gz")))
        #expect(try ArchiveLocation.commonCrawl.input("s3://commoncrawl/k").url?.scheme == "https")
    }

    @Test("A name that leads out of the location, another bucket and other schemes are errors")
    func refusedNames() throws {
        let directory = try ArchiveLocation("/d")
        for name in ["/etc/passwd", "../x", "a/../../x", "a\u{0}b"] {
            #expect(throws: LinkPipelineError.invalidArchiveName(name)) { try directory.source(name) }
        }
        #expect(throws: LinkPipelineError.emptyInput) { try directory.archive(named: "") }
        #expect(throws: LinkPipelineError.unsupportedBucket("s3://b/k")) { try directory.source("s3://b/k") }
        #expect(throws: LinkPipelineError.unsupportedScheme("ftp://a/")) { try ArchiveLocation("ftp://a/") }
        #expect(throws: LinkPipelineError.emptyInput) { try ArchiveLocation("") }
    }

    @Test(
        "Lists are known by their names", arguments: [("warc.paths.gz", true), ("x.PATHS", true), ("paths.gz", false)])
    func lists(name: String, isList: Bool) {
        #expect(ArchiveLocation.isList(name) == isList)
    }

    @Test("Neighbouring captures are combined in the order of their offsets, and repeated ones are read once")
    func captures() throws {
        var index = CaptureIndex()
        for line in [
            #"org,a)/ 20260101000000 {"filename": "b", "offset": "30", "length": "5"}"#,
            #"{"filename": "a", "offset": 20, "length": 10}"#, #"x {"filename": "a", "offset": "0", "length": "20"}"#,
            #"{"filename": "a", "offset": 31, "length": 1}"#,
            #"{"filename": "a", "offset": 31, "length": 1, "u": "{"}"#,
        ] { try index.add(line) }
        let location = try ArchiveLocation("https://a/")
        #expect(
            try index.sources(at: location) == [
                archive("https://a/b", "b", 30..<35), archive("https://a/a", "a", 0..<30),
                archive("https://a/a", "a", 31..<32),
            ])
        #expect(throws: LinkPipelineError.localCaptures) { try index.sources(at: ArchiveLocation("/d")) }
    }

    @Test("Captures are not combined to more than 64 MiB, and one inside of another is not read twice")
    func longCaptures() throws {
        var index = CaptureIndex()
        let half = 40 << 20
        for (offset, length) in [(0, half), (half, half), (5, 10), (2 * half, 1)] {
            try index.add(#"{"filename":"a","offset":\#(offset),"length":\#(length)}"#)
        }
        let ranges = try index.sources(at: ArchiveLocation("https://a/")).map { source -> Range<Int64>? in
            if case .archive(let archive) = source { archive.range } else { nil }
        }
        #expect(ranges == [0..<Int64(half), Int64(half)..<Int64(2 * half + 1)])
    }

    @Test(
        "A line without a capture is an error",
        arguments: [
            "", "no object", "{", #"{"filename":"a","offset":1}"#, #"{"filename":"","offset":1,"length":1}"#,
            #"{"filename":"a","offset":-1,"length":1}"#, #"{"filename":"a","offset":"1","length":"0"}"#,
            #"{"filename":"a","offset":"9223372036854775807","length":"9"}"#,
            #"{"filename":"a","offset":1.5,"length":1}"#,
        ])
    func malformedCaptures(line: String) {
        var index = CaptureIndex()
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
