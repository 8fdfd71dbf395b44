import LinkHarvest
import Markup
import Syntax
import Testing
import WHATWGURL

@Suite("Links within elements")
struct ScopeTests {
    private func harvest(
        _ document: String, within: String, contentType: String = "text/html", marks: Bool = false
    ) throws -> [HarvestedLink] {
        // Explaining keeps duplicates, because the first one may be out of scope.
        var options = HarvestOptions(keepsDuplicates: marks, scope: try ElementScope(within))
        options.marksOutOfScope = marks
        var links: [HarvestedLink] = []
        let harvest = LinkHarvester(options: options).begin(
            DocumentHarvest.Description(
                source: "test", contentType: contentType, url: WebURL("https://example.org/"),
                fields: [HeaderField(name: "Link", value: "</header>; rel=next")])
        ) { links += $0.links }
        try Array(document.utf8).withUnsafeBufferPointer { try harvest.receive($0) }
        try harvest.finish()
        return links
    }

    private static let page = """
        <a href=/out>1</a><style>a{b:url(/sheet)}</style><iframe srcdoc="<main><a href=/framed></a></main>"></iframe>
        <main><a href=/in>2</a><iframe srcdoc="<a href=/inside></a>"></iframe><a href=/out>3</a></main>
        """

    @Test("Only links in the elements count, in a page and in documents in its attributes; header fields do not")
    func page() throws {
        let links = try harvest(Self.page, within: "main")
        #expect(links.map { $0.url?.path } == ["/in", "/inside", "/out"])
        #expect(links.allSatisfy { !$0.isOutOfScope })
    }

    @Test("If links are to be explained, other links are reported and marked as out of scope")
    func marked() throws {
        let links = try harvest(Self.page, within: "main", marks: true)
        #expect(
            links.filter(\.isOutOfScope).map { $0.url?.path } == ["/header", "/out", "/sheet", "/framed"])
        #expect(links.filter { !$0.isOutOfScope }.map { $0.url?.path } == ["/in", "/inside", "/out"])
    }

    @Test(
        "A document without elements is reported",
        arguments: [
            ("text/markdown", "[x](/x)"), ("text/plain", "https://x.example/"), ("text/css", "a{b:url(/x)}"),
            ("application/json", "{\"url\":\"https://x.example/\"}"),
        ], [false, true])
    func others(document: (contentType: String, text: String), marks: Bool) throws {
        let error = #expect(throws: LinkHarvestError.self) {
            try harvest(document.text, within: "main", contentType: document.contentType, marks: marks)
        }
        #expect(error?.description == "test: neither HTML nor XML, so there are no elements to look for links in")
    }

    private static let xhtml = """
        <?xml version="1.0"?><?xml-stylesheet href="/sheet"?>
        <html xmlns="http://www.w3.org/1999/xhtml" xmlns:v="http://www.w3.org/2000/svg"
          xmlns:xlink="http://www.w3.org/1999/xlink"><head><style>a{b:url(/css)}</style></head>
        <body><a href="/out">1</a><div id="m" class="x y" dataKind="Z">text <a href="/in">2 <b>two</b></a>
        <v:linearGradient><v:a xlink:href="/svg"><v:text>3</v:text></v:a></v:linearGradient>
        <br/><img src="/image" alt="4"/></div><p>other</p><a href="/after">5</a></body></html>
        """

    @Test(
        "Elements of XHTML are selected by CSS and XPath, with the document's names",
        arguments: [
            ("#m", ["/in", "/svg", "/image"]), ("div.y > a", ["/in"]),
            ("a", ["/out", "/in", "/svg", "/after"]),
            ("//a", ["/out", "/in", "/after"]), ("//v:a", ["/svg"]),
            ("//a | //v:a", ["/out", "/in", "/svg", "/after"]),
            ("linearGradient", ["/svg"]), ("lineargradient", []), ("//v:*", ["/svg"]),
            ("v\\:a", ["/svg"]), ("[xlink\\:href='/svg']", ["/svg"]), ("//*[@xlink:href='/svg']", ["/svg"]),
            ("[dataKind=Z]", ["/in", "/svg", "/image"]), ("[datakind]", []), ("A", []),
            ("//p[.='other']/preceding-sibling::div", ["/in", "/svg", "/image"]),
            ("p:not(:empty) + a", ["/after"]), ("//a[contains(., 'two')]/@href", ["/in"]),
            ("//a/text()", ["/out", "/in", "/after"]), ("style", ["/css"]),
            (":root > body > a:last-of-type", ["/after"]),
            ("//div[contains(text(), 'text')]//v:a", ["/svg"]), ("//none:a", []), ("//a[last()]", ["/in", "/after"]),
            ("a:any-link:not([href])", ["/svg"]), ("//html/namespace::*", []), ("//nothing", []),
            ("/", ["/css", "/out", "/in", "/svg", "/image", "/after"]),
        ])
    func xhtml(selector: String, paths: [String]) throws {
        let links = try harvest(Self.xhtml, within: selector, contentType: "application/xhtml+xml")
        #expect(links.compactMap { $0.url?.path } == paths)
        #expect(links.allSatisfy { !$0.isOutOfScope })
        let all = try harvest(Self.xhtml, within: selector, contentType: "application/xhtml+xml", marks: true)
        #expect(all.filter { !$0.isOutOfScope }.compactMap { $0.url?.path } == paths)
        #expect(
            all.compactMap { $0.url?.path }
                == ["/header", "/sheet", "/css", "/out", "/in", "/svg", "/image", "/after"])
    }

    @Test("A link in scope has the same descriptions as without a scope")
    func sameLinks() throws {
        let within = try harvest(Self.xhtml, within: "#m", contentType: "application/xhtml+xml")
        let all = try LinkHarvester(options: HarvestOptions()).harvest(
            Array(Self.xhtml.utf8), contentType: "application/xhtml+xml", documentURL: WebURL("https://example.org/"),
            source: "test")
        #expect(within == all.filter { ["/in", "/svg", "/image"].contains($0.url?.path) })
        #expect(within.map(\.text) == ["2 two", "3", "4"])
    }

    @Test(
        "The scope applies to feeds and site maps, and to the HTML in their items",
        arguments: [
            ("entry", ["/one", "/c", "/two"]), ("//entry", ["/one", "/c", "/two"]), ("//entry[2]", ["/two"]),
            ("entry:first-of-type content", ["/c"]), ("feed > link", ["/site"]),
            ("//entry[title='Two']/link", ["/two"]), ("//media:thumbnail", ["/t"]), ("thumbnail", ["/t"]),
        ])
    func feeds(selector: String, paths: [String]) throws {
        let feed = """
            <feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"><link href="/site"/>
            <media:thumbnail url="/t"/>
            <entry><title>One</title><link href="/one"/><content type="html">&lt;a href=/c></content></entry>
            <entry><title>Two</title><link href="/two"/></entry></feed>
            """
        let links = try harvest(feed, within: selector, contentType: "application/atom+xml")
        #expect(links.map { $0.url?.path } == paths)
        #expect(links.filter { $0.url?.path == "/two" }.allSatisfy { $0.text == "Two" })
    }

    @Test("An ill-formed page is searched as HTML; too deep nesting ends the harvest with an error")
    func illFormed() throws {
        var warnings: [String] = []
        func paths(_ document: String, _ selector: String) throws -> [String?] {
            var links: [HarvestedLink] = []
            let harvest = LinkHarvester(options: HarvestOptions(scope: try ElementScope(selector))).begin(
                DocumentHarvest.Description(
                    source: "test", contentType: "application/xml", url: WebURL("https://example.org/")),
                notify: { if case .warning(let line) = $0 { warnings.append(line) } }, deliver: { links += $0.links })
            try Array(document.utf8).withUnsafeBufferPointer { try harvest.receive($0) }
            try harvest.finish()
            return links.map { $0.url?.path }
        }
        let open = "<html xmlns='http://www.w3.org/1999/xhtml'><p><a href='/a'></b></p><p><a href='/b'/></p>"
        #expect(try paths(open, "p") == ["/a", "/b"])
        #expect(warnings == [])
        #expect(try paths("", "p").isEmpty)
        #expect(try paths("no XML", "//p").isEmpty)
        func nested(_ count: Int) -> String {
            "<x>" + String(repeating: "<y>", count: count) + String(repeating: "</y>", count: count) + "</x>"
        }
        #expect(try paths(nested(511), "y").isEmpty)
        let error = #expect(throws: LinkHarvestError.self) { try paths(nested(512), "a") }
        #expect(error?.description == "test: elements are nested more than 512 deep, too deep for a selector")
    }

    @Test(
        "A million pieces of text, many names and many prefixes take linear time", .timeLimit(.minutes(5)))
    func hostile() throws {
        func links(_ document: String) throws -> [HarvestedLink] {
            try harvest(document, within: "a", contentType: "application/xhtml+xml")
        }
        let link = "<a xmlns='http://www.w3.org/1999/xhtml' href='/x'/>"
        // Quadratic time would be hours.
        #expect(try links("<x>" + String(repeating: "a&amp;", count: 300_000) + link + "</x>").count == 1)
        let prefixes = (0..<20_000).map { "<p\($0):e xmlns:p\($0)='u'/>" }.joined()
        #expect(try links("<x>\(prefixes)\(link)</x>").count == 1)
        let attributes = (0..<1000).map { " a\($0)='\($0)'" }.joined()
        #expect(try links("<x\(attributes)>\(link)</x>").count == 1)
    }

    @Test("XML of 64 MiB is accepted and a byte more is not, whatever the scope")
    func longest() throws {
        let harvest = LinkHarvester(options: HarvestOptions(scope: try ElementScope("a"))).begin(
            DocumentHarvest.Description(
                source: "test", contentType: "application/xml", url: WebURL("https://example.org/")),
            deliver: { _ in })
        let part = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
        try part.withUnsafeBufferPointer { part in
            for _ in 0..<64 { try harvest.receive(part) }
            let error = #expect(throws: LinkHarvestError.self) { try harvest.receive(.init(rebasing: part[..<1])) }
            #expect(error?.description.contains("larger than 64 MiB") == true, "\(String(describing: error))")
        }
    }

    @Test("In an archive, pages are searched, and other documents are skipped or marked")
    func archive() throws {
        func record(_ name: String, _ type: String, _ text: String) -> String {
            "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: https://w.example/\(name)\r\nContent-Type: \(type)\r\n"
                + "Content-Length: \(text.utf8.count)\r\n\r\n\(text)\r\n\r\n"
        }
        let archive =
            record("a", "text/html", "<a href=x></a><main><a href=y></a></main>")
            + record("b", "text/markdown", "[z](z)")
        let links = try harvest(archive, within: "main", contentType: "application/warc")
        #expect(links.map { $0.url?.path } == ["/y"])
        let marked = try harvest(archive, within: "main", contentType: "application/warc", marks: true)
        #expect(marked.filter(\.isOutOfScope).map { $0.url?.path } == ["/x", "/z", "/header"])
        #expect(marked.filter { !$0.isOutOfScope }.map { $0.url?.path } == ["/y"])
    }
}
