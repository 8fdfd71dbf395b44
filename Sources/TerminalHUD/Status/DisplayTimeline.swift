import Motion

/// The moving parts of a live display, as a function of the received statuses and of time, without a clock or terminal.
struct DisplayTimeline: Sendable {
    /// A part of the run.
    private enum Phase: Sendable {
        /// The run continues, and the ring follows the status.
        case running
        /// The run has ended and the ring closes. From `begin` on, time passes `speed` times as fast.
        case closing(begin: MediaTime, speed: Double)
    }

    /// The state of the ring, the counts and the badge at the current instant.
    private(set) var motion = HUDMotion()
    private let start: Duration
    private let isCalm: Bool
    private var phase = Phase.running
    private var ringBegin: MediaTime = 0
    private var meter = ProgressMeter()

    /// Creates a timeline whose ring turns.
    ///
    /// - Parameters:
    ///   - start: The beginning of the run on the display's clock.
    ///   - isCalm: True if nothing may turn.
    init(start: Duration, isCalm: Bool) {
        self.start = start
        self.isCalm = isCalm
        motion.ring = newRing
    }

    /// True if anything may move.
    var animates: Bool { !isCalm }

    /// True if a later frame would differ although the status stays the same.
    var isMoving: Bool {
        guard !isCalm else { return false }
        guard let ringEnd = motion.ring.end, ringEnd <= motion.ringTime else { return true }
        return motion.isMoving
    }

    /// Advances to an instant.
    ///
    /// - Parameters:
    ///   - now: The instant on the display's clock.
    ///   - status: The newest status; nil before the first.
    ///   - detailWidth: The width of the status's widest detail, in cells.
    ///   - isOnScreen: True if a frame is on the screen. If the ring has never been visible, it does not show its
    ///     closing animation.
    mutating func advance(to now: Duration, status: HUDStatus?, detailWidth: Int, isOnScreen: Bool) {
        motion.time = time(now)
        motion.detailWidth = max(motion.detailWidth, detailWidth)
        if let status {
            motion.update(status, isCalm: isCalm)
            if case .running = phase { update(status.activity, isOnScreen: isOnScreen) }
        }
        motion.ringTime = ringTime(now)
        if status?.isWaiting == true {
            // The speed before a pause does not predict the length of the pause.
            meter = ProgressMeter()
        } else if let fraction = status?.fraction, motion.ring.stopTime == nil {
            meter.update(fraction, of: 1, at: motion.time)
        }
    }

    /// Returns the estimated remaining time of the run in seconds, or nil if there is no estimate.
    func timeLeft(for status: HUDStatus) -> MediaTime? {
        guard motion.ring.stopTime == nil, status.fraction != nil else { return nil }
        return meter.timeLeft(at: motion.time)
    }

    /// Ends the run: the ring closes around the outcome's symbol.
    mutating func close(at now: Duration, outcome: HUDOutcome) {
        motion.ring.stop(at: ringTime(now))
        motion.ring.finalTint = outcome.tint
        motion.ring.image = outcome.symbol
        phase = .closing(begin: time(now), speed: 1)
    }

    /// Speeds up the closing animation and any items in flight, so that they take at most `limit`.
    ///
    /// - Returns: The remaining time, or nil if the timeline has not been closed.
    mutating func limitClosing(at now: Duration, to limit: Duration) -> Duration? {
        guard case .closing = phase, let ringEnd = motion.ring.end else { return nil }
        let time = time(now)
        let end = max(ringBegin + ringEnd, motion.badge?.end ?? 0)
        let length = min(max(end - time, 0), limit.mediaTime)
        phase = .closing(begin: time, speed: length > 0 ? max(end - time, 0) / length : 1)
        return .seconds(length)
    }

    private mutating func update(_ activity: HUDStatus.Activity, isOnScreen: Bool) {
        switch activity {
        case .busy:
            guard motion.ring.stopTime != nil else { break }
            motion.ring = newRing
            ringBegin = motion.time
        case .atRest(let symbol, let tint):
            motion.ring.image = symbol
            motion.ring.finalTint = tint
            let now = isCalm ? 0 : motion.time - ringBegin
            // Ten seconds ago is long enough for the ring to have closed already.
            motion.ring.stop(at: isCalm || !isOnScreen ? now - 10 : now)
        }
    }

    private var newRing: RingTimeline {
        var ring = RingTimeline()
        if isCalm { ring.startFraction = 0.75 }
        ring.entrance = .stroke
        return ring
    }

    private func time(_ now: Duration) -> MediaTime {
        let time = (now - start).mediaTime
        guard case .closing(let begin, let speed) = phase else { return time }
        return time + max(time - begin, 0) * (speed - 1)
    }

    private func ringTime(_ now: Duration) -> MediaTime { isCalm ? 0 : time(now) - ringBegin }
}

/// The moving parts of a display, and the instant at which they are drawn.
struct HUDMotion: Sendable {
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

/// The animations of counts, whose digits turn when a count changes.
///
/// A count turns only if it was unchanged for a while before. Turning a count that changes often would only flicker.
struct CountAnimations: Sendable {
    /// The duration of a turn, in seconds.
    private static let duration: MediaTime = 0.25
    /// The time for which a count must be unchanged before it can turn, in seconds.
    private static let restDuration: MediaTime = 0.5

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

/// A number that changes to another one.
///
/// In one cell, two halves of digits cannot be read, so each frame shows one of the two numbers as text, and the change
/// is emphasized instead.
struct TurningNumber: Sendable, Hashable {
    /// The number before the change.
    var old: Int
    /// The number after the change.
    var new: Int
    /// The progress of the change, from 0 to 1.
    var fraction: Double

    /// True while the number is changing.
    var isTurning: Bool { old != new && fraction > 0 && fraction < 1 }

    /// The number as text that is as wide as the new number: the old one before the change begins, if it fits.
    var text: String {
        let (before, after) = (String(old), String(new))
        guard fraction <= 0, before.count <= after.count else { return after }
        return String(repeating: " ", count: after.count - before.count) + before
    }
}
