/// A point or vector in square units; y grows downward.
package struct Point: Sendable, Hashable {
    /// The horizontal coordinate; grows to the right.
    package var x: Double
    /// The vertical coordinate; grows downward.
    package var y: Double

    /// Creates a point.
    package init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    /// The distance from the origin.
    package var length: Double { (x * x + y * y).squareRoot() }

    /// Returns the sum of two vectors.
    package static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
    /// Returns the vector from the second point to the first.
    package static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
    /// Returns the vector scaled by a factor.
    package static func * (a: Point, factor: Double) -> Point { Point(a.x * factor, a.y * factor) }

    /// Returns the point at a fraction of the way to another point; at 0 it is this point.
    package func interpolated(to other: Point, fraction: Double) -> Point {
        Point(x + (other.x - x) * fraction, y + (other.y - y) * fraction)
    }
}
