package import DownloadQueue
import FoundationEssentials
import Syntax
import Testing
import WHATWGURL

/// A row with a value that Leftoff never writes, and the use of a queue that contains such rows.
///
/// ```swift
/// for column in QueueColumn.allCases {
///     try HostileRow.check(column, store) { row in try update(row.column.sqlName, to: row.value, id: row.id) }
/// }
/// ```
package struct HostileRow {
    /// The column that gets the value.
    package let column: QueueColumn
    /// The value.
    package let value: QueueValue
    /// The id of the row.
    package let id: String
    /// The state of the row before the change.
    package let state: QueueState

    /// The states of the rows.
    private static let states: [QueueState] = [.ready, .running, .waiting, .paused, .cancelled, .done, .quarantined]

    /// The values for a column.
    private static func values(_ column: QueueColumn) -> [QueueValue] {
        if column.isInteger {
            return [.integer(.min), .integer(.max), .integer(-1), .integer(1 << 53), .integer(1 << 62), .null]
        }
        let texts = ["", "-1", "9223372036854775808", "\u{1B}]52;c;eA==\u{7}'\"\\\n", "../../x", "{\"a\":[", "[[1]]"]
        let records = [
            "{\"piece\":9007199254740993}", "{\"piece\":1,\"segments\":[[0,9223372036854775807,-5]]}",
            "{\"piece\":-9223372036854775808,\"segments\":[[-1,-1,-1]]}",
            "{\"modified\":9223372036854775807}", "{\"piece\":1e300}",
        ]
        return (column == .partState ? texts + records : texts).map(QueueValue.text) + [.null]
    }

    /// Fills a queue with rows of which one column is hostile, and checks that everything else works.
    ///
    /// - Parameters:
    ///   - column: The column whose values are hostile, one in each row.
    ///   - store: An empty store.
    ///   - values: The values; nil for those that every store is checked with.
    ///   - change: Writes the value into the table; throws if the table does not accept it.
    /// - Throws: An error of the store, which then was affected by one of the rows.
    package static func check(
        _ column: QueueColumn, _ store: any QueueTransferStore, values: [QueueValue]? = nil,
        _ change: (HostileRow) throws -> Void
    ) throws {
        var rows: [HostileRow] = []
        for (index, value) in (values ?? Self.values(column)).enumerated() {
            for state in states {
                let item = try item(in: state, "http://h\(index)/\(state.rawValue)", store)
                let row = HostileRow(column: column, value: value, id: item.id, state: state)
                // A table refuses some values, such as NULL in the column of ids.
                if (try? change(row)) != nil { rows.append(row) }
            }
        }
        let healthy = try item(in: .ready, "http://healthy/a", store)
        try read(store, column, healthy: healthy.id)
        try work(store, healthy: healthy.id)
        try read(store, column, healthy: healthy.id)
        for row in rows where column != .id { try command(store, row, healthy: healthy.id) }
    }

    /// Adds an item and brings it into a state.
    private static func item(in state: QueueState, _ address: String, _ store: any QueueStore) throws -> QueueItem {
        let now = QueueStoreConformance.start
        let added = try store.add([try QueueStoreConformance.item(address)], at: now)[0]
        if state == .ready { return added }
        if state == .paused { return try store.pause(ids: [added.id], at: now)[0] }
        var claim = QueueClaim(owner: "w", now: now)
        claim.ids = [added.id]
        let lease = try #require(try store.claim(claim)?.lease)
        let whole = PartialContent(durableBytes: 1, total: 1)
        let failure = QueueFailure(.disk, "full", needsSpace: true)
        let wrong = QueueFailure(.checksum, "wrong")
        let events: [QueueEvent] =
            switch state {
            case .waiting: [.named(added.id), .failed(failure, retryAfter: nil, jitter: 0)]
            case .done: [.verifying(whole), .committing(fileName: "f", sha256: "00"), .completed]
            case .quarantined: [.verifying(whole), .quarantined(fileName: "f", sha256: "00", wrong)]
            default: [.named(added.id), .progressed(PartialContent(durableBytes: 5, total: 9, etag: "\"e\""))]
            }
        for event in events { try store.record(event, lease: lease, id: added.id, at: now) }
        if state == .cancelled { _ = try store.apply(.remove, to: [added.id], at: now) }
        return added
    }

    /// Reads the queue in every way, and checks that the healthy item is in each list.
    private static func read(_ store: any QueueTransferStore, _ column: QueueColumn, healthy: String) throws {
        let now = QueueStoreConformance.start
        let all = try store.items(in: nil)
        #expect(all.contains { $0.id == healthy })
        for item in all {
            #expect(ByteCount.range.contains(item.bytes) && ByteCount.range.contains(item.total ?? 0))
            #expect(item.content.isConsistent && QueueCounter.range.contains(item.crashes))
            // JSON and dates are written without a trap.
            _ = try JSONEncoder().encode(QueueItemJSON(item))
        }
        for order in QueueListing.Order.allCases {
            var page = QueueListing(limit: 5)
            page.order = order
            var ids: [String] = []
            while case let items = try store.items(page), let last = items.last, ids.count <= all.count {
                ids += items.map(\.id)
                page.after = last.id
            }
            #expect(Set(ids).count == ids.count && ids.count <= all.count, "a page repeats items")
            // Among hostile priorities, the pages may miss some.
            #expect(order == .ended || (column == .priority ? ids.contains(healthy) : ids.count == all.count))
        }
        for ids in [nil, Set(all.map(\.id))] {
            let summary = try store.summary(ids: ids)
            #expect(
                summary.left <= 1_000 && summary.directoriesWithoutSpace.values.allSatisfy(ByteCount.range.contains))
        }
        _ = try store.leased(by: "w")
        _ = try store.leaseOwners()
        _ = try store.hostBackoffs()
        _ = try store.sweep(at: now.addingTimeInterval(200), goneOwners: ["w"])
        #expect(try store.itemsToTransfer(after: nil, limit: 1_000).contains { $0.item.id == healthy })
    }

    /// Runs the queue, and checks that the healthy item is downloaded.
    private static func work(_ store: any QueueTransferStore, healthy: String) throws {
        let now = QueueStoreConformance.start.addingTimeInterval(200)
        var claim = QueueClaim(owner: "x", now: now)
        claim.goneOwners = ["w"]
        claim.directoriesWithSpace = ["/d"]
        var isHealthyDone = false
        var count = 0
        let failure = QueueEvent.failed(QueueFailure(.http, "no", isLasting: true), retryAfter: nil, jitter: 0)
        while case let items = try store.claim(claim, limit: 3), !items.isEmpty, count < 1_000 {
            count += items.count
            for item in items {
                guard let lease = item.lease else { continue }
                if item.id == healthy {
                    try store.record(.named("healthy"), lease: lease, id: item.id, at: now)
                    try QueueStoreConformance.complete(store, item, lease, at: now)
                    isHealthyDone = true
                } else {
                    _ = try store.record([QueueRecord([failure], lease: lease, id: item.id, at: now)])
                }
            }
        }
        #expect(isHealthyDone && count < 1_000)
        #expect(try store.claim(claim) == nil)
    }

    /// Applies commands to the row, and checks that it can be removed.
    private static func command(_ store: any QueueTransferStore, _ row: HostileRow, healthy: String) throws {
        let now = QueueStoreConformance.start.addingTimeInterval(400)
        // Whatever they answer, they do not trap and change nothing else.
        for command in [QueueCommand.pause, .resume, .retry] { _ = try? store.apply(command, to: [row.id], at: now) }
        _ = try? store.move(id: row.id, .first)
        let other = try QueueStoreConformance.item("http://other/\(row.id)")
        let added = try store.add([other], at: now)[0]
        for position: QueuePosition in [.first, .last, .priority(5)] { _ = try store.move(id: added.id, position) }
        _ = try? store.move(id: added.id, .before(row.id))
        _ = try? store.move(id: added.id, .after(row.id))
        // A repeated request is added or merged.
        if let request = try? store.item(id: row.id).request { _ = try? store.add([request], at: now) }
        do { _ = try store.apply(.remove, to: [row.id, added.id], at: now) } catch QueueError.notFound {
            _ = try store.apply(.remove, to: [added.id], at: now)
        }
        _ = try store.sweep(at: now.addingTimeInterval(200), goneOwners: ["w", "x"])
        #expect(throws: QueueError.notFound(id: row.id), "\(row.column) \(row.value) \(row.state)") {
            try store.item(id: row.id)
        }
        #expect(try store.items(in: nil).contains { $0.id == healthy })
    }
}
