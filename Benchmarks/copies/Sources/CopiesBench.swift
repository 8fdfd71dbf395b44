import Foundation
import Places
import Store
import WHATWGURL

/// Fills a store with places and text copies, measures searches in the process, and writes the queries to a file.
///
/// Usage: copies-bench HOME COUNT
@main
struct CopiesBench {
    private static let batchLength = 500
    private static let rounds = 5

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let count = Int(arguments[2]) else {
            FileHandle.standardError.write(Data("usage: copies-bench HOME COUNT\n".utf8))
            exit(64)
        }
        let database = try LeftoffDatabase(home: arguments[1])
        let places = SQLiteSnapshotArchive(database: database, now: { Date() })
        var text = ZipfText(seed: 5)
        if try database.snapshotCount() == 0 { try fill(database, places, count, &text) }
        let queries = text.queries
        try Data((queries.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: arguments[1] + "/queries.txt"))
        for query in queries {
            var times: [Double] = []
            var found = 0
            for _ in 0..<rounds {
                let start = ContinuousClock.now
                found = try places.snapshots(matching: query, limit: 51, offset: 0).count
                times.append((ContinuousClock.now - start) / .milliseconds(1))
            }
            times.sort()
            let (median, worst) = (rounded(times[rounds / 2]), rounded(times.last ?? 0))
            print("\(query): \(found) places, median \(median) ms, worst \(worst) ms")
        }
    }

    private static func fill(
        _ database: LeftoffDatabase, _ places: SQLiteSnapshotArchive, _ count: Int, _ text: inout ZipfText
    ) throws {
        // Copies that are not finished are never evicted, so the budget is not part of the measurement.
        let copies = SQLiteCopyArchive(
            database: database, policy: { CopyPolicy(budget: 1 << 40) }, now: { Date() })
        // The store is temporary.
        try database.relaxDurability()
        let start = ContinuousClock.now
        for first in stride(from: 0, to: count, by: batchLength) {
            let numbers = first..<min(count, first + batchLength)
            let snapshots = try numbers.map { number in
                try PageSnapshot(
                    json: #"{"url":"https://site\#(number % 997).example/\#(number)","title":"\#(text.words(6))"}"#.utf8
                )
            }
            let stored = try places.add(snapshots)
            _ = try copies.add(
                stored.map { place in
                    SQLiteCopyArchive.Addition(
                        content: text.copy(url: place.snapshot.url.href).encoded(), kind: .text, placeID: place.id)
                })
            if first % 10_000 == 0 { print("\(first) copies after \(ContinuousClock.now - start)") }
        }
        print("\(count) copies stored in \(ContinuousClock.now - start)")
    }

    private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
