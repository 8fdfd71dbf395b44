import Glibc
import Syntax

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
    func derivative(at t: Double) -> Point {
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
    func transformed(by transform: Transform) -> PathSegment {
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

extension PathSegment {
    /// Returns the arc length between two parameters, to about ten digits.
    ///
    /// It uses Gauss-Legendre quadrature and halves the interval until both halves agree with the whole. That is needed
    /// because a polynomial cannot approximate the derivative of a curve with a cusp.
    ///
    /// - Parameters:
    ///   - t0: The lower parameter.
    ///   - t1: The upper parameter; not less than `t0`.
    /// - Returns: The length in the units of the path.
    package func length(from t0: Double = 0, to t1: Double = 1) -> Double {
        guard t1 > t0 else { return 0 }
        switch self {
        case .line(let a, let b):
            return (b - a).length * (t1 - t0)
        case .arc(_, let u, let v, _, let sweep) where u.length == v.length && u.x * v.x + u.y * v.y == 0:
            return u.length * abs(sweep) * (t1 - t0)
        default:
            return refined(t0, t1, whole: quadrature(t0, t1), depth: 0)
        }
    }

    /// Returns the parameter at an arc length.
    ///
    /// - Parameters:
    ///   - target: The length from the start of the segment.
    ///   - total: The length of the whole segment.
    /// - Returns: The parameter, from 0 to 1.
    func parameter(atLength target: Double, of total: Double) -> Double {
        guard target > 0, total > 0 else { return 0 }
        guard target < total else { return 1 }
        if case .line = self { return target / total }
        var low = 0.0
        var high = 1.0
        // Newton's method within a bracket, and bisection if a step would leave the bracket.
        var t = target / total
        for _ in 0..<60 {
            let error = length(from: 0, to: t) - target
            if abs(error) <= total * 1e-12 { break }
            if error < 0 { low = t } else { high = t }
            let slope = derivative(at: t).length
            let next = slope > 0 ? t - error / slope : -1
            t = next > low && next < high ? next : (low + high) / 2
            if high - low < 1e-15 { break }
        }
        return t
    }

    private func refined(_ t0: Double, _ t1: Double, whole: Double, depth: Int) -> Double {
        let middle = (t0 + t1) / 2
        let left = quadrature(t0, middle)
        let right = quadrature(middle, t1)
        let sum = left + right
        if depth >= 24 || abs(sum - whole) <= 1e-11 * max(sum, 1e-300) { return sum }
        return refined(t0, middle, whole: left, depth: depth + 1) + refined(middle, t1, whole: right, depth: depth + 1)
    }

    private func quadrature(_ t0: Double, _ t1: Double) -> Double {
        let half = (t1 - t0) / 2
        let middle = (t0 + t1) / 2
        var sum = 0.0
        for (node, weight) in Self.gaussLegendre {
            sum += weight * (derivative(at: middle - half * node).length + derivative(at: middle + half * node).length)
        }
        return sum * half
    }

    /// The positive nodes and the weights of the ten-point Gauss-Legendre rule.
    private static let gaussLegendre: [(Double, Double)] = [
        (0.148_874_338_981_631_21, 0.295_524_224_714_752_87),
        (0.433_395_394_129_247_19, 0.269_266_719_309_996_36),
        (0.679_409_568_299_024_41, 0.219_086_362_515_982_04),
        (0.865_063_366_688_984_51, 0.149_451_349_150_580_59),
        (0.973_906_528_517_171_72, 0.066_671_344_308_688_14),
    ]
}
