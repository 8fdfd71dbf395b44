/// A path of lines and curves in one or more contours.
package struct Path: Sendable, Hashable {
    /// A sequence of connected segments; SVG and PostScript call it a subpath.
    package struct Contour: Sendable, Hashable {
        /// The segments; each starts at the end of the previous one.
        package var segments: [PathSegment]
        /// True if the end is joined to the start.
        package var isClosed: Bool
    }

    /// The contours in drawing order.
    package private(set) var contours: [Contour] = []
    private var origin: Point?
    private var current: Point?

    /// Creates an empty path.
    package init() {}

    /// Creates a path from contours.
    package init(contours: [Contour]) {
        self.contours = contours
        current = contours.last?.segments.last?.end
        origin = current
    }

    /// Starts a new contour at a point.
    package mutating func move(to point: Point) {
        origin = point
        current = point
        contours.append(Contour(segments: [], isClosed: false))
    }

    /// Adds a straight line to a point.
    package mutating func addLine(to point: Point) {
        append(end: point) { .line($0, point) }
    }

    /// Starts a new contour of straight lines through the points.
    package mutating func addLines(_ points: [Point]) {
        guard let first = points.first else { return }
        move(to: first)
        for point in points.dropFirst() { addLine(to: point) }
    }

    /// Adds a quadratic Bézier curve to a point.
    package mutating func addQuadratic(to point: Point, control: Point) {
        append(end: point) { .quadratic($0, control, point) }
    }

    /// Adds a cubic Bézier curve to a point.
    package mutating func addCurve(to point: Point, control1: Point, control2: Point) {
        append(end: point) { .cubic($0, control1, control2, point) }
    }

    /// Adds an arc of a circle, preceded by a straight line if the path does not end at the start of the arc.
    ///
    /// - Parameters:
    ///   - center: The center of the circle.
    ///   - radius: The radius of the circle.
    ///   - start: The angle of the arc's start in radians; 0 is to the right.
    ///   - sweep: The extent of the arc in radians; positive means clockwise on the screen.
    package mutating func addArc(center: Point, radius: Double, start: Double, sweep: Double) {
        let arc = PathSegment.arc(
            center: center, u: Point(radius, 0), v: Point(0, radius), start: start, sweep: sweep)
        if let current, (arc.begin - current).length > 1e-9 { addLine(to: arc.begin) }
        if current == nil { move(to: arc.begin) }
        append(end: arc.end) { _ in arc }
    }

    /// Adds a rectangle with rounded corners as a closed contour, clockwise from the end of the top left corner.
    ///
    /// - Parameters:
    ///   - frame: The rectangle including its corners.
    ///   - radius: The radius of the corners; at most half of the shorter side is used.
    package mutating func addRoundedRect(_ frame: Rect, radius: Double) {
        let radius = min(radius, frame.shorterSide / 2)
        let corners = [(1.0, 0.0), (1, 1), (0, 1), (0, 0)]
        move(to: Point(frame.x + radius, frame.y))
        for (index, corner) in corners.enumerated() {
            let center = Point(
                frame.x + (corner.0 == 0 ? radius : frame.width - radius),
                frame.y + (corner.1 == 0 ? radius : frame.height - radius))
            addArc(center: center, radius: radius, start: (Double(index) - 1) * .pi / 2, sweep: .pi / 2)
        }
        close()
    }

    /// Closes the contour with a straight line to its start.
    package mutating func close() {
        guard let origin, let current, let last = contours.indices.last else { return }
        if (current - origin).length > 1e-9 { contours[last].segments.append(.line(current, origin)) }
        contours[last].isClosed = true
        self.current = origin
    }

    /// Returns the transformed path.
    package func transformed(by transform: Transform) -> Path {
        var result = self
        result.contours = contours.map { contour in
            Contour(
                segments: contour.segments.map { $0.transformed(by: transform) }, isClosed: contour.isClosed)
        }
        result.origin = origin.map { transform.apply($0) }
        result.current = current.map { transform.apply($0) }
        return result
    }

    /// Returns polylines that approximate the contours.
    ///
    /// - Parameter tolerance: The maximum distance of a polyline from its curve.
    /// - Returns: The points of each contour; a closed one ends at its start. A contour without segments is left out.
    package func flattened(tolerance: Double) -> [[Point]] {
        contours.compactMap { contour in
            guard let first = contour.segments.first else { return nil }
            return contour.segments.reduce(into: [first.begin]) { $0 += $1.flattened(tolerance: tolerance) }
        }
    }

    private mutating func append(end: Point, _ make: (Point) -> PathSegment) {
        // If there is no current point, the first point becomes the current one, as in Core Graphics. After a close, it
        // is the contour's start.
        let begin = current ?? end
        if current == nil || contours.last?.isClosed != false { move(to: begin) }
        contours[contours.count - 1].segments.append(make(begin))
        current = end
    }
}
