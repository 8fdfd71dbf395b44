import Foundation
import TestSupport
import Testing

/// The queue after its workers were killed, and the queue with rows that cannot be read.
@Suite("Downloads that end their workers, and damaged rows", .ownThreads)
struct QueueCrashEndToEndTests {
    /// Runs the queue until the server has received a request for a path as often as given, and kills the run.
    private func kill(_ machine: FaultyMachine, atRequest count: Int) async throws {
        let process = try machine.leftoff.start(["queue", "run", "--quiet"])
        try await machine.server.requests(atLeast: count)
        Foundation.kill(process.processIdentifier, SIGKILL)
        #expect(process.wait() == .signal(SIGKILL))
    }

    @Test("An item whose worker was killed three times is quarantined, and another one completes")
    func quarantine() async throws {
        let machine = try FaultyMachine()
        machine.server.route("/bad", .stalled())
        machine.server.route("/good", .ok(Array("good".utf8)))
        let bad = try machine.add("/bad")
        try await kill(machine, atRequest: 1)
        let good = try machine.add("/good")
        for count in 2...3 {
            try await kill(machine, atRequest: count)
            // It runs alone.
            #expect(machine.server.requests(to: "/good").isEmpty)
        }
        let last = try machine.run(["queue", "run"])
        #expect(last.status == 1 && machine.bytes("good") == Array("good".utf8))
        #expect(last.errorText.contains("its worker ended three times while it ran"), "\(last.errorText)")
        #expect(machine.server.requests(to: "/bad").count == 3)
        let items = try machine.items()
        let quarantined = try #require(items.first { $0["id"] as? String == bad })
        #expect(quarantined["state"] as? String == "quarantined" && quarantined["path"] is NSNull)
        #expect((quarantined["error"] as? [String: Any])?["class"] as? String == "internal")
        #expect(try machine.stateAndError(good).state == "done")

        machine.server.route("/bad", .ok(Array("bad".utf8)))
        #expect(try machine.run(["queue", "retry", bad]).status == 0)
        #expect(try machine.run(["queue", "run"]).status == 0)
        #expect(machine.names == ["bad", "good"] && machine.bytes("bad") == Array("bad".utf8))
    }

    @Test("A run that is stopped counts no crash")
    func stopped() async throws {
        let machine = try FaultyMachine()
        machine.server.route("/a", .stalled())
        let id = try machine.add("/a")
        for count in 1...4 {
            let process = try machine.leftoff.start(["queue", "run", "--quiet"])
            try await machine.server.requests(atLeast: count)
            process.terminate()
            process.wait()
            #expect(try machine.stateAndError(id).state == "ready")
        }
    }

    @Test(
        "A damaged row is reported with exit code 1, hides no other, and can be removed",
        .enabled(if: Tool.all("python3")))
    func damaged() throws {
        let machine = try FaultyMachine()
        machine.server.route("/good", .ok(Array("good".utf8)))
        let bad = try machine.add("/bad")
        let good = try machine.add("/good")
        let database = machine.leftoff.home.appending(path: "leftoff.sqlite").path
        let program = """
            import sqlite3, sys
            with sqlite3.connect(sys.argv[1]) as store:
                store.execute("UPDATE queue_item SET headers = '[' WHERE id = ?", sys.argv[2:])
            """
        let change = try #require(Tool("python3")).run(["-c", program, database, bad], in: machine.files)
        try #require(change.status == 0, "\(change.errorText)")
        let line = "leftoff: download \(bad) cannot be read: its headers is malformed"

        for format in ["table", "json", "ndjson"] {
            let list = try machine.run(["queue", "list", "--format", format])
            #expect(list.status == 1 && list.errorLines.count == 1 && list.errorText.hasPrefix(line))
            let text = String(decoding: list.output, as: UTF8.self)
            #expect(text.contains(good) && !text.contains(bad))
        }
        let export = try machine.run(["queue", "export", "--format", "lines"])
        #expect(export.status == 1 && export.errorText.contains(line))
        #expect(export.lines == [machine.server.address("/good")])
        let added = try machine.run(["queue", "add", "http://127.0.0.1:9/x", "--dir", machine.files.path])
        #expect(added.status == 0)
        #expect(try machine.run(["queue", "remove", try #require(added.lines.first)]).status == 0)
        let run = try machine.run(["queue", "run"])
        #expect(run.status == 1 && machine.bytes("good") == Array("good".utf8))
        #expect(run.errorText.contains("download \(bad) cannot be read"))
        #expect(try machine.run(["queue", "remove", bad]).status == 0)
        #expect(try machine.items().map { $0["id"] as? String } == [good])
    }

    @Test("A priority out of range is a usage error")
    func priority() throws {
        let machine = try FaultyMachine()
        for number in ["1000001", "-1000001", "9223372036854775807"] {
            let outcome = try machine.run(["queue", "add", "http://127.0.0.1:9/x", "--priority", number])
            #expect(outcome.status == 64 && outcome.errorText.contains("--priority must be from -1000000 to 1000000"))
        }
        let list = try machine.leftoff.file(
            "list.json",
            (0..<3).map { "{\"url\":\"http://127.0.0.1:9/\($0)\",\"priority\":9223372036854775807}\n" }.joined().utf8)
        let added = try machine.run(["queue", "import", list.path, "--dir", machine.files.path])
        try #require(added.status == 0, "\(added.errorText)")
        let ids = added.lines
        #expect(try machine.run(["queue", "move", ids[2], "--before", ids[1]]).status == 0)
        #expect(try machine.items().map { $0["id"] as? String } == [ids[0], ids[2], ids[1]])
    }
}
