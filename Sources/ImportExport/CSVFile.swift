import FoundationEssentials
package import Snapshots
import TextDirectives
import WHATWGURL

/// A reader and writer of CSV tables of quotes (RFC 4180) with the columns that Readwise imports.
///
/// Text from web pages can contain spreadsheet formulas. Following OWASP's advice against CSV injection, an apostrophe
/// is written before a field that a spreadsheet would run as a formula. ``unguarded(_:)`` removes the apostrophe again.
package enum CSVFile {
    /// The header row, before the first place.
    package static var opening: [UInt8] { Array("Highlight,Title,Author,URL,Note,Tags,Location,Date\r\n".utf8) }

    /// Returns a place as a row of the table.
    ///
    /// - Parameter place: The stored snapshot; the primary anchor's quote, or else the first quote, is the highlight.
    /// - Returns: The row in UTF-8, with its line break.
    package static func row(_ place: StoredSnapshot) -> [UInt8] {
        let snapshot = place.snapshot
        let quote = snapshot.primaryAnchor?.quote?.exact ?? snapshot.quotes.first ?? ""
        let fields = [
            quote, snapshot.title ?? "", "", snapshot.url.href, place.metadata.note,
            place.metadata.tags.joined(separator: ","),
            snapshot.progress.map { "\(Int(($0 * 100).rounded()))" } ?? "",
            RFC3339.string(snapshot.capturedAt ?? place.storedAt),
        ]
        return Array((fields.map(escaped).joined(separator: ",") + "\r\n").utf8)
    }

    /// Returns a column's name for comparison: in lower case, without quotation marks and without redundant spaces.
    static func columnName(_ text: some StringProtocol) -> String {
        String(text.lowercased().filter { $0 != "\"" && $0 != "\u{FEFF}" }.trimmingPrefix { $0 == " " })
            .split(separator: " ").joined(separator: " ")
    }

    /// Reads the rows of a table.
    ///
    /// - Parameter text: The content of the whole file, with or without a byte order mark.
    /// - Returns: The fields of each row, with the header row first.
    /// - Throws: ``ImportExportError`` if a quotation mark is not closed, which means that the table is truncated.
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

    /// Returns a field without the apostrophe that guards against formulas.
    ///
    /// - Parameter field: A field of a table, without its quotation marks.
    /// - Returns: The original text of the field.
    static func unguarded(_ field: String) -> String {
        field.hasPrefix("'") && isGuarded(field) ? String(field.dropFirst()) : field
    }

    /// Returns true if a field is a formula, or apostrophes followed by a formula.
    ///
    /// Both get one more apostrophe, so that removing one when reading restores the original text.
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
