import DownloadQueue
import Foundation
import TestSupport
import Testing

@testable import Downloads

/// Tests of names of files that another program has written to the queue's database.
@Suite("Stored names")
struct StoredNameTests {
    /// A call of a directory with a name.
    struct Call: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var run: @Sendable (DestinationDirectory, _ name: String, _ file: PartFile) throws -> Void

        init(_ description: String, _ run: @escaping @Sendable (DestinationDirectory, String, PartFile) throws -> Void)
        {
            testDescription = description
            self.run = run
        }
    }

    static let calls = [
        Call("entry") { directory, name, _ in _ = try directory.entry(name) },
        Call("createPart") { directory, name, _ in _ = try directory.createPart(name) },
        Call("createFile") { directory, name, _ in _ = try directory.createFile(name, [1]) },
        Call("openPart") { directory, name, _ in _ = try directory.openPart(name) },
        Call("openOwn") { directory, name, _ in _ = try directory.openOwn(name) },
        Call("openComplete") { directory, name, _ in _ = try directory.openComplete(name) },
        Call("permissions") { directory, name, file in _ = try directory.permissions(of: name, for: file) },
        Call("isName") { directory, name, file in _ = try directory.isName(name, of: file) },
        Call("rename from") { directory, name, _ in
            _ = try directory.rename(PartLocation(directory: directory, name: name), to: "new")
        },
        Call("rename to") { directory, name, _ in
            _ = try directory.rename(PartLocation(directory: directory, name: "own.leftoff-part"), to: name)
        },
        Call("replace") { directory, name, _ in
            _ = try directory.rename(
                PartLocation(directory: directory, name: "own.leftoff-part"), to: name, replaces: true)
        },
        Call("unlink") { directory, name, _ in try directory.unlink(name) },
        Call("unlinkPublished") { directory, name, file in try directory.unlinkPublished(name, of: file) },
    ]

    /// Names that are no single component, each also with the suffix of part files.
    static let paths =
        ["", ".", "..", "a\0b", "a\0", String(repeating: "x", count: 256)]
        + ["/", "../", "a/", "../x", "../../x", "/etc/passwd", "a/b", "./a", "a/../b"].flatMap {
            [$0, $0 + QueueItem.partSuffix]
        } + [String(repeating: "x", count: 243) + QueueItem.partSuffix]

    /// Names of files that are not Leftoff's own.
    static let foreign = ["authorized_keys", ".bashrc", "a.leftoff-part.txt", "a.leftoff-parts", "a.LEFTOFF-PART", "x"]

    /// Returns true if a call throws the failure of a name that is refused.
    private func isRefused(_ body: () throws -> Void) -> Bool {
        do {
            try body()
            return false
        } catch let failure as QueueFailure {
            return failure.class == .refused && failure.isLasting
        } catch {
            return false
        }
    }

    @Test("No call of a directory accepts a name that is not a single component", arguments: calls)
    func components(call: Call) throws {
        let scene = try DownloadScene()
        let directory = try DestinationDirectory(scene.directory.path, isCreated: false)
        let file = try directory.createPart("own.leftoff-part")
        try Data([9]).write(to: scene.root.appendingPathComponent("x"))
        try Data([9]).write(to: scene.root.appendingPathComponent("x.leftoff-part"))
        for name in Self.paths {
            #expect(isRefused { try call.run(directory, name, file) }, "\(name)")
            #expect(directory.modificationDate(of: name) == nil)
        }
        #expect(scene.names == ["own.leftoff-part"])
        for name in ["x", "x.leftoff-part"] {
            #expect(try Data(contentsOf: scene.root.appendingPathComponent(name)) == Data([9]))
        }
    }

    @Test("Only Leftoff's own files are opened as part files, moved or deleted", arguments: foreign)
    func own(name: String) throws {
        let scene = try DownloadScene()
        let directory = try DestinationDirectory(scene.directory.path, isCreated: false)
        try scene.put([1, 2, 3], name)
        for call in Self.calls
        where ["createPart", "openPart", "openOwn", "rename from", "unlink"].contains(call.testDescription) {
            let file = try directory.createPart("own.leftoff-part")
            #expect(isRefused { try call.run(directory, name, file) }, "\(call.testDescription)")
            try directory.unlink("own.leftoff-part")
        }
        let other = try directory.createPart("other.leftoff-part")
        try directory.unlinkPublished(name, of: other)
        #expect(scene.bytes(name) == [1, 2, 3])
        // A quarantined file is not written again.
        try scene.put([4], "a.leftoff-quarantined")
        #expect(isRefused { _ = try directory.openPart("a.leftoff-quarantined") })
        for own in ["a.leftoff-part", "a.leftoff-quarantined", ".0.leftoff-staged", "a.leftoff-receipt.json"] {
            try scene.put([5], own)
            try directory.unlink(own)
            #expect(scene.bytes(own) == nil)
        }
    }

    /// An action on an item whose names in the database were changed.
    enum Action: Sendable, CaseIterable {
        case resume, remove, sweep, quarantine
    }

    @Test(
        "A row with the name of another file leaves that file as it is",
        arguments: Action.allCases,
        ["authorized_keys", ".bashrc", "../x", "../x.leftoff-part", "../x.leftoff-quarantined", "/dev/null"])
    func rows(action: Action, name: String) async throws {
        let scene = try DownloadScene()
        let directory = scene.directory
        let victims = ["authorized_keys", ".bashrc", "../x", "../x.leftoff-part", "../x.leftoff-quarantined"]
        for victim in victims {
            try Data(victim.utf8).write(to: URL(fileURLWithPath: directory.path + "/" + victim))
        }
        scene.server.route("/a", .ok([1, 2, 3, 4]))
        let item = try scene.add("/a")
        let store = AlteredStore(store: scene.store) { item in
            item.fileName = action == .quarantine ? name : "a"
            item.partName = name
            item.content = PartialContent(durableBytes: 1)
        }
        let worker = QueueWorker(store: store, engine: scene.engine, options: scene.options, clock: scene.clock)
        switch action {
        case .resume:
            let result = await Downloader(engine: scene.engine, options: scene.options).download(
                try #require(try store.claim(QueueClaim(owner: "test", now: scene.clock.now), limit: 1).first), at: nil,
                journal: try scene.journal(try scene.store.item(id: item.id)))
            #expect(result.failure?.class == .refused && result.failure?.isLasting == true)
            #expect(scene.server.requests.isEmpty)
        case .remove:
            try store.remove(ids: [item.id], at: scene.clock.now)
            #expect(try scene.store.items(QueueListing()).isEmpty)
        case .sweep:
            _ = try #require(try scene.claim(owner: "gone"))
            _ = try scene.store.apply(.remove, to: [item.id], at: scene.clock.now)
            scene.clock.advance(by: QueueLease.length)
            _ = try await worker.run()
            #expect(try scene.store.items(QueueListing()).isEmpty)
        case .quarantine:
            let item = try store.item(id: item.id)
            let transition = QueueTransition(item, [.discardQuarantinedFile(name), .discardPartialFile, .forget])
            #expect(transition.discardFiles().isEmpty)
        }
        for victim in victims {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: directory.path + "/" + victim))
            #expect(bytes == Data(victim.utf8), "\(victim)")
        }
    }
}
