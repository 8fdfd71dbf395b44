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
        return decode(content, isScript: isScript) { _, _ in }
    }

    /// A violation of the syntax of strings, with the text for an error.
    enum Problem: String {
        case controlCharacter = "a string contains a control character"
        case unknownEscape = "unknown escape in a string"
        case missingDigits = "\\u needs four hexadecimal digits"
        case loneSurrogate = "half of a surrogate pair stands alone"
    }

    /// Decodes the escapes of a string.
    ///
    /// - Parameters:
    ///   - content: The bytes between the quotation marks.
    ///   - isScript: True to decode JavaScript's additional escapes too.
    ///   - report: Receives each problem and its offset in `content`. If it returns, the text is read as by
    ///     ``decoded(_:isScript:)``.
    /// - Returns: The text.
    /// - Throws: The error of `report`.
    static func decode<Failure: Error>(
        _ content: UnsafeBufferPointer<UInt8>, isScript: Bool = false,
        report: (Problem, Int) throws(Failure) -> Void
    ) throws(Failure) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(content.count)
        var index = 0
        while index < content.count {
            let start = index
            while index < content.count, content[index] >= 0x20, content[index] != UInt8(ascii: "\\") { index += 1 }
            text.append(contentsOf: UnsafeBufferPointer(rebasing: content[start..<index]))
            guard index < content.count else { break }
            let offset = index
            index += 1
            guard content[offset] == UInt8(ascii: "\\"), index < content.count else {
                try report(content[offset] < 0x20 ? .controlCharacter : .unknownEscape, offset)
                text.append(content[offset])
                continue
            }
            let letter = content[index]
            index += 1
            switch letter {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
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
                text.append(contentsOf: String(scalar).utf8)
            case UInt8(ascii: "u"):
                if isScript, let scalar = bracedScalar(content, &index) {
                    text.append(contentsOf: String(scalar).utf8)
                    continue
                }
                switch JSONEscape.unicode(in: content, at: index) {
                case .scalar(let scalar, let length):
                    index += length
                    text.append(contentsOf: String(scalar).utf8)
                case .loneSurrogate:
                    try report(.loneSurrogate, offset)
                    index += 4
                    text.append(contentsOf: "\u{FFFD}".utf8)
                case .invalid:
                    try report(.missingDigits, offset)
                    text.append(letter)
                }
            default:
                let character = JSONEscape.controlCharacter(letter)
                if character == nil { try report(.unknownEscape, offset) }
                text.append(character ?? letter)
            }
        }
        return String(decoding: text, as: UTF8.self).streamSafe
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

/// Escape sequences of strings in JSON (RFC 8259, section 7).
private enum JSONEscape {
    /// The result of reading the digits of a `\u` escape.
    enum Unicode {
        /// A scalar, and the number of bytes after the first `\u`: 4, or 10 for a surrogate pair `XXXX\uXXXX`.
        case scalar(Swift.Unicode.Scalar, length: Int)
        /// A surrogate without its other half; its digits take up 4 bytes.
        case loneSurrogate
        /// Fewer than four hexadecimal digits.
        case invalid
    }

    /// Returns the control character of a short escape, such as a line feed for `n`; nil for any other letter.
    static func controlCharacter(_ letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    /// Reads the digits of a `\u` escape, and a second escape if the first is the high half of a surrogate pair.
    ///
    /// - Parameters:
    ///   - bytes: The JSON text in UTF-8.
    ///   - index: The offset of the first digit.
    /// - Returns: The scalar and its length, or the reason why there is none.
    static func unicode(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Unicode {
        guard let unit = hexadecimal(in: bytes, at: index, digits: 4) else { return .invalid }
        if let scalar = Swift.Unicode.Scalar(unit) { return .scalar(scalar, length: 4) }
        if unit < 0xDC00, index + 5 < bytes.count, bytes[index + 4] == UInt8(ascii: "\\"),
            bytes[index + 5] == UInt8(ascii: "u")
        {
            guard let low = hexadecimal(in: bytes, at: index + 6, digits: 4) else { return .loneSurrogate }
            if low & 0xFC00 == 0xDC00,
                let scalar = Swift.Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF))
            {
                return .scalar(scalar, length: 10)
            }
        }
        return .loneSurrogate
    }

    /// Returns the number that hexadecimal digits denote; nil if the text is too short or has any other byte.
    static func hexadecimal(in bytes: UnsafeBufferPointer<UInt8>, at index: Int, digits: Int) -> UInt32? {
        guard index + digits <= bytes.count else { return nil }
        var value: UInt32 = 0
        for offset in 0..<digits {
            guard let digit = ASCII.hexValue(bytes[index + offset]) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
