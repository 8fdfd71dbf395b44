import Places
import Testing
import WHATWGURL

@testable import Copies

@Suite("The main content of a page")
struct PageReaderTests {
    static let sentences = [
        "The harbour wakes before the town does, and the first boats leave while the lamps are still burning.",
        "By six o'clock the ice has been shovelled into the boxes, and the buyers walk along the quay in rubber boots.",
        "Nobody hurries, because the prices are made by people who have known each other for thirty years.",
        "When the sun is up the quay belongs to the gulls again, and to the children who fish for crabs.",
    ]

    static func read(_ html: String, words: PlaceWords? = nil, type: String? = "text/html; charset=utf-8")
        throws
        -> PageReader.Page
    {
        let url = try #require(WebURL("https://me:secret@example.org/a/b?c#d"))
        return try PageReader(url: url, words: words).read(Array(html.utf8), contentType: type)
    }

    /// Describes blocks as `kind: text`.
    private static func lines(_ copy: TextCopy) -> [String] {
        copy.blocks.map { block in
            switch block.kind {
            case .heading(let level): "h\(level): \(block.text)"
            case .paragraph: "p: \(block.text)"
            case .item(let isOrdered, let depth): "\(isOrdered ? "ol" : "ul")\(depth): \(block.text)"
            case .quote: "quote: \(block.text)"
            case .code: "code: \(block.text)"
            case .table: "table: \(block.rows.map { $0.map { $0.runs.map(\.text).joined() }.joined(separator: "|") })"
            case .image: "img: \(block.image?.source ?? "-") \(block.image?.alternativeText ?? "")"
            }
        }
    }

    @Test("Cells keep the columns and rows that they cover, without rows that are left out")
    func spans() throws {
        let page = try Self.read(
            """
            <!DOCTYPE html><title>Fish</title><article><p>\(Self.sentences[0])<p>\(Self.sentences[1])
            <table><tr><th colspan=" 2x">Fish<th rowspan=+3>Price<tr><td><td><tr><td colspan=0>Cod<td rowspan=-1>7
            <tr><td colspan=9999999999999999999 rowspan=2000>Eel</table></article>
            """)
        let table = try #require(page.copy.blocks.last { $0.kind == .table })
        let spans = table.rows.map { row in row.map { "\($0.columns)x\($0.rows)" } }
        #expect(spans == [["2x1", "1x2"], ["1x1", "1x1"], ["100x1"]])
    }

    @Test("Blocks have their kinds, and the navigation, forms, scripts and hidden text are left out")
    func blocks() throws {
        let page = try Self.read(
            """
            <!DOCTYPE html><html lang=en dir=LTR><title> The\tharbour </title><meta name=author content="Ada Fox">
            <nav><a href=/>Home</a> <a href=/news>News</a></nav><div class=sidebar><p>\(Self.sentences[3])</div>
            <article><h1>The <b>harbour</b></h1><p>\(Self.sentences[0])
            <p>\(Self.sentences[1]) <a href="../x?y#z">a <i>link</i></a> <a href="javascript:alert(1)">no link</a>
            <blockquote>\(Self.sentences[2])</blockquote>
            <ol><li>First<ul><li>Inner</ul><li>Second</ol>
            <pre>\nlet x = 1\n  x  + 1\n</pre>
            <table><tr><th>Fish<th>Price<tr><td>Cod<td>7</table>
            <img src=/boat.jpg alt="A boat" width=640 height=480><img src=i.png width=16 height=16 alt=icon>
            <p hidden>hidden one<p style="color:red; DISPLAY : none !important">hidden two<div style=visibility:hidden>
            hidden three</div><script>var a = "script text";</script><style>p { x: y }</style>
            <noscript>no script</noscript>
            <template><p>template text</template><textarea>typed</textarea><select><option>chosen</select>
            <div contenteditable>typed too</div><details><summary>More</summary>closed</details>
            <svg><text>drawn</text></svg>
            <form><label>Mail</label><input value=me></form><p>\(Self.sentences[3])</article>
            <footer>Imprint of the newspaper, all rights are reserved by somebody else</footer>
            """)
        #expect(
            Self.lines(page.copy) == [
                "h1: The harbour", "p: \(Self.sentences[0])", "p: \(Self.sentences[1]) a link no link",
                "quote: \(Self.sentences[2])", "ol1: First", "ul2: Inner", "ol1: Second", "code: let x = 1\n  x  + 1",
                #"table: ["Fish|Price", "Cod|7"]"#, "img: https://example.org/boat.jpg A boat", "p: More",
                "p: \(Self.sentences[3])",
            ])
        let copy = page.copy
        #expect(copy.title == "The harbour" && copy.byline == "Ada Fox")
        #expect(copy.language == "en" && copy.direction == "ltr")
        #expect(copy.url == "https://example.org/a/b?c")
        #expect(
            copy.blocks[2].runs.dropFirst() == [
                CopyRun(text: "a ", link: "https://example.org/x?y#z"),
                CopyRun(text: "link", link: "https://example.org/x?y#z", style: .emphasis),
                CopyRun(text: " no link"),
            ])
        #expect(copy.blocks[8].rows[0].allSatisfy(\.isHeader) && !copy.blocks[8].rows[1][0].isHeader)
        #expect(try TextCopy(json: copy.encoded()) == copy)
    }

    @Test("Misnested and unclosed tags keep the order of the words and the limits of blocks")
    func misnested() throws {
        let table: [(String, [String])] = [
            ("<b><p>one</b> two<p>three", ["p: one two", "p: three"]),
            ("<p>one<div>two</p>three</div>four", ["p: one", "p: two", "p: three", "p: four"]),
            ("<ul><li>one<p>more<li>two</ul>", ["ul1: one", "p: more", "ul1: two"]),
            ("<dl><dt>one<dd>two<dt>three</dl>", ["p: one", "p: two", "p: three"]),
            ("<x-a>one</x-a>two<x-b><mark>three</mark></x-b>", ["p: one", "p: two", "p: three"]),
            ("one</table></li></b>two", ["p: onetwo"]),
            ("<table><tr><td>one</td></tr></table>", ["p: one"]),
            ("<a href=/x>one<a href=/y>two</a>", ["p: onetwo"]),
            ("one<br>two<!-- no -->three", ["p: one", "p: twothree"]),
            ("so\u{AD}ft\u{200B}ly&nbsp; &amp; &#x1F600;", ["p: softly & 😀"]),
        ]
        for (html, lines) in table {
            #expect(Self.lines(try Self.read(html).copy) == lines, "\(html)")
        }
    }

    @Test("The place's block is in the copy even if its markup shows that it is something else")
    func line() throws {
        let words = PlaceWords(primary: "belongs to the gulls again", quotes: [], sketch: nil)
        let html =
            "<article><p>\(Self.sentences[0])<p>\(Self.sentences[1])<p>\(Self.sentences[2])</article>"
            + "<aside><p>\(Self.sentences[3])</aside>"
        let page = try Self.read(html, words: words)
        #expect(page.containsPlace == true)
        #expect(Self.lines(page.copy).last == "p: \(Self.sentences[3])")
        #expect(try Self.read(html).copy.blocks.count == 3)
    }

    @Test("A page is recognized by the place's words or by the sketch, and another page is not")
    func recognition() throws {
        let html = Self.sentences.map { "<p>\($0)" }.joined()
        func contains(_ primary: String?, _ quotes: [String] = [], _ sketch: String? = nil) throws -> Bool? {
            try Self.read(html, words: PlaceWords(primary: primary, quotes: quotes, sketch: sketch)).containsPlace
        }
        #expect(try contains("THE QUAY  belongs to the gulls") == true)
        #expect(try contains("the quay belongs to the hotels") == false)
        #expect(try contains("the quay belongs to the hotels", ["walk along the quay in rubber"]) == true)
        #expect(try contains("quay") == true)
        #expect(try contains("hotel") == false)
        #expect(try contains(nil) == nil)
        #expect(try contains("the quay belongs to the hotels", [], Self.sketch) == true)
        #expect(try contains("the quay belongs to the hotels", [], "000000111111222222333333") == false)
    }

    /// The sketch that js/anchoring/page-sketch.js makes of the sentences.
    static let sketch = "33d15bbe4b6eee5442ef8187"

    @Test("Only web pages are read", arguments: ["application/pdf", "image/png", "application/json", "text/css"])
    func otherTypes(type: String) throws {
        #expect { try Self.read("<p>text", type: type) } throws: { error in
            "\(error)" == "it is \(type), not a web page"
        }
    }

    @Test("A page without a type is read if it is text, and a plain text has its paragraphs")
    func types() throws {
        #expect(Self.lines(try Self.read("<p>text", type: nil).copy) == ["p: text"])
        #expect(throws: PageReadingError.self) { try Self.read("\u{0}\u{1}\u{2}PK", type: nil) }
        #expect(Self.lines(try Self.read("a <b>\nc\n\nd", type: "text/plain").copy) == ["p: a <b> c", "p: d"])
        #expect(throws: PageReadingError.self) { try Self.read("<script>app()</script><div id=app></div>") }
        let latin = Array("<p>caf".utf8) + [0xE9] + Array("</p>".utf8)
        let url = try #require(WebURL("https://example.org/"))
        let page = try PageReader(url: url).read(latin, contentType: "text/html; charset=iso-8859-1")
        #expect(page.copy.plainText == "café")
    }

    @Test("Deep, large and hostile pages are read within bounds")
    func hostile() throws {
        let deep = String(repeating: "<div><b>", count: 5_000) + "deep"
        #expect(try Self.read(deep).copy.plainText == "deep")
        let many = String(
            repeating: "<p>\(Self.sentences[0])<a href=/\(String(repeating: "x", count: 3_000))>y</a>", count: 1_400)
        let copy = try Self.read(many).copy
        #expect(copy.encoded().count <= TextCopy.maximumByteCount)
        #expect(try TextCopy(json: copy.encoded()) == copy)
        let cells = "<table>" + String(repeating: "<tr><td>a<td>b", count: 120_000)
        #expect(try TextCopy(json: Self.read(cells).copy.encoded()).blocks.isEmpty == false)
        for html in [
            "<", "<a", "<table><td><table><td>", "</p></p>x", "<title>only", "<svg><p>x", "<math><mi>x", "\u{0}x",
        ] {
            _ = try? Self.read(html)
        }
    }
}
