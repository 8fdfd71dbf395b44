import Foundation
import TestSupport
import Testing

/// Tests of the queue's configuration and output, for people and programs.
@Suite("Configuration and output of the queue", .ownThreads)
struct QueuePeopleEndToEndTests: QueueScene {
    let leftoff: Leftoff
    let server: ScriptedServer

    init() throws {
        leftoff = try Leftoff()
        server = try ScriptedServer()
        try FileManager.default.createDirectory(at: downloads, withIntermediateDirectories: true)
    }

    @Test("The configured program runs with its arguments for finished downloads only")
    func hook() throws {
        server.route("/a b;$(id).bin", .ok(Array("abc".utf8)))
        server.route("/a%20b;$(id).bin", .ok(Array("abc".utf8)))
        server.route("/bad.bin", .ok([1]))
        let log = leftoff.directory.appending(path: "log")
        let script = "printf '%s|%s|%s\\n' \"$1\" \"$2\" \"$3\" >> \"$0\"; echo hook-output"
        let words = ["/bin/sh", "-c", script, log.path, "{path}", "{sha256}", "x{id}"]
        try leftoff.createStore()
        try JSONSerialization.data(withJSONObject: ["onDone": words])
            .write(to: leftoff.home.appending(path: "config.json"))
        _ = try add([server.address("/a%20b;$(id).bin")])
        _ = try add([server.address("/bad.bin"), "--checksum", "sha256=" + String(repeating: "0", count: 64)])
        let run = try leftoff.run(["queue", "run"])
        #expect(run.status == 1 && run.lines.count == 1, "\(run.errorText)")
        let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        let path = downloads.appending(path: "a b;$(id).bin").path
        #expect(try String(contentsOf: log, encoding: .utf8) == "\(path)|\(digest)|x{id}\n")
        #expect(run.errorText.contains("hook-output"))
    }

    @Test(
        "A hook that fails or is missing is a warning, and the download is done",
        arguments: ["/bin/false", "/none"])
    func hookFails(program: String) throws {
        server.route("/a.bin", .ok([1, 2]))
        _ = try add([server.address("/a.bin")])
        try JSONSerialization.data(withJSONObject: ["onDone": [program]])
            .write(to: leftoff.home.appending(path: "config.json"))
        let run = try leftoff.run(["queue", "run"])
        #expect(run.status == 0 && run.errorText.contains("onDone: \(program): "), "\(run.errorText)")
    }

    @Test("A malformed configuration is refused before anything runs", arguments: ["{", "[]", "{\"onDone\":[]}"])
    func badConfiguration(text: String) throws {
        _ = try add([server.address("/a.bin")])
        try Data(text.utf8).write(to: leftoff.home.appending(path: "config.json"))
        let run = try leftoff.run(["queue", "run"])
        #expect(run.status == 65 && run.errorLines.count == 1 && server.requests.isEmpty)
    }

    @Test("--progress json prints one object per line, with every item that ended")
    func progress() throws {
        server.route("/a", .file(ScriptedFile(ScriptedFile.bytes(300_000))))
        let gate = ScriptedGate()
        var held = ScriptedFile(ScriptedFile.bytes(300_000))
        held.gate = (after: 30_000, gate)
        server.route("/b", .file(held))
        server.route("/gone", .status(404))
        _ = try add([server.address("/a"), server.address("/b"), server.address("/gone")])
        let (output, errors) = (try leftoff.file("output", []), try leftoff.file("errors", []))
        // All three downloads start at once.
        let process = try leftoff.start(
            ["queue", "run", "--progress", "json", "--per-host", "3"], output: try FileHandle(forWritingTo: output),
            errors: try FileHandle(forWritingTo: errors))
        // The last download continues after the others have been reported as ended.
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline, process.isRunning,
            try !String(contentsOf: errors, encoding: .utf8).contains("\"left\":1,")
        {
            _ = poll(nil, 0, 10)
        }
        gate.open()
        #expect(process.wait() == .exit(1))
        #expect(try String(contentsOf: output, encoding: .utf8).split(separator: "\n").count == 2)
        let objects = try EndToEndTests.objects(
            String(contentsOf: errors, encoding: .utf8).split(separator: "\n").map(String.init))
        let ended = objects.compactMap { $0["item"] as? [String: Any] }
        #expect(Set(ended.compactMap { $0["state"] as? String }) == ["done", "failed"] && ended.count == 3)
        let counts = objects.compactMap { object -> (done: Int, left: Int)? in
            guard let done = object["done"] as? Int, let failed = object["failed"] as? Int,
                let left = object["left"] as? Int
            else { return nil }
            return (done + failed, left)
        }
        // Every line counts all downloads, ended and remaining.
        #expect(counts.allSatisfy { $0.done + $0.left == 3 } && counts.contains { $0.done > 0 && $0.left > 0 })
        let last = try #require(objects.last { $0["done"] != nil })
        #expect(last["done"] as? Int == 2 && last["failed"] as? Int == 1 && last["bytes"] as? Int == 600_000)
        #expect((last["running"] as? [Any])?.isEmpty == true)
        #expect(objects.contains { ($0["message"] as? String)?.contains("404") ?? false })
    }

    @Test("queue list can be limited, and shows errors but no passwords")
    func list() throws {
        server.route("/gone", .status(404))
        let address = server.address("/gone").replacing("http://", with: "http://user:secret@")
        _ = try add([address] + (0..<5).map { "http://127.0.0.1:9/\($0)" } + ["--priority", "1"])
        _ = try add(["http://127.0.0.1:9/later", "--start-at", "+2h"])
        let some = try leftoff.run(["queue", "list", "--limit", "2"]).lines
        #expect(some.count == 2)
        let id = String(some[1].prefix { $0 != " " })
        #expect(try leftoff.run(["queue", "list", "--after", id]).lines.count == 5)
        #expect(try leftoff.run(["queue", "list", "--state", "waiting,failed"]).lines.count == 1)
        let gone = try #require(some.first.map { String($0.prefix { $0 != " " }) })
        _ = try leftoff.run(["queue", "pause"] + Set(try ids()).subtracting([gone]))
        _ = try leftoff.run(["queue", "run", "--quiet"])
        let table = try leftoff.run(["queue", "list"]).text
        #expect(table.contains("http: ") && table.contains("404") && !table.contains("secret"), "\(table)")
    }

    private func ids() throws -> [String] {
        try leftoff.run(["queue", "list", "--format", "ndjson"]).lines.map { line in
            try #require((try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["id"] as? String)
        }
    }

    @Test("A list with several invalid lines is refused as a whole, and each line is named")
    func badLines() throws {
        let list = try leftoff.file("list", Array("x\nhttp://h/\nftp://h/\n".utf8))
        let outcome = try leftoff.run(["queue", "add", "-i", list.path])
        #expect(outcome.status == 65 && outcome.output.isEmpty)
        #expect(outcome.errorLines.count == 3, "\(outcome.errorText)")
        #expect(outcome.errorText.contains(":1:") && outcome.errorText.contains(":3:"))
        #expect(outcome.errorLines.last?.contains("nothing was added") == true)
        #expect(try ids().isEmpty)
    }

    @Test("Processes that add the same addresses at the same time add each once")
    func race() throws {
        let list = try leftoff.file("list", (0..<300).map { "http://127.0.0.1:9/\($0)\n" }.joined().utf8)
        try leftoff.createStore()
        let processes = try (0..<4).map { _ in
            try leftoff.start(["queue", "add", "-i", list.path, "--dir", downloads.path])
        }
        for process in processes { #expect(process.wait() == .exit(0)) }
        #expect(try ids().count == 300)
    }

    @Test("Deleting a place reports the downloads that came from it")
    func snapshot() throws {
        server.route("/a.bin", .ok([1]))
        let place = """
            {"schema":1,"pageXOffset":0,"pageYOffset":0,"pageScale":1,"baseURI":"https://example.org/p",\
            "url":"https://example.org/p#f","title":"t","capturedAt":"2026-01-02T03:04:05Z"}
            """
        let id = try #require(try leftoff.run(["capture"], input: Data(place.utf8)).lines.first)
        _ = try add([server.address("/a.bin"), "--snapshot", "@"])
        let forgotten = try leftoff.run(["forget", id])
        #expect(forgotten.status == 0 && forgotten.errorText.contains("1 download"), "\(forgotten.errorText)")
        #expect(try leftoff.run(["queue", "run", "--quiet"]).status == 0)
        #expect(server.requests(to: "/a.bin").first?.value(of: "Referer") == "https://example.org/p")
        #expect(try leftoff.run(["queue", "add", "http://h/", "--snapshot", "zzzz"]).status == 66)
    }

    @Test(
        "Files are synced unless --sync none is given, and all downloads finish", .enabled(if: Tool.all("strace")),
        arguments: ["none", "full"])
    func sync(durability: String) throws {
        let names = (0..<16).map { "/\($0).bin" }
        for name in names { server.route(name, .ok([1, 2, 3])) }
        server.route("/large.bin", .file(ScriptedFile(ScriptedFile.bytes(2_000_000))))
        _ = try add((names + ["/large.bin"]).map { server.address($0) })
        let strace = try #require(Tool("strace"))
        let trace = leftoff.directory.appending(path: "trace")
        let run = try strace.run(
            [
                "-f", "-e", "trace=sync,syncfs,fsync,fdatasync,sync_file_range,msync", "-o", trace.path, "/usr/bin/env",
                "LEFTOFF_HOME=\(leftoff.home.path)", Leftoff.binary.path, "queue", "run", "--quiet", "--sync",
                durability, "--jobs", "17", "--per-host", "17",
            ], in: leftoff.directory.appending(path: "x"))
        try #require(run.status == 0, "\(run.errorText)")
        #expect(try items().allSatisfy { $0["state"] as? String == "done" })
        let calls = try String(contentsOf: trace, encoding: .utf8).split(separator: "\n").filter { $0.contains("sync") }
        // The default shows that the trace contains the calls.
        #expect(calls.isEmpty == (durability == "none"), "\(calls.joined(separator: "\n"))")
    }

    @Test(
        "Wrong arguments are refused with exit code 64",
        arguments: [
            ["--start-at", "soon"], ["--header", "Host: x"], ["--header", "X"], ["--proxy", "://"],
            ["--user-agent", "a\nb"],
            ["--checksum", "sha256=ab"],
        ])
    func wrongWords(arguments: [String]) throws {
        let outcome = try leftoff.run(["queue", "add", "http://h/"] + arguments)
        #expect(outcome.status == 64 && outcome.errorLines.count == 1, "\(outcome.errorText)")
        #expect(try ids().isEmpty)
    }
}
