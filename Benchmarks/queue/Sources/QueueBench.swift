import DownloadQueue
import Foundation
import Store
import Syntax
import WHATWGURL

/// Measures a queue with many items; `Benchmarks/queue/run` starts it.
@main
struct QueueBench {
    private let store: SQLiteQueueStore
    private let count: Int
    private let now = Date()

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let count = Int(arguments[2]), count >= 10_000 else {
            print("usage: queue-bench HOME COUNT (at least 10000)")
            exit(64)
        }
        let bench = QueueBench(
            store: SQLiteQueueStore(database: try LeftoffDatabase(home: arguments[1])), count: count)
        try bench.run()
    }

    private func run() throws {
        try once("add \(count) items in one call") {
            _ = try store.add(try (0..<count).map { try item($0, host: "h\($0 % 50)") }, at: now)
        }
        try once("add \(count) duplicates of one item in one call") {
            let one = try item(0, host: "h0")
            guard Set(try store.add(Array(repeating: one, count: count), at: now).map(\.id)).count == 1 else { exit(1) }
        }
        try median("list, 50 of \(count)") { _ = try store.items(QueueListing(limit: 50)) }
        let middle = try store.items(QueueListing(states: [.ready], limit: count / 2)).last?.id
        try median("list, 50 from the middle") { _ = try store.items(QueueListing(limit: 50, after: middle)) }
        try median("list, 50 failed (there are none)") {
            _ = try store.items(QueueListing(states: [.failed], limit: 50))
        }
        var number = count
        try median("add one item") {
            number += 1
            _ = try store.add([try item(number, host: "h1")], at: now)
        }
        var claim = QueueClaim(owner: "bench", now: now)
        try median("claim the next item") { _ = try store.claim(claim, limit: 1) }
        claim.busyHosts = Set((0..<49).map { "h\($0)" })
        try median("claim, 49 of 50 hosts busy") { _ = try store.claim(claim, limit: 1) }
        claim.busyHosts = Set((0..<50).map { "h\($0)" })
        try median("claim, every host busy") { _ = try store.claim(claim, limit: 1) }
        claim.busyHosts = []
        try median("claim 32 at once") { _ = try store.claim(claim, limit: 32) }
        try records()
        try median("summary of all items") { _ = try store.summary(ids: nil) }
    }

    /// Measures a worker's records of small files, one at a time and many at once.
    private func records() throws {
        let items = try store.claim(QueueClaim(owner: "bench", now: now), limit: 3_300)
        var rest = items[...]
        func record(_ count: Int) throws {
            let whole = PartialContent(durableBytes: 1, total: 1)
            for events: (QueueItem) -> [QueueEvent] in [
                { [.named($0.id), .verifying(whole), .committing(fileName: $0.id, sha256: "00")] },
                { _ in [.completed] },
            ] {
                let records = rest.prefix(count).compactMap { item in
                    item.lease.map { QueueRecord(events(item), lease: $0, id: item.id, at: now) }
                }
                for result in try store.record(records) { _ = try result.get() }
            }
            rest = rest.dropFirst(count)
        }
        try median("two records of one small file") { try record(1) }
        try median("two records of 32 small files") { try record(32) }
    }

    // MARK: Steps

    private func item(_ number: Int, host: String) throws -> NewQueueItem {
        guard let url = WebURL("http://\(host)/files/2024/photo-\(number).jpg") else { exit(1) }
        return NewQueueItem(url: url, directory: "/home/user/Downloads")
    }

    private func once(_ name: String, _ body: () throws -> Void) throws {
        let before = clock()
        let time = try ContinuousClock().measure(body)
        report(name, time, Self.processor(since: before), "once")
    }

    private func median(_ name: String, _ body: () throws -> Void) throws {
        let before = clock()
        let times = try (0..<101).map { _ in try ContinuousClock().measure(body) }.sorted()
        report(name, times[50], Self.processor(since: before) / 101, "median of 101, slowest \(Self.text(times[100]))")
    }

    private static func processor(since start: clock_t) -> Duration {
        .seconds(Double(clock() - start) / Double(CLOCKS_PER_SEC))
    }

    private func report(_ name: String, _ time: Duration, _ processor: Duration, _ note: String) {
        let padding = String(repeating: " ", count: max(1, 46 - name.count))
        print("\(name)\(padding)\(Self.text(time)), processor \(Self.text(processor))  (\(note))")
    }

    private static func text(_ time: Duration) -> String { String(format: "%9.3f ms", time.seconds * 1_000) }
}
