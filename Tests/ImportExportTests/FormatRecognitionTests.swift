import FileFormats
import Foundation
import Places
import Syntax
import Testing

@testable import ImportExport

@Suite("Recognition of formats")
struct FormatRecognitionTests {
    /// A file of a fixture, with the format that is recorded for the fixture.
    struct Fixture: Sendable, CustomTestStringConvertible {
        let path: String
        let format: ImportFormat

        var testDescription: String { path }
    }

    /// The files of all fixtures whose entries become places or windows.
    static let fixtures: [Fixture] = {
        let root = ImportFixtures.directory
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
        return names.sorted().flatMap { name -> [Fixture] in
            guard let recorded = try? ImportFixtures.bytes("\(name)/expected.txt") else { return [] }
            let first = String(decoding: recorded.prefix { $0 != 0x0A }, as: UTF8.self)
            guard let format = ImportFormat(rawValue: String(first.dropFirst("format: ".count))) else { return [] }
            let archive = FixtureArchive(name: name)
            let single = archive.paths.filter { $0.hasPrefix("input.") }
            let files = single.isEmpty ? ArchivePaths(archive.paths).entries : single
            return files.map { Fixture(path: "\(name)/\($0)", format: format) }
        }
    }()

    /// Returns the formats of all readers that recognize a file, one for each reader.
    private func formats(of bytes: [UInt8]) -> [ImportFormat] {
        if ImportExportFormat.sniff(bytes) == .bookmarks { return [.bookmarks] }
        return ImportFormat.allCases.flatMap { format in
            format.entryFormats.filter { (try? PlaceImport.source(bytes, formats: [$0])) != nil }.map { _ in format }
        }
    }

    @Test(
        "Every file of every fixture is compared with every reader, and exactly one recognizes it", arguments: fixtures)
    func recognition(fixture: Fixture) throws {
        var bytes = try ImportFixtures.bytes(fixture.path)
        #expect(ImportFormat.mayBegin(with: bytes))
        #expect(try FileImport(bytes).format == fixture.format)
        if MozillaLZ4.isCompressed(bytes) { bytes = try MozillaLZ4.decompressed(bytes, limit: 1 << 20) }
        let isBookmarkFile = fixture.path.hasSuffix(".html")
        #expect(formats(of: bytes) == [isBookmarkFile ? .bookmarks : fixture.format])
    }

    @Test("Every format has a fixture that its readers recognize, except Leftoff's own")
    func completeness() {
        let found = Set(Self.fixtures.map(\.format))
        for format in ImportFormat.allCases where format != .json {
            #expect(found.contains(format), "\(format)")
        }
    }

    @Test(
        "Leftoff's own files are recognized by no reader of another program",
        arguments: [
            (#"{"leftoff":1,"places":[],"pages":[],"windows":[],"queue":[],"copies":[],"bookmarks":[]}"#, []),
            ("Highlight,Title,Author,URL,Note,Tags,Location,Date\n", [.csv]),
        ] as [(String, [ImportFormat])])
    func ownFiles(text: String, expected: [ImportFormat]) throws {
        #expect(formats(of: Array(text.utf8)) == expected)
        #expect(try FileImport(Array(text.utf8)).format == expected.first ?? .json)
    }

    @Test(
        "Lists in HTML within entries make no file a bookmark file",
        arguments: [
            (#"[{"url":"https://a.example/","is_archived":0,"content":"<dl><dt>a</dl>"}]"#, .wallabag),
            ("url,excerpt,cover,favorite\nhttps://a.example/,<DL><DT>a</DL>,,\n", .raindrop),
            (#"{"bookmarks":[{"createdAt":1717200000,"content":null,"note":"<DL><DT>"}]}"#, .karakeep),
            ("<html><body><DL><DT><A HREF='https://a.example/'>A</A></DL>", .bookmarks),
            ("\u{FEFF}\n <!-- x --><DL><DT><A HREF='https://a.example/'>A</A></DL>", .bookmarks),
        ] as [(String, ImportFormat)])
    func lists(text: String, format: ImportFormat) throws {
        #expect(try FileImport(Array(text.utf8)).format == format)
    }

    @Test("The sample of a document has all its keys, its first elements and its short texts")
    func sample() throws {
        let long = String(repeating: "x", count: 5 << 20)
        let words = String(repeating: "w", count: 70 << 10)
        let elements = (0..<200).map { #"{"n":\#($0)}"# }.joined(separator: ",")
        let text = """
            {"long":"\(long)","list":[{"n":-1,"words":"\(words)"},{"bad":"\\x"},nul,\(elements)],"short":"s",
            "nested":{"deep":{"words":"\(words)","list":[[1],[2]]}}}
            """
        let sample = DocumentSample.value(of: try JSONOutline(Array(text.utf8)))
        #expect(sample.object?.keys.sorted() == ["list", "long", "nested", "short"])
        #expect(sample["long"] == .null && sample["short"] == .string("s"))
        let list = try #require(sample["list"]?.array)
        // An element loses only its texts that are long or invalid, and one that cannot be read is left out.
        #expect(list.prefix(3) == [["n": .number(-1), "words": .null], ["bad": .null], ["n": .number(0)]])
        #expect(list.count == DocumentSample.elementLimit - 1)
        #expect(sample["nested"]?["deep"]?["words"] == .null && sample["nested"]?["deep"]?["list"]?.array?.count == 2)
    }

    @Test(
        "Collections of linkwarden are told from those of Session Buddy by their elements",
        arguments: [
            (#"{"collections":[{"links":[]}]}"#, true), (#"{"username":"a","collections":[]}"#, true),
            (#"{"collections":[]}"#, false), (#"{"collections":[{"folders":[],"links":[]}]}"#, false),
        ])
    func collections(text: String, isLinkwarden: Bool) {
        let source = try? PlaceImport.source(Array(text.utf8), formats: [LinkwardenCollections.self])
        #expect((source != nil) == isLinkwarden)
    }
}
