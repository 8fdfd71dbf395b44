import Motion

/// Which counts of a status turn to their new values.
///
/// One that changes again and again would only flicker: it turns only after it has stood still for a while.
struct CountTurns: Sendable {
    /// How long a turn takes, in seconds.
    static let duration: MediaTime = 0.25
    /// How long a count must have stood still, in seconds.
    static let rest: MediaTime = 0.5

    private struct Entry: Sendable {
        var old: Int
        var value: Int
        var change: MediaTime
        var begin: MediaTime?
    }

    private var entries: [String: Entry] = [:]

    /// Takes the counts of a status.
    ///
    /// - Parameters:
    ///   - counts: The counts.
    ///   - time: When.
    mutating func update(_ counts: [HUDCount], at time: MediaTime) {
        for count in counts {
            // "1 page" becomes "2 pages": the same count by its first letters.
            let key = Self.key(count)
            guard let entry = entries[key] else {
                entries[key] = Entry(old: count.value, value: count.value, change: -.infinity)
                continue
            }
            guard entry.value != count.value else { continue }
            entries[key] = Entry(
                old: entry.value, value: count.value, change: time,
                begin: time - entry.change >= Self.rest ? time : nil)
        }
    }

    /// A count as it is seen.
    ///
    /// - Parameters:
    ///   - count: The count.
    ///   - time: The time.
    /// - Returns: The number, perhaps between two values.
    func number(_ count: HUDCount, at time: MediaTime) -> TurningNumber {
        let still = TurningNumber(old: count.value, new: count.value, fraction: 0)
        guard let entry = entries[Self.key(count)], let begin = entry.begin, entry.value == count.value,
            time < begin + Self.duration
        else { return still }
        let turn = CubeTurnTimeline(from: "", to: "", turn: .up, begin: begin, duration: Self.duration)
        return TurningNumber(old: entry.old, new: entry.value, fraction: turn.fraction(at: time))
    }

    /// Whether a count turns at an instant.
    ///
    /// - Parameter time: The time.
    /// - Returns: Whether one does.
    func isMoving(at time: MediaTime) -> Bool {
        entries.values.contains { entry in entry.begin.map { time < $0 + Self.duration } ?? false }
    }

    private static func key(_ count: HUDCount) -> String { String(count.label.prefix(4)) }
}
