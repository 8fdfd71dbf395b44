import FoundationEssentials
import Places
package import Syntax

/// A report about a file that is not imported yet.
///
/// ```swift
/// let bytes = Array("url,title,time_added,tags,status\nhttps://a.example/,A,1600322788,one,archive\n".utf8)
/// let summary = try FileImport(bytes).summary()
/// ImportReport(name: "pocket.csv", summary: summary).lines.forEach { print($0) }
/// // pocket.csv: pocket
/// //   places       1 on 1 page
/// //   tags         1: one 1
/// //   dates        2020-09-17
/// //   states       1 finished
/// ```
package struct ImportReport: Sendable, Hashable {
    /// The width of the first column; the longest label has 11 characters.
    private static let labelWidth = 13

    /// The name of the file.
    package let name: String
    /// The contents of the file.
    package let summary: ImportSummary

    /// Creates a report.
    package init(name: String, summary: ImportSummary) {
        self.name = name
        self.summary = summary
    }

    /// The report for people: a line with the name and the format, and an indented one for each kind of contents.
    package var lines: [String] {
        ["\(VisibleText.line(name)): \(summary.format.rawValue)"]
            + rows.map { label, text in
                "  \(label)\(String(repeating: " ", count: max(1, Self.labelWidth - label.count)))\(text)"
            }
    }

    /// The report for programs: ``ImportSummary/json`` and the member `file`, the name.
    package var json: JSONValue {
        var members = summary.members
        members["file"] = .string(name)
        return .object(members)
    }

    private var rows: [(label: String, text: String)] {
        var rows: [(label: String, text: String)] = []
        func add(_ label: String, _ text: String) {
            if !text.isEmpty { rows.append((label, text)) }
        }
        func addCount(_ label: String, _ count: Int) {
            if count > 0 { rows.append((label, Self.grouped(count))) }
        }
        if summary.places > 0 || summary.windows == 0 && summary.downloads == 0 {
            let pages = "\(Self.grouped(summary.pages)) \(summary.pages == 1 ? "page" : "pages")"
            add("places", summary.places == 0 ? "none" : "\(Self.grouped(summary.places)) on \(pages)")
        }
        addCount("highlights", summary.highlights)
        addCount("approximate", summary.approximate)
        add("tags", tags)
        add("dates", dates)
        add("states", states)
        addCount("windows", summary.windows)
        addCount("downloads", summary.downloads)
        addCount("copies", summary.copies)
        add("losses", summary.losses.map(\.amount).joined(separator: ", "))
        if summary.unreadable > 0 {
            add("unreadable", "\(Self.grouped(summary.unreadable)) \(summary.unreadable == 1 ? "entry" : "entries")")
        }
        return rows
    }

    /// The number of tags, and the most frequent ones with the numbers of their places.
    private var tags: String {
        guard summary.tags > 0 else { return "" }
        var listed = summary.topTags.map { "\(VisibleText.line($0.name)) \(Self.grouped($0.count))" }
        if summary.tags > summary.topTags.count { listed.append("\u{2026}") }
        return "\(Self.grouped(summary.tags)): \(listed.joined(separator: ", "))"
    }

    /// The first and the last day of the places in UTC, and the number of places without a date.
    private var dates: String {
        var parts: [String] = []
        if let oldest = summary.oldest, let newest = summary.newest {
            let days = [oldest, newest].map { String(RFC3339.string($0).prefix(10)) }
            parts.append(days[0] == days[1] ? days[0] : "\(days[0]) to \(days[1])")
        }
        if summary.undated > 0 { parts.append("\(Self.grouped(summary.undated)) without a date") }
        return parts.joined(separator: "; ")
    }

    /// The numbers of pages that would get a page mark.
    private var states: String {
        var parts: [String] = []
        if summary.finished > 0 { parts.append("\(Self.grouped(summary.finished)) finished") }
        if summary.later > 0 { parts.append("\(Self.grouped(summary.later)) later") }
        return parts.joined(separator: ", ")
    }

    /// Returns a number with a comma before each group of three digits.
    private static func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        return digits.indices.reduce(into: "") { text, index in
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digits[index])
        }
    }
}

extension ImportSummary {
    /// The summary for programs; a time that is not known is null.
    package var json: JSONValue { .object(members) }

    fileprivate var members: [String: JSONValue] {
        let counts = [
            "places": places, "pages": pages, "highlights": highlights, "approximate": approximate, "tags": tags,
            "undated": undated, "finished": finished, "later": later, "windows": windows, "downloads": downloads,
            "copies": copies, "unreadable": unreadable,
        ]
        var members = counts.mapValues { JSONValue.number(Double($0)) }
        members["format"] = .string(format.rawValue)
        members["oldest"] = oldest.map { .string(RFC3339.string($0)) } ?? .null
        members["newest"] = newest.map { .string(RFC3339.string($0)) } ?? .null
        members["topTags"] = .array(
            topTags.map { .object(["name": .string($0.name), "count": .number(Double($0.count))]) })
        members["omissions"] = .array(omissions.map(JSONValue.string))
        members["losses"] = .array(
            losses.map { .object(["what": .string($0.what), "count": .number(Double($0.count))]) })
        return members
    }
}
