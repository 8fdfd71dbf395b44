import Foundation
import GRDB
import Places
import Syntax
import Testing

@testable import Store

@Suite("Changes of many places can be undone as a whole")
struct ShelfChangeTests {
    private let setup: ShelfSetup

    init() throws {
        setup = try ShelfSetup()
    }

    private func tags(_ id: String) throws -> [String] { try setup.places.snapshot(id: id).metadata.tags }

    @Test("Tags are added to the shown place of a page, and removed from all its places; undo keeps later edits")
    func tags() throws {
        let old = try setup.capture("a", 0.2)
        let shown = try setup.capture("a", 0.6)
        for place in [old, shown] {
            _ = try setup.places.updateMetadata(id: place.id) { _ in try SnapshotMetadata(tags: ["Old"], note: "n") }
        }
        let page = ShelfSelection.pages([try ShelfSetup.key("a")])
        let receipt = try setup.shelf.apply(.tags(add: ["New", "new"], remove: ["old"]), to: page)
        #expect(receipt.changed == 2 && receipt.unchanged == 0 && receipt.kind == "tags" && receipt.omissions.isEmpty)
        #expect(try tags(old.id) == [] && tags(shown.id) == ["New"])
        #expect(Set(receipt.placeIDs) == [old.id, shown.id])
        let again = try setup.shelf.apply(.tags(add: ["NEW"], remove: []), to: page)
        #expect(again.changed == 0 && again.unchanged == 1 && again.changeID == nil)
        _ = try setup.places.updateMetadata(id: shown.id) { place in
            try SnapshotMetadata(tags: place.metadata.tags + ["later"], note: "n")
        }
        let undone = try setup.shelf.undo(nil)
        #expect(undone.kind == "tags" && undone.changed == 2)
        #expect(try tags(old.id) == ["Old"] && tags(shown.id) == ["later", "Old"])
        #expect(throws: SnapshotArchiveError.nothingToUndo) { try setup.shelf.undo(receipt.changeID) }
    }

    @Test("A place with 32 tags is left out, with its number, and the others are changed")
    func full() throws {
        let places = try (0..<3).map { try setup.capture("\($0)") }
        let many = (0..<32).map { "tag \($0)" }
        for place in places.dropFirst() {
            _ = try setup.places.updateMetadata(id: place.id) { _ in try SnapshotMetadata(tags: many, note: "") }
        }
        let receipt = try setup.shelf.apply(.tags(add: ["one"], remove: []), to: .places(places.map(\.id)))
        #expect(receipt.changed == 1 && receipt.omissions == ["2 places have 32 tags already"])
        #expect(throws: SnapshotError.self) {
            try setup.shelf.apply(.tags(add: many + ["x"], remove: []), to: .places([places[0].id]))
        }
        let exchange = try setup.shelf.apply(.tags(add: ["one"], remove: ["tag 0"]), to: .places([places[1].id]))
        #expect(exchange.changed == 1 && exchange.omissions.isEmpty)
    }

    @Test("Nothing is changed if another number matches than expected, and named pages are not counted")
    func expected() throws {
        for path in ["a", "b"] { try setup.capture(path) }
        let all = ShelfSelection.matchingPages(SnapshotListing())
        for expected in [1, 3] {
            #expect(throws: SnapshotArchiveError.otherCount(2, expected: expected)) {
                try setup.shelf.apply(.mark(PageMark(.finished)), to: all, expected: expected)
            }
        }
        #expect(try setup.state("a") == .unfinished)
        #expect(try setup.shelf.apply(.mark(PageMark(.finished)), to: all, expected: 2).changed == 2)
        let page = ShelfSelection.pages([try ShelfSetup.key("a")])
        #expect(try setup.shelf.apply(.mark(PageMark(.later)), to: page, expected: 2).changed == 1)
    }

    @Test("A note is replaced, and undo leaves a note that was edited since")
    func notes() throws {
        let (first, second) = (try setup.capture("a"), try setup.capture("b"))
        _ = try setup.places.updateMetadata(id: first.id) { _ in try SnapshotMetadata(tags: [], note: "old") }
        let receipt = try setup.shelf.apply(.note("new"), to: .places([first.id, second.id]))
        #expect(receipt.changed == 2)
        _ = try setup.places.updateMetadata(id: second.id) { _ in try SnapshotMetadata(tags: [], note: "edited") }
        let undone = try setup.shelf.undo(receipt.changeID)
        #expect(undone.changed == 1 && undone.unchanged == 1 && undone.omissions == ["1 note was changed since"])
        #expect(try setup.places.snapshot(id: first.id).metadata.note == "old")
        #expect(try setup.places.snapshot(id: second.id).metadata.note == "edited")
    }

    @Test(
        "An automatic place that gets a tag or a note is kept",
        arguments: [ShelfChange.tags(add: ["a"], remove: []), .note("n")])
    func kept(change: ShelfChange) throws {
        let place = try #require(try setup.leave("a"))
        #expect(try setup.shelf.apply(change, to: .places([place.id])).changed == 1)
        #expect(try setup.places.snapshot(id: place.id).origin == .click)
        #expect(try setup.isConsistent())
    }

    @Test("The former page mark comes back, or none", arguments: PageState.allCases)
    func marks(former: PageState) throws {
        try setup.capture("marked")
        try setup.capture("unmarked")
        let until = setup.clock.now + 1_000
        try setup.mark("marked", .finished)
        try setup.mark("marked", former, until: until)
        let before = try #require(try setup.card("marked"))
        setup.clock.advance(5)
        let target: PageState = former == .later ? .finished : .later
        let receipt = try setup.shelf.apply(
            .mark(PageMark(target, until: until + 7)), to: .matchingPages(SnapshotListing()))
        #expect(receipt.changed == 2 && receipt.placeIDs.isEmpty)
        #expect(try setup.state("marked") == target && setup.state("unmarked") == target)
        #expect(try setup.shelf.undo(nil).changed == 2)
        #expect(try setup.card("marked") == before)
        #expect(try setup.card("unmarked")?.markedAt == nil && setup.state("unmarked") == .unfinished)
        #expect(try setup.mark("unmarked", .unfinished).changed == 0)
    }

    @Test("A page that was read or marked since keeps its state")
    func newerMarks() throws {
        try setup.capture("a")
        let later = try setup.mark("a", .later)
        let finished = try setup.mark("a", .finished)
        try setup.capture("a", 0.7)
        let undone = try setup.shelf.undo(nil)
        #expect(undone.changed == 0 && undone.omissions == ["the state of 1 page was changed since"])
        #expect(undone.unchanged == 1 && finished.changed == 1)
        #expect(try setup.state("a") == .unfinished)
        // It is the older decision that was taken back by reading.
        #expect(try setup.shelf.undo(later.changeID).changed == 0)
        #expect(try setup.state("a") == .unfinished)
    }

    @Test("Tags of a place in the trash are taken back after it was put back, and meanwhile other changes are")
    func inTrash() throws {
        let first = try setup.capture("a")
        try setup.capture("b")
        let tagged = try setup.shelf.apply(.tags(add: ["x"], remove: []), to: .matchingPages(SnapshotListing()))
        let id = try #require(tagged.changeID)
        _ = try setup.shelf.apply(.forget, to: .places([first.id]))
        let part = try setup.shelf.undo(id)
        #expect((part.changed, part.unchanged) == (1, 1))
        #expect(part.omissions == ["1 place is in the trash: put it back, then undo this change again"])
        // The newest change of which a part can be undone, which is not the one above.
        #expect(try setup.shelf.undo(nil).kind == "forget")
        #expect(try tags(first.id) == ["x"])
        let rest = try setup.shelf.undo(nil)
        #expect(rest.changeID == nil && rest.changed == 1 && rest.omissions == [])
        #expect(try tags(first.id) == [])
        #expect(throws: SnapshotArchiveError.nothingToUndo) { try setup.shelf.undo(id) }
    }

    @Test("The tags of a place that was erased are no longer part of a change")
    func erased() throws {
        let place = try setup.capture("a")
        let id = try #require(try setup.shelf.apply(.note("n"), to: .places([place.id])).changeID)
        _ = try setup.shelf.apply(.forget, to: .places([place.id]))
        #expect(try setup.shelf.undo(id).unchanged == 1)
        #expect(try setup.shelf.changes().contains { $0.id == id })
        _ = try setup.shelf.erase(ids: nil)
        #expect(try setup.shelf.undo(id).changed == 0)
        #expect(try !setup.shelf.changes().contains { $0.id == id })
    }

    @Test("A place that was taken out of the trash is no part of the change that put it there")
    func putBack() throws {
        let places = try (0..<2).map { try setup.capture("\($0)") }
        _ = try setup.shelf.apply(.note("kept"), to: .places([places[0].id]))
        _ = try setup.shelf.apply(.forget, to: .places(places.map(\.id)))
        _ = try setup.shelf.putBack(ids: [places[0].id])
        #expect(try setup.shelf.changes().map(\.count) == [1, 1])
        _ = try setup.shelf.putBack(ids: [places[1].id])
        #expect(try setup.shelf.changes().map(\.kind) == ["note"])
        #expect(try setup.shelf.undo(nil).changed == 1)
        #expect(try setup.places.snapshot(id: places[0].id).metadata.note.isEmpty)
    }

    @Test(
        "A damaged part of a change is reported and changes nothing, and the other parts are undone",
        arguments: [("note", "[[[["), ("note", "{}"), ("mark", "7"), ("mark", #"{"state":"done","markedAt":1}"#)])
    func damagedParts(kind: String, former: String) throws {
        let places = try (0..<2).map { try setup.capture("\($0)") }
        setup.clock.advance(1)
        let change = kind == "note" ? ShelfChange.note("new") : .mark(PageMark(.finished))
        _ = try setup.shelf.apply(change, to: .places(places.map(\.id)))
        let subject = kind == "note" ? places[0].id : places[0].snapshot.pageKey
        try setup.database.write {
            try $0.execute(
                sql: "UPDATE shelf_change_part SET former = ? WHERE subject = ?", arguments: [former, subject])
        }
        let undone = try setup.shelf.undo(nil)
        #expect(undone.changed == 1 && undone.omissions == ["1 part of the change cannot be read"])
        #expect(try setup.places.snapshot(id: places[0].id).metadata.note == (kind == "note" ? "new" : ""))
        #expect(try setup.state("0") == (kind == "note" ? .unfinished : .finished))
        #expect(try setup.state("1") == .unfinished)
    }

    @Test("A change of a kind that this version does not know stays")
    func unknownKind() throws {
        let place = try setup.capture("a")
        _ = try setup.shelf.apply(.note("new"), to: .places([place.id]))
        _ = try setup.shelf.apply(.mark(PageMark(.finished)), to: .places([place.id]))
        try setup.database.write { try $0.execute(sql: "UPDATE shelf_change SET kind = 'move' WHERE kind = 'mark'") }
        #expect(try setup.shelf.undo(nil).kind == "note")
        #expect(try setup.shelf.changes().map(\.kind) == ["move"])
        #expect(throws: SnapshotArchiveError.nothingToUndo) { try setup.shelf.undo(nil) }
    }

    @Test("Two thousand and five hundred places are forgotten under one id, and put back by one undo")
    func many() throws {
        let stored = try setup.places.add((0..<2_500).map { try ShelfSetup.snapshot("\($0)") })
        let count = try setup.shelf.count(.matchingPlaces(SnapshotListing(site: "example.org")))
        #expect(count.places == 2_500 && count.pages == 2_500)
        let receipt = try setup.shelf.apply(.forget, to: .matchingPlaces(SnapshotListing(limit: 3, offset: 9)))
        #expect(receipt.changed == 2_500 && receipt.placeIDs.count == ShelfReceipt.placeLimit)
        #expect(try setup.shelf.changes().map(\.count) == [2_500])
        #expect(try setup.paths() == [] && setup.shelf.trashCount() == 2_500)
        let undone = try setup.shelf.undo(receipt.changeID)
        #expect(undone.changed == 2_500)
        #expect(try setup.places.snapshots(SnapshotListing()).map(\.id) == stored.reversed().map(\.id))
        #expect(try setup.shelf.changes().isEmpty && setup.shelf.trashCount() == 0)
        #expect(try setup.isConsistent())
    }

    @Test("A change that was interrupted between two transactions is undone as far as it came")
    func interrupted() throws {
        let stored = try setup.places.add((0..<10).map { try ShelfSetup.snapshot("\($0)") })
        var run = try ShelfChangeRun(.forget, setup.places, at: SnapshotRow.milliseconds(setup.clock.now))
        try setup.database.write { connection in
            try run.apply(to: stored.prefix(4).map { .place(position: $0.position, isShown: true) }, connection)
        }
        #expect(try setup.paths().count == 6)
        #expect(try setup.shelf.undo(run.receipt.changeID).changed == 4)
        #expect(try setup.paths().count == 10)
    }

    @Test("A change that another process undoes meanwhile stops, and says so")
    func undoneMeanwhile() throws {
        let count = SQLiteShelf.transactionLength + 500
        _ = try setup.places.add((0..<count).map { try ShelfSetup.snapshot("\($0)") })
        try setup.database.write {
            try $0.execute(
                sql: """
                    CREATE TEMP TRIGGER undo AFTER INSERT ON shelf_change_part
                    WHEN (SELECT count(*) FROM shelf_change_part) = \(SQLiteShelf.transactionLength)
                    BEGIN DELETE FROM shelf_change; END
                    """)
        }
        let receipt = try setup.shelf.apply(.note("n"), to: .matchingPages(SnapshotListing(site: "example.org")))
        #expect(receipt.changed == SQLiteShelf.transactionLength)
        #expect(receipt.omissions == ["another process took the change back; 500 places were not changed"])
    }

    @Test("None is changed if one of the named places does not exist")
    func missing() throws {
        let place = try setup.capture("a")
        #expect(throws: SnapshotArchiveError.notFound("zzz")) {
            try setup.shelf.apply(.forget, to: .places([place.id, "zzz"]))
        }
        #expect(throws: SnapshotArchiveError.pageNotFound("https://no.example/")) {
            try setup.shelf.apply(.forget, to: .pages(["https://no.example/"]))
        }
        #expect(throws: SnapshotArchiveError.notFound("zzz")) { try setup.shelf.count(.places(["zzz"])) }
        #expect(try setup.paths() == ["a"] && setup.shelf.changes().isEmpty)
        // The same place by several names counts once.
        let receipt = try setup.shelf.apply(.forget, to: .places(["@", place.id, String(place.id.prefix(6))]))
        #expect(receipt.changed == 1 && receipt.placeIDs == [place.id])
    }

    @Test("A selection by words finds places, or whole pages")
    func matching() throws {
        let match = try setup.capture("a", 0.2, #""title":"wolves""#)
        try setup.capture("a", 0.6, #""title":"foxes""#)
        try setup.capture("b", 0.6, #""title":"foxes""#)
        let listing = SnapshotListing(query: "wolves")
        let places = try setup.shelf.count(.matchingPlaces(listing))
        let pages = try setup.shelf.count(.matchingPages(listing))
        #expect(places.places == 1 && places.pages == 1 && pages.places == 2 && pages.pages == 1)
        #expect(try setup.shelf.apply(.forget, to: .matchingPlaces(listing)).placeIDs == [match.id])
        #expect(try setup.shelf.apply(.forget, to: .matchingPlaces(listing)).changed == 0)
        #expect(try setup.shelf.apply(.forget, to: .matchingPages(SnapshotListing(query: "foxes"))).changed == 2)
    }

    @Test("The newest 50 changes are kept, for as long as the trash keeps places")
    func limits() throws {
        let place = try setup.capture("a")
        for number in 0..<60 {
            setup.clock.advance(60)
            _ = try setup.shelf.apply(.note("note \(number)"), to: .places([place.id]))
        }
        #expect(try setup.shelf.changes().count == 50)
        #expect(try setup.shelf.changes().allSatisfy { $0.kind == "note" && $0.count == 1 })
        setup.clock.advance(TrashEntry.lifetime + 4_000)
        try setup.places.purgeRemoved()
        _ = try setup.shelf.apply(.note("last"), to: .places([place.id]))
        #expect(try setup.shelf.changes().count == 1)
    }

    @Test("Pages are added at their top, once, and a finished one is opened again")
    func additions() throws {
        try setup.capture("known", 0.6)
        try setup.mark("known", .finished)
        let metadata = try SnapshotMetadata(tags: ["a"], note: "n")
        let added = try setup.shelf.addTops(
            ["new", "known", "new"].map { try ShelfSetup.snapshot($0, nil) }, metadata: metadata, mark: nil)
        #expect(added.map(\.isNew) == [true, false, false])
        #expect(added[0].place.id == added[2].place.id && added[1].place.metadata.tags == ["a"])
        #expect(added[0].place.metadata == metadata && added[1].place.metadata.note.isEmpty)
        #expect(try setup.state("known") == .unfinished)
        _ = try setup.shelf.addTops(
            [ShelfSetup.snapshot("new", nil)], metadata: SnapshotMetadata(), mark: PageMark(.later))
        #expect(try setup.state("new") == .later)
        let automatic = try #require(try setup.leave("left"))
        let many = try SnapshotMetadata(tags: (0..<32).map(String.init), note: "")
        let full = try setup.shelf.addTops([ShelfSetup.snapshot("known", nil)], metadata: many, mark: nil)[0].place
        #expect(full.metadata.tags.count == 32 && full.metadata.tags.first == "a")
        let kept = try setup.shelf.addTops(
            [ShelfSetup.snapshot("left", nil)], metadata: SnapshotMetadata(), mark: nil)[0].place
        #expect(kept.id == automatic.id && kept.origin == .click && kept.expiresAt == nil)
        #expect(try setup.isConsistent())
    }

    @Test("A title is given to a place without one, and is found")
    func titles() throws {
        let place = try setup.shelf.addTops(
            [ShelfSetup.snapshot("a", nil)], metadata: SnapshotMetadata(), mark: nil)[0].place
        #expect(try !setup.places.setTitle(" \n", of: place.id))
        #expect(try setup.places.setTitle("  中文 wolves\n in winter ", of: place.id))
        #expect(try !setup.places.setTitle("other", of: place.id) && !setup.places.setTitle("other", of: "none"))
        #expect(try setup.places.snapshot(id: place.id).snapshot.title == "中文 wolves in winter")
        #expect(try setup.paths(SnapshotListing(query: "winter")) == ["a"])
        #expect(try setup.paths(SnapshotListing(query: "中文")) == ["a"])
    }
}
