import DownloadQueue
import Downloads
import FoundationEssentials
import GRDB
import Places
import Syntax
import Testing
import WHATWGURL

@testable import Store

@Suite("The log of changes")
struct SQLiteChangeLogTests {
    private let home: TemporaryHome
    private let database: LeftoffDatabase
    private let archive: SQLiteSnapshotArchive
    private let queue: SQLiteQueueStore
    private let log: SQLiteChangeLog
    private let now = Date(timeIntervalSince1970: 1_772_368_200)

    init() throws {
        home = try TemporaryHome()
        database = try LeftoffDatabase(home: home.path)
        archive = SQLiteSnapshotArchive(database: database) { Date(timeIntervalSince1970: 1_772_368_200) }
        queue = SQLiteQueueStore(database: database)
        log = SQLiteChangeLog(database: database)
    }

    private func place(_ path: String) throws -> String {
        try archive.add(try PageSnapshot(value: .object(["url": .string("https://example.org/" + path)]))).id
    }

    private func changes(after number: Int64) throws -> [String]? {
        try log.changes(after: number, limit: 100)?.map { "\($0.isGone ? "-" : "")\($0.subject) \($0.id)" }
    }

    @Test("Each added, changed or removed record is listed once, with its last change")
    func changes() throws {
        #expect(try log.newest() == 0)
        #expect(try changes(after: 0) == [])
        let place = try place("a")
        let url = try #require(WebURL("https://example.org/file"))
        let item = try queue.add([NewQueueItem(url: url, directory: "/tmp")], at: now)[0].id
        #expect(try changes(after: 0) == ["place \(place)", "item \(item)"])
        let middle = try log.newest()
        #expect(try changes(after: middle) == [])

        _ = try archive.updateMetadata(id: place) { _ in try SnapshotMetadata(tags: ["t"], note: "") }
        _ = try queue.apply(.pause, to: [item], at: now)
        _ = try queue.apply(.resume, to: [item], at: now)
        #expect(try changes(after: middle) == ["place \(place)", "item \(item)"])
        #expect(try changes(after: 0) == ["place \(place)", "item \(item)"])

        _ = try archive.remove(ids: [place])
        _ = try queue.remove(ids: [item], at: now)
        #expect(try changes(after: middle) == ["-place \(place)", "-item \(item)"])
        _ = try archive.undoRemoval(id: place)
        #expect(try changes(after: middle) == ["-item \(item)", "place \(place)"])
    }

    private func item(_ path: String, startAt: Date? = nil) throws -> QueueItem {
        let url = try #require(WebURL("https://example.org/" + path))
        var new = NewQueueItem(url: url, directory: "/tmp")
        new.startAt = startAt
        return try queue.add([new], at: now)[0]
    }

    @Test("A renewed lease is not a change")
    func leases() throws {
        let item = try item("file")
        let claimed = try #require(try queue.claim(QueueClaim(owner: "worker", now: now), limit: 1).first)
        let lease = try #require(claimed.lease)
        let before = try log.newest()
        _ = try queue.record(.renewed(until: now.addingTimeInterval(50)), lease: lease, id: item.id, at: now)
        #expect(try log.newest() == before)
        #expect(try changes(after: before) == [])
        let content = PartialContent(durableBytes: 7, total: 9)
        _ = try queue.record(.progressed(content), lease: lease, id: item.id, at: now)
        #expect(try log.newest() > before)
        #expect(try changes(after: before) == ["item \(item.id)"])
    }

    @Test("The end of a wait, a new position and a repeated request are changes of their items")
    func writers() throws {
        let items = try ["a", "b", "c"].map { try item($0) }
        let late = try item("late", startAt: now.addingTimeInterval(60))
        func news(_ write: () throws -> Void) throws -> [String] {
            let before = try log.newest()
            try write()
            return try #require(try changes(after: before)).sorted()
        }
        func lines(_ items: QueueItem...) -> [String] { items.map { "item \($0.id)" }.sorted() }

        // A worker that claims another item wakes all items whose delay is over.
        var claim = QueueClaim(owner: "worker", now: now.addingTimeInterval(100))
        claim.ids = ["no such id"]
        #expect(try news { _ = try queue.claim(claim, limit: 9) } == lines(late))
        #expect(try queue.item(id: late.id).state == .ready)
        #expect(try news { _ = try queue.move(id: items[1].id, .priority(3)) } == lines(items[1]))
        // No priority is free between two equal ones, so the priorities of the items ahead are increased.
        #expect(try news { _ = try queue.move(id: late.id, .after(items[0].id)) } == lines(items[0], items[1], late))
        #expect(try news { _ = try item("a") } == [])
        var again = NewQueueItem(url: items[0].url, directory: "/tmp")
        again.priority = 9
        #expect(try news { _ = try queue.add([again], at: now) } == lines(items[0]))
        #expect(try news { _ = try queue.remove(ids: [items[0].id], at: now) } == ["-item \(items[0].id)"])
    }

    @Test("Changes that triggers number and those that writers number have one order")
    func order() throws {
        let first = try item("first")
        let place = try place("between")
        let second = try item("second")
        _ = try queue.remove(ids: [first.id, second.id], at: now)
        let third = try item("third")
        let all = try #require(try log.changes(after: 0, limit: 9))
        #expect(all.map(\.id) == [place, first.id, second.id, third.id])
        #expect(Set(all.map(\.number)).count == 4)
        #expect(try log.newest() == all.last?.number)
        #expect(try log.changes(after: 0, limit: 2)?.map(\.id) == [place, first.id])
    }

    @Test("A number of another store, or one that is too old, requires reloading everything")
    func unknownNumbers() throws {
        let ids = try (0..<5).map { try place("\($0)") }
        #expect(try changes(after: 1_000) == nil)
        _ = try archive.remove(ids: [ids[0], ids[1]])
        let newest = try log.newest()
        try database.write { try $0.execute(sql: "UPDATE change_floor SET number = ?", arguments: [newest - 1]) }
        #expect(try changes(after: 2) == nil)
        #expect(try changes(after: newest - 1)?.count == 1)
    }

    @Test("Only old removals are deleted")
    func trimming() throws {
        let kept = try place("kept")
        try database.write { connection in
            for number in 0..<(SQLiteChangeLog.removalLimit + 10) {
                try connection.execute(
                    sql: "INSERT INTO change (subject, id, is_gone) VALUES ('item', ?, 1)", arguments: ["\(number)"])
            }
        }
        try log.trim()
        let left = try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM change WHERE is_gone = 1") }
        #expect(left == SQLiteChangeLog.removalLimit)
        #expect(try changes(after: 1) == nil)
        let newest = try log.newest()
        #expect(try log.changes(after: newest - 1, limit: 9)?.count == 1)
        try log.trim()
        #expect(try archive.snapshot(id: kept).id == kept)
    }

    @Test("A store of the first version keeps its places, searchable by site, and its change log begins with them")
    func migration() throws {
        let old = try TemporaryHome()
        let path = old.directory.path + "/old.sqlite"
        let queue = try DatabaseQueue(path: path)
        var migrator = DatabaseMigrator()
        SnapshotMigrations.register(in: &migrator)
        QueueMigrations.register(in: &migrator)
        ChangeMigrations.register(in: &migrator)
        try migrator.migrate(queue, upTo: "snapshots-1")
        try queue.write { connection in
            try connection.execute(
                sql: """
                    INSERT INTO snapshots (id, page_key, url, title, address, quotes, stored_at, json)
                    VALUES ('000000000001', 'k', 'https://www.example.org/x', 'Needle', 'a', 'q', 7,
                        '{"schema":1,"url":"https://www.example.org/x"}')
                    """)
        }
        try migrator.migrate(queue)
        try queue.read { connection in
            #expect(try String.fetchOne(connection, sql: "SELECT site FROM snapshots") == "example.org")
            let found = try Int.fetchOne(
                connection, sql: "SELECT count(*) FROM snapshot_search WHERE snapshot_search MATCH 'needle'")
            #expect(found == 1)
            #expect(try String.fetchOne(connection, sql: "SELECT id FROM change") == "000000000001")
        }
    }

    @Test("Changes of downloads that triggers once recorded keep their numbers")
    func itemMigration() throws {
        let old = try TemporaryHome()
        let queue = try DatabaseQueue(path: old.directory.path + "/old.sqlite")
        var migrator = DatabaseMigrator()
        SnapshotMigrations.register(in: &migrator)
        QueueMigrations.register(in: &migrator)
        ChangeMigrations.register(in: &migrator)
        try migrator.migrate(queue, upTo: "changes-1")
        try queue.write { connection in
            for id in ["a", "b", "gone"] {
                try connection.execute(
                    sql: """
                        INSERT INTO queue_item (id, url, host, directory, added_at, state)
                        VALUES (?, 'https://example.org/' || ?, 'example.org', '/tmp', 7, 'ready')
                        """, arguments: [id, id])
            }
            try connection.execute(sql: "UPDATE queue_item SET attempts = 1 WHERE id = 'a'")
            try connection.execute(sql: "DELETE FROM queue_item WHERE id = 'gone'")
        }
        let sql = "SELECT number || subject || id || is_gone FROM (\(SQLiteChangeLog.after))"
        let before = try queue.read {
            try String.fetchAll($0, sql: "SELECT number || subject || id || is_gone FROM change ORDER BY number")
        }
        #expect(before == ["2itemb0", "4itema0", "5itemgone1"])
        try migrator.migrate(queue)
        #expect(try queue.read { try String.fetchAll($0, sql: sql, arguments: [0, 0, 9, 9]) } == before)
    }
}
