import LinkHarvest
import Testing
import WHATWGURL

@Suite("Plain text")
struct TextDocumentTests {
    private func links(_ bytes: [UInt8], parts: Int, contentType: String = "text/plain") throws -> [HarvestedLink] {
        var links: [HarvestedLink] = []
        let harvest = LinkHarvester(options: HarvestOptions(keepsDuplicates: true)).begin(
            DocumentHarvest.Description(source: "text", contentType: contentType)
        ) { links += $0.links }
        try inParts(bytes, of: parts) { try harvest.receive($0) }
        try harvest.finish()
        return links
    }

    private static let texts: [(bytes: [UInt8], contentType: String, last: String)] = [
        (Array("http://a/b, (http://c/d)\r\n\u{E9} www.x.example".utf8), "text/plain", "http://www.x.example/"),
        (Array("http://a/\u{4E2D} http://b/".utf8) + [0xE4, 0xB8], "text/plain", "http://b/"),
        (Array("http://a/ ".utf8) + [0xE9] + Array(" http://b/?".utf8) + [0xE9], "text/plain", "http://b/?%C3%A9"),
        ([0xEF, 0xBB, 0xBF] + Array("http://a/ http://b/".utf8), "text/plain", "http://b/"),
        (
            [0xFF, 0xFE]
                + "http://a/ \u{416}\r\nhttp://b/\u{416}".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
            "text/plain", "http://b/%D0%96"
        ),
        (
            [0x83, 0x41, 0x20] + Array("http://a/".utf8) + [0x83, 0x41], "text/plain;charset=shift_jis",
            "http://a/%E3%82%A2"
        ),
    ]

    @Test("A text in parts has the same links as the whole text", arguments: texts.indices, [1, 2, 3, 7])
    func parts(index: Int, parts: Int) throws {
        let text = Self.texts[index]
        // Longer than the window that is searched at once.
        let filler = Array(repeatElement(Array("http://filler.example/ word\r\n".utf8), count: 12_000).joined())
        let bytes = text.bytes + [0x20] + (text.bytes.starts(with: [0xFF]) ? [0] : filler)
        let whole = try links(bytes, parts: bytes.count, contentType: text.contentType)
        #expect(try links(bytes, parts: parts * 1000, contentType: text.contentType) == whole)
        let short = try links(text.bytes, parts: text.bytes.count, contentType: text.contentType)
        #expect(try links(text.bytes, parts: parts, contentType: text.contentType) == short)
        #expect(short.last?.url?.href == text.last)
        #expect(whole.prefix(short.count).map(\.byte) == short.map(\.byte))
    }

    @Test("A link far into a text has the right line, column and byte offset")
    func places() throws {
        let text = String(repeating: "\u{E9} word\r\n", count: 100_000) + "x \u{E9} http://a/"
        let link = try #require(try links(Array(text.utf8), parts: 5000).first)
        #expect(link.line == 100_001 && link.column == 5 && link.byte == 900_005)
    }

    @Test("The links of a text that is delivered in several batches keep their own URLs")
    func severalBatches() throws {
        let count = 40_000
        let text = (0..<count).map { "http://a.example/\($0) or www.b.example/\($0)\n" }.joined()
        let found = try links(Array(text.utf8), parts: 1 << 16).map { $0.url?.href }
        #expect(found == (0..<count).flatMap { ["http://a.example/\($0)", "http://www.b.example/\($0)"] })
    }

    @Test("A word that is too long for a URL is ignored, and the text after it is read")
    func longWord() throws {
        let text = "http://a/ http://" + String(repeating: "b", count: 5 << 20) + " http://c/"
        #expect(try links(Array(text.utf8), parts: 1 << 16).map { $0.url?.href } == ["http://a/", "http://c/"])
    }
}
