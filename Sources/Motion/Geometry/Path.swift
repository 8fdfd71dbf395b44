/// Lines and curves, in one or more contours.
package struct Path: Sendable, Hashable {
    /// A run of segments that hang together.
    package struct Contour: Sendable, Hashable {
        /// The segments; each begins where the one before it ends.
        package var segments: [PathSegment]
        /// Whether the end is joined to the begin.
        package var isClosed: Bool
    }

    /// The contours in the order in which they were drawn.
    package private(set) var contours: [Contour] = []
    private var origin: Point?
    private var current: Point?

    /// Makes an empty path.
    package init() {}

    /// Makes a path of contours.
    ///
    /// - Parameter contours: The contours.
    package init(contours: [Contour]) {
        self.contours = contours
        current = contours.last?.segments.last?.end
        origin = current
    }

    /// Begins a new contour.
    ///
    /// - Parameter point: Where.
    package mutating func move(to point: Point) {
        origin = point
        current = point
        contours.append(Contour(segments: [], isClosed: false))
    }

    /// Adds a straight line.
    ///
    /// - Parameter point: Its end.
    package mutating func addLine(to point: Point) {
        append(end: point) { .line($0, point) }
    }

    /// Begins a new contour of straight lines.
    ///
    /// - Parameter points: Where it begins, and where each line ends.
    package mutating func addLines(_ points: [Point]) {
        guard let first = points.first else { return }
        move(to: first)
        for point in points.dropFirst() { addLine(to: point) }
    }

    /// Adds a quadratic curve.
    ///
    /// - Parameters:
    ///   - point: Its end.
    ///   - control: Its control point.
    package mutating func addQuadratic(to point: Point, control: Point) {
        append(end: point) { .quadratic($0, control, point) }
    }

    /// Adds a cubic curve.
    ///
    /// - Parameters:
    ///   - point: Its end.
    ///   - control1: The control point near its begin.
    ///   - control2: The control point near its end.
    package mutating func addCurve(to point: Point, control1: Point, control2: Point) {
        append(end: point) { .cubic($0, control1, control2, point) }
    }

    /// Adds part of a circle, after a straight line to its begin unless the path is there already.
    ///
    /// - Parameters:
    ///   - center: The circle's centre.
    ///   - radius: Its radius.
    ///   - start: The angle of its begin in radians; 0 is to the right.
    ///   - sweep: How far it goes in radians; clockwise on the screen if positive.
    package mutating func addArc(center: Point, radius: Double, start: Double, sweep: Double) {
        let arc = PathSegment.arc(
            center: center, u: Point(radius, 0), v: Point(0, radius), start: start, sweep: sweep)
        if let current, (arc.begin - current).length > 1e-9 { addLine(to: arc.begin) }
        if current == nil { move(to: arc.begin) }
        append(end: arc.end) { _ in arc }
    }

    /// Adds a rectangle with round corners, clockwise from the end of the top left one.
    ///
    /// - Parameters:
    ///   - frame: The rectangle.
    ///   - radius: The corners' radius; at most half of the shorter side.
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

    /// Closes the contour with a straight line to its begin.
    package mutating func close() {
        guard let origin, let current, let last = contours.indices.last else { return }
        if (current - origin).length > 1e-9 { contours[last].segments.append(.line(current, origin)) }
        contours[last].isClosed = true
        self.current = origin
    }

    /// The path moved, turned or scaled.
    ///
    /// - Parameter transform: The transform.
    /// - Returns: The transformed path.
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

    /// The contours as polylines.
    ///
    /// - Parameter tolerance: How far a polyline may depart from its curve.
    /// - Returns: One list of points a contour; a closed one ends at its begin. A contour without segments is left out.
    package func flattened(tolerance: Double) -> [[Point]] {
        contours.compactMap { contour in
            guard let first = contour.segments.first else { return nil }
            return contour.segments.reduce(into: [first.begin]) { $0 += $1.flattened(tolerance: tolerance) }
        }
    }

    private mutating func append(end: Point, _ make: (Point) -> PathSegment) {
        // Without a begin the first point is one, as in Core Graphics; after a close the contour's begin is.
        let begin = current ?? end
        if current == nil || contours.last?.isClosed != false { move(to: begin) }
        contours[contours.count - 1].segments.append(make(begin))
        current = end
    }
}
