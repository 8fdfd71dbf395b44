import DownloadQueue
import Downloads
import Syntax
import TerminalHUD
import WHATWGURL

/// The running downloads of a queue, and the counts of ended ones, as a worker reports them.
struct QueueActivity {
    /// A running download with its latest progress; nil before the first report.
    typealias Row = (item: QueueItem, progress: ItemProgress?)

    private var rows: [String: Row] = [:]
    /// The ids of the running downloads in the order in which they started.
    private var order: [String] = []
    /// The latest summary of the whole queue.
    private(set) var summary = QueueSummary()
    /// The number of downloads that are not done: the number in the latest summary, less those that have ended since.
    private(set) var left: Int
    /// The number of downloads that were completed.
    private(set) var done = 0
    /// The number of downloads that failed or had a wrong digest.
    private(set) var failed = 0
    /// The total size of the completed downloads.
    private(set) var bytes: Int64 = 0
    /// True if nothing is running and the worker waits for an item.
    private(set) var isWaiting = false

    /// Creates an activity without running downloads.
    ///
    /// - Parameter left: The number of downloads that are not done, until the worker reports a summary.
    init(left: Int = 0) {
        self.left = left
    }

    /// The running downloads in the order in which they started.
    var running: [Row] { order.compactMap { rows[$0] } }

    /// The bytes of the running downloads.
    var runningBytes: Int64 { rows.values.reduce(0) { $0 + ($1.progress?.bytes ?? 0) } }

    /// The total speed of the running downloads, such as `3.2 MiB/s`; nil unless there are several.
    var totalSpeed: String? {
        let rates = rows.values.compactMap { $0.progress?.bytesPerSecond }
        guard rows.count > 1, !rates.isEmpty else { return nil }
        return "\(ByteText.size(Int64(clamping: rates.reduce(0, +))))/s"
    }

    /// Updates the activity with an event of the worker.
    mutating func update(_ event: QueueWorkerEvent) {
        switch event {
        case .started(let item):
            isWaiting = false
            if rows.updateValue((item, nil), forKey: item.id) == nil { order.append(item.id) }
        case .progressed(let progress): rows[progress.id]?.progress = progress
        case .ended(let item): end(item)
        case .summary(let summary):
            self.summary = summary
            // At least the number of running downloads: the summary may include an end that the worker has not reported
            // yet.
            left = max(summary.left, rows.count)
        case .idle: isWaiting = true
        case .warning: break
        }
    }

    private mutating func end(_ item: QueueItem) {
        rows[item.id] = nil
        // Usually one of the first.
        if let index = order.firstIndex(of: item.id) { order.remove(at: index) }
        switch item.state {
        case .done:
            done += 1
            bytes += item.bytes
        case .failed, .quarantined: failed += 1
        case .ready, .running, .waiting, .paused, .verifying, .cancelled: return
        }
        left = max(left - 1, rows.count)
    }
}

extension HUDRow {
    /// Creates the row of a running download.
    init(_ row: QueueActivity.Row) {
        let item = row.item
        let lastComponent = item.url.path.split(separator: "/").last.map(String.init)
        self.init(
            label: item.fileName ?? item.name ?? lastComponent ?? item.url.host, fraction: row.progress?.fraction,
            detail: row.progress?.text ?? "")
    }
}

extension ItemProgress {
    /// The downloaded share of the file, 0 to 1; nil if its size is unknown.
    var fraction: Double? {
        guard let total, total > 0 else { return nil }
        return min(1, Double(bytes) / Double(total))
    }

    /// The size, the speed and the remaining time, such as `1.5 MiB, 200 KiB/s, 12 s left`.
    var text: String {
        var parts = [ByteText.size(bytes)]
        guard let rate = bytesPerSecond else { return parts[0] }
        parts.append("\(ByteText.size(Int64(clamping: rate)))/s")
        if let total, rate >= 1, total > bytes { parts.append("\(Self.time(Double(total - bytes) / rate)) left") }
        return parts.joined(separator: ", ")
    }

    private static func time(_ seconds: Double) -> String {
        switch seconds {
        case ..<90: "\(Int(clamping: seconds, rounding: .up)) s"
        case ..<5_400: "\(Int(clamping: seconds / 60)) min"
        default: "\(Int(clamping: seconds / 3_600, to: 0...999)) h"
        }
    }
}
