/// A cubic Bézier from (0, 0) to (1, 1) that bends time, as Core Animation's `CAMediaTimingFunction` does.
package struct TimingFunction: Sendable, Hashable {
    private let ax, bx, cx: Double
    private let ay, by, cy: Double

    /// Makes a curve by its two control points.
    ///
    /// - Parameters:
    ///   - x1: The first control point's time, 0 to 1; brought into that range.
    ///   - y1: The first control point's value.
    ///   - x2: The second control point's time, 0 to 1; brought into that range.
    ///   - y2: The second control point's value.
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

    /// Both control points.
    package var controls: (first: Point, second: Point) {
        (Point(cx / 3, cy / 3), Point((bx + 2 * cx) / 3, (by + 2 * cy) / 3))
    }

    /// No bend.
    package static let linear = TimingFunction(0, 0, 1, 1)
    /// Begins slowly.
    package static let easeIn = TimingFunction(0.42, 0, 1, 1)
    /// Ends slowly.
    package static let easeOut = TimingFunction(0, 0, 0.58, 1)
    /// Begins and ends slowly.
    package static let easeInEaseOut = TimingFunction(0.42, 0, 0.58, 1)
    /// What Core Animation uses where nothing is said.
    package static let standard = TimingFunction(0.25, 0.1, 0.25, 1)

    /// The bent fraction, right to 1e-6.
    ///
    /// - Parameter time: The fraction of the duration; brought into 0 to 1.
    /// - Returns: The fraction of the way.
    package func value(at time: Double) -> Double {
        guard time > 0 else { return 0 }
        guard time < 1 else { return 1 }
        if ax == ay && bx == by && cx == cy { return time }
        let s = parameter(at: time)
        return ((ay * s + by) * s + cy) * s
    }

    /// Newton's steps, kept inside a bracket that shrinks: x grows with the parameter, so bisection can always go on.
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
