import Dispatch
import DownloadQueue
import Downloads
import Motion
import Synchronization
import Syntax
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

/// The progress of a run as JSON for programs, one object per line.
final class QueueProgressReport: Sendable {
    private struct Progress: Encodable {
        struct Item: Encodable {
            var id: String
            var bytes: Int64
            var total: Int64?
            var bytesPerSecond: Double?
        }

        var done: Int
        var failed: Int
        var waiting: Int
        var left: Int
        var bytes: Int64
        var elapsed: Double
        var running: [Item]
    }

    private struct Ended: Encodable {
        var item: QueueItemJSON
    }

    private let start: ContinuousClock.Instant
    private let writeLine: @Sendable (String) -> Void

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - start: The start of the run, from which `elapsed` is measured.
    ///   - writeLine: Writes a line without its line break.
    init(start: ContinuousClock.Instant, writeLine: @escaping @Sendable (String) -> Void) {
        self.start = start
        self.writeLine = writeLine
    }

    /// Reports the new state of an item whose attempt has ended.
    func reportEnd(of item: QueueItem) {
        write(Ended(item: QueueItemJSON(item)))
    }

    /// Reports the counts and the running downloads.
    func report(_ activity: QueueActivity, at now: ContinuousClock.Instant) {
        let elapsed = (now - start).components
        let milliseconds = Double(elapsed.seconds) * 1_000 + Double(elapsed.attoseconds / 1_000_000_000_000_000)
        write(
            Progress(
                done: activity.done, failed: activity.failed, waiting: activity.summary[.waiting], left: activity.left,
                bytes: activity.bytes + activity.runningBytes, elapsed: milliseconds / 1_000,
                running: activity.running.map { item, progress in
                    Progress.Item(
                        id: item.id, bytes: progress?.bytes ?? item.bytes, total: progress?.total ?? item.total,
                        bytesPerSecond: progress?.bytesPerSecond)
                }))
    }

    private func write(_ value: some Encodable) {
        guard let bytes = try? JSONText.encode(value) else { return }
        writeLine(String(decoding: bytes, as: UTF8.self))
    }
}

/// An output for the paths of finished downloads.
package protocol PathOutput: Sendable {
    /// Writes lines and flushes them.
    ///
    /// - Parameter lines: Lines without their line breaks.
    /// - Throws: The error of the output.
    func write(_ lines: [String]) throws

    /// Ends the output after all lines have been written.
    ///
    /// - Throws: The error of the output.
    func finish() throws
}

/// A writer that prints the paths of finished downloads during a run, in small batches.
///
/// On a terminal, the paths appear above the display as plain lines.
final class FinishedPathWriter: Sendable {
    /// The time for which a path waits to be written together with others.
    private static let interval = DispatchTimeInterval.milliseconds(100)

    private let output: any PathOutput
    private let display: any StatusDisplay
    private let pending = Mutex<[String]>([])
    private let failure = Mutex<(any Error)?>(nil)

    /// A separate dispatch queue, because a full pipe that is not being read must not block the downloads.
    private let queue = DispatchQueue(label: "leftoff.paths")

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - output: The output for the paths.
    ///   - display: The display, which is hidden while paths are written.
    init(output: any PathOutput, display: any StatusDisplay) {
        self.output = output
        self.display = display
    }

    /// Adds a path, which is written within 0.1 s.
    func add(_ path: String) {
        let isFirst = pending.withLock { pending in
            pending.append(path)
            return pending.count == 1
        }
        if isFirst { queue.asyncAfter(deadline: .now() + Self.interval) { self.flush() } }
    }

    /// Writes the remaining paths and ends the output.
    ///
    /// - Throws: The first error of the output since the start of the run.
    func finish() throws {
        try queue.sync {
            try display.whileHidden {
                if let failure = failure.withLock({ $0 }) { throw failure }
                try output.write(removePending())
                try output.finish()
            }
        }
    }

    /// Writes the pending paths.
    ///
    /// After a failure of the output nothing more is written, but the downloads continue.
    private func flush() {
        let paths = removePending()
        guard !paths.isEmpty, failure.withLock({ $0 == nil }) else { return }
        display.whileHidden {
            do { try output.write(paths) } catch { failure.withLock { $0 = error } }
        }
    }

    private func removePending() -> [String] {
        pending.withLock { pending in
            defer { pending = [] }
            return pending
        }
    }
}

/// A log of responses with a thread of its own, because a terminal or pipe that accepts no output would otherwise block
/// all downloads.
///
/// If lines arrive faster than they are read, the log drops some, and says how many. A run of days with an unread pipe
/// would otherwise fill the memory.
final class ResponseLog: Sendable {
    private struct State {
        var pending = 0
        var dropped = 0
    }

    /// The maximum number of lines that wait to be written, about 200 KB.
    static let maximumPending = 1_000

    private let queue = DispatchQueue(label: "leftoff.responses")
    private let state = Mutex(State())
    private let write: @Sendable (String) -> Void

    /// Creates a log.
    ///
    /// - Parameter write: Writes a line without its line break. It may block.
    init(write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    /// Writes a line later, or drops it.
    ///
    /// - Parameter line: Returns the line, on the log's thread.
    func record(_ line: @escaping @Sendable () -> String) {
        let isAccepted = state.withLock { state in
            guard state.pending < Self.maximumPending else {
                state.dropped += 1
                return false
            }
            state.pending += 1
            return true
        }
        guard isAccepted else { return }
        queue.async { [self] in
            write(line())
            let dropped = state.withLock { state in
                state.pending -= 1
                // The notice comes after the last of the lines that were accepted before.
                guard state.pending == 0 else { return 0 }
                defer { state.dropped = 0 }
                return state.dropped
            }
            guard dropped > 0 else { return }
            write("leftoff: \(dropped) responses were not logged: standard error was read too slowly")
        }
    }

    /// Waits until all accepted lines have been written.
    func drain() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }
}
