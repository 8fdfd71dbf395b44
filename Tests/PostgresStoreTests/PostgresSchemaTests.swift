import DownloadQueue
import Foundation
import QueueConformance
import TestSupport
import Testing
import WHATWGURL

@testable import PostgresStore

@Suite("The tables of the queue on PostgreSQL", .enabled(if: PostgresServer.missing == nil))
struct PostgresSchemaTests {
    private static let start = QueueStoreConformance.start

    @Test("Tables of a newer version are refused and left unchanged")
    func newer() throws {
        let database = try TestDatabase()
        try QueueStoreConformance.add(database.store(), "a")
        try database.execute("UPDATE leftoff_schema SET version = 99")
        let error = #expect(throws: PostgresStoreError.self) { try database.store() }
        #expect(error == .newer(server: "\(database.address())", version: 99))
        #expect(try database.number("SELECT count(*) FROM leftoff_queue_item") == 1)
    }

    @Test("Stores that are opened at the same time create the tables once")
    func openedTogether() async throws {
        let database = try TestDatabase()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await withCheckedThrowingContinuation { continuation in
                        Thread.detachNewThread {
                            continuation.resume(with: Result { _ = try database.store() })
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try database.execute("SELECT version FROM leftoff_schema") == ["\(PostgresMigrations.all.count)"])
    }

    @Test("A worker's role needs no right to create or change tables")
    func workerRole() throws {
        let database = try TestDatabase()
        try QueueStoreConformance.add(database.store(), "a")
        let role = "role_\(database.schema)"
        try database.execute(
            """
            CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA \(database.schema) TO \(role);
            GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(database.schema) TO \(role);
            GRANT USAGE ON ALL SEQUENCES IN SCHEMA \(database.schema) TO \(role)
            """)
        let address = PostgresAddress(database.address().text.replacing("leftoff@", with: "\(role)@"))
        let store = try PostgresQueueStore(address)
        #expect(try store.claim(QueueClaim(owner: "w", now: Date())) != nil)
        #expect(try QueueStoreConformance.add(store, "b").count == 1)
        try database.execute("REVOKE INSERT ON leftoff_queue_item FROM \(role)")
        let error = #expect(throws: PostgresStoreError.self) { try QueueStoreConformance.add(store, "c") }
        guard case .notPermitted(_, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason == "permission denied for table leftoff_queue_item")
    }

    @Test("A table of another program is left alone")
    func foreignTable() throws {
        let database = try TestDatabase()
        try database.execute("CREATE TABLE leftoff_queue_item (own text)")
        let error = #expect(throws: PostgresStoreError.self) { try database.store() }
        guard case .foreign = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try database.number("SELECT count(*) FROM leftoff_queue_item") == 0)
    }

    @Test("A list is added again although the table seemed almost empty when it was analyzed")
    func outdatedStatistics() throws {
        let database = try TestDatabase()
        let store = try database.store()
        let items = try (0..<20_000).map { try QueueStoreConformance.item("http://h/\($0)") }
        let added = try store.add(items, at: Date())
        // This is what an analysis leaves that ran before the list was committed.
        try database.execute("UPDATE pg_class SET reltuples = 33 WHERE oid = 'leftoff_queue_item'::regclass")
        #expect(try store.add(items, at: Date()).map(\.id) == added.map(\.id))
        let tuples = try database.number(
            "SELECT reltuples::bigint FROM pg_class WHERE oid = 'leftoff_queue_item'::regclass")
        #expect(tuples > 10_000)
    }

    @Test("Long addresses and names with special characters are told apart")
    func destinations() throws {
        let store = try TestDatabase().store()
        let long = String(repeating: "x", count: 5_000)
        var items = try ["1", "2"].map { try QueueStoreConformance.item("http://h/\(long)\($0)") }
        for (directory, name) in [
            ("/d", "a\\b"), ("/d", #"a\\b"#), ("/d", #"a"b,{}"#), ("/d", "NULL"), ("/d a", nil), ("/d", " a"),
        ] as [(String, String?)] {
            let url = try #require(WebURL("http://h/x"))
            items.append(NewQueueItem(url: url, directory: directory, name: name))
        }
        let added = try store.add(items, at: Self.start)
        #expect(added.map(\.request) == items)
        #expect(try store.items(in: nil) == added)
        #expect(try store.add(items, at: Self.start).map(\.id) == added.map(\.id))
    }

    @Test("A request with NUL is refused, and a message with NUL is stored without it")
    func nul() throws {
        let store = try TestDatabase().store()
        var request = try QueueStoreConformance.item("http://h/a")
        request.referer = "http://r/\0"
        let error = #expect(throws: PostgresStoreError.self) { try store.add([request], at: Self.start) }
        guard case .containsNUL(_, "referer") = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try store.items(in: nil).isEmpty)
        let (item, lease) = try #require(
            try {
                try QueueStoreConformance.add(store, "a")
                let item = try store.claim(QueueClaim(owner: "w", now: Self.start))
                return item.flatMap { item in item.lease.map { (item, $0) } }
            }())
        let failure = QueueFailure(.protocol, "bad\0header")
        try store.record(.failed(failure, retryAfter: nil, jitter: 0), lease: lease, id: item.id, at: Self.start)
        #expect(try store.item(id: item.id).error?.message == "bad\u{FFFD}header")
    }

    @Test("A request that could not be read again is refused")
    func tooLong() throws {
        let store = try TestDatabase().store()
        for text in [
            String(repeating: "x", count: 300_000), String(repeating: "\u{301}", count: 200),
        ] {
            var request = try QueueStoreConformance.item("http://h/a")
            request.referer = text
            let error = #expect(throws: PostgresStoreError.self) { try store.add([request], at: Self.start) }
            guard case .tooLong(_, "referer") = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
        #expect(try store.items(in: nil).isEmpty)
    }

    @Test("The counts of states are exact after every kind of change, and are added up")
    func counts() throws {
        let database = try TestDatabase()
        let store = try database.store()
        for number in 0..<300 { try QueueStoreConformance.add(store, "\(number)") }
        for item in try QueueStoreConformance.claim(store, 250) {
            _ = try QueueStoreConformance.fail(store, item, kind: .redirect)
        }
        try store.pause(ids: try store.items(in: [.ready]).map(\.id), at: Self.start)
        _ = try store.apply(
            .remove, to: try store.items(QueueListing(states: [.waiting], limit: 9)).map(\.id), at: Self.start)
        let expected: [QueueState: Int] = [.waiting: 241, .paused: 50]
        #expect(try store.summary(ids: nil).counts == expected)
        try store.database.write(PostgresSummary.compactCounts)
        #expect(try database.number("SELECT count(*) FROM leftoff_queue_count_change") == 0)
        #expect(try store.summary(ids: nil).counts == expected)
        #expect(try store.summary(ids: Set(store.items(in: nil).map(\.id))).counts == expected)
    }

    @Test("Items are copied to another store with all their properties, and a repeated copy copies nothing")
    func transfer() throws {
        try QueueStoreConformance.checkTransfer(from: TestDatabase().store(), to: TestDatabase().store())
    }
}
