/// A stroked path at one instant.
package struct ShapeLayer: Sendable, Hashable {
    /// The path in square units.
    package var path: Path
    /// How it is stroked.
    package var style: StrokeStyle
    /// Which part is stroked.
    package var trim: Trim
    /// How the stroked part is moved and turned.
    package var transform: Transform
    /// 0 is invisible, 1 covers.
    package var opacity: Double
    /// What its colour means.
    package var tint: Tint

    /// Makes a layer.
    ///
    /// - Parameters:
    ///   - path: The path in square units.
    ///   - style: How it is stroked.
    ///   - trim: Which part is stroked.
    ///   - transform: How the stroked part is moved and turned.
    ///   - opacity: 0 is invisible, 1 covers.
    ///   - tint: What its colour means.
    package init(
        path: Path, style: StrokeStyle, trim: Trim = .whole, transform: Transform = .identity, opacity: Double = 1,
        tint: Tint = .active
    ) {
        self.path = path
        self.style = style
        self.trim = trim
        self.transform = transform
        self.opacity = opacity
        self.tint = tint
    }

    /// The path that is seen: trimmed by arc length, then transformed.
    package var visiblePath: Path {
        let visible = trim == .whole ? path : MeasuredPath(path).trimmed(trim)
        return transform == .identity ? visible : visible.transformed(by: transform)
    }
}
