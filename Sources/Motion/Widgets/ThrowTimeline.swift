/// A copy of an item that flies along a curve to a badge, whose count then grows by one.
package struct ThrowTimeline: Sendable, Hashable {
    /// The symbol that flies to the badge.
    let symbol = Symbol.page
    /// The badge's count before the flight.
    package let count = 2
    /// The duration of the flight, in seconds.
    package let duration: MediaTime = 0.8
    /// The position of the highest point, as a fraction of the horizontal distance.
    let topFraction = 0.35
    /// The rotation of the copy in the direction of flight, in radians.
    let tilt = Double.pi / 30
    /// The duration of turning the badge's digits, in seconds.
    let countDuration: MediaTime

    /// Creates a timeline.
    package init(countDuration: MediaTime = 0.25) { self.countDuration = countDuration }

    /// The time after which nothing moves any more, in seconds.
    package var end: MediaTime { max(duration + countDuration, Self.returnBegin + Self.returnDuration) }

    /// The times at which a part of the animation begins or ends, in seconds.
    package var events: [MediaTime] {
        // The shadow's times are those of the flight, which starts slowly.
        let shadow = [Self.shadowBegin, Self.shadowBegin + Self.shadowDuration].map { time in
            duration * Self.flightFunction.time(of: time / duration)
        }
        return shadow + [
            0, Self.returnBegin, duration, Self.returnBegin + Self.returnDuration, duration + countDuration / 2,
            duration + countDuration,
        ]
    }

    private static let flightFunction = TimingFunction.easeIn

    /// Returns the frames of the item and the badge, and the highest point of the flight.
    ///
    /// - Parameters:
    ///   - frame: The rectangle that the flight fills.
    ///   - lineWidth: The width of strokes.
    /// - Returns: The frames of the item and the badge, and the highest point of the flight.
    func frames(in frame: Rect, lineWidth: Double) -> (item: Rect, top: Point, badge: Rect) {
        let inner = frame.inset(by: lineWidth / 2)
        let side = min(inner.height * 0.5, inner.width * 0.3)
        let badgeSide = min(inner.height * 0.45, inner.width * 0.25)
        let bottom = inner.y + inner.height
        let item = Rect(x: inner.x, y: bottom - side, width: side, height: side)
        let badge = Rect(
            x: inner.x + inner.width - badgeSide, y: bottom - badgeSide, width: badgeSide, height: badgeSide)
        let distance = badge.center.x - item.center.x
        let above = max(item.y - inner.y, 0)
        let top = Point(item.center.x + distance * topFraction, item.center.y - above)
        return (item, top, badge)
    }

    /// Returns the layers of the item, the badge and its count, and of the copy while it flies.
    ///
    /// - Parameters:
    ///   - time: The time since the start of the flight.
    ///   - frame: The rectangle that the flight fills.
    ///   - lineWidth: The width of strokes.
    /// - Returns: The layers of the item, the badge and its count, and of the copy while it flies.
    package func layers(at time: MediaTime, in frame: Rect, lineWidth: Double) -> [ShapeLayer] {
        let (item, top, badge) = frames(in: frame, lineWidth: lineWidth)
        // An item that is smaller than the frame gets a proportionally thinner stroke.
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

    /// The return of the original to full opacity; the original is dimmed while its copy flies.
    var returning: Animation<Double> {
        let timing = MediaTiming(begin: Self.returnBegin, duration: Self.returnDuration, fill: .backwards)
        return Animation(from: 0.2, to: 1, timing: timing, function: .easeInEaseOut)
    }

    /// The turn of the badge's digits after the landing.
    var counting: CubeTurnTimeline {
        var turn = CubeTurnTimeline(
            from: String(count), to: String(count + 1), turn: .up, begin: duration, duration: countDuration)
        turn.isFramed = false
        return turn
    }

    /// Returns the animations of the copy's position, scale, rotation, opacity and shadow.
    ///
    /// - Parameters:
    ///   - start: The center of the original.
    ///   - top: The highest point of the flight.
    ///   - target: The center of the badge.
    ///   - fit: The scale at the landing.
    ///   - angle: The rotation at the landing, in radians.
    /// - Returns: The animations of the copy's position, scale, rotation, opacity and shadow.
    func flight(from start: Point, over top: Point, to target: Point, fit: Double, angle: Double)
        -> AnimationGroup
    {
        let whole = MediaTiming(duration: duration)
        let position = Keyframes([start, top, target], mode: .cubic())
        return AnimationGroup(
            timing: whole, function: Self.flightFunction,
            animations: [
                .number(.opacity, Animation(from: 1, to: 1, timing: whole)),
                .point(.position, Animation(timing: whole, interpolation: .keyframes(position))),
                .point(.scale, Animation(from: Point(1, 1), to: Point(fit, fit), timing: whole)),
                .number(.rotation, Animation(from: 0, to: angle, timing: whole)),
                .number(
                    .shadowOpacity,
                    Animation(
                        from: 0, to: 1,
                        timing: MediaTiming(begin: Self.shadowBegin, duration: Self.shadowDuration, fill: .both))),
            ])
    }

    /// The height of a flight that is not limited by a frame, in points.
    static let freeRise = 100.0
    private static let shadowBegin: MediaTime = 0.1
    private static let shadowDuration: MediaTime = 0.3
    private static let returnBegin: MediaTime = 0.5
    private static let returnDuration: MediaTime = 0.4

    /// Returns the layer of the copy, which is invisible before and after the flight.
    ///
    /// - Parameters:
    ///   - path: The path of the original.
    ///   - start: The center of the original.
    ///   - top: The highest point of the flight.
    ///   - badge: The frame of the badge; the copy is scaled to fit it.
    ///   - lineWidth: The width of the stroke.
    ///   - side: The width of the original.
    /// - Returns: The layer of the copy, which is invisible before and after the flight.
    func copy(
        of path: Path, from start: Point, over top: Point, to badge: Rect, lineWidth: Double, side: Double
    ) -> Layer {
        var copy = Layer("copy", contents: .stroke(path), anchor: start, lineWidth: lineWidth)
        copy.model.opacity = 0
        // Otherwise the lines of the card and those of the badge would be confused.
        copy.isOpaque = true
        copy.model.shadowOffset = Point(lineWidth / 2, lineWidth)
        // The copy is fitted into the badge, but never enlarged.
        let fit = min(1, side > 0 ? badge.width / side : 1)
        let angle = badge.center.x < start.x ? -tilt : tilt
        copy.animations = [.group(flight(from: start, over: top, to: badge.center, fit: fit, angle: angle))]
        return copy
    }
}

/// A badge with a count, to which items fly; each item that lands increments the count.
///
/// The count is changed when events happen. The drawing depends only on time.
package struct BadgeTimeline: Sendable, Hashable {
    /// One change of the count.
    package struct Step: Sendable, Hashable {
        /// The start of the flight; nil if no item flies.
        var flight: MediaTime?
        /// The symbol of the item that flies.
        var symbol: Symbol
        /// The time at which the digits begin to turn.
        package var turn: MediaTime
        /// The count before the change.
        package var old: Int
        /// The count after the change.
        package var new: Int
    }

    /// The timing of the flights and of the turning digits.
    private var flightTimeline = ThrowTimeline(countDuration: 0.2)
    /// The interval between two flights, in seconds.
    private var stagger: MediaTime = 0.2
    /// The maximum number of items that are waiting or flying.
    ///
    /// If there are more, the last item represents all others.
    private var maximumFlights = 4
    /// The changes in progress, and the last one.
    package private(set) var steps: [Step]

    /// Creates a badge at rest.
    package init(count: Int) {
        steps = [Step(flight: nil, symbol: .page, turn: -.infinity, old: count, new: count)]
    }

    /// The count after the last change.
    package var finalCount: Int { steps.last?.new ?? 0 }

    /// The end of the last animation.
    package var end: MediaTime { (steps.last?.turn ?? 0) + flightTimeline.countDuration }

    /// Changes the count; if it grows, items fly to the badge.
    ///
    /// - Parameters:
    ///   - count: The new count.
    ///   - time: The time of the change.
    ///   - symbol: The symbol of the items that fly.
    package mutating func set(_ count: Int, at time: MediaTime, throwing symbol: Symbol = .page) {
        guard count != finalCount else { return }
        let last = steps.last
        steps.removeAll { $0.turn + flightTimeline.countDuration <= time && $0 != last }
        while finalCount < count {
            let flights = steps.compactMap(\.flight).filter { $0 + flightTimeline.duration > time }
            let isLast = flights.count + 1 >= maximumFlights
            if flights.count >= maximumFlights, let index = steps.indices.last, steps[index].flight != nil {
                steps[index].new = count
                return
            }
            let begin = max(time, (flights.last ?? -.infinity) + stagger)
            append(flight: begin, symbol, turn: begin + flightTimeline.duration, to: isLast ? count : finalCount + 1)
        }
        if finalCount > count { append(flight: nil, symbol, turn: time, to: count) }
    }

    /// Returns the count at an instant and its progress to the next one, from 0 to 1; both counts are equal if no digit
    /// is turning.
    package func count(at time: MediaTime) -> (old: Int, new: Int, fraction: Double) {
        guard let step = steps.last(where: { $0.turn <= time }) else {
            let first = steps.first?.old ?? 0
            return (first, first, 0)
        }
        guard time < step.turn + flightTimeline.countDuration else { return (step.new, step.new, 0) }
        let turn = CubeTurnTimeline(
            from: "", to: "", turn: .up, begin: step.turn, duration: flightTimeline.countDuration)
        return (step.old, step.new, turn.fraction(at: time))
    }

    /// Returns the layers of the items that are flying at an instant.
    ///
    /// - Parameters:
    ///   - time: The timeline's time.
    ///   - item: The frame in which flights start.
    ///   - badge: The frame in which flights land.
    ///   - top: The y coordinate of the highest point.
    ///   - lineWidth: The width of strokes.
    /// - Returns: The layers of the items that are flying.
    package func copies(
        at time: MediaTime, from item: Rect, to badge: Rect, top: Double, lineWidth: Double
    ) -> [ShapeLayer] {
        steps.enumerated().flatMap { index, step -> [ShapeLayer] in
            guard let flight = step.flight, time >= flight, time < flight + flightTimeline.duration else { return [] }
            let highest = Point(item.center.x + (badge.center.x - item.center.x) * flightTimeline.topFraction, top)
            return flightTimeline.copy(
                of: step.symbol.path(in: item.inset(by: lineWidth / 2)), from: item.center, over: highest, to: badge,
                lineWidth: lineWidth, side: item.width
            ).shapes(at: time - flight).map { $0.named("copy-\(index)") }
        }
    }

    private mutating func append(flight: MediaTime?, _ symbol: Symbol, turn: MediaTime, to count: Int) {
        // A turn starts after the previous one has ended.
        let earliest = (steps.last?.turn ?? -.infinity) + flightTimeline.countDuration
        steps.append(Step(flight: flight, symbol: symbol, turn: max(turn, earliest), old: finalCount, new: count))
    }
}
