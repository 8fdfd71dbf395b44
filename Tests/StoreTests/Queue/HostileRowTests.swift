import DownloadQueue
import Foundation
import GRDB
import QueueConformance
import Store
import Testing
import WHATWGURL

@Suite("Rows of the queue in SQLite that Leftoff did not write")
struct HostileRowTests {
    @Test("A hostile value in a column affects no other download", arguments: QueueColumn.allCases)
    func columns(column: QueueColumn) throws {
        let home = try TemporaryHome()
        let database = try LeftoffDatabase(home: home.path)
        try HostileRow.check(column, SQLiteQueueStore(database: database)) { row in
            try database.queue.write { database in
                try database.execute(
                    sql: "UPDATE queue_item SET \(column.sqlName) = ? WHERE id = ?",
                    arguments: [row.value.databaseValue, row.id])
            }
        }
    }

    @Test(
        "A hostile number of a change stops nothing", arguments: ["version", "changed"],
        [Int64.min, -1, Int64.max])
    func numbers(column: String, value: Int64) throws {
        let home = try TemporaryHome()
        let database = try LeftoffDatabase(home: home.path)
        let store = SQLiteQueueStore(database: database)
        let items = try QueueStoreConformance.add(store, "a", "b")
        try database.queue.write { database in
            try database.execute(
                sql: "UPDATE queue_item SET \(column) = ? WHERE id = ?", arguments: [value, items[0].id])
        }
        let claimed = try QueueStoreConformance.claim(store)
        #expect(claimed.map(\.id) == items.map(\.id))
        for item in claimed { _ = try QueueStoreConformance.fail(store, item) }
        #expect(try store.items(in: [.waiting]).count == 2)
        _ = try store.apply(.remove, to: items.map(\.id), at: QueueStoreConformance.start)
        #expect(try store.items(in: nil).isEmpty)
    }

    @Test(
        "A row or a counter at the end of the range of positions does not end additions",
        arguments: [
            "UPDATE queue_item SET position = 9223372036854775807 WHERE id = ?",
            "UPDATE queue_item SET position = 9223372036854775806 WHERE id = ?",
            "UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'queue_item' AND ? IS NOT NULL",
        ])
    func positions(change: String) throws {
        let home = try TemporaryHome()
        let database = try LeftoffDatabase(home: home.path)
        let store = SQLiteQueueStore(database: database)
        let items = try QueueStoreConformance.add(store, "a", "b")
        try database.queue.write { try $0.execute(sql: change, arguments: [items[0].id]) }
        let added = try QueueStoreConformance.add(store, "c", "d")
        #expect(Set(try store.items(in: [.ready]).map(\.id)) == Set((items + added).map(\.id)))
        #expect(try store.items(in: [.ready]).suffix(2).map(\.id) == added.map(\.id))
    }

    @Test("Hostile backoffs of hosts hold no other host", arguments: [Int64.min, -1, Int64.max])
    func hosts(value: Int64) throws {
        let home = try TemporaryHome()
        let database = try LeftoffDatabase(home: home.path)
        let store = SQLiteQueueStore(database: database)
        _ = try store.add(
            [try QueueStoreConformance.item("http://bad/a"), try QueueStoreConformance.item("http://good/a")],
            at: QueueStoreConformance.start)
        try database.queue.write { database in
            try database.execute(
                sql: "INSERT INTO queue_host (host, failures, not_before, since) VALUES ('bad', ?, ?, ?)",
                arguments: [value, value, value])
        }
        let claimed = try QueueStoreConformance.claim(store)
        #expect(claimed.contains { $0.url.host == "good" })
        for item in claimed { _ = try QueueStoreConformance.fail(store, item) }
        _ = try store.summary(ids: nil)
        _ = try store.heldHosts(at: QueueStoreConformance.start)
    }

    @Test("A damaged row is reported once, made failed by a claim, and can be removed")
    func damaged() throws {
        let home = try TemporaryHome()
        let database = try LeftoffDatabase(home: home.path)
        let store = SQLiteQueueStore(database: database)
        let items = try QueueStoreConformance.add(store, "a", "b", "c")
        try database.queue.write { database in
            try database.execute(sql: "UPDATE queue_item SET url = 'no url' WHERE id = ?", arguments: [items[0].id])
        }
        #expect(try QueueStoreConformance.claim(store, 1).map(\.id) == [items[1].id])
        #expect(try store.items(in: nil).map(\.id) == items.dropFirst().map(\.id))
        #expect(store.damagedRows.removeUnreported() == [.damaged(id: items[0].id, field: "url")])
        _ = try store.items(in: nil)
        #expect(store.damagedRows.removeUnreported().isEmpty)
        #expect(try store.summary(ids: nil).counts == [.failed: 1, .running: 1, .ready: 1])
        #expect(throws: QueueError.damaged(id: items[0].id, field: "url")) { try store.item(id: items[0].id) }
        #expect(throws: QueueError.damaged(id: items[0].id, field: "url")) {
            try store.apply(.retry, to: [items[0].id], at: QueueStoreConformance.start)
        }
        #expect(try store.apply(.remove, to: [items[0].id], at: QueueStoreConformance.start).isEmpty)
        #expect(throws: QueueError.notFound(id: items[0].id)) { try store.item(id: items[0].id) }
    }
}

extension QueueValue {
    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .text(let text): text.databaseValue
        }
    }
}
