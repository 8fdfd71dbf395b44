import FoundationEssentials

/// An encoder for the JSON that commands print: keys are sorted, slashes not escaped.
enum JSONText {
    /// Returns an array as JSON text with one element per line and a final line break.
    ///
    /// - Parameter values: The elements of the array, in order.
    /// - Returns: UTF-8 bytes.
    /// - Throws: The error of an element that cannot be encoded.
    static func array(_ values: [some Encodable]) throws -> [UInt8] {
        guard !values.isEmpty else { return Array("[]\n".utf8) }
        var bytes = Array("[\n".utf8)
        for (index, value) in values.enumerated() {
            if index > 0 { bytes += Array(",\n".utf8) }
            bytes += try encode(value)
        }
        return bytes + Array("\n]\n".utf8)
    }

    /// Returns a value as a single line of JSON text with a line break.
    static func line(_ value: some Encodable) throws -> [UInt8] {
        try encode(value) + [UInt8(ascii: "\n")]
    }

    /// Returns a value as indented JSON text with a final line break.
    static func indented(_ value: some Encodable) throws -> [UInt8] {
        try encode(value, formatting: .prettyPrinted) + [UInt8(ascii: "\n")]
    }

    private static func encode(
        _ value: some Encodable, formatting: JSONEncoder.OutputFormatting = []
    ) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, formatting]
        return Array(try encoder.encode(value))
    }
}
