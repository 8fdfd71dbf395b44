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
    package func parameter(atLength target: Double, of total: Double) -> Double {
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
