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
