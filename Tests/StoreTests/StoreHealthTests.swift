import DownloadQueue
import Foundation
import GRDB
import Places
import QueueConformance
import Testing

@testable import Store

@Suite("Examining a store without changing it")
struct StoreHealthTests {
    @Test("The records are counted and the structure is checked")
    func plain() throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        _ = try LeftoffDatabase(home: home.path)
        let health = try LeftoffDatabase.health(home: home.path)
        #expect(health.placeCount == 0 && health.itemCount == 0)
        #expect(health.damage == nil && health.pending == nil)
        #expect(["truncate", "wal"].contains(health.journal) && health.version.hasPrefix("3."))
    }

    @Test("A damaged download is named")
    func damagedDownload() throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        let database = try LeftoffDatabase(home: home.path)
        let items = try QueueStoreConformance.add(SQLiteQueueStore(database: database), "a", "b")
        try database.write {
            try $0.execute(sql: "UPDATE queue_item SET url = '' WHERE id = ?", arguments: [items[0].id])
        }
        let health = try LeftoffDatabase.health(home: home.path)
        #expect(health.damaged == [UnreadableRecord(.download, id: items[0].id, reason: "its url is malformed")])
        #expect(health.itemCount == 2)
    }

    @Test("An older store is reported, and stays unchanged")
    func older() throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        try LeftoffDatabase(home: home.path).write {
            try $0.execute(sql: "DROP TABLE zen_scores; DELETE FROM grdb_migrations WHERE identifier = 'zen-1'")
        }
        let before = try home.storeBytes()
        #expect(try LeftoffDatabase.health(home: home.path).pending == .migration)
        #expect(try home.storeBytes() == before)
    }

    /// True if stores have a rollback journal with this version of SQLite.
    private static let hasRollbackJournal: Bool = {
        let version = try? DatabaseQueue().read { try String.fetchOne($0, sql: "SELECT sqlite_version()") }
        return JournalMode.mode(version: JournalMode.version(version ?? "")) == "truncate"
    }()

    @Test(
        "An interrupted transaction is reported, and left to the next command",
        .enabled(if: hasRollbackJournal, "this version of SQLite keeps a write-ahead log, which needs no rollback"))
    func cutOff() throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        let database = try LeftoffDatabase(home: home.path)
        let journal = home.store + "-journal"
        let copy = try TemporaryHome()
        defer { copy.remove() }
        try FileManager.default.createDirectory(atPath: copy.path, withIntermediateDirectories: true)
        try database.queue.inDatabase { connection in
            // With a cache this small, the change is written before the transaction ends.
            try connection.execute(sql: "PRAGMA cache_size=5; BEGIN IMMEDIATE; CREATE TABLE filler (x TEXT) STRICT;")
            for _ in 0..<400 {
                try connection.execute(
                    sql: "INSERT INTO filler VALUES (?)", arguments: [String(repeating: "x", count: 900)])
            }
            // A killed process leaves the file and its journal.
            for (from, to) in [(home.store, copy.store), (journal, copy.store + "-journal")]
            where FileManager.default.fileExists(atPath: from) {
                try FileManager.default.copyItem(atPath: from, toPath: to)
            }
            try connection.execute(sql: "ROLLBACK")
        }
        let before = try copy.storeBytes()
        #expect(try LeftoffDatabase.health(home: copy.path).pending == .rollback)
        #expect(try copy.storeBytes() == before)
        _ = try LeftoffDatabase(home: copy.path)
        #expect(try LeftoffDatabase.health(home: copy.path).pending == nil)
    }

    @Test("A file that is not a store of Leftoff is rejected")
    func foreign() throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        try home.putStore(Array(String(repeating: "not a database ", count: 500).utf8))
        #expect(throws: StoreError.self) { try LeftoffDatabase.health(home: home.path) }
    }
}
