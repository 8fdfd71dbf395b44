import Numbers

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A line or curve of a path, with a parameter from 0 to 1.
package enum PathSegment: Sendable, Hashable {
    /// A straight line.
    case line(Point, Point)
    /// A quadratic Bézier curve: start, control, end.
    case quadratic(Point, Point, Point)
    /// A cubic Bézier curve: start, two controls, end.
    case cubic(Point, Point, Point, Point)
    /// An arc of an ellipse: center + u·cos θ + v·sin θ, for θ from `start` over `sweep` radians.
    ///
    /// An affine transform of this form has the same form, so a circle stays exact.
    case arc(center: Point, u: Point, v: Point, start: Double, sweep: Double)

    /// The first point.
    package var begin: Point { point(at: 0) }

    /// The last point.
    package var end: Point { point(at: 1) }

    /// Returns the point at a parameter from 0 to 1.
    package func point(at t: Double) -> Point {
        let s = 1 - t
        switch self {
        case .line(let a, let b):
            // Both ends are exact.
            return t == 1 ? b : a.interpolated(to: b, fraction: t)
        case .quadratic(let a, let b, let c):
            return a * (s * s) + b * (2 * s * t) + c * (t * t)
        case .cubic(let a, let b, let c, let d):
            return a * (s * s * s) + b * (3 * s * s * t) + c * (3 * s * t * t) + d * (t * t * t)
        case .arc(let center, let u, let v, let start, let sweep):
            let angle = start + sweep * t
            return center + u * cos(angle) + v * sin(angle)
        }
    }

    /// Returns the derivative of the point with respect to the parameter, at a parameter from 0 to 1.
    package func derivative(at t: Double) -> Point {
        let s = 1 - t
        switch self {
        case .line(let a, let b):
            return b - a
        case .quadratic(let a, let b, let c):
            return (b - a) * (2 * s) + (c - b) * (2 * t)
        case .cubic(let a, let b, let c, let d):
            return (b - a) * (3 * s * s) + (c - b) * (6 * s * t) + (d - c) * (3 * t * t)
        case .arc(_, let u, let v, let start, let sweep):
            let angle = start + sweep * t
            return (v * cos(angle) - u * sin(angle)) * sweep
        }
    }

    /// Returns the part of the segment between two parameters.
    ///
    /// - Parameters:
    ///   - t0: The lower parameter.
    ///   - t1: The upper parameter; not less than `t0`.
    /// - Returns: A segment of the same kind.
    package func part(from t0: Double, to t1: Double) -> PathSegment {
        if t0 <= 0 && t1 >= 1 { return self }
        switch self {
        case .line:
            return .line(point(at: t0), point(at: t1))
        case .quadratic:
            // The control point is the intersection of the tangents, at half of the derivative.
            let begin = point(at: t0)
            return .quadratic(begin, begin + derivative(at: t0) * ((t1 - t0) / 2), point(at: t1))
        case .cubic:
            let third = (t1 - t0) / 3
            let begin = point(at: t0)
            let end = point(at: t1)
            return .cubic(begin, begin + derivative(at: t0) * third, end - derivative(at: t1) * third, end)
        case .arc(let center, let u, let v, let start, let sweep):
            return .arc(center: center, u: u, v: v, start: start + sweep * t0, sweep: sweep * (t1 - t0))
        }
    }

    /// Returns the transformed segment.
    package func transformed(by transform: Transform) -> PathSegment {
        switch self {
        case .line(let a, let b):
            return .line(transform.apply(a), transform.apply(b))
        case .quadratic(let a, let b, let c):
            return .quadratic(transform.apply(a), transform.apply(b), transform.apply(c))
        case .cubic(let a, let b, let c, let d):
            return .cubic(transform.apply(a), transform.apply(b), transform.apply(c), transform.apply(d))
        case .arc(let center, let u, let v, let start, let sweep):
            return .arc(
                center: transform.apply(center), u: transform.apply(vector: u), v: transform.apply(vector: v),
                start: start, sweep: sweep)
        }
    }

    /// Returns the points of a polyline that approximates the segment.
    ///
    /// - Parameter tolerance: The maximum distance between polyline and segment; greater than 0.
    /// - Returns: The points after the first one, including the end.
    package func flattened(tolerance: Double) -> [Point] {
        let count: Double
        switch self {
        case .line:
            return [end]
        case .quadratic(let a, let b, let c):
            // Wang's formula limits the distance by the second differences of the control points.
            count = ((a - b * 2 + c).length / (4 * tolerance)).squareRoot()
        case .cubic(let a, let b, let c, let d):
            count = (max((a - b * 2 + c).length, (b - c * 2 + d).length) * 0.75 / tolerance).squareRoot()
        case .arc(_, let u, let v, _, let sweep):
            let radius = max(u.length, v.length)
            count = abs(sweep) / (2 * acos(max(1 - tolerance / max(radius, tolerance), 0)))
        }
        // The limit bounds the work for extreme sizes; no screen needs as many points.
        let steps = count.isFinite ? Int(clamping: count, to: 1...1024, rounding: .up) : 1
        return (1...steps).map { point(at: Double($0) / Double(steps)) }
    }
}
