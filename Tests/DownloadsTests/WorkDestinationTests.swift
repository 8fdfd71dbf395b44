import DownloadQueue
import Downloads
import Foundation
import Synchronization
import TestSupport
import Testing
import WHATWGURL

@Suite("Destinations of files from a work directory", .enabled(if: MountedDirectory.isAvailable))
struct WorkDestinationTests {
    private let content = ScriptedFile.bytes(3_000_000)

    /// Adds a download to a destination.
    private func add(_ work: WorkScene, to destination: URL) throws -> String {
        work.scene.server.route("/a", .file(ScriptedFile(content)))
        let url = try #require(WebURL(work.scene.server.address("/a")))
        let new = NewQueueItem(url: url, directory: destination.path)
        return try #require(try work.scene.store.add([new], at: work.scene.clock.now).first).id
    }

    /// Runs a worker that does not wait, and returns the item afterwards.
    private func run(_ work: WorkScene, _ id: String) async throws -> QueueItem {
        let worker = QueueWorker(
            store: work.scene.store, downloader: work.downloader(), limits: QueueLimits(wait: .zero),
            clock: work.scene.clock, random: { 1 })
        let observer = RecordingObserver()
        _ = try await observer.moving(work.scene.clock) { try await worker.run(observer: observer) }
        return try work.scene.store.item(id: id)
    }

    /// Adds a download and attempts it once, with a mounted file system as the work directory.
    private func runOnce(_ work: WorkScene, in mounted: MountedDirectory) async throws -> (id: String, item: QueueItem)
    {
        try FileManager.default.createDirectory(
            at: URL(fileURLWithPath: work.path()).deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: work.path(), withDestinationPath: mounted.url.path)
        let id = try add(work, to: work.scene.directory)
        return (id, try await run(work, id))
    }

    /// Expects that the next attempt succeeds and leaves nothing over.
    private func expectDone(_ work: WorkScene, _ id: String) async throws {
        work.scene.clock.advance(by: .seconds(3_600))
        #expect(try await run(work, id).state == .done)
        #expect(work.scene.names == ["a"] && work.names() == [])
    }

    private func names(_ directory: URL) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []).sorted()
    }

    @Test("If the destination is full, the download waits, and its part file is published without another request")
    func full() async throws {
        let destination = try MountedDirectory(["-t", "tmpfs", "-o", "size=1m", "none"])
        let work = try WorkScene(.same)
        let id = try add(work, to: destination.url)
        let waiting = try await run(work, id)
        #expect(waiting.state == .waiting && waiting.error?.needsSpace == true && waiting.bytes == 3_000_000)
        #expect(names(destination.url) == [] && work.names().count == 1)
        // Now it is known before the next attempt that the whole file needs space.
        work.scene.clock.advance(by: .seconds(3_600))
        let postponed = try await run(work, id)
        #expect(postponed.error?.message.contains("3000000 bytes are needed") == true)
        try destination.remount("size=16m")
        work.scene.clock.advance(by: .seconds(3_600))
        #expect(try await run(work, id).state == .done)
        #expect(try Data(contentsOf: destination.url.appendingPathComponent("a")) == Data(content))
        #expect(names(destination.url) == ["a"] && work.names() == [])
        #expect(work.scene.server.requests.count == 1)
    }

    @Test("If the work directory is full, the download waits")
    func fullWorkDirectory() async throws {
        let mounted = try MountedDirectory(["-t", "tmpfs", "-o", "size=1m", "none"])
        let work = try WorkScene(.same)
        let (id, waiting) = try await runOnce(work, in: mounted)
        #expect(waiting.state == .waiting && waiting.error?.needsSpace == true)
        #expect(work.scene.names == [])
        try mounted.remount("size=16m")
        try await expectDone(work, id)
    }

    @Test("If the destination is read-only, the download waits without a request, any number of times")
    func readOnly() async throws {
        let destination = try MountedDirectory(["-t", "tmpfs", "-o", "ro", "none"])
        let work = try WorkScene(.same)
        let id = try add(work, to: destination.url)
        for _ in 0..<12 {
            let waiting = try await run(work, id)
            #expect(waiting.state == .waiting && waiting.error?.class == .permission)
            #expect(waiting.error?.message == "\(destination.url.path): Read-only file system")
            work.scene.clock.advance(by: .seconds(3_600))
        }
        #expect(work.scene.server.requests.isEmpty && work.names() == [])
        try destination.remount("rw")
        #expect(try await run(work, id).state == .done)
        #expect(names(destination.url) == ["a"] && work.names() == [])
    }

    @Test("As soon as the destination can be written, a run continues, before the next check is due")
    func becomesWritable() async throws {
        let destination = try MountedDirectory(["-t", "tmpfs", "-o", "ro", "none"])
        let work = try WorkScene(.same)
        let id = try add(work, to: destination.url)
        let observer = RemountingObserver(destination)
        let worker = QueueWorker(
            store: work.scene.store, downloader: work.downloader(), limits: QueueLimits(wait: .zero),
            clock: work.scene.clock, random: { 1 })
        let summary = try await worker.run(observer: observer)
        #expect(observer.states == [.waiting, .done] && summary.done == 1)
        #expect(try work.scene.store.item(id: id).state == .done)
    }

    /// Makes a directory writable after the first attempt in it.
    private final class RemountingObserver: QueueObserver {
        private let destination: MountedDirectory
        private let ended = Mutex<[QueueState]>([])

        init(_ destination: MountedDirectory) {
            self.destination = destination
        }

        /// The states in which attempts have ended.
        var states: [QueueState] { ended.withLock { $0 } }

        func observe(_ event: QueueWorkerEvent) {
            guard case .ended(let item) = event else { return }
            ended.withLock { $0.append(item.state) }
            do {
                try destination.remount("rw")
            } catch {
                Issue.record(error)
            }
        }
    }

    @Test("If the work directory is read-only, the download waits")
    func readOnlyWorkDirectory() async throws {
        let mounted = try MountedDirectory(["-t", "tmpfs", "-o", "ro", "none"])
        let work = try WorkScene(.same)
        let (id, waiting) = try await runOnce(work, in: mounted)
        #expect(waiting.state == .waiting && waiting.error?.class == .permission)
        #expect(work.scene.names == [])
        try mounted.remount("rw")
        try await expectDone(work, id)
    }

    @Test("Without a work directory, a download to a read-only file system fails at once")
    func readOnlyWithoutWorkDirectory() async throws {
        let destination = try MountedDirectory(["-t", "tmpfs", "-o", "ro", "none"])
        let scene = try DownloadScene()
        scene.server.route("/a", .file(ScriptedFile(content)))
        let url = try #require(WebURL(scene.server.address("/a")))
        _ = try scene.store.add([NewQueueItem(url: url, directory: destination.url.path)], at: scene.clock.now)
        let failure = try #require(try await scene.attemptOnce().failure)
        #expect(failure.class == .permission && failure.isLasting && !failure.needsSpace)
    }

    @Test("If the destination becomes read-only during the download, the part file is kept")
    func becomesReadOnly() async throws {
        let destination = try MountedDirectory(["-t", "tmpfs", "none"])
        let work = try WorkScene(.same)
        let id = try add(work, to: destination.url)
        let gate = ScriptedGate()
        var file = ScriptedFile(content)
        file.gate = (after: 1_000_000, gate)
        work.scene.server.route("/a", .file(file))
        let claimed = try #require(try work.scene.claim())
        let begun = ProgressGate(1_000_000)
        async let result = work.download(claimed) { begun.update($0) }
        await begun.reached()
        try destination.remount("ro")
        gate.open()
        let failure = try #require(try await result.failure)
        #expect(failure.class == .permission)
        try work.scene.journal(claimed).record(.failed(failure, retryAfter: nil, jitter: 0))
        #expect(try work.scene.store.item(id: id).state == .waiting)
        #expect(names(destination.url) == [] && work.names().count == 1)
        try destination.remount("rw")
        work.scene.clock.advance(by: .seconds(3_600))
        #expect(try await run(work, id).state == .done)
        #expect(names(destination.url) == ["a"] && work.names() == [])
        #expect(work.scene.server.requests.count == 1)
    }

    @Test("A file is staged if a rename between two mounts of one file system fails")
    func bindMount() async throws {
        let work = try WorkScene(.same)
        let destination = try MountedDirectory(["--bind", work.scene.directory.path])
        let id = try add(work, to: destination.url)
        #expect(try await run(work, id).state == .done)
        #expect(work.scene.bytes("a") == content && work.scene.names == ["a"] && work.names() == [])
    }

    @Test("A file is published on a file system without renameat2", .enabled(if: MountedDirectory.hasBindFS))
    func withoutRename() async throws {
        let work = try WorkScene(.same)
        let destination = try MountedDirectory([work.scene.directory.path], program: "/usr/bin/bindfs")
        try work.scene.put([9], "a")
        let id = try add(work, to: destination.url)
        #expect(try await run(work, id).fileName == "a (1)")
        #expect(work.scene.bytes("a (1)") == content && work.scene.bytes("a") == [9])
        #expect(work.scene.names == ["a", "a (1)"] && work.names() == [])
    }
}
