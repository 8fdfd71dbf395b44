import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of inputs without an end, certificate files, schemes and private hosts.
@Suite("Unusual inputs", .ownThreads, .timeLimit(.minutes(10)))
struct InputCareEndToEndTests: QueueScene {
    let leftoff: Leftoff
    let server: ScriptedServer

    init() throws {
        leftoff = try Leftoff()
        server = try ScriptedServer()
    }

    @Test(
        "A device without an end is refused after a mebibyte",
        arguments: [
            ["import"], ["import", "--format", "csv"], ["capture"], ["queue", "import"], ["queue", "add", "-i"],
            ["get", "-i"], ["links", "-i"], ["links"],
        ])
    func device(command: [String]) throws {
        let outcome = try leftoff.run(command + ["/dev/zero"])
        #expect(outcome.status == 65, "\(outcome.errorText)")
        #expect(outcome.errorLines.count == 1, "\(outcome.errorText)")
    }

    @Test("A list with more than a million entries is refused with one message", arguments: ["-i", "--cdx"])
    func manyEntries(option: String) throws {
        let list = try leftoff.file("list.txt", String(repeating: "a\n", count: 1_000_001).utf8)
        let outcome = try leftoff.run(["links", option, list.path])
        #expect(outcome.status == 65 && outcome.errorLines.count == 1, "\(outcome.errorText.prefix(500))")
        #expect(outcome.errorText.hasSuffix("list.txt:1000001: more than 1000000 entries: split the list\n"))
    }

    @Test(
        "A pipe without an end is refused as soon as its content shows that it is no list",
        arguments: [
            "import", "queue import", "queue add -i -", "links -i -",
        ])
    func pipe(command: String) throws {
        let shell = try ChildProcess(
            "/bin/sh", ["-c", "cat /dev/zero | \"$0\" \(command) 2>/dev/null; exit $?", Leftoff.binary.path],
            environment: ["LEFTOFF_HOME": leftoff.home.path, "PATH": "/usr/bin:/bin"],
            input: FileHandle.nullDevice.fileDescriptor, output: FileHandle.nullDevice.fileDescriptor,
            errors: FileHandle.nullDevice.fileDescriptor)
        #expect(shell.wait() == .exit(65))
    }

    @Test(
        "A pipe whose first part is a single byte is refused as soon as its first 4 KiB show that it is no list",
        arguments: [["import"], ["queue", "import"], ["queue", "add", "-i", "-"], ["links", "-i", "-"]])
    func shortFirstPart(command: [String]) throws {
        let pipe = ChildProcess.privatePipe()
        let writer = pipe.fileHandleForWriting
        let process = try leftoff.start(command, input: pipe.fileHandleForReading)
        try writer.write(contentsOf: Data("x".utf8))
        let deadline = ContinuousClock.now + .seconds(120)
        var unread: Int32 = 1
        while unread > 0, process.isRunning, ContinuousClock.now < deadline {
            _ = poll(nil, 0, 1)
            _ = ioctl(pipe.fileHandleForReading.fileDescriptor, UInt(FIONREAD), &unread)
        }
        #expect(unread == 0)
        try writer.write(contentsOf: Data(count: 4096))
        // The pipe stays open, so that a program which reads on does not end.
        while process.isRunning, ContinuousClock.now < deadline { _ = poll(nil, 0, 5) }
        try #require(!process.isRunning)
        #expect(process.wait() == .exit(65))
        try writer.close()
    }

    @Test("An empty device is an empty input")
    func emptyDevice() throws {
        #expect(try leftoff.run(["links", "-i", "/dev/null"]).errorLines.allSatisfy { !$0.contains("device") })
        #expect(try leftoff.run(["queue", "import", "/dev/null"]).status == 0)
    }

    @Test(
        "A certificate file without a certificate is refused before anything is fetched",
        arguments: [
            ("", 65), ("text\n", 65), ("-----BEGIN CERTIFICATE-----\n", 65),
            ("-----BEGIN CERTIFICATE-----\nMIIB!\n-----END CERTIFICATE-----\n", 65),
            ("-----BEGIN PRIVATE KEY-----\nMIIBAAAA\n-----END PRIVATE KEY-----\n", 65), ("0\u{2}\u{1}", 65),
            (nil, 66),
        ] as [(String?, Int32)])
    func certificates(content: String?, status: Int32) throws {
        let path = leftoff.directory.appending(path: "ca.pem").path
        if let content {
            _ = try leftoff.file("ca.pem", content.utf8)
        } else {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        for command in [["get", server.address("/a")], ["queue", "run"], ["links", server.address("/a")]] {
            let outcome = try leftoff.run(command + ["--ca-file", path])
            #expect(outcome.status == status && outcome.errorLines.count == 1, "\(outcome.errorText)")
            #expect(outcome.errorText.hasPrefix("leftoff: --ca-file \(path): "), "\(outcome.errorText)")
        }
        #expect(server.requests.isEmpty)
        #expect(try items().isEmpty)
    }

    @Test(
        "An address of another scheme is refused with 77, and a malformed one is malformed input",
        arguments: [
            (["get", "ftp://h/a"], 77), (["queue", "add", "ftp://h/a"], 77), (["queue", "add", "mailto:a@h"], 77),
            (["links", "ftp://h/a"], 77), (["links", "-i", "FTP"], 77), (["queue", "add", "-i", "FTP"], 77),
            (["get", "-i", "FTP"], 77), (["queue", "import", "FTP"], 77), (["queue", "import", "MIXED"], 65),
            (["queue", "add", "-i", "MIXED"], 65), (["queue", "add", "http://[::1"], 65),
        ] as [([String], Int32)])
    func schemes(command: [String], status: Int32) throws {
        let lists = [
            "FTP": try leftoff.file("ftp", "ftp://h/a\nmagnet://h/b\n".utf8).path,
            "MIXED": try leftoff.file("mixed", "ftp://h/a\nhttp://[::1\n".utf8).path,
        ]
        let outcome = try leftoff.run(command.map { lists[$0] ?? $0 })
        #expect(outcome.status == status, "\(outcome.errorText)")
    }

    @Test("A redirect to another private host is refused by every command, unless --allow-private allows it")
    func privateHosts() throws {
        server.route("/away", .redirect(to: "http://0.0.0.0:\(server.port)/page"))
        server.route("/page", .page("<a href=/x>x</a>"))
        server.route("/x", .page("<p>x"))
        server.route("/robots.txt", .status(404))
        server.route("/", .page("<a href=/away>x</a>"))
        let commands = [
            ["links", server.address("/away")],
            ["links", "--cache", leftoff.directory.path + "/c", server.address("/away")],
            ["links", "--depth", "1", server.address("/away")],
            ["get", server.address("/away"), "--dir", downloads.path],
        ]
        for command in commands {
            let outcome = try leftoff.run(command)
            #expect(outcome.status != 0, "\(command)")
            #expect(outcome.errorText.contains("--allow-private 0.0.0.0"), "\(command): \(outcome.errorText)")
        }
        let check = try leftoff.run(["links", "--check", "--format", "ndjson", server.address("/")])
        #expect(check.status == 1 && check.text.contains("redirected to 0.0.0.0"), "\(check.text)")
        let hosts = { server.requests.compactMap { $0.value(of: "Host") } }
        #expect(!hosts().contains { $0.hasPrefix("0.0.0.0") })
        for command in commands + [["links", "--check", server.address("/")]] {
            let outcome = try leftoff.run(command + ["--allow-private", "0x0"])
            #expect(outcome.status == 0, "\(command): \(outcome.errorText)")
        }
        #expect(hosts().contains { $0.hasPrefix("0.0.0.0") })
        #expect(try leftoff.run(["links", server.address("/"), "--allow-private", "a:80"]).status == 64)
    }

    @Test("The host of one input is no exception for the redirects of another", arguments: [[], ["--depth", "1"]])
    func privateInputs(options: [String]) throws {
        let own = "http://0.0.0.0:\(server.port)/page"
        server.route("/away", .redirect(to: own))
        server.route("/page", .page("<a href=/x>x</a>"))
        server.route("/x", .page("<p>x"))
        server.route("/robots.txt", .status(404))
        let outcome = try leftoff.run(["links", own, server.address("/away")] + options)
        #expect(outcome.status == 1 && outcome.errorText.contains("--allow-private 0.0.0.0"), "\(outcome.errorText)")
        #expect(outcome.lines == ["http://0.0.0.0:\(server.port)/x"])
    }

    @Test(
        "Without a data directory, links are read, and only damaged settings are an error",
        arguments: [[], ["--check"], ["--depth", "1"]])
    func withoutHome(options: [String]) throws {
        server.route("/page", .page("<a href=/x>x</a>"))
        server.route("/x", .page("<p>x"))
        server.route("/robots.txt", .status(404))
        let path = try leftoff.file("links.txt", [UInt8]())
        let output = try FileHandle(forWritingTo: path)
        defer { try? output.close() }
        let process = try ChildProcess(
            Leftoff.binary.path, ["links", server.address("/page")] + options, environment: [:], input: -1,
            output: output.fileDescriptor, errors: -1)
        #expect(process.wait() == .exit(0))
        #expect(try String(contentsOf: path, encoding: .utf8).contains(server.address("/x")))
        try FileManager.default.createDirectory(at: leftoff.home, withIntermediateDirectories: true)
        try Data("{".utf8).write(to: leftoff.home.appending(path: "settings.json"))
        let damaged = try leftoff.run(["links", server.address("/page")] + options)
        #expect(damaged.status != 0 && damaged.errorText.contains("settings.json"), "\(damaged.errorText)")
        #expect(damaged.lines.isEmpty)
    }

    @Test("An import reports only the failed downloads that it has queued")
    func failedImport() throws {
        func backup(_ names: String...) throws -> String {
            let items = names.map { #"{"url":"https://example.org/\#($0)","directory":"/d","state":"failed"}"# }
            return try leftoff.file("backup", #"{"leftoff":1,"queue":[\#(items.joined(separator: ","))]}"#.utf8).path
        }
        #expect(try leftoff.run(["import", backup("a", "b")]).errorText.contains("2 downloads had failed: paused"))
        #expect(try leftoff.run(["import", backup("a", "b", "c")]).errorText.contains("1 download had failed: paused"))
        #expect(try !leftoff.run(["import", backup("a", "b", "c")]).errorText.contains("had failed"))
    }

    @Test("Another process sees the bytes of a download that is running")
    func progress() async throws {
        server.route("/big", .stalled(after: [UInt8](repeating: 1, count: 3_000_000), announced: 9_000_000))
        let process = try leftoff.start(["get", server.address("/big"), "--dir", downloads.path, "-q"])
        try await server.requests(atLeast: 1)
        var bytes = 0
        while bytes < 3_000_000, process.isRunning {
            bytes = (try items().first?["bytes"] as? Int) ?? 0
        }
        #expect(bytes == 3_000_000)
        kill(process.processIdentifier, SIGTERM)
        _ = process.wait()
    }
}
