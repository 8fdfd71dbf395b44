/// A length, an offset or a count of bytes from outside the program: 0 to 2⁵³ − 1.
///
/// Responses, lists, archives, rows and files of other programs announce such numbers. They are checked where they
/// enter, and then used as `Int64`: the sum of a thousand of them, or one times a hundred, fits into 64 bits, so
/// arithmetic on them cannot trap. The upper limit, 8 PiB, is the largest whole number that JSON readers and JavaScript
/// represent exactly (RFC 8259, section 6).
///
/// ```swift
/// print(ByteCount(digits: "9223372036854775807") == nil)  // true: more than 8 PiB
/// let length = ByteCount(digits: "1048576")?.bytes ?? 0
/// let needed = length + (1 << 20)
/// print(needed)  // 2097152
/// ```
package struct ByteCount: Sendable, Hashable {
    /// The numbers that are accepted.
    package static let range: ClosedRange<Int64> = 0...(1 << 53 - 1)

    /// The number of bytes, in ``range``.
    package let bytes: Int64

    /// Creates a count; nil outside of ``range``.
    package init?(_ number: some BinaryInteger) {
        guard let bytes = Int64(exactly: number), Self.range.contains(bytes) else { return nil }
        self.bytes = bytes
    }

    /// Creates a count from a number that is moved into ``range``.
    package init(clamping number: some BinaryInteger) {
        bytes = Int64(clamping: number).clamped(to: Self.range)
    }

    /// Creates a count from a decimal number without a sign (`1*DIGIT` in ABNF).
    ///
    /// The result is nil if the text is empty, has a character that is not a digit, or is outside of ``range``.
    ///
    /// - Parameter digits: A number without spaces around it.
    package init?(digits: some StringProtocol) {
        guard ASCII.isDigits(digits), let number = Int64(digits) else { return nil }
        self.init(number)
    }
}

extension Comparable {
    /// Returns the nearest value of a range.
    package func clamped(to range: ClosedRange<Self>) -> Self {
        min(max(self, range.lowerBound), range.upperBound)
    }
}

extension FixedWidthInteger {
    /// Creates the whole number nearest to a floating-point number, moved into a range.
    ///
    /// This is the only conversion of floating-point numbers to integers whose argument may come from outside: the
    /// initializer of the standard library ends the process for NaN, infinities and numbers out of range. `make lint`
    /// refuses it outside of this target.
    ///
    /// - Parameters:
    ///   - number: Any number. NaN becomes the lower bound.
    ///   - range: The numbers that are meaningful.
    ///   - rule: The rule of rounding.
    package init(
        clamping number: Double, to range: ClosedRange<Self> = Self.min...Self.max,
        rounding rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero
    ) {
        let rounded = number.rounded(rule)
        if rounded >= Double(range.upperBound) {
            self = range.upperBound
        } else if rounded > Double(range.lowerBound) {
            // `Double(upperBound)` may be one more than the upper bound, and then no `Double` lies between them.
            self = Self(rounded).clamped(to: range)
        } else {
            self = range.lowerBound
        }
    }
}
