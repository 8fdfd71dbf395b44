/// A path together with the lengths of its segments.
package struct MeasuredPath: Sendable {
    /// The path.
    package let path: Path
    /// The total length of all contours.
    package let length: Double
    private let lengths: [[Double]]

    /// Measures a path.
    package init(_ path: Path) {
        self.path = path
        lengths = path.contours.map { contour in contour.segments.map { $0.length() } }
        length = lengths.reduce(0) { $1.reduce($0, +) }
    }

    /// Returns the part of the path that a trim selects.
    ///
    /// - Parameter trim: The part, by arc length over all contours.
    /// - Returns: The part. If a trim wraps around the end of a single closed contour, its two pieces form one contour.
    package func trimmed(_ trim: Trim) -> Path {
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
                let slack = segmentLength * 1e-12
                let low = begin - reached
                let high = end - reached
                if low <= slack && high >= segmentLength - slack {
                    segments.append(segment)
                } else if low < segmentLength - slack && high > slack {
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
