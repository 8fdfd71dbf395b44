import Downloads
import FoundationEssentials
import Synchronization
import TerminalHUD
import WHATWGURL

/// Shows on the status display what a worker does.
final class QueueStatus: QueueObserver {
    private struct State {
        var rows: [String: (item: QueueItem, progress: ItemProgress?)] = [:]
        var order: [String] = []
        var outlook = QueueOutlook()
        var done = 0
        var failed = 0
        var bytes: Int64 = 0
        var isWaiting = false
    }

    private let display: any StatusDisplay
    private let total: Int
    private let state = Mutex(State())

    /// Makes the status of a run.
    ///
    /// - Parameters:
    ///   - display: Shows it.
    ///   - total: How many items there are to do.
    init(display: any StatusDisplay, total: Int) {
        self.display = display
        self.total = total
        display.update(state.withLock { hud($0) })
    }

    func observe(_ event: QueueWorkerEvent) {
        let (hud, line) = state.withLock { state -> (HUDStatus, String?) in
            let line = apply(event, to: &state)
            return (self.hud(state), line)
        }
        if let line { display.log(line) }
        display.update(hud)
    }

    /// How the run ended.
    var outcome: HUDOutcome {
        state.withLock { state in
            if state.failed == 0 && state.outlook[.waiting] == 0 { return .success }
            return state.done > 0 ? .partial : .failure
        }
    }

    /// What stands at the end.
    var summary: String {
        state.withLock { state in
            var parts = ["\(Self.counted(state.done, "file")) done, \(ByteText.size(state.bytes))"]
            if state.failed > 0 { parts.append("\(state.failed) failed") }
            let waiting = state.outlook[.waiting]
            if waiting > 0 { parts.append("\(waiting) waiting; run again later") }
            return parts.joined(separator: ", ")
        }
    }

    private func apply(_ event: QueueWorkerEvent, to state: inout State) -> String? {
        switch event {
        case .started(let item):
            state.isWaiting = false
            state.rows[item.id] = (item, nil)
            if !state.order.contains(item.id) { state.order.append(item.id) }
        case .progressed(let progress):
            state.rows[progress.id]?.progress = progress
        case .ended(let item):
            state.rows[item.id] = nil
            state.order.removeAll { $0 == item.id }
            return note(item, &state)
        case .outlook(let outlook): state.outlook = outlook
        case .idle: state.isWaiting = true
        case .trouble(let reason): return "leftoff: queue: \(reason)"
        }
        return nil
    }

    private func note(_ item: QueueItem, _ state: inout State) -> String? {
        switch item.state {
        case .done:
            state.done += 1
            state.bytes += item.bytes
            return nil
        case .failed, .quarantined:
            state.failed += 1
            return "leftoff: \(item.error?.message ?? item.url.href)"
        case .waiting:
            return "leftoff: \(item.error?.message ?? item.url.href); will be tried again"
        case .ready, .running, .paused, .verifying, .cancelled: return nil
        }
    }

    private func hud(_ state: State) -> HUDStatus {
        var counts = [
            HUDCount(label: "done", value: state.done), HUDCount(label: "left", value: max(0, left(state))),
        ]
        if state.failed > 0 { counts.append(HUDCount(label: "failed", value: state.failed, isFailure: true)) }
        let rows = state.order.compactMap { state.rows[$0] }
        let finished = Double(state.done + state.failed) + rows.compactMap { Self.fraction($0.progress) }.reduce(0, +)
        return HUDStatus(
            title: state.isWaiting ? "Waiting" : "Downloading", counts: counts,
            fraction: total > 0 ? min(1, finished / Double(total)) : nil,
            rows: rows.map { row in
                HUDRow(
                    label: row.item.fileName ?? row.item.name ?? row.item.url.path.split(separator: "/").last.map(
                        String.init) ?? row.item.url.href,
                    fraction: Self.fraction(row.progress), detail: Self.detail(row.progress))
            })
    }

    private func left(_ state: State) -> Int {
        state.outlook[.ready] + state.outlook[.waiting] + state.outlook.held
    }

    private static func fraction(_ progress: ItemProgress?) -> Double? {
        guard let progress, let total = progress.total, total > 0 else { return nil }
        return min(1, Double(progress.bytes) / Double(total))
    }

    private static func detail(_ progress: ItemProgress?) -> String {
        guard let progress else { return "" }
        let size = ByteText.size(progress.bytes)
        return progress.bytesPerSecond.map { "\(size), \(ByteText.size(Int64($0)))/s" } ?? size
    }

    private static func counted(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
