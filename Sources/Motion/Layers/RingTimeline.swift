/// A half ring that turns while something is busy; stopped, it closes to a full ring, then its centre image appears.
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
    /// When it is stopped; nil while it is busy.
    package var stop: MediaTime?
    /// The image in the centre after the stop.
    package var image: Symbol? = .checkmark
    /// How the image comes.
    package var entrance: ImageEntrance = .fade
    /// How wide and high the image is, as a fraction of the ring's frame.
    package var imageFraction = 0.45
    /// What the colours mean once it is stopped.
    package var finalTint: Tint = .success

    /// Makes the timeline of a ring that is busy.
    package init() {}

    /// When nothing moves any more; nil while it is busy.
    package var end: MediaTime? { stop.map { $0 + endDuration + fadeDuration } }

    /// The ring at an instant.
    ///
    /// - Parameter time: Since it began to turn.
    /// - Returns: The state, a function of the time alone.
    package func state(at time: MediaTime) -> State {
        let turned = min(time, end ?? time)
        guard let stop, let end else {
            return State(rotation: angularSpeed * turned, strokeEnd: startFraction, image: 0, isAtRest: false)
        }
        let closing = BasicAnimation(
            from: startFraction, to: 1, timing: MediaTiming(begin: stop, duration: endDuration, fill: .backwards))
        let fade = BasicAnimation(
            from: 0, to: 1, timing: MediaTiming(begin: stop + endDuration, duration: fadeDuration, fill: .backwards),
            function: .easeIn)
        return State(
            rotation: angularSpeed * turned, strokeEnd: AnimatedValue(1, animations: [closing]).value(at: time),
            image: AnimatedValue(1, animations: [fade]).value(at: time), isAtRest: time >= end)
    }

    /// The layers at an instant.
    ///
    /// - Parameters:
    ///   - time: Since it began to turn.
    ///   - frame: The rectangle in which the ring is as large as it can be.
    ///   - lineWidth: The stroke's width.
    /// - Returns: The ring and, once it comes, the image.
    package func layers(at time: MediaTime, in frame: Rect, lineWidth: Double) -> [ShapeLayer] {
        let state = state(at: time)
        let square = frame.centeredSquare
        let radius = max(square.width - lineWidth, 0) / 2
        let isStopped = stop.map { time >= $0 } ?? false
        var circle = Path()
        let sweep = angularSpeed < 0 ? -2 * Double.pi : 2 * Double.pi
        circle.addArc(center: square.center, radius: radius, start: startAngle, sweep: sweep)
        var layers = [
            ShapeLayer(
                path: circle, style: StrokeStyle(width: lineWidth), trim: Trim(end: state.strokeEnd),
                transform: .rotation(state.rotation, about: square.center), tint: isStopped ? finalTint : .active)
        ]
        if let image, state.image > 0 {
            let imageFrame = square.inset(by: square.width * (1 - imageFraction) / 2)
            layers.append(
                ShapeLayer(
                    path: image.path(in: imageFrame), style: StrokeStyle(width: lineWidth),
                    trim: Trim(end: entrance == .stroke ? state.image : 1),
                    opacity: entrance == .fade ? state.image : 1, tint: finalTint))
        }
        return layers
    }
}
