import Foundation
import GRDB
import Places
import Syntax
import Testing

@testable import Store

@Suite("Pages, their states and the places that they show")
struct PageTableTests {
    private let setup: ShelfSetup

    init() throws {
        setup = try ShelfSetup()
    }

    // MARK: The shown place

    @Test("A page shows its newest deliberate place, though automatic places, highlights and tops are newer")
    func shownPlace() throws {
        let top = try setup.capture("a", nil)
        #expect(try setup.card("a")?.resumeID == top.id)
        let highlight = try setup.places.capture(ShelfSetup.highlight("a")).place
        #expect(try setup.card("a")?.resumeID == highlight.id)
        let automatic = try #require(try setup.leave("a"))
        #expect(try setup.card("a")?.resumeID == automatic.id)
        let old = try setup.capture("a", 0.3)
        let newest = try setup.capture("a", 0.6)
        _ = try setup.leave("a", 0.7)
        _ = try setup.places.capture(ShelfSetup.highlight("a", "others"))
        try setup.capture("a", nil)
        let card = try #require(try setup.card("a"))
        #expect(card.resumeID == newest.id && card.place.id == newest.id)
        #expect(card.placeCount == 6 && card.highlightCount == 2)
        #expect(try setup.places.remove(ids: [newest.id]) == 1)
        #expect(try setup.card("a")?.resumeID == old.id)
        #expect(try setup.isConsistent())
    }

    @Test("A renewed place is counted once, and an automatic place that is kept becomes deliberate")
    func renewed() throws {
        let automatic = try #require(try setup.leave("a"))
        _ = try setup.leave("a", 0.6)
        #expect(try setup.card("a")?.placeCount == 1)
        _ = try setup.capture("a", nil)
        _ = try setup.places.updateMetadata(id: automatic.id, isKept: true) { $0.metadata }
        try setup.leave("a", 0.7)
        #expect(try setup.card("a")?.resumeID == automatic.id)
        #expect(try setup.isConsistent())
    }

    @Test("An automatic place that has expired is not shown, and its page only if it has other places")
    func expired() throws {
        try setup.leave("gone")
        try setup.leave("stays")
        let top = try setup.capture("stays", nil)
        setup.clock.advance(AutomaticPlace.lifetime + 1)
        #expect(try setup.paths() == ["stays"])
        #expect(try setup.card("stays")?.resumeID == top.id)
        #expect(try setup.card("gone") == nil)
        #expect(try setup.shelf.stateCounts(SnapshotListing())[.unfinished] == 1)
    }

    @Test("The time of an imported place is its own date, if it has one")
    func importedTime() throws {
        let snapshot = try ShelfSetup.snapshot("old", 0.5, #""capturedAt":"2012-05-01T00:00:00Z""#)
        var row = SnapshotRow(id: RecordID.random(), snapshot: snapshot, storedAt: setup.clock.now)
        row.origin = .imported
        try setup.database.write { _ = try row.insert($0) }
        #expect(try setup.card("old")?.latestAt == RFC3339.date("2012-05-01T00:00:00Z"))
    }

    // MARK: Page marks

    /// An event on a page that the reader has marked.
    enum Event: String, CaseIterable {
        case capture, captureAtEnd, captureOfOneScreen, renewal, highlight, automatic, automaticEnd
    }

    @Test(
        "Reading says more than a page mark, and an automatic place says nothing until it ends",
        arguments: [
            (Event.capture, [PageState.unfinished, .unfinished, .unfinished]),
            (.captureAtEnd, [.finished, .finished, .finished]),
            (.captureOfOneScreen, [.unfinished, .unfinished, .unfinished]),
            (.renewal, [.unfinished, .unfinished, .unfinished]),
            (.highlight, [.unfinished, .later, .finished]),
            (.automatic, [.unfinished, .later, .finished]),
            (.automaticEnd, [.finished, .finished, .finished]),
        ])
    func events(event: Event, expected: [PageState]) throws {
        for (former, state) in zip(PageState.allCases, expected) {
            let page = former.rawValue
            try setup.capture(page)
            try setup.mark(page, former, until: setup.clock.now + 86_400)
            switch event {
            case .capture: try setup.capture(page, 0.6)
            case .captureAtEnd: try setup.capture(page, 0.97)
            case .captureOfOneScreen: try setup.capture(page, nil, #""progress":{"px":0,"text":1}"#)
            case .renewal: try setup.capture(page)
            case .highlight: _ = try setup.places.capture(ShelfSetup.highlight(page))
            case .automatic: try setup.leave(page, 0.7)
            case .automaticEnd: try setup.leave(page, 0.97)
            }
            #expect(try setup.state(page) == state, "\(former)")
            #expect(try setup.card(page)?.markedAt != nil || state == .unfinished)
        }
    }

    @Test("A page with nothing but an automatic place is unmarked when that place ends")
    func endWithoutPlaces() throws {
        try setup.leave("a")
        try setup.leave("a", 0.99)
        #expect(try setup.card("a") == nil)
        try setup.capture("a")
        #expect(try setup.card("a")?.markedAt == nil && setup.state("a") == .unfinished)
    }

    @Test("A page that is put off keeps its automatic place for good, and a finished one lets it expire")
    func keptAutomatic() throws {
        for (page, state) in [("later", PageState.later), ("finished", .finished)] {
            let place = try #require(try setup.leave(page))
            try setup.mark(page, state)
            #expect(try setup.places.snapshot(id: place.id).origin == (state == .later ? .click : .automatic))
        }
        setup.clock.advance(AutomaticPlace.lifetime + 1)
        #expect(try setup.paths() == ["later"])
        #expect(try setup.isConsistent())
    }

    @Test("A page mark outlives the places of its page for as long as one of them is in the trash")
    func marksInTheTrash() throws {
        let place = try setup.capture("a")
        try setup.mark("a", .finished)
        _ = try setup.places.remove(ids: [place.id])
        #expect(try setup.card("a") == nil)
        _ = try setup.places.undoRemoval(id: place.id)
        #expect(try setup.state("a") == .finished)
        _ = try setup.places.remove(ids: [place.id])
        setup.clock.advance(3_700)
        try setup.places.purgeRemoved()
        setup.clock.advance(TrashEntry.lifetime)
        try setup.places.purgeRemoved()
        #expect(try setup.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM page") } == 0)
    }

    @Test(
        "A page mark with values that no version writes is read",
        arguments: [
            ("state = 'read'", PageMark(.unfinished)), ("state = 'later', until = NULL", PageMark(.later)),
            (
                "state = 'later', until = -9223372036854775808",
                PageMark(.later, until: SnapshotRow.date(milliseconds: .min))
            ),
            ("state = 'finished', until = 5, marked_at = 9223372036854775807", PageMark(.finished)),
        ])
    func hostile(damage: String, mark: PageMark) throws {
        try setup.capture("a")
        try setup.database.queue.writeWithoutTransaction { connection in
            try connection.execute(
                sql: "PRAGMA ignore_check_constraints = ON; UPDATE page SET marked_at = 1, \(damage)")
        }
        #expect(try setup.card("a")?.mark == mark)
        // The repair restores what queries expect.
        try setup.database.write { _ = try PageTable.rebuild($0) }
        #expect(try setup.paths() == ["a"])
    }

    @Test("A change of a page mark is a change of the page, and nothing else is")
    func changeLog() throws {
        let log = SQLiteChangeLog(database: setup.database)
        try setup.capture("a")
        let number = try log.newest()
        try setup.mark("a", .later)
        try setup.mark("a", .later)
        let changes = try #require(try log.changes(after: number, limit: 10))
        #expect(try changes.map(\.subject) == [.page] && changes.map(\.id) == [ShelfSetup.key("a")])
    }

    @Test("Ten thousand places of one page are stored and removed with linear work")
    func manyPlaces() throws {
        func work(_ count: Int) throws -> Int {
            let snapshots = try (0..<count).map {
                try ShelfSetup.snapshot("page-\(count)", Double($0 % 90) / 100)
            }
            return try setup.database.instructions(in: 10) {
                #expect(try setup.places.add(snapshots).count == count)
                _ = try setup.shelf.apply(.forget, to: .pages([ShelfSetup.key("page-\(count)")]))
            }
        }
        let (few, many) = (try work(1_000), try work(10_000))
        // Linear work is ten times as much, quadratic work a hundred times.
        #expect(few > 1_000 && many < few * 40, "\(few) \(many)")
        #expect(try setup.isConsistent())
    }
}
