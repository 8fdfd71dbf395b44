import Foundation
import TestSupport
import Testing

@Suite("Additions are thrown on to the badge", .ownThreads)
struct KeptEndToEndTests {
    let leftoff: Leftoff

    init() throws {
        leftoff = try Leftoff()
    }

    private static let hideCursor = "\u{1B}[?25l"

    private func start(
        _ terminal: PseudoTerminal, _ arguments: [String], environment: [String: String] = [:], isPiped: Bool = false
    ) throws -> ChildProcess {
        try leftoff.start(
            arguments, environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"].merging(environment) { $1 },
            output: isPiped ? .nullDevice : terminal.terminal, errors: terminal.terminal)
    }

    @Test("Queuing links at a terminal shows an animation, and leaves a line with their number")
    func queued() throws {
        let terminal = try PseudoTerminal()
        let process = try start(terminal, ["queue", "add", "http://127.0.0.1:9/a", "http://127.0.0.1:9/b"])
        #expect(process.wait() == .exit(0))
        #expect(terminal.readRest() && terminal.text.contains("✓") && terminal.text.contains("Queued 2 downloads"))
        #expect(terminal.text.contains(Self.hideCursor) && terminal.text.contains("\u{1B}[?25h"))
        // The ids come first, in full.
        let first = terminal.text.split(separator: "\r\n").first ?? ""
        #expect(first.count == 12 && first.allSatisfy { $0.isLetter || $0.isNumber })
    }

    @Test("Capturing a page at a terminal shows an animation")
    func captured() throws {
        let file = leftoff.directory.appending(path: "place.json")
        try Data(PlacesEndToEndTests.snapshot.utf8).write(to: file)
        let terminal = try PseudoTerminal()
        let process = try start(terminal, ["capture", file.path])
        #expect(process.wait() == .exit(0))
        #expect(terminal.readRest() && terminal.text.contains("Captured"))
        #expect(terminal.text.contains(Self.hideCursor))
    }

    @Test(
        "Without a terminal, without animation or without additions, nothing is shown and the command does not wait",
        arguments: [
            (["--quiet"], false), (["--motion", "none"], false), (["--motion", "calm"], false), ([], true),
        ])
    func silent(options: [String], isPiped: Bool) throws {
        let terminal = try PseudoTerminal()
        let process = try start(
            terminal, ["queue", "add", "http://127.0.0.1:9/a"] + options, isPiped: isPiped)
        #expect(process.wait() == .exit(0))
        #expect(terminal.readRest())
        #expect(!terminal.text.contains("\u{1B}") && !terminal.text.contains("Queued"))
        let again = try PseudoTerminal()
        #expect(try start(again, ["queue", "add", "http://127.0.0.1:9/a"]).wait() == .exit(0))
        #expect(again.readRest() && !again.text.contains("\u{1B}"))
    }

    @Test("An idle service at a terminal writes few bytes, and a signal restores the terminal")
    func serving() throws {
        let terminal = try PseudoTerminal()
        let process = try start(terminal, ["serve", "--port", "0"])
        #expect(terminal.waits { $0.contains("Serving on") && $0.contains(Self.hideCursor) })
        kill(process.processIdentifier, SIGINT)
        _ = process.wait()
        #expect(
            terminal.waits {
                $0.contains("\u{1B}[?25h") && $0.contains("served: 0 places captured, 0 files downloaded")
            })
    }
}
