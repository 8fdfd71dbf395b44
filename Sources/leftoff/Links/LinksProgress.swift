import Synchronization
import TerminalHUD

/// Keeps the status display up to date while pages are loaded.
final class LinksProgress: Sendable {
    private let display: any StatusDisplay
    private let report: ProgressReport?
    private let counted: Mutex<LinksStatus>

    /// Begins with nothing done.
    ///
    /// - Parameters:
    ///   - total: How many inputs there are.
    ///   - isCrawl: Whether pages are found on the way.
    ///   - display: Shows the status.
    ///   - report: Tells programs; nil for none.
    init(total: Int, isCrawl: Bool = false, display: any StatusDisplay, report: ProgressReport? = nil) {
        self.display = display
        self.report = report
        counted = Mutex(LinksStatus(total: total, isCrawl: isCrawl))
        display.update(status.hud)
    }

    /// How far the run has come.
    var status: LinksStatus { counted.withLock { $0 } }

    /// Counts something.
    ///
    /// - Parameters:
    ///   - queued: How many pages wait or are under way.
    ///   - change: Counts it.
    func count(queued: Int, _ change: (inout LinksStatus) -> Void) {
        let status = counted.withLock { status in
            change(&status)
            return status
        }
        if let report { report.update(status, queued: queued) } else { display.update(status.hud) }
    }

    /// Counts links, without telling anybody at once: mostly the end of their page follows.
    ///
    /// - Parameter links: Their number.
    func count(links: Int) {
        counted.withLock { $0.add(links: links) }
    }

    /// Tells where the run has come to.
    ///
    /// - Parameter queued: How many pages wait or are under way.
    func update(queued: Int) { count(queued: queued) { _ in } }

    /// Counts bytes that have come, without telling anybody at once.
    ///
    /// - Parameter bytes: Their number.
    func count(bytes: Int64) {
        counted.withLock { $0.add(bytes: bytes) }
    }

    /// Counts something wrong with a page that did not end it.
    func countDamage() {
        counted.withLock { $0.addDamage() }
    }

    /// Tells programs where the run has come to at its end.
    ///
    /// - Parameter queued: How many pages were left.
    func finish(queued: Int) {
        report?.finish(status, queued: queued)
    }
}
