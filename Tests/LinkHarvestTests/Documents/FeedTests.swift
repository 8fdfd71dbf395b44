import Markup
import Testing
import WHATWGURL

@testable import LinkHarvest

@Suite("Feeds, site maps and outlines")
struct FeedTests {
    @Test("RSS 2.0 gives links, enclosures, permanent links and media, and its HTML is harvested")
    func rss() throws {
        let sink = try scanXML(
            """
            <?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="f.xsl?a&amp;b"?>
            <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:a="http://www.w3.org/2005/Atom"
             xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
            <title>Feed</title><link> https://f.example/ </link><a:link rel="self" href="/feed"/>
            <image><url>/logo.png</url><title>Logo</title><link>/</link></image>
            <item><link>1</link><guid>https://f.example/1</guid><comments>1#c</comments>
            <description>&lt;a href="x"&gt;</description><content:encoded><![CDATA[<p>]]></content:encoded>
            <enclosure url="1.mp3" type="audio/mpeg" length="5"/><source url="/other.xml">Other</source>
            <media:content url="1.jpg" medium="image"/><media:thumbnail url="t.jpg"/>
            <title>One &amp; only</title></item>
            <item><title>Two</title><guid isPermaLink="false">https://x/</guid><guid>tag:1</guid><description>plain</description>
            </item></channel></rss>
            """)
        #expect(
            sink.summary == [
                "xml-stylesheet@href style https://example.org/dir/f.xsl?a&b",
                "link@text() anchor https://f.example/ \"Feed\"",
                "atom:link@href feed https://example.org/feed \"Feed\"",
                "url@text() image https://example.org/logo.png \"Logo\"",
                "link@text() anchor https://example.org/ \"Logo\"",
                "link@text() anchor https://example.org/dir/1 \"One & only\"",
                "guid@text() anchor https://f.example/1 \"One & only\"",
                "comments@text() anchor https://example.org/dir/1#c \"One & only\"",
                "enclosure@url media https://example.org/dir/1.mp3 \"One & only\"",
                "source@url feed https://example.org/other.xml \"One & only\"",
                "media:content@url image https://example.org/dir/1.jpg \"One & only\"",
                "media:thumbnail@url image https://example.org/dir/t.jpg \"One & only\"",
                "guid@text() anchor tag:1 \"Two\"",
            ])
        #expect(sink.pieces.map(\.html) == ["<a href=\"x\">", "<p>"])
        #expect(sink.pieces.map(\.element) == ["description", "content:encoded"])
        #expect(sink.links[8].type == "audio/mpeg")
        #expect(sink.links[1].line == 4)
        #expect(sink.links[1].column == 20)
        #expect(sink.warnings.isEmpty)
    }

    @Test(
        "An & that begins no reference stays in the address, and is reported",
        arguments: [
            "?a=1&b=2", "?a=1&copy=1", "?a=1&&b", "?a&", "?&", "?a=1& b", "?a=1&b;c=2", "?a=1&amp=2", "?a&#;b",
            "?a&#x;b",
            "?a&#0;b", "?a&#xD800;b", "?a&1;b", "?a&-b;c", "?a&\u{E9}=1", "?x&\(String(repeating: "n", count: 300));",
        ])
    func loneAmpersands(query: String) throws {
        let address = "http://a.test/\(query)"
        let expected = try #require(WebURL(address)).href
        let documents = [
            "<rss><channel><item><link>\(address)</link></item></channel></rss>",
            "<rss><channel><item><enclosure url='\(address)'/></item></channel></rss>",
            "<feed xmlns='http://www.w3.org/2005/Atom'><entry><link href=\"\(address)\"/></entry></feed>",
            "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>\(address)</loc></url></urlset>",
            "<opml version='2.0'><body><outline xmlUrl='\(address)'/></body></opml>",
        ]
        for document in documents {
            let sink = try scanXML(document)
            #expect(sink.links.map { $0.url?.href } == [expected], "\(document)")
            #expect(sink.warnings.count == 1, "\(document)")
        }
    }

    @Test(
        "References stay references, and nothing is inserted where none can be",
        arguments: [
            ("<link>http://a.test/?a&amp;b&#38;c&#x26;d&lt;e</link>", "http://a.test/?a&b&c&d%3Ce"),
            ("<link>http://a.test/&copy;&eacute;</link>", "http://a.test/%C2%A9%C3%A9"),
            ("<link><![CDATA[http://a.test/?a&b&amp;c]]></link>", "http://a.test/?a&b&amp;c"),
            ("<!-- a & b --><link>http://a.test/</link>", "http://a.test/"),
            ("<?x a & b?><link>http://a.test/</link>", "http://a.test/"),
            ("<!----><link>http://a.test/?a&amp;b</link><!-- & -- >-->", "http://a.test/?a&b"),
        ])
    func references(content: String, expected: String) throws {
        let text = "<rss><channel>\(content)</channel></rss>"
        let sink = try scanXML(text)
        #expect(sink.links.map { $0.url?.href } == [expected])
        let doctype = "<!DOCTYPE rss [<!-- <!ENTITY no 'x'> & --><?x & ?><!ENTITY own 'http://o.test/&#38;amp;'>]>"
        let own = try scanXML(doctype + "<rss><channel><link>&own;&no;</link></channel></rss>")
        #expect(own.links.map { $0.url?.href } == ["http://o.test/&&no;"])
    }

    @Test(
        "A lone & is found and kept however the document is cut, and positions after it are right",
        arguments: [1, 2, 3, 7])
    func cutAmpersands(parts: Int) throws {
        let text =
            "<rss><channel><item>&&x<link>http://a.test/?a&b=2</link></item>\n <item><link>/c&d;</link></item></channel></rss>"
        let sink = RecordingSink()
        let bytes = Array(text.utf8)
        let encoding = bytes.withUnsafeBufferPointer { SniffedEncoding(ofXML: $0, contentType: nil) }
        let scanner = XMLDocumentScanner(origin: documentOrigin, encoding: encoding, sink: sink)
        try inParts(bytes, of: parts) { try scanner.push($0) }
        try scanner.finish()
        #expect(sink.links.map { $0.url?.href } == ["http://a.test/?a&b=2", "https://example.org/c&d;"])
        #expect(sink.links.map { [$0.line, $0.column, $0.byte] } == [[1, 24, 23], [2, 8, 71]])
        #expect(sink.warnings == ["test: line 1, column 21: an & begins no reference"])
    }

    @Test("RSS 1.0 and 0.91 are read with and without a namespace")
    func oldRSS() throws {
        let rdf = try scanXML(
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
            <channel rdf:about="u"><title>C</title><link>/c</link></channel>\
            <item><title>I</title><link>/i</link></item></rdf:RDF>
            """)
        #expect(
            rdf.summary == [
                "link@text() anchor https://example.org/c \"C\"", "link@text() anchor https://example.org/i \"I\"",
            ])
        let old = try scanXML(
            "<rss version='0.91'><channel><item><link>/i</link><title>I</title></item></channel></rss>")
        #expect(old.summary == ["link@text() anchor https://example.org/i \"I\""])
    }

    @Test("Atom gives relations, xml:base and content by URL, and its XHTML is harvested")
    func atom() throws {
        let sink = try scanXML(
            """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example/x/"><title type="html">A</title>
            <icon>i.ico</icon><logo>l.png</logo><generator uri="/gen">G</generator><author><uri>/me</uri></author>
            <entry xml:base="y/"><title>E</title><link href="1" hreflang="de" title="T" type="text/html"/>
            <link rel="enclosure" type="image/png" href="2"/><link rel="edit" href="3"/>
            <content src="4" type="text/html"/><summary type="html">&lt;b&gt;</summary></entry>
            <entry><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><a href="5">x</a></div></content></entry>
            </feed>
            """)
        #expect(
            sink.summary == [
                "icon@text() icon https://a.example/x/i.ico \"A\"",
                "logo@text() image https://a.example/x/l.png \"A\"",
                "generator@uri meta https://a.example/gen \"A\"", "uri@text() anchor https://a.example/me \"A\"",
                "link@href anchor https://a.example/x/y/1 \"E\"", "link@href image https://a.example/x/y/2 \"E\"",
                "link@href link https://a.example/x/y/3 \"E\"", "content@src anchor https://a.example/x/y/4 \"E\"",
            ])
        #expect(sink.links[4].hreflang == "de")
        #expect(sink.links[4].title == "T")
        #expect(sink.links[5].rel == ["enclosure"])
        #expect(sink.pieces.map(\.base?.href) == ["https://a.example/x/y/"])
        #expect(sink.elements.map(\.element.name.local) == ["div", "a"])
        #expect(sink.elements.map(\.base?.href) == ["https://a.example/x/", "https://a.example/x/"])
    }

    @Test("Site maps give images, videos, news and alternates, and an index gives its site maps")
    func sitemaps() throws {
        let sink = try scanXML(
            """
            <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:i="http://www.google.com/schemas/sitemap-image/1.1"
             xmlns:video="http://www.google.com/schemas/sitemap-video/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml"
             xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
            <url><loc>
              https://s.example/?a=1&amp;b=2 </loc><xhtml:link rel="alternate" hreflang="fr" href="/fr"/>
            <i:image><i:loc>/i.png</i:loc></i:image><news:news><news:title>N</news:title></news:news>
            <video:video><video:title>V</video:title><video:content_loc>/v.mp4</video:content_loc>
            <video:player_loc>/p</video:player_loc><video:thumbnail_loc>/t</video:thumbnail_loc>\
            </video:video></url></urlset>
            """)
        #expect(
            sink.summary == [
                "loc@text() anchor https://s.example/?a=1&b=2 \"N\"",
                "xhtml:link@href alternate https://example.org/fr \"N\"",
                "image:loc@text() image https://example.org/i.png \"N\"",
                "video:content_loc@text() media https://example.org/v.mp4 \"V\"",
                "video:player_loc@text() frame https://example.org/p \"V\"",
                "video:thumbnail_loc@text() image https://example.org/t \"V\"",
            ])
        let index = try scanXML("<sitemapindex><sitemap><loc>/a.xml.gz</loc></sitemap></sitemapindex>")
        #expect(index.summary == ["loc@text() sitemap https://example.org/a.xml.gz"])
        let misspelt = try scanXML("<urlset xmlns='https://www.sitemaps.org/x'><url><loc>/a</loc></url></urlset>")
        #expect(misspelt.summary == ["loc@text() anchor https://example.org/a"])
    }

    @Test("OPML outlines give links")
    func opml() throws {
        let sink = try scanXML(
            "<opml version='2.0'><body><outline text='Group'><outline text='F' type='rss' xmlUrl='/f' htmlUrl='/h'/>"
                + "<outline type='link' text='L' url='/l'/></outline></body></opml>")
        #expect(
            sink.summary == [
                "outline@xmlurl feed https://example.org/f \"F\"", "outline@htmlurl anchor https://example.org/h \"F\"",
                "outline@url anchor https://example.org/l \"L\"",
            ])
    }

    @Test("XLink works in any XML, and XHTML and SVG are harvested with their bases")
    func otherXML() throws {
        let sink = try scanXML(
            "<doc xmlns:x='http://www.w3.org/1999/xlink'><p x:href='a'/><p x:href='b' x:show='embed'/></doc>")
        #expect(
            sink.summary == [
                "p@xlink:href anchor https://example.org/dir/a", "p@xlink:href object https://example.org/dir/b",
            ])
        let page = try scanXML("<html xmlns='http://www.w3.org/1999/xhtml' xml:base='/b/'><a href='&eacute;'/></html>")
        #expect(page.links.isEmpty)
        #expect(page.elements.last?.element.value(of: "href") == "\u{E9}")
        #expect(page.elements.last?.base?.href == "https://example.org/b/")
        let drawing = try scanXML("<svg><image href='x'/></svg>")
        #expect(drawing.elements.map(\.element.name.local) == ["svg", "image"])
    }

    @Test(
        "A broken feed gives the links around the break and one warning",
        arguments: [
            "<rss><channel><item><link>/1</link></item><item><link>/2</link>",
            "<rss><channel><item><link>/1</link></item> & <item><link>/2</link></item></channel></rss>",
            "<rss><channel><item><link>/1</link><b></item></b><item><link>/2</link></item></channel></rss>",
        ])
    func broken(text: String) throws {
        let sink = try scanXML(text)
        #expect(sink.links.compactMap(\.url?.href) == ["https://example.org/1", "https://example.org/2"])
        #expect(sink.warnings.count == 1)
        #expect(sink.warnings.first?.hasPrefix("test: line 1, column ") == true)
    }

    @Test("Endless text is truncated")
    func largeText() throws {
        let flood = String(repeating: "<x>", count: 3 << 20)
        let path = String(repeating: "x", count: 1 << 20)
        let sink = try scanXML(
            "<rss><item><link>\(path)</link><description><![CDATA[\(flood)]]></description><link>/1</link></item></rss>"
        )
        #expect(sink.pieces.map(\.html.utf8.count) == [8 << 20])
        #expect(sink.links.map(\.raw) == ["/1"])
        #expect(sink.warnings == ["test: line 1: only the first 8 MiB of this text are read"])
    }
}
