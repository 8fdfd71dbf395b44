import Foundation
import TestSupport
import Testing

@Suite(
    "The queue on PostgreSQL on the command line", .ownThreads, .timeLimit(.minutes(5)),
    .enabled(if: PostgresServer.missing == nil))
struct SharedQueueEndToEndTests {
    let leftoff: Leftoff
    let server: ScriptedServer
    /// A schema that only this test uses.
    let address: String

    private var downloads: String { leftoff.directory.appending(path: "downloads").path }

    init() throws {
        leftoff = try Leftoff()
        server = try ScriptedServer()
        let postgres = try PostgresServer.shared.get()
        let schema = "e2e_" + UUID().uuidString.prefix(8).lowercased()
        let psql = try ChildProcess(
            "/usr/bin/psql", ["-q", postgres.address(), "-c", "CREATE SCHEMA \(schema)"], environment: [:], input: -1,
            output: -1, errors: -1)
        try #require(psql.wait() == .exit(0))
        address = postgres.address(schema: schema)
    }

    private func run(_ arguments: [String], home: String? = nil) throws -> Leftoff.Outcome {
        var environment = ["LEFTOFF_QUEUE": address]
        if let home { environment["LEFTOFF_HOME"] = leftoff.directory.appending(path: home).path }
        return try leftoff.run(arguments, environment: environment)
    }

    private func states(home: String? = nil, _ options: [String] = []) throws -> [String] {
        let outcome = try run(["queue", "list", "--format", "ndjson"] + options, home: home)
        return try objects(outcome.lines).compactMap { $0["state"] as? String }
    }

    @Test("One machine adds, another one downloads, with its part files in its own data directory")
    func twoMachines() throws {
        defer { server.stop() }
        let bodies = (0..<3).map { ScriptedFile.bytes(200_000 + $0, seed: UInt64($0) + 1) }
        for (number, body) in bodies.enumerated() { server.route("/\(number)", .file(ScriptedFile(body))) }
        let urls = bodies.indices.map { server.address("/\($0)") }
        let added = try run(["queue", "add", "--dir", downloads] + urls)
        #expect(added.status == 0 && added.lines.count == 3, "\(added.errorText)")
        #expect(try states(home: "other") == ["ready", "ready", "ready"])
        #expect(try run(["queue", "move", added.lines[2], "--first"]).status == 0)
        let order = try run(["queue", "list", "--format", "ndjson"], home: "other")
        #expect(try objects(order.lines).first?["id"] as? String == added.lines[2])
        let outcome = try run(["queue", "run", "--root", downloads, "--allow-private", "127.0.0.1"], home: "other")
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(Set(outcome.lines) == Set((0..<3).map { "\(downloads)/\($0)" }))
        for (number, body) in bodies.enumerated() {
            #expect(try [UInt8](Data(contentsOf: URL(filePath: "\(downloads)/\(number)"))) == body)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: downloads).count == 3)
        let work = leftoff.directory.appending(path: "other/work")
        #expect(try FileManager.default.contentsOfDirectory(atPath: work.path).isEmpty)
        #expect(try states() == ["done", "done", "done"])
        #expect(try states(["--queue", "local"]).isEmpty)
    }

    @Test("get, pause, export and remove use the shared queue, and a second machine cannot add a duplicate")
    func commands() throws {
        defer { server.stop() }
        server.route("/a", .ok(Array("a".utf8)))
        let got = try run(["get", server.address("/a"), "--dir", downloads])
        #expect(got.status == 0 && got.lines == ["\(downloads)/a"], "\(got.errorText)")
        let first = try run(["queue", "add", server.address("/b"), "--dir", downloads])
        let second = try run(["queue", "add", server.address("/b"), "--dir", downloads], home: "other")
        #expect(first.lines == second.lines && first.lines.count == 1)
        #expect(try run(["queue", "pause", first.lines[0]], home: "other").status == 0)
        #expect(try run(["queue", "export", "--format", "lines"]).lines == [server.address("/b")])
        #expect(try run(["queue", "remove", first.lines[0]]).status == 0)
        #expect(try states() == ["done"])
    }

    @Test("A local queue is copied to the server and back without a loss, and a repeated copy adds nothing")
    func copies() throws {
        defer { server.stop() }
        let local = ["--queue", "local"]
        #expect(
            try run(["queue", "add", "https://a.example/1", "https://a.example/2", "--dir", downloads] + local).status
                == 0)
        let ids = try run(["queue", "list", "--format", "ndjson"] + local)
        #expect(try run(["queue", "pause", try #require(objects(ids.lines)[1]["id"] as? String)] + local).status == 0)
        let before = try run(["queue", "list", "--format", "json"] + local)
        let copied = try run(["queue", "import", "--from-sqlite"])
        #expect(copied.status == 0 && copied.lines.isEmpty)
        #expect(copied.errorLines == ["leftoff: copied 2 downloads; the source still contains them"])
        #expect(try run(["queue", "list", "--format", "json"]).output == before.output)
        let again = try run(["queue", "import", "--from-sqlite"])
        #expect(
            again.errorLines == ["leftoff: copied 0 downloads, 2 were copied before; the source still contains them"])
        let back = try run(["queue", "import", "--trust-list", "--from-postgresql", address] + local, home: "other")
        #expect(back.status == 0 && back.errorLines.first?.hasPrefix("leftoff: trusting") == true, "\(back.errorText)")
        #expect(try run(["queue", "list", "--format", "json"] + local, home: "other").output == before.output)
        #expect(try run(["queue", "import", "--from-sqlite"] + local).status == 64)
    }

    @Test(
        "The address comes from a file that only its owner can read, and a wrong one is an error without its password")
    func addresses() throws {
        defer { server.stop() }
        try FileManager.default.createDirectory(at: leftoff.home, withIntermediateDirectories: true)
        let file = leftoff.home.appending(path: "queue-address")
        try Data("\(address)\n".utf8).write(to: file)
        chmod(file.path, 0o644)
        let open = try leftoff.run(["queue", "list"])
        #expect(open.status == 77 && open.errorText.contains("chmod 600"))
        chmod(file.path, 0o600)
        #expect(try leftoff.run(["queue", "add", "https://a.example/", "--dir", downloads]).status == 0)
        #expect(try states() == ["ready"])
        for (value, status, begins) in [
            ("mysql://u:secret@h/d", 64, ["leftoff: --queue: must be an address"]),
            ("postgresql://u:se%cret@h/d", 64, ["leftoff: postgresql://"]),
            (
                "postgresql://u:secret@127.0.0.1:1/d", 69,
                ["leftoff: waiting for the queue: postgresql://", "leftoff: the queue is unavailable for the moment: "]
            ),
        ] {
            let outcome = try leftoff.run(["queue", "list", "--queue", value])
            #expect(outcome.status == status, "\(outcome.errorText)")
            #expect(!outcome.errorText.contains("cret") && outcome.errorLines.count == begins.count)
            #expect(zip(outcome.errorLines, begins).allSatisfy { $0.hasPrefix($1) }, "\(outcome.errorText)")
        }
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "/absent/address")
        #expect(try leftoff.run(["queue", "list"]).status == 66)
    }
}
