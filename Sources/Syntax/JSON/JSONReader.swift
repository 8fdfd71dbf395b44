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

    private let bytes: [UInt8]
    private let depthLimit: Int
    private let replacesLoneSurrogates: Bool
    private var index: Int
    private var depth = 0

    /// Reads one JSON text.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8; a byte order mark is skipped (RFC 8259, section 8.1, allows it).
    ///   - byteLimit: The maximum number of bytes.
    ///   - depthLimit: The maximum nesting of arrays and objects.
    ///   - replacesLoneSurrogates: True if half a surrogate pair becomes U+FFFD; otherwise it is an error.
    /// - Returns: The value; objects have unique keys.
    /// - Throws: ``JSONError`` with the reason and the offset.
    static func read(
        _ bytes: [UInt8], byteLimit: Int = .max, depthLimit: Int = defaultDepthLimit,
        replacesLoneSurrogates: Bool = false
    ) throws(JSONError) -> JSONValue {
        guard bytes.count <= byteLimit else { throw .tooLarge(byteCount: bytes.count, limit: byteLimit) }
        try checkEncoding(bytes)
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var reader = JSONReader(
            bytes: bytes, depthLimit: depthLimit, replacesLoneSurrogates: replacesLoneSurrogates, index: start)
        reader.skipWhitespace()
        guard reader.index < bytes.count else { throw reader.malformed("the text is empty") }
        let value = try reader.value()
        reader.skipWhitespace()
        guard reader.index == bytes.count else { throw reader.malformed("there is text after the value") }
        return value
    }

    private init(bytes: [UInt8], depthLimit: Int, replacesLoneSurrogates: Bool, index: Int) {
        self.bytes = bytes
        self.depthLimit = depthLimit
        self.replacesLoneSurrogates = replacesLoneSurrogates
        self.index = index
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
        .malformed(reason: reason, byte: byte ?? index)
    }

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipWhitespace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        switch current {
        case UInt8(ascii: "{"): return try nested { (reader) throws(JSONError) in try reader.object() }
        case UInt8(ascii: "["): return try nested { (reader) throws(JSONError) in try reader.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-")?, (UInt8(ascii: "0")...UInt8(ascii: "9"))?: return .number(try number())
        case nil: throw malformed("the text ends where a value is expected")
        default: return try literal()
        }
    }

    private mutating func nested(
        _ body: (inout JSONReader) throws(JSONError) -> JSONValue
    ) throws(JSONError) -> JSONValue {
        guard depth < depthLimit else { throw malformed("nested deeper than \(depthLimit) levels") }
        depth += 1
        defer { depth -= 1 }
        index += 1
        return try body(&self)
    }

    private mutating func object() throws(JSONError) -> JSONValue {
        var members: [String: JSONValue] = [:]
        skipWhitespace()
        if consume("}") { return .object(members) }
        while true {
            skipWhitespace()
            let start = index
            guard current == UInt8(ascii: "\"") else { throw unexpected("a key in quotation marks") }
            let key = try string()
            skipWhitespace()
            guard consume(":") else { throw unexpected("\":\"") }
            skipWhitespace()
            let value = try value()
            guard members.updateValue(value, forKey: key) == nil else {
                throw malformed("the key \(JSONValue.string(key).excerpt) occurs twice", at: start)
            }
            skipWhitespace()
            if consume("}") { return .object(members) }
            guard consume(",") else { throw unexpected("\",\" or \"}\"") }
        }
    }

    private mutating func array() throws(JSONError) -> JSONValue {
        var elements: [JSONValue] = []
        skipWhitespace()
        if consume("]") { return .array(elements) }
        while true {
            skipWhitespace()
            elements.append(try value())
            skipWhitespace()
            if consume("]") { return .array(elements) }
            guard consume(",") else { throw unexpected("\",\" or \"]\"") }
        }
    }

    private mutating func consume(_ character: Unicode.Scalar) -> Bool {
        guard current == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private func unexpected(_ expected: String) -> JSONError {
        malformed(index < bytes.count ? "expected \(expected)" : "the text ends where \(expected) is expected")
    }

    private mutating func literal() throws(JSONError) -> JSONValue {
        let start = index
        while let byte = current, isWordByte(byte) { index += 1 }
        let word = String(decoding: bytes[start..<index], as: UTF8.self)
        switch word {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        case "": throw malformed("expected a value", at: start)
        default: throw malformed("\(JSONValue.string(word).excerpt) is not a JSON value", at: start)
        }
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: byte >= 0x80 || ASCII.isAlphanumeric(byte)
        }
    }

    private mutating func number() throws(JSONError) -> Double {
        let start = index
        while let byte = current, isWordByte(byte) { index += 1 }
        let token = bytes[start..<index]
        let text = String(decoding: token, as: UTF8.self)
        guard Self.isNumber(token), let number = Double(text) else {
            throw malformed("\(JSONValue.string(text).excerpt) is not a JSON number", at: start)
        }
        guard number.isFinite else { throw malformed("\(JSONValue.string(text).excerpt) is out of range", at: start) }
        return number
    }

    /// Returns true if a token is a number (RFC 8259, section 6); `Double` alone would accept `01`, `1.` and `0x1p4`.
    private static func isNumber(_ token: ArraySlice<UInt8>) -> Bool {
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

// MARK: - Strings

extension JSONReader {
    private mutating func string() throws(JSONError) -> String {
        let start = index
        index += 1
        skipPlainText()
        // Most strings have no escapes and need no buffer.
        if current == UInt8(ascii: "\"") {
            defer { index += 1 }
            return String(decoding: bytes[(start + 1)..<index], as: UTF8.self).streamSafe
        }
        var text = Array(bytes[(start + 1)..<index])
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                return String(decoding: text, as: UTF8.self).streamSafe
            case UInt8(ascii: "\\"):
                text.append(contentsOf: try escape())
            case 0x00..<0x20:
                throw malformed("a string contains a control character")
            default:
                let from = index
                skipPlainText()
                text.append(contentsOf: bytes[from..<index])
            }
        }
        throw malformed("a string does not end", at: start)
    }

    /// Advances to the next quotation mark, backslash or control character.
    private mutating func skipPlainText() {
        var end = index
        bytes.withUnsafeBufferPointer { bytes in
            while end < bytes.count, bytes[end] >= 0x20, bytes[end] != UInt8(ascii: "\""),
                bytes[end] != UInt8(ascii: "\\")
            {
                end += 1
            }
        }
        index = end
    }

    private mutating func escape() throws(JSONError) -> [UInt8] {
        let start = index
        index += 1
        guard let letter = current else { throw malformed("unknown escape in a string", at: start) }
        index += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [letter]
        case UInt8(ascii: "u"):
            switch bytes.withUnsafeBufferPointer({ JSONEscape.unicode(in: $0, at: index) }) {
            case .scalar(let scalar, let length):
                index += length
                return Array(String(scalar).utf8)
            case .loneSurrogate:
                guard replacesLoneSurrogates else {
                    throw malformed("half of a surrogate pair stands alone", at: start)
                }
                index += 4
                return Array("\u{FFFD}".utf8)
            case .invalid: throw malformed("\\u needs four hexadecimal digits", at: start)
            }
        default:
            guard let character = JSONEscape.controlCharacter(letter) else {
                throw malformed("unknown escape in a string", at: start)
            }
            return [character]
        }
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

/// Escape sequences of strings in JSON (RFC 8259, section 7).
enum JSONEscape {
    /// The result of reading the digits of a `\u` escape.
    enum Unicode: Equatable {
        /// A scalar, and the number of bytes after the first `\u`: 4, or 10 for a surrogate pair `XXXX\uXXXX`.
        case scalar(Swift.Unicode.Scalar, length: Int)
        /// A surrogate without its other half; its digits take up 4 bytes.
        case loneSurrogate
        /// Fewer than four hexadecimal digits.
        case invalid
    }

    /// Returns the control character of a short escape, such as a line feed for `n`; nil for any other letter.
    static func controlCharacter(_ letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    /// Reads the digits of a `\u` escape, and a second escape if the first is the high half of a surrogate pair.
    ///
    /// - Parameters:
    ///   - bytes: The JSON text in UTF-8.
    ///   - index: The offset of the first digit.
    /// - Returns: The scalar and its length, or the reason why there is none.
    static func unicode(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Unicode {
        guard let unit = hexadecimal(in: bytes, at: index, digits: 4) else { return .invalid }
        if let scalar = Swift.Unicode.Scalar(unit) { return .scalar(scalar, length: 4) }
        if unit < 0xDC00, index + 5 < bytes.count, bytes[index + 4] == UInt8(ascii: "\\"),
            bytes[index + 5] == UInt8(ascii: "u")
        {
            guard let low = hexadecimal(in: bytes, at: index + 6, digits: 4) else { return .loneSurrogate }
            if low & 0xFC00 == 0xDC00,
                let scalar = Swift.Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF))
            {
                return .scalar(scalar, length: 10)
            }
        }
        return .loneSurrogate
    }

    /// Returns the number that hexadecimal digits denote; nil if the text is too short or has any other byte.
    static func hexadecimal(in bytes: UnsafeBufferPointer<UInt8>, at index: Int, digits: Int) -> UInt32? {
        guard index + digits <= bytes.count else { return nil }
        var value: UInt32 = 0
        for offset in 0..<digits {
            guard let digit = ASCII.hexValue(bytes[index + offset]) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
