import CBytes

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
