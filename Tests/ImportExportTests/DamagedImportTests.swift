import Places
import Testing
import WHATWGURL

@testable import ImportExport

@Suite("Files of other programs that are damaged in part")
struct DamagedImportTests {
    /// An archive in memory, some of whose files cannot be read.
    private struct MemoryArchive: ImportArchive {
        var files: [String: String]
        var damaged: Set<String> = []

        var paths: [String] { Array(files.keys) + damaged }

        func content(of path: String) throws -> [UInt8]? {
            if damaged.contains(path) { throw ImportExportError.malformed("\(path): damaged") }
            return files[path].map { Array($0.utf8) }
        }
    }

    private func read(_ source: PlaceImport) throws -> (places: [ImportedPlace], source: PlaceImport) {
        var source = source
        var places: [ImportedPlace] = []
        while let place = try source.next() { places.append(place) }
        return (places, source)
    }

    private static let article = #"{"url":"https://b.example/","slug":"b","savedAt":"2024-01-02T03:04:05Z"}"#

    @Test(
        "A first entry that cannot be read does not hide the format",
        arguments: [#"{"url":"https://a.example/\x","savedAt":1}"#, #"{"url":"a","url":"b"}"#, "7", "{}"])
    func firstEntry(first: String) throws {
        let found = try read(PlaceImport(Array("[\(first),\n\(Self.article)]".utf8)))
        #expect(found.places.map(\.snapshot.url.href) == ["https://b.example/"])
        #expect(found.source.unreadableCount == 1 && found.source.format == .omnivore)
        #expect(found.source.omissions.first?.hasPrefix("line 1: not imported: ") == true)
    }

    @Test("If no entry can be read, the error says why, unless a format is chosen")
    func noEntry() throws {
        let bytes = Array(#"[{"url":"\x"}, {"url":"\y"}]"#.utf8)
        #expect(
            throws: ImportExportError.undetectableFormat("it is not valid JSON: unknown escape in a string")
        ) { try PlaceImport(bytes) }
        #expect(try read(PlaceImport(bytes, format: .wallabag)).source.unreadableCount == 2)
    }

    @Test(
        "A document of JSON that cannot be divided is refused with the reason and the line",
        arguments: [
            ("", "its end is missing: a value that begins in line 1"),
            (#"{"a":["b\"]}"#, "its end is missing: a value that begins in line 1"),
            ("\nabc\"d", "its end is missing: a value that begins in line 2"),
            ("\nabc\"d\"", "there is text after the value in line 2"), ("\r\n]", "expected a value in line 2"),
            ("{\"leftoff\"\r1}", #"expected ":" in line 2"#), ("{\"leftoff\":1\n\"a\":2}", #"expected "," in line 2"#),
        ])
    func division(text: String, reason: String) {
        #expect(throws: ImportExportError.malformed("not valid JSON: \(reason)")) {
            try BackupContents(Array(text.utf8), format: .json)
        }
    }

    @Test("A text that was cut within an emoji ends with a replacement character")
    func cutEmoji() throws {
        let entry = #"{"url":"https://a.example/","title":"Fox \ud83e","savedAt":"2024-01-02T03:04:05Z","slug":"a"}"#
        let found = try read(PlaceImport(Array("[\(entry)]".utf8)))
        #expect(found.places.map(\.snapshot.title) == ["Fox \u{FFFD}"] && found.source.omissions.isEmpty)
    }

    @Test("Highlights that cannot be read are listed and counted, and the article is imported")
    func companion() throws {
        let archive = MemoryArchive(
            files: ["metadata_0_to_20.json": "[\(Self.article)]"], damaged: ["highlights/b.md"])
        let found = try read(PlaceImport(archive: archive))
        #expect(found.places.count == 1 && found.source.unreadableCount == 1)
        #expect(
            found.source.omissions == [
                "metadata_0_to_20.json, line 1: its highlights cannot be read: highlights/b.md: damaged"
            ])
    }

    @Test("A file of another kind beside the others is listed, and does not prevent the import")
    func strayFile() throws {
        let archive = MemoryArchive(files: ["metadata_0_to_20.json": "[\(Self.article)]", "notes.json": "[NaN]"])
        let found = try read(PlaceImport(archive: archive))
        #expect(found.places.count == 1 && found.source.unreadableCount == 1)
        #expect(found.source.omissions.map { $0.prefix(26) } == ["notes.json: not imported: "])
    }

    @Test("A tag of Instapaper that was cut within an emoji costs no article")
    func cutTag() throws {
        let table =
            #"URL,Title,Selection,Folder,Timestamp,Tags\#nhttps://a.example/,A,,Unread,1600322788,"[""fox \ud83e""]""#
        #expect(try read(PlaceImport(Array((table + "\n").utf8))).places.map(\.metadata.tags) == [["fox \u{FFFD}"]])
    }

    @Test("An annotation obeys the limits of titles and sizes, so that its backup can be imported")
    func annotation() throws {
        func annotation(_ title: Int, _ quote: Int) -> [UInt8] {
            let selector = #"{"type":"TextQuoteSelector","exact":"\#(String(repeating: "q", count: quote))"}"#
            let source = #"{"id":"https://a.example/","title":"\#(String(repeating: "t", count: title))"}"#
            return Array(#"{"type":"Annotation","target":{"source":\#(source),"selector":\#(selector)}}"#.utf8)
        }
        let found = try read(PlaceImport(annotation(400_000, 10)))
        #expect(found.places.map { $0.snapshot.title?.count } == [1000])
        #expect(found.source.omissions == ["line 1: its title was cut after 1000 characters"])
        #expect(try read(PlaceImport(annotation(10, 70_000))).source.unreadableCount == 1)
    }

    @Test("A place of a backup that is too large is left out, and the others are imported")
    func largePlace() throws {
        func place(_ id: String, _ title: Int) -> String {
            let title = String(repeating: "t", count: title)
            return
                #"{"id":"\#(id)","storedAt":"2024-01-02T03:04:05Z","snapshot":{"url":"https://a.example/","title":"\#(title)"}}"#
        }
        let backup = #"{"leftoff":1,"places":[\#(place("c4f8m2x9q1ab", 300_000)),\#(place("d4f8m2x9q1ab", 3))]}"#
        let contents = try BackupContents(Array(backup.utf8))
        #expect(contents.places.map(\.id) == ["d4f8m2x9q1ab"])
        #expect(contents.omissions.map { $0.prefix(33) } == ["place 1: not imported: too large:"])
    }

    @Test("A slug does not lead out of the directory of the highlights")
    func slug() throws {
        let article = Self.article.replacing(#""slug":"b""#, with: #""slug":"../../secret""#)
        let archive = MemoryArchive(files: ["metadata_0_to_20.json": "[\(article)]", "highlights/../../secret.md": "x"])
        #expect(try read(PlaceImport(archive: archive)).places.map(\.metadata.note) == [""])
    }

    @Test(
        "Labels of a highlight may consist of several words",
        arguments: [
            ("#fox #den", ["fox", "den"], ""), ("#Read  Later #den", ["Read Later", "den"], ""),
            ("#Read Later", ["Read Later"], ""), ("#ask Ada", [], "#ask Ada"), ("# Heading", [], "# Heading"),
            ("#1 is good, #2 is bad", [], "#1 is good, #2 is bad"),
        ])
    func labels(line: String, tags: [String], note: String) {
        let highlights = OmnivoreHighlights("> words\n\n\(line)\n", labels: ["read later"]).highlights
        #expect(highlights.map(\.tags) == [tags] && highlights.map(\.note) == [note])
    }

    @Test("A title, a quote and an address that exceed a limit are cut or refused, which is listed")
    func lengths() throws {
        let title = String(repeating: "t", count: 100_000)
        let quote = String(repeating: "q", count: 9000)
        let table = "url,title,highlight\nhttps://a.example/,\(title),\(quote)\nhttps://b.example/\(title),b,\n"
        let found = try read(PlaceImport(Array(table.utf8)))
        #expect(found.places.map { $0.snapshot.title?.count } == [1000])
        #expect(found.places[0].snapshot.encoded().count <= PageSnapshot.maximumByteCount)
        #expect(
            found.source.omissions.map { $0.prefix(60) } == [
                "line 2: its title was cut after 1000 characters", "line 2: a quote was cut after 8000 characters",
                "line 3: not imported: too large: 100039 bytes, at most 65536",
            ])
    }

    @Test("An apostrophe at the start of a field is removed only from Leftoff's own tables")
    func apostrophes() throws {
        let pocket = "title,url,time_added,tags,status\n'-30-' the end,https://a.example/,1600322788,,unread\n"
        #expect(try read(PlaceImport(Array(pocket.utf8))).places.map(\.snapshot.title) == ["'-30-' the end"])
        let own = "Highlight,Title,Author,URL,Note,Tags,Location,Date\n,'-30-,,https://a.example/,,,,\n"
        #expect(try read(PlaceImport(Array(own.utf8))).places.map(\.snapshot.title) == ["-30-"])
    }

    @Test("Of 20,001 damaged entries, the first 10,000 are listed, and the others counted")
    func manyDamagedEntries() throws {
        let list = String(repeating: "1,", count: 20_000) + "1"
        let contents = try BackupContents(Array(#"{"leftoff":1,"places":[\#(list)]}"#.utf8))
        #expect(contents.unreadableCount == 20_001 && contents.omissions.count == 10_001)
        #expect(contents.omissions.last == "10001 more")
    }
}
