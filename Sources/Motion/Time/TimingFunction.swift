/// A cubic Bézier curve from (0, 0) to (1, 1) that maps elapsed time to progress, modelled on Core Animation's
/// `CAMediaTimingFunction`.
package struct TimingFunction: Sendable, Hashable {
    private let ax, bx, cx: Double
    private let ay, by, cy: Double

    /// Creates a curve from the coordinates of its two control points.
    ///
    /// The times `x1` and `x2` are clamped to 0...1.
    package init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
        let x1 = min(max(x1, 0), 1)
        let x2 = min(max(x2, 0), 1)
        cx = 3 * x1
        bx = 3 * (x2 - x1) - cx
        ax = 1 - cx - bx
        cy = 3 * y1
        by = 3 * (y2 - y1) - cy
        ay = 1 - cy - by
    }

    /// The two control points.
    package var controls: (first: Point, second: Point) {
        (Point(cx / 3, cy / 3), Point((bx + 2 * cx) / 3, (by + 2 * cy) / 3))
    }

    /// Constant speed.
    package static let linear = TimingFunction(0, 0, 1, 1)
    /// A curve that starts slowly.
    package static let easeIn = TimingFunction(0.42, 0, 1, 1)
    /// A curve that ends slowly.
    package static let easeOut = TimingFunction(0, 0, 0.58, 1)
    /// A curve that starts and ends slowly.
    package static let easeInEaseOut = TimingFunction(0.42, 0, 0.58, 1)
    /// Core Animation's default curve.
    package static let standard = TimingFunction(0.25, 0.1, 0.25, 1)

    /// Returns the progress at a fraction of the duration, with an error below 1e-6.
    ///
    /// Fractions are clamped to 0...1.
    package func value(at time: Double) -> Double {
        guard time > 0 else { return 0 }
        guard time < 1 else { return 1 }
        if ax == ay && bx == by && cx == cy { return time }
        let s = parameter(at: time)
        return ((ay * s + by) * s + cy) * s
    }

    /// Returns the first fraction of the duration at which a curve that never falls has reached a progress.
    ///
    /// - Parameter progress: The progress from 0 to 1.
    /// - Returns: The fraction from 0 to 1, with an error below 1e-12.
    package func time(of progress: Double) -> Double {
        var low = 0.0
        var high = 1.0
        for _ in 0..<48 {
            let middle = (low + high) / 2
            if value(at: middle) < progress { low = middle } else { high = middle }
        }
        return high
    }

    /// Returns the curve parameter at a time, by Newton's method within a shrinking bracket.
    ///
    /// The time grows with the parameter, so bisection works if a step of Newton's method would leave the bracket.
    private func parameter(at time: Double) -> Double {
        var low = 0.0
        var high = 1.0
        var s = time
        for _ in 0..<64 {
            let error = ((ax * s + bx) * s + cx) * s - time
            if error == 0 { break }
            if error < 0 { low = s } else { high = s }
            let slope = (3 * ax * s + 2 * bx) * s + cx
            let next = s - error / slope
            let step = slope > 1e-9 && next > low && next < high ? next : (low + high) / 2
            if abs(step - s) < 1e-14 { break }
            s = step
        }
        return s
    }
}
