/// The `charset` parameter of a media type.
enum ContentTypeCharset {
    /// Returns the encoding that a `Content-Type` names.
    ///
    /// It follows the MIME Sniffing Standard's parser of media types (4.4): the first `charset` counts, its value may
    /// be a quoted string, and a type without a slash is invalid.
    ///
    /// - Parameter contentType: The value of the field.
    /// - Returns: The encoding; nil if none is named or it is unknown.
    static func encoding(in contentType: String) -> CharacterEncoding? {
        let bytes = Array(contentType.utf8)
        guard bytes.contains(UInt8(ascii: "/")) else { return nil }
        var position = bytes.firstIndex(of: UInt8(ascii: ";")) ?? bytes.endIndex
        while position < bytes.count {
            position += 1
            while position < bytes.count, ASCII.isWhitespace(bytes[position]) { position += 1 }
            let nameStart = position
            while position < bytes.count, bytes[position] != UInt8(ascii: ";"), bytes[position] != UInt8(ascii: "=") {
                position += 1
            }
            let name = ASCII.lowercase(String(decoding: bytes[nameStart..<position], as: UTF8.self))
            guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { continue }
            position += 1
            let value = parameterValue(in: bytes, from: &position)
            if name == "charset" { return CharacterEncoding(label: value) }
        }
        return nil
    }

    /// Parses a value and leaves the position at the next semicolon or at the end.
    private static func parameterValue(in bytes: [UInt8], from position: inout Int) -> String {
        var value: [UInt8] = []
        if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
            position += 1
            while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
                if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count { position += 1 }
                value.append(bytes[position])
                position += 1
            }
            while position < bytes.count, bytes[position] != UInt8(ascii: ";") { position += 1 }
        } else {
            let start = position
            while position < bytes.count, bytes[position] != UInt8(ascii: ";") { position += 1 }
            value.append(contentsOf: bytes[start..<position])
        }
        return String(decoding: value, as: UTF8.self)
    }
}
