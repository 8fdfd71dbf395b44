import Motion
import TestSupport
import Testing

@testable import TerminalHUD

@Suite("Live session")
struct LiveSessionTests {
    private let status = HUDStatus(
        title: "Downloading 20 files",
        counts: [HUDCount(.done, 9), HUDCount(.failed, 1)],
        fraction: 0.5,
        rows: [HUDRow(label: "notes.txt", fraction: 0.25, detail: "1 MB/s")])

    private func session(_ terminal: InMemoryTerminal, isCalm: Bool = false) -> LiveSession {
        LiveSession(
            device: terminal, appearance: HUDAppearance(glyphs: .braille, usesColor: false), isCalm: isCalm,
            start: .zero)
    }

    private func milliseconds(_ frames: ClosedRange<Int>) -> [Duration] {
        frames.map { .milliseconds($0 * 34) }
    }

    @Test("In the first 150 ms nothing is drawn and no escape sequence is written")
    func appearanceDelay() {
        let terminal = InMemoryTerminal(columns: 60, rows: 10)
        var session = session(terminal)
        let next1 = session.step(at: .milliseconds(10), status: status) { [] }
        #expect(next1 == .at(.milliseconds(150)))
        #expect(terminal.written.isEmpty)
        let end5 = session.close(at: .milliseconds(100), outcome: .success)
        #expect(end5 == nil)
        session.end(lines: ["✓ 20 done"])
        #expect(terminal.written == Array("✓ 20 done\r\n".utf8))
        #expect(!terminal.isGuarded)
    }

    @Test("The display shows ring, title, counts and rows, and never uses the last column")
    func picture() {
        let terminal = InMemoryTerminal(columns: 60, rows: 10)
        var session = session(terminal)
        _ = session.step(at: .seconds(1), status: status) { ["a.iso: 404 Not Found"] }
        #expect(
            terminal.screen.transcript == [
                "a.iso: 404 Not Found", "   ⠘⠛⠳⣦⡀  Downloading 20 files", "      ⠈⣷   50% · 9 done · 1 failed",
                "      ⢀⡿  notes.txt         ⠶⠶⠶⠶⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤   25%  1 MB/s", "   ⢠⣤⡴⠟⠁",
            ])
        #expect(terminal.isGuarded && !terminal.screen.isCursorVisible && !terminal.screen.hasTouchedLastColumn)
    }

    @Test(
        "The display fits every screen from 20 columns up", arguments: Array(stride(from: 20, through: 100, by: 4)),
        [2, 3, 5, 24])
    func sizes(columns: Int, rows: Int) {
        let terminal = InMemoryTerminal(columns: columns, rows: rows)
        var session = session(terminal)
        var status = status
        status.rows += (0..<30).map { HUDRow(label: "文字\u{1B}[2J-\($0)-😀.zip", fraction: 0.1, detail: "12.5 MB/s") }
        for time in milliseconds(5...9) { _ = session.step(at: time, status: status) { [] } }
        let screen = terminal.screen
        #expect(!screen.hasTouchedLastColumn && screen.scrollback.isEmpty && screen.unknownSequences.isEmpty)
        #expect(screen.transcript.contains { $0.contains("Downl") })
        #expect(screen.lines.last == "")
    }

    @Test("The bars of all rows are aligned, and never move to the left", arguments: [60, 80, 120])
    func columns(width: Int) {
        let terminal = InMemoryTerminal(columns: width, rows: 12)
        var session = session(terminal)
        var status = HUDStatus(title: "Downloading")
        func bars() -> Set<Int> {
            Set(
                terminal.screen.transcript.dropFirst().compactMap { line in
                    line.dropFirst(10).firstIndex { $0 == "⠶" || $0 == "⠤" }
                        .map { line.distance(from: line.startIndex, to: $0) }
                })
        }
        status.rows = [
            HUDRow(label: "a.iso", fraction: 0.5, detail: "1 MB/s"), HUDRow(label: "b", fraction: 0.1, detail: ""),
            HUDRow(label: "long-name-of-a-file.tar.gz", fraction: 0.9, detail: "12.5 MB/s"),
        ]
        _ = session.step(at: .seconds(1), status: status) { [] }
        let first = bars()
        #expect(first.count == 1)
        status.rows[2].detail = "9 MB/s"
        _ = session.step(at: .seconds(2), status: status) { [] }
        #expect(bars() == first)
    }

    @Test(
        "From 50 columns on every row has a bar, even beside a badge, and names are shortened",
        arguments: [50, 60, 70])
    func narrowBars(width: Int) {
        let layout = HUDLayout(appearance: HUDAppearance(glyphs: .braille, usesColor: false))
        var status = HUDStatus(title: "Downloading", badge: HUDBadge(symbol: .link, count: 120))
        status.rows = [0.25, 1].map {
            HUDRow(label: "debian-12.8.0-amd64-netinst.iso", fraction: $0, detail: "123.4 MiB, 12.5 MiB/s, 40 s left")
        }
        var motion = HUDMotion()
        motion.update(status, isCalm: false)
        let grid = layout.grid(status, motion: motion, size: TerminalSize(columns: width, rows: 12))
        let rows = (grid?.lines ?? []).filter { $0.contains("debian-") }
        #expect(rows.count == 2 && rows[0].contains("⠶⠶") && rows[0].contains("⠤⠤⠤⠤") && rows[0].contains(" 25%"))
        #expect(rows.last?.contains("⠶⠶⠶⠶⠶⠶⠶⠶") == true && rows.last?.contains("100%") == true, "\(grid?.lines ?? [])")
    }

    @Test(
        "Bars use the width of the terminal, and names at most 40 columns of it",
        arguments: [40, 60, 80, 120, 200, 380])
    func wideBars(width: Int) throws {
        let layout = HUDLayout(appearance: HUDAppearance(glyphs: .braille, usesColor: false))
        var status = HUDStatus(title: "Downloading")
        status.rows = [
            HUDRow(label: "a.iso", fraction: 1, detail: "1.0 MiB"), HUDRow(label: "b", detail: "2.0 MiB"),
            HUDRow(label: "c.iso", fraction: 0, detail: "3.0 MiB"),
        ]
        let grid = try #require(
            layout.grid(status, motion: HUDMotion(), size: TerminalSize(columns: width, rows: 12)))
        let lines = try ["a.iso", "b ", "c.iso"].map { name in
            try #require(grid.lines.first { $0.dropFirst(width < 49 ? 6 : 10).hasPrefix(name) }, "\(grid.lines)")
        }
        // The last column stays free, and all details end in the one before.
        #expect(lines.allSatisfy { $0.count == width - 1 && $0.hasSuffix(" MiB") }, "\(lines)")
        let bar = lines[0].count { $0 == "⠶" }
        #expect(bar == lines[2].count { $0 == "⠤" } && bar >= min(width / 5, 8))
        #expect(bar >= width - 10 - 40 - 8 - 9 - 2, "\(lines[0])")
    }

    @Test(
        "The total speed is shown after the title, completely or not at all", arguments: [20, 30, 40, 80],
        [GlyphSet.braille, .ascii])
    func speed(width: Int, glyphs: GlyphSet) throws {
        let layout = HUDLayout(appearance: HUDAppearance(glyphs: glyphs, usesColor: false))
        var status = HUDStatus(title: "Downloading", counts: [HUDCount(.done, 9), HUDCount(.left, 11)])
        status.speed = "3.2 MiB/s"
        let grid = try #require(
            layout.grid(status, motion: HUDMotion(), size: TerminalSize(columns: width, rows: 12)))
        let text = glyphs == .ascii ? "Downloading, 3.2 MiB/s" : "Downloading · 3.2 MiB/s"
        #expect(grid.lines[0].hasSuffix(width < 30 ? "Downloading" : text), "\(grid.lines)")
        #expect(PlainDisplay.line(status) == "Downloading: 9 done, 11 left, 3.2 MiB/s")
    }

    @Test("100 % is shown only when everything is finished", arguments: [(0.999, " 99%"), (1, "100%"), (.nan, "  0%")])
    func percent(fraction: Double, text: String) {
        let layout = HUDLayout(appearance: HUDAppearance(glyphs: .braille, usesColor: false))
        var status = HUDStatus(title: "Downloading")
        status.rows = [HUDRow(label: "a.iso", fraction: fraction, detail: "")]
        var motion = HUDMotion()
        motion.update(status, isCalm: false)
        let grid = layout.grid(status, motion: motion, size: TerminalSize(columns: 80, rows: 12))
        #expect(grid?.lines.contains { $0.contains("a.iso") && $0.contains(text) } == true, "\(grid?.lines ?? [])")
    }

    @Test("A time left of zero is not shown")
    func noTimeLeft() {
        let layout = HUDLayout(appearance: HUDAppearance(glyphs: .braille, usesColor: false))
        func text(_ timeLeft: Double) -> String {
            let grid = layout.grid(
                status, motion: HUDMotion(), size: TerminalSize(columns: 80, rows: 12), timeLeft: timeLeft)
            return grid?.lines.joined() ?? ""
        }
        #expect(text(3).contains("3 s left") && !text(0).contains("left") && text(0).contains("9 done"))
    }

    @Test("The ring turns once in one second, with one write per frame and few bytes")
    func turning() {
        let terminal = InMemoryTerminal(columns: 80, rows: 24)
        var session = session(terminal)
        _ = session.step(at: .seconds(1), status: status) { [] }
        let before = (bytes: terminal.written.count, writes: terminal.writes, lines: terminal.screen.lines)
        for frame in 1...30 {
            _ = session.step(at: .seconds(1) + .milliseconds(frame * 100 / 3), status: status) { [] }
        }
        #expect(terminal.writes - before.writes <= 30)
        #expect((terminal.written.count - before.bytes) / 30 < 80)
        _ = session.step(at: .seconds(2), status: status) { [] }
        #expect(terminal.screen.lines == before.lines)
    }

    @Test("In a calm display nothing turns, and nothing is written without a change")
    func calm() {
        let terminal = InMemoryTerminal(columns: 80, rows: 24)
        var session = session(terminal, isCalm: true)
        let next2 = session.step(at: .seconds(1), status: status) { [] }
        #expect(next2 == .onChange)
        let count = terminal.written.count
        _ = session.step(at: .milliseconds(1250), status: status) { [] }
        #expect(terminal.written.count == count)
        let end6 = session.close(at: .seconds(2), outcome: .success)
        #expect(end6 == nil)
    }

    @Test("While a run waits no time left is shown, and afterwards it is estimated again from the start")
    func waiting() {
        let terminal = InMemoryTerminal(columns: 60, rows: 10)
        var session = session(terminal)
        var status = status
        func isForetold(at seconds: Int, fraction: Double, isWaiting: Bool = false) -> Bool {
            status.fraction = fraction
            status.isWaiting = isWaiting
            _ = session.step(at: .seconds(seconds), status: status) { [] }
            return terminal.screen.transcript.contains { $0.contains(" left") }
        }
        #expect(!isForetold(at: 1, fraction: 0.1) && isForetold(at: 5, fraction: 0.2))
        #expect(!isForetold(at: 6, fraction: 0.2, isWaiting: true))
        #expect(!isForetold(at: 7, fraction: 0.2) && isForetold(at: 10, fraction: 0.3))
    }

    @Test("A slow terminal completes the frame in progress, skips others, and then shows the newest")
    func slowReader() {
        let terminal = InMemoryTerminal(columns: 80, rows: 24)
        var session = session(terminal)
        var status = status
        terminal.grant(40)
        for (index, time) in milliseconds(5...64).enumerated() {
            status.counts[0].value = index
            _ = session.step(at: time, status: status) { [] }
        }
        #expect(terminal.written.count == 40)
        #expect(session.droppedFrames >= 59)
        terminal.grant(nil)
        _ = session.step(at: .seconds(3), status: status) { [] }
        _ = session.step(at: .seconds(4), status: status) { [] }
        #expect(terminal.screen.lines[1].contains("59 done"))
        #expect(terminal.screen.unknownSequences.isEmpty)
    }

    @Test(
        "At any speed of a slow terminal the final screen is correct and no line is lost",
        arguments: [1, 7, 33, 90, 250])
    func trickle(rate: Int) {
        let terminal = InMemoryTerminal(columns: 50, rows: 12)
        var session = session(terminal)
        var waiting: [String] = []
        for (index, time) in milliseconds(5...200).enumerated() {
            if index % 20 == 0 { waiting.append("line \(index)") }
            terminal.grant(rate)
            _ = session.step(at: time, status: status) {
                defer { waiting = [] }
                return waiting
            }
        }
        session.end(lines: waiting + ["✓ done"])
        let expected = stride(from: 0, to: 196, by: 20).map { "line \($0)" } + ["✓ done"]
        #expect(terminal.screen.transcript == expected)
        #expect(terminal.screen.isCursorVisible)
    }

    @Test("At the end the ring closes, the check mark is drawn, and the summary replaces the display")
    func finish() {
        let terminal = InMemoryTerminal(columns: 60, rows: 10)
        var session = session(terminal)
        _ = session.step(at: .seconds(2), status: status) { [] }
        let end7 = session.close(at: .seconds(2), outcome: .success)
        // The one second and 0.3 s of the timeline, shortened to a quarter of a second.
        #expect(end7 == .milliseconds(2250))
        #expect(terminal.isFinishing)
        _ = session.step(at: .milliseconds(2192), status: status) { [] }
        let closed: [Substring] = ["⢀⣴⠞⠛⠛⠳⣦⡀", "⣾⠁    ⠈⣷", "⢿⡀    ⢀⡿", "⠈⠻⢦⣤⣤⡴⠟⠁"]
        #expect(terminal.screen.lines.prefix(4).map { $0.prefix(8) } == closed)
        _ = session.step(at: .milliseconds(2250), status: status) { [] }
        #expect(terminal.screen.lines[1].prefix(8) != "⣾⠁    ⠈⣷")
        session.end(lines: ["✓ 20 done"])
        #expect(terminal.screen.transcript == ["✓ 20 done"])
        #expect(terminal.screen.isCursorVisible && !terminal.isGuarded)
    }

    @Test("The summary is complete if the terminal has received only a part of the last frame", arguments: [3, 40, 90])
    func incompleteFrame(count: Int) {
        let terminal = InMemoryTerminal(columns: 60, rows: 14)
        var session = session(terminal)
        _ = session.step(at: .seconds(1), status: status) { [] }
        terminal.readOnly(count)
        _ = session.step(at: .seconds(2), status: HUDStatus(title: "Checking 20 files")) { [] }
        session.end(lines: ["✓ 20 done", "✓ 20 checked"])
        #expect(terminal.screen.transcript.suffix(2) == ["✓ 20 done", "✓ 20 checked"])
        #expect(terminal.screen.isCursorVisible && terminal.screen.pen == .plain)
    }

    @Test("A signal restores the screen and ends drawing; logged lines are written as plain text")
    func interrupt() {
        let terminal = InMemoryTerminal(columns: 60, rows: 10)
        var session = session(terminal)
        _ = session.step(at: .seconds(1), status: status) { [] }
        terminal.interrupt()
        #expect(terminal.screen.transcript == [] && terminal.screen.isCursorVisible)
        let next3 = session.step(at: .seconds(2), status: status) { [] }
        #expect(next3 == .never)
        let end8 = session.close(at: .seconds(2), outcome: .partial)
        #expect(end8 == nil)
        session.end(lines: ["last line", "✗ stopped"])
        #expect(terminal.screen.transcript == ["last line", "✗ stopped"])
    }

    @Test(
        "A signal before a frame is written leaves the cursor visible and loses no line",
        arguments: [0, 1])
    func interruptWithinFrame(frames: Int) {
        let terminal = InMemoryTerminal(columns: 60, rows: 10)
        var session = session(terminal)
        for frame in 0..<frames { _ = session.step(at: .seconds(1 + frame), status: status) { [] } }
        terminal.interruptBeforeNextOffer()
        _ = session.step(at: .seconds(5), status: status) { ["logged"] }
        #expect(terminal.screen.transcript == [] && terminal.screen.isCursorVisible)
        let next = session.step(at: .seconds(6), status: status) { [] }
        #expect(next == .never)
        session.end(lines: ["✗ stopped"])
        #expect(terminal.screen.transcript == ["logged", "✗ stopped"])
        #expect(terminal.screen.isCursorVisible && terminal.written.suffix(6) == Array("\u{1B}[?25h".utf8)[...])
    }

    @Test("A signal while the summary is written does not lose it")
    func interruptAtEnd() {
        let terminal = InMemoryTerminal(columns: 60, rows: 10)
        var session = session(terminal)
        _ = session.step(at: .seconds(1), status: status) { [] }
        terminal.interruptBeforeNextOffer()
        session.end(lines: ["✓ 20 done"])
        #expect(terminal.screen.transcript == ["✓ 20 done"] && terminal.screen.isCursorVisible)
    }

    @Test("A frame that was interrupted by a stop is drawn again, with its lines")
    func stopWithinFrame() {
        let terminal = InMemoryTerminal(columns: 60, rows: 12)
        var session = session(terminal)
        _ = session.step(at: .seconds(1), status: status) { [] }
        terminal.grant(0)
        _ = session.step(at: .seconds(2), status: status) { ["logged"] }
        terminal.stopAndContinue(writing: "$ fg\r\n")
        terminal.grant(nil)
        _ = session.step(at: .seconds(3), status: status) { [] }
        // The first line of the previous frame remains, since the cursor position was not known.
        let lines = terminal.screen.transcript
        #expect(lines.count == 7 && lines.dropFirst().prefix(2) == ["$ fg", "logged"])
        session.end(lines: [])
        #expect(terminal.screen.transcript.dropFirst() == ["$ fg", "logged"])
    }

    @Test("After a stop the display is drawn again at the cursor, but not in the background")
    func stop() {
        let terminal = InMemoryTerminal(columns: 60, rows: 12)
        var session = session(terminal)
        _ = session.step(at: .seconds(1), status: status) { [] }
        terminal.setForeground(false)
        terminal.stopAndContinue(writing: "[1]+ Stopped\r\n$ bg\r\n")
        _ = session.step(at: .seconds(2), status: status) { [] }
        #expect(terminal.screen.transcript == ["[1]+ Stopped", "$ bg"] && terminal.screen.isCursorVisible)
        terminal.setForeground(true)
        _ = session.step(at: .seconds(3), status: status) { [] }
        #expect(terminal.screen.transcript.count == 6)
        #expect(terminal.screen.transcript[2].contains("Downloading") && !terminal.screen.isCursorVisible)
    }

    @Test("A resize leaves one display on the screen")
    func resize() {
        let terminal = InMemoryTerminal(columns: 80, rows: 20)
        var session = session(terminal)
        var generator = SplitMix64(seed: 7)
        for time in milliseconds(5...60) {
            _ = session.step(at: time, status: status) { [] }
            let columns = Int.random(in: 20...100, using: &generator)
            terminal.resize(columns: columns, rows: .random(in: 8...30, using: &generator))
        }
        _ = session.step(at: .seconds(9), status: status) { [] }
        #expect(terminal.screen.transcript.filter { $0.contains("Downl") }.count == 1)
        #expect(terminal.screen.transcript.count <= 4)
    }

    @Test("Nothing is written to a terminal that is gone")
    func hangUp() {
        let terminal = InMemoryTerminal(columns: 80, rows: 20)
        var session = session(terminal)
        _ = session.step(at: .seconds(1), status: status) { [] }
        terminal.hangUp()
        let next4 = session.step(at: .milliseconds(2500), status: status) { [] }
        #expect(next4 == .never)
        session.end(lines: ["✓"])
        #expect(!terminal.isGuarded)
    }

    @Test("The display is removed for other output and returns below it")
    func hidden() {
        let terminal = InMemoryTerminal(columns: 60, rows: 12)
        var session = session(terminal)
        let hidden = session.hide()
        #expect(!hidden)
        _ = session.step(at: .seconds(1), status: status) { [] }
        let hiddenAgain = session.hide()
        #expect(hiddenAgain)
        #expect(terminal.screen.transcript == [])
        _ = terminal.writeNonblocking(ArraySlice("data\r\n".utf8), isWhole: true)
        session.show(at: .seconds(1), status: status)
        #expect(terminal.screen.transcript.first == "data" && terminal.screen.transcript.count == 5)
    }
}
