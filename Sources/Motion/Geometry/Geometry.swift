import Glibc

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

/// A rectangle in square units; y grows downward.
package struct Rect: Sendable, Hashable {
    /// The left edge.
    package var x: Double
    /// The top edge.
    package var y: Double
    /// The width.
    package var width: Double
    /// The height.
    package var height: Double

    /// Creates a rectangle.
    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The center.
    package var center: Point { Point(x + width / 2, y + height / 2) }

    /// The shorter of width and height.
    package var shorterSide: Double { min(width, height) }

    /// The largest square with the same center that fits inside.
    var centeredSquare: Rect {
        let side = shorterSide
        return Rect(x: x + (width - side) / 2, y: y + (height - side) / 2, width: side, height: side)
    }

    /// Returns the rectangle with every edge moved inward by a distance; an edge does not move beyond the center.
    package func inset(by distance: Double) -> Rect {
        let dx = min(distance, width / 2)
        let dy = min(distance, height / 2)
        return Rect(x: x + dx, y: y + dy, width: width - 2 * dx, height: height - 2 * dy)
    }

    /// Returns the point at fractions of the width and height; (0, 0) is the top left corner.
    package func point(_ fractionX: Double, _ fractionY: Double) -> Point {
        Point(x + width * fractionX, y + height * fractionY)
    }
}

/// An affine transform of the plane: x′ = a·x + c·y + tx, y′ = b·x + d·y + ty.
package struct Transform: Sendable, Hashable {
    /// The coefficients.
    package var a, b, c, d, tx, ty: Double

    /// Creates a transform from its coefficients.
    private init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// The identity, which leaves every point where it is.
    package static let identity = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// Returns a translation to the right and down.
    package static func translation(_ x: Double, _ y: Double) -> Transform {
        Transform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
    }

    /// Returns a scaling about the origin, by a horizontal and a vertical factor.
    package static func scale(_ x: Double, _ y: Double) -> Transform {
        Transform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// Returns a rotation.
    ///
    /// - Parameters:
    ///   - angle: The angle in radians; clockwise on the screen, because y grows downward.
    ///   - center: The fixed point.
    /// - Returns: The rotation about `center`.
    static func rotation(_ angle: Double, about center: Point = Point(0, 0)) -> Transform {
        let cosine = cos(angle)
        let sine = sin(angle)
        return Transform(
            a: cosine, b: sine, c: -sine, d: cosine, tx: center.x - cosine * center.x + sine * center.y,
            ty: center.y - sine * center.x - cosine * center.y)
    }

    /// Returns this transform followed by another one.
    package func then(_ next: Transform) -> Transform {
        Transform(
            a: next.a * a + next.c * b, b: next.b * a + next.d * b, c: next.a * c + next.c * d,
            d: next.b * c + next.d * d, tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty
        )
    }

    /// Returns the transformed point.
    package func apply(_ point: Point) -> Point {
        Point(a * point.x + c * point.y + tx, b * point.x + d * point.y + ty)
    }

    /// Returns the transformed vector, to which the translation does not apply.
    package func apply(vector: Point) -> Point {
        Point(a * vector.x + c * vector.y, b * vector.x + d * vector.y)
    }

    /// The mean factor by which lengths grow, which is the square root of the factor for areas.
    var meanScale: Double { abs(a * d - b * c).squareRoot() }
}
