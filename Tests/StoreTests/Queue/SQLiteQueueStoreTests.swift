import DownloadQueue
import Downloads
import Foundation
import QueueConformance
import Store
import Testing
import WHATWGURL

@Suite("The queue in SQLite")
struct SQLiteQueueStoreTests {
    private func withHome<Result>(_ body: (String) throws -> Result) throws -> Result {
        let home = FileManager.default.temporaryDirectory.appendingPathComponent("leftoff-queue-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: home) }
        return try body(home.path)
    }

    @Test("It conforms to the requirements of every queue store", arguments: QueueStoreConformance.names)
    func conformance(name: String) throws {
        try withHome { home in
            try QueueStoreConformance.check(name, SQLiteQueueStore(database: try LeftoffDatabase(home: home)))
        }
    }

    @Test("A queue in memory conforms to the same requirements", arguments: QueueStoreConformance.names)
    func conformanceInMemory(name: String) throws {
        try QueueStoreConformance.check(name, MemoryQueueStore())
    }

    @Test("Added items are visible to the next process")
    func durable() throws {
        try withHome { home in
            let added = try QueueStoreConformance.add(SQLiteQueueStore(database: LeftoffDatabase(home: home)), "a", "b")
            #expect(try SQLiteQueueStore(database: LeftoffDatabase(home: home)).items(in: nil) == added)
        }
    }

    @Test("Two connections share the items, each claimed once, while both write")
    func twoConnections() async throws {
        let home = FileManager.default.temporaryDirectory.appendingPathComponent("leftoff-queue-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: home) }
        let first = SQLiteQueueStore(database: try LeftoffDatabase(home: home.path))
        let second = SQLiteQueueStore(database: try LeftoffDatabase(home: home.path))
        let added = try QueueStoreConformance.add(first, (0..<40).map { "\($0)" })
        let claimed = try await withThrowingTaskGroup(of: [String].self) { group in
            for (owner, store) in [("x", first), ("y", second)] {
                group.addTask {
                    var ids: [String] = []
                    while let item = try store.claim(QueueClaim(owner: owner, now: QueueStoreConformance.start)) {
                        ids.append(item.id)
                        let lease = try #require(item.lease)
                        _ = try store.record(
                            .named(item.id), lease: lease, id: item.id, at: QueueStoreConformance.start)
                    }
                    return ids
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(claimed.count == added.count)
        #expect(Set(claimed) == Set(added.map(\.id)))
    }

    @Test("The failures of a host are remembered for a day", arguments: [(23.0, true), (25.0, false)])
    func hostFailures(hours: Double, areRemembered: Bool) throws {
        try withHome { home in
            let store = SQLiteQueueStore(database: try LeftoffDatabase(home: home))
            _ = try store.add(
                try (0..<5).map { try QueueStoreConformance.item("http://h/\($0)") }, at: QueueStoreConformance.start)
            for item in try QueueStoreConformance.claim(store, 4) { _ = try QueueStoreConformance.fail(store, item) }
            let held = try #require(try QueueStoreConformance.claim(store).first)
            try store.remove(ids: [held.id], at: QueueStoreConformance.start)
            let later = hours * 3_600
            let now = QueueStoreConformance.start.addingTimeInterval(later)
            #expect(try store.sweep(at: now, goneOwners: []).map(\.id) == [held.id])
            let next = try #require(try QueueStoreConformance.claim(store, 1, after: later).first)
            let transition = try QueueStoreConformance.fail(store, next, after: later)
            let isFifth = transition.actions.contains { if case .backOffHost = $0 { true } else { false } }
            #expect(isFifth == areRemembered)
        }
    }

    @Test("Many duplicates in one call make one item")
    func manyDuplicates() throws {
        try withHome { home in
            let store = SQLiteQueueStore(database: try LeftoffDatabase(home: home))
            let url = try #require(WebURL("http://host/a"))
            let new = NewQueueItem(url: url, directory: "/d")
            let ids = try store.add(Array(repeating: new, count: 2_000), at: QueueStoreConformance.start).map(\.id)
            #expect(Set(ids).count == 1)
            #expect(try store.items(in: nil).count == 1)
        }
    }

    @Test("Items are copied to another store with all their properties, and a repeated copy copies nothing")
    func transfer() throws {
        try withHome { home in
            let one = SQLiteQueueStore(database: try LeftoffDatabase(home: home + "/one"))
            let other = SQLiteQueueStore(database: try LeftoffDatabase(home: home + "/other"))
            try QueueStoreConformance.checkTransfer(from: one, to: other)
        }
    }
}
