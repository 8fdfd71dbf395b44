import Foundation
import TestSupport
import Testing

@Suite("Many downloads at once, and lists without old ones", .ownThreads)
struct QueueBulkEndToEndTests: QueueScene {
    let leftoff: Leftoff
    let server: ScriptedServer

    init() throws {
        leftoff = try Leftoff()
        server = try ScriptedServer()
        try FileManager.default.createDirectory(at: downloads, withIntermediateDirectories: true)
    }

    /// The exit code and the messages of a command.
    private struct Answer: Equatable {
        var status: Int32
        var messages: [String]

        init(_ status: Int32, _ messages: String...) {
            self.status = status
            self.messages = messages
        }
    }

    /// Runs a command of the queue that prints only messages.
    private func queue(_ arguments: String...) throws -> Answer {
        let outcome = try leftoff.run(["queue"] + arguments)
        #expect(outcome.output.isEmpty)
        var answer = Answer(outcome.status)
        answer.messages = outcome.errorLines
        return answer
    }

    private func states() throws -> [String] { try items().compactMap { $0["state"] as? String } }

    @Test("Filters select downloads, and those that do not allow the change are counted")
    func filters() throws {
        _ = try add(["http://127.0.0.1:9/a", "http://localhost:9/b"])
        _ = try add(["http://127.0.0.1:9/c", "--start-at", "+2h"])
        var outcome = try queue("pause", "--host", "127.0.0.1")
        #expect(outcome == Answer(0, "leftoff: paused 2 downloads"))
        #expect(try states() == ["paused", "ready", "paused"])
        outcome = try queue("pause", "--host", "127.0.0.1:9", "--state", "ready,paused")
        #expect(outcome == Answer(0, "leftoff: paused 0 downloads (2 were paused)"))
        outcome = try queue("resume", "--all")
        #expect(outcome == Answer(0, "leftoff: resumed 2 downloads (1 was ready)"))
        #expect(try states() == ["ready", "ready", "waiting"])
        outcome = try queue("retry", "--state", "waiting", "-q")
        #expect(outcome == Answer(0))
        #expect(try states() == ["ready", "ready", "ready"])
        for filter in [
            ["--state", "paused,failed"], ["--host", "*.example.org"], ["--host", "127.0.0.1:8"],
            ["--older-than", "1h"], ["--host", "127.0.0.1", "--state", "done"],
        ] {
            let outcome = try leftoff.run(["queue", "remove"] + filter)
            #expect(outcome.status == 66 && outcome.errorLines == ["leftoff: no download matches"], "\(filter)")
        }
        outcome = try queue("remove", "--host", "localhost")
        #expect(outcome == Answer(0, "leftoff: removed 1 download"))
        #expect(try items().count == 2)
    }

    @Test(
        "A command without a selection, or with a wrong one, is refused and changes nothing",
        arguments: [
            (["pause"], "name downloads, or select them with --state, --host, --older-than or --all"),
            (["retry", "abc", "--all"], "ids and filters exclude each other"),
            (["resume", "abc", "--host", "h"], "ids and filters exclude each other"),
            (["remove", "--state", "gone"], "unknown state 'gone'"), (["remove", "--state", ""], "unknown state ''"),
            (["pause", "--state", "ready,"], "unknown state ''"), (["list", "--state", "ready,"], "unknown state ''"),
            (["remove", "--host", "a b"], "must be a host such as example.org"),
            (["list", "--host", "https://example.org/"], "must be a host such as example.org"),
        ])
    func wrong(arguments: [String], reason: String) throws {
        _ = try add(["http://127.0.0.1:9/a"])
        let outcome = try leftoff.run(["queue"] + arguments)
        #expect(outcome.status == 64 && outcome.errorLines.count == 1, "\(outcome.errorText)")
        #expect(outcome.errorText.contains(reason), "\(outcome.errorText)")
        #expect(try states() == ["ready"])
    }

    @Test("An age is a number and a unit", arguments: ["7", "d", "1.5h", "7x", "", "9999999d", "7D", "7 d"])
    func ages(text: String) throws {
        for command in ["remove", "clear"] {
            let outcome = try leftoff.run(["queue", command, "--older-than", text])
            #expect(outcome.status == 64 && outcome.errorLines.count == 1, "\(outcome.errorText)")
            #expect(outcome.errorText.contains("must be an age such as 30m, 12h, 7d or 2w"), "\(outcome.errorText)")
        }
    }

    @Test("Only the commands that ask offer --yes", arguments: ["pause", "remove", "resume", "retry"])
    func offersYes(command: String) throws {
        let help = try leftoff.run(["queue", command, "--help"]).text
        #expect(help.contains("--yes") == ["pause", "remove"].contains(command))
    }

    @Test("Without a terminal, more than ten downloads are paused or removed only with --yes")
    func confirmation() throws {
        _ = try add((0..<11).map { "http://127.0.0.1:9/\($0)" })
        for command in ["pause", "remove"] {
            let outcome = try leftoff.run(["queue", command, "--all"])
            #expect(outcome.status == 64 && outcome.errorLines.count == 1, "\(outcome.errorText)")
            #expect(outcome.errorText.contains("--yes"))
        }
        #expect(try states() == Array(repeating: "ready", count: 11))
        #expect(try queue("pause", "--all", "--yes") == Answer(0, "leftoff: paused 11 downloads"))
        #expect(try queue("resume", "--all") == Answer(0, "leftoff: resumed 11 downloads"))
        #expect(try queue("pause", "--host", "127.0.0.1", "-y", "-q") == Answer(0))
        // Ids are a choice of their own.
        let ids = try items().compactMap { $0["id"] as? String }
        #expect(try leftoff.run(["queue", "remove"] + ids).status == 0)
        #expect(try items().isEmpty)
    }

    @Test(
        "On a terminal, the command asks, and anything but yes and y changes nothing",
        arguments: ["yes", "no", "y", "YES", "yes please"])
    func question(answer: String) throws {
        _ = try add((0..<11).map { "http://127.0.0.1:9/\($0)" })
        let terminal = try PseudoTerminal(question: "type yes", answer: "\(answer)\n")
        let process = try leftoff.start(
            ["queue", "remove", "--state", "ready"], input: terminal.terminal, errors: terminal.terminal)
        let isConfirmed = ["yes", "y"].contains(answer.lowercased())
        #expect(process.wait() == .exit(isConfirmed ? 0 : 77))
        #expect(try items().count == (isConfirmed ? 0 : 11))
    }

    @Test("Removed downloads lose their quarantined files, but a finished file stays")
    func files() throws {
        for name in ["a", "b", "c"] { server.route("/\(name)", .ok([1, 2])) }
        let wrong = "sha256=" + String(repeating: "0", count: 64)
        for name in ["a", "b"] { _ = try add([server.address("/\(name)"), "--checksum", wrong]) }
        _ = try add([server.address("/c")])
        #expect(try leftoff.run(["queue", "run"]).status == 1)
        let names = try FileManager.default.contentsOfDirectory(atPath: downloads.path).sorted()
        #expect(names == ["a.leftoff-quarantined", "b.leftoff-quarantined", "c"])
        let outcome = try queue("remove", "--all")
        #expect(outcome == Answer(0, "leftoff: removed 3 downloads"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: downloads.path) == ["c"])
        #expect(try items().isEmpty)
    }

    @Test("queue clear removes finished downloads, not their files", .enabled(if: Tool.all("python3")))
    func clear() throws {
        for name in ["a", "b"] { server.route("/\(name)", .ok([1, 2])) }
        _ = try add([server.address("/a"), server.address("/b")])
        #expect(try queue("clear") == Answer(0, "leftoff: there are no finished downloads to remove"))
        #expect(try leftoff.run(["queue", "run"]).status == 0)
        _ = try add(["http://127.0.0.1:9/later"])
        #expect(try queue("clear", "--older-than", "1h").status == 0)
        #expect(try items().count == 3)
        try leftoff.changeStore("UPDATE queue_item SET finished_at = finished_at - 3600000 WHERE url LIKE '%/a'")
        #expect(
            try queue("clear", "--older-than", "1h")
                == Answer(0, "leftoff: removed 1 finished download from the queue; its file stays"))
        #expect(try queue("clear", "--quiet") == Answer(0))
        #expect(try states() == ["ready"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: downloads.path).sorted() == ["a", "b"])
    }

    @Test(
        "A download that has been done for a day leaves the table, but not the queue",
        .enabled(if: Tool.all("python3")))
    func leaves() throws {
        for name in ["a", "b"] { server.route("/\(name)", .ok([1, 2])) }
        _ = try add([server.address("/a"), server.address("/b")])
        #expect(try leftoff.run(["queue", "run"]).status == 0)
        _ = try add(["http://127.0.0.1:9/later"])
        var table = try leftoff.run(["queue", "list"])
        #expect(table.lines.count == 3 && table.errors.isEmpty)
        try leftoff.changeStore("UPDATE queue_item SET finished_at = finished_at - 86400000 WHERE url LIKE '%/a'")
        table = try leftoff.run(["queue", "list"])
        #expect(table.lines.count == 2)
        #expect(
            table.errorLines == [
                "leftoff: 1 download that ended more than a day ago is not listed; --all lists it"
            ])
        try leftoff.changeStore("UPDATE queue_item SET finished_at = 1 WHERE state = 'done'")
        #expect(try queue("remove", "--state", "ready", "-q") == Answer(0))
        table = try leftoff.run(["queue", "list", "--host", "127.0.0.1"])
        #expect(table.status == 0 && table.output.isEmpty)
        #expect(
            table.errorLines == [
                "leftoff: 2 downloads that ended more than a day ago are not listed; --all lists them"
            ])
        #expect(try leftoff.run(["queue", "list", "-q"]).errors.isEmpty)
        for options in [["--all"], ["--state", "done"], ["--format", "ndjson"], ["--all", "--limit", "2"]] {
            let outcome = try leftoff.run(["queue", "list"] + options)
            #expect(outcome.lines.count == 2 && outcome.errors.isEmpty, "\(options)")
        }
    }

    @Test("An empty list says so, and creates nothing")
    func empty() throws {
        let notice = "leftoff: the queue is empty: 'leftoff queue add URL' adds a download"
        for (format, output) in [("table", ""), ("json", "[]\n"), ("ndjson", "")] {
            let outcome = try leftoff.run(["queue", "list", "--format", format])
            #expect(outcome.status == 0 && outcome.text == output, "\(outcome.text)")
            #expect(outcome.errorLines == [notice])
        }
        for filter in [["--state", "done"], ["--host", "h"]] {
            let outcome = try leftoff.run(["queue", "list"] + filter)
            #expect(outcome.status == 0 && outcome.errorLines == ["leftoff: no download matches"])
        }
        #expect(try leftoff.run(["queue", "list", "--quiet"]).errors.isEmpty)
        #expect(try leftoff.run(["queue", "export", "--format", "lines"]).status == 0)
        #expect(!FileManager.default.fileExists(atPath: leftoff.home.path))
    }

    @Test("A damaged row is reported and stays, while the others are removed", .enabled(if: Tool.all("python3")))
    func damaged() throws {
        let ids = try add((0..<3).map { "http://127.0.0.1:9/\($0)" }).lines
        try leftoff.changeStore("UPDATE queue_item SET headers = '' WHERE id = '\(ids[1])'")
        let outcome = try leftoff.run(["queue", "remove", "--all"])
        #expect(outcome.status == 1 && outcome.errorLines.first == "leftoff: removed 2 downloads")
        #expect(outcome.errorLines.last?.hasSuffix("remove it: leftoff queue remove '\(ids[1])'") == true)
        #expect(try leftoff.run(["queue", "remove", ids[1]]).status == 0)
        #expect(try leftoff.run(["queue", "remove", "--all"]).status == 66)
    }
}
