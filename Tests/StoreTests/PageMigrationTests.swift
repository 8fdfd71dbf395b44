import Foundation
import GRDB
import Places
import Syntax
import Testing

@testable import Store

@Suite("A store of a released version gets its pages")
struct PageMigrationTests {
    /// Creates a store as Leftoff created it before there were pages.
    private func released(_ home: TemporaryHome, _ body: (Database) throws -> Void) throws {
        try FileManager.default.createDirectory(atPath: home.path, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: home.store)
        try queue.write { connection in
            try connection.execute(
                sql: """
                    PRAGMA application_id = \(LeftoffDatabase.applicationID);
                    PRAGMA user_version = \(LeftoffDatabase.layoutVersion);
                    """)
        }
        try LeftoffDatabase.migrator().migrate(queue, upTo: "clock-1")
        try queue.write(body)
        try queue.close()
    }

    private func insert(
        _ number: Int, into table: String = "snapshots", origin: String = "click", storedAt: Int64? = nil,
        capturedAt: Int64? = nil, json: String, _ connection: Database
    ) throws {
        let key = "https://example.org/\(number / 4)"
        let id = String(repeating: "0", count: 12 - "\(number)".count) + "\(number)"
        let time = storedAt ?? Int64(number) * 1_000
        guard table == "snapshots" else {
            return try connection.execute(
                sql: """
                    INSERT INTO snapshot_forgotten (id, json, stored_at, seq, tags, note, version, forgotten_at, origin)
                    VALUES (?, ?, ?, ?, '', '', 0, ?, ?)
                    """, arguments: [id, json, time, number + 1, time, origin])
        }
        try connection.execute(
            sql: """
                INSERT INTO snapshots (seq, id, page_key, url, title, address, quotes, captured_at, stored_at, json,
                    site, origin)
                VALUES (?, ?, ?, ?, '', '', '', ?, ?, ?, 'example.org', ?)
                """, arguments: [number + 1, id, key, key, capturedAt, time, json, origin])
    }

    private var withoutForeignKeys: Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        return configuration
    }

    private func json(_ number: Int, _ progress: Double) -> String {
        #"{"schema":1,"url":"https://example.org/\#(number / 4)","pageYOffset":9,"progress":{"text":\#(progress)}}"#
    }

    @Test("A thousand places are on 250 pages, and a page that was read to its end is finished")
    func thousand() throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        try released(home) { connection in
            for number in 0..<1_000 {
                // The newest place of every second page is at its end, and so is the oldest of the others.
                let isEnd = number % 8 == 3 || number % 8 == 4
                try insert(number, json: json(number, isEnd ? 0.97 : 0.3), connection)
            }
            try insert(2_000, json: "{", connection)
            try insert(2_004, into: "snapshot_forgotten", json: json(2_004, 0.3), connection)
            try insert(2_008, into: "snapshot_forgotten", json: "{", connection)
            // What another program left behind when it deleted a place must not end the migration.
            try connection.execute(sql: "INSERT INTO snapshot_tag (tag, seq, name) VALUES ('a', 3, 'a')")
        }
        try DatabaseQueue(path: home.store, configuration: withoutForeignKeys).writeWithoutTransaction {
            try $0.execute(sql: "UPDATE snapshot_tag SET seq = 99999")
        }
        let database = try LeftoffDatabase(home: home.path)
        let shelf = SQLiteShelf(database: database, now: { Date(timeIntervalSince1970: 10_000) })
        #expect(try shelf.stateCounts(SnapshotListing()) == [.unfinished: 126, .later: 0, .finished: 125])
        let page = try #require(try shelf.page(key: "https://example.org/0"))
        #expect(page.placeCount == 4 && page.mark == PageMark(.finished) && page.markedAt == page.latestAt)
        #expect(page.latestAt == Date(timeIntervalSince1970: 3) && page.place.position == 4)
        let part = try shelf.pages(SnapshotListing(), after: nil)
        #expect(part.pages.count == 250 && part.damaged.count == 1)
        let keys = try database.read {
            try String.fetchAll($0, sql: "SELECT page_key FROM snapshot_forgotten ORDER BY id")
        }
        #expect(keys == ["https://example.org/501", ""])
        // The migration alone tells no client about pages.
        let sql = "SELECT count(*) FROM change WHERE subject = 'page'"
        #expect(try database.read { try Int.fetchOne($0, sql: sql) } == 0)
        #expect(try LeftoffDatabase.health(home: home.path).damage == nil)
    }

    @Test("An older version refuses a store with pages, and a store without them is migrated once")
    func downgrade() throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        try released(home) { _ in }
        try LeftoffDatabase(home: home.path).queue.close()
        let queue = try DatabaseQueue(path: home.store)
        var older = DatabaseMigrator()
        SnapshotMigrations.register(in: &older)
        #expect(try queue.read(older.hasBeenSuperseded))
        #expect(try queue.read(LeftoffDatabase.migrator().hasCompletedMigrations))
    }

    @Test("The repair brings places back to the shelf, and keeps the page marks")
    func repair() throws {
        let setup = try ShelfSetup()
        for number in 0..<20 { try setup.capture("\(number % 7)", Double(number) / 30) }
        try setup.mark("3", .finished)
        let before = try setup.shelf.pages(SnapshotListing(), after: nil)
        try setup.database.write { connection in
            try connection.execute(
                sql: "DELETE FROM page_place WHERE seq % 2 = 0; UPDATE page SET shown = 1, place_count = 99")
        }
        let damage = try #require(try LeftoffDatabase.health(home: setup.home.path).damage)
        #expect(damage.contains("10 places are missing from the shelf"))
        try setup.database.queue.close()
        #expect(try LeftoffDatabase.repair(home: setup.home.path) != nil)
        let database = try LeftoffDatabase(home: setup.home.path)
        let shelf = SQLiteShelf(database: database, now: { [clock = setup.clock] in clock.now })
        #expect(try shelf.pages(SnapshotListing(), after: nil) == before)
        #expect(try LeftoffDatabase.health(home: setup.home.path).damage == nil)
    }
}
