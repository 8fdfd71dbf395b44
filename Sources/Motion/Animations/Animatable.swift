/// What can be animated: values that have a sum and multiples.
package protocol Animatable: Sendable, Hashable {
    /// What changes nothing when it is added.
    static var zero: Self { get }
    /// The sum.
    static func + (a: Self, b: Self) -> Self
    /// The difference.
    static func - (a: Self, b: Self) -> Self
    /// The multiple.
    static func * (a: Self, factor: Double) -> Self
}

extension Animatable {
    /// The value between two others, and beyond them where the fraction is.
    ///
    /// - Parameters:
    ///   - other: Where the fraction is 1, exactly.
    ///   - fraction: How far along; 0 is this value.
    /// - Returns: The value at that fraction.
    package func mixed(with other: Self, _ fraction: Double) -> Self {
        fraction == 1 ? other : self + (other - self) * fraction
    }
}

extension Double: Animatable {}

extension Point: Animatable {
    /// The origin.
    package static let zero = Point(0, 0)
}
