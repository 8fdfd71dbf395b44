import Foundation
import Places
import Syntax
import Testing
import WHATWGURL

@testable import ImportExport

@Suite("Places of bookmark files")
struct BookmarkPlacesTests {
    private func read(_ places: BookmarkPlaces) -> (all: [ImportedPlace], source: BookmarkPlaces) {
        var source = places
        var all: [ImportedPlace] = []
        while let place = source.next() { all.append(place) }
        return (all, source)
    }

    private func file(_ bookmarks: String) -> [UInt8] {
        Array("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n\(bookmarks)\n</DL><p>\n".utf8)
    }

    @Test(
        "A bookmark file becomes the recorded places, tags, notes, dates, states and losses",
        arguments: ["bookmark-folders", "linkding-bookmarks"])
    func golden(name: String) throws {
        let (all, source) = read(try BookmarkPlaces(try ImportFixtures.bytes("\(name)/input.html")))
        let found = ImportFixtures.summary(
            source.format, all.map(ImportFixtures.line), source.omissions, source.losses)
        let file = ImportFixtures.directory.appending(path: "\(name)/expected.txt")
        if ProcessInfo.processInfo.environment["RECORD"] == "1" { try Data(found.utf8).write(to: file) }
        #expect(try String(decoding: Data(contentsOf: file), as: UTF8.self) == found, "record again with RECORD=1")
    }

    @Test(
        "Only linkding's file is told from others, and a chosen format counts",
        arguments: [
            (#"TOREAD="0" LAST_MODIFIED="1600322799" ADD_DATE="1600322788""#, nil, .linkding),
            (#"TOREAD="1" PRIVATE="0""#, nil, .bookmarks), (#"LAST_MODIFIED="1600322799""#, nil, .bookmarks),
            (#"TOREAD="0" LAST_MODIFIED="1600322788" ADD_DATE="1600322788""#, nil, .linkding),
            (#"TAGS="linkding:bookmarks.archived""#, nil, .linkding), (#"TAGS="linkding:archived""#, nil, .linkding),
            (#"TOREAD="1""#, .linkding, .linkding), (#"PRIVATE="1""#, .shaarli, .shaarli),
        ] as [(String, ImportFormat?, ImportFormat)])
    func linkding(attributes: String, chosen: ImportFormat?, expected: ImportFormat) throws {
        let bytes = file(#"<DT><A HREF="https://a.example/" \#(attributes)>A</A>"#)
        #expect(try FileImport(bytes, format: chosen).format == expected)
    }

    @Test(
        "linkding's notes become a paragraph of the note, whatever is around their marks",
        arguments: [
            ("[linkding-notes]N[/linkding-notes]", "N"), ("D[linkding-notes]N[/linkding-notes]", "D\n\nN"),
            ("D\n[linkding-notes]\nN\nM\n[/linkding-notes]\nE", "D\n\nN\nM\n\nE"),
            ("D [linkding-notes] N", "D\n\nN"), ("D[/linkding-notes]", "D[/linkding-notes]"),
            ("D[linkding-notes]D[/linkding-notes]", "D"), ("[linkding-notes][/linkding-notes]", ""),
        ], [nil, .bookmarks, .linkding] as [ImportFormat?])
    func notes(description: (String, String), format: ImportFormat?) throws {
        let bytes = file("<DT><A HREF=\"https://a.example/\">A</A><DD>\(description.0)")
        let all = read(try BookmarkPlaces(bytes, format: format)).all
        #expect(all.map(\.metadata.note) == [description.1])
    }

    @Test(
        "The states of a bookmark become tags and page marks, in any format of bookmark files",
        arguments: [
            (#"TOREAD="1""#, .later, []), (#"TOREAD="0""#, nil, []), (#"DATA-IMPORTANT="true""#, nil, ["starred"]),
            (#"TOREAD="1" TAGS="a,linkding:bookmarks.archived""#, .finished, ["a"]), (#"TOREAD="yes""#, .later, []),
            (#"TOREAD="True""#, .later, []), (#"TOREAD="no""#, nil, []),
            (#"TAGS="linkding:archived,a""#, .finished, ["a"]),
            (#"DATA-IMPORTANT="TRUE" TAGS="Starred""#, nil, ["Starred"]),
        ] as [(String, PageState?, [String])], [nil, .bookmarks, .linkding, .shaarli] as [ImportFormat?])
    func states(bookmark: (attributes: String, state: PageState?, tags: [String]), format: ImportFormat?) throws {
        let bytes = file("<DT><A HREF=\"https://a.example/\" \(bookmark.attributes)>A</A>")
        let all = read(try BookmarkPlaces(bytes, format: format)).all
        #expect(all.map(\.mark?.state) == [bookmark.state] && all.map(\.metadata.tags) == [bookmark.tags])
    }

    @Test(
        "PRIVATE says in linkding's file that a bookmark is shared, and in others that it is not",
        arguments: [
            ("0", .linkding, ["1 shared flag"]), ("1", .linkding, []), ("0", nil, []), ("1", nil, ["1 private flag"]),
            ("0", .shaarli, []), ("1", .shaarli, ["1 private flag"]), ("true", nil, ["1 private flag"]),
            ("false", .linkding, ["1 shared flag"]),
        ] as [(String, ImportFormat?, [String])])
    func privateFlags(value: String, format: ImportFormat?, losses: [String]) throws {
        let bytes = file("<DT><A HREF=\"https://a.example/\" PRIVATE=\"\(value)\">A</A>")
        let source = read(try BookmarkPlaces(bytes, format: format)).source
        #expect(source.losses.list.map(\.amount) == losses)
    }

    @Test(
        "An address of another kind is a loss, whatever is before it, and one of a page that cannot be used is listed",
        arguments: [
            (" https://a.example/", 1, 0, []), ("HTTPS://a.example/", 1, 0, []), ("file:///a", 1, 0, []),
            ("httpx:a", 0, 0, ["1 bookmark of other addresses"]), ("\n javascript:1", 0, 0, ["1 bookmarklet"]),
            ("place:a", 0, 0, ["1 saved search"]), ("https://", 0, 1, []), ("https", 0, 1, []),
        ] as [(String, Int, Int, [String])])
    func addresses(address: String, count: Int, unreadableCount: Int, losses: [String]) throws {
        let (all, source) = read(try BookmarkPlaces(file("<DT><A HREF=\"\(address)\">A</A>")))
        #expect(all.count == count && source.unreadableCount == unreadableCount)
        #expect(source.losses.list.map(\.amount) == losses)
        let element = JSONValue.object(["type": .string("text/x-moz-place"), "uri": .string(address)])
        let backup: JSONValue = ["guid": .string("root________"), "children": .array([element])]
        var places = try PlaceImport(backup.encoded())
        var placeCount = 0
        while try places.next() != nil { placeCount += 1 }
        #expect(placeCount == count && places.unreadableCount == unreadableCount)
        #expect(places.losses.list.map(\.amount) == losses)
    }

    @Test("A tag, a note and folders beyond the limits cost no bookmark, and are listed")
    func limits() throws {
        let tag = String(repeating: "t", count: SnapshotMetadata.maximumTagLength + 1)
        let note = String(repeating: "n", count: SnapshotMetadata.maximumNoteLength + 1)
        let name = String(repeating: "f", count: SnapshotMetadata.maximumTagLength - 1)
        let (all, source) = read(
            try BookmarkPlaces(
                file(
                    """
                    <DT><H3>\(name)</H3><DL><p><DT><H3>inner</H3><DL><p>
                    <DT><A HREF="https://a.example/" TAGS="\(tag),kept">A</A><DD>\(note)
                    </DL><p></DL><p><DT><A HREF="https://b.example/">B</A>
                    """)))
        #expect(all.map(\.metadata.tags) == [["kept", "inner"], []])
        #expect(all.first?.metadata.note.count == SnapshotMetadata.maximumNoteLength)
        #expect(source.unreadableCount == 0 && source.omissions.count == 3)
        #expect(source.omissions.allSatisfy { $0.hasPrefix("\"https://a.example/\": ") }, "\(source.omissions)")
    }

    @Test("A bookmark with bytes that are no characters is imported and listed, also if they are in a folder's name")
    func invalidBytes() throws {
        let text = """
            <DT><A HREF="https://a.example/" TAGS="gr*n">*pfel</A><DT><A HREF="https://b.example/">B</A>
            <DT><H3>*pfel</H3><DL><p><DT><A HREF="https://c.example/">C</A></DL><p>
            """
        let bytes = Array("<META CHARSET=\"utf-8\">\(text)".utf8).map { $0 == UInt8(ascii: "*") ? 0xFC : $0 }
        let (all, source) = read(try BookmarkPlaces(Array("<DL><p>".utf8) + bytes + Array("</DL><p>".utf8)))
        #expect(all.map(\.metadata.tags) == [["gr\u{FFFD}n"], [], ["\u{FFFD}pfel"]])
        let remark = "bytes that are no characters were replaced by U+FFFD"
        #expect(source.omissions == ["\"https://a.example/\": \(remark)", "\"https://c.example/\": \(remark)"])
        #expect(source.unreadableCount == 0)
    }

    @Test("The bookmarks of a large file keep their order, and those that cannot be used are listed")
    func order() throws {
        let bookmarks = (0..<1_000).map { number -> String in
            "<DT><A HREF=\"\(number % 100 == 7 ? "https://" : "https://a.example/\(number)")\">A</A>"
        }
        let (all, source) = read(try BookmarkPlaces(file(bookmarks.joined(separator: "\n"))))
        let expected = (0..<1_000).filter { $0 % 100 != 7 }.map { "https://a.example/\($0)" }
        #expect(all.map(\.snapshot.url.href) == expected)
        #expect(source.unreadableCount == 10 && source.omissions.count == 10)
    }

    @Test(
        "A date is read as in other formats; one that is zero, negative or in the future is counted, another listed",
        arguments: [
            ("1600322788", 1_600_322_788, nil), ("2020-09-17T06:06:28Z", 1_600_322_788, nil),
            ("2020-09-17T08:06:28+0200", 1_600_322_788, nil), ("2020-09-17 06:06:28", 1_600_322_788, nil),
            ("2020/09/17", 1_600_300_800, nil), (" 1600322788 ", 1_600_322_788, nil), ("", nil, nil),
            ("0", nil, Self.impossible), ("-5", nil, Self.impossible), ("2999-01-01", nil, Self.impossible),
            ("1", nil, Self.unknown("1")), ("99999999999", nil, Self.unknown("99999999999")),
            ("0x5000000", nil, Self.unknown("0x5000000")), ("soon", nil, Self.unknown("soon")),
        ] as [(String, TimeInterval?, String?)])
    func dates(date: String, seconds: TimeInterval?, omission: String?) throws {
        let bytes = file("<DT><A HREF=\"https://a.example/\" ADD_DATE=\"\(date)\">A</A>")
        let (all, source) = read(try BookmarkPlaces(bytes, now: Date(timeIntervalSince1970: 1_800_000_000)))
        #expect(all.map(\.snapshot.capturedAt) == [seconds.map(Date.init(timeIntervalSince1970:))])
        #expect(source.omissions == (omission.map { [$0] } ?? []) && source.unreadableCount == 0)
        #expect(source.losses.isEmpty)
    }

    private static let impossible = "the date of 1 place was left out: zero, negative or in the future"

    private static func unknown(_ date: String) -> String {
        "\"https://a.example/\": its date was left out, because it has an unknown form: \"\(date)\""
    }

    @Test("Dates in the future are left out and counted if the time is known", arguments: [true, false])
    func future(isKnown: Bool) throws {
        let now = Date(timeIntervalSince1970: 1_600_000_000)
        let places = try BookmarkPlaces(
            file(
                """
                <DT><A HREF="https://a.example/" ADD_DATE="1600086399">A day ahead</A>
                <DT><A HREF="https://b.example/" ADD_DATE="1600086401">More</A>
                """), now: isKnown ? now : nil)
        let (all, source) = read(places)
        #expect(all.map { $0.snapshot.capturedAt != nil } == [true, !isKnown])
        #expect(source.omissions == (isKnown ? [Self.impossible] : []))
    }
}
