import FoundationEssentials
import Syntax
import Testing

@testable import Places

@Suite("States of pages, cursors and reading times")
struct ShelfTypesTests {
    @Test(
        "A page that was put off is unfinished from its date on",
        arguments: [
            (PageMark(.later), PageState.later), (PageMark(.later, until: Date(timeIntervalSince1970: 101)), .later),
            (PageMark(.later, until: Date(timeIntervalSince1970: 100)), .unfinished),
            (PageMark(.finished, until: Date(timeIntervalSince1970: 5)), .finished),
            (PageMark(.unfinished), .unfinished),
        ])
    func states(mark: PageMark, state: PageState) {
        #expect(mark.state(at: Date(timeIntervalSince1970: 100)) == state)
        #expect(mark.until == nil || mark.state == .later)
    }

    @Test(
        "A cursor is read as it was written",
        arguments: ["", "0", "-1.5", "a.example", "ä:ö% \u{0}&+,/#\"", "1e-300"], PlaceSort.allCases)
    func cursors(value: String, sort: PlaceSort) throws {
        let cursor = PageCursor(sort: sort, value: value, at: .min, id: .max)
        #expect(PageCursor(cursor.text) == cursor)
        #expect(cursor.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"&#+\"<>?".utf8.contains($0) })
    }

    @Test(
        "What is no cursor is refused",
        arguments: [
            "", "newest", "newest:1:2", "newest:1:b:3", "best:1:2:3", "newest:1:99999999999999999999:3",
            "newest:1:2:%FF", "newest:1:2:" + String(repeating: "a", count: 2_000),
        ])
    func malformedCursors(text: String) {
        #expect(PageCursor(text) == nil)
    }

    @Test(
        "The rest of a text takes as long as its length and its language say",
        arguments: [
            (#""progress":{"text":0.5,"length":28000}"#, 10), (#""progress":{"text":0,"length":1}"#, 1),
            (#""progress":{"text":0.5,"length":28000},"lang":"zh-Hans""#, 28),
            (#""progress":{"text":0.5,"length":28000},"title":"中文的标题""#, 28),
            (#""progress":{"text":0.5,"length":28000},"title":"中文","lang":"en""#, 10),
            (#""progress":{"text":0.1,"px":0.99,"length":28000}"#, 0), (#""progress":{"text":0.5}"#, nil),
            (#""progress":{"px":0.5,"length":0}"#, nil), (#""progress":{"length":2147483647}"#, 6_000),
            (#""progress":{"px":0.25,"length":2800},"pageYOffset":5"#, 2),
        ] as [(String, Int?)])
    func minutesLeft(members: String, minutes: Int?) throws {
        let snapshot = try PageSnapshot(json: #"{"url":"https://example.org/",\#(members)}"#.utf8)
        #expect(snapshot.minutesLeft == minutes)
    }

    @Test("A purpose is a short text, and a stored one of another kind costs no place")
    func purpose() throws {
        func json(_ purpose: String) -> String { #"{"url":"https://example.org/","purpose":\#(purpose)}"# }
        #expect(try PageSnapshot(json: json(#""highlight""#).utf8).isPureHighlight)
        #expect(try !PageSnapshot(json: json(#""bookmark""#).utf8).isPureHighlight)
        for purpose in ["5", "{}", "\"" + String(repeating: "a", count: 33) + "\""] {
            #expect(throws: SnapshotError.self) { try PageSnapshot(json: json(purpose).utf8) }
            #expect(try !PageSnapshot(stored: json(purpose)).isPureHighlight)
        }
        #expect(try PageSnapshot(stored: json(#""highlight""#)).isPureHighlight)
    }

    @Test("A mark of words is another place than a capture of the same words")
    func samePlace() throws {
        let words = #""selection":{"exact":"fox"}"#
        let capture = try PageSnapshot(json: #"{"url":"https://example.org/",\#(words)}"#.utf8)
        let highlight = try PageSnapshot(json: #"{"url":"https://example.org/",\#(words),"purpose":"highlight"}"#.utf8)
        #expect(highlight.isSamePlace(as: highlight) && !highlight.isSamePlace(as: capture))
    }

    @Test("Messages speak of places")
    func messages() {
        #expect(SnapshotArchiveError.notFound("3f9x").description == "place 3f9x: no place has this id")
        #expect(SnapshotArchiveError.notFound("@").description == "place @: no place is stored yet")
        #expect(SnapshotArchiveError.notInTrash("a").description == "place a: no place in the trash has this id")
        #expect(SnapshotArchiveError.nothingToUndo.description == "there is nothing to undo")
        #expect(SnapshotArchiveError.otherCount(3, expected: 2).description == "3 pages match, and not 2")
    }
}
