import Foundation
import ImportExport
import Places
import Syntax
import Testing
import WHATWGURL

@testable import Store

@Suite("Backups contain page marks, or a selection of places")
struct PageMarkBackupTests {
    private func bytes(
        _ setup: ShelfSetup, _ selection: SnapshotListing? = nil, ids: [String]? = nil,
        format: ImportExportFormat = .json
    ) throws -> [UInt8] {
        let store = SQLiteBackupStore(database: setup.database, now: { [clock = setup.clock] in clock.now })
        var export = BackupExport(format: format, of: store, at: setup.clock.now, selection: selection, ids: ids)
        var bytes: [UInt8] = []
        while let part = try export.next() { bytes += part }
        return bytes
    }

    private func importing(_ bytes: [UInt8], to setup: ShelfSetup) throws -> BackupReceipt {
        let store = SQLiteBackupStore(database: setup.database, now: { [clock = setup.clock] in clock.now })
        return try store.importContents(BackupContents(bytes), at: setup.clock.now)
    }

    @Test("Page marks come back with their times and dates, and a page that was never marked stays so")
    func roundTrip() throws {
        let source = try ShelfSetup()
        for page in ["a", "b", "c", "d"] { try source.capture(page) }
        try source.mark("a", .finished)
        try source.mark("b", .later, until: source.clock.now + 1_000.25)
        try source.mark("c", .later)
        _ = try source.places.refuseAutomatic(pageKey: "https://example.org/e")
        let contents = try BackupContents(bytes(source))
        #expect(contents.pageMarks.count == 3 && contents.refusals.count == 1 && contents.omissions.isEmpty)
        let target = try ShelfSetup()
        target.clock.advance(100)
        #expect(try importing(bytes(source), to: target).addedMarks == 3)
        for page in ["a", "b", "c", "d"] {
            #expect(try target.card(page)?.mark == source.card(page)?.mark)
            #expect(try target.card(page)?.markedAt == source.card(page)?.markedAt)
        }
        #expect(try importing(bytes(source), to: target).addedMarks == 0)
        #expect(try target.isConsistent())
    }

    @Test("Times in the future count as the time of the import, and a date before 1970 as 1970")
    func futureTimes() throws {
        let setup = try ShelfSetup()
        let backup = """
            {"leftoff":1,"places":[{"id":"abc000000001","storedAt":"9999-01-01T00:00:00Z",
            "snapshot":{"url":"https://example.org/a","pageYOffset":9}}],
            "pages":[{"page":"https://example.org/a","state":"later","until":"0001-01-01T00:00:00.000Z",
            "markedAt":"9999-01-01T00:00:00.000Z"}]}
            """
        #expect(try importing(Array(backup.utf8), to: setup).addedMarks == 1)
        let card = try #require(try setup.card("a"))
        #expect(card.latestAt == setup.clock.now && card.markedAt == setup.clock.now)
        #expect(card.mark.until == Date(timeIntervalSince1970: 0))
        try setup.mark("a", .finished)
        #expect(try importing(Array(backup.utf8), to: setup).addedMarks == 0)
        #expect(try setup.state("a") == .finished)
    }

    @Test("The newest page mark wins, and a page without a place gets none")
    func newestWins() throws {
        let source = try ShelfSetup()
        try source.capture("older")
        try source.capture("newer")
        try source.mark("older", .finished)
        let backup = try bytes(source)
        source.clock.advance(100)
        try source.mark("older", .later)
        #expect(try importing(backup, to: source).addedMarks == 0)
        #expect(try source.state("older") == .later)
        let list = #"{"page":"https://example.org/none","state":"finished","markedAt":"2026-11-01T10:00:00.000Z"}"#
        let newer = list.replacing("none", with: "newer")
        let other = Array(#"{"leftoff":1,"places":[],"pages":[\#(list),\#(newer)]}"#.utf8)
        #expect(try importing(other, to: source).addedMarks == 1)
        #expect(try source.state("newer") == .finished && source.card("none") == nil)
    }

    @Test("A selection contains only its places, their copies and their page marks")
    func selection() throws {
        let setup = try ShelfSetup()
        let copies = SQLiteCopyArchive(
            database: setup.database, policy: { CopyPolicy() }, now: { [clock = setup.clock] in clock.now })
        let places = try ["fox", "wolf", "owl"].map { try setup.capture($0, 0.5, #""title":"\#($0)""#) }
        for place in places {
            try CopySetup.add("words of \(place.id)", to: place, copies)
            try setup.mark(place.snapshot.url.href, .finished)
        }
        _ = try setup.places.refuseAutomatic(pageKey: "https://example.org/e")
        for (selection, ids, expected) in [
            (SnapshotListing(query: "wolf"), nil, [1]), (nil, [places[2].id, places[0].id], [0, 2]),
            (SnapshotListing(states: [.later]), nil, []), (SnapshotListing(query: "owl"), [places[0].id], []),
        ] as [(SnapshotListing?, [String]?, [Int])] {
            let contents = try BackupContents(bytes(setup, selection, ids: ids))
            let wanted = expected.map { places[$0] }
            #expect(contents.places.map(\.id) == wanted.map(\.id))
            #expect(Set(contents.copies.map(\.placeID)) == Set(wanted.map(\.id)))
            #expect(Set(contents.pageMarks.map(\.key)) == Set(wanted.map(\.snapshot.pageKey)))
            #expect(contents.refusals.isEmpty && contents.windows.isEmpty && contents.downloads.isEmpty)
        }
        let table = String(decoding: try bytes(setup, SnapshotListing(query: "owl"), format: .csv), as: UTF8.self)
        #expect(table.contains("/owl") && !table.contains("/fox"))
        #expect(throws: SnapshotArchiveError.notFound("zzz")) { try bytes(setup, ids: ["zzz"]) }
    }
}
