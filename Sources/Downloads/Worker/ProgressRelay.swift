import DownloadQueue
import Synchronization

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
