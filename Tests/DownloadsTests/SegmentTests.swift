import DownloadQueue
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Downloads

/// Tests of downloading one file over several connections.
@Suite("Segments")
struct SegmentTests {
    private let content = ScriptedFile.bytes(2_000_000)

    private func scene(segments: Int = 4) throws -> DownloadScene {
        try DownloadScene(checkpointBytes: 300_000) { options in
            options.segments = segments
            options.segmentMinimum = 1_000_000
            options.pieceLimit = 100_000
        }
    }

    /// Serves the file, as modified by `change`; the response with the whole file waits at 150,000 bytes until the
    /// given number of ranges has been requested.
    private func serve(
        _ scene: DownloadScene, parts: Int = 3,
        _ change: @escaping @Sendable (inout ScriptedFile, _ part: Int) -> ScriptedResponder? = { _, _ in nil }
    ) {
        let content = content
        let gate = ScriptedGate()
        let count = Mutex(0)
        scene.server.route("/a") { request, connection in
            var file = ScriptedFile(content)
            if request.value(of: "Range") == nil {
                file.gate = (after: 150_000, gate)
                return try (change(&file, 0) ?? .file(file)).respond(request, connection)
            }
            let part = count.withLock { count in
                count += 1
                return count
            }
            if part == parts { gate.open() }
            try (change(&file, part) ?? .file(file)).respond(request, connection)
        }
    }

    private func isContent(_ scene: DownloadScene, _ bytes: [UInt8]? = nil) -> Bool {
        scene.bytes("a") == bytes ?? content
    }

    /// Returns the number of the file's bytes that requests with a range have named, from a request on.
    ///
    /// A connection without work requests what another one has requested and not begun, so the sum of the ranges is
    /// larger.
    private func requestedBytes(_ scene: DownloadScene, from first: Int = 0) -> Int {
        let requested = scene.ranges.dropFirst(first).reduce(into: IndexSet()) { bytes, fields in
            guard let range = fields[0]?.dropFirst(6).split(separator: "-").compactMap({ Int($0) }) else { return }
            bytes.insert(integersIn: range[0]..<(range.count == 2 ? range[1] + 1 : content.count))
        }
        return requested.count
    }

    @Test("Several connections share a large file, all with one validator, and leave only the file")
    func shares() async throws {
        let scene = try scene()
        serve(scene)
        try scene.add("/a")
        let item = try #require(try await scene.attemptOnce().item)
        #expect(item.state == .done)
        #expect(item.sha256 == (try sha256(content)))
        #expect(isContent(scene))
        #expect(scene.names == ["a"])
        let parts = scene.ranges.dropFirst()
        #expect(parts.count >= 3)
        #expect(parts.allSatisfy { $0[1] == "\"v1\"" })
        // No two connections begin at the same byte, and the first one keeps the bytes that the others leave.
        #expect(Set(parts.map { $0[0]?.prefix { $0 != "-" } }).count == parts.count)
        #expect(requestedBytes(scene) < content.count)
    }

    @Test(
        "A file is not shared without a strong validator, range requests and a sufficient size",
        arguments: ["weak", "no ranges", "small", "one connection"])
    func notShared(why: String) async throws {
        let scene = try scene(segments: why == "one connection" ? 1 : 4)
        let body = why == "small" ? Array(content.prefix(900_000)) : content
        let tag = why == "weak" ? "W/\"v1\"" : "\"v1\""
        scene.server.route("/a") { request, connection in
            let ranges = why == "no ranges" ? "none" : "bytes"
            try connection.respond(200, [("ETag", tag), ("Accept-Ranges", ranges)], body: body, to: request)
        }
        try scene.add("/a")
        #expect(try await scene.attemptOnce().item?.sha256 == (try sha256(body)))
        #expect(scene.ranges == [[nil, nil]])
    }

    @Test("Connections that break repeatedly are replaced, and the file is complete")
    func broken() async throws {
        let scene = try scene()
        serve(scene) { file, part in
            if part > 0 { file.cutAfter = 60_000 }
            return nil
        }
        try scene.add("/a")
        let item = try #require(try await scene.attemptOnce().item)
        #expect(item.sha256 == (try sha256(content)))
        #expect(isContent(scene))
    }

    @Test("A part that does not match its Content-Digest is discarded, and the first transfer delivers it")
    func wrongContentDigest() async throws {
        let scene = try scene()
        serve(scene, parts: 1) { file, part in
            guard part == 1 else { return nil }
            file.body = file.body.map { ~$0 }
            file.fields.append(
                ScriptedRequest.Field(
                    name: "Content-Digest", value: "sha-256=:\(String(repeating: "A", count: 43))=:"))
            return nil
        }
        try scene.add("/a")
        #expect(try await scene.attemptOnce().item?.sha256 == (try sha256(content)))
        #expect(isContent(scene))
        try await scene.server.allRequestsRecorded()
        #expect(scene.ranges.count { $0[0] == nil } == 1)
    }

    @Test(
        "The file is complete even if the server refuses further connections or does not support ranges",
        arguments: [429, 503, 200])
    func refused(status: Int) async throws {
        let scene = try scene()
        serve(scene, parts: 1) { file, part in
            file.ignoresRange = status == 200
            return part == 0 || status == 200 ? nil : .status(status)
        }
        try scene.add("/a")
        #expect(try await scene.attemptOnce().item?.sha256 == (try sha256(content)))
        #expect(isContent(scene))
    }

    @Test("If a part is of another version, the first transfer goes on, and its version is stored")
    func newVersion() async throws {
        let scene = try scene()
        let new = ScriptedFile.bytes(2_000_000, seed: 2)
        serve(scene, parts: 1) { file, part in
            if part > 0 { file = ScriptedFile(new, etag: "\"v2\"") }
            return nil
        }
        try scene.add("/a")
        let item = try #require(try await scene.attemptOnce().item)
        #expect(isContent(scene))
        #expect(item.etag == "\"v1\"")
    }

    @Test("A range with another position or size is not written", arguments: ["place", "total"])
    func wrongPart(what: String) async throws {
        let scene = try scene()
        serve(scene, parts: 1) { file, part in
            if what == "place" { file.contentRangeShift = 7 } else { file.contentRangeTotal = 2_000_001 }
            return nil
        }
        try scene.add("/a")
        #expect(try await scene.attemptOnce().item?.sha256 == (try sha256(content)))
        #expect(isContent(scene))
    }

    @Test("A range with more bytes than announced is discarded and requested again")
    func excess() async throws {
        // With one further connection, nobody else asks for a part of what it has requested.
        let scene = try scene(segments: 2)
        let count = content.count
        serve(scene, parts: 2) { _, part in
            guard part == 1 else { return nil }
            return ScriptedResponder { request, connection in
                let ends = request.value(of: "Range")?.dropFirst(6).split(separator: "-").compactMap { Int($0) } ?? []
                let wrong = [UInt8](repeating: 0xEE, count: ends[1] - ends[0] + 1)
                let head =
                    "HTTP/1.1 206 Lie\r\nContent-Length: \(wrong.count)\r\nETag: \"v1\"\r\n"
                    + "Content-Range: bytes \(ends[0])-\(ends[1])/\(count)\r\n\r\n"
                try connection.write(Array(head.utf8) + wrong + Array("HTTP/1.1 200 OK\r\n\r\n".utf8))
            }
        }
        try scene.add("/a")
        let result = try await scene.attemptOnce()
        #expect(result.item?.sha256 == (try sha256(content)), "\(result)")
    }

    /// Starts a download, stops it half way and releases the item.
    private func interrupted(_ scene: DownloadScene) async throws -> QueueItem {
        serve(scene, parts: 1_000)
        try scene.add("/a")
        let claimed = try #require(try scene.claim())
        let gate = ProgressGate(900_000)
        let task = Task { await scene.download(claimed, progress: gate) }
        await gate.reached()
        task.cancel()
        _ = await task.value
        try scene.release(claimed)
        scene.server.route("/a", .file(ScriptedFile(content)))
        return try scene.store.item(id: claimed.id)
    }

    @Test("After a stop only the missing bytes are requested, and 64 KiB to compare")
    func resumes() async throws {
        let scene = try scene()
        let stopped = try await interrupted(scene)
        #expect(stopped.bytes >= 900_000)
        #expect(stopped.content.pieceBytes == 100_000)
        try await scene.server.allRequestsRecorded()
        let before = scene.ranges.count
        #expect(try await scene.attemptOnce().item?.sha256 == (try sha256(content)))
        #expect(isContent(scene))
        try await scene.server.allRequestsRecorded()
        let missing = content.count - Int(stopped.bytes)
        #expect(requestedBytes(scene, from: before) <= missing + 65_536 + 4 * 16_384)
    }

    @Test("Bytes that were discarded after the last record are requested again")
    func discarded() async throws {
        let scene = try scene()
        let stopped = try await interrupted(scene)
        // A complete piece is wrong, and its mark says that it was discarded. Complete pieces are not compared.
        let pieceBytes = try #require(stopped.content.pieceBytes)
        let piece = try #require(
            (0..<20).last { piece in
                stopped.content.segments.contains {
                    $0.start <= Int64(piece) * pieceBytes && Int64(piece + 1) * pieceBytes <= $0.durable
                }
            })
        let handle = try #require(FileHandle(forUpdatingAtPath: scene.directory.path + "/a.leftoff-part"))
        try handle.seek(toOffset: UInt64(Int64(piece) * pieceBytes))
        handle.write(Data(repeating: 0xEE, count: Int(pieceBytes)))
        try handle.seek(toOffset: UInt64(content.count + piece * 8))
        handle.write(Data(repeating: 0, count: 8))
        try handle.close()
        #expect(try await scene.attemptOnce().item?.sha256 == (try sha256(content)))
        #expect(isContent(scene))
    }

    @Test("After a reboot only durable bytes count, and the marks in the part file are not trusted")
    func rebooted() async throws {
        let scene = try scene()
        let stopped = try await interrupted(scene)
        let claimed = try #require(try scene.claim())
        var old = stopped.content
        old.boot = "another boot"
        try scene.journal(claimed).record(.progressed(old))
        try scene.release(claimed)
        #expect(try await scene.attemptOnce().item?.sha256 == (try sha256(content)))
        #expect(isContent(scene))
    }

    @Test("If the bytes on disk differ from the server's, the whole file is downloaded again")
    func differs() async throws {
        let scene = try scene()
        let stopped = try await interrupted(scene)
        // Every segment ends with a wrong byte.
        let path = scene.directory.path + "/a.leftoff-part"
        let handle = try #require(FileHandle(forUpdatingAtPath: path))
        for segment in stopped.content.segments where segment.durable < segment.end {
            try handle.seek(toOffset: UInt64(segment.durable - 1))
            handle.write(Data([content[Int(segment.durable - 1)] ^ 0xFF]))
        }
        try handle.close()
        #expect(try await scene.attemptOnce().item?.sha256 == (try sha256(content)))
        #expect(isContent(scene))
    }
}
