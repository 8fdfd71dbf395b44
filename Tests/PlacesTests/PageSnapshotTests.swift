import FoundationEssentials
import Syntax
import Testing
import WHATWGURL

@testable import Places

@Suite("Snapshots")
struct PageSnapshotTests {
    @Test("The original four fields form a valid snapshot")
    func sourceIdea() throws {
        let snapshot = try PageSnapshot(json: SnapshotFixture.bytes("snapshots/source-idea.json"))
        #expect(snapshot.url.href == "https://example.org/article")
        #expect(snapshot.pageYOffset == 1234.5)
        #expect(snapshot.json["pageScale"]?.number == 1)
        #expect(snapshot.json["schema"] == .number(1))
        #expect(snapshot.json["url"] == .string("https://example.org/article"))
    }

    @Test("Every known field can be read")
    func fields() throws {
        let snapshot = try PageSnapshot(json: SnapshotFixture.bytes("snapshots/full.json"))
        #expect(snapshot.url.href == "https://example.org/story?id=7#part-2")
        #expect(snapshot.canonical == "https://example.org/story")
        #expect(snapshot.title == "  The “Long” Story 🦊 ")
        #expect(snapshot.capturedAt == Date(timeIntervalSince1970: 1_772_368_200.25))
        #expect(snapshot.scrollers.map(\.path) == [[], ["my-app", "#list"]])
        #expect(snapshot.scrollers.last?.x == -12.5 && snapshot.scrollers.last?.fractionY == 0.25)
        let anchor = try #require(snapshot.primaryAnchor)
        #expect(anchor.quote == TextQuote(exact: "The fox went on reading", prefix: "the end. ", suffix: " until dawn"))
        #expect(anchor.selector == "main > p:nth-child(40)" && anchor.occurrences == 2 && anchor.scroller == 0)
        #expect(anchor.characterOffset == 4 && anchor.offsetX == 100 && anchor.offsetY == 11.25)
        #expect(anchor.rect?.y == -12.75)
        #expect(anchor.reach == QuoteBlockExtent(before: 9, exact: 23, after: 11))
        #expect(anchor.hash == "9f3c5a0012ff8001" && anchor.ordinal == 1 && anchor.lineHeight == 24.5)
        #expect(anchor.offsetFromStart == nil && anchor.image == nil)
        let picture = try #require(snapshot.anchors.last)
        #expect(picture.image?.source == "https://example.org/fox.png" && picture.image?.alternative == "A fox")
        #expect(picture.quote == nil && picture.offsetFromStart == 96)
        #expect(snapshot.scrollers.map(\.rect?.y) == [nil, 120])
        #expect(snapshot.json["progress"]?["length"]?.integer == 20_480 && snapshot.sketch == "k3.9f")
        #expect(snapshot.selection?.exact == "fox")
        #expect(snapshot.pixelProgress == 0.5218 && snapshot.textProgress == 0.61)
        #expect(snapshot.json["stickyTop"]?.number == 56)
        #expect(snapshot.quotes == ["fox", "What stood above", "The fox went on reading"])
        #expect(snapshot.links.map(\.url.href) == ["https://example.org/next", "https://example.org/last"])
        #expect(snapshot.links.first?.text == "Next" && snapshot.links.first?.rect?.height == 4)
    }

    @Test("A round trip keeps all keys, including unknown ones, and yields the same bytes")
    func roundTrip() throws {
        let bytes = try SnapshotFixture.bytes("snapshots/full.json")
        let original = try JSONValue(json: bytes, limit: .max)
        let snapshot = try PageSnapshot(json: bytes)
        #expect(snapshot.json == original)
        let again = try PageSnapshot(json: snapshot.encoded())
        #expect(again == snapshot)
        #expect(again.encoded() == snapshot.encoded())
        #expect(again.json["x-later"]?["kept"]?[2] == .number(9_007_199_254_740_991))
        #expect(again.json["anchors"]?[1]?["later"] == .string("kept"))
    }

    @Test("The user name and the password are removed")
    func credentials() throws {
        let text = #"{"url":"https://me:secret@example.org:8443/a?b#c","baseURI":"https://me:secret@example.org/"}"#
        let snapshot = try PageSnapshot(json: text.utf8)
        #expect(snapshot.url.href == "https://example.org:8443/a?b#c")
        #expect(!String(decoding: snapshot.encoded(), as: UTF8.self).contains("secret"))
    }
}
