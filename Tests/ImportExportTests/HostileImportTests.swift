import FileFormats
import Foundation
import Places
import Syntax
import Testing

@testable import ImportExport

/// Files that were damaged, encoded in another way, or written to do harm.
///
/// Each fixture is damaged in the same ways.
@Suite("Hostile files of other programs")
struct HostileImportTests {
    typealias Fixture = FormatRecognitionTests.Fixture

    /// The fixtures that consist of one file.
    private static let files = FormatRecognitionTests.fixtures.filter { $0.path.contains("/input.") }
    private static let texts = files.filter { !$0.path.hasSuffix("lz4") }
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// An encoding of a text.
    enum Encoding: CaseIterable {
        case utf8WithMark, littleEndian, bigEndian

        func bytes(of text: String, hasMark: Bool = true) -> [UInt8] {
            switch self {
            case .utf8WithMark: return [0xEF, 0xBB, 0xBF] + Array(text.utf8)
            case .littleEndian:
                return (hasMark ? [0xFF, 0xFE] : [])
                    + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
            case .bigEndian:
                return (hasMark ? [0xFE, 0xFF] : [])
                    + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
            }
        }
    }

    private static func text(of fixture: Fixture) throws -> String {
        String(decoding: TextEncoding.utf8(try ImportFixtures.bytes(fixture.path)), as: UTF8.self)
    }

    // MARK: - Encodings

    @Test("A file in each encoding with a byte order mark has the same contents", arguments: texts, Encoding.allCases)
    func encodings(fixture: Fixture, encoding: Encoding) throws {
        let text = try Self.text(of: fixture)
        let file = try FileImport(encoding.bytes(of: text))
        #expect(try file.summary() == FileImport(Array(text.utf8)).summary())
    }

    @Test(
        "UTF-16 without a byte order mark is refused", arguments: texts, [Encoding.littleEndian, .bigEndian])
    func unmarked(fixture: Fixture, encoding: Encoding) throws {
        let bytes = encoding.bytes(of: try Self.text(of: fixture), hasMark: false)
        #expect(throws: ImportExportError.self) { try FileImport(bytes).summary() }
    }

    // MARK: - Truncated files

    @Test("A truncated document is refused, and a truncated table or bookmark file at most in part", arguments: files)
    func truncated(fixture: Fixture) throws {
        let bytes = try ImportFixtures.bytes(fixture.path)
        let isDocument = fixture.path.hasSuffix(".json") || fixture.path.hasSuffix("lz4")
        let end = bytes.lastIndex { !JSONTokenizer.isBlank($0) } ?? 0
        for count in stride(from: 0, through: end, by: max(1, bytes.count / 50)) {
            do {
                _ = try FileImport(Array(bytes.prefix(count))).summary()
                #expect(!isDocument, "\(count) bytes")
            } catch is ImportExportError {}
        }
    }

    // MARK: - Numbers and dates

    /// Numbers that are times in no unit, or in another one than the file has.
    private static let numbers = [
        "0", "-1", "-1600322788", "0.5", "1e308", "-1e308", "9223372036854775807", "-9223372036854775808",
        "99999999999999999999", "4102444799", "4102444800000", "253402300800", "8640000000000001", "62135596800",
    ]

    /// Returns a value in which another number stands for each number, also for one that is written as a text.
    private static func replacing(_ value: JSONValue, _ number: String) -> JSONValue {
        switch value {
        case .number: Double(number).map { .number($0) } ?? .null
        case .string(let text) where !text.isEmpty && text.allSatisfy(\.isWholeNumber): .string(number)
        case .array(let elements): .array(elements.map { replacing($0, number) })
        case .object(let members): .object(members.mapValues { replacing($0, number) })
        default: value
        }
    }

    @Test("No number in a file ends the import, or becomes a date before 1970 or after today", arguments: numbers)
    func anyNumber(number: String) throws {
        for fixture in Self.texts {
            let text = try Self.text(of: fixture)
            var bytes = Array(text.replacing(/[0-9]{9,}/, with: number).utf8)
            if fixture.path.hasSuffix(".json") {
                bytes = Self.replacing(try JSONValue(lenientJSON: text.utf8), number).encoded()
            }
            let summary = try FileImport(bytes, format: fixture.format, now: Self.now).summary()
            #expect(summary.places + summary.windows + summary.unreadable > 0, "\(fixture)")
            for date in [summary.oldest, summary.newest].compactMap({ $0 }) {
                #expect(date.timeIntervalSince1970 > 0 && date <= Self.now + 86_400, "\(fixture)")
            }
        }
    }

    // MARK: - Compressed files

    @Test("A compressed file that becomes a million equal bytes is refused", arguments: Array("[{\" ,0".utf8))
    func bombs(byte: UInt8) throws {
        let steps = 4_000
        // One literal, a copy of it, and five literals.
        let size = 1 + 4 + 15 + 255 * steps + 5
        var file = Array("mozLz40\0".utf8)
        for shift in [0, 8, 16, 24] { file.append(UInt8(truncatingIfNeeded: size >> shift)) }
        file += [0x1F, byte, 1, 0]
        file += Array(repeating: 255, count: steps)
        file += [0, 0x50]
        file += Array(repeating: byte, count: 5)
        #expect(try MozillaLZ4.decompressed(file, limit: 1 << 21).count == size)
        #expect(throws: ImportExportError.self) { try FileImport(file).summary() }
        #expect(throws: WindowSetError.self) { try WindowSetImport(file) }
    }

    // MARK: - Tags

    /// Returns the places of a table with one article that has these tags, and the remarks about it.
    private func pocket(_ tags: [String]) throws -> (tags: [[String]], omissions: [String]) {
        let cell = tags.joined(separator: "|").replacing("\"", with: "\"\"")
        let table = "title,url,time_added,tags,status\nA,https://a.example/,1600322788,\"\(cell)\",unread\n"
        var source = try PlaceImport(Array(table.utf8))
        var found: [[String]] = []
        while let place = try source.next() { found.append(place.metadata.tags) }
        return (found, source.omissions)
    }

    private static func numbered(_ count: Int) -> [String] { (1...count).map { "t\($0)" } }

    private static func long(_ count: Int) -> String { String(repeating: "x", count: count) }

    @Test(
        "Tags beyond the limits are left out and listed, and those within them have no control characters",
        arguments: [
            (numbered(32), 32, []),
            (numbered(33), 32, ["line 2: 1 tag was left out, because a place has at most 32"]),
            (numbered(34), 32, ["line 2: 2 tags were left out, because a place has at most 32"]),
            (Array(repeating: "Same", count: 10_000), 1, []), (["Same", "same", " SAME "], 1, []),
            ([long(10_000), "kept"], 1, ["line 2: a tag was left out, because it has more than 64 characters"]),
            ([long(64), long(64).replacing("x", with: "\u{1F98A}")], 2, []),
            (["a\u{1B}]0;x\u{7}b", "\u{9B}31m", "line\nbreak", "\0", " "], 3, []),
        ] as [([String], Int, [String])])
    func tags(tags: [String], count: Int, omissions: [String]) throws {
        let found = try pocket(tags)
        #expect(found.tags.map(\.count) == [count] && found.omissions == omissions)
        let scalars = found.tags.joined().joined(separator: "").unicodeScalars
        #expect(!scalars.contains { $0.properties.generalCategory == .control })
    }

    @Test("Of folders with long names around thousands of bookmarks, the innermost one becomes a tag")
    func longFolders() throws {
        let name = String(repeating: "name ", count: 20_000)
        let link = #"<DT><H3>a</H3><DL><DT><A HREF="https://a.example/">A</A></DL>"#
        let file =
            "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL>" + String(repeating: "<DT><H3>\(name)</H3><DL>", count: 5)
            + String(repeating: link, count: 2_000) + String(repeating: "</DL>", count: 6)
        let summary = try FileImport(Array(file.utf8)).summary()
        // That the others were left out is listed for each.
        #expect(summary.places == 2_000 && summary.topTags.map(\.name) == ["a"] && summary.omissions.count == 2_000)
    }

    // MARK: - Texts for terminals

    @Test("The report about a file has no character that a terminal obeys")
    func report() throws {
        let text = "x\u{1B}]0;t\u{7}\u{9B}31m\u{202E}\nz"
        let bookmarks = (0..<3).map { number -> JSONValue in
            [
                "createdAt": number == 0 ? .number(1_600_322_788) : .string(text), "title": .string(text),
                "tags": .array([.string("\(text) \(number)"), .string(text)]), "note": .string(text),
                "lists": .array([.string(text)]), text: .string(text),
                "content": ["type": .string("link"), "url": .string(number == 2 ? text : "https://a.example/")],
            ]
        }
        let list: JSONValue = ["id": .string(text), "name": .string(text)]
        let library: JSONValue = ["bookmarks": .array(bookmarks), "lists": .array([list])]
        let file = try FileImport(library.encoded())
        let summary = try file.summary()
        #expect(summary.places == 2 && summary.unreadable == 1 && summary.tags == 3)
        let report = ImportReport(name: text, summary: summary)
        for line in report.lines + summary.losses.map(\.description) {
            let isSafe = !line.unicodeScalars.contains {
                $0.properties.generalCategory == .control || $0 == "\u{202E}" || $0 == "\u{2028}"
            }
            #expect(isSafe, "\(line.debugDescription)")
        }
    }
}
