import DownloadQueue
import Downloads
import Foundation
import QueueControl
import Store
import TerminalHUD
import TestSupport
import Testing
import WHATWGURL

@Suite("A run of the queue")
struct QueueRunTests {
    private let home: QueueHome
    private let display = RecordingDisplay()

    init() throws { home = try QueueHome() }

    private func run(
        paths: RecordingPathOutput = RecordingPathOutput(), configure: (inout QueueRunConfiguration) -> Void = { _ in }
    ) -> QueueRun {
        var configuration = QueueRunConfiguration()
        configuration.limits.wait = .zero
        configure(&configuration)
        return QueueRun(
            configuration: configuration,
            environment: QueueRun.Environment(
                store: home.store, display: display, paths: paths,
                clock: QueueRunClock(now: { QueueHome.now }, uptime: { ContinuousClock.now }),
                queueClock: SystemQueueClock(), writeProgress: { _ in }, readCookies: { _ in [] }))
    }

    @Test("The run of an empty queue is complete")
    func empty() async throws {
        let paths = RecordingPathOutput()
        #expect(try await run(paths: paths).run(handle: CancellationHandle()))
        #expect(display.lines.isEmpty && paths.lines.isEmpty && paths.isFinished)
        #expect(display.end?.outcome == .success && display.end?.summary == "0 files done, 0 B")
    }

    @Test("A file is downloaded, its path printed and the summary shown")
    func download() async throws {
        let server = try ScriptedServer()
        defer { server.stop() }
        server.route("/hello.txt", .ok(Array("hello".utf8)))
        let url = try #require(WebURL(server.address("/hello.txt")))
        let item = try #require(
            try home.store.add([NewQueueItem(url: url, directory: home.root.path)], at: Date()).first)
        let paths = RecordingPathOutput()
        #expect(try await run(paths: paths) { $0.ids = [item.id] }.run(handle: CancellationHandle()))
        #expect(paths.lines == [home.root.path + "/hello.txt"])
        #expect(display.end?.summary == "1 file done, 5 B")
    }

    @Test("A handle that was cancelled before the run stops it at once, and its item stays ready")
    func cancelled() async throws {
        let item = try home.add("a")
        let handle = CancellationHandle()
        handle.cancel()
        #expect(try await !run { $0.ids = [item.id] }.run(handle: handle))
        #expect(display.end?.outcome == .partial)
        #expect(display.end?.summary == "stopped: 0 files done, 1 left; continue with 'leftoff queue run'")
        #expect(try home.store.item(id: item.id).state == .ready)
    }

    @Test("Requested items that are paused are reported, and the run is incomplete")
    func paused() async throws {
        let item = try home.add("a")
        try home.store.pause(ids: [item.id], at: QueueHome.now)
        #expect(try await !run { $0.ids = [item.id] }.run(handle: CancellationHandle()))
        #expect(display.lines == ["leftoff: 1 download paused; resume with 'leftoff queue resume ID'"])
    }

    @Test(
        "A queue with nothing but earlier failures says how to retry them, unless it is quiet",
        arguments: [true, false])
    func failedEarlier(isQuiet: Bool) async throws {
        let item = try home.add("a")
        try home.record(
            .failed(QueueFailure(.http, "HTTP 404", isLasting: true), retryAfter: nil, jitter: 0), for: item)
        #expect(try await run { $0.isQuiet = isQuiet }.run(handle: CancellationHandle()))
        let line = "leftoff: 1 download failed in earlier runs; retry with 'leftoff queue retry ID'"
        #expect(display.lines == (isQuiet ? [] : [line]))
    }
}
