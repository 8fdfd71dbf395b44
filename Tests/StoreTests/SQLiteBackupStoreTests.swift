import DownloadQueue
import Foundation
import GRDB
import ImportExport
import Places
import Store
import Syntax
import Testing
import WHATWGURL

@Suite("Backup and restore of a store")
struct SQLiteBackupStoreTests {
    private let home: TemporaryHome
    private let database: LeftoffDatabase
    private let store: SQLiteBackupStore
    private let now = Date(timeIntervalSince1970: 1_772_368_200)

    private static let backup = """
        {"leftoff":1,"places":[
        {"id":"000000000001","storedAt":"2026-03-01T12:30:00.250Z","tags":["t"],"note":"n","snapshot":{"url":"https://a.example/1"}},
        {"id":"000000000002","storedAt":"2026-03-01T12:31:00Z","snapshot":{"url":"https://a.example/2"}}
        ],"queue":[
        {"url":"https://a.example/f","directory":"/d","state":"ready","priority":3},
        {"url":"https://a.example/g","directory":"/d","state":"paused"},
        {"url":"https://a.example/h","directory":"/d","state":"done"},
        {"url":"https://a.example/i","directory":"/d","state":"quarantined"},
        {"url":"https://a.example/j","directory":"/d","state":"cancelled"}
        ]}
        """

    init() throws {
        home = try TemporaryHome()
        database = try LeftoffDatabase(home: home.path)
        store = SQLiteBackupStore(database: database)
    }

    private func contents(_ text: String = Self.backup) throws -> BackupContents {
        try BackupContents(Array(text.utf8))
    }

    private func receipt(_ text: String, to target: SQLiteBackupStore? = nil) throws -> BackupReceipt {
        let contents = try contents(text)
        let plan = DownloadPlan(contents.downloads, rules: ListRules(directory: "/d"))
        return try (target ?? store).importContents(contents, queueing: plan.downloads, at: now)
    }

    private func export(_ format: ImportExportFormat, _ store: SQLiteBackupStore) throws -> String {
        var export = BackupExport(format: format, of: store, at: now)
        var bytes: [UInt8] = []
        while let part = try export.next() { bytes += part }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("Everything is imported once, with ids, times, tags and notes, and existing records stay unchanged")
    func twice() throws {
        defer { home.remove() }
        let first = try receipt(Self.backup)
        #expect(first == BackupReceipt(addedPlaces: 2, knownPlaces: 0, queuedDownloads: 2))
        let archive = SQLiteSnapshotArchive(database: database) { Date() }
        _ = try archive.updateMetadata(id: "000000000002") { _ in try SnapshotMetadata(tags: ["mine"], note: "") }
        #expect(
            try receipt(Self.backup)
                == BackupReceipt(addedPlaces: 0, knownPlaces: 2, queuedDownloads: 0))
        let place = try archive.snapshot(id: "000000000001")
        #expect(place.metadata == (try SnapshotMetadata(tags: ["t"], note: "n")))
        #expect(place.storedAt == Date(timeIntervalSince1970: 1_772_368_200.25))
        #expect(try archive.snapshot(id: "000000000002").metadata.tags == ["mine"])
        let items = try store.downloads().items
        #expect(items.map(\.url.path) == ["/f", "/g"] && items.map(\.state) == [.ready, .paused])
        #expect(items[0].priority == 3)
    }

    @Test("An export is imported unchanged, also in many parts")
    func roundTrip() throws {
        defer { home.remove() }
        _ = try receipt(Self.backup)
        let archive = SQLiteSnapshotArchive(database: database) { [now] in now }
        let queue = SQLiteQueueStore(database: database)
        _ = try archive.add(
            (0..<1_203).map { try PageSnapshot(value: .object(["url": .string("https://b.example/\($0)")])) })
        let lines = (0..<1_203).map {
            "{\"url\":\"https://c.example/\($0)\",\"directory\":\"/d\",\"state\":\"ready\"}"
        }
        _ = try receipt("{\"leftoff\":1,\"queue\":[\(lines.joined(separator: ","))]}")
        let text = try export(.json, store)
        let otherHome = try TemporaryHome()
        defer { otherHome.remove() }
        let other = SQLiteBackupStore(database: try LeftoffDatabase(home: otherHome.path))
        let restored = try receipt(text, to: other)
        #expect(restored == BackupReceipt(addedPlaces: 1_205, knownPlaces: 0, queuedDownloads: 1_205))
        let again = try export(.json, other)
        #expect(again.components(separatedBy: "\"queue\"")[0] == text.components(separatedBy: "\"queue\"")[0])
        #expect(try other.downloads().items.map(\.url) == queue.items(in: nil).map(\.url))
        #expect(try contents(try export(.csv, store)).newPlaces.count == 1_205)
        #expect(try contents(try export(.bookmarks, store)).newPlaces.count == 1_205)
    }

    @Test("Places without ids are imported once")
    func withoutIDs() throws {
        defer { home.remove() }
        let table = "URL,Highlight,Tags\nhttps://a.example/x,some words,t\n"
        #expect(try store.importContents(try contents(table), at: now).addedPlaces == 1)
        #expect(try store.importContents(try contents(table), at: now).knownPlaces == 1)
        #expect(
            try store.importContents(try contents(table + "https://a.example/x,others,\n"), at: now).addedPlaces == 1)
    }

    @Test(
        "A table or bookmark file of places with several quotes adds nothing",
        arguments: [.csv, .bookmarks] as [ImportExportFormat])
    func lists(format: ImportExportFormat) throws {
        defer { home.remove() }
        let archive = SQLiteSnapshotArchive(database: database) { Date() }
        let place = """
            {"url":"https://a.example/p","anchors":[{"role":"primary","quote":{"exact":"the words at the top"}},
            {"role":"below","quote":{"exact":"the words further down"}}],
            "middle":{"role":"middle","quote":{"exact":"the words in the middle"}}}
            """
        _ = try archive.add([try PageSnapshot(json: place.utf8)])
        let text = try export(format, store)
        #expect(text.contains(format == .csv ? "the words at the top" : ":~:text=the%20words%20in"))
        let receipt = try store.importContents(try contents(text), at: now)
        #expect(receipt == BackupReceipt(addedPlaces: 0, knownPlaces: 1, queuedDownloads: 0))
        let other = try contents("URL,Highlight\nhttps://a.example/p,the words\n")
        #expect(try store.importContents(other, at: now).addedPlaces == 1)
    }

    @Test(
        "An exported bookmark of a video with its time is known when it is imported again",
        arguments: ["", #","anchors":[{"role":"primary","quote":{"exact":"the words below the video"}}]"#])
    func mediaTimes(anchors: String) throws {
        defer { home.remove() }
        let place = """
            {"url":"https://www.youtube.com/watch?v=abc","media":[{"currentTime":90.5,"duration":600}]\(anchors)}
            """
        let archive = SQLiteSnapshotArchive(database: database) { Date() }
        _ = try archive.add([try PageSnapshot(json: place.utf8)])
        let text = try export(.bookmarks, store)
        #expect(text.contains("watch?v=abc&amp;t=90s"))
        let receipt = try store.importContents(try contents(text), at: now)
        #expect(receipt == BackupReceipt(addedPlaces: 0, knownPlaces: 1, queuedDownloads: 0))
    }

    @Test("Bookmarks of one page that differ by their fragments are different places")
    func fragments() throws {
        defer { home.remove() }
        func bookmarks(_ fragments: [String]) -> String {
            "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL>"
                + fragments.map { "<DT><A HREF=\"https://a.example/p\($0)\">x</A>\n" }.joined() + "</DL>"
        }
        let fragments = ["", "#a", "#b", "#:~:text=one", "#:~:text=two", "#a"]
        let receipt = try store.importContents(try contents(bookmarks(fragments)), at: now)
        #expect(receipt == BackupReceipt(addedPlaces: 5, knownPlaces: 1, queuedDownloads: 0))
        let more = try store.importContents(try contents(bookmarks(fragments + ["#c"])), at: now)
        #expect(more == BackupReceipt(addedPlaces: 1, knownPlaces: 6, queuedDownloads: 0))
    }

    @Test("A damaged place does not keep others from being imported")
    func damaged() throws {
        defer { home.remove() }
        let table = "URL,Highlight\nhttps://a.example/x,some words\n"
        _ = try store.importContents(try contents(table), at: now)
        try database.queue.write {
            try $0.execute(sql: "UPDATE snapshots SET quotes = 'some words' || char(10) || 'others', json = '{'")
        }
        #expect(try store.importContents(try contents(table), at: now).addedPlaces == 1)
    }

    @Test("A quarantined download is not queued a second time, so that it can still be retried")
    func quarantined() throws {
        defer { home.remove() }
        let queue = SQLiteQueueStore(database: database)
        let url = try #require(WebURL("https://a.example/f"))
        let item = try #require(try queue.add([NewQueueItem(url: url, directory: "/d")], at: now).first)
        var claim = QueueClaim(owner: "test", now: now)
        claim.ids = [item.id]
        let lease = try #require(try queue.claim(claim)?.lease)
        let failure = QueueFailure(.checksum, "wrong", isLasting: true)
        let events: [QueueEvent] = [.verifying(.nothing), .quarantined(fileName: "f", sha256: "ab", failure)]
        for event in events { try queue.record(event, lease: lease, id: item.id, at: now) }
        #expect(try queue.item(id: item.id).state == .quarantined)
        #expect(try receipt(Self.backup).queuedDownloads == 1)
        #expect(try store.downloads().items.map(\.url.path).sorted() == ["/f", "/g"])
        #expect(try queue.apply(.retry, to: [item.id], at: now).map(\.item.state) == [.ready])
    }

    @Test("Only the failed downloads that this import queued are counted")
    func failed() throws {
        defer { home.remove() }
        let one = "{\"url\":\"https://a.example/f\",\"directory\":\"/d\",\"state\":\"failed\"}"
        let other = "{\"url\":\"https://a.example/g\",\"directory\":\"/d\",\"state\":\"ready\"}"
        let first = try receipt("{\"leftoff\":1,\"queue\":[\(one)]}")
        #expect(first.queuedDownloads == 1 && first.failedDownloads == 1)
        #expect(try store.downloads().items.map(\.state) == [.paused])
        let second = try receipt("{\"leftoff\":1,\"queue\":[\(one),\(other)]}")
        #expect(second.queuedDownloads == 1 && second.failedDownloads == 0)
    }

    @Test("A backup adds no download that the queue has in the directory that the backup names")
    func otherDirectory() throws {
        defer { home.remove() }
        let queue = SQLiteQueueStore(database: database)
        let url = try #require(WebURL("https://a.example/f"))
        _ = try queue.add([NewQueueItem(url: url, directory: "/elsewhere")], at: now)
        let entry = "{\"url\":\"https://a.example/f\",\"directory\":\"/elsewhere\",\"state\":\"ready\"}"
        #expect(try receipt("{\"leftoff\":1,\"queue\":[\(entry)]}").queuedDownloads == 0)
        #expect(try store.downloads().items.map(\.directory) == ["/elsewhere"])
    }

    @Test("If a part cannot be stored, nothing is")
    func allOrNone() throws {
        defer { home.remove() }
        try database.queue.write {
            try $0.execute(
                sql: """
                    CREATE TRIGGER refuses BEFORE INSERT ON queue_item WHEN new.url LIKE '%/g'
                    BEGIN SELECT RAISE(ABORT, 'refused'); END
                    """)
        }
        #expect(throws: StoreError.self) { try receipt(Self.backup) }
        #expect(try store.places(after: .min, limit: 9).snapshots.isEmpty)
        #expect(try store.downloads().items.isEmpty)
    }
}
