import DownloadQueue
import Fetching
import Foundation
import Store
import Syntax
import TestSupport
import Testing
import WHATWGURL

@testable import Downloads

extension ManualClock: QueueClock {}

/// A server, a queue and a directory for one test of downloading.
final class DownloadScene: Sendable {
    let server: ScriptedServer
    let store: any QueueStore
    let clock = ManualClock()
    let engine = TransferEngine()
    let root: URL
    let options: DownloadOptions

    init(checkpointBytes: Int64 = 8 << 20, configure: (inout DownloadOptions) -> Void = { _ in }) throws {
        root = FileManager.default.temporaryDirectory.appendingPathComponent("leftoff-downloads-\(UUID().uuidString)")
        server = try ScriptedServer()
        store = SQLiteQueueStore(database: try LeftoffDatabase(home: root.path + "/home"))
        var options = DownloadOptions()
        options.checkpointBytes = checkpointBytes
        options.memoryBytes = 100_000
        // On a busy machine, a small body may take longer than the default.
        options.memoryTimeout = .seconds(900)
        // A transfer that waits at a test's gate must not fail as too slow.
        options.lowSpeed = TransferRequest.LowSpeed(bytesPerSecond: 64, over: .seconds(300))
        configure(&options)
        self.options = options
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit {
        server.stop()
        try? FileManager.default.removeItem(at: root)
    }

    var directory: URL { root.appendingPathComponent("files") }

    @discardableResult
    func add(
        _ path: String, name: String? = nil, checksum: String? = nil, host: String = "127.0.0.1", priority: Int = 0
    ) throws -> QueueItem {
        try add(
            address: server.address(path, host: host), name: name, checksum: checksum, priority: priority)
    }

    @discardableResult
    func add(
        address: String, name: String? = nil, checksum: String? = nil, priority: Int = 0
    ) throws -> QueueItem {
        let url = try #require(WebURL(address))
        let new = NewQueueItem(
            url: url, directory: directory.path, name: name, checksum: try checksum.map { try Checksum($0) },
            priority: priority)
        return try #require(try store.add([new], at: clock.now).first)
    }

    /// Makes one attempt as a worker does, without recording a failure.
    func attemptOnce(_ id: String? = nil) async throws -> DownloadResult {
        let item = try #require(try claim(id))
        return await download(item)
    }

    func claim(_ id: String? = nil, owner: String = "test") throws -> QueueItem? {
        var claim = QueueClaim(owner: owner, now: clock.now)
        claim.ids = id.map { [$0] }
        return try store.claim(claim)
    }

    func journal(_ item: QueueItem) throws -> DownloadJournal {
        DownloadJournal(item: item, lease: try #require(item.lease), store: store, clock: clock)
    }

    func download(_ item: QueueItem, progress: ProgressGate? = nil) async -> DownloadResult {
        guard let journal = try? journal(item) else { return .leaseLost }
        let downloader = Downloader(engine: engine, options: options)
        return await downloader.download(
            item, at: downloader.destinationFinder()(item), journal: journal,
            progress: { bytes, _ in progress?.update(bytes) })
    }

    /// Releases a claimed item, so that the next attempt can claim it.
    func release(_ item: QueueItem) throws {
        try journal(item).record(.released)
    }

    /// Makes one attempt that must not complete, and releases the item.
    func attemptInVain() async throws {
        let item = try #require(try claim())
        let result = await download(item)
        try #require(result.item == nil, "the attempt completed the item")
        try release(item)
    }

    func worker(_ limits: QueueLimits = QueueLimits(), clock: (any QueueClock)? = nil) -> QueueWorker {
        QueueWorker(store: store, engine: engine, options: options, limits: limits, clock: clock ?? self.clock)
    }

    // MARK: Files

    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []).sorted()
    }

    func bytes(_ name: String) -> [UInt8]? {
        (try? Data(contentsOf: directory.appendingPathComponent(name))).map { Array($0) }
    }

    func put(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: directory.appendingPathComponent(name))
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: directory.appendingPathComponent(name).path, withDestinationPath: target)
    }

    /// The Range and If-Range fields of every request, in order.
    var ranges: [[String?]] { server.requests.map { [$0.value(of: "Range"), $0.value(of: "If-Range")] } }
}

extension Downloader {
    /// Makes one attempt, which is cancelled if the task is.
    func download(
        _ item: QueueItem, at destination: PreparedDestination?, journal: DownloadJournal,
        progress: @escaping @Sendable (_ bytes: Int64, _ total: Int64?) -> Void = { _, _ in }
    ) async -> DownloadResult {
        let handle = AttemptHandle()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                start(item, at: destination, journal: journal, handle: handle, progress: progress, received: {}) {
                    continuation.resume(returning: $0)
                }
            }
        } onCancel: {
            handle.cancel()
        }
    }
}

/// The SHA-256 of bytes.
func sha256(_ bytes: [UInt8]) throws -> String {
    let hasher = try DigestHasher()
    try bytes.withUnsafeBytes { try hasher.update($0) }
    return try hasher.finish()
}

extension DownloadResult {
    var item: QueueItem? {
        if case .ended(let item) = self { return item }
        return nil
    }

    var failure: QueueFailure? {
        if case .failed(let failure, _) = self { return failure }
        return nil
    }
}
