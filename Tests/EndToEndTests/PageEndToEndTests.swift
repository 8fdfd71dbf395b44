import Foundation
import FoundationNetworking
import TestSupport
import Testing

@Suite("Opening the web page", .ownThreads, .timeLimit(.minutes(10)))
struct PageEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    /// The record of the running service, whose process is stopped when this value is released.
    private final class Started {
        let pid: pid_t
        let port: Int
        private let leftoff: Leftoff

        init(_ leftoff: Leftoff) throws {
            self.leftoff = leftoff
            let file = leftoff.home.appending(path: "service.json")
            let record = try #require(
                try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
            pid = pid_t(try #require(record["pid"] as? Int))
            port = try #require(record["port"] as? Int)
            let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
            #expect(mode == 0o600 && record["version"] as? String == "0.1.0")
        }

        deinit { leftoff.end(pid) }
    }

    /// Environment variables without a service manager and with a private runtime directory.
    private func environment(_ changes: [String: String] = [:]) throws -> [String: String] {
        let runtime = leftoff.directory.appending(path: "runtime")
        try FileManager.default.createDirectory(
            at: runtime, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return ["XDG_RUNTIME_DIR": runtime.path, "BROWSER": ""].merging(changes) { $1 }
    }

    /// Signs in with an address; returns the status after the redirects.
    private func signIn(_ line: String?) async throws -> Int? {
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        let (_, response) = try await session.data(from: try #require(line.flatMap { URL(string: $0) }))
        return (response as? HTTPURLResponse)?.statusCode
    }

    /// Ends the programs that stood in for browsers, which have written their ids to a file.
    private func endBrowsers() {
        let text = try? String(contentsOf: leftoff.directory.appending(path: "browsers"), encoding: .utf8)
        for process in (text ?? "").split(separator: "\n").compactMap({ pid_t($0) }) { leftoff.end(process) }
    }

    private func script(_ name: String, _ lines: String...) throws -> URL {
        let text = (["#!/bin/sh"] + lines).joined(separator: "\n") + "\n"
        let file = leftoff.directory.appending(path: name)
        try ExecutableScript.write(text, to: file)
        return file
    }

    @Test("page starts the service in a session of its own without open pipes, and uses it afterwards")
    func background() async throws {
        let port = try ScriptedServer.reservedPort()
        let environment = try environment()
        let first = try leftoff.run(["page", "--print", "--port", "\(port)"], environment: environment)
        #expect(first.status == 0 && first.errors.isEmpty, "\(first.errorText)")
        let service = try Started(leftoff)
        #expect(service.port == port && first.text.hasPrefix("http://127.0.0.1:\(port)/?token="))
        #expect(getsid(service.pid) == service.pid)
        for stream in 0...2 {
            let target = try FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/\(service.pid)/fd/\(stream)")
            #expect(target == "/dev/null")
        }
        let second = try leftoff.run(["page", "--print"], environment: environment)
        #expect(second.text.hasPrefix("http://127.0.0.1:\(port)/?token=") && second.text != first.text)
        for line in [first.lines.first, second.lines.first] {
            #expect(try await signIn(line) == 200)
            #expect(try await signIn(line) == 401)
        }
        #expect(try Started(leftoff).pid == service.pid)
    }

    @Test("A caller that reads to the end of its pipes does not wait for the service")
    func pipes() throws {
        let port = try ScriptedServer.reservedPort()
        let pipe = ChildProcess.privatePipe()
        let process = try leftoff.start(
            ["page", "--print", "--port", "\(port)"], environment: environment(), output: pipe.fileHandleForWriting,
            errors: pipe.fileHandleForWriting)
        try pipe.fileHandleForWriting.close()
        let text = try #require(try pipe.fileHandleForReading.readToEnd())
        #expect(String(decoding: text, as: UTF8.self).hasPrefix("http://127.0.0.1:\(port)/?token="))
        #expect(process.wait() == .exit(0))
        _ = try Started(leftoff)
    }

    @Test("Several commands at once start one service, and each gets its own code")
    func atOnce() async throws {
        let port = try ScriptedServer.reservedPort()
        let environment = try environment()
        let lines = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try await withCheckedThrowingContinuation { continuation in
                        Thread.detachNewThread {
                            continuation.resume(
                                with: Result {
                                    try leftoff.run(["page", "--print", "--port", "\(port)"], environment: environment)
                                        .text.trimmingCharacters(in: .newlines)
                                })
                        }
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let service = try Started(leftoff)
        #expect(service.port == port && Set(lines).count == 4)
        for line in lines { #expect(try await signIn(line) == 200) }
    }

    @Test("A port of another program is named in one line, and the token is not sent to it")
    func otherProgram() throws {
        let server = try ScriptedServer(["/healthz": .ok(Array(#"{"status":"ok"}"#.utf8))])
        _ = try leftoff.run(["token", "rotate"])
        let outcome = try leftoff.run(["page", "--port", "\(server.port)"], environment: environment())
        #expect(outcome.status == 69)
        #expect(
            outcome.errorLines == [
                "leftoff: port \(server.port): another program listens there: stop it, or choose another port with "
                    + "--port"
            ])
        #expect(server.requests(to: "/healthz").allSatisfy { $0.value(of: "Authorization") == nil })
        #expect(server.requests(to: "/api/service").isEmpty)
    }

    @Test("A service with another data directory is named in one line")
    func otherHome() throws {
        let other = try ServiceEndToEndTests.Running(try Leftoff())
        let port = try #require(other.address.port)
        let environment = try environment(FaultShim.patience(below: leftoff.directory))
        let outcome = try leftoff.run(["page", "--port", "\(port)"], environment: environment)
        #expect(outcome.status == 69)
        #expect(outcome.errorText.contains("port \(port): a service with another data directory listens there"))
    }

    @Test("A service that cannot start passes on its message and its exit code")
    func failure() throws {
        try FileManager.default.createDirectory(
            at: leftoff.home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try Data("nonsense".utf8).write(to: leftoff.home.appending(path: "leftoff.sqlite"))
        let port = try ScriptedServer.reservedPort()
        let outcome = try leftoff.run(["page", "--port", "\(port)"], environment: environment())
        #expect(outcome.status == 65 && outcome.errorLines.count == 1)
        #expect(outcome.errorText.hasPrefix("leftoff: cannot use store "), "\(outcome.errorText)")
    }

    @Test("The service starts through the user's unit, and a record that a killed service left is ignored")
    func unit() async throws {
        let port = try ScriptedServer.reservedPort()
        let server = try ScriptedServer(["/healthz": .ok(Array(#"{"service":"other"}"#.utf8))])
        _ = try leftoff.run(["token", "rotate"])
        let record = #"{"pid":1,"port":\#(server.port),"version":"0.1.0"}"#
        try Data(record.utf8).write(to: leftoff.home.appending(path: "service.json"))
        let log = leftoff.directory.appending(path: "log").path
        _ = try script(
            "systemctl", "echo \"$*\" >> '\(log)'", "case \"$*\" in",
            "*show-environment*) echo LANG=C; echo 'LEFTOFF_HOME=\(leftoff.home.path)' ;;",
            "*'show leftoff.service'*) echo LoadState=loaded; echo Environment=; echo ActiveState=active ;;",
            "*'start leftoff.service'*) setsid '\(try Leftoff.binary.path)' serve --port \(port) >/dev/null 2>&1 & ;;",
            "*) exit 1 ;;", "esac")
        let environment = try environment(["PATH": "\(leftoff.directory.path):/usr/bin:/bin"])
        let socket = leftoff.directory.appending(path: "runtime/systemd/private")
        try FileManager.default.createDirectory(
            at: socket.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: socket)
        let outcome = try leftoff.run(["page", "--print"], environment: environment)
        #expect(outcome.text.hasPrefix("http://127.0.0.1:\(port)/?token="), "\(outcome.errorText)")
        #expect(try Started(leftoff).port == port)
        #expect(try String(contentsOfFile: log, encoding: .utf8).contains("--quiet start leftoff.service"))
        #expect(server.requests(to: "/api/service").isEmpty)
    }

    @Test("The browser gets a private file with a form, which is deleted as soon as it has signed in")
    func form() throws {
        defer { endBrowsers() }
        let port = try ScriptedServer.reservedPort()
        let directory = leftoff.directory.path
        // Submits the form as a browser does, and keeps a copy of what it found.
        let browser = try script(
            "browser", "echo $$ >> '\(directory)/browsers'", "ls -l \"$1\" > '\(directory)/mode'",
            "echo \"$@\" > '\(directory)/arguments'",
            "cp \"$1\" '\(directory)/form'",
            "code=$(sed -n 's/.*name=\"code\" value=\"\\([^\"]*\\)\".*/\\1/p' \"$1\")",
            "curl -s -o '\(directory)/page' -D '\(directory)/head' -H 'Origin: null' -d \"code=$code\" "
                + "http://127.0.0.1:\(port)/login",
            "echo done > '\(directory)/done'",
            // A browser runs on.
            "exec sleep 60")
        // The command ends when the code was used, which may be before the browser has read the response.
        #expect(mkfifo("\(directory)/done", 0o600) == 0)
        let done = open("\(directory)/done", O_RDWR | O_CLOEXEC)
        defer { close(done) }
        let environment = try environment(["BROWSER": "\(browser.path) %s"])
        let outcome = try leftoff.run(["page", "--port", "\(port)"], environment: environment)
        #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome.errorText)")
        var bytes = [UInt8](repeating: 0, count: 8)
        #expect(read(done, &bytes, bytes.count) == 5)
        _ = try Started(leftoff)
        func text(_ name: String) throws -> String {
            try String(contentsOf: leftoff.directory.appending(path: name), encoding: .utf8)
        }
        #expect(try text("mode").hasPrefix("-rw-------"))
        #expect(try text("head").contains("Set-Cookie: leftoff_\(port)="))
        let token = try String(contentsOf: leftoff.home.appending(path: "token"), encoding: .utf8)
        #expect(try !text("head").contains(token.trimmingCharacters(in: .newlines)))
        let form = try text("form")
        let code = try #require(form.firstMatch(of: /name="code" value="([\w-]{43})"/)).output.1
        let arguments = try text("arguments")
        #expect(!arguments.contains(code) && arguments.hasPrefix("\(directory)/runtime/leftoff-sign-in-"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(directory)/runtime").isEmpty)
    }

    private static let withoutBrowsers: [([String: String], String)] = [
        (["DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""], "there is no display"),
        (["DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": "/bin/false"], "/bin/false could not open a browser"),
        (
            ["DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": "/nowhere/browser"],
            "cannot run /nowhere/browser: no such file or directory"
        ),
        (["DISPLAY": ":0", "BROWSER": ""], "cannot run xdg-open: no such file or directory"),
        (["WAYLAND_DISPLAY": "w", "BROWSER": "/bin/false"], "cannot run xdg-open: no such file or directory"),
    ]

    @Test(
        "Without a display or a browser, an address that signs a browser in is printed", arguments: withoutBrowsers)
    func noBrowser(variables: [String: String], problem: String) async throws {
        let port = try ScriptedServer.reservedPort()
        let environment = try environment(variables.merging(["PATH": leftoff.directory.path]) { $1 })
        let outcome = try leftoff.run(["page", "--port", "\(port)"], environment: environment)
        let service = try Started(leftoff)
        #expect(outcome.status == 0 && outcome.lines.count == 1 && service.port == port)
        #expect(
            outcome.errorLines == [
                "leftoff: \(problem): open the address above in a browser; it signs a browser in once"
            ])
        #expect(try await signIn(outcome.lines.first) == 200)
        withExtendedLifetime(service) {}
        let runtime = leftoff.directory.appending(path: "runtime").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: runtime).isEmpty)
    }

    @Test("An interrupted command deletes the file, and the next one deletes the file of a killed command")
    func interrupted() throws {
        let port = try ScriptedServer.reservedPort()
        let runtime = leftoff.directory.appending(path: "runtime").path
        defer { endBrowsers() }
        let browser = try script(
            "browser", "echo $$ >> '\(leftoff.directory.path)/browsers'", "echo > '\(leftoff.directory.path)/opened'",
            "exec sleep 60")
        let environment = try environment(["BROWSER": browser.path])
        let opened = leftoff.directory.appending(path: "opened").path
        for signal in [SIGKILL, SIGINT] {
            try? FileManager.default.removeItem(atPath: opened)
            let process = try leftoff.start(["page", "--port", "\(port)"], environment: environment)
            let deadline = Date().addingTimeInterval(120)
            while !FileManager.default.fileExists(atPath: opened), Date() < deadline { poll(nil, 0, 10) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: runtime).count == 1)
            kill(process.processIdentifier, signal)
            #expect(process.wait() == .signal(signal))
            let count = try FileManager.default.contentsOfDirectory(atPath: runtime).count
            #expect(count == (signal == SIGKILL ? 1 : 0))
        }
        _ = try Started(leftoff)
    }

    @Test("Port 0 is a usage error")
    func portZero() throws {
        let outcome = try leftoff.run(["page", "--port", "0"])
        #expect(outcome.status == 64 && outcome.errorLines.count == 1)
    }

    @Test("A service deletes its record when it ends, unless another service has replaced it")
    func record() throws {
        let record = leftoff.home.appending(path: "service.json")
        let service = try ServiceEndToEndTests.Running(leftoff)
        #expect(FileManager.default.fileExists(atPath: record.path))
        service.process.terminate()
        service.process.wait()
        #expect(!FileManager.default.fileExists(atPath: record.path))
        let next = try ServiceEndToEndTests.Running(leftoff)
        let other = Data(#"{"pid":1,"port":2,"version":"0.1.0"}"#.utf8)
        try other.write(to: record)
        next.process.terminate()
        next.process.wait()
        #expect(try Data(contentsOf: record) == other)
    }
}
