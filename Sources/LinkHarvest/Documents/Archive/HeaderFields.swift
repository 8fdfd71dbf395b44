import Markup

/// A header field.
package struct HeaderField: Sendable, Hashable {
    /// The name as it was received.
    package var name: String
    /// The value without surrounding white space.
    package var value: String

    /// Creates a field.
    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// The header fields of HTTP and WARC.
enum HeaderFields {
    /// Parses header fields.
    ///
    /// - Parameter bytes: Lines that end with CR LF or LF, in UTF-8 or otherwise ISO 8859-1. A line that starts with
    ///   white space continues the previous one (RFC 9112, section 5.2).
    /// - Returns: The fields; a line without a colon is ignored.
    static func parse(_ bytes: some Collection<UInt8>) -> [HeaderField] {
        var fields: [HeaderField] = []
        for line in bytes.split(separator: 0x0A) {
            var line = Array(line)
            if line.last == 0x0D { line.removeLast() }
            guard let first = line.first else { continue }
            if first == 0x20 || first == 0x09 {
                guard let last = fields.indices.last else { continue }
                fields[last].value += " " + text(line).trimmingASCIIWhitespace()
            } else if let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 {
                fields.append(
                    HeaderField(
                        name: text(line[..<colon]).trimmingASCIIWhitespace(),
                        value: text(line[(colon + 1)...]).trimmingASCIIWhitespace()))
            }
        }
        return fields
    }

    private static func text(_ bytes: some Collection<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

extension [HeaderField] {
    /// The value of the first field with a name, ignoring case.
    package subscript(name: String) -> String? {
        let name = ASCII.lowercase(name)
        return first { ASCII.lowercase($0.name) == name }?.value
    }
}
