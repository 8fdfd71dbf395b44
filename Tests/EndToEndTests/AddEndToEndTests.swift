import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Adding pages on the command line", .ownThreads)
struct AddEndToEndTests {
    let leftoff: Leftoff
    let server: ScriptedServer

    init() throws {
        leftoff = try Leftoff()
        server = try ScriptedServer()
        server.route("/a", .page("<title> The\n harbour </title><p>Text"))
    }

    private func add(_ arguments: String..., input: Data = Data()) throws -> Leftoff.Outcome {
        let access = ["--allow-private", "127.0.0.1", "--allow-private", "localhost"]
        return try leftoff.run(
            ["add"] + (arguments.contains("--no-fetch") ? [] : access) + arguments, input: input)
    }

    /// Returns the snapshot of a place.
    private func snapshot(_ id: String) throws -> [String: Any] {
        let shown = try leftoff.run(["show", id])
        try #require(shown.status == 0, "\(shown.errorText)")
        return try #require(try JSONSerialization.jsonObject(with: shown.output) as? [String: Any])
    }

    private func title(_ id: String) throws -> String? { try snapshot(id)["title"] as? String }

    /// Returns the backup of the data directory.
    private func backup() throws -> [String: Any] {
        let export = try leftoff.run(["export"])
        return try #require(try JSONSerialization.jsonObject(with: export.output) as? [String: Any])
    }

    private func count() throws -> Int { try leftoff.run(["list", "--format", "ndjson"]).lines.count }

    @Test("A page is stored at its top with the title that its server sends, and its id is printed")
    func title() throws {
        defer { server.stop() }
        let added = try add(server.address("/a#part"))
        #expect(added.status == 0 && added.lines.count == 1, "\(added.errorText)")
        #expect(added.errorLines == ["leftoff: added 1 place"])
        let place = try snapshot(added.lines[0])
        #expect(place["title"] as? String == "The harbour")
        #expect(place["url"] as? String == server.address("/a#part"))
        #expect(place["pageXOffset"] as? Double == 0 && place["pageYOffset"] as? Double == 0)
        #expect(place["capturedAt"] is String)
        #expect(server.requests.map(\.target) == ["/a"] && server.requests[0].method == "GET")
        #expect(try add("-q", server.address("/b")).errorLines.isEmpty)
    }

    @Test("A title is found in other encodings, after redirects, in og:title, and at the start of a long page")
    func titles() throws {
        defer { server.stop() }
        let type = [("Content-Type", "text/html; charset=windows-1251")]
        server.route("/cyrillic", .ok(Array("<title>".utf8) + [0xCB, 0xE8, 0xF1, 0xE0], fields: type))
        server.route("/moved", .redirect(to: "/a"))
        server.route("/graph", .page("<meta property=og:title content='By the graph'><div id=app></div>"))
        server.route("/long") { request, connection in
            try connection.writeHead(200, [("Content-Type", "text/html"), ("Content-Length", "2147483648")])
            try connection.write(Array("<title>A long page</title>".utf8))
            let block = Array(String(repeating: "<p>x", count: 65_536).utf8)
            for _ in 0..<8_000 where !connection.isClosed { try connection.write(block) }
        }
        let paths = [
            ("/cyrillic", "Лиса"), ("/moved", "The harbour"), ("/graph", "By the graph"), ("/long", "A long page"),
        ]
        let outcome = try leftoff.run(
            ["add", "--allow-private", "127.0.0.1"] + paths.map { server.address($0.0) })
        #expect(outcome.status == 0 && outcome.lines.count == paths.count, "\(outcome.errorText)")
        for (id, (path, expected)) in zip(outcome.lines, paths) {
            #expect(try title(id) == expected)
            #expect(try snapshot(id)["url"] as? String == server.address(path))
        }
    }

    @Test("A page whose title cannot be fetched is stored without one, and one line says why")
    func failures() throws {
        defer { server.stop() }
        server.route("/broken", .status(500, body: Array("<title>Error</title>".utf8)))
        server.route("/pdf", .ok(Array("%PDF-1.7".utf8), fields: [("Content-Type", "application/pdf")]))
        server.route("/untitled", .page("<p>Text"))
        server.route("/late", .page(String(repeating: " ", count: 600_000) + "<title>Late</title>"))
        let refused = "http://127.0.0.1:\(try ScriptedServer.reservedPort())/refused"
        let table: [(address: String, words: String)] = [
            (server.address("/gone"), "the server responded with HTTP 404"),
            (server.address("/broken"), "the server responded with HTTP 500"),
            (server.address("/pdf"), "it is application/pdf, not a web page"),
            (server.address("/untitled"), "the page has no title"), (server.address("/late"), "the page has no title"),
            (refused, "Failed to connect"),
        ]
        for row in table {
            let outcome = try add(row.address)
            #expect(outcome.status == 0 && outcome.lines.count == 1, "\(row.address): \(outcome.errorText)")
            let line = try #require(outcome.errorLines.first { $0.contains("title not fetched") })
            #expect(line.hasPrefix("leftoff: \(row.address): title not fetched: \(row.words)"), "\(line)")
            #expect(try title(try #require(outcome.lines.first)) == nil)
        }
        #expect(try count() == table.count)
    }

    @Test("Without --allow-private, a private host is not requested, also not through a redirect")
    func privateHosts() throws {
        defer { server.stop() }
        let outcome = try leftoff.run(["add", server.address("/a")])
        #expect(outcome.status == 0 && outcome.lines.count == 1)
        #expect(outcome.errorText.contains("; --allow-private 127.0.0.1 allows it"), "\(outcome.errorText)")
        #expect(server.requests.isEmpty)
        server.route("/away", .redirect(to: server.address("/a", host: "localhost")))
        let away = try leftoff.run(["add", "--allow-private", "127.0.0.1", server.address("/away")])
        #expect(away.status == 0 && away.errorText.contains("--allow-private localhost"), "\(away.errorText)")
        #expect(server.requests(to: "/a").isEmpty)
    }

    @Test("Pages of hosts that are never captured are stored without a request, also after a redirect")
    func neverCaptured() throws {
        defer { server.stop() }
        try FileManager.default.createDirectory(at: leftoff.home, withIntermediateDirectories: true)
        try Data(#"{"neverCaptured":["localhost"]}"#.utf8).write(to: leftoff.home.appending(path: "settings.json"))
        let outcome = try add(server.address("/a", host: "localhost"))
        #expect(outcome.status == 0 && outcome.lines.count == 1)
        #expect(outcome.errorText.contains("title not fetched: pages of localhost are never captured"))
        #expect(server.requests.isEmpty)
        server.route("/away", .redirect(to: server.address("/a", host: "localhost")))
        #expect(try add(server.address("/away")).errorText.contains("pages of localhost are never captured"))
        #expect(server.requests(to: "/a").isEmpty)
        #expect(try title(try add(server.address("/a")).lines[0]) == "The harbour")
    }

    @Test("Eight pages are requested at once, and --no-fetch requests none")
    func width() throws {
        defer { server.stop() }
        let gate = ScriptedGate()
        server.routeEverythingElse(ScriptedResponder.page("<title>One of many</title>").behind(gate))
        // At most four of them with one host.
        let addresses = (0..<12).map { server.address("/\($0)", host: $0 % 2 == 0 ? "127.0.0.1" : "localhost") }
        #expect(try leftoff.run(["add", "--no-fetch"] + addresses.map { $0 + "-unread" }).status == 0)
        #expect(server.requests.isEmpty)
        let process = try leftoff.start(
            ["add", "--allow-private", "127.0.0.1", "--allow-private", "localhost"] + addresses)
        try gate.waitForArrivals(8)
        #expect(server.requests.count == 8)
        gate.open()
        #expect(process.wait() == .exit(0))
        #expect(server.requests.count == 12 && server.maximumActiveRequests == 8)
        #expect(try leftoff.run(["list", "many", "--format", "ndjson"]).lines.count == 12)
    }

    @Test("An interruption loses titles, but no places, and the same command fetches the missing titles")
    func interruption() throws {
        defer { server.stop() }
        let gate = ScriptedGate()
        server.route("/slow", ScriptedResponder.page("<title>Slow</title>").behind(gate))
        let output = try leftoff.file("output", [])
        let process = try leftoff.start(
            ["add", "--allow-private", "127.0.0.1", server.address("/slow"), server.address("/slow?2")],
            output: try FileHandle(forWritingTo: output))
        try gate.waitForArrivals(2)
        kill(process.processIdentifier, SIGINT)
        #expect(process.wait() == .signal(SIGINT))
        gate.open()
        let ids = try String(contentsOf: output, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(ids.count == 2)
        for id in ids { #expect(try title(id) == nil) }
        let again = try add(server.address("/slow"), server.address("/slow?2"))
        #expect(again.status == 0 && again.lines == ids, "\(again.errorText)")
        for id in ids { #expect(try title(id) == "Slow") }
    }

    @Test("A page that has a place gets no other one, but the tags, and the id of its place is printed")
    func existing() throws {
        defer { server.stop() }
        let first = try add("--no-fetch", "https://example.org/a", "--tag", "one").lines
        let second = try add("--no-fetch", "https://example.org/a#other", "https://example.org/b", "--tag", "two")
        #expect(second.status == 0 && second.lines.count == 2 && second.lines[0] == first[0], "\(second.errorText)")
        #expect(
            second.errorLines == [
                "leftoff: \(first[0]): this page is on the shelf already", "leftoff: added 1 place",
            ])
        let twice = try add("--no-fetch", "https://example.org/c", "https://example.org/c")
        #expect(twice.lines.count == 2 && twice.lines[0] == twice.lines[1])
        #expect(try count() == 3)
        let places = try #require(try backup()["places"] as? [[String: Any]])
        let tags = places.first { $0["id"] as? String == first[0] }?["tags"] as? [String]
        #expect(tags.map(Set.init) == ["one", "two"])
    }

    @Test("More than ten pages that have a place are counted and not named")
    func manyExisting() throws {
        defer { server.stop() }
        let list = Data((0..<11).map { "https://example.org/\($0)\n" }.joined().utf8)
        #expect(try add("--no-fetch", "-i", "-", input: list).errorLines == ["leftoff: added 11 places"])
        let again = try add("--no-fetch", "-i", "-", input: list)
        #expect(again.errorLines == ["leftoff: 11 pages are on the shelf already"] && again.lines.count == 11)
    }

    @Test("Tags, a note and a state are stored with the places")
    func details() throws {
        defer { server.stop() }
        let added = try add(
            "--no-fetch", "https://example.org/a", "--tag", "b", "--tag", "a", "--note", "Why not", "--later",
            "--until", "2100-01-31")
        #expect(added.status == 0, "\(added.errorText)")
        let backup = try backup()
        let place = try #require((backup["places"] as? [[String: Any]])?.first)
        #expect(Set(try #require(place["tags"] as? [String])) == ["a", "b"] && place["note"] as? String == "Why not")
        let page = try #require((backup["pages"] as? [[String: Any]])?.first)
        #expect(page["state"] as? String == "later")
        #expect((page["until"] as? String)?.hasPrefix("2100-01-3") == true)
    }

    @Test("Lists may have comments, titles, and come compressed or from standard input")
    func lists() throws {
        defer { server.stop() }
        let list = """
            # pages

            https://example.org/titled A title  of its own
            https://example.org/tab\tAfter a tab
            \(server.address("/a"))

            """
        let file = try leftoff.file("list.txt", list.utf8)
        let outcome = try add("-i", file.path, "-i", "-", input: Data("\u{FEFF}https://example.org/last #1\n".utf8))
        #expect(outcome.status == 0 && outcome.lines.count == 4, "\(outcome.errorText)")
        #expect(try outcome.lines.map { try title($0) } == ["A title of its own", "After a tab", "The harbour", "#1"])
        // A title in the list is not fetched.
        #expect(server.requests.count == 1 && !outcome.errorText.contains("example.org"))
        let gzip = try #require(Tool("gzip")).run(["-k", file.path], in: leftoff.directory)
        try #require(gzip.status == 0, "\(gzip.errorText)")
        let again = try add("-i", file.path + ".gz")
        #expect(again.lines == Array(outcome.lines.prefix(3)), "\(again.errorText)")
    }

    @Test("If an address is invalid, nothing is stored, and each is named with its line")
    func invalid() throws {
        defer { server.stop() }
        let lines = ["https://example.org/a", "", "foo", "ftp://example.org/x", "example.com/b A title", "https://"]
        let file = try leftoff.file("list.txt", lines.joined(separator: "\n").utf8)
        let outcome = try add("-i", file.path)
        #expect(outcome.status == 65 && outcome.lines.isEmpty)
        #expect(
            outcome.errorLines == [
                "leftoff: \(file.path):3: foo: not an address",
                "leftoff: \(file.path):4: ftp://example.org/x: only http and https pages can be added",
                "leftoff: \(file.path):5: example.com/b: not an address: did you mean https://example.com/b?",
                "leftoff: \(file.path):6: https://: not an address",
                "leftoff: add: 4 addresses are invalid; nothing was stored",
            ], "\(outcome.errorText)")
        let many = try add("-i", "-", input: Data(String(repeating: "foo\n", count: 30).utf8))
        #expect(many.status == 65 && many.errorLines.count == 21)
        #expect(many.errorLines[0] == "leftoff: standard input:1: foo: not an address")
        #expect(many.errorLines.last?.contains("30 addresses are invalid (the first 20 are shown)") == true)
        #expect(!FileManager.default.fileExists(atPath: leftoff.home.path))
        let file1 = try add("https://example.org/a", "file:///etc/passwd")
        #expect(
            file1.status == 65
                && file1.errorLines == ["leftoff: file:///etc/passwd: only http and https pages can be added"])
        let long = try add("https://example.org/" + String(repeating: "x", count: 70_000))
        #expect(long.status == 65 && long.errorLines.count == 1 && long.errorText.contains("too large"))
    }

    @Test(
        "Options that do not fit together are a usage error",
        arguments: [
            ([], "specify an address, or a list of addresses with -i"),
            (["https://a.example/", "--until", "friday"], "--until requires --later"),
            (["https://a.example/", "--later", "--until", "2020-01-01"], "--until: 2020-01-01 is past"),
            (["https://a.example/", "--later", "--until", "soon"], "--until must be a date such as"),
            (["-i", "-", "-i", "-"], "standard input can be read only once"),
            (["--no-fetch", "--allow-private", "a.example", "https://a.example/"], "exclude each other"),
            (["https://a.example/", "--tag", String(repeating: "t", count: 65)], "--tag must be at most 64"),
        ] as [([String], String)])
    func usage(arguments: [String], words: String) throws {
        defer { server.stop() }
        let outcome = try leftoff.run(["add"] + arguments)
        #expect(outcome.status == 64 && outcome.errorLines.count == 1 && outcome.output.isEmpty)
        #expect(outcome.errorText.contains(words), "\(outcome.errorText)")
        #expect(!FileManager.default.fileExists(atPath: leftoff.home.path))
    }
}
