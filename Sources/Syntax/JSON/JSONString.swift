import CPlatform

/// A writer of JSON strings (RFC 8259, section 7).
///
/// `JSONEncoder` cannot append a string to bytes, and encoding each field of a link through `Encodable` would take most
/// of the time of `leftoff links`. Characters that a terminal obeys or hides, such as U+009B and U+202E, need no escape
/// in JSON, but have one, so that a program reads the same text and a person sees it.
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
        text.withUTF8 { append(utf8: $0, to: &output) }
    }

    /// Appends a string with its quotation marks.
    ///
    /// - Parameters:
    ///   - text: The text to escape, in valid UTF-8.
    ///   - output: The buffer to which the bytes are appended.
    private static func append(utf8 text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        let needed = output.count + maximumLength(ofByteCount: text.count)
        // Reserving exactly what is needed would copy the buffer each time.
        if output.capacity < needed { output.reserveCapacity(max(needed, output.capacity * 2)) }
        output.append(addingCapacity: maximumLength(ofByteCount: text.count)) { span in
            span.withUnsafeMutableBufferPointer { buffer, count in
                guard let start = buffer.baseAddress else { return }
                count = write(utf8: text, at: start)
            }
        }
    }

    /// Returns the maximum length of a string with its quotation marks and escapes.
    ///
    /// - Parameter count: The length of the text in bytes.
    /// - Returns: The length in bytes.
    @inlinable @inline(__always)
    package static func maximumLength(ofByteCount count: Int) -> Int { 6 * count + 2 }

    /// Writes a string with its quotation marks into memory.
    ///
    /// - Parameters:
    ///   - text: The text to escape, in valid UTF-8.
    ///   - output: Memory with room for ``maximumLength(ofByteCount:)``.
    /// - Returns: The number of bytes written.
    package static func write(
        utf8 text: UnsafeBufferPointer<UInt8>, at output: UnsafeMutablePointer<UInt8>
    ) -> Int {
        output[0] = UInt8(ascii: "\"")
        var end = 1
        if let start = text.baseAddress { end += leftoff_escape_json(start, text.count, output + 1) }
        output[end] = UInt8(ascii: "\"")
        return end + 1
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
    /// U+2029, which ``literal(_:)`` escapes, end a line. It is a valid JSON string too.
    package static func scriptLiteral(_ text: String) -> String {
        var result = ""
        for scalar in literal(text).unicodeScalars {
            switch scalar {
            case "<", ">", "&":
                result += "\\u00" + String(scalar.value, radix: 16)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension JSONString {
    /// Decodes the escapes of a string, even if some are invalid.
    ///
    /// Foundation's decoder rejects a whole document for one invalid escape, which would lose all the links of a page's
    /// JSON-LD.
    ///
    /// - Parameters:
    ///   - content: The bytes between the quotation marks.
    ///   - isScript: True to decode JavaScript's additional escapes too: `\x`, `\u{}`, `\v` and line continuations
    ///     (ECMAScript, section 12.9.4).
    /// - Returns: The text. A lone surrogate becomes U+FFFD. A backslash before any other character is dropped.
    package static func decoded(_ content: UnsafeBufferPointer<UInt8>, isScript: Bool = false) -> String {
        guard content.contains(UInt8(ascii: "\\")) else { return String(decoding: content, as: UTF8.self).streamSafe }
        var text: [UInt8] = []
        text.reserveCapacity(content.count)
        var index = 0
        while index < content.count {
            let byte = content[index]
            index += 1
            guard byte == UInt8(ascii: "\\"), index < content.count else {
                text.append(byte)
                continue
            }
            let letter = content[index]
            index += 1
            switch letter {
            case UInt8(ascii: "v") where isScript: text.append(0x0B)
            // The string continues on the next line.
            case 0x0A where isScript: break
            case 0x0D where isScript: if index < content.count, content[index] == 0x0A { index += 1 }
            case UInt8(ascii: "x") where isScript:
                guard let value = JSONEscape.hexadecimal(in: content, at: index, digits: 2),
                    let scalar = Unicode.Scalar(value)
                else {
                    text.append(letter)
                    continue
                }
                index += 2
                text.append(contentsOf: Array(String(scalar).utf8))
            case UInt8(ascii: "u"):
                let braced = isScript ? bracedScalar(content, &index) : nil
                guard let scalar = braced ?? scalar(content, &index) else {
                    text.append(letter)
                    continue
                }
                text.append(contentsOf: Array(String(scalar).utf8))
            default: text.append(JSONEscape.controlCharacter(letter) ?? letter)
            }
        }
        return String(decoding: text, as: UTF8.self).streamSafe
    }

    private static func scalar(_ content: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Unicode.Scalar? {
        switch JSONEscape.unicode(in: content, at: index) {
        case .scalar(let scalar, let length):
            index += length
            return scalar
        case .loneSurrogate:
            index += 4
            return "\u{FFFD}"
        case .invalid: return nil
        }
    }

    /// Reads a scalar written as one to six hexadecimal digits in braces, after `\u`.
    private static func bracedScalar(_ content: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Unicode.Scalar? {
        guard index < content.count, content[index] == UInt8(ascii: "{") else { return nil }
        let digits = content[(index + 1)...].prefix { ASCII.hexValue($0) != nil }.count
        guard (1...6).contains(digits),
            let value = JSONEscape.hexadecimal(in: content, at: index + 1, digits: digits),
            index + 1 + digits < content.count, content[index + 1 + digits] == UInt8(ascii: "}")
        else { return nil }
        index += digits + 2
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }
}
