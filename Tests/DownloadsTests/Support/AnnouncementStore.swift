import DownloadQueue
import Foundation
import Synchronization

/// A queue store that runs a closure after the record that announces a file's name, before the rename.
final class AnnouncementStore: QueueStore {
    private struct State {
        var isAnnounced = false
        var lateCheckpoints = 0
    }

    private let store: any QueueStore
    private let announced: @Sendable () -> Void
    private let state = Mutex(State())

    init(_ store: any QueueStore, announced: @escaping @Sendable () -> Void) {
        self.store = store
        self.announced = announced
    }

    /// The number of times that progress was recorded after the announcement.
    var lateCheckpoints: Int { state.withLock { $0.lateCheckpoints } }

    func record(_ records: [QueueRecord]) throws -> [Result<QueueTransition, any Error>] {
        let results = try store.record(records)
        for event in records.flatMap(\.events) {
            switch event {
            case .committing:
                state.withLock { $0.isAnnounced = true }
                announced()
            case .progressed: state.withLock { state in if state.isAnnounced { state.lateCheckpoints += 1 } }
            default: break
            }
        }
        return results
    }

    func add(_ items: [NewQueueItem], at now: Date) throws -> [QueueItem] { try store.add(items, at: now) }
    func items(_ listing: QueueListing) throws -> [QueueItem] { try store.items(listing) }
    func item(id prefix: String) throws -> QueueItem { try store.item(id: prefix) }
    func claim(_ claim: QueueClaim, limit: Int) throws -> [QueueItem] { try store.claim(claim, limit: limit) }
    func apply(_ command: QueueCommand, to ids: [String], at now: Date) throws -> [QueueTransition] {
        try store.apply(command, to: ids, at: now)
    }
    func move(id prefix: String, _ placing: QueuePosition) throws -> QueueItem { try store.move(id: prefix, placing) }
    func leased(by owner: String) throws -> [QueueItem] { try store.leased(by: owner) }
    func leaseOwners() throws -> Set<String> { try store.leaseOwners() }
    func sweep(at now: Date, goneOwners: Set<String>) throws -> [QueueItem] {
        try store.sweep(at: now, goneOwners: goneOwners)
    }
    func summary(ids: Set<String>?) throws -> QueueSummary { try store.summary(ids: ids) }
}
