import VisibleText

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
        let digits = content[(index + 1)...].prefix { JSONEscape.digitValue($0) != nil }.count
        guard (1...6).contains(digits),
            let value = JSONEscape.hexadecimal(in: content, at: index + 1, digits: digits),
            index + 1 + digits < content.count, content[index + 1 + digits] == UInt8(ascii: "}")
        else { return nil }
        index += digits + 2
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }
}
