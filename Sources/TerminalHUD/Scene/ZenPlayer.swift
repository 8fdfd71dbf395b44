package import Motion
import Syntax

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
    func play(on device: any TerminalDevice, clock: any HUDClock) async -> Int? {
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

extension ZenPlayer {
    /// Plays the game on the terminal that a descriptor refers to.
    ///
    /// - Parameter descriptor: The descriptor, such as 2 for standard error.
    /// - Returns: The score; nil if the descriptor refers to no terminal, or no keys can be read from it.
    package func play(descriptor: Int32) async -> Int? {
        guard let device = SystemTerminal(descriptor: descriptor) else { return nil }
        let clock = DisplayThreadClock()
        return await withTaskExecutorPreference(clock.executor) { await play(on: device, clock: clock) }
    }
}

/// A parser of the keys that a terminal sends.
struct ZenKeyParser: Sendable {
    /// A key that was pressed.
    package enum KeyPress: Sendable, Hashable {
        /// A move of the game.
        case game(ZenGame.Key)
        /// The key that ends the game.
        case quit
    }

    private var pending: [UInt8] = []

    /// Creates a parser.
    init() {}

    /// Parses bytes, which may be split anywhere, and returns the keys: arrows, h j k l, space, return, q.
    package mutating func parse(_ bytes: [UInt8]) -> [KeyPress] {
        pending += bytes
        var presses: [KeyPress] = []
        while let first = pending.first {
            if first == 0x1B {
                guard pending.count > 2 else { break }
                let isArrow = pending[1] == UInt8(ascii: "[") || pending[1] == UInt8(ascii: "O")
                if isArrow, let key = Self.arrows[pending[2]] { presses.append(.game(key)) }
                pending.removeFirst(isArrow ? 3 : 1)
                continue
            }
            if let press = Self.letters[first] { presses.append(press) }
            pending.removeFirst()
        }
        return presses
    }

    private static let arrows: [UInt8: ZenGame.Key] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
    ]

    private static let letters: [UInt8: KeyPress] = [
        UInt8(ascii: "k"): .game(.up), UInt8(ascii: "j"): .game(.down), UInt8(ascii: "l"): .game(.right),
        UInt8(ascii: "h"): .game(.left), UInt8(ascii: " "): .game(.choose), 0x0D: .game(.choose), 0x0A: .game(.choose),
        UInt8(ascii: "q"): .quit,
    ]
}

/// A renderer that shows the game as cells.
struct ZenPicture: Sendable {
    /// The last turn of the cube, which stays visible for a moment.
    struct RecentTurn: Sendable {
        /// The digit that was in front before the turn.
        package var old: Int
        /// The direction in which the front side moved.
        package var turn: Cube<String>.Turn
        /// The start of the turn, in seconds.
        package var begin: MediaTime
    }

    private let appearance: HUDAppearance

    /// Creates a renderer.
    init(appearance: HUDAppearance) {
        self.appearance = appearance
    }

    /// The size of the picture.
    package static let size = TerminalSize(columns: 44, rows: 8)
    /// The duration of a turn, in seconds.
    private static let turnDuration: MediaTime = 0.25

    /// Returns the title at a time since its first line started, at most `columns` wide.
    package func title(at time: MediaTime, columns: Int) -> CellGrid {
        let columns = min(Self.size.columns, columns)
        var grid = CellGrid(columns: columns, rows: Self.size.rows)
        let frame = DotRaster.frame(columns: columns, rows: 5)
        let layers = TitleTimeline(text: "ZEN TEN").layers(at: time, in: frame, lineWidth: 1.4)
        grid.draw(layers, columns: columns, rows: 5, as: appearance)
        let dim = CellStyle(isDim: true)
        if columns < 37 {
            grid.write("Sides that make ten", row: 5, column: 0)
            grid.write("arrows turn, space", row: 6, column: 0, style: dim)
            grid.write("chooses, q quits", row: 7, column: 0, style: dim)
        } else {
            grid.write("Choose sides that add up to ten.", row: 6, column: 0)
            grid.write("Arrows turn, space chooses, q quits.", row: 7, column: 0, style: dim)
        }
        return grid
    }

    /// Returns the picture of a game.
    ///
    /// - Parameters:
    ///   - game: The game to show.
    ///   - turning: The last turn; nil if there was none.
    ///   - best: The best score so far.
    ///   - time: The time, in seconds.
    ///   - columns: The maximum width in cells.
    /// - Returns: The picture.
    func game(
        _ game: ZenGame, turning: RecentTurn?, best: Int, at time: MediaTime, columns: Int
    ) -> CellGrid {
        let columns = min(Self.size.columns, columns)
        var grid = CellGrid(columns: columns, rows: Self.size.rows)
        let front = game.puzzle.cube.front
        let isChosen = game.puzzle.chosen.contains(front.number)
        var side = CubeTurnTimeline(
            from: String(turning?.old ?? front.digit), to: String(front.digit), turn: turning?.turn ?? .left,
            begin: turning?.begin ?? -1, duration: Self.turnDuration)
        side.tint = isChosen ? .success : .active
        // On a narrow screen there is no space beside a large cube.
        let isNarrow = columns < 39
        let cells = isNarrow ? TerminalSize(columns: 8, rows: 4) : TerminalSize(columns: 16, rows: 8)
        let frame = DotRaster.frame(columns: cells.columns, rows: cells.rows)
        let layers = side.layers(at: time, in: frame, lineWidth: isNarrow ? 1.2 : 2)
        grid.draw(layers, columns: cells.columns, rows: cells.rows, as: appearance, row: isNarrow ? 1 : 0)
        let chosen = game.puzzle.cube.sides.filter { game.puzzle.chosen.contains($0.number) }
            .sorted { $0.number < $1.number }.map { String($0.digit) }
        var sum = chosen.isEmpty ? "" : chosen.joined(separator: " + ") + " = \(game.puzzle.sum)"
        sum = sum.replacing("+ -", with: "- ")
        if sum.count > columns { sum = "sum \(game.puzzle.sum)" }
        let left = game.timeLeft(at: time)
        let width = min(columns, 20)
        let bar = Int(clamping: left / ZenGame.limit * Double(width), to: 0...max(width, 0), rounding: .up)
        let mark = appearance.glyphs == .ascii ? "#" : "⠶"
        grid.write(
            String(repeating: mark, count: bar), row: isNarrow ? 0 : 1, column: isNarrow ? 0 : 19,
            style: appearance.style(left < 3 ? .red : .cyan))
        grid.write(sum, row: isNarrow ? 6 : 3, column: isNarrow ? 0 : 19, style: CellStyle(isBold: true))
        let column = isNarrow ? 10 : 19
        grid.write("score \(game.score)", row: isNarrow ? 2 : 5, column: column)
        grid.write(
            "best  \(max(best, game.score))", row: isNarrow ? 3 : 6, column: column, style: CellStyle(isDim: true))
        return grid
    }
}
