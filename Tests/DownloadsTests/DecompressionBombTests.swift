import DownloadQueue
import Syntax
import TestSupport
import Testing

@testable import Downloads

@Suite("Compressed downloads that grow", .timeLimit(.minutes(5)))
struct DecompressionBombTests {
    @Test("A download that grows too much fails for good and leaves nothing", arguments: DecompressionBomb.codings)
    func refused(coding: String) async throws {
        let scene = try DownloadScene { $0.expansionAllowance = 1 << 20 }
        scene.server.route("/a", DecompressionBomb(coding: coding).response)
        try scene.add("/a")
        let failure = try #require(try await scene.attemptOnce().failure)
        #expect(failure.class == .excess && failure.class.name == "size" && failure.isLasting)
        #expect(failure.message.hasSuffix("the compressed body grows more than 250 times"), "\(failure.message)")
        #expect(scene.names == [])
    }

    @Test("A table of zeros is downloaded", arguments: DecompressionBomb.codings)
    func allowed(coding: String) async throws {
        let scene = try DownloadScene()
        let bomb = DecompressionBomb(coding: coding)
        scene.server.route("/a", bomb.response)
        try scene.add("/a")
        #expect(try await scene.attemptOnce().item?.state == .done)
        #expect(scene.bytes("a")?.count == bomb.byteCount)
    }

    @Test("A long log grows beyond the allowance, but not beyond the ratio")
    func log() async throws {
        let scene = try DownloadScene { $0.expansionAllowance = 1 << 20 }
        let lines = (0..<40_000).map { "2026-11-28T08:00:00Z host\($0 % 7) GET /page/\($0) 200\n" }.joined()
        let body = try #require(Gzip.compressed(Array(lines.utf8)))
        scene.server.route("/a", .ok(body, fields: [("Content-Encoding", "gzip")]))
        try scene.add("/a")
        #expect(try await scene.attemptOnce().item?.state == .done)
        #expect(scene.bytes("a") == Array(lines.utf8))
    }
}
