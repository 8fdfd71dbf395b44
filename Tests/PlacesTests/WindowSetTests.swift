import Syntax
import Testing
import WHATWGURL

@testable import Places

@Suite("Window sets")
struct WindowSetTests {
    private static func read(_ text: String) throws -> (set: WindowSet, omissions: [String]) {
        try WindowSet.read(try JSONValue(json: text.utf8, limit: .max))
    }

    @Test("Order, groups, pins and the active tab are read, and the active tab names the set")
    func whole() throws {
        let set = try Self.read(
            #"""
            {"browser":"Chromium","groups":[{"title":"To  read","color":"blue","collapsed":true}],"tabs":[
            {"url":"https://example.org/a","pinned":true},
            {"url":"https://ada:secret@example.org/b","title":" Foxes \n and hounds ","group":0,"active":true,
             "snapshot":{"url":"https://example.org/b","pageYOffset":12}},
            {"url":"chrome://settings/","group":7,"sleeping":true,"place":"0123456789ab"}]}
            """#
        ).set
        #expect(set.title == "Foxes and hounds" && set.browser == "Chromium")
        #expect(set.groups == [TabGroup(title: "To read", color: "blue", isCollapsed: true)])
        #expect(set.tabs.map(\.url.href) == ["https://example.org/a", "https://example.org/b", "chrome://settings/"])
        #expect(set.tabs.map(\.isPinned) == [true, false, false] && set.tabs.map(\.isActive) == [false, true, false])
        #expect(set.tabs.map(\.group) == [nil, 0, nil])
        #expect(set.tabs[1].snapshot?.pageYOffset == 12)
        #expect(set.tabs[2].isSleeping && set.tabs[2].placeID == "0123456789ab")
    }

    @Test("A malformed snapshot is left out and reported, and its tab keeps its address")
    func omission() throws {
        let (set, omissions) = try Self.read(
            #"{"tabs":[{"url":"https://example.org/","snapshot":{"url":"ftp://example.org/"}}]}"#)
        #expect(set.tabs[0].snapshot == nil && set.title == "https://example.org/")
        #expect(omissions.count == 1 && omissions[0].hasPrefix("tab 1: the place was left out"))
    }

    @Test(
        "Sets that must not be stored are refused, with the number of the tab",
        arguments: [
            (#"[]"#, "expected a JSON object"), (#"{"tabs":[]}"#, "at least one tab"),
            (
                #"{"tabs":[{"url":"https://example.org/"},{"url":"javascript:alert(1)"}]}"#,
                "tab 2: the address is a script"
            ),
            (#"{"tabs":[{"url":"no address"}]}"#, "tab 1: not an address"),
            (#"{"tabs":[{"title":"x"}]}"#, "tab 1: \"url\" is missing"),
            (#"{"incognito":true,"tabs":[{"url":"https://example.org/"}]}"#, "private windows are never stored"),
            (#"{"tabs":[{"url":"https://example.org/","incognito":true}]}"#, "private tabs are never stored"),
            (
                #"{"tabs":[{"url":"a:b","active":true},{"url":"a:b","active":true}]}"#,
                "only one tab can be active"
            ),
        ])
    func refused(text: String, reason: String) throws {
        let error = try #require(throws: WindowSetError.self) { try Self.read(text) }
        #expect(error.description.contains(reason))
    }

    @Test("A set has at most 500 tabs")
    func limit() throws {
        let tabs = { (count: Int) in
            #"{"tabs":["# + Array(repeating: #"{"url":"https://example.org/"}"#, count: count).joined(separator: ",")
                + "]}"
        }
        #expect(try Self.read(tabs(500)).set.tabs.count == 500)
        #expect(throws: WindowSetError.self) { try Self.read(tabs(501)) }
        let long = "data:," + String(repeating: "a", count: WindowTab.maximumURLByteCount)
        #expect(throws: WindowSetError.self) { try Self.read(#"{"tabs":[{"url":"\#(long)"}]}"#) }
    }
}
