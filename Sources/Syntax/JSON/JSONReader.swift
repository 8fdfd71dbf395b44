/// A strict reader of JSON (RFC 8259).
///
/// Foundation's decoder reads requests and files that Leftoff writes itself. Snapshots come from web pages, so this
/// reader also limits size and depth before it allocates values, rejects duplicate keys (Foundation silently keeps one
/// of them) and reports the offset of the first error.
struct JSONReader {
    /// The default maximum nesting of arrays and objects.
    ///
    /// Snapshots need 6 levels, web annotations about 10. Each level takes stack because the reader is recursive.
    static let defaultDepthLimit = 64

    /// The default maximum number of values: those of a hundred thousand tabs in a file.
    ///
    /// A body of 40 MiB could otherwise take a gigabyte of memory.
    static let defaultValueLimit = 4_000_000

    private var tokens: JSONTokenizer
    private let depthLimit: Int
    private let replacesLoneSurrogates: Bool
    private let valueLimit: Int
    private var valueCount = 0
    private var depth = 0

    /// Reads one JSON text.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8; a byte order mark is skipped (RFC 8259, section 8.1, allows it).
    ///   - byteLimit: The maximum number of bytes.
    ///   - depthLimit: The maximum nesting of arrays and objects.
    ///   - valueLimit: The maximum number of values, each of which takes about 50 bytes however short it is.
    ///   - replacesLoneSurrogates: True if half a surrogate pair becomes U+FFFD; otherwise it is an error.
    /// - Returns: The value; objects have unique keys.
    /// - Throws: ``JSONError`` with the reason and the offset.
    static func read(
        _ bytes: [UInt8], byteLimit: Int = .max, depthLimit: Int = defaultDepthLimit,
        valueLimit: Int = defaultValueLimit, replacesLoneSurrogates: Bool = false
    ) throws(JSONError) -> JSONValue {
        guard bytes.count <= byteLimit else { throw .tooLarge(byteCount: bytes.count, limit: byteLimit) }
        try checkEncoding(bytes)
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        return try bytes.withUnsafeBufferPointer { (text) throws(JSONError) -> JSONValue in
            var reader = JSONReader(
                tokens: JSONTokenizer(text, at: start), depthLimit: depthLimit,
                replacesLoneSurrogates: replacesLoneSurrogates, valueLimit: valueLimit)
            return try reader.document()
        }
    }

    private static func checkEncoding(_ bytes: [UInt8]) throws(JSONError) {
        let start = bytes.prefix(2)
        if start == [0xFE, 0xFF] || start == [0xFF, 0xFE] || (start.count == 2 && start.contains(0) && start != [0, 0])
        {
            throw .malformed(reason: "the text is UTF-16 instead of UTF-8", byte: 0)
        }
        // Validating the whole text is fast; the slower search for the offset is needed only if it fails.
        guard String(validating: bytes, as: UTF8.self) == nil else { return }
        var iterator = bytes.makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        var offset = 0
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let scalar): offset += scalar.count
            case .emptyInput: return
            case .error: throw .malformed(reason: "the text is not UTF-8", byte: offset)
            }
        }
    }

    private func malformed(_ reason: String, at byte: Int? = nil) -> JSONError {
        .malformed(reason: reason, byte: byte ?? tokens.start)
    }

    private func unexpected(_ expected: String) -> JSONError {
        let isAtEnd = tokens.start == tokens.bytes.count
        return malformed(isAtEnd ? "the text ends where \(expected) is expected" : "expected \(expected)")
    }

    private mutating func document() throws(JSONError) -> JSONValue {
        guard let first = tokens.next() else { throw malformed("the text is empty") }
        let value = try value(first)
        guard tokens.next() == nil else { throw malformed("there is text after the value") }
        return value
    }

    private mutating func value(_ token: JSONTokenizer.Token?) throws(JSONError) -> JSONValue {
        valueCount += 1
        guard valueCount <= valueLimit else { throw malformed("there are more than \(valueLimit) values") }
        switch token {
        case .objectStart: return try nested { (reader) throws(JSONError) in try reader.object() }
        case .arrayStart: return try nested { (reader) throws(JSONError) in try reader.array() }
        case .string: return .string(try string())
        case .word: return try word()
        default: throw unexpected("a value")
        }
    }

    private mutating func nested(
        _ body: (inout JSONReader) throws(JSONError) -> JSONValue
    ) throws(JSONError) -> JSONValue {
        guard depth < depthLimit else { throw malformed("nested deeper than \(depthLimit) levels") }
        depth += 1
        defer { depth -= 1 }
        return try body(&self)
    }

    private mutating func object() throws(JSONError) -> JSONValue {
        var members: [String: JSONValue] = [:]
        var token = tokens.next()
        if token == .objectEnd { return .object(members) }
        while true {
            let start = tokens.start
            guard token == .string else { throw unexpected("a key in quotation marks") }
            let key = try string()
            guard tokens.next() == .colon else { throw unexpected("\":\"") }
            token = tokens.next()
            let value = try value(token)
            guard members.updateValue(value, forKey: key) == nil else {
                throw malformed("the key \(JSONValue.string(key).excerpt) occurs twice", at: start)
            }
            switch tokens.next() {
            case .objectEnd: return .object(members)
            case .comma: token = tokens.next()
            default: throw unexpected("\",\" or \"}\"")
            }
        }
    }

    private mutating func array() throws(JSONError) -> JSONValue {
        var elements: [JSONValue] = []
        var token = tokens.next()
        if token == .arrayEnd { return .array(elements) }
        while true {
            elements.append(try value(token))
            switch tokens.next() {
            case .arrayEnd: return .array(elements)
            case .comma: token = tokens.next()
            default: throw unexpected("\",\" or \"]\"")
            }
        }
    }

    private func string() throws(JSONError) -> String {
        if tokens.isPlain, tokens.isClosed { return tokens.string }
        let text = try JSONString.decode(tokens.content) { (problem, offset) throws(JSONError) in
            if problem == .loneSurrogate, replacesLoneSurrogates { return }
            throw malformed(problem.rawValue, at: tokens.start + 1 + offset)
        }
        guard tokens.isClosed else { throw malformed("a string does not end") }
        return text
    }

    private mutating func word() throws(JSONError) -> JSONValue {
        let word = tokens.bytes[tokens.start..<tokens.end].prefix(while: Self.isWordByte)
        // Of `1$`, the number is read, and then the `$` is unexpected.
        tokens.end = word.endIndex
        guard let first = word.first else { throw unexpected("a value") }
        let text = String(decoding: word, as: UTF8.self)
        if first == UInt8(ascii: "-") || ASCII.isDigit(first) {
            guard Self.isNumber(word), let number = Double(text) else {
                throw malformed("\(JSONValue.string(text).excerpt) is not a JSON number")
            }
            guard number.isFinite else { throw malformed("\(JSONValue.string(text).excerpt) is out of range") }
            return .number(number)
        }
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        default: throw malformed("\(JSONValue.string(text).excerpt) is not a JSON value")
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: byte >= 0x80 || ASCII.isAlphanumeric(byte)
        }
    }

    /// Returns true if a token is a number (RFC 8259, section 6); `Double` alone would accept `01`, `1.` and `0x1p4`.
    private static func isNumber(_ token: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var rest = token
        func skipDigits() -> Int {
            let digits = rest.prefix(while: ASCII.isDigit)
            rest = rest.dropFirst(digits.count)
            return digits.count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let startsWithZero = rest.first == UInt8(ascii: "0")
        let wholeDigits = skipDigits()
        guard wholeDigits > 0, !startsWithZero || wholeDigits == 1 else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard skipDigits() > 0 else { return false }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
            guard skipDigits() > 0 else { return false }
        }
        return rest.isEmpty
    }
}

/// An error that occurs when a text cannot be read as JSON.
package enum JSONError: Error, Hashable, CustomStringConvertible {
    /// The text has more bytes than the reader's limit.
    case tooLarge(byteCount: Int, limit: Int)
    /// The text is not JSON, or violates a restriction of the reader. `byte` is the offset of the error, from 0.
    case malformed(reason: String, byte: Int)

    /// The reason, on one line.
    package var description: String {
        switch self {
        case .tooLarge(let byteCount, let limit): "too large: \(byteCount) bytes, at most \(limit) are accepted"
        case .malformed(let reason, let byte): "not valid JSON: \(reason) at byte \(byte)"
        }
    }
}
