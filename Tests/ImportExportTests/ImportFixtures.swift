import Foundation
import Places
import Syntax

@testable import ImportExport

/// The files in `Fixtures`, written by hand in the formats of other programs.
enum ImportFixtures {
    static let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

    static func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: directory.appending(path: path))) }

    /// Returns a mozLz4 file with a content, which consists of literals only.
    static func compressed(_ content: [UInt8]) -> [UInt8] {
        var file = Array("mozLz40\0".utf8)
        for shift in [0, 8, 16, 24] { file.append(UInt8(truncatingIfNeeded: content.count >> shift)) }
        let rest = content.count - 15
        if rest < 0 {
            file.append(UInt8(content.count) << 4)
        } else {
            file.append(0xF0)
            file += Array(repeating: 255, count: rest / 255)
            file.append(UInt8(rest % 255))
        }
        return file + content
    }

    /// Returns what an import of a file contains, one line per place, omission or loss.
    ///
    /// A place has the key `mark` only if it has a page mark. Losses are the lines that begin with `loss: `.
    static func summary(_ places: PlaceImport) throws -> String {
        var places = places
        var lines: [String] = []
        while let place = try places.next() { lines.append(line(place)) }
        return summary(places.format, lines, places.omissions, places.losses)
    }

    /// Returns a place as a line.
    static func line(_ place: ImportedPlace) -> String {
        var members: [String: JSONValue] = [
            "kind": .string("\(place.kind)"), "snapshot": place.snapshot.json,
            "tags": .array(place.metadata.tags.map(JSONValue.string)), "note": .string(place.metadata.note),
        ]
        if let mark = place.mark { members["mark"] = .string(mark.state.rawValue) }
        return String(decoding: JSONValue.object(members).encoded(), as: UTF8.self)
    }

    /// Returns the lines of an import with its format, omissions and losses.
    static func summary(
        _ format: ImportFormat, _ lines: [String], _ omissions: [String], _ losses: ImportLosses
    ) -> String {
        (["format: \(format.rawValue)"] + lines + omissions + losses.list.map { "loss: \($0.amount)" })
            .joined(separator: "\n") + "\n"
    }
}

/// An archive of texts by their paths.
struct TextArchive: ImportArchive {
    let files: [String: String]

    var paths: [String] { Array(files.keys) }

    func content(of path: String) throws -> [UInt8]? { files[path].map { Array($0.utf8) } }
}

/// A directory of fixtures as an archive.
struct FixtureArchive: ImportArchive {
    let name: String

    var paths: [String] {
        let root = ImportFixtures.directory.appending(path: name).path
        return FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String }.filter {
            // What the import is expected to yield is no file of the export.
            $0.contains(".") && $0 != "expected.txt"
        } ?? []
    }

    func content(of path: String) throws -> [UInt8]? { try? ImportFixtures.bytes("\(name)/\(path)") }
}
