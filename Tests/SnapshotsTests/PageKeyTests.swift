import JSON
import Testing
import WHATWGURL

@testable import Snapshots

@Suite("Page keys")
struct PageKeyTests {
    struct Row: Sendable {
        let address: String
        let key: String
    }

    private static func table() throws -> [Row] {
        let rows = try JSONValue(json: SnapshotFixture.bytes("page-keys/table.json"), limit: .max).array ?? []
        return try rows.map {
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

    @Test("A snapshot's page key is the key of its URL")
    func snapshot() throws {
        let snapshot = try PageSnapshot(json: #"{"url":"https://example.org/a?utm_source=x#part"}"#.utf8)
        #expect(snapshot.pageKey == "https://example.org/a")
    }
}
