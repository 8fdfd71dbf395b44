import Foundation
import Synchronization
import TestSupport
import Testing

/// Tests of programs that outlive their terminal, as under `nohup`.
@Suite("The terminal disappears while SIGHUP is ignored", .ownThreads, .timeLimit(.minutes(5)))
struct HangUpEndToEndTests {
    let leftoff: Leftoff

    init() throws {
        leftoff = try Leftoff()
    }

    /// Starts the binary on a terminal.
    ///
    /// - Parameters:
    ///   - terminal: The standard input and error.
    ///   - arguments: The arguments after the program's name.
    ///   - output: The standard output.
    ///   - tracer: A program that runs the binary, with its arguments; empty for none.
    /// - Returns: The running program, which ignores SIGHUP.
    /// - Throws: An error if it cannot be started.
    private func start(
        _ terminal: PseudoTerminal, _ arguments: [String], output: FileHandle, tracer: [String] = []
    ) throws -> ChildProcess {
        var variables = ProcessInfo.processInfo.environment
        for name in ["NO_COLOR", "LEFTOFF_MOTION", "CI"] { variables[name] = nil }
        variables.merge(
            ["TERM": "xterm-256color", "LANG": "C.UTF-8", "LEFTOFF_HOME": leftoff.home.path]) { $1 }
        let descriptor = terminal.terminal.fileDescriptor
        return try ChildProcess(
            "/bin/sh", ["-c", "trap '' HUP; exec \"$@\"", "sh"] + tracer + [Leftoff.binary.path] + arguments,
            environment: variables, input: descriptor, output: output.fileDescriptor, errors: descriptor)
    }

    private func waitUntilDrawn(_ terminal: PseudoTerminal) -> Bool {
        terminal.waits { text in
            terminal.readSome(4096)
            return text.contains(TerminalEndToEndTests.hideCursor) && TerminalEndToEndTests.hasDots(text)
        }
    }

    @Test(
        "A program that only draws ends at once",
        arguments: [
            ["hud", "demo", "busy", "--duration", "3600"], ["hud", "demo", "square", "--duration", "3600"],
            ["hud", "demo", "progress", "--duration", "3600"], ["zen"],
        ])
    func drawing(arguments: [String]) throws {
        let terminal = try PseudoTerminal(isRead: false)
        let process = try start(terminal, arguments + ["--motion", "full"], output: .nullDevice)
        #expect(waitUntilDrawn(terminal))
        terminal.hangUp()
        #expect(process.wait() == .exit(0))
    }

    @Test("The work goes on without the display", arguments: ["get", "links"])
    func working(command: String) throws {
        let gate = ScriptedGate()
        let server = try ScriptedServer()
        server.route("/page", ScriptedResponder.page("<a href=x>x</a>").behind(gate))
        let terminal = try PseudoTerminal(isRead: false)
        let output = try FileHandle(forWritingTo: leftoff.file("out", [UInt8]()))
        let process = try start(terminal, arguments(command, server), output: output)
        #expect(waitUntilDrawn(terminal))
        terminal.hangUp()
        gate.open()
        #expect(process.wait() == .exit(0))
        try expectResult(of: command)
    }

    private func arguments(_ command: String, _ server: ScriptedServer) -> [String] {
        let extra = command == "get" ? ["--dir", leftoff.directory.path, "--name", "page.html"] : []
        return [command, server.address("/page"), "--motion", "full"] + extra
    }

    /// Checks the downloaded file, or the links in the file "out".
    private func expectResult(of command: String) throws {
        let (name, text) = command == "get" ? ("page.html", "href=x") : ("out", "/x")
        #expect(try String(contentsOf: leftoff.directory.appending(path: name), encoding: .utf8).contains(text))
    }

    /// A page that does not end before `finish` is called.
    private final class EndlessPage: Sendable {
        private let isFinished = Atomic(false)

        func finish() { isFinished.store(true, ordering: .relaxed) }

        /// Sends spaces every second, because a transfer without bytes ends after half a minute.
        func respond(on connection: ScriptedConnection) throws {
            try connection.writeHead(
                200, [("Content-Type", "text/html; charset=utf-8"), ("Transfer-Encoding", "chunked")])
            while !isFinished.load(ordering: .relaxed) {
                try connection.writeChunk([UInt8](repeating: 0x20, count: 4096))
                try connection.pause(.seconds(1))
            }
            try connection.writeChunk("<a href=x>x</a>".utf8)
            try connection.endChunks()
        }
    }

    @Test(
        "After the display has noticed, the program makes hardly any system calls while it waits",
        .enabled(if: Tool.all("strace")), arguments: ["get", "links"])
    func waiting(command: String) throws {
        let page = EndlessPage()
        defer { page.finish() }
        let server = try ScriptedServer()
        server.route("/page") { _, connection in try page.respond(on: connection) }
        let terminal = try PseudoTerminal(isRead: false)
        let trace = try leftoff.file("trace", [UInt8]())
        let tracer = [
            try #require(Tool("strace")).path, "-f", "-e", "trace=poll,ppoll,read,write,ioctl", "-o", trace.path,
        ]
        func calls() throws -> [Substring] { try String(contentsOf: trace, encoding: .utf8).split(separator: "\n") }
        let output = try FileHandle(forWritingTo: leftoff.file("out", [UInt8]()))
        let process = try start(terminal, arguments(command, server), output: output, tracer: tracer)
        #expect(waitUntilDrawn(terminal))
        terminal.hangUp()
        let isNoticed = terminal.waits { _ in
            let lines = (try? calls()) ?? []
            return lines.contains { $0.contains("EIO") || $0.contains("POLLHUP") }
        }
        #expect(isNoticed)
        let before = try calls().count
        let begin = ContinuousClock.now
        // Other programs serve as a clock, so that a loop that never waits gets as much time as they need.
        for _ in 0..<12 { #expect(try leftoff.run(["--version"]).status == 0) }
        let count = try calls().count - before
        // Timers make a bounded number of calls in a second; a traced loop makes many thousands.
        let seconds = Int((ContinuousClock.now - begin).components.seconds)
        #expect(count < 500 * (1 + seconds), "\(count) calls in \(seconds) s")
        page.finish()
        #expect(process.wait() == .exit(0))
        try expectResult(of: command)
    }
}
