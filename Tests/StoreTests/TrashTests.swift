import Foundation
import GRDB
import Places
import Syntax
import Testing

@testable import Store

@Suite("Removed places stay in the trash for 30 days")
struct TrashTests {
    private let setup: ShelfSetup

    init() throws {
        setup = try ShelfSetup()
        // The clock counts as right after the first look at it.
        try setup.places.purgeRemoved()
        setup.clock.advance(3_700)
    }

    private func forget(_ places: [StoredSnapshot]) throws {
        setup.clock.advance(1)
        _ = try setup.shelf.apply(.forget, to: .places(places.map(\.id)))
    }

    @Test("The trash is listed newest first, in parts, with the time of the removal")
    func list() throws {
        let places = try (0..<5).map { try setup.capture("\($0)") }
        for place in places { try forget([place]) }
        let first = try setup.shelf.trash(before: nil, limit: 3)
        #expect(first.entries.map(\.place) == places.suffix(3).reversed())
        #expect(first.entries[0].removedAt == setup.clock.now)
        #expect(first.entries[0].erasedAt == setup.clock.now + 30 * 86_400)
        let end = try #require(first.next)
        let rest = try setup.shelf.trash(before: end, limit: 3)
        #expect(rest.entries.map(\.place) == places.prefix(2).reversed() && rest.next == nil)
        #expect(try setup.shelf.trashCount() == 5)
    }

    @Test("A place is put back with its copies, its tags and its position for 30 days, and then erased")
    func lifetime() throws {
        let copies = SQLiteCopyArchive(
            database: setup.database, policy: { CopyPolicy() }, now: { [clock = setup.clock] in clock.now })
        let place = try setup.capture("a")
        try CopySetup.add("ancient wolves", to: place, copies)
        _ = try setup.places.updateMetadata(id: place.id) { _ in try SnapshotMetadata(tags: ["t"], note: "n") }
        let before = try setup.places.snapshot(id: place.id)
        try setup.capture("b")
        try forget([place])
        setup.clock.advance(TrashEntry.lifetime - 10)
        try setup.places.purgeRemoved()
        #expect(try setup.shelf.putBack(ids: [String(place.id.prefix(8)), place.id]) == [before])
        #expect(try setup.paths(SnapshotListing(query: "wolves")) == ["a"])
        try forget([place])
        setup.clock.advance(TrashEntry.lifetime + 10)
        try setup.places.purgeRemoved()
        #expect(throws: SnapshotArchiveError.notInTrash(place.id)) { try setup.shelf.putBack(ids: [place.id]) }
        #expect(try copies.copies(of: place.id).isEmpty)
    }

    @Test("All places are put back, or none")
    func partly() throws {
        let place = try setup.capture("a")
        try forget([place])
        #expect(throws: SnapshotArchiveError.notInTrash("zzz")) { try setup.shelf.putBack(ids: [place.id, "zzz"]) }
        #expect(try setup.shelf.trashCount() == 1)
    }

    @Test("A clock that was set for a while erases nothing")
    func clock() throws {
        let place = try setup.capture("a")
        try forget([place])
        let time = setup.clock.now
        let wrong = SQLiteSnapshotArchive(
            database: setup.database, now: { time + 400 * 86_400 })
        try wrong.purgeRemoved()
        // The time since the start of the system has not advanced as far as the wall clock.
        #expect(try setup.shelf.putBack(ids: [place.id]).count == 1)
    }

    @Test("A place that was removed under a wrong clock stays for 30 days of the right one", arguments: [-1.0, 1])
    func wrongClock(direction: Double) throws {
        let place = try setup.capture("a")
        let time = setup.clock.now
        let wrong = SQLiteShelf(database: setup.database, now: { time + direction * 4_000 * 86_400 })
        #expect(try wrong.apply(.forget, to: .places([place.id])).changed == 1)
        // The purge of a clock that is trusted again takes a removal in the future for one of now.
        for _ in 0..<2 {
            setup.clock.advance(3 * 86_400)
            try setup.places.purgeRemoved()
        }
        #expect(try setup.shelf.trash(before: nil, limit: 9).entries.count == 1)
        for time in [TrashEntry.lifetime, 86_400] {
            setup.clock.advance(time)
            try setup.places.purgeRemoved()
        }
        #expect(try setup.shelf.trashCount() == 0)
    }

    @Test("More places than one transaction erases are all erased")
    func many() throws {
        let count = SQLiteShelf.transactionLength + 500
        _ = try setup.places.add((0..<count).map { try ShelfSetup.snapshot("\($0)") })
        _ = try setup.shelf.apply(.forget, to: .matchingPages(SnapshotListing(site: "example.org")))
        #expect(try setup.shelf.trashCount() == count)
        setup.clock.advance(3 * 86_400)
        try setup.places.purgeRemoved()
        setup.clock.advance(TrashEntry.lifetime)
        try setup.places.purgeRemoved()
        #expect(try setup.shelf.trashCount() == 0 && setup.shelf.changes().isEmpty)
    }

    @Test("An automatic place that would have expired in the trash is kept when it is put back")
    func automatic() throws {
        let place = try #require(try setup.leave("a"))
        setup.clock.advance(20 * 86_400)
        try forget([place])
        setup.clock.advance(20 * 86_400)
        #expect(try setup.shelf.putBack(ids: [place.id]).map(\.origin) == [.click])
        #expect(try setup.paths() == ["a"])
    }

    @Test("Erased places are gone with the files of their copies, one by one or all", arguments: [false, true])
    func erase(isWhole: Bool) throws {
        let copies = SQLiteCopyArchive(
            database: setup.database, policy: { CopyPolicy() }, now: { [clock = setup.clock] in clock.now })
        let places = try (0..<3).map { try setup.capture("\($0)") }
        for place in places { try CopySetup.add("words of \(place.id)", to: place, copies) }
        try forget(Array(places.prefix(2)))
        let erased = try setup.shelf.erase(ids: isWhole ? nil : [places[0].id])
        #expect(try erased == (isWhole ? 2 : 1) && setup.shelf.trashCount() == 2 - erased)
        let root = setup.home.path + "/copies"
        let files = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        #expect(files.count { $0.hasSuffix(".gz") } == 3 - erased)
        #expect(throws: SnapshotArchiveError.notInTrash("zzz")) { try setup.shelf.erase(ids: ["zzz"]) }
        // An undo puts back what is left.
        #expect(try setup.shelf.undo(nil).changed == 2 - erased)
    }

    @Test("What is erased is what was selected before the question, also of places without an id")
    func eraseSelected() throws {
        let places = try (0..<3).map { try setup.capture("\($0)") }
        let newest = try setup.shelf.placeIDs(of: .places(["@"]))
        #expect(newest == [places[2].id])
        let matching = try setup.shelf.placeIDs(of: .matchingPages(SnapshotListing(site: "example.org")))
        #expect(Set(matching) == Set(places.map(\.id)))
        let later = try setup.capture("later")
        #expect(try setup.shelf.erasePlaces(ids: newest) == [places[2].id])
        #expect(try Set(setup.shelf.erasePlaces(ids: matching)) == [places[0].id, places[1].id])
        #expect(try setup.paths() == ["later"] && setup.shelf.trashCount() == 0)
        try setup.database.write {
            try $0.execute(sql: "UPDATE snapshots SET id = '' WHERE seq = ?", arguments: [later.position])
        }
        let name = RecordID.name(ofPosition: later.position)
        #expect(try setup.shelf.placeIDs(of: .places([name])) == [name])
        #expect(try setup.shelf.erasePlaces(ids: [name, "at position 99"]).count == 1)
        #expect(try setup.shelf.trashCount() == 0 && setup.places.list(SnapshotListing()).damaged.isEmpty)
    }

    @Test("A clock that is far behind makes no recent removal an old one")
    func trustedOldClock() throws {
        try setup.capture("kept")
        let place = try setup.capture("a")
        try forget([place])
        let time = setup.clock.now
        let old = SQLiteSnapshotArchive(
            database: setup.database,
            now: { [clock = setup.clock] in
                clock.now - 4_000 * 86_400
            })
        // The clock is set, and trusted after a while.
        for _ in 0..<3 {
            setup.clock.advance(7_200)
            _ = try old.capture(ShelfSetup.snapshot("old"))
        }
        let removedAt = try setup.shelf.trash(before: nil, limit: 9).entries.map(\.removedAt)
        #expect(removedAt.count == 1 && removedAt[0] >= time - 1)
    }

    @Test("A full budget takes the copies of the trash first, the oldest removal before the others")
    func eviction() throws {
        let copies = SQLiteCopyArchive(
            database: setup.database, policy: { CopyPolicy() }, now: { [clock = setup.clock] in clock.now })
        let places = try (0..<4).map { try setup.capture("\($0)", 0.99) }
        for place in places { try CopySetup.add("words of \(place.id)", to: place, copies) }
        try forget([places[2]])
        try forget([places[1]])
        func withCopies() throws -> [Int] {
            try places.indices.filter { try !copies.copies(of: places[$0].id).isEmpty }
        }
        for expected in [[0, 1, 3], [0, 3], [3]] {
            try setup.database.write { connection in
                let total = try CopyTable.total(connection)
                _ = try CopyTable.evict(to: total - 1, except: "", connection)
            }
            #expect(try withCopies() == expected)
        }
    }

    @Test("A removed place that cannot be read is listed as damaged, and hides no other one")
    func damaged() throws {
        let places = try (0..<3).map { try setup.capture("\($0)") }
        try forget(places)
        try setup.database.write {
            try $0.execute(sql: "UPDATE snapshot_forgotten SET json = '{' WHERE id = ?", arguments: [places[1].id])
        }
        let trash = try setup.shelf.trash(before: nil, limit: 2)
        #expect(trash.entries.count == 2 && trash.damaged.map(\.id) == [places[1].id])
        let undone = try setup.shelf.undo(nil)
        #expect(undone.changed == 2 && undone.omissions == ["1 place cannot be read"])
        #expect(try setup.shelf.trashCount() == 1)
    }
}
