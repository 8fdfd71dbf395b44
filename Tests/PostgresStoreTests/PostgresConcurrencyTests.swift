import DownloadQueue
import Foundation
import QueueConformance
import TestSupport
import Testing
import WHATWGURL

@testable import PostgresStore

@Suite("The queue on PostgreSQL with several workers", .enabled(if: PostgresServer.missing == nil))
struct PostgresConcurrencyTests {
    private static let start = QueueStoreConformance.start

    /// Runs closures on threads of their own, because they block, and rethrows the first error.
    private static func concurrently<Value: Sendable>(
        _ count: Int, _ body: @escaping @Sendable (Int) throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: Value.self) { group in
            for number in 0..<count {
                group.addTask {
                    try await withCheckedThrowingContinuation { continuation in
                        Thread.detachNewThread { continuation.resume(with: Result { try body(number) }) }
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test("All workers together never hold more items of a host than allowed")
    func hostLimit() async throws {
        let database = try TestDatabase()
        let limit = 2
        // The ledger is written by the database itself, after every statement that changes items.
        let first = try database.store()
        try database.execute(
            """
            CREATE TABLE ledger (host text, held bigint);
            CREATE FUNCTION record_held() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
            BEGIN
                INSERT INTO ledger SELECT host, count(*) FROM leftoff_queue_item
                    WHERE lease_owner IS NOT NULL AND host IN (SELECT host FROM changed) GROUP BY host;
                RETURN NULL;
            END $$;
            CREATE TRIGGER record_held AFTER UPDATE ON leftoff_queue_item
                REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_held();
            """)
        _ = try first.add(
            try (0..<240).map { try QueueStoreConformance.item("http://h\($0 % 3)/\($0)") }, at: Self.start)
        let counts = try await Self.concurrently(8) { number in
            let store = try database.store()
            var claim = QueueClaim(owner: "w\(number)", now: Self.start)
            claim.sharedPerHost = limit
            var count = 0
            while true {
                let items = try store.claim(claim, limit: 4)
                let records = items.compactMap { item in
                    item.lease.map {
                        QueueRecord(
                            [
                                .named(item.id), .verifying(PartialContent(durableBytes: 1, total: 1)),
                                .committing(fileName: item.id, sha256: "00"), .completed,
                            ], lease: $0, id: item.id, at: Self.start)
                    }
                }
                for result in try store.record(records) { _ = try result.get() }
                count += items.count
                if items.isEmpty, try store.summary(ids: nil)[.ready] == 0 { return count }
            }
        }
        #expect(counts.reduce(0, +) == 240)
        #expect(try database.number("SELECT max(held) FROM ledger") == limit)
        #expect(try first.summary(ids: nil).counts == [.done: 240])
        #expect(try database.number("SELECT count(*) FROM leftoff_queue_item WHERE epoch <> 1") == 0)
    }

    @Test("Adders of the same downloads at the same time make one item of each")
    func adders() async throws {
        let database = try TestDatabase()
        let first = try database.store()
        let names = (0..<300).map(String.init)
        let ids = try await Self.concurrently(16) { number in
            // Each has another order.
            var names = names
            names.rotate(by: number * 17)
            return try QueueStoreConformance.add(database.store(), names).sorted { $0.url.href < $1.url.href }.map(\.id)
        }
        #expect(Set(ids).count == 1)
        #expect(try first.items(in: nil).count == names.count)
        #expect(try first.summary(ids: nil).counts == [.ready: names.count])
    }

    @Test("A worker that was stopped for longer than its lease cannot write afterwards")
    func stopped() throws {
        let database = try TestDatabase()
        let clock = PostgresQueueStore.Clock.server { Date() }
        let (stopped, other) = (try database.store { $0.clock = clock }, try database.store { $0.clock = clock })
        try QueueStoreConformance.add(stopped, "a")
        let item = try #require(try stopped.claim(QueueClaim(owner: "stopped", now: Date())))
        #expect(try other.claim(QueueClaim(owner: "other", now: Date())) == nil)
        try database.execute("UPDATE leftoff_queue_item SET lease_until = lease_until - 60000")
        let taken = try #require(try other.claim(QueueClaim(owner: "other", now: Date())))
        #expect(taken.id == item.id && taken.epoch == 2)
        let lease = try #require(item.lease)
        for event in [QueueEvent.renewed(until: Date().addingTimeInterval(60)), .named("a"), .released] {
            #expect(throws: QueueError.leaseLost(id: item.id)) {
                try stopped.record(event, lease: lease, id: item.id, at: Date())
            }
        }
        #expect(try database.execute("SELECT lease_owner FROM leftoff_queue_item") == ["other"])
    }

    @Test("The clocks of workers do not matter", arguments: [-600.0, -61, 61, 600])
    func clocks(offset: Double) throws {
        let database = try TestDatabase()
        let begin = ContinuousClock.now
        let now = { @Sendable in Date().addingTimeInterval(offset) }
        let (wrong, right) = (
            try database.store { $0.clock = .server(now: now) },
            try database.store { $0.clock = .server { Date() } }
        )
        _ = try right.add(
            try ["http://a/1", "http://b/2"].map { try QueueStoreConformance.item($0) }, at: Date())
        let held = try #require(try right.claim(QueueClaim(owner: "right", now: Date())))
        // The clocks go on between two calls.
        func elapsed() -> Double { 2 * ((ContinuousClock.now - begin) / .seconds(1)) }
        // A live lease stays live, and the worker's own lease has its full length by its own clock.
        let before = now()
        let claimed = try wrong.claim(QueueClaim(owner: "wrong", now: before), limit: 9)
        #expect(claimed.map(\.url.host) == ["b"])
        let lease = try #require(claimed[0].lease)
        #expect(abs(lease.until.timeIntervalSince(before) - 60) < 1)
        let end = try #require(try wrong.summary(ids: nil).nextLeaseEnd)
        #expect(abs(end.timeIntervalSince(now()) - 60) <= elapsed())
        // A delay has its length, whoever requests it.
        let failure = QueueEvent.failed(
            QueueFailure(.http, "busy"), retryAfter: now().addingTimeInterval(50), jitter: 0)
        let transition = try wrong.record(failure, lease: lease, id: claimed[0].id, at: now())
        let delays = transition.actions.compactMap { action -> Double? in
            if case .backOffHost(let end) = action { end.timeIntervalSince(now()) } else { nil }
        }
        #expect(delays.count == 1 && abs(delays[0] - 50) <= elapsed())
        let heldHosts = try right.heldHosts(at: Date(), among: ["a", "b"])
        #expect(heldHosts.keys.sorted() == ["b"])
        #expect(abs(try #require(heldHosts["b"]).timeIntervalSinceNow - 50) <= elapsed())
        #expect(try right.record(.released, lease: #require(held.lease), id: held.id, at: Date()).item.state == .ready)
    }

    @Test("Renewing leases writes no index")
    func renewals() throws {
        let store = try TestDatabase().store()
        // All versions of so few rows fit into one page of 8 KiB, even if a transaction of another test prevents that
        // old ones are removed. An update to another page would not be a HOT update.
        try QueueStoreConformance.add(store, (0..<5).map(String.init))
        let items = try QueueStoreConformance.claim(store, 5)
        #expect(items.count == 5)
        let count = try store.database.write { transaction in
            let records = try items.map { item in
                QueueRecord(
                    [.renewed(until: Self.start.addingTimeInterval(90))], lease: try #require(item.lease), id: item.id,
                    at: Self.start)
            }
            let recorder = PostgresRecorder(machine: QueueMachine(), transaction: transaction) {
                CallTime(now: $0.now, caller: $0.now)
            }
            for result in try recorder.record(records) { _ = try result.get() }
            return try transaction.execute(
                """
                SELECT n_tup_hot_upd FROM pg_stat_xact_user_tables
                WHERE relname = 'leftoff_queue_item' AND schemaname = current_schema()
                """
            ).first?.integer(0)
        }
        #expect(count == 5)
    }
}

extension Array {
    fileprivate mutating func rotate(by count: Int) {
        let count = count % Swift.max(1, self.count)
        self = Array(self[count...] + self[..<count])
    }
}
