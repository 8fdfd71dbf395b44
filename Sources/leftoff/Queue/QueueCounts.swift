import DownloadQueue
import Downloads

/// What a run has done so far.
struct QueueCounts {
    /// The items that run, by id, with how far they are.
    var rows: [String: (item: QueueItem, progress: ItemProgress?)] = [:]
    /// Their ids in the order in which they began.
    var order: [String] = []
    /// How the whole queue stands.
    var outlook = QueueSummary()
    /// How many items are not done: what was told last, less what has ended since.
    var left = 0
    /// How many items are done.
    var done = 0
    /// How many items have failed or have a wrong digest.
    var failed = 0
    /// The bytes of the items that are done.
    var bytes: Int64 = 0
    /// Whether nothing runs and something is waited for.
    var isWaiting = false

    /// The items that run, in the order in which they began.
    var running: [(item: QueueItem, progress: ItemProgress?)] { order.compactMap { rows[$0] } }

    /// The bytes of the items that run.
    var runningBytes: Int64 { rows.values.reduce(0) { $0 + ($1.progress?.bytes ?? 0) } }

    /// Takes in what a worker does.
    mutating func take(_ event: QueueWorkerEvent) {
        switch event {
        case .started(let item):
            isWaiting = false
            if rows.updateValue((item, nil), forKey: item.id) == nil { order.append(item.id) }
        case .progressed(let progress): rows[progress.id]?.progress = progress
        case .ended(let item):
            rows[item.id] = nil
            if let place = order.firstIndex(of: item.id) { order.remove(at: place) }
            switch item.state {
            case .done:
                done += 1
                bytes += item.bytes
                lowerLeft()
            case .failed, .quarantined:
                failed += 1
                lowerLeft()
            case .ready, .running, .waiting, .paused, .verifying, .cancelled: break
            }
        case .outlook(let outlook):
            self.outlook = outlook
            // What runs is left in any case: the store may already know of the end of something that has not been told.
            left = max(outlook.left, rows.count)
        case .idle: isWaiting = true
        case .trouble: break
        }
    }

    /// Counts one item less; those that run are left in any case.
    private mutating func lowerLeft() {
        left = max(left - 1, rows.count)
    }
}
