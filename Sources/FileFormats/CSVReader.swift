/// A reader of tables in CSV (RFC 4180), whose records may also end with a line feed or a carriage return alone.
package enum CSVReader {
    /// Reads all records of a table.
    ///
    /// A quotation mark inside a field that does not begin with one is an ordinary character.
    ///
    /// - Parameter bytes: The table in UTF-8, with or without a byte order mark.
    /// - Returns: The fields of each record, without quotation marks but with their guards (``FormulaGuard``).
    /// - Throws: ``FileFormatError/unclosedQuotationMark`` if the table is truncated.
    package static func records(_ bytes: [UInt8]) throws(FileFormatError) -> [[String]] {
        var records: [[String]] = []
        var record: [String] = []
        var field: [UInt8] = []
        var isQuoted = false
        var hasContent = false
        func text() -> String { String(decoding: field, as: UTF8.self) }
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
            case CSVWriter.separator where !isQuoted:
                record.append(text())
                field.removeAll(keepingCapacity: true)
            case 0x0A where !isQuoted, 0x0D where !isQuoted:
                if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
                record.append(text())
                records.append(record)
                record.removeAll()
                field.removeAll(keepingCapacity: true)
                hasContent = false
            default: field.append(byte)
            }
        }
        guard !isQuoted else { throw .unclosedQuotationMark }
        if hasContent { records.append(record + [text()]) }
        return records
    }
}
