import Foundation
import Places
import Syntax
import Testing

@testable import ImportExport

@Suite("Summaries of imports")
struct ImportSummaryTests {
    @Test("A summary counts the places, pages, tags, dates, states and losses of a file")
    func counts() throws {
        let table = """
            Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen
            A,https://a.example/1,1,"['red', 'blue']",2022-11-06,0.5,new,True
            B,https://a.example/2,2,['Red'],2023-01-01,0,later,False
            C,https://a.example/3,3,[],,1.0,new,True
            D,https://a.example/1,4,[],2021-01-01,0,archive,True
            E,mailto:a,5,[],2021-01-01,0,new,True

            """
        let summary = try FileImport(Array(table.utf8)).summary()
        #expect(summary.format == .reader && summary.places == 4 && summary.pages == 3)
        #expect(summary.approximate == 2 && summary.highlights == 0)
        #expect(summary.tags == 2)
        #expect(summary.topTags.map(\.name) == ["red", "blue"] && summary.topTags.map(\.count) == [2, 1])
        #expect(summary.oldest == Date(timeIntervalSince1970: 1_609_459_200))
        #expect(summary.newest == Date(timeIntervalSince1970: 1_672_531_200) && summary.undated == 1)
        // The third was read to its end, and the fourth is on the page of the first.
        #expect(summary.finished == 2 && summary.later == 1)
        #expect(summary.unreadable == 1 && summary.omissions.count == 1)
    }

    @Test("The ten most frequent tags are listed, those of the same number by name")
    func topTags() throws {
        let rows = (0..<12).map { "https://a.example/\($0),t\($0 + 10)\n" }.joined()
        let summary = try FileImport(Array("URL,Tags\n\(rows)https://a.example/x,t21\n".utf8)).summary()
        #expect(summary.tags == 12)
        #expect(summary.topTags.map(\.name) == ["t21"] + (10..<19).map { "t\($0)" })
    }

    @Test(
        "The summary of each fixture has the numbers that are recorded for it",
        arguments: FormatRecognitionTests.fixtures.filter { $0.path.contains("/input.") })
    func fixtures(fixture: FormatRecognitionTests.Fixture) throws {
        let file = try FileImport(try ImportFixtures.bytes(fixture.path))
        let summary = try file.summary()
        let name = fixture.path.prefix { $0 != "/" }
        let recorded = String(decoding: try ImportFixtures.bytes("\(name)/expected.txt"), as: UTF8.self)
            .split(separator: "\n").dropFirst()
        let entries = recorded.filter { $0.hasPrefix("{") }
        #expect(summary.format == fixture.format && summary.places + summary.windows == entries.count)
        #expect(summary.highlights == entries.count { $0.hasPrefix(#"{"kind":"highlight""#) })
        let losses = recorded.filter { $0.hasPrefix("loss: ") }.map(String.init)
        #expect(summary.losses.map { "loss: \($0.amount)" } == losses)
        // A second summary of the same file is equal: nothing was used up.
        #expect(try file.summary() == summary)
    }

    @Test("The highlights in an archive are read for the summary, and again for the import")
    func archive() throws {
        let file = try FileImport(archive: FixtureArchive(name: "omnivore"))
        let first = try file.summary()
        #expect(first.highlights == 2 && first.finished == 1 && first.omissions.count == 1)
        #expect(try file.summary() == first)
    }

    @Test("The summary of a backup counts its places, marks, windows, downloads and copies")
    func backup() throws {
        let backup = """
            {"leftoff":1,"places":[
            {"id":"c4f8m2x9q1ab","storedAt":"2024-01-02T03:04:05Z","tags":["a"],
            "snapshot":{"url":"https://a.example/"}},
            {"id":"d4f8m2x9q1ab","storedAt":"2024-01-03T03:04:05Z","snapshot":{"url":"https://a.example/",
            "selection":{"exact":"words"}}}],
            "pages":[{"page":"https://a.example/","state":"finished","markedAt":"2024-01-02T03:04:05Z"},
            {"page":"https://b.example/","state":"later","markedAt":"2024-01-02T03:04:05Z"}],
            "windows":[{"id":"e4f8m2x9q1ab","storedAt":"2024-01-02T03:04:05Z","request":"r",
            "tabs":[{"url":"https://a.example/"}]}],
            "queue":[{"url":"https://a.example/file.bin","state":"ready"}]}
            """
        let summary = try FileImport(Array(backup.utf8)).summary()
        #expect(summary.format == .json && summary.places == 2 && summary.pages == 1 && summary.highlights == 1)
        #expect(summary.tags == 1 && summary.finished == 1 && summary.later == 1)
        #expect(summary.windows == 1 && summary.downloads == 1 && summary.copies == 0)
        #expect(summary.oldest == Date(timeIntervalSince1970: 1_704_164_645) && summary.undated == 0)
    }

    @Test("A summary obeys the limit of entries and the check")
    func limits() throws {
        let bytes = Array("URL\nhttps://a.example/1\nhttps://a.example/2\n".utf8)
        #expect(throws: ImportExportError.tooManyEntries(limit: 1)) { try FileImport(bytes, entryLimit: 1).summary() }
        #expect(throws: CancellationError.self) {
            try FileImport(bytes, entryLimit: 2).summary { throw CancellationError() }
        }
    }

    @Test("The tabs of a session become windows, or the places of those that were scrolled")
    func windows() throws {
        let bytes = try ImportFixtures.bytes("firefox-session-json/input.json")
        let windows = try FileImport(bytes).summary()
        let places = try FileImport(bytes, windowsAsPlaces: true).summary()
        #expect(windows.windows > 0 && windows.places == 0)
        #expect(places.windows == 0 && places.places > 0 && places.highlights == 0)
        // A place is neither pinned nor in a group.
        let others = [ImportLoss(what: "pins of tabs", count: 1), ImportLoss(what: "tab groups", count: 1)]
        #expect(places.losses == windows.losses + others && places.unreadable == windows.unreadable)
        let line = try #require(places.omissions.last { $0.contains("as a place") })
        #expect(line.hasSuffix(": nothing says how far the page was read"))
    }
}
