import FoundationEssentials
import Syntax

/// The positions of the values in a JSON document.
///
/// The values are not parsed, so that a large document takes no more memory than its bytes, an invalid entry does not
/// affect the others, and any depth of nesting is harmless. ``value(in:)`` parses one of them.
struct JSONOutline: Sendable {
    /// The document in UTF-8, without a byte order mark.
    let bytes: [UInt8]
    /// The range of the document's value.
    let root: Range<Int>

    /// Finds the value of a document.
    ///
    /// - Throws: ``ImportExportError/malformed(_:)`` if the document is truncated, or if something follows the value.
    init(_ bytes: [UInt8]) throws(ImportExportError) {
        self.bytes = bytes
        root = try Self.range(at: 0, in: bytes)
        let rest = Self.skippingBlanks(root.upperBound, in: bytes)
        guard rest == bytes.count else { throw Self.malformed("there is text after the value", at: rest, in: bytes) }
    }

    /// Returns the first byte of a value, such as `{`.
    func start(of range: Range<Int>) -> UInt8? { range.isEmpty ? nil : bytes[range.lowerBound] }

    /// Parses a value.
    ///
    /// A text that was cut within a surrogate pair ends with U+FFFD.
    ///
    /// - Throws: ``ImportExportError/malformed(_:)`` with the reason.
    func value(in range: Range<Int>) throws(ImportExportError) -> JSONValue {
        do { return try JSONValue(lenientJSON: bytes[range]) } catch {
            switch error {
            case .malformed(let reason, _): throw .malformed("it is not valid JSON: \(reason)")
            case .tooLarge: throw .malformed(error.description)
            }
        }
    }

    /// Returns the elements of an array.
    ///
    /// - Parameters:
    ///   - range: The range of the array.
    ///   - limit: The maximum number of elements.
    /// - Returns: The ranges of the elements, at most `limit`.
    /// - Throws: ``ImportExportError/malformed(_:)`` if this is not an array, or if commas are missing.
    func elements(of range: Range<Int>, limit: Int = .max) throws(ImportExportError) -> [Range<Int>] {
        var reader = try elementReader(of: range)
        var elements: [Range<Int>] = []
        while elements.count < limit, let element = try reader.next() { elements.append(element) }
        return elements
    }

    /// Returns a reader of the elements of an array, which finds them one by one.
    ///
    /// - Throws: ``ImportExportError/malformed(_:)`` if this is not an array.
    func elementReader(of range: Range<Int>) throws(ImportExportError) -> JSONElements {
        guard start(of: range) == UInt8(ascii: "[") else { throw malformed("expected an array", at: range.lowerBound) }
        return JSONElements(document: self, array: range)
    }

    /// Returns the element or member that begins after another one, or the first one.
    ///
    /// - Parameters:
    ///   - end: The end of the previous element; nil before the first one.
    ///   - range: The range of the array or object.
    /// - Returns: The index at which the element begins; nil after the last one.
    /// - Throws: ``ImportExportError/malformed(_:)`` if the comma is missing.
    fileprivate func start(after end: Int?, in range: Range<Int>) throws(ImportExportError) -> Int? {
        let index = Self.skippingBlanks(end ?? range.lowerBound + 1, in: bytes)
        if index == range.upperBound - 1 { return nil }
        guard end != nil else { return index }
        guard index < range.upperBound, bytes[index] == UInt8(ascii: ",") else {
            throw malformed("expected \",\"", at: index)
        }
        return Self.skippingBlanks(index + 1, in: bytes)
    }

    /// The maximum number of members of an object that is divided into members.
    ///
    /// They take some 60 bytes each. The objects around entries have some ten.
    private static let maximumMemberCount = 100_000

    /// Returns the members of an object; only the first of equal keys.
    ///
    /// - Throws: ``ImportExportError/malformed(_:)`` if this is not an object, if commas or colons are missing, or if
    ///   there are too many members.
    func members(of range: Range<Int>) throws(ImportExportError) -> [String: Range<Int>] {
        guard start(of: range) == UInt8(ascii: "{") else { throw malformed("expected an object", at: range.lowerBound) }
        var members: [String: Range<Int>] = [:]
        var end: Int?
        while let index = try start(after: end, in: range) {
            let key = try Self.range(at: index, in: bytes)
            guard let name = try value(in: key).string else { throw malformed("expected a key", at: index) }
            let colon = Self.skippingBlanks(key.upperBound, in: bytes)
            guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else {
                throw malformed("expected \":\"", at: colon)
            }
            let value = try Self.range(at: colon + 1, in: bytes)
            if members[name] == nil { members[name] = value }
            guard members.count <= Self.maximumMemberCount else {
                throw .malformed("an object in it has more than \(Self.maximumMemberCount) members")
            }
            end = value.upperBound
        }
        return members
    }

    /// The maximum size of the members of an object that ``values(of:except:)`` parses, in bytes.
    ///
    /// The name, the description and the dates of a folder are shorter. A parsed value takes up to thirty times its
    /// size.
    private static let membersByteLimit = 1 << 20

    /// Parses the members of an object that surrounds entries, the shortest first, until they have 1 MiB together.
    ///
    /// - Parameters:
    ///   - members: The members of the object.
    ///   - entriesKey: The key of the member with the entries, which is left out.
    /// - Returns: The values, and the number of members that are too long or cannot be parsed.
    func values(
        of members: [String: Range<Int>], except entriesKey: String
    ) -> (values: [String: JSONValue], skippedCount: Int) {
        var values: [String: JSONValue] = [:]
        var rest = Self.membersByteLimit
        var skippedCount = 0
        let sorted = members.filter { $0.key != entriesKey }.sorted {
            ($0.value.count, $0.value.lowerBound) < ($1.value.count, $1.value.lowerBound)
        }
        for (key, range) in sorted {
            if range.count <= rest, let value = try? self.value(in: range) {
                values[key] = value
                rest -= range.count
            } else {
                skippedCount += 1
            }
        }
        return (values, skippedCount)
    }

    private func malformed(_ reason: String, at index: Int) -> ImportExportError {
        Self.malformed(reason, at: index, in: bytes)
    }

    private static func malformed(_ reason: String, at index: Int, in bytes: [UInt8]) -> ImportExportError {
        var lines = LineNumbers()
        return .malformed("not valid JSON: \(reason) in line \(lines.line(at: index, in: bytes))")
    }

    private static func skippingBlanks(_ index: Int, in bytes: [UInt8]) -> Int {
        var index = index
        while index < bytes.count, JSONTokenizer.isBlank(bytes[index]) { index += 1 }
        return index
    }

    /// Returns the range of the value that begins at an index, after any white space.
    fileprivate static func range(at index: Int, in bytes: [UInt8]) throws(ImportExportError) -> Range<Int> {
        let start = skippingBlanks(index, in: bytes)
        let end = bytes.withUnsafeBufferPointer { Self.end(of: start, in: $0) }
        guard let end else { throw malformed("its end is missing: a value that begins", at: start, in: bytes) }
        guard end > start else { throw malformed("expected a value", at: start, in: bytes) }
        return start..<end
    }

    /// Returns the end of the value that begins at an index; nil if it is missing.
    private static func end(of start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var tokens = JSONTokenizer(bytes, at: start)
        var depth = 0
        while let token = tokens.next() {
            switch token {
            case .objectStart, .arrayStart: depth += 1
            case .objectEnd, .arrayEnd:
                if depth == 0 { return start }
                depth -= 1
            case .comma, .colon: if depth == 0 { return start }
            case .string: guard tokens.isClosed else { return nil }
            case .word where depth == 0:
                // A string that follows at once and does not end shows that the document is truncated.
                let end = tokens.end
                return tokens.next() == .string && tokens.start == end && !tokens.isClosed ? nil : end
            case .word: break
            }
            if depth == 0 { return tokens.end }
        }
        return nil
    }
}

/// A reader of the elements of an array in a JSON document.
struct JSONElements: Sendable {
    let document: JSONOutline
    /// The range of the array.
    let array: Range<Int>
    private var end: Int?

    fileprivate init(document: JSONOutline, array: Range<Int>) {
        (self.document, self.array) = (document, array)
    }

    /// Returns the range of the next element; nil at the end.
    ///
    /// - Throws: ``ImportExportError/malformed(_:)`` if a comma is missing.
    mutating func next() throws(ImportExportError) -> Range<Int>? {
        guard let start = try document.start(after: end, in: array) else { return nil }
        let element = try JSONOutline.range(at: start, in: document.bytes)
        end = element.upperBound
        return element
    }
}

/// The line numbers of a text, for positions in ascending order.
struct LineNumbers: Sendable {
    private var position = 0
    private var line = 1

    /// Counts the lines up to a position.
    ///
    /// - Parameters:
    ///   - offset: A position that is not before the last one.
    ///   - bytes: The text, whose lines end with LF, CR LF or CR.
    /// - Returns: The line, from 1.
    mutating func line(at offset: Int, in bytes: [UInt8]) -> Int {
        while position < min(offset, bytes.count) {
            let byte = bytes[position]
            position += 1
            let isPair = byte == 0x0D && position < bytes.count && bytes[position] == 0x0A
            if byte == 0x0A || byte == 0x0D && !isPair { line += 1 }
        }
        return line
    }
}
