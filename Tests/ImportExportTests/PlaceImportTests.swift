import Foundation
import Places
import Syntax
import Testing
import WHATWGURL

@testable import ImportExport

@Suite("Places of other programs")
struct PlaceImportTests {
    private func places(_ text: String, _ format: ImportFormat? = nil) throws -> (all: [ImportedPlace], PlaceImport) {
        try places(Array(text.utf8), format)
    }

    private func places(_ bytes: [UInt8], _ format: ImportFormat? = nil) throws -> (all: [ImportedPlace], PlaceImport) {
        var source = try PlaceImport(bytes, format: format)
        var all: [ImportedPlace] = []
        while let place = try source.next() { all.append(place) }
        return (all, source)
    }

    @Test(
        "Each format is detected, and becomes the recorded places, tags, notes, dates and omissions",
        arguments: [
            "pocket/input.csv", "pocket-highlights/input.json", "instapaper/input.csv", "reader/input.csv",
            "readwise/input.csv", "omnivore", "wallabag/input.json", "linkwarden/input.json", "annotations/input.json",
            "hypothesis/input.json",
        ])
    func golden(path: String) throws {
        let source =
            path.contains(".")
            ? try PlaceImport(try ImportFixtures.bytes(path)) : try PlaceImport(archive: FixtureArchive(name: path))
        let found = try ImportFixtures.summary(source)
        let name = path.split(separator: "/")[0]
        let file = ImportFixtures.directory.appending(path: "\(name)/expected.txt")
        if ProcessInfo.processInfo.environment["RECORD"] == "1" { try Data(found.utf8).write(to: file) }
        #expect(try String(decoding: Data(contentsOf: file), as: UTF8.self) == found, "record again with RECORD=1")
    }

    @Test("Line numbers count the line breaks in quoted fields and in JSON, with any line ending")
    func lines() throws {
        let table = "URL,Title\r\nhttps://a.example/,\"two\r\nlines\"\r\n\r\nftp://b.example/,x\r\n,y\r\n"
        #expect(
            try places(table, .csv).1.omissions.map { $0.prefix(7) } == ["line 5:", "line 6:"])
        let json = "[\r\n{\"url\":\"https://a.example/\",\"is_archived\":0},\r\n\r\n{\"url\":1,\"is_archived\":0}\r\n]"
        let found = try places(json)
        #expect(found.all.count == 1 && found.1.omissions.count == 1)
        #expect(found.1.omissions.first?.hasPrefix("line 4: not imported: ") == true)
    }

    @Test(
        "A truncated file, and one whose end does not belong to it, are refused as a whole",
        arguments: [
            "[{\"url\":\"https://a.example/\",\"is_archived\":0},{\"url\":\"https://b.exa",
            "[{\"url\":\"https://a.example/\",\"is_archived\":0}",
            "[{\"url\":\"https://a.example/\",\"is_archived\":0}] x",
            "[{\"url\":\"https://a.example/\",\"is_archived\":0} {}]", "{\"collections\":[{\"links\":[{}]}",
            "{\"collections\":7}", "{\"collections\" 7}", "[", "{",
        ])
    func truncated(text: String) {
        #expect(throws: ImportExportError.self) { try places(text) }
    }

    @Test(
        "An empty or foreign file has an unknown format",
        arguments: ["", " ", "\u{FEFF}", "[]", "[1,2]", "{}", "[{}]", "nonsense", "a,b\n1,2\n", "\0\0\0"])
    func unknown(text: String) {
        #expect(throws: ImportExportError.self) { try FileImport(Array(text.utf8)) }
    }

    @Test("A file that may have two formats is refused until one is chosen")
    func ambiguous() throws {
        let table = "url,title,selection,folder,time_added,status\nhttps://a.example/,t,,Unread,1600322788,archive\n"
        #expect(throws: ImportExportError.ambiguousFormat([.pocket, .instapaper])) {
            try PlaceImport(Array(table.utf8))
        }
        let pocket = try places(table, .pocket).all.first
        #expect(pocket?.mark == PageMark(.finished) && pocket?.metadata.tags == [])
        #expect(try places(table, .instapaper).all.first?.metadata.tags == [])
    }

    @Test("A chosen format is used although the columns are not its own, if there is one of addresses")
    func chosen() throws {
        #expect(try places("url\nhttps://a.example/\n", .pocket).all.count == 1)
        #expect(throws: ImportExportError.self) { try places("link\nhttps://a.example/\n", .pocket) }
        #expect(throws: ImportExportError.self) { try places("url\nhttps://a.example/\n", .wallabag) }
        #expect(try places("[]", .wallabag).all.isEmpty)
    }

    @Test("UTF-16 with a byte order mark is read, and a row in another encoding is listed")
    func encodings() throws {
        let table = "\u{FEFF}title,url,time_added,tags,status\nÄhre,https://a.example/,1600322788,,unread\n"
        for isLittle in [true, false] {
            let bytes = table.utf16.flatMap { unit -> [UInt8] in
                isLittle ? [UInt8(unit & 0xFF), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            }
            #expect(try places(bytes).all.first?.snapshot.title == "Ähre")
        }
        var latin = Array("title,url,time_added,tags,status\nA,https://a.example/,1600322788,,unread\n".utf8)
        latin += [0xC4] + Array("hre,https://b.example/,1600322788,,unread\n".utf8)
        let found = try places(latin)
        #expect(found.all.count == 1 && found.1.omissions == ["line 3: not imported: it is not UTF-8 text"])
        let json =
            Array("[{\"is_archived\":0,\"url\":\"https://a.example/\"},\n{\"url\":\"".utf8) + [0xC4, 0x22, 0x7D, 0x5D]
        #expect(try places(json).1.omissions == ["line 2: not imported: it is not valid JSON: the text is not UTF-8"])
    }

    @Test("What exceeds a limit is left out, and listed")
    func limits() throws {
        let tags = (0..<1_000_000).map { "t\($0)" }.joined(separator: "|")
        let table = "title,url,time_added,tags,status\nA,https://a.example/,1600322788,\(tags),unread\n"
        let found = try places(table)
        #expect(found.all.first?.metadata.tags.count == SnapshotMetadata.maximumTags)
        #expect(found.1.omissions == ["line 2: 999968 tags were left out, because a place has at most 32"])
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        let json =
            "[{\"url\":\"https://a.example/\",\"is_archived\":0},\n{\"url\":\"https://b.example/\",\"content\":\(deep)}]"
        #expect(
            try places(json).1.omissions == ["line 2: not imported: it is not valid JSON: nested deeper than 64 levels"]
        )
        let long = String(repeating: "word ", count: 100_000)
        let quote = "URL,Highlight,Note\nhttps://a.example/,\(long),\(long)\n"
        let place = try #require(try places(quote).all.first)
        #expect(place.snapshot.encoded().count <= PageSnapshot.maximumByteCount)
        #expect(place.metadata.note.count == SnapshotMetadata.maximumNoteLength)
    }

    @Test("A field that a spreadsheet would run as a formula is imported as it was before its guard")
    func formulas() throws {
        let table =
            "Highlight,Title,Author,URL,Note,Tags,Location,Date\n,'=HYPERLINK(1),,https://a.example/,,\"'-x,@y\",,\n"
        let place = try #require(try places(table).all.first)
        #expect(place.snapshot.title == "=HYPERLINK(1)" && place.metadata.tags == ["-x", "@y"])
    }

    @Test(
        "A time is read in the forms of other programs",
        arguments: [
            ("1600322788", 1_600_322_788), ("1600322788000", 1_600_322_788), ("2020-09-17T06:06:28Z", 1_600_322_788),
            ("2020-09-17T08:06:28+0200", 1_600_322_788), ("2020-09-17 06:06:28+00:00", 1_600_322_788),
            ("2020-09-17 06:06:28", 1_600_322_788), ("2020-09-17", 1_600_300_800),
            ("1600322788000000", 1_600_322_788), ("1600322788.5", 1_600_322_788.5), ("2020/09/17", 1_600_300_800),
            ("2020-09-17 06:06", 1_600_322_760), ("2020/09/17T06:06:28 UTC", 1_600_322_788),
            ("2020-09-17 08:06:28.5 +02:00", 1_600_322_788.5), ("631152000", 631_152_000),
        ] as [(String, Double)])
    func dates(text: String, seconds: Double) {
        #expect(ImportText.date(text) == Date(timeIntervalSince1970: seconds))
    }

    @Test(
        "A text in another form is no time",
        arguments: [
            "", "yesterday", "0", "-5", "nan", "17.09.2020", "2021", "20210505", "44321.5", "1e300", "0x5f63", "1.2.3",
            "631151999", "4102444800000000", "2021-02-30", "2021-05-05X10:11", "2021-05-05 10", "2021-05-05 +02:00",
        ])
    func noDates(text: String) { #expect(ImportText.date(text) == nil) }

    @Test("The words around a quote are those of the only occurrence in the saved text")
    func context() {
        let html =
            "<h1>Title</h1><p>Tom &amp; the <em>mar</em>ked&nbsp;words &#8212; and&#x20;more.<br>Next<p>twice<p>twice"
        let (prefix, suffix) = SavedText(html: html).context(of: "marked words")
        #expect(prefix == "Title Tom & the " && suffix == " \u{2014} and more. Next twice twice")
        for quote in ["twice", "absent", ""] { #expect(SavedText(html: html).context(of: quote).prefix.isEmpty) }
        #expect(SavedText(html: "a < b &unknown; &#xD800; <").context(of: "a").suffix.isEmpty)
    }

    @Test("Only a place that a share of the text determines is approximate")
    func approximate() throws {
        func isApproximate(_ json: String) throws -> Bool { try PageSnapshot(json: json.utf8).isApproximate }
        #expect(try isApproximate(#"{"url":"https://a.example/","progress":{"text":0.4}}"#))
        for json in [
            #"{"url":"https://a.example/"}"#, #"{"url":"https://a.example/","progress":{"text":0.4},"pageYOffset":0}"#,
            #"{"url":"https://a.example/","progress":{"text":0.4},"anchors":[{"quote":{"exact":"x"}}]}"#,
        ] { #expect(try !isApproximate(json)) }
    }
}
