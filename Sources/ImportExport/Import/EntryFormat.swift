import JSON

/// A format of another program, as a list of entries that become places.
protocol EntryFormat: Sendable {
    /// The name by which the user chooses the format.
    static var format: ImportFormat { get }

    /// Returns the places of one entry.
    ///
    /// - Parameter entry: A row of a table, as an object of its columns, or a JSON value.
    /// - Returns: The places, and remarks about what was left out.
    /// - Throws: ``ImportExportError/malformed(_:)`` with the reason if the entry cannot be read.
    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces
}

/// A format whose entries are the rows of a CSV table.
protocol TableFormat: EntryFormat {
    /// True if a row may have fewer fields than the header.
    static var allowsShortRows: Bool { get }
    /// The names of the columns that contain the URL, in lower case; the table must have one of them.
    static var addressColumns: [String] { get }

    /// Compares the columns of a table with those of the format.
    ///
    /// - Parameter columns: The names of the columns, as `CSVFile.columnName` returns them.
    /// - Returns: True if the table has the columns by which the format is recognized.
    static func matches(columns: Set<String>) -> Bool
}

extension TableFormat {
    static var allowsShortRows: Bool { false }
    static var addressColumns: [String] { ["url"] }
}

/// A format whose entries are values of a JSON document.
protocol DocumentFormat: EntryFormat {
    /// Compares a document with the format.
    ///
    /// - Parameters:
    ///   - first: An element of the document if it is an array, or otherwise the document; nil if it is too large or
    ///     invalid.
    ///   - keys: The keys of the document if it is an object.
    /// - Returns: True if the document has the keys by which the format is recognized.
    static func matches(first: JSONValue?, keys: Set<String>) -> Bool

    /// Returns the lists of entries in the document.
    static func lists(in document: JSONOutline) throws(ImportExportError) -> [DocumentList]
}

extension DocumentFormat {
    static func lists(in document: JSONOutline) throws(ImportExportError) -> [DocumentList] {
        [DocumentList(elements: document.root)]
    }
}

/// A list of entries in a JSON document, whose elements are found one by one.
///
/// The positions of all elements could take twenty times the memory of the document.
struct DocumentList: Sendable {
    /// The bytes of an array of entries, or of a single entry.
    let range: Range<Int>
    /// True if the document contains a single entry instead of an array.
    let isEntry: Bool
    /// Data that surrounds the entries in the file, such as the name of their collection.
    let context: JSONValue

    /// Creates the list of the elements of an array.
    init(elements range: Range<Int>, context: JSONValue = .null) {
        (self.range, isEntry, self.context) = (range, false, context)
    }

    /// Creates the list of a single entry.
    init(entry range: Range<Int>) { (self.range, isEntry, context) = (range, true, .null) }
}
