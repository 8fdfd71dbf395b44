import LinkHarvest
import Testing
import WHATWGURL

/// The links that a harvest has delivered so far.
private final class Delivery {
    var count = 0
    var last: HarvestedLink?

    func take(_ batch: LinkBatch) {
        count += batch.count
        last = batch[batch.count - 1]
    }
}

@Suite("Harvest in bounded memory")
struct BoundedMemoryTests {
    private static let options = HarvestOptions(keepsDuplicates: true, locates: false)

    /// Harvests a page that repeats a piece.
    ///
    /// - Returns: All delivered links, and those that were delivered before the page ended.
    private func harvest(
        _ start: String, _ piece: String, count: Int, end: String = "", parts: Int = 1 << 16,
        options: HarvestOptions = options, contentType: String = "text/html;charset=utf-8",
        warn: @escaping (String) -> Void = { _ in }
    ) throws -> (all: Delivery, before: Int) {
        let delivery = Delivery()
        let harvest = LinkHarvester(options: options).begin(
            DocumentHarvest.Description(
                source: "page", contentType: contentType, url: WebURL("https://example.org/")),
            notify: { if case .warning(let line) = $0 { warn(line) } }
        ) { delivery.take($0) }
        let page = Array(start.utf8) + Array(repeatElement(Array(piece.utf8), count: count).joined()) + Array(end.utf8)
        try page.withUnsafeBufferPointer { page in
            var position = 0
            while position < page.count {
                let next = min(page.count, position + parts)
                try harvest.receive(UnsafeBufferPointer(rebasing: page[position..<next]))
                position = next
            }
        }
        let before = delivery.count
        try harvest.finish()
        return (delivery, before)
    }

    @Test(
        "Links are delivered while the page is received, even if elements stay open",
        arguments: [
            ("", "<a href=x>", ""), ("<a href=x>", "<img src=y>", ""), ("<a href=x>t", "<p background=y>", "</a>"),
            ("<svg><a href=x>", "<image href=x>", ""), ("", "<iframe srcdoc='<a href=x>'></iframe>", ""),
            ("<template>", "<a href=x>y", ""), ("", "<a href=x><iframe srcdoc=\"<img src=y>\"></iframe>", ""),
        ])
    func openElements(start: String, piece: String, end: String) throws {
        let (all, before) = try harvest(start, piece, count: 70_000, end: end)
        #expect(before > all.count / 2)
        #expect(all.count >= 70_000)
    }

    @Test(
        "The links of a long tag or style are delivered while it is read",
        arguments: [
            ("<img srcset='", "a 1x,", "'>"), ("<a href=x ping='", "y ", "'>t</a>"), ("<p style='a:", "url(x) ", "'>"),
            ("<style>a:", "url(x) ", "</style>"), ("<iframe srcdoc='", "<a href=x>", "'></iframe>"),
            ("<iframe srcdoc='<a href=x>", "<img src=x>", "'></iframe>"),
            ("<img title='t' srcset='", "a 1x,", "' alt=u><a href=z>v</a>"),
        ])
    func oneTag(start: String, piece: String, end: String) throws {
        let whole = try harvest(start, piece, count: 100_000, end: end, parts: .max)
        #expect(whole.before > 50_000)
        let parts = try harvest(start, piece, count: 100_000, end: end, parts: 4096)
        #expect(parts.all.count == whole.all.count && parts.all.last == whole.all.last)
    }

    @Test("A delivered link has its text; a link whose text is incomplete is delivered later")
    func texts() throws {
        var texts: [String?] = []
        let harvest = LinkHarvester(options: Self.options).begin(
            DocumentHarvest.Description(source: "page", contentType: "text/html;charset=utf-8")
        ) { texts += $0.links.map(\.text) }
        let page = Array(repeatElement("<a href=http://x/ title=t rel=r>abc</a><a href=http://y/>de", count: 40_000))
            .joined()
        try Array(page.utf8).withUnsafeBufferPointer { try harvest.receive($0) }
        #expect(texts.count > 1000)
        try harvest.finish()
        #expect(texts.count == 80_000)
        #expect(zip(texts.indices, texts).allSatisfy { $1 == ($0 % 2 == 0 ? "abc" : "de") })
    }

    @Test("A URL of more than 2 MiB is not a link, and its value is truncated")
    func longAddress() throws {
        let long = String(repeating: "a", count: LinkLimits.addressByteCount)
        var options = Self.options
        options.includesInvalid = true
        for (html, fits) in [
            ("<a href='https://example.org/\(long)'>", false), ("<a href='\(long.dropLast(20))'>", true),
            ("<a href='\(long.dropLast(19))'>", false), ("<a href='\(long)\u{E9}'>", false),
        ] {
            let link = try #require(try harvest(html, "", count: 0, options: options).all.last)
            #expect((link.url != nil) == fits)
            #expect(link.isTooLong == !fits)
            #expect(link.raw.utf8.count <= LinkLimits.addressByteCount)
        }
    }

    @Test("A base URL of more than 2 MiB is ignored")
    func longBase() throws {
        let long = String(repeating: "a", count: 2 << 20)
        let all = try harvest("<base href='https://other.example/\(long)/'>", "<a href=x>", count: 1).all
        #expect(all.last?.url?.href == "https://example.org/x")
    }

    @Test("If a long base makes many links long, the page ends with one warning, and the first links are kept")
    func growth() throws {
        let long = String(repeating: "a", count: 1 << 20)
        var count = 0
        let harvest = LinkHarvester(options: Self.options).begin(DocumentHarvest.Description(source: "page")) {
            #expect($0.count <= 2)
            count += $0.count
        }
        let page = "<base href='https://example.org/\(long)/'>" + String(repeating: "<a href=x>", count: 50_000)
        let error = #expect(throws: LinkHarvestError.self) {
            try Array(page.utf8).withUnsafeBufferPointer { try harvest.receive($0) }
            try harvest.finish()
        }
        #expect(
            error?.description == "page: its links with their addresses take more than 32 times its own size")
        #expect(count > 60)
        // Repeated links take the same time.
        let once = LinkHarvester().begin(DocumentHarvest.Description(source: "page")) { #expect($0.count == 1) }
        #expect(throws: LinkHarvestError.self) {
            try Array(page.utf8).withUnsafeBufferPointer { try once.receive($0) }
            try once.finish()
        }
    }

    @Test("A long xml:base is ignored, and elements with changing bases are forgotten")
    func elementBases() throws {
        let long = String(repeating: "a", count: 1 << 17)
        let feed =
            "<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom' xml:base='https://x.example/\(long)/'>"
        let all = try harvest(feed, "<link href='y'/>", count: 3, end: "</feed>", contentType: "text/xml").all
        #expect(all.last?.url?.href == "https://example.org/y")
        let page = "<html xmlns='http://www.w3.org/1999/xhtml'>"
        let pieces =
            "<p xml:base='https://a.example/'><a href='x'/></p><p xml:base='https://b.example/'><a href='y'/></p>"
        let (links, before) = try harvest(page, pieces, count: 100_000, end: "</html>", contentType: "text/xml")
        // The first 8 MiB are held until it is clear that the document is too long to be read as HTML.
        #expect(before > 100_000 && links.count == 200_000)
        #expect(links.last?.url?.href == "https://b.example/y")
    }

    @Test(
        "Only the beginning of a long style or JSON-LD is read, with one warning",
        arguments: [
            ("<style>a:url(x)", "</style>", 17 << 20, 16),
            ("<script type=application/ld+json>{\"url\":\"/x\",\"y\":\"", "</script>", 3 << 20, 2),
        ])
    func longContent(start: String, end: String, byteCount: Int, limit: Int) throws {
        var warnings: [String] = []
        let all = try harvest(start, " ", count: byteCount, end: end) { warnings.append($0) }.all
        #expect(all.last?.url?.href == "https://example.org/x")
        #expect(warnings == ["page: only the first \(limit) MiB of a style, a script or JSON-LD are read"])
    }

    @Test("After links were delivered, a late meta element does not change the encoding, however the page is cut")
    func lateMeta() throws {
        for parts in [1 << 12, Int.max] {
            let page = try harvest(
                "<img srcset='", "a 1x,", count: 60_000, end: "'><meta charset=koi8-r><a href='?&#1078;'>",
                parts: parts,
                contentType: "text/html"
            ).all
            #expect(page.count == 60_001)
            #expect(page.last?.url?.href == "https://example.org/?%26%231078%3B")
        }
    }

    @Test("An error that the sink throws ends the page")
    func throwing() throws {
        struct Enough: Error {}
        let harvest = LinkHarvester(options: Self.options).begin(DocumentHarvest.Description(source: "page")) { _ in
            throw Enough()
        }
        let page = Array(
            (String(
                repeating: "<a href=http://x/>t<img srcset='http://a/ 1x,b 2x' style='a:url(x)'><link rel=icon href=z>",
                count: 40_000)
                + "<style>a:url(x)</style><iframe srcdoc='<a href=y>'></iframe>").utf8)
        #expect(throws: Enough.self) { try page.withUnsafeBufferPointer { try harvest.receive($0) } }
    }

    @Test("A tag of more than 16 MiB ends a streamed page with one warning, and the links before it are kept")
    func longTag() throws {
        var links: [HarvestedLink] = []
        let harvest = LinkHarvester().begin(DocumentHarvest.Description(source: "page")) { links += $0.links }
        let part = [UInt8](repeating: 0x61, count: 1 << 20)
        try Array("<a href=http://x/><p title='".utf8).withUnsafeBufferPointer { try harvest.receive($0) }
        let error = #expect(throws: LinkHarvestError.self) {
            for _ in 0..<18 { try part.withUnsafeBufferPointer { try harvest.receive($0) } }
        }
        #expect(error?.description == "page: a tag at byte 18 does not end within 16 MiB")
        #expect(links.map { $0.url?.href } == ["http://x/"])
    }
}
