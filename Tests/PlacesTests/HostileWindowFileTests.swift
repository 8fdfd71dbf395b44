import Testing

@testable import Places

/// Files of windows that are written to take memory or time out of proportion to their size.
@Suite("Hostile files of windows")
struct HostileWindowFileTests {
    private static let tab = #"{"url":"https://a.example/"}"#
    private static let folder = #"{"links":[\#(tab)]}"#
    private static let window = #"{"1":\#(tab)}"#
    private static let firefoxTab = #"{"entries":[\#(tab)]}"#
    /// A text that is too long to be kept for each window.
    private static let long = String(repeating: "long ", count: 20_000)

    private static func list(_ element: String, _ count: Int) -> String {
        repeatElement(element, count: count).joined(separator: ",")
    }

    private static func object(_ value: String, _ count: Int) -> String {
        "{" + (0..<count).map { #""\#($0)":\#(value)"# }.joined(separator: ",") + "}"
    }

    /// A file, in which `LONG` stands for a text of 100,000 bytes.
    struct File: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String

        var bytes: [UInt8] { Array(text.replacing("LONG", with: HostileWindowFileTests.long).utf8) }
    }

    private static let files = [
        File(
            testDescription: "the id of a collection",
            text: #"{"collections":[{"id":"LONG","folders":[\#(list(folder, 300))]}]}"#),
        File(
            testDescription: "the title of a collection",
            text: #"{"collections":[{"title":"LONG","folders":[\#(list(folder, 300))]}]}"#),
        File(
            testDescription: "the name of a session of Session Buddy",
            text: #"{"sessions":[{"name":"LONG","windows":[\#(list(folder, 300))]}]}"#),
        File(
            testDescription: "the title of a folder with many tabs",
            text: #"{"collections":[{"folders":[{"title":"LONG","links":[\#(list(tab, 2_000))]}]}]}"#),
        File(
            testDescription: "the id of a session",
            text: #"[{"id":"LONG","windows":\#(object(window, 300))}]"#),
        File(
            testDescription: "the name of a session",
            text: #"[{"name":"LONG","windows":\#(object(window, 300))}]"#),
        File(
            testDescription: "the key of a window with many tabs",
            text: #"[{"windows":{"LONG":\#(object(tab, 2_000))}}]"#),
        File(
            testDescription: "the title of a window with many tabs",
            text: #"{"windows":[{"title":"LONG","tabs":[\#(list(firefoxTab, 2_000))]}],"session":{}}"#),
    ]

    @Test("A long text that belongs to many windows is kept in none of them", arguments: files)
    func repeatedTexts(file: File) throws {
        let additions = try WindowSetImport(file.bytes).additions
        #expect(additions.count > 3 && Set(additions.map(\.request)).count == additions.count)
        #expect(additions.allSatisfy { $0.request.utf8.count <= 1_000 && $0.set.title.count <= 300 })
        #expect(try WindowSetImport(file.bytes).additions == additions)
    }

    @Test("Windows of sessions whose long ids differ at the end are told apart", arguments: ["id", "name"])
    func longIDs(key: String) throws {
        let requests = try ["a", "b"].map { end in
            let text = #"[{"\#(key)":"\#(Self.long)\#(end)","windows":{"1":{"1":\#(Self.tab)}}}]"#
            return try WindowSetImport(Array(text.utf8)).additions.map(\.request)
        }
        #expect(requests[0].count == 1 && requests[0] != requests[1])
    }

    @Test(
        "A window of Tab Session Manager keeps the request of earlier versions",
        arguments: [
            (#""id":"0b1c6f0a-6a0e-4f0e-9c53-2f1f0f2b7a11","name":"Work""#, "0b1c6f0a-6a0e-4f0e-9c53-2f1f0f2b7a11"),
            (#""name":" Two  words ""#, " Two  words "),
        ])
    func knownRequest(session: String, id: String) throws {
        let text = #"[{\#(session),"date":1700000000000,"windows":{"9":{"1":\#(Self.tab)}}}]"#
        let request = try #require(try WindowSetImport(Array(text.utf8)).additions.first?.request)
        #expect(request.hasPrefix("tab-session-manager-\(id)-9-2023-11-14T22:13:20.000Z-"), "\(request)")
    }

    @Test(
        "The lists of both versions of Session Buddy are read in one file",
        arguments: [
            (#"{"collections":[],"sessions":[{"windows":[{"tabs":[T]}]}]}"#, 1),
            (#"{"collections":[{"folders":[],"windows":[{"tabs":[T]}]}]}"#, 1),
            (#"{"collections":[{"folders":[{"links":[],"tabs":[T]}]}],"sessions":[{"windows":[{"tabs":[T]}]}]}"#, 2),
        ])
    func mixedVersions(text: String, count: Int) throws {
        #expect(try WindowSetImport(Array(text.replacing("T", with: Self.tab).utf8)).additions.count == count)
    }

    @Test(
        "A window without its date and a tab without its place are listed, but are no entries that cannot be read",
        arguments: [
            (#"{"collections":[{"created":"soon","folders":[{"links":[T]}]}]}"#, 0),
            (#"[{"date":"soon","windows":{"1":{"1":T}}}]"#, 0),
            (#"{"windows":[{"tabs":[{"entries":[T],"scroll":{"scroll":"down"}}]}],"session":{}}"#, 0),
            (#"{"windows":[{"tabs":[{"entries":[T]},{"entries":[{"url":"none"}]}]}],"session":{}}"#, 1),
        ])
    func unreadable(text: String, count: Int) throws {
        let contents = try WindowSetImport(Array(text.replacing("T", with: Self.tab).utf8))
        #expect(contents.additions.count == 1 && contents.omissions.count == 1)
        #expect(contents.unreadableCount == count)
    }

    @Test(
        "Of a text with many words, the first ones become a line",
        arguments: ["a", "\u{308}", "\u{600}", "e\u{301}", "\u{1F469}\u{200D}\u{1F469}", "\u{308}a\u{600}", "word"])
    func lines(word: String) {
        for separator in [" ", "\n\t", "\u{2028}"] {
            let text = String(repeating: separator + word, count: 500)
            let whole = repeatElement(word, count: 500).joined(separator: " ")
            for length in [1, 2, 7, 100, 5_000] {
                #expect(WindowTab.line(text, maximumLength: length) == String(whole.prefix(length)))
            }
        }
    }
}
