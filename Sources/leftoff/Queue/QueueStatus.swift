import DownloadQueue
import Downloads
import FoundationEssentials
import Motion
import Synchronization
import TerminalHUD
import Transfer
import WHATWGURL

/// Shows on the status display what a worker does.
final class QueueStatus: QueueObserver {
    private let display: any StatusDisplay
    private let report: QueueProgressReport?
    private let hook: DoneHook?
    private let isVerbose: Bool
    private let total: Int
    private let added: Int
    private let paths: PathOutput
    private let state: Mutex<State>

    // Ten a second is as smooth as a bar needs; to build the display anew costs as much as a small file.
    private static let interval: Duration = .milliseconds(100)

    private struct State {
        var counts: QueueCounts
        /// The ids that were asked for and are not done yet.
        var open: Set<String>
        var last: ContinuousClock.Instant?
    }

    /// Makes the status of a run.
    ///
    /// - Parameters:
    ///   - display: Shows it.
    ///   - total: How many items there are to do.
    ///   - added: How many of them were queued just now.
    ///   - paths: Prints the path of each file that is done.
    ///   - ids: The ids that were asked for; nil for all items.
    ///   - report: Tells programs; nil for none.
    ///   - hook: Hears of each item that is done; nil for none.
    ///   - isVerbose: Whether people are told of each try and each file, too.
    init(
        display: any StatusDisplay, total: Int, added: Int = 0, paths: PathOutput, ids: Set<String>? = nil,
        report: QueueProgressReport? = nil, hook: DoneHook? = nil, isVerbose: Bool = false
    ) {
        self.display = display
        self.total = total
        self.added = added
        self.paths = paths
        self.report = report
        self.hook = hook
        self.isVerbose = isVerbose
        // Until the worker has looked at the store, the total is what is left.
        let counts = QueueCounts(left: total)
        state = Mutex(State(counts: counts, open: ids ?? []))
        display.update(hud(counts))
    }

    /// Tells people who want to know more what was asked for, and what the server answered.
    ///
    /// - Parameter answer: The answer.
    /// - Returns: The request's line, its range and the answer's status.
    static func line(_ answer: DownloadResponse) -> String {
        let url = answer.head.url
        let target = url.origin == answer.url.origin ? url.path + (url.query.map { "?\($0)" } ?? "") : url.shown
        let range = answer.range.map { ", \($0)" } ?? ""
        let length = answer.head["Content-Length"].map { ", \($0) bytes" } ?? ""
        let version = answer.head.httpVersion
        return "leftoff: \(answer.url.shown): GET \(target) HTTP/\(version)\(range): \(answer.head.status)\(length)"
    }

    func observe(_ event: QueueWorkerEvent) {
        let counts = state.withLock { state -> QueueCounts? in
            state.counts.take(event)
            if case .ended(let item) = event, item.state == .done { state.open.remove(item.id) }
            let now = ContinuousClock.now
            if let last = state.last, now - last < Self.interval { return nil }
            state.last = now
            return state.counts
        }
        if let line = Self.line(event) ?? (isVerbose ? Self.detailedLine(event) : nil) { display.log(line) }
        if case .ended(let item) = event {
            if item.state == .done, let path = item.path { paths.add(path) }
            report?.end(item)
            hook?.run(item)
        }
        if let counts { show(counts) }
    }

    /// Tells where the run has come to at its end, and prints what another process has downloaded of what was asked for.
    ///
    /// - Parameter store: The queue.
    /// - Throws: `CommandFailure` when a path could not be printed.
    func finish(_ store: any QueueStore) throws {
        let (counts, open) = state.withLock { ($0.counts, $0.open) }
        show(counts)
        for id in open.sorted() {
            if let item = try? store.item(id: id), item.state == .done, let path = item.path { paths.add(path) }
        }
        try paths.finish()
    }

    private func show(_ counts: QueueCounts) {
        if let report { report.update(counts) } else { display.update(hud(counts)) }
    }

    /// How the run ended.
    var outcome: HUDOutcome {
        state.withLock { state in
            let counts = state.counts
            if counts.failed == 0 && counts.outlook[.waiting] == 0 { return .success }
            return counts.done > 0 ? .partial : .failure
        }
    }

    /// What stands at the end.
    var summary: String {
        state.withLock { state in
            let counts = state.counts
            var parts = ["\(counted(counts.done, "file")) done, \(ByteText.size(counts.bytes))"]
            if counts.failed > 0 { parts.append("\(counts.failed) failed") }
            let waiting = counts.outlook[.waiting]
            if waiting > 0 {
                let now = Date()
                let next = counts.outlook.nextClaim.flatMap { $0 > now ? WaitText.until($0, at: now) : nil }
                parts.append("\(waiting) waiting\(next.map { ", next try \($0)" } ?? ""); run again later")
            }
            return parts.joined(separator: ", ")
        }
    }

    /// What people are told about an event.
    private static func line(_ event: QueueWorkerEvent) -> String? {
        switch event {
        case .trouble(let reason): return "leftoff: queue: \(reason)"
        case .ended(let item):
            let message = item.error?.message ?? item.url.shown
            switch item.state {
            case .failed, .quarantined: return "leftoff: \(message)"
            case .waiting: return "leftoff: \(message); \(WaitText.of(item, at: Date()))"
            case .ready, .running, .paused, .verifying, .done, .cancelled: return nil
            }
        case .started, .progressed, .outlook, .idle: return nil
        }
    }

    /// What people are told who want to know more: each try, and what came of it.
    private static func detailedLine(_ event: QueueWorkerEvent) -> String? {
        switch event {
        case .started(let item):
            let start = item.bytes > 0 ? ", from \(item.bytes) bytes on" : ""
            return "leftoff: \(item.url.shown): try \(item.attempts)\(start)"
        case .ended(let item) where item.state == .done:
            let digest = item.sha256.map { ", SHA-256 \($0)" } ?? ""
            let name = item.path ?? item.directory
            return "leftoff: \(item.url.shown): \(name), \(item.bytes) bytes\(digest)"
        case .ended, .progressed, .outlook, .idle, .trouble: return nil
        }
    }

    private func hud(_ state: QueueCounts) -> HUDStatus {
        var counts = [HUDCount(.done, state.done), HUDCount(.left, state.left)]
        if state.failed > 0 { counts.append(HUDCount(.failed, state.failed)) }
        let rows = state.running
        let finished = Double(state.done + state.failed) + rows.compactMap { Self.fraction($0.progress) }.reduce(0, +)
        var status = HUDStatus(
            title: state.isWaiting ? Self.waiting(state.outlook) : "Downloading", counts: counts,
            fraction: total > 0 ? min(1, finished / Double(total)) : nil,
            rows: rows.map(Self.row),
            badge: HUDBadge(symbol: .link, count: state.left, thrown: added))
        status.isWaiting = state.isWaiting
        return status
    }

    /// What is waited for: the next try, unless somebody else works.
    private static func waiting(_ outlook: QueueSummary) -> String {
        let now = Date()
        guard let next = outlook.nextClaim, next > now else { return "Waiting" }
        return "Waiting, next try \(WaitText.until(next, at: now))"
    }

    /// An item that runs, as it is shown.
    static func row(_ row: (item: QueueItem, progress: ItemProgress?)) -> HUDRow {
        HUDRow(
            label: row.item.fileName ?? row.item.name ?? row.item.url.path.split(separator: "/").last.map(String.init)
                ?? row.item.url.host,
            fraction: fraction(row.progress), detail: detail(row.progress))
    }

    private static func fraction(_ progress: ItemProgress?) -> Double? {
        guard let progress, let total = progress.total, total > 0 else { return nil }
        return min(1, Double(progress.bytes) / Double(total))
    }

    private static func detail(_ progress: ItemProgress?) -> String {
        guard let progress else { return "" }
        var parts = [ByteText.size(progress.bytes)]
        guard let rate = progress.bytesPerSecond else { return parts[0] }
        parts.append("\(ByteText.size(Int64(rate)))/s")
        if let total = progress.total, rate >= 1, total > progress.bytes {
            parts.append("\(Self.time(Double(total - progress.bytes) / rate)) left")
        }
        return parts.joined(separator: ", ")
    }

    private static func time(_ seconds: Double) -> String {
        switch seconds {
        case ..<90: "\(Int(seconds.rounded(.up))) s"
        case ..<5_400: "\(Int((seconds / 60).rounded())) min"
        default: "\(Int(min(seconds / 3_600, 999).rounded())) h"
        }
    }
}
