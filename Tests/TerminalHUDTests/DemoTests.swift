import Motion
import TerminalHUD
import TestSupport
import Testing

@Suite("Demonstrations")
struct DemoTests {
    @Test("A demonstration shows the scene's frames on time and leaves the last one", arguments: HUDScene.names)
    func playing(name: String) async throws {
        let clock = ManualHUDClock()
        let terminal = InMemoryTerminal(columns: 70, rows: 12)
        let scene = try #require(HUDScene.named(name))
        let appearance = HUDAppearance(glyphs: .braille, usesColor: true)
        async let played: Void = HUDDemo(scene: scene, framesPerSecond: 10).play(
            on: terminal, appearance: appearance, clock: clock)
        let (columns, rows) = (scene.size.columns, scene.size.rows)
        var times: [Duration] = []
        while !terminal.isGuarded { await Task.yield() }
        while let deadline = await clock.nextDeadline(while: { terminal.isGuarded }) {
            let grid = scene.grid(at: clock.now, columns: columns, rows: rows, appearance: appearance)
            #expect(Array(terminal.screen.lines.prefix(rows)) == grid.lines)
            times.append(clock.now)
            clock.advance(to: deadline)
        }
        await played
        #expect(times.first == .zero && times == times.sorted())
        // During motion there is a frame every tenth of a second, and none otherwise.
        for (time, next) in zip(times, times.dropFirst()) {
            let moves = scene.nextMotion(after: time.mediaTime)
            #expect(next >= time + .milliseconds(99))
            if let moves, moves <= time.mediaTime { #expect(next <= time + .milliseconds(101)) }
        }
        #expect(clock.now == scene.duration)
        let last = scene.grid(at: scene.duration, columns: columns, rows: rows, appearance: appearance)
        #expect(Array(terminal.screen.lines.prefix(rows)) == last.lines)
        #expect(terminal.screen.isCursorVisible && terminal.screen.row == rows)
    }
}
