/// A half ring that turns while work is in progress.
///
/// Once it is stopped, it closes to a full ring; then the image in its center changes.
package struct RingTimeline: Sendable, Hashable {
    /// The transition to the final center image.
    package enum ImageEntrance: Sendable, Hashable {
        /// The image fades in.
        case fade
        /// The image is drawn from start to end.
        case stroke
    }

    /// The state of the ring at an instant.
    package struct State: Sendable, Hashable {
        /// The rotation, in radians.
        var rotation: Double
        /// The stroked fraction of the circle.
        var strokeEnd: Double
        /// The progress of the center image's transition, from 0 to 1.
        package var image: Double
        /// True if nothing moves any more.
        var isAtRest: Bool
    }

    /// The angular speed in radians per second; clockwise if positive.
    var angularSpeed = 2 * Double.pi
    /// The angle of the stroke's start in radians; 0 is to the right, −π/2 at the top.
    var startAngle = -Double.pi / 2
    /// The stroked fraction of the circle while the ring turns.
    package var startFraction = 0.5
    /// The duration of closing, in seconds.
    package var endDuration: MediaTime = 1
    /// The duration of the center image's transition, in seconds.
    package var fadeDuration: MediaTime = 0.3
    /// The width of the stroke; nil for the width passed with the frame.
    var lineWidth: Double?
    /// The tint of the ring while it turns.
    var tint = Tint.active
    /// The tint of the ring after the stop.
    package var finalTint: Tint = .success
    /// The shadow of the ring; nil for none.
    var shadow: ShapeLayer.Shadow?
    /// The center image while the ring turns; nil for none.
    var busyImage: Symbol?
    /// The center image after the stop; nil for none.
    package var image: Symbol? = .checkmark
    /// The transition to the final center image.
    package var entrance: ImageEntrance = .fade
    /// The size of the center images, as a fraction of the ring's frame.
    package var imageFraction = 0.45
    /// The distance between the ring and the frame's edges.
    package var padding = 0.0
    /// The time at which the ring was stopped; nil while it turns.
    package private(set) var stopTime: MediaTime?

    /// Creates the timeline of a ring that turns.
    package init() {}

    /// Stops the ring: it closes, its image changes, and then nothing moves any more.
    ///
    /// - Parameter time: The time since the ring began to turn.
    /// - Returns: True if this was the first stop; later ones have no effect.
    @discardableResult
    package mutating func stop(at time: MediaTime) -> Bool {
        guard stopTime == nil else { return false }
        stopTime = time
        return true
    }

    /// The time after which nothing moves any more; nil while the ring turns.
    package var end: MediaTime? { stopTime.map { $0 + endDuration + fadeDuration } }

    /// Returns the state at a time since the ring began to turn.
    package func state(at time: MediaTime) -> State {
        let turned = min(time, end ?? time)
        guard let stopTime, let end else {
            return State(rotation: angularSpeed * turned, strokeEnd: startFraction, image: 0, isAtRest: false)
        }
        let sinceStop = time - stopTime
        return State(
            rotation: angularSpeed * turned, strokeEnd: AnimatedValue(1, animations: [closing]).value(at: sinceStop),
            image: AnimatedValue(1, animations: [imageAppearance]).value(at: sinceStop), isAtRest: time >= end)
    }

    /// The endless rotation.
    package var turning: Animation<Double> {
        let turn = angularSpeed < 0 ? -2 * Double.pi : 2 * Double.pi
        let timing = MediaTiming(duration: turn / angularSpeed, repeatCount: .infinity)
        return Animation(from: 0, to: turn, timing: timing)
    }

    /// The closing of the ring, with times since the stop.
    package var closing: Animation<Double> {
        Animation(from: startFraction, to: 1, timing: MediaTiming(duration: endDuration, fill: .backwards))
    }

    /// The transition of the center image, with times since the stop.
    var imageAppearance: Animation<Double> {
        let timing = MediaTiming(begin: endDuration, duration: fadeDuration, fill: .backwards)
        return Animation(from: 0, to: 1, timing: timing, function: .easeIn)
    }

    /// Returns the path of the ring, from the start of the stroke in the direction of rotation.
    ///
    /// - Parameters:
    ///   - frame: The rectangle in which the ring is fitted.
    ///   - lineWidth: The width of the stroke.
    /// - Returns: The path of the ring, from the start of the stroke in the direction of rotation.
    func circle(in frame: Rect, lineWidth: Double) -> Path {
        let square = frame.centeredSquare.inset(by: padding)
        var circle = Path()
        let sweep = angularSpeed < 0 ? -2 * Double.pi : 2 * Double.pi
        circle.addArc(
            center: square.center, radius: max(square.width - lineWidth, 0) / 2, start: startAngle, sweep: sweep)
        return circle
    }

    /// Returns the square for the center images in the frame of the ring.
    func imageFrame(in frame: Rect) -> Rect {
        let square = frame.centeredSquare.inset(by: padding)
        return square.inset(by: square.width * (1 - imageFraction) / 2)
    }

    /// Returns the layers of the ring and its visible images at an instant.
    ///
    /// - Parameters:
    ///   - time: The time since the ring began to turn.
    ///   - frame: The rectangle in which the ring is fitted.
    ///   - lineWidth: The width of strokes, if the ring has no width of its own.
    /// - Returns: The layers of the ring and its visible images.
    package func layers(at time: MediaTime, in frame: Rect, lineWidth: Double) -> [ShapeLayer] {
        let state = state(at: time)
        let lineWidth = self.lineWidth ?? lineWidth
        let square = frame.centeredSquare.inset(by: padding)
        let isStopped = stopTime.map { time >= $0 } ?? false
        var ring = ShapeLayer(
            path: circle(in: frame, lineWidth: lineWidth), style: StrokeStyle(width: lineWidth),
            trim: Trim(end: state.strokeEnd),
            transform: .rotation(state.rotation, about: square.center), tint: isStopped ? finalTint : tint)
        ring.shadow = shadow
        var layers = [ring.named("ring")]
        let imageFrame = imageFrame(in: frame)
        let style = StrokeStyle(width: lineWidth)
        if let busyImage, state.image < 1 {
            let image = ShapeLayer(
                path: busyImage.path(in: imageFrame), style: style, opacity: 1 - state.image, tint: tint)
            layers.append(image.named("busy-image"))
        }
        if let image, state.image > 0 {
            let isFading = entrance == .fade
            let shape = ShapeLayer(
                path: image.path(in: imageFrame), style: style, trim: Trim(end: isFading ? 1 : state.image),
                opacity: isFading ? state.image : 1, tint: finalTint)
            layers.append(shape.named("image"))
        }
        return layers
    }
}

/// A square of which a quarter is stroked; the stroke moves along the perimeter.
package struct SquareTimeline: Sendable, Hashable {
    /// The duration of one round, in seconds.
    private var period: MediaTime
    /// The stroked fraction of the perimeter.
    let visibleFraction = 0.25
    /// The start of the stroke at rest, as a fraction of the perimeter.
    ///
    /// It is before the top left corner, so that the stroke bends around that corner.
    private let restStart = 0.875

    /// Creates a timeline.
    package init(period: MediaTime = 2) { self.period = period }

    /// The start of the stroke, which moves around the perimeter again and again.
    var running: Animation<Double> {
        let timing = MediaTiming(duration: period, repeatCount: .infinity)
        return Animation(from: restStart, to: restStart + 1, timing: timing)
    }

    /// Returns the stroked part at an instant, which wraps around the end of the path if necessary.
    func trim(at time: MediaTime) -> Trim {
        let round = (time / period).truncatingRemainder(dividingBy: 1)
        return Trim(start: restStart, end: restStart + visibleFraction, offset: round)
    }

    /// Returns the closed path along the edges of a rectangle, clockwise from the top left corner.
    package static func path(in frame: Rect) -> Path {
        var path = Path()
        path.move(to: frame.point(0, 0))
        path.addLine(to: frame.point(1, 0))
        path.addLine(to: frame.point(1, 1))
        path.addLine(to: frame.point(0, 1))
        path.close()
        return path
    }

    /// Returns the layer of the square at an instant.
    ///
    /// - Parameters:
    ///   - time: The time since the square began to move.
    ///   - frame: The rectangle in which the square is fitted.
    ///   - lineWidth: The width of the stroke.
    /// - Returns: The layer of the square.
    package func layers(at time: MediaTime, in frame: Rect, lineWidth: Double) -> [ShapeLayer] {
        let square = frame.centeredSquare.inset(by: lineWidth / 2)
        return [
            ShapeLayer(path: Self.path(in: square), style: StrokeStyle(width: lineWidth), trim: trim(at: time))
                .named("square")
        ]
    }
}

/// A bar that fills from left to right.
package struct ProgressTimeline: Sendable, Hashable {
    /// The time in which the bar fills, in seconds.
    package var duration: MediaTime

    /// Creates a timeline.
    package init(duration: MediaTime) {
        self.duration = duration
    }

    /// Returns the filled fraction at an instant, from 0 to 1.
    package func fraction(at time: MediaTime) -> Double {
        let animation = Animation<Double>(from: 0, to: 1, timing: MediaTiming(duration: duration, fill: .backwards))
        return AnimatedValue(1, animations: [animation]).value(at: time)
    }

    /// The opacity of the track, which shows the full length from the start.
    private static let trackOpacity = 0.25
    /// The maximum thickness of the track's lower edge in square units: one row of dots in every set of characters.
    private static let edgeThickness = 1.2

    /// Returns the layers of the track, its lower edge and the bar at an instant.
    ///
    /// The track and the bar are as thick as the frame is high. The edge shows the full length without colors too.
    ///
    /// - Parameters:
    ///   - time: The time since the bar was empty.
    ///   - frame: The rectangle of the full bar.
    /// - Returns: The layers of the track, its lower edge and the bar.
    package func layers(at time: MediaTime, in frame: Rect) -> [ShapeLayer] {
        var path = Path()
        path.move(to: frame.point(0, 0.5))
        path.addLine(to: frame.point(1, 0.5))
        let style = StrokeStyle(width: frame.height, cap: .butt)
        var track = ShapeLayer(path: path, style: style, opacity: Self.trackOpacity, tint: .neutral)
        track.isBackdrop = true
        let bar = ShapeLayer(path: path, style: style, trim: Trim(end: fraction(at: time)))
        return [track.named("track"), edge(in: frame).named("edge"), bar.named("bar")]
    }

    private func edge(in frame: Rect) -> ShapeLayer {
        let thickness = min(Self.edgeThickness, frame.height)
        let y = frame.y + frame.height - thickness / 2
        var path = Path()
        path.move(to: Point(frame.x, y))
        path.addLine(to: Point(frame.x + frame.width, y))
        return ShapeLayer(path: path, style: StrokeStyle(width: thickness, cap: .butt), tint: .neutral)
    }
}
