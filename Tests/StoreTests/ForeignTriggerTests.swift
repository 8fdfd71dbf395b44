import Foundation
import GRDB
import Synchronization
import Testing

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
