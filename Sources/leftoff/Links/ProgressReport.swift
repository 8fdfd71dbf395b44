import LinkHarvest
import LinkPipeline
import Synchronization

/// A progress report for programs: one JSON object per line on standard error, at most ten per second, and one at the
/// end.
final class ProgressReport: Sendable {
    // Ten reports per second are enough for a smooth progress bar and cost little compared with the pages.
    private static let interval: Duration = .milliseconds(100)

    private let start: ContinuousClock.Instant
    private let last: Mutex<ContinuousClock.Instant?>

    /// Creates a report whose elapsed time starts now.
    init() {
        start = .now
        last = Mutex(nil)
    }

    /// Writes the progress, unless it was written less than an interval ago.
    func update(_ status: LinkRunStatus) {
        let now = ContinuousClock.now
        let isDue = last.withLock { last in
            if let last, now - last < Self.interval { return false }
            last = now
            return true
        }
        if isDue { write(status, at: now) }
    }

    /// Writes the counts of a web archive that was read.
    func report(_ summary: ArchiveSummary) {
        StandardError.writeLine(summary.json)
    }

    /// Writes the final counts.
    func finish(_ status: LinkRunStatus) {
        write(status, at: .now)
    }

    private func write(_ status: LinkRunStatus, at now: ContinuousClock.Instant) {
        let elapsed = (now - start).components
        let milliseconds = elapsed.attoseconds / 1_000_000_000_000_000
        let fraction = String(milliseconds + 1_000).dropFirst()
        let archives = status.archived.map { total in
            ",\"records\":\(total.records),\"responses\":\(total.responses),"
                + "\"failedRecords\":\(status.failedRecords),\"truncated\":\(total.isTruncated)"
        }
        StandardError.writeLine(
            """
            {"pages":\(status.documents),"links":\(status.links),"failed":\(status.failed),"bytes":\(status.bytes),\
            "queued":\(status.queued),"elapsed":\(elapsed.seconds).\(fraction)\(archives ?? "")}
            """)
    }
}
