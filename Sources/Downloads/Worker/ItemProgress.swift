import DownloadQueue
import FoundationEssentials
import Synchronization

/// The progress of a running item.
package struct ItemProgress: Sendable, Hashable {
    /// The item's id.
    package var id: String

    /// The number of bytes that have been written.
    package var bytes: Int64

    /// The size of the complete file; nil while it is unknown.
    package var total: Int64?

    /// The speed over the last few seconds; nil until it has been measured.
    package var bytesPerSecond: Double?

    /// Creates a progress report.
    package init(id: String, bytes: Int64, total: Int64? = nil, bytesPerSecond: Double? = nil) {
        self.id = id
        self.bytes = bytes
        self.total = total
        self.bytesPerSecond = bytesPerSecond
    }
}

/// Forwards a download's progress to an observer at the rate that ``ProgressThrottle`` allows.
final class ProgressRelay: Sendable {
    private let throttle: Mutex<ProgressThrottle?>
    private let observer: any QueueObserver
    private let clock: any QueueClock

    /// Creates the relay of an item's download.
    init(id: String, observer: any QueueObserver, clock: any QueueClock) {
        throttle = Mutex(ProgressThrottle(id: id))
        self.observer = observer
        self.clock = clock
    }

    /// Receives the number of bytes so far and the expected size, which is nil while it is unknown.
    func receive(bytes: Int64, total: Int64?) {
        perform(throttle.withLock { $0?.receive(bytes: bytes, total: total, at: clock.now) })
    }

    /// Ends the relay, after which nothing is reported.
    func end() {
        throttle.withLock { $0 = nil }
    }

    private func perform(_ decision: ProgressThrottle.Decision?) {
        switch decision {
        case .report(let progress): observer.observe(.progressed(progress))
        case .wait(let seconds):
            Task { [weak self] in
                // Sleeps in real time instead of the worker's clock, because this affects only the display.
                try? await Task.sleep(for: .seconds(seconds), tolerance: .milliseconds(50))
                guard let self else { return }
                perform(throttle.withLock { $0?.endDelay(at: clock.now) })
            }
        case .nothing, nil: return
        }
    }
}

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

/// A speed that is smoothed over a few seconds for display.
struct RateMeter {
    /// The time after which the weight of a sample has fallen to 1/e, in seconds.
    private static let window = 3.0

    /// The minimum time between two reports, in seconds.
    static let interval = 0.1

    private var last: (time: Date, bytes: Int64)?
    private var smoothed: Double?

    /// Adds a sample.
    ///
    /// - Parameters:
    ///   - bytes: The bytes so far.
    ///   - now: The current time.
    /// - Returns: False if it is too early for a new report.
    mutating func update(bytes: Int64, at now: Date) -> Bool {
        guard let last else {
            last = (now, bytes)
            return true
        }
        let elapsed = now.timeIntervalSince(last.time)
        // A clock that was set back restarts the measurement, and so does a download that starts over.
        guard elapsed >= 0, bytes >= last.bytes else {
            self = RateMeter()
            return update(bytes: bytes, at: now)
        }
        // Nothing is measured before the first new byte, because bytes on disk are still being compared.
        if smoothed == nil, bytes == last.bytes {
            self.last = (now, bytes)
            return false
        }
        guard elapsed >= Self.interval else { return false }
        let rate = Double(bytes - last.bytes) / elapsed
        // An approximation of 1 - exp(-t/window) that is stable for any t.
        let weight = elapsed / (elapsed + Self.window)
        smoothed = smoothed.map { $0 + (rate - $0) * weight } ?? rate
        self.last = (now, bytes)
        return true
    }

    /// The speed in bytes per second; nil until it has been measured.
    var bytesPerSecond: Double? { smoothed }
}
