package import FoundationEssentials

/// JSON text of encodable values in the format of Leftoff's output: keys sorted, slashes not escaped.
package enum JSONText {
    /// Returns the text of an array, one element per line, with a line break at its end.
    ///
    /// - Parameter values: The elements.
    /// - Returns: UTF-8.
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

    /// Returns the text of a value on one line, with its line break.
    ///
    /// - Parameter value: The value.
    /// - Returns: UTF-8.
    /// - Throws: `EncodingError` if the value cannot be encoded.
    package static func line(_ value: some Encodable) throws -> [UInt8] {
        try encode(value) + [UInt8(ascii: "\n")]
    }

    /// Returns the text of a value, indented for people to read, with a line break at its end.
    ///
    /// - Parameter value: The value.
    /// - Returns: UTF-8.
    /// - Throws: `EncodingError` if the value cannot be encoded.
    package static func indented(_ value: some Encodable) throws -> [UInt8] {
        try encode(value, isIndented: true) + [UInt8(ascii: "\n")]
    }

    /// Returns the text of a value without a line break at its end.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - isIndented: True to write one member or element per line.
    /// - Returns: UTF-8.
    /// - Throws: `EncodingError` if the value cannot be encoded.
    package static func encode(_ value: some Encodable, isIndented: Bool = false) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isIndented { encoder.outputFormatting.insert(.prettyPrinted) }
        return try encoder.encode(value)
    }
}
