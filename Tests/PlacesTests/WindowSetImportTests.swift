import FoundationEssentials
import Testing
import WHATWGURL

@testable import Places

@Suite("Importing windows of other programs")
struct WindowSetImportTests {
    private static func urls(_ contents: WindowSetImport) -> [[String]] {
        contents.additions.map { $0.set.tabs.map(\.url.href) }
    }

    @Test("A blank line of OneTab's text begins a new window, and a title may contain the separator")
    func list() throws {
        let text = """
            https://example.org/a | Foxes | and hounds\r
            https://example.org/b?x=1%20|%202\r
            \r
            \r
            chrome://settings/ | Settings
            """
        let contents = try WindowSetImport(Array("\u{FEFF}\(text)".utf8))
        #expect(
            Self.urls(contents) == [
                ["https://example.org/a", "https://example.org/b?x=1%20|%202"], ["chrome://settings/"],
            ])
        #expect(contents.additions[0].set.tabs.map(\.title) == ["Foxes | and hounds", ""])
        #expect(contents.omissions.isEmpty)
    }

    @Test("Lines of OneTab's text that are no addresses are listed by number")
    func badLines() throws {
        let text =
            "https://example.org/ | A\nwords without an address\n\njavascript:alert(1) | B\nhttps://example.com/\n"
        let contents = try WindowSetImport(Array(text.utf8))
        #expect(Self.urls(contents) == [["https://example.org/"], ["https://example.com/"]])
        #expect(contents.omissions.count == 2)
        #expect(contents.omissions[0].hasPrefix("line 2: not an address"))
        #expect(contents.omissions[1] == "line 4: the address is a script")
    }

    @Test(
        "A text that is no address is no tab, although it can be parsed as one",
        arguments: [
            "Note: buy milk", "mailto:a@example.org", "example.org:80", "C:\\Users",
        ])
    func notes(line: String) throws {
        let contents = try WindowSetImport(Array("https://example.org/ | A\n\(line)\nabout:blank | B\n".utf8))
        #expect(Self.urls(contents) == [["https://example.org/", "about:blank"]])
        #expect(contents.omissions.count == 1)
        #expect(throws: WindowSetError.unknownFormat) { try WindowSetImport(Array(line.utf8)) }
    }

    @Test("A list of OneTab with more than 500 tabs becomes several windows, and equal windows are told apart")
    func long() throws {
        let line = "https://example.org/ | A\n"
        let contents = try WindowSetImport(Array(String(repeating: line, count: 1001).utf8))
        #expect(contents.additions.map(\.set.tabs.count) == [500, 500, 1])
        #expect(Set(contents.additions.map(\.request)).count == 3)
        #expect(try WindowSetImport(Array(String(repeating: line, count: 1001).utf8)).additions == contents.additions)
    }

    @Test("Of many lines that are no addresses, the first ten thousand are listed and the others counted")
    func manyBadLines() throws {
        let text = "https://example.org/ | A\n" + String(repeating: "x\r\n", count: 10_005)
        let contents = try WindowSetImport(Array(text.utf8))
        #expect(contents.additions.count == 1 && contents.omissions.count == 10_001)
        #expect(contents.omissions[9_999].hasPrefix("line 10001: ") && contents.omissions.last == "5 more")
    }

    /// A file as version 7.3 of Tab Session Manager writes it.
    private static let session = #"""
        [{"windows":{"12":{
          "31":{"id":31,"index":1,"url":"https://example.org/b","title":"B","active":true,"pinned":false,"groupId":5,
                "incognito":false,"discarded":false,"windowId":12},
          "30":{"id":30,"index":0,"url":"https://example.org/a","title":"A","active":false,"pinned":true,"groupId":-1},
          "33":{"id":33,"index":3,"url":"","title":"none"},
          "32":{"id":32,"index":2,"title":"C","discarded":true,"groupId":5,
                "url":"moz-extension://7c/replaced/index.html?state=redirect&title=C&url=https%3A%2F%2Fexample.org%2Fc%3Fx%3D1&theme=light"}},
         "9":{"40":{"index":0,"url":"https://example.com/","title":"D","incognito":true},
              "41":{"index":1,"url":"https://example.com/e","title":"E"}}},
        "windowsNumber":2,"windowsInfo":{"12":{"incognito":false},"9":{}},"tabsNumber":6,"name":"Work",
        "date":1700000000000,
        "lastEditedTime":1700000000000,"tag":[],"sessionStartTime":1700000000000,"id":"0b1c",
        "tabGroups":[{"id":5,"title":"Read","color":"blue","collapsed":true,"windowId":12}]}]
        """#

    @Test("Windows of Tab Session Manager keep order, pins, groups, active tab, name and time")
    func tabSessionManager() throws {
        let contents = try WindowSetImport(Array(Self.session.utf8))
        let sets = contents.additions.map(\.set)
        #expect(sets.map(\.title) == ["Work (1)", "Work (2)"])
        #expect(
            Self.urls(contents) == [
                ["https://example.com/e"],
                ["https://example.org/a", "https://example.org/b", "https://example.org/c?x=1"],
            ])
        #expect(sets[1].tabs.map(\.isPinned) == [true, false, false])
        #expect(sets[1].tabs.map(\.isActive) == [false, true, false])
        #expect(sets[1].tabs.map(\.group) == [nil, 0, 0] && sets[1].tabs[2].isSleeping)
        #expect(sets[1].groups == [TabGroup(title: "Read", color: "blue", isCollapsed: true)])
        #expect(contents.additions[0].storedAt == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(
            contents.omissions == [
                "session 1, window 1, tab 1: private tabs are not imported",
                "session 1, window 2, tab 4: not an address: \"\"",
            ])
    }

    @Test(
        "What a session, a window or a tab of Tab Session Manager has without a counterpart is counted",
        arguments: [
            (
                #""lastEditedTime":1700000000000,"sessionStartTime":5,"tag":[]"#, #""focused":true"#, #""status":"x""#,
                []
            ),
            (
                #""lastEditedTime":1700000000001,"tag":["a","b"],"new":1,"none":null"#, "", "",
                ["2 tags of sessions", "1 modification date", "1 unknown field"]
            ),
            (
                "", #""left":0,"width":800,"state":"maximized","new":[1],"none":"""#, "",
                ["1 window layout", "1 unknown field"]
            ),
            (
                "", "", #""favIconUrl":"data:,","mutedInfo":{"muted":true},"lastAccessed":1700000000000"#,
                ["1 icon", "1 mute state", "1 time of visits"]
            ),
            (
                "", "", #""cookieStoreId":"firefox-container-1","isInReaderMode":true,"hidden":true,"new":{"a":"b"}"#,
                ["1 container of tabs", "1 reader view", "1 hidden state", "1 unknown field"]
            ),
            ("", "", #""cookieStoreId":"firefox-default","mutedInfo":{"muted":false},"hidden":false,"width":9"#, []),
        ] as [(String, String, String, [String])])
    func tabSessionLosses(session: String, window: String, tab: String, losses: [String]) throws {
        let tab = #"{"url":"https://example.org/"\#(tab.isEmpty ? "" : ",")\#(tab)}"#
        let text =
            #"[{"windows":{"1":{"2":\#(tab)}},"windowsInfo":{"1":{\#(window)}},"date":1700000000000"#
            + #"\#(session.isEmpty ? "" : ",")\#(session)}]"#
        #expect(try WindowSetImport(Array(text.utf8)).losses.list.map(\.amount) == losses)
    }

    @Test("Sessions with the same name or id are different windows, and the same file has the same requests")
    func equalNames() throws {
        for key in [#""date":"2018-01-01T00:00:00Z""#, #""id":"0b1c""#] {
            let sessions = ["a", "b"].map {
                "{\"windows\":{\"1\":{\"2\":{\"url\":\"https://\($0).example/\"}}},\(key)}"
            }
            let bytes = Array("[\(sessions.joined(separator: ","))]".utf8)
            let contents = try WindowSetImport(bytes)
            #expect(contents.additions.count == 2 && Set(contents.additions.map(\.request)).count == 2)
            #expect(try WindowSetImport(bytes).additions == contents.additions)
        }
    }

    @Test("A window of Tab Session Manager with more than 500 equal tabs becomes several windows")
    func longSession() throws {
        let tabs = (0..<1001).map { #""\#($0)":{"index":\#($0),"url":"about:blank"}"# }.joined(separator: ",")
        let contents = try WindowSetImport(Array(#"[{"windows":{"1":{\#(tabs)}}}]"#.utf8))
        #expect(contents.additions.map(\.set.tabs.count) == [500, 500, 1])
        #expect(Set(contents.additions.map(\.request)).count == 3)
    }

    @Test("A session without windows and a date in another form are listed, and the others are imported")
    func oddSessions() throws {
        let text = #"""
            [{"name":"none"},{"windows":{"1":{"2":{"url":"https://example.org/","title":"Cut \ud83e"}}},"date":"soon"}]
            """#
        let contents = try WindowSetImport(Array(text.utf8))
        #expect(contents.additions.map(\.set.tabs.first?.title) == ["Cut \u{FFFD}"])
        #expect(
            contents.omissions == [
                "session 1: it has no windows",
                "session 2: its date was left out, because it has an unknown form: \"soon\"",
            ])
    }

    @Test("OneTab's text may be UTF-16, lack the last space, and have other line separators in titles")
    func listVariants() throws {
        let text = "https://example.org/a |\nhttps://example.org/b | One\u{2028}two\n"
        let units = [0xFEFF] + Array(text.utf16)
        for bytes in [Array(text.utf8), units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }] {
            let contents = try WindowSetImport(bytes)
            #expect(Self.urls(contents) == [["https://example.org/a", "https://example.org/b"]])
            #expect(contents.additions[0].set.tabs.map(\.title) == ["", "One two"])
            #expect(contents.omissions.isEmpty)
        }
    }

    @Test("A private window of Tab Session Manager is not imported")
    func privateWindow() {
        let text = #"[{"windows":{"1":{"2":{"url":"https://example.org/"}}},"windowsInfo":{"1":{"incognito":true}}}]"#
        #expect(throws: WindowSetError.self) { try WindowSetImport(Array(text.utf8)) }
    }

    @Test(
        "Other files are refused", arguments: ["", "\n\n", "words\n", "[1]", "{}", "[{\"windows\":3}]", "[{", "\u{0}"])
    func unknown(text: String) {
        #expect(throws: WindowSetError.self) { try WindowSetImport(Array(text.utf8)) }
        #expect(throws: WindowSetError.self) { try WindowSetImport([0xFF, 0xFE, 0x41]) }
    }
}
