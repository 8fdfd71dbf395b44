import DownloadQueue
import Foundation

/// A queue store in whose database another program has changed the items.
struct AlteredStore: QueueStore {
    /// The store that receives the changes.
    let store: any QueueStore
    /// The change of each item that is read.
    let change: @Sendable (inout QueueItem) -> Void

    private func altered(_ item: QueueItem) -> QueueItem {
        var item = item
        change(&item)
        return item
    }

    private func altered(_ transition: QueueTransition) -> QueueTransition {
        QueueTransition(altered(transition.item), transition.actions)
    }

    func record(_ records: [QueueRecord]) throws -> [Result<QueueTransition, any Error>] {
        try store.record(records).map { $0.map(altered) }
    }
    func add(_ items: [NewQueueItem], at now: Date) throws -> [QueueItem] { try store.add(items, at: now).map(altered) }
    func items(_ listing: QueueListing) throws -> [QueueItem] { try store.items(listing).map(altered) }
    func item(id prefix: String) throws -> QueueItem { altered(try store.item(id: prefix)) }
    func claim(_ claim: QueueClaim, limit: Int) throws -> [QueueItem] {
        try store.claim(claim, limit: limit).map(altered)
    }
    func apply(_ command: QueueCommand, to ids: [String], at now: Date) throws -> [QueueTransition] {
        try store.apply(command, to: ids, at: now).map(altered)
    }
    func move(id prefix: String, _ position: QueuePosition) throws -> QueueItem {
        altered(try store.move(id: prefix, position))
    }
    func leased(by owner: String) throws -> [QueueItem] { try store.leased(by: owner).map(altered) }
    func leaseOwners() throws -> Set<String> { try store.leaseOwners() }
    func sweep(at now: Date, goneOwners: Set<String>) throws -> [QueueItem] {
        try store.sweep(at: now, goneOwners: goneOwners).map(altered)
    }
    func summary(ids: Set<String>?) throws -> QueueSummary { try store.summary(ids: ids) }
}
