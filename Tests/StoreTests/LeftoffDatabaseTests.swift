import Foundation
import GRDB
import Places
import Syntax
import Testing

@testable import Store

@Suite("The store's file")
struct LeftoffDatabaseTests {
    @Test("A new store is private, whatever the umask")
    func modes() throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        let before = umask(0)
        defer { umask(before) }
        let database = try LeftoffDatabase(home: home.path)
        #expect(database.path.hasSuffix("/share/leftoff/leftoff.sqlite"))
        #expect(try home.mode(home.path) == 0o700)
        #expect(try home.mode(home.directory.appending(path: "share").path) == 0o700)
        #expect(try home.mode(home.store) == 0o600)
        try database.write { try $0.execute(sql: "CREATE TABLE t (a)") }
        for name in try FileManager.default.contentsOfDirectory(atPath: home.path) {
            #expect(try home.mode(home.path + "/" + name) == 0o600, "\(name)")
        }
    }

    @Test("A store that has become readable by others is made private, and its directory left unchanged")
    func tightened() throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        try LeftoffDatabase(home: home.path).queue.close()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: home.store)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: home.path)
        _ = try LeftoffDatabase(home: home.path)
        #expect(try home.mode(home.store) == 0o600)
        #expect(try home.mode(home.path) == 0o755)
    }

    @Test("A store in which automatic merging was turned off is not a newer one, and FTS5 merges again")
    func upkeep() throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        let database = try LeftoffDatabase(home: home.path)
        let setting = "SELECT v FROM snapshot_search_config WHERE k = 'automerge'"
        try database.write {
            try $0.execute(
                sql: """
                    INSERT INTO snapshot_search (snapshot_search, rank) VALUES ('automerge', 0);
                    INSERT OR IGNORE INTO grdb_migrations VALUES ('snapshots-4');
                    DELETE FROM grdb_migrations WHERE identifier = 'snapshots-5';
                    """)
            #expect(try Int.fetchOne($0, sql: setting) == 0)
        }
        try database.queue.close()
        let again = try LeftoffDatabase(home: home.path)
        #expect(try again.read { try Int.fetchOne($0, sql: setting) } == 4)
    }

    @Test("Places that an older version stored in an archive's copy belong to the original page")
    func editions() throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        let database = try LeftoffDatabase(home: home.path)
        let archive = SQLiteSnapshotArchive(database: database, now: { Date(timeIntervalSince1970: 0) })
        let wayback = "https://web.archive.org/web/20240102030405/"
        let addresses = [wayback + "https://a.example/b", "https://a.example/b", wayback, "https://archive.example/c"]
        _ = try archive.add(try addresses.map { try PageSnapshot(value: .object(["url": .string($0)])) })
        try database.write {
            try $0.execute(
                sql: """
                    UPDATE snapshots SET page_key = url, site = 'web.archive.org';
                    DELETE FROM grdb_migrations WHERE identifier = 'snapshots-7';
                    """)
        }
        try database.queue.close()
        let again = try LeftoffDatabase(home: home.path)
        let rows = try again.read {
            try Row.fetchAll($0, sql: "SELECT page_key, site FROM snapshots ORDER BY seq").map { row -> [String] in
                [row[0], row[1]]
            }
        }
        #expect(
            rows == [
                ["https://a.example/b", "a.example"], ["https://a.example/b", "web.archive.org"],
                [wayback, "web.archive.org"], ["https://archive.example/c", "web.archive.org"],
            ])
    }

    @Test("Places and refusals that an older version stored for one time of a video belong to the video")
    func mediaTimes() throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        let database = try LeftoffDatabase(home: home.path)
        let archive = SQLiteSnapshotArchive(database: database, now: { Date(timeIntervalSince1970: 0) })
        let video = "https://www.youtube.com/watch?v=abc"
        let addresses = [video, video + "&t=90s", video + "&t=120s#a", "https://example.org/youtube?t=90s"]
        _ = try archive.add(try addresses.map { try PageSnapshot(value: .object(["url": .string($0)])) })
        for number in 1...2 { _ = try archive.refuseAutomatic(pageKey: video + "&t=\(number)s") }
        try database.write {
            try $0.execute(
                sql: """
                    UPDATE snapshots SET page_key = replace(url, '#a', '');
                    DELETE FROM grdb_migrations WHERE identifier = 'snapshots-8';
                    """)
        }
        try database.queue.close()
        let again = try LeftoffDatabase(home: home.path)
        let keys = try again.read { try String.fetchAll($0, sql: "SELECT page_key FROM snapshots ORDER BY seq") }
        #expect(keys == [video, video, video, "https://example.org/youtube?t=90s"])
        let refusals = try again.read { try String.fetchAll($0, sql: "SELECT page_key FROM automatic_refusal") }
        // A page has one refusal. The second one refuses an address that no page has any more.
        #expect(refusals.sorted() == [video, video + "&t=2s"])
    }

    @Test("A store has the journal mode that SQLite's version allows, full syncs, and its application id")
    func pragmas() throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        let database = try LeftoffDatabase(home: home.path)
        func value(_ sql: String) throws -> String? { try database.read { try String.fetchOne($0, sql: sql) } }
        let version = JournalMode.version(try #require(try value("SELECT sqlite_version()")))
        #expect(try value("PRAGMA journal_mode") == (version >= 3_051_003 ? "wal" : "truncate"))
        #expect(try value("PRAGMA synchronous") == "2")
        #expect(try value("PRAGMA foreign_keys") == "1")
        #expect(try value("PRAGMA busy_timeout") == "30000")
        #expect(try value("PRAGMA application_id") == "1279608404")
        #expect(try value("PRAGMA user_version") == "1")
        #expect(try value("PRAGMA integrity_check") == "ok")
    }

    @Test(
        "The write-ahead log is used only from the version of SQLite that fixes it",
        arguments: [
            ("3.40.1", "truncate"), ("3.51.2", "truncate"), ("3.51.3", "wal"), ("3.52.0", "wal"), ("4.0.0", "wal"),
            ("", "truncate"),
        ])
    func journalRule(version: String, mode: String) {
        #expect(JournalMode.mode(version: JournalMode.version(version)) == mode)
    }

    @Test("A store opens again with its contents, despite the draft of a killed process")
    func reopens() throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        try FileManager.default.createDirectory(atPath: home.path, withIntermediateDirectories: true)
        try Data("half".utf8).write(to: URL(filePath: home.store + ".new"))
        let first = try LeftoffDatabase(home: home.path)
        try first.write { try $0.execute(sql: "CREATE TABLE t (a); INSERT INTO t VALUES (7)") }
        try first.queue.close()
        let second = try LeftoffDatabase(home: home.path + "/")
        #expect(try second.read { try Int.fetchOne($0, sql: "SELECT a FROM t") } == 7)
        #expect(!FileManager.default.fileExists(atPath: home.store + ".new"))
    }

    @Test("A path with characters that are special in URIs works")
    func oddPath() throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        let path = home.directory.appending(path: "a?b#c %41é;x=&").path
        try LeftoffDatabase(home: path).queue.close()
        _ = try LeftoffDatabase(home: path)
        #expect(FileManager.default.fileExists(atPath: path + "/leftoff.sqlite"))
    }

    @Test("Threads that create the store at once share one")
    func concurrentCreation() async throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        let path = home.path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let database = try LeftoffDatabase(home: path)
                    try database.write { connection in
                        try connection.execute(sql: "CREATE TABLE IF NOT EXISTS t (a)")
                        try connection.execute(sql: "INSERT INTO t VALUES (?)", arguments: [number])
                    }
                }
            }
            try await group.waitForAll()
        }
        let count = try LeftoffDatabase(home: path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") }
        #expect(count == 8)
    }

    @Test("A transaction whose body throws is rolled back, and the error passes through")
    func rollback() throws {
        struct Refusal: Error {}
        let home = try TemporaryHome()
        defer { home.remove() }
        let database = try LeftoffDatabase(home: home.path)
        #expect(throws: Refusal.self) {
            try database.write { connection in
                try connection.execute(sql: "CREATE TABLE t (a)")
                throw Refusal()
            }
        }
        #expect(try database.read { try $0.tableExists("t") } == false)
    }

    @Test("A store that was left in the middle of a transaction opens with what was acknowledged before")
    func killedProcess() throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        let killed = try TemporaryHome()
        defer { killed.remove() }
        let database = try LeftoffDatabase(home: home.path)
        try database.write { connection in
            try connection.execute(sql: "CREATE TABLE t (a); INSERT INTO t VALUES (7), (zeroblob(200000))")
        }
        try database.queue.writeWithoutTransaction { connection in
            // A small cache makes SQLite write pages before the transaction ends.
            try connection.execute(sql: "PRAGMA cache_size=5; BEGIN IMMEDIATE; UPDATE t SET a = 8 WHERE a = 7")
            try connection.execute(sql: "UPDATE t SET a = randomblob(400000) WHERE a <> 8")
            try FileManager.default.createDirectory(atPath: killed.path, withIntermediateDirectories: true)
            for name in try FileManager.default.contentsOfDirectory(atPath: home.path) {
                try FileManager.default.copyItem(atPath: home.path + "/" + name, toPath: killed.path + "/" + name)
            }
            try connection.execute(sql: "ROLLBACK")
        }
        #expect(try killed.storeBytes() != home.storeBytes())
        let recovered = try LeftoffDatabase(home: killed.path)
        #expect(try recovered.read { try Int.fetchOne($0, sql: "SELECT a FROM t ORDER BY rowid LIMIT 1") } == 7)
        #expect(try recovered.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
    }
}
