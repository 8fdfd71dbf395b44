import DownloadQueue
import Foundation
import Synchronization
import Syntax
import TestSupport
import Testing

@testable import Downloads

@Suite("The space that downloads leave free", .timeLimit(.minutes(5)))
struct FreeSpaceFloorTests {
    /// A scene on a volume to which downloads may write a number of bytes.
    private func scene(space: Int64) throws -> DownloadScene {
        try DownloadScene { options in
            options.freeSpace = FreeSpaceFloor { directory in
                let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
                let sizes = names.map { name in
                    let attributes = try? FileManager.default.attributesOfItem(atPath: directory + "/" + name)
                    return attributes?[.size] as? Int64 ?? 0
                }
                return max(0, space - sizes.reduce(0, +))
            }
        }
    }

    private static let bodies: [(String, ScriptedResponder, isKept: Bool)] = [
        ("without a length", .chunked([ScriptedFile.bytes(3_000_000)], fields: [("ETag", "\"a\"")]), true),
        ("with a length", .ok(ScriptedFile.bytes(3_000_000), fields: [("ETag", "\"a\"")]), true),
        ("that grows when it is decoded", DecompressionBomb(coding: "gzip").response, false),
        ("that fits into memory", .ok(ScriptedFile.bytes(90_000)), false),
    ]

    @Test("A body is not written below the floor, and its download waits", arguments: bodies.indices)
    func floor(index: Int) async throws {
        let body = Self.bodies[index]
        let scene = try scene(space: body.0 == "that fits into memory" ? 80_000 : 1_000_000)
        scene.server.route("/a", body.1)
        try scene.add("/a")
        let item = try #require(try scene.claim())
        let failure = try #require(await scene.download(item).failure, "\(body.0)")
        #expect(failure.class == .disk && failure.needsSpace && !failure.isLasting, "\(body.0)")
        #expect(failure.message.contains("not enough space"), "\(failure.message)")
        let size = scene.names.compactMap { scene.bytes($0)?.count }.reduce(0, +)
        #expect(size <= 1_000_000 && (!body.isKept || size > 800_000), "\(body.0): \(size)")
        let waiting = try scene.journal(item).record(.failed(failure, retryAfter: nil, jitter: 0)).item
        #expect(waiting.state == .waiting)
    }

    @Test("The space is measured again after 16 MiB, and near the floor before each write")
    func measurements() throws {
        let count = Mutex(0)
        let usable = Mutex<Int64?>(100 << 20)
        let floor = FreeSpaceFloor { _ in
            count.withLock { $0 += 1 }
            return usable.withLock { $0 }
        }
        for _ in 0..<32 { try floor.reserve(1 << 20, in: "/a") }
        #expect(count.withLock { $0 } == 2)
        // Another directory may be on the same volume, so its first write is measured, and its bytes count for all.
        try floor.reserve(1 << 20, in: "/b")
        #expect(count.withLock { $0 } == 3)
        usable.withLock { $0 = 10 }
        try floor.reserve(15 << 20, in: "/b")
        #expect(throws: QueueFailure.self) { try floor.reserve(11, in: "/a") }
        try floor.reserve(10, in: "/a")
        #expect(throws: QueueFailure.self) { try floor.reserve(11, in: "/a") }
        usable.withLock { $0 = nil }
        try floor.reserve(1 << 20, in: "/a")
    }

    @Test("Downloads leave a part of each volume free")
    func usable() throws {
        let directory = NSTemporaryDirectory()
        let (free, usable) = (try #require(FreeSpace.bytes(in: directory)), FreeSpace.usableBytes(in: directory))
        #expect(try #require(usable) < free)
        #expect(FreeSpace.usableBytes(in: directory + "/missing") == nil)
    }

    @Test("A small volume can be filled up to 5 %", .enabled(if: MountedDirectory.isAvailable))
    func smallVolume() throws {
        let volume = try MountedDirectory(["-t", "tmpfs", "-o", "size=1m", "none"])
        let usable = try #require(FreeSpace.usableBytes(in: volume.url.path))
        #expect((990_000...1_000_000).contains(usable))
    }
}
