import Foundation
import Motion
import Places
import Syntax
import Testing
import WHATWGURL

@testable import ImportExport

@Suite("ZIP archives of exports")
struct ZIPArchiveTests {
    /// Returns an archive as `zip` and archiver write it: deflated, with a data descriptor's zeros in the local
    /// headers.
    private static func archive(
        _ files: [(path: String, content: [UInt8])], method: Int = 8, flags: Int = 8
    ) throws -> [UInt8] {
        var (bytes, directory): ([UInt8], [UInt8]) = ([], [])
        for file in files {
            let gzip = try #require(Gzip.compressed(file.content))
            let (deflated, trailer) = (gzip[10..<gzip.count - 8], gzip.suffix(8))
            let data = method == 8 ? Array(deflated) : file.content
            let name = Array(file.path.utf8)
            let common = number(20, 2) + number(flags, 2) + number(method, 2) + number(0, 4)
            let sizes = trailer.prefix(4) + number(data.count, 4) + trailer.suffix(4)
            directory += number(0x0201_4B50, 4) + number(20, 2) + common + sizes + number(name.count, 2)
            directory += number(0, 12) + number(bytes.count, 4) + name
            bytes += number(0x0403_4B50, 4) + common + number(0, 12) + number(name.count, 2) + number(2, 2) + name
            bytes += [0, 0] + data
        }
        let end = number(0x0605_4B50, 4) + number(0, 4) + number(files.count, 2) + number(files.count, 2)
        return bytes + directory + end + number(directory.count, 4) + number(bytes.count, 4) + number(0, 2)
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> ($0 * 8)) : 0 }
    }

    private static func export() throws -> [(path: String, content: [UInt8])] {
        try ["metadata_0_to_20.json", "metadata_20_to_40.json", "highlights/marked-2.md"].map {
            ($0, try ImportFixtures.bytes("omnivore/\($0)"))
        } + [("content/half-1.html", Array("<p>Saved</p>".utf8))]
    }

    @Test("An archive contains the same places as the unpacked directory", arguments: [0, 8])
    func whole(method: Int) throws {
        let bytes = try Self.archive(try Self.export(), method: method)
        let expected = try ImportFixtures.summary(try PlaceImport(archive: FixtureArchive(name: "omnivore")))
        #expect(ImportFormat.mayBegin(with: bytes))
        #expect(try ImportFixtures.summary(try PlaceImport(bytes)) == expected)
    }

    @Test("The highlights beside the metadata are found in any directory, and Pocket's parts are read together")
    func directories() throws {
        let nested = try Self.export().map { ("export/\($0.path)", $0.content) }
        #expect(try ImportFixtures.summary(try PlaceImport(try Self.archive(nested))).contains("The first words"))
        let pocket = try Self.archive([
            ("annotations/part_000000.json", try ImportFixtures.bytes("pocket-highlights/input.json")),
            ("part_000000.csv", try ImportFixtures.bytes("pocket/input.csv")),
            ("part_000001.csv", Array("title,url,time_added,tags,status\nX,https://x.example/,1,,unread\n".utf8)),
        ])
        let summary = try ImportFixtures.summary(try PlaceImport(pocket))
        #expect(summary.contains("https://x.example/") && summary.contains("A second one."))
        #expect(summary.contains("\npart_000000.csv, line 7: not imported: "))
        #expect(summary.contains("\nannotations/part_000000.json, line 5: not imported: "))
    }

    @Test("Of files with the same name, the first one is read, and the others are named")
    func repeatedNames() throws {
        func table(_ name: String) -> [UInt8] {
            Array("title,url,time_added,tags,status\nX,https://\(name).example/,1600322788,,unread\n".utf8)
        }
        let files = [("a.csv", table("a")), ("a.csv", table("b")), ("c.csv", table("c")), ("a.csv", table("d"))]
        var places = try PlaceImport(try Self.archive(files))
        var addresses: [String] = []
        while let place = try places.next() { addresses.append(place.snapshot.url.href) }
        #expect(addresses == ["https://a.example/", "https://c.example/"])
        #expect(places.omissions == ["2 files were not read, because another has the same name: a.csv, a.csv"])
    }

    @Test("Bookmark files in an archive are read if that format is chosen, or none")
    func bookmarkFile() throws {
        let file = try ImportFixtures.bytes("bookmark-folders/input.html")
        let expected = try FileImport(file).summary()
        let bytes = try Self.archive([("Bookmarks.HTML", file)])
        for format in [nil, ImportFormat.bookmarks] {
            let found = try FileImport(bytes, format: format).summary()
            #expect(found.format == .bookmarks && found.places == expected.places)
            #expect(found.losses == expected.losses && found.unreadable == expected.unreadable)
        }
    }

    @Test("A truncated or damaged archive is refused as a whole")
    func damaged() throws {
        let bytes = try Self.archive(try Self.export())
        for length in stride(from: 4, to: bytes.count - 1, by: 61) {
            #expect(throws: (any Error).self) {
                var places = try PlaceImport(Array(bytes.prefix(length)))
                while try places.next() != nil {}
            }
        }
        var flipped = bytes
        flipped[60] ^= 0xFF
        #expect(throws: (any Error).self) {
            var places = try PlaceImport(flipped)
            while try places.next() != nil {}
        }
        #expect(throws: ImportExportError.malformed("the ZIP archive is encrypted")) {
            try PlaceImport(try Self.archive(try Self.export(), flags: 9))
        }
        #expect(throws: ImportExportError.unknownFormat) {
            try PlaceImport(try Self.archive([("readme.txt", [0x41]), ("other.json", Array("{}".utf8))]))
        }
    }

    @Test("A small archive that grows beyond all measure is refused")
    func bomb() throws {
        let zeros = [UInt8](repeating: UInt8(ascii: " "), count: 64 << 20)
        let bytes = try Self.archive([("metadata_0_to_20.json", zeros)])
        #expect(bytes.count < 1 << 20)
        #expect(throws: ImportExportError.self) { try PlaceImport(bytes) }
    }

    @Test("An archive is refused if its files together grow beyond all measure")
    func manyBombs() throws {
        let zeros = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
        let files = (0..<40).map { ("metadata_\($0).json", zeros) }
        let bytes = try Self.archive(files)
        #expect(bytes.count < 1 << 16)
        let expected = ImportExportError.malformed(
            "the ZIP archive cannot be read: the compressed data grows more than 250 times")
        #expect(throws: expected) { try PlaceImport(bytes) }
        #expect(throws: (any Error).self) { try PlaceImport(Self.sharing(bytes, count: 60_000)) }
        #expect(throws: Never.self) { try ZIPArchive(try Self.archive(Array(files.prefix(16)))) }
    }

    @Test("An archive is refused if a compressed file in it grows beyond all measure")
    func bombInside() throws {
        // One literal, a copy of it, and five literals.
        let steps = 70_000
        let size = 1 + 4 + 15 + 255 * steps + 5
        var file = Array("mozLz40\0".utf8) + Self.number(size, 4)
        file += [0x1F, UInt8(ascii: "["), 1, 0]
        file += Array(repeating: 255, count: steps)
        file += [0, 0x50]
        file += Array(repeating: UInt8(ascii: "["), count: 5)
        let bytes = try Self.archive([("bookmarks.jsonlz4", file)])
        #expect(bytes.count < 1 << 12)
        let expected = ImportExportError.malformed(
            "bookmarks.jsonlz4: the compressed data grows more than 250 times")
        #expect(throws: expected) { try PlaceImport(bytes) }
    }

    @Test("A compressed file in an archive is read like the file itself, and reading the files can be stopped")
    func compressedFile() throws {
        let file = try ImportFixtures.bytes("firefox-bookmarks-lz4/input.jsonlz4")
        let bytes = try Self.archive([("a.jsonlz4", file), ("b.jsonlz4", file)])
        var places = try PlaceImport(bytes)
        var titles: [String?] = []
        while let place = try places.next() { titles.append(place.snapshot.title) }
        #expect(titles.count > 1 && titles.prefix(titles.count / 2) == titles.suffix(titles.count / 2))
        for count in 0...1 {
            var checks = 0
            #expect(throws: CancellationError.self) {
                var places = try PlaceImport(bytes) {
                    if checks == count { throw CancellationError() }
                    checks += 1
                }
                while try places.next(check: { throw CancellationError() }) != nil {}
            }
        }
    }

    @Test("A file that is larger than its archive says is damaged")
    func falseSize() throws {
        var bytes = try Self.archive([("metadata_0_to_20.json", Array(repeating: UInt8(ascii: " "), count: 70_000))])
        let directory = try #require(bytes.firstRange(of: Self.number(0x0201_4B50, 4)))
        bytes.replaceSubrange(directory.lowerBound + 24..<directory.lowerBound + 28, with: Self.number(5, 4))
        #expect(throws: ImportExportError.self) { try PlaceImport(bytes) }
    }

    /// Returns an archive in which many directory entries share the first file of another one.
    private static func sharing(_ archive: [UInt8], count: Int) throws -> [UInt8] {
        let directory = try #require(archive.firstRange(of: number(0x0201_4B50, 4)))
        let nameLength = "metadata_0.json".utf8.count
        let start = directory.lowerBound
        var entries: [UInt8] = []
        for index in 0..<count {
            let name = Array("metadata_\(10_000 + index).json".utf8)
            let entry = Array(archive[start..<start + 46])
            entries += entry[..<28] + number(name.count, 2) + entry[30...] + name
        }
        #expect(archive[(start + 46)...].starts(with: "metadata_0.json".utf8.prefix(nameLength)))
        let end = number(0x0605_4B50, 4) + number(0, 4) + number(count, 2) + number(count, 2)
        return Array(archive[..<start]) + entries + end + number(entries.count, 4) + number(start, 4) + number(0, 2)
    }

    @Test("Any bytes are refused without a crash")
    func noise() throws {
        var generator = SplitMix64(seed: 1)
        let bytes = try Self.archive(try Self.export())
        for _ in 0..<300 {
            var changed = bytes
            for _ in 0..<8 {
                let index = Int.random(in: 4..<changed.count, using: &generator)
                changed[index] = .random(in: 0...255, using: &generator)
            }
            _ = try? ImportFixtures.summary(try PlaceImport(changed))
        }
    }
}
