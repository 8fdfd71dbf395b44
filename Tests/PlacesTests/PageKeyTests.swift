import Syntax
import TestSupport
import Testing
import WHATWGURL

@testable import Places

@Suite("Page keys")
struct PageKeyTests {
    struct Row: Sendable {
        let address: String
        let key: String
    }

    private static func table() throws -> [Row] {
        try TwinTable.rows("page-keys").map {
            Row(address: try #require($0["address"]?.string), key: try #require($0["key"]?.string))
        }
    }

    @Test("Two visits to the same page have the same key", arguments: try table())
    func keys(row: Row) throws {
        let url = try #require(WebURL(row.address))
        #expect(PageKey.key(of: url) == row.key)
    }

    @Test("Normalizing a page key again does not change it", arguments: try table())
    func stable(row: Row) throws {
        #expect(PageKey.key(of: try #require(WebURL(row.key))) == row.key)
    }

    @Test("A page can declare only a page of its own publisher as its original")
    func publishers() throws {
        for row in try TwinTable.rows("publishers") {
            let addresses = ["one", "other"].compactMap { row[$0]?.string }.compactMap { WebURL($0) }
            let isSame = addresses.count == 2 && PageSnapshot.isSamePublisher(addresses[0], addresses[1])
            #expect(isSame == row["isSame"]?.bool, "\(row)")
        }
    }

    @Test("Addresses that nest many editions, or are long, name no original and do not crash")
    func hostile() throws {
        let wayback = "https://web.archive.org/web/20240102030405/"
        let nested = String(repeating: wayback, count: 2_000) + "https://a.example/"
        #expect(OriginalAddress(of: try #require(WebURL(nested))) == nil)
        let eight = String(repeating: wayback, count: 8) + "https://a.example/"
        #expect(OriginalAddress(of: try #require(WebURL(eight)))?.url.href == "https://a.example/")
        let long = wayback + "a.example/" + String(repeating: "x", count: 1 << 20)
        #expect(OriginalAddress(of: try #require(WebURL(long)))?.url.hostname == "a.example")
        for path in [
            "web/", "web/2024", "web/20240102030405", "web/20240102030405_/x", "web/2024/?", "o/", "c/s/", "%",
        ] {
            for host in ["web.archive.org", "archive.ph", "x.cdn.ampproject.org", "www.google.de"] {
                #expect(OriginalAddress(of: try #require(WebURL("https://\(host)/\(path)"))) == nil)
            }
        }
    }

    struct Edition: Sendable {
        let json: String
        let edition: PageEdition?
        let original: String?
    }

    static let editions: [Edition] = [
        Edition(json: #"{"url":"https://a.example/b"}"#, edition: nil, original: nil),
        Edition(
            json: #"{"url":"https://me:secret@web.archive.org/web/20240102030405/https://you:secret@a.example/b"}"#,
            edition: .archive, original: "https://a.example/b"),
        Edition(
            json: #"{"url":"https://a.example/amp/b","edition":"amp","canonical":"https://a.example/b"}"#,
            edition: .amp, original: "https://a.example/b"),
        // The outermost edition counts, and the canonical page is the original of the publisher's AMP page.
        Edition(
            json: #"""
                {"url":"https://web.archive.org/web/20240102030405/https://a.example/amp/b","edition":"amp",
                "canonical":"https://web.archive.org/web/20240102030405/https://a.example/b"}
                """#, edition: .archive, original: "https://a.example/b"),
        // An AMP page can be its own original.
        Edition(
            json: #"{"url":"https://a.example/b?utm_source=x","edition":"amp","canonical":"https://a.example/b"}"#,
            edition: nil, original: nil),
        Edition(
            json: #"{"url":"https://a.example/b","edition":"amp","canonical":"javascript:alert(1)"}"#, edition: nil,
            original: nil),
        Edition(json: #"{"url":"https://a.example/b","edition":"amp"}"#, edition: nil, original: nil),
        Edition(json: #"{"url":"https://a.example/b","edition":{"x":1}}"#, edition: nil, original: nil),
        // An AMP page declares only pages of its own publisher.
        Edition(
            json: #"{"url":"https://news.a.example/amp/b","edition":"amp","canonical":"https://a.example/b"}"#,
            edition: nil, original: nil),
        Edition(
            json: #"{"url":"https://a.example/amp/b","edition":"amp","canonical":"https://bank.example/b"}"#,
            edition: nil, original: nil),
        // The canonical page of an ordinary page may be another one.
        Edition(json: #"{"url":"https://a.example/b","canonical":"https://a.example/"}"#, edition: nil, original: nil),
        Edition(
            json: #"{"url":"http://127.0.0.1:5338/copies/0123456789ab/text","canonical":"https://a.example/b"}"#,
            edition: .copy, original: "https://a.example/b"),
        Edition(
            json: #"{"url":"https://evil.example/copies/0123456789ab/text","canonical":"https://a.example/b"}"#,
            edition: nil, original: nil),
        Edition(
            json: #"""
                {"url":"https://archive.ph/AbC12","canonical":"https://archive.ph/2024.01.02-030405/https://a.example/b"}
                """#, edition: .archive, original: "https://a.example/b"),
    ]

    @Test(
        "The original and the edition come from the address, or from what an AMP page or a copy declares",
        arguments: editions)
    func original(row: Edition) throws {
        let snapshot = try PageSnapshot(json: row.json.utf8)
        #expect(snapshot.edition == row.edition)
        #expect(snapshot.original?.href == row.original)
        guard let original = row.original else { return }
        #expect(snapshot.pageKey == original)
        #expect(snapshot.site == "a.example")
    }

    @Test("The place of a video has the same key after its page was opened at the time", arguments: [90.5, 5000])
    func timed(time: Double) throws {
        let media = JSONValue.array([["currentTime": .number(time), "duration": .number(6000)]])
        for address in ["https://www.youtube.com/watch?v=abc", "https://archive.org/details/a?start=7"] {
            let snapshot = try PageSnapshot(value: .object(["url": .string(address), "media": media]))
            let timed = try PageSnapshot(value: .object(["url": .string(snapshot.timedURL)]))
            #expect(timed.url != snapshot.url && timed.pageKey == snapshot.pageKey)
        }
    }

    @Test("An address with tens of thousands of times or directories is read once")
    func manyTimes() throws {
        let page = "https://www.youtube.com/watch?v=abc"
        let times = String(repeating: "&t=1", count: 30_000)
        #expect(try PageSnapshot(value: .object(["url": .string(page + times)])).pageKey == page)
        let topic = "https://a.example/" + String(repeating: "a/", count: 30_000) + "viewtopic?" + times
        let media = JSONValue.array([["currentTime": .number(90), "duration": .number(6000)]])
        let snapshot = try PageSnapshot(value: .object(["url": .string(topic), "media": media]))
        #expect(snapshot.timedURL == snapshot.url.href)
    }

    @Test("A snapshot's page key is the key of its URL")
    func snapshot() throws {
        let snapshot = try PageSnapshot(json: #"{"url":"https://example.org/a?utm_source=x#part"}"#.utf8)
        #expect(snapshot.pageKey == "https://example.org/a")
    }
}
