/// A symbol that is drawn by code: its path is a function of its frame.
///
/// Any function that returns a path can be used for a symbol:
///
/// ```swift
/// let slash = Symbol(name: "slash") { frame in
///     var path = Path()
///     path.addLines([frame.point(0, 1), frame.point(1, 0)])
///     return path
/// }
/// let path = slash.path(in: Rect(x: 0, y: 0, width: 88, height: 88))
/// ```
package struct Symbol: Sendable, Hashable, CustomStringConvertible {
    /// The name; symbols with the same name are equal.
    package let name: String
    private let draw: @Sendable (Rect) -> Path

    /// Creates a symbol.
    ///
    /// - Parameters:
    ///   - name: The name, which identifies the symbol.
    ///   - draw: Returns the path in a frame, in the order of handwriting.
    package init(name: String, draw: @escaping @Sendable (Rect) -> Path) {
        self.name = name
        self.draw = draw
    }

    /// Creates a symbol from its path in a square of side 1.
    package init(name: String, unit build: @escaping @Sendable (inout Path) -> Void) {
        self.init(name: name) { frame in
            var path = Path()
            build(&path)
            return path.transformed(by: .scale(frame.width, frame.height).then(.translation(frame.x, frame.y)))
        }
    }

    /// Returns the path that fills a frame.
    package func path(in frame: Rect) -> Path { draw(frame) }

    /// Returns the frame in which the symbol's strokes do not exceed a rectangle.
    ///
    /// - Parameters:
    ///   - bounds: The rectangle, which is the result if no stroke exceeds it.
    ///   - lineWidth: The width of the strokes, whose round caps extend by half of it.
    /// - Returns: The rectangle, inset evenly on all sides.
    package func unclippedFrame(in bounds: Rect, lineWidth: Double) -> Rect {
        let points = path(in: bounds).flattened(tolerance: lineWidth / 64).joined()
        // An inset i leaves the margin i + m · (side − 2i), which must be half of the stroke.
        func inset(_ margins: [Double], _ side: Double) -> Double {
            guard let margin = margins.min(), margin.isFinite, (0..<0.5).contains(margin) else { return 0 }
            return (lineWidth / 2 - margin * side) / (1 - 2 * margin)
        }
        let across = points.map { ($0.x - bounds.x) / bounds.width }.map { min($0, 1 - $0) }
        let down = points.map { ($0.y - bounds.y) / bounds.height }.map { min($0, 1 - $0) }
        return bounds.inset(by: max(inset(across, bounds.width), inset(down, bounds.height), 0))
    }

    package var description: String { name }

    package static func == (a: Symbol, b: Symbol) -> Bool { a.name == b.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A symbol that is drawn as if by hand, because its `strokeEnd` grows from 0 to 1.
package struct SymbolTimeline: Sendable, Hashable {
    /// The symbol.
    package var symbol: Symbol
    /// The delay before the stroke begins, in seconds.
    package var delay: MediaTime
    /// The duration of the stroke, in seconds.
    package var duration: MediaTime
    /// The tint, which determines the color.
    private var tint: Tint

    /// Creates a timeline.
    package init(symbol: Symbol, delay: MediaTime = 0.3, duration: MediaTime = 0.5, tint: Tint) {
        self.symbol = symbol
        self.delay = delay
        self.duration = duration
        self.tint = tint
    }

    /// The growth of the stroke.
    var drawing: Animation<Double> {
        // The model already has the final value, so nothing jumps back after the animation.
        let timing = MediaTiming(begin: delay, duration: duration, fill: .backwards)
        return Animation(from: 0, to: 1, timing: timing, function: .easeInEaseOut)
    }

    /// The times at which a line begins or ends, in seconds, for a symbol in a square frame.
    package var events: [MediaTime] {
        let path = symbol.path(in: Rect(x: 0, y: 0, width: 1, height: 1))
        let lengths = path.contours.map { MeasuredPath(Path(contours: [$0])).length }
        let total = max(lengths.reduce(0, +), 1e-9)
        var reached = 0.0
        let ends = lengths.dropLast().map { length -> MediaTime in
            reached += length
            return delay + duration * drawing.function.time(of: reached / total)
        }
        return [delay] + ends + [delay + duration]
    }

    /// Returns the layer of the symbol at an instant.
    ///
    /// - Parameters:
    ///   - time: The time since the symbol appeared.
    ///   - frame: The rectangle that the symbol fills.
    ///   - lineWidth: The width of the stroke.
    /// - Returns: The layer of the symbol.
    package func layers(at time: MediaTime, in frame: Rect, lineWidth: Double) -> [ShapeLayer] {
        let path = symbol.path(in: frame)
        let strokeEnd = AnimatedValue(1, animations: [drawing]).value(at: time)
        return [
            ShapeLayer(path: path, style: StrokeStyle(width: lineWidth), trim: Trim(end: strokeEnd), tint: tint)
                .named(symbol.name)
        ]
    }
}

extension Symbol {
    /// All symbols of the library.
    package static let library: [Symbol] = [
        checkmark, cross, arrowDown, warning, pause, question, link, bookmark, eye, disk, page,
    ]

    /// Returns the symbol with a name, or nil if the library has none.
    package static func named(_ name: String) -> Symbol? { library.first { $0.name == name } }

    /// A check mark, for success.
    package static let checkmark = Symbol(name: "checkmark") { frame in
        var path = Path()
        path.move(to: frame.point(0.01136, 0.53409))
        path.addCurve(
            to: frame.point(0.30682, 0.82955), control1: frame.point(0.26136, 0.78409),
            control2: frame.point(0.30682, 0.82955))
        path.addLine(to: frame.point(0.98864, 0.14773))
        return path
    }

    /// A cross, for failure.
    package static let cross = Symbol(name: "cross") { frame in
        var path = Path()
        path.move(to: frame.point(0.01136, 0.01136))
        path.addLine(to: frame.point(0.98864, 0.98864))
        path.move(to: frame.point(0.98864, 0.01136))
        path.addLine(to: frame.point(0.01136, 0.98864))
        return path
    }

    /// An arrow that points down, for downloads.
    private static let arrowDown = Symbol(
        name: "arrow-down",
        unit: { path in
            path.addLines([Point(0.5, 0.06), Point(0.5, 0.94)])
            path.addLines([Point(0.14, 0.58), Point(0.5, 0.94), Point(0.86, 0.58)])
        })

    /// A warning sign.
    package static let warning = Symbol(
        name: "warning",
        unit: { path in
            path.addLines([Point(0.5, 0.06), Point(0.95, 0.9), Point(0.05, 0.9)])
            path.close()
            path.addLines([Point(0.5, 0.38), Point(0.5, 0.62)])
            path.addLines([Point(0.5, 0.75), Point(0.5, 0.76)])
        })

    /// Two bars, for paused items.
    package static let pause = Symbol(
        name: "pause",
        unit: { path in
            path.addLines([Point(0.3, 0.1), Point(0.3, 0.9)])
            path.addLines([Point(0.7, 0.1), Point(0.7, 0.9)])
        })

    /// A question mark.
    private static let question = Symbol(
        name: "question",
        unit: { path in
            path.addArc(center: Point(0.5, 0.3), radius: 0.24, start: .pi, sweep: 1.35 * .pi)
            path.addCurve(to: Point(0.5, 0.72), control1: Point(0.52, 0.55), control2: Point(0.5, 0.6))
            path.addLines([Point(0.5, 0.92), Point(0.5, 0.93)])
        })

    /// A link of a chain.
    package static let link = Symbol(
        name: "link",
        unit: { path in
            path.move(to: Point(0.42, 0.3))
            path.addLine(to: Point(0.25, 0.3))
            path.addArc(center: Point(0.25, 0.5), radius: 0.2, start: -.pi / 2, sweep: -.pi)
            path.addLine(to: Point(0.42, 0.7))
            path.addLines([Point(0.3, 0.5), Point(0.7, 0.5)])
            path.move(to: Point(0.58, 0.3))
            path.addLine(to: Point(0.75, 0.3))
            path.addArc(center: Point(0.75, 0.5), radius: 0.2, start: -.pi / 2, sweep: .pi)
            path.addLine(to: Point(0.58, 0.7))
        })

    /// A bookmark, for a stored place.
    package static let bookmark = Symbol(
        name: "bookmark",
        unit: { path in
            path.addLines([
                Point(0.22, 0.06), Point(0.78, 0.06), Point(0.78, 0.94), Point(0.5, 0.68), Point(0.22, 0.94),
            ])
            path.close()
        })

    /// An eye, for pages that are being read.
    static let eye = Symbol(
        name: "eye",
        unit: { path in
            path.move(to: Point(0.04, 0.5))
            path.addQuadratic(to: Point(0.96, 0.5), control: Point(0.5, -0.02))
            path.addQuadratic(to: Point(0.04, 0.5), control: Point(0.5, 1.02))
            path.close()
            path.move(to: Point(0.64, 0.5))
            path.addArc(center: Point(0.5, 0.5), radius: 0.14, start: 0, sweep: 2 * .pi)
            path.close()
        })

    /// A disk, for stored data.
    package static let disk = Symbol(
        name: "disk",
        unit: { path in
            path.addLines([
                Point(0.06, 0.06), Point(0.76, 0.06), Point(0.94, 0.24), Point(0.94, 0.94), Point(0.06, 0.94),
            ])
            path.close()
            path.addLines([Point(0.28, 0.06), Point(0.28, 0.34), Point(0.66, 0.34), Point(0.66, 0.06)])
            path.addLines([Point(0.24, 0.94), Point(0.24, 0.58), Point(0.76, 0.58), Point(0.76, 0.94)])
        })

    /// A page.
    package static let page = Symbol(
        name: "page",
        unit: { path in
            path.addLines([
                Point(0.14, 0.04), Point(0.62, 0.04), Point(0.86, 0.28), Point(0.86, 0.96), Point(0.14, 0.96),
            ])
            path.close()
            path.addLines([Point(0.34, 0.46), Point(0.66, 0.46)])
            path.addLines([Point(0.34, 0.7), Point(0.66, 0.7)])
        })
}
