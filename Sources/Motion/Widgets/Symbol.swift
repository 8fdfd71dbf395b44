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
    package func uncutFrame(in bounds: Rect, lineWidth: Double) -> Rect {
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
