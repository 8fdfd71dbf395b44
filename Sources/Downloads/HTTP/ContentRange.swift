/// A Content-Range field with the unit `bytes` (RFC 9110, section 14.4).
package struct ContentRange: Sendable, Hashable {
    /// The bytes that the response holds; nil in the form of a 416, `bytes */1234`.
    package let range: ClosedRange<Int64>?

    /// The size of the whole; nil for `*`.
    package let total: Int64?

    /// Parses a field value; nil for another unit, for malformed values and for ranges that reach beyond the total.
    ///
    /// - Parameter value: The value of Content-Range.
    package init?(_ value: String) {
        let parts = value.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let sides = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        guard sides.count == 2 else { return nil }
        if sides[1] == "*" {
            total = nil
        } else {
            guard let number = Self.number(sides[1]) else { return nil }
            total = number
        }
        if sides[0] == "*" {
            guard total != nil else { return nil }
            range = nil
            return
        }
        let ends = sides[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last else {
            return nil
        }
        if let total, last >= total { return nil }
        range = first...last
    }

    /// Parses 1*DIGIT.
    ///
    /// - Parameter text: The algorithm, `=` or `:`, and the hexadecimal digits.
    /// - Returns: nil for signs, other characters, nothing, and numbers of 2⁶³ and more.
    package static func number(_ text: some StringProtocol) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int64(text)
    }
}
