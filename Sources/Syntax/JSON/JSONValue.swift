/// A JSON value.
///
/// Numbers are IEEE 754 doubles, as they are in a page's JavaScript. An object does not keep the order of its keys;
/// ``encoded()`` writes them sorted, so that equal values have equal bytes.
///
/// ```swift
/// let value = try JSONValue(json: #"{"title":"A page","links":[{"url":"https://example.org/"}]}"#.utf8, limit: 65_536)
/// let url = value["links"]?[0]?["url"]?.string  // "https://example.org/"
/// let answer: JSONValue = ["url": url.map(JSONValue.string) ?? .null, "count": .number(1)]
/// print(String(decoding: answer.encoded(), as: UTF8.self))  // {"count":1,"url":"https://example.org/"}
/// do {
///     _ = try JSONValue(json: #"{"a":1,"a":2}"#.utf8, limit: 65_536)
/// } catch {
///     print(error)  // not valid JSON: the key "a" occurs twice at byte 7
/// }
/// ```
package indirect enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])
}

extension JSONValue {
    /// Reads one JSON text (RFC 8259) with unique keys, at most 64 levels of nesting and 4,000,000 values.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8, with or without a byte order mark.
    ///   - limit: The maximum number of bytes.
    /// - Throws: ``JSONError``.
    package init(json bytes: some Sequence<UInt8>, limit: Int) throws(JSONError) {
        self = try JSONReader.read(Array(bytes), byteLimit: limit)
    }

    /// Reads one JSON text that another program wrote.
    ///
    /// JavaScript's `JSON.stringify` writes half a surrogate pair if a text was cut in an emoji. It becomes U+FFFD, so
    /// that one cut text does not make the rest unreadable.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8, with or without a byte order mark.
    ///   - valueLimit: The maximum number of values, each of which takes about 50 bytes however short it is.
    /// - Throws: ``JSONError``.
    package init(
        lenientJSON bytes: some Sequence<UInt8>, valueLimit: Int = JSONReader.defaultValueLimit
    ) throws(JSONError) {
        self = try JSONReader.read(Array(bytes), valueLimit: valueLimit, replacesLoneSurrogates: true)
    }

    /// Reads one JSON text (RFC 8259) with unique keys and at most 4,000,000 values.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8, with or without a byte order mark.
    ///   - limit: The maximum number of bytes.
    ///   - depthLimit: The maximum nesting of arrays and objects; 1 allows no array and no object in another one.
    /// - Throws: ``JSONError``.
    package init(json bytes: [UInt8], limit: Int, depthLimit: Int) throws(JSONError) {
        self = try JSONReader.read(bytes, byteLimit: limit, depthLimit: depthLimit)
    }

    /// Accesses the value of a key; nil if this is not an object or lacks the key.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    /// Accesses the element at an index; nil if this is not an array or is too short.
    package subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// The string; nil for any other value.
    package var string: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The number; nil for any other value.
    package var number: Double? {
        guard case .number(let value) = self else { return nil }
        return value
    }

    /// The number as an integer; nil for any other value, a fraction, or a number out of range.
    package var integer: Int? {
        guard case .number(let value) = self else { return nil }
        return Int(exactly: value)
    }

    /// The Boolean; nil for any other value.
    package var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The elements of an array; nil for any other value.
    package var array: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The members of an object; nil for any other value.
    package var object: [String: JSONValue]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    /// True if this is null.
    package var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The kind of value with its article, such as "an array", for messages.
    package var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// Creates an object; the last of several equal keys is used.
    package init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(Dictionary(members) { _, last in last })
    }
}

extension JSONValue {
    /// Returns the value as JSON text in UTF-8: keys sorted, no white space, whole numbers without a fraction.
    ///
    /// Unlike `JSONEncoder`, it cannot fail: infinity and NaN, which JSON does not have, become null.
    package func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    /// The value as JSON text for a message: about 60 characters at most, with unsafe characters escaped.
    package var excerpt: String {
        let text = String(decoding: encoded(), as: UTF8.self)
        guard text.unicodeScalars.count > 60 else { return text }
        return String(text.unicodeScalars.prefix(60)) + "…"
    }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let value): bytes.append(contentsOf: Self.text(of: value).utf8)
        case .string(let value): JSONString.append(value, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (position, element) in elements.enumerated() {
                if position > 0 { bytes.append(UInt8(ascii: ",")) }
                element.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            for (position, member) in sorted.enumerated() {
                if position > 0 { bytes.append(UInt8(ascii: ",")) }
                JSONString.append(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// Returns the shortest text that reads back as the same number.
    ///
    /// As in `JSON.stringify`, NaN and infinity become null, and -0 becomes 0.
    private static func text(of number: Double) -> String {
        guard number.isFinite else { return "null" }
        if let integer = Int64(exactly: number) { return String(integer) }
        return number.description
    }
}

extension JSONValue: Codable {
    /// Creates a value from a decoder of JSON, such as Foundation's.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// Encodes the value; whole numbers have no fraction.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value):
            if let integer = Int64(exactly: value) {
                try container.encode(integer)
            } else {
                try container.encode(value)
            }
        case .string(let value): try container.encode(value)
        case .array(let elements): try container.encode(elements)
        case .object(let members): try container.encode(members)
        }
    }
}
