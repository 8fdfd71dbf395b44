import DownloadQueue
import Downloads
import Foundation
import TestSupport
import Testing

/// Tests of the recovery of downloads whose worker was killed.
@Suite("Recovery")
struct RecoveryTests {
    private let content = ScriptedFile.bytes(5_000)

    /// Puts an item into the state after its commit was recorded, with the given files.
    private func committing(_ scene: DownloadScene, files: [String: [UInt8]]) throws -> QueueItem {
        scene.server.route("/a", .file(ScriptedFile(content)))
        try scene.add("/a")
        let claimed = try #require(try scene.claim())
        let journal = try scene.journal(claimed)
        let all = PartialContent(durableBytes: 5_000, total: 5_000, etag: "\"v1\"")
        try journal.record(.named("a"))
        try journal.record(.verifying(all))
        try journal.record(.committing(fileName: "a", sha256: try sha256(content)))
        for (name, bytes) in files { try scene.put(bytes, name) }
        scene.clock.advance(by: QueueLease.length)
        return try #require(try scene.claim(owner: "next"))
    }

    @Test("Killed after the rename: the download is done without a request or a second file")
    func afterRename() async throws {
        let scene = try DownloadScene()
        let item = try committing(scene, files: ["a": content])
        #expect(item.state == .verifying)
        #expect(await scene.download(item).item?.state == .done)
        #expect(scene.names == ["a"])
        #expect(scene.server.requests.isEmpty)
    }

    @Test("Killed before the rename: the part file is renamed without a request")
    func beforeRename() async throws {
        let scene = try DownloadScene()
        let item = try committing(scene, files: ["a.leftoff-part": content])
        #expect(await scene.download(item).item?.path?.hasSuffix("/a") == true)
        #expect(scene.names == ["a"])
        #expect(scene.server.requests.isEmpty)
    }

    @Test("Killed before the rename, and the name was taken meanwhile: both files are kept")
    func beforeRenameTaken() async throws {
        let scene = try DownloadScene()
        let item = try committing(scene, files: ["a.leftoff-part": content, "a": [7]])
        #expect(await scene.download(item).item?.path?.hasSuffix("/a (1)") == true)
        #expect(scene.bytes("a") == [7])
        #expect(scene.bytes("a (1)") == content)
    }

    @Test("Killed between link and unlink: one file is left")
    func betweenLinkAndUnlink() async throws {
        let scene = try DownloadScene()
        let item = try committing(scene, files: ["a": content])
        try FileManager.default.linkItem(
            atPath: scene.directory.path + "/a", toPath: scene.directory.path + "/a.leftoff-part")
        #expect(await scene.download(item).item?.state == .done)
        #expect(scene.names == ["a"])
    }

    @Test(
        "If the final file is missing or has other contents, the download is repeated",
        arguments: [[UInt8]?.none, [1, 2, 3]])
    func lost(other: [UInt8]?) async throws {
        let scene = try DownloadScene()
        let item = try committing(scene, files: other.map { ["a": $0] } ?? [:])
        let done = try #require(await scene.download(item).item)
        #expect(done.path?.hasSuffix(other == nil ? "/a" : "/a (1)") == true)
        #expect(scene.bytes(other == nil ? "a" : "a (1)") == content)
        #expect(scene.server.requests.count == 1)
    }

    @Test("Killed before the first checkpoint: the download starts over under the same name")
    func beforeFirstCheckpoint() async throws {
        let scene = try DownloadScene()
        scene.server.route("/a", .file(ScriptedFile(content)))
        try scene.add("/a")
        let claimed = try #require(try scene.claim())
        try scene.journal(claimed).record(.named("a"))
        try scene.put(Array(content.prefix(777)), "a.leftoff-part")
        scene.clock.advance(by: QueueLease.length)
        #expect(try await scene.attemptOnce().item?.state == .done)
        #expect(scene.names == ["a"])
        #expect(scene.ranges == [[nil, nil]])
    }

    @Test("Bytes beyond the last checkpoint are not trusted")
    func beyondCheckpoint() async throws {
        let scene = try DownloadScene()
        scene.server.route("/a", .file(ScriptedFile(content)))
        try scene.add("/a")
        let claimed = try #require(try scene.claim())
        let journal = try scene.journal(claimed)
        try journal.record(.named("a"))
        try journal.record(.progressed(PartialContent(durableBytes: 2_000, total: 5_000, etag: "\"v1\"")))
        try scene.put(Array(content.prefix(2_000)) + Array(repeating: 0, count: 2_500), "a.leftoff-part")
        scene.clock.advance(by: QueueLease.length)
        #expect(try await scene.attemptOnce().item?.sha256 == (try sha256(content)))
        #expect(scene.ranges == [["bytes=1-", "\"v1\""]])
    }

    /// Puts an item into the state after a checkpoint at 100,000 of 200,000 bytes.
    private func checkpoint(_ scene: DownloadScene, boot: String?, part: [UInt8], body: [UInt8]) throws {
        scene.server.route("/a", .file(ScriptedFile(body)))
        try scene.add("/a")
        let claimed = try #require(try scene.claim())
        var content = PartialContent(durableBytes: 100_000, total: 200_000, etag: "\"v1\"")
        content.boot = boot
        try scene.journal(claimed).record([.named("a"), .progressed(content)])
        try scene.put(part, "a.leftoff-part")
        scene.clock.advance(by: QueueLease.length)
    }

    @Test(
        "In the same boot the length of the part file counts, after a reboot the recorded one",
        arguments: [true, false])
    func sameBoot(isSame: Bool) async throws {
        let scene = try DownloadScene()
        let body = ScriptedFile.bytes(200_000)
        let boot = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        try checkpoint(scene, boot: isSame ? boot : "another", part: Array(body.prefix(150_000)), body: body)
        #expect(try await scene.attemptOnce().item?.sha256 == (try sha256(body)))
        #expect(scene.ranges == [["bytes=\(isSame ? 84_464 : 34_464)-", "\"v1\""]])
    }

    @Test("If bytes on disk differ from the server's, all of them are discarded", arguments: [40_000, 99_999, 0])
    func differs(place: Int) async throws {
        let scene = try DownloadScene()
        let body = ScriptedFile.bytes(200_000)
        var part = Array(body.prefix(100_000))
        part[place] ^= 0xFF
        try checkpoint(scene, boot: nil, part: part, body: body)
        let item = try await scene.attemptOnce().item
        // Only the last 64 KiB are compared; for the bytes before them the validator suffices.
        #expect((item?.sha256 == (try sha256(body))) == (place > 0))
        #expect(scene.ranges.count == (place > 0 ? 2 : 1))
        #expect(scene.names == ["a"])
    }

    @Test("A part file that is missing or shorter than recorded is not resumed", arguments: [[UInt8]?.none, [1]])
    func shorter(part: [UInt8]?) async throws {
        let scene = try DownloadScene()
        scene.server.route("/a", .file(ScriptedFile(content)))
        try scene.add("/a")
        let claimed = try #require(try scene.claim())
        let journal = try scene.journal(claimed)
        try journal.record(.named("a"))
        try journal.record(.progressed(PartialContent(durableBytes: 2_000, total: 5_000, etag: "\"v1\"")))
        if let part { try scene.put(part, "a.leftoff-part") }
        scene.clock.advance(by: QueueLease.length)
        #expect(try await scene.attemptOnce().item?.sha256 == (try sha256(content)))
        #expect(scene.ranges == [[nil, nil]])
    }

    @Test("A complete part file needs no request")
    func completePart() async throws {
        let scene = try DownloadScene()
        try scene.add("/a")
        let claimed = try #require(try scene.claim())
        let journal = try scene.journal(claimed)
        try journal.record(.named("a"))
        try journal.record(.progressed(PartialContent(durableBytes: 5_000, total: 5_000)))
        try scene.put(content, "a.leftoff-part")
        scene.clock.advance(by: QueueLease.length)
        #expect(try await scene.attemptOnce().item?.sha256 == (try sha256(content)))
        #expect(scene.server.requests.isEmpty)
    }
}
