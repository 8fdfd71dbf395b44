import FoundationEssentials
import GRDB
import Places
import Synchronization
import Syntax
import Testing
import WHATWGURL

@testable import Store

@Suite("Tags, notes and removed snapshots")
struct SnapshotMarksTests {
    private let home: TemporaryHome
    private let database: LeftoffDatabase
    private let archive: SQLiteSnapshotArchive
    private let clock = Clock()

    private final class Clock: Sendable {
        let seconds = Mutex(1_772_368_200.0)
    }

    init() throws {
        home = try TemporaryHome()
        let now: @Sendable () -> Date = { [clock] in Date(timeIntervalSince1970: clock.seconds.withLock { $0 }) }
        database = try LeftoffDatabase(home: home.path, bootTime: BootTime.running(with: now))
        archive = SQLiteSnapshotArchive(database: database, now: now)
    }

    private func add(_ url: String, title: String = "") throws -> StoredSnapshot {
        try archive.add(try PageSnapshot(value: .object(["url": .string(url), "title": .string(title)])))
    }

    private func paths(_ listing: SnapshotListing) throws -> [String] {
        try archive.snapshots(listing).map { String($0.snapshot.url.path.dropFirst()) }
    }

    @Test("The limits of tags and notes apply to the input, whatever normalization would leave of it")
    func limits() throws {
        let most = SnapshotMetadata.maximumTags
        #expect(try SnapshotMetadata(tags: Array(repeating: "a", count: most), note: "").tags == ["a"])
        #expect(throws: SnapshotError.self) {
            try SnapshotMetadata(tags: Array(repeating: "a", count: most + 1), note: "")
        }
        let spaced = "a" + String(repeating: " ", count: SnapshotMetadata.maximumTagLength - 1)
        #expect(try SnapshotMetadata(tags: [spaced], note: "").tags == ["a"])
        #expect(throws: SnapshotError.self) { try SnapshotMetadata(tags: [spaced + " "], note: "") }
    }

    @Test("Marks are stored, searched and counted, and change the version")
    func metadata() throws {
        let place = try add("https://example.org/a")
        _ = try add("https://example.org/b", title: "slow")
        let marked = try archive.updateMetadata(id: place.id) { _ in
            try SnapshotMetadata(tags: ["To  Read", "to read", "", "Swift"], note: "about Zürich\0")
        }
        #expect(marked.metadata.tags == ["To Read", "Swift"])
        #expect(marked.version == 1)
        #expect(try archive.snapshot(id: place.id) == marked)
        #expect(try paths(SnapshotListing(query: "zuri")) == ["a"])
        #expect(try paths(SnapshotListing(query: "swi")) == ["a"])
        #expect(try paths(SnapshotListing(tag: "TO READ")) == ["a"])
        #expect(try paths(SnapshotListing(query: "about", tag: "swift")) == ["a"])
        #expect(try paths(SnapshotListing(query: "slow", tag: "swift")) == [])
        #expect(
            try archive.counts(of: .tags) == [
                SnapshotCount(name: "Swift", count: 1), SnapshotCount(name: "To Read", count: 1),
            ])
        let same = try archive.updateMetadata(id: place.id) { $0.metadata }
        #expect(same.version == 1)
        let bare = try archive.updateMetadata(id: place.id) { _ in SnapshotMetadata() }
        #expect(bare.version == 2)
        #expect(try archive.counts(of: .tags).isEmpty)
        #expect(try paths(SnapshotListing(query: "zuri")) == [])
    }

    @Test("A change that throws leaves everything as it was")
    func refusedMark() throws {
        struct Refused: Error {}
        let place = try add("https://example.org/a")
        #expect(throws: Refused.self) { try archive.updateMetadata(id: place.id) { _ in throw Refused() } }
        #expect(try archive.snapshot(id: place.id) == place)
        #expect(throws: SnapshotArchiveError.notFound("zzz")) { try archive.updateMetadata(id: "zzz") { $0.metadata } }
    }

    @Test(
        "Marks over the limits are rejected",
        arguments: [
            (Array(repeating: "x", count: 33).enumerated().map { "\($0.element)\($0.offset)" }, ""),
            ([String(repeating: "t", count: 65)], ""), ([], String(repeating: "n", count: 20_001)),
        ])
    func limits(tags: [String], note: String) {
        #expect(throws: SnapshotError.self) { try SnapshotMetadata(tags: tags, note: note) }
    }

    @Test("Places are listed by site, page and position")
    func listing() throws {
        let first = try add("https://www.example.org/a?utm_source=x#top")
        _ = try add("https://example.org/b")
        _ = try add("https://other.example/c")
        let last = try add("https://example.org./a")
        #expect(try paths(SnapshotListing(site: "example.org")) == ["a", "b", "a"])
        #expect(try paths(SnapshotListing(pageKey: first.snapshot.pageKey)) == ["a"])
        #expect(try paths(SnapshotListing(before: last.position)) == ["c", "b", "a"])
        #expect(try paths(SnapshotListing(limit: 1, before: last.position)) == ["c"])
        #expect(
            try archive.counts(of: .sites) == [
                SnapshotCount(name: "example.org", count: 3), SnapshotCount(name: "other.example", count: 1),
            ])
    }

    @Test("No query scans or sorts all places")
    func plans() throws {
        for listing in [
            SnapshotListing(limit: 50), SnapshotListing(query: "word", limit: 50),
            SnapshotListing(query: "中文", limit: 50),
            SnapshotListing(pageKey: "k", limit: 9),
            SnapshotListing(site: "s", limit: 9), SnapshotListing(tag: "t", limit: 9),
            SnapshotListing(limit: 9, before: 7),
            SnapshotListing(query: "word", pageKey: "k", site: "s", tag: "t", limit: 9, before: 7),
            SnapshotListing(site: "s", tag: "t", limit: 9, before: 7),
        ] {
            let query = SnapshotQuery(listing, now: 0)
            let plan = try database.read { connection in
                try Row.fetchAll(connection, sql: "EXPLAIN QUERY PLAN " + query.sql, arguments: query.arguments)
                    .map { $0["detail"] as String }
            }
            #expect(!plan.isEmpty)
            // The list without conditions walks the table from its end until the limit.
            let isPlain = listing.query == nil && listing.pageKey == nil && listing.site == nil && listing.tag == nil
            for step in plan {
                if !isPlain {
                    #expect(
                        !step.hasPrefix("SCAN s") || step.contains("snapshot_search") || step.contains("SCAN p "),
                        "\(plan)")
                }
            }
            let inner = plan.filter { $0.contains("TEMP B-TREE") }
            // The few rows of a page may be sorted once more.
            #expect(inner.count <= 1, "\(plan)")
        }
    }

    @Test("A removed snapshot can be brought back completely for 30 days, and not later")
    func undo() throws {
        let first = try add("https://example.org/a", title: "needle")
        let second = try add("https://example.org/b")
        let marked = try archive.updateMetadata(id: first.id) { _ in try SnapshotMetadata(tags: ["t"], note: "n") }
        #expect(try archive.remove(ids: [first.id, second.id]) == 2)
        #expect(try paths(SnapshotListing()) == [])
        #expect(try archive.counts(of: .tags).isEmpty)
        #expect(throws: SnapshotArchiveError.notFound(first.id)) { try archive.snapshot(id: first.id) }

        #expect(try archive.undoRemoval(id: first.id) == marked)
        #expect(try archive.snapshot(id: first.id) == marked)
        #expect(try paths(SnapshotListing(query: "needle", tag: "t")) == ["a"])
        // Bringing back an existing snapshot does nothing.
        #expect(try archive.undoRemoval(id: first.id) == marked)

        clock.seconds.withLock { $0 += TrashEntry.lifetime + 1 }
        #expect(throws: SnapshotArchiveError.notFound(second.id)) { try archive.undoRemoval(id: second.id) }
        _ = try archive.remove(ids: [first.id])
        clock.seconds.withLock { $0 += TrashEntry.lifetime + 1 }
        try archive.purgeRemoved()
        #expect(try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM snapshot_forgotten") } == 0)
    }

    @Test("A snapshot that is brought back has its old position, even if it was the newest")
    func order() throws {
        let old = try add("https://example.org/a")
        let new = try add("https://example.org/b")
        _ = try archive.remove(ids: [new.id])
        let newest = try add("https://example.org/c")
        _ = try archive.undoRemoval(id: new.id)
        #expect(try archive.snapshots(SnapshotListing()).map(\.id) == [newest.id, new.id, old.id])
        #expect(try archive.snapshot(id: "@").id == newest.id)
    }
}
