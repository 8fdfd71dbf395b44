import Foundation
import Places
import Syntax
import Testing

@testable import ImportExport

@Suite("Exporting highlights")
struct HighlightExportTests {
    private func place(
        _ id: String, words: String? = nil, note: String = "", tags: [String] = [], progress: Double = 0.42,
        title: String = "On ships", isPure: Bool = true, position: Int64 = 1
    ) throws -> StoredSnapshot {
        var members: [String: JSONValue] = [
            "url": .string("https://example.org/a"), "title": .string(title),
            "capturedAt": .string("2026-11-21T08:00:00Z"), "progress": .object(["text": .number(progress)]),
        ]
        if let words {
            members["selection"] = .object([
                "exact": .string(words), "prefix": .string("before "), "suffix": .string(" after"),
            ])
            if isPure { members["purpose"] = .string("highlight") }
        }
        return StoredSnapshot(
            id: id, snapshot: try PageSnapshot(value: .object(members)),
            storedAt: Date(timeIntervalSince1970: 1_795_000_000), position: position,
            metadata: try SnapshotMetadata(tags: tags, note: note))
    }

    @Test("A page becomes its title, address, highlights in the order of the text, and notes")
    func markdown() throws {
        let places = [
            try place("000000000003", words: "second highlight", tags: ["b"], progress: 0.8, position: 3),
            try place("000000000001", note: "Note of the page", tags: ["a", "B"]),
            try place(
                "000000000002", words: "first highlight\n\nof two lines", note: "note of the first", progress: 0.2,
                isPure: false, position: 2),
        ]
        #expect(
            HighlightExport.markdown(of: places) == """
                # On ships
                <https://example.org/a> · captured 2026-11-21 · 42 % read · tags: a, b

                > first highlight
                >
                > of two lines

                note of the first

                > second highlight

                ---
                Note of the page

                """)
    }

    @Test(
        "Words of a page are never markup",
        arguments: [
            ("<img src=x>", "\\<img src=x\\>"), ("a *b* _c_ `d`", "a \\*b\\* \\_c\\_ \\`d\\`"),
            ("![x](http://a.test)", "\\!\\[x\\](http://a.test)"), ("# no heading", "\\# no heading"),
            ("- no item", "\\- no item"), ("12. no item", "12\\. no item"), ("3) no item", "3\\) no item"),
            ("--- no line", "\\--- no line"), ("&lt;b&gt;", "\\&lt;b\\&gt;"), ("a\\*b", "a\\\\\\*b"),
            ("a\u{1B}[2J\tb", "a\u{FFFD}\\[2J b"), ("*\u{301}x", "\\*\u{301}x"),
        ])
    func escaping(words: String, expected: String) throws {
        let text = HighlightExport.markdown(of: [try place("000000000001", words: words, title: words)])
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.first == "# \(expected)" && lines.last == "> \(expected)")
    }

    @Test(
        "A note stays Markdown, but loads no image and is no HTML, also with marks that combine with its signs",
        arguments: [
            ("*mine* ![x](http://a.test) \\<b>\n- one", "*mine* &#33;[x](http://a.test) \\&lt;b>\n- one"),
            ("![\u{301}x](http://a.test)", "&#33;[\u{301}x](http://a.test)"),
            ("\u{D4E}![x](http://a.test)", "\u{D4E}&#33;[x](http://a.test)"),
            ("\u{D4E}<img src=x>", "\u{D4E}&lt;img src=x>"), ("<\u{301}!--", "&lt;\u{301}!--"),
            ("!!\u{308}[!", "!!\u{308}[!"), ("!![x]!", "!&#33;[x]!"),
            ("```\nx", "```\nx\n```"), ("  ~~~~ a`b\nx\n~~~\n~~~~\u{301}", "  ~~~~ a`b\nx\n~~~\n~~~~\u{301}\n~~~~"),
            ("```\nx\n  ````  \ny", "```\nx\n  ````  \ny"), ("```\u{301}\nx", "```\u{301}\nx\n```"),
            ("``` a`b\nx", "``` a`b\nx"), ("    ```\nx", "    ```\nx"), ("``\nx", "``\nx"),
        ])
    func note(note: String, expected: String) throws {
        let text = HighlightExport.markdown(of: [try place("000000000001", note: note)])
        let end = "\n---\n\(expected)\n".unicodeScalars
        #expect(text.unicodeScalars.suffix(end.count).elementsEqual(end))
    }

    @Test("Without places there is no text, and without highlights there are no annotations")
    func empty() throws {
        #expect(HighlightExport.markdown(of: []).isEmpty)
        #expect(HighlightExport.annotations(of: [try place("000000000001", note: "n")]).isEmpty)
    }

    @Test("Annotations have the words, their context, the note and the tags")
    func annotations() throws {
        let all = HighlightExport.annotations(of: [
            try place("000000000001", words: "the words", note: "my note", tags: ["a", "b"])
        ])
        let annotation = try #require(all.first)
        #expect(all.count == 1 && annotation["motivation"]?.string == "highlighting")
        #expect(annotation["id"]?.string == "urn:leftoff:000000000001")
        let selector = annotation["target"]?["selector"]
        #expect(selector?["type"]?.string == "TextQuoteSelector" && selector?["exact"]?.string == "the words")
        #expect(selector?["prefix"]?.string == "before " && selector?["suffix"]?.string == " after")
        let bodies = annotation["body"]?.array ?? []
        #expect(bodies.map { $0["purpose"]?.string } == ["commenting", "tagging", "tagging"])
        #expect(bodies.map { $0["value"]?.string } == ["my note", "a", "b"])
    }

    @Test("An exported page of annotations is imported with the same words, notes, tags and dates")
    func roundTrip() throws {
        var export = HighlightExport(format: .annotations)
        var bytes = export.opening
        bytes += export.entry(of: [try place("000000000001", words: "the first words", note: "n", tags: ["a"])])
        bytes += export.entry(of: [])
        bytes += export.entry(of: [try place("000000000002", words: "the \"second\" words", title: "")])
        bytes += export.closing
        #expect(try JSONValue(json: bytes, limit: 100_000)["type"]?.string == "AnnotationPage")
        var source = try PlaceImport(bytes, format: nil)
        var places: [ImportedPlace] = []
        while let place = try source.next() { places.append(place) }
        #expect(places.map(\.snapshot.highlightQuote?.exact) == ["the first words", "the \"second\" words"])
        #expect(places.map(\.snapshot.title) == ["On ships", nil])
        let first = try #require(places.first)
        #expect(first.metadata.note == "n" && first.metadata.tags == ["a"])
        #expect(first.snapshot.capturedAt == RFC3339.date("2026-11-21T08:00:00Z"))
    }

    @Test("Pages of Markdown are separated by an empty line")
    func pages() throws {
        var export = HighlightExport(format: .markdown)
        let page = [try place("000000000001", words: "words")]
        let bytes = export.entry(of: page) + export.entry(of: []) + export.entry(of: page)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.ranges(of: "\n\n# On ships\n").count == 1 && text.hasPrefix("# On ships\n"))
    }

    @Test("An imported place with words is a highlight, and a captured one only with a selection")
    func isHighlight() throws {
        let anchor: JSONValue = .object([
            "role": .string("primary"), "quote": .object(["exact": .string("imported words")]),
        ])
        let snapshot = try PageSnapshot(
            value: .object(["url": .string("https://example.org/"), "anchors": .array([anchor])]))
        for (origin, isHighlight) in [(SnapshotOrigin.imported, true), (.click, false), (.automatic, false)] {
            let place = StoredSnapshot(id: "000000000001", snapshot: snapshot, storedAt: Date(), origin: origin)
            #expect(place.isHighlight == isHighlight && HighlightExport.annotations(of: [place]).isEmpty != isHighlight)
        }
        #expect(try place("000000000001", words: "x", isPure: false).isHighlight)
    }
}
