import Foundation
import Places
import Syntax
import Testing
import WHATWGURL

@testable import ImportExport

@Suite("Libraries of Karakeep, Raindrop, Hypothesis, Readeck, linkding and Shaarli")
struct LibraryImportTests {
    private struct Found {
        var format: ImportFormat
        var places: [ImportedPlace] = []
        var omissions: [String] = []
        var losses: [String] = []

        /// The addresses of the places.
        var addresses: [String] { places.map(\.snapshot.url.href) }
    }

    private func found(_ text: String, _ format: ImportFormat? = nil) throws -> Found {
        var source = try PlaceImport(Array(text.utf8), format: format)
        var found = Found(format: source.format)
        while let place = try source.next() { found.places.append(place) }
        found.omissions = source.omissions
        found.losses = source.losses.list.map(\.amount)
        return found
    }

    @Test(
        "Each library becomes the recorded places, tags, notes, dates, states, omissions and losses",
        arguments: [
            "karakeep/input.json", "raindrop/input.csv", "hypothesis-export/input.json", "readeck",
            "readeck-api/input.json", "readeck-highlights/input.json", "readeck-table/input.csv",
            "linkding/input.json", "shaarli/input.json",
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

    // MARK: - Fields

    @Test("A field arrives, is only needed by the other program, or is counted: one that is empty does not count")
    func fields() {
        let fields = EntryFields(read: ["url"], unneeded: ["id"], lost: ["covers": ["cover", "picture"]])
        let entry: JSONValue = [
            "url": .string("https://a.example/"), "id": .number(7), "cover": .string("a.png"),
            "picture": .string("b.png"), "mood": .string("good"), "shared": .bool(false), "count": .number(0),
            "text": .string(" \n"), "list": .array([.null, .string("")]), "object": ["name": .null],
            "nested": ["name": .array([.number(1)])],
        ]
        #expect(fields.losses(of: entry).list.map(\.amount) == ["1 cover", "2 unknown fields"])
        let others = fields.losses(of: entry, except: ["cover", "picture", "mood"])
        #expect(others.list.map(\.amount) == ["1 unknown field"])
        #expect(fields.losses(of: .null).isEmpty)
    }

    // MARK: - Recognition

    @Test(
        "Formats that look alike are told apart",
        arguments: [
            (#"{"bookmarks":[{"createdAt":1717200000,"content":null}]}"#, .karakeep),
            (#"{"bookmarks":[7,{"createdAt":1717200000,"content":null}],"lists":[]}"#, .karakeep),
            (#"{"bookmarks":[],"lists":[]}"#, .karakeep),
            (#"{"bookmarks":[{"href":"/api","read_progress":0,"labels":[],"url":"https://a.example/"}]}"#, .readeck),
            (#"[{"href":"/","read_progress":0,"labels":[],"url":"https://a.example/","is_archived":false}]"#, .readeck),
            (#"[{"url":"https://a.example/","is_archived":false}]"#, .wallabag),
            (#"[{"url":"https://a.example/","is_archived":false,"tag_names":[],"date_added":""}]"#, .linkding),
            (#"[{"url":"https://a.example/","shorturl":"a","private":false,"tags":[]}]"#, .shaarli),
            (#"{"annotations":[],"export_date":"2026-07-01T10:00:00.000Z"}"#, .hypothesis),
            ("url,excerpt,cover,favorite\n", .raindrop), ("id,url,folder,created,highlights\n", .raindrop),
            ("url,labels,is_archived,is_marked\n", .readeck), ("url,title,folder\n", .csv),
            ("URL,Title,Selection,Folder,Timestamp\n", .instapaper),
        ] as [(String, ImportFormat)])
    func recognition(text: String, format: ImportFormat) throws {
        #expect(try found(text).format == format)
    }

    @Test(
        "Documents that lack the keys of a library have an unknown format",
        arguments: [
            #"{"bookmarks":[]}"#, #"{"bookmarks":[{"url":"https://a.example/"}]}"#, #"{"bookmarks":7,"lists":[]}"#,
            #"{"results":[]}"#, #"{"results":[{"tag_names":[]}]}"#, #"[{"shorturl":"a"}]"#, #"{"annotations":[]}"#,
        ])
    func unknown(text: String) {
        #expect(throws: ImportExportError.unknownFormat) { try found(text) }
    }

    // MARK: - Karakeep

    private func karakeep(lists: String, of bookmark: String) throws -> Found {
        try found(
            #"{"lists":[\#(lists)],"bookmarks":[{"createdAt":1717200000,"lists":[\#(bookmark)],"#
                + #""content":{"type":"link","url":"https://a.example/"}}]}"#)
    }

    @Test("The lists of Karakeep become the paths of their parents, which a circle and a missing parent end")
    func karakeepLists() throws {
        let lists =
            #"{"id":"a","name":"A","parentId":"b"},{"id":"b","name":"B","parentId":"a"},"#
            + #"{"id":"c","name":"C","parentId":"gone"},{"id":"d","name":"D","parentId":"c"},"#
            + #"{"id":"e","name":"E","parentId":"e"}"#
        let found = try karakeep(lists: lists, of: #""a","d","e","gone",7"#)
        #expect(found.places.map(\.metadata.tags) == [["B/A", "C/D", "E"]])
        #expect(found.omissions.contains { $0.hasSuffix("the paths of lists in a circle were cut: 3") })
        #expect(found.losses == ["2 unknown lists"])
    }

    @Test("A list of Karakeep that is nested too deep keeps its innermost names")
    func karakeepDepth() throws {
        let lists = (0..<100).map { #"{"id":"\#($0)","name":"\#($0)","parentId":"\#($0 + 1)"}"# }
        let found = try karakeep(lists: lists.joined(separator: ","), of: #""0""#)
        // The whole path is longer than a tag.
        #expect(found.places.map(\.metadata.tags) == [["0"]])
        #expect(found.omissions.contains { $0.hasSuffix("the paths of lists below 64 or more others were cut: 36") })
    }

    @Test("Lists of Karakeep that no bookmark is in, smart lists, and damaged ones are counted")
    func karakeepLosses() throws {
        let lists =
            #"{"id":"a","name":"Used","icon":"","description":""},{"id":"b","name":"Empty","icon":"x"},"#
            + #"{"id":"c","name":"Smart","type":"smart","query":"is:fav"},{"id":"d"},7"#
        let found = try karakeep(lists: lists, of: #""a","c""#)
        #expect(found.places.map(\.metadata.tags) == [["Used"]])
        #expect(found.losses == ["1 list icon", "1 smart list", "1 empty list"])
        #expect(found.omissions.contains { $0.hasSuffix("lists that cannot be read were left out: 2") })
    }

    @Test("Of lists of Karakeep with the same id, the first one counts, and the others are listed")
    func karakeepRepeatedLists() throws {
        let lists = (1...3).map { #"{"id":"a","name":"Name \#($0)","icon":"x"}"# }.joined(separator: ",")
        let found = try karakeep(lists: lists, of: #""a","a""#)
        #expect(found.places.map(\.metadata.tags) == [["Name 1"]] && found.losses == ["1 list icon"])
        #expect(found.omissions == ["lists with the id of another one were left out: 2"])
    }

    @Test("A list of Karakeep with a name that is too long for a tag is listed for each of its bookmarks")
    func karakeepLongName() throws {
        let name = String(repeating: "n", count: 100_000)
        let lists = #"{"id":"a","name":"\#(name)"},{"id":"b","name":"B","parentId":"a"}"#
        let found = try karakeep(lists: lists, of: #""a","b""#)
        #expect(found.places.map(\.metadata.tags) == [["B"]] && found.omissions.count == 2)
    }

    @Test("A link of Karakeep without an address is listed, and texts, files and unknown kinds are counted")
    func karakeepContent() throws {
        let contents = [#"{"type":"link"}"#, #"{"type":"text","text":"x"}"#, "null", #"{"type":"asset"}"#, "7"]
        let bookmarks = contents.map { #"{"createdAt":1717200000,"content":\#($0)}"# }.joined(separator: ",")
        let found = try found(#"{"bookmarks":[\#(bookmarks)]}"#)
        #expect(found.places.isEmpty && found.omissions == ["line 1: not imported: it has no address"])
        #expect(found.losses == ["1 text note", "3 files"])
    }

    @Test("The tags of a bookmark may be texts, numbers and objects with a name")
    func names() throws {
        let tags = #""one",2,2.5,{"name":"three"},{"name":4},{"id":5},null,true,[6],"""#
        let found = try found(
            #"{"bookmarks":[{"createdAt":1717200000,"tags":[\#(tags)],"#
                + #""content":{"type":"link","url":"https://a.example/"}}]}"#)
        #expect(found.places.map(\.metadata.tags) == [["one", "2", "2.5", "three", "4"]])
    }

    // MARK: - Raindrop

    @Test(
        "The highlights of Raindrop are told from their notes, and lines without marks are highlights",
        arguments: [
            ("", [], ""), ("One\nTwo\n\n", ["One|", "Two|"], ""), ("Highlight:One", ["One|"], ""),
            ("Highlight: One\r\nmore\r\nNote: A\r\nB\r\nHighlight:Two", ["One\nmore|A\nB", "Two|"], ""),
            ("Note:x\nHighlight:One", ["Note:x|", "One|"], ""), ("Note:x", ["Note:x|"], ""),
            ("Highlight:\nNote:Loose\nHighlight:One\nNote:Kept", ["|Loose", "One|Kept"], "Loose"),
        ] as [(String, [String], String)])
    func raindropHighlights(cell: String, list: [String], loose: String) {
        let highlights = RaindropHighlights(cell)
        #expect(highlights.list.map { "\($0.quote)|\($0.note)" } == list)
        #expect(highlights.looseNotes == loose && highlights.excessCount == 0)
    }

    @Test("Highlights of Raindrop beyond the limit are counted with their notes, and do not take memory")
    func manyRaindropHighlights() {
        let cell = String(repeating: "Highlight:x\nNote:y\nz\n", count: PlaceBudget.maximumHighlights + 2)
        let highlights = RaindropHighlights(cell)
        #expect(highlights.list.count == PlaceBudget.maximumHighlights && highlights.excessCount == 2)
        #expect(highlights.list.last?.note == "y\nz")
    }

    @Test("The table of one collection of Raindrop has no folder, and its other columns arrive")
    func raindropCollection() throws {
        let table =
            "id,title,note,excerpt,url,tags,created,cover,highlights,favorite,mood\n"
            + "1,A,n,n,https://a.example/,\"x, y\",2025-01-01,c.png,\"Highlight:\nNote:Loose\",TRUE,good\n"
        let found = try found(table)
        #expect(found.places.map(\.metadata.tags) == [["x", "y", "starred"]])
        // An excerpt that the reader copied into the note is not repeated.
        #expect(found.places.map(\.metadata.note) == ["n\n\nLoose"])
        #expect(found.losses == ["1 cover", "1 unknown field"])
    }

    // MARK: - Hypothesis

    private func hypothesis(_ selectors: String) throws -> Found {
        try found(
            #"{"export_date":"","annotations":[{"uri":"https://a.example/","text":"N","tags":["t"],"#
                + #""target":[{"source":"https://a.example/","selector":[\#(selectors)]}]}]}"#)
    }

    @Test(
        "The note on an annotation without words of a page becomes a place at its top, and the selector is counted",
        arguments: [
            (#"{"type":"MediaTimeSelector","start":1,"end":2}"#, ["1 position in videos"]),
            (#"{"type":"ShapeSelector","shape":{"type":"point","x":1,"y":1}}"#, ["1 marked area"]),
            (#"{"type":"SmellSelector"}"#, ["1 unknown selector"]),
        ])
    func hypothesisSelectors(selectors: String, losses: [String]) throws {
        let found = try hypothesis(selectors)
        #expect(found.places.map(\.kind) == [.top] && found.places.map(\.metadata.note) == ["N"])
        #expect(found.places.map(\.metadata.tags) == [["t"]] && found.losses == losses && found.omissions.isEmpty)
    }

    @Test(
        "Annotations of files are listed as such",
        arguments: [("PageSelector", "a PDF file"), ("EPUBContentSelector", "an EPUB file")])
    func hypothesisFiles(type: String, kind: String) throws {
        let found = try hypothesis(#"{"type":"\#(type)"},{"type":"TextQuoteSelector","exact":"words"}"#)
        #expect(
            found.omissions == ["line 1: not imported: it is an annotation of \(kind), which no web page shows"])
    }

    @Test(
        "Members around Hypothesis' annotations are counted if they say something and do not describe the export",
        arguments: [
            (#""client_version":"1","export_userid":"acct:a""#, []), (#""extra":null,"other":"""#, []),
            (#""extra":{"a":1},"other":[2]"#, ["2 unknown fields"]), (#""bad":[nul]"#, ["1 unknown field"]),
        ] as [(String, [String])])
    func hypothesisMembers(members: String, losses: [String]) throws {
        let text = #"{"export_date":"2026-07-01T10:00:00.000Z",\#(members),"annotations":[]}"#
        #expect(try found(text).losses == losses)
    }

    // MARK: - Readeck

    @Test("A note of Readeck on no words becomes the note of the page")
    func readeckNotes() throws {
        let found = try found(
            #"[{"href":"h","url":"https://a.example/","labels":null,"read_progress":0,"annotations":["#
                + #"{"text":"","note":"Loose"},{"text":" ","note":""},{"text":"Words","color":"red"}]}]"#)
        #expect(found.places.map(\.kind) == [.highlight, .top])
        #expect(found.places.map(\.metadata.note) == ["", "Loose"] && found.losses == ["1 highlight colour"])
    }

    @Test(
        "A page of Readeck is finished if it is archived, or read to its end",
        arguments: [(0.0, false, nil), (94.9, false, nil), (95.0, false, .finished), (0.0, true, .finished)]
            as [(Double, Bool, PageState?)])
    func readeckStates(progress: Double, isArchived: Bool, state: PageState?) throws {
        let found = try found(
            #"[{"href":"h","url":"https://a.example/","labels":[],"read_progress":\#(progress),"#
                + #""is_archived":\#(isArchived)}]"#)
        #expect(found.places.map(\.mark?.state) == [state])
        #expect(found.places.map(\.snapshot.progress) == [progress > 0 ? progress / 100 : nil])
    }

    @Test("The saved pages in Readeck's archive, and its lists that are null, are not read")
    func readeckArchive() throws {
        #expect(
            ArchivePaths(FixtureArchive(name: "readeck").paths).entries == [
                "data.json", "bookmarks/3vZn6yM4oTgcDHMbAMwmzF/info.json",
                "bookmarks/9fKq2wXs7RtLpVbNcQdYhJ/info.json",
            ])
        let found = try found(#"{"Info":{},"Users":[{}],"Tokens":null,"BookmarkCollections":null,"Bookmarks":null}"#)
        #expect(found.format == .readeck && found.places.isEmpty && found.losses == ["1 account"])
    }

    // MARK: - linkding

    @Test(
        "An unread bookmark of linkding is to be read later, and an archived one is finished",
        arguments: [
            (false, false, nil), (true, false, .later), (false, true, .finished), (true, true, .finished),
        ] as [(Bool, Bool, PageState?)])
    func linkdingStates(isUnread: Bool, isArchived: Bool, state: PageState?) throws {
        let found = try found(
            #"[{"url":"https://a.example/","tag_names":["x"],"date_added":"2020-09-26T09:46:23Z","#
                + #""unread":\#(isUnread),"is_archived":\#(isArchived)}]"#)
        #expect(found.places.map(\.mark?.state) == [state] && found.losses.isEmpty)
    }

    @Test("A complete list of linkding has no remark, also if its count is damaged")
    func linkdingPages() throws {
        let bookmark = #"{"url":"https://a.example/","tag_names":[],"date_added":"2020-09-26T09:46:23Z"}"#
        for count in ["1", "0", "null", "1e300", "\"x\""] {
            #expect(try found(#"{"count":\#(count),"results":[\#(bookmark)]}"#).omissions.isEmpty)
        }
        #expect(try found(#"{"count":2,"results":[\#(bookmark)]}"#).omissions.count == 1)
    }

    // MARK: - Shaarli

    @Test(
        "A note of Shaarli without its server is counted, and tags may be a text",
        arguments: [
            ("?abc", []), ("/shaare/abc", []), ("", []), ("https://a.example/", ["https://a.example/"]),
        ])
    func shaarliNotes(url: String, addresses: [String]) throws {
        let found = try found(
            #"[{"url":"\#(url)","shorturl":"abc","title":"A","tags":"one two","private":false,"created":"#
                + #""2020-05-05T10:11:12+02:00","updated":"2020-05-05T10:11:12+02:00"}]"#)
        #expect(found.addresses == addresses && found.omissions.isEmpty)
        #expect(found.places.allSatisfy { $0.metadata.tags == ["one", "two"] })
        #expect(found.losses == (addresses.isEmpty ? ["1 note without an address"] : []))
    }
}
