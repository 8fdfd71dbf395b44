/// A copy of an item that flies along a curve on to a badge, which then counts one up.
package struct ThrowTimeline: Sendable, Hashable {
    /// What is thrown.
    package var symbol: Symbol
    /// The badge's count before.
    package var count: Int
    /// How long the flight takes, in seconds.
    package var duration: MediaTime
    /// Where the curve is highest, as a fraction of the way.
    package var topFraction: Double
    /// How high above the start, as a fraction of what the frame has above it.
    ///
    /// Stands for the points of a flight that no frame bounds.
    package var rise: Double
    /// By how much the copy is turned toward its flight, in radians.
    package var tilt: Double
    /// How long the badge's digit takes to turn, in seconds.
    package var countDuration: MediaTime

    /// Makes a timeline.
    ///
    /// - Parameters:
    ///   - symbol: What is thrown.
    ///   - count: The badge's count before.
    ///   - duration: How long the flight takes, in seconds.
    ///   - topFraction: Where the curve is highest, as a fraction of the way.
    ///   - rise: How high above the start, as a fraction of what the frame has above it.
    ///   - tilt: By how much the copy is turned toward its flight, in radians.
    ///   - countDuration: How long the badge's digit takes to turn, in seconds.
    package init(
        symbol: Symbol = .page, count: Int = 2, duration: MediaTime = 0.8, topFraction: Double = 0.35, rise: Double = 1,
        tilt: Double = .pi / 30, countDuration: MediaTime = 0.25
    ) {
        self.symbol = symbol
        self.count = count
        self.duration = duration
        self.topFraction = topFraction
        self.rise = rise
        self.tilt = tilt
        self.countDuration = countDuration
    }

    /// When nothing moves any more, in seconds.
    package var end: MediaTime { max(duration + countDuration, Self.returnBegin + Self.returnDuration) }

    /// Where the item, the curve's top and the badge are.
    ///
    /// - Parameters:
    ///   - frame: The rectangle that the flight fills.
    ///   - lineWidth: The stroke's width.
    /// - Returns: The item's and the badge's rectangles, and the highest point of the flight.
    package func places(in frame: Rect, lineWidth: Double) -> (item: Rect, top: Point, badge: Rect) {
        let inner = frame.inset(by: lineWidth / 2)
        let side = min(inner.height * 0.5, inner.width * 0.3)
        let badgeSide = min(inner.height * 0.45, inner.width * 0.25)
        let bottom = inner.y + inner.height
        let item = Rect(x: inner.x, y: bottom - side, width: side, height: side)
        let badge = Rect(
            x: inner.x + inner.width - badgeSide, y: bottom - badgeSide, width: badgeSide, height: badgeSide)
        let way = badge.center.x - item.center.x
        let above = max(item.y - inner.y, 0)
        let top = Point(item.center.x + way * topFraction, item.center.y - above * rise)
        return (item, top, badge)
    }

    /// The layers at an instant.
    ///
    /// - Parameters:
    ///   - time: Since the throw.
    ///   - frame: The rectangle that the flight fills.
    ///   - lineWidth: The stroke's width.
    /// - Returns: The item, the badge and its count, and the copy while it flies.
    package func layers(at time: MediaTime, in frame: Rect, lineWidth: Double) -> [ShapeLayer] {
        let (item, top, badge) = places(in: frame, lineWidth: lineWidth)
        // What is smaller than the frame has a stroke as much thinner, or it would be a blot.
        let lineWidth = lineWidth * item.width / max(frame.shorterSide, 1e-9)
        let drawing = symbol.path(in: item.inset(by: lineWidth / 2))
        var original = Layer("item", contents: .stroke(drawing), lineWidth: lineWidth)
        original.animations = [.number(.opacity, returning)]
        var ring = Path()
        ring.addArc(
            center: badge.center, radius: max(badge.width - lineWidth, 0) / 2, start: -.pi / 2, sweep: 2 * .pi)
        ring.close()
        let hasLanded = time >= duration
        let circle = Layer(
            "badge", contents: .stroke(ring), lineWidth: lineWidth, tint: hasLanded ? .success : .active)
        var turn = counting
        turn.tint = hasLanded ? .success : .active
        let digits = turn.layers(at: time, in: badge.inset(by: badge.width * 0.28), lineWidth: lineWidth)
        let flight = copy(of: drawing, from: item.center, over: top, to: badge, lineWidth: lineWidth, side: item.width)
        return original.shapes(at: time) + circle.shapes(at: time) + digits + flight.shapes(at: time)
    }

    /// How the original, of which a copy flies, comes back.
    package var returning: Animation<Double> {
        let timing = MediaTiming(begin: Self.returnBegin, duration: Self.returnDuration, fill: .backwards)
        return Animation(from: 0.2, to: 1, timing: timing, function: .easeInEaseOut)
    }

    /// How the badge's count turns to the next one, once the copy has landed.
    package var counting: CubeTurnTimeline {
        var turn = CubeTurnTimeline(
            from: String(count), to: String(count + 1), turn: .up, begin: duration, duration: countDuration)
        turn.isFramed = false
        return turn
    }

    /// How the copy flies.
    ///
    /// - Parameters:
    ///   - start: The original's middle.
    ///   - top: Where the curve is highest.
    ///   - target: The badge's middle.
    ///   - fit: What it is scaled to.
    ///   - angle: What it is turned to, in radians.
    /// - Returns: The animations of its position, scale, rotation, opacity and shadow.
    package func flight(from start: Point, over top: Point, to target: Point, fit: Double, angle: Double)
        -> AnimationGroup
    {
        let whole = MediaTiming(duration: duration)
        let way = Keyframes([start, top, target], mode: .cubic())
        return AnimationGroup(
            timing: whole, function: .easeIn,
            animations: [
                .number(.opacity, Animation(from: 1, to: 1, timing: whole)),
                .point(.position, Animation(timing: whole, course: .keyframes(way))),
                .point(.scale, Animation(from: Point(1, 1), to: Point(fit, fit), timing: whole)),
                .number(.rotation, Animation(from: 0, to: angle, timing: whole)),
                .number(
                    .shadowOpacity,
                    Animation(from: 0, to: 1, timing: MediaTiming(begin: 0.1, duration: 0.3, fill: .both))),
            ])
    }

    /// How high above the start the curve goes where no frame bounds it, in points.
    package static let freeRise = 100.0
    private static let returnBegin: MediaTime = 0.5
    private static let returnDuration: MediaTime = 0.4

    /// The copy on its way.
    ///
    /// - Parameters:
    ///   - path: What is thrown.
    ///   - start: Its middle.
    ///   - top: Where the flight is highest.
    ///   - badge: Where it lands, scaled to fit.
    ///   - lineWidth: The stroke's width.
    ///   - side: How wide it is.
    /// - Returns: The layer, invisible before and after the flight.
    func copy(
        of path: Path, from start: Point, over top: Point, to badge: Rect, lineWidth: Double, side: Double
    ) -> Layer {
        var copy = Layer("copy", contents: .stroke(path), anchor: start, lineWidth: lineWidth)
        copy.model.opacity = 0
        copy.model.shadowOffset = Point(lineWidth / 2, lineWidth)
        // Fitted into the badge, never made larger.
        let fit = min(1, side > 0 ? badge.width / side : 1)
        let toward = badge.center.x < start.x ? -tilt : tilt
        copy.animations = [.group(flight(from: start, over: top, to: badge.center, fit: fit, angle: toward))]
        return copy
    }
}
