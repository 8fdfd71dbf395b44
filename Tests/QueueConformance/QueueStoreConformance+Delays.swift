package import DownloadQueue
import FoundationEssentials
import Testing
import WHATWGURL

/// The requirements for batches, delays, hosts and free space.
extension QueueStoreConformance {
    static let delays: [(name: String, check: @Sendable (any QueueStore) throws -> Void)] = [
        ("claims many at once", claimsMany), ("claims no more of a host than its limit", claimsByHost),
        ("finds few items among many of a busy host", findsFewAmongMany), ("lists in pages", listsInParts),
        ("records many at once, independently", recordsMany), ("records all events of an item or none", recordsAll),
        ("starts nothing before its start time", startsLater), ("holds a host back", holdsHost),
        ("allows one item to probe a host", probes), ("deletes the backoff of a host that works again", deletesBackoff),
        ("waits for free space", waitsForFreeSpace), ("returns an item that was not attempted", returnsUnattempted),
        ("ignores times of a clock that was set back", ignoresClockSetBack), ("renews leases", renews),
    ]

    /// Returns a request for a download to the directory `/d`.
    package static func item(_ address: String) throws -> NewQueueItem {
        NewQueueItem(url: try #require(WebURL(address)), directory: "/d")
    }

    /// Claims items for the worker `w`, a number of seconds after ``start``.
    package static func claim(_ store: any QueueStore, _ limit: Int = 99, after seconds: Double = 0) throws
        -> [QueueItem]
    {
        try store.claim(QueueClaim(owner: "w", now: start.addingTimeInterval(seconds)), limit: limit)
    }

    /// Records that an attempt failed; times are in seconds after ``start``.
    package static func fail(
        _ store: any QueueStore, _ item: QueueItem, retryAfter: Double? = nil, after seconds: Double = 0,
        kind: QueueFailure.Class = .connect
    ) throws -> QueueTransition {
        let now = start.addingTimeInterval(seconds)
        let event = QueueEvent.failed(
            QueueFailure(kind, "no"), retryAfter: retryAfter.map(start.addingTimeInterval), jitter: 1)
        return try store.record(event, lease: #require(item.lease), id: item.id, at: now)
    }

    static func claimsMany(_ store: any QueueStore) throws {
        let items = try add(store, (0..<10).map(String.init))
        #expect(try store.claim(QueueClaim(owner: "w", now: start), limit: 0).isEmpty)
        let first = try claim(store, 4)
        #expect(first.map(\.id) == items.prefix(4).map(\.id))
        #expect(first.allSatisfy { $0.lease?.owner == "w" && $0.state == .running && $0.attempts == 1 })
        #expect(try claim(store).map(\.id) == items.dropFirst(4).map(\.id))
        #expect(try claim(store).isEmpty)
    }

    static func claimsByHost(_ store: any QueueStore) throws {
        _ = try store.add(try (0..<9).map { try item("http://h\($0 % 3)/\($0)") }, at: start)
        var claim = QueueClaim(owner: "w", now: start)
        claim.perHost = 2
        claim.activeHosts = ["h0": 1, "h1": 2]
        #expect(try store.claim(claim, limit: 99).map(\.url.path) == ["/0", "/2", "/5"])
        claim.busyHosts = ["h2"]
        claim.activeHosts = ["h0": 2]
        #expect(try store.claim(claim, limit: 99).map(\.url.path) == ["/1", "/4"])
    }

    static func findsFewAmongMany(_ store: any QueueStore) throws {
        var new = try (0..<1_500).map { try item("http://busy/\($0)") }
        new += try ["http://a/1", "http://b/1", "http://a/2"].map(item)
        new[1_502].priority = -1
        _ = try store.add(new, at: start)
        var claim = QueueClaim(owner: "w", now: start)
        claim.busyHosts = ["busy"]
        #expect(try store.claim(claim, limit: 2).map(\.url.href) == ["http://a/1", "http://b/1"])
        #expect(try store.claim(claim, limit: 2).map(\.url.href) == ["http://a/2"])
        #expect(try store.claim(claim, limit: 2).isEmpty)
    }

    static func listsInParts(_ store: any QueueStore) throws {
        var new = try (0..<20).map { try item("http://h/\($0)") }
        for index in new.indices { new[index].priority = index % 3 }
        _ = try store.add(new, at: start)
        let all = try store.items(in: nil)
        #expect(all.map(\.priority) == all.map(\.priority).sorted(by: >))
        var parts: [QueueItem] = []
        while true {
            let part = try store.items(QueueListing(limit: 3, after: parts.last?.id))
            if part.isEmpty { break }
            parts += part
        }
        #expect(parts == all)
        try store.pause(ids: all.prefix(5).map(\.id), at: start)
        let mixed = try store.items(QueueListing(states: [.ready, .paused], limit: 7, after: all[1].id))
        #expect(mixed.map(\.id) == all[2..<9].map(\.id))
        #expect(try store.items(QueueListing(states: [.paused], limit: 2)).map(\.id) == all.prefix(2).map(\.id))
        #expect(throws: QueueError.notFound(id: "gone")) { try store.items(QueueListing(after: "gone")) }
    }

    static func recordsMany(_ store: any QueueStore) throws {
        try add(store, ["a", "b", "c"])
        let items = try claim(store)
        var leases = try items.map { try #require($0.lease) }
        leases[1].epoch = 7
        let records = zip(items, leases).map { QueueRecord([.named("f")], lease: $1, id: $0.id, at: start) }
        let results = try store.record(records)
        #expect(try results[0].get().item.partName == "f.leftoff-part")
        #expect(throws: QueueError.leaseLost(id: items[1].id)) { try results[1].get() }
        #expect(throws: QueueError.nameTaken(directory: "/d", name: "f")) { try results[2].get() }
        #expect(try store.item(id: items[0].id) == (try results[0].get().item))
        #expect(try store.item(id: items[2].id) == items[2])
    }

    static func recordsAll(_ store: any QueueStore) throws {
        let (item, lease) = try claimed(store, "a")
        let whole = PartialContent(durableBytes: 1, total: 1)
        let bad: [QueueEvent] = [.named("f"), .verifying(whole), .completed]
        #expect(throws: QueueError.self) {
            try store.record([QueueRecord(bad, lease: lease, id: item.id, at: start)])[0].get()
        }
        #expect(try store.item(id: item.id) == item)
        let good: [QueueEvent] = [.named("f"), .verifying(whole), .committing(fileName: "f", sha256: "00"), .completed]
        let twice = QueueRecord(good, lease: lease, id: item.id, at: start)
        let results = try store.record([twice, twice])
        #expect(try results[0].get().item.state == .done)
        #expect(throws: QueueError.leaseLost(id: item.id)) { try results[1].get() }
        #expect(try store.item(id: item.id).state == .done)
    }

    static func startsLater(_ store: any QueueStore) throws {
        var new = try item("http://h/a")
        new.startAt = start.addingTimeInterval(100)
        let added = try store.add([new], at: start)[0]
        #expect(added.state == .waiting)
        #expect(try store.summary(ids: nil).nextClaim == new.startAt)
        #expect(try claim(store, after: 99.999).isEmpty)
        // The clock has been set back by an hour; the start time that the user chose stays.
        #expect(try claim(store, after: -3_600).isEmpty)
        #expect(try claim(store, after: 100).map(\.id) == [added.id])
    }

    static func holdsHost(_ store: any QueueStore) throws {
        _ = try store.add(try ["http://h/a", "http://h/b", "http://h:81/c"].map(item), at: start)
        let first = try #require(try claim(store, 1).first)
        let transition = try fail(store, first, retryAfter: 50, kind: .http)
        #expect(transition.actions.contains(.backOffHost(until: start.addingTimeInterval(50))))
        // Another port counts as another host.
        #expect(try claim(store).map(\.url.host) == ["h:81"])
        #expect(try store.summary(ids: nil).nextClaim == start.addingTimeInterval(50))
        #expect(try claim(store, after: 49.999).isEmpty)
        #expect(try claim(store, after: 50).map(\.url.path) == ["/a", "/b"])
        // A delay of a year is reduced to an hour.
        let last = try #require(try store.items(in: [.running]).first { $0.url.path == "/b" })
        let capped = try fail(store, last, retryAfter: 31_557_600, after: 50, kind: .http)
        #expect(capped.actions.contains(.backOffHost(until: start.addingTimeInterval(3_650))))
    }

    static func probes(_ store: any QueueStore) throws {
        _ = try store.add(try (0..<8).map { try item("http://h/\($0)") }, at: start)
        let items = try claim(store, 5)
        for item in items { _ = try fail(store, item) }
        // Five failures in a row, then two seconds at full jitter.
        #expect(try claim(store, after: 1.999).isEmpty)
        let probe = try claim(store, after: 2)
        #expect(probe.count == 1)
        #expect(try claim(store, after: 2).isEmpty)
        let transition = try fail(store, probe[0], after: 3)
        #expect(transition.actions.contains(.backOffHost(until: start.addingTimeInterval(7))))
        // The other items' own delays are over, but not that of their host.
        #expect(try store.summary(ids: nil).nextClaim == start.addingTimeInterval(7))
        #expect(try claim(store, after: 6.999).isEmpty)
        #expect(try claim(store, after: 7).count == 1)
        // A worker that has ended holds nothing.
        var claim = QueueClaim(owner: "x", now: start.addingTimeInterval(8))
        claim.goneOwners = ["w"]
        #expect(try store.claim(claim, limit: 9).count == 1)
    }

    static func deletesBackoff(_ store: any QueueStore) throws {
        _ = try store.add(try (0..<8).map { try item("http://h/\($0)") }, at: start)
        for item in try claim(store, 5) { _ = try fail(store, item) }
        let probe = try #require(try claim(store, after: 2).first)
        let lease = try #require(probe.lease)
        let whole = PartialContent(durableBytes: 1, total: 1)
        let events: [QueueEvent] = [.verifying(whole), .committing(fileName: "f", sha256: "00"), .completed]
        let now = start.addingTimeInterval(3)
        _ = try store.record([QueueRecord(events, lease: lease, id: probe.id, at: now)])[0].get()
        #expect(try claim(store, after: 3).count == 7)
    }

    static func waitsForFreeSpace(_ store: any QueueStore) throws {
        try add(store, "a")
        var item = try #require(try claim(store).first)
        let full = QueueFailure(.disk, "full", needsSpace: true)
        for (second, pause) in [(0.0, 10.0), (10, 20), (30, 40), (70, 80), (150, 160), (310, 320), (630, 600)] {
            let now = start.addingTimeInterval(second)
            let lease = try #require(item.lease)
            let waiting = try store.record(
                .failed(full, retryAfter: nil, jitter: 1), lease: lease, id: item.id, at: now
            ).item
            #expect(waiting.state == .waiting && waiting.error == full)
            #expect(waiting.notBefore == now.addingTimeInterval(pause))
            item = try #require(try claim(store, after: second + pause).first)
        }
        let now = start.addingTimeInterval(1_230)
        let postponed = try store.record(.postponed(full), lease: #require(item.lease), id: item.id, at: now).item
        #expect(postponed.attempts == item.attempts - 1)
        #expect(try store.summary(ids: nil).directoriesWithoutSpace == ["/d": 0])
        var claim = QueueClaim(owner: "w", now: now)
        claim.directoriesWithSpace = ["/e"]
        #expect(try store.claim(claim) == nil)
        claim.directoriesWithSpace = ["/d"]
        #expect(try store.claim(claim)?.id == item.id)
        #expect(try store.summary(ids: nil).directoriesWithoutSpace.isEmpty)
    }

    static func returnsUnattempted(_ store: any QueueStore) throws {
        let (item, lease) = try claimed(store, "a")
        let back = try store.record(.returned, lease: lease, id: item.id, at: start).item
        #expect(back.state == .ready && back.attempts == 0 && back.lease == nil)
        #expect(try claim(store).first?.epoch == 2)
    }

    static func ignoresClockSetBack(_ store: any QueueStore) throws {
        try add(store, ["a"])
        let item = try #require(try claim(store).first)
        _ = try fail(store, item, retryAfter: 3_000, kind: .http)
        // Set back by an hour: this prolongs neither the delay of the item nor that of the host.
        #expect(try claim(store, after: -3_600).map(\.id) == [item.id])
        _ = try store.add([try Self.item("http://other/b")], at: start)
        let other = try #require(try claim(store).first)
        // A lease from before the clock was set back does not block the item for an hour.
        let early = start.addingTimeInterval(-3_600)
        #expect(try store.claim(QueueClaim(owner: "y", now: early))?.id == other.id)
        // A lease from a time when the clock was slow has expired.
        #expect(try store.claim(QueueClaim(owner: "z", now: start))?.id == other.id)
    }

    static func renews(_ store: any QueueStore) throws {
        let (item, lease) = try claimed(store, "a")
        for step in 1...20 {
            let now = start.addingTimeInterval(Double(step) * 15)
            try store.record(.renewed(until: now.addingTimeInterval(60)), lease: lease, id: item.id, at: now)
            #expect(try store.claim(QueueClaim(owner: "x", now: now)) == nil)
        }
        #expect(try store.item(id: item.id).lease?.epoch == 1)
    }
}
