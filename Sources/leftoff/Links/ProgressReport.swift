import Synchronization

/// Progress for programs: a JSON object a line on standard error, at most ten a second and one at the end.
final class ProgressReport: Sendable {
    // Ten a second is as smooth as a bar needs, and costs nothing beside the pages.
    private static let interval: Duration = .milliseconds(100)

    private let start: ContinuousClock.Instant
    private let last: Mutex<ContinuousClock.Instant?>

    /// Begins to count the time.
    init() {
        start = .now
        last = Mutex(nil)
    }

    /// Tells where the run has come to, unless it was told a moment ago.
    func update(_ status: LinksStatus, queued: Int) {
        let now = ContinuousClock.now
        let isDue = last.withLock { last in
            if let last, now - last < Self.interval { return false }
            last = now
            return true
        }
        if isDue { write(status, queued: queued, at: now) }
    }

    /// Tells where the run has come to at its end.
    func finish(_ status: LinksStatus, queued: Int) {
        write(status, queued: queued, at: .now)
    }

    private func write(_ status: LinksStatus, queued: Int, at now: ContinuousClock.Instant) {
        let elapsed = (now - start).components
        let milliseconds = elapsed.attoseconds / 1_000_000_000_000_000
        let fraction = String(milliseconds + 1_000).dropFirst()
        StandardError.writeLine(
            """
            {"pages":\(status.pages),"links":\(status.links),"failed":\(status.failed),"bytes":\(status.bytes),\
            "queued":\(queued),"elapsed":\(elapsed.seconds).\(fraction)}
            """)
    }
}
