import Foundation
import LinkHarvest
import TestSupport
import Testing
import WHATWGURL

@testable import LinkOutput

/// Tests that values of a page cannot act as syntax of the list that contains them.
@Suite("Hostile values in output formats")
struct HostileValueTests {
    /// Creates a link in which every value is the given one, except for its URL and its page.
    private func link(_ value: String, address: String = "https://a/x", kind: LinkKind = .anchor) -> HarvestedLink {
        FormatScene.link(
            address, raw: value, kind: kind, text: value, title: value, rel: [value], type: value, hreflang: value,
            download: value, source: value)
    }

    /// The formats whose links people click, with the number of lines that a single link takes.
    private static let clickableFormats = [
        (MarkdownFormat.descriptor, 1), (HTMLFormat.descriptor, 3), (BookmarksFormat.descriptor, 3),
        (OPMLFormat.descriptor, 1),
    ]

    private func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }

    @Test("A list of URLs has one line per link", arguments: FormatScene.hostileValues)
    func addresses(value: String) {
        for format in [LinesFormat.descriptor, WgetFormat.descriptor, YTDLPFormat.descriptor] {
            #expect(FormatScene.output(format, [link(value)]) == "https://a/x\n")
        }
    }

    @Test("aria2 gets a URL and known options only", arguments: FormatScene.hostileValues)
    func aria2(value: String) {
        let lines = lines(FormatScene.body(Aria2Format.descriptor, [link(value)]))
        #expect(lines.first == "https://a/x")
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("  out=") })
        #expect(lines.count <= 2)
        for line in lines.dropFirst() { expectPlain(String(line.dropFirst("  out=".count))) }
    }

    @Test("curl gets known options only, with closed quotation marks", arguments: FormatScene.hostileValues)
    func curl(value: String) throws {
        let lines = lines(FormatScene.body(CurlFormat.descriptor, [link(value)])).map(String.init)
        #expect(lines.first == "url = \"https://a/x\"")
        #expect(Array(lines.dropFirst(2)) == ["globoff", "location", "fail", "create-dirs"])
        let output = try #require(lines.dropFirst().first?.wholeMatch(of: /output = "((?:[^"\\]|\\["\\t])*)"/)?.1)
        expectPlain(String(output))
    }

    @Test("metalink contains plain file names only", arguments: FormatScene.hostileValues)
    func metalink(value: String) throws {
        let lines = lines(FormatScene.body(MetalinkFormat.descriptor, [link(value)]))
        try #require(lines.count == 3)
        let name = try #require(lines[0].wholeMatch(of: #/[ ]{2}<file name="([^"<>]*)">/#)?.1)
        expectPlain(String(name))
        #expect(lines[1] == "    <url>https://a/x</url>")
    }

    /// Checks that a name stays in its directory, is visible, and is not an option.
    private func expectPlain(_ name: String) {
        #expect(!name.isEmpty && !name.contains("/") && !name.contains("\\"))
        #expect(name.first != "." && name.first != "-" && name.first != "~")
        #expect(name.utf8.count <= 255)
        #expect(
            !name.unicodeScalars.contains {
                [.control, .format, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
            })
    }

    @Test("A table has the same number of columns in every record", arguments: FormatScene.hostileValues)
    func tables(value: String) throws {
        let tsv = FormatScene.output(TSVFormat.descriptor, [link(value)])
        #expect(lines(tsv).map { $0.split(separator: "\t", omittingEmptySubsequences: false).count } == [17, 17])
        #expect(!tsv.utf8.contains(0) && !tsv.utf8.contains(0x0D))
        let csv = FormatScene.output(CSVFormat.descriptor, [link(value)])
        #expect(!csv.utf8.contains(0))
        #expect(fields(csv) == 34)
        let template = try FormatScene.output(
            LinkFormatDescriptor(parsing: #"template:{text}\t{raw}\t{source}"#), [link(value)])
        #expect(lines(template).count == 1)
        #expect(template.split(separator: "\t", omittingEmptySubsequences: false).count == 3)
        #expect(
            !template.unicodeScalars.contains { $0 != "\n" && $0 != "\t" && $0.properties.generalCategory == .control })
    }

    /// Returns the number of fields in all records of a CSV, by the grammar of RFC 4180.
    private func fields(_ csv: String) -> Int {
        var isQuoted = false
        var count = 0
        for byte in csv.utf8 {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if !isQuoted && (byte == UInt8(ascii: ",") || byte == 0x0A) { count += 1 }
        }
        return count
    }

    @Test("JSON is one line that can be parsed again", arguments: FormatScene.hostileValues)
    func json(value: String) throws {
        for text in [
            FormatScene.output(NDJSONFormat.descriptor, [link(value)]),
            LinkExclusion(cause: "kind", reason: value).line(of: link(value)) + "\n",
        ] {
            #expect(lines(text).count == 1)
            let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
            #expect((object["raw"] as? String).map { Array($0.utf16) } == Array(value.utf16))
        }
    }

    @Test("Clickable lists contain one link and no control character", arguments: FormatScene.hostileValues)
    func clickable(value: String) {
        for (format, lineCount) in Self.clickableFormats {
            let name = format.name
            let text = FormatScene.body(format, [link(value)])
            #expect(
                !text.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control }, "\(name)")
            #expect(!text.contains("<script") && !text.contains("<b>") && !text.contains("-->"), "\(name)")
            #expect(lines(text).count == lineCount, "\(name): \(text.prefix(500))")
        }
    }

    @Test("No format contains what a terminal obeys or hides", arguments: HostileText.texts + FormatScene.hostileValues)
    func terminals(value: String) throws {
        let template = try LinkFormatDescriptor(parsing: #"template:{text}\t{raw}\t{source}\t{download}"#)
        for format in LinkFormatDescriptor.all + [template] {
            // Tables, which have no escapes, keep what titles of some languages contain.
            let keepsMarks = ["csv", "tsv", "template", "bookmarks"].contains(format.name)
            let output = FormatScene.output(format, [link(value), link(value, address: "https://a/y", kind: .feed)])
            let problems = HostileText.problems(in: Array(output.utf8)) { scalar in
                // Two values have a carriage return, which CSV quotes.
                format.name == "csv" && scalar == "\r"
                    || keepsMarks && HostileText.isKeptInTables(scalar)
            }
            #expect(problems == [], "\(format.name)")
        }
    }

    @Test(
        "A URL that runs a script or contains the data is not clickable",
        arguments: [
            "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\nscript:alert(1)", "vbscript:x", "data:text/html,x",
            "blob:https://a/x", "view-source:https://a/", "about:blank",
        ])
    func scripts(address: String) {
        for (descriptor, _) in Self.clickableFormats {
            var format = descriptor.makeFormat()
            var bytes: [UInt8] = []
            #expect(format.write(FormatScene.link(address), into: &bytes) == .notClickable)
            #expect(bytes.isEmpty)
        }
    }

    @Test(
        "A URL cannot leave its attribute or its brackets",
        arguments: [
            "https://a/\"'<>()[]{}|\\^`*_~#]]>", "https://a/?\"'<>()[]{}|\\^`*_&amp;&copy;", "web+x:<a> \"b\" )]`",
            "mailto:\"a)\"@b?subject=](x)", "https://u\"ser:p'a@a/",
        ])
    func addressSyntax(address: String) throws {
        let href = try #require(WebURL(address)).href
        let markdown = FormatScene.body(MarkdownFormat.descriptor, [FormatScene.link(address, text: "t")])
        let destination = try #require(markdown.wholeMatch(of: #/- \[t\]\(<((?:\\.|[^<>\\\n])*)>\)\n/#)?.1)
        #expect(destination.replacing(/\\(.)/, with: { $0.1 }) == href)
        let html = FormatScene.body(HTMLFormat.descriptor, [FormatScene.link(address, text: "t")])
        #expect(html.contains(/<li><a href="[^"<>]*" rel="noopener noreferrer"><bdi>t<\/bdi><\/a><\/li>\n/))
    }
}
