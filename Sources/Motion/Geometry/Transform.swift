#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// An affine transform of the plane: x′ = a·x + c·y + tx, y′ = b·x + d·y + ty.
package struct Transform: Sendable, Hashable {
    /// The matrix' entries.
    package var a, b, c, d, tx, ty: Double

    /// Makes a transform by its matrix.
    ///
    /// - Parameters:
    ///   - a: How x′ follows x.
    ///   - b: How y′ follows x.
    ///   - c: How x′ follows y.
    ///   - d: How y′ follows y.
    ///   - tx: What is added to x′.
    ///   - ty: What is added to y′.
    package init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// Changes nothing.
    package static let identity = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// Moves.
    ///
    /// - Parameters:
    ///   - x: How far to the right.
    ///   - y: How far down.
    /// - Returns: The transform.
    package static func translation(_ x: Double, _ y: Double) -> Transform {
        Transform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
    }

    /// Scales about the origin.
    ///
    /// - Parameters:
    ///   - x: The factor across.
    ///   - y: The factor down.
    /// - Returns: The transform.
    package static func scale(_ x: Double, _ y: Double) -> Transform {
        Transform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// Rotates.
    ///
    /// - Parameters:
    ///   - angle: Radians; clockwise on the screen, since y grows downward.
    ///   - center: The point that stays.
    /// - Returns: The transform.
    package static func rotation(_ angle: Double, about center: Point = Point(0, 0)) -> Transform {
        let cosine = cos(angle)
        let sine = sin(angle)
        return Transform(
            a: cosine, b: sine, c: -sine, d: cosine, tx: center.x - cosine * center.x + sine * center.y,
            ty: center.y - sine * center.x - cosine * center.y)
    }

    /// This transform followed by another.
    ///
    /// - Parameter next: What is applied after.
    /// - Returns: Both in one.
    package func then(_ next: Transform) -> Transform {
        Transform(
            a: next.a * a + next.c * b, b: next.b * a + next.d * b, c: next.a * c + next.c * d,
            d: next.b * c + next.d * d, tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty
        )
    }

    /// Moves a point.
    ///
    /// - Parameter point: The point.
    /// - Returns: Where it comes to lie.
    package func apply(_ point: Point) -> Point {
        Point(a * point.x + c * point.y + tx, b * point.x + d * point.y + ty)
    }

    /// Turns and scales a direction without moving it.
    ///
    /// - Parameter vector: The direction.
    /// - Returns: The new direction.
    package func apply(vector: Point) -> Point {
        Point(a * vector.x + c * vector.y, b * vector.x + d * vector.y)
    }

    /// By how much areas grow, as a factor on lengths.
    package var meanScale: Double { abs(a * d - b * c).squareRoot() }
}
