import LinkHarvest
import Testing
import WHATWGURL

@Suite("Link harvester")
struct LinkHarvesterTests {
    @Test("A link has the descriptions of its element")
    func fields() throws {
        let html = """
            <p>
            <a href=" x?a&amp;b " title=T rel="Nofollow  me" \
            type=text/plain hreflang=de download=f.txt> some\n<b>text</b>
            <img src=i alt="of it"></a>
            """
        let links = try harvest(html)
        var expected = HarvestedLink(
            url: WebURL("https://example.org/dir/x?a&b"), raw: " x?a&b ", element: "a", attribute: "href",
            kind: .anchor, source: "test")
        expected.text = "some text of it"
        expected.title = "T"
        expected.rel = ["nofollow", "me"]
        expected.type = "text/plain"
        expected.hreflang = "de"
        expected.download = "f.txt"
        (expected.line, expected.column, expected.byte) = (2, 1, 4)
        #expect(links.first == expected)
        #expect(links.last?.text == "of it")
        let bare = try #require(try harvest("<a href=x download>").first)
        #expect(bare.text == nil && bare.title == nil && bare.rel == [] && bare.type == nil && bare.hreflang == nil)
        #expect(bare.download == "")
    }

    @Test("Without descriptions, a link has only its element, attribute, kind and URL")
    func bareFields() throws {
        let html = """
            <a href=x title=T rel=me type=text/plain hreflang=de download=f.txt>text</a><img src=i alt=A>
            <link rel=" Alternate" type=application/rss+xml href=f title=F>
            """
        let links = try LinkHarvester(options: HarvestOptions(describes: false)).harvest(
            Array(html.utf8), contentType: "text/html", documentURL: WebURL("https://example.org/"), source: "test")
        #expect(links.map { $0.url?.href } == ["x", "i", "f"].map { "https://example.org/\($0)" })
        #expect(links.map(\.kind) == [.anchor, .image, .feed])
        #expect(links.allSatisfy { $0.text == nil && $0.title == nil && $0.hreflang == nil && $0.download == nil })
    }

    @Test(
        "The kind of a link element is that of its first relation with a kind",
        arguments: [
            ("stylesheet alternate", nil, .style), ("ALTERNATE\tIcon", "application/atom+xml", .icon),
            ("alternate", "Application/RSS+XML; charset=x", .feed), ("alternate", "text/html", .alternate),
            ("alternate preload", nil, .preload), ("preload modulepreload", nil, .script),
            ("preconnect canonical", nil, .hint), ("canonical", nil, .alternate), ("next me", nil, .link),
            ("apple-touch-icon-precomposed", nil, .icon), ("&#115;itemap", nil, .sitemap), ("", nil, .link),
        ] as [(String, String?, LinkKind)])
    func linkKind(relations: String, type: String?, kind: LinkKind) throws {
        let type = type.map { " type='\($0)'" } ?? ""
        #expect(try harvest("<link rel='\(relations)'\(type) href=x>").map(\.kind) == [kind])
    }

    @Test(
        "The text of a link ends at its end tag and is truncated at about 200 bytes",
        arguments: [
            ("<a href=x>one<a href=y>two", ["one", "two"]), ("<a href=x>one</a> two", ["one"]),
            ("<a href=x> \n </a>", [nil]),
            ("<a href=x>a<script>b</script>c<!-- d -->e</a>", ["ace"]),
            ("<a href=x>a&nbsp;&eacute;&sol;</a>", ["a\u{A0}\u{E9}/"]),
            (
                "<a href=x>" + String(repeating: "\u{E9}", count: 150) + "</a>",
                [String(repeating: "\u{E9}", count: 100)]
            ),
            (
                "<a href=x>" + String(repeating: "a", count: 199) + " b\u{0}c</a>",
                [String(repeating: "a", count: 199)]
            ),
        ] as [(String, [String?])])
    func text(html: String, texts: [String?]) throws {
        #expect(try harvest(html).map(\.text) == texts)
    }

    @Test(
        "The first base element with an href applies to the whole page",
        arguments: [
            ("<a href=x><base href=/b/><base href=/c/>", "https://example.org/b/x"),
            ("<base target=_top><base href=https://other.example/d/e><a href=x>", "https://other.example/d/x"),
            ("<base href='data:text/plain,'><a href=x>", "https://example.org/dir/x"),
            ("<base href='javascript:1'><a href=x>", "https://example.org/dir/x"),
            ("<base href='https://['><base href=/b/><a href=x>", "https://example.org/dir/x"),
            ("<base href=' /b/ '><a href=' x\t'>", "https://example.org/b/x"),
            ("<svg><base href=/b/></svg><a href=x>", "https://example.org/dir/x"),
            ("<template><base href=/t/></template><base href=/b/><a href=x>", "https://example.org/b/x"),
            ("<template><template></template><base href=/t/></template><a href=x>", "https://example.org/dir/x"),
            ("<template><svg></template></svg><base href=/t/></template><a href=x>", "https://example.org/t/x"),
            ("</template><base href=/b/><a href=x>", "https://example.org/b/x"),
            ("<svg><template></svg><base href=/b/><a href=x>", "https://example.org/b/x"),
        ])
    func base(html: String, address: String) throws {
        #expect(try addresses(html) == [address])
    }

    @Test("The caller's base replaces the document's URL, and a base element still applies")
    func givenBase() throws {
        #expect(try addresses("<a href=x>", base: "https://other.example/d/") == ["https://other.example/d/x"])
        #expect(
            try addresses("<base href=b/><a href=x>", base: "https://other.example/d/") == [
                "https://other.example/d/b/x"
            ])
        #expect(try harvest("<a href=x><a href=http://y>", at: nil).map { $0.url?.href } == ["http://y/"])
    }

    @Test("URLs of every scheme are links")
    func schemes() throws {
        let html = "<a href='javascript:void(0)'><a href='mailto:a@b'><img src='data:,x'><a href='#f'><a href=''>"
        let expected = [
            "javascript:void(0)", "mailto:a@b", "data:,x", "https://example.org/dir/page#f",
            "https://example.org/dir/page",
        ]
        #expect(try addresses(html) == expected)
    }

    @Test("A value that is not a URL does not end the harvest and is kept on request")
    func invalid() throws {
        let html = "<a href='http://['><a href=x><a href='http://['>"
        #expect(try harvest(html).map(\.raw) == ["x"])
        #expect(try harvest(html, includesInvalid: true).map(\.raw) == ["http://[", "x"])
        #expect(try harvest(html, includesInvalid: true).map(\.url) == [nil, WebURL("https://example.org/dir/x")])
    }

    @Test("Repeated links of the same element, attribute and URL are dropped unless requested")
    func duplicates() throws {
        let html = "<a href=x>1</a><a href=./x>2</a><area href=x><a href=x ping=x><a href=x#f>"
        #expect(try harvest(html).map(\.attribute) == ["href", "href", "ping", "href"])
        #expect(try harvest(html, keepsDuplicates: true).count == 6)
        #expect(try harvest(html).first?.text == "1")
        #expect(try harvest("<a href=x href=y>").map(\.raw) == ["x"])
    }

    @Test("Documents in srcdoc are part of the page and have their own bases")
    func srcdoc() throws {
        let html =
            "<p><iframe srcdoc=\"<base href=/s/><a href='x?a&amp;amp;b'>t</a><iframe srcdoc='<a href=y>'>\">"
            + "</iframe><a href=z>"
        let links = try harvest(html)
        #expect(
            links.map { $0.url?.href } == [
                "https://example.org/s/x?a&b", "https://example.org/s/y", "https://example.org/dir/z",
            ])
        #expect(links.map(\.byte).prefix(2) == [3, 3])
        #expect(links.first?.text == "t")
    }

    @Test(
        "A query is in the document's encoding, a path in UTF-8",
        arguments: [
            ("text/html;charset=utf-8", "%C3%A9?%C3%A9"), ("text/html;charset=iso-8859-1", "%C3%A9?%E9"),
            ("text/html;charset=koi8-r", "%C3%A9?%26%23233%3B"), ("text/html;charset=gb2312", "%C3%A9?%A8%A6"),
            ("text/html;charset=utf-16", "%C3%A9?%C3%A9"),
        ])
    func queryEncoding(contentType: String, tail: String) throws {
        let html = "<a href='&eacute;?&eacute;'>"
        let bytes = contentType.hasSuffix("16") ? html.utf8.flatMap { [$0, 0] } : Array(html.utf8)
        let links = try LinkHarvester().harvest(
            bytes, contentType: contentType, documentURL: WebURL("https://example.org/"), source: "test")
        #expect(links.map { $0.url?.href } == ["https://example.org/" + tail])
    }

    @Test("A meta element after the first 1024 bytes determines the encoding if nothing else does")
    func lateMeta() throws {
        let html = String(repeating: " ", count: 2000) + "<a href=first><meta charset=koi8-r><a href='?&#1078;'>"
        let local = try harvest(html, base: "https://example.org/", at: nil, contentType: nil)
        #expect(local.map { $0.url?.href } == ["https://example.org/first", "https://example.org/?%D6"])
        let declared = try harvest(html)
        #expect(declared.last?.url?.href == "https://example.org/dir/page?%D0%B6")
    }

    @Test(
        "A page without links or without content has no links",
        arguments: ["", " ", "text", "\u{0}\u{1}", "<a>", "<a href", "<a href=x"])
    func nothing(html: String) throws {
        #expect(try harvest(html).isEmpty)
    }

    @Test("The harvest of random bytes and of a page in parts ends")
    func hostile() throws {
        var state: UInt64 = 88_172_645_463_325_252
        let bytes = (0..<1 << 16).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt8(truncatingIfNeeded: state >> 24)
        }
        for label in ["utf-8", "koi8-r", "gb18030"] {
            let links = try LinkHarvester().harvest(
                bytes, contentType: "text/html;charset=\(label)", documentURL: nil, source: "random")
            #expect(links.count < bytes.count)
        }
        let nested = (0..<12).reduce("<a href=x>") { html, _ in
            "<iframe srcdoc='" + html.replacing("&", with: "&amp;").replacing("'", with: "&#39;") + "'>"
        }
        #expect(try harvest(nested).isEmpty)
    }
}
