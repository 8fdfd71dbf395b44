import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Tests of programs that outlive their terminal, as under `nohup`.
@Suite("The terminal disappears while SIGHUP is ignored", .ownThreads, .timeLimit(.minutes(5)))
struct HangUpEndToEndTests {
    let leftoff: Leftoff

    init() throws {
        leftoff = try Leftoff()
    }

    private func start(_ terminal: PseudoTerminal, _ arguments: [String], output: FileHandle) throws -> ChildProcess {
        var variables = ProcessInfo.processInfo.environment
        for name in ["NO_COLOR", "LEFTOFF_MOTION", "CI"] { variables[name] = nil }
        variables.merge(
            ["TERM": "xterm-256color", "LANG": "C.UTF-8", "LEFTOFF_HOME": leftoff.home.path]) { $1 }
        let descriptor = terminal.terminal.fileDescriptor
        return try ChildProcess(
            "/bin/sh", ["-c", "trap '' HUP; exec \"$0\" \"$@\"", Leftoff.binary.path] + arguments,
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
            ["hud", "demo", "progress", "--duration", "600"], ["zen"],
        ])
    func drawing(arguments: [String]) throws {
        let terminal = try PseudoTerminal(isRead: false)
        let process = try start(terminal, arguments + ["--motion", "full"], output: .nullDevice)
        #expect(waitUntilDrawn(terminal))
        let begin = ContinuousClock.now
        terminal.hangUp()
        #expect(process.wait() == .exit(0))
        #expect(ContinuousClock.now - begin < .seconds(60))
    }

    /// The processor time of a process, in clock ticks of 10 ms.
    private func processorTime(_ process: ChildProcess) -> Int {
        let path = "/proc/\(process.processIdentifier)/stat"
        let fields = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: ")").last?
            .split(separator: " ").compactMap { Int($0) }
        // The state, the first field after the name, is not a number, so utime is the 11th of the numbers.
        return fields.map { $0[10] + $0[11] } ?? 0
    }

    @Test("The work goes on without the display", arguments: ["get", "links"])
    func working(command: String) throws {
        let gate = ScriptedGate()
        let server = try ScriptedServer()
        server.route("/page", ScriptedResponder.page("<a href=x>x</a>").behind(gate))
        let terminal = try PseudoTerminal(isRead: false)
        let output = try FileHandle(forWritingTo: leftoff.file("out", [UInt8]()))
        let extra = command == "get" ? ["--dir", leftoff.directory.path, "--name", "page.html"] : []
        let process = try start(
            terminal, [command, server.address("/page"), "--motion", "full"] + extra, output: output)
        #expect(waitUntilDrawn(terminal))
        terminal.hangUp()
        // The display notices at its next frame; a loop that never waits would use most of this second.
        let before = processorTime(process)
        let begin = ContinuousClock.now
        while ContinuousClock.now - begin < .seconds(1) { _ = poll(nil, 0, 50) }
        #expect(process.isRunning && processorTime(process) - before < 40)
        gate.open()
        #expect(process.wait() == .exit(0))
        if command == "get" {
            let file = leftoff.directory.appending(path: "page.html")
            #expect(try String(contentsOf: file, encoding: .utf8).contains("href=x"))
        } else {
            #expect(try String(contentsOf: leftoff.directory.appending(path: "out"), encoding: .utf8).contains("/x"))
        }
    }
}
