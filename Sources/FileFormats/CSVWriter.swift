import VisibleText

/// A writer of tables in CSV (RFC 4180).
///
/// Records end with CR LF. A field is quoted only if it contains a comma, a quotation mark or a line break. A field
/// that a spreadsheet would evaluate as a formula gets an apostrophe in front (``FormulaGuard``). Characters that a
/// terminal obeys or hides, or by which a field would reorder the fields after it, become U+FFFD
/// (``/VisibleText/VisibleText/cellText(_:)``).
///
/// ```swift
/// var table: [UInt8] = []
/// CSVWriter.append(["title", "note"], to: &table)
/// CSVWriter.append(["Fish, chips", "=1+1"], to: &table)
/// print(String(decoding: table, as: UTF8.self))
/// // title,note
/// // "Fish, chips",'=1+1
/// ```
package enum CSVWriter {
    /// Appends a record.
    ///
    /// - Parameters:
    ///   - fields: The values, without quotation marks and guards.
    ///   - output: Receives the record in UTF-8.
    package static func append(_ fields: [String], to output: inout [UInt8]) {
        for (index, field) in fields.enumerated() {
            if index > 0 { output.append(separator) }
            append(field: field, to: &output)
        }
        endRecord(in: &output)
    }

    /// The byte between two fields.
    package static let separator = UInt8(ascii: ",")

    /// Appends one field of a record.
    ///
    /// - Parameters:
    ///   - field: The value, without quotation marks and guard.
    ///   - output: Receives the field in UTF-8.
    package static func append(field: String, to output: inout [UInt8]) {
        var field = field
        field.withUTF8 { append(utf8: $0, to: &output) }
    }

    /// Appends one field of a record.
    ///
    /// - Parameters:
    ///   - field: The value in UTF-8, without quotation marks and guard.
    ///   - output: Receives the field.
    package static func append(utf8 field: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        let needsQuotes = field.contains { $0 == UInt8(ascii: "\"") || $0 == separator || $0 == 0x0A || $0 == 0x0D }
        if needsQuotes { output.append(UInt8(ascii: "\"")) }
        if FormulaGuard.isNeeded(for: field) { output.append(UInt8(ascii: "'")) }
        guard needsQuotes else { return VisibleText.append(field, to: &output, replacing: VisibleText.cellText) }
        let parts = field.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if index > 0 { output.append(contentsOf: "\"\"".utf8) }
            VisibleText.append(UnsafeBufferPointer(rebasing: part), to: &output, replacing: VisibleText.cellText)
        }
        output.append(UInt8(ascii: "\""))
    }

    /// Appends the end of a record.
    package static func endRecord(in output: inout [UInt8]) {
        output.append(0x0D)
        output.append(0x0A)
    }
}
