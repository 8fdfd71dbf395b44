import FoundationEssentials
package import Snapshots
import TextDirectives
import WHATWGURL

/// A table of quotes (RFC 4180), with the columns that Readwise reads.
///
/// A field that a spreadsheet would take for a formula gets an apostrophe before it, as OWASP advises (CSV injection): whatever is in
/// such a table a page may have put there. ``unguarded(_:)`` takes the apostrophe away again.
package enum CSVFile {
    /// What stands before the first place.
    package static var opening: [UInt8] { Array("Highlight,Title,Author,URL,Note,Tags,Location,Date\r\n".utf8) }

    /// A place.
    ///
    /// - Parameter place: The place.
    /// - Returns: A row.
    package static func row(_ place: StoredSnapshot) -> [UInt8] {
        let snapshot = place.snapshot
        let quote = snapshot.primaryAnchor?.quote?.exact ?? snapshot.quotes.first ?? ""
        let fields = [
            quote, snapshot.title ?? "", "", snapshot.url.href, place.marks.note,
            place.marks.tags.joined(separator: ","),
            snapshot.progress.map { "\(Int(($0 * 100).rounded()))" } ?? "",
            RFC3339.string(snapshot.capturedAt ?? place.storedAt),
        ]
        return Array((fields.map(escaped).joined(separator: ",") + "\r\n").utf8)
    }

    /// A column's name as names are compared: in lower case, without quotation marks and white space around it.
    static func columnName(_ text: some StringProtocol) -> String {
        String(text.lowercased().filter { $0 != "\"" && $0 != "\u{FEFF}" }.trimmingPrefix { $0 == " " })
            .split(separator: " ").joined(separator: " ")
    }

    /// Reads rows.
    ///
    /// - Parameter text: The table.
    /// - Returns: The rows with their fields.
    /// - Throws: ``ImportExportError`` if a quotation mark is never closed: the end of the table is missing.
    static func read(_ text: String) throws(ImportExportError) -> [[String]] {
        var rows: [[String]] = []
        var row: [String] = []
        var field: [UInt8] = []
        var isQuoted = false
        var hasContent = false
        let bytes = Array(text.utf8)
        func ended() -> String { String(decoding: field, as: UTF8.self) }
        var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            hasContent = true
            switch byte {
            case UInt8(ascii: "\"") where isQuoted:
                if index < bytes.count, bytes[index] == byte {
                    field.append(byte)
                    index += 1
                } else {
                    isQuoted = false
                }
            case UInt8(ascii: "\"") where field.isEmpty: isQuoted = true
            case UInt8(ascii: ",") where !isQuoted:
                row.append(ended())
                field = []
            case UInt8(ascii: "\n") where !isQuoted:
                if field.last == UInt8(ascii: "\r") { field.removeLast() }
                rows.append(row + [ended()])
                (row, field, hasContent) = ([], [], false)
            default: field.append(byte)
            }
        }
        guard !isQuoted else {
            throw .malformed("the table ends within quotation marks: its end is missing")
        }
        if hasContent { rows.append(row + [ended()]) }
        return rows
    }

    /// A field as it was before a spreadsheet had to be kept from taking it for a formula.
    ///
    /// - Parameter field: A field that was read.
    /// - Returns: The field without our apostrophe.
    static func unguarded(_ field: String) -> String {
        field.hasPrefix("'") && isGuarded(field) ? String(field.dropFirst()) : field
    }

    /// Whether a field is taken for a formula, or is one with apostrophes before it, which have to be told from ours.
    private static func isGuarded(_ text: String) -> Bool {
        let first = text.unicodeScalars.first { $0 != "'" }
        return first.map { "=+-@\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains($0) } ?? false
    }

    private static func escaped(_ text: String) -> String {
        let text = isGuarded(text) ? "'" + text : text
        let needsQuotes = text.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
        return needsQuotes ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
    }
}
