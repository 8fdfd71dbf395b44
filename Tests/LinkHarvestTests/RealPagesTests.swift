import Foundation
import LinkHarvest
import Markup
import Syntax
import TestSupport
import Testing
import WHATWGURL

/// Harvests a page cut into parts of one length.
func harvest(
    _ page: [UInt8], parts: Int, contentType: String? = nil, engine: HTMLParser.Engine = .standard
) throws -> [HarvestedLink] {
    try harvest(
        page, cuts: Array(stride(from: parts, to: page.count, by: parts)), contentType: contentType, engine: engine)
}

/// Harvests a page that is cut at given offsets.
func harvest(
    _ page: [UInt8], cuts: [Int], contentType: String? = nil, engine: HTMLParser.Engine = .standard,
    extraSets: Bool = false
) throws -> [HarvestedLink] {
    var links: [HarvestedLink] = []
    var options = HarvestOptions(
        keepsDuplicates: true, includesInvalid: true, includesLazyLoading: extraSets, engine: engine)
    options.includesScriptStrings = extraSets
    let harvest = LinkHarvester(options: options).begin(
        DocumentHarvest.Description(
            source: "page", contentType: contentType, url: WebURL("https://example.org/dir/page"))
    ) { links += $0.links }
    try page.withUnsafeBufferPointer { page in
        var position = 0
        for end in cuts + [page.count] {
            try harvest.receive(UnsafeBufferPointer(rebasing: page[position..<end]))
            position = end
        }
    }
    try harvest.finish()
    return links
}

@Suite("Real pages", .enabled(if: !SharedMaterial.pages.isEmpty, "\(SharedMaterial.missingPages)"))
struct RealPagesTests {
    @Test("A page cut into parts of 97 bytes has the same links as the whole page")
    func parts() throws {
        var count = 0
        for path in SharedMaterial.pages {
            let page = [UInt8](try Data(contentsOf: path))
            let whole = try harvest(page, parts: page.count)
            let parts = try harvest(page, parts: 97)
            if parts != whole { Issue.record("\(path.lastPathComponent) has other links in parts") }
            count += whole.count
        }
        print("\(SharedMaterial.pages.count) real pages, \(count) links: the same in parts of 97 bytes")
    }

    @Test("Links without descriptions are the same in all other fields")
    func descriptions() throws {
        func plain(_ link: HarvestedLink) -> HarvestedLink {
            var plain = HarvestedLink(
                url: link.url, raw: link.raw, element: link.element, attribute: link.attribute, kind: link.kind,
                source: link.source)
            (plain.line, plain.column, plain.byte) = (link.line, link.column, link.byte)
            return plain
        }
        for path in SharedMaterial.pages {
            let page = [UInt8](try Data(contentsOf: path))
            func links(describes: Bool) throws -> [HarvestedLink] {
                try LinkHarvester(options: HarvestOptions(keepsDuplicates: true, describes: describes)).harvest(
                    page, contentType: "text/html", documentURL: WebURL("https://example.org/dir/page"), source: "page")
            }
            #expect(try links(describes: false).map(plain) == links(describes: true).map(plain))
        }
    }

    /// The number of cuts of each page that are tested, or all of them if `LEFTOFF_CUTS` is `all`, which takes hours in
    /// a debug build.
    private static let cutCount = ProcessInfo.processInfo.environment["LEFTOFF_CUTS"] == "all" ? Int.max : 3

    @Test("A page cut in two has the links of the whole page, including those that scripts load")
    func twoParts() throws {
        var tried = 0
        for (number, path) in SharedMaterial.pages.enumerated() {
            let page = [UInt8](try Data(contentsOf: path))
            let cuts = Array(stride(from: 97, to: page.count, by: 97))
            guard !cuts.isEmpty else { continue }
            let whole = try harvest(page, cuts: [], extraSets: true)
            // Different cuts for each page, the same in each run.
            let chosen =
                cuts.count <= Self.cutCount
                ? cuts
                : (0..<Self.cutCount).map { cuts[(number * 7919 + $0 * cuts.count / Self.cutCount) % cuts.count] }
            for cut in chosen {
                if try harvest(page, cuts: [cut], extraSets: true) != whole {
                    Issue.record("\(path.lastPathComponent) cut at byte \(cut) has other links")
                }
            }
            tried += chosen.count
        }
        print("\(SharedMaterial.pages.count) real pages: the same in two parts, \(tried) cuts")
    }

    @Test("A cross-check with libxml2's tokenizer gives the same links and URLs, except for one in a thousand")
    func crossCheck() throws {
        var found = 0
        var differing = (values: 0, addresses: 0, texts: 0)
        for path in SharedMaterial.pages {
            let page = [UInt8](try Data(contentsOf: path))
            let ours = try harvest(page, parts: page.count)
            let theirs = try harvest(page, parts: page.count, engine: .libxml2)
            func count(_ key: (HarvestedLink) -> String) -> Int {
                let difference = Set(ours.map(key)).symmetricDifference(theirs.map(key))
                for key in difference.sorted().prefix(5) { print("\(path.lastPathComponent): \(key.prefix(160))") }
                return difference.count
            }
            func value(_ link: HarvestedLink) -> String { "\(link.byte) \(link.element) \(link.attribute) \(link.raw)" }
            func address(_ link: HarvestedLink) -> String {
                "\(value(link)) \(link.kind) \(link.url?.href ?? "none") \(link.rel) \(link.type ?? "")"
            }
            differing.values += count(value)
            differing.addresses += count(address)
            differing.texts += count { "\(address($0)) \($0.text ?? "none")" }
            found += ours.count
        }
        print("cross-check with libxml2: of \(found) links of \(SharedMaterial.pages.count) pages \(differing) differ")
        #expect(Double(differing.values) <= Double(found) / 1000)
        #expect(Double(differing.addresses) <= Double(found) / 1000)
        #expect(Double(differing.texts) <= Double(found) / 100)
    }

    @Test(
        "In any encoding, a page in parts of any length has the same links as the whole page",
        arguments: [1, 2, 3, 7, 64, 1000])
    func encodings(length: Int) throws {
        let text =
            "<title>\u{416}\u{4E2D}</title><a href='?q=\u{416}&eacute;'>\u{416}\u{435} &amp; &notit;</a>\r\n"
            + "<!-- <a href=no> -->"
            + "<script><!-- <script></script> --></script><style>a{b:url(c)}</style><svg><![CDATA[<a href=no>]]></svg>"
            + "<img srcset='a 1x, b 2x' alt=\"x\ry\"><a href=d"
        for (label, converted) in [
            ("utf-8", Array(text.utf8)), ("utf-16le", text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
            ("gb18030", [0xD6, 0xD0, 0x81, 0x30, 0x81, 0x30] + Array("<a href=?\u{E9}>".utf8)),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x24, 0x22, 0x1B, 0x28, 0x42] + Array("<a href=x>y".utf8)),
        ] {
            let filler = label == "utf-16le" ? [] : Array(String(repeating: "<p>filler</p>\n", count: 120).utf8)
            let page = filler + converted
            let whole = try harvest(page, parts: page.count, contentType: "text/html;charset=\(label)")
            let parts = try harvest(page, parts: length, contentType: "text/html;charset=\(label)")
            #expect(parts == whole, "\(label)")
            #expect(!whole.isEmpty)
        }
    }

    @Test(
        "A malformed two-byte character is the same however the page is cut",
        arguments: ["shift_jis", "euc-jp", "euc-kr", "gbk", "gb18030", "big5"], [1, 2, 3, 97])
    func malformed(label: String, length: Int) throws {
        let malformed: [UInt8] = [0xFE, 0xFF, 0xFF, 0xFF, 0xC9, 0xFE, 0xFE, 0x81]
        let page = Array("<a href='".utf8) + malformed + Array("'>".utf8) + malformed + Array("<a href=x>".utf8)
        let whole = try harvest(page, parts: page.count, contentType: "text/html;charset=\(label)")
        let filler = Array(String(repeating: " ", count: 1024).utf8)
        let late = try harvest(filler + page, parts: length, contentType: "text/html;charset=\(label)")
        #expect(late.map(\.raw) == whole.map(\.raw))
        #expect(whole.count == 2)
    }

    @Test(
        "A late meta element and a late non-ASCII byte determine the encoding however the page is cut",
        arguments: [1, 97, 4096])
    func lateEncoding(length: Int) throws {
        let filler = Array(String(repeating: " ", count: 2000).utf8)
        let late = filler + [0xE9] + Array("<a href=first><meta charset=koi8-r><a href='?&#1078;'>".utf8)
        let latin = filler + Array("<a href=?".utf8) + [0xE9] + Array("><a href='?&eacute;'>".utf8)
        let null = Array("<a href=x>a".utf8) + [0x00] + Array("b</a>".utf8) + filler + [0xE9]
        // Each NUL becomes a character of more bytes when the page is decoded.
        let hollow =
            filler + Array("<p title='".utf8) + [0, 0, 0] + Array("'><a href=a><a\0 style='b:url(c)' ".utf8) + [
                0, 0xE9,
            ]
            + Array("><a href=d>".utf8)
        for page in [late, latin, null, hollow] {
            let whole = try localLinks(page, parts: page.count)
            #expect(try localLinks(page, parts: length) == whole)
            #expect(!whole.isEmpty)
        }
        #expect(try localLinks(late, parts: 97).last?.url?.href == "https://example.org/?%D6")
        #expect(try localLinks(null, parts: length).map(\.text) == ["a\u{FFFD}b"])
        #expect(try localLinks(latin, parts: 97).map { $0.url?.href } == ["https://example.org/?%E9"])
    }

    @Test(
        "Links of the header are reported once if a late meta element makes the parser start over",
        arguments: HTMLParser.Engine.allCases, [97, Int.max])
    func lateMetaAfterHeader(engine: HTMLParser.Engine, length: Int) throws {
        var links: [HarvestedLink] = []
        let harvest = LinkHarvester(options: HarvestOptions(keepsDuplicates: true, engine: engine)).begin(
            DocumentHarvest.Description(
                source: "-", contentType: "text/html", url: WebURL("https://example.org/"),
                fields: [HeaderField(name: "Link", value: "</header>; rel=next; title=t")])
        ) { links += $0.links }
        let page =
            Array("<a href=/before>".utf8) + [UInt8](repeating: 0x20, count: 2000)
            + Array("<meta charset=koi8-r><a href='/after?".utf8) + [0xD6] + Array("'>".utf8)
        try page.withUnsafeBufferPointer { page in
            var position = 0
            while position < page.count {
                let end = length < page.count - position ? position + length : page.count
                try harvest.receive(UnsafeBufferPointer(rebasing: page[position..<end]))
                position = end
            }
        }
        try harvest.finish()
        #expect(links.map { $0.url?.path } == ["/header", "/before", "/after"])
        #expect(links.first?.title == "t")
        #expect(links.last?.url?.query == "%D6")
    }

    private func localLinks(_ page: [UInt8], parts: Int) throws -> [HarvestedLink] {
        var links: [HarvestedLink] = []
        let options = HarvestOptions(base: WebURL("https://example.org/"))
        let harvest = LinkHarvester(options: options).begin(DocumentHarvest.Description(source: "-")) {
            links += $0.links
        }
        try page.withUnsafeBufferPointer { page in
            var position = 0
            while position < page.count {
                let end = min(page.count, position + parts)
                try harvest.receive(UnsafeBufferPointer(rebasing: page[position..<end]))
                position = end
            }
        }
        try harvest.finish()
        return links
    }
}
