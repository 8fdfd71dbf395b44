import DownloadQueue
import FileFormats
import Foundation
import TestSupport
import Testing
import WHATWGURL

@testable import Downloads

/// Tests of directories that must be below another one.
@Suite("Confined directories")
struct ConfinedDirectoryTests {
    /// A directory tree: `root` with visible, hidden and linked directories, and `outside`, which is not below it.
    final class Tree: Sendable {
        let top: String

        init() throws {
            let path = FileManager.default.temporaryDirectory.appendingPathComponent("leftoff-root-\(UUID())").path
            for directory in ["root/a/b", "root/.hidden/a", "root/e\u{301}", "outside/a", "outside/.h", "rooted"] {
                try FileManager.default.createDirectory(
                    atPath: "\(path)/\(directory)", withIntermediateDirectories: true)
            }
            top = try #require(PathComponents(resolving: path)).text
            for (link, target) in [
                ("root/out", "\(top)/outside"), ("root/up", ".."), ("root/in", "a"), ("root/in2", "\(top)/root/a/b"),
                ("root/dangling", "\(top)/outside/new"), ("root/loop", "loop"), ("root/shown", ".hidden"),
                ("alias", "root"), ("root/a/back", ".."),
            ] {
                try FileManager.default.createSymbolicLink(atPath: "\(top)/\(link)", withDestinationPath: target)
            }
            try Data().write(to: URL(fileURLWithPath: "\(top)/root/file"))
        }

        deinit { try? FileManager.default.removeItem(atPath: top) }

        /// All paths below the tree, and their targets if they are links.
        var paths: Set<String> { Set(FileManager.default.enumerator(atPath: top)?.compactMap { $0 as? String } ?? []) }

        func open(_ path: String, below root: String = "root", isCreated: Bool = true) throws {
            _ = try DestinationDirectory(
                path.hasPrefix("/") ? path : "\(top)/\(path)", below: "\(top)/\(root)", isCreated: isCreated)
        }
    }

    @Test(
        "A directory at or below the root is opened, also through links that stay below it",
        arguments: [
            "root", "root/", "root//a/./b", "root/a/b", "root/in", "root/in/b", "root/in2", "root/e\u{301}",
            "root/a/back/a", "alias/a", "root/out/../a".replacing("out/../", with: ""),
        ])
    func inside(path: String) throws {
        let tree = try Tree()
        let before = tree.paths
        for isCreated in [false, true] { try tree.open(path, isCreated: isCreated) }
        #expect(tree.paths == before)
    }

    @Test(
        "A directory outside of the root, and a hidden one, is refused before anything is created",
        arguments: [
            "", "a", "root/../outside", "root/a/../../outside", "root/..", "outside", "outside/new", "rooted", "/",
            "/etc", "root/out", "root/out/a", "root/out/new", "root/up", "root/up/outside", "root/up/outside/new",
            "root/dangling", "root/dangling/new", "root/.hidden", "root/.hidden/a", "root/.hidden/new", "root/.new",
            "root/a/.new/b", "root/shown", "root/shown/a", "root/.\u{301}x", "root/a\0b", "root/\0", "alias/.hidden",
            "alias/up/outside", "root/\u{200B}.ssh", "root/a/\u{AD}.x", "root/" + String(repeating: "n/", count: 65),
            "root/" + String(repeating: "n/", count: 2_500),
        ])
    func outside(path: String) throws {
        let tree = try Tree()
        let before = tree.paths
        for isCreated in [false, true] {
            let failure = #expect(throws: QueueFailure.self) {
                // A path that is not absolute is refused as well.
                if path == "" || path == "a" {
                    _ = try DestinationDirectory(path, below: "\(tree.top)/root", isCreated: isCreated)
                } else {
                    try tree.open(path, isCreated: isCreated)
                }
            }
            // Without permission to create it, a missing directory is only missing.
            let isMissing = !isCreated && path.hasPrefix("root/dangling")
            #expect(failure?.class == (isMissing ? .disk : .refused) && failure?.isLasting == true, "\(path)")
            #expect(failure.map { $0.message.utf8.count < 1_000 } == true)
        }
        #expect(tree.paths == before)
    }

    @Test(
        "Missing directories are created below the root, and the root itself",
        arguments: [
            ("root/new", "root/new"), ("root/new/b/c", "root/new/b/c"), ("root/in/new", "root/a/new"),
            ("root/a/back/x", "root/x"), ("fresh", "fresh"), ("fresh/a/b", "fresh/a/b"),
        ])
    func created(path: String, expected: String) throws {
        let tree = try Tree()
        let root = path.hasPrefix("fresh") ? "fresh" : "root"
        let failure = #expect(throws: QueueFailure.self) { try tree.open(path, below: root, isCreated: false) }
        #expect(failure?.class == .disk)
        try tree.open(path, below: root)
        #expect(tree.paths.contains(expected))
    }

    @Test("Nothing is created for a root that is missing if the path is not below it")
    func missingRoot() throws {
        let tree = try Tree()
        let before = tree.paths
        #expect(throws: QueueFailure.self) { try tree.open("outside/new", below: "fresh") }
        #expect(throws: QueueFailure.self) { try tree.open("fresh/.h", below: "fresh") }
        #expect(tree.paths == before)
    }

    @Test(
        "A component that is exchanged for a link after the check is not followed",
        arguments: ["root/a", "root/a/b", "root/in/b", "root/a/new", "root/a/b/new/c"])
    func exchanged(path: String) throws {
        let tree = try Tree()
        var directory = ConfinedDirectory(path: "\(tree.top)/\(path)", root: "\(tree.top)/root")
        directory.onChecked = { () throws(QueueFailure) in
            let old = "\(tree.top)/root/a"
            guard rename(old, "\(tree.top)/moved") == 0, symlink("\(tree.top)/outside", old) == 0 else {
                throw QueueFailure(.internal, "cannot exchange the directory")
            }
        }
        let failure = #expect(throws: QueueFailure.self) { _ = try directory.open(isCreated: true) }
        #expect(failure?.class == .refused)
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: "\(tree.top)/outside")) == ["a", ".h"])
    }

    @Test("A link that appears where a directory is about to be created is not followed")
    func appeared() throws {
        let tree = try Tree()
        var directory = ConfinedDirectory(path: "\(tree.top)/root/new/x", root: "\(tree.top)/root")
        directory.onChecked = { () throws(QueueFailure) in _ = symlink("\(tree.top)/outside", "\(tree.top)/root/new") }
        let failure = #expect(throws: QueueFailure.self) { _ = try directory.open(isCreated: true) }
        #expect(failure?.class == .refused)
        #expect(!tree.paths.contains("outside/x"))
    }

    // MARK: Downloads

    /// A directory of a download, and what leads to it.
    static let escapes = ["out", "out/a", "../outside", ".hidden", "shown", "up/outside"]

    @Test("A download whose directory leads out of its root is refused without a request", arguments: escapes)
    func download(directory: String) async throws {
        let tree = try Tree()
        let scene = try DownloadScene { $0.receipt = .sidecar }
        scene.server.route("/a", .ok([1, 2, 3]))
        var request = NewQueueItem(
            url: try #require(WebURL(scene.server.address("/a"))), directory: "\(tree.top)/root/\(directory)")
        request.root = "\(tree.top)/root"
        _ = try scene.store.add([request], at: scene.clock.now)
        let before = tree.paths
        #expect(try await scene.worker().run().failed == 1)
        let item = try #require(try scene.store.items(in: nil).first)
        #expect(item.state == .failed && item.error?.class == .refused)
        #expect(scene.server.requests.isEmpty && tree.paths == before)
    }

    @Test(
        "A download below its root is complete, with its receipt, through a link that stays below",
        arguments: [
            ("in/x", "a/x"), ("new", "new"), ("", ""),
        ])
    func complete(directory: String, expected: String) async throws {
        let tree = try Tree()
        let scene = try DownloadScene { $0.receipt = .sidecar }
        scene.server.route("/f", .ok([1, 2, 3]))
        var request = NewQueueItem(
            url: try #require(WebURL(scene.server.address("/f"))), directory: "\(tree.top)/root/\(directory)")
        request.root = "\(tree.top)/root"
        _ = try scene.store.add([request], at: scene.clock.now)
        #expect(try await scene.worker().run().done == 1)
        let path = ["root", expected, "f"].filter { !$0.isEmpty }.joined(separator: "/")
        #expect(tree.paths.isSuperset(of: [path, path + ".leftoff-receipt.json"]))
    }

    @Test("A part file is neither continued nor published where its directory leads after it was exchanged for a link")
    func resumed() async throws {
        let tree = try Tree()
        let scene = try DownloadScene()
        let body = ScriptedFile.bytes(300_000, seed: 7)
        scene.server.route("/f", .file(ScriptedFile(body)))
        var request = NewQueueItem(
            url: try #require(WebURL(scene.server.address("/f"))), directory: "\(tree.top)/root/a")
        request.root = "\(tree.top)/root"
        _ = try scene.store.add([request], at: scene.clock.now)
        let item = try #require(try scene.claim())
        let part = "\(tree.top)/outside/f.leftoff-part"
        try Data(body.prefix(100_000)).write(to: URL(fileURLWithPath: part))
        try scene.journal(item).record(.named("f"))
        try scene.journal(item).record(.progressed(PartialContent(durableBytes: 100_000, total: 300_000)))
        try FileManager.default.moveItem(atPath: "\(tree.top)/root/a", toPath: "\(tree.top)/moved")
        try FileManager.default.createSymbolicLink(
            atPath: "\(tree.top)/root/a", withDestinationPath: "\(tree.top)/outside")
        let result = await scene.download(try scene.store.item(id: item.id))
        #expect(result.failure?.class == .refused && scene.server.requests.isEmpty)
        #expect(try Data(contentsOf: URL(fileURLWithPath: part)).count == 100_000)
        #expect(!FileManager.default.fileExists(atPath: "\(tree.top)/outside/f"))
    }

    @Test("No part, staged, quarantined file or receipt is deleted outside of the root", arguments: escapes)
    func deletion(directory: String) throws {
        let tree = try Tree()
        let path = "\(tree.top)/root/\(directory)"
        let token = WorkDirectory.makeToken()
        let names = [
            "f.leftoff-part", "f.leftoff-part.leftoff-receipt.json", "f.leftoff-quarantined",
            WorkDirectory.stagedName(token: token),
        ]
        for name in names { try Data([1]).write(to: URL(fileURLWithPath: "\(path)/\(name)")) }
        let before = tree.paths
        var request = NewQueueItem(url: try #require(WebURL("http://h/f")), directory: path)
        request.root = "\(tree.top)/root"
        var item = QueueItem(id: "0123456789ab", request: request, addedAt: Date(timeIntervalSince1970: 0))
        item.fileName = "f"
        item.partName = "f.leftoff-part"
        #expect(!PartFile.discard(of: item))
        let transition = QueueTransition(item, [.discardQuarantinedFile("f"), .discardPartialFile, .forget])
        #expect(transition.discardFiles().count == 2)
        item.content.partToken = token
        #expect(!PartFile.discard(of: item))
        #expect(tree.paths == before)
        // The same files below the root are deleted.
        item.request.root = "\(tree.top)"
        if ![".hidden", "shown", "../outside"].contains(directory) {
            #expect(PartFile.discard(of: item))
            #expect(!FileManager.default.fileExists(atPath: "\(path)/\(names[3])"))
        }
    }
}
