import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of rows of a shared queue that another user has written.
@Suite(
    "Foreign rows of a shared queue", .ownThreads, .timeLimit(.minutes(5)),
    .enabled(if: PostgresServer.missing == nil))
struct SharedRowEndToEndTests {
    let leftoff: Leftoff
    let server: ScriptedServer
    let postgres: String
    /// A schema that only this test uses.
    let address: String

    private var downloads: String { leftoff.directory.appending(path: "downloads").path }
    private var outside: String { leftoff.directory.appending(path: "outside").path }

    init() throws {
        leftoff = try Leftoff()
        server = try ScriptedServer()
        let server = try PostgresServer.shared.get()
        let schema = "row_" + UUID().uuidString.prefix(8).lowercased()
        address = server.address(schema: schema)
        postgres = server.address()
        try sql("CREATE SCHEMA \(schema)", postgres)
        for directory in [downloads, outside, "\(downloads)/.hidden"] {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        }
    }

    private func sql(_ statement: String, _ address: String? = nil) throws {
        let psql = try ChildProcess(
            "/usr/bin/psql", ["-q", "-v", "ON_ERROR_STOP=1", address ?? self.address, "-c", statement],
            environment: [:], input: -1, output: -1, errors: -1)
        try #require(psql.wait() == .exit(0), "\(statement)")
    }

    private func run(_ arguments: [String], home: String = "worker") throws -> Leftoff.Outcome {
        try leftoff.run(
            arguments,
            environment: [
                "LEFTOFF_QUEUE": address, "LEFTOFF_HOME": leftoff.directory.appending(path: home).path,
                "XDG_DOWNLOAD_DIR": downloads,
            ])
    }

    private func items() throws -> [[String: Any]] {
        try objects(try run(["queue", "list", "--format", "ndjson"]).lines)
    }

    /// A value of a column that a worker without options refuses.
    struct Row: Sendable, CustomTestStringConvertible {
        var column: String
        /// The value in SQL; `OUTSIDE` and `DOWNLOADS` are directories.
        var value: String
        /// A part of the message.
        var message: String
        var testDescription: String { "\(column) \(value)" }
    }

    static let rows = [
        Row(column: "directory", value: "'OUTSIDE'", message: "--root"),
        Row(column: "directory", value: "'OUTSIDE/new'", message: "--root"),
        Row(column: "directory", value: "'DOWNLOADS/../outside'", message: "--root"),
        Row(column: "directory", value: "'DOWNLOADS/.hidden'", message: "--root"),
        Row(column: "directory", value: "''", message: "--root"),
        Row(column: "directory", value: "'DOWNLOADS/link'", message: "outside of"),
        Row(column: "root = '/', directory", value: "'OUTSIDE'", message: "--root"),
        Row(column: "proxy", value: "'http://u:secret@127.0.0.1:1'", message: "--allow-proxy"),
        Row(column: "netrc", value: "'OUTSIDE/netrc'", message: "--allow-file"),
        Row(column: "cookies", value: "'OUTSIDE/cookies'", message: "--allow-file"),
        Row(column: "headers", value: #"'[["Metadata-Flavor","Google"]]'"#, message: "--allow-headers"),
        Row(column: "headers", value: #"'[["Cookie","a=b"]]'"#, message: "--allow-headers"),
        Row(column: "private_hosts", value: "NULL", message: "--allow-private"),
        Row(column: "private_hosts", value: "'/ 127.0.0.1'", message: "--allow-private"),
        Row(column: "file_name", value: "'../x'", message: "refused"),
        Row(column: "part_name", value: "'.bashrc'", message: "refused"),
    ]

    private func text(_ value: String) -> String {
        value.replacing("OUTSIDE", with: outside).replacing("DOWNLOADS", with: downloads)
    }

    @Test("A worker refuses the row, names the option, touches nothing, and downloads the others", arguments: rows)
    func worker(row: Row) throws {
        defer { server.stop() }
        server.route("/bad", .ok([1]))
        server.route("/good", .ok([2]))
        try FileManager.default.createSymbolicLink(atPath: "\(downloads)/link", withDestinationPath: outside)
        for name in ["netrc", "cookies"] { try Data([1]).write(to: URL(filePath: "\(outside)/\(name)")) }
        let isHost = row.column == "private_hosts"
        // A healthy item of a public host does not exist in a test, so that of a private one is not attempted.
        #expect(
            try run(["queue", "add", "--dir", downloads, server.address("/bad"), server.address("/good")]).status == 0)
        try sql("UPDATE leftoff_queue_item SET \(row.column) = \(text(row.value)) WHERE url LIKE '%/bad'")
        let outcome = try run(["queue", "run"] + (isHost ? [] : ["--allow-private", "127.0.0.1"]))
        #expect(outcome.status == 1, "\(outcome.errorText)")
        let all = try items()
        let bad = try #require(all.first { ($0["url"] as? String)?.hasSuffix("/bad") == true })
        let error = try #require(bad["error"] as? [String: Any])
        #expect(bad["state"] as? String == "failed" && error["class"] as? String == "refused", "\(error)")
        let message = try #require(error["message"] as? String)
        #expect(message.contains(row.message) && !message.contains("secret"), "\(message)")
        #expect(server.requests.map(\.target) == (isHost ? [] : ["/good"]))
        #expect(outcome.lines == (isHost ? [] : ["\(downloads)/good"]))
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: outside)) == ["netrc", "cookies"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(downloads)/.hidden").isEmpty)
    }

    @Test("A row with texts that are too long or slow to compare hides no other, and can be removed")
    func unreadable() throws {
        defer { server.stop() }
        server.route("/good", .ok([2]))
        let added = try run(
            ["queue", "add", "--dir", downloads] + ["/bad", "/slow", "/good"].map { server.address($0) })
        #expect(added.status == 0)
        try sql(
            """
            UPDATE leftoff_queue_item SET etag = repeat('x', 3000000), user_agent = repeat('x', 3000000)
            WHERE url LIKE '%/bad';
            UPDATE leftoff_queue_item SET state = 'running', lease_owner = 'e' || repeat(U&'\\0301\\0316', 40000),
                lease_until = 0, directory = directory || '/e' || repeat(U&'\\0301\\0316', 40000)
            WHERE url LIKE '%/slow'
            """)
        for command in [["list", "--format", "ndjson"], ["export", "--format", "lines"]] {
            let outcome = try run(["queue"] + command)
            #expect(outcome.status == 1 && outcome.lines.count == 1 && outcome.text.contains("/good"))
            #expect(added.lines.prefix(2).allSatisfy { outcome.errorText.contains($0) }, "\(outcome.errorText)")
        }
        let outcome = try run(["queue", "run", "--allow-private", "127.0.0.1"])
        #expect(outcome.status == 1 && outcome.lines == ["\(downloads)/good"], "\(outcome.errorText)")
        #expect(try run(["queue", "remove"] + added.lines.prefix(2)).status == 0)
        #expect(try run(["queue", "list"]).status == 0)
    }

    @Test("Options and config.json allow what a row needs, and --trust-queue allows everything", arguments: [0, 1, 2])
    func allowed(way: Int) throws {
        defer { server.stop() }
        server.route("/bad", .ok([1]))
        try Data("machine 127.0.0.1 login l password p\n".utf8).write(to: URL(filePath: "\(outside)/netrc"))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(outside)/netrc")
        #expect(try run(["queue", "add", "--dir", downloads, server.address("/bad")]).status == 0)
        try sql(
            "UPDATE leftoff_queue_item SET directory = '\(outside)', netrc = '\(outside)/netrc', "
                + #"headers = '[["X-Key","v"]]'"#)
        var options = ["--allow-private", "127.0.0.1", "--allow-headers"]
        switch way {
        case 0: options += ["--root", downloads, "--root", outside, "--allow-file", "\(outside)/netrc"]
        case 1:
            let home = leftoff.directory.appending(path: "worker")
            try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
            let worker = #"{"worker":{"roots":["\#(outside)"],"files":["\#(outside)/netrc"]}}"#
            try Data(worker.utf8).write(to: home.appending(path: "config.json"))
        default: options = ["--trust-queue", "--quiet"]
        }
        let outcome = try run(["queue", "run"] + options)
        #expect(outcome.status == 0 && outcome.lines == ["\(outside)/bad"], "\(outcome.errorText)")
        #expect(outcome.errorText.contains("trusting the queue") == (way == 2))
        let request = try #require(server.requests.first)
        #expect(request.value(of: "X-Key") == "v" && request.value(of: "Authorization") == "Basic bDpw")
    }

    @Test("get permits its own options, and not those that a row had before")
    func get() throws {
        defer { server.stop() }
        server.route("/a", .ok([1]))
        let options = ["--dir", outside, "--header", "X-Key: own", server.address("/a")]
        let got = try run(["get"] + options)
        #expect(got.status == 0 && got.lines == ["\(outside)/a"], "\(got.errorText)")
        #expect(server.requests.first?.value(of: "X-Key") == "own")
        // The address is queued again, by somebody who chose a proxy.
        #expect(try run(["queue", "add"] + options).status == 0)
        try sql("UPDATE leftoff_queue_item SET proxy = 'http://127.0.0.1:1' WHERE state = 'ready'")
        #expect(try run(["get"] + options).status == 1)
        #expect(try items().contains { ($0["error"] as? [String: Any])?["class"] as? String == "refused" })
    }

    @Test("A removed row deletes nothing outside of the roots, and the command names the file")
    func removed() throws {
        defer { server.stop() }
        for directory in [downloads, outside] {
            try Data([1]).write(to: URL(filePath: "\(directory)/f.leftoff-part"))
        }
        let added = try run(["queue", "add", "--dir", downloads, "http://a.example/1", "http://a.example/2"])
        try sql(
            "UPDATE leftoff_queue_item SET directory = '\(outside)', file_name = 'f', part_name = 'f.leftoff-part' "
                + "WHERE url LIKE '%/1'")
        try sql(
            "UPDATE leftoff_queue_item SET file_name = 'f', part_name = 'f.leftoff-part' WHERE url LIKE '%/2'")
        let outcome = try run(["queue", "remove"] + added.lines)
        #expect(outcome.status == 0)
        #expect(outcome.errorLines == ["leftoff: \(outside)/f.leftoff-part could not be deleted: delete it yourself"])
        #expect(FileManager.default.fileExists(atPath: "\(outside)/f.leftoff-part"))
        #expect(!FileManager.default.fileExists(atPath: "\(downloads)/f.leftoff-part"))
    }

    @Test("Exports leave out what goes beyond the rules, and say so", arguments: ["aria2", "curl", "json"])
    func exported(format: String) throws {
        defer { server.stop() }
        #expect(try run(["queue", "add", "--dir", downloads, "http://a.example/1"]).status == 0)
        try sql(
            "UPDATE leftoff_queue_item SET directory = '\(outside)', proxy = 'http://127.0.0.1:1', "
                + "netrc = '\(outside)/netrc', cookies = '\(outside)/cookies', headers = '[[\"X-Key\",\"v\"]]'")
        let outcome = try run(["queue", "export", "--with-credentials", "--format", format])
        #expect(outcome.status == 0)
        for value in [outside, "127.0.0.1", "X-Key"] { #expect(!outcome.text.contains(value), "\(outcome.text)") }
        for option in ["--root DIR", "--allow-proxy URL", "--allow-file FILE", "--allow-headers"] {
            #expect(outcome.errorText.contains(option), "\(outcome.errorText)")
        }
        let trusted = try run(["queue", "export", "--with-credentials", "--format", format, "--trust-queue"])
        #expect(trusted.text.contains(outside) && trusted.text.contains("X-Key"))
    }

    @Test("Rows that are copied into the local queue begin anew, below the given directory")
    func copied() throws {
        defer { server.stop() }
        let paths = ["ready", "paused", "cancelled", "done", "failed", "quarantined", "verifying"]
        #expect(try run(["queue", "add", "--dir", downloads] + paths.map { "http://a.example/\($0)" }).status == 0)
        try sql(
            "UPDATE leftoff_queue_item SET state = split_part(url, '/', 4), live = NULL, directory = '\(outside)', "
                + "file_name = 'x-' || id, part_name = id || '.leftoff-part', durable_bytes = 5, total = 9, "
                + "proxy = 'http://127.0.0.1:1', netrc = '\(outside)/netrc', headers = '[[\"Cookie\",\"v\"]]', "
                + "private_hosts = '/ 127.0.0.1', lease_owner = 'w', lease_until = 0")
        let copied = try run(
            ["queue", "import", "--from-postgresql", address, "--queue", "local", "--dir", downloads])
        #expect(copied.status == 0, "\(copied.errorText)")
        for note in ["directories outside", "proxies", "netrc files", "header fields", "finished", "--trust-list"] {
            #expect(copied.errorText.contains(note), "\(copied.errorText)")
        }
        let outcome = try run(["queue", "list", "--format", "ndjson", "--queue", "local"])
        let items = try objects(outcome.lines)
        #expect(
            Dictionary(uniqueKeysWithValues: items.map { ($0["url"] as? String ?? "", $0["state"] as? String ?? "") })
                == [
                    "http://a.example/ready": "ready", "http://a.example/paused": "paused",
                    "http://a.example/failed": "paused", "http://a.example/quarantined": "paused",
                    "http://a.example/verifying": "ready",
                ])
        #expect(items.allSatisfy { $0["path"] is NSNull && $0["bytes"] as? Int == 0 })
        let export = try run(["queue", "export", "--with-credentials", "--format", "json", "--queue", "local"])
        #expect(export.text.contains(downloads) && !export.text.contains(outside) && !export.text.contains("Cookie"))
        #expect(!export.text.contains("127.0.0.1"))
        let other = ["queue", "import", "--from-postgresql", address, "--queue", "local", "--dir", downloads]
        let dry = try run(other + ["--trust-list", "--dry-run", "--quiet"])
        #expect(dry.status == 0 && dry.lines.isEmpty)
        for value in ["\(outside)", "http://127.0.0.1:1", "\(outside)/netrc", "Cookie", "127.0.0.1"] {
            #expect(dry.errorLines.contains { $0.hasSuffix(": \(value)") }, "\(value): \(dry.errorText)")
        }
        #expect(try run(["queue", "list", "--format", "ndjson", "--queue", "local"]).lines.count == items.count)
    }

    @Test("The local queue in a directory that others can change has the same rules", arguments: [0o777, 0o700])
    func foreignHome(mode: mode_t) throws {
        defer { server.stop() }
        server.route("/a", .ok([1]))
        let home = leftoff.directory.appending(path: "worker").path
        #expect(try run(["queue", "add", "--queue", "local", "--dir", outside, server.address("/a")]).status == 0)
        chmod(home, mode)
        let outcome = try run(["queue", "run", "--queue", "local", "--allow-private", "127.0.0.1"])
        let isForeign = mode == 0o777
        #expect(outcome.status == (isForeign ? 1 : 0), "\(outcome.errorText)")
        #expect(outcome.errorText.contains("within limits") == isForeign)
        #expect(server.requests.isEmpty == isForeign)
    }

    @Test("Options for the rules are checked, and the rules of the command line apply to a local queue too")
    func options() throws {
        defer { server.stop() }
        for options in [
            ["--trust-queue", "--root", "/d"], ["--trust-queue", "--allow-headers"], ["--root", ""],
            ["--allow-proxy", "ftp://h/"], ["--allow-file", ""],
        ] {
            #expect(try run(["queue", "run"] + options).status == 64, "\(options)")
        }
        #expect(try run(["queue", "add", "--queue", "local", "--dir", outside, "http://a.example/1"]).status == 0)
        let outcome = try run(["queue", "run", "--queue", "local", "--root", downloads])
        #expect(outcome.status == 1 && outcome.errorText.contains("--root DIR"), "\(outcome.errorText)")
    }
}
