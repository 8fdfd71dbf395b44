import DownloadQueue
import Downloads
import FoundationEssentials

/// Progress of a run for programs: a JSON object a line on standard error.
final class QueueProgressReport: Sendable {
    private struct Line: Encodable {
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

    /// Begins to count the time.
    init() {
        start = .now
    }

    /// Tells that an item has ended.
    func end(_ item: QueueItem) {
        write(Ended(item: QueueItemJSON(item)))
    }

    /// Tells where the run has come to.
    func update(_ counts: QueueCounts) {
        let elapsed = (ContinuousClock.now - start).components
        let milliseconds = Double(elapsed.seconds) * 1_000 + Double(elapsed.attoseconds / 1_000_000_000_000_000)
        write(
            Line(
                done: counts.done, failed: counts.failed, waiting: counts.outlook[.waiting], left: counts.left,
                bytes: counts.bytes + counts.runningBytes, elapsed: milliseconds / 1_000,
                running: counts.running.map {
                    Line.Item(
                        id: $0.item.id, bytes: $0.progress?.bytes ?? $0.item.bytes,
                        total: $0.progress?.total ?? $0.item.total, bytesPerSecond: $0.progress?.bytesPerSecond)
                }))
    }

    private func write(_ value: some Encodable) {
        guard let line = try? JSONText.line(value) else { return }
        StandardError.writeLine(String(decoding: line.dropLast(), as: UTF8.self))
    }
}
