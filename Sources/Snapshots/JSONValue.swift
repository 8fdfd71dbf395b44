/// A JSON value.
///
/// Numbers are IEEE 754 doubles, as they are in a page's JavaScript. An object does not remember the order of its keys;
/// it is written with its keys sorted.
package indirect enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])
}

extension JSONValue {
    /// Reads one JSON text, by RFC 8259 and more strictly: keys must be unique, and nesting is bounded.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - limit: The most bytes.
    /// - Throws: ``SnapshotError/tooLarge(byteCount:)`` or ``SnapshotError/malformed(reason:byte:)``.
    package init(json bytes: some Sequence<UInt8>, limit: Int) throws(SnapshotError) {
        self = try JSONReader.read(Array(bytes), limit: limit)
    }

    /// The value of a key, or nil when this is no object or lacks the key.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    /// The element at an index, or nil when this is no array or too short.
    package subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// The string, or nil when this is none.
    package var string: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The number, or nil when this is none.
    package var number: Double? {
        guard case .number(let value) = self else { return nil }
        return value
    }

    /// The number as an integer, or nil when this is none or has a fraction.
    package var integer: Int? {
        guard case .number(let value) = self else { return nil }
        return Int(exactly: value)
    }

    /// The truth value, or nil when this is none.
    package var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The elements, or nil when this is no array.
    package var array: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The members, or nil when this is no object.
    package var object: [String: JSONValue]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    /// Whether this is null.
    package var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// What kind of value this is, for messages: such as "an array".
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
