import FoundationEssentials

/// A filter for reports of a download's progress, which limits their rate but always reports the last sample before a
/// pause.
struct ProgressThrottle {
    /// The action for a sample.
    enum Decision: Equatable {
        /// Report this sample.
        case report(ItemProgress)
        /// Report nothing now, but call ``endDelay(at:)`` after this many seconds.
        case wait(TimeInterval)
        /// Report nothing.
        case nothing
    }

    private let id: String
    private var meter = RateMeter()
    private var reportedBytes: Int64?
    private var pending: (bytes: Int64, total: Int64?)?
    private var isScheduled = false

    /// Creates the throttle of an item's download.
    init(id: String) {
        self.id = id
    }

    /// Receives a sample.
    ///
    /// - Parameters:
    ///   - bytes: The number of bytes so far.
    ///   - total: The expected size; nil while it is unknown.
    ///   - now: The current time.
    /// - Returns: The action for this sample.
    mutating func receive(bytes: Int64, total: Int64?, at now: Date) -> Decision {
        if meter.update(bytes: bytes, at: now) { return report(bytes, total) }
        // The end of a download is reported separately, so that small files need no timer.
        guard bytes != total, bytes != reportedBytes else { return .nothing }
        pending = (bytes, total)
        guard !isScheduled else { return .nothing }
        isScheduled = true
        return .wait(RateMeter.interval)
    }

    /// Returns the action for the last sample that was not reported, when the requested delay has elapsed.
    mutating func endDelay(at now: Date) -> Decision {
        isScheduled = false
        guard let pending else { return .nothing }
        if meter.update(bytes: pending.bytes, at: now) { return report(pending.bytes, pending.total) }
        guard pending.bytes != reportedBytes else {
            self.pending = nil
            return .nothing
        }
        // Another sample was reported in the meantime, and this one arrived shortly after it.
        isScheduled = true
        return .wait(RateMeter.interval)
    }

    private mutating func report(_ bytes: Int64, _ total: Int64?) -> Decision {
        pending = nil
        reportedBytes = bytes
        return .report(ItemProgress(id: id, bytes: bytes, total: total, bytesPerSecond: meter.bytesPerSecond))
    }
}
