import Places
import Syntax
import TestSupport
import Testing
import WHATWGURL

@testable import Copies

@Suite("A page's content is chosen as in JavaScript")
struct TwinTests {
    private static let hints: [String: Boilerplate.Hint] = [
        "article": .article, "body": .body, "aside": .aside, "": .none,
    ]

    private static let kinds: [String: CopyBlock.Kind] = [
        "paragraph": .paragraph, "heading": .heading(level: 2), "item": .item(isOrdered: false, depth: 0),
        "quote": .quote, "code": .code,
    ]

    private static func integer(_ value: JSONValue?) throws -> Int { try #require(value?.integer) }

    @Test("The words of highlights are found as in JavaScript")
    func highlightWords() throws {
        for row in try TwinTable.rows("highlight-words") {
            var text = CopyText()
            text.append(try #require(row["text"]?.string))
            let quote = TextQuote(
                exact: try #require(row["exact"]?.string), prefix: try #require(row["prefix"]?.string),
                suffix: try #require(row["suffix"]?.string))
            let range = QuoteSearch(in: text).range(of: quote)
            #expect(range?.lowerBound == row["found"]?["start"]?.integer, "\(row)")
            #expect(range?.upperBound == row["found"]?["end"]?.integer, "\(row)")
        }
    }

    @Test("Cells cover as many columns and rows as in JavaScript")
    func cellSpans() throws {
        for row in try TwinTable.rows("cell-spans") {
            let value = row["value"]?.string
            let attributes = value.map { " colspan=\"\($0)\" rowspan=\"\($0)\"" } ?? ""
            // As many rows as a cell can cover, since one that covers fewer rows in the table is reduced.
            let rest = String(repeating: "<tr><td>x<td>y", count: CopyCell.rowRange.upperBound)
            let page = try PageReaderTests.read(
                "<!DOCTYPE html><meta charset=utf-8><p>\(PageReaderTests.sentences[0])"
                    + "<table><tr><td\(attributes)>a<td>b\(rest)</table>")
            let cell = try #require(page.copy.blocks.last { $0.kind == .table }?.rows.first?.first)
            #expect(cell.columns == row["columns"]?.integer && cell.rows == row["rows"]?.integer, "\(row)")
        }
    }

    @Test("Elements have hints that they contain the article, or that they do not")
    func hints() throws {
        var boilerplate = Boilerplate()
        for row in try TwinTable.rows("boilerplate") {
            let name = try #require(row["name"]?.string)
            var tree = PageTree()
            var attributes: [(name: PageTree.Attribute, value: String)] = []
            for (name, value) in try #require(row["attributes"]?.object) {
                attributes.append((try #require(PageTree.Attribute(rawValue: name)), try #require(value.string)))
            }
            let number = tree.append(PageTree.Node(name: name, attributes: attributes, parent: 0))
            #expect(boilerplate.hint(of: number, in: tree) == Self.hints[row["hint"]?.string ?? "-"], "\(row)")
        }
    }

    @Test("The main content is chosen by lengths and hints")
    func mainContent() throws {
        for row in try TwinTable.rows("main-content") {
            let containers = try #require(row["containers"]?.array).map { each in
                BlockContainer(
                    parent: try Self.integer(each["parent"]), name: try #require(each["name"]?.string),
                    first: try Self.integer(each["first"]), end: try Self.integer(each["end"]),
                    hint: try #require(Self.hints[each["hint"]?.string ?? "-"]))
            }
            let blocks = try #require(row["blocks"]?.array).map { each in
                let length = try Self.integer(each["length"])
                let text = String(repeating: "x", count: length)
                return FoundBlock(
                    block: CopyBlock(
                        kind: try #require(Self.kinds[each["kind"]?.string ?? ""]), runs: [CopyRun(text: text)]),
                    text: text,
                    length: length, linkedLength: try Self.integer(each["linked"]),
                    container: try Self.integer(each["container"]), isControl: each["isControl"]?.bool == true)
            }
            let line = try Self.integer(row["line"])
            let kept = MainContent.choice(of: blocks, in: containers, line: line < 0 ? nil : line)
            let expected = try #require(row["kept"]?.array).compactMap { $0.integer }
            #expect(kept == expected, "\(row)")
        }
    }

    @Test("A page is recognized by the sketch of its blocks")
    func sketches() throws {
        for row in try TwinTable.rows("sketches") {
            let texts = try #require(row["other"]?.array).compactMap { $0.string }
            #expect(PageSketch.share(of: row["sketch"]?.string ?? "", in: texts) == row["share"]?.number, "\(row)")
        }
    }

    @Test("A page has the same title, author and blocks")
    func pages() throws {
        let url = try #require(WebURL(Self.address))
        for row in try TwinTable.rows("pages") {
            let words = row["line"]?.string.map { PlaceWords(primary: $0, quotes: [], sketch: nil) }
            let html = Array(try #require(row["html"]?.string).utf8)
            let page = try? PageReader(url: url, words: words).read(html, contentType: "text/html; charset=utf-8")
            // What Swift reads if it is known to differ.
            let expected = try Self.copy(row["swift"] ?? row["copy"])
            #expect(try Self.copy(page?.copy.json) == expected, "\(row["name"]?.string ?? "")")
        }
    }

    @Test("The address of a copy has a fragment only if that is an application's address")
    func copyAddresses() throws {
        for row in try TwinTable.rows("copy-addresses") {
            let text = try #require(row["address"]?.string)
            let address = try #require(WebURL(text))
            #expect(PageReader.copiedAddress(of: address) == row["copied"]?.string, "\(row)")
        }
    }

    /// The address of the pages of the table.
    private static let address = "https://twins.example/d/page?q"

    /// Returns the copy that JSON describes; nil if the page has no text.
    private static func copy(_ value: JSONValue?) throws -> TextCopy? {
        guard var members = value?.object else { return nil }
        members["schema"] = .number(1)
        members["url"] = .string(address)
        members["dir"] = members["dir"] ?? .string("ltr")
        return try TextCopy(json: JSONValue.object(members).encoded())
    }
}
