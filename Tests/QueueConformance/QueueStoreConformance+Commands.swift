import DownloadQueue
import FoundationEssentials
import Testing

/// The requirements for users' commands while workers run.
extension QueueStoreConformance {
    static func keepsPause(_ store: any QueueStore) throws {
        let (item, lease) = try claimed(store, "a")
        try store.pause(ids: [item.id], at: start)
        let content = PartialContent(durableBytes: 7, etag: "\"x\"")
        try store.record(.progressed(content), lease: lease, id: item.id, at: start)
        try store.record(.released, lease: lease, id: item.id, at: start)
        let paused = try store.item(id: item.id)
        #expect(paused.state == .paused)
        #expect(paused.content == content)
        #expect(try store.claim(QueueClaim(owner: "w", now: start.addingTimeInterval(1e6))) == nil)
        try store.resume(ids: [item.id], at: start)
        #expect(try store.claim(QueueClaim(owner: "w", now: start))?.content == content)
    }

    static func removes(_ store: any QueueStore) throws {
        let items = try add(store, "a", "b")
        _ = try store.apply(.remove, to: [items[0].id], at: start)
        #expect(try store.items(in: nil).map(\.id) == [items[1].id])
        #expect(throws: QueueError.notFound(id: items[0].id)) { try store.item(id: items[0].id) }
        #expect(try add(store, "a")[0].id != items[0].id)
    }

    static func removesHeld(_ store: any QueueStore) throws {
        let (item, lease) = try claimed(store, "a")
        _ = try store.apply(.remove, to: [item.id], at: start)
        #expect(try store.item(id: item.id).state == .cancelled)
        let transition = try store.record(.released, lease: lease, id: item.id, at: start)
        #expect(transition.actions == [.discardPartialFile, .forget])
        #expect(try store.items(in: nil).isEmpty)
    }

    static func sweeps(_ store: any QueueStore) throws {
        let (item, _) = try claimed(store, "a")
        _ = try store.apply(.remove, to: [item.id], at: start)
        #expect(try store.sweep(at: start, goneOwners: []).isEmpty)
        #expect(try store.sweep(at: start, goneOwners: ["w"]).map(\.id) == [item.id])
        #expect(try store.items(in: nil).isEmpty)
    }

    static func keepsNamesApart(_ store: any QueueStore) throws {
        let (first, firstLease) = try claimed(store, "a")
        let (second, secondLease) = try claimed(store, "b")
        try store.record(.named("f"), lease: firstLease, id: first.id, at: start)
        try store.record(.named("f"), lease: firstLease, id: first.id, at: start)
        #expect(throws: QueueError.nameTaken(directory: "/d", name: "f")) {
            try store.record(.named("f"), lease: secondLease, id: second.id, at: start)
        }
        try store.record(.named("f (1)"), lease: secondLease, id: second.id, at: start)
        try complete(store, first, firstLease)
        try store.record(.named("f"), lease: secondLease, id: second.id, at: start)
    }

    static func requeuesQuarantined(_ store: any QueueStore) throws {
        let (item, lease) = try claimed(store, "a")
        try store.record(.verifying(PartialContent(durableBytes: 7, total: 7)), lease: lease, id: item.id, at: start)
        let failure = QueueFailure(.checksum, "wrong")
        try store.record(
            .quarantined(fileName: "a", sha256: "00", failure), lease: lease, id: item.id, at: start)
        var request = item.request
        request.name = "b"
        #expect(try store.add([request], at: start)[0].id != item.id)
        request = item.request
        let digest = try Checksum("md5=" + String(repeating: "0", count: 32))
        request.checksum = digest
        // A list may contain the same download twice.
        let again = try store.add([request, request], at: start)
        #expect(again.map(\.id) == [item.id, item.id])
        let stored = try store.item(id: item.id)
        #expect(stored.state == .ready && stored.content == .nothing && stored.furthest == 0 && stored.error == nil)
        #expect(stored.checksum == digest)
        #expect(try store.add([item.request], at: start).map(\.id) == [item.id])
        #expect(try store.items(in: nil).count == 2)
    }

    static func changesSelection(_ store: any QueueStore) throws {
        let (done, lease) = try claimed(store, "done")
        try complete(store, done, lease)
        let items = try add(store, (0..<2_100).map(String.init))
        let targets = try store.targets(of: .pause, in: QueueSelection(), at: start)
        #expect(targets.ids == items.map(\.id) && targets.skipped == [.done: 1])
        var counts: [Int] = []
        let result = try store.apply(.pause, to: targets, at: start) { counts.append($0.count) }
        #expect(counts == [1_000, 1_000, 100])
        #expect(result.changed == 2_100 && result.skipped == [.done: 1] && result.refusals.isEmpty)
        #expect(try store.summary(ids: nil).counts == [.done: 1, .paused: 2_100])
        // What is paused already is not changed.
        #expect(try store.targets(of: .pause, in: QueueSelection(), at: start).skipped == [.done: 1, .paused: 2_100])
        let finished = QueueSelection(states: [.done], olderThan: .seconds(60))
        #expect(try store.targets(of: .remove, in: finished, at: start.addingTimeInterval(59)).isEmpty)
        let old = try store.targets(of: .remove, in: finished, at: start.addingTimeInterval(60))
        #expect(old.ids == [done.id])
        var actions: [QueueAction] = []
        let removal = try store.apply(.remove, to: old, at: start) { actions += $0.flatMap(\.actions) }
        #expect(removal.changed == 1 && actions == [.forget])
        #expect(try store.summary(ids: nil).counts == [.paused: 2_100])
    }

    static func skipsChangedTargets(_ store: any QueueStore) throws {
        let items = try add(store, "a", "b", "c")
        let targets = try store.targets(of: .pause, in: QueueSelection(states: [.ready]), at: start)
        #expect(targets.ids.count == 3)
        _ = try store.apply(.remove, to: [items[0].id], at: start)
        var claim = QueueClaim(owner: "w", now: start)
        claim.ids = [items[1].id]
        let held = try #require(try store.claim(claim))
        try complete(store, held, try #require(held.lease))
        var changed: [String] = []
        let result = try store.apply(.pause, to: targets, at: start) { changed += $0.map(\.item.id) }
        #expect(changed == [items[2].id])
        #expect(result.changed == 1 && result.skipped == [.done: 1] && result.refusals.isEmpty)
    }

    static func summarizes(_ store: any QueueStore) throws {
        #expect(try store.summary(ids: nil) == QueueSummary())
        let (item, lease) = try claimed(store, "a")
        var queueSummary = try store.summary(ids: nil)
        #expect(queueSummary.held == 1)
        #expect(queueSummary.nextClaim == nil)
        #expect(queueSummary.nextLeaseEnd == start.addingTimeInterval(60))
        try fail(store, item, lease, isLasting: false)
        queueSummary = try store.summary(ids: nil)
        #expect(queueSummary.nextClaim == start.addingTimeInterval(2))
        #expect(queueSummary[.waiting] == 1)
        let added = try add(store, "b")
        queueSummary = try store.summary(ids: nil)
        #expect(try #require(queueSummary.nextClaim) <= start)
        #expect(queueSummary.counts == [.waiting: 1, .ready: 1])
        #expect(try store.summary(ids: [added[0].id]).counts == [.ready: 1])
        #expect(try store.summary(ids: []).counts.isEmpty)
    }
}
