import DownloadQueue
import Fetching
import Foundation
import Synchronization
import Syntax
import TestSupport
import Testing
import WHATWGURL

@testable import Downloads

/// Tests of a queue to which others can write, here in SQLite with rules for the worker.
@Suite("Rules for the rows of shared queues", .timeLimit(.minutes(5)))
struct WorkerRulesTests {
    /// A row that goes beyond the rules.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The option that its failure names; nil if no option allows it.
        var option: String?
        var isDirectory = false
        /// Changes the row; `root` is the directory of the rules.
        var change: @Sendable (_ item: inout QueueItem, _ root: String) -> Void

        static func directory(_ name: String, _ path: @escaping @Sendable (_ root: String) -> String) -> Row {
            Row(testDescription: "directory \(name)", option: "--root", isDirectory: true) {
                $0.request.directory = path($1)
            }
        }

        static func field(_ name: String) -> Row {
            Row(testDescription: "field \(name)", option: "--allow-headers") { item, _ in
                item.request.headers = [HeaderField(name: "Accept", value: "*/*"), HeaderField(name: name, value: "v")]
            }
        }
    }

    static let rows: [Row] =
        [
            .directory("outside") { "\($0)/../outside" }, .directory("beside") { $0 + "2" },
            .directory("absolute") { _ in "/nonexistent/leftoff" }, .directory("relative") { _ in "files" },
            .directory("empty") { _ in "" }, .directory("hidden") { "\($0)/.ssh" },
            .directory("below a hidden one") { "\($0)/.config/autostart" }, .directory("with NUL") { "\($0)/a\0b" },
            .directory("of the root's parent") { "\($0)/.." },
        ] + ["Cookie", "cookie", "Authorization", "X-Key", "Metadata-Flavor", "Host"].map(Row.field) + [
            Row(testDescription: "proxy", option: "--allow-proxy") { item, _ in
                item.request.proxy = "http://ada:secret@127.0.0.1:1"
            },
            Row(testDescription: "netrc file", option: "--allow-file") { $0.request.netrcPath = "\($1)/netrc" },
            Row(testDescription: "cookie file", option: "--allow-file") { $0.request.cookiesPath = "\($1)/cookies" },
            Row(testDescription: "own root", option: "--root", isDirectory: true) { item, _ in
                item.request.root = "/"
                item.request.directory = "/nonexistent/leftoff"
            },
            Row(testDescription: "file name") { item, _ in item.fileName = "../x" },
            Row(testDescription: "part name") { item, _ in item.partName = ".bashrc" },
        ]

    /// A queue with a healthy row and a hostile one, and files that must not be touched.
    private struct Scene {
        let scene: DownloadScene
        let store: AlteredStore
        let rules: WorkerRules
        let hostile: QueueItem

        init(_ row: Row, configure: (inout WorkerRules) -> Void = { _ in }) throws {
            let scene = try DownloadScene()
            self.scene = scene
            let root = scene.directory.path
            for directory in [".ssh", ".config/autostart", "../outside", "../files2"] {
                try FileManager.default.createDirectory(
                    atPath: "\(root)/\(directory)", withIntermediateDirectories: true)
                for name in ["f.leftoff-part", "f.leftoff-quarantined", "authorized_keys"] {
                    try Data([1]).write(to: URL(fileURLWithPath: "\(root)/\(directory)/\(name)"))
                }
            }
            for name in ["netrc", "cookies"] { try scene.put([2], name) }
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(root)/netrc")
            var rules = WorkerRules(roots: [root])
            configure(&rules)
            self.rules = rules
            scene.server.route("/bad", .ok([1]))
            scene.server.route("/good", .ok([2]))
            hostile = try scene.add("/bad", priority: 1)
            try scene.add("/good")
            store = AlteredStore(store: scene.store) { item in
                guard item.url.path == "/bad" else { return }
                row.change(&item, root)
            }
        }

        /// The paths of all files below the directory of the test, without the database.
        var paths: Set<String> {
            let all = FileManager.default.enumerator(atPath: scene.root.path)?.compactMap { $0 as? String } ?? []
            return Set(all.filter { !$0.hasPrefix("home") })
        }

        func worker(_ examined: Examined = Examined()) -> QueueWorker {
            var options = scene.options
            options.rules = rules
            options.privateHosts = { ["127.0.0.1"] }
            let engines = DownloadEngines(usual: scene.engine, rules: rules) { _ in [] }
            return QueueWorker(
                store: store, downloader: Downloader(engines: engines, options: options), limits: QueueLimits(),
                clock: scene.clock,
                freeBytes: { directory in
                    examined.directories.withLock { _ = $0.insert(directory) }
                    return 1 << 40
                })
        }
    }

    /// The directories whose free space was asked for.
    private final class Examined: Sendable {
        let directories = Mutex<Set<String>>([])
    }

    @Test("A worker refuses the row before it examines or creates anything, and goes on", arguments: rows)
    func worker(row: Row) async throws {
        let scene = try Scene(row)
        let before = scene.paths
        let examined = Examined()
        let summary = try await scene.worker(examined).run()
        #expect(summary.failed == 1 && summary.done == 1)
        let failed = try scene.scene.store.item(id: scene.hostile.id)
        #expect(failed.state == .failed && failed.error?.class == .refused && failed.error?.isLasting == true)
        let message = failed.error?.message ?? ""
        #expect(message.contains(row.option ?? "refused") && !message.contains("secret"), "\(message)")
        #expect(scene.scene.server.requests.map(\.target) == ["/good"])
        #expect(scene.paths == before.union(["files/good"]))
        #expect(examined.directories.withLock { $0 } == [scene.scene.directory.path])
    }

    @Test("Rules that name the value allow the row")
    func allowed() async throws {
        let proxy = try ScriptedServer()
        defer { proxy.stop() }
        proxy.route("http://example.org/bad", .ok([1]))
        let row = Row(testDescription: "all") { item, root in
            item.request.directory = "\(root)/../outside/new"
            item.request.headers = [HeaderField(name: "X-Key", value: "v")]
            item.request.netrcPath = "\(root)/netrc"
        }
        let scene = try Scene(row) { rules in
            rules.roots.append(rules.roots[0].replacing("/files", with: "/files/../outside"))
            rules.fields = [HeaderField(name: "X-Key", value: "v")]
            rules.files = [rules.roots[0] + "/netrc"]
        }
        // A root with ".." contains nothing, so that its text can be compared.
        #expect(try await scene.worker().run().failed == 1)
        let outside = scene.scene.root.path + "/outside"
        let other = try Scene(
            Row(testDescription: "all") { item, root in
                row.change(&item, root)
                item.request.directory = root.replacing("/files", with: "/outside/new")
            }
        ) { rules in
            rules.roots.append(rules.roots[0].replacing("/files", with: "/outside"))
            rules.fields = [HeaderField(name: "X-Key", value: "v")]
            rules.files = [rules.roots[0] + "/netrc"]
        }
        #expect(try await other.worker().run().done == 2)
        #expect(other.paths.contains("outside/new/bad") && !scene.paths.contains(outside))
        let request = try #require(other.scene.server.requests(to: "/bad").first)
        #expect(request.value(of: "X-Key") == "v")
    }

    @Test("A directory that leads out of the root through a link is refused when it is opened")
    func link() async throws {
        let scene = try Scene(.directory("link") { "\($0)/link/new" })
        try scene.scene.link("link", to: "../outside")
        let before = scene.paths
        let summary = try await scene.worker().run()
        #expect(summary.failed == 1 && summary.done == 1)
        #expect(try scene.scene.store.item(id: scene.hostile.id).error?.class == .refused)
        #expect(scene.paths == before.union(["files/good"]))
    }

    @Test(
        "The private hosts of a row are ignored; those of the worker and the URLs of this command count",
        arguments: [PrivateHosts.own, PrivateHosts(includesOwn: true, others: ["127.0.0.1", "localhost"]), .none])
    func privateHosts(hosts: PrivateHosts) async throws {
        for (isOwn, isAllowed) in [(false, false), (true, false), (false, true)] {
            let scene = try DownloadScene { options in
                options.rules = WorkerRules(roots: ["/"])
                if isAllowed { options.privateHosts = { ["127.0.0.1"] } }
            }
            scene.server.route("/a", .ok([1]))
            let url = try #require(WebURL(scene.server.address("/a")))
            var request = NewQueueItem(url: url, directory: scene.directory.path)
            request.privateHosts = hosts
            _ = try scene.store.add([request], at: scene.clock.now)
            var options = scene.options
            if isOwn { options.rules?.ownURLs = [url] }
            let worker = QueueWorker(store: scene.store, engine: scene.engine, options: options, clock: scene.clock)
            let summary = try await worker.run()
            #expect((summary.done == 1) == (isOwn || isAllowed))
            #expect((scene.server.connectionCount > 0) == (isOwn || isAllowed))
        }
    }

    @Test("A row with an allowed proxy reaches no private host by its name", arguments: ["127.0.0.1", "localhost"])
    func proxiedHost(host: String) async throws {
        let scene = try DownloadScene()
        scene.server.route("http://\(host):9/a", .ok([1]))
        scene.server.route("http://example.org/a", .ok([1]))
        var options = scene.options
        options.rules = WorkerRules(roots: [scene.directory.path])
        options.rules?.proxies = [scene.server.address()]
        for url in ["http://\(host):9/a", "http://example.org/a"] {
            var request = NewQueueItem(url: try #require(WebURL(url)), directory: scene.directory.path)
            request.proxy = scene.server.address()
            _ = try scene.store.add([request], at: scene.clock.now)
        }
        let worker = QueueWorker(store: scene.store, engine: scene.engine, options: options, clock: scene.clock)
        let summary = try await worker.run()
        #expect(summary.failed == 1 && summary.done == 1)
        #expect(scene.server.requests.map(\.target) == ["http://example.org/a"])
    }

    @Test(
        "The sweep and the removal of a row delete nothing outside of the roots", arguments: rows.filter(\.isDirectory))
    func deletion(row: Row) async throws {
        let removed = try Scene(row)
        let names = Row(testDescription: row.testDescription) { item, root in
            row.change(&item, root)
            (item.fileName, item.partName) = ("f", "f.leftoff-part")
        }
        let scene = try Scene(names)
        let before = scene.paths
        let id = scene.hostile.id
        _ = try #require(try scene.scene.claim(id, owner: "gone"))
        _ = try scene.scene.store.apply(.remove, to: [id], at: scene.scene.clock.now)
        scene.scene.clock.advance(by: QueueLease.length)
        _ = try await scene.worker().run()
        #expect(throws: QueueError.notFound(id: id)) { try scene.scene.store.item(id: id) }
        #expect(scene.paths == before.union(["files/good"]))

        let item = try removed.store.remove(
            ids: [removed.hostile.id], at: removed.scene.clock.now, rules: removed.rules)[0]
        var quarantined = item
        (quarantined.fileName, quarantined.partName) = ("f", "f.leftoff-part")
        let transition = QueueTransition(quarantined, [.discardQuarantinedFile("f"), .discardPartialFile, .forget])
        #expect(transition.discardFiles(rules: removed.rules).count == 2)
        #expect(removed.paths == before)
    }

    @Test("Other programs get a row without the parts that go beyond the rules", arguments: rows)
    func reduced(row: Row) throws {
        let scene = try Scene(row)
        let item = try scene.store.item(id: scene.hostile.id)
        var excess: [WorkerRules.Excess] = []
        let reduced = scene.rules.reduced(item) { excess.append($0) }
        #expect(excess.map(\.option).allSatisfy { $0.hasPrefix(row.option ?? "-") })
        #expect(excess.count == (row.option == nil ? 0 : 1))
        #expect(reduced.request.proxy == nil && reduced.request.netrcPath == nil && reduced.request.cookiesPath == nil)
        #expect(reduced.directory == scene.scene.directory.path)
        #expect(reduced.headers.allSatisfy { $0.name == "Accept" } && reduced.request.privateHosts == .none)
        try scene.rules.check(reduced)
        // Everything else is kept.
        #expect(reduced.id == item.id && reduced.url == item.url && reduced.state == item.state)
    }

    @Test("Harmless request fields need no option", arguments: ["Accept", "accept-language", "User-Agent", "Referer"])
    func harmless(name: String) throws {
        let url = try #require(WebURL("http://h/"))
        let request = NewQueueItem(url: url, directory: "/d", headers: [HeaderField(name: name, value: "v")])
        try WorkerRules(roots: ["/d"]).check(
            QueueItem(id: "a", request: request, addedAt: Date(timeIntervalSince1970: 0)))
    }

    @Test(
        "A root contains itself and what is below it, compared by bytes",
        arguments: [
            ("/", "/a", true), ("/", "/", true), ("/d", "/d", true), ("/d/", "/d/a/", true), ("/d", "//d/./a", true),
            ("/d", "/dd", false), ("/d", "/", false), ("/d", "/d/.a", false), ("/.d", "/.d/a", true),
            ("/.d", "/.d/.a", false), ("d", "d/a", false), ("/d/..", "/d", false), ("/d\u{301}", "/d\u{301}/a", true),
            ("/\u{E9}", "/e\u{301}", false), ("/d", "/d/\u{301}a", true),
        ])
    func roots(root: String, directory: String, isBelow: Bool) {
        #expect((WorkerRules(roots: [root]).root(ofDirectory: directory) != nil) == isBelow)
    }

    @Test("The requests of this very command permit themselves, and nothing else")
    func permitted() throws {
        let url = try #require(WebURL("http://h/a"))
        var request = NewQueueItem(url: url, directory: "/e", headers: [HeaderField(name: "Cookie", value: "a=b")])
        request.proxy = "http://p:1"
        request.netrcPath = "/n"
        request.cookiesPath = "/c"
        var rules = WorkerRules(roots: ["/d"])
        rules.permit([request])
        let item = QueueItem(id: "a", request: request, addedAt: Date(timeIntervalSince1970: 0))
        try rules.check(item)
        #expect(rules.privateHosts(of: item) == .own)
        for change: (inout QueueItem) -> Void in [
            { $0.request.headers[0].value = "a=c" }, { $0.request.proxy = "http://p:2" },
            { $0.request.netrcPath = "/m" },
            { $0.request.cookiesPath = "/b" }, { $0.request.directory = "/f" },
        ] {
            var other = item
            change(&other)
            #expect(throws: QueueFailure.self) { try rules.check(other) }
        }
        // A request from a list permits the directory that a person chose for the list.
        request.root = "/l"
        request.directory = "/l/x"
        var listed = WorkerRules(roots: [])
        listed.permit([request])
        #expect(listed.roots == ["/l"])
    }

    @Test("The destination of an item is prepared in advance, with a root, with rules, and without", arguments: 0..<3)
    func prepared(kind: Int) throws {
        let scene = try DownloadScene()
        var item = try scene.add("/a")
        var options = scene.options
        if kind == 1 { item.request.root = scene.directory.path }
        if kind == 2 { options.rules = WorkerRules(roots: [scene.directory.path]) }
        let find = Downloader(engine: scene.engine, options: options).destinationFinder()
        let (one, two) = (try #require(find(item)), try #require(find(item)))
        #expect(one.directory === two.directory)
        item.request.root = scene.root.path + "/other"
        #expect((find(item) != nil) == (kind == 2))
    }

    @Test("The free space of a directory is examined only if the rules allow it")
    func freeSpace() throws {
        let scene = try DownloadScene()
        let examined = Examined()
        var monitor = FreeSpaceMonitor(
            freeBytes: { directory in
                examined.directories.withLock { _ = $0.insert(directory) }
                return 1 << 40
            }, rules: WorkerRules(roots: [scene.directory.path]))
        let allowed = monitor.directoriesWithSpace(among: [scene.directory.path: 1, scene.root.path: 1])
        monitor.recordFailure(in: scene.root.path)
        #expect(allowed == [scene.directory.path])
        #expect(examined.directories.withLock { $0 } == [scene.directory.path])
    }

    @Test("A run has at most sixteen engines beside the default one, and ends an unused one for a new profile")
    func engines() async throws {
        let scene = try DownloadScene()
        let engines = DownloadEngines(usual: scene.engine) { _ in [] }
        func engine(_ number: Int) throws -> TransferEngine {
            let url = try #require(WebURL("http://h/"))
            var request = NewQueueItem(url: url, directory: "/d")
            request.proxy = "http://127.0.0.1:\(number + 1)"
            return try engines.engine(
                for: QueueItem(id: "a", request: request, addedAt: Date(timeIntervalSince1970: 0)))
        }
        var used = try (0..<16).map(engine)
        #expect(throws: DownloadEngines.Exhausted.self) { try engine(16) }
        #expect(try engine(3) === used[3])
        used.removeLast()
        let new = try engine(16)
        #expect(!used.contains { $0 === new })
        #expect(throws: DownloadEngines.Exhausted.self) { try engine(15) }
        withExtendedLifetime(new) {}
        await engines.shutdown()
    }
}
