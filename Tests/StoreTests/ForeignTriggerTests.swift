import DownloadQueue
import Foundation
import GRDB
import Places
import Synchronization
import Syntax
import Testing
import WHATWGURL

@testable import Store

@Suite("Triggers and views of other programs")
struct ForeignTriggerTests {
    @Test(
        "A store with a trigger or a view that Leftoff has not created is refused by its name",
        arguments: [
            ("queue_planted", "CREATE TRIGGER queue_planted AFTER UPDATE ON queue_item BEGIN SELECT 1; END"),
            ("planted", "CREATE VIEW planted AS SELECT 1"),
            (
                "snapshots_insert",
                """
                DROP TRIGGER snapshots_insert;
                CREATE TRIGGER snapshots_insert AFTER INSERT ON snapshots BEGIN DELETE FROM snapshots; END
                """
            ),
            (
                "kept_window_set",
                "DROP VIEW kept_window_set; CREATE VIEW kept_window_set AS SELECT * FROM window_set"
            ),
        ])
    func refused(name: String, sql: String) throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        let database = try LeftoffDatabase(home: home.path)
        try database.write { try $0.execute(sql: sql) }
        let errors = [
            try #require(throws: StoreError.self) { _ = try LeftoffDatabase(home: home.path) },
            try #require(throws: StoreError.self) { _ = try LeftoffDatabase.health(home: home.path) },
        ]
        for error in errors {
            #expect(Refusal(error) == .foreign && error.description.contains("\"\(name)\""), "\(error)")
        }
    }

    @Test(
        "A store with a constraint that Leftoff has not created is refused by its table",
        arguments: [
            ("queue_item", "CREATE UNIQUE INDEX planted ON queue_item (priority)"),
            ("snapshots", "CREATE UNIQUE INDEX planted ON snapshots (origin)"),
            ("snapshot_pair", "CREATE UNIQUE INDEX planted ON snapshot_pair (pairs)"),
            (
                "zen_scores",
                """
                DROP TABLE zen_scores; CREATE TABLE zen_scores (a TEXT UNIQUE ON CONFLICT REPLACE, b TEXT UNIQUE)
                """
            ),
        ])
    func refusedConstraints(table: String, sql: String) throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        let database = try LeftoffDatabase(home: home.path)
        try database.write { try $0.execute(sql: sql) }
        for open in [{ _ = try LeftoffDatabase(home: home.path) }, { _ = try LeftoffDatabase.health(home: home.path) }]
        {
            let error = try #require(throws: StoreError.self, performing: open)
            #expect(Refusal(error) == .foreign && error.description.contains("of its table \(table);"), "\(error)")
        }
    }

    @Test("Indexes that refuse nothing, and tables of other programs, are accepted")
    func harmlessAdditions() throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        let sql = "CREATE INDEX planted ON queue_item (priority); CREATE TABLE planted_table (a TEXT UNIQUE)"
        try LeftoffDatabase(home: home.path).write { try $0.execute(sql: sql) }
        #expect(throws: Never.self) { _ = try LeftoffDatabase(home: home.path) }
    }

    @Test("The known constraints are those of a new store")
    func knownConstraints() throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        let rows = try LeftoffDatabase(home: home.path).read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT own.name, added.name FROM sqlite_schema AS own JOIN pragma_index_list(own.name) AS added
                    WHERE own.type = 'table' AND added."unique" AND own.name <> 'grdb_migrations'
                    AND own.name NOT LIKE '%\\_search\\_%' ESCAPE '\\'
                    """)
        }
        let automatic = rows.filter { ($0[1] as String).hasPrefix("sqlite_autoindex") }.map { $0[0] as String }
        #expect(Dictionary(automatic.map { ($0, 1) }, uniquingKeysWith: +) == LeftoffDatabase.constraintCounts)
        let own = rows.map { $0[1] as String }.filter { !$0.hasPrefix("sqlite_autoindex") }
        #expect(own.sorted() == LeftoffDatabase.uniqueIndexes.sorted())
    }

    @Test("A row that a constraint refuses without an error is reported, and is not acknowledged")
    func refusedRows() throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        let database = try LeftoffDatabase(home: home.path)
        try database.write { try $0.execute(sql: "CREATE UNIQUE INDEX planted ON queue_item (priority)") }
        let queue = SQLiteQueueStore(database: database)
        let items = try ["a", "b"].map {
            NewQueueItem(url: try #require(WebURL("http://h/\($0)")), directory: "/d")
        }
        _ = try queue.add([items[0]], at: Date())
        #expect(throws: StoreError.self) { try queue.add([items[1]], at: Date()) }
        try database.write { connection in
            try connection.execute(sql: "DROP INDEX planted; PRAGMA writable_schema=ON")
            try connection.execute(
                sql: """
                    UPDATE sqlite_schema SET sql = replace(sql, 'json TEXT NOT NULL',
                        'json TEXT NOT NULL CHECK (1), planted TEXT NOT NULL ON CONFLICT IGNORE DEFAULT NULL')
                    WHERE name = 'snapshots'
                    """)
            #expect(connection.changesCount == 1)
        }
        let places = SQLiteSnapshotArchive(database: try LeftoffDatabase(home: home.path), now: { Date() })
        #expect(throws: StoreError.self) {
            try places.add(try PageSnapshot(value: .object(["url": .string("https://example.org/")])))
        }
    }

    @Test("Rows of a position without a snapshot do not keep new places from being stored")
    func orphans() throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        let database = try LeftoffDatabase(home: home.path)
        try database.queue.writeWithoutTransaction { connection in
            try connection.execute(
                sql: """
                    PRAGMA foreign_keys=OFF;
                    INSERT INTO snapshot_pair (seq, pairs) VALUES (1, 'ab');
                    INSERT INTO snapshot_tag (tag, seq, name) VALUES ('t', 1, 't');
                    PRAGMA foreign_keys=ON
                    """)
        }
        let places = SQLiteSnapshotArchive(database: database, now: { Date() })
        let snapshot = try PageSnapshot(
            value: .object(["url": .string("https://example.org/"), "title": .string("中文字")]))
        let id = try places.add(snapshot).id
        let metadata = try SnapshotMetadata(tags: ["t"], note: "")
        _ = try places.updateMetadata(id: id, isKept: true) { _ in metadata }
        #expect(try places.snapshot(id: id).metadata == metadata)
    }

    @Test("The triggers and views of every version of the tables are accepted")
    func ownVersions() throws {
        let migrations = LeftoffDatabase.migrator().migrations
        for migration in migrations {
            let home = try TemporaryHome()
            defer { home.remove() }
            try FileManager.default.createDirectory(atPath: home.path, withIntermediateDirectories: true)
            let queue = try DatabaseQueue(path: home.store)
            try queue.write { database in
                try database.execute(sql: "PRAGMA application_id=\(LeftoffDatabase.applicationID)")
                try database.execute(sql: "PRAGMA user_version=\(LeftoffDatabase.layoutVersion)")
            }
            try LeftoffDatabase.migrator().migrate(queue, upTo: migration)
            try queue.close()
            #expect(throws: Never.self) { _ = try LeftoffDatabase(home: home.path) }
        }
    }

    @Test("An endless statement ends when the database is interrupted, and later ones are executed")
    func interrupted() throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        let database = try LeftoffDatabase(home: home.path)
        let hasEnded = Atomic(false)
        Thread.detachNewThread {
            while !hasEnded.load(ordering: .sequentiallyConsistent) { database.interrupt() }
        }
        #expect(throws: StoreError.self) {
            try database.write { connection in
                try connection.execute(
                    sql: "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) SELECT count(*) FROM n")
            }
        }
        hasEnded.store(true, ordering: .sequentiallyConsistent)
        while (try? database.snapshotCount()) == nil {}
    }
}
