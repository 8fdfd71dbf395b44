import DownloadQueue
import Downloads
import JSON

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

    /// Reports the end of an attempt.
    ///
    /// - Parameter item: The item in its new state.
    func reportEnd(of item: QueueItem) {
        write(Ended(item: QueueItemJSON(item)))
    }

    /// Reports the counts and the running downloads.
    ///
    /// - Parameters:
    ///   - activity: The present state of the run.
    ///   - now: The current time.
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
