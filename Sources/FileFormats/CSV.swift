import Syntax

/// A record of a table in CSV.
package struct CSVRecord: Sendable, Hashable {
    /// The number of the line in which the record begins, from 1; quoted fields may contain line breaks.
    package let line: Int
    /// The number of the line in which the record ends.
    package let lastLine: Int
    /// The fields, without quotation marks but with their guards (``FormulaGuard``); at most
    /// ``CSVRecords/maximumFieldCount``.
    package let fields: [String]
    /// False if a field is not UTF-8; its invalid bytes are replaced by U+FFFD.
    package let isUTF8: Bool
    /// True if text other than spaces follows the closing quotation mark of a field, as in `"a"b`.
    package let hasTextAfterMark: Bool
    /// False if the table ends with this record, without a line break.
    package let hasLineBreak: Bool
}

/// The records of a table in CSV (RFC 4180), read one by one, so that memory does not grow with their number.
///
/// Records may also end with a line feed or a carriage return alone. A quotation mark inside a field that does not
/// begin with one is an ordinary character. Spreadsheets write semicolons instead of commas where the comma is the
/// decimal sign; ``separator(of:)`` tells such tables.
///
/// ```swift
/// var records = CSVRecords(Array("URL,Note\r\nhttps://a.example/,\"two\nlines\"\r\n".utf8))
/// while let record = try records.next() { print(record.line, record.fields.count) }  // 1 2, and then 2 2
/// ```
package struct CSVRecords: Sendable {
    /// The maximum number of fields of a record; further ones are skipped.
    ///
    /// A field in memory takes at least 16 bytes, and an empty one in the table only its comma.
    static let maximumFieldCount = 1 << 16

    /// The number of times that a table can be read again from the middle of its records.
    ///
    /// Without a limit, a table in which each line seems to open a quotation mark would be read once for each line.
    private static let rereadLimit = 8

    private let bytes: [UInt8]
    private let separator: UInt8
    private var index: Int
    private var line = 1
    /// The position behind the first line of the last record; nil if that is the end of the record.
    private var secondLine: (index: Int, line: Int)?
    /// The number of bytes that can still be read again.
    private var rereadBudget: Int

    /// Creates a reader at the start of a table.
    ///
    /// - Parameters:
    ///   - bytes: The table in UTF-8, with or without a byte order mark.
    ///   - separator: The byte between two fields; see ``separator(of:)``.
    package init(_ bytes: [UInt8], separator: UInt8 = CSVWriter.separator) {
        self.bytes = bytes
        self.separator = separator
        index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        rereadBudget = bytes.count * Self.rereadLimit
    }

    /// Detects the byte between two fields of a table by its first line.
    ///
    /// - Parameter bytes: The table in UTF-8, or at least its first line.
    /// - Returns: A semicolon or a tab if the line has at least two of them, and no comma, outside of quotation marks;
    ///   otherwise a comma.
    package static func separator(of bytes: some Sequence<UInt8>) -> UInt8 {
        var isQuoted = false
        var (semicolons, tabs) = (0, 0)
        line: for byte in bytes {
            switch byte {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case _ where isQuoted: break
            case CSVWriter.separator: return CSVWriter.separator
            case UInt8(ascii: ";"): semicolons += 1
            case 0x09: tabs += 1
            case 0x0A, 0x0D: break line
            default: break
            }
        }
        guard max(semicolons, tabs) >= 2 else { return CSVWriter.separator }
        return semicolons >= tabs ? UInt8(ascii: ";") : 0x09
    }

    /// Returns the next record.
    ///
    /// - Returns: The record; nil at the end of the table. A blank line is a record with one empty field.
    /// - Throws: ``FileFormatError/unclosedQuotationMark(lines:)`` if the table ends within quotation marks. The next
    ///   record then begins behind the lines of the error: the first line of the record, because a single mark may be
    ///   missing, or, of a table with many such marks, all lines until the last one.
    package mutating func next() throws(FileFormatError) -> CSVRecord? {
        guard index < bytes.count else { return nil }
        var record = PartialRecord()
        let start = line
        secondLine = nil
        var quotationLine: Int?
        /// The index after the line in which the quotation marks were opened.
        var nextLine: Int?
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\"") where quotationLine != nil:
                if index < bytes.count, bytes[index] == byte {
                    record.field.append(byte)
                    index += 1
                } else {
                    quotationLine = nil
                    record.hasTextAfterMark = record.hasTextAfterMark || !isFieldEnd(index)
                }
            case UInt8(ascii: "\"") where record.field.isEmpty: (quotationLine, nextLine) = (line, nil)
            case separator where quotationLine == nil: record.endField()
            case 0x0A, 0x0D:
                line += 1
                let isPair = byte == 0x0D && index < bytes.count && bytes[index] == 0x0A
                if isPair { index += 1 }
                guard quotationLine != nil else { return record.finished(lines: start...line - 1, hasLineBreak: true) }
                nextLine = nextLine ?? index
                secondLine = secondLine ?? (index, line)
                record.field.append(byte)
                if isPair { record.field.append(0x0A) }
            default: record.field.append(byte)
            }
        }
        if let quotationLine {
            if rereadFromSecondLine() { throw .unclosedQuotationMark(lines: start...start) }
            if let nextLine { (index, line) = (nextLine, quotationLine + 1) }
            throw .unclosedQuotationMark(lines: start...quotationLine)
        }
        return record.finished(lines: start...line, hasLineBreak: false)
    }

    /// Returns true if a field ends at an index or after spaces.
    private func isFieldEnd(_ index: Int) -> Bool {
        guard let byte = bytes[index...].first(where: { $0 != 0x20 }) else { return true }
        return byte == separator || byte == 0x0A || byte == 0x0D
    }

    /// Continues behind the first line of the last record, because its quotation marks may not be those of its writer.
    ///
    /// - Returns: False if nothing changes: the record has only one line, or too much of the table was read again.
    package mutating func rereadFromSecondLine() -> Bool {
        guard let secondLine, index - secondLine.index <= rereadBudget else { return false }
        rereadBudget -= index - secondLine.index
        (index, line) = secondLine
        self.secondLine = nil
        return true
    }
}

/// The part of a record that has been read.
private struct PartialRecord {
    var field: [UInt8] = []
    var hasTextAfterMark = false
    private var fields: [String] = []
    private var isUTF8 = true

    mutating func endField() {
        defer { field.removeAll(keepingCapacity: true) }
        guard fields.count < CSVRecords.maximumFieldCount else { return }
        if let text = String(validating: field, as: UTF8.self) {
            fields.append(text.streamSafe)
        } else {
            fields.append(String(decoding: field, as: UTF8.self).streamSafe)
            isUTF8 = false
        }
    }

    mutating func finished(lines: ClosedRange<Int>, hasLineBreak: Bool) -> CSVRecord {
        endField()
        return CSVRecord(
            line: lines.lowerBound, lastLine: lines.upperBound, fields: fields, isUTF8: isUTF8,
            hasTextAfterMark: hasTextAfterMark, hasLineBreak: hasLineBreak)
    }
}

/// A writer of tables in CSV (RFC 4180).
///
/// Records end with CR LF. A field is quoted only if it contains a comma, a quotation mark or a line break. A field
/// that a spreadsheet would evaluate as a formula gets an apostrophe in front (``FormulaGuard``). Characters that a
/// terminal obeys or hides, or by which a field would reorder the fields after it, become U+FFFD
/// (``/Syntax/VisibleText/cellText(_:)``).
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

/// The apostrophe before a field of a table that a spreadsheet would evaluate as a formula.
///
/// The texts in Leftoff's tables come from web pages, and a formula can send the table to a server. The guard follows
/// [OWASP's advice](https://owasp.org/www-community/attacks/CSV_Injection). A field that already has apostrophes before
/// a formula is guarded too, so that ``removed(from:)`` restores every field.
package enum FormulaGuard {
    /// Returns true if a field needs the guard.
    ///
    /// - Parameter field: The field in UTF-8.
    /// - Returns: True if the field begins, after any apostrophes, with `=`, `+`, `-`, `@`, one of their full-width
    ///   forms, a tab or a line break.
    package static func isNeeded(for field: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = field.firstIndex(where: { $0 != UInt8(ascii: "'") }) else { return false }
        switch field[start] {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0A, 0x0D: return true
        case 0xEF: return fullWidthForms.contains { field[start...].starts(with: $0) }
        default: return false
        }
    }

    /// Returns a field without its guard.
    ///
    /// - Parameter field: A field without quotation marks and escapes, for instance as ``CSVRecords`` returns it.
    /// - Returns: The field as it was before ``CSVWriter`` wrote it.
    package static func removed(from field: String) -> String {
        var field = field
        return field.withUTF8 { bytes in
            let isGuarded = bytes.first == UInt8(ascii: "'") && isNeeded(for: bytes)
            return String(decoding: bytes.dropFirst(isGuarded ? 1 : 0), as: UTF8.self)
        }
    }

    /// The full-width `=`, `+`, `-` and `@` in UTF-8.
    private static let fullWidthForms = ["\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}"].map { Array($0.utf8) }
}
