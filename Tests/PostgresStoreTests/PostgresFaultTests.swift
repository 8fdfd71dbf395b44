import DownloadQueue
import Foundation
import QueueConformance
import Synchronization
import TestSupport
import Testing
import WHATWGURL

@testable import PostgresStore

@Suite("The queue on PostgreSQL when connections fail", .enabled(if: PostgresServer.missing == nil))
struct PostgresFaultTests {
    private static let start = QueueStoreConformance.start

    private static let whole: [QueueEvent] = [
        .verifying(PartialContent(durableBytes: 1, total: 1)), .committing(fileName: "f", sha256: "00"), .completed,
    ]

    @Test("Each call writes once, whichever part of a commit is lost", arguments: CommitDroppingProxy.Loss.allCases)
    func lostCommit(loss: CommitDroppingProxy.Loss) throws {
        let database = try TestDatabase()
        let proxy = try CommitDroppingProxy(serverPort: database.server.port)
        defer { proxy.stop() }
        let store = try database.store(port: proxy.port) { $0.clock = .caller }

        proxy.lose([loss])
        let added = try QueueStoreConformance.add(store, "a", "b")
        #expect(try database.number("SELECT count(*) FROM leftoff_queue_item") == 2)
        #expect(try store.items(in: nil) == added)

        proxy.lose([loss])
        let item = try #require(try store.claim(QueueClaim(owner: "w", now: Self.start)))
        // A repeated claim would have a higher epoch, or would be of the other item.
        #expect(item.id == added[0].id && item.epoch == 1 && item.attempts == 1)
        #expect(try store.item(id: item.id) == item)
        let lease = try #require(item.lease)

        proxy.lose([loss])
        let done = try store.record([QueueRecord(Self.whole, lease: lease, id: item.id, at: Self.start)])[0].get()
        // A repeated record would find the lease lost.
        #expect(done.item.state == .done)
        #expect(try store.item(id: item.id) == done.item)

        proxy.lose([loss])
        #expect(try store.pause(ids: [added[1].id], at: Self.start).map(\.state) == [.paused])
        #expect(proxy.pendingCount == 0)
        #expect(try store.summary(ids: nil).counts == [.done: 1, .paused: 1])
    }

    @Test("A transaction whose connection is terminated is repeated")
    func terminated() throws {
        let database = try TestDatabase()
        let store = try database.store()
        try QueueStoreConformance.add(store, "a")
        // Before a call.
        try database.terminateConnections()
        #expect(try store.items(in: nil).count == 1)
        // In the middle of one.
        let calls = Counter()
        let count = try store.database.write { transaction in
            try transaction.execute("UPDATE leftoff_queue_item SET attempts = attempts + 1")
            if calls.next() == 1 { try database.terminateConnections() }
            return try transaction.execute("SELECT attempts FROM leftoff_queue_item").first?.integer(0)
        }
        #expect(count == 1)
        #expect(calls.value == 2)
        #expect(try database.number("SELECT attempts FROM leftoff_queue_item") == 1)
    }

    @Test("A statement of the server ends when the store is interrupted, and later calls work")
    func interrupted() throws {
        let store = try TestDatabase().store()
        let failure = Mutex<(any Error)?>(nil)
        Thread.detachNewThread {
            do {
                _ = try store.database.read { try $0.execute("SELECT pg_sleep(600)").count }
                failure.withLock { $0 = QueueError.notFound(id: "an interruption") }
            } catch {
                failure.withLock { $0 = error }
            }
        }
        // The statement may not have begun yet.
        while failure.withLock({ $0 == nil }) { store.interrupt() }
        let error = try #require(failure.withLock { $0 } as? PostgresStoreError)
        #expect("\(error)".hasSuffix("canceling statement due to user request"))
        #expect(try QueueStoreConformance.add(store, "a").count == 1)
    }

    @Test("A crash of the server loses nothing, and calls continue after its restart")
    func crash() async throws {
        let server = try PostgresServer(settings: ["wal_sync_method=fdatasync"])
        let database = try TestDatabase(server)
        // The clock stands still, so the store waits for the server however long its restart takes.
        let now = ContinuousClock.now
        let store = try database.store {
            $0.clock = .caller
            $0.reconnect.now = { now }
        }
        try QueueStoreConformance.add(store, (0..<50).map(String.init))
        let crashed = DispatchSemaphore(value: 0)
        let caller = Task.detached {
            var done: [String] = []
            while let item = try store.claim(QueueClaim(owner: "w", now: Self.start)) {
                let lease = try #require(item.lease)
                var events = Self.whole
                events.insert(.named(item.id), at: 0)
                _ = try store.record([QueueRecord(events, lease: lease, id: item.id, at: Self.start)])[0].get()
                done.append(item.id)
                if done.count == 10 { crashed.signal() }
            }
            return done
        }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                crashed.wait()
                continuation.resume()
            }
        }
        try server.crash()
        try server.start()
        let done = try await caller.value
        #expect(done.count == 50 && Set(done).count == 50)
        #expect(try store.summary(ids: nil).counts == [.done: 50])
        #expect(try store.items(in: [.done]).allSatisfy { $0.epoch == 1 })
    }

    @Test("A read-only server is waited for, and reported when the time is over")
    func readOnly() throws {
        let server = try PostgresServer.shared.get()
        let name = "read_only_\(UUID().uuidString.prefix(8).lowercased())"
        try server.execute("CREATE DATABASE \(name)")
        let clock = SteppingClock()
        var configuration = PostgresQueueStore.Configuration()
        configuration.clock = .caller
        configuration.reconnect.now = { clock.now }
        configuration.reconnect.sleep = { clock.advance(by: $0) }
        configuration.reconnect.random = { 1 }
        let store = try PostgresQueueStore(server.storeAddress(database: name), configuration: configuration)
        let setting = "ALTER DATABASE \(name) SET default_transaction_read_only"
        try server.execute("\(setting) = on")
        try server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'")
        #expect(throws: QueueError.self) { try QueueStoreConformance.add(store, "a") }
        #expect(clock.elapsed >= .seconds(60))
        #expect(try store.items(in: nil).isEmpty)
        // The server becomes writable while the store waits.
        clock.onAdvance { _ = try? server.execute("SET default_transaction_read_only = off; \(setting) = off") }
        #expect(try QueueStoreConformance.add(store, "b").count == 1)
    }

    @Test("A server that cannot be reached is reported after a while, without its password")
    func unreachable() throws {
        let clock = SteppingClock()
        var configuration = PostgresQueueStore.Configuration()
        configuration.reconnect.now = { clock.now }
        configuration.reconnect.sleep = { clock.advance(by: $0) }
        let reports = Mutex<[String]>([])
        configuration.reconnect.report = { reason in reports.withLock { $0.append(reason) } }
        let port = try ScriptedServer.reservedPort()
        let address = PostgresAddress("postgresql://ada:secret@127.0.0.1:\(port)/queue")
        let error = #expect(throws: QueueError.self) {
            try PostgresQueueStore(address, configuration: configuration)
        }
        let description = try #require(error).description
        #expect(
            description.hasPrefix(
                "the queue is unavailable for the moment: postgresql://ada@127.0.0.1:\(port)/queue: "))
        #expect(!description.contains("secret") && !description.contains("\n"))
        #expect(clock.elapsed >= .seconds(60))
        let reported = reports.withLock { $0 }
        #expect(reported.count == 1 && description.hasSuffix(reported.first ?? "none"))
    }

    @Test(
        "The words of an address do not decide whether a connection is tried again",
        arguments: [
            (#"could not translate host name "invalid.SSL" to address: Name or service not known"#, true),
            (#"connection to server at "certificate" (127.0.0.1), port 1 failed: Connection refused"#, true),
            (#"connection to server on socket "/invalid/.s.PGSQL.5432" failed: No such file or directory"#, true),
            (
                "connection to server at \"a\", port 1 failed: Connection refused\n\tIs the server running?\n"
                    + #"connection to server at "b", port 1 failed: server does not support SSL, but SSL was required"#,
                true
            ),
            ("the server does not respond", true),
            (#"connection to server at "db", port 1 failed: server does not support SSL, but SSL was required"#, false),
            (#"connection to server at "db", port 1 failed: fe_sendauth: no password supplied"#, false),
            (#"connection to server at "db", port 1 failed: FATAL:  42704: unrecognized parameter "foo""#, false),
            (#"connection to server at "db", port 1 failed: FATAL:  53300: too many clients already"#, true),
            (#"definition of service "x" not found"#, false),
        ])
    func lastingFailures(text: String, isTriedAgain: Bool) {
        #expect((ServerFailure.connecting(text).recovery == .reconnect) == isTriedAgain)
    }

    @Test("A database that does not exist is reported at once")
    func refused() throws {
        let address = try PostgresServer.shared.get().storeAddress(database: "absent")
        let error = #expect(throws: PostgresStoreError.self) { try PostgresQueueStore(address) }
        guard case .refused(_, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("database \"absent\" does not exist"))
    }

    @Test("A store waits until the server has a free connection")
    func tooManyConnections() throws {
        let database = try TestDatabase()
        let role = "role_\(database.schema)"
        try database.execute(
            "CREATE ROLE \(role) LOGIN CONNECTION LIMIT 4; ALTER SCHEMA \(database.schema) OWNER TO \(role)")
        let address = PostgresAddress(database.address().text.replacing("leftoff@", with: "\(role)@"))
        var others = try (0..<4).map { _ in try PostgresConnection(address, timeout: .seconds(600)) }
        let attempts = Counter()
        let clock = SteppingClock()
        clock.onAdvance { _ = attempts.next() }
        var configuration = PostgresQueueStore.Configuration()
        configuration.reconnect.now = { clock.now }
        configuration.reconnect.sleep = { clock.advance(by: $0) }
        let error = #expect(throws: QueueError.self) {
            try PostgresQueueStore(address, configuration: configuration)
        }
        guard case .storeUnavailable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(attempts.value > 20)
        others.removeAll()
        _ = try PostgresQueueStore(address)
    }
}
