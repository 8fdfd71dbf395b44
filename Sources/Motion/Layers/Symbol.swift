/// A sign that is drawn in code, its path a function of its frame.
package enum Symbol: String, Sendable, CaseIterable {
    /// Done.
    case checkmark
    /// Failed.
    case cross

    /// The path, drawn from its begin to its end as a hand would.
    ///
    /// - Parameter frame: The rectangle that the path fills.
    /// - Returns: The path.
    package func path(in frame: Rect) -> Path {
        var path = Path()
        switch self {
        case .checkmark:
            path.move(to: frame.point(0.01136, 0.53409))
            path.addCurve(
                to: frame.point(0.30682, 0.82955), control1: frame.point(0.26136, 0.78409),
                control2: frame.point(0.30682, 0.82955))
            path.addLine(to: frame.point(0.98864, 0.14773))
        case .cross:
            path.move(to: frame.point(0.01136, 0.01136))
            path.addLine(to: frame.point(0.98864, 0.98864))
            path.move(to: frame.point(0.98864, 0.01136))
            path.addLine(to: frame.point(0.01136, 0.98864))
        }
        return path
    }
}
