#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// An affine transform of the plane: x′ = a·x + c·y + tx, y′ = b·x + d·y + ty.
package struct Transform: Sendable, Hashable {
    /// The coefficients.
    package var a, b, c, d, tx, ty: Double

    /// Creates a transform from its coefficients.
    package init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
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
    package static func rotation(_ angle: Double, about center: Point = Point(0, 0)) -> Transform {
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
    package var meanScale: Double { abs(a * d - b * c).squareRoot() }
}
