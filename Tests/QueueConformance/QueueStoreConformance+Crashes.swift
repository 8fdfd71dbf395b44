import DownloadQueue
import FoundationEssentials
import Testing
import WHATWGURL

/// The requirements for items whose workers end while they run them.
extension QueueStoreConformance {
    static let crashes: [(name: String, check: @Sendable (any QueueStore) throws -> Void)] = [
        ("quarantines an item after three crashes", quarantinesAfterCrashes),
        ("claims an item with crashes alone", claimsAlone),
        ("clears the crashes of an item that has an outcome or makes progress", clearsCrashes),
        ("counts no crash of a worker that claims its own item again", countsNoOwnLease),
    ]

    /// Claims items for a worker of a number, after all earlier ones have ended.
    private static func claim(
        _ store: any QueueStore, as number: Int, isIdle: Bool = true, limit: Int = 9
    ) throws -> [QueueItem] {
        var claim = QueueClaim(owner: "w\(number)", now: start)
        claim.goneOwners = Set((0..<number).map { "w\($0)" })
        claim.isIdle = isIdle
        return try store.claim(claim, limit: limit)
    }

    static func quarantinesAfterCrashes(_ store: any QueueStore) throws {
        let item = try add(store, "a")[0]
        #expect(try claim(store, as: 0).map(\.crashes) == [0])
        for number in 1...2 {
            let claimed = try claim(store, as: number)
            #expect(claimed.map(\.crashes) == [number] && claimed.map(\.lease?.owner) == ["w\(number)"])
            let lease = try #require(claimed.first?.lease)
            try store.record(.named("a.bin"), lease: lease, id: item.id, at: start)
        }
        let third = try #require(try claim(store, as: 3).first)
        #expect(third.state == .quarantined && third.lease == nil && third.path == nil && third.finishedAt == start)
        #expect(third.error?.class == .internal)
        #expect(third.error?.message == "http://host/a: its worker ended three times while it ran")
        #expect(try store.item(id: item.id) == third)
        #expect(try claim(store, as: 4).isEmpty)
        #expect(try store.summary(ids: nil).counts == [.quarantined: 1])

        let retried = try store.apply(.retry, to: [item.id], at: start)[0]
        #expect(retried.item.state == .ready && retried.item.crashes == 0 && retried.item.content == .nothing)
        #expect(retried.actions.first == .discardPartialFile && retried.item.partName == "a.bin.leftoff-part")
        #expect(try claim(store, as: 4).map(\.crashes) == [0])
    }

    static func claimsAlone(_ store: any QueueStore) throws {
        let items = try add(store, "a", "b", "c", "d")
        #expect(try claim(store, as: 0, limit: 2).map(\.id) == items.prefix(2).map(\.id))
        // A busy worker leaves them for later.
        #expect(try claim(store, as: 1, isIdle: false, limit: 1).map(\.id) == [items[2].id])
        #expect(try claim(store, as: 1, isIdle: false).map(\.id) == [items[3].id])
        #expect(try claim(store, as: 1, isIdle: false).isEmpty)
        let first = try claim(store, as: 1)
        #expect(first.map(\.id) == [items[0].id] && first[0].crashes == 1)
        #expect(try claim(store, as: 1, isIdle: false).isEmpty)
        try store.record(.returned, lease: try #require(first[0].lease), id: first[0].id, at: start)
        // One that was not attempted is ready, and still runs alone.
        #expect(try store.item(id: items[0].id).state == .ready)
        #expect(try claim(store, as: 1, isIdle: false).isEmpty)
        let again = try claim(store, as: 1)
        #expect(again.map(\.id) == [items[0].id] && again[0].crashes == 1)
        let failure = QueueEvent.failed(QueueFailure(.http, "no", isLasting: true), retryAfter: nil, jitter: 0)
        try store.record(failure, lease: try #require(again[0].lease), id: again[0].id, at: start)
        let second = try claim(store, as: 1)
        #expect(second.map(\.id) == [items[1].id] && second[0].crashes == 1)
    }

    static func clearsCrashes(_ store: any QueueStore) throws {
        let threshold = RetryPolicy().progressThreshold
        let before = PartialContent(durableBytes: 5 << 20, etag: "\"e\"")
        func content(_ bytes: Int64) -> PartialContent { PartialContent(durableBytes: bytes, etag: "\"e\"") }
        let failure = QueueFailure(.connect, "no")
        let rows: [(event: QueueEvent, crashes: Int)] = [
            (.renewed(until: start.addingTimeInterval(60)), 1), (.returned, 1),
            (.progressed(content(before.durableBytes + threshold - 1)), 1),
            (.progressed(content(before.durableBytes + threshold)), 0), (.released, 0),
            (.failed(failure, retryAfter: nil, jitter: 0), 0), (.postponed(failure), 0),
            (.failed(QueueFailure(.http, "no", isLasting: true), retryAfter: nil, jitter: 0), 0),
        ]
        for (index, row) in rows.enumerated() {
            let item = try add(store, "\(index)")[0]
            var claim = QueueClaim(owner: "w", now: start)
            claim.ids = [item.id]
            let lease = try #require(try store.claim(claim)?.lease)
            try store.record(.named("\(index)"), lease: lease, id: item.id, at: start)
            try store.record(.progressed(before), lease: lease, id: item.id, at: start)
            claim.owner = "x"
            claim.goneOwners = ["w"]
            let claimed = try #require(try store.claim(claim))
            #expect(claimed.crashes == 1 && claimed.content == before)
            let after = try store.record(row.event, lease: try #require(claimed.lease), id: item.id, at: start)
            #expect(after.item.crashes == row.crashes, "\(row.event)")
            #expect(try store.item(id: item.id).crashes == row.crashes, "\(row.event)")
        }
    }

    static func countsNoOwnLease(_ store: any QueueStore) throws {
        let items = try add(store, "a", "b")
        #expect(try claim(store).map(\.id) == items.map(\.id))
        // The leases ended while the machine was suspended.
        let again = try claim(store, after: 61)
        #expect(again.map(\.id) == items.map(\.id) && again.allSatisfy { $0.crashes == 0 && $0.epoch == 2 })
    }
}
