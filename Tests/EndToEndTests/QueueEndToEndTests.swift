import Foundation
import TestSupport
import Testing

@Suite("The queue on the command line", .ownThreads)
struct QueueEndToEndTests: QueueScene {
    let leftoff: Leftoff
    let server: ScriptedServer

    init() throws {
        leftoff = try Leftoff()
        server = try ScriptedServer()
        try FileManager.default.createDirectory(at: downloads, withIntermediateDirectories: true)
    }

    @Test("After a kill, the next run completes twenty downloads, none of them twice")
    func killedHalfWay() throws {
        let gate = ScriptedGate()
        var contents: [String: [UInt8]] = [:]
        for number in 0..<20 {
            let name = "file-\(number).bin"
            // The last file is larger than the interval between checkpoints, and stops in the middle.
            contents[name] = ScriptedFile.bytes(number == 19 ? 12_000_000 : 200_000 + number, seed: UInt64(number + 1))
            var file = ScriptedFile(contents[name] ?? [], etag: "\"v\(number)\"")
            if number == 19 { file.gate = (after: 9_000_000, gate) }
            server.route("/\(name)", .file(file))
        }
        let list = try leftoff.file("urls.txt", contents.keys.map { server.address("/\($0)") + "\n" }.joined().utf8)
        let added = try leftoff.run(["queue", "add", "-i", list.path, "--dir", downloads.path])
        #expect(added.status == 0 && added.lines.count == 20, "\(added.errorText)")

        let first = try leftoff.start(["queue", "run", "--jobs", "3", "--quiet"])
        try gate.waitForArrivals(1)
        kill(first.processIdentifier, SIGKILL)
        first.wait()
        gate.open()

        let second = try leftoff.run(["queue", "run", "--quiet"])
        #expect(second.status == 0, "\(second.errorText)")
        let names = try FileManager.default.contentsOfDirectory(atPath: downloads.path)
        #expect(Set(names) == Set(contents.keys))
        for (name, bytes) in contents {
            #expect(try Data(contentsOf: downloads.appending(path: name)) == Data(bytes), "\(name)")
        }
        let items = try items()
        #expect(items.count == 20)
        #expect(items.allSatisfy { $0["state"] as? String == "done" && ($0["sha256"] as? String)?.count == 64 })
    }

    @Test("A download's recorded SHA-256 is the file's own, and a wrong checksum is quarantined")
    func checksums() throws {
        server.route("/a.txt", .ok(Array("abc".utf8)))
        let right = "sha256=ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        let wrong = "sha256=" + String(repeating: "0", count: 64)
        let address = server.address("/a.txt")
        for (name, checksum) in [("right.txt", right), ("wrong.txt", wrong)] {
            let added = try leftoff.run(
                ["queue", "add", address, "--dir", downloads.path, "--name", name, "--checksum", checksum])
            #expect(added.status == 0, "\(added.errorText)")
        }
        let outcome = try leftoff.run(["queue", "run"])
        #expect(outcome.status == 1)
        #expect(!outcome.errors.contains(0x1B))
        let items = try items()
        #expect(Set(items.compactMap { $0["state"] as? String }) == ["done", "quarantined"])
        let done = try #require(items.first { $0["state"] as? String == "done" })
        #expect(done["sha256"] as? String == String(right.dropFirst(7)))
        #expect(done["path"] as? String == downloads.appending(path: "right.txt").path)
        #expect(!FileManager.default.fileExists(atPath: downloads.appending(path: "wrong.txt").path))
    }

    @Test("A download paused by the user stays paused until it is resumed or removed")
    func states() throws {
        server.route("/b.bin", .ok([1, 2, 3]))
        let added = try leftoff.run(["queue", "add", server.address("/b.bin"), "--dir", downloads.path])
        let id = try #require(added.lines.first)
        #expect(try leftoff.run(["queue", "pause", id]).status == 0)
        #expect(try items().first?["state"] as? String == "paused")
        #expect(try leftoff.run(["queue", "run"]).status == 0)
        #expect(server.requests.isEmpty)
        #expect(try leftoff.run(["queue", "resume", String(id.prefix(6))]).status == 0)
        #expect(try leftoff.run(["queue", "run"]).status == 0)
        #expect(try items().first?["state"] as? String == "done")
        #expect(try leftoff.run(["queue", "remove", id]).status == 0)
        #expect(try items().isEmpty)
        #expect(try leftoff.run(["queue", "remove", id]).status == 66)
    }

    @Test("An item has the fields of the contract")
    func fields() throws {
        _ = try leftoff.run(["queue", "add", "http://127.0.0.1:9/x", "--dir", downloads.path, "--priority", "7"])
        let item = try #require(try items().first)
        let keys: Set = [
            "id", "url", "state", "path", "bytes", "total", "attempts", "sha256", "etag", "error", "addedAt",
            "finishedAt", "priority",
        ]
        #expect(keys.isSubset(of: item.keys))
        #expect(item["priority"] as? Int == 7 && item["state"] as? String == "ready")
    }

    @Test("get adds and runs downloads; a missing page fails at once with exit code 1")
    func get() throws {
        server.route("/c.bin", .ok([4, 5, 6]))
        let outcome = try leftoff.run(
            ["get", server.address("/c.bin"), server.address("/missing"), "--dir", downloads.path])
        #expect(outcome.status == 1)
        #expect(try Data(contentsOf: downloads.appending(path: "c.bin")) == Data([4, 5, 6]))
        let failed = try #require(try items().first { $0["state"] as? String == "failed" })
        #expect((failed["error"] as? [String: Any])?["class"] is String)
        #expect(server.requests(to: "/missing").count == 1)
    }

    @Test("SIGTERM makes running items ready again and keeps what is durable")
    func terminated() throws {
        let gate = ScriptedGate()
        var file = ScriptedFile(ScriptedFile.bytes(12_000_000))
        file.gate = (after: 9_000_000, gate)
        server.route("/d.bin", .file(file))
        _ = try leftoff.run(["queue", "add", server.address("/d.bin"), "--dir", downloads.path])
        let run = try leftoff.start(["queue", "run", "--quiet"])
        try gate.waitForArrivals(1)
        run.terminate()
        #expect(run.wait() == .signal(SIGTERM))
        #expect(try items().first?["state"] as? String == "ready")
        gate.open()
        #expect(try leftoff.run(["queue", "run", "--quiet"]).status == 0)
        #expect(try Data(contentsOf: downloads.appending(path: "d.bin")) == Data(file.body))
        let range = server.requests(to: "/d.bin").last?.value(of: "Range")
        #expect(range?.hasPrefix("bytes=") == true && range != "bytes=0-")
    }

    @Test("A list with an invalid line is refused as a whole, with the line's number")
    func badLine() throws {
        let list = try leftoff.file("urls.txt", "\(server.address("/x"))\nnot an address\n".utf8)
        let outcome = try leftoff.run(["queue", "add", "-i", list.path])
        #expect(outcome.status == 65)
        #expect(outcome.errorLines.count == 1 && outcome.errorText.contains(":2:"), "\(outcome.errorText)")
        #expect(try items().isEmpty)
    }

    @Test("Every export is text that contains the address", arguments: ["aria2", "wget", "curl", "lines", "json"])
    func export(format: String) throws {
        _ = try leftoff.run(["queue", "add", server.address("/e.bin"), "--dir", downloads.path])
        let outcome = try leftoff.run(["queue", "export", "--format", format])
        #expect(outcome.status == 0 && outcome.text.contains(server.address("/e.bin")), "\(outcome.errorText)")
    }
}
