import DownloadQueue
package import Foundation

extension SQLiteQueueStore {
    /// Tells which hosts are not asked for anything now, since they asked for that or failed too often.
    ///
    /// - Parameter now: The time.
    /// - Returns: Until when, by host; none for a host that may be asked.
    /// - Throws: `StoreError`.
    package func heldHosts(at now: Date) throws -> [String: Date] {
        let hosts = try database.read { try QueueHosts.all($0) }
        return hosts.filter { machine.isHeldBack($0.value, at: now) }.compactMapValues(\.notBefore)
    }
}
