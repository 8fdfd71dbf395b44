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
    mutating func addLine(to point: Point) {
        append(end: point) { .line($0, point) }
    }

    /// Starts a new contour of straight lines through the points.
    package mutating func addLines(_ points: [Point]) {
        guard let first = points.first else { return }
        move(to: first)
        for point in points.dropFirst() { addLine(to: point) }
    }

    /// Adds a quadratic Bézier curve to a point.
    mutating func addQuadratic(to point: Point, control: Point) {
        append(end: point) { .quadratic($0, control, point) }
    }

    /// Adds a cubic Bézier curve to a point.
    mutating func addCurve(to point: Point, control1: Point, control2: Point) {
        append(end: point) { .cubic($0, control1, control2, point) }
    }

    /// Adds an arc of a circle, preceded by a straight line if the path does not end at the start of the arc.
    ///
    /// - Parameters:
    ///   - center: The center of the circle.
    ///   - radius: The radius of the circle.
    ///   - start: The angle of the arc's start in radians; 0 is to the right.
    ///   - sweep: The extent of the arc in radians; positive means clockwise on the screen.
    mutating func addArc(center: Point, radius: Double, start: Double, sweep: Double) {
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

/// A path together with the lengths of its segments.
struct MeasuredPath: Sendable {
    /// The path.
    package let path: Path
    /// The total length of all contours.
    package let length: Double
    private let lengths: [[Double]]

    /// Measures a path.
    init(_ path: Path) {
        self.path = path
        lengths = path.contours.map { contour in contour.segments.map { $0.length() } }
        length = lengths.reduce(0) { $1.reduce($0, +) }
    }

    /// Returns the part of the path that a trim selects.
    ///
    /// - Parameter trim: The part, by arc length over all contours.
    /// - Returns: The part. If a trim wraps around the end of a single closed contour, its two pieces form one contour.
    func trimmed(_ trim: Trim) -> Path {
        let pieces = trim.intervals.map { contours(from: $0.lowerBound * length, to: $0.upperBound * length) }
        if pieces.count == 2, path.contours.count == 1, path.contours[0].isClosed,
            let tail = pieces[0].first, let head = pieces[1].first
        {
            return Path(contours: [Path.Contour(segments: tail.segments + head.segments, isClosed: false)])
        }
        return Path(contours: pieces.flatMap { $0 })
    }

    /// Returns the point at a fraction of the length, clamped to 0...1; nil if the path has no segments.
    package func point(atFraction fraction: Double) -> Point? {
        var left = min(max(fraction, 0), 1) * length
        var last: Point?
        for (contour, lengths) in zip(path.contours, lengths) {
            for (segment, segmentLength) in zip(contour.segments, lengths) {
                if left <= segmentLength {
                    return segment.point(at: segment.parameter(atLength: left, of: segmentLength))
                }
                left -= segmentLength
                last = segment.end
            }
        }
        return last
    }

    private func contours(from begin: Double, to end: Double) -> [Path.Contour] {
        var result: [Path.Contour] = []
        var reached = 0.0
        for (contour, lengths) in zip(path.contours, lengths) {
            var segments: [PathSegment] = []
            var isWhole = true
            for (segment, segmentLength) in zip(contour.segments, lengths) {
                defer { reached += segmentLength }
                // Rounding errors of the sums must not cut a sliver off a whole segment, or leave one.
                let tolerance = segmentLength * 1e-12
                let low = begin - reached
                let high = end - reached
                if low <= tolerance && high >= segmentLength - tolerance {
                    segments.append(segment)
                } else if low < segmentLength - tolerance && high > tolerance {
                    isWhole = false
                    segments.append(
                        segment.part(
                            from: segment.parameter(atLength: low, of: segmentLength),
                            to: segment.parameter(atLength: high, of: segmentLength)))
                } else {
                    isWhole = false
                }
            }
            if !segments.isEmpty {
                result.append(Path.Contour(segments: segments, isClosed: contour.isClosed && isWhole))
            }
        }
        return result
    }
}

/// The part of a path that is stroked, given as fractions of its arc length.
///
/// Unlike `strokeStart` and `strokeEnd`, the part may extend past the end of the path; it then continues at the start.
package struct Trim: Sendable, Hashable {
    /// The start of the part (`strokeStart`).
    package var start: Double = 0
    /// The end of the part (`strokeEnd`).
    ///
    /// Nothing is stroked unless the end is greater than the start. The whole path is stroked if the end exceeds the
    /// start by 1 or more.
    package var end: Double = 1
    /// An offset that is added to both the start and the end.
    package var offset: Double = 0

    /// The trim that selects the whole path.
    package static let whole = Trim()

    /// The intervals within 0...1 that are stroked, in drawing order.
    ///
    /// If the part wraps around the end of the path, there are two intervals; if nothing is stroked, there are none.
    package var intervals: [ClosedRange<Double>] {
        let length = end - start
        guard length > 0, start.isFinite, offset.isFinite else { return [] }
        guard length < 1 else { return [0...1] }
        let moved = start + offset
        let begin = moved - moved.rounded(.down)
        // A start within rounding errors of 1 is changed to 0; otherwise round caps would draw a sliver at the end as a
        // dot.
        let normalized = 1 - begin < 1e-12 ? 0 : begin
        let stop = normalized + length
        return stop <= 1 + 1e-12 ? [normalized...min(stop, 1)] : [normalized...1, 0...(stop - 1)]
    }
}
