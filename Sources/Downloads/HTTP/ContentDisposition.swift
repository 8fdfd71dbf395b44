package import Transfer

/// A parser of the file name in a Content-Disposition field (RFC 6266).
package enum ContentDisposition {
    /// Returns the file name as the server sent it, which must be sanitized with ``FileName`` before it is used.
    ///
    /// - Parameter value: The field value.
    /// - Returns: `filename*` if it can be decoded (RFC 8187), otherwise `filename`, otherwise nil.
    package static func fileName(_ value: String) -> String? {
        var plain: String?
        var extended: String?
        for (name, text) in parameters(value) {
            switch name {
            // Like browsers, uses the first of several parameters with the same name.
            case "filename" where plain == nil: plain = text
            case "filename*" where extended == nil: extended = decode(text)
            default: break
            }
        }
        return extended ?? plain
    }

    /// Returns true if a response has the disposition `attachment` (RFC 6266, section 4.2).
    package static func isAttachment(_ head: ResponseHead) -> Bool {
        guard let value = head["Content-Disposition"] else { return false }
        return String(value.prefix { $0 != ";" }).trimmingBlanks().lowercased() == "attachment"
    }

    /// Returns the parameters with lowercase names, and quoted strings unescaped.
    private static func parameters(_ value: String) -> [(name: String, text: String)] {
        var result: [(String, String)] = []
        var rest = Substring(value)
        // The disposition type may be missing, in which case the field begins with a parameter.
        if let first = rest.firstIndex(of: ";"), !rest[..<first].contains("=") { rest = rest[first...].dropFirst() }
        while !rest.isEmpty {
            rest = rest.drop { $0 == " " || $0 == "\t" || $0 == ";" }
            let name = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest.dropFirst(name.count)
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
            var text = ""
            if rest.first == "\"" {
                rest = rest.dropFirst()
                while let character = rest.first, character != "\"" {
                    rest = rest.dropFirst()
                    if character == "\\", let escaped = rest.first {
                        text.append(escaped)
                        rest = rest.dropFirst()
                    } else {
                        text.append(character)
                    }
                }
                rest = rest.drop { $0 != ";" }
            } else {
                text = String(rest.prefix { $0 != ";" })
                rest = rest.dropFirst(text.count)
            }
            result.append((String(name).trimmingBlanks().lowercased(), text.trimmingBlanks()))
        }
        return result
    }

    /// Decodes `charset'language'value` (RFC 8187, section 3.2).
    private static func decode(_ text: String) -> String? {
        let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = percentDecoded(parts[2]) else { return nil }
        switch parts[0].lowercased() {
        case "utf-8": return String(validating: bytes, as: UTF8.self)
        case "iso-8859-1": return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        default: return nil
        }
    }

    private static func percentDecoded(_ text: Substring) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let digits = String(rest.prefix(2)), digits.utf8.count == 2, digits.first != "+", digits.first != "-",
                let decoded = UInt8(digits, radix: 16)
            else { return nil }
            bytes.append(decoded)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
