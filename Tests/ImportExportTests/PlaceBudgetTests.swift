import Foundation
import Places
import Synchronization
import Syntax
import Testing

@testable import FileFormats
@testable import ImportExport

@Suite("The size of the places of a hostile file")
struct PlaceBudgetTests {
    /// An archive in memory that records which files are read.
    private final class RecordingArchive: ImportArchive {
        private let files: [String: [UInt8]]
        private let read = Mutex<[String]>([])

        init(_ files: [String: String]) { self.files = files.mapValues { Array($0.utf8) } }

        var paths: [String] { Array(files.keys) }
        var readPaths: [String] { read.withLock { $0 } }

        func content(of path: String) throws -> [UInt8]? {
            read.withLock { $0.append(path) }
            return files[path]
        }
    }

    /// An entry whose long address is repeated for each of many highlights.
    private struct HostileEntry: CustomTestStringConvertible, Sendable {
        static let url = "https://a.example/" + String(repeating: "x", count: 50_000)
        static let count = 2_000

        let testDescription: String
        /// The text of one highlight, and the files, with `*` for all highlights.
        let highlight: String
        let separator: String
        let files: [String: String]

        func archive() -> RecordingArchive {
            let highlights = Array(repeating: highlight, count: Self.count).joined(separator: separator)
            return RecordingArchive(
                files.mapValues { $0.replacing("*", with: highlights).replacing("URL", with: Self.url) })
        }
    }

    private static let entries = [
        HostileEntry(
            testDescription: "omnivore", highlight: ">a\n", separator: "\n",
            files: [
                "metadata_0_to_20.json": #"[{"url":"URL","savedAt":"2023-01-01T00:00:00Z","slug":"x"}]"#,
                "highlights/x.md": "*",
            ]),
        HostileEntry(
            testDescription: "pocket", highlight: #"{"quote":"a"}"#, separator: ",",
            files: ["annotations/part_000000.json": #"[{"url":"URL","title":"A","highlights":[*]}]"#]),
        HostileEntry(
            testDescription: "wallabag", highlight: #"{"quote":"a"}"#, separator: ",",
            files: ["w.json": #"[{"url":"URL","is_archived":0,"content":"<p>b</p>","annotations":[*]}]"#]),
        HostileEntry(
            testDescription: "linkwarden", highlight: #"{"text":"a"}"#, separator: ",",
            files: ["l.json": #"{"collections":[{"name":"C","links":[{"url":"URL","highlights":[*]}]}]}"#]),
    ]

    @Test("The places of one entry have at most 16 MB, and the others are counted", arguments: entries)
    private func entry(_ entry: HostileEntry) throws {
        var places = try PlaceImport(archive: entry.archive())
        var (count, byteCount) = (0, 0)
        while let place = try places.next() {
            count += 1
            byteCount += place.snapshot.encoded().count
        }
        #expect((1...PlaceBudget.entryLimit).contains(byteCount) && count > 100)
        let omission = try #require(places.omissions.first)
        #expect(omission.contains("\(HostileEntry.count - count) highlights were left out"), "\(omission)")
        #expect(places.omissions.count == 1 && places.unreadableCount == 1)
    }

    @Test("The places of a file have at most ten times its bytes, beyond those that any file may have")
    func file() {
        var budget = PlaceBudget()
        budget.receive(1 << 20, from: 1 << 20)
        var entries = 0
        repeat {
            budget.beginEntry()
            entries += 1
        } while budget.spend(1 << 20) && entries < 1_000
        #expect(entries == PlaceBudget.allowance >> 20 + 1 && budget.excess != nil)
        budget.receive(PlaceBudget.allowance, from: PlaceBudget.allowance)
        budget.beginEntry()
        #expect(budget.spend(1 << 20) && budget.excess == nil)
    }

    @Test("Of the content of a compressed file, at most ten times the file counts")
    func compressedFile() {
        var budget = PlaceBudget()
        budget.receive(250 << 20, from: 1 << 20)
        var entries = 0
        repeat {
            budget.beginEntry()
            entries += 1
        } while budget.spend(1 << 20) && entries < 1_000
        #expect(entries == 101)
    }

    @Test("An entry has at most 10,000 highlights, and the others are counted")
    func highlights() throws {
        let count = PlaceBudget.maximumHighlights
        let markdown = String(repeating: "> a\nb\n\n#label\n\nnote\n\n", count: count + 5)
        let read = OmnivoreHighlights(markdown)
        #expect(read.highlights.count == count && read.excessCount == 5)
        #expect(read.highlights.last?.tags == ["label"] && read.highlights.last?.note == "note")
        let article = ImportedArticle(
            url: "https://a.example/", highlights: [ImportedArticle.Highlight(quote: "a")], excessHighlightCount: 5)
        let places = try article.places(within: PlaceBudget())
        #expect(places.places.count == 1)
        #expect(places.unreadableParts == ["5 highlights were left out: an entry has at most 10000 of them"])
    }

    @Test("A highlight that is too large does not cost the others of its article")
    func largeHighlight() throws {
        let url = "https://a.example/" + String(repeating: "x", count: 50_000)
        let quotes = ["a", String(repeating: "\u{1F600}", count: 8_000), "b"]
        let article = ImportedArticle(url: url, highlights: quotes.map { ImportedArticle.Highlight(quote: $0) })
        let places = try article.places(within: PlaceBudget())
        #expect(places.places.map(\.snapshot.highlight) == ["a", "b"])
        #expect(places.unreadableParts.count == 1 && places.unreadableParts[0].hasPrefix("1 highlight was left out: "))
    }

    @Test("A file of highlights is read for one entry, and the others that name it are listed")
    func sharedFile() throws {
        let entry = #"{"url":"https://a.example/","savedAt":"2023-01-01T00:00:00Z","slug":"x"}"#
        let archive = RecordingArchive([
            "metadata_0_to_20.json": "[\(Array(repeating: entry, count: 5).joined(separator: ","))]",
            "highlights/x.md": "> a\n",
        ])
        var places = try PlaceImport(archive: archive)
        var kinds: [ImportedPlace.Kind] = []
        while let place = try places.next() { kinds.append(place.kind) }
        #expect(kinds == [.highlight, .top, .top, .top, .top])
        #expect(archive.readPaths.count { $0 == "highlights/x.md" } == 1)
        #expect(places.omissions.count == 4 && places.unreadableCount == 4)
    }

    @Test("Words around quotes are searched for a limited number of times in one article")
    func searches() throws {
        let quotes = (0..<SavedText.searchLimit + 2).map { #"{"quote":"word\#($0)."}"# }.joined(separator: ",")
        let content = (0..<SavedText.searchLimit + 2).map { "word\($0)." }.joined(separator: " ")
        let json = #"[{"url":"https://a.example/","is_archived":0,"content":"\#(content)","annotations":[\#(quotes)]}]"#
        var places = try PlaceImport(Array(json.utf8))
        var contexts: [Bool] = []
        while let place = try places.next() {
            contexts.append(place.snapshot.json["anchors"]?[0]?["quote"]?["suffix"] != nil)
        }
        #expect(contexts == Array(repeating: true, count: SavedText.searchLimit) + [false, false])
    }

    @Test("A row of a table has at most 65,536 fields")
    func fields() throws {
        var records = CSVRecords(Array(repeating: UInt8(ascii: ","), count: 70_000))
        #expect(try records.next()?.fields.count == CSVRecords.maximumFieldCount)
    }
}
