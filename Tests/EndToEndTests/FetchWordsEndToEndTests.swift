import Foundation
import TestSupport
import Testing

@Suite("Messages of fetching", .ownThreads, .timeLimit(.minutes(5)))
struct FetchWordsEndToEndTests {
    let leftoff: Leftoff
    let server: ScriptedServer

    init() throws {
        leftoff = try Leftoff()
        server = try ScriptedServer()
    }

    @Test(
        "An option that cannot be used is reported in one line with the reason",
        arguments: [
            (["--include", "re:("], 64, "--include re:(: ( is not closed by )"),
            (["--exclude", "a,[b"], 64, "--exclude [b: [ is not closed by ]"),
            (["--text", "re:[z"], 64, "--text re:[z: [ is not closed by ]"),
            (["--header", "secret"], 64, "--header must be a name, a colon and a value, such as 'Accept: text/html'"),
            (["--header", "a b: secret"], 64, "--header \"a b\": not a valid field name"),
            (
                ["--header", "a: secret\nb: c"], 64,
                "--header a: its value contains a control character or a line break"
            ),
            (["--header", "Host: secret"], 64, "--header Host: leftoff sets this field itself"),
            (["--header", "user-agent: secret"], 64, "--header user-agent: use --user-agent instead"),
            (["--limit", "-1"], 64, "--limit -1: must be at least 1"),
            (["--depth", "-1"], 64, "--depth must be from 0 to 1000000"),
            (["--max-pages", "0"], 64, "--max-pages must be at least 1"),
            (["--max-bytes", "x"], 64, "the value 'x' is invalid for '--max-bytes <bytes>'"),
            (["--cache", "FILE"], 73, "file: Not a directory"),
            (["--cache", "FILE/a"], 73, "file/a: Not a directory"),
            ([""], 64, "an input is empty: specify an address, a file or -"),
            (["--depth", "1", "--resume", "none/r"], 73, "none/r: No such file or directory"),
        ])
    func invalidOptions(words: [String], status: Int32, line: String) throws {
        defer { server.stop() }
        let file = try leftoff.file("file", "x".utf8)
        let outcome = try leftoff.run(
            ["links", server.address()] + words.map { $0.replacingOccurrences(of: "FILE", with: file.path) })
        #expect(outcome.status == status)
        #expect(outcome.errorLines.count == 1 && outcome.output.isEmpty)
        #expect(outcome.errorLines.first?.contains(line) == true, "\(outcome.errorText)")
        #expect(!outcome.errorText.contains("secret"))
        #expect(server.requests.isEmpty)
    }

    @Test("A page longer than the limit gives the links up to the limit, with or without an announced length")
    func maxBytes() throws {
        defer { server.stop() }
        let page = Array(("<a href=/one>" + String(repeating: "x", count: 87) + "<a href=/two>").utf8)
        server.route("/length", .page(String(decoding: page, as: UTF8.self)))
        server.route("/chunks", .chunked([page], fields: [("Content-Type", "text/html")]))
        for path in ["/length", "/chunks"] {
            let outcome = try leftoff.run(["links", "-q", "--max-bytes", "100", server.address(path)])
            #expect(outcome.status == 1 && outcome.lines == [server.address("/one")])
            #expect(outcome.errorLines == ["leftoff: \(server.address(path)): the body is longer than 100 bytes"])
            let whole = try leftoff.run(["links", "-q", "--max-bytes", "113", server.address(path)])
            #expect(whole.status == 0 && whole.lines.count == 2)
        }
    }

    @Test("With --progress json every line is an object, including those of --explain and --verbose")
    func progressAndReasons() throws {
        defer { server.stop() }
        server.route("/", .page("<a href=/a.pdf>a</a><a href=b>b</a><a href=/out>"))
        server.route("/b", .page("<a href=/>c</a>"))
        server.route("/out", .redirect(to: server.address("/b", host: "localhost")))
        let outcome = try leftoff.run([
            "links", "--progress", "json", "--explain", "-v", "--depth", "1", "--no-robots", "--include", "*/b",
            server.address(),
        ])
        #expect(outcome.lines == [server.address("/b")])
        let lines = try objects(outcome.errorLines)
        let kinds = lines.map { line in ["pages", "message", "dropped"].filter { line[$0] != nil } }
        #expect(kinds.allSatisfy { $0.count == 1 }, "\(outcome.errorText)")
        #expect(kinds.count { $0 == ["dropped"] } == 3)
        #expect(lines.contains { ($0["message"] as? String)?.hasSuffix("skipped") == true }, "\(outcome.errorText)")
    }
}
