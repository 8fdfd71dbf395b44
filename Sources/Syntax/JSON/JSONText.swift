package import FoundationEssentials

/// A writer of encodable values as JSON in the format of Leftoff's output: keys sorted, slashes not escaped, and every
/// character that a terminal obeys or hides as an escape; and a reader of decodable values.
package enum JSONText {
    /// Returns the value in a JSON text, whose strings have no long runs of combining characters.
    ///
    /// Foundation's decoder hashes and compares the keys of any file or response; see ``Swift/String/streamSafe``.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - json: The text, in UTF-8.
    /// - Returns: The value.
    /// - Throws: `DecodingError`.
    package static func decode<Value: Decodable>(_ type: Value.Type, from json: some Sequence<UInt8>) throws -> Value {
        let bytes = Array(json)
        // Escapes can stand for any character, and so can the bytes of UTF-16, some of which are zero.
        let isSafe = !bytes.mayContainCombiningCharacters && !bytes.contains(UInt8(ascii: "\\")) && !bytes.contains(0)
        if isSafe { return try JSONDecoder().decode(type, from: Data(bytes)) }
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue(lenientJSON: bytes) } catch {
            throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: "\(error)"))
        }
        return try JSONDecoder().decode(type, from: Data(value.encoded()))
    }

    /// Returns an array as JSON text, with one element per line and a final line break.
    ///
    /// - Parameter values: The elements in the order to write.
    /// - Returns: The text in UTF-8.
    /// - Throws: `EncodingError` if an element cannot be encoded.
    package static func array(_ values: [some Encodable]) throws -> [UInt8] {
        guard !values.isEmpty else { return Array("[]\n".utf8) }
        var bytes = Array("[\n".utf8)
        for (index, value) in values.enumerated() {
            if index > 0 { bytes += Array(",\n".utf8) }
            bytes += try encode(value)
        }
        return bytes + Array("\n]\n".utf8)
    }

    /// Returns a value as JSON text on one line, with a final line break.
    ///
    /// - Parameter value: An object for JSON Lines, or any other encodable value.
    /// - Returns: The text in UTF-8.
    /// - Throws: `EncodingError` if the value cannot be encoded.
    package static func line(_ value: some Encodable) throws -> [UInt8] {
        try encode(value) + [UInt8(ascii: "\n")]
    }

    /// Returns a value as indented JSON text, with a final line break.
    ///
    /// - Parameter value: Any encodable value.
    /// - Returns: The text in UTF-8.
    /// - Throws: `EncodingError` if the value cannot be encoded.
    package static func indented(_ value: some Encodable) throws -> [UInt8] {
        try encode(value, isIndented: true) + [UInt8(ascii: "\n")]
    }

    /// Returns a value as JSON text without a final line break.
    ///
    /// - Parameters:
    ///   - value: Any encodable value.
    ///   - isIndented: True to write one member or element per line.
    /// - Returns: The text in UTF-8.
    /// - Throws: `EncodingError` if the value cannot be encoded.
    package static func encode(_ value: some Encodable, isIndented: Bool = false) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isIndented { encoder.outputFormatting.insert(.prettyPrinted) }
        return Data(escapingUnsafe(Array(try encoder.encode(value))))
    }

    /// Returns a JSON text with the same values, in which escapes stand for the characters that a terminal obeys or
    /// hides.
    ///
    /// `JSONEncoder` escapes only those below U+0020. Outside of strings, JSON has none above (RFC 8259, section 2).
    ///
    /// - Parameter json: Valid JSON in UTF-8, indented or not.
    /// - Returns: JSON in UTF-8.
    package static func escapingUnsafe(_ json: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(json.count + 32)
        json.withUnsafeBufferPointer { text in
            VisibleText.append(text, to: &output) { scalar in
                scalar.value < 0x20 ? String(scalar) : String(JSONString.literal(String(scalar)).dropFirst().dropLast())
            }
        }
        return output
    }
}
