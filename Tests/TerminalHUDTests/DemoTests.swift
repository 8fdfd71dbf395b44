import Motion
import TestSupport
import Testing

@testable import TerminalHUD

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
        let (columns, rows) = (scene.fillsWidth ? 69 : scene.size.columns, scene.size.rows)
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

    @Test("On a terminal that does not read, a demonstration skips frames, ends on time and leaves the last one")
    func slowTerminal() async throws {
        let scene = try #require(HUDScene.named("cube"))
        let appearance = HUDAppearance(glyphs: .braille, usesColor: true)
        let last = scene.grid(
            at: scene.duration, columns: scene.size.columns, rows: scene.size.rows, appearance: appearance)
        var byteCounts: [Int] = []
        for capacity in [nil, 100] {
            let clock = ManualHUDClock()
            let terminal = InMemoryTerminal(columns: 70, rows: 12)
            // A full terminal becomes writable when the demonstration waits for that, at its end.
            terminal.grant(capacity)
            async let played: Void = HUDDemo(scene: scene, framesPerSecond: 10).play(
                on: terminal, appearance: appearance, clock: clock)
            while !terminal.isGuarded { await Task.yield() }
            while let deadline = await clock.nextDeadline(while: { terminal.isGuarded }) { clock.advance(to: deadline) }
            await played
            #expect(clock.now == scene.duration)
            #expect(Array(terminal.screen.lines.prefix(scene.size.rows)) == last.lines)
            byteCounts.append(terminal.written.count)
        }
        #expect(byteCounts[1] * 4 < byteCounts[0], "\(byteCounts)")
    }

    @Test(
        "If the terminal has received only a part of the frames, the last one is complete",
        arguments: [100, 1500, 4000])
    func incompleteFrame(count: Int) async throws {
        let scene = try #require(HUDScene.named("cube"))
        let appearance = HUDAppearance(glyphs: .braille, usesColor: true)
        let clock = ManualHUDClock()
        let terminal = InMemoryTerminal(columns: 70, rows: 30)
        terminal.readOnly(count)
        async let played: Void = HUDDemo(scene: scene, framesPerSecond: 10).play(
            on: terminal, appearance: appearance, clock: clock)
        while !terminal.isGuarded { await Task.yield() }
        while let deadline = await clock.nextDeadline(while: { terminal.isGuarded }) { clock.advance(to: deadline) }
        await played
        let last = scene.grid(
            at: scene.duration, columns: scene.size.columns, rows: scene.size.rows, appearance: appearance)
        #expect(Array(terminal.screen.transcript.suffix(scene.size.rows)) == last.lines)
    }

    @Test(
        "If the terminal disappears, a demonstration ends with the next frame, even if the picture stays the same",
        arguments: ["square", "progress"])
    func hangUp(name: String) async throws {
        let clock = ManualHUDClock()
        let terminal = InMemoryTerminal(columns: 70, rows: 12)
        let scene = try #require(HUDScene.named(name, duration: .seconds(3600)))
        async let played: Void = HUDDemo(scene: scene, framesPerSecond: 10).play(
            on: terminal, appearance: HUDAppearance(glyphs: .braille, usesColor: true), clock: clock)
        while !terminal.isGuarded { await Task.yield() }
        while let deadline = await clock.nextDeadline(while: { terminal.isGuarded }) {
            if deadline >= .seconds(1) { terminal.hangUp() }
            clock.advance(to: deadline)
        }
        await played
        #expect(clock.now < .milliseconds(1200))
    }

    @Test("If the terminal disappears with the last motion, a demonstration ends before the pause that follows")
    func hangUpBeforePause() async throws {
        let clock = ManualHUDClock()
        let terminal = InMemoryTerminal(columns: 70, rows: 12)
        let scene = try #require(HUDScene.named("symbol:checkmark", duration: .seconds(3600)))
        async let played: Void = HUDDemo(scene: scene, framesPerSecond: 10).play(
            on: terminal, appearance: HUDAppearance(glyphs: .braille, usesColor: true), clock: clock)
        while !terminal.isGuarded { await Task.yield() }
        while let deadline = await clock.nextDeadline(while: { terminal.isGuarded }) {
            if deadline >= .milliseconds(750) { terminal.hangUp() }
            clock.advance(to: deadline)
        }
        await played
        #expect(clock.now < .seconds(1))
    }

    @Test(
        "The background is requested if and only if a layer is translucent at some time", arguments: HUDScene.names)
    func translucency(name: String) throws {
        let scene = try #require(HUDScene.named(name))
        let frame = DotRaster.frame(columns: scene.size.columns, rows: scene.size.rows)
        let layers = stride(from: 0, through: scene.duration.mediaTime, by: 0.01).flatMap {
            scene.layers(at: $0, in: frame)
        }
        let isTranslucent = layers.contains { ($0.opacity > 0 && $0.opacity < 1) || $0.shadow != nil }
        #expect(scene.isTranslucent == isTranslucent)
    }

    @Test(
        "A scene in words describes its last frame",
        arguments: [
            ("busy", 4.2, "in progress"), ("busy", 4.3, "done"), ("throw", 0.7, "2 links"), ("throw", 0.8, "3 links"),
            ("progress", 1, "100%"), ("title", 3, "LEFTOFF"), ("symbol:cross", 1, "drawn"),
            ("symbol:cross", 0.2, "in progress"), ("title", 0.2, "in progress"),
        ])
    func words(name: String, duration: Double, outcome: String) throws {
        #expect(try #require(HUDScene.named(name, duration: .seconds(duration))).outcome == outcome)
    }
}
