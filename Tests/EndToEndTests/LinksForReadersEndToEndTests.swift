import Foundation
import TestSupport
import Testing

/// Tests of the formats for readers and other programs, each with a program that reads it.
@Suite("Links for readers", .ownThreads)
struct LinksForReadersEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    static let texts = [
        "plain", "a\"b'c", "back\\slash", "]]>", "&amp; & &#0;", "<script>alert(1)</script>", "--><b>x</b>",
        "[x](y) ![z]",
        "*a* _b_ `c`", "# not a heading", "1. not a list", "a\u{2028}b", "\u{202E}fdp.exe", "- x", "{url}",
        "é \u{1F4A9}", "|a|b|",
        "=1+1", "~~x~~", "\\", "https://x.example/",
    ]
    static let addresses = [
        "https://e.example/?a=1&b=2&copy=3&copy;=4", "https://e.example/(a)[b]{c}\"'<>|\\^`*_~#]]>",
        "web+x:<a> \"b\" )]`",
        "mailto:\"a)\"@b.example?subject=](x)", "https://u\"ser:p'a@e.example/", "feed:x,y;z",
    ]

    static let page: String = {
        func references(_ value: String) -> String { value.unicodeScalars.map { "&#\($0.value);" }.joined() }
        let byText = texts.enumerated().map {
            "<a href=\"https://e.example/\($0)\" title=\"\(references("title\n\t" + $1))\">\(references($1))</a>\n"
        }
        let byAddress = addresses.map { "<a href=\"\(references($0))\">t</a>\n" }
        let feed = "<link rel=alternate type=application/rss+xml title=\"News &amp; more\" href=/feed>"
        return "<!doctype html>" + feed + (byText + byAddress).joined()
            + "<a href=javascript:alert(1)>script</a><a href=data:,x>data</a>"
    }()

    private func output(_ format: String, _ arguments: [String] = []) throws -> Data {
        let outcome = try leftoff.run(
            ["links", "-", "--base", "https://e.example/", "--format", format] + arguments, input: Data(Self.page.utf8))
        try #require(outcome.status == 0, "\(outcome.errorText)")
        return outcome.output
    }

    /// Returns the expected URLs and texts from Leftoff's JSON output, which has its own tests.
    private func expected() throws -> [(url: String, text: String)] {
        let objects = try JSONSerialization.jsonObject(with: try output("json")) as? [[String: Any]] ?? []
        return objects.compactMap { object in
            guard let url = object["url"] as? String, !url.hasPrefix("javascript:"), !url.hasPrefix("data:") else {
                return nil
            }
            return (url, object["text"] as? String ?? object["title"] as? String ?? url)
        }
    }

    /// An element as another program's parser reports it.
    struct Element: Decodable {
        var attributes: [String: String]
        var text: String
    }

    /// Returns the elements with a name in an XML document, in document order, as Python's parser reports them.
    private func elements(_ name: String, in xml: Data) throws -> [Element] {
        let program = """
            import json, sys, xml.etree.ElementTree as tree
            found = [e for e in tree.parse(sys.stdin.buffer).iter() if e.tag.rpartition("}")[2] == sys.argv[1]]
            json.dump([{"attributes": e.attrib, "text": "".join(e.itertext())} for e in found], sys.stdout)
            """
        let outcome = try #require(Tool("python3")).run(["-c", program, name], in: leftoff.directory, input: xml)
        try #require(outcome.status == 0, "\(outcome.errorText)")
        return try JSONDecoder().decode([Element].self, from: outcome.output)
    }

    /// Returns the URLs and texts of the anchors in an HTML document, as libxml2's HTML parser reports them.
    private func anchors(_ document: Data) throws -> [(url: String, text: String)] {
        let file = try leftoff.file("document.html", document)
        let xml = try #require(Tool("xmllint")).run(
            ["--html", "--nonet", "--xmlout", "--encode", "UTF-8", file.path], in: leftoff.directory)
        #expect(!xml.text.contains("<script"))
        return try elements("a", in: xml.output).map { ($0.attributes["href"] ?? "", $0.text) }
    }

    /// Returns a text as it is in formats without escapes, which have U+FFFD for what a terminal obeys or hides.
    private static func visible(_ text: String) -> String {
        let kept: Set<Unicode.Scalar> = ["\t", "\r", "\n"]
        let scalars = text.unicodeScalars.map { scalar in
            HostileText.isUnsafe(scalar) && !kept.contains(scalar) && !HostileText.isKeptInTables(scalar)
                ? "\u{FFFD}" : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private func expectSame(
        _ found: [(url: String, text: String)], _ expected: [(url: String, text: String)],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(found.map(\.url) == expected.map(\.url), sourceLocation: sourceLocation)
        #expect(found.map(\.text) == expected.map(\.text), sourceLocation: sourceLocation)
    }

    @Test(
        "An HTML parser finds all links in the formats html and bookmarks",
        .enabled(if: Tool.all("xmllint", "python3")),
        arguments: ["html", "bookmarks"])
    func html(format: String) throws {
        let texts = try expected().map { (url: $0.url, text: format == "html" ? $0.text : Self.visible($0.text)) }
        expectSame(try anchors(try output(format)), texts)
    }

    @Test("Leftoff finds all links in its own output", arguments: ["html", "bookmarks"])
    func again(format: String) throws {
        let again = try leftoff.run(["links", "-"], input: try output(format))
        #expect(again.lines == (try expected()).map(\.url))
    }

    @Test("cmark finds all links in the format markdown", .enabled(if: Tool.all("cmark", "xmllint", "python3")))
    func markdown() throws {
        let html = try #require(Tool("cmark")).run([], in: leftoff.directory, input: try output("markdown"))
        #expect(!html.text.contains("<h1>") && !html.text.contains("<ol>") && !html.text.contains("<em>"))
        let page = Data("<!doctype html><meta charset=utf-8>".utf8) + html.output
        let found = try anchors(page)
        // cmark percent-encodes some characters of URLs, which then differ in spelling only.
        #expect(found.count == (try expected()).count)
        #expect(found.map(\.text) == (try expected()).map(\.text))
        let plain = zip(found, try expected()).filter { $1.url.hasPrefix("https://e.example/") }
        for (found, expected) in plain.prefix(Self.texts.count) { #expect(found.url == expected.url) }
    }

    @Test("xmllint parses the format opml", .enabled(if: Tool.all("xmllint", "python3")))
    func opml() throws {
        let file = try leftoff.file("list.opml", try output("opml"))
        let lint = try #require(Tool("xmllint")).run(["--nonet", file.path], in: leftoff.directory)
        #expect(lint.status == 0, "\(lint.errorText)")
        let outlines = try elements("outline", in: lint.output).map(\.attributes)
        let links = outlines.map { (url: $0["url"] ?? $0["xmlUrl"] ?? "", text: $0["text"] ?? "") }
        expectSame(links, try expected())
        let feeds = outlines.filter { $0["type"] == "rss" }
        #expect(feeds.map { $0["xmlUrl"] } == ["https://e.example/feed"])
    }

    @Test(
        "Python's csv module parses the format csv; awk and Python parse tsv", .enabled(if: Tool.all("python3", "awk")))
    func tables() throws {
        let program = """
            import csv, io, json, sys
            text = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", newline="").read()
            if sys.argv[1] == "csv":
                rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
            else:
                undo = {"t": "\\t", "n": "\\n", "r": "\\r", "\\\\": "\\\\"}
                def value(field):
                    out, i = "", 0
                    while i < len(field):
                        if field[i] == "\\\\": out += undo[field[i + 1]]; i += 2
                        else: out += field[i]; i += 1
                    return out
                rows = [[value(field) for field in line.split("\\t")] for line in text.split("\\n")[:-1]]
            # Leftoff puts an apostrophe before formulas.
            guarded = {"'=", "'+", "'-", "'@", "'\\t", "'\\n"}
            rows = [[field[1:] if field[:2] in guarded else field for field in row] for row in rows]
            json.dump([dict(zip(rows[0], row, strict=True)) for row in rows[1:]], sys.stdout)
            """
        let objects = try #require(try JSONSerialization.jsonObject(with: try output("json")) as? [[String: Any]])
        for format in ["csv", "tsv"] {
            let outcome = try #require(Tool("python3")).run(
                ["-c", program, format], in: leftoff.directory, input: try output(format))
            #expect(outcome.status == 0, "\(outcome.errorText)")
            let rows = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [[String: String]])
            #expect(rows.count == objects.count)
            for (row, object) in zip(rows, objects) {
                for key in ["url", "raw", "text", "title", "source"] {
                    #expect(row[key] == Self.visible(object[key] as? String ?? ""))
                }
            }
        }
        let columns = try #require(Tool("awk")).run(
            ["-F\t", "{ print NF }"], in: leftoff.directory, input: try output("tsv"))
        #expect(Set(columns.lines) == ["17"])
    }

    @Test("xargs splits the output of a template with NULs", .enabled(if: Tool.all("xargs")))
    func template() throws {
        let outcome = try #require(Tool("xargs")).run(
            ["-0", "-n1", "printf", "<%s>\\n"], in: leftoff.directory,
            input: try output(#"template:{url}\0"#, ["--scheme", "https"]))
        let urls = try expected().map(\.url).filter { $0.hasPrefix("https:") }
        #expect(outcome.lines == urls.map { "<\($0)>" })
    }
}
