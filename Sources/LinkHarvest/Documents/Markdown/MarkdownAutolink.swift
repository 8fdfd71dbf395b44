import Markup

/// Autolinks in angle brackets (CommonMark, section 6.5).
enum MarkdownAutolink {
    /// Returns the offset after the autolink that starts at a `<`; nil if there is none.
    static func end(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        hasScheme(bytes, from: start + 1) ? addressEnd(bytes, from: start + 1) : mailEnd(bytes, from: start + 1)
    }

    /// Returns true if a scheme of 2 to 32 characters and a colon follow.
    static func hasScheme(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        let name = bytes[start...].prefix(33).prefix {
            ASCII.isAlphanumeric($0) || [0x2B, 0x2D, 0x2E].contains($0)
        }
        guard 2...32 ~= name.count, name.first.map(ASCII.isAlpha) == true, name.endIndex < bytes.count else {
            return false
        }
        return bytes[name.endIndex] == UInt8(ascii: ":")
    }

    private static func addressEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var index = start
        while index < bytes.count, bytes[index] > 0x20, bytes[index] != UInt8(ascii: "<") {
            if bytes[index] == UInt8(ascii: ">") { return index + 1 }
            index += 1
        }
        return nil
    }

    private static func mailEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        let special = Array(".!#$%&'*+/=?^_`{|}~-".utf8)
        let local = bytes[start...].prefix { ASCII.isAlphanumeric($0) || special.contains($0) }
        guard !local.isEmpty, local.endIndex < bytes.count, bytes[local.endIndex] == UInt8(ascii: "@") else {
            return nil
        }
        let domain = bytes[(local.endIndex + 1)...].prefix { ASCII.isAlphanumeric($0) || $0 == 0x2D || $0 == 0x2E }
        let areLabels = domain.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy { label in
            1...63 ~= label.count && label.first != 0x2D && label.last != 0x2D
        }
        guard areLabels, domain.endIndex < bytes.count, bytes[domain.endIndex] == UInt8(ascii: ">") else { return nil }
        return domain.endIndex + 1
    }
}
