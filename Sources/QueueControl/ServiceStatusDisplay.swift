package import DownloadQueue
package import Downloads
import Motion
import Synchronization
package import TerminalHUD

/// The status display of a running service: a badge animates captured places and queued downloads, and a ring turns
/// while a download runs.
///
/// Without a terminal, only the logged lines are written.
package final class ServiceStatusDisplay: Sendable {
    private struct State {
        var display: (any StatusDisplay)?
        var title = ""
        var activity = QueueActivity()
        /// The number of places that were captured since the start.
        var captured = 0
        /// The number of items that were queued since the start.
        var queued = 0
        /// The size of the queue at the last summary; nil before the first.
        var queueSize: Int?
        /// The symbol of the latest addition, which the badge animates.
        var thrown = Symbol.page
    }

    private let state = Mutex(State())
    private let writeLine: @Sendable (String) -> Void

    /// Creates a display that only writes lines until ``show(_:origin:queue:)`` is called.
    ///
    /// - Parameter writeLine: Writes a line while nothing is animated.
    package init(writeLine: @escaping @Sendable (String) -> Void) {
        self.writeLine = writeLine
    }

    /// Starts the animated display.
    ///
    /// - Parameters:
    ///   - display: The animated display.
    ///   - origin: The origin at which the service can be reached.
    ///   - queue: The queue whose additions are shown.
    /// - Throws: The queue's error.
    package func show(_ display: any StatusDisplay, origin: String, queue: any QueueStore) throws {
        let summary = try queue.summary(ids: nil)
        update { state in
            state.display = display
            state.title = "Serving on \(origin)"
            state.activity.update(.summary(summary))
            state.queueSize = summary.size
        }
    }

    /// Writes a line above the display.
    ///
    /// - Parameter line: The line, safe for a terminal.
    @Sendable
    package func log(_ line: String) {
        if let display = state.withLock({ $0.display }) { display.log(line) } else { writeLine(line) }
    }

    /// Counts captured places.
    ///
    /// - Parameter count: The number of new places.
    @Sendable
    package func addPlaces(_ count: Int) {
        update { state in
            state.captured += count
            state.thrown = .page
        }
    }

    /// Reads the queue's summary and shows the items that were added since the last one.
    package func refresh(from queue: any QueueStore) {
        guard state.withLock({ $0.display != nil }), let summary = try? queue.summary(ids: nil) else { return }
        observe(.summary(summary))
    }

    /// Shows an event of the service's worker.
    package func observe(_ event: QueueWorkerEvent) {
        update { state in
            state.activity.update(event)
            guard case .summary(let summary) = event, let known = state.queueSize else { return }
            if summary.size > known {
                state.queued += summary.size - known
                state.thrown = .link
            }
            state.queueSize = summary.size
        }
    }

    /// Ends the animated display with a summary of the service's work.
    package func finish() async {
        let (display, activity, captured) = state.withLock { ($0.display, $0.activity, $0.captured) }
        let outcome: HUDOutcome = activity.failed == 0 ? .success : activity.done > 0 ? .partial : .failure
        var parts = ["\(counted(captured, "place")) captured", "\(counted(activity.done, "file")) downloaded"]
        if activity.failed > 0 { parts.append("\(activity.failed) failed") }
        await display?.finish(outcome, summary: "served: " + parts.joined(separator: ", "))
    }

    private func update(_ change: (inout State) -> Void) {
        let (display, status) = state.withLock { state in
            change(&state)
            return (state.display, Self.status(state))
        }
        display?.update(status)
    }

    private static func status(_ state: State) -> HUDStatus {
        let activity = state.activity
        var counts = [
            HUDCount(.kept, state.captured), HUDCount(.done, activity.done),
            HUDCount(.left, activity.left),
        ]
        if activity.failed > 0 { counts.append(HUDCount(.failed, activity.failed)) }
        var status = HUDStatus(
            title: state.title, counts: counts, rows: activity.running.map(HUDRow.init),
            badge: HUDBadge(symbol: state.thrown, count: state.captured + state.queued))
        status.speed = activity.totalSpeed
        if activity.running.isEmpty {
            if activity.done + activity.failed == 0 {
                status.activity = .atRest(.bookmark, .neutral)
            } else {
                status.activity = activity.failed == 0 ? .atRest(.checkmark, .success) : .atRest(.cross, .warning)
            }
        }
        return status
    }
}

extension QueueSummary {
    /// The number of items in all states.
    fileprivate var size: Int { counts.values.reduce(0, +) }
}
