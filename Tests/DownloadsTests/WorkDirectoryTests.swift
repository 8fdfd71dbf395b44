import DownloadQueue
import Foundation
import TestSupport
import Testing
import WHATWGURL

@testable import Downloads

@Suite("Work directory")
struct WorkDirectoryTests {
    private let content = ScriptedFile.bytes(300_000)

    /// Serves a file that breaks off after 150,000 bytes.
    private func serveCut(_ scene: DownloadScene, _ body: [UInt8]? = nil, etag: String = "\"v1\"") {
        var file = ScriptedFile(body ?? content, etag: etag)
        file.cutAfter = 150_000
        scene.server.route("/a", .file(file))
    }

    @Test(
        "The part file is in the work directory, and the complete file gets its final name in the destination",
        arguments: WorkScene.FileSystem.available)
    func publishes(fileSystem: WorkScene.FileSystem) async throws {
        let work = try WorkScene(fileSystem)
        let scene = work.scene
        serveCut(scene)
        let item = try scene.add("/a")
        try await work.attemptInVain()
        #expect(scene.names == [])
        let part = try #require(work.names().first)
        #expect(part.hasPrefix("\(item.id)-") && part.hasSuffix(".leftoff-part") && work.names().count == 1)
        scene.server.route("/a", .file(ScriptedFile(content)))
        let done = try #require(try await work.attempt().item)
        #expect(done.sha256 == (try sha256(content)))
        #expect(done.path == scene.directory.appendingPathComponent("a").path)
        #expect(scene.bytes("a") == content)
        #expect(scene.names == ["a"])
        #expect(work.names() == [])
        #expect(scene.ranges == [[nil, nil], ["bytes=84464-", "\"v1\""]])
    }

    @Test(
        "A small file is written to the destination only", arguments: WorkScene.FileSystem.available, [false, true])
    func small(fileSystem: WorkScene.FileSystem, isDurable: Bool) async throws {
        let work = try WorkScene(fileSystem) { $0.durability = isDurable ? .full : .none }
        work.scene.server.route("/a", .ok([1, 2, 3]))
        try work.scene.add("/a")
        #expect(try await work.attempt().item?.state == .done)
        #expect(work.scene.bytes("a") == [1, 2, 3])
        #expect(work.scene.names == ["a"])
        #expect(work.names() == [])
    }

    @Test("A published file has the permissions of a new file", arguments: WorkScene.FileSystem.available)
    func permissions(fileSystem: WorkScene.FileSystem) async throws {
        let work = try WorkScene(fileSystem)
        work.scene.server.route("/a", .file(ScriptedFile(content)))
        try work.scene.add("/a")
        _ = try await work.attempt()
        try work.scene.put([1], "new")
        func mode(_ name: String) throws -> Int? {
            let path = work.scene.directory.appendingPathComponent(name).path
            return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        let (published, usual) = (try mode("a"), try mode("new"))
        #expect(published == usual && published != nil)
    }

    @Test("Equal names in different destinations do not collide", arguments: WorkScene.FileSystem.available)
    func equalNames(fileSystem: WorkScene.FileSystem) async throws {
        let work = try WorkScene(fileSystem)
        let scene = work.scene
        let other = scene.root.appendingPathComponent("other")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        let second = ScriptedFile.bytes(300_000, seed: 2)
        for (path, body) in [("/x/a", content), ("/y/a", second)] {
            var file = ScriptedFile(body)
            file.cutAfter = 150_000
            scene.server.route(path, .file(file))
        }
        let first = try scene.add("/x/a")
        var request = first.request
        request.url = try #require(WebURL(scene.server.address("/y/a")))
        request.directory = other.path
        _ = try scene.store.add([request], at: scene.clock.now)
        for _ in 0..<2 {
            let item = try #require(try scene.claim())
            _ = try await work.download(item)
        }
        #expect(work.names().count == 2)
        scene.clock.advance(by: QueueLease.length)
        scene.server.route("/x/a", .file(ScriptedFile(content)))
        scene.server.route("/y/a", .file(ScriptedFile(second)))
        for _ in 0..<2 { #expect(try await work.attempt().item?.state == .done) }
        #expect(scene.bytes("a") == content)
        #expect(try Data(contentsOf: other.appendingPathComponent("a")) == Data(second))
    }

    @Test("If the name is taken during the download, the file gets a number", arguments: WorkScene.FileSystem.available)
    func taken(fileSystem: WorkScene.FileSystem) async throws {
        let work = try WorkScene(fileSystem)
        serveCut(work.scene)
        try work.scene.add("/a")
        try await work.attemptInVain()
        try work.scene.put([9], "a")
        work.scene.server.route("/a", .file(ScriptedFile(content)))
        #expect(try await work.attempt().item?.path?.hasSuffix("/a (1)") == true)
        #expect(work.scene.bytes("a") == [9] && work.scene.bytes("a (1)") == content)
        #expect(work.scene.names == ["a", "a (1)"] && work.names() == [])
    }

    @Test("A file with the wrong digest is quarantined in the destination", arguments: WorkScene.FileSystem.available)
    func quarantine(fileSystem: WorkScene.FileSystem) async throws {
        let work = try WorkScene(fileSystem)
        work.scene.server.route("/a", .file(ScriptedFile(content)))
        try work.scene.add("/a", checksum: "sha256=" + String(repeating: "0", count: 64))
        #expect(try await work.attempt().item?.state == .quarantined)
        #expect(work.scene.names == ["a.leftoff-quarantined"] && work.names() == [])
    }

    @Test("A file is replaced only if that is requested", arguments: WorkScene.FileSystem.available)
    func overwrites(fileSystem: WorkScene.FileSystem) async throws {
        let work = try WorkScene(fileSystem) { $0.overwrites = true }
        try work.scene.put([9], "a")
        work.scene.server.route("/a", .file(ScriptedFile(content)))
        try work.scene.add("/a")
        #expect(try await work.attempt().item?.path?.hasSuffix("/a") == true)
        #expect(work.scene.bytes("a") == content && work.scene.names == ["a"] && work.names() == [])
    }

    @Test("A destination that does not exist is not created, and the download waits")
    func missingDestination() async throws {
        let work = try WorkScene(.same)
        try FileManager.default.removeItem(at: work.scene.directory)
        work.scene.server.route("/a", .ok([1]))
        try work.scene.add("/a")
        guard case .postponed(let failure) = try await work.attempt() else {
            Issue.record("the attempt was not postponed")
            return
        }
        #expect(failure.class == .disk && failure.message.contains("does not exist"))
        #expect(work.scene.server.requests.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: work.scene.directory.path))
    }

    // MARK: Several machines

    @Test("Another machine begins at the first byte", arguments: WorkScene.FileSystem.available)
    func otherMachine(fileSystem: WorkScene.FileSystem) async throws {
        let work = try WorkScene(fileSystem)
        serveCut(work.scene)
        try work.scene.add("/a")
        try await work.attemptInVain()
        work.scene.server.route("/a", .file(ScriptedFile(content)))
        #expect(try await work.attempt(on: .two).item?.state == .done)
        #expect(work.scene.ranges == [[nil, nil], [nil, nil]])
        #expect(work.scene.bytes("a") == content && work.scene.names == ["a"] && work.names(.two) == [])
        // The first machine deletes its part file in a later run.
        #expect(work.names().count == 1)
        work.downloader().discardStaleFiles(of: work.scene.store, at: work.scene.clock.now)
        #expect(work.names() == [])
    }

    @Test("A part file of an earlier version is not continued after another machine has begun anew")
    func staleVersion() async throws {
        let work = try WorkScene(.same)
        serveCut(work.scene, ScriptedFile.bytes(300_000, seed: 2))
        try work.scene.add("/a")
        try await work.attemptInVain()
        serveCut(work.scene, etag: "\"v2\"")
        try await work.attemptInVain(on: .two)
        work.scene.server.route("/a", .file(ScriptedFile(content, etag: "\"v2\"")))
        #expect(try await work.attempt().item?.sha256 == (try sha256(content)))
        #expect(work.scene.ranges == [[nil, nil], [nil, nil], [nil, nil]])
        #expect(work.scene.bytes("a") == content)
    }

    @Test("A download that was begun in its destination continues there")
    func begunInDestination() async throws {
        let work = try WorkScene(.same)
        serveCut(work.scene)
        try work.scene.add("/a")
        try await work.scene.attemptInVain()
        #expect(work.scene.names == ["a.leftoff-part"])
        work.scene.server.route("/a", .file(ScriptedFile(content)))
        #expect(try await work.attempt().item?.state == .done)
        #expect(work.scene.ranges.last?.first == "bytes=84464-")
        #expect(work.scene.names == ["a"] && work.names() == [])
    }

    @Test("A download that was begun in a work directory starts over without it")
    func begunInWorkDirectory() async throws {
        let work = try WorkScene(.same)
        serveCut(work.scene)
        try work.scene.add("/a")
        try await work.attemptInVain()
        work.scene.server.route("/a", .file(ScriptedFile(content)))
        #expect(try await work.scene.attemptOnce().item?.state == .done)
        #expect(work.scene.ranges == [[nil, nil], [nil, nil]])
        #expect(work.scene.bytes("a") == content && work.scene.names == ["a"])
    }

    // MARK: Deleting

    @Test("Only part files that no item needs are deleted, those of unknown items after a week")
    func discardsStaleFiles() async throws {
        let work = try WorkScene(.same)
        serveCut(work.scene)
        let item = try work.scene.add("/a")
        try await work.attemptInVain()
        let needed = try #require(work.names().first)
        try work.put([1], "\(item.id)-0123456789abcdef.leftoff-part")
        try work.put([1], "unknown-0123456789abcdef.leftoff-part")
        try work.put([1], "notes.txt")
        let downloader = work.downloader()
        downloader.discardStaleFiles(of: work.scene.store, at: Date())
        #expect(Set(work.names()) == [needed, "unknown-0123456789abcdef.leftoff-part", "notes.txt"])
        downloader.discardStaleFiles(of: work.scene.store, at: Date(timeIntervalSinceNow: 8 * 86_400))
        #expect(Set(work.names()) == [needed, "notes.txt"])
    }

    @Test("Removing an item deletes its part file and its staged file", arguments: [true, false])
    func removes(isKnown: Bool) async throws {
        let work = try WorkScene(.same)
        serveCut(work.scene)
        let item = try work.scene.add("/a")
        try await work.attemptInVain()
        let token = try #require(try work.scene.store.item(id: item.id).content.partToken)
        try work.scene.put([1], ".\(token).leftoff-staged")
        try work.scene.store.remove(
            ids: [item.id], at: work.scene.clock.now, workDirectory: isKnown ? work.path() : nil)
        #expect(work.scene.names == [])
        #expect(work.names().isEmpty == isKnown)
    }

    @Test("The bytes of a running download are visible to processes that know the work directory")
    func writtenBytes() async throws {
        let work = try WorkScene(.same)
        let gate = ScriptedGate()
        var file = ScriptedFile(content)
        file.gate = (after: 200_000, gate)
        work.scene.server.route("/a", .file(file))
        let item = try work.scene.add("/a")
        let claimed = try #require(try work.scene.claim())
        let half = ProgressGate(200_000)
        async let result = work.download(claimed) { half.update($0) }
        await half.reached()
        let running = try work.scene.store.item(id: item.id)
        #expect(running.withWrittenBytes().bytes == 0)
        #expect(running.withWrittenBytes(workDirectory: work.path()).bytes >= 200_000)
        gate.open()
        #expect(try await result.item?.state == .done)
    }

    @Test(
        "The part files of an id with punctuation are not those of another id",
        arguments: ["abc!def", "abc_def", "../abcdef"])
    func punctuation(id: String) {
        let name = WorkDirectory.partName(of: id, token: "0")
        #expect(!name.hasPrefix("abcdef") && DestinationDirectory.isPart(name) && !name.contains("/"))
        #expect(name != WorkDirectory.partName(of: "abc_21_def", token: "0"))
    }
}
