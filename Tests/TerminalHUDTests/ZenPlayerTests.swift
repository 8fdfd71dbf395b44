import Motion
import TestSupport
import Testing

@testable import TerminalHUD

@Suite("Zen in a terminal")
struct ZenPlayerTests {
    @Test("Keys are parsed however they are split", arguments: 1...6)
    func keys(size: Int) {
        var keys = ZenKeyParser()
        var presses: [ZenKeyParser.KeyPress] = []
        var rest = Array("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}[D hjkl\rxq".utf8)[...]
        while !rest.isEmpty {
            presses += keys.parse(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        let game: [ZenGame.Key] = [.up, .down, .right, .left, .choose, .left, .down, .up, .right, .choose]
        #expect(presses == game.map { .game($0) } + [.quit])
    }

    @Test("The picture fits 20 columns and more, and shows score, sum and time", arguments: [20, 30, 45, 80])
    func picture(columns: Int) {
        let picture = ZenPicture(appearance: HUDAppearance(glyphs: .braille, usesColor: true))
        var game = ZenGame(seed: 1, mode: .plus)
        game.press(.choose, at: 0)
        let grid = picture.game(game, turning: nil, best: 7, at: 5, columns: columns - 1)
        #expect(grid.columns <= columns - 1 && grid.rows == 8)
        let text = grid.lines.joined(separator: "\n")
        #expect(text.contains(String(repeating: "⠶", count: columns > 20 ? 10 : 9)) && text.contains("best  7"))
        #expect(text.contains("= \(game.puzzle.sum)") && text.contains("score 0"))
        let title = picture.title(at: 9, columns: columns - 1).lines
        #expect(title.contains { $0.contains("⢸") || $0.contains("⡇") })
        #expect(title[7].hasSuffix(columns > 40 ? "q quits." : "q quits"))
    }

    @Test("A narrow screen shows the sum of any number of sides")
    func manySides() {
        let picture = ZenPicture(appearance: HUDAppearance(glyphs: .ascii, usesColor: false))
        var game = ZenGame(seed: 3, mode: .minus)
        for key in [ZenGame.Key.choose, .left, .choose, .left, .choose, .left, .choose, .up, .choose] {
            game.press(key, at: 0)
        }
        let lines = picture.game(game, turning: nil, best: 0, at: 0, columns: 19).lines
        #expect(lines[6].hasSuffix(" \(game.puzzle.sum)") && lines[6].count <= 19, "\(lines)")
    }

    @Test("On a low screen the picture is truncated, so that nothing scrolls")
    func low() async {
        let clock = ManualHUDClock()
        let terminal = InMemoryTerminal(columns: 60, rows: 6)
        terminal.setResponse("\u{1B}[D")
        let player = ZenPlayer(
            appearance: HUDAppearance(glyphs: .braille, usesColor: false), seed: 1, mode: .plus, best: 0)
        async let score = player.play(on: terminal, clock: clock)
        while !terminal.isGuarded { await Task.yield() }
        while let deadline = await clock.nextDeadline(while: { terminal.isGuarded }) { clock.advance(to: deadline) }
        _ = await score
        #expect(terminal.screen.transcript == [] && terminal.screen.row == 0)
    }

    @Test("After the title and ten seconds the terminal is restored")
    func playing() async {
        let clock = ManualHUDClock()
        let terminal = InMemoryTerminal(columns: 60, rows: 12)
        terminal.setResponse("\u{1B}[D")
        let player = ZenPlayer(
            appearance: HUDAppearance(glyphs: .braille, usesColor: false), seed: 1, mode: .plus, best: 0)
        async let score = player.play(on: terminal, clock: clock)
        while !terminal.isGuarded { await Task.yield() }
        var seen: Set<String> = []
        while let deadline = await clock.nextDeadline(while: { terminal.isGuarded }) {
            seen.formUnion(terminal.screen.lines)
            clock.advance(to: deadline)
        }
        let result = await score
        #expect(result == 0 && !terminal.isQueried && terminal.screen.isCursorVisible)
        #expect(seen.contains { $0.contains("score 0") } && terminal.screen.transcript == [])
        // The first key ended the title, so ten seconds and a frame were all.
        #expect((10.0...10.2).contains(clock.now.mediaTime))
    }

    @Test("A frame between the stop and the continuation of the process does not end the game", arguments: [1, 3])
    func stopping(frames: Int) async {
        let clock = ManualHUDClock()
        let terminal = InMemoryTerminal(columns: 60, rows: 12)
        terminal.setResponse("\u{1B}[D")
        let player = ZenPlayer(
            appearance: HUDAppearance(glyphs: .braille, usesColor: false), seed: 1, mode: .plus, best: 0)
        async let score = player.play(on: terminal, clock: clock)
        while !terminal.isGuarded { await Task.yield() }
        var count = 0
        while let deadline = await clock.nextDeadline(while: { terminal.isGuarded }) {
            count += 1
            if count == 10 { terminal.stop() }
            if count == 10 + frames { terminal.continueProcess() }
            // One frame later, keys are read and frames are drawn again.
            if count == 12 + frames { #expect(terminal.isQueried && !terminal.screen.isCursorVisible) }
            clock.advance(to: deadline)
        }
        let result = await score
        #expect(result == 0 && !terminal.isQueried && terminal.screen.isCursorVisible)
        #expect(terminal.screen.transcript == [])
        #expect((10.0...10.2).contains(clock.now.mediaTime))
    }

    @Test("If the terminal disappears, the game ends")
    func hangUp() async {
        let clock = ManualHUDClock()
        let terminal = InMemoryTerminal(columns: 60, rows: 12)
        terminal.setResponse("")
        let player = ZenPlayer(
            appearance: HUDAppearance(glyphs: .braille, usesColor: false), seed: 1, mode: .plus, best: 0)
        async let score = player.play(on: terminal, clock: clock)
        while !terminal.isGuarded { await Task.yield() }
        while let deadline = await clock.nextDeadline(while: { terminal.isGuarded }) {
            if deadline > .milliseconds(300) { terminal.hangUp() }
            clock.advance(to: deadline)
        }
        _ = await score
        #expect(clock.now < .milliseconds(400))
    }

    @Test("Without readable keys the game does not start")
    func unreadable() async {
        let terminal = InMemoryTerminal(columns: 60, rows: 12)
        let player = ZenPlayer(
            appearance: HUDAppearance(glyphs: .braille, usesColor: false), seed: 1, mode: .plus, best: 0)
        let score = await player.play(on: terminal, clock: ManualHUDClock())
        #expect(score == nil && !terminal.isGuarded && terminal.written.isEmpty)
    }
}
