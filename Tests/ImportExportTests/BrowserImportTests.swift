import FileFormats
import Foundation
import Places
import Syntax
import Testing
import WHATWGURL

@testable import ImportExport

@Suite("Bookmarks and sessions of browsers")
struct BrowserImportTests {
    private struct Found {
        var format: ImportFormat
        var places: [ImportedPlace] = []
        var omissions: [String] = []
        var losses: [String] = []

        var tags: [[String]] { places.map(\.metadata.tags) }
    }

    private func found(_ text: String, _ format: ImportFormat? = nil) throws -> Found {
        var source = try PlaceImport(Array(text.utf8), format: format)
        var found = Found(format: source.format)
        while let place = try source.next() { found.places.append(place) }
        found.omissions = source.omissions
        found.losses = source.losses.list.map(\.amount)
        return found
    }

    private func expect(_ found: String, isRecordedIn name: String) throws {
        let file = ImportFixtures.directory.appending(path: "\(name)/expected.txt")
        if ProcessInfo.processInfo.environment["RECORD"] == "1" { try Data(found.utf8).write(to: file) }
        #expect(try String(decoding: Data(contentsOf: file), as: UTF8.self) == found, "record again with RECORD=1")
    }

    @Test(
        "Bookmarks become the recorded places, tags, notes, dates, omissions and losses",
        arguments: [
            "firefox-bookmarks/input.json", "firefox-bookmarks-lz4/input.jsonlz4", "chromium-bookmarks/input.json",
        ])
    func bookmarks(path: String) throws {
        let found = try ImportFixtures.summary(try PlaceImport(try ImportFixtures.bytes(path)))
        try expect(found, isRecordedIn: String(path.split(separator: "/")[0]))
    }

    @Test(
        "Sessions become the recorded windows, tabs, places, omissions and losses",
        arguments: [
            "firefox-session/input.jsonlz4", "firefox-session-json/input.json", "sessionbuddy/input.json",
            "sessionbuddy-sessions/input.json",
        ])
    func sessions(path: String) throws {
        let bytes = try ImportFixtures.bytes(path)
        let format = try FileImport(bytes).format
        let windows = try WindowSetImport(bytes)
        let lines = windows.additions.map { String(decoding: Self.json($0).encoded(), as: UTF8.self) }
        let found = ImportFixtures.summary(format, lines, windows.omissions, windows.losses)
        try expect(found, isRecordedIn: String(path.split(separator: "/")[0]))
        #expect(Set(windows.additions.map(\.request)).count == windows.additions.count)
        #expect(try WindowSetImport(bytes).additions == windows.additions)
    }

    private static func json(_ addition: WindowSetAddition) -> JSONValue {
        let tabs = addition.set.tabs.map { tab -> JSONValue in
            [
                "url": .string(tab.url.href), "title": .string(tab.title), "pinned": .bool(tab.isPinned),
                "group": tab.group.map { .number(Double($0)) } ?? .null, "active": .bool(tab.isActive),
                "sleeping": .bool(tab.isSleeping), "snapshot": tab.snapshot?.json ?? .null,
            ]
        }
        return [
            "title": .string(addition.set.title), "browser": .string(addition.set.browser),
            "storedAt": addition.storedAt.map { .string(RFC3339.string($0)) } ?? .null,
            "groups": .array(addition.set.groups.map(\.json)), "tabs": .array(tabs),
        ]
    }

    @Test("A compressed file that is truncated is refused, also in an archive")
    func truncated() throws {
        for path in ["firefox-session/input.jsonlz4", "firefox-bookmarks-lz4/input.jsonlz4"] {
            let bytes = try ImportFixtures.bytes(path)
            for count in [12, 13, bytes.count / 2, bytes.count - 1] {
                #expect(throws: ImportExportError.self) { try FileImport(Array(bytes.prefix(count))) }
                #expect(throws: WindowSetError.self) { try WindowSetImport(Array(bytes.prefix(count))) }
            }
        }
        var backups = try PlaceImport(archive: FixtureArchive(name: "firefox-bookmarks-lz4"))
        let first = try backups.next()
        #expect(first?.snapshot.title == "Get Help" && backups.format == .firefoxBookmarks)
    }

    // MARK: - Trees of bookmarks

    /// Returns a backup of Firefox with these elements in the menu.
    private static func firefox(_ elements: String) -> String {
        #"{"guid":"root________","type":"text/x-moz-place-container","children":["#
            + #"{"guid":"menu________","type":"text/x-moz-place-container","children":[\#(elements)]}]}"#
    }

    private static func folder(_ name: String, _ elements: String) -> String {
        #"{"title":"\#(name)","type":"text/x-moz-place-container","children":[\#(elements)]}"#
    }

    private static let page = #"{"type":"text/x-moz-place","uri":"https://a.example/"}"#

    @Test(
        "Of folders nested more than 64 deep, the outer 64 are kept, and the others are counted, as in bookmark files",
        arguments: [
            (62, "f62", []), (64, "f64", []), (65, "f64", ["1 folder in more than 64 others"]),
            (200, "f64", ["136 folders in more than 64 others"]),
        ] as [(Int, String, [String])], [false, true])
    func depth(nesting: (count: Int, tag: String, losses: [String]), isOfFirefox: Bool) throws {
        let page = isOfFirefox ? Self.page : #"{"type":"url","url":"https://a.example/"}"#
        let tree = (1...nesting.count).reversed().reduce(page) {
            isOfFirefox ? Self.folder("f\($1)", $0) : #"{"name":"f\#($1)","type":"folder","children":[\#($0)]}"#
        }
        let roots = #"{"version":1,"roots":{"bookmark_bar":{"children":[\#(tree),\#(page)]}}}"#
        let found = try self.found(isOfFirefox ? Self.firefox("\(tree),\(page)") : roots)
        #expect(found.format == (isOfFirefox ? .firefoxBookmarks : .chromiumBookmarks))
        #expect(found.tags == [[nesting.tag], []] && found.losses == nesting.losses)
        // The path is too long for a tag.
        #expect(found.omissions.count == 1 && found.omissions.first?.contains("not imported") == false)
    }

    @Test("Thousands of empty folders in each other are not read to the last one, and prevent no others")
    func hostileDepth() throws {
        let folders = String(repeating: #"{"children":["#, count: 5_000) + String(repeating: "]}", count: 5_000)
        let found = try self.found(Self.firefox("\(folders),\n\(Self.page)"))
        #expect(found.places.count == 1 && found.omissions.count == 1)
        #expect(found.omissions.first?.hasPrefix("line 1: not imported: ") == true)
    }

    @Test("An element that is no bookmark is listed, and the others are imported")
    func damagedElements() throws {
        let elements = ["7", "{\"uri\" 7}", "{\"title\":\"no address\"}", "{\"children\":7}", "[]", Self.page]
        let found = try self.found(Self.firefox(elements.joined(separator: ",\n")))
        #expect(found.places.count == 1)
        #expect(found.omissions.count == 5 && found.omissions.allSatisfy { $0.contains("not imported: ") })
        #expect(throws: ImportExportError.self) { try self.found(Self.firefox("\(Self.page) \(Self.page)")) }
    }

    @Test("A long name is cut to what shows that it is too long for a tag")
    func longNames() throws {
        let name = String(repeating: "n", count: 100_000)
        let elements = (1...100).map { _ in Self.folder(name, Self.page) }.joined(separator: ",")
        let found = try self.found(Self.firefox(Self.folder(name, elements)))
        #expect(found.places.count == 100 && found.tags.allSatisfy(\.isEmpty))
        #expect(found.omissions.count == 200)
    }

    @Test("The tags of former versions and deleted bookmarks are counted, and folders that are empty")
    func lostFolders() throws {
        let tags = #"{"root":"tagsFolder","children":[\#(Self.folder("red", Self.page)),\#(Self.folder("a", ""))]}"#
        let found = try self.found(Self.firefox("\(tags),\(Self.folder("x", "")),\(Self.page)"))
        #expect(found.places.count == 1)
        #expect(found.losses == ["2 folders of former tags", "1 empty folder"])
        let file =
            #"{"version":1,"roots":{"bookmark_bar":{"children":[]},"trash":{"children":[1,2,3]},"#
            + #""other":{"children":[{"type":"url","url":"https://a.example/"}]}}}"#
        #expect(try self.found(file).losses == ["3 deleted bookmarks"])
    }

    @Test(
        "Documents that resemble the files of browsers have an unknown format",
        arguments: [
            #"{"children":[]}"#, #"{"type":"text/x-moz-place-container"}"#, #"{"roots":{}}"#,
            #"{"roots":{"bookmark_bar":{}}}"#, #"{"version":1,"roots":{"other":{}}}"#, #"{"windows":[]}"#,
            #"{"windows":{},"session":{}}"#, #"{"sessions":[]}"#, #"{"collections":[{"folders":[]}]}"#,
        ])
    func unknown(text: String) {
        #expect(throws: ImportExportError.self) { try PlaceImport(Array(text.utf8)) }
    }

    @Test("A file of Tab Session Manager names the command that imports it, alone and in an archive")
    func tabSessionManager() throws {
        let session = #"[{"windows":{"1":{"2":{"url":"https://a.example/"}}},"name":"S"}]"#
        let refusal = "it contains windows of Tab Session Manager: import it with 'leftoff windows import'"
        #expect(throws: ImportExportError.malformed(refusal)) { try FileImport(Array(session.utf8)) }
        #expect(try WindowSetImport(Array(session.utf8)).additions.count == 1)
        for text in [#"[{"windows":3}]"#, #"[{"windows":{}"#, "[1]"] {
            let error = #expect(throws: ImportExportError.self) { try FileImport(Array(text.utf8)) }
            #expect(error.map { !"\($0)".contains("Tab Session Manager") } ?? false)
        }
        let table = "title,url,time_added,tags,status\nX,https://x.example/,1600322788,,unread\n"
        var places = try PlaceImport(archive: TextArchive(files: ["a.csv": table, "tabs.json": session]))
        while try places.next() != nil {}
        #expect(places.omissions == ["tabs.json: not imported: \(refusal)"] && places.unreadableCount == 1)
    }

    @Test(
        "A session is recognized by any of the keys that only Firefox writes",
        arguments: [#""_closedWindows":[]"#, #""session":{}"#, #""version":["sessionrestore",1]"#])
    func session(key: String) throws {
        let text = #"{"windows":[{"tabs":[{"entries":[{"url":"https://a.example/"}]}]}],\#(key)}"#
        #expect(try FileImport(Array(text.utf8)).format == .firefoxSession)
        #expect(throws: ImportExportError.self) { try FileImport(Array(#"{"windows":[],\#(key)}"#.utf8)) }
    }
}
