import DownloadQueue
import Foundation
import Synchronization

/// A queue store that is unavailable while a condition holds.
final class InterruptedStore: QueueStore {
    /// A call of the store.
    enum Call: Hashable {
        case claim
        case record
        case renew
        case other
    }

    private let store: any QueueStore
    private let isUnavailable: @Sendable (Call) throws -> Bool
    private let failures = Mutex<[Call: Int]>([:])

    /// Creates a store; an error that `isUnavailable` throws is the error of the call.
    init(_ store: any QueueStore, isUnavailable: @escaping @Sendable (Call) throws -> Bool) {
        self.store = store
        self.isUnavailable = isUnavailable
    }

    /// The number of calls of a kind that failed.
    func failures(of call: Call) -> Int { failures.withLock { $0[call] ?? 0 } }

    private func check(_ call: Call) throws -> any QueueStore {
        guard try isUnavailable(call) else { return store }
        failures.withLock { $0[call, default: 0] += 1 }
        throw QueueError.storeUnavailable(reason: "the server restarts")
    }

    func claim(_ claim: QueueClaim, limit: Int) throws -> [QueueItem] { try check(.claim).claim(claim, limit: limit) }

    func record(_ records: [QueueRecord]) throws -> [Result<QueueTransition, any Error>] {
        let isRenewal = records.contains { record in
            record.events.contains {
                if case .renewed = $0 { return true }
                return false
            }
        }
        return try check(isRenewal ? .renew : .record).record(records)
    }

    func add(_ items: [NewQueueItem], at now: Date) throws -> [QueueItem] { try check(.other).add(items, at: now) }
    func items(_ listing: QueueListing) throws -> [QueueItem] { try check(.other).items(listing) }
    func item(id prefix: String) throws -> QueueItem { try check(.other).item(id: prefix) }
    func apply(_ command: QueueCommand, to ids: [String], at now: Date) throws -> [QueueTransition] {
        try check(.other).apply(command, to: ids, at: now)
    }
    func move(id prefix: String, _ position: QueuePosition) throws -> QueueItem {
        try check(.other).move(id: prefix, position)
    }
    func leased(by owner: String) throws -> [QueueItem] { try check(.other).leased(by: owner) }
    func leaseOwners() throws -> Set<String> { try check(.other).leaseOwners() }
    func sweep(at now: Date, goneOwners: Set<String>) throws -> [QueueItem] {
        try check(.other).sweep(at: now, goneOwners: goneOwners)
    }
    func summary(ids: Set<String>?) throws -> QueueSummary { try check(.other).summary(ids: ids) }
}
