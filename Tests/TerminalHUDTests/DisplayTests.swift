import Synchronization
import TestSupport
import Testing

@testable import TerminalHUD

@Suite("Displays")
struct DisplayTests {
    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private func status(_ done: Int) -> HUDStatus {
        HUDStatus(title: "Fetching 9 pages", counts: [HUDCount(.done, done)], fraction: Double(done) / 9)
    }

    @Test("A plain display prints a line after 3 s, then changes every 30 s, and the summary")
    func plain() async {
        let clock = ManualHUDClock()
        let lines = Lines()
        let display = PlainDisplay(
            appearance: HUDAppearance(glyphs: .braille, usesColor: false), showsMark: false, clock: clock,
            write: lines.add)
        display.update(status(1))
        #expect(await clock.nextDeadline() == .seconds(3))
        #expect(lines.all == [])
        clock.advance(to: .seconds(3))
        #expect(await clock.nextDeadline() == .seconds(33))
        #expect(lines.all == ["Fetching 9 pages: 11%, 1 done"])
        clock.advance(to: .seconds(33))
        #expect(await clock.nextDeadline() == .seconds(63))
        #expect(lines.all.count == 1)
        display.update(status(4))
        display.log("b\u{1B}[31m.html: 404")
        clock.advance(to: .seconds(63))
        #expect(await clock.nextDeadline() == .seconds(93))
        await display.finish(.partial, summary: "8 done, 1 failed\u{7}")
        await display.finish(.partial, summary: "again")
        #expect(
            lines.all == [
                "Fetching 9 pages: 11%, 1 done", "b\u{FFFD}[31m.html: 404", "Fetching 9 pages: 44%, 4 done",
                "8 done, 1 failed\u{FFFD}",
            ])
    }

    @Test("A short run without a terminal prints only its summary, without escape sequences")
    func quick() async {
        let lines = Lines()
        let display = PlainDisplay(
            appearance: Self.colorless, showsMark: false, clock: ManualHUDClock(), write: lines.add)
        display.update(status(9))
        await display.finish(.success, summary: "9 done")
        #expect(lines.all == ["9 done"])
    }

    @Test("A silent display prints only logged lines")
    func silent() async {
        let lines = Lines()
        let display = SilentDisplay(write: lines.add)
        display.update(status(1))
        display.log("x: refused")
        await display.finish(.failure, summary: "1 failed")
        #expect(lines.all == ["x: refused"])
    }

    @Test("The live display draws 30 frames per second, closes its ring and leaves the summary")
    func live() async {
        let clock = ManualHUDClock()
        let terminal = InMemoryTerminal(columns: 60, rows: 12)
        let display = LiveDisplay(
            device: terminal, appearance: HUDAppearance(glyphs: .braille, usesColor: false), isCalm: false,
            hidesForOutput: true,
            clock: clock)
        display.update(status(1))
        var frames = 0
        while true {
            let deadline = await clock.nextDeadline()
            if deadline >= .seconds(1) { break }
            clock.advance(to: deadline)
            frames += 1
        }
        // 0.85 s, after the delay of 0.15 s.
        #expect((25...27).contains(frames))
        display.log("a.html: 404")
        display.update(status(9))
        display.whileHidden { #expect(terminal.screen.transcript == []) }
        async let finished: Void = display.finish(.success, summary: "9 done")
        while !terminal.isFinishing { await Task.yield() }
        let stop = clock.now
        var last = Duration.zero
        while terminal.isGuarded {
            // Ends when no task sleeps any more, because the guard ends then.
            guard let deadline = await clock.nextDeadline(while: { terminal.isGuarded }) else { break }
            last = deadline
            clock.advance(to: deadline)
        }
        await finished
        #expect(last - stop == .milliseconds(250))
        #expect(terminal.screen.transcript == ["a.html: 404", "✓ 9 done"])
        #expect(terminal.screen.isCursorVisible)
    }

    @Test("A run of less than 150 ms ends at once with its summary")
    func short() async {
        let terminal = InMemoryTerminal(columns: 60, rows: 12)
        let display = LiveDisplay(
            device: terminal, appearance: HUDAppearance(glyphs: .ascii, usesColor: true), isCalm: false,
            hidesForOutput: false,
            clock: ManualHUDClock())
        display.update(status(9))
        display.log("a — b")
        await display.finish(.failure, summary: "failed")
        #expect(String(decoding: terminal.written, as: UTF8.self) == "a ? b\r\n\u{1B}[0;31mxx\u{1B}[m failed\r\n")
    }

    private static let unicode = HUDAppearance(glyphs: .braille, usesColor: true)
    private static let colorless = HUDAppearance(glyphs: .braille, usesColor: false)
    private static let ascii = HUDAppearance(glyphs: .ascii, usesColor: true)
    private static let choices: [(String, [String: String], Bool, DisplayChoice)] = [
        ("a terminal", ["TERM": "xterm", "LANG": "de_DE.UTF-8"], true, .live(unicode, isCalm: false)),
        ("no locale", ["TERM": "xterm"], true, .live(unicode, isCalm: false)),
        ("C locale", ["TERM": "xterm", "LC_ALL": "C"], true, .live(ascii, isCalm: false)),
        ("console", ["TERM": "linux"], true, .live(ascii, isCalm: false)),
        ("NO_COLOR", ["TERM": "xterm", "NO_COLOR": "1"], true, .live(colorless, isCalm: false)),
        ("empty NO_COLOR", ["TERM": "xterm", "NO_COLOR": ""], true, .live(unicode, isCalm: false)),
        ("dumb", ["TERM": "dumb"], true, .plain(colorless, showsMark: false)),
        ("no TERM", [:], true, .plain(colorless, showsMark: false)),
        ("a file", ["TERM": "xterm"], false, .plain(colorless, showsMark: false)),
        ("forced", ["CLICOLOR_FORCE": "1"], false, .plain(unicode, showsMark: true)),
        ("not forced", ["CLICOLOR_FORCE": "0"], false, .plain(colorless, showsMark: false)),
        (
            "forced and not", ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false,
            .plain(colorless, showsMark: false)
        ),
    ]

    @Test("The environment decides the display", arguments: choices)
    func choice(name: String, environment: [String: String], isTerminal: Bool, expected: DisplayChoice) {
        let options = HUDOptions(isQuiet: false, motion: .full, environment: environment)
        #expect(DisplayChoice(options: options, isTerminal: isTerminal) == expected, "\(name)")
    }

    @Test("The options decide the display")
    func optionChoice() {
        func choice(_ motion: MotionMode, isQuiet: Bool = false) -> DisplayChoice {
            let options = HUDOptions(isQuiet: isQuiet, motion: motion, environment: ["TERM": "xterm"])
            return DisplayChoice(options: options, isTerminal: true)
        }
        #expect(choice(.calm) == .live(Self.unicode, isCalm: true))
        #expect(choice(.none) == .plain(Self.unicode, showsMark: true))
        #expect(choice(.full, isQuiet: true) == .silent)
    }
}
