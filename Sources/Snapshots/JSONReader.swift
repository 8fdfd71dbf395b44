/// Reads JSON by RFC 8259, more strictly than most readers: keys must be unique, strings must be Unicode, numbers must fit
/// a double, and nesting is bounded.
struct JSONReader {
    private let bytes: [UInt8]
    private var index: Int
    private var depth = 0

    /// Reads one JSON text.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8; a byte order mark is passed over (RFC 8259 section 8.1 allows it).
    ///   - limit: The most bytes.
    /// - Returns: Its value.
    /// - Throws: ``SnapshotError/tooLarge(byteCount:)`` or ``SnapshotError/malformed(reason:byte:)``.
    static func read(
        _ bytes: [UInt8], limit: Int = PageSnapshot.maximumByteCount
    ) throws(SnapshotError) -> JSONValue {
        guard bytes.count <= limit else { throw .tooLarge(byteCount: bytes.count) }
        try checkEncoding(bytes)
        var reader = JSONReader(bytes: bytes, index: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        reader.skipWhitespace()
        guard reader.index < bytes.count else { throw reader.malformed("there is nothing in it") }
        let value = try reader.value()
        reader.skipWhitespace()
        guard reader.index == bytes.count else { throw reader.malformed("something follows the value") }
        return value
    }

    private init(bytes: [UInt8], index: Int) {
        self.bytes = bytes
        self.index = index
    }

    private static func checkEncoding(_ bytes: [UInt8]) throws(SnapshotError) {
        let start = bytes.prefix(2)
        if start == [0xFE, 0xFF] || start == [0xFF, 0xFE] || (start.count == 2 && start.contains(0) && start != [0, 0])
        {
            throw .malformed(reason: "it is UTF-16, UTF-8 is expected", byte: 0)
        }
        // The standard library checks many bytes at a time; only where it finds something wrong is the place looked for.
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

    private func malformed(_ reason: String, at byte: Int? = nil) -> SnapshotError {
        .malformed(reason: reason, byte: byte ?? index)
    }

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipWhitespace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    private mutating func value() throws(SnapshotError) -> JSONValue {
        switch current {
        case UInt8(ascii: "{"): return try nested { (reader) throws(SnapshotError) in try reader.object() }
        case UInt8(ascii: "["): return try nested { (reader) throws(SnapshotError) in try reader.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-")?, (UInt8(ascii: "0")...UInt8(ascii: "9"))?: return .number(try number())
        case nil: throw malformed("it ends where a value is expected")
        default: return try literal()
        }
    }

    private mutating func nested(
        _ body: (inout JSONReader) throws(SnapshotError) -> JSONValue
    ) throws(SnapshotError) -> JSONValue {
        guard depth < PageSnapshot.maximumDepth else {
            throw malformed("nested deeper than \(PageSnapshot.maximumDepth) levels")
        }
        depth += 1
        defer { depth -= 1 }
        index += 1
        return try body(&self)
    }

    private mutating func object() throws(SnapshotError) -> JSONValue {
        var members: [String: JSONValue] = [:]
        skipWhitespace()
        if take("}") { return .object(members) }
        while true {
            skipWhitespace()
            let start = index
            guard current == UInt8(ascii: "\"") else { throw unexpected("a key in quotation marks") }
            let key = try string()
            skipWhitespace()
            guard take(":") else { throw unexpected("\":\"") }
            skipWhitespace()
            let value = try value()
            guard members.updateValue(value, forKey: key) == nil else {
                throw malformed("the key \(JSONValue.string(key).excerpt) occurs twice", at: start)
            }
            skipWhitespace()
            if take("}") { return .object(members) }
            guard take(",") else { throw unexpected("\",\" or \"}\"") }
        }
    }

    private mutating func array() throws(SnapshotError) -> JSONValue {
        var elements: [JSONValue] = []
        skipWhitespace()
        if take("]") { return .array(elements) }
        while true {
            skipWhitespace()
            elements.append(try value())
            skipWhitespace()
            if take("]") { return .array(elements) }
            guard take(",") else { throw unexpected("\",\" or \"]\"") }
        }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard current == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private func unexpected(_ expected: String) -> SnapshotError {
        malformed(index < bytes.count ? "\(expected) is expected" : "it ends where \(expected) is expected")
    }

    private mutating func literal() throws(SnapshotError) -> JSONValue {
        let start = index
        while let byte = current, isWordByte(byte) { index += 1 }
        let word = String(decoding: bytes[start..<index], as: UTF8.self)
        switch word {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        case "": throw malformed("a value is expected", at: start)
        default: throw malformed("\(JSONValue.string(word).excerpt) is no JSON value", at: start)
        }
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: byte >= 0x80
        }
    }

    private mutating func number() throws(SnapshotError) -> Double {
        let start = index
        while let byte = current, isWordByte(byte) { index += 1 }
        let token = bytes[start..<index]
        let text = String(decoding: token, as: UTF8.self)
        guard Self.isNumber(token), let number = Double(text) else {
            throw malformed("\(JSONValue.string(text).excerpt) is no JSON number", at: start)
        }
        guard number.isFinite else { throw malformed("\(JSONValue.string(text).excerpt) is out of range", at: start) }
        return number
    }

    /// Whether a token is a number by RFC 8259 section 6: `Double` alone would take `01`, `1.` and `0x1p4`.
    private static func isNumber(_ token: ArraySlice<UInt8>) -> Bool {
        var rest = token
        func takeDigits() -> Int {
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            rest = rest.dropFirst(digits.count)
            return digits.count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let startsWithZero = rest.first == UInt8(ascii: "0")
        let wholeDigits = takeDigits()
        guard wholeDigits > 0, !startsWithZero || wholeDigits == 1 else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard takeDigits() > 0 else { return false }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
            guard takeDigits() > 0 else { return false }
        }
        return rest.isEmpty
    }
}

// MARK: - Strings

extension JSONReader {
    private mutating func string() throws(SnapshotError) -> String {
        let start = index
        index += 1
        skipPlainText()
        // Most strings are as they stand.
        if current == UInt8(ascii: "\"") {
            defer { index += 1 }
            return String(decoding: bytes[(start + 1)..<index], as: UTF8.self)
        }
        var text = Array(bytes[(start + 1)..<index])
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                text.append(contentsOf: try escape())
            case 0x00..<0x20:
                throw malformed("a control character stands in a string")
            default:
                let from = index
                skipPlainText()
                text.append(contentsOf: bytes[from..<index])
            }
        }
        throw malformed("a string does not end", at: start)
    }

    /// Goes on to the next quotation mark, backslash or control character.
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

    private mutating func escape() throws(SnapshotError) -> [UInt8] {
        let start = index
        index += 1
        defer { index += 1 }
        switch current {
        case UInt8(ascii: "\""): return [0x22]
        case UInt8(ascii: "\\"): return [0x5C]
        case UInt8(ascii: "/"): return [0x2F]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return Array(String(try unicodeEscape(startingAt: start)).utf8)
        default: throw malformed("an unknown escape stands in a string", at: start)
        }
    }

    /// Reads `uXXXX`, or the pair `uXXXX\uXXXX` of a supplementary character, and stops at the last digit.
    private mutating func unicodeEscape(startingAt start: Int) throws(SnapshotError) -> Unicode.Scalar {
        let high = try hexUnit(startingAt: start)
        if let scalar = Unicode.Scalar(high) { return scalar }
        if high < 0xDC00, index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "\\"),
            bytes[index + 2] == UInt8(ascii: "u")
        {
            index += 2
            let low = try hexUnit(startingAt: start)
            if (0xDC00...0xDFFF).contains(low),
                let scalar = Unicode.Scalar(0x10000 + (UInt32(high - 0xD800) << 10) + UInt32(low - 0xDC00))
            {
                return scalar
            }
        }
        throw malformed("half of a surrogate pair stands alone", at: start)
    }

    private mutating func hexUnit(startingAt start: Int) throws(SnapshotError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            index += 1
            guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw malformed("\\u needs four hexadecimal digits", at: start)
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}
