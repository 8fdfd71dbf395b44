/// A stroked or filled path at one instant, modelled on Core Animation's `CAShapeLayer`.
package struct ShapeLayer: Sendable, Hashable {
    /// The shadow of a shape.
    package struct Shadow: Sendable, Hashable {
        /// The offset from the shape.
        package var offset: Point
        /// The opacity; 0 for none.
        package var opacity: Double

        /// Creates a shadow.
        package init(offset: Point, opacity: Double) {
            self.offset = offset
            self.opacity = opacity
        }
    }

    /// A name that identifies the shape at every instant.
    package var name = ""
    /// The path in square units.
    package var path: Path
    /// The style of the stroke.
    package var style: StrokeStyle
    /// The part of the path that is stroked.
    package var trim: Trim
    /// The transform that is applied to the stroked part.
    package var transform: Transform
    /// The opacity, from 0 (invisible) to 1 (opaque).
    package var opacity: Double
    /// The tint, which determines the color.
    package var tint: Tint
    /// True if the path is filled instead of stroked.
    package var isFilled = false
    /// The shadow; nil for none.
    package var shadow: Shadow?

    /// Creates a stroked shape.
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

    /// The visible path, which is trimmed by arc length and then transformed.
    package var visiblePath: Path {
        let visible = trim == .whole || isFilled ? path : MeasuredPath(path).trimmed(trim)
        return transform == .identity ? visible : visible.transformed(by: transform)
    }

    /// The style of the stroke after the transform, whose width is scaled evenly in all directions.
    package var visibleStyle: StrokeStyle {
        var style = style
        style.width *= transform.meanScale
        return style
    }

    /// Returns the same shape with another name.
    package func named(_ name: String) -> ShapeLayer {
        var shape = self
        shape.name = name
        return shape
    }
}
