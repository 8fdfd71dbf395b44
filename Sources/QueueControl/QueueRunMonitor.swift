import DownloadQueue
import Downloads
import Motion
import Synchronization
import TerminalHUD

/// An observer of a run that updates the display, prints the paths of finished files and writes the messages.
final class QueueRunMonitor: QueueObserver {
    /// The outputs of a run.
    struct Outputs {
        var display: any StatusDisplay
        var paths: FinishedPathWriter
        /// The progress report for programs, which replaces the progress on the display; nil for none.
        var report: QueueProgressReport?
        /// The hook that runs for finished downloads; nil for none.
        var hook: CompletionHook?
    }

    /// The minimum time between two updates of the display.
    ///
    /// Ten updates per second are enough for a smooth bar, and building the display takes as long as downloading a
    /// small file.
    private static let interval: Duration = .milliseconds(100)

    private struct State {
        var activity: QueueActivity
        /// The ids of the run's items that are not done yet.
        var unfinishedIDs: Set<String>
        var lastUpdate: ContinuousClock.Instant?
    }

    private let outputs: Outputs
    private let configuration: QueueRunConfiguration
    private let clock: QueueRunClock
    private let total: Int
    private let state: Mutex<State>

    /// Creates the monitor and shows the first status.
    ///
    /// - Parameters:
    ///   - configuration: The settings of the run.
    ///   - total: The number of items to run.
    ///   - outputs: The receivers of status, paths and messages.
    ///   - clock: The clocks for delays in messages and for the interval of updates.
    init(configuration: QueueRunConfiguration, total: Int, outputs: Outputs, clock: QueueRunClock) {
        self.configuration = configuration
        self.total = total
        self.outputs = outputs
        self.clock = clock
        let activity = QueueActivity(left: total)
        state = Mutex(State(activity: activity, unfinishedIDs: configuration.ids ?? []))
        outputs.display.update(status(activity))
    }

    func observe(_ event: QueueWorkerEvent) {
        let uptime = clock.uptime()
        let due = state.withLock { state -> QueueActivity? in
            state.activity.update(event)
            if case .ended(let item) = event, item.state == .done { state.unfinishedIDs.remove(item.id) }
            if let last = state.lastUpdate, uptime - last < Self.interval { return nil }
            state.lastUpdate = uptime
            return state.activity
        }
        if let line = QueueMessage.line(for: event, at: clock.now()) {
            outputs.display.log(line)
        } else if configuration.isVerbose, let line = QueueMessage.detailedLine(for: event) {
            outputs.display.log(line)
        }
        if case .ended(let item) = event {
            if item.state == .done, let path = item.path { outputs.paths.add(path) }
            outputs.report?.reportEnd(of: item)
            outputs.hook?.run(item)
        }
        if let due { show(due) }
    }

    /// Shows the last status, and prints the requested files that another process has downloaded.
    ///
    /// - Parameter store: The queue, to look up the requested items.
    /// - Throws: The error of the path output.
    func finish(_ store: any QueueStore) throws {
        let (activity, unfinishedIDs) = state.withLock { ($0.activity, $0.unfinishedIDs) }
        show(activity)
        let rules = configuration.downloads.rules
        for id in unfinishedIDs.sorted() {
            guard let item = try? store.item(id: id), item.state == .done, let path = item.path else { continue }
            // Another writer of a shared queue may have named a file that this command has not asked for.
            if let rules, (try? rules.check(item)) == nil { continue }
            outputs.paths.add(path)
        }
        try outputs.paths.finish()
    }

    /// The outcome of the run so far.
    var outcome: HUDOutcome {
        let activity = state.withLock { $0.activity }
        if activity.failed == 0 && activity.summary[.waiting] == 0 { return .success }
        return activity.done > 0 ? .partial : .failure
    }

    /// The summary of the run so far, as one line.
    var summary: String { QueueMessage.summary(state.withLock { $0.activity }, at: clock.now()) }

    /// Returns the summary of the run after it was stopped, as one line.
    ///
    /// - Parameter left: The number of downloads that are not done and can be continued.
    /// - Returns: The summary.
    func stoppedSummary(left: Int) -> String { QueueMessage.stopped(state.withLock { $0.activity }, left: left) }

    private func show(_ activity: QueueActivity) {
        if let report = outputs.report {
            report.report(activity, at: clock.uptime())
        } else {
            outputs.display.update(status(activity))
        }
    }

    private func status(_ activity: QueueActivity) -> HUDStatus {
        var counts = [HUDCount(.done, activity.done), HUDCount(.left, activity.left)]
        if activity.failed > 0 { counts.append(HUDCount(.failed, activity.failed)) }
        let running = activity.running
        let ended = Double(activity.done + activity.failed)
        let finished = ended + running.compactMap { $0.progress?.fraction }.reduce(0, +)
        var status = HUDStatus(
            title: activity.isWaiting ? QueueMessage.waiting(activity.summary, at: clock.now()) : "Downloading",
            counts: counts, fraction: total > 0 ? min(1, finished / Double(total)) : nil,
            rows: running.map(HUDRow.init),
            badge: HUDBadge(symbol: .link, count: activity.left, thrown: configuration.addedCount))
        status.isWaiting = activity.isWaiting
        status.speed = activity.totalSpeed
        return status
    }
}
