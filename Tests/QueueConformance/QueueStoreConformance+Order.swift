import DownloadQueue
import FoundationEssentials
import Testing
import WHATWGURL

/// The requirements for moving items.
extension QueueStoreConformance {
    private static func order(_ store: any QueueStore) throws -> String {
        try store.items(in: nil).map { $0.url.path.dropFirst() }.joined()
    }

    private static func id(_ name: String, _ store: any QueueStore) throws -> String {
        try #require(try store.items(in: nil).first { $0.url.path == "/" + name }?.id)
    }

    static func movesBetween(_ store: any QueueStore) throws {
        _ = try add(store, "a", "b", "c", "d", "e")
        let steps = [
            ("e", QueuePosition.before("a"), "eabcd"), ("a", .after("d"), "ebcda"), ("c", .after("c"), "ebcda"),
            ("d", .before("e"), "debca"), ("e", .before("b"), "debca"), ("b", .after("d"), "dbeca"),
            ("c", .before("e"), "dbcea"), ("a", .before("c"), "dbace"), ("d", .after("e"), "bace" + "d"),
            ("e", .first, "ebacd"), ("e", .first, "ebacd"), ("b", .last, "eacdb"), ("b", .last, "eacdb"),
            ("b", .first, "beacd"), ("e", .last, "bacde"), ("d", .before("e"), "bacde"), ("e", .before("d"), "baced"),
        ]
        for (moved, placing, expected) in steps {
            let there: QueuePosition =
                switch placing {
                case .before(let name): .before(try id(name, store))
                case .after(let name): .after(try id(name, store))
                case .priority, .first, .last: placing
                }
            let item = try store.move(id: try id(moved, store), there)
            #expect(item.url.path == "/" + moved)
            #expect(try order(store) == expected, "\(moved) \(placing)")
        }
        // Items are claimed in the order that is shown.
        let claimed = try store.claim(QueueClaim(owner: "w", now: start), limit: 9)
        #expect(claimed.map { $0.url.path.dropFirst() }.joined() == "baced")
    }

    static func movesAtRandom(_ store: any QueueStore) throws {
        var ids = try add(store, "a", "b", "c", "d", "e", "f", "g").map(\.id)
        var seed: UInt64 = 5
        func next(below bound: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % bound
        }
        for _ in 0..<120 {
            let moved = ids.remove(at: next(below: ids.count))
            let place = next(below: ids.count)
            let other = ids[place]
            let isBefore = next(below: 2) == 0
            ids.insert(moved, at: isBefore ? place : place + 1)
            _ = try store.move(id: moved, isBefore ? .before(other) : .after(other))
            #expect(try store.items(in: nil).map(\.id) == ids)
        }
    }

    static func movesByPriority(_ store: any QueueStore) throws {
        _ = try add(store, "a", "b", "c")
        #expect(try store.move(id: try id("c", store), .priority(7)).priority == 7)
        #expect(try order(store) == "cab")
        #expect(try store.move(id: try id("a", store), .priority(-7)).priority == -7)
        #expect(try order(store) == "cba")
        try store.pause(ids: [try id("b", store)], at: start)
        _ = try store.move(id: try id("b", store), .before(try id("c", store)))
        #expect(try order(store) == "bca")
        // A running item can be moved too; its worker keeps it.
        let held = try #require(try store.claim(QueueClaim(owner: "w", now: start)))
        #expect(held.url.path == "/c")
        _ = try store.move(id: held.id, .priority(-9))
        let lease = try #require(held.lease)
        try store.record(.progressed(PartialContent(durableBytes: 3)), lease: lease, id: held.id, at: start)
        #expect(try store.item(id: held.id).priority == -9)
    }

    static func movesOnlyLive(_ store: any QueueStore) throws {
        let (item, lease) = try claimed(store, "a")
        try complete(store, item, lease)
        let other = try add(store, "b")[0]
        for placing in [QueuePosition.priority(1), .first, .last, .before(other.id), .after(other.id)] {
            #expect(throws: QueueError.notAllowed(id: item.id, state: .done, command: "move")) {
                try store.move(id: item.id, placing)
            }
        }
        #expect(throws: QueueError.notAllowed(id: item.id, state: .done, command: "move")) {
            try store.move(id: other.id, .before(item.id))
        }
        #expect(throws: QueueError.notFound(id: "zzz")) { try store.move(id: other.id, .after("zzz")) }
        #expect(throws: QueueError.notFound(id: "zzz")) { try store.move(id: "zzz", .priority(1)) }
        #expect(try store.item(id: other.id).priority == 0)
    }

    static func listsByEnd(_ store: any QueueStore) throws {
        let names = ["a", "b", "c", "d", "e", "f"]
        _ = try add(store, "a", "b", "c", "d", "e", "f", "live")
        // Two items end within the same millisecond: the one that was added later counts as the later.
        let ends: [String: Double] = ["a": 3, "b": 1, "c": 9, "d": 3, "e": 2, "f": 8]
        for name in names {
            // Claimed in the order of adding.
            let item = try #require(try store.claim(QueueClaim(owner: "w", now: start), limit: 1).first)
            let lease = try #require(item.lease)
            let failure = QueueFailure(.http, "no", isLasting: true)
            let end = start.addingTimeInterval(try #require(ends[name]))
            let event: QueueEvent = .failed(failure, retryAfter: nil, jitter: 0)
            _ = try store.record(event, lease: lease, id: item.id, at: end)
        }
        let ended = try store.items(in: nil).filter { $0.finishedAt != nil }
        try #require(ended.count == names.count)
        var listing = QueueListing()
        listing.order = .ended
        func listed() throws -> String { try store.items(listing).map { $0.url.path.dropFirst() }.joined() }
        #expect(try listed() == "cfdaeb")
        listing.states = [.failed]
        listing.limit = 2
        var parts: [String] = []
        while case let part = try listed(), !part.isEmpty {
            parts.append(part)
            listing.after = try store.items(listing).last?.id
        }
        #expect(parts == ["cf", "da", "eb"])
        listing.after = try id("live", store)
        #expect(try store.items(listing).isEmpty)
        listing = QueueListing(states: [.done])
        listing.order = .ended
        #expect(try store.items(listing).isEmpty)
    }
}
