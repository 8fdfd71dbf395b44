import Markup

/// A mail address in text (GitHub Flavored Markdown 0.29, section 6.9).
enum MailAddress {
    /// The maximum length of the part before the `@` (RFC 5321, section 4.5.3.1.1), which limits the search.
    private static let localLimit = 64

    /// Returns the range of the address around an `@`; nil if there is none.
    static func range(in bytes: UnsafeBufferPointer<UInt8>, around at: Int, within range: Range<Int>) -> Range<Int>? {
        var start = at
        while start > range.lowerBound, at - start < localLimit, isLocal(bytes[start - 1]) { start -= 1 }
        var end = at + 1
        while end < range.upperBound, ASCII.isAlphanumeric(bytes[end]) || [0x2D, 0x2E, 0x5F].contains(bytes[end]) {
            end += 1
        }
        while end > at + 1, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
        let domain = bytes[(at + 1)..<end]
        guard start < at, domain.contains(UInt8(ascii: ".")), let last = domain.last, last != 0x2D, last != 0x5F,
            domain.first != UInt8(ascii: ".")
        else { return nil }
        return start..<end
    }

    private static func isLocal(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || [0x2B, 0x2D, 0x2E, 0x5F].contains(byte)
    }
}
