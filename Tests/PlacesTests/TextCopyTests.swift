import Places
import Syntax
import Testing

struct TextCopyTests {
    private static let article = #"""
        {"schema": 1, "url": "https://ann:secret@example.org/foxes", "title": " Red\n foxes ", "byline": "Ann",
         "lang": "en", "dir": "ltr", "blocks": [
            {"kind": "heading", "level": 1, "runs": ["Red  foxes"]},
            {"kind": "paragraph", "runs": ["They are ", {"text": "quick", "style": "strong"}, " and ",
                {"text": "brown", "href": "https://example.org/brown"}, "."]},
            {"kind": "item", "ordered": true, "depth": 2, "runs": ["First"]},
            {"kind": "quote", "runs": ["Leap!"]},
            {"kind": "code", "runs": ["if (fox) {\r\n    leap();\n}"]},
            {"kind": "table", "rows": [[{"runs": ["Name"], "header": true}, {"runs": ["Age"]}], [{"runs": []}]]},
            {"kind": "image", "src": "https://example.org/fox.jpg", "alt": "A fox", "width": 640, "height": 480}]}
        """#

    @Test func `A copy keeps its blocks, runs, links and image`() throws {
        let copy = try TextCopy(json: Self.article.utf8)
        #expect(copy.url == "https://example.org/foxes")
        #expect(copy.title == "Red foxes")
        #expect(
            copy.blocks == [
                CopyBlock(kind: .heading(level: 1), runs: [CopyRun(text: "Red foxes")]),
                CopyBlock(
                    kind: .paragraph,
                    runs: [
                        CopyRun(text: "They are "), CopyRun(text: "quick", style: .strong), CopyRun(text: " and "),
                        CopyRun(text: "brown", link: "https://example.org/brown"), CopyRun(text: "."),
                    ]),
                CopyBlock(kind: .item(isOrdered: true, depth: 2), runs: [CopyRun(text: "First")]),
                CopyBlock(kind: .quote, runs: [CopyRun(text: "Leap!")]),
                CopyBlock(kind: .code, runs: [CopyRun(text: "if (fox) {\n    leap();\n}")]),
                CopyBlock(rows: [
                    [
                        CopyCell(runs: [CopyRun(text: "Name")], isHeader: true),
                        CopyCell(runs: [CopyRun(text: "Age")]),
                    ], [CopyCell(runs: [])],
                ]),
                CopyBlock(
                    image: CopyImage(
                        source: "https://example.org/fox.jpg", alternativeText: "A fox", width: 640, height: 480)),
            ])
    }

    @Test func `An encoded copy is read back as the same copy with the same bytes`() throws {
        let copy = try TextCopy(json: Self.article.utf8)
        let again = try TextCopy(json: copy.encoded())
        #expect(again == copy)
        #expect(again.encoded() == copy.encoded())
    }

    @Test func `The plain text has the page's words in the page's order`() throws {
        let copy = try TextCopy(json: Self.article.utf8)
        #expect(
            copy.plainText
                == "Red foxes They are quick and brown. First Leap! if (fox) { leap(); } Name Age")
    }

    @Test(arguments: [
        ("a \t\n b", "a b"), ("so\u{AD}ft\u{200B}\u{2060}", "soft"), ("a\u{A0}\u{3000}b", "a b"),
        ("e\u{301} \u{301}", "e\u{301} \u{301}"), (" a ", " a "), ("a\0b", "ab"), ("\u{85}", "\u{85}"),
    ])
    func `White space is collapsed as in the scripts`(text: String, expected: String) {
        #expect(Array(CollapsedText.collapsed(text).unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test(arguments: [
        ("9223372036854775807", 6, 16), ("1e300", 6, 16), ("7", 6, 7), ("0", 1, 1), ("-9223372036854775809", 1, 1),
        ("-1e300", 1, 1),
    ])
    func `A level and a depth out of range are moved into it`(number: String, level: Int, depth: Int) throws {
        let heading = #"{"kind":"heading","level":\#(number),"runs":["x"]}"#
        let item = #"{"kind":"item","depth":\#(number),"runs":["x"]}"#
        let copy = try TextCopy(json: #"{"url":"http://a.test/","blocks":[\#(heading),\#(item)]}"#.utf8)
        #expect(copy.blocks.map(\.kind) == [.heading(level: level), .item(isOrdered: false, depth: depth)])
    }

    @Test(arguments: [
        ("", 1, 1), (#","columns":2,"rows":3"#, 2, 3), (#","columns":100,"rows":1000"#, 100, 1000),
        (#","columns":101,"rows":1e300"#, 100, 1000), (#","columns":0,"rows":-7"#, 1, 1),
        (#","columns":null,"rows":2.0"#, 1, 2),
    ])
    func `A cell covers columns and rows within limits`(members: String, columns: Int, rows: Int) throws {
        let json = #"{"url":"http://a.test/","blocks":[{"kind":"table","rows":[[{"runs":["x"]\#(members)}]]}]}"#
        let copy = try TextCopy(json: json.utf8)
        let cell = CopyCell(runs: [CopyRun(text: "x")], columns: columns, rows: rows)
        #expect(copy.blocks == [CopyBlock(rows: [[cell]])])
        #expect(try TextCopy(json: copy.encoded()) == copy)
    }

    @Test(arguments: [#""2""#, "2.5", "true"])
    func `A number of columns that is no whole number is an error`(columns: String) {
        let cell = #"{"runs":["x"],"columns":\#(columns)}"#
        let json = #"{"url":"http://a.test/","blocks":[{"kind":"table","rows":[[\#(cell)]]}]}"#
        #expect(throws: CopyError.self) { try TextCopy(json: json.utf8) }
    }

    @Test(arguments: ["javascript:alert(1)", "data:text/html,x", "/relative", "file:///etc/passwd", "blob:x", ""])
    func `A link that is not http, https or mailto becomes text`(href: String) throws {
        let json = #"{"url":"http://a.test/","blocks":[{"runs":[{"text":"x","href":"\#(href)"}]}]}"#
        #expect(try TextCopy(json: json.utf8).blocks == [CopyBlock(kind: .paragraph, runs: [CopyRun(text: "x")])])
    }

    @Test func `Unknown kinds become paragraphs, unknown keys and empty blocks are dropped`() throws {
        let json = #"""
            {"url":"http://a.test/","later":[1],"dir":"up","blocks":[{"kind":"aside","runs":["x"],"y":{"z":[]}},
            {"kind":"paragraph","runs":[" "]},{"kind":"image","src":"data:image/png,x","alt":""},
            {"kind":"table","rows":[[]]},{"kind":"heading","level":99,"runs":["h"]}]}
            """#
        let copy = try TextCopy(json: json.utf8)
        #expect(
            String(decoding: copy.encoded(), as: UTF8.self)
                == #"{"blocks":[{"kind":"paragraph","runs":["x"]},{"kind":"heading","level":6,"runs":["h"]}],"#
                + #""schema":1,"url":"http://a.test/"}"#)
    }

    @Test(arguments: [
        ("[]", "expected a JSON object, found an array"),
        ("{", "not valid JSON"),
        (#"{"blocks":[]}"#, #""url" is not an http, https or file address: it is missing"#),
        (#"{"url":"javascript:1","blocks":[]}"#, #""url" is not an http, https or file address"#),
        (#"{"url":"http://a.test/"}"#, #""blocks" must be an array, not absent"#),
        (#"{"url":"http://a.test/","blocks":[1]}"#, #""blocks[0]" must be an object, not a number"#),
        (#"{"url":"http://a.test/","blocks":[{"runs":[1]}]}"#, #""blocks[0].runs" must be strings"#),
        (#"{"url":"http://a.test/","blocks":[{"kind":"table","rows":[1]}]}"#, #""blocks[0].rows" must be"#),
        (#"{"url":"http://a.test/","title":1,"blocks":[]}"#, #""title" must be a string, not a number"#),
        (#"{"url":"http://a.test/","schema":2,"blocks":[]}"#, "schema 2 is not supported"),
    ])
    func `Invalid copies are refused with the reason`(json: String, reason: String) throws {
        let error = try #require(throws: CopyError.self) { try TextCopy(json: json.utf8) }
        #expect(error.reason.hasPrefix(reason), "\(error.reason)")
    }

    @Test func `Sizes, counts and nesting are limited`() {
        func copy(blocks: String) -> String { #"{"url":"http://a.test/","blocks":["# + blocks + "]}" }
        let long = copy(blocks: #"{"runs":[""# + String(repeating: "x", count: TextCopy.maximumByteCount) + #""]}"#)
        #expect(throws: CopyError.self) { try TextCopy(json: long.utf8) }
        let blocks = Array(repeating: "{}", count: TextCopy.maximumBlockCount + 1).joined(separator: ",")
        #expect(throws: CopyError.tooMany(parts: "blocks", limit: TextCopy.maximumBlockCount)) {
            try TextCopy(json: copy(blocks: blocks).utf8)
        }
        let runs = Array(repeating: #""x""#, count: TextCopy.maximumRunCount + 1).joined(separator: ",")
        #expect(throws: CopyError.tooMany(parts: "runs and cells", limit: TextCopy.maximumRunCount)) {
            try TextCopy(json: copy(blocks: #"{"runs":["# + runs + "]}").utf8)
        }
        let nested = String(repeating: "[", count: 20) + String(repeating: "]", count: 20)
        #expect(throws: CopyError.self) { try TextCopy(json: copy(blocks: #"{"x":"# + nested + "}").utf8) }
    }
}
