import Foundation
import TestSupport
import Testing

@Suite("The status display on a real terminal")
struct TerminalEndToEndTests {
    static let hideCursor = "\u{1B}[?25l"
    static let showCursor = "\u{1B}[?25h"

    let leftoff: Leftoff
    let server: ScriptedServer
    let gate = ScriptedGate()

    init() throws {
        leftoff = try Leftoff()
        server = try ScriptedServer()
        server.route("/page", ScriptedResponder.page("<a href=x>x</a>").behind(gate))
    }

    func start(_ terminal: PseudoTerminal, _ arguments: [String]) throws -> Process {
        let process = try leftoff.process(arguments, environment: ["TERM": "xterm-256color", "CI": ""])
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: leftoff.file("stdout", []))
        process.standardError = terminal.terminal
        try process.run()
        return process
    }

    /// Whether braille dots were drawn.
    static func hasDots(_ text: String) -> Bool {
        text.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) }
    }

    @Test("A signal gives the cursor back and ends the program as the shell expects", arguments: [SIGINT, SIGTERM, SIGHUP])
    func signals(signal: Int32) throws {
        let terminal = try PseudoTerminal()
        let process = try start(terminal, ["links", server.address("/page"), "--motion", "full"])
        #expect(terminal.waits { $0.contains(Self.hideCursor) && Self.hasDots($0) })
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        gate.open()
        #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
        #expect(terminal.waits { text in
            guard let hidden = text.range(of: Self.hideCursor, options: .backwards) else { return false }
            return text[hidden.upperBound...].contains(Self.showCursor)
        })
    }

    @Test("At the end the ring has closed, the cursor is back and the summary stands")
    func finished() throws {
        let terminal = try PseudoTerminal()
        let process = try start(terminal, ["links", server.address("/page"), "--motion", "full"])
        #expect(terminal.waits(for: Self.hasDots))
        gate.open()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(terminal.waits { $0.contains("1 link") })
        let text = terminal.text
        let hidden = text.ranges(of: Self.hideCursor).count
        #expect(hidden >= 1 && text.ranges(of: Self.showCursor).count >= hidden)
    }

    @Test("Without motion, or with a dumb terminal, no escape byte is written", arguments: [["--motion", "none"], []])
    func plain(arguments: [String]) throws {
        gate.open()
        let terminal = try PseudoTerminal()
        let process = try leftoff.process(
            ["links", server.address("/page")] + arguments, environment: ["TERM": arguments.isEmpty ? "dumb" : "xterm"])
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = terminal.terminal
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(!terminal.text.contains("\u{1B}"))
    }
}
