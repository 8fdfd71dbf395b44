import VisibleText

/// A record of a table in CSV.
package struct CSVRecord: Sendable, Hashable {
    /// The number of the line in which the record begins, from 1; quoted fields may contain line breaks.
    package let line: Int
    /// The fields, without quotation marks but with their guards (``FormulaGuard``); at most
    /// ``CSVRecords/maximumFieldCount``.
    package let fields: [String]
    /// False if a field is not UTF-8; its invalid bytes are replaced by U+FFFD.
    package let isUTF8: Bool
}

/// The records of a table in CSV (RFC 4180), read one by one, so that memory does not grow with their number.
///
/// Records may also end with a line feed or a carriage return alone. A quotation mark inside a field that does not
/// begin with one is an ordinary character.
///
/// ```swift
/// var records = CSVRecords(Array("URL,Note\r\nhttps://a.example/,\"two\nlines\"\r\n".utf8))
/// while let record = try records.next() { print(record.line, record.fields.count) }  // 1 2, and then 2 2
/// ```
package struct CSVRecords: Sendable {
    /// The maximum number of fields of a record; further ones are skipped.
    ///
    /// A field in memory takes at least 16 bytes, and an empty one in the table only its comma.
    package static let maximumFieldCount = 1 << 16

    private let bytes: [UInt8]
    private var index: Int
    private var line = 1

    /// Creates a reader at the start of a table.
    ///
    /// - Parameter bytes: The table in UTF-8, with or without a byte order mark.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Returns the next record.
    ///
    /// - Returns: The record; nil at the end of the table. A blank line is a record with one empty field.
    /// - Throws: ``FileFormatError/unclosedQuotationMark(line:)`` if the table ends within quotation marks. The next
    ///   record then begins after the line with the mark, because a single mark may be missing.
    package mutating func next() throws(FileFormatError) -> CSVRecord? {
        guard index < bytes.count else { return nil }
        var record = PartialRecord()
        let start = line
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
                }
            case UInt8(ascii: "\"") where record.field.isEmpty: (quotationLine, nextLine) = (line, nil)
            case CSVWriter.separator where quotationLine == nil: record.endField()
            case 0x0A, 0x0D:
                line += 1
                let isPair = byte == 0x0D && index < bytes.count && bytes[index] == 0x0A
                if isPair { index += 1 }
                guard quotationLine != nil else { return record.finished(line: start) }
                nextLine = nextLine ?? index
                record.field.append(byte)
                if isPair { record.field.append(0x0A) }
            default: record.field.append(byte)
            }
        }
        if let quotationLine {
            if let nextLine { (index, line) = (nextLine, quotationLine + 1) }
            throw .unclosedQuotationMark(line: quotationLine)
        }
        return record.finished(line: start)
    }
}

/// The part of a record that has been read.
private struct PartialRecord {
    var field: [UInt8] = []
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

    mutating func finished(line: Int) -> CSVRecord {
        endField()
        return CSVRecord(line: line, fields: fields, isUTF8: isUTF8)
    }
}
