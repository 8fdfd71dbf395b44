package import Motion

/// The game of `leftoff zen` in a terminal.
package struct ZenPlayer: Sendable {
    private let picture: ZenPicture
    private let seed: UInt64
    private let mode: ZenPuzzle.Mode
    private let best: Int

    /// Creates a game.
    ///
    /// - Parameters:
    ///   - appearance: The characters and colors to draw with.
    ///   - seed: The seed from which all cubes are generated.
    ///   - mode: The digits on the cubes.
    ///   - best: The best score so far.
    package init(appearance: HUDAppearance, seed: UInt64, mode: ZenPuzzle.Mode, best: Int) {
        picture = ZenPicture(appearance: appearance)
        self.seed = seed
        self.mode = mode
        self.best = best
    }

    /// Plays until the time has run out or the player quits.
    ///
    /// - Parameters:
    ///   - device: The terminal to draw on and to read keys from.
    ///   - clock: The clock of the game.
    /// - Returns: The score; nil if no keys can be read from the terminal.
    package func play(on device: any TerminalDevice, clock: any HUDClock) async -> Int? {
        guard device.beginGuard() else { return nil }
        defer { device.endGuard() }
        guard device.beginQuery(includesTypeahead: true) else { return nil }
        defer {
            // Keys that were pressed a moment too late must not reach the shell.
            device.discardInput()
            device.endQuery()
        }
        var painter = FramePainter(device: device)
        var keys = ZenKeyParser()
        var game: ZenGame?
        var turning: ZenPicture.RecentTurn?
        let start = clock.now
        let titleEnd = TitleTimeline(text: "ZEN TEN").end + 0.8
        playing: while !device.isInterrupted {
            let time = (clock.now - start).mediaTime
            _ = painter.consumeResumption()
            let bytes = readKeys(from: device)
            if bytes == nil, device.isGone || device.isInterrupted { break }
            for press in keys.parse(bytes ?? []) {
                guard case .game(let key) = press else { break playing }
                var current = game ?? ZenGame(seed: seed, mode: mode, begin: time)
                let old = current.puzzle.cube.front.digit
                current.press(key, at: time)
                game = current
                if let turn = Cube<String>.Turn(rawValue: key.rawValue) {
                    turning = ZenPicture.RecentTurn(old: old, turn: turn, begin: time)
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
            if painter.isGone { break }
            do { try await clock.sleep(until: clock.now + .milliseconds(33)) } catch { break }
        }
        painter.finish(timeout: .seconds(2))
        return game?.score ?? 0
    }

    /// Returns the bytes of the keys that were pressed; nil if none can be read at this time.
    ///
    /// If the process is stopped, the terminal's modes are restored, so that no keys can be read until a new query
    /// begins. It cannot begin before the process has continued completely, which may take longer than one frame.
    private func readKeys(from device: any TerminalDevice) -> [UInt8]? {
        if let bytes = device.readResponse(timeout: .zero) { return bytes }
        return device.beginQuery(includesTypeahead: true) ? device.readResponse(timeout: .zero) : nil
    }
}
