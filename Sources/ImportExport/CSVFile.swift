import FileFormats
import FoundationEssentials
import Numbers
import Snapshots
import Timestamps
import WHATWGURL

/// Places as a CSV table of quotes, with the columns that Readwise imports.
enum CSVFile {
    private static let header = ["Highlight", "Title", "Author", "URL", "Note", "Tags", "Location", "Date"]

    /// The header row, before the first place.
    static var opening: [UInt8] { record(header) }

    /// Compares the columns of a table with those of this format.
    ///
    /// - Parameter columns: The names of the columns, as ``columnName(_:)`` returns them.
    /// - Returns: True if all columns of this format are among them, as in a table that was edited.
    static func isOwn(columns: some Sequence<String>) -> Bool { Set(columns).isSuperset(of: header.map(columnName)) }

    /// Returns a place as a row of the table.
    ///
    /// - Parameter place: The stored snapshot; its `PageSnapshot.highlight` is the first column.
    /// - Returns: The row in UTF-8, with its line break.
    static func row(_ place: StoredSnapshot) -> [UInt8] {
        let snapshot = place.snapshot
        return record([
            snapshot.highlight ?? "", snapshot.title ?? "", "", snapshot.url.href, place.metadata.note,
            place.metadata.tags.joined(separator: ","),
            snapshot.progress.map { "\(Int(clamping: $0 * 100, to: 0...100))" } ?? "",
            RFC3339.string(snapshot.capturedAt ?? place.storedAt),
        ])
    }

    /// Returns a column's name for comparison: in lower case, without quotation marks and without redundant spaces.
    static func columnName(_ text: some StringProtocol) -> String {
        String(text.lowercased().filter { $0 != "\"" && $0 != "\u{FEFF}" }.trimmingPrefix { $0 == " " })
            .split(separator: " ").joined(separator: " ")
    }

    private static func record(_ fields: [String]) -> [UInt8] {
        var output: [UInt8] = []
        CSVWriter.append(fields, to: &output)
        return output
    }
}
