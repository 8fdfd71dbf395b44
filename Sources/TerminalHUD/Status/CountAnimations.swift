import Motion

/// The animations of counts, whose digits turn when a count changes.
///
/// A count turns only if it was unchanged for a while before. Turning a count that changes often would only flicker.
struct CountAnimations: Sendable {
    /// The duration of a turn, in seconds.
    static let duration: MediaTime = 0.25
    /// The time for which a count must be unchanged before it can turn, in seconds.
    static let restDuration: MediaTime = 0.5

    private struct Entry: Sendable {
        var old: Int
        var value: Int
        /// The time of the last change.
        var change: MediaTime
        /// The start of the last turn; nil if the last change was not animated.
        var turnBegin: MediaTime?
    }

    private var entries: [HUDCount.Kind: Entry] = [:]

    /// Records the counts of a status, and starts to turn those that were unchanged for long enough.
    mutating func update(_ counts: [HUDCount], at time: MediaTime) {
        for count in counts {
            guard let entry = entries[count.kind] else {
                entries[count.kind] = Entry(old: count.value, value: count.value, change: -.infinity)
                continue
            }
            guard entry.value != count.value else { continue }
            entries[count.kind] = Entry(
                old: entry.value, value: count.value, change: time,
                turnBegin: time - entry.change >= Self.restDuration ? time : nil)
        }
    }

    /// Returns the number to show for a count, which may be between two values.
    func number(_ count: HUDCount, at time: MediaTime) -> TurningNumber {
        let still = TurningNumber(old: count.value, new: count.value, fraction: 0)
        guard let entry = entries[count.kind], let begin = entry.turnBegin, entry.value == count.value,
            time < begin + Self.duration
        else { return still }
        let turn = CubeTurnTimeline(from: "", to: "", turn: .up, begin: begin, duration: Self.duration)
        return TurningNumber(old: entry.old, new: entry.value, fraction: turn.fraction(at: time))
    }

    /// Returns true if a count is turning.
    func isMoving(at time: MediaTime) -> Bool {
        entries.values.contains { entry in entry.turnBegin.map { time < $0 + Self.duration } ?? false }
    }
}
