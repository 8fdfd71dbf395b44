import FileFormats
import FoundationEssentials
import JSON

/// The entries of one file, in its order.
enum EntrySource: Sendable {
    case table(TableEntries)
    case document(DocumentEntries)

    /// The format of the entries.
    var format: any EntryFormat.Type {
        switch self {
        case .table(let entries): entries.format
        case .document(let entries): entries.format
        }
    }

    /// Returns the next entry, or the line of one that cannot be read with the reason.
    ///
    /// - Returns: Nil at the end.
    /// - Throws: ``ImportExportError`` if the rest of the file cannot be read.
    mutating func next() throws(ImportExportError) -> EntryResult? {
        switch self {
        case .table(var entries):
            defer { self = .table(entries) }
            return try entries.next()
        case .document(var entries):
            defer { self = .document(entries) }
            return try entries.next()
        }
    }
}

/// An entry, or the line of one that cannot be read with the reason.
enum EntryResult: Sendable {
    case entry(ImportEntry)
    case unreadable(line: Int, reason: String)
}

/// The rows of a table.
struct TableEntries: Sendable {
    let format: any TableFormat.Type
    private let columns: [String]
    /// True if Leftoff wrote the table; an apostrophe in another program's table belongs to the text.
    private let hasFormulaGuards: Bool
    private var records: CSVRecords

    /// Reads the header of a table.
    ///
    /// - Parameters:
    ///   - bytes: The table in UTF-8.
    ///   - formats: The possible formats.
    ///   - isForced: True if the user chose the format, so that only the column of the URL is needed.
    /// - Throws: ``ImportExportError`` if the table is empty, or if its columns are those of none of the formats, or of
    ///   several.
    init(
        _ bytes: [UInt8], formats: [any TableFormat.Type], isForced: Bool
    ) throws(ImportExportError) {
        records = CSVRecords(bytes)
        let header: CSVRecord?
        do { header = try records.next() } catch { throw .malformed(error.description) }
        guard let header, header.fields != [""] else { throw .malformed("the table is empty") }
        columns = header.fields.map(CSVFile.columnName)
        hasFormulaGuards = CSVFile.isOwn(columns: columns)
        let names = Set(columns)
        var found = formats.filter { $0.matches(columns: names) }
        if found.isEmpty, isForced { found = Array(formats.prefix(1)) }
        guard let format = found.first else { throw .unknownFormat }
        guard found.count == 1 else { throw .ambiguousFormat(found.map { $0.format }) }
        guard !names.isDisjoint(with: format.addressColumns) else { throw .malformed("the table has no column URL") }
        self.format = format
    }

    mutating func next() throws(ImportExportError) -> EntryResult? {
        while true {
            let record: CSVRecord?
            do { record = try records.next() } catch {
                guard case .unclosedQuotationMark(let line) = error else { throw .malformed(error.description) }
                return .unreadable(line: line, reason: "its quotation mark is never closed")
            }
            guard let record else { return nil }
            if record.fields.count == 1, record.fields[0].allSatisfy(\.isWhitespace) { continue }
            let (found, expected) = (record.fields.count, columns.count)
            guard found == expected || found < expected && format.allowsShortRows else {
                return .unreadable(line: record.line, reason: "it has \(found) fields instead of \(expected)")
            }
            guard record.isUTF8 else { return .unreadable(line: record.line, reason: "it is not UTF-8 text") }
            var members: [String: JSONValue] = [:]
            for (name, field) in zip(columns, record.fields) where members[name] == nil {
                members[name] = .string(hasFormulaGuards ? FormulaGuard.removed(from: field) : field)
            }
            return .entry(ImportEntry(line: record.line, value: .object(members)))
        }
    }
}

/// The entries of a JSON document.
struct DocumentEntries: Sendable {
    let format: any DocumentFormat.Type
    private let document: JSONOutline
    private let lists: [DocumentList]
    /// The number of lists that have been begun.
    private var listIndex = 0
    /// The rest of the current list; nil between lists.
    private var elements: JSONElements?
    private var lines = LineCounter()

    /// The maximum size of an entry, and of an element by which the format is detected, in bytes.
    ///
    /// A parsed entry takes up to thirty times its size. Saved articles have less than 1 MB without their images.
    private static let entryByteLimit = 16 << 20
    /// The maximum number of elements that are tried until one of them has the keys of a format.
    ///
    /// With fewer, a few damaged or empty entries hide the format. With more, a large file of another program is read
    /// for longer before it is refused.
    private static let sampleLimit = 100

    /// Finds the entries of a document.
    ///
    /// - Parameters:
    ///   - bytes: The document in UTF-8.
    ///   - formats: The possible formats.
    ///   - isForced: True if the user chose the format.
    /// - Throws: ``ImportExportError`` if the document is truncated, if it is of none of the formats, or of several, or
    ///   if none of its first entries can be read.
    init(
        _ bytes: [UInt8], formats: [any DocumentFormat.Type], isForced: Bool
    ) throws(ImportExportError) {
        document = try JSONOutline(bytes)
        var found: [any DocumentFormat.Type]
        // With a chosen format, an entry that cannot be read does not prevent the others.
        do { found = try Self.matching(formats, document) } catch { if isForced { found = [] } else { throw error } }
        if found.isEmpty, isForced { found = Array(formats.prefix(1)) }
        guard let format = found.first else { throw .unknownFormat }
        guard found.count == 1 else { throw .ambiguousFormat(found.map { $0.format }) }
        self.format = format
        lists = try format.lists(in: document)
        // A list without its commas is refused before anything of it is stored.
        for list in lists where !list.isEntry {
            var elements = try document.elementReader(of: list.range)
            while try elements.next() != nil {}
        }
    }

    private static func matching(
        _ formats: [any DocumentFormat.Type], _ document: JSONOutline
    ) throws(ImportExportError) -> [any DocumentFormat.Type] {
        switch document.start(of: document.root) {
        case UInt8(ascii: "{"):
            let keys = Set(try document.members(of: document.root).keys)
            let root = document.root.count <= entryByteLimit ? try? document.value(in: document.root) : nil
            return formats.filter { $0.matches(first: root, keys: keys) }
        case UInt8(ascii: "["):
            return try matching(formats, document.elements(of: document.root, limit: sampleLimit), in: document)
        default:
            return formats.filter { $0.matches(first: nil, keys: []) }
        }
    }

    /// Returns the formats of the first element that has the keys of any.
    ///
    /// - Throws: ``ImportExportError/undetectableFormat(_:)`` if there are elements, and none of them can be parsed.
    private static func matching(
        _ formats: [any DocumentFormat.Type], _ elements: [Range<Int>], in document: JSONOutline
    ) throws(ImportExportError) -> [any DocumentFormat.Type] {
        var problem: ImportExportError?
        var isAnyReadable = false
        for element in elements where element.count <= entryByteLimit {
            do {
                let value = try document.value(in: element)
                isAnyReadable = true
                let found = formats.filter { $0.matches(first: value, keys: []) }
                if !found.isEmpty { return found }
            } catch {
                problem = problem ?? error
            }
        }
        if let problem, !isAnyReadable {
            throw .undetectableFormat("\(problem)")
        }
        return []
    }

    mutating func next() throws(ImportExportError) -> EntryResult? {
        guard let (range, context) = try nextRange() else { return nil }
        let line = lines.line(at: range.lowerBound, in: document.bytes)
        guard range.count <= Self.entryByteLimit else {
            return .unreadable(line: line, reason: "it is larger than \(Self.entryByteLimit) bytes")
        }
        do {
            let value = try document.value(in: range)
            guard value.object != nil else {
                return .unreadable(line: line, reason: "it is \(value.kindName) instead of an object")
            }
            return .entry(ImportEntry(line: line, value: value, context: context))
        } catch {
            return .unreadable(line: line, reason: error.description)
        }
    }

    /// Returns the position and the surrounding data of the next entry; nil at the end.
    private mutating func nextRange() throws(ImportExportError) -> (Range<Int>, context: JSONValue)? {
        while true {
            if let range = try elements?.next() { return (range, lists[listIndex - 1].context) }
            elements = nil
            guard listIndex < lists.count else { return nil }
            let list = lists[listIndex]
            listIndex += 1
            if list.isEntry { return (list.range, list.context) }
            elements = try document.elementReader(of: list.range)
        }
    }
}
