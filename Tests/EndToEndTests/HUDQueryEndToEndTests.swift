import Foundation
import TerminalHUD
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

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
    private func startPatiently(_ terminal: PseudoTerminal, _ arguments: [String]) throws -> ChildProcess {
        try start(
            terminal, arguments, environment: try FaultShim.environment([.slowness(30)], below: leftoff.directory))
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

    @Test("Text that was typed after the response stays available to the next reader")
    func typedAhead() throws {
        let terminal = try PseudoTerminal(question: TerminalQuery.modeRequest, answer: Self.response)
        let process = try start(terminal, ["hud", "demo", "busy", "--duration", "60"])
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
