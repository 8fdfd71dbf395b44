import FoundationEssentials

/// Values as the JSON text that commands print: keys sorted, slashes as they are.
enum JSONText {
    /// Returns an array's text, one element a line, with a line break at its end.
    ///
    /// - Parameter values: The elements.
    /// - Returns: UTF-8 bytes.
    /// - Throws: What an element throws that cannot be encoded.
    static func array(_ values: [some Encodable]) throws -> [UInt8] {
        guard !values.isEmpty else { return Array("[]\n".utf8) }
        var bytes = Array("[\n".utf8)
        for (index, value) in values.enumerated() {
            if index > 0 { bytes += Array(",\n".utf8) }
            bytes += try encode(value)
        }
        return bytes + Array("\n]\n".utf8)
    }

    /// Returns a value's text on one line, with its line break.
    ///
    /// - Parameter value: The value.
    /// - Returns: UTF-8 bytes.
    /// - Throws: What the value throws if it cannot be encoded.
    static func line(_ value: some Encodable) throws -> [UInt8] {
        try encode(value) + [UInt8(ascii: "\n")]
    }

    /// Returns a value's text for people to read, indented, with a line break at its end.
    ///
    /// - Parameter value: The value.
    /// - Returns: UTF-8 bytes.
    /// - Throws: What the value throws if it cannot be encoded.
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
