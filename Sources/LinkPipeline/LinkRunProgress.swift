import LinkHarvest
import Synchronization

/// The thread-safe counters of a run, which reports each change to an observer.
final class LinkRunProgress: Sendable {
    let observer: any LinkPipelineObserver
    private let counters: Mutex<LinkRunStatus>

    private let parts: Mutex<ArchiveParts>

    init(_ status: LinkRunStatus, sources: [PageSource], observer: any LinkPipelineObserver) {
        self.observer = observer
        counters = Mutex(status)
        parts = Mutex(ArchiveParts(sources))
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

    /// Counts and reports a notice of a harvest.
    ///
    /// - Parameters:
    ///   - notice: A problem that does not end its page, or the counts of an archive.
    ///   - isLocal: False for a fetched page, whose bytes the fetch counts.
    func receive(_ notice: HarvestNotice, isLocal: Bool) {
        switch notice {
        case .warning(let line):
            count { $0.countDamage() }
            observer.report(.warning(line))
        case .reading(let reading): observer.report(.reading(reading))
        case .damagedRecord(let record):
            count { $0.countDamagedRecord() }
            observer.report(.damagedRecord(record))
        case .archive(let summary):
            update {
                $0.add(summary)
                if isLocal { $0.bytes += Int64(summary.bytes) }
            }
            if let sum = parts.withLock({ $0.add(summary) }) { observer.report(.archive(sum)) }
        }
    }

    /// Returns false for the failure of an input if another range of the same archive has failed before.
    func isFirstFailure(of source: PageSource) -> Bool { parts.withLock { $0.fail(source) } }

    /// Reports the archives of which some ranges could not be read.
    func reportIncompleteArchives() {
        for summary in parts.withLock({ $0.removeIncomplete() }) { observer.report(.archive(summary)) }
    }
}
