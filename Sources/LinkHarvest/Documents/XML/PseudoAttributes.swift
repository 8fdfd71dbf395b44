import Markup

/// The pseudo-attributes of `<?xml-stylesheet ?>` (Associating Style Sheets with XML documents 1.0, section 4).
enum PseudoAttributes {
    /// Parses pseudo-attributes.
    ///
    /// - Parameter data: The text after the instruction's target.
    /// - Returns: The values by name, up to the first syntax error.
    static func parse(_ data: String) -> [String: String] {
        let bytes = Array(data.utf8)
        var found: [String: String] = [:]
        var position = 0
        while true {
            while position < bytes.count, ASCII.isWhitespace(bytes[position]) { position += 1 }
            let name = bytes[position...].prefix { $0 != UInt8(ascii: "=") && !ASCII.isWhitespace($0) }
            position = name.endIndex
            while position < bytes.count, ASCII.isWhitespace(bytes[position]) { position += 1 }
            guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { return found }
            position += 1
            while position < bytes.count, ASCII.isWhitespace(bytes[position]) { position += 1 }
            guard position < bytes.count, [UInt8(ascii: "'"), UInt8(ascii: "\"")].contains(bytes[position]),
                let end = bytes[(position + 1)...].firstIndex(of: bytes[position])
            else { return found }
            let key = String(decoding: name, as: UTF8.self)
            if found[key] == nil { found[key] = decoded(bytes[(position + 1)..<end]) }
            position = end + 1
        }
    }

    private static let predefined: [String: UInt8] = ["amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27]

    private static func decoded(_ value: ArraySlice<UInt8>) -> String {
        var text = ""
        var rest = value
        while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
            text += String(decoding: rest[..<start], as: UTF8.self)
            guard let end = rest[start...].prefix(12).firstIndex(of: UInt8(ascii: ";")),
                let scalar = scalar(String(decoding: rest[(start + 1)..<end], as: UTF8.self))
            else {
                text += "&"
                rest = rest[(start + 1)...]
                continue
            }
            text.unicodeScalars.append(scalar)
            rest = rest[(end + 1)...]
        }
        return text + String(decoding: rest, as: UTF8.self)
    }

    private static func scalar(_ reference: String) -> Unicode.Scalar? {
        if let byte = predefined[reference] { return Unicode.Scalar(byte) }
        guard reference.hasPrefix("#") else { return nil }
        let digits = reference.dropFirst()
        let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return value.flatMap(Unicode.Scalar.init)
    }
}
