import DownloadQueue
import Downloads
import Foundation
import GRDB
import QueueConformance
import Store
import Synchronization
import Testing
import WHATWGURL

@Suite("The queue's statements")
struct QueueStatementTests {
    private static let start = QueueStoreConformance.start

    /// The statements that workers and people use on a queue of many items.
    private static func use(_ store: SQLiteQueueStore) throws {
        let now = start.addingTimeInterval(5)
        _ = try store.items(QueueListing(limit: 50))
        let listed = try store.items(QueueListing(states: [.ready], limit: 50))
        _ = try store.items(QueueListing(limit: 50, after: listed.last?.id))
        _ = try store.items(QueueListing(states: [.ready, .failed], limit: 50, after: listed.last?.id))
        var ended = QueueListing(states: [.done], limit: 50)
        ended.order = .ended
        _ = try store.items(ended)
        _ = try store.item(id: listed[0].id)
        _ = try store.add([try QueueStoreConformance.item("http://busy/new")], at: now)
        _ = try store.add([try QueueStoreConformance.item("http://busy/new")], at: now)
        var claim = QueueClaim(owner: "w", now: now)
        claim.busyHosts = ["busy"]
        claim.directoriesWithSpace = ["/d"]
        claim.goneOwners = ["gone"]
        let items = try store.claim(claim, limit: 4)
        for item in items {
            let failure = QueueFailure(.disk, "full", needsSpace: true)
            let lease = try #require(item.lease)
            _ = try store.record(.named(item.id), lease: lease, id: item.id, at: now)
            _ = try store.record(.failed(failure, retryAfter: nil, jitter: 0), lease: lease, id: item.id, at: now)
        }
        _ = try store.claim(QueueClaim(owner: "w", now: now.addingTimeInterval(1_000)))
        _ = try store.summary(ids: nil)
        _ = try store.leased(by: "w")
        _ = try store.leaseOwners()
        _ = try store.sweep(at: now, goneOwners: ["w"])
        try store.pause(ids: [listed[5].id], at: now)
        try store.remove(ids: [listed[6].id], at: now)
    }

    @Test("None of them scans the table, and none sorts many rows")
    func plans() throws {
        let home = try TemporaryHome()
        let database = try LeftoffDatabase(home: home.path)
        let store = SQLiteQueueStore(database: database)
        _ = try store.add(
            try (0..<1_200).map {
                try QueueStoreConformance.item("http://\($0 < 1_000 ? "busy" : "h\($0 % 7)")/\($0)")
            },
            at: Self.start)
        let seen = Mutex<Set<String>>([])
        database.queue.inDatabase { database in
            database.trace { event in
                if case .statement(let statement) = event { _ = seen.withLock { $0.insert(statement.sql) } }
            }
        }
        try Self.use(store)
        database.queue.inDatabase { $0.trace() }
        let statements = seen.withLock { $0 }.filter { $0.contains("queue_item") }
        #expect(statements.count > 20)
        for sql in statements.sorted() {
            let plan = try database.queue.inDatabase { database in
                let count = sql.count { $0 == "?" }
                return try Row.fetchAll(
                    database, sql: "EXPLAIN QUERY PLAN " + sql,
                    arguments: StatementArguments(Array(repeating: 1, count: count))
                ).map { $0["detail"] as String }
            }
            for step in plan {
                let isWholeTable = step.hasPrefix("SCAN queue_item") && !step.contains("INDEX")
                #expect(!isWholeTable, "\(sql): \(step)")
                // Workers hold few items.
                let isFew = sql.contains("lease_owner") || sql.contains("'cancelled'")
                #expect(isFew || !step.contains("TEMP B-TREE FOR ORDER BY"), "\(sql): \(step)")
            }
        }
    }

    @Test("Records of many threads share transactions, and each caller gets its own result")
    func group() throws {
        let home = try TemporaryHome()
        let database = try LeftoffDatabase(home: home.path)
        let store = SQLiteQueueStore(database: database)
        let count = 64
        try QueueStoreConformance.add(store, (0..<count).map(String.init))
        let items = try QueueStoreConformance.claim(store)
        let commits = Mutex(0)
        database.queue.inDatabase { database in
            database.trace { event in
                if case .statement(let statement) = event, statement.sql.hasPrefix("COMMIT") {
                    commits.withLock { $0 += 1 }
                }
            }
        }
        let fileNames = Mutex<[String: String]>([:])
        let (ended, begun) = (DispatchGroup(), DispatchGroup())
        // While this transaction reads, no thread can commit, so all of them wait.
        let (isHeld, mayContinue) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        ended.enter()
        Thread.detachNewThread {
            try? database.read { _ in
                isHeld.signal()
                mayContinue.wait()
            }
            ended.leave()
        }
        isHeld.wait()
        for item in items {
            ended.enter()
            begun.enter()
            Thread.detachNewThread {
                let lease = item.lease ?? QueueLease(owner: "", epoch: 0, until: Self.start)
                begun.leave()
                let transition = try? store.record(.named("n-\(item.id)"), lease: lease, id: item.id, at: Self.start)
                fileNames.withLock { $0[item.id] = transition?.item.fileName }
                ended.leave()
            }
        }
        begun.wait()
        mayContinue.signal()
        ended.wait()
        #expect(fileNames.withLock { $0 } == Dictionary(uniqueKeysWithValues: items.map { ($0.id, "n-\($0.id)") }))
        #expect(commits.withLock { $0 } < count)
        #expect(try store.items(in: [.running]).allSatisfy { $0.fileName == "n-\($0.id)" })
    }

    @Test("If the file of a store disappears, every caller of a group gets an error")
    func groupFails() throws {
        let home = try TemporaryHome()
        let database = try LeftoffDatabase(home: home.path)
        let store = SQLiteQueueStore(database: database)
        try QueueStoreConformance.add(store, ["a"])
        let item = try #require(try QueueStoreConformance.claim(store).first)
        try database.queue.inDatabase { try $0.execute(sql: "PRAGMA query_only = 1") }
        #expect(throws: StoreError.self) {
            try store.record(.named("n"), lease: #require(item.lease), id: item.id, at: Self.start)
        }
        try database.queue.inDatabase { try $0.execute(sql: "PRAGMA query_only = 0") }
        #expect(try store.item(id: item.id) == item)
        // The cached items are not used afterwards.
        _ = try store.record(.named("n"), lease: #require(item.lease), id: item.id, at: Self.start)
        #expect(try store.item(id: item.id).fileName == "n")
    }
}
