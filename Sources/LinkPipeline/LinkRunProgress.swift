import Synchronization

/// The thread-safe counters of a run, which reports each change to an observer.
final class LinkRunProgress: Sendable {
    let observer: any LinkPipelineObserver
    private let counters: Mutex<LinkRunStatus>

    init(_ status: LinkRunStatus, observer: any LinkPipelineObserver) {
        self.observer = observer
        counters = Mutex(status)
    }

    /// The current counts.
    var status: LinkRunStatus { counters.withLock { $0 } }

    /// Changes the counters and reports them to the observer.
    func update(_ change: (inout LinkRunStatus) -> Void) {
        observer.update(
            counters.withLock { status in
                change(&status)
                return status
            })
    }

    /// Changes the counters without a report, because another change follows soon.
    func count(_ change: (inout LinkRunStatus) -> Void) {
        counters.withLock { change(&$0) }
    }

    /// Counts and reports a problem that does not end its page.
    func warn(_ line: String) {
        count { $0.countDamage() }
        observer.report(.warning(line))
    }
}
