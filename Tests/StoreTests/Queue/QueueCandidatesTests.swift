import DownloadQueue
import Foundation
import GRDB
import QueueConformance
import Store
import Testing
import WHATWGURL

@Suite("Values of the queue for completions, and downloads that exclude each other")
struct QueueCandidatesTests {
    private let home: TemporaryHome
    private let database: LeftoffDatabase
    private let store: SQLiteQueueStore

    init() throws {
        home = try TemporaryHome()
        database = try LeftoffDatabase(home: home.path)
        store = SQLiteQueueStore(database: database)
    }

    @Test("The newest downloads whose ids begin with a prefix are found, in the wanted states only")
    func candidates() throws {
        let items = try QueueStoreConformance.add(store, (0..<30).map(String.init))
        let newest = items.reversed().map(\.id)
        #expect(try store.candidates(prefix: "", states: nil, limit: 100).map(\.id) == newest)
        #expect(try store.candidates(prefix: "", states: nil, limit: 3).map(\.id) == Array(newest.prefix(3)))
        let prefix = String(items[4].id.prefix(1))
        let expected = newest.filter { $0.hasPrefix(prefix) }
        #expect(try store.candidates(prefix: prefix, states: nil, limit: 100).map(\.id) == expected)
        #expect(try store.candidates(prefix: prefix.uppercased(), states: nil, limit: 100).map(\.id) == expected)
        try store.pause(ids: [items[4].id, items[9].id], at: QueueStoreConformance.start)
        #expect(
            try store.candidates(prefix: "", states: [.paused, .failed], limit: 100).map(\.id)
                == [items[9].id, items[4].id])
        #expect(try store.candidates(prefix: items[4].id, states: [.paused], limit: 100).map(\.id) == [items[4].id])
        #expect(try store.candidates(prefix: items[4].id, states: [.ready], limit: 100).isEmpty)
        for prefix in ["%", "'", "i", "@", "\u{E9}"] {
            #expect(try store.candidates(prefix: prefix, states: nil, limit: 100).isEmpty)
        }
    }

    @Test("A damaged row hides no other candidate")
    func damaged() throws {
        let items = try QueueStoreConformance.add(store, "a", "b")
        try database.queue.write { database in
            try database.execute(sql: "UPDATE queue_item SET url = 'x' WHERE id = ?", arguments: [items[1].id])
        }
        #expect(try store.candidates(prefix: "", states: nil, limit: 10).map(\.id) == [items[0].id])
    }

    @Test("The hosts are listed once each, those with the most downloads first")
    func hosts() throws {
        #expect(try store.hosts().isEmpty)
        let addresses = ["http://b.example/1", "http://c.example:81/1", "http://c.example:81/2", "https://a.example/1"]
        let requests = try addresses.map { NewQueueItem(url: try #require(WebURL($0)), directory: "/d") }
        _ = try store.add(requests, at: QueueStoreConformance.start)
        #expect(try store.hosts() == ["c.example:81", "a.example", "b.example"])
    }

    @Test("Of two quarantined downloads for the same file, one is retried, and the other is reported")
    func excluded() throws {
        let start = QueueStoreConformance.start
        let items = try QueueStoreConformance.add(store, "a", "b", "c")
        for item in try QueueStoreConformance.claim(store) {
            let lease = try #require(item.lease)
            let content = PartialContent(durableBytes: 7, total: 7)
            let wrong = QueueFailure(.checksum, "wrong")
            let events: [QueueEvent] = [
                .verifying(content), .quarantined(fileName: item.id, sha256: "00", wrong),
            ]
            for event in events { try store.record(event, lease: lease, id: item.id, at: start) }
        }
        try database.queue.write { database in
            try database.execute(
                sql: "UPDATE queue_item SET url = ? WHERE id = ?", arguments: [items[0].url.href, items[1].id])
        }
        let targets = try store.targets(of: .retry, in: QueueSelection(states: [.quarantined]), at: start)
        #expect(targets.ids == items.map(\.id))
        var changed: [String] = []
        let result = try store.apply(.retry, to: targets, at: start) { changed += $0.map(\.item.id) }
        #expect(changed == [items[0].id, items[2].id] && result.changed == 2)
        #expect(result.refusals == [.duplicate(id: items[1].id, of: items[0].id)])
    }
}
