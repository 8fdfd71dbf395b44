/// A stroked or filled path at one instant.
package struct ShapeLayer: Sendable, Hashable {
    /// What a shape throws behind itself.
    package struct Shadow: Sendable, Hashable {
        /// Where it lies.
        package var offset: Point
        /// How strong it is: 0 is none.
        package var opacity: Double

        /// Makes a shadow.
        ///
        /// - Parameters:
        ///   - offset: Where it lies.
        ///   - opacity: How strong it is.
        package init(offset: Point, opacity: Double) {
            self.offset = offset
            self.opacity = opacity
        }
    }

    /// What the shape is called; the same at every instant.
    package var name = ""
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
    /// Whether its inside is covered instead of its line.
    package var isFilled = false
    /// What it throws behind itself; nil for nothing.
    package var shadow: Shadow?

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
        let visible = trim == .whole || isFilled ? path : MeasuredPath(path).trimmed(trim)
        return transform == .identity ? visible : visible.transformed(by: transform)
    }

    /// How it is stroked on the screen: scaled as the path is, evenly in all directions.
    package var visibleStyle: StrokeStyle {
        var style = style
        style.width *= transform.meanScale
        return style
    }

    /// The shape as it is called.
    ///
    /// - Parameter name: What to call it.
    /// - Returns: The same shape with that name.
    package func named(_ name: String) -> ShapeLayer {
        var shape = self
        shape.name = name
        return shape
    }
}
