import Foundation
import Places
import Testing

@testable import ImportExport

@Suite("The table of losses in docs/import.md")
struct ImportLossTableTests {
    private static let document = ImportFixtures.directory.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs/import.md")
    private static let markers = (start: "<!-- losses -->\n", end: "<!-- end of losses -->")

    /// Returns the file of a directory of fixtures, or all its files as an archive.
    private static func file(of directory: String) throws -> FileImport {
        let path = ImportFixtures.directory.appending(path: directory).path
        if let name = try FileManager.default.contentsOfDirectory(atPath: path).first(where: { $0.hasPrefix("input.") })
        {
            return try FileImport(try ImportFixtures.bytes("\(directory)/\(name)"))
        }
        return try FileImport(archive: FixtureArchive(name: directory))
    }

    /// The table, with a row for each kind of data of each format.
    private static func table() throws -> String {
        var losses: [ImportFormat: ImportLosses] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: ImportFixtures.directory.path).sorted()
        where !name.hasPrefix(".") {
            let summary = try file(of: name).summary()
            for loss in summary.losses { losses[summary.format, default: ImportLosses()].add(loss.what) }
        }
        let rows = ImportFormat.allCases.flatMap { format in
            (losses[format]?.list ?? []).map { "| `\(format.rawValue)` | \($0.what) |" }
        }
        return (["", "| format | data without a counterpart |", "|---|---|"] + rows + ["", ""]).joined(separator: "\n")
    }

    @Test("The table has each kind of data that the fixtures contain and Leftoff has no counterpart for")
    func table() throws {
        let text = try String(contentsOf: Self.document, encoding: .utf8)
        let start = try #require(text.range(of: Self.markers.start)).upperBound
        let end = try #require(text.range(of: Self.markers.end)).lowerBound
        let table = try Self.table()
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try Data((text[..<start] + table + text[end...]).utf8).write(to: Self.document)
        } else {
            #expect(text[start..<end] == table, "record again with RECORD=1")
        }
    }
}
