import DownloadQueue
import Foundation
import WHATWGURL

/// A transaction that records events of workers.
struct PostgresRecorder {
    let machine: QueueMachine
    let transaction: PostgresTransaction
    /// Returns the time of the call with a record.
    let callTime: (QueueRecord) -> CallTime

    /// The items of a batch.
    private struct Batch {
        /// The items as they are stored.
        var stored: [String: PostgresItem]
        /// The items after the events so far; those that are to be deleted are missing.
        var current: [String: QueueItem]
        /// The items that hold part files, by directory and name.
        var partOwners: [[String]: String]
        var backoffs: [String: HostBackoff]
        var changedHosts: Set<String> = []
    }

    /// Records events, and returns the result of each record.
    func record(_ records: [QueueRecord]) throws -> [Result<QueueTransition, any Error>] {
        let items = PostgresItems(transaction: transaction)
        let stored = try items.lock(ids: Set(records.map(\.id)))
        var batch = Batch(
            stored: stored, current: stored.mapValues(\.item), partOwners: try partOwners(records, stored),
            backoffs: try backoffs(records, stored))
        let results = records.map { record -> Result<QueueTransition, any Error> in
            Result { try apply(record, to: &batch) }
        }
        try items.delete(ids: batch.stored.keys.filter { batch.current[$0] == nil })
        try items.update(
            batch.stored.compactMap { id, stored in batch.current[id].map { (stored.item, $0) } }
                .sorted { $0.0.id < $1.0.id })
        let hosts = PostgresHosts(transaction: transaction)
        for host in batch.changedHosts.sorted() { try hosts.set(host, to: batch.backoffs[host]) }
        return results
    }

    // MARK: Reading

    /// Returns the items that hold the part files that the records name.
    private func partOwners(
        _ records: [QueueRecord], _ stored: [String: PostgresItem]
    ) throws -> [[String]: String] {
        var names: [[String]: Void] = [:]
        for record in records {
            guard let directory = stored[record.id]?.item.directory else { continue }
            for case .named(let name) in record.events { names[[directory, name + QueueItem.partSuffix]] = () }
        }
        guard !names.isEmpty else { return [:] }
        let key = PostgresMigrations.partKey(directory: "part.directory", name: "part.name")
        let rows = try transaction.execute(
            """
            SELECT part.directory, part.name, \(QueueColumn.id.limited)
            FROM unnest($1::text[], $2::text[]) AS part (directory, name)
            JOIN leftoff_queue_item AS q ON q.part_key = \(key) AND q.part_name IS NOT NULL
            """, [PostgresValue(array: names.keys.map { $0[0] }), PostgresValue(array: names.keys.map { $0[1] })]
        ).rows
        return Dictionary(
            rows.compactMap { row in
                guard let directory = row.text(0), let name = row.text(1) else { return nil }
                // A row whose id cannot be read holds the name too, and is none of the batch.
                return ([directory, name], row.text(2) ?? "")
            }
        ) { $1 }
    }

    /// Returns the backoffs of the records' hosts, which no other transaction changes if one of them may change here.
    private func backoffs(
        _ records: [QueueRecord], _ stored: [String: PostgresItem]
    ) throws -> [String: HostBackoff] {
        var hosts: Set<String> = []
        var failedHosts: Set<String> = []
        for record in records where record.events.contains(where: concernsHost) {
            guard let host = stored[record.id]?.item.url.host else { continue }
            hosts.insert(host)
            let hasFailed = record.events.contains { if case .failed = $0 { true } else { false } }
            if hasFailed { failedHosts.insert(host) }
        }
        guard !hosts.isEmpty else { return [:] }
        let table = PostgresHosts(transaction: transaction)
        let known = try table.find(hosts)
        let changing = failedHosts.union(known.keys)
        guard !changing.isEmpty else { return known }
        try table.lock(changing)
        return try table.find(hosts)
    }

    private func concernsHost(_ event: QueueEvent) -> Bool {
        switch event {
        case .failed, .completed, .quarantined: true
        case .renewed, .named, .progressed, .verifying, .committing, .released, .returned, .postponed: false
        }
    }

    // MARK: Applying

    private func apply(_ record: QueueRecord, to batch: inout Batch) throws -> QueueTransition {
        guard let item = batch.current[record.id] else { throw QueueError.leaseLost(id: record.id) }
        let callTime = callTime(record)
        let events = record.events.map(callTime.forStore)
        var transition = QueueTransition(item)
        for event in events {
            let next = try machine.apply(event, lease: record.lease, to: transition.item, at: callTime.now)
            transition = QueueTransition(next.item, transition.actions + next.actions)
        }
        let new = transition.item
        if let name = new.partName, name != item.partName {
            if let owner = batch.partOwners[[item.directory, name]], owner != item.id {
                throw QueueError.nameTaken(directory: item.directory, name: new.fileName ?? name)
            }
            batch.partOwners[[item.directory, name]] = item.id
        }
        let isForgotten = transition.actions.contains(.forget)
        if let old = item.partName, isForgotten || old != new.partName {
            batch.partOwners[[item.directory, old]] = nil
        }
        batch.current[record.id] = isForgotten ? nil : new
        updateBackoff(record, events, &transition, &batch, callTime)
        return callTime.forCaller(transition)
    }

    private func updateBackoff(
        _ record: QueueRecord, _ events: [QueueEvent], _ transition: inout QueueTransition, _ batch: inout Batch,
        _ callTime: CallTime
    ) {
        guard events.contains(where: concernsHost) else { return }
        let host = transition.item.url.host
        let old = batch.backoffs[host]
        let new = events.reduce(old) { machine.hostBackoff(after: $1, of: $0, at: callTime.now) }
        if new != old {
            batch.backoffs[host] = new
            batch.changedHosts.insert(host)
        }
        if let end = new?.notBefore, end > callTime.now { transition.actions.append(.backOffHost(until: end)) }
    }
}
