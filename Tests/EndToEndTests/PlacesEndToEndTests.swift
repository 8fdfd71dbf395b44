import Foundation
import Testing

@Suite("Places on the command line", .ownThreads)
struct PlacesEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    static let snapshot = """
        {"schema":1,"pageXOffset":0,"pageYOffset":1200.5,"pageScale":1,"baseURI":"https://example.org/a",
        "url":"https://example.org/a?b=1","title":"On reading","capturedAt":"2026-01-02T03:04:05Z",
        "anchors":[{"role":"primary","quote":{"exact":"The quick brown fox jumps over the lazy dog.",
        "prefix":"Once upon a time. ","suffix":" It slept."},"selector":"#p7","path":[],"occurrences":1,
        "rect":{"x":8,"y":20,"width":600,"height":40},"offset":{"character":0,"x":0,"y":20},"scroller":0}],
        "progress":{"px":0.42,"text":0.4},"futureKey":{"kept":[1,2.5,null]}}
        """

    func capture(_ json: String = snapshot) throws -> String {
        let outcome = try leftoff.run(["capture"], input: Data(json.utf8))
        try #require(outcome.status == 0, "\(outcome.errorText)")
        return try #require(outcome.lines.first)
    }

    @Test("A snapshot is stored, listed, found by words, shown completely and deleted")
    func loop() throws {
        let id = try capture()
        let listed = try leftoff.run(["list", "--format", "json"])
        let array = try #require(try JSONSerialization.jsonObject(with: listed.output) as? [[String: Any]])
        #expect(array.map { $0["id"] as? String } == [id])
        #expect(try leftoff.run(["list", "quick", "brown", "--format", "ndjson"]).lines.count == 1)
        #expect(try leftoff.run(["list", "absent-word", "--format", "ndjson"]).lines.isEmpty)
        #expect(try leftoff.run(["list"]).text.contains("On reading"))

        let shown = try leftoff.run(["show", String(id.prefix(5))])
        let object = try #require(try JSONSerialization.jsonObject(with: shown.output) as? NSDictionary)
        #expect(object == (try JSONSerialization.jsonObject(with: Data(Self.snapshot.utf8)) as? NSDictionary))

        #expect(try leftoff.run(["forget", "@"]).status == 0)
        #expect(try leftoff.run(["show", id]).status == 66)
    }

    @Test("@ names the newest place, and its address has a text directive")
    func fragment() throws {
        _ = try capture()
        let address = try leftoff.run(["open", "@", "--print"])
        #expect(address.status == 0)
        #expect(address.lines.first?.hasPrefix("https://example.org/a?b=1#:~:text=") == true)
        #expect(try leftoff.run(["restore", "@", "--as", "fragment"]).output == address.output)
    }

    @Test("show --editions lists the places of a page in all its editions, and list names the original")
    func editions() throws {
        let original = try capture(#"{"url":"https://example.org/b","title":"Original"}"#)
        let archived = try capture(#"{"url":"https://archive.ph/20240102030405/https://example.org/b"}"#)
        _ = try capture(#"{"url":"https://example.org/c"}"#)
        let rows = try leftoff.run(["show", original, "--editions"]).lines
        #expect(rows.count == 2 && rows[0].hasPrefix(archived + "  archive") && rows[1].contains("original"))
        let listed = try leftoff.run(["show", "--editions", "--format", "json", archived]).output
        let places = try #require(try JSONSerialization.jsonObject(with: listed) as? [[String: Any]])
        #expect(places.map { $0["id"] as? String } == [archived, original])
        #expect(places.map { $0["edition"] as? String } == ["archive", nil])
        #expect(places.map { $0["original"] as? String } == ["https://example.org/b", nil])
        #expect(try leftoff.run(["show", original, "--format", "json"]).status == 64)
        let shown = try leftoff.run(["list", "--format", "ndjson"]).lines
        #expect(shown.count == 3 && shown[1].contains(#""edition":"archive""#))
    }

    @Test("open --archive prints the Wayback Machine's address for the time of the capture, with the words")
    func archive() throws {
        _ = try capture()
        let address = try leftoff.run(["open", "@", "--archive", "--print"])
        let expected = "https://web.archive.org/web/20260102030405/https://example.org/a?b=1#:~:text="
        #expect(address.status == 0 && address.lines.first?.hasPrefix(expected) == true, "\(address.text)")
        let copy = "https://archive.ph/20240102030405/https://example.org/b"
        _ = try capture(#"{"url":"\#(copy)"}"#)
        #expect(try leftoff.run(["open", "@", "--archive", "--print"]).lines == [copy])
        _ = try capture(
            #"""
            {"url":"https://amp.example.org/b","edition":"amp","canonical":"https://example.org/b#/r",
            "capturedAt":"2026-01-02T03:04:05.678+01:00"}
            """#)
        #expect(
            try leftoff.run(["open", "@", "--archive", "--print"]).lines == [
                "https://web.archive.org/web/20260102020405/https://example.org/b#/r"
            ])
        _ = try capture(#"{"url":"file:///tmp/a.html"}"#)
        let file = try leftoff.run(["open", "@", "--archive"])
        #expect(file.status == 66 && file.errorLines == ["leftoff: open: a file is in no public archive"])
    }

    /// Writes a program that stands in for a browser.
    private func program(_ name: String, _ lines: String...) throws -> URL {
        let file = leftoff.directory.appending(path: name)
        try ExecutableScript.write((["#!/bin/sh"] + lines).joined(separator: "\n") + "\n", to: file)
        return file
    }

    @Test("If no browser opens a place, one line says so, without the output of the programs that failed")
    func noBrowser() throws {
        _ = try capture()
        _ = try program(
            "xdg-open", "for name in www-browser links2 elinks links lynx w3m firefox; do",
            "echo \"xdg-open: 882: $name: not found\" >&2", "done", "exit 3")
        let outcome = try leftoff.run(
            ["open", "@"], environment: ["BROWSER": "/bin/false", "PATH": leftoff.directory.path])
        #expect(outcome.status == 69 && outcome.output.isEmpty)
        #expect(
            outcome.errorLines == ["leftoff: open: xdg-open could not open a browser; --print prints the address"])
    }

    @Test("A browser for terminals gets the address, and the terminal until it ends, but not standard error")
    func terminalBrowser() throws {
        _ = try capture()
        let terminal = try PseudoTerminal()
        let browser = try program(
            "browser", "echo warning >&2", "address=$1", "read -r line </proc/$$/stat", "set -- $line",
            "sleep 0.2; [ -t 0 ] && [ -t 1 ] && printf 'session %s: %s' \"$6\" \"$address\"")
        let process = try leftoff.start(
            ["open", "@"], environment: ["BROWSER": browser.path], input: terminal.terminal,
            output: terminal.terminal, errors: terminal.terminal)
        #expect(process.wait() == .exit(0) && terminal.readRest())
        #expect(
            terminal.text.hasPrefix("session \(getsid(0)): https://example.org/a?b=1#:~:text="), "\(terminal.text)")
    }

    @Test("restore prints a script, a bookmarklet and JSON", arguments: ["script", "bookmarklet", "json"])
    func restore(form: String) throws {
        _ = try capture()
        let outcome = try leftoff.run(["restore", "@", "--as", form])
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("quick"))
        if form == "bookmarklet" { #expect(outcome.text.hasPrefix("javascript:")) }
        if form == "json" { #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: outcome.output) } }
    }

    @Test(
        "Malformed snapshots are reported in one line with exit code 65",
        arguments: ["", "{", "[]", "null", "{\"url\":\"javascript:alert(1)\"}", "{\"url\":7}", "\u{FEFF}{}", "{}"])
    func malformed(json: String) throws {
        let outcome = try leftoff.run(["capture"], input: Data(json.utf8))
        #expect(outcome.status == 65)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errorText.hasPrefix("leftoff: standard input: "))
    }

    @Test("A snapshot over 64 KiB is refused, and nothing is stored")
    func tooLarge() throws {
        let padding = String(repeating: "x", count: 70_000)
        let outcome = try leftoff.run(["capture"], input: Data("{\"url\":\"https://a.b/\",\"x\":\"\(padding)\"}".utf8))
        #expect(outcome.status == 65)
        #expect(outcome.errorLines.count == 1)
        #expect(try leftoff.run(["list", "--format", "ndjson"]).output.isEmpty)
    }

    @Test("An unknown id is one line with exit code 66", arguments: [["show"], ["forget"], ["open", "--print"]])
    func unknown(command: [String]) throws {
        let outcome = try leftoff.run(command + ["zzzz"])
        #expect(outcome.status == 66)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errorText.contains("zzzz"))
    }

    @Test("A missing file is reported with exit code 66")
    func missingFile() throws {
        let outcome = try leftoff.run(["capture", "no-such-file.json"])
        #expect(outcome.status == 66)
        #expect(outcome.errorText == "leftoff: no-such-file.json: no such file or directory\n")
    }

    @Test("A store that cannot be created is reported in one line with exit code 73")
    func unwritable() throws {
        // A file in place of the directory stops root too, unlike permissions.
        let blocker = try leftoff.file("blocker", [])
        let outcome = try leftoff.run(
            ["capture"], input: Data(Self.snapshot.utf8), environment: ["LEFTOFF_HOME": blocker.path + "/home"])
        #expect(outcome.status == 73)
        #expect(outcome.errorLines.count == 1)
    }

    @Test("The data directory is accessible only to its owner")
    func modes() throws {
        _ = try capture()
        func mode(_ url: URL) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
        }
        #expect(try mode(leftoff.home) == 0o700)
        #expect(try mode(leftoff.home.appending(path: "leftoff.sqlite")) == 0o600)
    }

    @Test("The capture script defines its global and is valid JavaScript")
    func script() throws {
        let outcome = try leftoff.run(["script", "capture"])
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("ExtensionPreprocessingJS"))
        #expect(!outcome.text.contains("\nimport ") && !outcome.text.contains("\nexport "))
    }

    @Test("Twenty simultaneous captures are all stored")
    func concurrentCaptures() async throws {
        let ids = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<20 {
                group.addTask {
                    let json = "{\"url\":\"https://example.org/\(number)\",\"title\":\"t\(number)\"}"
                    let outcome = try self.leftoff.run(["capture"], input: Data(json.utf8))
                    return outcome.lines.first ?? outcome.errorText
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(ids.count == 20)
        let listed = try leftoff.run(["list", "--format", "ndjson"]).lines
        #expect(Set(listed.compactMap { $0.firstMatch(of: /"id":"([^"]+)"/).map { String($0.1) } }) == ids)
    }
}
