import Foundation
import TestSupport
import Testing

/// Tests of the queue's error messages and of commands that change the queue.
@Suite("Messages of the queue", .ownThreads)
struct QueueWordsEndToEndTests: QueueScene {
    let leftoff: Leftoff
    let server: ScriptedServer

    init() throws {
        leftoff = try Leftoff()
        server = try ScriptedServer()
    }

    struct Refusal: Sendable {
        var arguments: [String]
        var status: Int32
        var line: String
    }

    @Test(
        "Invalid arguments are refused in one line that names the expected form",
        arguments: [
            Refusal(
                arguments: ["queue", "add", ""], status: 65,
                line: "leftoff: empty address: expected one such as https://example.org/file"),
            Refusal(
                arguments: ["queue", "add", "http://h/", "--referer", "notaurl"], status: 64,
                line: "leftoff: --referer notaurl: must be an http or https address"),
            Refusal(
                arguments: ["queue", "add", "http://h/", "--dir", "/etc/passwd"], status: 73,
                line: "leftoff: --dir /etc/passwd: not a directory"),
            Refusal(
                arguments: ["get", "http://h/", "--dir", "/etc/passwd/a"], status: 73,
                line: "leftoff: --dir /etc/passwd/a: /etc/passwd is not a directory"),
            Refusal(
                arguments: ["queue", "run", "--limit-rate", "0"], status: 64,
                line: "leftoff: usage: the value '0' is invalid for '--limit-rate <rate>': must be a number of bytes "
                    + "per second from 1, such as 500000, 500K, 1.5M or 2G; see 'leftoff queue run --help'"),
            Refusal(
                arguments: ["get", "http://h/", "--limit-rate", "2MB"], status: 64,
                line:
                    "leftoff: usage: the value '2MB' is invalid for '--limit-rate <rate>': must be a number of bytes "
                    + "per second from 1, such as 500000, 500K, 1.5M or 2G; see 'leftoff get --help'"),
            Refusal(
                arguments: ["queue", "move", "a"], status: 64,
                line: "leftoff: usage: exactly one of --first, --last, --before and --after is required; "
                    + "see 'leftoff queue move --help'"),
            Refusal(
                arguments: ["queue", "move", "a", "--first", "--after", "b"], status: 64,
                line: "leftoff: usage: exactly one of --first, --last, --before and --after is required; "
                    + "see 'leftoff queue move --help'"),
        ])
    func refused(row: Refusal) throws {
        let outcome = try leftoff.run(row.arguments)
        #expect(outcome.status == row.status)
        #expect(outcome.errorLines == [row.line])
    }

    @Test("A malformed JSON list is reported in one line, however long it is")
    func noJSON() throws {
        let list = try leftoff.file("list.json", "{\n\"url\":\n}\n".utf8)
        let outcome = try leftoff.run(["queue", "import", list.path, "--dir", downloads.path])
        #expect(outcome.status == 65 && outcome.errorLines.count == 1)
        #expect(outcome.errorText.contains("expected an array of downloads"), "\(outcome.errorText)")
    }

    @Test(
        "A closed standard output is named in the error",
        arguments: [["queue", "list"], ["queue", "add", "http://h/"]])
    func closedOutput(arguments: [String]) throws {
        _ = try add(["http://127.0.0.1:9/x"])
        let shell = try #require(Tool("sh"))
        let outcome = try shell.run(
            ["-c", "LEFTOFF_HOME=$0 exec \"$@\" >&-", leftoff.home.path, Leftoff.binary.path] + arguments,
            in: downloads)
        #expect(outcome.status == 74)
        #expect(outcome.errorLines == ["leftoff: standard output: closed by the caller"])
    }

    @Test("A waiting download shows its next attempt and its error, once")
    func waits() throws {
        _ = try add(["http://127.0.0.1:9/x"])
        _ = try add(["http://127.0.0.1:9/later", "--start-at", "+3h"])
        let run = try leftoff.run(["queue", "run", "--wait", "0"])
        #expect(run.status == 1)
        let line = try #require(run.errorLines.first { $0.contains("127.0.0.1:9/x") })
        #expect(
            line.contains(/: Failed to connect to 127\.0\.0\.1 port 9[^:]*; next attempt (now|in \d\d? s)$/), "\(line)")
        let table = try leftoff.run(["queue", "list"]).text
        #expect(table.contains(/next attempt (now|in \d\d? s): connect: Failed to connect/), "\(table)")
        #expect(table.contains("starts in 3 h "), "\(table)")
    }

    @Test("Fields that a list of addresses cannot represent are reported once each")
    func exports() throws {
        _ = try add(["http://h/a", "http://h/b"])
        let outcome = try leftoff.run(["queue", "export", "--format", "lines"])
        #expect(outcome.status == 0 && outcome.lines.count == 2)
        #expect(outcome.errorLines == ["leftoff: lines cannot represent the directory of 2 downloads"])
    }

    @Test("Downloads can be moved in the queue")
    func moves() throws {
        let ids = try add((0..<4).map { "http://h/\($0)" }).lines
        let steps = [
            (["3", "--first"], "3012"), (["0", "--last"], "3120"), (["0", "--before", "1"], "3012"),
            (["3", "--after", "1"], "0132"),
        ]
        for (words, order) in steps {
            let words = words.map { word in Int(word).map { ids[$0] } ?? word }
            let moved = try leftoff.run(["queue", "move"] + words)
            #expect(moved.status == 0 && moved.output.isEmpty, "\(moved.errorText)")
            #expect(try leftoff.run(["queue", "list"]).lines.compactMap(\.last) == Array(order))
        }
        #expect(try leftoff.run(["queue", "move", "none", "--first"]).status == 66)
    }

    @Test("Removing a quarantined download deletes its file")
    func quarantined() throws {
        server.route("/a.txt", .ok([1]))
        let id = try #require(
            try add([server.address("/a.txt"), "--checksum", "sha256=" + String(repeating: "0", count: 64)]).lines.first
        )
        #expect(try leftoff.run(["queue", "run"]).status == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: downloads.path) == ["a.txt.leftoff-quarantined"])
        #expect(try leftoff.run(["queue", "remove", id]).status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: downloads.path).isEmpty)
    }

    @Test("An explicit proxy is also used for hosts on this machine")
    func proxy() throws {
        let proxy = try ScriptedServer()
        defer { proxy.stop() }
        proxy.routeEverythingElse(.ok(Array("from the proxy".utf8)))
        let outcome = try leftoff.run(
            ["get", server.address("/a.txt"), "--dir", downloads.path, "--proxy", proxy.address(""), "--quiet"])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(try Data(contentsOf: downloads.appending(path: "a.txt")) == Data("from the proxy".utf8))
        #expect(server.requests.isEmpty)
    }
}
