import FoundationEssentials
import Markup
import Places
import Testing

@testable import Copies

@Suite("The reader view")
struct ReaderDocumentTests {
    static func details(_ snapshot: PageSnapshot, kinds: Set<CopyKind> = [.text]) -> CopyDetails {
        CopyDetails(
            placeID: "abc123", kinds: kinds, snapshot: snapshot, capturedAt: Date(timeIntervalSince1970: 1_793_700_030),
            copiedAt: Date(timeIntervalSince1970: 1_793_700_030))
    }

    private func document(
        _ blocks: [CopyBlock], quote: String = "no such words in this copy", title: String? = "A title",
        language: String? = "en", direction: String? = nil, kinds: Set<CopyKind> = [.text]
    ) throws -> ReaderDocument {
        let copy = TextCopy(
            url: "https://example.org/a", title: title, byline: nil, language: language, direction: direction,
            blocks: blocks)
        return ReaderDocument(copy, details: Self.details(try LineSearchTests.snapshot(quote), kinds: kinds))
    }

    private func paragraph(_ text: String) -> CopyBlock { CopyBlock(kind: .paragraph, runs: [CopyRun(text: text)]) }

    private static let hostile = "</style></title><script>alert(1)</script><img src=x onerror=alert(1)>\"'&lt;"

    @Test("Text from the page never becomes markup, in whatever part of the copy it is")
    func escaping() throws {
        let text = Self.hostile
        let run = CopyRun(text: text, link: "https://example.org/\"><script>", style: .strong)
        let blocks = [
            CopyBlock(kind: .heading(level: 2), runs: [run]), CopyBlock(kind: .paragraph, runs: [run]),
            CopyBlock(kind: .item(isOrdered: true, depth: 3), runs: [run]), CopyBlock(kind: .quote, runs: [run]),
            CopyBlock(kind: .code, runs: [run]), CopyBlock(rows: [[CopyCell(runs: [run], isHeader: true)]]),
            CopyBlock(image: CopyImage(source: "https://example.org/a.png\" onload=\"x", alternativeText: text)),
            CopyBlock(kind: .heading(level: 3), runs: [run]), CopyBlock(kind: .heading(level: 9), runs: [run]),
        ]
        let html = try document(blocks, title: text, language: "en\" onload=\"x", direction: "\"><script>").html
        let tokens = HTMLTokens.tokens(ofDocument: Array(html.utf8))
        var elements: Set<String> = []
        for case .startTag(let name, let attributes, _) in tokens {
            elements.insert(name)
            for attribute in attributes {
                #expect(!attribute.name.hasPrefix("on") && !attribute.name.contains("\""), "\(name) \(attribute)")
            }
        }
        #expect(elements.isDisjoint(with: ["script", "img", "iframe", "object", "base", "form"]))
        let shown = tokens.compactMap { if case .characters(let text) = $0 { text } else { nil } }.joined()
        #expect(shown.ranges(of: "<script>alert(1)</script>").count >= 9)
    }

    @Test(
        "Only http, https and mailto addresses become links, and they send no referrer",
        arguments: [
            ("https://example.org/x", true), ("http://example.org/x", true), ("mailto:a@example.org", true),
            ("javascript:alert(1)", false), ("data:text/html,x", false), ("file:///etc/passwd", false),
            ("java\nscript:alert(1)", false), ("//example.org/x", false), ("/x", false),
        ])
    func links(address: String, isLink: Bool) throws {
        let html = try document([
            CopyBlock(kind: .paragraph, runs: [CopyRun(text: "here", link: address)]),
            CopyBlock(image: CopyImage(source: address, alternativeText: "An image")),
        ]).html
        #expect(html.contains("rel=\"noreferrer\">here</a>") == isLink)
        for match in html.matches(of: /<a href="([^"]*)"( rel="noreferrer")?/) where !match.1.hasPrefix("#") {
            #expect(match.2 != nil, "\(match.0)")
        }
        #expect(!html.contains("javascript:") && !html.contains("data:text"))
    }

    @Test("The line is marked inside a styled link, and the document stays well formed")
    func mark() throws {
        let words = "these are the words that the reader was reading"
        let document = try document(
            [
                paragraph("Before."),
                CopyBlock(
                    kind: .paragraph,
                    runs: [
                        CopyRun(text: "Here ", link: nil),
                        CopyRun(text: words, link: "https://example.org/x", style: .emphasis),
                    ]),
            ], quote: words)
        #expect(document.findsLine)
        #expect(
            document.html.contains(
                "<p>Here <a href=\"https://example.org/x\" rel=\"noreferrer\"><em><span id=\"leftoff-line\" "
                    + "style=\"all:unset!important;scroll-margin-top:min(120.0px,75vh)!important\">t</span>"
                    + "\(words.dropFirst())</em></a></p>"))
        #expect(document.html.ranges(of: "id=\"leftoff-line\"").count == 1)
    }

    @Test("A copy without the line says so, and marks nothing")
    func unmarked() throws {
        let document = try document([paragraph("Other words.")])
        #expect(!document.findsLine && document.html.contains("Your line was not found in this copy."))
        #expect(!document.html.contains("id=\"leftoff-line\""))
    }

    @Test("An id in the page's text cannot take the line's place")
    func falseMark() throws {
        let html = try document([paragraph("<span id=\"leftoff-line\"></span>")]).html
        #expect(!html.contains("<span id=\"leftoff-line\""))
    }

    private func document(
        _ blocks: [CopyBlock], highlights: [CopyHighlight], quote: String = "no such words in this copy"
    ) throws -> ReaderDocument {
        let copy = TextCopy(
            url: "https://example.org/a", title: "A title", byline: nil, language: nil, direction: nil, blocks: blocks)
        return ReaderDocument(
            copy, details: Self.details(try LineSearchTests.snapshot(quote)), highlights: highlights)
    }

    private func highlight(_ id: String, _ exact: String, note: String = "") -> CopyHighlight {
        CopyHighlight(id: id, quote: TextQuote(exact: exact, prefix: "", suffix: ""), note: note)
    }

    @Test("A highlight over several runs and blocks is marked in each, and only the first mark has its id")
    func marks() throws {
        let html = try document(
            [
                CopyBlock(
                    kind: .paragraph,
                    runs: [CopyRun(text: "The sea "), CopyRun(text: "was calm.", style: .strong)]),
                paragraph("They set sail."),
            ], highlights: [highlight("a1", "sea was calm. They set")]
        ).html
        #expect(
            html.contains(
                "<p>The <mark id=\"highlight-a1\">sea</mark> <strong><mark>was calm.</mark></strong></p>\n"
                    + "<p><mark>They set</mark> sail.</p>"))
        #expect(html.contains("<li><a href=\"#highlight-a1\" dir=\"auto\">sea was calm. They set</a></li>"))
    }

    @Test("Overlapping highlights share one mark, and each is listed with its note")
    func overlap() throws {
        let html = try document(
            [paragraph("The sea was calm, and they set sail.")],
            highlights: [highlight("b2", "calm, and they", note: "<b>&"), highlight("a1", "sea was calm")]
        ).html
        #expect(html.contains("<p>The <mark id=\"highlight-a1\">sea was calm, and they</mark> set sail.</p>"))
        #expect(html.ranges(of: "href=\"#highlight-a1\"").count == 2 && html.contains("&lt;b&gt;&amp;"))
    }

    @Test("The line of the place is marked inside a highlight, and behind one")
    func lineInHighlight() throws {
        for (words, quote, part) in [
            ("sea was calm", "was calm, and they set sail", "<mark id=\"highlight-a1\">sea <span id=\"leftoff-line\""),
            ("The sea", "was calm, and they set sail", "</mark> <span id=\"leftoff-line\""),
            ("set sail", "The sea was calm, and they", "<p><span id=\"leftoff-line\""),
        ] {
            let document = try document(
                [paragraph("The sea was calm, and they set sail.")], highlights: [highlight("a1", words)],
                quote: quote)
            #expect(document.findsLine && document.html.contains(part), "\(words)")
            #expect(document.html.ranges(of: "leftoff-line\"").count == 1)
            #expect(document.html.ranges(of: "</mark>").count == 1)
        }
    }

    @Test("Words that are not in the copy are listed as such, and without highlights there is no list")
    func gone() throws {
        let html = try document([paragraph("The sea.")], highlights: [highlight("a1", "<script>x")]).html
        #expect(html.contains("These words are not in this copy:") && html.contains("&lt;script&gt;x"))
        #expect(!html.contains("<mark") && !html.contains("<script"))
        #expect(try !document([paragraph("The sea.")], highlights: []).html.contains("class=\"highlights\""))
    }

    @Test("Markup in the words, notes and ids of highlights is shown as text, in the copy and in the list")
    func hostileHighlights() throws {
        let words = "</mark><script>alert(1)</script><img src=x onerror='alert(1)'><!-- \"]]>&amp;"
        let html = try document(
            [paragraph("Before \(words) after")],
            highlights: [
                highlight("a\"><script>", words, note: words),
                highlight("b\" onclick=\"x", "gone \(words)", note: words),
            ]
        ).html
        // Each "<" that begins a tag is one of the document's own.
        for tag in ["<script", "<img", "<!--", "</mark><script", " onclick=\"", "\"><script"] {
            #expect(!html.contains(tag), "\(tag)")
        }
        #expect(html.ranges(of: "<mark ").count == 1 && html.ranges(of: "</mark>").count == 1)
        #expect(html.contains("&lt;/mark&gt;&lt;script&gt;alert(1)") && html.contains("&amp;amp;"))
        #expect(html.contains("gone &lt;/mark&gt;"))
    }

    @Test("A table keeps the columns and rows that its cells cover")
    func spans() throws {
        let cells = [CopyCell(runs: [CopyRun(text: "a")], isHeader: true, columns: 2, rows: 3), CopyCell(runs: [])]
        let html = try document([CopyBlock(rows: [cells])]).html
        #expect(html.contains("<tr><th colspan=\"2\" rowspan=\"3\">a</th><td></td></tr>"))
    }

    @Test(
        "Each size of the text can be chosen without a script, and code can be wrapped",
        arguments: ReaderTextSize.allCases)
    func controls(size: ReaderTextSize) throws {
        let code = CopyBlock(kind: .code, runs: [CopyRun(text: "let x = 1")])
        let copy = TextCopy(
            url: "https://example.org/a", title: "A", byline: nil, language: nil, direction: nil, blocks: [code])
        let details = Self.details(try LineSearchTests.snapshot("no such words"))
        let html = ReaderDocument(copy, details: details, size: size).html
        #expect(html.ranges(of: "type=\"radio\"").count == 4 && html.ranges(of: " checked>").count == 1)
        for match in html.matches(of: /<input type="(?:radio|checkbox)"[^>]* id="([^"]*)"/) where match.1 != "size-m" {
            #expect(html.contains(":root:has(#\(match.1):checked)"), "\(match.1)")
        }
        #expect(html.contains("id=\"wrap\"") && html.contains("pre{padding:1rem;line-height:1.45"))
        #expect(try !document([paragraph("x")]).html.contains("id=\"wrap\""))
    }

    @Test("Lists are nested by depth, and quotes are grouped")
    func structure() throws {
        func item(_ text: String, _ depth: Int, _ isOrdered: Bool = false) -> CopyBlock {
            CopyBlock(kind: .item(isOrdered: isOrdered, depth: depth), runs: [CopyRun(text: text)])
        }
        func quote(_ text: String) -> CopyBlock { CopyBlock(kind: .quote, runs: [CopyRun(text: text)]) }
        let html = try document([
            item("a", 1), item("b", 9, true), item("c", 1), item("d", 1, true), quote("e"), quote("f"), paragraph("g"),
        ]).html
        let body = try #require(html.components(separatedBy: "</h1>\n").last).replacing("\n", with: "")
        #expect(
            body.hasPrefix(
                "<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul><ol><li>d</li></ol>"
                    + "<blockquote><p>e</p><p>f</p></blockquote><p>g</p>"), "\(body)")
    }

    @Test("From three headings on the document begins with an outline", arguments: [2, 3])
    func outline(count: Int) throws {
        let html = try document(
            (1...count).map { CopyBlock(kind: .heading(level: 2), runs: [CopyRun(text: "Part \($0)")]) }
        ).html
        #expect(html.contains("<a href=\"#part-\(count)\">Part \(count)</a>") == (count >= 3))
        #expect(html.contains("<h2 id=\"part-\(count)\">Part \(count)</h2>"))
    }

    @Test("Language and direction apply to the text only, and a title that the text repeats is shown once")
    func language() throws {
        let html = try document(
            [CopyBlock(kind: .heading(level: 1), runs: [CopyRun(text: "عنوان")])], title: "عنوان", language: "ar",
            direction: "rtl"
        ).html
        #expect(html.contains("<html lang=\"en\">") && html.contains("<main lang=\"ar\" dir=\"rtl\">"))
        #expect(html.ranges(of: "<h1").count == 1)
    }

    @Test("The header leads to the other copy, the place, the live page and the archive’s copy nearest to the capture")
    func header() throws {
        let html = try document([paragraph("x")], kinds: [.text, .picture]).html
        #expect(html.contains("captured 3 November 2026"))
        for address in [
            "/copies/abc123/picture?from=copy", "/copies/abc123/place?from=copy", "https://example.org/a",
            "https://web.archive.org/web/20261103", "<link rel=\"canonical\" href=\"https://example.org/a\">",
        ] { #expect(html.contains(address), "\(address)") }
        #expect(try !document([paragraph("x")]).html.contains("/picture?from=copy"))
    }
}
