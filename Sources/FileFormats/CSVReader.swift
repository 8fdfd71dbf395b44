/// A reader of whole tables in CSV; ``CSVRecords`` reads them record by record.
package enum CSVReader {
    /// Reads all records of a table.
    ///
    /// - Parameter bytes: The table in UTF-8, with or without a byte order mark.
    /// - Returns: The fields of each record, without quotation marks but with their guards (``FormulaGuard``).
    /// - Throws: ``FileFormatError/unclosedQuotationMark(line:)`` if the table is truncated.
    package static func records(_ bytes: [UInt8]) throws(FileFormatError) -> [[String]] {
        var reader = CSVRecords(bytes)
        var records: [[String]] = []
        while let record = try reader.next() { records.append(record.fields) }
        return records
    }
}
