import Glibc
import Motion
import Syntax

/// A recorder of scenes as animated SVG, with vector strokes and CSS keyframes.
///
/// The file contains no script and loads no other files. The animation repeats forever, but viewers that prefer reduced
/// motion show a still image.
package struct SVGRecording: Sendable {
    /// The number of samples of the timeline per second; the initializer clamps it to 1...60.
    private let framesPerSecond: Int
    /// The time for which the last frame is shown before the animation repeats, in seconds.
    private let pause: MediaTime = 1
    /// The factor by which everything is slowed down; greater than 0.
    private let dragCoefficient: Double

    /// Creates a recorder.
    package init(framesPerSecond: Int = 30, dragCoefficient: Double = 1) {
        self.dragCoefficient = dragCoefficient
        self.framesPerSecond = min(max(framesPerSecond, 1), 60)
    }

    /// Records a scene.
    ///
    /// - Parameters:
    ///   - scene: The scene to record.
    ///   - cells: The size of the scene; nil for its preferred size.
    /// - Returns: The contents of the file; the same scene gives the same bytes.
    package func text(of scene: HUDScene, cells: TerminalSize?) -> String {
        let size = cells ?? scene.size
        let frame = DotRaster.frame(columns: size.columns, rows: size.rows)
        let whole = scene.duration.mediaTime
        let duration = whole * dragCoefficient
        let count = Int(clamping: duration * Double(framesPerSecond), to: 1...1 << 30)
        let instants = Self.instants((0...count).map { whole * Double($0) / Double(count) }, events: scene.events)
        let frames = instants.map { scene.layers(at: $0.time, in: frame) }
        let shapes = SVGShape.shapes(of: frames, at: instants.map { $0.position / whole })
        let total = duration + pause
        var styles = ""
        var moving = ""
        let box = Self.box(frame, frames.joined())
        for (index, shape) in shapes.enumerated() {
            let (style, element) = shape.moving(id: "s\(index)", duration: duration, total: total)
            if shape.isOpaque {
                let (maskStyle, hidden) = shape.moving(id: "h\(index)", duration: duration, total: total, isMask: true)
                styles += maskStyle
                moving = Self.masked(moving, by: hidden, id: "m\(index)", box: box)
            }
            styles += style
            moving += element
        }
        let still = shapes.map { $0.still() }.joined()
        let place = [box.x, box.y, box.width, box.height].map { SVGNumber.text($0) }.joined(separator: " ")
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="\(place)" width="\(SVGNumber.text(box.width * 5))" \
            height="\(SVGNumber.text(box.height * 5))" role="img" fill="none" stroke-linejoin="round">
            <title>leftoff: \(scene.name)</title>
            <style>
            .still{display:none}
            @media (prefers-reduced-motion:reduce){.still{display:inline}.moving{display:none}}
            \(styles)</style>
            <g class="moving">
            \(moving)</g>
            <g class="still">
            \(still)</g>
            </svg>

            """
    }

    /// Returns elements of which a shape hides a part.
    ///
    /// The color of the page is unknown, so the shape cannot be painted over them.
    private static func masked(_ elements: String, by shape: String, id: String, box: Rect) -> String {
        let area =
            "x=\"\(SVGNumber.text(box.x))\" y=\"\(SVGNumber.text(box.y))\" width=\"\(SVGNumber.text(box.width))\" "
            + "height=\"\(SVGNumber.text(box.height))\""
        return """
            <mask id="\(id)" maskUnits="userSpaceOnUse" \(area)>
            <rect \(area) fill="#fff"/>
            \(shape)</mask>
            <g mask="url(#\(id))">
            \(elements)</g>

            """
    }

    /// An instant of a scene, and its position on the timeline of the recording.
    private typealias Instant = (time: MediaTime, position: MediaTime)

    /// Returns the instants to sample: regular ones, and two for each event, immediately before and after it.
    ///
    /// Without these, a motion would end at the last regular instant before its event, and a jump would be blended.
    private static func instants(_ regular: [MediaTime], events: [MediaTime]) -> [Instant] {
        guard let last = regular.last else { return [] }
        // Less than the time in which anything moves visibly, and more than a rounding error.
        let epsilon = 1e-9
        // The same event may have been computed in two ways, with different rounding errors.
        let distance = 1e-6
        var groups: [ClosedRange<MediaTime>] = []
        for event in events.filter({ (0...last).contains($0) }).sorted() {
            if let group = groups.last, event - group.lowerBound < distance {
                groups[groups.count - 1] = group.lowerBound...event
            } else {
                groups.append(event...event)
            }
        }
        let usual = regular.filter { time in !groups.contains { abs($0.lowerBound - time) < distance } }
        let around = groups.flatMap { group -> [Instant] in
            let event = group.lowerBound
            let after = (min(group.upperBound + epsilon, last), event)
            return event < epsilon ? [after] : [(event - epsilon, event), after]
        }
        return (usual.map { ($0, $0) } + around).sorted { $0.time < $1.time }
    }

    /// Returns the frame, extended to include everything that is outside it, such as half of a stroke along its edge.
    private static func box(_ frame: Rect, _ shapes: some Sequence<ShapeLayer>) -> Rect {
        var (left, top) = (frame.x, frame.y)
        var (right, bottom) = (frame.x + frame.width, frame.y + frame.height)
        for shape in shapes {
            let transform = shape.transform
            let half = shape.isFilled ? .zero : shape.pen * 0.5
            for line in shape.path.flattened(tolerance: 0.1) {
                let points = line.map { transform.apply($0) }
                // A butt cap does not extend beyond the end of the line.
                let isBlunt = shape.style.cap == .butt
                let across = isBlunt && points.allSatisfy { $0.y == points[0].y } ? 0 : half.x
                let down = isBlunt && points.allSatisfy { $0.x == points[0].x } ? 0 : half.y
                for point in points {
                    (left, right) = (min(left, point.x - across), max(right, point.x + across))
                    (top, bottom) = (min(top, point.y - down), max(bottom, point.y + down))
                }
            }
        }
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }
}

/// One contour of a shape over the duration of a scene.
struct SVGShape: Sendable {
    /// The contour at each instant; nil where it is not drawn.
    private var samples: [Sample?]
    /// The time of each instant, as a fraction of the duration; equal for the two instants around an event.
    private var times: [Double]

    private struct Sample: Sendable {
        var shape: ShapeLayer
        var contour: Path.Contour
        /// The contour's share of the length of the whole path, as a range of fractions.
        var share: ClosedRange<Double>
        var isShadow = false
    }

    /// The factor by which the tracks multiply scales, so that their tolerance is that of a shape of this size.
    private static let scaleUnit = 50.0

    /// Returns the contours of all shapes, from the lowest to the highest; the name of a shape identifies it in all
    /// frames.
    ///
    /// - Parameters:
    ///   - frames: The shapes at each instant.
    ///   - times: The time of each instant, as a fraction of the duration.
    /// - Returns: The contours.
    static func shapes(of frames: [[ShapeLayer]], at times: [Double]) -> [SVGShape] {
        var names: [String] = []
        var found: [String: [Sample?]] = [:]
        for (index, frame) in frames.enumerated() {
            var below: String?
            for (place, shape) in frame.enumerated() {
                for (key, sample) in samples(of: shape, place: place) {
                    if found[key] == nil {
                        // Above the contour that is below it in this frame.
                        let position = below.flatMap { names.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
                        names.insert(key, at: position)
                        found[key] = Array(repeating: nil, count: frames.count)
                    }
                    found[key]?[index] = sample
                    below = key
                }
            }
        }
        return names.compactMap { name in found[name].map { SVGShape(samples: $0, times: times) } }
    }

    private static func samples(of shape: ShapeLayer, place: Int) -> [(String, Sample)] {
        let name = shape.name.isEmpty ? "layer-\(place)" : shape.name
        let lengths = shape.path.contours.map { $0.segments.reduce(0) { $0 + $1.length() } }
        let total = max(lengths.reduce(0, +), 1e-9)
        var reached = 0.0
        var result: [(String, Sample)] = []
        var shadows: [(String, Sample)] = []
        for (index, (contour, length)) in zip(shape.path.contours, lengths).enumerated() {
            let share = reached / total...(reached + length) / total
            reached += length
            guard !contour.segments.isEmpty else { continue }
            let sample = Sample(shape: shape, contour: contour, share: share)
            if shape.shadow != nil {
                var shadow = sample
                shadow.isShadow = true
                shadows.append(("\(name)-\(index)-shadow", shadow))
            }
            result.append(("\(name)-\(index)", sample))
        }
        return shadows + result
    }

    /// True if the contour hides the shapes below.
    var isOpaque: Bool {
        samples.contains { sample in
            sample.map { $0.shape.isOpaque && $0.contour.isClosed && !$0.isShadow } ?? false
        }
    }

    /// Returns the element for the last instant; empty if the contour is not drawn then.
    func still() -> String {
        guard let last = samples.last.flatMap({ $0 }), Self.opacity(last) > 0 else { return "" }
        let values = tracks.map { "\($0.property):\($0.write($0.samples.last ?? []))" }.joined(separator: ";")
        return "<path d=\"\(last.contour.svgData)\" \(attributes) style=\"\(values)\"/>\n"
    }

    /// Returns the animated element.
    ///
    /// - Parameters:
    ///   - id: The id of the element.
    ///   - duration: The duration of the scene, in seconds.
    ///   - total: The time after which the animation repeats, in seconds.
    ///   - isMask: True for the part of a mask that hides what is below the contour.
    /// - Returns: The rules for the style sheet, and the element.
    func moving(
        id: String, duration: MediaTime, total: MediaTime, isMask: Bool = false
    ) -> (style: String, element: String) {
        var style = ""
        var fixed: [String] = []
        var animations: [String] = []
        for track in tracks where !(isMask && (track.property == "fill" || track.property == "stroke")) {
            guard !track.isConstant else {
                fixed.append("\(track.property):\(track.write(track.samples.first ?? []))")
                continue
            }
            let name = "\(id)-\(track.property)"
            let jumps = track.jumps
            var frames = track.keys.filter { !track.isReplaced($0, by: jumps) }.map { key in
                let percent = self.times[key] * duration / total * 100
                let frame = "\(SVGNumber.text(percent))%{\(track.property):\(track.write(track.samples[key]))}"
                guard jumps.contains(key), percent > 0 else { return frame }
                // CSS interpolates between keyframes, and of several keyframes at the same time it uses only the last.
                // Therefore a jump is written as two keyframes at almost the same time.
                let before = track.write(track.samples[key - 1])
                return "\(SVGNumber.text(percent - 0.002))%{\(track.property):\(before)}" + frame
            }
            if let last = track.samples.last { frames.append("to{\(track.property):\(track.write(last))}") }
            style += "@keyframes \(name){\(frames.joined())}\n"
            animations.append("\(name) \(SVGNumber.text(total))s linear infinite")
        }
        if !animations.isEmpty { fixed.append("animation:" + animations.joined(separator: ",")) }
        style += "#\(id){\(fixed.joined(separator: ";"))}\n"
        let data = samples.map { $0?.contour.svgData }
        let first = data.compactMap { $0 }.first ?? ""
        let mask = isMask ? " fill=\"#000\" stroke=\"#000\"" : ""
        let opening = "<path id=\"\(id)\" d=\"\(first)\" \(attributes)\(mask)"
        guard data.contains(where: { $0 != nil && $0 != first }) else { return (style, opening + "/>\n") }
        // CSS cannot animate path data, so SMIL is used.
        let (values, times) = changes(data, first: first, duration: duration, total: total)
        let animate =
            "<animate attributeName=\"d\" dur=\"\(SVGNumber.text(total))s\" repeatCount=\"indefinite\" "
            + "values=\"\(values)\" keyTimes=\"\(times)\"/>"
        return (style, opening + ">" + animate + "</path>\n")
    }

    private func changes(
        _ data: [String?], first: String, duration: MediaTime, total: MediaTime
    ) -> (values: String, times: String) {
        var kept: [(time: Double, data: String)] = []
        var last = first
        for (index, here) in data.enumerated() {
            let data = here ?? last
            let time = self.times[index] * duration / total
            if kept.count > 1, kept[kept.count - 1].data == data, kept[kept.count - 2].data == data {
                kept[kept.count - 1].time = time
            } else {
                kept.append((time, data))
            }
            last = data
        }
        kept.append((1, last))
        return (
            kept.map(\.data).joined(separator: ";"),
            kept.map { SVGNumber.text($0.time, digits: 5) }.joined(separator: ";")
        )
    }

    private var attributes: String {
        let style = (samples.compactMap { $0 }.first)?.shape.style
        let cap = style?.cap == .butt ? "butt" : style?.cap == .square ? "square" : "round"
        let join = style?.join == .miter ? " stroke-linejoin=\"miter\"" : ""
        return "pathLength=\"1\" stroke-linecap=\"\(cap)\"\(join)"
    }

    private var tracks: [SVGTrack] {
        let known = samples.compactMap { $0 }
        guard let first = known.first else { return [] }
        // While the contour is not drawn, its properties keep their values, which saves keyframes.
        var last = first
        let filled = samples.map { sample -> Sample in
            last = sample ?? last
            return last
        }
        let isFilled = first.shape.isFilled
        var tracks = [
            SVGTrack(
                property: "opacity", tolerance: 0.01, samples: samples.map { [$0.map(Self.opacity) ?? 0] },
                switches: Set(samples.indices.dropFirst().filter { isDrawn(at: $0) != isDrawn(at: $0 - 1) })
            ) {
                SVGNumber.text($0[0])
            },
            SVGTrack(property: isFilled ? "fill" : "stroke", tolerance: 0.5, samples: filled.map(Self.color)) {
                "rgb(\($0.map { SVGNumber.text($0, digits: 0) }.joined(separator: " ")))"
            },
            SVGTrack(property: "stroke-width", tolerance: 0.01, samples: filled.map { [$0.shape.style.width] }) {
                SVGNumber.text($0[0])
            },
        ]
        if !filled.allSatisfy({ $0.shape.trim == .whole }) && !isFilled { tracks += dashTracks(of: filled) }
        tracks += Self.transformTracks(of: filled)
        for index in tracks.indices { tracks[index].times = times }
        return tracks
    }

    /// Returns the tracks of a stroke that is trimmed: a single dash and its offset.
    private func dashTracks(of samples: [Sample]) -> [SVGTrack] {
        let (starts, isWrapping) = starts(of: samples)
        return [
            SVGTrack(property: "stroke-dasharray", tolerance: 0.002, samples: samples.map { [Self.trim($0).length] }) {
                // The gap is longer than the path; otherwise the next dash would start at its end and show its cap as a
                // dot.
                let gap = isWrapping ? 1 - $0[0] : 2
                return "\(SVGNumber.text($0[0], digits: 4)) \(SVGNumber.text(gap, digits: 4))"
            },
            SVGTrack(property: "stroke-dashoffset", tolerance: 0.002, samples: starts) {
                SVGNumber.text(-$0[0], digits: 4)
            },
        ]
    }

    /// Returns the tracks of the transform and its origin; none if the shape is never transformed.
    private static func transformTracks(of samples: [Sample]) -> [SVGTrack] {
        let center = pivot(samples.map(\.shape))
        var turned = 0.0
        let transforms = samples.map { sample -> [Double] in
            let transform = sample.shape.transform
            let moved =
                transform.apply(center) - center + (sample.isShadow ? sample.shape.shadow?.offset ?? .zero : .zero)
            let angle = atan2(transform.b, transform.a)
            // The angle that is closest to the previous one, so that a full turn is one linear segment.
            turned += (angle - turned) - ((angle - turned) / (2 * .pi)).rounded() * 2 * .pi
            let across = Point(transform.a, transform.b).length
            let down = across > 0 ? (transform.a * transform.d - transform.b * transform.c) / across : 0
            return [moved.x, moved.y, turned * 180 / .pi, across * scaleUnit, down * scaleUnit]
        }
        guard transforms.contains(where: { $0 != [0, 0, 0, scaleUnit, scaleUnit] }) else { return [] }
        let origin = "\(SVGNumber.text(center.x))px \(SVGNumber.text(center.y))px"
        return [
            SVGTrack(property: "transform", tolerance: 0.02, samples: transforms) {
                "translate(\(SVGNumber.text($0[0]))px,\(SVGNumber.text($0[1]))px) "
                    + "rotate(\(SVGNumber.text($0[2], digits: 2))deg) "
                    + "scale(\(SVGNumber.text($0[3] / scaleUnit, digits: 4)),"
                    + "\(SVGNumber.text($0[4] / scaleUnit, digits: 4)))"
            },
            SVGTrack(property: "transform-origin", tolerance: 1, samples: [[0]]) { _ in origin },
        ]
    }

    /// Returns the point that all transforms of the shape leave fixed; if there is none, its center.
    private static func pivot(_ shapes: [ShapeLayer]) -> Point {
        let fixed = shapes.compactMap { shape -> Point? in
            let transform = shape.transform
            let determinant = (1 - transform.a) * (1 - transform.d) - transform.b * transform.c
            guard abs(determinant) > 1e-3 else { return nil }
            return Point(
                ((1 - transform.d) * transform.tx + transform.c * transform.ty) / determinant,
                (transform.b * transform.tx + (1 - transform.a) * transform.ty) / determinant)
        }
        if let first = fixed.first, let last = fixed.last, (first - last).length < 1e-6 { return first }
        let points = shapes.first?.path.flattened(tolerance: 0.5).joined().map { $0 } ?? []
        guard let left = points.map(\.x).min(), let right = points.map(\.x).max(), let top = points.map(\.y).min(),
            let bottom = points.map(\.y).max()
        else { return .zero }
        return Point((left + right) / 2, (top + bottom) / 2)
    }

    /// Returns the start of the stroke at each instant, and true if the stroke ever wraps around the start of the path.
    ///
    /// The start continues past 1 instead of jumping back.
    private func starts(of samples: [Sample]) -> (starts: [[Double]], isWrapping: Bool) {
        var last: Double?
        let trims = samples.map { sample in
            var trim = Self.trim(sample)
            if let last { trim.start -= (trim.start - last).rounded() }
            last = trim.start
            return trim
        }
        let visible = trims.filter { $0.length > 0 }
        let round = (visible.map(\.start).min() ?? 0).rounded(.down)
        let isWrapping = visible.contains { $0.start - round + $0.length > 1 + 1e-6 }
        return (trims.map { [isWrapping ? $0.start : $0.start - round] }, isWrapping)
    }

    /// Returns the stroked part of the contour as fractions of its own length.
    private static func trim(_ sample: Sample) -> (start: Double, length: Double) {
        let trim = sample.shape.trim
        if sample.share == 0...1 { return (trim.start + trim.offset, min(max(trim.end - trim.start, 0), 1)) }
        // The trim applies to all contours together.
        let span = sample.share.upperBound - sample.share.lowerBound
        guard span > 0 else {
            return (0, trim.intervals.contains { $0.contains(sample.share.lowerBound) } ? 1 : 0)
        }
        let pieces = trim.intervals.compactMap { visible -> (start: Double, length: Double)? in
            let start = min(max((visible.lowerBound - sample.share.lowerBound) / span, 0), 1)
            let end = min(max((visible.upperBound - sample.share.lowerBound) / span, 0), 1)
            return end > start ? (start, end - start) : nil
        }
        // If the trim wraps around, one piece ends at the contour's end and the other starts at its start. They form a
        // single dash, which wraps around too.
        return (pieces.first?.start ?? 0, min(pieces.reduce(0) { $0 + $1.length }, 1))
    }

    /// Returns true if the contour is drawn at an instant.
    ///
    /// A contour appears and disappears immediately; fading changes its opacity.
    private func isDrawn(at index: Int) -> Bool { samples[index].map(Self.isDrawn) ?? false }

    private static func isDrawn(_ sample: Sample) -> Bool {
        // A stroke of length zero with round caps would be a dot.
        sample.shape.isFilled || trim(sample).length > 0
    }

    private static func opacity(_ sample: Sample) -> Double {
        if !isDrawn(sample) { return 0 }
        return sample.shape.opacity * (sample.isShadow ? (sample.shape.shadow?.opacity ?? 0) * 0.4 : 1)
    }

    /// Returns a color in red, green and blue that is visible on light and dark pages.
    private static func color(_ sample: Sample) -> [Double] {
        if sample.isShadow { return [110, 110, 110] }
        switch sample.shape.tint {
        case .active: return [8, 145, 178]
        case .success: return [22, 163, 74]
        case .warning: return [202, 138, 4]
        case .failure: return [220, 38, 38]
        case .neutral: return [128, 128, 128]
        case .custom(let color): return [Double(color.red), Double(color.green), Double(color.blue)]
        }
    }
}

/// The values of one property of a shape over time, as CSS keyframes.
struct SVGTrack: Sendable {
    /// The name of the property.
    var property: String
    /// The maximum error of the linear interpolation between two keyframes.
    var tolerance: Double
    /// The numbers of the property at each instant.
    var samples: [[Double]]
    /// The instants at which the value changes abruptly although the previous instant is earlier.
    ///
    /// Until such an instant, the previous value applies.
    var switches: Set<Int> = []
    /// The time of each instant, which is equal for the two instants around an event; empty for equal intervals.
    var times: [Double] = []
    /// Returns the value of the property in CSS.
    var write: @Sendable ([Double]) -> String

    /// True if the value never changes.
    var isConstant: Bool { samples.allSatisfy { Self.isNear($0, samples.first ?? [], tolerance) } }

    /// The instants at which the value changes abruptly, at an event or a switch.
    var jumps: Set<Int> {
        let atEvents = samples.indices.dropFirst().filter { index in
            isSimultaneous(index - 1, index) && !Self.isNear(samples[index - 1], samples[index], tolerance)
        }
        return switches.union(atEvents)
    }

    /// Returns true if an instant needs no keyframe, because that of a jump at the same time contains its value.
    func isReplaced(_ index: Int, by jumps: Set<Int>) -> Bool {
        jumps.contains(index + 1) && isSimultaneous(index, index + 1)
    }

    /// The instants that need a keyframe, including the first and the last.
    var keys: [Int] {
        guard let last = samples.indices.last, last > 0 else { return samples.isEmpty ? [] : [0] }
        let jumps = jumps
        var keys = [0]
        var begin = 0
        while begin < last {
            // The last instant that one line can reach, found by an exponential search followed by a binary one.
            var end = begin + 1
            var step = 1
            while end + step <= last, isLine(begin, end + step, jumps) {
                end += step
                step *= 2
            }
            while step > 0 {
                if end + step <= last, isLine(begin, end + step, jumps) { end += step }
                step /= 2
            }
            keys.append(end)
            begin = end
        }
        return keys
    }

    private func time(_ index: Int) -> Double { times.isEmpty ? Double(index) : times[index] }

    private func isSimultaneous(_ index: Int, _ next: Int) -> Bool { time(index) == time(next) }

    private func isLine(_ begin: Int, _ end: Int, _ jumps: Set<Int>) -> Bool {
        guard !(begin + 1...end).contains(where: jumps.contains) else { return false }
        return (begin + 1..<end).allSatisfy { index in
            let span = time(end) - time(begin)
            let share = span > 0 ? (time(index) - time(begin)) / span : 1
            let between = zip(samples[begin], samples[end]).map { $0 + ($1 - $0) * share }
            return Self.isNear(between, samples[index], tolerance)
        }
    }

    private static func isNear(_ a: [Double], _ b: [Double], _ tolerance: Double) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= tolerance }
    }
}
