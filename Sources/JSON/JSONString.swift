/// A writer of JSON strings (RFC 8259, section 7).
///
/// `JSONEncoder` cannot append a string to bytes, and encoding each field of a link through `Encodable` would take most
/// of the time of `leftoff links`. DEL needs no escape in JSON, but is escaped because terminals act on it.
///
/// ```swift
/// var output: [UInt8] = []
/// JSONString.append("a \"b\"", to: &output)  // "a \"b\""
/// JSONString.append(nil, to: &output)  // null
/// print(JSONString.scriptLiteral("</script>"))  // "\u003c/script\u003e"
/// ```
package enum JSONString {
    /// Appends a string with its quotation marks, or `null`.
    ///
    /// - Parameters:
    ///   - text: The text to escape; nil is written as `null`.
    ///   - output: The buffer to which the bytes are appended.
    package static func append(_ text: String?, to output: inout [UInt8]) {
        guard var text else {
            output.append(contentsOf: "null".utf8)
            return
        }
        output.append(UInt8(ascii: "\""))
        text.withUTF8 { bytes in
            var start = 0
            for (index, byte) in bytes.enumerated()
            where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F {
                output.append(contentsOf: bytes[start..<index])
                start = index + 1
                appendEscape(of: byte, to: &output)
            }
            output.append(contentsOf: bytes[start...])
        }
        output.append(UInt8(ascii: "\""))
    }

    /// Returns a text as a JSON string with its quotation marks.
    package static func literal(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns a text as a JavaScript string literal that is safe to embed in HTML.
    ///
    /// It stays one literal in a script element, in an attribute, and in engines older than ES2019, in which U+2028 and
    /// U+2029 end a line. It is a valid JSON string too.
    package static func scriptLiteral(_ text: String) -> String {
        var result = ""
        for scalar in literal(text).unicodeScalars {
            switch scalar {
            case "<", ">", "&", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func appendEscape(of byte: UInt8, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): output.append(byte)
        case 0x08: output.append(UInt8(ascii: "b"))
        case 0x09: output.append(UInt8(ascii: "t"))
        case 0x0A: output.append(UInt8(ascii: "n"))
        case 0x0C: output.append(UInt8(ascii: "f"))
        case 0x0D: output.append(UInt8(ascii: "r"))
        default:
            let digits = Array("0123456789abcdef".utf8)
            output.append(contentsOf: "u00".utf8)
            output.append(digits[Int(byte >> 4)])
            output.append(digits[Int(byte & 0xF)])
        }
    }
}
