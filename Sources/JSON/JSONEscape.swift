/// Escape sequences of strings in JSON (RFC 8259, section 7).
enum JSONEscape {
    /// The result of reading the digits of a `\u` escape.
    enum Unicode: Equatable {
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
            guard let digit = digitValue(bytes[index + offset]) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    /// Returns the value of a hexadecimal digit; nil for any other byte.
    static func digitValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
