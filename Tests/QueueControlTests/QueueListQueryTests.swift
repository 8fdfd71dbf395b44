import DownloadQueue
import Foundation
import QueueControl
import Store
import Testing
import WHATWGURL

@Suite("The downloads that a list shows")
struct QueueListQueryTests {
    /// The names of the listed downloads, and the number of hidden ones.
    private struct Listed: Equatable {
        var names: [String]
        var hidden: Int

        init(_ names: [String], hidden: Int = 0) {
            self.names = names
            self.hidden = hidden
        }
    }

    private let home: QueueHome
    private let day = 86_400.0

    init() throws { home = try QueueHome() }

    /// Adds downloads that are done since the time of the queue.
    private func addDone(_ names: String...) throws {
        for name in names {
            let item = try home.add(name)
            try home.record(
                .named(name), .verifying(PartialContent(durableBytes: 1, total: 1)),
                .committing(fileName: name, sha256: "00"), .completed, for: item)
        }
    }

    private func list(_ query: QueueListQuery = QueueListQuery(), after seconds: Double = 0) throws -> Listed {
        let result = try query.items(in: home.store, at: QueueHome.now.addingTimeInterval(seconds))
        return Listed(result.items.map { String($0.url.path.dropFirst()) }, hidden: result.hiddenCount)
    }

    @Test("A done download leaves the list a day after it has ended, and no other does")
    func leaves() throws {
        try addDone("a", "b")
        let failed = try home.add("c")
        try home.record(
            .failed(QueueFailure(.http, "no", isLasting: true), retryAfter: nil, jitter: 1), for: failed)
        try home.add("d")
        #expect(try list(after: day - 1) == Listed(["a", "b", "c", "d"]))
        #expect(try list(after: day) == Listed(["c", "d"], hidden: 2))
        #expect(try list(after: 400 * day) == Listed(["c", "d"], hidden: 2))
        // The clock was set back.
        #expect(try list(after: -day).names.count == 4)
    }

    @Test("All downloads are listed if that is requested, or if their state is named")
    func requested() throws {
        try addDone("a")
        try home.add("b")
        var query = QueueListQuery()
        query.includesOld = true
        #expect(try list(query, after: 2 * day) == Listed(["a", "b"]))
        query.includesOld = false
        query.states = [.done]
        #expect(try list(query, after: 2 * day) == Listed(["a"]))
        query.states = [.ready]
        #expect(try list(query, after: 2 * day) == Listed(["b"]))
    }

    @Test("A limit counts the listed downloads, also beyond a page of hidden ones")
    func limit() throws {
        try addDone("a", "b", "c")
        for number in 0..<3 { try home.add("\(number)") }
        var query = QueueListQuery()
        query.limit = 2
        #expect(try list(query, after: 2 * day) == Listed(["0", "1"], hidden: 3))
        query.limit = 9
        #expect(try list(query, after: 2 * day) == Listed(["0", "1", "2"], hidden: 3))
        query.host = HostPattern("other.example")
        #expect(try list(query, after: 2 * day) == Listed([]))
        query = QueueListQuery()
        query.limit = 1
        query.after = try home.store.items(in: [.ready])[0].id
        #expect(try list(query, after: 2 * day) == Listed(["1"]))
        query.after = "none"
        #expect(throws: QueueError.notFound(id: "none")) { try list(query) }
    }

    @Test("Many pages are read until the limit is reached")
    func pages() throws {
        _ = try home.store.add(try (0..<1_200).map { try QueueHome.request("\($0)") }, at: QueueHome.now)
        var query = QueueListQuery()
        query.host = HostPattern("example.org")
        query.limit = 1_100
        #expect(try list(query).names == (0..<1_100).map(String.init))
        query.limit = 5_000
        #expect(try list(query).names.count == 1_200)
    }
}
