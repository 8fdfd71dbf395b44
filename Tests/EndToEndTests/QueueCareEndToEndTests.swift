import Foundation
import TestSupport
import Testing

/// Tests of unusual arguments, which have their intended effect or are refused in one line.
@Suite("Unusual arguments of the queue's commands", .ownThreads)
struct QueueCareEndToEndTests: QueueScene {
    let leftoff: Leftoff
    let server: ScriptedServer

    init() throws {
        leftoff = try Leftoff()
        server = try ScriptedServer()
        server.routeEverythingElse(.ok([1, 2, 3]))
        try FileManager.default.createDirectory(at: downloads, withIntermediateDirectories: true)
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: downloads.path).sorted() }
    }

    private func addFile(_ arguments: [String], environment: [String: String] = [:]) throws -> Leftoff.Outcome {
        try leftoff.run(
            ["queue", "add", server.address("/a.bin"), "--dir", downloads.path] + arguments, environment: environment)
    }

    @Test("A download whose cookie or netrc file is missing makes no request", arguments: ["--cookies", "--netrc"])
    func credentialsAreGone(option: String) throws {
        let file = try leftoff.file("secrets", "127.0.0.1\tFALSE\t/\tFALSE\t0\tkind\toat\n".utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        let added = try addFile(
            option == "--netrc" ? [option] : [option, file.path], environment: ["NETRC": file.path])
        try #require(added.status == 0, "\(added.errorText)")
        try FileManager.default.removeItem(at: file)
        let run = try leftoff.run(["queue", "run", "--wait", "0"])
        #expect(run.status == 1 && run.errorText.contains("secrets: cannot be read"), "\(run.errorText)")
        let item = try #require(try items().first)
        #expect(item["state"] as? String == "failed")
        #expect((item["error"] as? [String: Any])?["class"] as? String == "permission")
        #expect(server.requests.isEmpty)
    }

    @Test(
        "A credential file that cannot be read again later is refused", arguments: ["/dev/null", "/", "/none"])
    func credentialsOfNoFile(path: String) throws {
        for added in [try addFile(["--cookies", path]), try addFile(["--netrc"], environment: ["NETRC": path])] {
            #expect(added.status == 66 && added.errorLines.count == 1, "\(added.errorText)")
        }
        #expect(try items().isEmpty)
    }

    @Test(
        "Arguments that are not UTF-8 are refused with their number, and nothing is created",
        arguments: [
            ["get", "URL", "--dir", #"nb\377"#], ["queue", "add", "URL", "--name", #"a\377"#],
            ["queue", "add", "-i", #"li\377"#], ["queue", "import", #"li\377"#],
            ["links", #"li\377"#, "-o", #"li\377"#],
        ])
    func rawArguments(words: [String]) throws {
        let outcome = try shell(words.map { $0 == "URL" ? server.address("/a.bin") : $0 })
        #expect(outcome.status == 64)
        let line = "leftoff: usage: argument \(words.count), '\(words[words.count - 1].prefix(2))"
        #expect(outcome.errorLines.count == 1 && outcome.errorText.hasPrefix(line.replacing("a\\", with: "a")))
        #expect(outcome.errorText.contains("is not UTF-8 text"), "\(outcome.errorText)")
        #expect(try names.isEmpty && server.requests.isEmpty)
    }

    @Test("A file whose name is not UTF-8 is opened by its bytes, and U+FFFD in a name is an ordinary character")
    func rawInput() throws {
        let made = try shell(["links", #"li\377"#], before: #"printf '<a href="http://h/">' > "$2"; "#)
        #expect(made.status == 0 && made.lines == ["http://h/"], "\(made.errorText)")
        let named = try addFile(["--name", "a\u{FFFD}b"])
        #expect(named.status == 0, "\(named.errorText)")
    }

    @Test("A destination whose path is not UTF-8 is refused")
    func rawDirectory() throws {
        let words = ["get", server.address("/a.bin"), "--quiet"]
        let outcome = try shell(words, before: #"d="$(printf 'nb\377')"; mkdir "$d"; cd "$d"; "#)
        #expect(outcome.status == 73 && outcome.errorLines.count == 1, "\(outcome.errorText)")
        #expect(outcome.errorText.contains("not UTF-8"))
        #expect(try names.count == 1 && server.requests.isEmpty)
    }

    @Test(
        "A changed file name is reported with the original",
        arguments: [("a/b", "b"), (".hidden", "hidden"), ("a:b?.txt", "a_b_.txt")])
    func changedName(written: String, name: String) throws {
        let get = try leftoff.run(["get", server.address("/x"), "--dir", downloads.path, "--name", written])
        #expect(get.status == 0)
        #expect(get.errorLines.first == "leftoff: --name \(written): the file is named \(name)")
        #expect(try names == [name])
        #expect(try addFile(["--name", written, "--quiet"]).errors.isEmpty)
        #expect(try !addFile(["--name", "usual.bin"]).errorText.contains("--name"))
    }

    @Test(
        "No message repeats a password",
        arguments: [
            ["get", "ftp://u:sekret@h/x"], ["get", "http://u:sekret@[::bad/x"], ["get", "http://u:se/kret@h/"],
            ["queue", "add", "-i", "LIST"], ["queue", "import", "LIST"],
            ["get", "http://h/", "--referer", "ftp://u:sekret@h/"],
            ["get", "http://h/", "--header", "Authorization Basic sekret"],
            ["get", "http://h/", "--header", "Authorization sekret: x"],
            ["get", "http://h/", "--motion", "http://u:sekret@h/"], ["links", "ftp://u:sekret@h/"],
            ["links", "http://h/", "--header", "Authorization Basic sekret"],
        ])
    func passwords(words: [String]) throws {
        let list = try leftoff.file("list", "http://u:sekret@h:99999/\n".utf8)
        let outcome = try leftoff.run(words.map { $0 == "LIST" ? list.path : $0 })
        #expect(outcome.status != 0 && outcome.errorLines.count == 1, "\(outcome.errorText)")
        #expect(!outcome.errorText.contains("kret"), "\(outcome.errorText)")
    }

    @Test("Several lists are read in order, and standard input only once")
    func lists() throws {
        let lists = try ["one", "two"].map { try leftoff.file($0, "\(server.address("/\($0)"))\n".utf8).path }
        let words = ["queue", "add", "--dir", downloads.path, "-i", lists[0], "--input-file", lists[1]]
        #expect(try leftoff.run(words).status == 0)
        #expect(try items().compactMap { $0["url"] as? String } == [server.address("/one"), server.address("/two")])
        #expect(try leftoff.run(["queue", "add", "-i", "-", "-i", "-"]).status == 64)
    }

    @Test("The last value of a repeated option counts, so that an alias can be overridden")
    func overridden() throws {
        try #require(try leftoff.run(["queue", "add", "--dir", downloads.path, "http://127.0.0.1:1/a"]).status == 0)
        let outcome = try leftoff.run(["queue", "export", "--format", "curl", "--format=lines"])
        #expect(outcome.status == 0 && outcome.lines == ["http://127.0.0.1:1/a"])
    }

    @Test("Flags and repeatable options may be repeated, and arguments after -- are not options")
    func repeatable() throws {
        let fields = ["--header", "A: 1", "--header", "B: 2", "--quiet", "-q"]
        #expect(try addFile(fields).status == 0)
        #expect(try leftoff.run(["queue", "list", "--state", "ready", "--state", "failed"]).lines.count == 1)
        #expect(try leftoff.run(["queue", "remove", "--", "--a", "--a"]).status == 66)
    }

    @Test("Cookies come from a file or from a header field, but not from both")
    func cookies() throws {
        let jar = try leftoff.file("jar", "127.0.0.1\tFALSE\t/\tFALSE\t0\tkind\toat\n".utf8).path
        let both = try addFile(["--cookies", jar, "--header", "cookie: z=1"])
        #expect(both.status == 64 && both.errorLines.count == 1, "\(both.errorText)")
        #expect(try items().isEmpty)
        // A list sets no cookies. Those of a trusted one take precedence over those of the command.
        let list = try leftoff.file("aria2", "\(server.address("/l"))\n  header=Cookie: z=1\n".utf8).path
        let words = ["queue", "import", list, "--dir", downloads.path, "--cookies", jar]
        for options in [[], ["--trust-list"]] {
            #expect(try leftoff.run(words + options).status == 0 && leftoff.run(["queue", "run"]).status == 0)
        }
        let sent = server.requests(to: "/l").flatMap(\.fields).filter { $0.name.lowercased() == "cookie" }
        #expect(sent.map(\.value) == ["kind=oat", "z=1"])
    }

    @Test("The Referer of a list's entry takes precedence over that of the command")
    func listReferer() throws {
        let entries = "\(server.address("/l"))\n  referer=http://own.example/\n\(server.address("/m"))\n"
        let list = try leftoff.file("aria2", entries.utf8).path
        let words = ["queue", "import", list, "--dir", downloads.path, "--referer", "http://other.example/"]
        #expect(try leftoff.run(words).status == 0 && leftoff.run(["queue", "run"]).status == 0)
        let referers = ["/l", "/m"].map { server.requests(to: $0).first?.value(of: "Referer") }
        #expect(referers == ["http://own.example/", "http://other.example/"])
    }

    @Test(
        "A proxy of an unsupported kind is refused", arguments: ["ftp://h:1", "socks6://h:1", "socks5://", "http://["])
    func noProxy(address: String) throws {
        #expect(try addFile(["--proxy", address]).status == 64)
        let links = try leftoff.run(["links", server.address("/"), "--proxy", address])
        #expect(links.status == 64 && links.errorLines.count == 1, "\(links.errorText)")
        #expect(try items().isEmpty && server.requests.isEmpty)
    }

    @Test(
        "Every supported kind of proxy is accepted",
        arguments: ["h:1", "HTTP://h", "https://h", "socks4a://h:1", "socks5h://u:p@h:1"])
    func proxies(address: String) throws {
        let added = try addFile(["--proxy", address])
        #expect(added.status == 0, "\(added.errorText)")
    }

    @Test(
        "A negative number is reported as out of range",
        arguments: [
            (["queue", "list", "--limit", "-1"], "--limit must be at least 1"),
            (["queue", "run", "--jobs", "-1"], "--jobs must be from 1 to 1000"),
            (["queue", "run", "--wait", "-1"], "--wait must be from 0 to 1000000 seconds"),
            (["get", "http://h/", "--per-host", "-1"], "--per-host must be from 1 to 1000"),
            (["get", "http://h/", "--segments", "-1"], "--segments must be from 1 to 8"),
        ])
    func negative(words: [String], reason: String) throws {
        let outcome = try leftoff.run(words)
        #expect(outcome.status == 64)
        #expect(outcome.errorText.hasPrefix("leftoff: usage: \(reason);"), "\(outcome.errorText)")
    }

    @Test("With --verbose each attempt and each finished file with its digest is logged")
    func verbose() throws {
        let words = ["get", server.address("/a.bin"), "--dir", downloads.path]
        let get = try leftoff.run(words + ["-v", "--overwrite"])
        #expect(get.status == 0)
        let path = downloads.appending(path: "a.bin").path
        #expect(get.errorLines.contains("leftoff: \(server.address("/a.bin")): attempt 1"))
        let digest = "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81"
        let line = "leftoff: \(server.address("/a.bin")): \(path), 3 bytes, SHA-256 \(digest)"
        #expect(get.errorLines.contains(line), "\(get.errorText)")
        #expect(try !leftoff.run(words + ["--name", "b.bin"]).errorText.contains("attempt 1"))
    }

    @Test("A run that finds only earlier failures says how to retry them")
    func failedBefore() throws {
        server.route("/gone", .status(404))
        #expect(try leftoff.run(["get", server.address("/gone"), "--dir", downloads.path]).status == 1)
        let line = "leftoff: 1 download failed in earlier runs; retry with 'leftoff queue retry ID'"
        let run = try leftoff.run(["queue", "run"])
        #expect(run.status == 0 && run.errorLines.contains(line), "\(run.errorText)")
        #expect(try !leftoff.run(["queue", "run", "--quiet"]).errorLines.contains(line))
    }

    @Test("On a terminal of any width each download takes one line", arguments: [20, 40, 60, 80, 100])
    func narrow(columns: UInt16) throws {
        let name = String(repeating: "long-name-", count: 10)
        server.route("/\(name)", .status(404))
        let get = try leftoff.run(["get", server.address("/\(name)"), "--dir", downloads.path])
        #expect(get.status == 1)
        #expect(try addFile(["--name", name]).status == 0)
        let terminal = try PseudoTerminal(columns: columns, isRead: false)
        let list = try leftoff.start(["queue", "list"], output: terminal.terminal)
        #expect(list.wait() == .exit(0))
        #expect(terminal.readRest())
        let lines = terminal.text.split(whereSeparator: \.isNewline)
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.count <= Int(columns) }, "\(lines)")
        // Ids have twelve characters, and are shown in full.
        let ids = try items().compactMap { $0["id"] as? String }
        #expect(lines.map { String($0.prefix(12)) }.sorted() == ids.sorted())
    }

    /// Runs the binary in the downloads directory; the arguments may contain `printf` escapes.
    private func shell(_ words: [String], before script: String = "") throws -> Leftoff.Outcome {
        // The loop takes each word from the front and appends it as bytes.
        let bytes = #"n=$#; while [ $n -gt 0 ]; do w=$(printf -- "$1"); shift; set -- "$@" "$w"; n=$((n-1)); done; "#
        let run = #"LEFTOFF_HOME="$HOME_DIRECTORY" exec "$BINARY" "$@""#
        let variables = "HOME_DIRECTORY='\(leftoff.home.path)'; BINARY='\(try Leftoff.binary.path)'; "
        return try #require(Tool("sh")).run(["-c", bytes + variables + script + run, "sh"] + words, in: downloads)
    }
}
