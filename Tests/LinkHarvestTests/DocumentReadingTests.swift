import LinkHarvest
import Synchronization
import Testing
import WHATWGURL

@Suite("Reports of how a document was read")
struct DocumentReadingTests {
    private func readings(_ bytes: [UInt8], name: String?, contentType: String?) throws -> [String] {
        var readings: [String] = []
        let description = DocumentHarvest.Description(
            source: "doc", name: name, contentType: contentType, url: WebURL("http://h.test/\(name ?? "")"))
        let harvest = LinkHarvester().begin(description) { notice in
            if case .reading(let reading) = notice { readings.append("\(reading)") }
        } deliver: { _ in
        }
        try bytes.withUnsafeBufferPointer { try harvest.receive($0) }
        try harvest.finish()
        return readings
    }

    @Test(
        "A document that has content but no links is reported, and one that is read otherwise than stated",
        arguments: [
            ("a.md", nil, "[a](b)", nil), ("a.md", nil, "text", "doc: no links found; it was read as Markdown"),
            ("a.md", nil, " \n", nil), (nil, nil, "", nil),
            (nil, nil, "<p>x", "doc: no links found; it was read as HTML"),
            (nil, "text/html", "<a href=x>", nil),
            ("a.txt", nil, "x", "doc: no links found; it was read as plain text"),
            (
                nil, "text/html", "<urlset><url><loc>http://h.test/</loc></url></urlset>",
                "doc: read as XML, although its media type says HTML"
            ),
            (
                nil, "text/plain", "<urlset/>",
                "doc: no links found; it was read as XML, although its media type says plain text"
            ),
            ("a.xml", nil, "{\"a\":\"http://h.test/\"}", "doc: read as JSON, although its name says XML"),
            (
                nil, "application/xhtml+xml", "<html xmlns='http://www.w3.org/1999/xhtml'><a href='x'>",
                "doc: read as HTML, because it is not well-formed XML"
            ),
            ("a.md", "text/plain", "[a](b)", nil), ("a.php", nil, "<a href=x>", nil),
            (nil, "html", "<!doctype html><a href=x>", nil),
        ] as [(String?, String?, String, String?)])
    func reports(name: String?, contentType: String?, text: String, expected: String?) throws {
        let found = try readings(Array(text.utf8), name: name, contentType: contentType)
        #expect(found == [expected].compactMap(\.self))
    }

    @Test("The contents of a gzip file are reported once, under the type that they are sent with")
    func compressed() throws {
        let map = Array("<urlset><url><loc>http://h.test/</loc></url></urlset>".utf8)
        #expect(try readings(try gzip(map), name: "a.xml.gz", contentType: "application/xml") == [])
        #expect(
            try readings(try gzip(map), name: "a.gz", contentType: "text/html")
                == ["doc: read as XML, although its media type says HTML"])
        #expect(
            try readings(try gzip(Array("x".utf8)), name: "a.md.gz", contentType: nil)
                == ["doc: no links found; it was read as Markdown"])
    }

    @Test("A checkpoint ends the reading of every kind of document", arguments: ["a.md", "a.html", "a.txt", "a.xml"])
    func checkpoints(name: String) throws {
        struct Expired: Error {}
        let count = Mutex(0)
        var description = DocumentHarvest.Description(source: "doc", name: name)
        description.checkpoint = {
            if count.withLock({
                $0 += 1; return $0 > 3
            }) {
                throw Expired()
            }
        }
        let harvest = LinkHarvester().begin(description) { _ in }
        let bytes = Array(repeating: UInt8(ascii: "a"), count: 300_000)
        #expect(throws: Expired.self) {
            try inParts(bytes, of: 50_000) { try harvest.receive($0) }
            try harvest.finish()
        }
    }
}
