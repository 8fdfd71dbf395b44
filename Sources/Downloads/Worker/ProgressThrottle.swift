import FoundationEssentials

/// Decides which of many samples of a download's progress are told: not too many, but the last one before a pause always.
struct ProgressThrottle {
    /// What is to be done with a sample.
    enum Decision: Equatable {
        /// It is told.
        case tell(ItemProgress)
        /// Nothing now; ``due(at:)`` is to be asked after this many seconds.
        case wait(TimeInterval)
        /// Nothing.
        case nothing
    }

    private let id: String
    private var meter = RateMeter()
    private var toldBytes: Int64?
    private var pending: (bytes: Int64, total: Int64?)?
    private var isAwaited = false

    /// Begins a download.
    ///
    /// - Parameter id: The item's id.
    init(id: String) {
        self.id = id
    }

    /// Takes a sample.
    ///
    /// - Parameters:
    ///   - bytes: The bytes by now.
    ///   - total: How many there will be; nil when that is not known.
    ///   - now: The time.
    /// - Returns: What is to be done.
    mutating func take(bytes: Int64, total: Int64?, at now: Date) -> Decision {
        if meter.update(bytes: bytes, at: now) { return told(bytes, total) }
        // The end of a download is told by itself, so that small files need no timer.
        guard bytes != total, bytes != toldBytes else { return .nothing }
        pending = (bytes, total)
        guard !isAwaited else { return .nothing }
        isAwaited = true
        return .wait(RateMeter.interval)
    }

    /// Looks, when the time asked for is over, whether a sample is still untold.
    ///
    /// - Parameter now: The time.
    /// - Returns: What is to be done.
    mutating func due(at now: Date) -> Decision {
        isAwaited = false
        guard let pending else { return .nothing }
        if meter.update(bytes: pending.bytes, at: now) { return told(pending.bytes, pending.total) }
        guard pending.bytes != toldBytes else {
            self.pending = nil
            return .nothing
        }
        // Others were told meanwhile, and this one came shortly after them.
        isAwaited = true
        return .wait(RateMeter.interval)
    }

    private mutating func told(_ bytes: Int64, _ total: Int64?) -> Decision {
        pending = nil
        toldBytes = bytes
        return .tell(ItemProgress(id: id, bytes: bytes, total: total, bytesPerSecond: meter.bytesPerSecond))
    }
}
