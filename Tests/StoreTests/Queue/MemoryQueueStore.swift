import DownloadQueue
import FoundationEssentials
import Store
import Synchronization
import Syntax
import WHATWGURL

/// A queue in memory, written for clarity: it shows that the checks concern queues and not SQLite.
final class MemoryQueueStore: QueueStore {
    private struct State {
        var items: [QueueItem] = []
        var hosts: [String: HostBackoff] = [:]
    }

    private let state = Mutex(State())
    private let machine = QueueMachine()

    /// Changes the state, or leaves it as it was when `body` throws.
    private func change<Value>(_ body: (inout State) throws -> Value) throws -> Value {
        try state.withLock { state in
            var copy = state
            let value = try body(&copy)
            state = copy
            return value
        }
    }

    /// The queue order; the array is in the order of adding.
    private static func sorted(_ items: [QueueItem]) -> [QueueItem] {
        items.enumerated().sorted { ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset) }.map(\.element)
    }

    private static func key(of item: QueueItem) -> [String] { [item.url.href, item.directory, item.name ?? ""] }

    private static func index(of prefix: String, _ state: State) throws -> Int {
        let found = state.items.indices.filter { state.items[$0].id.hasPrefix(prefix) }
        if prefix.isEmpty || found.isEmpty { throw QueueError.notFound(id: prefix) }
        if found.count > 1 { throw QueueError.ambiguous(id: prefix, count: found.count) }
        return found[0]
    }

    func add(_ items: [NewQueueItem], at now: Date) throws -> [QueueItem] {
        try change { state in
            try items.map { new in
                let item = QueueItem(id: RecordID.random(), request: new, addedAt: now)
                let isDuplicate = { (other: QueueItem) in Self.key(of: other) == Self.key(of: item) }
                let duplicate =
                    state.items.firstIndex { $0.state.blocksDuplicates && isDuplicate($0) }
                    ?? state.items.lastIndex { $0.state == .quarantined && isDuplicate($0) }
                guard let duplicate else {
                    state.items.append(item)
                    return item
                }
                state.items[duplicate] = try machine.merge(new, into: state.items[duplicate], at: now)
                return state.items[duplicate]
            }
        }
    }

    private static func listed(_ items: [QueueItem], in order: QueueListing.Order) -> [QueueItem] {
        switch order {
        case .work: sorted(items)
        case .ended:
            items.enumerated().compactMap { index, item in item.finishedAt.map { (end: $0, index: index, item: item) } }
                .sorted { ($1.end, $1.index) < ($0.end, $0.index) }.map(\.item)
        }
    }

    func items(_ listing: QueueListing) throws -> [QueueItem] {
        try state.withLock { state in
            var items = Self.listed(state.items, in: listing.order)[...]
            if let id = listing.after {
                guard state.items.contains(where: { $0.id == id }) else { throw QueueError.notFound(id: id) }
                // An item that has not ended is not in this list, so nothing follows it.
                items = items.drop { $0.id != id }.dropFirst()
            }
            let chosen = items.filter { listing.states?.contains($0.state) ?? true }
            return Array(chosen.prefix(listing.limit ?? .max))
        }
    }

    func item(id prefix: String) throws -> QueueItem {
        try state.withLock { $0.items[try Self.index(of: prefix, $0)] }
    }

    func claim(_ claim: QueueClaim, limit: Int) throws -> [QueueItem] {
        try change { state in
            var capacities: [String: Int] = [:]
            var claimed: [QueueItem] = []
            for item in Self.sorted(state.items) where claimed.count < limit {
                let waitsForSpace = item.state == .waiting && item.error?.needsSpace == true
                let isChosen = claim.ids?.contains(item.id) ?? true
                let hasSpace = waitsForSpace && claim.directoriesWithSpace.contains(item.directory)
                guard isChosen, hasSpace || machine.isClaimable(item, at: claim.now, goneOwners: claim.goneOwners),
                    case let host = item.url.host,
                    case let capacity = capacities[host] ?? remainingCapacity(host, claim, state),
                    capacity > 0
                else { continue }
                capacities[host] = capacity - 1
                let new = machine.claim(item, owner: claim.owner, at: claim.now)
                let runsAlone = new.lease != nil && new.crashes > 0
                if runsAlone, !claim.isIdle || claimed.contains(where: { $0.lease != nil }) { continue }
                if let index = state.items.firstIndex(where: { $0.id == item.id }) { state.items[index] = new }
                claimed.append(new)
                if runsAlone { break }
            }
            return claimed
        }
    }

    private func remainingCapacity(_ host: String, _ claim: QueueClaim, _ state: State) -> Int {
        let capacity = claim.capacity(for: host)
        guard let backoff = state.hosts[host] else { return capacity }
        if machine.isBackingOff(backoff, at: claim.now) { return 0 }
        guard machine.isOnProbation(backoff) else { return capacity }
        let isHeld = state.items.contains { item in
            item.url.host == host
                && item.lease.map { $0.isLive(at: claim.now) && !claim.goneOwners.contains($0.owner) } ?? false
        }
        return isHeld ? 0 : min(capacity, 1)
    }

    func record(_ records: [QueueRecord]) throws -> [Result<QueueTransition, any Error>] {
        records.map { record in Result { try change { try apply(record, &$0) } } }
    }

    private func apply(_ record: QueueRecord, _ state: inout State) throws -> QueueTransition {
        guard let index = state.items.firstIndex(where: { $0.id == record.id }) else {
            throw QueueError.leaseLost(id: record.id)
        }
        var transition = QueueTransition(state.items[index])
        for event in record.events {
            let next = try machine.apply(event, lease: record.lease, to: transition.item, at: record.now)
            transition = QueueTransition(next.item, transition.actions + next.actions)
        }
        let item = transition.item
        let isNameTaken = state.items.contains { other in
            other.id != item.id && other.directory == item.directory && item.partName != nil
                && other.partName == item.partName
        }
        if isNameTaken { throw QueueError.nameTaken(directory: item.directory, name: item.fileName ?? "") }
        if transition.actions.contains(.forget) {
            state.items.remove(at: index)
        } else {
            state.items[index] = item
        }
        let host = item.url.host
        for event in record.events {
            state.hosts[host] = machine.hostBackoff(after: event, of: state.hosts[host], at: record.now)
        }
        if let end = state.hosts[host]?.notBefore, end > record.now {
            let hasFailed = record.events.contains {
                if case .failed = $0 { return true }
                return false
            }
            if hasFailed { transition.actions.append(.backOffHost(until: end)) }
        }
        return transition
    }

    func apply(_ command: QueueCommand, to ids: [String], at now: Date) throws -> [QueueTransition] {
        try change { state in
            try ids.map { prefix in
                let index = try Self.index(of: prefix, state)
                let item = state.items[index]
                let transition = try machine.apply(command, to: item, at: now)
                if transition.item.state.blocksDuplicates, !item.state.blocksDuplicates {
                    let duplicate = state.items.first {
                        $0.id != item.id && $0.state.blocksDuplicates && Self.key(of: $0) == Self.key(of: item)
                    }
                    if let duplicate { throw QueueError.duplicate(id: item.id, of: duplicate.id) }
                }
                if transition.actions.contains(.forget) {
                    state.items.remove(at: index)
                } else {
                    state.items[index] = transition.item
                }
                return transition
            }
        }
    }

    func move(id prefix: String, _ placing: QueuePosition) throws -> QueueItem {
        func expectLive(_ item: QueueItem) throws {
            guard item.state.blocksDuplicates else {
                throw QueueError.notAllowed(id: item.id, state: item.state, command: "move")
            }
        }
        return try change { state in
            let moved = state.items[try Self.index(of: prefix, state)]
            try expectLive(moved)
            func set(_ priority: Int, of id: String) {
                for index in state.items.indices where state.items[index].id == id {
                    state.items[index].request.priority = priority
                }
            }
            switch placing {
            case .priority(let priority): set(priority, of: moved.id)
            case .first, .last:
                let others = Self.sorted(state.items).filter { $0.state.blocksDuplicates && $0.id != moved.id }
                let edge = placing == .first ? others.first?.request.priority : others.last?.request.priority
                if let edge { set(placing == .first ? edge + 1 : edge - 1, of: moved.id) }
            case .before(let other), .after(let other):
                let other = state.items[try Self.index(of: other, state)]
                try expectLive(other)
                guard other.id != moved.id else { break }
                var ids = Self.sorted(state.items).filter(\.state.blocksDuplicates).map(\.id)
                ids.removeAll { $0 == moved.id }
                let place = ids.firstIndex(of: other.id) ?? 0
                ids.insert(moved.id, at: placing == .before(other.id) ? place : place + 1)
                // The simplest way: each item gets its own priority.
                for (rank, id) in ids.reversed().enumerated() { set(rank, of: id) }
            }
            return state.items[try Self.index(of: moved.id, state)]
        }
    }

    func leased(by owner: String) throws -> [QueueItem] {
        state.withLock { Self.sorted($0.items.filter { $0.lease?.owner == owner }) }
    }

    func leaseOwners() throws -> Set<String> { state.withLock { Set($0.items.compactMap { $0.lease?.owner }) } }

    func sweep(at now: Date, goneOwners: Set<String>) throws -> [QueueItem] {
        func isLeft(_ item: QueueItem) -> Bool {
            item.lease.map { !$0.isLive(at: now) || goneOwners.contains($0.owner) } ?? true
        }
        return try change { state in
            let gone = state.items.filter { $0.state == .cancelled && isLeft($0) }
            state.items.removeAll { $0.state == .cancelled && isLeft($0) }
            for index in state.items.indices where state.items[index].state == .paused && isLeft(state.items[index]) {
                state.items[index].lease = nil
            }
            return gone
        }
    }

    func summary(ids: Set<String>?) throws -> QueueSummary {
        state.withLock { state in
            let items = state.items.filter { ids?.contains($0.id) ?? true }
            var queueSummary = QueueSummary(counts: Dictionary(grouping: items, by: \.state).mapValues(\.count))
            func hostEnd(_ item: QueueItem) -> Date { state.hosts[item.url.host]?.notBefore ?? .distantPast }
            queueSummary.nextClaim =
                items.compactMap { item in
                    switch item.state {
                    case .ready: hostEnd(item)
                    case .waiting: max(hostEnd(item), item.notBefore ?? .distantPast)
                    case .running, .verifying, .paused, .done, .failed, .quarantined, .cancelled: nil
                    }
                }.min()
            let held = items.filter { [.running, .verifying, .cancelled].contains($0.state) }
            queueSummary.nextLeaseEnd = held.map { $0.lease?.until ?? .distantPast }.min()
            for item in items where item.state == .waiting && item.error?.needsSpace == true {
                let needed = max(0, (item.total ?? 0) - item.bytes)
                queueSummary.directoriesWithoutSpace[item.directory] = min(
                    queueSummary.directoriesWithoutSpace[item.directory] ?? .max, needed)
            }
            return queueSummary
        }
    }
}
