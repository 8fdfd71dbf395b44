/// A badge with a count, on to which things are thrown: each copy that lands makes it count up.
///
/// What has to be shown is asked of it by time alone; what becomes of the count is told to it as it happens.
package struct BadgeTimeline: Sendable, Hashable {
    /// One change of the count.
    package struct Step: Sendable, Hashable {
        /// When a copy begins to fly; nil where nothing is thrown.
        package var flight: MediaTime?
        /// What is thrown.
        package var symbol: Symbol
        /// When the count begins to turn.
        package var turn: MediaTime
        /// The count before.
        package var old: Int
        /// The count after.
        package var new: Int
    }

    /// How a copy flies, and how long the count takes to turn.
    package var manner = ThrowTimeline(countDuration: 0.2)
    /// How long after one copy the next begins to fly, in seconds.
    package var stagger: MediaTime = 0.2
    /// How many copies wait or fly at once at most; with more of them the last one stands for the rest.
    package var maximumFlights = 4
    /// The changes that are under way, and the last one.
    package private(set) var steps: [Step]

    /// Makes a badge at rest.
    ///
    /// - Parameter count: Its count.
    package init(count: Int) {
        steps = [Step(flight: nil, symbol: .page, turn: -.infinity, old: count, new: count)]
    }

    /// What the count will be once nothing moves.
    package var goal: Int { steps.last?.new ?? 0 }

    /// When nothing moves any more.
    package var end: MediaTime { (steps.last?.turn ?? 0) + manner.countDuration }

    /// Changes the count: more come flying, fewer only turn.
    ///
    /// - Parameters:
    ///   - count: The new count.
    ///   - time: When.
    ///   - symbol: What is thrown.
    package mutating func set(_ count: Int, at time: MediaTime, throwing symbol: Symbol = .page) {
        guard count != goal else { return }
        let last = steps.last
        steps.removeAll { $0.turn + manner.countDuration <= time && $0 != last }
        while goal < count {
            let flights = steps.compactMap(\.flight).filter { $0 + manner.duration > time }
            let isLast = flights.count + 1 >= maximumFlights
            if flights.count >= maximumFlights, let index = steps.indices.last, steps[index].flight != nil {
                steps[index].new = count
                return
            }
            let begin = max(time, (flights.last ?? -.infinity) + stagger)
            append(flight: begin, symbol, turn: begin + manner.duration, to: isLast ? count : goal + 1)
        }
        if goal > count { append(flight: nil, symbol, turn: time, to: count) }
    }

    /// The count and how far it has turned to the next one.
    ///
    /// - Parameter time: The time.
    /// - Returns: Both counts, and 0 to 1; the same count twice while nothing turns.
    package func count(at time: MediaTime) -> (old: Int, new: Int, fraction: Double) {
        guard let step = steps.last(where: { $0.turn <= time }) else {
            let first = steps.first?.old ?? 0
            return (first, first, 0)
        }
        guard time < step.turn + manner.countDuration else { return (step.new, step.new, 0) }
        let turn = CubeTurnTimeline(
            from: "", to: "", turn: .up, begin: step.turn, duration: manner.countDuration)
        return (step.old, step.new, turn.fraction(at: time))
    }

    /// The copies that fly at an instant.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - item: Where they start.
    ///   - badge: Where they land.
    ///   - top: How high the flight goes.
    ///   - lineWidth: The stroke's width.
    /// - Returns: Their layers.
    package func copies(
        at time: MediaTime, from item: Rect, to badge: Rect, top: Double, lineWidth: Double
    ) -> [ShapeLayer] {
        steps.enumerated().flatMap { index, step -> [ShapeLayer] in
            guard let flight = step.flight, time >= flight, time < flight + manner.duration else { return [] }
            let highest = Point(item.center.x + (badge.center.x - item.center.x) * manner.topFraction, top)
            return manner.copy(
                of: step.symbol.path(in: item.inset(by: lineWidth / 2)), from: item.center, over: highest, to: badge,
                lineWidth: lineWidth, side: item.width
            ).shapes(at: time - flight).map { $0.named("copy-\(index)") }
        }
    }

    private mutating func append(flight: MediaTime?, _ symbol: Symbol, turn: MediaTime, to count: Int) {
        // One turn after the other.
        let free = (steps.last?.turn ?? -.infinity) + manner.countDuration
        steps.append(Step(flight: flight, symbol: symbol, turn: max(turn, free), old: goal, new: count))
    }
}
