import Foundation
import Places
import Syntax

@testable import ImportExport

/// The files in `Fixtures`, written by hand in the formats of other programs.
enum ImportFixtures {
    static let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

    static func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: directory.appending(path: path))) }

    /// Returns what an import of a file contains, one line per place or omission.
    static func summary(_ places: PlaceImport) throws -> String {
        var places = places
        var lines: [String] = []
        while let place = try places.next() {
            let members: [String: JSONValue] = [
                "kind": .string("\(place.kind)"), "snapshot": place.snapshot.json,
                "tags": .array(place.metadata.tags.map(JSONValue.string)), "note": .string(place.metadata.note),
            ]
            lines.append(String(decoding: JSONValue.object(members).encoded(), as: UTF8.self))
        }
        return (["format: \(places.format.rawValue)"] + lines + places.omissions).joined(separator: "\n") + "\n"
    }
}

/// A directory of fixtures as an archive.
struct FixtureArchive: ImportArchive {
    let name: String

    var paths: [String] {
        let root = ImportFixtures.directory.appending(path: name).path
        return FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String }.filter { $0.contains(".") }
            ?? []
    }

    func content(of path: String) throws -> [UInt8]? { try? ImportFixtures.bytes("\(name)/\(path)") }
}
