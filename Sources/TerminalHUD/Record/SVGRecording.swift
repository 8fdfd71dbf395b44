package import Motion

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
        let count = max(Int((duration * Double(framesPerSecond)).rounded()), 1)
        let frames = (0...count).map { scene.layers(at: whole * Double($0) / Double(count), in: frame) }
        let shapes = SVGShape.shapes(of: frames)
        let total = duration + pause
        var styles = ""
        var moving = ""
        for (index, shape) in shapes.enumerated() {
            let (style, element) = shape.moving(id: "s\(index)", duration: duration, total: total)
            styles += style
            moving += element
        }
        let still = shapes.map { $0.still() }.joined()
        let box = Self.box(frame, frames.joined())
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

    /// Returns the frame, extended to include everything that is outside it, such as half of a stroke along its edge.
    private static func box(_ frame: Rect, _ shapes: some Sequence<ShapeLayer>) -> Rect {
        var (left, top) = (frame.x, frame.y)
        var (right, bottom) = (frame.x + frame.width, frame.y + frame.height)
        for shape in shapes {
            let transform = shape.transform
            let scale = max(Point(transform.a, transform.b).length, Point(transform.c, transform.d).length)
            let half = shape.isFilled ? 0 : shape.style.width / 2 * scale
            for line in shape.path.flattened(tolerance: 0.1) {
                let points = line.map { transform.apply($0) }
                // A butt cap does not extend beyond the end of the line.
                let isBlunt = shape.style.cap == .butt
                let across = isBlunt && points.allSatisfy { $0.y == points[0].y } ? 0 : half
                let down = isBlunt && points.allSatisfy { $0.x == points[0].x } ? 0 : half
                for point in points {
                    (left, right) = (min(left, point.x - across), max(right, point.x + across))
                    (top, bottom) = (min(top, point.y - down), max(bottom, point.y + down))
                }
            }
        }
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
