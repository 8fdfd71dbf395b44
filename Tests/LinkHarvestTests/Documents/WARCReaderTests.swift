import Syntax
import Testing
import WHATWGURL

@testable import LinkHarvest

@Suite("Web archives")
struct WARCReaderTests {
    private final class Recorder: WARCHandler {
        var documents: [String] = []
        var warnings: [String] = []
        var records: [WARCRecord] = []
        private var body: [UInt8]?

        func recordBegan(_ record: WARCRecord) {
            records.append(record)
            body = []
        }

        func body(_ bytes: UnsafeBufferPointer<UInt8>) { body?.append(contentsOf: bytes) }

        func recordEnded() {
            documents.append(String(decoding: body ?? Array("no begin".utf8), as: UTF8.self))
            body = nil
        }

        func damaged(_ record: DamagedRecord) { warnings.append(record.description) }
    }

    private func read(_ bytes: [UInt8], parts: Int = 1 << 16) -> Recorder {
        let recorder = Recorder()
        let reader = WARCReader(source: "a.warc", handler: recorder)
        inParts(bytes, of: parts) { reader.push($0) }
        reader.finish()
        return recorder
    }

    private func record(
        _ type: String, _ target: String, _ block: [UInt8], mediaType: String = "application/http; msgtype=response",
        length: Int? = nil
    ) -> [UInt8] {
        let header =
            "WARC/1.0\r\nWARC-Type: \(type)\r\nWARC-Target-URI: \(target)\r\nContent-Type: \(mediaType)\r\n"
            + "Content-Length: \(length ?? block.count)\r\n\r\n"
        return Array(header.utf8) + block + Array("\r\n\r\n".utf8)
    }

    private func response(_ body: String, fields: String = "") -> [UInt8] {
        Array("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\(fields)\r\n\(body)".utf8)
    }

    private func page(_ number: Int, length: Int? = nil) -> [UInt8] {
        let text = "<p>page \(number)</p>" + (0..<200).map { "<a href='\($0 * $0 % 997 + number)'>" }.joined()
        return record("response", "https://w.example/\(number)", response(text), length: length)
    }

    private func first(_ documents: [String]) -> [String] { documents.map { String($0.prefix(13)) } }

    private let pages = ["<p>page 1</p>", "<p>page 2</p>", "<p>page 3</p>"]

    @Test(
        "Plain archives and both kinds of compressed archives give the same documents, in any parts",
        arguments: [1, 7, 100, 1 << 20])
    func forms(parts: Int) throws {
        let records = [
            record("warcinfo", "x:", Array("software: x".utf8), mediaType: "application/warc-fields"),
            record("request", "https://w.example/1", Array("GET / HTTP/1.1\r\n\r\n".utf8)),
            record(
                "resource", "metadata://gnu.org/software/wget/warc/wget.log", Array("x".utf8), mediaType: "text/plain"),
            page(1), record("revisit", "https://w.example/1", response("gone")),
            record("resource", "<https://w.example/r>", Array("<p>resource".utf8), mediaType: "text/html"), page(2),
        ]
        for bytes in [records.flatMap { $0 }, try records.flatMap { try gzip($0) }, try gzip(records.flatMap { $0 })] {
            let recorder = read(bytes, parts: parts)
            #expect(first(recorder.documents) == ["<p>page 1</p>", "<p>resource", "<p>page 2</p>"])
            #expect(
                recorder.records.map(\.targetURI) == [
                    "https://w.example/1", "https://w.example/r", "https://w.example/2",
                ])
            #expect(recorder.records.map(\.status) == [200, nil, 200])
            #expect(recorder.records.map(\.contentType) == ["text/html", "text/html", "text/html"])
            #expect(recorder.warnings.isEmpty)
        }
        let plain = records.flatMap { $0 }
        #expect(plain[read(plain).records[2].byte...].starts(with: page(2)))
    }

    @Test(
        "Transfer and content codings are undone, even if the field was kept although the coding was removed",
        arguments: [
            ("Transfer-Encoding: chunked\r\n", Array("3\r\n<a \r\n7;x=y\r\nhref=x>\r\n0\r\n\r\n".utf8)),
            ("Transfer-Encoding: chunked\r\n", Array("<a href=x>".utf8)),
            ("Content-Encoding: gzip\r\n", Array("<a href=x>".utf8)),
            ("Content-Encoding: deflate\r\n", Array("<a href=x>".utf8)),
            (
                "Content-Encoding: deflate\r\n",
                [120, 156, 179, 73, 84, 200, 40, 74, 77, 179, 173, 176, 3, 0, 17, 197, 3, 86]
            ),
            ("Content-Encoding: deflate\r\n", [179, 73, 84, 200, 40, 74, 77, 179, 173, 176, 3, 0]),
        ])
    func codings(fields: String, body: [UInt8]) {
        let block = response("", fields: fields) + body
        for parts in [1, 5, 1000] {
            let recorder = read(record("response", "https://w.example/", block), parts: parts)
            #expect(recorder.documents == ["<a href=x>"])
            #expect(recorder.warnings.isEmpty)
        }
    }

    @Test("A compressed and chunked body is decoded")
    func bothCodings() throws {
        let packed = try gzip(Array("<a href=x>".utf8))
        let fields = "transfer-encoding: Chunked\r\ncontent-encoding: gzip\r\n"
        let block =
            response("\(String(packed.count, radix: 16))\r\n", fields: fields) + packed + Array("\r\n0\r\n\r\n".utf8)
        #expect(read(record("response", "https://w.example/", block)).documents == ["<a href=x>"])
    }

    @Test("An archive cut anywhere gives the records before the cut and at most one warning", arguments: [false, true])
    func cut(isCompressed: Bool) throws {
        let first = isCompressed ? try gzip(page(1)) : page(1)
        let bytes = first + (isCompressed ? try gzip(page(2)) : page(2))
        for count in stride(from: 0, through: bytes.count, by: 13) {
            let recorder = read(Array(bytes[..<count]))
            #expect(recorder.warnings.count <= 1)
            if count >= first.count { #expect(self.first(recorder.documents).first == "<p>page 1</p>") }
            if !isCompressed, count < first.count - 4, count > 8 { #expect(recorder.warnings.count == 1) }
        }
    }

    @Test(
        "A damaged record costs one warning, the others are intact, wherever the damage is",
        arguments: [3, 60, 300, 500])
    func damagedMember(offset: Int) throws {
        let (one, two, three) = (try gzip(page(1)), try gzip(page(2)), try gzip(page(3)))
        var damaged = two
        damaged[min(offset, two.count - 6)] ^= 0xFF
        for parts in [1, 100, 1 << 20] {
            let recorder = read(one + damaged + three, parts: parts)
            #expect(first(recorder.documents).first == pages[0])
            #expect(first(recorder.documents).last == pages[2])
            #expect(recorder.records.last?.targetURI == "https://w.example/3")
            #expect(recorder.warnings.count == 1)
        }
    }

    @Test("A member without its end loses no other member")
    func cutMember() throws {
        let bytes = try gzip(page(1)) + gzip(page(2)).dropLast(40) + gzip(page(3))
        let recorder = read(bytes)
        #expect(recorder.records.map(\.targetURI).last == "https://w.example/3")
        #expect(first(recorder.documents).last == pages[2])
        #expect(recorder.warnings.count == 1)
    }

    @Test(
        "A record that is cut in the middle of a plain archive does not swallow the next", arguments: [1, 50, 1 << 20])
    func cutInPlainArchive(parts: Int) {
        let recorder = read(page(1) + page(2).dropLast(1500) + page(3), parts: parts)
        #expect(first(recorder.documents) == pages)
        #expect(recorder.warnings.count == 1)
        #expect(recorder.warnings.first?.contains("https://w.example/2: it is cut off") == true)
    }

    @Test("Text that looks like a record inside a record is ignored", arguments: [1, 50, 1 << 20])
    func recordInRecord(parts: Int) {
        let inner = "<p>page 1</p>\r\n\r\nWARC/1.0\r\nWARC-Type: response\r\n\r\n"
        let recorder = read(record("response", "https://w.example/", response(inner)) + page(2), parts: parts)
        #expect(recorder.documents.first == inner)
        #expect(recorder.documents.count == 2)
        #expect(recorder.warnings.isEmpty)
    }

    @Test(
        "Malformed archives end with one line",
        arguments: [
            "not an archive", "not\nan\narchive\n", "WARC/1.0\r\n\r\n", "WARC/1.0\r\nContent-Length: x\r\n\r\n",
            "WARC/1.0\r\nContent-Length: -5\r\n\r\n", "WARC/1.0\r\nContent-Length: 99999999999999999999\r\n\r\n",
            "WARC/1.0",
            "WARC/1.0\r\nContent-Length: 10\r\n\r\nx", "WARC/1.0\r\nContent-Length: 9223372036854775807\r\n\r\nx",
        ])
    func malformed(text: String) {
        let recorder = read(Array(text.utf8))
        #expect(recorder.documents.isEmpty)
        #expect(recorder.warnings.count == 1)
        #expect(recorder.warnings.allSatisfy { !$0.contains("\n") })
    }

    @Test("The documents of an archive keep their own URLs if a base is given")
    func ownAddresses() throws {
        let archive =
            record("response", "https://w.example/d/", response("<a href=x>"))
            + record("response", "odd", response("<a href=x>"))
        let links = try LinkHarvester(options: HarvestOptions(base: WebURL("https://base.example/"))).harvest(
            archive, contentType: "application/warc", documentURL: nil, source: "a.warc")
        #expect(links.map { $0.url?.href } == ["https://w.example/d/x", "https://base.example/x"])
    }

    @Test("A document sent in the coding that its type names is read")
    func codingAndType() throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/x-gzip\r\nContent-Encoding: x-gzip\r\n\r\n"
        let feed =
            "<?xml version='1.0'?><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>https://w.example/x"
            + "</loc></url></urlset>"
        let links = try LinkHarvester().harvest(
            record("response", "https://w.example/s.xml.gz", Array(head.utf8) + gzip(Array(feed.utf8))),
            contentType: "application/warc", documentURL: nil, source: "a.warc")
        #expect(links.map { $0.url?.href } == ["https://w.example/x"])
    }

    @Test("The documents of an archive are numbered, and links of the archive's header have no number")
    func numbers() throws {
        var positions: [ArchivePosition?] = []
        let archive =
            record("response", "https://w.example/", response("<a href=x>"))
            + record("response", "https://w.example/", response("<a href=x>"))
        let harvest = LinkHarvester().begin(
            DocumentHarvest.Description(
                source: "a.warc", contentType: "application/warc", url: WebURL("https://example.org/"),
                fields: [HeaderField(name: "Link", value: "</>; rel=next")])
        ) { positions.append($0.position) }
        try archive.withUnsafeBufferPointer { try harvest.receive($0) }
        try harvest.finish()
        #expect(positions.map { $0?.index } == [0, 1, nil])
        #expect(positions.map { $0?.offset } == [0, archive.count / 2, nil])
        #expect(positions.first??.archive == "a.warc")
    }

    @Test("An empty file is an empty archive, and floods end")
    func hostile() throws {
        #expect(read([]).warnings.isEmpty)
        #expect(read([UInt8](repeating: 0, count: 1 << 20)).documents.isEmpty)
        let header = Array("WARC/1.0\r\n".utf8) + [UInt8](repeating: 0x41, count: 4 << 20)
        #expect(read(header).warnings.count == 1)
        let bomb = try gzip([UInt8](repeating: 0x20, count: 64 << 20))
        let block = response("", fields: "Content-Encoding: gzip\r\n") + bomb
        let recorder = read(record("response", "https://w.example/1", block) + page(2))
        #expect(recorder.warnings.count == 1)
        #expect(first(recorder.documents).last == pages[1])
    }
}
