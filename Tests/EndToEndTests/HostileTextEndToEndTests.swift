import Foundation
import TestSupport
import Testing

/// Runs of every command and format over stored and fetched text that is hostile, in a pipe and on a terminal.
@Suite("Hostile text in every command and format", .ownThreads)
struct HostileTextEndToEndTests {
    /// One command line.
    struct Run: Sendable, CustomTestStringConvertible {
        /// The unsafe characters that may reach a pipe or a file.
        enum PipeText: Sendable {
            /// None.
            case safe
            /// The three marks of Hebrew and Arabic titles.
            case marks
            /// Any, because the text is a path or an option for a program.
            case exact
        }

        /// The arguments; a word in capital letters with a percent sign stands for a name of the scene.
        let words: [String]
        let pipe: PipeText
        /// False for commands that print only Leftoff's own text.
        let showsText: Bool
        /// True for a run in a data directory of its own, because it changes the queue.
        let isAlone: Bool

        init(_ words: String..., pipe: PipeText = .safe, showsText: Bool = true, isAlone: Bool = false) {
            self.init(words: words, pipe: pipe, showsText: showsText, isAlone: isAlone)
        }

        init(words: [String], pipe: PipeText = .safe, showsText: Bool = true, isAlone: Bool = false) {
            (self.words, self.pipe, self.showsText, self.isAlone) = (words, pipe, showsText, isAlone)
        }

        var testDescription: String { words.joined(separator: " ").debugDescription }
    }

    /// The receiver of standard output and standard error.
    enum Output: Sendable, CaseIterable { case pipe, terminal }

    private static let tables = ["table", "json", "ndjson"]
    /// A word with control characters, for arguments that are errors.
    private static let word = "canary\u{1B}[2J\u{9B}31m\u{202E}"

    private static let places: [Run] =
        tables.flatMap { format in
            [
                Run("list", "--format", format), Run("list", "canary", "--format", format),
                Run("list", "--group", "page", "--format", format), Run("list", "--trash", "--format", format),
                Run("tag", "--format", format), Run("show", "--editions", "%PLACE", "--format", format),
                Run("windows", "list", "--format", format), Run("queue", "list", "--format", format),
            ]
        }
        + (0..<HostileText.texts.count).flatMap { index in
            [
                Run("show", "%PLACE\(index)"), Run("open", "%PLACE\(index)", "--print"),
                Run("note", "%PLACE\(index)", pipe: .exact),
                Run("restore", "%PLACE\(index)", "--as", "script"),
                Run("restore", "%PLACE\(index)", "--as", "bookmarklet"),
                Run("restore", "%PLACE\(index)", "--as", "fragment"),
                Run("restore", "%PLACE\(index)", "--as", "json"),
            ]
        }
        + [
            Run("next", "--print"), Run("tag"), Run("undo", "--list", showsText: false),
            Run("export"), Run("export", "--format", "json"), Run("export", "--format", "csv", pipe: .marks),
            Run("export", "--format", "bookmarks", pipe: .marks),
            Run("export", "--format", "markdown", "--query", "canary", pipe: .marks),
            Run("export", "--format", "annotations", "--query", "canary", showsText: false),
            Run("windows", "show", "%WINDOW"), Run("windows", "open", "%WINDOW", "--print"),
            Run("queue", "list"), Run("list"), Run("windows"),
            Run("import", "--dry-run", "%LIBRARY"), Run("import", "--dry-run", "--report", "json", "%LIBRARY"),
            Run("import", "%LIBRARY", isAlone: true),
        ]

    private static let links: [Run] =
        [
            "lines", "ndjson", "json", "markdown", "html", "opml", "aria2", "wget", "curl", "yt-dlp", "metalink",
        ].map { Run("links", "%PAGE", "%FILE", "--format", $0) }
        + ["csv", "tsv", "bookmarks", "template:{text}\\t{title}\\t{raw}\\t{source}"].map {
            Run("links", "%PAGE", "%FILE", "--format", $0, pipe: .marks)
        }
        + [
            Run("links", "%PAGE", "--kind", "image", "--explain"),
            Run("links", "%ARCHIVE", "--errors", "json"), Run("links", "%ARCHIVE", "--progress", "json"),
            Run("links", "%ARCHIVE", "--verbose"), Run("links", "%SERVER/moved"),
            Run("links", "%SERVER/moved", "--progress", "json"),
        ]

    private static let downloads: [Run] =
        ["wget", "yt-dlp", "lines", "metalink", "json"].map { Run("queue", "export", "--format", $0) }
        + ["aria2", "curl"].map { Run("queue", "export", "--format", $0, pipe: .exact) }
        + [
            Run("queue", "export", "--format", "json", "--with-credentials"),
            Run("queue", "export", "--format", "aria2", "--with-credentials", pipe: .exact),
            Run("get", "%SERVER/moved", "--dir", "%DIRECTORY", isAlone: true),
            Run("get", "%SERVER/moved", "--dir", "%DIRECTORY", "--verbose", isAlone: true),
            Run("get", "%SERVER/moved", "--dir", "%DIRECTORY", "--progress", "json", isAlone: true),
            Run("get", "%SERVER/canary", "--dir", "%DIRECTORY", pipe: .exact, isAlone: true),
            Run("get", "%SERVER/canary", "--dir", "%DIRECTORY", "--progress", "json", pipe: .exact, isAlone: true),
            Run("queue", "run"),
        ].map { $0.words == ["queue", "run"] ? Run("queue", "run", showsText: false) : $0 }

    /// Errors that quote an argument, a file name, or the text of a file.
    private static let errors: [Run] =
        [
            ["show"], ["open"], ["forget"], ["forget", "--put-back"], ["note"], ["tag", "+x"], ["later"], ["finish"],
            ["next"], ["undo"], ["add"], ["list", "--sort"], ["export", "--id"], ["queue", "clear"], ["keep"],
            ["restore", "--as", "json"], ["queue", "pause"],
            ["queue", "resume"], ["queue", "retry"], ["queue", "remove"], ["queue", "move", "--first"],
            ["windows", "show"], ["windows", "open"], ["windows", "forget"], ["help"], ["links"], ["capture"],
            ["import"], ["windows", "import"], ["queue", "import"], ["queue", "add"], ["add"], ["get"], [],
            ["list", "--limit"], ["list", "--format"], ["links", "--format"], ["queue", "list", "--state"],
            ["queue", "list", "--host"], ["queue", "pause", "--state"], ["queue", "clear", "--older-than"],
            ["bookmarklet"], ["completions"], ["hud", "frame", "--at", "0", "--cells", "8x4"],
            ["queue", "send", "aria2", "--rpc"], ["page"], ["script"], ["queue", "run", "--jobs"],
            ["serve", "--port"], ["token"], ["devices", "revoke"],
        ].map { Run(words: $0 + [word]) }
        + [
            Run("list", "--canary\u{1B}[2J\u{9B}=v"), Run("list", "--n\u{1B}[2J=canary\u{1B}", showsText: false),
            Run("list", "-q\u{1B}z", showsText: false), Run("list", "--state", word, showsText: false),
            Run("later", "%PLACE", "--until", word, showsText: false), Run("tag", "%PLACE", "--\(word)"),
            Run("links", "--format", "template:{canary\u{1B}[2J}"),
            Run("links", "--format", "template:canary\\\u{9B}", showsText: false), Run("import", "%FILE"),
            Run("import", "%FILE", "%PAGE"), Run("capture", "%FILE"), Run("capture", "%JSON"),
            Run("queue", "import", "%FILE"), Run("queue", "add", "-i", "%FILE"), Run("windows", "import", "%FILE"),
            Run("add", "-i", "%FILE"),
            Run("links", "--explain", "%FILE", "--text", "re:(canary\u{1B}[2J"),
        ]

    /// Leftoff's own text.
    private static let own: [Run] = [
        ["script", "capture"], ["bookmarklet", "capture"], ["bookmarklet", "restore"], ["userscript"],
        ["completions", "bash"], ["hud", "frame", "busy", "--at", "1", "--cells", "8x4", "--glyphs", "braille"],
        ["help"], ["help", "links"], ["help", "queue", "add"], ["--help"], ["--version"], ["doctor"],
        ["native-host", "manifest", "firefox"],
    ].map { Run(words: $0, showsText: false) }

    /// Commands that print ids, counts or Leftoff's own text only, and those that other suites run.
    private static let withoutHostileText: Set<String> = [
        "extension", "hud demo", "zen", "manual", "native-host install", "native-host uninstall", "native-host serve",
        "token rotate", "token address", "devices list", "serve",
    ]

    private static let runs = places + links + downloads + errors + own

    private static let scene = Result { try HostileScene() }

    @Test("Nothing that a terminal obeys or hides is printed", arguments: runs, Output.allCases)
    func prints(run: Run, output: Output) throws {
        let scene = try Self.scene.get()
        let printed = try scene.output(of: run.words, isAlone: run.isAlone, on: output)
        let isExact = output == .pipe && run.pipe == .exact
        let problems = HostileText.problems(in: printed) { scalar in
            isExact
                || (output == .pipe && run.pipe == .marks && HostileText.isKeptInTables(scalar))
        }
        let text = String(decoding: printed, as: UTF8.self)
        #expect(problems == [], "\(text.debugDescription.prefix(2_000))")
        #expect(!run.showsText || text.contains(HostileText.canary), "\(text.debugDescription.prefix(2_000))")
    }

    @Test("JSON has the exact text", arguments: HostileText.texts)
    func values(text: String) throws {
        let scene = try Self.scene.get()
        func titles(_ words: [String]) throws -> [String] {
            let places = try JSONSerialization.jsonObject(with: scene.leftoff.run(words).output) as? [[String: Any]]
            return try #require(places).compactMap { $0["title"] as? String }
        }
        // `==` would accept canonically equivalent texts.
        #expect(try titles(["list", "--format", "json"]).contains { $0.utf8.elementsEqual(text.utf8) })
        let backup = try JSONSerialization.jsonObject(with: scene.leftoff.run(["export"]).output) as? [String: Any]
        let places = try #require(backup?["places"] as? [[String: Any]])
        let snapshots = places.compactMap { ($0["snapshot"] as? [String: Any])?["title"] as? String }
        #expect(snapshots.contains { $0.utf8.elementsEqual(text.utf8) })
    }

    @Test("An output that is a terminal is filtered under any name")
    func device() throws {
        let scene = try Self.scene.get()
        let terminal = try PseudoTerminal()
        // The descriptor of standard error is the terminal; standard output is not.
        let process = try scene.leftoff.start(
            ["links", scene.page.path, "--format", "tsv", "-q", "-o", "/dev/fd/2"], errors: terminal.terminal)
        #expect(process.wait() == .exit(0))
        #expect(terminal.readRest())
        let text = terminal.text.replacing("\r\n", with: "\n")
        #expect(HostileText.problems(in: Array(text.utf8)) == [] && text.contains(HostileText.canary))
    }

    @Test("The bytes of a file are those of a pipe, and paths in a pipe are exact")
    func exact() throws {
        let scene = try Self.scene.get()
        let list = try scene.leftoff.run(["queue", "export", "--format", "aria2"])
        #expect(list.text.contains("dir=\(scene.downloads.path)\n"))
        let file = scene.leftoff.directory.appending(path: "list-\(UUID().uuidString)")
        #expect(try scene.leftoff.run(["queue", "export", "--format", "aria2", "-o", file.path]).status == 0)
        #expect(try Data(contentsOf: file) == list.output)
    }

    /// A command as the argument parser describes it.
    private struct Command: Decodable {
        struct Argument: Decodable {
            struct Name: Decodable { var name: String }
            var names: [Name]?
            var allValues: [String]?
            var abstract: String?
        }
        var commandName: String
        var arguments: [Argument]?
        var subcommands: [Command]?

        func leaves(_ path: [String] = []) -> [(words: [String], command: Command)] {
            guard let children = subcommands, !children.isEmpty else { return [(path, self)] }
            return children.flatMap { $0.leaves(path + [$0.commandName]) }
        }
    }

    private struct Dump: Decodable { var command: Command }

    @Test("Every command and every format is in the table")
    func complete() throws {
        let dump = try Leftoff().run(["--experimental-dump-help"]).output
        let leaves = try JSONDecoder().decode(Dump.self, from: dump).command.leaves()
        #expect(leaves.count > 30)
        for (words, command) in leaves where !Self.withoutHostileText.contains(words.joined(separator: " ")) {
            let runs = Self.runs.filter { $0.words.starts(with: words) }
            #expect(!runs.isEmpty, "no run of \(words.joined(separator: " "))")
            for argument in command.arguments ?? [] {
                guard let name = argument.names?.last?.name, name == "format" || name == "as" else { continue }
                // The formats of `links` are not an enumeration of the parser, but its help lists them.
                let listed = argument.abstract.flatMap { $0.firstMatch(of: /output format: ([^(]*) \(/)?.1 }
                let values = argument.allValues ?? listed.map { $0.split(separator: ", ").map(String.init) } ?? []
                // An import is detected from its content.
                guard words.last != "import" else { continue }
                #expect(!values.isEmpty, "\(words) --\(name)")
                for value in values {
                    let start = value == "template:TEXT" ? "template:" : value
                    let isRun = runs.contains { run in
                        run.words.firstIndex(of: "--\(name)").map { run.words[$0 + 1].hasPrefix(start) } ?? false
                    }
                    #expect(isRun, "\(words.joined(separator: " ")) --\(name) \(value)")
                }
            }
        }
    }

    @Test("Only the writers that clean their text, and own text, use the standard streams")
    func writers() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var writers: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let code = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter {
                !$0.trimmingPrefix(while: \.isWhitespace).hasPrefix("//")
            }
            let pattern = /(^|[^.\w])(print|debugPrint|fputs|puts)\(|STD(OUT|ERR)_FILENO|standard(Output|Error)\b/
            if code.contains(where: { $0.contains(pattern) }) { writers.insert(file.lastPathComponent) }
        }
        #expect(
            writers == [
                "OutputStream.swift", "StandardStreams.swift", "NativeMessageConnection.swift",
                // These start programs.
                "CompletionHook.swift", "ProgramLaunch.swift",
            ])
    }
}

/// A data directory, files and a server with hostile text in everything that they store and send.
private final class HostileScene: Sendable {
    let leftoff: Leftoff
    let server: ScriptedServer
    /// The directory of the downloads.
    let downloads: URL
    /// A page whose links have hostile attributes.
    let page: URL
    /// A file with a hostile name that no command can import.
    let file: URL
    private let names: [String: String]

    /// A file name without the characters that a list of downloads cannot have.
    private static let name = "canary\u{1B}[2J\u{9B}31m\u{202E}\u{200B}x"

    init() throws {
        let leftoff = try Leftoff()
        self.leftoff = leftoff
        server = try ScriptedServer([
            "/moved": .redirect(to: "\(HostileText.canary)://\u{9B}31m\u{202E}"),
            "/canary": .ok(
                Array("body".utf8),
                fields: [
                    ("Content-Disposition", "attachment; filename=\"\(Self.name).bin\""), ("ETag", "\"\(Self.name)\""),
                ]),
        ])
        downloads = leftoff.directory.appending(path: Self.name)
        page = try leftoff.file("page.html", Self.html.utf8)
        file = try leftoff.file(
            Self.name + ".txt", Array("{\"\(Self.name)\": [\u{1B}".utf8) + HostileText.illFormed.joined())
        let json = try leftoff.file("snapshot.json", Array("{\"url\":\"\(HostileText.canary)\\u001b\\u202e\"}".utf8))
        let archive = try leftoff.file("canary.warc", Self.archive)
        let library = try leftoff.file("library.json", try Self.library())
        var names = [
            "%PAGE": page.path, "%FILE": file.path, "%JSON": json.path, "%ARCHIVE": archive.path,
            "%LIBRARY": library.path,
            "%SERVER": server.address(""), "%DIRECTORY": downloads.path,
        ]
        for (index, text) in HostileText.texts.enumerated() {
            let snapshot: [String: Any] = [
                "schema": 1, "url": "https://example.org/canary/\(index)", "title": text, "lang": "en",
                "capturedAt": "2026-01-02T03:04:05Z", "canary \(text)": text,
                "anchors": [
                    [
                        "role": "primary",
                        "quote": ["exact": "The canary sat. \(text)", "prefix": text, "suffix": text],
                        "selector": "#canary",
                    ]
                ],
                "links": [["url": "https://example.org/canary/link", "text": text]],
            ]
            let captured = try leftoff.run(["capture"], input: try JSONSerialization.data(withJSONObject: snapshot))
            try #require(captured.status == 0, "\(captured.errorText)")
            let id = try #require(captured.lines.first)
            names["%PLACE\(index)"] = id
            names["%PLACE"] = id
            let tag = String(String.UnicodeScalarView(text.unicodeScalars.prefix(40)))
            for words in [["tag", id, "--add", tag], ["note", id, text]] {
                let changed = try leftoff.run(words)
                try #require(changed.status == 0, "\(changed.errorText)")
            }
            let removed = try leftoff.run(
                ["capture"],
                input: try JSONSerialization.data(
                    withJSONObject: ["url": "https://example.org/removed/\(index)", "title": text]))
            try #require(try leftoff.run(["forget", try #require(removed.lines.first)]).status == 0)
            let added = try leftoff.run([
                "queue", "add", server.address("/moved?canary-\(index)"), "--dir", downloads.path, "--name",
                "canary-\(index)-\(text.replacing("/", with: "").prefix(60))", "--header",
                "X-Note: canary\u{9B}31m\u{202E}",
            ])
            try #require(added.status == 0, "\(added.errorText)")
        }
        let windows = HostileText.texts.enumerated().map { "https://example.org/canary/\($0) | \(Self.oneLine($1))\n" }
        let imported = try leftoff.run(["windows", "import", "-q"], input: Data(windows.joined().utf8))
        let window: String = try #require(imported.lines.first, "\(imported.errorText)")
        names["%WINDOW"] = window
        let run = try leftoff.run(["queue", "run", "-q"])
        try #require(run.status == 1, "\(run.errorText)")
        self.names = names
    }

    deinit { server.stop() }

    /// Runs a command.
    ///
    /// - Parameters:
    ///   - words: The arguments, in which the scene's names are replaced.
    ///   - isAlone: True to use an empty data directory.
    ///   - output: The receiver of both outputs.
    /// - Returns: All bytes of both outputs.
    /// - Throws: An error if the command cannot be run.
    func output(
        of words: [String], isAlone: Bool, on output: HostileTextEndToEndTests.Output
    ) throws -> [UInt8] {
        let alone = isAlone ? try Leftoff() : leftoff
        let arguments = words.map { word in
            let name = word.prefix { $0 == "%" || $0.isUppercase || $0.isNumber }
            let value = names[String(name)].map { $0 + word.dropFirst(name.count) } ?? word
            // Each run has its own directory, so that no run finds the files of another one.
            return isAlone && name == "%DIRECTORY" ? alone.directory.appending(path: Self.name).path : value
        }
        // Leftoff's own styles and motion would be control characters too.
        let environment = ["NO_COLOR": "1", "LEFTOFF_MOTION": "none", "TERM": "dumb"]
        switch output {
        case .pipe:
            let outcome = try alone.run(arguments, environment: environment)
            return Array(outcome.output + outcome.errors)
        case .terminal:
            let terminal = try PseudoTerminal(columns: 200)
            let process = try alone.start(
                arguments, environment: environment, output: terminal.terminal, errors: terminal.terminal)
            process.wait()
            try #require(terminal.readRest())
            // The terminal itself puts a carriage return before each line feed.
            return Array(
                terminal.bytes.split(separator: [0x0D, 0x0A], omittingEmptySubsequences: false).joined(separator: [0x0A]
                ))
        }
    }

    private static func oneLine(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !Character($0).isNewline }))
    }

    private static let html: String = {
        let links = HostileText.texts.enumerated().map { index, text in
            """
            <a href="https://example.org/canary/\(index)?\(text)" title="\(text)" rel="\(text)" type="\(text)" \
            hreflang="\(text)" download="\(text)">\(text)</a>

            """
        }
        return "<!doctype html><meta charset=utf-8><title>\(HostileText.invisible)</title>\n" + links.joined()
    }()

    /// A library of Karakeep whose texts are all hostile, with an entry that cannot be read and a date of no form.
    private static func library() throws -> Data {
        let bookmarks = HostileText.texts.enumerated().flatMap { index, text -> [[String: Any]] in
            let tag = String(String.UnicodeScalarView(text.unicodeScalars.prefix(40)))
            let bookmark: [String: Any] = [
                "createdAt": 1_717_200_000, "title": text, "tags": [tag, HostileText.canary], "note": text,
                "lists": ["\(index)"], text: text,
                "content": ["type": "link", "url": "https://example.org/canary/library/\(index)"],
            ]
            let isUndated = bookmark.merging(["createdAt": text]) { $1 }
            return [bookmark, isUndated, bookmark.merging(["content": ["type": "link", "url": text]]) { $1 }]
        }
        let lists = HostileText.texts.enumerated().map { ["id": "\($0)", "name": $1] }
        return try JSONSerialization.data(withJSONObject: ["bookmarks": bookmarks, "lists": lists])
    }

    /// A web archive with one record that can be read and one with a hostile head.
    private static let archive: [UInt8] = {
        let response = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + html
        let name = HostileText.canary + "\u{9B}31m\u{202E}"
        func record(_ address: String, _ body: String) -> String {
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:\(name)>\r\nWARC-Target-URI: \(address)\r\n"
                + "WARC-Date: 2026-01-02T03:04:05Z\r\nContent-Type: application/http; msgtype=response\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)\r\n\r\n"
        }
        let encoded = response.replacing("Content-Type: text", with: "Content-Encoding: \(name)\r\nContent-Type: text")
        return Array(
            (record("https://example.org/\(name)", response) + record("https://example.org/canary", encoded)
                + record("\(name)\u{1B}[2J", response) + "WARC/1.0\r\n\(name)\u{1B}[2J\r\n\r\n").utf8)
    }()
}
