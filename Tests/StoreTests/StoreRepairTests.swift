import DownloadQueue
import Foundation
import GRDB
import Places
import QueueConformance
import Syntax
import Testing

@testable import Store

@Suite("Damage that the store can repair")
struct StoreRepairTests {
    private let home: TemporaryHome

    init() throws {
        home = try TemporaryHome()
    }

    /// Creates a store with two downloads and changes the bytes of its file.
    private func damage(_ change: (inout Data, LeftoffDatabase) throws -> Void) throws -> [QueueItem] {
        let database = try LeftoffDatabase(home: home.path)
        let store = SQLiteQueueStore(database: database)
        let items = try store.add(
            ["a", "b"].map { try QueueStoreConformance.item("http://h/\($0)") }, at: QueueStoreConformance.start)
        let start = QueueStoreConformance.start
        try store.insert(["other": HostBackoff(failures: 1, notBefore: nil, since: start)])
        var bytes = try home.storeBytes()
        try change(&bytes, database)
        try database.queue.close()
        try bytes.write(to: URL(filePath: home.store))
        return items
    }

    /// Uses the queue in every way.
    private func use(_ database: LeftoffDatabase) throws {
        let store = SQLiteQueueStore(database: database)
        let start = QueueStoreConformance.start
        _ = try store.items(in: nil)
        _ = try store.items(in: Set(QueueState.allCases))
        _ = try store.summary(ids: nil)
        _ = try store.heldHosts(at: start)
        _ = try store.add([QueueStoreConformance.item("http://h/c")], at: start)
        _ = try store.sweep(at: start.addingTimeInterval(1e6), goneOwners: [])
        // The other download of a damaged index can be claimed.
        let claimed = try store.claim(QueueClaim(owner: "w", now: start), limit: 3)
        for item in claimed { _ = try QueueStoreConformance.fail(store, item) }
    }

    @Test("A flipped bit in an index is reported, and repaired with all downloads", arguments: [0x07, 0x01, 0x00])
    func index(type: UInt8) throws {
        defer { home.remove() }
        let items = try damage { bytes, _ in
            // The header of the first record of queue_item_state: "ready", priority 0, position 1, "h", row 1.
            let header = Data([0x06, 0x17, 0x08, 0x09, 0x0F, 0x09])
            let range = try #require(bytes.range(of: header))
            #expect(bytes[range.upperBound..<bytes.endIndex].range(of: header) == nil)
            bytes[range.lowerBound + 1] = type
        }
        let health = try LeftoffDatabase.health(home: home.path)
        #expect(health.damage?.contains("queue_item_state") == true)
        let database = try LeftoffDatabase(home: home.path)
        // A change of the row itself may fail, but ends no process.
        do { try use(database) } catch StoreError.damaged {}
        try database.queue.close()
        #expect(try LeftoffDatabase.repair(home: home.path)?.damagedTables.isEmpty == true)
        #expect(try LeftoffDatabase.health(home: home.path).damage == nil)
        let store = SQLiteQueueStore(database: try LeftoffDatabase(home: home.path))
        #expect(try store.items(in: Set(QueueState.allCases)).prefix(2).map(\.id) == items.map(\.id))
        _ = try store.apply(.remove, to: items.map(\.id), at: QueueStoreConformance.start)
    }

    @Test(
        "A damaged search index is reported and made anew, and no place is lost",
        arguments: ["snapshot_search", "snapshot_pair_search"],
        [
            "UPDATE @_data SET block = x'00' WHERE id = 10",
            "UPDATE @_data SET block = x'0000000101010101' WHERE id = 10",
            "UPDATE @_data SET block = x'FFFFFFFFFFFFFFFFFFFFFF' WHERE id = 10", "DELETE FROM @_data WHERE id = 10",
            "DELETE FROM @_data", "DELETE FROM @_data WHERE id NOT IN (1, 10)", "UPDATE @_config SET v = 5",
            "DELETE FROM @_config",
        ])
    func searchIndex(index: String, damage: String) throws {
        defer { home.remove() }
        let database = try LeftoffDatabase(home: home.path)
        let now = Date(timeIntervalSince1970: 1_772_368_200)
        func place(_ title: String) throws -> PageSnapshot {
            try PageSnapshot(
                value: .object(["url": .string("https://example.org/\(title.count)"), "title": .string(title)]))
        }
        let words = ["a fox", "a 漢字 text"]
        _ = try SQLiteSnapshotArchive(database: database, now: { now }).add(words.map(place))
        try database.write { try $0.execute(sql: damage.replacing("@", with: index)) }
        try database.queue.close()
        let health = try LeftoffDatabase.health(home: home.path)
        #expect(health.damage?.contains(index) == true)
        #expect(try LeftoffDatabase.repair(home: home.path)?.damagedTables.isEmpty == true)
        #expect(try LeftoffDatabase.health(home: home.path).damage == nil)
        let archive = SQLiteSnapshotArchive(database: try LeftoffDatabase(home: home.path), now: { now })
        _ = try archive.add(place("another fox 漢字"))
        #expect(try archive.list(SnapshotListing(query: "fox")).snapshots.count == 2)
        #expect(try archive.list(SnapshotListing(query: "漢字")).snapshots.count == 2)
        #expect(try archive.remove(ids: archive.list(SnapshotListing()).snapshots.map(\.id)) == 3)
    }

    @Test(
        "A shelf that does not list each place once is reported, and repaired with all places and page marks",
        arguments: [
            "DELETE FROM page", "DELETE FROM page_place", "UPDATE page SET shown = 1", "UPDATE page SET shown = NULL",
            "UPDATE page SET place_count = 9223372036854775807", "UPDATE page SET at = 1",
            "UPDATE page SET state = 'done' WHERE id = 2",
            "UPDATE page SET until = 9223372036854775807, state = 'later'",
            "UPDATE page SET until = -1, state = 'later'", "UPDATE page SET until = NULL, state = 'later'",
            "UPDATE page_place SET page = 99 WHERE seq = 2",
        ])
    func shelf(damage: String) throws {
        defer { home.remove() }
        let database = try LeftoffDatabase(home: home.path)
        let archive = SQLiteSnapshotArchive(database: database, now: { Date() })
        let places = try (0..<3).map { number in
            try archive.capture(ShelfSetup.snapshot("\(number)")).place
        }
        let shelf = SQLiteShelf(database: database, now: { Date() })
        _ = try shelf.apply(.mark(PageMark(.finished)), to: .places([places[0].id]))
        #expect(try LeftoffDatabase.health(home: home.path).damage == nil)
        try database.queue.writeWithoutTransaction { connection in
            // Triggers would mend some of it at once.
            try connection.execute(
                sql: """
                    PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;
                    CREATE TEMP TABLE saved AS SELECT name, sql FROM sqlite_master WHERE type = 'trigger';
                    """)
            let triggers = try String.fetchAll(connection, sql: "SELECT name FROM saved")
            let programs = try String.fetchAll(connection, sql: "SELECT sql FROM saved")
            for name in triggers { try connection.execute(sql: "DROP TRIGGER \(name)") }
            try connection.execute(sql: damage)
            for program in programs { try connection.execute(sql: program) }
        }
        try database.queue.close()
        #expect(try LeftoffDatabase.health(home: home.path).damage?.contains("the shelf") == true)
        #expect(try LeftoffDatabase.repair(home: home.path) != nil)
        #expect(try LeftoffDatabase.health(home: home.path).damage == nil)
        let repaired = SQLiteShelf(database: try LeftoffDatabase(home: home.path), now: { Date() })
        let pages = try repaired.pages(SnapshotListing(), after: nil).pages
        #expect(Set(pages.map(\.place.id)) == Set(places.map(\.id)) && pages.allSatisfy { $0.placeCount == 1 })
        if !damage.contains("state"), damage != "DELETE FROM page" {
            #expect(pages.first { $0.place.id == places[0].id }?.mark.state == .finished)
        }
    }

    @Test("A repair of a whole store keeps all downloads")
    func whole() throws {
        defer { home.remove() }
        let items = try damage { _, _ in }
        #expect(try LeftoffDatabase.repair(home: home.path) == nil)
        let database = try LeftoffDatabase(home: home.path)
        #expect(try SQLiteQueueStore(database: database).items(in: nil).map(\.id) == items.map(\.id))
        #expect(try LeftoffDatabase.health(home: home.path).damage == nil)
    }

    @Test("A process that has the store open goes on with the rebuilt one")
    func open() throws {
        defer { home.remove() }
        let items = try damage { bytes, _ in
            let range = try #require(bytes.range(of: Data([0x06, 0x17, 0x08, 0x09, 0x0F, 0x09])))
            bytes[range.lowerBound + 1] = 0x07
        }
        let database = try LeftoffDatabase(home: home.path)
        let mode = try database.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
        // With a write-ahead log, the other process must end first.
        guard mode == "truncate" else { return }
        let store = SQLiteQueueStore(database: database)
        _ = try store.items(in: nil)
        #expect(try LeftoffDatabase.repair(home: home.path) != nil)
        #expect(try store.items(in: Set(QueueState.allCases)).map(\.id) == items.map(\.id))
        let added = try store.add([QueueStoreConformance.item("http://h/c")], at: QueueStoreConformance.start)
        try database.queue.close()
        let reopened = SQLiteQueueStore(database: try LeftoffDatabase(home: home.path))
        #expect(try reopened.items(in: nil).map(\.id) == (items + added).map(\.id))
        #expect(try LeftoffDatabase.health(home: home.path).damage == nil)
    }
}
