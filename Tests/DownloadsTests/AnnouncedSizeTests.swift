import DownloadQueue
import Downloads
import Foundation
import TestSupport
import Testing

/// Tests of servers that announce sizes that no file has.
@Suite("Announced sizes")
struct AnnouncedSizeTests {
    private let content = ScriptedFile.bytes(300_000)

    private func expectTooLarge(_ failure: QueueFailure?) throws {
        let failure = try #require(failure)
        #expect(failure.class == .excess && failure.isLasting && !failure.message.contains("\n"))
        #expect(failure.message.hasSuffix(": the server announces more than 8 PiB"))
    }

    @Test(
        "A length of more than 2⁵³ − 1 bytes ends the download at the first response, without a file",
        arguments: [
            "9007199254740992", "18014398509481984", "4611686018427387904", "9223372036854775807",
            "9223372036854775808", "1000000000000000000000000000000",
        ])
    func length(length: String) async throws {
        let scene = try DownloadScene()
        let content = content
        scene.server.route("/a") { _, connection in
            try connection.writeHead(
                200, [("Content-Length", length), ("ETag", "\"v1\""), ("Accept-Ranges", "bytes")])
            try connection.write(content)
            connection.close()
        }
        try scene.add("/a")
        try expectTooLarge(try await scene.attemptOnce().failure)
        #expect(scene.server.requests.count == 1 && scene.names.isEmpty)
    }

    @Test("A length up to 2⁵³ − 1 is accepted, and the download fails when the body or the disk ends")
    func largestLength() async throws {
        let scene = try DownloadScene()
        let content = content
        scene.server.route("/a") { request, connection in
            guard request.value(of: "Range") == nil else { return connection.reset() }
            try connection.writeHead(
                200, [("Content-Length", "9007199254740991"), ("ETag", "\"v1\""), ("Accept-Ranges", "bytes")])
            try connection.write(content)
            connection.close()
        }
        try scene.add("/a")
        for _ in 0..<2 { try await scene.attemptInVain() }
    }

    @Test(
        "A resumed response of unknown size that ends after 2⁵³ − 1 bytes ends the download and keeps its bytes",
        arguments: ["9007199254740991", "9223372036854775807", "9223372036854775808"])
    func lastPosition(last: String) async throws {
        let scene = try DownloadScene()
        let content = content
        let resumed = ScriptedResponder { request, connection in
            let start = request.value(of: "Range")?.dropFirst("bytes=".count).dropLast() ?? ""
            try connection.writeHead(
                206,
                [
                    ("ETag", "\"v1\""), ("Content-Range", "bytes \(start)-\(last)/*"), ("Transfer-Encoding", "chunked"),
                ])
            try connection.writeChunk(content.suffix(content.count - (Int(start) ?? 0)))
            connection.close()
        }
        let cut = ScriptedResponder.chunked([content], fields: [("ETag", "\"v1\"")], isCut: true)
        scene.server.route("/a", .sequence([cut, resumed]))
        try scene.add("/a")
        try await scene.attemptInVain()
        let claimed = try #require(try scene.claim())
        try expectTooLarge(await scene.download(claimed).failure)
        #expect(scene.server.requests.count == 2)
        #expect(try scene.store.item(id: claimed.id).bytes == 300_000)
    }
}
