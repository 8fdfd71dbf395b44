import DownloadQueue
import Fetching
import Foundation
import Store
import Synchronization
import Syntax
import TestSupport
import Testing
import WHATWGURL

@testable import Downloads

/// A queue, a worker and a server for one fault, on a clock that moves when the worker is idle.
final class FaultScene: Sendable {
    let fault: Fault
    let place: FaultDirectory
    private let server: FaultyServer
    private let faultRun: FaultRun
    private let store: any QueueStore
    private let clock: ManualClock
    private let engine = TransferEngine()
    private let times = ArrivalTimes()
    private let workDirectory: URL?

    init(_ fault: Fault, hasWorkDirectory: Bool) throws {
        self.fault = fault
        place = try FaultDirectory(fault)
        workDirectory = hasWorkDirectory ? WorkScene.FileSystem.makeDirectory(in: place.root) : nil
        server = try FaultyServer()
        let clock = ManualClock()
        self.clock = clock
        store = SQLiteQueueStore(database: try LeftoffDatabase(home: place.root.path + "/home"))
        faultRun = server.begin(fault, for: "test") { [times] request in times.note(request.path, at: clock.now) }
    }

    deinit {
        server.stop()
        if let workDirectory { try? FileManager.default.removeItem(at: workDirectory) }
    }

    /// The number of part files in the work directory.
    var partCount: Int {
        workDirectory.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path).count } ?? 0
    }

    /// Adds the fault's downloads and runs a worker until no attempt is left.
    ///
    /// - Returns: The items in the order of the outcomes.
    func run() async throws -> [QueueItem] {
        let new = try server.addresses(of: fault, in: faultRun).map { address in
            NewQueueItem(
                url: try #require(WebURL(address)), directory: place.files.path, name: fault.name,
                checksum: try fault.checksum.map { try Checksum($0) },
                headers: fault.headers.map { line in
                    let parts = line.split(separator: ":", maxSplits: 1)
                    return HeaderField(name: String(parts[0]), value: String(parts[1].dropFirst()))
                })
        }
        let added = try store.add(new, at: clock.now)
        var options = DownloadOptions()
        options.workDirectory = workDirectory?.path
        // A stall must be detected within half a minute, but later requests may be slow on a busy machine. There, a
        // server without a stall can be silent for longer, which must not end its attempt.
        options.lowSpeed = TransferRequest.LowSpeed(bytesPerSecond: 64, over: .seconds(fault.isSlow ? 10 : 300))
        // One download at a time, so that the second one uses a connection that the first has left open.
        let limits = QueueLimits(jobs: 1, perHost: 1, wait: .seconds(4_000))
        let worker = QueueWorker(store: store, engine: engine, options: options, limits: limits, clock: clock)
        let observer = RecordingObserver()
        _ = try await observer.moving(clock) { try await worker.run(observer: observer) }
        return try added.map { try store.item(id: $0.id) }
    }

    /// The class of an item's error as the queue's JSON has it.
    func publishedError(_ item: QueueItem) throws -> String? {
        let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(QueueItemJSON(item)))
        let error = (json as? [String: Any])?["error"] as? [String: Any]
        return error?["class"] as? String
    }

    /// The requests so far, in order.
    var requests: [ScriptedRequest] { server.requests(of: faultRun) }

    /// The secrets that were sent to another origin.
    var leaks: [String] { server.leaks(of: fault, in: faultRun) }

    /// Returns the times of the requests for a name, by the queue's clock.
    func arrivals(_ name: String) -> [Date] { times.of(faultRun.path(name)) }
}

/// The times at which requests arrived, by path.
private final class ArrivalTimes: Sendable {
    private let times = Mutex<[String: [Date]]>([:])

    func note(_ path: String, at time: Date) {
        times.withLock { $0[path, default: []].append(time) }
    }

    func of(_ path: String) -> [Date] { times.withLock { $0[path] ?? [] } }
}
