import FileFormats
import FoundationEssentials
import JSON
import Snapshots
import Timestamps

extension BackupContents {
    /// Reads a bookmark file; each bookmark of a page becomes a place at the top of that page.
    mutating func readBookmarks(_ bytes: [UInt8]) throws(ImportExportError) {
        for bookmark in try BookmarksFile.read(bytes) {
            var members: [String: JSONValue] = ["url": .string(bookmark.url), "title": .string(bookmark.title)]
            if let added = bookmark.addedAt { members["capturedAt"] = .string(RFC3339.string(added)) }
            add(members, tags: bookmark.tags, note: bookmark.note, name: bookmark.url)
        }
    }

    /// Reads a CSV table of quotes.
    mutating func readCSV(_ bytes: [UInt8]) throws(ImportExportError) {
        var rows = try CSVFile.read(bytes)[...]
        guard let header = rows.popFirst()?.map(CSVFile.columnName) else { throw .malformed("the table is empty") }
        func value(_ row: [String], _ names: String...) -> String {
            let index = names.lazy.compactMap { header.firstIndex(of: $0) }.first
            return index.flatMap { row.indices.contains($0) ? FormulaGuard.removed(from: row[$0]) : nil } ?? ""
        }
        guard header.contains("url") || header.contains("source url") else {
            throw .malformed("the table has no column URL")
        }
        for row in rows where row != [""] {
            let address = value(row, "url", "source url")
            var members: [String: JSONValue] = ["url": .string(address)]
            let title = value(row, "title", "book title")
            if !title.isEmpty { members["title"] = .string(title) }
            let quote = value(row, "highlight")
            if !quote.isEmpty {
                members["anchors"] = .array([
                    .object(["role": .string("primary"), "quote": .object(["exact": .string(quote)])])
                ])
            }
            let date = value(row, "date", "highlighted at")
            if RFC3339.date(date) != nil { members["capturedAt"] = .string(date) }
            let tags = value(row, "tags", "document tags").split(separator: ",").map(String.init)
            add(members, tags: tags, note: value(row, "note"), name: address)
        }
    }

    private mutating func add(_ members: [String: JSONValue], tags: [String], note: String, name: String) {
        do {
            // Other programs write duplicate tags and tags surrounded by spaces.
            var seen: Set<String> = []
            let tags = tags.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
                .filter { seen.insert($0.lowercased()).inserted }
            let metadata = try SnapshotMetadata(tags: tags, note: note)
            newPlaces.append((try PageSnapshot(value: .object(members)), metadata))
        } catch {
            omissions.append("\(JSONValue.string(name).excerpt): not imported: \(error.reason)")
        }
    }
}
