import Foundation
import TestSupport
import Testing

/// Tests of the queue's exports, each with the program that it is for and a real server.
@Suite("The queue for other programs", .ownThreads)
struct QueueToolsEndToEndTests {
    let leftoff: Leftoff
    let server: ScriptedServer
    let contents: [String: [UInt8]]
    var downloads: URL { leftoff.directory.appending(path: "down loads") }

    init() throws {
        leftoff = try Leftoff()
        server = try ScriptedServer()
        var contents: [String: [UInt8]] = [:]
        for (number, name) in ["one.bin", "two [2].bin", "three blanks .bin"].enumerated() {
            contents[name] = ScriptedFile.bytes(20_000 + number, seed: UInt64(number + 1))
        }
        self.contents = contents
        let addresses = [
            "one.bin": "/one.bin", "two [2].bin": "/two%20[2].bin", "three blanks .bin": "/three%20blanks%20.bin",
        ]
        for (name, path) in addresses {
            server.route(path, .file(ScriptedFile(contents[name] ?? [])))
            server.route(
                path.replacing("[", with: "%5B").replacing("]", with: "%5D"), .file(ScriptedFile(contents[name] ?? [])))
        }
        let added = try leftoff.run(
            ["queue", "add", "--dir", downloads.path, "--header", "X-Kind: \"oats\"", "--user-agent", "Own/1 \"x\""]
                + addresses.values.map { server.address($0) })
        try #require(added.status == 0 && added.lines.count == 3, "\(added.errorText)")
    }

    private func export(_ format: String, _ options: String...) throws -> URL {
        let outcome = try leftoff.run(["queue", "export", "--format", format] + options)
        try #require(outcome.status == 0, "\(outcome.errorText)")
        return try leftoff.file("export.\(format)", outcome.output)
    }

    private func expectFiles(in directory: URL, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { !$0.hasPrefix(".") }
        #expect(Set(names) == Set(contents.keys), sourceLocation: sourceLocation)
        for name in names {
            let bytes = try Data(contentsOf: directory.appending(path: name))
            #expect(bytes == Data(contents[name] ?? []), "\(name)", sourceLocation: sourceLocation)
        }
    }

    private func expectFields(sourceLocation: SourceLocation = #_sourceLocation) {
        let requests = server.requests
        #expect(!requests.isEmpty, sourceLocation: sourceLocation)
        for request in requests {
            #expect(request.value(of: "X-Kind") == "\"oats\"", sourceLocation: sourceLocation)
            #expect(request.value(of: "User-Agent") == "Own/1 \"x\"", sourceLocation: sourceLocation)
        }
    }

    @Test("aria2c downloads the exported list, with all fields", .enabled(if: Tool.all("aria2c")))
    func aria2() throws {
        let outcome = try #require(Tool("aria2c")).run(
            ["-i", try export("aria2", "--with-credentials").path, "--no-conf", "-q"],
            in: leftoff.directory.appending(path: "x"))
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errorText)")
        try expectFiles(in: downloads)
        expectFields()
    }

    @Test("curl downloads the exported configuration, with all fields", .enabled(if: Tool.all("curl")))
    func curl() throws {
        let outcome = try #require(Tool("curl")).run(
            ["-q", "-sS", "-K", try export("curl", "--with-credentials").path],
            in: leftoff.directory.appending(path: "x"))
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errorText)")
        try expectFiles(in: downloads)
        expectFields()
    }

    @Test("aria2c downloads the metalink", .enabled(if: Tool.all("aria2c")))
    func metalink() throws {
        let outcome = try #require(Tool("aria2c")).run(
            ["-M", try export("metalink").path, "-d", downloads.path, "--no-conf", "-q"],
            in: leftoff.directory.appending(path: "x"))
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errorText)")
        try expectFiles(in: downloads)
    }

    @Test("wget and wget2 download the list", .enabled(if: Tool.all("wget", "wget2")), arguments: ["wget", "wget2"])
    func wget(program: String) throws {
        let outcome = try #require(Tool(program)).run(
            ["--no-config", "-q", "-i", try export("wget").path, "-P", downloads.path],
            in: leftoff.directory.appending(path: "x"))
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errorText)")
        try expectFiles(in: downloads)
    }

    @Test(
        "Another queue detects the list's format, imports it and downloads the files",
        arguments: ["lines", "json", "aria2", "metalink"])
    func otherQueue(format: String) throws {
        let other = try Leftoff()
        let files = other.directory.appending(path: "files")
        let list = try export(format)
        let imported = try other.run(["queue", "import", list.path, "--dir", files.path])
        #expect(imported.status == 0 && imported.lines.count == 3, "\(imported.errorText)")
        #expect(try other.run(["queue", "import", list.path, "--dir", files.path]).lines == imported.lines)
        let run = try other.run(["queue", "run", "--quiet"])
        #expect(run.status == 0, "\(run.errorText)")
        try expectFiles(in: files)
        // The list may be anybody's, so its directories and header fields do not count.
        #expect(server.requests.allSatisfy { $0.value(of: "X-Kind") == nil })
    }

    @Test("Another queue obeys the directories and header fields of a trusted list", arguments: ["json", "aria2"])
    func trusted(format: String) throws {
        let other = try Leftoff()
        let files = other.directory.appending(path: "files")
        let list = try export(format, "--with-credentials").path
        let imported = try other.run(["queue", "import", list, "--dir", files.path, "--trust-list"])
        #expect(imported.status == 0 && imported.lines.count == 3, "\(imported.errorText)")
        let run = try other.run(["queue", "run", "--quiet"])
        #expect(run.status == 0, "\(run.errorText)")
        try expectFiles(in: downloads)
        expectFields()
    }

    @Test("A paused download stays paused when another queue imports it")
    func pausedElsewhere() throws {
        let other = try Leftoff()
        let list = try leftoff.run(["queue", "list", "--format", "ndjson"]).lines
        let last = try #require(list.last?.split(separator: "\"id\":\"").last?.prefix(12))
        try #require(try leftoff.run(["queue", "pause", String(last)]).status == 0)
        #expect(try other.run(["queue", "import", try export("json").path]).lines.count == 3)
        let imported = try other.run(["queue", "list", "--format", "ndjson"]).lines
        #expect(imported.count { $0.contains("\"state\":\"paused\"") } == 1)
        #expect(imported.last?.contains("\"state\":\"paused\"") == true)
    }

    @Test("yt-dlp reads the list", .enabled(if: Tool.all("yt-dlp")))
    func ytDLP() throws {
        let outcome = try #require(Tool("yt-dlp")).run(
            ["--ignore-config", "--no-cache-dir", "-q", "--no-warnings", "-a", try export("yt-dlp").path],
            in: downloads)
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errorText)")
    }

    // MARK: A running aria2

    /// A real aria2 with its JSON-RPC interface, which reports each completed file through a pipe.
    private final class RunningAria2 {
        let address: String
        private let pipe: String
        private let process: ChildProcess

        init(in directory: URL, program: String) throws {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            pipe = directory.appending(path: "done").path
            guard mkfifo(pipe, 0o600) == 0 else { throw LoopbackPort.Unavailable(description: "no pipe") }
            let hook = directory.appending(path: "hook")
            try ExecutableScript.write("#!/bin/sh\necho \"$3\" > '\(pipe)'\n", to: hook)
            let port = try ScriptedServer.reservedPort()
            address = "http://127.0.0.1:\(port)/jsonrpc"
            let nowhere = FileHandle.nullDevice.fileDescriptor
            process = try ChildProcess(
                program,
                [
                    "--enable-rpc", "--rpc-listen-port=\(port)", "--rpc-secret=s3cret", "--no-conf", "-q",
                    "--on-download-complete=\(hook.path)", "--dir=\(directory.path)",
                ], environment: ["HOME": directory.path, "PATH": "/usr/bin:/bin"], input: nowhere, output: nowhere,
                errors: nowhere)
            try LoopbackPort.waitUntilAccepting(port, while: { [process] in process.isRunning })
        }

        deinit {
            process.terminate()
            process.wait()
        }

        /// Waits until the given number of files is complete.
        func completed(_ count: Int) throws {
            // Opened for reading and writing, so that reading does not end when a hook closes the pipe.
            let descriptor = open(pipe, O_RDWR | O_CLOEXEC)
            defer { close(descriptor) }
            var lines = 0
            var byte: UInt8 = 0
            while lines < count, read(descriptor, &byte, 1) == 1 { lines += byte == 0x0A ? 1 : 0 }
        }
    }

    @Test(
        "A running aria2 accepts the queue in one call, and the accepted downloads are paused",
        .enabled(if: Tool.all("aria2c")), .timeLimit(.minutes(10)))
    func send() throws {
        let program = try #require(Tool("aria2c")).path
        let aria2 = try RunningAria2(in: leftoff.directory.appending(path: "aria2"), program: program)
        let wrong = try leftoff.run(["queue", "send", "aria2", "--rpc", aria2.address, "--secret", "no"])
        #expect(wrong.status == 77 && wrong.errorText.contains("secret") && !wrong.errorText.contains("s3cret"))
        let environment = ["LEFTOFF_ARIA2_SECRET": "s3cret"]
        let sent = try leftoff.run(
            ["queue", "send", "aria2", "--rpc", aria2.address, "--with-credentials"], environment: environment)
        #expect(sent.status == 0 && sent.lines.count == 3, "\(sent.errorText)")
        try aria2.completed(3)
        try expectFiles(in: downloads)
        expectFields()
        let paused = try leftoff.run(["queue", "list", "--state", "paused"])
        #expect(paused.lines.count == 3)
        // aria2 has these items already and refuses them.
        let again = try leftoff.run(
            ["queue", "send", "aria2", "--rpc", aria2.address, "--remove"], environment: environment)
        #expect(again.status == 0 && again.lines.count == 3, "\(again.errorText)")
        #expect(try leftoff.run(["queue", "list"]).output.isEmpty)
        #expect(server.requests.count == 3)
    }

    @Test("A redirect of aria2's interface is not followed, so that no other host gets the secret")
    func redirect() throws {
        server.route("/jsonrpc", .redirect(to: "/elsewhere"))
        let sent = try leftoff.run(
            ["queue", "send", "aria2", "--rpc", server.address("/jsonrpc"), "--secret", "s"])
        #expect(sent.status == 77, "\(sent.errorText)")
        #expect(server.requests(to: "/elsewhere").isEmpty)
        // The refused items are downloaded here.
        #expect(try leftoff.run(["queue", "list", "--state", "ready"]).lines.count == 3)
    }

    @Test("An unreachable aria2 is reported with exit code 69")
    func unreachable() throws {
        let dead = try ScriptedServer.reservedPort()
        let sent = try leftoff.run(["queue", "send", "aria2", "--rpc", "http://127.0.0.1:\(dead)/jsonrpc"])
        #expect(sent.status == 69 && sent.errorLines.count == 1)
        #expect(try leftoff.run(["queue", "list", "--state", "ready"]).lines.count == 3)
    }
}
