import Foundation
import Places
import Syntax
import Testing

@testable import ImportExport

@Suite("The report about a file that is not imported yet")
struct ImportReportTests {
    /// Returns a summary with each kind of contents.
    private func full() throws -> ImportSummary {
        var summary = ImportSummary(format: .karakeep)
        (summary.places, summary.pages, summary.highlights, summary.approximate) = (1204, 1180, 38, 2)
        (summary.tags, summary.undated, summary.finished, summary.later) = (12, 4, 300, 12)
        summary.topTags = [
            ImportSummary.Tag(name: "recipes", count: 1210), ImportSummary.Tag(name: "a\u{1B}b", count: 88),
        ]
        summary.oldest = RFC3339.date("2019-03-01T10:00:00Z")
        summary.newest = RFC3339.date("2026-10-30T10:00:00Z")
        (summary.windows, summary.downloads, summary.copies, summary.unreadable) = (3, 1_234_567, 5, 1)
        summary.losses = [ImportLoss(what: "covers", count: 12), ImportLoss(what: "text notes", count: 1)]
        summary.omissions = ["line 3: not imported"]
        return summary
    }

    @Test("Each kind of contents has a line, numbers have groups of digits, and names are one visible line")
    func lines() throws {
        #expect(
            ImportReport(name: "k\n.json", summary: try full()).lines == [
                "k .json: karakeep", "  places       1,204 on 1,180 pages", "  highlights   38", "  approximate  2",
                "  tags         12: recipes 1,210, a\u{FFFD}b 88, \u{2026}",
                "  dates        2019-03-01 to 2026-10-30; 4 without a date", "  states       300 finished, 12 later",
                "  windows      3", "  downloads    1,234,567", "  copies       5",
                "  losses       12 covers, 1 text note", "  unreadable   1 entry",
            ])
    }

    @Test("What a file does not contain has no line; a file without anything has no places")
    func empty() throws {
        var summary = ImportSummary(format: .csv)
        #expect(ImportReport(name: "a", summary: summary).lines == ["a: csv", "  places       none"])
        summary.windows = 2
        #expect(ImportReport(name: "a", summary: summary).lines == ["a: csv", "  windows      2"])
        (summary.places, summary.pages, summary.undated) = (1, 1, 1)
        #expect(ImportReport(name: "a", summary: summary).lines[2] == "  dates        1 without a date")
        summary.undated = 0
        summary.oldest = RFC3339.date("2019-03-01T10:00:00Z")
        summary.newest = RFC3339.date("2019-03-01T12:00:00Z")
        #expect(
            ImportReport(name: "a", summary: summary).lines.prefix(3) == [
                "a: csv", "  places       1 on 1 page", "  dates        2019-03-01",
            ])
    }

    @Test("The report for programs has all members, and null for a time that is not known")
    func json() throws {
        let json = ImportReport(name: "k.json", summary: try full()).json
        #expect(json["file"]?.string == "k.json" && json["format"]?.string == "karakeep")
        #expect(json["places"]?.integer == 1204 && json["downloads"]?.integer == 1_234_567)
        #expect(json["topTags"]?[0]?["name"]?.string == "recipes" && json["topTags"]?[0]?["count"]?.integer == 1210)
        #expect(json["oldest"]?.string?.hasPrefix("2019-03-01T10:00:00") == true)
        #expect(json["losses"]?[1]?["what"]?.string == "text notes" && json["losses"]?[1]?["count"]?.integer == 1)
        #expect(json["omissions"] == .array([.string("line 3: not imported")]))
        let empty = ImportSummary(format: .csv).json
        #expect(empty["oldest"] == .null && empty["newest"] == .null && empty["file"] == nil)
    }

    @Test("The summary of a file has the numbers of an import of it, and the file can still be read")
    func summary() throws {
        let table = "url,title,time_added,tags,status\nhttps://a.example/,A,1600322788,one|two,archive\n,,,,\n"
        let file = try FileImport(Array(table.utf8))
        for _ in 1...2 {
            let summary = try file.summary()
            #expect(summary.places == 1 && summary.pages == 1 && summary.tags == 2 && summary.finished == 1)
            #expect(summary.format == .pocket && summary.oldest == summary.newest && summary.undated == 0)
            #expect(summary.unreadable == 1 && summary.omissions.count == 1)
        }
    }
}
