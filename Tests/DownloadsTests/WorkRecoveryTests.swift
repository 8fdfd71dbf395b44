import DownloadQueue
import Foundation
import TestSupport
import Testing

@testable import Downloads

/// Tests of the recovery of downloads whose worker was killed while it published a file from its work directory.
@Suite("Recovery with a work directory")
struct WorkRecoveryTests {
    private static let token = "0123456789abcdef"
    private let content = ScriptedFile.bytes(150_000)

    /// A moment at which a worker is killed.
    enum Moment: CaseIterable {
        case beforeStaging
        case inStaging
        case afterStaging
        case afterAnnouncement
        case betweenLinkAndUnlink
        case afterRename
    }

    /// Puts the queue and the files into the state in which a worker on machine one leaves them.
    private func kill(_ work: WorkScene, at moment: Moment) throws -> String {
        let scene = work.scene
        scene.server.route("/a", .file(ScriptedFile(content)))
        let id = try scene.add("/a").id
        let journal = try scene.journal(#require(try scene.claim(owner: "one")))
        var all = PartialContent(durableBytes: 150_000, total: 150_000, etag: "\"v1\"")
        all.partToken = Self.token
        try journal.record([.named("a"), .progressed(all)])
        try work.put(content, "\(id)-\(Self.token).leftoff-part")
        let staged = ".\(Self.token).leftoff-staged"
        switch moment {
        case .beforeStaging: break
        case .inStaging: try scene.put(Array(content.prefix(70_000)), staged)
        case .afterStaging, .afterAnnouncement, .betweenLinkAndUnlink: try scene.put(content, staged)
        case .afterRename: try scene.put(content, "a")
        }
        if moment == .betweenLinkAndUnlink {
            try FileManager.default.linkItem(
                at: scene.directory.appendingPathComponent(staged), to: scene.directory.appendingPathComponent("a"))
        }
        if [.afterAnnouncement, .betweenLinkAndUnlink, .afterRename].contains(moment) {
            try journal.record([.verifying(all), .committing(fileName: "a", sha256: try sha256(content))])
        }
        scene.clock.advance(by: QueueLease.length)
        return id
    }

    @Test(
        "Killed at any moment, a worker leaves the complete file or none, and the next attempt leaves nothing else",
        arguments: Moment.allCases, WorkScene.Machine.allCases)
    func killed(moment: Moment, machine: WorkScene.Machine) async throws {
        for fileSystem in WorkScene.FileSystem.available {
            let work = try WorkScene(fileSystem)
            let id = try kill(work, at: moment)
            #expect([nil, content].contains(work.scene.bytes("a")))
            let done = try #require(try await work.attempt(on: machine).item)
            #expect(done.id == id && done.state == .done)
            #expect(done.sha256 == (try sha256(content)))
            #expect(work.scene.bytes("a") == content && work.scene.names == ["a"])
            #expect(work.names(machine) == [])
            let isPublished = [.betweenLinkAndUnlink, .afterRename].contains(moment)
            // The machine that has the part file needs no request, and neither does one that finds the complete file.
            #expect(work.scene.server.requests.count == (machine == .one || isPublished ? 0 : 1))
            work.downloader().discardStaleFiles(of: work.scene.store, at: work.scene.clock.now)
            #expect(work.names() == [])
        }
    }

    @Test("Killed after the record, a worker leaves a part file that its next run deletes")
    func afterRecord() async throws {
        let work = try WorkScene(.same)
        let id = try kill(work, at: .afterRename)
        #expect(try await work.attempt(on: .two).item?.state == .done)
        #expect(work.names() == ["\(id)-\(Self.token).leftoff-part"])
        let worker = QueueWorker(
            store: work.scene.store, downloader: work.downloader(), limits: QueueLimits(), clock: work.scene.clock)
        _ = try await worker.run()
        #expect(work.names() == [] && work.scene.names == ["a"])
    }

    @Test("A file with the recorded name but other contents is kept, and the download gets a number")
    func otherFile() async throws {
        let work = try WorkScene(.same)
        _ = try kill(work, at: .afterAnnouncement)
        try work.scene.put([7], "a")
        #expect(try await work.attempt().item?.path?.hasSuffix("/a (1)") == true)
        #expect(work.scene.bytes("a") == [7] && work.scene.bytes("a (1)") == content)
        #expect(work.scene.server.requests.isEmpty)
    }

    @Test(
        "A staged file that a worker on another machine is writing is not deleted by a run that does not claim its item"
    )
    func livingStagedFile() async throws {
        let work = try WorkScene(.same)
        _ = try kill(work, at: .inStaging)
        // The lease has ended, but nobody has claimed the item yet.
        work.downloader(.two).discardStaleFiles(of: work.scene.store, at: work.scene.clock.now)
        #expect(work.scene.names == [".\(Self.token).leftoff-staged"])
    }

    @Test(
        "A worker that was suspended before the rename publishes nothing once another one has begun",
        .enabled(
            if: WorkScene.FileSystem.available.contains(.other),
            "/dev/shm is missing, or is the file system of the tests' directory"))
    func suspendedBeforeRename() async throws {
        let work = try WorkScene(.other)
        let scene = work.scene
        scene.server.route("/a", .file(ScriptedFile(content)))
        try scene.add("/a")
        let claimed = try #require(try scene.claim(owner: "one"))
        // Without a fence, as if the worker had been stopped after its last check.
        let store = AnnouncementStore(scene.store) {
            scene.clock.advance(by: QueueLease.length)
            guard let item = try? scene.claim(owner: "two"), let journal = try? scene.journal(item) else { return }
            let end = DispatchSemaphore(value: 0)
            Task {
                _ = try await work.download(item, on: .two, journal: journal)
                end.signal()
            }
            end.wait()
        }
        let journal = DownloadJournal(
            item: claimed, lease: try #require(claimed.lease), store: store, clock: scene.clock)
        let result = try await work.download(claimed, journal: journal)
        #expect(result.item == nil)
        let done = try #require(try scene.store.items(in: [.done]).first)
        #expect(done.path?.hasSuffix("/a") == true && done.epoch == 2)
        #expect(scene.names == ["a"] && scene.bytes("a") == content)
    }
}
