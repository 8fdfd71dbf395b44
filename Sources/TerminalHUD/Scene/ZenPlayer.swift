package import Motion

/// Lets a person play in a terminal.
package struct ZenPlayer: Sendable {
    private let picture: ZenPicture
    private let seed: UInt64
    private let mode: ZenPuzzle.Mode
    private let best: Int

    /// Makes a player.
    ///
    /// - Parameters:
    ///   - look: How it looks.
    ///   - seed: What all cubes follow from.
    ///   - mode: Which digits there are.
    ///   - best: The best score so far.
    package init(look: HUDLook, seed: UInt64, mode: ZenPuzzle.Mode, best: Int) {
        picture = ZenPicture(look: look)
        self.seed = seed
        self.mode = mode
        self.best = best
    }

    /// Plays until the time has run out or the player leaves.
    ///
    /// - Parameters:
    ///   - device: The terminal, which keys come from too.
    ///   - clock: The clock that the game is timed by.
    /// - Returns: The score; nil if no key can be read from the terminal.
    package func play(on device: any TerminalDevice, clock: any HUDClock) async -> Int? {
        guard device.beginGuard() else { return nil }
        defer { device.endGuard() }
        guard device.beginAsking(takesTyped: true) else { return nil }
        defer { device.endAsking() }
        var painter = FramePainter(device: device)
        var keys = ZenKeys()
        var game: ZenGame?
        var turning: ZenPicture.Turning?
        let start = clock.now
        let titleEnd = TitleTimeline(text: "ZEN TEN").end + 0.8
        playing: while !device.isInterrupted {
            let time = (clock.now - start).mediaTime
            // Stopped and continued, the terminal echoes and reads lines again.
            if painter.takeResumed() {
                guard device.beginAsking(takesTyped: true) else { break }
            }
            for press in keys.take(device.takeAnswer(waiting: .zero) ?? []) {
                guard case .game(let key) = press else { break playing }
                if game == nil { game = ZenGame(seed: seed, mode: mode, begin: time) }
                let old = game?.puzzle.cube.front.digit ?? 0
                game?.press(key, at: time)
                if let turn = Cube<String>.Turn(rawValue: key.rawValue) {
                    turning = ZenPicture.Turning(old: old, turn: turn, begin: time)
                }
            }
            if game == nil, time >= titleEnd { game = ZenGame(seed: seed, mode: mode, begin: time) }
            if let game, game.isOver(at: time) { break }
            painter.paint { size in
                let columns = max(size.columns - 1, 1)
                let grid =
                    game.map { picture.game($0, turning: turning, best: best, at: time, columns: columns) }
                    ?? picture.title(at: time, columns: columns)
                return grid.prefix(rows: size.rows - 1)
            }
            do { try await clock.sleep(until: clock.now + .milliseconds(33)) } catch { break }
        }
        painter.finish(patience: .seconds(2))
        return game?.score ?? 0
    }
}
