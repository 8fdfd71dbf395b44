import Motion

/// What moves in a display, and the instant at which it is looked at.
package struct HUDMotion: Sendable {
    /// The ring.
    var ring = RingTimeline()
    /// The instant on the ring's own timeline.
    var ringTime: MediaTime = 0
    /// The instant on the timeline of all others.
    var time: MediaTime = 0
    /// The badge; nil where there is none.
    var badge: BadgeTimeline?
    /// How many cells the widest detail of a row has taken by now, so that what stands before it never moves back.
    var detailWidth = 0
    /// The counts that turn.
    var turns = CountTurns()

    /// Takes what a status says.
    ///
    /// - Parameters:
    ///   - status: What the command is doing.
    ///   - isCalm: Whether nothing is to move.
    mutating func update(_ status: HUDStatus, isCalm: Bool) {
        guard !isCalm else {
            badge = status.badge.map { BadgeTimeline(count: $0.count) }
            return
        }
        turns.update(status.counts, at: time)
        guard let shown = status.badge else {
            badge = nil
            return
        }
        if badge == nil { badge = BadgeTimeline(count: shown.count - min(max(shown.thrown, 0), shown.count)) }
        badge?.set(shown.count, at: time, throwing: shown.symbol)
    }

    /// Whether anything but the ring moves at the instant, or will.
    var isMoving: Bool {
        if let badge, time < badge.end { return true }
        return turns.isMoving(at: time)
    }
}
