import DownloadQueue
import Synchronization

/// Hands a download's progress on to an observer, as ``ProgressThrottle`` decides.
final class ProgressRelay: Sendable {
    private let throttle: Mutex<ProgressThrottle?>
    private let observer: any QueueObserver
    private let clock: any QueueClock

    /// Begins a download.
    ///
    /// - Parameters:
    ///   - id: The item's id.
    ///   - observer: Who hears of it.
    ///   - clock: The clock.
    init(id: String, observer: any QueueObserver, clock: any QueueClock) {
        throttle = Mutex(ProgressThrottle(id: id))
        self.observer = observer
        self.clock = clock
    }

    /// Takes a sample.
    ///
    /// - Parameters:
    ///   - bytes: The bytes by now.
    ///   - total: How many there will be; nil when that is not known.
    func take(bytes: Int64, total: Int64?) {
        act(on: throttle.withLock { $0?.take(bytes: bytes, total: total, at: clock.now) })
    }

    /// Ends it: nothing is told any more.
    func end() {
        throttle.withLock { $0 = nil }
    }

    private func act(on decision: ProgressThrottle.Decision?) {
        switch decision {
        case .tell(let progress): observer.observe(.progressed(progress))
        case .wait(let seconds):
            Task { [weak self] in
                // In real time, whatever moves the worker's clock: nothing but the display waits for this.
                try? await Task.sleep(for: .seconds(seconds), tolerance: .milliseconds(50))
                guard let self else { return }
                act(on: throttle.withLock { $0?.due(at: clock.now) })
            }
        case .nothing, nil: return
        }
    }
}
