import Markup

/// The strings of JSON (RFC 8259, 7) and of scripts.
enum JSONString {
    /// Replaces the escapes of a string.
    ///
    /// - Parameters:
    ///   - content: What stands between the quotation marks.
    ///   - isOfScript: Whether JavaScript's further escapes count: `\x`, `\u{}`, `\v` and line breaks (ECMAScript, 12.9.4).
    /// - Returns: The text. A lone surrogate is U+FFFD; a backslash before anything else is dropped.
    static func text(_ content: UnsafeBufferPointer<UInt8>, ofScript isOfScript: Bool = false) -> String {
        guard content.contains(UInt8(ascii: "\\")) else { return String(decoding: content, as: UTF8.self) }
        var units: [UInt8] = []
        units.reserveCapacity(content.count)
        var index = 0
        while index < content.count {
            let byte = content[index]
            index += 1
            guard byte == UInt8(ascii: "\\"), index < content.count else {
                units.append(byte)
                continue
            }
            let escape = content[index]
            index += 1
            switch escape {
            case UInt8(ascii: "b"): units.append(0x08)
            case UInt8(ascii: "f"): units.append(0x0C)
            case UInt8(ascii: "n"): units.append(0x0A)
            case UInt8(ascii: "r"): units.append(0x0D)
            case UInt8(ascii: "t"): units.append(0x09)
            case UInt8(ascii: "v") where isOfScript: units.append(0x0B)
            // The string goes on in the next line.
            case 0x0A where isOfScript: break
            case 0x0D where isOfScript: if index < content.count, content[index] == 0x0A { index += 1 }
            case UInt8(ascii: "x") where isOfScript:
                guard let value = number(content, index, digits: 2), let scalar = Unicode.Scalar(value) else {
                    units.append(escape)
                    continue
                }
                index += 2
                units.append(contentsOf: Array(String(scalar).utf8))
            case UInt8(ascii: "u"):
                let braced = isOfScript ? bracedScalar(content, &index) : nil
                guard let scalar = braced ?? scalar(content, &index) else {
                    units.append(escape)
                    continue
                }
                units.append(contentsOf: Array(String(scalar).utf8))
            default: units.append(escape)
            }
        }
        return String(decoding: units, as: UTF8.self)
    }

    private static func scalar(_ content: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Unicode.Scalar? {
        guard let unit = number(content, index, digits: 4) else { return nil }
        index += 4
        if let scalar = Unicode.Scalar(unit) { return scalar }
        if unit < 0xDC00, index + 1 < content.count, content[index] == UInt8(ascii: "\\"),
            content[index + 1] == UInt8(ascii: "u"), let low = number(content, index + 2, digits: 4),
            low & 0xFC00 == 0xDC00
        {
            index += 6
            return Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF))
        }
        return "\u{FFFD}"
    }

    /// The character whose number stands in braces, of six digits at most.
    private static func bracedScalar(_ content: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Unicode.Scalar? {
        guard index < content.count, content[index] == UInt8(ascii: "{") else { return nil }
        let digits = content[(index + 1)...].prefix { ASCII.hexValue($0) != nil }.count
        guard (1...6).contains(digits), let value = number(content, index + 1, digits: digits),
            index + 1 + digits < content.count, content[index + 1 + digits] == UInt8(ascii: "}")
        else { return nil }
        index += digits + 2
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    private static func number(_ content: UnsafeBufferPointer<UInt8>, _ index: Int, digits: Int) -> UInt32? {
        guard index + digits <= content.count else { return nil }
        var value: UInt32 = 0
        for offset in 0..<digits {
            guard let digit = ASCII.hexValue(content[index + offset]) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
