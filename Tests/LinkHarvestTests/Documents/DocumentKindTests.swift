import LinkHarvest
import Testing

@Suite("Kind of a document")
struct DocumentKindTests {
    @Test(
        "The kind follows from the media type, the name and the first bytes",
        arguments: [
            ("text/html; charset=utf-8", "x.xml", "<p>", .html),
            ("text/html", nil, "<?xml version='1.0'?><!-- c --><rss version='2.0'>", .xml),
            ("text/html", nil, "<?xml version='1.0'?><html>", .html),
            ("application/rss+xml", nil, "", .xml),
            ("application/xhtml+xml", nil, "<html>", .xml),
            ("image/svg+xml", nil, "<svg>", .xml), (nil, "x.svg", "<svg>", .xml),
            (nil, nil, "<svg><a></a></svg><a href=x>", .html), (nil, nil, "<svg\nxmlns='http://x'>", .xml),
            (nil, nil, "<?xml version='1.0'?><svg>", .xml), (nil, nil, "<svg x=1><a xmlns=y>", .html),
            (nil, nil, "<rss>", .xml),
            ("image/png", nil, "<p>", .binary),
            ("text/css", nil, "a{}", .css),
            ("text/plain", "README.md", "# x", .markdown),
            ("text/plain", "x.html", "<p>", .text),
            ("text/plain", nil, "\u{0}\u{1}", .binary),
            ("application/ld+json", nil, "{}", .json),
            ("application/octet-stream", "a.md", "x", .markdown),
            (nil, "a.md", "<p>", .markdown),
            (nil, "https://x.example/a.xml?b.html#c.md", "<a/>", .xml),
            (nil, "a.html", "<?xml version='1.0'?><html xmlns='x'>", .html),
            (nil, "a.htm", "<?xml version='1.0'?><p>", .html), (nil, "a.php", "<?xml version='1.0'?><rss>", .xml),
            (nil, "a.html", "<?xml version='1.0'?><a:feed>", .xml), (nil, "a.php", "<?xml version='1.0'?><p>", .xml),
            (nil, "a.php", "<?xml version='1.0'?><html xmlns='x'>", .html), (nil, nil, "<a:rdf>", .xml),
            (nil, "a.asp", "<?xml version='1.0'?><!DOCTYPE html><x>", .html), (nil, "a.php", "<entry>", .html),
            (nil, nil, "<?xml version='1.0'?>\n<!DOCTYPE HTML PUBLIC 'x'><html xmlns='x'>", .html),
            (nil, nil, "<?xml version='1.0'?><html>", .html), (nil, nil, "<?xml version='1.0'?><html xmlns='x'>", .xml),
            (nil, "a.xhtml", "<?xml version='1.0'?><!DOCTYPE html><html xmlns='x'>", .xml),
            ("application/xml", "a.html", "<?xml version='1.0'?><!DOCTYPE html><html xmlns='x'>", .xml),
            (nil, nil, "<!DOCTYPE html><p>", .html),
            (nil, nil, "  <!-- x --> <urlset>", .xml),
            (nil, nil, "\u{FEFF}<?xml version='1.0'?>", .xml),
            (nil, nil, "{ \"a\": 1 }", .json),
            (nil, nil, "WARC/1.0\r\n", .warc),
            (nil, "x.gz", "\u{1F}", .gzip),
            (nil, nil, "%PDF-1.4", .binary),
            (nil, nil, "see https://x.example/", .text),
            (nil, nil, "some text <a href=x>y</a>", .html),
            (nil, nil, "", .html),
            (nil, "x.css", "a{b:url(c)}", .css),
            ("application/x-gzip", "a.xml.gz", "<?xml version='1.0'?>", .xml),
            ("application/gzip", "a.md.gz", "x", .markdown),
            ("application/x-gzip", nil, "\u{1F}", .binary), ("application/gzip", "a.gz", "<!DOCTYPE html>", .html),
        ] as [(String?, String?, String, DocumentKind)])
    func kinds(contentType: String?, name: String?, text: String, expected: DocumentKind) {
        #expect(DocumentKind(contentType: contentType, name: name, bytes: Array(text.utf8)) == expected)
    }

    @Test(
        "The first bytes overrule neither a name of text nor a media type",
        arguments: [
            (nil, "a.md", "[ ] todo", .markdown), (nil, "a.md", "[](b)", .markdown),
            (nil, "a.md", "{\"a\":1}", .markdown),
            (nil, "a.markdown", "{}", .markdown), (nil, "a.md", "[{", .markdown), (nil, "a.md", "<?xml ?>", .markdown),
            (nil, "a.md", "<!DOCTYPE html>", .markdown), (nil, "a.md", "<urlset>", .markdown),
            (nil, "a.txt", "[]\nhttp://h.test/", .text), (nil, "a.TXT", "{}", .text),
            (nil, "a.log", "[{\"a\":1}]", .text),
            (nil, "a.csv", "<?xml version='1.0'?>", .text), (nil, "a.rst", "<html>", .text),
            (nil, "a.css", "{}", .css), (nil, "a.css", "<?xml ?>", .css), (nil, "a.html", "[{\"a\":1}]", .html),
            (nil, "a.html", "{}", .html), ("text/markdown", nil, "[{\"a\":1}]", .markdown),
            ("text/plain", nil, "[]", .text), ("text/plain", "a.md", "{}", .markdown),
            ("text/plain", "a.txt", "<urlset>", .text), ("text/css", nil, "<?xml ?>", .css),
            ("text/html", nil, "{\"a\":1}", .html), ("application/octet-stream", "a.md", "[]", .markdown),
            // Without a name of text, they decide.
            (nil, nil, "[]", .json), (nil, nil, " [ ]\n", .json), (nil, nil, "[](b)", .text),
            (nil, nil, "[ ] todo", .text),
            (nil, nil, "[[{\"a\":", .text), (nil, nil, "[{\"a\": 1", .json), (nil, nil, "[{}, 1]", .json),
            (nil, nil, "{} x", .text), (nil, nil, "{\"a\" b", .text), (nil, nil, "{\"a", .json),
            (nil, nil, "{\"a\\\"b\" :", .json), (nil, "a.json", "<?xml ?>", .xml), (nil, "a.xml", "{\"a\":1}", .json),
            (nil, "a.json", "[](b)", .json), (nil, "a.json", "<!DOCTYPE html>", .html),
            (nil, "a.php", "[{\"a\":1}]", .json),
        ] as [(String?, String?, String, DocumentKind)])
    func firstBytes(contentType: String?, name: String?, text: String, expected: DocumentKind) {
        #expect(DocumentKind(contentType: contentType, name: name, bytes: Array(text.utf8)) == expected)
    }

    @Test(
        "Feeds, site maps and outlines are XML whatever text type they are sent with",
        arguments: [nil, "text/html", "text/plain", "application/octet-stream", "html", "text/html,", "*/*"],
        ["<rss>", "<feed>", "<urlset>", "<sitemapindex>", "<opml version='2.0'>", "<rdf:RDF>", "<s:urlset x='y'>"])
    func lists(contentType: String?, root: String) {
        for start in ["", "\u{FEFF}", " <?xml version='1.0'?>\n", "<!-- c -->"] {
            #expect(DocumentKind(contentType: contentType, name: "/map", bytes: Array((start + root).utf8)) == .xml)
        }
    }

    @Test(
        "A list of media types, or an invalid one, decides as the Fetch Standard says",
        arguments: [
            ("text/html,text/html", .html), ("image/png, text/html", .html), ("text/html, image/png", .binary),
            ("text/html;charset=utf-8,", .html), ("html", .text), ("text / html", .text), ("*/*", .text),
            ("application/json charset=x", .text), ("TEXT/HTML", .html),
        ] as [(String, DocumentKind)])
    func mediaTypes(contentType: String, expected: DocumentKind) {
        #expect(DocumentKind(contentType: contentType, name: nil, bytes: Array("text".utf8)) == expected)
    }

    @Test(
        "A gzip file is one under every text type",
        arguments: [
            "text/html", "text/xml", "application/xml", "application/rss+xml", "application/xhtml+xml", "text/css",
            "application/json", "text/markdown", "text/plain", "application/x-gzip", "application/x-gunzip",
        ])
    func gzipUnderOtherTypes(contentType: String) {
        #expect(DocumentKind(contentType: contentType, name: "a", bytes: [0x1F, 0x8B, 0x08, 0]) == .gzip)
    }

    @Test("UTF-16 and compressed documents are recognised")
    func bytes() {
        let text = "<?xml version='1.0'?>".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        #expect(DocumentKind(contentType: nil, name: nil, bytes: text) == .xml)
        #expect(DocumentKind(contentType: nil, name: nil, bytes: [0xFF, 0xFE] + text) == .xml)
        #expect(DocumentKind(contentType: "text/plain", name: nil, bytes: [0x1F, 0x8B, 0x08, 0]) == .gzip)
        #expect(DocumentKind(contentType: "application/gzip", name: "x.md.gz", bytes: [0x1F, 0x8B, 0x08, 0]) == .gzip)
        #expect(DocumentKind(contentType: nil, name: "x.md", bytes: [0x1F, 0x8B, 0x08, 0]) == .gzip)
    }
}
