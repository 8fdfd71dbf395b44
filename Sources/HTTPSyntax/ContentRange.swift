/// A Content-Range field with the unit `bytes` (RFC 9110, section 14.4).
package struct ContentRange: Sendable, Hashable {
    /// The positions of the bytes in the response; nil for an unsatisfied range such as `bytes */1234` (status 416).
    package let range: ClosedRange<Int64>?

    /// The size of the whole file; nil if it is unknown (`*`).
    package let total: Int64?

    /// Parses a field value; nil for another unit, a malformed value, or a range that exceeds the total.
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

    /// Parses a decimal number without a sign (`1*DIGIT` in ABNF).
    ///
    /// - Parameter text: A number from a field value, without spaces.
    /// - Returns: The number; nil if the text is empty, contains a character that is not a digit, or is 2⁶³ or more.
    package static func number(_ text: some StringProtocol) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int64(text)
    }
}
