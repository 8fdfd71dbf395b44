import DownloadQueue
import Foundation
import PostgresStore
import Synchronization
import Syntax
import WHATWGURL

/// Measures a queue on PostgreSQL; `Benchmarks/queue-postgres/run` starts it once for each phase.
@main
struct QueuePostgresBench {
    /// The number of items that a worker claims at once.
    private static let batch = 64

    /// The number of hosts besides the busy one.
    private static let hostCount = 1_000

    private let address: PostgresAddress
    private let store: PostgresQueueStore

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let count = Int(arguments[3]) else {
            print("usage: queue-postgres-bench ADDRESS add|fill|work|claim|summary COUNT")
            exit(64)
        }
        let address = PostgresAddress(arguments[1])
        let bench = QueuePostgresBench(address: address, store: try PostgresQueueStore(address))
        switch arguments[2] {
        case "add": try bench.add(count)
        case "fill": try bench.fill(count)
        case "work": try bench.work(count)
        case "claim": try bench.claim(count)
        case "summary": try bench.summary(count)
        default: exit(64)
        }
    }

    // MARK: Phases

    /// Adds a list, and adds it again.
    private func add(_ count: Int) throws {
        let items = try (0..<count).map { try item($0, host: "h\($0 % Self.hostCount)", directory: "/srv/list") }
        for _ in 0..<2 {
            let time = try ContinuousClock().measure { _ = try store.add(items, at: Date()) }
            print("\(Self.milliseconds(time))")
        }
    }

    /// Adds items of a busy host, a tenth of all, and then items of the other hosts in turn.
    private func fill(_ count: Int) throws {
        let busyCount = count / 10
        for start in stride(from: 0, to: count, by: 50_000) {
            let items = try (start..<min(start + 50_000, count)).map {
                try item($0, host: $0 < busyCount ? "busy" : "h\($0 % Self.hostCount)", directory: "/srv/files")
            }
            _ = try store.add(items, at: Date())
        }
    }

    /// Claims and finishes items with four workers, and prints the number of items per second and the longest pause.
    private func work(_ count: Int) throws {
        let left = Mutex(count)
        let pauses = Mutex(Duration.zero)
        let ended = DispatchGroup()
        let start = ContinuousClock.now
        for number in 0..<4 {
            let worker = try PostgresQueueStore(address)
            ended.enter()
            Thread.detachNewThread {
                defer { ended.leave() }
                do {
                    var last = ContinuousClock.now
                    while left.withLock({ $0 > 0 }) {
                        let finished = try Self.finishBatch(worker, owner: "worker \(number)")
                        left.withLock { $0 -= finished }
                        let now = ContinuousClock.now
                        pauses.withLock { $0 = max($0, now - last) }
                        last = now
                    }
                } catch {
                    print(error)
                    exit(1)
                }
            }
        }
        ended.wait()
        let seconds = (ContinuousClock.now - start).seconds
        print(Int(Double(count) / seconds), Self.milliseconds(pauses.withLock { $0 }))
    }

    private static func finishBatch(_ store: PostgresQueueStore, owner: String) throws -> Int {
        var claim = QueueClaim(owner: owner, now: Date())
        claim.sharedPerHost = 6
        let items = try store.claim(claim, limit: batch)
        let whole = PartialContent(durableBytes: 1, total: 1)
        let records = items.compactMap { item in
            item.lease.map { lease in
                QueueRecord(
                    [.named(item.id), .verifying(whole), .committing(fileName: item.id, sha256: "00"), .completed],
                    lease: lease, id: item.id, at: Date())
            }
        }
        for result in try store.record(records) { _ = try result.get() }
        return items.count
    }

    /// Holds as many items of the busy host as allowed, and measures the next claims, one item each.
    private func claim(_ count: Int) throws {
        var claim = QueueClaim(owner: "holder", now: Date())
        claim.sharedPerHost = 2
        _ = try store.claim(claim, limit: 2)
        claim.owner = "worker"
        let times = try (0..<count).map { _ in
            claim.now = Date()
            return try ContinuousClock().measure {
                guard try store.claim(claim, limit: 1).count == 1 else { exit(1) }
            }
        }.sorted()
        print(Self.milliseconds(times[count / 2]), Self.milliseconds(times[count * 99 / 100]))
    }

    /// Measures the summary of all items.
    private func summary(_ count: Int) throws {
        let times = try (0..<count).map { _ in
            try ContinuousClock().measure { _ = try store.summary(ids: nil) }
        }.sorted()
        print(Self.milliseconds(times[count / 2]), Self.milliseconds(times[count * 99 / 100]))
    }

    // MARK: Steps

    private func item(_ number: Int, host: String, directory: String) throws -> NewQueueItem {
        guard let url = WebURL("https://\(host).example/files/2026/photo-\(number).jpg") else { exit(1) }
        return NewQueueItem(url: url, directory: directory)
    }

    private static func milliseconds(_ time: Duration) -> String { String(format: "%.1f", time.seconds * 1_000) }
}
