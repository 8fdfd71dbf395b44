import Foundation
import Glibc
import TestSupport
import Testing

@testable import TerminalHUD

/// Tests that a terminal's late response never reaches the shell.
@Suite("Queries of the terminal", .ownThreads, .timeLimit(.minutes(5)))
struct HUDQueryEndToEndTests {
    static let response = "\u{1B}]11;rgb:1c1c/1e1e/8080\u{1B}\\\u{1B}[?2026;2$y\u{1B}[?62;22c"
    static let backgroundRequest = TerminalQuery.backgroundRequest

    let leftoff: Leftoff

    init() throws {
        leftoff = try Leftoff()
    }

    private func start(
        _ terminal: PseudoTerminal, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> ChildProcess {
        let usual = ["TERM": "xterm-256color", "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"]
        return try leftoff.start(
            arguments, environment: usual.merging(environment) { $1 }, input: terminal.terminal,
            errors: terminal.terminal)
    }

    /// Starts a program that expects a response for minutes instead of `CTERMINAL_RESPONSE_LIFETIME`, five seconds,
    /// which a busy machine needs to start it.
    private func startPatiently(
        _ terminal: PseudoTerminal, _ arguments: [String], factor: Int = 30
    ) throws -> ChildProcess {
        try start(
            terminal, arguments, environment: try FaultShim.environment([.slowness(factor)], below: leftoff.directory))
    }

    @Test(
        "A response that the program has not read before a signal does not reach the shell",
        .enabled(if: FaultShim.isAvailable), arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT])
    func signals(signal: Int32) throws {
        let terminal = try PseudoTerminal()
        let modes = terminal.modes
        // At one frame per second, the program does not read for most of the time.
        let process = try startPatiently(terminal, ["hud", "demo", "busy", "--duration", "60", "--fps", "1"])
        #expect(terminal.waits { $0.contains(TerminalQuery.modeRequest) })
        terminal.type(Self.response)
        kill(process.processIdentifier, signal)
        #expect(process.wait() == .signal(signal))
        #expect(terminal.removeInput() == "" && terminal.modes == modes)
    }

    @Test(
        "A response that arrives long after the request does not reach the shell",
        .enabled(if: FaultShim.isAvailable), arguments: ["end", "signal"])
    func late(ending: String) throws {
        let gate = ScriptedGate()
        let server = try ScriptedServer()
        defer { server.stop() }
        server.route("/page", ScriptedResponder.page("<p>x").behind(gate))
        let terminal = try PseudoTerminal()
        let modes = terminal.modes
        let process = try startPatiently(
            terminal, ["get", server.address("/page"), "--dir", leftoff.directory.path, "--motion", "full"])
        #expect(terminal.waits { $0.contains(TerminalQuery.modeRequest) })
        // The program has stopped waiting for the response.
        #expect(terminal.waits { _ in terminal.readsLines })
        terminal.type(Self.response)
        if ending == "signal" { process.terminate() } else { gate.open() }
        #expect(process.wait() == (ending == "end" ? .exit(0) : .signal(SIGTERM)))
        gate.open()
        #expect(terminal.removeInput() == "" && terminal.modes == modes)
        #expect(!terminal.text.contains("rgb:"))
    }

    @Test(
        "A response that stays incomplete is discarded at the end, and does not keep the program from ending",
        .enabled(if: FaultShim.isAvailable))
    func incomplete() throws {
        let terminal = try PseudoTerminal()
        let modes = terminal.modes
        let process = try startPatiently(terminal, ["hud", "demo", "busy", "--duration", "3600"])
        #expect(terminal.waits { $0.contains(TerminalQuery.modeRequest) })
        #expect(terminal.waits { _ in terminal.readsLines })
        terminal.type(String(Self.response.dropLast()))
        kill(process.processIdentifier, SIGINT)
        #expect(process.wait() == .signal(SIGINT))
        #expect(terminal.removeInput() == "" && terminal.modes == modes)
    }

    /// A terminal that reads slowly, and responds to the query as soon as it has read it.
    private struct SlowTerminal {
        let terminal: PseudoTerminal
        private var hasResponded = false

        init() throws { terminal = try PseudoTerminal(isRead: false) }

        /// Reads a part of the output.
        mutating func read(_ count: Int) {
            terminal.readSome(count)
            respond()
        }

        /// Reads all output of a program that has ended, and returns the input that the next program would get.
        mutating func inputOfNextProgram() -> String {
            #expect(terminal.readRest())
            respond()
            return terminal.removeInput()
        }

        private mutating func respond() {
            guard !hasResponded, terminal.text.contains(TerminalQuery.modeRequest) else { return }
            hasResponded = true
            terminal.type(HUDQueryEndToEndTests.response)
        }
    }

    /// A command that shows a display.
    enum Command: String, CaseIterable, Sendable {
        case busy, progress, get, serve
    }

    /// Starts a command that ends only if its download does, with the gate that the download waits for.
    private func start(_ command: Command, on terminal: PseudoTerminal) throws -> (ChildProcess, ScriptedGate) {
        let gate = ScriptedGate()
        switch command {
        case .busy, .progress:
            let arguments = ["hud", "demo", command.rawValue, "--duration", "60"]
            return (try startPatiently(terminal, arguments, factor: 3), gate)
        case .get:
            let server = try ScriptedServer()
            server.route("/page", ScriptedResponder.page("<p>x").behind(gate))
            let arguments = ["get", server.address("/page"), "--dir", leftoff.directory.path, "--motion", "full"]
            return (try startPatiently(terminal, arguments, factor: 3), gate)
        case .serve:
            let item = #"{"url":"https://example.org/a"}"#
            #expect(try leftoff.run(["capture", "-"], input: Data(item.utf8)).status == 0)
            let arguments = ["serve", "--port", "0", "--motion", "full"]
            return (try startPatiently(terminal, arguments, factor: 3), gate)
        }
    }

    @Test(
        "If a terminal has not read the query when a signal ends the program, no response reaches the shell",
        .enabled(if: FaultShim.isAvailable), arguments: Command.allCases, [SIGINT, SIGTERM])
    func unreadQuery(command: Command, signal: Int32) throws {
        var slow = try SlowTerminal()
        let modes = slow.terminal.modes
        slow.terminal.fill()
        // Leaves room for the query, behind more output than the terminal will have read.
        slow.read(4096)
        let (process, gate) = try start(command, on: slow.terminal)
        defer { gate.open() }
        // The program has sent the query, and has stopped waiting for the response.
        #expect(slow.terminal.waits { _ in slow.terminal.readsLines && !slow.terminal.echoes })
        kill(process.processIdentifier, signal)
        let ending = process.wait()
        #expect(ending == .signal(signal) || command == .serve && ending == .exit(0))
        #expect(slow.inputOfNextProgram() == "" && slow.terminal.modes == modes)
        #expect(slow.terminal.text.hasSuffix(TerminalEndToEndTests.showCursor) || command == .get || command == .serve)
    }

    @Test(
        "On a terminal that reads slowly, no response reaches the shell after a normal end or a signal",
        .enabled(if: FaultShim.isAvailable),
        arguments: [("busy", false), ("busy", true), ("progress", false), ("progress", true)], [SIGINT, 0])
    func slowTerminal(demonstration: (name: String, isFull: Bool), signal: Int32) throws {
        var slow = try SlowTerminal()
        let modes = slow.terminal.modes
        if demonstration.isFull { slow.terminal.fill() }
        // The program waits for the response until this loop, which the machine may delay, has read the query.
        let process = try startPatiently(slow.terminal, ["hud", "demo", demonstration.name, "--duration", "1"])
        var reads = 0
        while process.isRunning {
            slow.read(256)
            reads += 1
            if reads == 200, signal != 0 { kill(process.processIdentifier, signal) }
            _ = poll(nil, 0, 2)
        }
        let ending = process.wait()
        #expect(ending == .exit(0) || ending == .signal(signal))
        #expect(slow.inputOfNextProgram() == "" && slow.terminal.modes == modes)
    }

    @Test(
        "Text that was typed after the response stays available to the next reader",
        .enabled(if: FaultShim.isAvailable))
    func typedAhead() throws {
        let terminal = try PseudoTerminal(question: TerminalQuery.modeRequest, answer: Self.response)
        // The query expects the response for 6 s instead of three tenths of a second.
        let process = try start(
            terminal, ["hud", "demo", "busy", "--duration", "60"],
            environment: try FaultShim.environment([.drag(20)], below: leftoff.directory))
        #expect(terminal.waits { $0.contains("\u{1B}[?2026h") })
        #expect(terminal.waits { _ in terminal.readsLines && !terminal.echoes })
        terminal.type("ls\r")
        terminal.type("unfinished")
        process.terminate()
        #expect(process.wait() == .signal(SIGTERM))
        #expect(terminal.removeInput() == "ls\nunfinished")
    }

    private static let unaskedScenes: [(String, [String: String], [String])] = [
        ("busy", ["NO_COLOR": "1"], []), ("busy", ["TERM": "xterm"], []), ("square", [:], []), ("cube", [:], []),
        ("symbol:checkmark", [:], []), ("title", [:], []), ("busy", ["LEFTOFF_MOTION": "calm"], []),
        ("busy", [:], ["--motion", "none"]),
    ]

    @Test("The background color is requested only if colors are mixed with it", arguments: unaskedScenes)
    func unasked(name: String, environment: [String: String], arguments: [String]) throws {
        let terminal = try PseudoTerminal()
        let process = try start(
            terminal, ["hud", "demo", name, "--duration", "0.5"] + arguments, environment: environment)
        #expect(process.wait() == .exit(0))
        #expect(terminal.readRest() && !terminal.text.isEmpty)
        #expect(!terminal.text.contains("\u{1B}]11"))
        let draws = environment["LEFTOFF_MOTION"] == nil && arguments.isEmpty
        #expect(terminal.text.contains(TerminalQuery.modeRequest) == draws)
    }

    @Test("A terminal that cannot respond is not queried", arguments: ["linux", "ansi", "eterm-color"])
    func unresponsive(term: String) throws {
        let terminal = try PseudoTerminal()
        let process = try start(
            terminal, ["hud", "demo", "busy", "--duration", "0.5"],
            environment: ["TERM": term, "COLORTERM": "truecolor"])
        #expect(process.wait() == .exit(0))
        #expect(terminal.readRest() && terminal.text.contains(TerminalEndToEndTests.hideCursor))
        #expect(!terminal.text.contains("\u{1B}]") && !terminal.text.contains("$p"))
    }
}
