import Foundation
import Synchronization
import Syntax
import TestSupport
import Testing
import WHATWGURL

@testable import Fetching

@Suite("Cached redirects", .timeLimit(.minutes(20)))
final class CachedRedirectTests: Sendable {
    /// An authorizer that allows every hop and records it.
    private final class Recorder: FetchAuthorizer {
        struct Hop: Equatable {
            var path: String
            var ownHost: String
            var hasReachedPublic: Bool
        }

        let hops = Mutex<[Hop]>([])

        func authorize(
            _ url: WebURL, ownHost: String, hasReachedPublic: Bool,
            completion: @escaping @Sendable (Result<Duration?, any Error>) -> Void
        ) {
            hops.withLock { $0.append(Hop(path: url.path, ownHost: ownHost, hasReachedPublic: hasReachedPublic)) }
            completion(.success(nil))
        }
    }

    private let directory = NSTemporaryDirectory() + "leftoff-redirects-\(UUID().uuidString)"
    private let server: ScriptedServer
    private let engine = TransferEngine()

    init() throws { server = try ScriptedServer(["/admin": .ok(Array("secret".utf8))]) }

    deinit {
        server.stop()
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Stores a redirect from `/moved` to `/admin`, as a response from a public or a private address.
    private func store(isPublic: Bool, cacheControl: String) throws -> HTTPCache {
        let cache = try HTTPCache(directory: directory)
        let url = try url("/moved")
        let fields = [("Location", "/admin"), ("Cache-Control", cacheControl), ("ETag", "\"1\"")]
        var head = ResponseHead(status: 301, fields: fields.map { HeaderField(name: $0.0, value: $0.1) }, url: url)
        head.hasReachedPublic = isPublic
        let created = cache.writer(
            for: url, head: head, requestFields: [], requestTime: 1_000_000, responseTime: 1_000_000)
        var writer = try #require(created)
        writer.commit()
        return cache
    }

    private func url(_ path: String) throws -> WebURL { try #require(WebURL(server.address(path))) }

    private func fetcher(_ cache: HTTPCache, _ addressPolicy: IPAddressPolicy) -> PageFetcher {
        var policy = FetchPolicy()
        policy.addressPolicy = addressPolicy
        return PageFetcher(engine: engine, policy: policy, cache: cache, now: { 1_000_010 })
    }

    @Test(
        "A stored redirect of a public host does not lead to this machine, even if a private server confirms it",
        arguments: ["max-age=60", "max-age=1"])
    func publicRedirect(cacheControl: String) async throws {
        server.route("/moved", .status(304, fields: [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]))
        let fetcher = fetcher(try store(isPublic: true, cacheControl: cacheControl), .publicRedirects(except: []))
        // The second fetch finds the entry that the first one has renewed.
        for _ in 0..<2 {
            let error = try await #require(throws: TransferError.self) { try await fetcher.fetch(self.url("/moved")) }
            #expect(error.className == "refusedAddress")
        }
        #expect(server.requests(to: "/admin").isEmpty)
        #expect(server.requests(to: "/moved").count == (cacheControl == "max-age=60" ? 0 : 1))
    }

    @Test("A stored redirect of a private host to itself is followed", arguments: ["max-age=60", "max-age=1"])
    func privateRedirect(cacheControl: String) async throws {
        server.route("/moved", .status(304, fields: [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]))
        let fetcher = fetcher(try store(isPublic: false, cacheControl: cacheControl), .publicRedirects(except: []))
        for _ in 0..<2 {
            #expect(try await fetcher.fetch(self.url("/moved")).body == Array("secret".utf8))
        }
    }

    @Test("The authorizer learns that a redirect came from a public address", arguments: [false, true])
    func authorizer(isPublic: Bool) async throws {
        let recorder = Recorder()
        var fetcher = fetcher(try store(isPublic: isPublic, cacheControl: "max-age=60"), .any)
        fetcher.authorizer = recorder
        _ = try await fetcher.fetch(url("/moved"))
        let expected = [("/moved", false), ("/admin", isPublic)].map {
            Recorder.Hop(path: $0.0, ownHost: "127.0.0.1", hasReachedPublic: $0.1)
        }
        #expect(recorder.hops.withLock { $0 } == expected)
    }

    @Test("A redirect that sets a cookie is not cached, and its cookie belongs to one fetch")
    func cookies() async throws {
        server.route("/c") { request, connection in
            let has = request.value(of: "Cookie") == "s=1"
            try connection.respond(
                has ? 200 : 301,
                (has ? [] : [("Set-Cookie", "s=1"), ("Location", "/c")]) + [
                    ("Cache-Control", "no-cache"), ("ETag", "\"1\""),
                ],
                body: Array("page".utf8), to: request)
        }
        let fetcher = fetcher(try HTTPCache(directory: directory), .any)
        for _ in 0..<2 {
            let page = try await fetcher.fetch(try url("/c"))
            #expect(page.status == 200 && page.body == Array("page".utf8))
        }
        let sent = server.requests(to: "/c").map { $0.value(of: "Cookie") }
        #expect(sent == [nil, "s=1", nil, "s=1"])
        await engine.shutdown()
    }
}
