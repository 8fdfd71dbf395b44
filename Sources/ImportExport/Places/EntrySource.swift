import FileFormats
import FoundationEssentials
import Places
import Syntax

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

    /// The data around the entries in the file that Leftoff has no counterpart for.
    var losses: ImportLosses {
        switch self {
        case .table: ImportLosses()
        case .document(let entries): entries.losses
        }
    }

    /// One line for each remark about the file as a whole.
    var remarks: [String] {
        switch self {
        case .table(let entries): entries.remarks
        case .document(let entries): entries.remarks
        }
    }

    /// Returns the next entry, which may not be parsed yet, or the line of one that cannot be read with the reason.
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
    /// An entry whose JSON was not parsed; ``parsed()`` does that on any thread.
    case text(line: Int, Range<Int>, JSONOutline, context: JSONValue)

    /// The memory that a member of an object takes besides its text, in bytes.
    private static let memberByteCount = 64

    /// The size of the entry in bytes; of a row, the memory of its members; 0 if it cannot be read.
    var byteCount: Int {
        switch self {
        case .entry(let entry):
            entry.value.object?.values.reduce(0) { $0 + Self.memberByteCount + ($1.string?.utf8.count ?? 0) } ?? 0
        case .unreadable: 0
        case .text(_, let range, _, _): range.count
        }
    }

    /// Returns the entry whose JSON is parsed, or the reason why it cannot be read.
    func parsed() -> EntryResult {
        guard case .text(let line, let range, let document, let context) = self else { return self }
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
}

/// The rows of a table.
struct TableEntries: Sendable {
    /// The maximum number of columns; the tables of other programs have at most some tens of them.
    static let maximumColumnCount = 4096

    let format: any TableFormat.Type
    private let columns: [String]
    /// True if Leftoff wrote the table; an apostrophe in another program's table belongs to the text.
    private let hasFormulaGuards: Bool
    /// The indexes of the columns whose values are numbers of days, as spreadsheets write dates.
    private let serialColumns: Set<Int>
    /// One line for each remark about the table as a whole.
    let remarks: [String]
    private var records: CSVRecords

    /// Reads the header of a table.
    ///
    /// - Parameters:
    ///   - bytes: The table in UTF-8.
    ///   - formats: The possible formats.
    ///   - isForced: True if the user chose the format, so that only the column of the URL is needed.
    /// - Throws: ``ImportExportError`` if the table is empty, if it has too many columns, or if they are those of none
    ///   of the formats, or of several.
    init(
        _ bytes: [UInt8], formats: [any TableFormat.Type], isForced: Bool
    ) throws(ImportExportError) {
        records = CSVRecords(bytes, separator: CSVRecords.separator(of: bytes))
        let header: CSVRecord?
        do { header = try records.next() } catch { throw .malformed(error.description) }
        guard let header, header.fields != [""] else { throw .malformed("the table is empty") }
        guard header.fields.count <= Self.maximumColumnCount else {
            throw .malformed("the table has more than \(Self.maximumColumnCount) columns")
        }
        columns = header.fields.map(CSVFile.columnName)
        hasFormulaGuards = CSVFile.isOwn(columns: columns)
        let names = Set(columns)
        var found = formats.filter { $0.matches(columns: names) }
        if found.isEmpty, isForced { found = Array(formats.prefix(1)) }
        guard let format = found.first else { throw .unknownFormat }
        guard found.count == 1 else { throw .ambiguousFormat(found.map { $0.format }) }
        guard !names.isDisjoint(with: format.addressColumns) else { throw .malformed("the table has no column URL") }
        self.format = format
        let repeated = Dictionary(grouping: columns.filter { !$0.isEmpty }) { $0 }.filter { $0.value.count > 1 }.keys
        remarks = repeated.sorted().map {
            "the column \(JSONValue.string($0).excerpt) occurs several times: the first of its texts in a row counts"
        }
        serialColumns = Self.serialColumns(columns, records, of: format)
    }

    /// The number of rows by which dates of a spreadsheet are recognized.
    private static let serialSampleLimit = 100
    /// The words in the names of the columns that contain dates.
    private static let dateNames = ["date", "created", "added", "timestamp", "highlighted at"]

    /// Returns the indexes of the columns of dates whose values are numbers of days.
    ///
    /// Such a number is taken for a day only if all values of the column are: a single one could be anything.
    private static func serialColumns(
        _ columns: [String], _ records: CSVRecords, of format: any TableFormat.Type
    ) -> Set<Int> {
        var records = records
        var candidates = Set(
            columns.indices.filter { index in dateNames.contains { columns[index].contains($0) } })
        var found: Set<Int> = []
        for _ in 0..<serialSampleLimit where !candidates.isEmpty {
            // A record that cannot be read is listed later.
            guard let record = try? records.next() else { break }
            guard problem(of: record, columnCount: columns.count, in: format) == nil else {
                _ = records.rereadFromSecondLine()
                continue
            }
            for index in candidates where index < record.fields.count {
                let field = record.fields[index]
                if field.allSatisfy(\.isWhitespace) { continue }
                if ImportText.timestamp(ofSerial: field) == nil {
                    candidates.remove(index)
                } else {
                    found.insert(index)
                }
            }
        }
        return found.intersection(candidates)
    }

    mutating func next() throws(ImportExportError) -> EntryResult? {
        while true {
            let record: CSVRecord?
            do { record = try records.next() } catch {
                guard case .unclosedQuotationMark(let lines) = error else { throw .malformed(error.description) }
                let skipped = lines.count > 1 ? ", and the lines up to \(lines.upperBound) were left out" : ""
                return .unreadable(line: lines.lowerBound, reason: "its quotation mark is never closed\(skipped)")
            }
            guard let record else { return nil }
            if record.fields.count == 1, record.fields[0].allSatisfy(\.isWhitespace) { continue }
            if let problem = Self.problem(of: record, columnCount: columns.count, in: format) {
                return .unreadable(line: record.line, reason: refusal(of: record, problem))
            }
            guard record.isUTF8 else { return .unreadable(line: record.line, reason: "it is not UTF-8 text") }
            // An empty field is as good as none, and takes no memory.
            var members: [String: JSONValue] = [:]
            for (name, (index, field)) in zip(columns, record.fields.enumerated())
            where !field.isEmpty && members[name] == nil {
                members[name] = .string(text(of: field, in: index))
            }
            return .entry(ImportEntry(line: record.line, value: .object(members), context: .bool(hasFormulaGuards)))
        }
    }
}

extension TableEntries {
    /// Returns the reason why a record is no row of the table; nil if it is one.
    ///
    /// A row that is too short may be truncated if the table ends in it, because all other rows have a line break at
    /// their end. A quotation mark too many joins rows; the quoted text then usually ends in the middle of a field.
    private static func problem(
        of record: CSVRecord, columnCount: Int, in format: any TableFormat.Type
    ) -> String? {
        let count = record.fields.count
        guard count == columnCount || count < columnCount && format.allowsShortRows else {
            return "it has \(count) fields instead of \(columnCount)"
        }
        guard count == columnCount || record.hasLineBreak else {
            let reason = "it has \(count) fields instead of \(columnCount), and no line break"
            return "\(reason): the table may be truncated"
        }
        let mayBeSeveral = record.lastLine > record.line && record.hasTextAfterMark
        return mayBeSeveral ? "it has text after a closing quotation mark" : nil
    }

    /// Completes the reason why a record is refused.
    ///
    /// Of several lines, only the first one is refused, because a single quotation mark in it may have joined them.
    private mutating func refusal(of record: CSVRecord, _ reason: String) -> String {
        guard record.lastLine > record.line else { return reason }
        return records.rereadFromSecondLine()
            ? "\(reason) and extends to line \(record.lastLine): one of its quotation marks may be wrong"
            : "\(reason), and the lines up to \(record.lastLine) were left out"
    }

    /// Returns the text of a field without the marks of the program that wrote the table.
    private func text(of field: String, in column: Int) -> String {
        if serialColumns.contains(column) { return ImportText.timestamp(ofSerial: field) ?? field }
        return hasFormulaGuards ? FormulaGuard.removed(from: field) : field
    }
}

/// The entries of a JSON document.
struct DocumentEntries: Sendable {
    let format: any DocumentFormat.Type
    private let document: JSONOutline
    private let lists: [DocumentList]
    /// The data around the entries in the file that Leftoff has no counterpart for.
    let losses: ImportLosses
    /// One line for each remark about what surrounds the entries.
    let remarks: [String]
    /// The number of lists that have been begun.
    private var listIndex = 0
    /// The rest of the current list; nil between lists.
    private var elements: JSONElements?
    private var lines = LineNumbers()

    /// The maximum size of an entry, and of an element by which the format is detected, in bytes.
    ///
    /// A parsed entry takes up to thirty times its size. Saved articles have less than 1 MB without their images.
    private static let entryByteLimit = 16 << 20

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
        let all = try format.lists(in: document)
        lists = all.filter { !$0.range.isEmpty }
        var losses = ImportLosses()
        for list in all where !list.losses.isEmpty { losses.add(list.losses) }
        self.losses = losses
        remarks = all.flatMap(\.remarks)
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
            let sample = DocumentSample.value(of: document)
            return formats.filter { $0.matches(first: sample, keys: keys) }
        case UInt8(ascii: "["):
            let elements = try document.elements(of: document.root, limit: DocumentSample.elementLimit)
            return try matching(formats, elements, in: document)
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
        return .text(line: line, range, document, context: context)
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
    ///   - first: An element of the document if it is an array. If it is an object, a sample of it: all its keys, the
    ///     first readable elements of its arrays, and null for what is large or invalid. Nil for other documents.
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
    /// The maximum number of lists, collections and other groups of entries in a document.
    ///
    /// They are in memory together, and take some 400 bytes each.
    static let maximumCount = 100_000

    /// The bytes of an array of entries, or of a single entry; empty if the list has no entries.
    let range: Range<Int>
    /// True if the document contains a single entry instead of an array.
    let isEntry: Bool
    /// Data that surrounds the entries in the file, such as the name of their collection.
    let context: JSONValue
    /// The data around the entries in the file that Leftoff has no counterpart for.
    let losses: ImportLosses
    /// One line for each remark about what surrounds the entries.
    let remarks: [String]

    /// Creates the list of the elements of an array.
    init(
        elements range: Range<Int>, context: JSONValue = .null, losses: ImportLosses = ImportLosses(),
        remarks: [String] = []
    ) {
        (self.range, isEntry, self.context, self.losses, self.remarks) = (range, false, context, losses, remarks)
    }

    /// Creates the list of a single entry.
    init(
        entry range: Range<Int>, context: JSONValue = .null, losses: ImportLosses = ImportLosses(),
        remarks: [String] = []
    ) {
        (self.range, isEntry, self.context, self.losses, self.remarks) = (range, true, context, losses, remarks)
    }

    /// Creates a list without entries, for what the document has around all lists.
    init(losses: ImportLosses) {
        (range, isEntry, context, self.losses, remarks) = (0..<0, false, .null, losses, [])
    }
}

/// An entry of a file that is imported.
struct ImportEntry: Sendable {
    /// The number of the line in which the entry begins, from 1.
    let line: Int
    /// The entry: an object of the columns' texts, of which empty ones are left out, or a JSON value.
    let value: JSONValue
    /// Data that surrounds the entry in the file, such as the name of its collection; of a row, true if Leftoff wrote
    /// the table.
    var context = JSONValue.null
    /// Returns the content of another file of the same export by its path; nil if there is none.
    var companion: @Sendable (String) throws -> [UInt8]? = { _ in nil }
    /// The budget of the file before the places of this entry.
    var budget = PlaceBudget()

    /// Returns the text of the first of several keys that is not empty; empty if there is none.
    ///
    /// Numbers count as texts, because some programs write ids and times as either.
    func text(_ names: String...) -> String {
        for name in names {
            let text = Self.text(of: value[name])
            if !text.isEmpty { return text }
        }
        return ""
    }

    /// Returns the number of a key, also if it is written as a text; nil if there is none.
    func number(_ name: String) -> Double? { value[name].flatMap(Self.number) }

    /// Returns the text of a key for comparison: on one line and in lower case.
    func word(_ name: String) -> String { ImportText.line(text(name)).lowercased() }

    /// Returns true if a key is true, or a number other than 0; see ``flag(of:)``.
    func isTrue(_ name: String) -> Bool { value[name].flatMap(Self.flag) ?? false }

    /// Returns the number of a value, also if it is written as a text; nil if it is none.
    static func number(of value: JSONValue) -> Double? {
        let number = value.number ?? value.string.flatMap { Double(ImportText.line($0)) }
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    /// Returns the Boolean of a value; nil if it is none.
    ///
    /// Older programs write numbers. Spreadsheets write `TRUE` and `FALSE`.
    static func flag(of value: JSONValue) -> Bool? {
        if let flag = value.bool ?? value.number.map({ $0 != 0 }) { return flag }
        switch value.string.map({ ImportText.line($0).lowercased() }) {
        case "true", "1": return true
        case "false", "0": return false
        default: return nil
        }
    }

    /// Returns the text of a string or a number; empty for other values.
    static func text(of value: JSONValue?) -> String {
        if let text = value?.string { return text }
        guard let number = value?.number else { return "" }
        return Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }

    /// Returns the names in a list of texts, numbers, or objects with a name.
    ///
    /// - Parameters:
    ///   - value: The list; nil counts as empty.
    ///   - key: The key of an object's name.
    /// - Returns: The names; other elements are skipped.
    static func names(in value: JSONValue?, key: String) -> [String] {
        (value?.array ?? []).map { name(of: $0, key: key) }.filter { !$0.isEmpty }
    }

    /// Returns the name in a text, a number or an object; empty for other values.
    static func name(of value: JSONValue, key: String) -> String {
        text(of: value.object == nil ? value : value[key])
    }
}
