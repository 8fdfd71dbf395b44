/// A half ring that turns while something is busy; stopped, it closes to a full ring, then its centre image changes.
package struct RingTimeline: Sendable, Hashable {
    /// What the centre shows after the stop, and how it comes.
    package enum ImageEntrance: Sendable, Hashable {
        /// By opacity, as one image fades into another.
        case fade
        /// By its stroke, from begin to end.
        case stroke
    }

    /// The ring at one instant.
    package struct State: Sendable, Hashable {
        /// By how much it is turned, in radians.
        package var rotation: Double
        /// How much of the circle is stroked.
        package var strokeEnd: Double
        /// How much of the centre image has come, 0 to 1.
        package var image: Double
        /// Whether nothing moves any more.
        package var isAtRest: Bool
    }

    /// Radians a second; clockwise if positive.
    package var angularSpeed = 2 * Double.pi
    /// The angle at which the stroke begins, in radians; 0 is to the right, −π/2 at the top.
    package var startAngle = -Double.pi / 2
    /// How much of the circle is stroked while it turns.
    package var startFraction = 0.5
    /// How long the closing takes, in seconds.
    package var endDuration: MediaTime = 1
    /// How long the centre image takes to come, in seconds.
    package var fadeDuration: MediaTime = 0.3
    /// The line's width; nil for the width that the frame is given.
    package var lineWidth: Double?
    /// What the line's colour means while it turns.
    package var tint = Tint.active
    /// What the colours mean once it is stopped.
    package var finalTint: Tint = .success
    /// What the ring throws behind itself; nil for nothing.
    package var shadow: ShapeLayer.Shadow?
    /// The image in the centre while it turns.
    package var busyImage: Symbol?
    /// The image in the centre after the stop.
    package var image: Symbol? = .checkmark
    /// How the image comes.
    package var entrance: ImageEntrance = .fade
    /// How wide and high the images are, as a fraction of the ring's frame.
    package var imageFraction = 0.45
    /// How far the ring stays away from the frame's edges.
    package var padding = 0.0
    /// When it was stopped; nil while it is busy.
    package private(set) var stopTime: MediaTime?

    /// Makes the timeline of a ring that is busy.
    package init() {}

    /// Stops the ring: it closes, its image changes, then nothing moves any more.
    ///
    /// - Parameter time: When, since it began to turn.
    /// - Returns: Whether this was the first stop; a second one changes nothing.
    @discardableResult
    package mutating func stop(at time: MediaTime) -> Bool {
        guard stopTime == nil else { return false }
        stopTime = time
        return true
    }

    /// When nothing moves any more, and the caller's completion is due; nil while it is busy.
    package var end: MediaTime? { stopTime.map { $0 + endDuration + fadeDuration } }

    /// The ring at an instant.
    ///
    /// - Parameter time: Since it began to turn.
    /// - Returns: The state, a function of the time alone.
    package func state(at time: MediaTime) -> State {
        let turned = min(time, end ?? time)
        guard let stopTime, let end else {
            return State(rotation: angularSpeed * turned, strokeEnd: startFraction, image: 0, isAtRest: false)
        }
        let sinceStop = time - stopTime
        return State(
            rotation: angularSpeed * turned, strokeEnd: AnimatedValue(1, animations: [closing]).value(at: sinceStop),
            image: AnimatedValue(1, animations: [imageComing]).value(at: sinceStop), isAtRest: time >= end)
    }

    /// One turn after the other, without an end.
    package var turning: Animation<Double> {
        let turn = angularSpeed < 0 ? -2 * Double.pi : 2 * Double.pi
        let timing = MediaTiming(duration: turn / angularSpeed, repeatCount: .infinity)
        return Animation(from: 0, to: turn, timing: timing)
    }

    /// How the stroke's end closes the ring; its time counts from the stop.
    package var closing: Animation<Double> {
        Animation(from: startFraction, to: 1, timing: MediaTiming(duration: endDuration, fill: .backwards))
    }

    /// How the centre image comes; its time counts from the stop.
    package var imageComing: Animation<Double> {
        let timing = MediaTiming(begin: endDuration, duration: fadeDuration, fill: .backwards)
        return Animation(from: 0, to: 1, timing: timing, function: .easeIn)
    }

    /// The circle, from the stroke's begin on in the direction in which it turns.
    ///
    /// - Parameters:
    ///   - frame: The rectangle in which the ring is as large as it can be.
    ///   - lineWidth: The stroke's width.
    /// - Returns: The path.
    package func circle(in frame: Rect, lineWidth: Double) -> Path {
        let square = frame.centeredSquare.inset(by: padding)
        var circle = Path()
        let sweep = angularSpeed < 0 ? -2 * Double.pi : 2 * Double.pi
        circle.addArc(
            center: square.center, radius: max(square.width - lineWidth, 0) / 2, start: startAngle, sweep: sweep)
        return circle
    }

    /// Where the images are.
    ///
    /// - Parameter frame: The rectangle in which the ring is as large as it can be.
    /// - Returns: A square in its middle.
    package func imageFrame(in frame: Rect) -> Rect {
        let square = frame.centeredSquare.inset(by: padding)
        return square.inset(by: square.width * (1 - imageFraction) / 2)
    }

    /// The layers at an instant.
    ///
    /// - Parameters:
    ///   - time: Since it began to turn.
    ///   - frame: The rectangle in which the ring is as large as it can be.
    ///   - lineWidth: The stroke's width, unless the ring has its own.
    /// - Returns: The ring and the images that are seen.
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
