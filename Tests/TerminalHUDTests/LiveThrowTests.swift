import Foundation
import Motion
import TestSupport
import Testing

@testable import TerminalHUD

/// Tests of items thrown on to a display's badge and of counts that turn.
@Suite("Live throws and counts")
struct LiveThrowTests {
    private func status(_ queued: Int, done: Int = 0, thrown: Int = 0) -> HUDStatus {
        HUDStatus(
            title: "Downloading", counts: [HUDCount(.done, done)],
            badge: HUDBadge(symbol: .link, count: queued, thrown: thrown))
    }

    private func session(
        _ terminal: InMemoryTerminal, glyphs: GlyphSet = .braille, isCalm: Bool = false, delay: Duration = .zero
    ) -> LiveSession {
        LiveSession(
            device: terminal, appearance: HUDAppearance(glyphs: glyphs, usesColor: false), isCalm: isCalm, start: .zero,
            delay: delay)
    }

    @Test("The badge is at the right edge, before the last column")
    func badge() {
        let terminal = InMemoryTerminal(columns: 70, rows: 12)
        var session = session(terminal)
        _ = session.step(at: .seconds(1), status: status(12)) { [] }
        let lines = terminal.screen.lines
        #expect(lines[1].dropFirst(60).contains(" 12 ") && !lines[1].prefix(60).contains("12"), "\(lines)")
        // The outline is drawn above and below the number, up to the column before the last.
        #expect(lines[0].count == 69 && lines[1].count == 69 && lines[2].count == 69, "\(lines)")
        #expect(!terminal.screen.hasTouchedLastColumn)
    }

    @Test("When the count grows an item flies over the text, which is complete again after the landing")
    func flight() {
        let terminal = InMemoryTerminal(columns: 70, rows: 12)
        var session = session(terminal)
        _ = session.step(at: .seconds(1), status: status(2)) { [] }
        let before = terminal.screen.lines
        _ = session.step(at: .seconds(2), status: status(3)) { [] }
        _ = session.step(at: .milliseconds(2500), status: status(3)) { [] }
        #expect(terminal.screen.lines[1] != before[1])
        #expect(terminal.screen.lines[1].contains(" 2 "), "the item has landed too early")
        _ = session.step(at: .seconds(4), status: status(3)) { [] }
        let after = terminal.screen.lines
        #expect(after[1].contains(" 3 "))
        #expect(after[0] == before[0] && after[2] == before[2])
        #expect(after[1] == before[1].replacing(" 2 ", with: " 3 "))
    }

    @Test("Items thrown before the display began fly when it begins", arguments: [1, 3])
    func thrownAtBegin(number: Int) {
        let terminal = InMemoryTerminal(columns: 70, rows: 12)
        var session = session(terminal)
        _ = session.step(at: .zero, status: status(7, thrown: number)) { [] }
        #expect(terminal.screen.lines[1].contains(" \(7 - number) "))
        _ = session.step(at: .seconds(3), status: status(7, thrown: number)) { [] }
        #expect(terminal.screen.lines[1].contains(" 7 "))
    }

    @Test(
        "At the end every item lands, and the prompt is delayed by at most a quarter of a second",
        arguments: [1, 9])
    func ending(number: Int) {
        let terminal = InMemoryTerminal(columns: 70, rows: 12)
        var session = session(terminal)
        _ = session.step(at: .zero, status: status(9, thrown: number)) { [] }
        let end = session.close(at: .milliseconds(10), outcome: .success)
        #expect(end == .milliseconds(260))
        _ = session.step(at: .milliseconds(100), status: status(9, thrown: number)) { [] }
        #expect(!terminal.screen.lines[1].contains(" 9 "), "the item has landed too early")
        _ = session.step(at: .milliseconds(261), status: status(9, thrown: number)) { [] }
        #expect(terminal.screen.lines[1].contains(" 9 "))
        session.end(lines: ["✓ Queued 9 links"])
        #expect(terminal.screen.transcript == ["✓ Queued 9 links"])
    }

    @Test("Nothing flies in a calm display or on a screen without space for the badge", arguments: [true, false])
    func still(isCalm: Bool) {
        let terminal = InMemoryTerminal(columns: isCalm ? 70 : 40, rows: 12)
        var session = session(terminal, isCalm: isCalm)
        _ = session.step(at: .seconds(1), status: status(2)) { [] }
        let before = terminal.screen.lines.map { $0.dropFirst(10) }
        _ = session.step(at: .seconds(2), status: status(3)) { [] }
        _ = session.step(at: .milliseconds(2500), status: status(3)) { [] }
        let after = terminal.screen.lines.map { $0.dropFirst(10) }
        #expect(after[0] == before[0])
        #expect(isCalm == after[1].contains(" 3 "))
    }

    @Test("A count that was unchanged for a while is emphasized when it changes, and each frame shows a whole number")
    func turning() {
        let terminal = InMemoryTerminal(columns: 60, rows: 12)
        var session = session(terminal)
        func line(_ milliseconds: Int, done: Int) -> String {
            let status = HUDStatus(title: "x", counts: [HUDCount(.done, done)])
            _ = session.step(at: .milliseconds(milliseconds), status: status) { [] }
            return String(terminal.screen.lines[1].dropFirst(10))
        }
        #expect(line(1000, done: 8) == "8 done")
        #expect(line(2000, done: 9) == "8 done")
        func isBold() -> Bool { terminal.screen.rows[1][10].style.isBold }
        for milliseconds in stride(from: 2033, to: 2250, by: 33) {
            #expect(line(milliseconds, done: 9) == "9 done" && isBold())
        }
        #expect(line(2250, done: 9) == "9 done" && !isBold())
        #expect(line(2300, done: 10) == "10 done")
        #expect(line(2400, done: 11) == "11 done")
        #expect(line(4000, done: 12) == "11 done")
        #expect(line(4125, done: 12) == "12 done")
        #expect(line(4300, done: 12) == "12 done")
    }

    @Test(
        "At each moment of a change, the text is the old or the new number and as wide as the new one",
        arguments: [(1, 2), (9, 10), (10, 9), (41, 42), (199, 200), (100, 7), (0, 1_000)])
    func digits(old: Int, new: Int) {
        for step in 0...10 {
            let number = TurningNumber(old: old, new: new, fraction: Double(step) / 10)
            #expect(number.text.count == String(new).count)
            let shown = Int(number.text.trimmingCharacters(in: .whitespaces))
            #expect(shown == new || (step == 0 && shown == old))
            #expect(number.isTurning == (1...9).contains(step))
        }
    }

    @Test("At rest the ring is closed around its symbol and no frame is due until something changes")
    func rest() {
        let terminal = InMemoryTerminal(columns: 60, rows: 12)
        var session = session(terminal)
        var status = HUDStatus(title: "Serving", counts: [HUDCount(.kept, 3)])
        status.activity = .atRest(.bookmark, .neutral)
        var next = session.step(at: .seconds(1), status: status) { [] }
        #expect(next == .onChange)
        #expect(terminal.screen.lines[1].hasPrefix("⣾⠁"), "\(terminal.screen.lines)")
        let atRest = terminal.written.count
        _ = session.step(at: .seconds(9), status: status) { [] }
        #expect(terminal.written.count == atRest)
        status.activity = .busy
        next = session.step(at: .seconds(10), status: status) { [] }
        #expect(next != .onChange && terminal.written.count > atRest)
        status.activity = .atRest(.checkmark, .success)
        next = session.step(at: .milliseconds(11_100), status: status) { [] }
        #expect(next != .onChange, "the ring is not closing")
        next = session.step(at: .milliseconds(12_500), status: status) { [] }
        #expect(next == .onChange)
    }
}
