/// A value that can be interpolated, because sums, differences and multiples of it are defined.
package protocol Animatable: Sendable, Hashable {
    /// The neutral element of addition.
    static var zero: Self { get }
    /// Returns the sum of two values.
    static func + (a: Self, b: Self) -> Self
    /// Returns the difference between two values.
    static func - (a: Self, b: Self) -> Self
    /// Returns a multiple of a value.
    static func * (a: Self, factor: Double) -> Self
}

extension Animatable {
    /// Returns a value between this one and another one, or outside of both if the fraction is not from 0 to 1.
    ///
    /// - Parameters:
    ///   - other: The value at fraction 1, which is returned exactly.
    ///   - fraction: The position between the two values; 0 is this value.
    /// - Returns: The interpolated value.
    package func mixed(with other: Self, _ fraction: Double) -> Self {
        fraction == 1 ? other : self + (other - self) * fraction
    }
}

extension Double: Animatable {}

extension Point: Animatable {
    /// The origin.
    package static let zero = Point(0, 0)
}
