import Foundation
import TestSupport
import Testing

@Suite("The status display on a real terminal", .ownThreads)
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

    func start(
        _ terminal: PseudoTerminal, _ arguments: [String], term: String = "xterm-256color"
    ) throws -> ChildProcess {
        try leftoff.start(
            arguments, environment: ["TERM": term, "LANG": "C.UTF-8"], errors: terminal.terminal)
    }

    /// Returns true if braille dots were drawn.
    static func hasDots(_ text: String) -> Bool {
        text.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) }
    }

    @Test(
        "A signal shows the cursor again, and the exit status names the signal",
        arguments: [SIGINT, SIGTERM, SIGHUP])
    func signals(signal: Int32) throws {
        let terminal = try PseudoTerminal()
        let process = try start(terminal, ["links", server.address("/page"), "--motion", "full"])
        #expect(terminal.waits { $0.contains(Self.hideCursor) && Self.hasDots($0) })
        kill(process.processIdentifier, signal)
        #expect(process.wait() == .signal(signal))
        gate.open()
        #expect(
            terminal.waits { text in
                guard let hidden = text.range(of: Self.hideCursor, options: .backwards) else { return false }
                return text[hidden.upperBound...].contains(Self.showCursor)
            })
    }

    @Test("A page typed at the terminal is echoed, and nothing is animated meanwhile")
    func typedPage() throws {
        let terminal = try PseudoTerminal()
        let process = try leftoff.start(
            ["links", "-", "--base", "http://example.org/", "--motion", "full"],
            environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"], input: terminal.terminal,
            output: terminal.terminal, errors: terminal.terminal)
        // The first line shows that the long run has begun.
        #expect(terminal.waits { $0.contains("Harvesting links") })
        terminal.type("<a href=x>x</a>\n\u{4}")
        #expect(process.wait() == .exit(0))
        #expect(terminal.waits { $0.contains("1 link in 1 page") })
        #expect(terminal.text.contains("<a href=x>x</a>") && terminal.text.contains("http://example.org/x"))
        #expect(!terminal.text.contains(Self.hideCursor))
    }

    @Test("When the reader of the links exits, the display is removed and the cursor is shown")
    func brokenPipe() throws {
        let terminal = try PseudoTerminal()
        let pipe = ChildProcess.privatePipe()
        let process = try leftoff.start(
            ["links", server.address("/page"), "--motion", "full"],
            environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"], output: pipe.fileHandleForWriting,
            errors: terminal.terminal)
        #expect(terminal.waits { $0.contains(Self.hideCursor) && Self.hasDots($0) })
        try pipe.fileHandleForWriting.close()
        try pipe.fileHandleForReading.close()
        gate.open()
        #expect(process.wait() == .signal(SIGPIPE))
        #expect(terminal.waits { $0.contains(Self.showCursor) })
    }

    @Test("At the end the ring is closed, the cursor is shown and the summary stays")
    func finished() throws {
        let terminal = try PseudoTerminal()
        let process = try start(terminal, ["links", server.address("/page"), "--motion", "full"])
        #expect(terminal.waits(for: Self.hasDots))
        gate.open()
        #expect(process.wait() == .exit(0))
        #expect(terminal.readRest() && terminal.text.contains("1 link"))
        let text = terminal.text
        let hidden = text.ranges(of: Self.hideCursor).count
        #expect(hidden >= 1 && text.ranges(of: Self.showCursor).count >= hidden)
    }

    @Test(
        "Without animation nothing is drawn, and a dumb terminal receives no escape byte", arguments: ["none", "full"])
    func plain(motion: String) throws {
        gate.open()
        let terminal = try PseudoTerminal()
        let process = try start(
            terminal, ["links", server.address("/page"), "--motion", motion], term: motion == "full" ? "dumb" : "xterm")
        #expect(process.wait() == .exit(0))
        #expect(terminal.waits { $0.contains("1 link") })
        #expect(!terminal.text.contains(Self.hideCursor) && !Self.hasDots(terminal.text))
        if motion == "full" { #expect(!terminal.text.contains("\u{1B}")) }
    }
}
