import Foundation
import TestSupport
import Testing

/// Tests of the values that shells offer, with real shells.
@Suite("Completions", .ownThreads)
struct CompletionEndToEndTests {
    private static let ids = ["abc000000001", "abd000000002", "zz0000000003"]

    let leftoff: Leftoff

    init() throws {
        leftoff = try Leftoff()
    }

    /// A file that a command in a title would create.
    private var intruder: URL { leftoff.directory.appending(path: "intruder") }

    /// Stores three places, the last of which has a title that the shells must not obey.
    private func addPlaces() throws {
        let command = "touch \(intruder.path)"
        let titles = [
            "Foxes: and hounds", "Grüße \\ 日本語 * ?",
            "It's \"x\" $(\(command)) `\(command)` ; \(command)\n<(\(command))",
        ]
        let places = zip(Self.ids, titles).enumerated().map { number, place in
            [
                "id": place.0, "storedAt": "2026-03-01T12:30:0\(number)Z", "tags": ["to read", "a:b/c"],
                "snapshot": ["url": "https://site\(number).example/page", "title": place.1, "pageYOffset": 100],
            ] as [String: Any]
        }
        let backup = try JSONSerialization.data(withJSONObject: ["leftoff": 1, "places": places])
        let outcome = try leftoff.run(["import", try leftoff.file("backup.json", backup).path])
        try #require(outcome.status == 0, "\(outcome.errorText)")
    }

    /// Asks for completions as the scripts do.
    ///
    /// - Parameters:
    ///   - shell: The name of the shell.
    ///   - line: The words of the command line up to the cursor, without the program's name; the last is completed.
    ///   - argument: The name of the argument.
    ///   - kind: The kind of the completion in bash; 63 shows the candidates.
    /// - Returns: The lines of the program.
    /// - Throws: An error if it cannot be run.
    private func candidates(
        _ shell: String, _ line: [String], of argument: String, kind: String = "63"
    ) throws -> [String] {
        let commands = line.prefix(line.first == "queue" ? 2 : 1)
        let position = ["\(line.count)", "\(line.last?.count ?? 0)"]
        let outcome = try leftoff.run(
            ["---completion"] + commands + ["--", argument] + position + ["leftoff"] + line,
            environment: ["SAP_SHELL": shell, "LEFTOFF_COMP_TYPE": kind])
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errorText)")
        // The script for zsh drops the last line, a space.
        return outcome.lines.filter { $0 != " " }
    }

    @Test("Each shell gets the ids with their titles, the newest first, in its own form")
    func forms() throws {
        try addPlaces()
        func places(_ shell: String, _ prefix: String, kind: String = "63") throws -> [String] {
            try candidates(shell, ["queue", "add", "--snapshot", prefix], of: "--snapshot", kind: kind)
        }
        #expect(
            try places("fish", "ab") == ["abd000000002\tGrüße \\ 日本語 * ?", "abc000000001\tFoxes: and hounds"])
        #expect(
            try places("zsh", "ab") == ["abd000000002:Grüße \\\\ 日本語 * ?", "abc000000001:Foxes: and hounds"])
        let shown = try places("bash", "ab")
        #expect(shown == ["'abd000000002  Grüße \\ 日本語 * ?'", "'abc000000001  Foxes: and hounds'"])
        // What bash inserts is an id only.
        #expect(try places("bash", "ab", kind: "9") == ["'abd000000002'", "'abc000000001'"])
        #expect(try places("bash", "ab", kind: "37") == ["'abd000000002'", "'abc000000001'"])
        #expect(try places("bash", "abc") == ["'abc000000001'"])
        let hostile = try places("bash", "").first ?? ""
        #expect(hostile.hasPrefix(#"'zz0000000003  It'\''s "x" $(touch "#) && !hostile.contains("/"))
        #expect(try places("fish", "").map { String($0.prefix(12)) } == Self.ids.reversed())
        for shell in ["bash", "zsh", "fish"] { #expect(try places(shell, "nothing").isEmpty) }
    }

    @Test("Tags are offered by name, and with a sign to the command that adds and removes them")
    func tags() throws {
        try addPlaces()
        #expect(try candidates("fish", ["list", "--tag", "t"], of: "--tag") == ["to read\t3 places"])
        #expect(try candidates("fish", ["list", "--tag=t"], of: "--tag") == ["to read\t3 places"])
        #expect(try candidates("fish", ["tag", "@", "+t"], of: "positional@0") == ["+to read\t3 places"])
        #expect(try candidates("zsh", ["tag", "@", "-a"], of: "positional@0") == [#"-a\:b/c:3 places"#])
        // The word is escaped as it was typed.
        #expect(try candidates("bash", ["tag", "@", #"+to\ r"#], of: "positional@0") == ["'+to read'"])
        #expect(try candidates("fish", ["tag", "abc"], of: "positional@0") == ["abc000000001\tFoxes: and hounds"])
    }

    @Test("Places in the trash are offered to put them back, and no others")
    func trash() throws {
        try addPlaces()
        let words = ["forget", "--put-back", ""]
        #expect(try candidates("fish", words, of: "positional@0").isEmpty)
        #expect(try leftoff.run(["forget", Self.ids[0]]).status == 0)
        #expect(try candidates("fish", words, of: "positional@0") == ["abc000000001\tFoxes: and hounds"])
        #expect(try candidates("fish", ["show", "abc"], of: "positional@0").isEmpty)
    }

    @Test("Titles are at most 60 columns wide")
    func width() throws {
        let title = String(repeating: "wide 字 ", count: 30)
        let snapshot = try JSONSerialization.data(
            withJSONObject: ["url": "https://a.example/", "title": title, "pageYOffset": 100])
        try #require(leftoff.run(["capture", "-"], input: snapshot).status == 0)
        let line = try #require(candidates("fish", ["queue", "add", "--snapshot", ""], of: "--snapshot").first)
        // After the id and a tab.
        let shown = line.dropFirst(13)
        let columns = shown.reduce(0) { $0 + ($1 == "字" ? 2 : 1) }
        #expect((58...60).contains(columns) && shown.hasSuffix("…"), "\(line)")
    }

    @Test("Ids of downloads are offered to the commands that can change them, with host and name")
    func downloads() throws {
        let addresses = ["https://h.example:8080/a/file.iso", "https://g.example/"]
        let added = try leftoff.run(["queue", "add", "--dir", leftoff.directory.path] + addresses)
        try #require(added.status == 0)
        let ids = added.lines
        let all = ["\(ids[1])\tg.example", "\(ids[0])\th.example:8080 file.iso"]
        #expect(try candidates("fish", ["queue", "pause", ""], of: "positional@0") == all)
        #expect(try candidates("fish", ["queue", "resume", ""], of: "positional@0").isEmpty)
        #expect(try candidates("fish", ["queue", "retry", ""], of: "positional@0").isEmpty)
        #expect(try candidates("fish", ["queue", "remove", ids[0]], of: "positional@0") == [all[1]])
        _ = try leftoff.run(["queue", "pause", ids[0]])
        #expect(try candidates("fish", ["queue", "pause", ""], of: "positional@0") == [all[0]])
        #expect(try candidates("fish", ["queue", "resume", ""], of: "positional@0") == [all[1]])
        #expect(try candidates("fish", ["queue", "list", "--host", "h"], of: "--host") == ["h.example:8080"])
        let hosts = try candidates("zsh", ["queue", "list", "--host", ""], of: "--host")
        #expect(hosts == ["g.example", #"h.example\:8080"#])
        // A shared queue is not asked, because its server may be far away.
        let shared = ["queue", "list", "--queue", "postgresql://127.0.0.1:1/x", "--host", ""]
        #expect(try candidates("fish", shared, of: "--host").isEmpty)
    }

    @Test("Without a data directory, or with one that cannot be read, nothing is offered, created or said")
    func missing() throws {
        #expect(try candidates("fish", ["queue", "pause", ""], of: "positional@0").isEmpty)
        #expect(try candidates("fish", ["queue", "add", "--snapshot", ""], of: "--snapshot").isEmpty)
        #expect(!FileManager.default.fileExists(atPath: leftoff.home.path))
        try FileManager.default.createDirectory(at: leftoff.home, withIntermediateDirectories: true)
        try Data(repeating: 7, count: 10_000).write(to: leftoff.home.appending(path: "leftoff.sqlite"))
        for shell in ["bash", "zsh", "fish"] {
            #expect(try candidates(shell, ["queue", "pause", ""], of: "positional@0").isEmpty)
        }
    }

    // MARK: Real shells

    /// The files of a shell: its script, and a directory with the program.
    private func files(_ shell: String, script name: String) throws -> (script: URL, programs: URL) {
        let programs = leftoff.directory.appending(path: "programs")
        try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: programs.appending(path: "leftoff"), withDestinationURL: try Leftoff.binary)
        let script = try leftoff.run(["completions", shell])
        #expect(script.status == 0 && script.errors.isEmpty)
        return (try leftoff.file(name, script.output), programs)
    }

    /// Starts an interactive shell without the user's settings.
    private func start(
        _ shell: String, _ arguments: [String], on terminal: PseudoTerminal, programs: URL
    ) throws -> ChildProcess {
        let descriptor = terminal.terminal.fileDescriptor
        return try ChildProcess(
            try #require(Tool(shell)).path, arguments,
            environment: [
                "PATH": "\(programs.path):/usr/bin:/bin", "HOME": leftoff.directory.path, "LC_ALL": "C.UTF-8",
                "TERM": "dumb", "INPUTRC": "/dev/null", "LEFTOFF_HOME": leftoff.home.path,
            ],
            input: descriptor, output: descriptor, errors: descriptor)
    }

    @Test("bash lists ids with titles, and completes an id", .enabled(if: Tool.all("bash")))
    func bash() throws {
        try addPlaces()
        let (script, programs) = try files("bash", script: "leftoff.bash")
        let terminal = try PseudoTerminal(columns: 160, rows: 40)
        let process = try start("bash", ["--norc", "--noprofile", "-i"], on: terminal, programs: programs)
        // The quotes keep the echo of the line from looking like the prompt.
        terminal.type(". '\(script.path)'; PS1='rea''dy> '\n")
        #expect(terminal.waits { $0.contains("ready> ") })
        terminal.type("leftoff queue add --snapshot \t\t")
        #expect(terminal.waits { $0.contains("abc000000001  Foxes: and hounds") }, "\(terminal.text)")
        #expect(terminal.text.contains("abd000000002  Grüße \\ 日本語 * ?"))
        #expect(terminal.text.contains("zz0000000003  It's \"x\" $(touch "))
        terminal.type("abc\t")
        #expect(terminal.waits { $0.contains("--snapshot abc000000001 ") }, "\(terminal.text)")
        terminal.type("\u{15}leftoff queue pau\t")
        #expect(terminal.waits { $0.contains("queue pause ") }, "\(terminal.text)")
        terminal.type("--state qu\t")
        #expect(terminal.waits { $0.contains("quarantined ") }, "\(terminal.text)")
        terminal.type("\u{15}exit\n")
        #expect(process.wait() == .exit(0))
        #expect(!FileManager.default.fileExists(atPath: intruder.path))
    }

    @Test("zsh lists ids with titles, and completes an id", .enabled(if: Tool.all("zsh")))
    func zsh() throws {
        try addPlaces()
        let (script, programs) = try files("zsh", script: "_leftoff")
        let terminal = try PseudoTerminal(columns: 160, rows: 40)
        let process = try start("zsh", ["-f", "-i"], on: terminal, programs: programs)
        let directory = script.deletingLastPathComponent().path
        terminal.type("fpath=('\(directory)' $fpath); autoload -U compinit; compinit -D -u; PS1='rea''dy> '\n")
        #expect(terminal.waits { $0.contains("ready> ") })
        terminal.type("leftoff queue add --snapshot \t")
        #expect(terminal.waits { $0.contains("abc000000001  -- Foxes: and hounds") }, "\(terminal.text)")
        #expect(terminal.text.contains("abd000000002  -- Grüße \\ 日本語 * ?"))
        #expect(terminal.text.contains("zz0000000003  -- It's \"x\" $(touch "))
        terminal.type("abc\t")
        #expect(terminal.waits { $0.contains("--snapshot abc000000001 ") }, "\(terminal.text)")
        terminal.type("\u{15}leftoff queue pause --state qu\t")
        #expect(terminal.waits { $0.contains("quarantined ") }, "\(terminal.text)")
        terminal.type("\u{15}exit\n")
        #expect(process.wait() == .exit(0))
        #expect(!FileManager.default.fileExists(atPath: intruder.path))
    }

    @Test("fish offers ids with titles, states and formats", .enabled(if: Tool.all("fish")))
    func fish() throws {
        try addPlaces()
        let (script, programs) = try files("fish", script: "leftoff.fish")
        let program = """
            set -x PATH '\(programs.path)' $PATH; set -x LEFTOFF_HOME '\(leftoff.home.path)'; source '\(script.path)'
            for line in 'leftoff queue add --snapshot ' 'leftoff queue add --snapshot=abc' \
            'leftoff queue list --state qu' 'leftoff queue list --format nd' 'leftoff queue pause --host '
                complete -C "$line"; echo ==
            end
            """
        let outcome = try #require(Tool("fish")).run(["--no-config", "-c", program], in: leftoff.directory)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errorText)")
        let parts = outcome.text.components(separatedBy: "==\n").map { part in
            part.split(separator: "\n").map(String.init)
        }
        try #require(parts.count == 6, "\(outcome.text)")
        #expect(parts[0].dropFirst() == ["abd000000002\tGrüße \\ 日本語 * ?", "abc000000001\tFoxes: and hounds"])
        #expect(parts[0].first?.hasPrefix("zz0000000003\tIt's \"x\" $(touch /") == true)
        #expect(parts[1] == ["--snapshot=abc000000001\tFoxes: and hounds"])
        #expect(parts[2].map { $0.prefix { $0 != "\t" } } == ["quarantined"])
        #expect(parts[3].map { $0.prefix { $0 != "\t" } } == ["ndjson"])
        #expect(parts[4].isEmpty)
        #expect(!FileManager.default.fileExists(atPath: intruder.path))
    }
}
