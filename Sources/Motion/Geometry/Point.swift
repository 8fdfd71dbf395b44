/// A point or vector in square units; y grows downward.
package struct Point: Sendable, Hashable {
    /// The distance to the right.
    package var x: Double
    /// The distance downward.
    package var y: Double

    /// Makes a point.
    ///
    /// - Parameters:
    ///   - x: The distance to the right.
    ///   - y: The distance downward.
    package init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    /// The distance from the origin.
    package var length: Double { (x * x + y * y).squareRoot() }

    /// The sum of two vectors.
    package static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
    /// The vector from the second point to the first.
    package static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
    /// The vector made longer by a factor.
    package static func * (a: Point, factor: Double) -> Point { Point(a.x * factor, a.y * factor) }

    /// The point between two others.
    ///
    /// - Parameters:
    ///   - other: Where the fraction is 1.
    ///   - fraction: How far along; 0 is this point.
    /// - Returns: The point at that fraction.
    package func interpolated(to other: Point, fraction: Double) -> Point {
        Point(x + (other.x - x) * fraction, y + (other.y - y) * fraction)
    }
}
