import FoundationEssentials
import Syntax
import Testing
import WHATWGURL

@testable import Places

@Suite("Windows in sessions of browsers")
struct BrowserSessionTests {
    private static func session(_ tabs: String, _ rest: String = "") throws -> WindowSetImport {
        try WindowSetImport(Array(#"{"windows":[{"tabs":[\#(tabs)]\#(rest)}],"session":{}}"#.utf8))
    }

    private static func tab(_ rest: String) -> String { #"{"entries":[{"url":"https://a.example/"}]\#(rest)}"# }

    @Test(
        "Scroll offsets become a place, unless they are those of the top or no offsets at all",
        arguments: [
            ("0,522", 0, 522), ("3,0", 3, 0), ("12.5,7", 12.5, 7), ("0,0", nil, nil), ("", nil, nil), ("5", nil, nil),
            ("1,2,3", nil, nil), ("nan,1", nil, nil), ("1,inf", nil, nil), ("a,b", nil, nil),
        ] as [(String, Double?, Double?)])
    func offsets(text: String, x: Double?, y: Double?) throws {
        let contents = try Self.session(Self.tab(#","scroll":{"scroll":"\#(text)"}"#))
        let snapshot = contents.additions.first?.set.tabs.first?.snapshot
        #expect(snapshot?.pageXOffset == x && snapshot?.pageYOffset == y)
        #expect(contents.omissions.isEmpty == (x != nil || text == "0,0"))
    }

    @Test(
        "A place whose tab was used in the future has no date, which is listed",
        arguments: [(1_600_086_399, 1_600_000_000), (1_600_086_401, 1_600_000_000), (4_000_000_000, nil)]
            as [(Int, Int?)])
    func future(time: Int, now: Int?) throws {
        let tab = Self.tab(#","scroll":{"scroll":"0,522"},"lastAccessed":\#(time)000"#)
        let contents = try WindowSetImport(
            Array(#"{"windows":[{"tabs":[\#(tab)]}],"session":{}}"#.utf8),
            now: now.map { Date(timeIntervalSince1970: TimeInterval($0)) })
        let isFuture = now.map { time > $0 + 86_400 } ?? false
        let snapshot = try #require(contents.additions.first?.set.tabs.first?.snapshot)
        #expect((snapshot.capturedAt == nil) == isFuture && contents.unreadableCount == 0)
        #expect(contents.omissions == (isFuture ? ["the date of 1 place was left out: in the future"] : []))
    }

    @Test(
        "The page of a tab is the entry of its number, or the nearest one",
        arguments: [(-5, "a"), (0, "a"), (1, "a"), (2, "b"), (3, "b"), (1 << 50, "b")])
    func index(number: Int, path: String) throws {
        let entries = #"{"url":"https://a.example/a"},{"url":"https://a.example/b"}"#
        let contents = try Self.session(#"{"entries":[\#(entries)],"index":\#(number)}"#)
        #expect(contents.additions.first?.set.tabs.first?.url.path == "/\(path)")
        #expect(contents.losses.list.map(\.amount) == ["1 page in the history of tabs"])
    }

    @Test("Numbers of tabs and times in any range never end the import")
    func hostileNumbers() throws {
        for number in ["1e300", "-1e300", "9223372036854775807", "0.5", "null", "\"x\"", "[]"] {
            let contents = try Self.session(
                Self.tab(#","index":\#(number),"lastAccessed":\#(number),"userContextId":\#(number)"#),
                #","selected":\#(number)"#)
            #expect(contents.additions.count == 1)
            let session = #"{"windows":[{"tabs":[\#(Self.tab(""))]}],"session":{"lastUpdate":\#(number)}}"#
            #expect(try WindowSetImport(Array(session.utf8)).additions.first?.storedAt == nil)
        }
    }

    @Test("A window of more than 500 tabs and 100 groups becomes several sets, and the other groups are counted")
    func limits() throws {
        let tabs = (0..<1001).map { Self.tab(#","groupId":"\#($0 % 150)""#) }.joined(separator: ",")
        let contents = try Self.session(tabs)
        #expect(contents.additions.map(\.set.tabs.count) == [500, 500, 1])
        #expect(contents.additions.allSatisfy { $0.set.groups.count == 100 })
        #expect(contents.losses.list.contains(ImportLoss(what: "tab groups", count: 50)))
        #expect(Set(contents.additions.map(\.request)).count == 3)
    }

    @Test("The values of forms, cookies and sites are counted, and occur nowhere in what is imported")
    func privateData() throws {
        let tab = Self.tab(#","formdata":{"id":{"a":"secret"}},"storage":{"https://a.example":{"a":"secret"}}"#)
        let text = #"{"windows":[{"tabs":[\#(tab)]}],"session":{},"cookies":[{"value":"secret"}]}"#
        let contents = try WindowSetImport(Array(text.utf8))
        #expect(!"\(contents)".contains("secret"))
        #expect(
            contents.losses.list.map(\.amount) == [
                "1 form (not read)", "1 store of sites (not read)", "1 cookie (not read)",
            ])
    }

    @Test(
        "Of more than 10,000 tabs that cannot be opened, the others are only counted",
        arguments: [
            #"{"windows":[{"tabs":[{"entries":[{"url":"https://a.example/"}]}T]}],"session":{}}"#,
            #"{"collections":[{"folders":[{"links":[{"url":"https://a.example/"}T]}]}]}"#,
        ])
    func manyOmissions(text: String) throws {
        let tab = text.contains("entries") ? #",{"entries":[{"url":"none"}]}"# : #",{"url":"none"}"#
        let tabs = String(repeating: tab, count: 10_005)
        let contents = try WindowSetImport(Array(text.replacing("T", with: tabs).utf8))
        #expect(contents.additions.count == 1 && contents.omissions.count == 10_001)
        #expect(contents.omissions[9_999].contains("tab 10001: ") && contents.omissions.last == "5 more")
        #expect(contents.unreadableCount == 10_005)
    }

    @Test("A session without a tab that can be opened says why", arguments: ["", #"{"entries":[]}"#])
    func empty(tabs: String) {
        let error = #expect(throws: WindowSetError.self) { try Self.session(tabs) }
        #expect("\(error.map { "\($0)" } ?? "")".contains("no tab that can be opened"))
    }

    @Test("A session is imported again as another one only if its tabs differ")
    func requests() throws {
        func request(_ time: Int, _ path: String) throws -> String? {
            let text =
                #"{"windows":[{"tabs":[{"entries":[{"url":"https://a.example/\#(path)"}]}]}],"#
                + #""session":{"lastUpdate":\#(time)}}"#
            return try WindowSetImport(Array(text.utf8)).additions.first?.request
        }
        let time = 1_733_437_387_870
        #expect(try request(time, "a") == request(time, "a"))
        #expect(try request(time, "a") == request(time + 1, "a"))
        #expect(try request(time, "a") != request(time, "b"))
    }

    @Test(
        "Windows that are equal in a file are stored each, and once if the file is imported again",
        arguments: [
            #"{"collections":[{"folders":[F]},{"folders":[F]},{"folders":[F]}]}"#,
            #"{"collections":[{"id":"a","title":"A","folders":[F]},{"id":"a","title":"B","folders":[F]}]}"#,
            #"[{"id":"a","windows":{"1":{"1":T}}},{"id":"a","windows":{"1":{"1":T}}}]"#,
        ])
    func repeated(text: String) throws {
        let tab = #"{"url":"https://a.example/"}"#
        let bytes = Array(text.replacing("F", with: #"{"links":[T]}"#).replacing("T", with: tab).utf8)
        let additions = try WindowSetImport(bytes).additions
        #expect(additions.count > 1 && Set(additions.map(\.request)).count == additions.count)
        #expect(try WindowSetImport(bytes).additions.map(\.request) == additions.map(\.request))
    }

    @Test("Only the first of several active tabs is in front, and one that is left out is not")
    func activeTabs() throws {
        let links = ["not an address", "https://a.example/", "https://b.example/"].map {
            #"{"url":"\#($0)","active":true}"#
        }
        let text = #"{"collections":[{"folders":[{"links":[\#(links.joined(separator: ","))]}]}]}"#
        let tabs = try WindowSetImport(Array(text.utf8)).additions.first?.set.tabs
        #expect(tabs?.map(\.isActive) == [true, false])
    }

    @Test(
        "A folder of Session Buddy is named after its collection and itself",
        arguments: [
            (#""title":"C""#, [""], ["C"]), (#""title":"C""#, ["", ""], ["C (1)", "C (2)"]),
            (#""name":"C""#, ["F", ""], ["C: F", "C (2)"]), (#""title":"C""#, ["C"], ["C"]),
            ("\"id\":1", ["F", ""], ["F", "Tab"]),
        ] as [(String, [String], [String])])
    func names(collection: String, folders: [String], titles: [String]) throws {
        let list = folders.map { #"{"title":"\#($0)","links":[{"url":"https://a.example/","title":"Tab"}]}"# }
        let text = #"{"collections":[{\#(collection),"folders":[\#(list.joined(separator: ","))]}]}"#
        #expect(try WindowSetImport(Array(text.utf8)).additions.map(\.set.title) == titles)
    }

    @Test("The singular of what was lost is a word")
    func singulars() {
        let plurals = ["cookies (not read)", "saved searches", "replies", "typed addresses", "boxes", "icons"]
        #expect(
            plurals.map { ImportLoss(what: $0, count: 1).amount } == [
                "1 cookie (not read)", "1 saved search", "1 reply", "1 typed address", "1 box", "1 icon",
            ])
    }
}
