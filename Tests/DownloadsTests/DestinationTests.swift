import DownloadQueue
import Downloads
import Foundation
import TestSupport
import Testing

@Suite("Destination of a file")
struct DestinationTests {
    @Test(
        "A symbolic link with the name of the file or its part file is refused, and its target is unchanged",
        arguments: ["a", "a.leftoff-part"])
    func planted(name: String) async throws {
        let scene = try DownloadScene()
        let victim = scene.root.appendingPathComponent("victim")
        try Data("mine".utf8).write(to: victim)
        try scene.link(name, to: victim.path)
        scene.server.route("/a", .ok([1, 2, 3]))
        try scene.add("/a")
        let failure = try #require(try await scene.attemptOnce().failure)
        #expect(failure.class == .refused)
        #expect(failure.isLasting)
        #expect(failure.message.hasPrefix("\(scene.directory.path)/\(name): is a symbolic link, which is not followed"))
        #expect(try Data(contentsOf: victim) == Data("mine".utf8))
        #expect(scene.server.requests.isEmpty)
        #expect(scene.names == [name])
    }

    @Test("A symbolic link that is created during the download is refused too", arguments: ["a", "a.leftoff-part"])
    func plantedLater(name: String) async throws {
        let scene = try DownloadScene()
        let victim = scene.root.appendingPathComponent("victim")
        try Data("mine".utf8).write(to: victim)
        let path = scene.directory.path
        scene.server.route("/a") { request, connection in
            try? FileManager.default.createSymbolicLink(
                atPath: "\(path)/\(name)", withDestinationPath: victim.path)
            try connection.respond(200, body: [1, 2, 3], to: request)
        }
        try scene.add("/a")
        let failure = try #require(try await scene.attemptOnce().failure)
        #expect(failure.class == .refused)
        #expect(try Data(contentsOf: victim) == Data("mine".utf8))
    }

    @Test("A part file that is a hard link to another file is refused")
    func hardLink() async throws {
        let scene = try DownloadScene()
        var file = ScriptedFile(ScriptedFile.bytes(3_000))
        file.cutAfter = 1_000
        scene.server.route("/a", .file(file))
        try scene.add("/a")
        try await scene.attemptInVain()
        try FileManager.default.linkItem(
            atPath: scene.directory.path + "/a.leftoff-part", toPath: scene.root.path + "/other")
        #expect(try await scene.attemptOnce().failure?.class == .refused)
    }

    @Test("If the name is taken, the file gets a number, and both files are kept")
    func taken() async throws {
        let scene = try DownloadScene()
        try scene.put([9], "a.tar.gz")
        try scene.put([8], "a (1).tar.gz")
        scene.server.route("/a.tar.gz", .ok([1]))
        try scene.add("/a.tar.gz")
        let item = try #require(try await scene.attemptOnce().item)
        #expect(item.path?.hasSuffix("/a (2).tar.gz") == true)
        #expect(scene.names == ["a (1).tar.gz", "a (2).tar.gz", "a.tar.gz"])
        #expect(scene.bytes("a.tar.gz") == [9])
    }

    @Test("If the name is taken during the download, the file gets a number too")
    func takenLater() async throws {
        let scene = try DownloadScene()
        let path = scene.directory.path
        scene.server.route("/a.txt") { request, connection in
            try Data([9]).write(to: URL(fileURLWithPath: path + "/a.txt"))
            try connection.respond(200, body: [1], to: request)
        }
        try scene.add("/a.txt")
        #expect(try await scene.attemptOnce().item?.path?.hasSuffix("/a (1).txt") == true)
        #expect(scene.bytes("a.txt") == [9])
        #expect(scene.bytes("a (1).txt") == [1])
        #expect(scene.names.count == 2)
    }

    @Test("Two downloads with the same name have two part files and two files")
    func sameName() async throws {
        let scene = try DownloadScene()
        var first = ScriptedFile([1, 2, 3])
        first.cutAfter = 1
        scene.server.route("/x/a", .file(first))
        scene.server.route("/y/a", .ok([4, 5]))
        let one = try scene.add("/x/a")
        let claimed = try #require(try scene.claim(one.id))
        _ = await scene.download(claimed)
        try scene.release(claimed)
        let two = try scene.add("/y/a")
        #expect(try await scene.attemptOnce(two.id).item?.path?.hasSuffix("/a (1)") == true)
        first.cutAfter = nil
        scene.server.route("/x/a", .file(first))
        #expect(try await scene.attemptOnce(one.id).item?.path?.hasSuffix("/a") == true)
        #expect(scene.bytes("a") == [1, 2, 3])
        #expect(scene.bytes("a (1)") == [4, 5])
    }

    @Test("The file name that the server gives is made safe")
    func disposition() async throws {
        let scene = try DownloadScene()
        scene.server.route(
            "/get", .ok([1], fields: [("Content-Disposition", "attachment; filename=\"../../.evil.sh\"")]))
        try scene.add("/get")
        #expect(try await scene.attemptOnce().item?.state == .done)
        #expect(scene.names == ["evil.sh"])
        #expect(!FileManager.default.fileExists(atPath: scene.root.path + "/evil.sh"))
    }

    @Test("The part file has the name that the server gave")
    func dispositionOfPart() async throws {
        let scene = try DownloadScene()
        let content = ScriptedFile.bytes(3_000)
        let fields = [("Content-Disposition", "attachment; filename=real.bin"), ("ETag", "\"v1\"")]
        scene.server.route("/get", .short(Array(content.prefix(1_000)), announced: 3_000, fields: fields))
        try scene.add("/get")
        let claimed = try #require(try scene.claim())
        _ = await scene.download(claimed)
        try scene.release(claimed)
        #expect(scene.names == ["real.bin.leftoff-part"])
        scene.server.route(
            "/get",
            .status(
                206, fields: fields + [("Content-Range", "bytes 1-2999/3000")], body: Array(content.dropFirst(1))
            ))
        #expect(try await scene.attemptOnce().item?.state == .done)
        #expect(scene.names == ["real.bin"])
        #expect(scene.ranges.last?.first == "bytes=1-")
    }

    @Test("A name that the user chose takes precedence over the server's")
    func chosen() async throws {
        let scene = try DownloadScene()
        scene.server.route("/get", .ok([1], fields: [("Content-Disposition", "attachment; filename=theirs")]))
        try scene.add("/get", name: "mine.txt")
        #expect(try await scene.attemptOnce().item?.state == .done)
        #expect(scene.names == ["mine.txt"])
    }

    @Test("A file with the wrong digest is quarantined and does not get its name")
    func checksumMismatch() async throws {
        let scene = try DownloadScene()
        scene.server.route("/a", .ok([1, 2, 3]))
        try scene.add("/a", checksum: "sha256=" + String(repeating: "0", count: 64))
        let item = try #require(try await scene.attemptOnce().item)
        #expect(item.state == .quarantined)
        #expect(item.error?.class == .checksum)
        #expect(item.sha256 == (try sha256([1, 2, 3])))
        #expect(scene.names == ["a.leftoff-quarantined"])
        #expect(item.path == scene.directory.path + "/a.leftoff-quarantined")
    }

    @Test(
        "A quarantined file and its receipt are deleted when the item is removed or retried",
        arguments: [QueueCommand.remove, .retry])
    func quarantinedIsDeleted(command: QueueCommand) async throws {
        let scene = try DownloadScene { $0.receipt = .sidecar }
        scene.server.route("/a", .ok([1, 2, 3]))
        let item = try scene.add("/a", checksum: "sha256=" + String(repeating: "0", count: 64))
        #expect(try await scene.attemptOnce().item?.state == .quarantined)
        #expect(scene.names == ["a.leftoff-quarantined", "a.leftoff-quarantined.leftoff-receipt.json"])
        if command == .remove {
            try scene.store.remove(ids: [item.id], at: scene.clock.now)
        } else {
            try scene.store.retry(ids: [item.id], at: scene.clock.now)
        }
        #expect(scene.names == [])
    }

    enum Loss: CaseIterable { case deleted, replaced, directory }

    @Test(
        "A part file that is deleted or replaced during the download is downloaded again from the first byte",
        arguments: Loss.allCases)
    func lost(loss: Loss) async throws {
        let scene = try DownloadScene()
        let gate = ScriptedGate()
        var file = ScriptedFile(ScriptedFile.bytes(300_000))
        file.gate = (after: 200_000, gate)
        scene.server.route("/a", .file(file))
        try scene.add("/a")
        let claimed = try #require(try scene.claim())
        let progress = ProgressGate(200_000)
        async let end = scene.download(claimed, progress: progress)
        await progress.reached()
        let manager = FileManager.default
        let part = scene.directory.appendingPathComponent("a.leftoff-part")
        try manager.removeItem(at: loss == .directory ? scene.directory : part)
        if loss == .replaced { try scene.put([9], "a.leftoff-part") }
        gate.open()
        let failure = try #require(await end.failure)
        #expect(failure.class == .disk && !failure.isLasting && failure.message.contains("another program has deleted"))
        #expect(loss == .directory || scene.bytes("a") == nil)
        try scene.journal(claimed).record(.failed(failure, retryAfter: nil, jitter: 0))
        #expect(try await scene.attemptOnce().item?.state == .done)
        #expect(scene.bytes("a") == file.body)
        #expect(scene.names == ["a"])
        #expect(scene.ranges == [[nil, nil], [nil, nil]])
    }

    @Test(
        "A file that replaces another keeps its permissions, and a new one has the default ones",
        arguments: [10_000, 300_000],
        [0o600, 0o640, 0o755])
    func keepsPermissions(count: Int, mode: Int) async throws {
        let scene = try DownloadScene { $0.overwrites = true }
        let content = ScriptedFile.bytes(count)
        func permissions(_ name: String) throws -> Int? {
            let path = scene.directory.appendingPathComponent(name).path
            return (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
        }
        for name in ["a", "usual"] { try scene.put([1], name) }
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: scene.directory.appendingPathComponent("a").path)
        for path in ["/a", "/b"] {
            scene.server.route(path, .file(ScriptedFile(content)))
            #expect(try await scene.attemptOnce(scene.add(path).id).item?.state == .done)
        }
        #expect(scene.names == ["a", "b", "usual"] && scene.bytes("a") == content)
        #expect(try permissions("a") == mode)
        #expect(try permissions("b") == permissions("usual"))
    }

    @Test("A file with the right digest is done")
    func checksumMatch() async throws {
        let scene = try DownloadScene()
        scene.server.route("/a", .ok([1, 2, 3]))
        try scene.add("/a", checksum: "sha256=" + (try sha256([1, 2, 3])))
        #expect(try await scene.attemptOnce().item?.state == .done)
    }

    @Test("A directory that is not writable is a permanent failure")
    func readOnly() async throws {
        let scene = try DownloadScene()
        let url = scene.root.appendingPathComponent("files")
        try FileManager.default.removeItem(at: url)
        try Data().write(to: url)
        try scene.add("/a")
        let failure = try #require(try await scene.attemptOnce().failure)
        #expect(failure.isLasting)
        #expect(failure.class == .disk)
    }
}
