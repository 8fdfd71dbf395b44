import Foundation
import Glibc
import TestSupport
import Testing

@testable import TerminalHUD

/// Tests that the terminal is restored however the program ends.
@Suite("The animated display restores the terminal", .ownThreads, .timeLimit(.minutes(5)))
struct HUDSafetyEndToEndTests {
    static let hideCursor = "\u{1B}[?25l"
    static let showCursor = "\u{1B}[?25h"

    let leftoff: Leftoff

    init() throws {
        leftoff = try Leftoff()
    }

    func start(
        _ terminal: PseudoTerminal, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> ChildProcess {
        // The runtime's own backtrace of a crash takes minutes on a busy machine.
        let usual = ["TERM": "xterm-256color", "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"]
        return try leftoff.start(
            ["hud", "demo"] + arguments + ["--motion", "full"], environment: usual.merging(environment) { $1 },
            input: terminal.terminal, errors: terminal.terminal)
    }

    /// The screen after everything that was written.
    func screen(_ terminal: PseudoTerminal, columns: Int = 80, rows: Int = 24) -> VirtualScreen {
        var screen = VirtualScreen(size: TerminalSize(columns: columns, rows: rows))
        screen.write(terminal.text.utf8)
        return screen
    }

    /// Returns true if the cursor is shown, no escape sequence is incomplete, and text has its default attributes.
    func isRestored(_ screen: VirtualScreen) -> Bool {
        screen.isCursorVisible && !screen.isSynchronizing && !screen.isInSequence && screen.pen == .plain
    }

    @Test(
        "After a signal or a crash the cursor, colours and modes are restored, and the shell sees the exit status",
        arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE])
    func signals(signal: Int32) throws {
        let terminal = try PseudoTerminal()
        let modes = terminal.modes
        let process = try start(terminal, ["square", "--duration", "60"])
        #expect(terminal.waits { TerminalEndToEndTests.hasDots($0) })
        kill(process.processIdentifier, signal)
        #expect(process.wait() == .signal(signal))
        #expect(terminal.readRest())
        #expect(isRestored(screen(terminal)))
        #expect(screen(terminal).transcript == [])
        #expect(terminal.modes == modes)
    }

    @Test(
        "A signal at any moment leaves neither a part of the display nor a changed mode",
        arguments: [SIGINT, SIGTERM, SIGHUP])
    func race(signal: Int32) throws {
        // After the first byte, at random moments before, within and after frames.
        for moment in 0..<10 {
            let terminal = try PseudoTerminal()
            let modes = terminal.modes
            let process = try start(terminal, ["busy", "--duration", "60", "--fps", "60"])
            #expect(terminal.waits { _ in terminal.count > moment * 41 })
            kill(process.processIdentifier, signal)
            #expect(process.wait() == .signal(signal))
            #expect(terminal.readRest())
            #expect(isRestored(screen(terminal)), "\(terminal.text)")
            #expect(screen(terminal).transcript == [] && terminal.modes == modes)
        }
    }

    @Test("During a terminal query, input is not echoed and keys still send signals; then line input works again")
    func terminalQuery() throws {
        let terminal = try PseudoTerminal()
        let modes = terminal.modes
        let process = try start(terminal, ["square", "--duration", "60"])
        #expect(terminal.waits { $0.contains(TerminalQuery.modeRequest) })
        #expect(terminal.waits { _ in terminal.readsLines })
        // The terminal has not responded, so no frame is held back.
        #expect(!terminal.text.contains("\u{1B}[?2026h"))
        process.terminate()
        #expect(process.wait() == .signal(SIGTERM))
        #expect(terminal.modes == modes)
    }

    @Test("Keys typed during the display do not disturb it and stay available to the next reader")
    func typing() throws {
        let terminal = try PseudoTerminal()
        let modes = terminal.modes
        let process = try start(terminal, ["square", "--duration", "60"])
        #expect(terminal.waits { TerminalEndToEndTests.hasDots($0) })
        #expect(terminal.waits { _ in terminal.readsLines && !terminal.echoes })
        terminal.type("make\r\rls\r")
        let count = terminal.count
        #expect(terminal.waits { _ in terminal.count > count + 200 })
        // Other lines would appear above or below the eight lines of the picture.
        #expect(screen(terminal).transcript.count <= 8)
        process.terminate()
        #expect(process.wait() == .signal(SIGTERM))
        #expect(terminal.readRest())
        #expect(!terminal.text.contains("make") && terminal.modes == modes && screen(terminal).transcript == [])
        #expect(String(decoding: terminal.terminal.availableData, as: UTF8.self) == "make\n")
    }

    @Test("If standard output is a pipe, whose reader may use the terminal, echo is not changed")
    func sharing() throws {
        let terminal = try PseudoTerminal()
        let modes = terminal.modes
        let pipe = ChildProcess.privatePipe()
        let process = try leftoff.start(
            ["hud", "demo", "square", "--duration", "60", "--motion", "full"],
            environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"], input: terminal.terminal,
            output: pipe.fileHandleForWriting, errors: terminal.terminal)
        #expect(terminal.waits { $0.ranges(of: "\u{8}").count + $0.ranges(of: "\u{B}").count > 20 })
        #expect(terminal.waits { _ in terminal.modes == modes })
        process.terminate()
        #expect(process.wait() == .signal(SIGTERM))
    }

    @Test(
        "A terminal with synchronized output (mode 2026) receives complete frames",
        .enabled(if: FaultShim.isAvailable))
    func synchronized() throws {
        let terminal = try PseudoTerminal(
            question: TerminalQuery.modeRequest, answer: "\u{1B}[?2026;2$y\u{1B}[?62c")
        // The program waits 6 s for the response instead of three tenths of a second.
        let process = try start(
            terminal, ["square", "--duration", "60"],
            environment: try FaultShim.environment([.drag(20)], below: leftoff.directory))
        #expect(terminal.waits { $0.ranges(of: "\u{1B}[?2026h").count > 3 })
        #expect(!terminal.text.contains("62c"))
        process.terminate()
        #expect(process.wait() == .signal(SIGTERM))
        #expect(terminal.readRest())
        #expect(isRestored(screen(terminal)))
    }

    @Test("When the shell stops it, it shows the cursor; when continued, it redraws")
    func stopped() throws {
        let terminal = try PseudoTerminal()
        let modes = terminal.modes
        var environment = ProcessInfo.processInfo.environment
        environment.merge(["TERM": "xterm", "LANG": "C.UTF-8"]) { $1 }
        environment["CI"] = nil
        let child = try ChildProcess(
            try Leftoff.binary.path, ["hud", "demo", "square", "--duration", "60", "--motion", "full"],
            environment: environment, input: terminal.terminal.fileDescriptor,
            output: terminal.terminal.fileDescriptor, errors: terminal.terminal.fileDescriptor, ownsGroup: true)
        #expect(terminal.waits { $0.contains(Self.hideCursor) })
        #expect(terminal.waits { _ in terminal.readsLines && !terminal.echoes })
        let process = child.processIdentifier
        kill(process, SIGTSTP)
        #expect(terminal.waits { _ in state(process) == "T" })
        #expect(terminal.readRest())
        #expect(isRestored(screen(terminal)) && terminal.echoes)
        let before = terminal.text.ranges(of: Self.hideCursor).count
        kill(process, SIGCONT)
        #expect(terminal.waits { $0.ranges(of: Self.hideCursor).count > before })
        #expect(terminal.waits { _ in !terminal.echoes })
        kill(process, SIGTERM)
        #expect(child.wait() == .signal(SIGTERM))
        #expect(terminal.readRest())
        #expect(terminal.text.ranges(of: Self.showCursor).count > before)
        #expect(isRestored(screen(terminal)) && terminal.modes == modes)
    }

    private func state(_ process: pid_t) -> String? {
        let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return status?.split(separator: ")").last?.split(separator: " ").first.map(String.init)
    }

    @Test("No escape byte is written to a pipe or a file", arguments: HUDScene.names)
    func pipe(name: String) throws {
        let outcome = try leftoff.run(["hud", "demo", name], environment: ["TERM": "xterm-256color"])
        #expect(outcome.status == 0 && !outcome.errors.contains(0x1B) && outcome.output.isEmpty)
        #expect(outcome.errorLines.count == 1 && outcome.errorText.hasPrefix("\(name): "))
        #expect(!TerminalEndToEndTests.hasDots(outcome.errorText))
    }

    private static let unmoved: [([String], [String: String])] = [
        (["--motion", "none"], [:]), ([], ["LEFTOFF_MOTION": "none"]),
        (["--motion", "none"], ["LEFTOFF_MOTION": "full"]),
        (["--glyphs", "ascii", "--cells", "9x4", "--motion", "none"], [:]),
    ]

    @Test("Without motion, a demonstration is one line of words for each widget", arguments: unmoved)
    func words(arguments: [String], environment: [String: String]) throws {
        let terminal = try PseudoTerminal()
        let usual = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
        let process = try leftoff.start(
            ["hud", "demo", "all"] + arguments, environment: usual.merging(environment) { $1 },
            input: terminal.terminal, errors: terminal.terminal)
        #expect(process.wait() == .exit(0))
        #expect(terminal.readRest())
        #expect(!TerminalEndToEndTests.hasDots(terminal.text) && !terminal.text.contains("\u{1B}"))
        let lines = terminal.text.split(separator: "\r\n")
        #expect(lines.count == HUDScene.names.count)
        for (line, name) in zip(lines, HUDScene.names) {
            #expect(line.wholeMatch(of: /([a-z:-]+): [A-Za-z0-9% ]+/)?.1 == name[...])
        }
    }

    private static let plain: [[String: String]] = [["TERM": "dumb"], ["TERM": ""], ["CI": "true"]]

    @Test(
        "On a dumb terminal and in continuous integration nothing is animated, and no escape byte is written",
        arguments: plain)
    func still(environment: [String: String]) throws {
        let terminal = try PseudoTerminal()
        #expect(try start(terminal, ["busy"], environment: environment).wait() == .exit(0))
        #expect(terminal.waits { $0 == "busy: done\r\n" })
        #expect(!terminal.text.contains(Self.hideCursor))
    }

    @Test("With NO_COLOR it is animated without colours")
    func colorless() throws {
        let terminal = try PseudoTerminal()
        let process = try start(terminal, ["busy", "--duration", "1"], environment: ["NO_COLOR": "1"])
        #expect(process.wait() == .exit(0))
        #expect(terminal.readRest() && terminal.text.contains(Self.showCursor))
        #expect(terminal.text.contains(Self.hideCursor))
        #expect(
            terminal.text.ranges(of: /\u{1B}\[[0-9;]*m/).allSatisfy {
                ["\u{1B}[m", "\u{1B}[0m"].contains(terminal.text[$0])
            })
    }

    @Test("It fits on 20 columns and never writes the last one", arguments: ["busy", "throw", "progress", "title"])
    func narrow(name: String) throws {
        let terminal = try PseudoTerminal(columns: 20, rows: 12)
        #expect(try start(terminal, [name, "--duration", "1"]).wait() == .exit(0))
        #expect(terminal.readRest() && terminal.text.contains(Self.showCursor))
        let screen = screen(terminal, columns: 20, rows: 12)
        #expect(!screen.hasTouchedLastColumn && screen.unknownSequences.isEmpty && isRestored(screen))
    }

    @Test("After fifty resizes there is a single picture on the screen")
    func resizes() throws {
        let terminal = try PseudoTerminal(columns: 80, rows: 30)
        let process = try start(terminal, ["square", "--duration", "8"])
        var screen = VirtualScreen(size: TerminalSize(columns: 80, rows: 30))
        var seen = 0
        for step in 0..<50 where process.isRunning {
            // The next resize follows after something was drawn in this size.
            let count = terminal.count
            let columns = 20 + (step * 37) % 80
            let rows = 12 + (step * 11) % 20
            terminal.resize(columns: UInt16(columns), rows: UInt16(rows))
            let bytes = terminal.bytes
            screen.write(bytes[seen..<count])
            seen = count
            screen.resize(to: TerminalSize(columns: columns, rows: rows))
            _ = terminal.waits { _ in terminal.count > count + 20 || !process.isRunning }
        }
        #expect(process.wait() == .exit(0))
        #expect(terminal.readRest())
        screen.write(terminal.bytes[seen...])
        #expect(isRestored(screen))
        let scene = try #require(HUDScene.named("square"))
        let appearance = HUDAppearance(glyphs: .braille, usesColor: false)
        var last = scene.grid(at: .seconds(8), columns: 16, rows: 8, appearance: appearance).lines
        while last.last == "" { last.removeLast() }
        let shown = Array(screen.transcript.suffix(last.count))
        #expect(shown == last)
        // A terminal that has become smaller may keep a line or two that could not be erased.
        #expect(screen.transcript.dropLast(last.count).count { $0 != "" } <= 3, "\(screen.transcript)")
    }

    @Test("With standard error closed it succeeds and writes nowhere else")
    func closed() throws {
        let script = "'\(try Leftoff.binary.path)' hud demo busy 2>&-"
        let output = try leftoff.file("out", [UInt8]())
        let handle = try FileHandle(forWritingTo: output)
        let process = try ChildProcess(
            "/bin/sh", ["-c", script], environment: ["TERM": "xterm"], input: FileHandle.nullDevice.fileDescriptor,
            output: handle.fileDescriptor, errors: handle.fileDescriptor)
        #expect(process.wait() == .exit(0))
        #expect(try Data(contentsOf: output).isEmpty)
    }

    @Test("If the terminal reads slowly, the last picture is complete")
    func slowReader() throws {
        let terminal = try PseudoTerminal(columns: 120, rows: 40, isRead: false)
        let process = try start(terminal, ["cube", "--cells", "110x36", "--fps", "60", "--duration", "3"])
        // A kilobyte in a tenth of a second at most.
        while process.isRunning {
            terminal.readSome(1024)
            _ = poll(nil, 0, 100)
        }
        #expect(process.wait() == .exit(0))
        #expect(terminal.readRest())
        let screen = screen(terminal, columns: 120, rows: 40)
        #expect(isRestored(screen) && screen.unknownSequences.isEmpty)
        let scene = try #require(HUDScene.named("cube"))
        let appearance = HUDAppearance(glyphs: .braille, usesColor: false)
        let last = scene.grid(at: .seconds(3), columns: 110, rows: 36, appearance: appearance).lines
        #expect(Array(screen.transcript.suffix(36)) == last)
    }
}
