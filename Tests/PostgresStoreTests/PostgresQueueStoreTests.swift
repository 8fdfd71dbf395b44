import DownloadQueue
import FoundationEssentials
import QueueConformance
import TestSupport
import Testing

@testable import PostgresStore

@Suite("The queue on PostgreSQL", .enabled(if: PostgresServer.missing == nil))
struct PostgresQueueStoreTests {
    @Test("It conforms to the requirements of every queue store", arguments: QueueStoreConformance.names)
    func conformance(name: String) throws {
        try QueueStoreConformance.check(name, try TestDatabase().store())
    }

    @Test("Added items are visible to another connection")
    func visible() throws {
        let database = try TestDatabase()
        let added = try QueueStoreConformance.add(database.store(), "a", "b")
        #expect(try database.store().items(in: nil) == added)
    }
}
