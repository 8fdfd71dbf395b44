package import DownloadQueue
package import FoundationEssentials
import Syntax
import Testing
import WHATWGURL

/// The requirements of every store of the queue.
///
/// Each check receives an empty store.
///
/// The tests of each store run all checks:
///
/// ```swift
/// @Test("It conforms to the requirements of every queue store", arguments: QueueStoreConformance.names)
/// func conformance(name: String) throws {
///     try QueueStoreConformance.check(name, SQLiteQueueStore(database: database))
/// }
/// ```
package enum QueueStoreConformance {
    /// The time at which the checks begin.
    package static let start = Date(timeIntervalSince1970: 1_700_000_000)

    static let all: [(name: String, check: @Sendable (any QueueStore) throws -> Void)] = [
        ("adds in order", addsInOrder), ("stores every field", keepsEveryField),
        ("adds a live duplicate once", addsDuplicatesOnce), ("retries a failed duplicate", retriesFailedDuplicate),
        ("updates a request that is added again", updatesRepeatedRequest),
        ("adds a finished download as a new one", addsFinishedAsNew), ("adds all or none", commandsAllOrNone),
        ("finds by prefix", findsByPrefix), ("claims by priority, then age", claimsInOrder),
        ("claims an item whose delay is over", claimsWaiting), ("claims nothing of busy hosts", skipsBusyHosts),
        ("claims only the given ids", claimsOnlyGivenIDs),
        ("claims items with expired leases and fences their workers", fences),
        ("claims items of workers that have ended", takesOverDead), ("keeps an item paused", keepsPause),
        ("deletes a removed item", removes), ("deletes a removed item when its worker releases it", removesHeld),
        ("sweeps items of workers that have ended", sweeps),
        ("refuses a part file name that is in use", keepsNamesApart),
        ("queues a quarantined item again", requeuesQuarantined), ("summarizes the queue", summarizes),
        ("moves an item between any two", movesBetween), ("moves items at random", movesAtRandom),
        ("moves by priority", movesByPriority), ("moves only live items", movesOnlyLive),
        ("lists by end, the latest first", listsByEnd), ("applies a command to a selection", changesSelection),
        ("skips what has changed since it was selected", skipsChangedTargets),
    ]

    /// The names of all checks.
    package static var names: [String] { (all + delays + crashes).map(\.name) }

    /// Runs the check of a name.
    package static func check(_ name: String, _ store: any QueueStore) throws {
        let check = try #require((all + delays + crashes).first { $0.name == name })
        try check.check(store)
    }

    // MARK: Adding and finding

    static func addsInOrder(_ store: any QueueStore) throws {
        let added = try add(store, "b", "a", "c")
        #expect(added.map(\.url.path) == ["/b", "/a", "/c"])
        #expect(Set(added.map(\.id)).count == 3)
        #expect(added.allSatisfy { $0.id.count == 12 && $0.state == .ready })
        #expect(try store.items(in: nil) == added)
        #expect(try store.items(in: [.done]).isEmpty)
        #expect(try store.items(in: [.ready, .done]) == added)
    }

    static func keepsEveryField(_ store: any QueueStore) throws {
        let digits = String(repeating: "ab", count: 32)
        var new = NewQueueItem(
            url: try url("x?y#z"), directory: "/d/\u{E9}", name: "n'\"\n", checksum: try Checksum("sha256=" + digits),
            referer: "http://r/",
            headers: [HeaderField(name: "A", value: "1"), HeaderField(name: "a", value: "\u{E9}")],
            priority: -3)
        new.root = "/d"
        let item = try #require(try store.add([new], at: start).first)
        #expect(item.request == new)
        #expect(item.addedAt == start)
        #expect(try store.item(id: item.id) == item)
        let claimed = try #require(try store.claim(QueueClaim(owner: "w", now: start)))
        let lease = try #require(claimed.lease)
        let content = PartialContent(durableBytes: 1 << 40, total: 1 << 41, etag: "\"\u{E9}\"", lastModified: "m")
        for event: QueueEvent in [.named("n"), .progressed(content), .verifying(content)] {
            try store.record(event, lease: lease, id: item.id, at: start)
        }
        let failure = QueueFailure(.checksum, "wrong", isLasting: true)
        let ended = try store.record(
            .quarantined(fileName: "n (1)", sha256: digits, failure), lease: lease, id: item.id, at: start)
        #expect(try store.item(id: item.id) == ended.item)
        #expect(ended.item.error == failure)
        #expect(ended.item.content == content)
    }

    static func addsDuplicatesOnce(_ store: any QueueStore) throws {
        let first = try add(store, "a", "b", "a")
        #expect(first[0] == first[2])
        #expect(try add(store, "a")[0] == first[0])
        let named = NewQueueItem(url: try url("a"), directory: "/d", name: "n")
        let elsewhere = NewQueueItem(url: try url("a"), directory: "/e")
        #expect(Set(try store.add([named, elsewhere], at: start).map(\.id) + first.map(\.id)).count == 4)
        _ = try store.claim(QueueClaim(owner: "w", now: start))
        #expect(try add(store, "a")[0].state == .running)
        #expect(try store.items(in: nil).count == 4)
    }

    static func retriesFailedDuplicate(_ store: any QueueStore) throws {
        let (item, lease) = try claimed(store, "a")
        try store.record(.named("a"), lease: lease, id: item.id, at: start)
        let content = PartialContent(durableBytes: 9, etag: "\"x\"")
        try store.record(.progressed(content), lease: lease, id: item.id, at: start)
        try fail(store, item, lease, isLasting: true)
        #expect(try store.item(id: item.id).state == .failed)
        let again = try add(store, "a")[0]
        #expect(again.id == item.id)
        #expect(again.state == .ready)
        #expect(again.content == content)
    }

    static func updatesRepeatedRequest(_ store: any QueueStore) throws {
        let checksum = try Checksum("md5=00000000000000000000000000000000")
        var new = NewQueueItem(url: try url("a"), directory: "/d", referer: "https://r.example/", priority: 2)
        new.userAgent = "u"
        let item = try store.add([new], at: start)[0]
        var again = NewQueueItem(
            url: try url("a#here"), directory: "/d", checksum: checksum, headers: [HeaderField(name: "A", value: "b")],
            priority: 1)
        again.proxy = "http://127.0.0.1:1"
        let amended = try store.add([again], at: start)[0]
        #expect(amended.id == item.id)
        #expect(amended.checksum == checksum && amended.headers == again.headers && amended.priority == 2)
        #expect(amended.referer == "https://r.example/" && amended.request.userAgent == "u")
        #expect(amended.request.proxy == again.proxy)
        #expect(try store.item(id: item.id) == amended)

        // A running item is not changed.
        let claimed = try #require(try store.claim(QueueClaim(owner: "w", now: start)))
        #expect(claimed.checksum == checksum)
        #expect(try store.add([again], at: start)[0].state == .running)
        again.checksum = try Checksum("md5=00000000000000000000000000000001")
        #expect(throws: QueueError.otherChecksum(id: item.id)) { try store.add([again], at: start) }
    }

    static func addsFinishedAsNew(_ store: any QueueStore) throws {
        let (item, lease) = try claimed(store, "a")
        try complete(store, item, lease)
        let again = try add(store, "a")[0]
        #expect(again.id != item.id)
        #expect(try store.item(id: item.id).state == .done)
    }

    static func commandsAllOrNone(_ store: any QueueStore) throws {
        let items = try add(store, "a", "b")
        #expect(throws: QueueError.notFound(id: "zzz")) {
            try store.pause(ids: [items[0].id, "zzz"], at: start)
        }
        #expect(try store.items(in: [.paused]).isEmpty)
        #expect(try store.pause(ids: items.map(\.id), at: start).map(\.state) == [.paused, .paused])
    }

    static func findsByPrefix(_ store: any QueueStore) throws {
        let items = try add(store, "a", "b")
        let common = zip(items[0].id, items[1].id).prefix { $0 == $1 }.count
        #expect(try store.item(id: String(items[0].id.prefix(common + 1))) == items[0])
        for missing in ["", "!", "%", "_", items[0].id + "0", "'"] {
            #expect(throws: QueueError.notFound(id: missing)) { try store.item(id: missing) }
        }
        // Of 33 ids, two begin with the same of 32 characters.
        let many = try add(store, (0..<33).map { "m\($0)" })
        let groups = Dictionary(grouping: items + many) { $0.id.prefix(1) }
        let (prefix, group) = try #require(groups.first { $0.value.count > 1 })
        #expect(throws: QueueError.ambiguous(id: String(prefix), count: group.count)) {
            try store.item(id: String(prefix))
        }
    }

    // MARK: Claims

    static func claimsInOrder(_ store: any QueueStore) throws {
        _ = try store.add(
            try [("a", 0), ("b", 5), ("c", 0), ("d", 5), ("e", -1)].map {
                NewQueueItem(url: try url($0.0), directory: "/d", priority: $0.1)
            }, at: start)
        let order = ["/b", "/d", "/a", "/c", "/e"]
        #expect(try store.items(in: nil).map(\.url.path) == order)
        let claimed = try (0..<6).map { _ in try store.claim(QueueClaim(owner: "w", now: start))?.url.path }
        #expect(claimed == order + [nil])
    }

    static func claimsWaiting(_ store: any QueueStore) throws {
        let (item, lease) = try claimed(store, "a")
        try fail(store, item, lease, isLasting: false)
        let waiting = try store.item(id: item.id)
        #expect(waiting.state == .waiting)
        let next = try #require(waiting.notBefore)
        #expect(next == start.addingTimeInterval(2))
        #expect(try store.claim(QueueClaim(owner: "w", now: next.addingTimeInterval(-0.001))) == nil)
        #expect(try store.claim(QueueClaim(owner: "w", now: next))?.attempts == 2)
    }

    static func skipsBusyHosts(_ store: any QueueStore) throws {
        let urls = ["http://a/1", "http://a:81/2", "http://b/3"].compactMap { WebURL($0) }
        _ = try store.add(urls.map { NewQueueItem(url: $0, directory: "/d") }, at: start)
        var claim = QueueClaim(owner: "w", now: start)
        claim.busyHosts = ["a"]
        #expect(try store.claim(claim)?.url.host == "a:81")
        #expect(try store.claim(claim)?.url.host == "b")
        #expect(try store.claim(claim) == nil)
    }

    static func claimsOnlyGivenIDs(_ store: any QueueStore) throws {
        let items = try add(store, "a", "b")
        var claim = QueueClaim(owner: "w", now: start)
        claim.ids = [items[1].id]
        #expect(try store.claim(claim)?.id == items[1].id)
        #expect(try store.claim(claim) == nil)
        claim.ids = []
        #expect(try store.claim(claim) == nil)
    }

    static func fences(_ store: any QueueStore) throws {
        let (item, old) = try claimed(store, "a")
        let later = start.addingTimeInterval(60)
        #expect(try store.claim(QueueClaim(owner: "x", now: later.addingTimeInterval(-0.001))) == nil)
        let taken = try #require(try store.claim(QueueClaim(owner: "x", now: later)))
        let new = try #require(taken.lease)
        #expect(taken.epoch == 2)
        for event: QueueEvent in [
            .renewed(until: later), .named("b"), .progressed(PartialContent(durableBytes: 3)), .released, .completed,
            .failed(QueueFailure(.dns, "x"), retryAfter: nil, jitter: 0),
        ] {
            #expect(throws: QueueError.leaseLost(id: item.id)) {
                try store.record(event, lease: old, id: item.id, at: later)
            }
        }
        #expect(try store.item(id: item.id) == taken)
        let renewed = later.addingTimeInterval(100)
        try store.record(.renewed(until: renewed), lease: new, id: item.id, at: later)
        #expect(try store.item(id: item.id).lease?.until == renewed)
    }

    static func takesOverDead(_ store: any QueueStore) throws {
        let (item, _) = try claimed(store, "a")
        #expect(try store.leaseOwners() == ["w"])
        #expect(try store.leased(by: "w").map(\.id) == [item.id])
        #expect(try store.leased(by: "x").isEmpty)
        var claim = QueueClaim(owner: "x", now: start)
        claim.goneOwners = ["w"]
        #expect(try store.claim(claim)?.id == item.id)
        #expect(try store.leaseOwners() == ["x"])
    }

    // MARK: Steps

    static func url(_ path: String) throws -> WebURL { try #require(WebURL("http://host/\(path)")) }

    /// Adds downloads of `http://host/PATH` to the directory `/d`.
    @discardableResult
    package static func add(_ store: any QueueStore, _ paths: String...) throws -> [QueueItem] { try add(store, paths) }

    /// Adds downloads of `http://host/PATH` to the directory `/d`.
    @discardableResult
    package static func add(_ store: any QueueStore, _ paths: [String]) throws -> [QueueItem] {
        try store.add(try paths.map { NewQueueItem(url: try url($0), directory: "/d") }, at: start)
    }

    static func claimed(_ store: any QueueStore, _ path: String) throws -> (QueueItem, QueueLease) {
        try add(store, path)
        let item = try #require(try store.claim(QueueClaim(owner: "w", now: start)))
        #expect(item.url.path == "/\(path)")
        return (item, try #require(item.lease))
    }

    static func fail(_ store: any QueueStore, _ item: QueueItem, _ lease: QueueLease, isLasting: Bool) throws {
        let failure = QueueFailure(.http, "no", isLasting: isLasting)
        try store.record(.failed(failure, retryAfter: nil, jitter: 1), lease: lease, id: item.id, at: start)
    }

    static func complete(
        _ store: any QueueStore, _ item: QueueItem, _ lease: QueueLease, at now: Date = start
    ) throws {
        for event: QueueEvent in [
            .verifying(PartialContent(durableBytes: 1, total: 1)), .committing(fileName: "f", sha256: "00"), .completed,
        ] {
            try store.record(event, lease: lease, id: item.id, at: now)
        }
    }
}
