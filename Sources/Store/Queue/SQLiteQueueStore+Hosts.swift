import DownloadQueue
package import Foundation

extension SQLiteQueueStore {
    /// Returns the hosts from which nothing is downloaded at the moment, because they requested a delay or failed too
    /// often.
    ///
    /// - Parameter now: The current time by the queue's clock.
    /// - Returns: The end of the delay for each of these hosts.
    /// - Throws: `StoreError`.
    package func heldHosts(at now: Date) throws -> [String: Date] {
        let hosts = try database.read { try HostBackoffTable.all($0) }
        return hosts.filter { machine.isBackingOff($0.value, at: now) }.compactMapValues(\.notBefore)
    }
}
