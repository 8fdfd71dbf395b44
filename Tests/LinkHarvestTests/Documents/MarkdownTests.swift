import Markup
import Testing
import WHATWGURL

@testable import LinkHarvest

@Suite("Markdown and plain text")
struct MarkdownTests {
    private func scan(_ text: String) throws -> RecordingSink {
        let sink = RecordingSink()
        try Array(text.utf8).withUnsafeBufferPointer {
            try MarkdownDocumentScanner.scan($0, contentType: nil, origin: documentOrigin, sink: sink)
        }
        return sink
    }

    private func plain(_ text: String) throws -> RecordingSink {
        let sink = RecordingSink()
        let bytes = Array(text.utf8)
        let encoding = bytes.withUnsafeBufferPointer { SniffedEncoding(ofText: $0, contentType: nil) }
        let scanner = TextDocumentScanner(encoding: encoding, origin: documentOrigin, sink: sink)
        try bytes.withUnsafeBufferPointer { try scanner.push($0) }
        try scanner.finish()
        return sink
    }

    @Test(
        "A footnote defines no link, and the links of its text are links",
        arguments: [
            ("[^1]\n\n[^1]: short", []), ("x[^1][^b]\n\n[^1]: a\n[^b]: /u", []), ("[a][^1]\n\n[^1]: /u", []),
            ("[^1]\n\n[^1]: see [a](/u)", ["/u"]), ("[^1]\n\n[^1]: http://a.b/", ["http://a.b/"]),
            ("[a]\n\n[a]: /u\n[^1]: /v", ["/u"]), ("[^a b]\n\n[^a b]: /u", ["/u"]), ("[^]\n\n[^]: /u", ["/u"]),
            ("[a^1]\n\n[a^1]: /u", ["/u"]), ("[^1](/u)\n\n[^1]: x", ["/u"]),
        ])
    func footnotes(text: String, expected: [String]) throws {
        #expect(try scan(text).links.map(\.raw) == expected)
    }

    @Test(
        "A bracket around a bare URL is not part of it",
        arguments: [
            ("[http://a.b/c]", "http://a.b/c"), ("(http://a.b/c)", "http://a.b/c"), ("<http://a.b/c>", "http://a.b/c"),
            ("x [http://a.b/c] y", "http://a.b/c"), ("[http://a.b/c].", "http://a.b/c"),
            ("(see [http://a.b/c])", "http://a.b/c"), ("(http://a.b/c_(d))", "http://a.b/c_(d)"),
            ("http://[::1]/c", "http://[::1]/c"), ("[http://[::1]/c]", "http://[::1]/c"),
            ("[www.a.b/c]", "www.a.b/c"), ("[http://a.b/c[1]]", "http://a.b/c[1]"), ("[http://a.b/c]d", "http://a.b/c"),
        ])
    func brackets(text: String, expected: String) throws {
        for sink in [try scan(text), try plain(text)] {
            let found = sink.links.map { $0.raw.replacing("http://www.", with: "www.") }
            #expect(found == [expected], "\(text)")
        }
    }

    @Test(
        "In plain text, a URL ends with the bracket before which it starts",
        arguments: [
            ("(http://a.b/c)d", ["http://a.b/c"]), ("{http://a.b/c}d", ["http://a.b/c"]),
            ("[http://a.b/](http://c.d/)", ["http://a.b/", "http://c.d/"]), ("http://a.b/c)d", ["http://a.b/c)d"]),
            ("<URL:http://a.b/c>", ["http://a.b/c"]), ("\"http://a.b/c\"", ["http://a.b/c"]),
            ("<http://a.b/c d>", ["http://a.b/c"]), ("((http://a.b/c))", ["http://a.b/c"]),
            ("mailto:a mailto:b@c mailto:d", ["mailto:b@c"]), ("http://! http://a", ["http://a"]),
        ])
    func plainBrackets(text: String, expected: [String]) throws {
        #expect(try plain(text).links.map(\.raw) == expected)
    }

    /// Cases after the examples of the CommonMark specification 0.31 by John MacFarlane, CC BY-SA 4.0.
    @Test(
        "Links are those of CommonMark",
        arguments: [
            ("[link](/uri \"title\")", ["/uri"]),
            ("[link]()", [""]),
            ("[link](</my uri>)", ["/my uri"]),
            ("[link](/my uri)", []),
            ("[link](foo\\)\\:)", ["foo):"]),
            ("[link](foo(and(bar)))", ["foo(and(bar))"]),
            ("[a](<b)c>)", ["b)c"]),
            ("[link](foo%20b&auml;)", ["foo%20b\u{E4}"]),
            ("[link [foo [bar]]](/uri)", ["/uri"]),
            ("[foo [bar](/uri)](/uri2)", ["/uri"]),
            ("[![moon](moon.jpg)](/uri)", ["/uri", "moon.jpg"]),
            ("![[[foo](uri1)](uri2)](uri3)", ["uri3"]),
            ("[foo`](/uri)`", []),
            ("[foo <bar attr=\"](baz)\">", []),
            ("[foo][BaR]\n\n[bar]: /url 'title'", ["/url"]),
            ("[\u{1E9E}]\n\n[SS]: /url", ["/url"]),
            ("[foo][bar][baz]\n\n[baz]: /url1\n[bar]: /url2", ["/url2", "/url1"]),
            ("[foo]: /url\n===\n[foo]", ["/url"]),
            ("> [foo]: /url\n\n[foo]", ["/url"]),
            ("    [a](b)\n\n`[a](b)`\n\n```\n[a](b)\n```", []),
            ("- [a](b)\n\n  > [c](d\n  > )\n\n      [e](f)", ["b", "d"]),
            ("# [a](b) #\n[c](d)\n---\n* * *\n1) [e](f)", ["b", "d", "f"]),
            ("<https://foo.bar/a?b\\[\\>", ["https://foo.bar/a?b\\[\\"]),
            ("<foo@bar.example.com>", ["mailto:foo@bar.example.com"]),
            ("\\[a](b) \\![c](d)", ["d"]),
        ])
    func commonMark(text: String, expected: [String]) throws {
        #expect(try scan(text).links.map(\.raw) == expected)
    }

    @Test(
        "Bare URLs are found as on GitHub",
        arguments: [
            ("www.commonmark.org/help", ["http://www.commonmark.org/help"]),
            ("Visit www.commonmark.org/a.b.", ["http://www.commonmark.org/a.b"]),
            ("(www.google.com/search?q=(b))) x", ["http://www.google.com/search?q=(b)"]),
            ("www.google.com/search?q=c&hl=en&hl;", ["http://www.google.com/search?q=c&hl=en"]),
            ("https://a.example/x_(y), **https://b.example**", ["https://a.example/x_(y)", "https://b.example"]),
            ("foo@bar.baz. a.b-c_d@a.b-", ["mailto:foo@bar.baz"]),
            ("`https://a.example` xhttps://b.example", []),
            ("[https://a.example](/b)", ["/b"]),
        ])
    func bare(text: String, expected: [String]) throws {
        #expect(try scan(text).links.map(\.raw) == expected)
    }

    @Test("Links have text, title, kind and position, and HTML is harvested")
    func details() throws {
        let sink = try scan(
            "# A\n\n> *see* [**the** `code`](x \"T\")\n> ![pic *t*](y)\n\n"
                + "<div><a href=z></div>\n\ntext <a href=q>w < v</a> <img src=r>\n"
        )
        #expect(
            sink.summary == [
                "a@href anchor https://example.org/dir/x \"the code\"",
                "img@src image https://example.org/dir/y \"pic t\"",
            ])
        #expect(sink.links.map(\.title) == ["T", nil])
        #expect(sink.links.map(\.line) == [3, 4])
        #expect(sink.links.map(\.column) == [9, 3])
        #expect(sink.links.map(\.byte) == [13, 39])
        #expect(sink.pieces.map(\.html) == ["<div><a href=z></div>", "<a href=q>w &lt; v</a>", "<img src=r>"])
        #expect(sink.pieces.map(\.position.line) == [6, 8, 8])
    }

    @Test(
        "A URL in plain text ends before punctuation that belongs to the sentence",
        arguments: [
            (
                "See https://a.example/b, (http://c.example/d) and <ftp://e.example>.",
                ["https://a.example/b", "http://c.example/d", "ftp://e.example/"]
            ),
            (
                "\"https://a.example\" 'www.b.example' mailto:x@y.example!",
                ["https://a.example/", "http://www.b.example/", "mailto:x@y.example"]
            ),
            (
                "https://en.wikipedia.org/wiki/A_(b) [https://a.example/[x]]",
                ["https://en.wikipedia.org/wiki/A_(b)", "https://a.example/[x]"]
            ),
            ("\u{89C1}https://a.example/\u{8DEF}\u{3002}\u{6B21}", ["https://a.example/%E8%B7%AF"]),
            ("HTTPS://A.EXAMPLE:8080/x?y=z#w;", ["https://a.example:8080/x?y=z#w"]),
            ("http:// https://, mailto:x xhttp://y.example www.", []),
            (
                "https://a.example/x\u{2026} \u{201C}https://b.example/\u{201D}",
                ["https://a.example/x", "https://b.example/"]
            ),
            ("http://[::1]:80/ http://m\u{FC}ller.example/", ["http://[::1]/", "http://xn--mller-kva.example/"]),
        ])
    func text(text: String, expected: [String]) throws {
        #expect(try plain(text).links.map { $0.url?.href ?? "-" } == expected)
    }

    @Test("Positions are right in other encodings", arguments: ["shift_jis", "iso-2022-jp", "windows-1251"])
    func encodings(encoding: String) throws {
        let word: [UInt8] =
            switch encoding {
            case "shift_jis": [0x83, 0x5C, 0x95, 0x5C]
            case "iso-2022-jp": [0x1B, 0x24, 0x42, 0x3C, 0x3C, 0x1B, 0x28, 0x42]
            default: [0xCF, 0xF0]
            }
        let bytes = word + Array("\r\n".utf8) + word + Array(" https://a.example/ [x](y)".utf8)
        let sink = RecordingSink()
        try bytes.withUnsafeBufferPointer {
            try MarkdownDocumentScanner.scan(
                $0, contentType: "text/markdown;charset=\(encoding)", origin: documentOrigin, sink: sink)
        }
        #expect(sink.links.map(\.raw) == ["https://a.example/", "y"])
        #expect(sink.links.map(\.line) == [2, 2])
        #expect(sink.links.map(\.byte) == [word.count * 2 + 3, word.count * 2 + 22])
    }

    @Test(
        "Sixty-four kilobytes of any punctuation mark take bounded time",
        .timeLimit(.minutes(5)),
        arguments: [
            "[", "![", "]", "[a](", "[a](<", "[a](b '", "`", "` `` ", "<", "<a b=\"", "<!--", "<?", "> ", "- ", "1. ",
            "&", "*",
            "\\", "[a]: ", "[a]: b\n", "www.", "http://", "a@", "<a ", "\n", "\t", "\u{0}", "[]", "[![", "~~~\n", "((",
            "https://a.example/))))", "- a\n\n",
        ])
    func hostile(mark: String) throws {
        let text = String(repeating: mark, count: (1 << 16) / mark.utf8.count)
        #expect(try scan(text).links.count <= text.utf8.count / 4)
        #expect(try plain(text).links.count <= text.utf8.count / 4)
    }

    @Test("The total use of a long definition is limited")
    func expansion() throws {
        let text =
            "[a]: /" + String(repeating: "x", count: 100_000) + "\n\n" + String(repeating: "[a] ", count: 100_000)
        let sink = try scan(text)
        #expect(sink.links.count < 10)
        #expect(sink.warnings.count == 1)
    }

    @Test("Every prefix of a document can be read")
    func prefixes() throws {
        let text =
            "> - [a](b \"c\")\n\n1. ![x][y]\n\n[y]: <z> 't'\n```\n`\n```\n<a href='q'>&amp;\\</a>\n\thttps://w.example\n"
        for length in 0...text.utf8.count {
            _ = try scan(String(decoding: Array(text.utf8.prefix(length)), as: UTF8.self))
        }
        #expect(try scan(text).links.count >= 2)
    }
}
