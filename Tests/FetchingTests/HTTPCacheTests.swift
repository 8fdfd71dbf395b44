import Foundation
import Synchronization
import TestSupport
import Testing
import WHATWGURL

@testable import Fetching

@Suite("HTTP cache", .timeLimit(.minutes(20)))
final class HTTPCacheTests: Sendable {
    private let directory = NSTemporaryDirectory() + "leftoff-cache-\(UUID().uuidString)/deep/er"
    private let server: ScriptedServer
    private let engine = TransferEngine()
    private let time = Mutex<Int64>(1_000_000)

    init() throws { server = try ScriptedServer() }

    deinit {
        server.stop()
        try? FileManager.default.removeItem(atPath: (directory as NSString).deletingLastPathComponent)
    }

    private func fetcher(_ policy: FetchPolicy = FetchPolicy()) throws -> PageFetcher {
        PageFetcher(
            engine: engine, policy: policy, cache: try HTTPCache(directory: directory), clock: RecordingClock(),
            now: { [self] in time.withLock { $0 } })
    }

    private func pass(_ seconds: Int64) { time.withLock { $0 += seconds } }

    private func get(_ path: String, _ policy: FetchPolicy = FetchPolicy()) async throws -> String {
        let url = try #require(WebURL(server.address(path)))
        return String(decoding: try await fetcher(policy).fetch(url).body, as: UTF8.self)
    }

    private func files() throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: URL(filePath: directory), includingPropertiesForKeys: nil)
    }

    @Test("A fresh page is not requested again; a stale one is revalidated, and renewed by a 304")
    func lifecycle() async throws {
        let fields = [("Cache-Control", "max-age=60"), ("ETag", "\"one\"")]
        server.route("/a") { request, connection in
            if request.value(of: "If-None-Match") == "\"one\"" {
                try connection.writeHead(304, [("Cache-Control", "max-age=100"), ("ETag", "\"one\"")])
            } else {
                try connection.respond(200, fields, body: Array("page".utf8), to: request)
            }
        }
        for _ in 0..<3 { #expect(try await get("/a") == "page") }
        #expect(server.requests.count == 1)
        pass(61)
        for _ in 0..<3 { #expect(try await get("/a") == "page") }
        #expect(server.requests.count == 2)
        pass(99)
        #expect(try await get("/a") == "page")
        #expect(server.requests.count == 2)
        pass(2)
        #expect(try await get("/a") == "page")
        #expect(server.requests.count == 3)
        #expect(try files().count == 1)
    }

    @Test("A changed page replaces the stored one")
    func changed() async throws {
        server.route(
            "/a",
            .sequence([
                .ok(Array("old".utf8), fields: [("ETag", "\"1\""), ("Cache-Control", "no-cache")]),
                .ok(Array("new".utf8), fields: [("ETag", "\"2\""), ("Cache-Control", "max-age=9")]),
            ]))
        #expect(try await get("/a") == "old")
        for _ in 0..<2 { #expect(try await get("/a") == "new") }
        #expect(server.requests.map { $0.value(of: "If-None-Match") } == [nil, "\"1\""])
    }

    @Test("A response that must not be stored is not stored")
    func noStore() async throws {
        server.route("/a", .ok(Array("x".utf8), fields: [("Cache-Control", "no-store, max-age=60")]))
        for _ in 0..<2 { #expect(try await get("/a") == "x") }
        #expect(server.requests.count == 2)
        #expect(try files().isEmpty)
    }

    @Test("Another language gives another page")
    func vary() async throws {
        server.route("/a") { request, connection in
            let language = request.value(of: "Accept-Language") ?? "none"
            try connection.respond(
                200, [("Cache-Control", "max-age=60"), ("Vary", "Accept-Language, Accept-Encoding")],
                body: Array(language.utf8), to: request)
        }
        var german = FetchPolicy()
        german.acceptLanguage = "de"
        #expect(try await get("/a") == "none")
        #expect(try await get("/a", german) == "de")
        #expect(try await get("/a", german) == "de")
        #expect(try await get("/a") == "none")
        #expect(server.requests.count == 3)
    }

    @Test("Redirects are stored like pages, and a validator is only sent to its own URL")
    func redirects() async throws {
        server.route(
            "/moved", .status(301, fields: [("Location", "/a#x"), ("Cache-Control", "max-age=60"), ("ETag", "\"m\"")]))
        server.route("/a", .ok(Array("page".utf8), fields: [("ETag", "\"a\""), ("Cache-Control", "max-age=5")]))
        let url = try #require(WebURL(server.address("/moved")))
        for _ in 0..<2 {
            let page = try await fetcher().fetch(url)
            #expect(page.body == Array("page".utf8))
            #expect(page.url.path == "/a" && page.url.fragment == "x")
        }
        #expect(server.requests.count == 2)
        pass(6)
        #expect(try await get("/moved") == "page")
        #expect(server.requests(to: "/a").last?.value(of: "If-None-Match") == "\"a\"")
        #expect(server.requests(to: "/moved").count == 1)
    }

    @Test("A redirect to a file and a redirect loop are errors with a cache too")
    func badRedirects() async throws {
        server.route("/file", .redirect(to: "file:///etc/passwd"))
        server.route("/loop", .status(301, fields: [("Location", "/loop"), ("Cache-Control", "max-age=60")]))
        let reasons = [("/file", "redirects to file: URLs are not followed"), ("/loop", "more than 10 redirects")]
        for (path, reason) in reasons {
            let error = try await #require(throws: TransferError.self) { try await self.get(path) }
            #expect(error.detail.hasSuffix(reason))
        }
        #expect(server.requests(to: "/loop").count == 1)
    }

    @Test("A damaged, truncated or foreign file counts as missing and is replaced", arguments: 0..<6)
    func damage(kind: Int) async throws {
        server.route("/a", .ok(Array("a page of some length".utf8), fields: [("Cache-Control", "max-age=60")]))
        #expect(try await get("/a") == "a page of some length")
        let file = try #require(try files().first)
        var bytes = try Data(contentsOf: file)
        switch kind {
        case 0: bytes[3] ^= 1
        case 1: bytes[bytes.count - 60] ^= 1
        case 2: bytes.removeLast(5)
        case 3: bytes.removeFirst()
        case 4: bytes = Data("leftoff".utf8)
        default: bytes = Data()
        }
        try bytes.write(to: file)
        #expect(try await get("/a") == "a page of some length")
        #expect(server.requests.count == 2)
        #expect(try await get("/a") == "a page of some length")
        #expect(server.requests.count == 2)
    }

    @Test("A path that is not a regular file counts as missing and does not block", arguments: [0, 1, 2])
    func foreignEntry(kind: Int) async throws {
        server.route("/a", .ok(Array("a page".utf8), fields: [("Cache-Control", "max-age=60")]))
        #expect(try await get("/a") == "a page")
        let file = try #require(try files().first).path
        try FileManager.default.moveItem(atPath: file, toPath: file + "-moved")
        switch kind {
        case 0: #expect(mkfifo(file, 0o600) == 0)
        case 1: try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: file + "-moved")
        default: try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        }
        #expect(try await get("/a") == "a page")
        #expect(server.requests.count == 2)
    }

    @Test("An incomplete body is not stored and leaves no file")
    func truncated() async throws {
        var policy = FetchPolicy()
        policy.maximumRetries = 0
        let body = ScriptedFile.bytes(600_000)
        server.route("/a", .short(body, announced: 700_000, fields: [("Cache-Control", "max-age=60")]))
        await #expect(throws: TransferError.self) { try await self.get("/a", policy) }
        #expect(try files().isEmpty)
    }

    @Test("Concurrent requests for the same URLs receive complete pages")
    func concurrent() async throws {
        let body = ScriptedFile.bytes(100_000)
        server.routeEverythingElse(.ok(body, fields: [("Cache-Control", "max-age=0"), ("ETag", "\"x\"")]))
        let fetchers = try (0..<4).map { _ in try fetcher() }
        let urls = try (0..<5).map { try #require(WebURL(server.address("/\($0)"))) }
        let count = try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<80 {
                group.addTask { try await fetchers[index % 4].fetch(urls[index % 5]).body == body }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(count == 80)
        #expect(try files().count == 5)
    }

    @Test("Stored files are readable only by their owner")
    func permissions() async throws {
        server.route("/a", .ok([1], fields: [("Cache-Control", "max-age=60"), ("Set-Cookie", "secret=1")]))
        _ = try await get("/a")
        let file = try #require(try files().first)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(!String(decoding: try Data(contentsOf: file), as: UTF8.self).contains("secret"))
    }

    @Test("The error for a directory that cannot be created has the reason")
    func directoryFails() {
        #expect(throws: HTTPCache.Failure.self) { try HTTPCache(directory: "/proc/none/cache") }
        #expect(throws: HTTPCache.Failure.self) { try HTTPCache(directory: "/etc/hostname") }
    }

    @Test("A cache that grows too large removes the least recently used entries")
    func eviction() async throws {
        server.routeEverythingElse(.ok(ScriptedFile.bytes(10_000), fields: [("Cache-Control", "max-age=900")]))
        let cache = try HTTPCache(directory: directory, maximumBytes: 60_000)
        let fetcher = PageFetcher(engine: engine, cache: cache, clock: RecordingClock(), now: { 1_000_000 })
        let urls = try (0..<5).map { try #require(WebURL(server.address("/\($0)"))) }
        for (age, url) in urls.enumerated() {
            let known = Set(try files().map(\.path))
            _ = try await fetcher.fetch(url)
            // The first entries were used long ago, and the others even longer ago.
            for file in try files() where !known.contains(file.path) {
                let date = Date(timeIntervalSince1970: 2_000_000 - Double(age))
                try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
            }
        }
        try Data("mine".utf8).write(to: URL(filePath: directory + "/notes"))
        // After it is used again, the oldest entry is the newest.
        _ = try await fetcher.fetch(urls[4])
        #expect(server.requests.count == 5)
        for path in ["/5", "/6"] {
            let url = try #require(WebURL(server.address(path)))
            _ = try await fetcher.fetch(url)
        }
        cache.trim()
        let earlierCount = server.requests.count
        for url in [urls[4], urls[0], urls[1]] { _ = try await fetcher.fetch(url) }
        #expect(server.requests.count == earlierCount)
        for url in [urls[3], urls[2]] { _ = try await fetcher.fetch(url) }
        #expect(server.requests.count == earlierCount + 2)
        #expect(FileManager.default.fileExists(atPath: directory + "/notes"))
    }

    @Test("An unfinished file of a killed process is removed after a day")
    func leftovers() async throws {
        server.route("/a", .ok([1], fields: [("Cache-Control", "max-age=900")]))
        let cache = try HTTPCache(directory: directory)
        let fetcher = PageFetcher(engine: engine, cache: cache, clock: RecordingClock())
        let url = try #require(WebURL(server.address("/a")))
        for (name, age) in [("new", 3_600.0), ("old", 90_000)] {
            let path = directory + "/.part-" + name
            try Data([1]).write(to: URL(filePath: path))
            let date = Date(timeIntervalSinceNow: -age)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        }
        _ = try await fetcher.fetch(url)
        cache.trim()
        let left = try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0.hasPrefix(".part-") }
        #expect(left == [".part-new"])
    }
}
