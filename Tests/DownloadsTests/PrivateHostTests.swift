import DownloadQueue
import Downloads
import Fetching
import FoundationEssentials
import TestSupport
import Testing
import WHATWGURL

@Suite("Private hosts of downloads", .timeLimit(.minutes(5)))
struct PrivateHostTests {
    /// A server at which `/away` leads from 127.0.0.1 to 0.0.0.0, another private address of this machine, over a
    /// redirect within the host.
    private func scene(_ configure: (inout DownloadOptions) -> Void = { _ in }) throws -> DownloadScene {
        let scene = try DownloadScene(configure: configure)
        scene.server.route("/near", .redirect(to: "http://localhost:\(scene.server.port)/file"))
        scene.server.route("/file", .ok([1, 2, 3]))
        scene.server.route("/away", .redirect(to: "/hop"))
        scene.server.route("/hop", .redirect(to: "http://0.0.0.0:\(scene.server.port)/file"))
        return scene
    }

    private func add(_ path: String, to scene: DownloadScene, _ hosts: PrivateHosts) throws {
        let url = try #require(WebURL(scene.server.address(path)))
        var request = NewQueueItem(url: url, directory: scene.directory.path)
        request.privateHosts = hosts
        _ = try scene.store.add([request], at: scene.clock.now)
    }

    @Test("A redirect to another private host is refused for good, and another name of the same machine is followed")
    func redirects() async throws {
        let scene = try scene()
        try add("/near", to: scene, .own)
        #expect(try await scene.attemptOnce().item?.state == .done)
        try add("/away", to: scene, .own)
        let failure = try #require(try await scene.attemptOnce().failure)
        #expect(failure.class == .refused && failure.isLasting)
        #expect(failure.message.contains("redirected to 0.0.0.0"), "\(failure.message)")
        #expect(failure.message.contains("--allow-private 0.0.0.0"), "\(failure.message)")
        #expect(scene.server.requests.map(\.target) == ["/near", "/file", "/away", "/hop"])
    }

    @Test("A host that the item or the settings allow is contacted", arguments: [true, false])
    func allowed(byItem: Bool) async throws {
        let scene = try scene { if !byItem { $0.privateHosts = { ["0.0.0.0"] } } }
        try add("/away", to: scene, PrivateHosts(includesOwn: true, others: byItem ? ["0.0.0.0"] : []))
        #expect(try await scene.attemptOnce().item?.state == .done)
    }

    @Test(
        "A download that came through the service contacts no private host",
        arguments: ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0x7f.1"])
    func service(host: String) async throws {
        let scene = try scene()
        let url = try #require(WebURL(scene.server.address("/file", host: host)))
        var request = NewQueueItem(url: url, directory: scene.directory.path)
        request.privateHosts = .none
        _ = try scene.store.add([request], at: scene.clock.now)
        let failure = try #require(try await scene.attemptOnce().failure)
        #expect(failure.class == .refused && failure.isLasting)
        #expect(scene.server.connectionCount == 0)
        #expect(scene.names.isEmpty)
    }

    @Test("A download that came through the service uses no proxy")
    func proxy() async throws {
        let scene = try scene()
        var request = NewQueueItem(
            url: try #require(WebURL("http://example.org/file")), directory: scene.directory.path)
        request.privateHosts = .none
        request.proxy = scene.server.address()
        _ = try scene.store.add([request], at: scene.clock.now)
        let failure = try #require(try await scene.attemptOnce().failure)
        #expect(failure.class == .refused && failure.isLasting)
        #expect(scene.server.connectionCount == 0)
    }

    @Test("A redirect through a proxy to a private address is refused before the proxy is asked")
    func redirectThroughProxy() async throws {
        let scene = try scene()
        scene.server.route("http://example.org/away", .redirect(to: "http://10.0.0.1/file"))
        scene.server.route("http://example.org/far", .redirect(to: "http://example.net/file"))
        scene.server.route("http://example.net/file", .ok([1]))
        for path in ["away", "far"] {
            var request = NewQueueItem(
                url: try #require(WebURL("http://example.org/\(path)")), directory: scene.directory.path)
            request.proxy = scene.server.address()
            _ = try scene.store.add([request], at: scene.clock.now)
        }
        let failure = try #require(try await scene.attemptOnce().failure)
        #expect(failure.class == .refused, "\(failure)")
        #expect(scene.server.requests.map(\.target) == ["http://example.org/away"])
        #expect(try await scene.attemptOnce().item?.state == .done)
    }

    @Test("The stored hosts are the ones that were added, and a repeated request adds its own")
    func stored() async throws {
        let scene = try scene()
        for hosts in [.own, .none, PrivateHosts(includesOwn: false, others: ["a", "[fd00::1]"])] as [PrivateHosts] {
            #expect(PrivateHosts(stored: hosts.stored) == hosts)
        }
        try add("/a", to: scene, .none)
        #expect(try scene.store.items(in: nil).map(\.request.privateHosts) == [.none])
        try add("/a", to: scene, PrivateHosts(includesOwn: false, others: ["nas.local"]))
        try add("/a", to: scene, .own)
        let merged = PrivateHosts(includesOwn: true, others: ["nas.local"])
        #expect(try scene.store.items(in: nil).map(\.request.privateHosts) == [merged])
        try add("/a", to: scene, .none)
        #expect(try scene.store.items(in: nil).map(\.request.privateHosts) == [merged])
    }
}
