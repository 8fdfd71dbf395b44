import Foundation
import TestSupport
import Testing

/// Tests of the queue's notices: next attempts, quarantined copies and responses.
@Suite("Notices of the queue", .ownThreads)
struct QueueAsidesEndToEndTests: QueueScene {
    let leftoff: Leftoff
    let server: ScriptedServer

    init() throws {
        leftoff = try Leftoff()
        server = try ScriptedServer()
    }

    @Test("Downloads that a host has deferred show the next attempt, in the list and at the end of a run")
    func deferred() throws {
        server.routeEverythingElse(.status(503, fields: [("Retry-After", "3000")]))
        _ = try add((0..<5).map { server.address("/\($0)") })
        let run = try leftoff.run(["queue", "run", "--wait", "0", "--per-host", "1"])
        #expect(run.status == 1)
        let held = try #require(run.errorLines.first { $0.contains(" deferred: ") }, "\(run.errorText)")
        let end =
            /deferred: (its host|their hosts) failed or asked to retry later; next attempt in (4\d|50) min; run/
        #expect(held.contains(end), "\(held)")
        #expect(
            run.errorLines.last?.contains(/waiting, next attempt in (4\d|50) min; run the queue again/) == true,
            "\(run.errorText)")
        let table = try leftoff.run(["queue", "list"]).lines
        #expect(table.count == 5)
        let ready = table.filter { $0.contains(/\sready +deferred: next attempt in (4\d|50) min\s/) }
        let waiting = table.filter { $0.contains(/\swaiting +next attempt in (4\d|50) min: http:\s/) }
        #expect(!ready.isEmpty && ready.count + waiting.count == 5, "\(table)")
    }

    @Test("A download with a wrong digest that is added again keeps its id, and its file is deleted")
    func quarantined() throws {
        server.route("/a.txt", .ok([1]))
        let wrong = ["--checksum", "sha256=" + String(repeating: "0", count: 64)]
        let old = try #require(try add([server.address("/a.txt")] + wrong).lines.first)
        #expect(try leftoff.run(["queue", "run", "--quiet"]).status == 1)
        let file = downloads.appending(path: "a.txt.leftoff-quarantined").path
        let line =
            "leftoff: \(server.address("/a.txt")): is downloaded again; the copy with a wrong checksum, \(file), "
            + "was deleted"
        #expect(FileManager.default.fileExists(atPath: file))
        let again = try add([server.address("/a.txt")] + wrong)
        #expect(again.lines == [old] && again.errorLines.contains(line), "\(again.errorText)")
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(try leftoff.run(["queue", "run", "--quiet"]).status == 1)
        // Without a checksum, any content is accepted.
        let get = try leftoff.run(["get", server.address("/a.txt"), "--dir", downloads.path])
        #expect(get.status == 0 && get.errorLines.contains(line), "\(get.errorText)")
        let list = try leftoff.run(["queue", "list", "--format", "ndjson"]).lines
        #expect(list.count == 1 && list[0].contains(old) && list[0].contains("\"done\""), "\(list)")
    }

    @Test("Retrying downloads that are ready or running reports that there is nothing to retry")
    func retried() throws {
        let ids = try add(["http://127.0.0.1:9/a", "http://127.0.0.1:9/b"]).lines
        let one = try leftoff.run(["queue", "retry", ids[0]])
        #expect(one.status == 0 && one.errorLines == ["leftoff: \(ids[0]) is already ready: nothing to retry"])
        let both = try leftoff.run(["queue", "retry"] + ids)
        #expect(both.errorLines == ["leftoff: 2 downloads are already ready: nothing to retry"])
        #expect(try leftoff.run(["queue", "retry", "-q"] + ids).errors.isEmpty)
    }

    @Test("Retrying a running download reports that it is running")
    func retriedRunning() throws {
        let gate = ScriptedGate()
        server.route("/a", ScriptedResponder.ok([1]).behind(gate))
        let id = try #require(try add([server.address("/a")]).lines.first)
        let run = try leftoff.start(["queue", "run", "--quiet"])
        try gate.waitForArrivals(1)
        let retry = try leftoff.run(["queue", "retry", id])
        gate.open()
        #expect(retry.errorLines == ["leftoff: \(id) is already running: nothing to retry"])
        #expect(run.wait() == .exit(0))
    }

    @Test("With --verbose each response is logged with its request, range and status")
    func answers() throws {
        var file = ScriptedFile(ScriptedFile.bytes(3_000_000))
        file.cutAfter = 2_000_000
        let whole = ScriptedFile(ScriptedFile.bytes(3_000_000))
        server.route("/moved", .redirect(to: "/a.bin?x=1"))
        server.route("/a.bin", .sequence([.file(file), .file(whole)]))
        server.route("/gone", .status(404))
        let addresses = [server.address("/moved"), server.address("/gone")]
        let run = try leftoff.run(["get", "-v", "--dir", downloads.path, "--wait", "30"] + addresses)
        #expect(run.status == 1)
        let moved = run.errorLines.filter { $0.hasPrefix("leftoff: \(addresses[0]): GET ") }
        #expect(moved.count == 2, "\(run.errorText)")
        #expect(moved.first?.hasSuffix(": GET /a.bin?x=1 HTTP/1.1: 200, 3000000 bytes") == true, "\(moved)")
        #expect(
            moved.last?.contains(/: GET \/a\.bin\?x=1 HTTP\/1\.1, bytes=\d{6,7}-: 206, \d{6,7} bytes$/) == true,
            "\(moved)")
        #expect(run.errorLines.contains("leftoff: \(addresses[1]): GET /gone HTTP/1.1: 404, 0 bytes"))
        let quiet = try leftoff.run(["get", server.address("/gone"), "--dir", downloads.path])
        #expect(!quiet.errorText.contains("GET "))
    }

    @Test(
        "A missing certificate file is reported before anything is queued",
        arguments: [["get", "http://h/a"], ["queue", "run"], ["serve", "--port", "0"], ["links", "http://h/"]])
    func certificates(arguments: [String]) throws {
        let path = leftoff.directory.appending(path: "none.pem").path
        let outcome = try leftoff.run(arguments + ["--ca-file", path])
        #expect(outcome.status == 66 && outcome.output.isEmpty)
        #expect(outcome.errorLines == ["leftoff: --ca-file \(path): cannot be read: No such file or directory"])
        #expect(try leftoff.run(["queue", "list"]).output.isEmpty)
    }

    @Test("Fifty thousand operands are parsed", .timeLimit(.minutes(5)))
    func manyOperands() throws {
        let outcome = try leftoff.run(["queue", "remove", "-q", "--motion", "none"] + (0..<50_000).map { "id\($0)" })
        #expect(outcome.status == 66 && outcome.errorLines == ["leftoff: download id0: no download has this id"])
    }

    @Test("Very long lists of operands keep their order and are applied completely or not at all")
    func allOperands() throws {
        let list = try leftoff.file("list", (0..<1_500).map { "http://127.0.0.1:9/\($0)\n" }.joined().utf8)
        let ids = try add(["-i", list.path]).lines
        #expect(ids.count == 1_500)
        let none = try leftoff.run(["queue", "remove"] + ids.dropLast() + ["nothing"])
        #expect(none.status == 66 && none.errorLines == ["leftoff: download nothing: no download has this id"])
        let export = try leftoff.run(["queue", "export", "--format", "lines", "-q"] + ids.reversed())
        #expect(export.lines == (0..<1_500).reversed().map { "http://127.0.0.1:9/\($0)" }, "\(export.errorText)")
        #expect(try leftoff.run(["queue", "remove"] + ids.dropLast()).status == 0)
        #expect(try leftoff.run(["queue", "list", "--format", "ndjson"]).lines.count == 1)
        let wrong = try leftoff.run(["queue", "list"] + Array(repeating: "x", count: 600))
        #expect(wrong.status == 64 && wrong.errorLines.count == 1)
    }
}
