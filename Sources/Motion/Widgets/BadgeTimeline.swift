/// A badge with a count, to which items fly; each item that lands increments the count.
///
/// The count is changed when events happen. The drawing depends only on time.
package struct BadgeTimeline: Sendable, Hashable {
    /// One change of the count.
    package struct Step: Sendable, Hashable {
        /// The start of the flight; nil if no item flies.
        package var flight: MediaTime?
        /// The symbol of the item that flies.
        package var symbol: Symbol
        /// The time at which the digits begin to turn.
        package var turn: MediaTime
        /// The count before the change.
        package var old: Int
        /// The count after the change.
        package var new: Int
    }

    /// The timing of the flights and of the turning digits.
    package var flightTimeline = ThrowTimeline(countDuration: 0.2)
    /// The interval between two flights, in seconds.
    package var stagger: MediaTime = 0.2
    /// The maximum number of items that are waiting or flying.
    ///
    /// If there are more, the last item represents all others.
    package var maximumFlights = 4
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
        let free = (steps.last?.turn ?? -.infinity) + flightTimeline.countDuration
        steps.append(Step(flight: flight, symbol: symbol, turn: max(turn, free), old: finalCount, new: count))
    }
}
