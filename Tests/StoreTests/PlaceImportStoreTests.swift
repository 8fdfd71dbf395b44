import DownloadImportExport
import Foundation
import ImportExport
import Snapshots
import Store
import Testing

@Suite("Import of other programs' places into a store")
struct PlaceImportStoreTests {
    private let home: TemporaryHome
    private let database: LeftoffDatabase
    private let store: SQLiteBackupStore
    private let now = Date(timeIntervalSince1970: 1_772_368_200)

    init() throws {
        home = try TemporaryHome()
        database = try LeftoffDatabase(home: home.path)
        store = SQLiteBackupStore(database: database)
    }

    private func add(_ text: String) throws -> ImportReceipt {
        var file = try FileImport(Array(text.utf8))
        return try file.store(in: store, downloads: DownloadPlan(), at: now)
    }

    private static let reader = """
        Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen
        Half,https://a.example/half,1,"['one']",2022-11-06 04:33:50+00:00,0.42,new,True
        Top,https://a.example/top,2,[],2022-11-06 04:33:50+00:00,0,new,True
        Bad,ftp://a.example/,3,[],2022-11-06 04:33:50+00:00,0,new,True

        """

    @Test("A file is imported once, and the receipt says what became of its entries")
    func twice() throws {
        defer { home.remove() }
        let first = try add(Self.reader)
        #expect(first.stored.addedPlaces == 2 && first.approximate == 1 && first.unreadable == 1)
        #expect(first.format == .reader && first.omissions.count == 1)
        let again = try add(Self.reader)
        #expect(again.stored.addedPlaces == 0 && again.stored.knownPlaces == 2 && again.approximate == 0)
        let further = try add(Self.reader.replacing("0.42", with: "0.9"))
        #expect(further.stored.addedPlaces == 1 && further.approximate == 1)
        let place = try #require(try store.places(after: .min, limit: 9).snapshots.first)
        #expect(place.snapshot.isApproximate && place.snapshot.progress == 0.42 && place.metadata.tags == ["one"])
        #expect(place.storedAt == now && place.snapshot.capturedAt == Date(timeIntervalSince1970: 1_667_709_230))
    }

    @Test("Annotations without words are told apart by their ids, and marked words by the page")
    func annotations() throws {
        defer { home.remove() }
        func annotation(_ id: Int, _ selector: String) -> String {
            """
            {"type":"Annotation","id":"https://z.example/\(id)","bodyValue":"note \(id)",
            "target":{"source":"https://a.example/","selector":\(selector)}}
            """
        }
        let css = #"{"type":"CssSelector","value":"p"}"#
        let quote = #"{"type":"TextQuoteSelector","exact":"marked words"}"#
        let text = "[\(annotation(1, css)),\(annotation(2, css)),\(annotation(3, quote))]"
        #expect(try add(text).stored.addedPlaces == 3)
        #expect(try add(text).stored.knownPlaces == 3)
        let table = "URL,Title,Selection,Folder,Timestamp,Tags\nhttps://a.example/,T,marked words,Unread,1,[]\n"
        #expect(try add(table).stored.knownPlaces == 1)
    }

    @Test("The same words in two passages of a page are two places, and are known when they are imported again")
    func passages() throws {
        defer { home.remove() }
        func annotation(_ id: Int, _ prefix: String) -> String {
            """
            {"type":"Annotation","id":"https://z.example/\(id)","bodyValue":"note \(id)","target":
            {"source":"https://a.example/","selector":
            {"type":"TextQuoteSelector","exact":"marked words","prefix":"\(prefix)"}}}
            """
        }
        let text = "[\(annotation(1, "these are ")),\(annotation(2, "and those are other "))]"
        #expect(try add(text).stored.addedPlaces == 2)
        #expect(try add(text).stored.knownPlaces == 2)
        #expect(try add("[\(annotation(3, "are other "))]").stored.knownPlaces == 1)
        #expect(try add("[\(annotation(4, ""))]").stored.knownPlaces == 1)
    }

    @Test("A small file is read before the transaction, so that other processes do not wait")
    func preparation() throws {
        defer { home.remove() }
        let other = SQLiteSnapshotArchive(database: try LeftoffDatabase(home: home.path), now: { Date() })
        var places = try PlaceImport(Array(Self.reader.utf8))
        let tally = try store.importPlaces(at: now) {
            _ = try other.add(PageSnapshot(json: #"{"url":"https://b.example/"}"#.utf8))
            return try places.next()
        }
        #expect(tally.added == 2)
        #expect(try store.places(after: .min, limit: 9).snapshots.count == 5)
    }

    @Test("If the end of a file is missing, nothing of it is stored", arguments: ["", ",", ",{\"a\":"])
    func allOrNothing(end: String) throws {
        defer { home.remove() }
        let annotation = """
            {"type":"Annotation","id":"https://z.example/1","target":{"source":"https://a.example/","selector":
            {"type":"TextQuoteSelector","exact":"marked words"}}}
            """
        #expect(try add("[\(annotation)]").stored.addedPlaces == 1)
        #expect(throws: (any Error).self) { try add("[\(annotation.replacing("/1", with: "/2"))" + end) }
        #expect(try store.places(after: .min, limit: 9).snapshots.count == 1)
    }

    @Test(
        "If the last row of a table is truncated, the others are stored",
        arguments: ["\"", "\"https://b.example/,2,[],,0,new,True"])
    func truncatedRow(end: String) throws {
        defer { home.remove() }
        #expect(try add(Self.reader + end).stored.addedPlaces == 2)
        #expect(try store.places(after: .min, limit: 9).snapshots.count == 2)
    }

    @Test("An imported place is exported and imported again as the same place")
    func roundTrip() throws {
        defer { home.remove() }
        _ = try add(Self.reader)
        var export = BackupExport(format: .json, of: store, at: now)
        var bytes: [UInt8] = []
        while let part = try export.next() { bytes += part }
        let otherHome = try TemporaryHome()
        defer { otherHome.remove() }
        let other = SQLiteBackupStore(database: try LeftoffDatabase(home: otherHome.path))
        var file = try FileImport(bytes)
        #expect(try file.store(in: other, downloads: DownloadPlan(), at: now).stored.addedPlaces == 2)
        let places = (
            try store.places(after: .min, limit: 9).snapshots, try other.places(after: .min, limit: 9).snapshots
        )
        #expect(places.0.map(\.snapshot) == places.1.map(\.snapshot) && places.1[0].snapshot.isApproximate)
    }
}
