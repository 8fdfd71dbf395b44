import Foundation
import ImportExport
import Places
import Syntax
import Testing
import WHATWGURL

@testable import Store

@Suite("Imports of many places, and of page marks")
struct BulkImportTests {
    private let setup: ShelfSetup

    init() throws { setup = try ShelfSetup() }

    private func add(_ text: String) throws -> ImportReceipt { try setup.importFile(text) }

    /// A time before all places of the tests.
    private static let before = Date(timeIntervalSince1970: 1_400_000_000)

    /// Returns Pocket's table of pages, of which every third one is archived.
    private static func pocket(_ numbers: Range<Int>, saved: Date = before) -> String {
        let rows = numbers.map { number in
            "Foxes \(number),https://example.org/p\(number),\(Int(saved.timeIntervalSince1970)),tag\(number % 7)|wolf,"
                + "\(number % 3 == 0 ? "archive" : "unread")\n"
        }
        return "title,url,time_added,tags,status\n" + rows.joined()
    }

    private func ids(_ listing: SnapshotListing) throws -> [String] {
        try setup.places.list(listing).snapshots.map(\.id)
    }

    /// Numbers of places below and above the number from which they are stored in batches.
    private static let counts = [3, 250, SnapshotInsertion.bulkCount + 50]

    // MARK: - Page marks

    /// Words of a place; without them, it would be that of the file.
    private static let words = #""anchors":[{"role":"primary","quote":{"exact":"words"}}]"#

    @Test("The page marks of a file count for pages that have never been marked or read since", arguments: counts)
    func marks(count: Int) throws {
        defer { setup.home.remove() }
        for page in ["p3", "p6", "p9"] { try setup.capture(page, 0.5, Self.words) }
        try setup.mark("p3", .later)
        try setup.mark("p6", .finished)
        try setup.mark("p6", .unfinished)
        setup.clock.advance(1)
        let receipt = try add(Self.pocket(0..<count))
        let archived = (0..<count).count { $0 % 3 == 0 }
        let exceptions = count > 9 ? 3 : 0
        #expect(receipt.stored.addedPlaces == count && receipt.marks == archived - exceptions)
        #expect(receipt.tags == min(count, 7) + 1)
        #expect(try setup.state("p0") == .finished && setup.state("p1") == .unfinished)
        #expect(try setup.card("p0")?.markedAt == Self.before)
        guard count > 9 else { return }
        #expect(try setup.state("p3") == .later && setup.state("p6") == .unfinished && setup.state("p9") == .unfinished)
        #expect(try setup.card("p9")?.markedAt == nil && setup.card("p9")?.placeCount == 2)
    }

    @Test("A page that was read before it was saved elsewhere is marked, and keeps its own place", arguments: counts)
    func older(count: Int) throws {
        defer { setup.home.remove() }
        let place = try setup.capture("p0", 0.5, Self.words)
        setup.clock.advance(60)
        let saved = setup.clock.now
        setup.clock.advance(60)
        #expect(try add(Self.pocket(0..<count, saved: saved)).marks == (0..<count).count { $0 % 3 == 0 })
        let card = try #require(try setup.card("p0"))
        #expect(card.mark == PageMark(.finished) && card.markedAt == saved)
        #expect(card.placeCount == 2 && card.place.id == place.id)
    }

    @Test("A place that another program has made later is no reading", arguments: counts)
    func importedBefore(count: Int) throws {
        defer { setup.home.remove() }
        let words = "https://example.org/p0#:~:text=words"
        let time = Int(Self.before.timeIntervalSince1970) + 3600
        let bookmarks = "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF='\(words)' ADD_DATE='\(time)'>A</A></DL>"
        #expect(try add(bookmarks).stored.addedPlaces == 1)
        #expect(try add(Self.pocket(0..<count)).marks == (0..<count).count { $0 % 3 == 0 })
        #expect(try setup.state("p0") == .finished && setup.card("p0")?.placeCount == 2)
    }

    @Test("What the reader decided after an article was saved elsewhere counts, even if it is imported later")
    func backup() throws {
        defer { setup.home.remove() }
        #expect(try add(Self.pocket(0..<1)).marks == 1)
        let key = try ShelfSetup.key("p0")
        func decided(at time: Date) throws -> PageState? {
            _ = try add(
                #"{"leftoff":1,"pages":[{"page":"\#(key)","state":"later","markedAt":"\#(RFC3339.string(time))"}]}"#)
            return try setup.state("p0")
        }
        #expect(try decided(at: Self.before - 60) == .finished)
        #expect(try decided(at: Self.before + 60) == .later)
    }

    /// Returns Reader's table with an article that is at 20 % of its text.
    private static func reader(saved: String, location: String) -> String {
        "Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen\n"
            + "A,https://example.org/a,1,[],\(saved),0.2,\(location),True\n"
    }

    @Test("The automatic places of a page that another program puts off are kept for good")
    func kept() throws {
        defer { setup.home.remove() }
        try setup.leave("a", 0.6)
        // The clock of the tests begins on 7 April 2016.
        setup.clock.advance(2 * 86_400)
        #expect(try add(Self.reader(saved: "2016-04-08", location: "later")).marks == 1)
        let place = try #require(try setup.card("a")?.place)
        #expect(place.origin == .click && place.snapshot.textProgress == 0.6)
    }

    @Test("The place of an import is not shown instead of one that the reader has made")
    func shown() throws {
        defer { setup.home.remove() }
        let place = try #require(try setup.leave("a", 0.6))
        #expect(try add(Self.reader(saved: "2016-04-08", location: "new")).approximate == 1)
        #expect(try setup.card("a")?.place.id == place.id && setup.card("a")?.placeCount == 2)
    }

    @Test("A place that is stored already gives its page no mark", arguments: counts)
    func knownPlaces(count: Int) throws {
        defer { setup.home.remove() }
        let table = Self.pocket(0..<count)
        #expect(try add(table.replacing("archive", with: "unread")).marks == 0)
        let again = try add(table)
        #expect(again.stored.knownPlaces == count && again.stored.addedPlaces == 0)
        #expect(again.marks == 0 && again.tags == 0)
        #expect(try setup.state("p0") == .unfinished)
    }

    @Test("A page that is to be read later has no date, and several places of a page give it one mark")
    func later() throws {
        defer { setup.home.remove() }
        let receipt = try add(
            """
            Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen
            A,https://example.org/a,1,[],2022-11-06,0.2,later,True
            A,https://example.org/a,2,[],2022-11-06,0.4,archive,True
            B,https://example.org/b,3,[],2022-11-06,0.99,new,True

            """)
        #expect(receipt.stored.addedPlaces == 3 && receipt.marks == 2)
        let card = try #require(try setup.card("a"))
        #expect(card.mark == PageMark(.later) && card.placeCount == 2)
        #expect(try setup.state("b") == .finished)
    }

    // MARK: - Many places

    @Test("Places that were stored in batches are searched, listed and counted like others")
    func searched() throws {
        defer { setup.home.remove() }
        let count = SnapshotInsertion.bulkCount + 50
        try setup.capture("before", 0.5, #""title":"Foxes before""#)
        #expect(try add(Self.pocket(0..<count)).stored.addedPlaces == count)
        #expect(try ids(SnapshotListing(query: "foxes")).count == count + 1)
        #expect(try ids(SnapshotListing(query: "p\(count - 1)")).count == 1)
        #expect(try ids(SnapshotListing(tag: "tag3")).count == (0..<count).count { $0 % 7 == 3 })
        let positions = try setup.places.list(SnapshotListing()).snapshots.map(\.position)
        #expect(positions == (1...Int64(count + 1)).reversed())
        let newest = try #require(try setup.places.list(SnapshotListing(limit: 1)).snapshots.first)
        #expect(newest.snapshot.title == "Foxes \(count - 1)" && newest.origin == .imported)
        #expect(newest.metadata.tags == ["tag\((count - 1) % 7)", "wolf"])
        #expect(try setup.shelf.stateCounts(SnapshotListing()).values.reduce(0, +) == count + 1)
    }

    @Test("After an import of many places, new ones are indexed, and the store is the same as before")
    func triggers() throws {
        defer { setup.home.remove() }
        let titles = ["中文字的书", "Foxes"]
        let rows = (0..<SnapshotInsertion.bulkCount).map { "\(titles[$0 % 2]) \($0),https://example.org/p\($0),,,\n" }
        _ = try add("title,url,time_added,tags,status\n" + rows.joined())
        #expect(try ids(SnapshotListing(query: "文字")).count == SnapshotInsertion.bulkCount / 2)
        let place = try setup.capture("after", 0.5, #""title":"Hounds 文字""#)
        #expect(try ids(SnapshotListing(query: "hounds")) == [place.id])
        #expect(try ids(SnapshotListing(query: "文字")).first == place.id)
        // A store with other triggers than those of the migrations is refused.
        _ = try LeftoffDatabase(home: setup.home.path)
        let health = try LeftoffDatabase.health(home: setup.home.path)
        #expect(health.damage == nil && health.damaged.isEmpty && health.pending == nil)
    }

    @Test(
        "An import of many places that is stopped while they are stored leaves nothing behind",
        arguments: [1, 150, SnapshotInsertion.bulkCount - 1])
    func stopped(place: Int) throws {
        defer { setup.home.remove() }
        var file = try FileImport(Array(Self.pocket(0..<SnapshotInsertion.bulkCount).utf8))
        var calls = 0
        #expect(throws: CancellationError.self) {
            try file.store(in: setup.backups, downloads: DownloadPlan(), at: setup.clock.now) {
                calls += 1
                // One call for each place that is read and one at the end, then one for each that is stored.
                if calls == SnapshotInsertion.bulkCount + 1 + place { throw CancellationError() }
            }
        }
        #expect(try ids(SnapshotListing()).isEmpty)
        let capture = try setup.capture("after", 0.5, #""title":"Hounds""#)
        #expect(try ids(SnapshotListing(query: "hounds")) == [capture.id])
        _ = try LeftoffDatabase(home: setup.home.path)
    }

    @Test(
        "Places that do not fit into memory are written to a file, and read from it unchanged and in order",
        arguments: [0, 1, 200, PlaceSpool.memoryByteCount])
    func spool(memoryByteCount: Int) throws {
        defer { setup.home.remove() }
        let marks: [PageMark?] = [nil, PageMark(.finished), PageMark(.later), PageMark(.later, until: setup.clock.now)]
        let kinds: [ImportedPlace.Kind] = [.highlight, .approximate, .top, .scrolled]
        var waiting = try (0..<16).map { number -> ImportedPlace in
            let json = #"{"url":"https://example.org/p\#(number)","pageYOffset":\#(number),"title":"T\#(number)"}"#
            let tags = number == 0 ? [] : ["a b", "t\(number)"]
            return ImportedPlace(
                kind: kinds[number % 4], snapshot: try PageSnapshot(json: json.utf8),
                metadata: try SnapshotMetadata(tags: tags, note: "one\n\(number)\n"), mark: marks[number / 4])
        }
        let places = waiting
        var checks = 0
        let spool = try PlaceSpool(memoryByteCount: memoryByteCount, check: { checks += 1 }) {
            waiting.isEmpty ? nil : waiting.removeFirst()
        }
        #expect(spool.count == places.count && checks >= places.count)
        for _ in 1...2 {
            var read: [ImportedPlace] = []
            try spool.forEachChunk { read += $0 }
            #expect(read.map(\.json) == places.map(\.json) && read.map(\.kind) == places.map(\.kind))
            #expect(read.map(\.metadata) == places.map(\.metadata) && read.map(\.mark) == places.map(\.mark))
            #expect(read.map(\.pageKey) == places.map(\.pageKey))
        }
    }

    @Test("A bookmark with a text directive is known by a highlight that waits to be stored", arguments: [0, 1_000])
    func waitingHighlight(others: Int) throws {
        defer { setup.home.remove() }
        let rows = (0..<others).map { "https://example.org/p\($0),,\n" }.joined()
        let receipt = try add(
            """
            URL,Highlight,Title
            \(rows)https://example.org/a,marked words,A
            https://example.org/a#:~:text=marked%20words,,A

            """)
        #expect(receipt.stored.addedPlaces == others + 1 && receipt.stored.knownPlaces == 1)
        #expect(receipt.highlights == 1)
    }

    @Test("A place in a scrolled tab is stored beside a bookmark of its page, and once")
    func scrolled() throws {
        defer { setup.home.remove() }
        let top = try PageSnapshot(json: #"{"url":"https://example.org/a"}"#.utf8)
        let tab = try PageSnapshot(json: #"{"url":"https://example.org/a","pageYOffset":900}"#.utf8)
        let visited = try PageSnapshot(
            json: #"{"url":"https://example.org/a","pageYOffset":900,"capturedAt":"2016-04-07T10:00:00Z"}"#.utf8)
        var places = [
            ImportedPlace(kind: .top, snapshot: top, metadata: SnapshotMetadata()),
            ImportedPlace(kind: .scrolled, snapshot: tab, metadata: SnapshotMetadata()),
            ImportedPlace(kind: .scrolled, snapshot: tab, metadata: SnapshotMetadata()),
            ImportedPlace(kind: .scrolled, snapshot: visited, metadata: SnapshotMetadata()),
        ]
        let all = places
        let tally = try setup.backups.importPlaces(at: setup.clock.now) { places.isEmpty ? nil : places.removeFirst() }
        #expect(tally.added == 2 && tally.known == 2 && tally.highlights == 0)
        places = all
        #expect(
            try setup.backups.importPlaces(at: setup.clock.now) { places.isEmpty ? nil : places.removeFirst() }.known
                == 4)
        #expect(try setup.card("a")?.place.snapshot.pageYOffset == 900)
    }

    @Test("The windows of another program are stored once")
    func windows() throws {
        defer { setup.home.remove() }
        let session = """
            {"version":["sessionrestore",1],"windows":[{"tabs":[{"entries":[{"url":"https://example.org/a",
            "title":"A"}],"index":1}],"selected":1,"_closedTabs":[]}],"_closedWindows":[],"session":{}}
            """
        let first = try add(session)
        #expect(first.format == .firefoxSession && first.stored.addedWindows == 1 && first.knownWindows == 0)
        let second = try add(session)
        #expect(second.stored.addedWindows == 0 && second.knownWindows == 1)
    }
}
