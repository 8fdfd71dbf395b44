import Motion

/// The moving parts of a display, and the instant at which they are drawn.
package struct HUDMotion: Sendable {
    /// The busy ring.
    var ring = RingTimeline()
    /// The instant on the ring's timeline.
    var ringTime: MediaTime = 0
    /// The instant on the timeline of all other parts.
    var time: MediaTime = 0
    /// The badge; nil for none.
    var badge: BadgeTimeline?
    /// The width of the widest detail so far, which keeps the bars from moving back.
    var detailWidth = 0
    /// The animations of the digits in the counts.
    var countAnimations = CountAnimations()

    /// Updates the counts and the badge from a status.
    ///
    /// - Parameters:
    ///   - status: The newest status.
    ///   - isCalm: True if nothing may move.
    mutating func update(_ status: HUDStatus, isCalm: Bool) {
        guard !isCalm else {
            badge = status.badge.map { BadgeTimeline(count: $0.count) }
            return
        }
        countAnimations.update(status.counts, at: time)
        guard let shown = status.badge else {
            badge = nil
            return
        }
        if badge == nil { badge = BadgeTimeline(count: shown.count - min(max(shown.thrown, 0), shown.count)) }
        badge?.set(shown.count, at: time, throwing: shown.symbol)
    }

    /// True if a count or the badge is moving or will move.
    var isMoving: Bool {
        if let badge, time < badge.end { return true }
        return countAnimations.isMoving(at: time)
    }
}
