import Syntax

/// A stroked or filled path at one instant, modelled on Core Animation's `CAShapeLayer`.
package struct ShapeLayer: Sendable, Hashable {
    /// The shadow of a shape.
    package struct Shadow: Sendable, Hashable {
        /// The offset from the shape.
        package var offset: Point
        /// The opacity; 0 for none.
        package var opacity: Double
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
    /// True if the closed contours hide the layers below, like a sheet of paper.
    package var isOpaque = false
    /// True for a surface behind the drawing, such as the track of a bar.
    ///
    /// A renderer of dots shows it only by the background color of its cells.
    package var isBackdrop = false
    /// The distance between parallel strokes in the path's coordinates; nil if nothing is known about it.
    ///
    /// A renderer of dots omits a shape that is compressed so much that these strokes would merge.
    package var strokeSpacing: Double?

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

    /// The style of the stroke after the transform, with its mean width.
    var visibleStyle: StrokeStyle {
        var style = style
        style.width *= transform.meanScale
        return style
    }

    /// The width of the stroke along each axis after the transform.
    ///
    /// A transform that compresses one axis also makes the strokes along the other axis thinner. If it rotates too, the
    /// width is scaled evenly.
    package var pen: Point {
        guard transform.b == 0, transform.c == 0 else { return Point(visibleStyle.width, visibleStyle.width) }
        return Point(abs(transform.a), abs(transform.d)) * style.width
    }

    /// The closed contours after the transform, whose interior is hidden if the shape is opaque.
    package var opaquePath: Path {
        Path(contours: path.contours.filter(\.isClosed)).transformed(by: transform)
    }

    /// Returns the same shape with another name.
    package func named(_ name: String) -> ShapeLayer {
        var shape = self
        shape.name = name
        return shape
    }
}

/// The width of a stroke and the shape of its ends and corners.
package struct StrokeStyle: Sendable, Hashable {
    /// The shape of an open end.
    package enum Cap: Sendable, Hashable {
        /// A half circle beyond the end.
        case round
        /// A cut at the end.
        case butt
        /// A cut half a width beyond the end.
        case square
    }

    /// The shape of a corner.
    package enum Join: Sendable, Hashable {
        /// A circle about the corner.
        case round
        /// A sharp corner, in which both edges are extended until they meet, up to the miter limit.
        case miter
        /// A cut corner.
        case bevel
    }

    /// The width in square units.
    package var width: Double
    /// The shape of an open end.
    package var cap: Cap
    /// The shape of a corner.
    package var join: Join
    /// The maximum length of a miter in stroke widths; a longer one becomes a bevel.
    ///
    /// The default is 10, as in PostScript.
    package var miterLimit = 10.0

    /// Creates a style.
    package init(width: Double, cap: Cap = .round, join: Join = .round) {
        self.width = width
        self.cap = cap
        self.join = join
    }
}

/// A color, named by its meaning.
///
/// The renderer chooses the actual color.
package enum Tint: Sendable, Hashable {
    /// Work in progress.
    case active
    /// Complete success.
    case success
    /// Partial failure.
    case warning
    /// Failure.
    case failure
    /// Neither good nor bad; shown in the terminal's default color.
    case neutral
    /// A specific color.
    case custom(RGBColor)
}

/// A color with red, green and blue components in sRGB.
package struct RGBColor: Sendable, Hashable {
    /// The components, from 0 to 255.
    package var red, green, blue: UInt8

    /// Creates a color from components from 0 to 255.
    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Returns the color that results from painting another color over this one with an opacity from 0 to 1.
    package func blended(with other: RGBColor, opacity: Double) -> RGBColor {
        let share = min(max(opacity, 0), 1)
        func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
            UInt8(clamping: Double(a) + (Double(b) - Double(a)) * share)
        }
        return RGBColor(mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
    }
}
