import DownloadQueue
import Downloads
import Synchronization
import WHATWGURL

/// A downloader without a network whose attempts end as a script determines.
final class FakeDownloader: ItemDownloading {
    /// A closure that returns the result of an attempt.
    typealias Script = @Sendable (QueueItem, DownloadJournal) async throws -> DownloadResult

    private struct State {
        var attempts: [String] = []
        var active = 0
        var maximumActive = 0
        var activeHosts: [String: Int] = [:]
        var maximumPerHost = 0
    }

    private let state = Mutex(State())
    private let script: Script

    init(_ script: @escaping Script) {
        self.script = script
    }

    /// The paths of the URLs that were attempted, in order.
    var attempts: [String] { state.withLock { $0.attempts } }
    var maximumActive: Int { state.withLock { $0.maximumActive } }
    var maximumPerHost: Int { state.withLock { $0.maximumPerHost } }

    func destinationFinder() -> (QueueItem) -> PreparedDestination? { { _ in nil } }

    func start(
        _ item: QueueItem, at destination: PreparedDestination?, journal: DownloadJournal, handle: AttemptHandle,
        progress: @escaping @Sendable (Int64, Int64?) -> Void, received: @escaping @Sendable () -> Void,
        ended: @escaping @Sendable (DownloadResult) -> Void
    ) {
        let task = Task { ended(await run(item, journal)) }
        handle.onCancel { task.cancel() }
    }

    private func run(_ item: QueueItem, _ journal: DownloadJournal) async -> DownloadResult {
        state.withLock { state in
            state.attempts.append(item.url.path)
            state.active += 1
            state.activeHosts[item.url.host, default: 0] += 1
            state.maximumActive = max(state.maximumActive, state.active)
            state.maximumPerHost = max(state.maximumPerHost, state.activeHosts.values.max() ?? 0)
        }
        defer {
            state.withLock { state in
                state.active -= 1
                state.activeHosts[item.url.host, default: 0] -= 1
            }
        }
        do {
            return try await script(item, journal)
        } catch is CancellationError {
            return .stopped
        } catch QueueError.leaseLost {
            return .leaseLost
        } catch {
            return .failed(QueueFailure(.internal, "\(error)"), retryAfter: nil)
        }
    }

    /// Completes an item without a file.
    static func complete(_ item: QueueItem, _ journal: DownloadJournal) throws -> DownloadResult {
        try journal.record(.named(String(item.url.path.dropFirst())))
        try journal.record(.verifying(PartialContent(durableBytes: 1, total: 1)))
        try journal.record(.committing(fileName: String(item.url.path.dropFirst()), sha256: "00"))
        return .ended(try journal.record(.completed).item)
    }
}
