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
