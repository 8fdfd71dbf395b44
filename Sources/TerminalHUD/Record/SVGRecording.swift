package import Motion
import Numbers

/// A recorder of scenes as animated SVG, with vector strokes and CSS keyframes.
///
/// The file contains no script and loads no other files. The animation repeats forever, but viewers that prefer reduced
/// motion show a still image.
package struct SVGRecording: Sendable {
    private let framesPerSecond: Int
    /// The time for which the last frame is shown before the animation repeats, in seconds.
    private let pause: MediaTime
    /// The factor by which everything is slowed down.
    private let dragCoefficient: Double

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - framesPerSecond: The number of samples of the timeline per second; clamped to 1...60.
    ///   - pause: The time for which the last frame is shown before the animation repeats, in seconds.
    ///   - dragCoefficient: The factor by which everything is slowed down; greater than 0.
    package init(framesPerSecond: Int = 30, pause: MediaTime = 1, dragCoefficient: Double = 1) {
        self.dragCoefficient = dragCoefficient
        self.framesPerSecond = min(max(framesPerSecond, 1), 60)
        self.pause = pause
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
        let moment = 1e-9
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
            let after = (min(group.upperBound + moment, last), event)
            return event < moment ? [after] : [(event - moment, event), after]
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
