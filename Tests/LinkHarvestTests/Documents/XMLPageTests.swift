import LinkHarvest
import Testing
import WHATWGURL

@Suite("Pages that begin like XML")
struct XMLPageTests {
    private static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    private static let illFormed = """
        <html xmlns="http://www.w3.org/1999/xhtml"><head><link rel="stylesheet" href="0"/></head><body>
        <p><a href="1?a=1&b=2">x<br><img src=2></div><svg><a xlink:href="3"/></svg><script>'</p>'</script>
        <A HREF=4>y</A></body></html><a href="5">z</a>
        """
    private static let doctype = "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"x.dtd\">\n"

    /// Harvests a document in parts.
    private func harvest(
        _ bytes: [UInt8], name: String? = nil, contentType: String? = nil, cuts: [Int] = []
    ) throws -> (links: [HarvestedLink], warnings: [String]) {
        var links: [HarvestedLink] = []
        var warnings: [String] = []
        let harvest = LinkHarvester(options: HarvestOptions(keepsDuplicates: true)).begin(
            DocumentHarvest.Description(
                source: "test", name: name, contentType: contentType, url: WebURL("https://example.org/")),
            notify: { if case .warning(let line) = $0 { warnings.append(line) } }, deliver: { links += $0.links })
        var start = 0
        for cut in cuts + [bytes.count] {
            try bytes[start..<cut].withUnsafeBufferPointer { try harvest.receive($0) }
            start = cut
        }
        try harvest.finish()
        return (links, warnings)
    }

    private static let expected = ["link 0", "a 1?a=1&b=2", "img 2", "a 3", "a 4", "a 5"]

    @Test(
        "An ill-formed page has all of its links, in order, under the names of HTML",
        arguments: [
            ("page.html", nil, declaration), ("page.xhtml", nil, declaration), ("page.xml", nil, declaration),
            (nil, nil, declaration), (nil, nil, declaration + doctype), (nil, "text/html", declaration),
            (nil, "application/xhtml+xml", declaration), (nil, "application/xml", declaration + doctype),
            (nil, "application/xhtml+xml", ""), ("page.xhtml.gz", "application/octet-stream", declaration),
        ] as [(String?, String?, String)])
    func illFormed(name: String?, contentType: String?, start: String) throws {
        let page = Array((start + Self.illFormed).utf8)
        let (links, warnings) = try harvest(page, name: name, contentType: contentType)
        #expect(links.map { "\($0.element) \($0.raw)" } == Self.expected)
        #expect(warnings == [])
    }

    @Test("A page has the same links however it is split")
    func split() throws {
        let page = Array((Self.declaration + Self.illFormed).utf8)
        let whole = try harvest(page, name: "page.xhtml").links
        for cut in 0...page.count {
            #expect(try harvest(page, name: "page.xhtml", cuts: [cut]).links == whole)
        }
    }

    @Test("Well-formed XHTML is read as XML, and its elements have the names of HTML")
    func wellFormed() throws {
        let page = """
            <h:html xmlns:h="http://www.w3.org/1999/xhtml" xmlns:x="http://www.w3.org/1999/xlink"><h:head>
            <h:link rel="icon" href="0"/><h:script src="1"/></h:head><h:body><h:p background="2"/>
            <h:a href="3">&nbsp;</h:a>
            <svg xmlns="http://www.w3.org/2000/svg"><a x:href="4"/></svg></h:body></h:html>
            """
        let (links, warnings) = try harvest(Array(page.utf8), contentType: "application/xhtml+xml")
        #expect(
            links.map { "\($0.element) \($0.attribute) \($0.raw)" } == [
                "link href 0", "script src 1", "p background 2", "a href 3", "a xlink:href 4",
            ])
        #expect(links.first?.kind == .icon)
        #expect(warnings == [])
    }

    @Test("An ill-formed XHTML page without a declared encoding is UTF-8")
    func encoding() throws {
        let page = "<html xmlns='http://www.w3.org/1999/xhtml'><a href='\u{E9}'><br></html>"
        let links = try harvest(Array(page.utf8), contentType: "application/xhtml+xml").links
        #expect(links.map { $0.url?.href } == ["https://example.org/%C3%A9"])
    }

    @Test("The link elements of a site map keep their prefix")
    func siteMap() throws {
        let map = """
            <?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
            xmlns:xhtml="http://www.w3.org/1999/xhtml"><url><loc>https://example.org/</loc>
            <xhtml:link rel="alternate" hreflang="de" href="https://example.org/de"/></url></urlset>
            """
        let links = try harvest(Array(map.utf8), name: "map.xml").links
        #expect(links.map(\.element) == ["loc", "xhtml:link"])
    }

    @Test("An ill-formed feed is not read as HTML")
    func feed() throws {
        let feed = "<?xml version='1.0'?><rss><channel><link>https://example.org/1</link><br></channel></rss>"
        let (links, warnings) = try harvest(Array(feed.utf8), name: "feed.php")
        #expect(links.map(\.raw) == ["https://example.org/1"])
        #expect(warnings.count == 1)
    }

    private static let siteMapNamespace = "http://www.sitemaps.org/schemas/sitemap/0.9"
    private static let xlink = "xmlns:xlink='http://www.w3.org/1999/xlink'"

    @Test(
        "Ill-formed XML whose links are not those of HTML is read as XML, whatever the prefix of its root element",
        arguments: [
            ("map.xml", "<n:urlset xmlns:n='\(siteMapNamespace)'><n:url><n:loc>1</n:loc></n:url><n:url>"),
            ("x.xml", "<entry xmlns='http://www.w3.org/2005/Atom'><link href='1'/><br></entry>"),
            ("x.xml", "<View \(xlink)><OnlineResource xlink:href='1'/><br></View>"),
            ("x.xml", "<View \(xlink)\n><OnlineResource xlink:href='1'/>"),
            ("x.svg", "<s:svg xmlns:s='http://www.w3.org/2000/svg' \(xlink)><s:a xlink:href='1'/><br></s:svg>"),
            ("x.xhtml", "<h:html xmlns:h='http://www.w3.org/1999/xhtml'><h:a href='1'/><br></h:html>"),
        ])
    func illFormedXML(name: String, document: String) throws {
        let comment = "<!--\(String(repeating: " ", count: 2_000))-->"
        for start in ["", Self.declaration, Self.declaration + comment] {
            let (links, warnings) = try harvest(Array((start + document).utf8), name: name)
            #expect(links.map(\.raw) == ["1"], "\(start.utf8.count)")
            #expect(warnings.count == 1, "\(start.utf8.count)")
        }
    }

    @Test(
        "A feed with a prefix is XML, although its name is that of a page",
        arguments: ["feed.php", "feed.asp", "feed.aspx", "feed.shtml", "feed.html", "feed"])
    func prefixedFeed(name: String) throws {
        let feed = "<atom:feed xmlns:atom='http://www.w3.org/2005/Atom'><atom:link href='1'/></atom:feed>"
        for start in [Self.declaration, ""] {
            let (links, warnings) = try harvest(Array((start + feed).utf8), name: name)
            #expect(links.map(\.raw) == ["1"])
            #expect(warnings == [])
        }
    }

    @Test("The root element decides even if it follows a long comment or an internal subset")
    func lateRoot() throws {
        let comment = "<!--\(String(repeating: "<html>", count: 400))-->"
        for (name, type) in [("page.xhtml", nil), ("page.php", nil), ("page.html", nil), (nil, "text/xml")]
            as [(String?, String?)]
        {
            let page = Array((Self.declaration + comment + Self.illFormed).utf8)
            for cuts in [[], [1_000, 2_000]] {
                let (links, warnings) = try harvest(page, name: name, contentType: type, cuts: cuts)
                #expect(links.map { "\($0.element) \($0.raw)" } == Self.expected, "\(name ?? "")")
                #expect(warnings == [], "\(name ?? "")")
            }
        }
        let rss = "<rss><channel><link>https://example.org/1</link></channel></rss>"
        for start in [comment, "<!DOCTYPE rss [<!ENTITY a \"b\"> ]>", "<!DOCTYPE rss []>"] {
            let (links, warnings) = try harvest(Array((Self.declaration + start + rss).utf8), name: "feed.php")
            #expect(links.map(\.raw) == ["https://example.org/1"])
            #expect(warnings == [])
        }
    }

    @Test("A page in an archive is read like any other page")
    func archive() throws {
        let page = Self.declaration + Self.illFormed
        let response = "HTTP/1.1 200 OK\r\nContent-Type: application/xhtml+xml\r\n\r\n\(page)"
        let record = """
            WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.org/\r\n\
            Content-Type: application/http; msgtype=response\r\nContent-Length: \(response.utf8.count)\r\n\r\n\
            \(response)\r\n\r\n
            """
        let links = try harvest(Array(record.utf8), name: "x.warc").links
        #expect(links.map { "\($0.element) \($0.raw)" } == Self.expected)
    }

    @Test("A label followed by a slash decides for text beyond ASCII, as browsers detect it")
    func labelWithSlash() throws {
        let start = Array("<meta/charset=windows-1251/><a href='/".utf8)
        let links = try harvest(start + [0xEF] + Array("?&#1087;'>".utf8), contentType: "text/html").links
        #expect(links.map { $0.url?.href } == ["https://example.org/%D0%BF?%EF"])
        let ascii = try harvest(start + Array("?&#1087;'>".utf8), contentType: "text/html").links
        #expect(ascii.map { $0.url?.href } == ["https://example.org/?%26%231087%3B"])
    }

    @Test("A meta element after the first 1024 bytes takes precedence over an XML declaration")
    func lateMeta() throws {
        let padding = "<!--" + String(repeating: "x", count: 1100) + "-->"
        for (meta, query) in [("<meta charset=koi8-r>", "%D0"), ("", "%EF")] {
            let page = "<?xml encoding='windows-1251'?>\(padding)\(meta)<a href='?&#1087;'>"
            let links = try harvest(Array(page.utf8), contentType: "text/html").links
            #expect(links.map { $0.url?.query } == [query])
        }
    }
}
