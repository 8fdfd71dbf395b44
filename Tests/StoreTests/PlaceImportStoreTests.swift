import Foundation
import GRDB
import ImportExport
import Places
import Synchronization
import Testing
import WHATWGURL

@testable import Store

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

    /// Files with many places of one page.
    private static let manyPlaces: [String: @Sendable (Int) -> String] = [
        "progress": { count in
            let rows = (1...count).map { "P,https://a.example/,\($0),[],2022-11-06,0.\($0 + 100),new,True\n" }
            return "Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen\n" + rows.joined()
        },
        "addresses": { count in
            "URL,Highlight\n" + (1...count).map { "https://a.example/#\($0),\n" }.joined()
        },
        "words": { count in "URL,Highlight\n" + (1...count).map { "https://a.example/,words \($0)\n" }.joined() },
        "lines": { count in
            "URL,Highlight\n" + (1...count).map { "https://a.example/,\"words\n\($0)\"\n" }.joined()
        },
        "passages": { count in
            let annotations = (1...count).map { number in
                #"{"type":"Annotation","target":{"source":"https://a.example/","selector":"#
                    + #"{"type":"TextQuoteSelector","exact":"same","prefix":"p\#(number) "}}}"#
            }
            return "[\(annotations.joined(separator: ","))]"
        },
        "directives": { count in
            "URL,Highlight\n" + (1...count).map { "https://a.example/#:~:text=\($0),\n" }.joined()
        },
    ]

    @Test("The places of a page are read once, however many of them a file has", arguments: manyPlaces.keys.sorted())
    func pageIsReadOnce(name: String) throws {
        defer { home.remove() }
        let file = try #require(Self.manyPlaces[name])
        for (count, added) in [(3, 3), (40, 37), (40, 0)] {
            let statements = Mutex<[String]>([])
            database.queue.writeWithoutTransaction { connection in
                connection.trace { event in statements.withLock { $0.append("\(event)") } }
            }
            #expect(try add(file(count)).stored.addedPlaces == added)
            let reads = statements.withLock { $0.filter { $0.contains("FROM snapshots") } }
            #expect(reads.count == (name == "directives" && added > 0 ? 2 : 1), "\(reads)")
        }
    }

    @Test("A large file too is read before the transaction, so that other processes do not wait")
    func largePreparation() throws {
        defer { home.remove() }
        let other = SQLiteSnapshotArchive(database: try LeftoffDatabase(home: home.path), now: { Date() })
        let rows = (0..<1_010).map { "https://a.example/\($0),words,\"one,two\",note\n" }.joined()
        var places = try PlaceImport(Array("URL,Highlight,Tags,Note\n\(rows)".utf8))
        var count = 0
        let tally = try store.importPlaces(at: now) {
            count += 1
            if count > 1_005 { _ = try other.add(PageSnapshot(json: #"{"url":"https://b.example/"}"#.utf8)) }
            return try places.next()
        }
        #expect(tally.added == 1_010 && tally.highlights == 1_010)
        let last = try #require(try store.places(after: .min, limit: 2_000).snapshots.last)
        #expect(last.snapshot.url.href == "https://a.example/1009" && last.snapshot.quotes == ["words"])
        #expect(last.metadata.tags == ["one", "two"] && last.metadata.note == "note" && last.origin == .imported)
    }

    @Test("An import that is stopped stores nothing, whether it reads or stores", arguments: 1...6)
    func stopped(call: Int) throws {
        defer { home.remove() }
        var file = try FileImport(Array("URL\nhttps://a.example/1\nhttps://a.example/2\n".utf8))
        var calls = 0
        func check() throws {
            calls += 1
            if calls == call { throw CancellationError() }
        }
        let receipt = try? file.store(in: store, downloads: DownloadPlan(), at: now, check: check)
        // Three calls while the file is read, the last of them at its end, and then one for each place.
        #expect((receipt == nil) == (call <= 5))
        #expect(try store.places(after: .min, limit: 9).snapshots.count == (call <= 5 ? 0 : 2))
    }

    @Test("A file with more places than its destination accepts is refused as a whole", arguments: [1, 2])
    func placeLimit(limit: Int) throws {
        defer { home.remove() }
        var file = try FileImport(
            Array("URL\nhttps://a.example/1\nhttps://a.example/2\n".utf8), entryLimit: limit)
        let receipt = try? file.store(in: store, downloads: DownloadPlan(), at: now)
        #expect(receipt?.stored.addedPlaces == (limit == 2 ? 2 : nil))
        #expect(try store.places(after: .min, limit: 9).snapshots.count == (limit == 2 ? 2 : 0))
    }
}
