/// A Content-Range field with the unit `bytes` (RFC 9110, section 14.4).
package struct ContentRange: Sendable, Hashable {
    /// The positions of the bytes in the response; nil for an unsatisfied range such as `bytes */1234` (status 416).
    package let range: ClosedRange<Int64>?

    /// The size of the whole file; nil if it is unknown (`*`).
    package let total: Int64?

    /// Parses a field value; nil for another unit, a malformed value, or a range that exceeds the total.
    ///
    /// The numbers are in `ByteCount.range`, and so is the size of a file with this range.
    ///
    /// - Parameter value: The value of Content-Range.
    package init?(_ value: String) {
        guard let parts = Self.parts(of: value), !parts.isTooLarge else { return nil }
        total = parts.total.flatMap { ByteCount(digits: $0)?.bytes }
        guard !parts.ends.isEmpty else {
            guard total != nil else { return nil }
            range = nil
            return
        }
        guard let first = ByteCount(digits: parts.ends[0]), let last = ByteCount(digits: parts.ends[1]),
            first.bytes <= last.bytes
        else { return nil }
        if let total, last.bytes >= total { return nil }
        range = first.bytes...last.bytes
    }

    /// Returns true if a field value has the right form but a position or a size that is out of `ByteCount.range`.
    package static func isTooLarge(_ value: String) -> Bool { parts(of: value)?.isTooLarge ?? false }

    /// The numbers of a field value, which consist of digits.
    private struct Parts {
        /// The first and the last position; empty for `*`.
        var ends: [Substring]
        /// The size; nil for `*`.
        var total: Substring?

        /// True if a number, or the size of a file that ends with the last position, is out of `ByteCount.range`.
        var isTooLarge: Bool {
            (ends + [total].compactMap(\.self)).contains { ByteCount(digits: $0) == nil }
                || ends.last.flatMap { ByteCount(digits: $0) }?.bytes == ByteCount.range.upperBound
        }
    }

    private static func parts(of value: String) -> Parts? {
        let parts = value.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let sides = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        guard sides.count == 2 else { return nil }
        let ends = sides[0] == "*" ? [] : sides[0].split(separator: "-", omittingEmptySubsequences: false)
        let total = sides[1] == "*" ? nil : sides[1]
        guard ends.isEmpty || ends.count == 2, (ends + [total].compactMap(\.self)).allSatisfy({ ASCII.isDigits($0) })
        else {
            return nil
        }
        return Parts(ends: ends, total: total)
    }
}
