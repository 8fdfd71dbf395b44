import DownloadQueue
import Downloads
import Motion
import Synchronization
import TerminalHUD

/// What a person sees of a running service in its terminal: pages that are kept and links that are queued are thrown on to the
/// badge, the ring turns while something downloads, and closes.
///
/// Elsewhere than on a terminal there are only the lines.
final class ServeScreen: Sendable {
    private struct State {
        var display: (any StatusDisplay)?
        var title = ""
        var counts = QueueCounts()
        /// How many places were kept since the begin.
        var kept = 0
        /// How many items were queued since the begin, by the highest number that the queue has held.
        var queued = 0
        var known: Int?
        var thrown = Symbol.page
    }

    private let state = Mutex(State())

    /// Begins to show the service, where something may move.
    ///
    /// - Parameters:
    ///   - origin: Where the service is.
    ///   - queue: The queue.
    ///   - options: What decides how a status is displayed.
    /// - Throws: `CommandFailure` (usage) when `LEFTOFF_MOTION` is none of the modes; the queue's error.
    func show(_ origin: String, queue: any QueueStore, options: GlobalOptions) throws {
        guard let display = StatusDisplays.live(options: try options.hudOptions(), delay: .zero) else { return }
        let outlook = try queue.outlook(ids: nil)
        update { state in
            state.display = display
            state.title = "Serving on \(origin)"
            state.counts.take(.outlook(outlook))
            state.known = Self.size(outlook)
        }
    }

    /// Says a line that stays.
    ///
    /// - Parameter line: The line, safe for a terminal.
    @Sendable
    func say(_ line: String) {
        if let display = state.withLock({ $0.display }) { display.log(line) } else { StandardError.writeLine(line) }
    }

    /// Counts places that were kept.
    ///
    /// - Parameter number: How many.
    @Sendable
    func keep(_ number: Int) {
        update { state in
            state.kept += number
            state.thrown = .page
        }
    }

    /// Looks whether the queue has grown.
    ///
    /// - Parameter queue: The queue.
    func follow(_ queue: any QueueStore) {
        guard state.withLock({ $0.display != nil }), let outlook = try? queue.outlook(ids: nil) else { return }
        observe(.outlook(outlook))
    }

    /// Takes in what a worker does.
    ///
    /// - Parameter event: What it does.
    func observe(_ event: QueueWorkerEvent) {
        update { state in
            state.counts.take(event)
            guard case .outlook(let outlook) = event, let known = state.known else { return }
            let size = Self.size(outlook)
            if size > known {
                state.queued += size - known
                state.thrown = .link
            }
            state.known = size
        }
    }

    /// Takes the display off the screen.
    func finish() async {
        let (display, counts, kept) = state.withLock { ($0.display, $0.counts, $0.kept) }
        let outcome: HUDOutcome = counts.failed == 0 ? .success : counts.done > 0 ? .partial : .failure
        var parts = ["\(kept) kept", "\(counts.done) downloaded"]
        if counts.failed > 0 { parts.append("\(counts.failed) failed") }
        await display?.finish(outcome, summary: "served: " + parts.joined(separator: ", "))
    }

    private func update(_ change: (inout State) -> Void) {
        let (display, status) = state.withLock { state in
            change(&state)
            return (state.display, Self.status(state))
        }
        display?.update(status)
    }

    private static func size(_ outlook: QueueSummary) -> Int { outlook.counts.values.reduce(0, +) }

    private static func status(_ state: State) -> HUDStatus {
        let counts = state.counts
        var shown = [
            HUDCount(.kept, state.kept), HUDCount(.done, counts.done),
            HUDCount(.left, counts.left),
        ]
        if counts.failed > 0 { shown.append(HUDCount(.failed, counts.failed)) }
        var status = HUDStatus(
            title: state.title, counts: shown, rows: counts.running.map(QueueStatus.row),
            badge: HUDBadge(symbol: state.thrown, count: state.kept + state.queued))
        if counts.running.isEmpty {
            let isFresh = counts.done + counts.failed == 0
            status.activity = .atRest(
                isFresh ? .bookmark : counts.failed == 0 ? .checkmark : .cross,
                isFresh ? .neutral : counts.failed == 0 ? .success : .warning)
        }
        return status
    }
}
