import Foundation
import GRDB
import Places
import Syntax
import Testing

@testable import Store

@Suite("The shelf lists one card for each page")
struct ShelfTests {
    private let setup: ShelfSetup

    init() throws {
        setup = try ShelfSetup()
    }

    /// Stores pages of all states, sites and lengths, of which some have several places.
    private func fill() throws {
        for number in 0..<60 {
            let site = ["a", "b", "c"][number % 3]
            let length = number % 7 == 0 ? "" : #","length":\#(1_400 * (number % 11 + 1))"#
            let url = "https://\(site).example/\(number)"
            setup.clock.advance(1)
            let json = """
                {"url":"\(url)","title":"page \(number)","pageYOffset":50,
                "progress":{"text":\(Double(number % 9) / 10)\(length)}}
                """
            _ = try setup.places.capture(PageSnapshot(json: json.utf8))
            if number % 4 == 0 { _ = try setup.leave(url, 0.4) }
            if number % 5 == 1 { try setup.mark(url, .finished) }
            if number % 5 == 2 { try setup.mark(url, .later, until: setup.clock.now + Double(number) * 100) }
            if number % 5 == 3 { try setup.mark(url, .later) }
        }
    }

    /// Returns all pages, read in parts by cursors.
    private func walk(_ listing: SnapshotListing, limit: Int) throws -> [ShelfPage] {
        var listing = listing
        listing.limit = limit
        var pages: [ShelfPage] = []
        var cursor: PageCursor?
        repeat {
            let part = try setup.shelf.pages(listing, after: cursor)
            pages += part.pages
            cursor = part.next.flatMap { PageCursor($0.text) }
            #expect((cursor == nil) == (part.next == nil) && part.damaged.isEmpty)
        } while cursor != nil && pages.count < 1_000
        return pages
    }

    static let stateSets: [Set<PageState>?] = [
        nil, [.unfinished], [.later], [.finished], [.unfinished, .later], [.later, .finished], [],
    ]

    @Test("Each order lists each page once, whatever the length of the parts", arguments: PlaceSort.allCases, stateSets)
    func walk(sort: PlaceSort, states: Set<PageState>?) throws {
        try fill()
        setup.clock.advance(2_000)
        let now = setup.clock.now
        let listing = SnapshotListing(states: states, sort: sort)
        let all = try setup.shelf.pages(listing, after: nil).pages
        #expect(Set(all.map(\.key)).count == all.count)
        let wanted = states ?? Set(PageState.allCases)
        let counts = try setup.shelf.stateCounts(listing)
        #expect(counts.values.reduce(0, +) == 60)
        #expect(wanted.reduce(0) { $0 + (counts[$1] ?? 0) } == all.count)
        #expect(all.allSatisfy { wanted.contains($0.mark.state(at: now)) })
        for limit in [1, 7, 60, 100] { #expect(try walk(listing, limit: limit) == all) }
        for offset in [0, 1, 13, 100] {
            let part = try setup.shelf.pages(
                SnapshotListing(limit: 10, offset: offset, states: states, sort: sort), after: nil)
            #expect(part.pages == Array(all.dropFirst(offset).prefix(10)))
        }
        switch sort {
        case .newest: break
        case .oldest: #expect(all.map(\.latestAt) == all.map(\.latestAt).sorted())
        case .progress:
            let progress = all.map { $0.place.snapshot.progress ?? -1 }
            #expect(progress == progress.sorted(by: >))
        case .site: #expect(all.map(\.place.snapshot.site) == all.map(\.place.snapshot.site).sorted())
        case .shortest:
            let minutes = all.map { $0.minutesLeft ?? .max }
            #expect(minutes == minutes.sorted())
        }
    }

    @Test("A page that is due is unfinished, and comes before what was read until then")
    func due() throws {
        try setup.capture("first")
        try setup.mark("first", .later, until: setup.clock.now + 60)
        try setup.capture("second")
        try setup.capture("third")
        try setup.mark("third", .later)
        #expect(try setup.paths(SnapshotListing(states: [.unfinished])) == ["second"])
        #expect(try setup.paths(SnapshotListing(states: [.later])) == ["first", "third"])
        setup.clock.advance(100)
        #expect(try setup.paths(SnapshotListing(states: [.unfinished])) == ["first", "second"])
        #expect(try setup.paths(SnapshotListing(states: [.later])) == ["third"])
        #expect(try setup.shelf.stateCounts(SnapshotListing()) == [.unfinished: 2, .later: 1, .finished: 0])
        #expect(try setup.card("first")?.mark.state == .later)
        try setup.capture("fourth")
        #expect(try setup.paths(SnapshotListing(states: [.unfinished])) == ["fourth", "first", "second"])
    }

    @Test("Filters choose the pages that have a place which meets them")
    func filters() throws {
        let tagged = try setup.capture("tagged")
        try setup.capture("tagged", 0.7)
        _ = try setup.places.updateMetadata(id: tagged.id) { _ in try SnapshotMetadata(tags: ["Fox", "b"], note: "") }
        try setup.leave("automatic")
        _ = try setup.places.capture(ShelfSetup.highlight("highlight"))
        try setup.capture("https://other.example/site")
        let copied = try setup.capture("copied")
        let copies = SQLiteCopyArchive(
            database: setup.database, policy: { CopyPolicy() }, now: { [clock = setup.clock] in clock.now })
        try CopySetup.add("ancient wolves", to: copied, copies)
        #expect(try setup.paths(SnapshotListing(tag: "fox")) == ["tagged"])
        #expect(try setup.card("tagged")?.tags == ["b", "Fox"])
        #expect(try setup.paths(SnapshotListing(origins: [.automatic])) == ["automatic"])
        #expect(try setup.paths(SnapshotListing(isHighlight: true)) == ["highlight"])
        #expect(try setup.paths(SnapshotListing(site: "other.example")) == ["site"])
        #expect(try setup.paths(SnapshotListing(site: "other.example", sort: .shortest)) == ["site"])
        #expect(try setup.paths(SnapshotListing(hasCopy: true)) == ["copied"])
        #expect(try setup.paths(SnapshotListing(hasCopy: false)).count == 4)
        #expect(try setup.card("copied")?.place.copies == [.text])
        #expect(try setup.paths(SnapshotListing(pageKey: ShelfSetup.key("tagged"))) == ["tagged"])
        #expect(try setup.paths(SnapshotListing(tag: "fox", states: [.finished])) == [])
        #expect(try setup.places.snapshots(SnapshotListing(isHighlight: true)).count == 1)
        #expect(try setup.places.snapshots(SnapshotListing(hasCopy: true)).map(\.id) == [copied.id])
    }

    @Test("A search shows one card for each page, with the newest place that matches")
    func search() throws {
        let match = try setup.capture("a", 0.2, #""title":"wolves in winter""#)
        let newest = try setup.capture("a", 0.6, #""title":"foxes in winter""#)
        try setup.capture("b", 0.5, #""title":"wolves in spring""#)
        try setup.mark("b", .finished)
        let copied = try setup.capture("c")
        let copies = SQLiteCopyArchive(
            database: setup.database, policy: { CopyPolicy() }, now: { [clock = setup.clock] in clock.now })
        try CopySetup.add("ancient wolves of the north", to: copied, copies)
        let part = try setup.shelf.pages(SnapshotListing(query: "wolves"), after: nil)
        #expect(part.pages.map(ShelfSetup.path) == ["c", "b", "a"] && part.next == nil)
        #expect(part.pages[2].place.id == match.id && part.pages[2].resumeID == newest.id)
        #expect(part.pages[0].place.excerpt?.match == "wolves")
        let counts = try setup.shelf.stateCounts(SnapshotListing(query: "wolves"))
        #expect(counts == [.unfinished: 2, .later: 0, .finished: 1])
        #expect(try setup.paths(SnapshotListing(query: "wolves", states: [.finished])) == ["b"])
        #expect(try setup.paths(SnapshotListing(query: "wolves", sort: .oldest)) == ["a", "b", "c"])
        #expect(try walk(SnapshotListing(query: "wolves"), limit: 1) == part.pages)
        #expect(try walk(SnapshotListing(query: "wolves", sort: .progress), limit: 2).count == 3)
        #expect(try setup.shelf.randomPage(SnapshotListing(query: "ancient"))?.key == ShelfSetup.key("c"))
        #expect(try setup.paths(SnapshotListing(query: " ")).count == 3)
    }

    @Test("A page by chance is one that matches")
    func random() throws {
        #expect(try setup.shelf.randomPage(SnapshotListing()) == nil)
        try fill()
        let unfinished = Set(try setup.paths(SnapshotListing(states: [.unfinished])))
        for _ in 0..<20 {
            let page = try #require(try setup.shelf.randomPage(SnapshotListing(states: [.unfinished])))
            #expect(unfinished.contains(ShelfSetup.path(page)))
        }
    }

    @Test("A page whose shown place cannot be read hides no other page")
    func damaged() throws {
        let places = try (0..<5).map { try setup.capture("\($0)") }
        try setup.database.write {
            try $0.execute(sql: "UPDATE snapshots SET json = '{' WHERE id = ?", arguments: [places[3].id])
        }
        let part = try setup.shelf.pages(SnapshotListing(limit: 3), after: nil)
        #expect(part.pages.map(ShelfSetup.path) == ["4", "2", "1"] && part.damaged.map(\.id) == [places[3].id])
        #expect(throws: UnreadableRecord.self) { try setup.card("3") }
    }

    @Test("Flat lists have the same orders and states", arguments: PlaceSort.allCases)
    func flatLists(sort: PlaceSort) throws {
        try fill()
        let all = try setup.places.list(SnapshotListing(sort: sort))
        #expect(all.snapshots.count == 75 && Set(all.snapshots.map(\.id)).count == 75)
        let part = try setup.places.list(SnapshotListing(limit: 10, offset: 5, sort: sort))
        #expect(part.snapshots == Array(all.snapshots.dropFirst(5).prefix(10)) && part.next != nil)
        let searched = try setup.places.list(SnapshotListing(query: "page", limit: 10, offset: 5, sort: sort))
        #expect(searched.snapshots.count == 10)
        let states = try PageState.allCases.map {
            try setup.places.snapshots(SnapshotListing(states: [$0], sort: sort)).count
        }
        #expect(states.reduce(0, +) == 75)
        switch sort {
        case .newest, .oldest:
            let positions = all.snapshots.map(\.position)
            #expect(positions == (sort == .newest ? positions.sorted(by: >) : positions.sorted()))
        case .progress:
            let progress = all.snapshots.map { $0.snapshot.progress ?? -1 }
            #expect(progress == progress.sorted(by: >))
        case .site: #expect(all.snapshots.map(\.snapshot.site) == all.snapshots.map(\.snapshot.site).sorted())
        case .shortest:
            let minutes = all.snapshots.map { $0.snapshot.minutesLeft ?? .max }
            #expect(minutes == minutes.sorted())
        }
    }

    @Test("@ is the newest captured place, and the newest of all if there is none")
    func newestPlace() throws {
        let automatic = try #require(try setup.leave("a"))
        #expect(try setup.places.snapshot(id: "@").id == automatic.id)
        #expect(try setup.places.newestSkippedByAt() == nil)
        let captured = try setup.capture("b")
        #expect(try setup.places.newestSkippedByAt() == nil)
        _ = try setup.places.capture(ShelfSetup.highlight("b"))
        let later = try #require(try setup.leave("c"))
        #expect(try setup.places.snapshot(id: "@").id == captured.id)
        #expect(try setup.places.newestSkippedByAt()?.id == later.id)
    }

    @Test("Candidates for completion are the newest places, by any prefix of their ids")
    func candidates() throws {
        let places = try (0..<5).map { try setup.capture("\($0)", 0.5, #""title":"title \#($0)""#) }
        #expect(try setup.shelf.candidates(prefix: "", limit: 2).map(\.title) == ["title 4", "title 3"])
        #expect(try setup.shelf.candidates(prefix: places[1].id.uppercased(), limit: 9).map(\.id) == [places[1].id])
        #expect(try setup.shelf.candidates(prefix: "no id!", limit: 9).isEmpty)
    }

    @Test("No order sorts all pages")
    func plans() throws {
        try fill()
        for sort in PlaceSort.allCases {
            for states in Self.stateSets.compactMap({ $0 }) where !states.isEmpty {
                let query = PageQuery(SnapshotListing(states: states, sort: sort), now: 0)
                let plan = try setup.database.read { try query.plan($0) }
                let steps = plan.filter { $0.contains("TEMP B-TREE") && !$0.contains("LAST") && !$0.contains("RIGHT") }
                #expect(steps.isEmpty, "\(sort) \(states): \(plan)")
            }
        }
    }

    @Test("A store in memory is empty, and creates nothing")
    func memory() throws {
        let home = try TemporaryHome()
        let database = try LeftoffDatabase.empty(home: home.path)
        let shelf = SQLiteShelf(database: database, now: { Date() })
        #expect(try shelf.pages(SnapshotListing(query: "a"), after: nil) == ShelfPart())
        #expect(try SQLiteSnapshotArchive(database: database, now: { Date() }).list(SnapshotListing()).snapshots == [])
        #expect(!FileManager.default.fileExists(atPath: home.path))
    }
}

extension PageQuery {
    /// Returns the steps with which SQLite selects the first pages.
    fileprivate func plan(_ connection: Database) throws -> [String] {
        let (sql, arguments) = statement(after: nil, limit: 50)
        return try Row.fetchAll(connection, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments)
            .map { $0["detail"] as String }
    }
}
