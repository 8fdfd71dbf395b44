package import DownloadQueue
import FoundationEssentials
import Testing
import WHATWGURL

/// The requirements of stores whose items can be copied to another store.
extension QueueStoreConformance {
    /// Checks that a copy loses nothing, refuses duplicates and can be repeated.
    ///
    /// - Parameters:
    ///   - one: An empty store, which is filled and copied.
    ///   - other: An empty store, which receives the items.
    /// - Throws: An error of one of the stores.
    package static func checkTransfer(from one: some QueueTransferStore, to other: some QueueTransferStore) throws {
        _ = try add(one, (0..<25).map(String.init))
        for item in try claim(one, 8) { _ = try fail(one, item, retryAfter: 30, kind: .http) }
        _ = try one.move(id: try one.items(in: nil)[20].id, .first)
        // This one exists in both.
        let duplicate = try add(other, "24")[0]
        let source = try one.items(in: nil)
        let result = try one.copyAll(to: other, batch: 10)
        #expect(result.copied == 24 && result.existing == 0 && result.duplicates.count == 1)
        #expect(try other.items(in: nil).filter { $0.id != duplicate.id } == source.filter { $0.url != duplicate.url })
        #expect(try other.hostBackoffs() == one.hostBackoffs())
        let again = try one.copyAll(to: other, batch: 10)
        #expect(again.copied == 0 && again.existing == 24 && again.duplicates == result.duplicates)
    }
}
