import Testing
import WHATWGURL

@testable import LinkHarvest

@Suite("Head of a document")
struct DocumentHeadTests {
    /// A document with the path of its last link.
    private struct Sample {
        var bytes: [UInt8]
        var contentType: String?
        var path: String?

        init(_ bytes: [UInt8], _ contentType: String? = nil, path: String?) {
            self.bytes = bytes
            self.contentType = contentType
            self.path = path
        }

        init(_ text: String, _ contentType: String? = nil, path: String?) {
            self.init(Array(text.utf8), contentType, path: path)
        }
    }

    /// Returns a page with a `<meta charset>` that ends after a number of bytes, and a link with a letter in it.
    private static func page(declaringAt end: Int) -> [UInt8] {
        let declaration = Array("<meta charset=windows-1251>".utf8)
        let padding = [UInt8](repeating: 0x20, count: end - declaration.count)
        return padding + declaration + Array("<a href=/".utf8) + [0xE6] + Array(">x</a>".utf8)
    }

    private static func record(_ type: String, _ body: [UInt8]) -> [UInt8] {
        let block = Array("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\r\n".utf8) + body
        let header =
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://h.test/\r\n"
            + "Content-Type: application/http; msgtype=response\r\nContent-Length: \(block.count)\r\n\r\n"
        return Array(header.utf8) + block + Array("\r\n\r\n".utf8)
    }

    private static func samples() throws -> [Sample] {
        let link = "<a href=/x>x</a>"
        let letter = "/%D0%B6"
        let page = Array(link.utf8)
        let wide = "<a href=/\u{436}>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        var samples = [
            Sample("", path: nil), Sample("<", path: nil), Sample(link, path: "/x"),
            Sample("\u{FEFF}" + link, path: "/x"), Sample(link, "application/octet-stream", path: "/x"),
            Sample("\u{FEFF}http://h.test/y", "text/plain", path: "/y"),
            Sample([0xFF, 0xFE] + wide, path: letter),
            Sample("<?xml version='1.0'?><rss><channel><link>/x</link></channel></rss>", path: "/x"),
            Sample(
                Array("<?xml version='1.0' encoding='windows-1251'?><rss><channel><link>/".utf8) + [0xE6]
                    + Array("</link></channel></rss>".utf8), path: letter),
            Sample("<html xmlns='http://www.w3.org/1999/xhtml'><a href='/x'>", "application/xhtml+xml", path: "/x"),
            Sample(try gzip(try gzip(page)), path: "/x"),
            Sample(Self.record("text/html", page), path: "/x"),
            Sample(
                try gzip(Self.record("image/png", [])) + gzip(Self.record("text/html", try gzip(page))), path: "/x"),
        ]
        for end in [1_023, 1_024, 1_025, 1_100, 1_445, 2_000] {
            samples.append(Sample(Self.page(declaringAt: end), "text/html", path: letter))
        }
        for count in (DocumentHead.byteCount - 1)...(DocumentHead.byteCount + 1) {
            let space = String(repeating: " ", count: count - page.count)
            samples.append(Sample(space + link, path: "/x"))
        }
        return samples
    }

    /// Returns the links and the notices of a document that arrives in parts.
    private func harvest(_ sample: Sample, parts: Int) throws -> (links: [HarvestedLink], notices: [HarvestNotice]) {
        var links: [HarvestedLink] = []
        var notices: [HarvestNotice] = []
        let description = DocumentHarvest.Description(
            source: "doc", contentType: sample.contentType, url: WebURL("http://h.test/"))
        let harvest = LinkHarvester().begin(description) {
            notices.append($0)
        } deliver: {
            links += $0.links
        }
        try inParts(sample.bytes, of: parts) { try harvest.receive($0) }
        try harvest.finish()
        return (links, notices)
    }

    @Test("A document has the same kind, encoding and links however its head arrives")
    func parts() throws {
        for sample in try Self.samples() {
            let whole = try harvest(sample, parts: max(1, sample.bytes.count))
            #expect(whole.links.last?.url?.path == sample.path)
            for parts in [1, 2, 3, 7, 1_023, 1_024, 1_025, 1_444, 1_445, 1_446] {
                let found = try harvest(sample, parts: parts)
                #expect(found.links == whole.links, "\(sample.bytes.count) bytes in parts of \(parts)")
                #expect(found.notices == whole.notices, "\(sample.bytes.count) bytes in parts of \(parts)")
            }
        }
    }

    @Test("A head that arrives in one part is not copied")
    func onePart() throws {
        let bytes = [UInt8](repeating: 0x20, count: DocumentHead.byteCount)
        var begun: [UnsafePointer<UInt8>?] = []
        try bytes.withUnsafeBufferPointer { part in
            var head = DocumentHead()
            try head.receive(part) { begun.append($0.baseAddress) }
            #expect(begun == [part.baseAddress])
            #expect(head.isEmpty)
        }
    }

    @Test("A head begins once, when it is complete or when the document ends within it")
    func begin() throws {
        for (parts, expected) in [([1_444], 1_444), ([1_444, 1], 1_445), ([1, 2_000], 2_001), ([], 0)] {
            var head = DocumentHead()
            var begun: [Int] = []
            for count in parts {
                try [UInt8](repeating: 0x20, count: count).withUnsafeBufferPointer { part in
                    try head.receive(part) { begun.append($0.count) }
                }
            }
            if begun.isEmpty { try head.finish { begun.append($0.count) } }
            #expect(begun == [expected])
        }
    }
}
