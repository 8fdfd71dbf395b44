import Foundation
import Places
import Store
import Syntax

/// Fills a store with places and measures the shelf in the process.
///
/// Usage: shelf-bench HOME COUNT
@main
struct ShelfBench {
    private static let batchLength = 1_000
    private static let rounds = 20
    private static let words = [
        "fox", "wolf", "river", "winter", "paper", "engine", "letter", "garden", "theory", "market", "bridge", "violin",
        "harbour", "signal",
    ]

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let count = Int(arguments[2]) else {
            FileHandle.standardError.write(Data("usage: shelf-bench HOME COUNT\n".utf8))
            exit(64)
        }
        if try LeftoffDatabase(home: arguments[1]).snapshotCount() == 0 { try fill(arguments[1], count) }
        let shelf = SQLiteShelf(database: try LeftoffDatabase(home: arguments[1]), now: { Date() })
        print("| | first | median | worst | result |\n|---|---|---|---|---|")
        try measure("first view: 50 unfinished pages") {
            try shelf.pages(SnapshotListing(limit: 50, states: [.unfinished]), after: nil).pages.count
        }
        for sort in PlaceSort.allCases {
            try measure("all states by \(sort.rawValue)") {
                try shelf.pages(SnapshotListing(limit: 50, sort: sort), after: nil).pages.count
            }
        }
        try measure("the last part by offset") {
            try shelf.pages(SnapshotListing(limit: 100, offset: count / 2 - 100), after: nil).pages.count
        }
        try measure("a tag") { try shelf.pages(SnapshotListing(tag: "Fox", limit: 50), after: nil).pages.count }
        try measure("a site") {
            try shelf.pages(SnapshotListing(site: "site7.example", limit: 50), after: nil).pages.count
        }
        try measure("highlights") {
            try shelf.pages(SnapshotListing(limit: 50, isHighlight: true), after: nil).pages.count
        }
        try measure("counts of the states") { try shelf.stateCounts(SnapshotListing()).values.reduce(0, +) }
        for word in ["fox", "fo", "winter wolf", "12345", "unknown"] {
            try measure("search for \(word)") {
                try shelf.pages(SnapshotListing(query: word, limit: 50), after: nil).pages.count
            }
        }
        try measure("candidates for completion") { try shelf.candidates(prefix: "", limit: 200).count }
        try measure("one page finished and reopened") {
            let key = "https://site7.example/7"
            _ = try shelf.apply(.mark(PageMark(.finished)), to: .pages([key]))
            return try shelf.apply(.mark(PageMark(.unfinished)), to: .pages([key])).changed
        }
        let all = ShelfSelection.matchingPlaces(SnapshotListing(tag: "Fox"))
        try measure("a twentieth of the places tagged, and undone", rounds: 3) {
            let receipt = try shelf.apply(.tags(add: ["many"], remove: []), to: all)
            _ = try shelf.undo(receipt.changeID)
            return receipt.changed
        }
    }

    private static func fill(_ home: String, _ count: Int) throws {
        let database = try LeftoffDatabase(home: home)
        let places = SQLiteSnapshotArchive(database: database, now: { Date() })
        let shelf = SQLiteShelf(database: database, now: { Date() })
        // The store is temporary.
        try database.relaxDurability()
        let start = ContinuousClock.now
        for first in stride(from: 0, to: count, by: batchLength) {
            let stored = try places.add((first..<min(count, first + batchLength)).map(snapshot))
            for place in stored where place.position % 20 == 0 {
                _ = try places.updateMetadata(id: place.id) { _ in try SnapshotMetadata(tags: ["Fox"], note: "") }
            }
        }
        print("\(count) places stored in \(ContinuousClock.now - start)")
        for (share, mark) in [(3, PageMark(.finished)), (100, PageMark(.later))] {
            let keys = stride(from: 0, to: count / 2, by: share).map(address)
            for first in stride(from: 0, to: keys.count, by: 10_000) {
                let part = Array(keys[first..<min(first + 10_000, keys.count)])
                _ = try shelf.apply(.mark(mark), to: .pages(part))
            }
        }
        print("page marks stored after \(ContinuousClock.now - start)")
    }

    private static func address(_ page: Int) -> String { "https://site\(page % 997).example/\(page)" }

    /// Returns the snapshot of a place; two of them are on each page.
    private static func snapshot(_ number: Int) throws -> PageSnapshot {
        let page = number / 2
        let title = (0..<5).map { words[(page * 31 + $0 * 7) % words.count] }.joined(separator: " ")
        let quote = (0..<40).map { words[(number * 13 + $0 * 5) % words.count] }.joined(separator: " ")
        let json = """
            {"url":"\(address(page))","title":"\(title) \(page)","pageYOffset":\(number % 2 * 500 + 100),
            "progress":{"text":\(Double(number % 90) / 100),"length":\(page % 60 * 1_400)},
            "anchors":[{"role":"primary","quote":{"exact":"\(quote)","prefix":"\(quote)","suffix":"\(quote)"}}]}
            """
        return try PageSnapshot(json: json.utf8)
    }

    private static func measure(_ name: String, rounds: Int = rounds, _ body: () throws -> Int) throws {
        var times: [Double] = []
        var result = 0
        for _ in 0..<rounds {
            let start = ContinuousClock.now
            result = try body()
            times.append((ContinuousClock.now - start) / .milliseconds(1))
        }
        let sorted = times.sorted()
        let values = [times[0], sorted[rounds / 2], sorted[rounds - 1]].map { "\(($0 * 10).rounded() / 10)" }
        print("| \(name) | \(values.joined(separator: " | ")) | \(result) |")
    }
}
