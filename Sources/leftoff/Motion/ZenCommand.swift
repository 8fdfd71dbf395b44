import ArgumentParser
import FoundationEssentials
import Motion
import Store
import Syntax
import TerminalHUD

/// `leftoff zen`: plays the ten-second number game.
struct ZenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "zen",
        abstract: "Play a game: in ten seconds, choose sides of a cube that add up to ten.",
        discussion: "The arrow keys (or h j k l) turn the cube, the space bar chooses its front side, q quits."
    )

    @Flag(help: "Also use negative digits.")
    var minus = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The seed of the random cubes; random by default.", valueName: "number"))
    var seed: UInt64?

    @Option(
        help: ArgumentHelp(
            "Play the keys in this file and print the game as JSON; - for standard input.", valueName: "file"))
    var script: String?

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let mode: ZenPuzzle.Mode = minus ? .minus : .plus
        let scores = ZenScores(database: try DataHome().database())
        let seed = seed ?? UInt64.random(in: 0...UInt64.max)
        if let script {
            let text = String(decoding: try InputBytes.read(script, limit: 1 << 20), as: UTF8.self).streamSafe
            try play(
                try ZenScript(text, name: script),
                seed: seed, mode: mode, scores: scores)
            return
        }
        let choice = DisplayChoice(options: try options.hudOptions(), isTerminal: true)
        guard case .live(let appearance, _) = choice else { throw Self.noTerminal }
        let player = ZenPlayer(appearance: appearance, seed: seed, mode: mode, best: try scores.best(mode.rawValue))
        guard let score = await player.play(descriptor: 2) else { throw Self.noTerminal }
        let best = try scores.record(score, mode.rawValue)
        StandardError.writeLine("leftoff: score \(score), best \(best)")
    }

    private static let noTerminal = CommandFailure(
        what: "zen", why: "needs an interactive terminal with animation; without one, use --script",
        status: .unavailable)

    /// Plays a script and prints one line of JSON for each key and one for the end.
    private func play(_ script: ZenScript, seed: UInt64, mode: ZenPuzzle.Mode, scores: ZenScores) throws {
        var game = ZenGame(seed: seed, mode: mode)
        var output = try OutputStream()
        try output.writeLine("{\"seed\":\(seed),\"mode\":\"\(mode.rawValue)\",\(Self.state(game))}")
        for (time, key) in script.keys {
            let isOver = game.isOver(at: time)
            let isSolved = game.press(key, at: time)
            if isOver { break }
            try output.writeLine(
                "{\"time\":\(time),\"key\":\"\(key.rawValue)\",\"solved\":\(isSolved),\(Self.state(game))}")
        }
        let best = try scores.record(game.score, mode.rawValue)
        try output.writeLine("{\"over\":\(game.begin + ZenGame.limit),\"score\":\(game.score),\"best\":\(best)}")
        try output.finish()
    }

    private static func state(_ game: ZenGame) -> String {
        let cube = game.puzzle.cube
        return "\"front\":\(cube.front.digit),\"sides\":\(cube.sides.map(\.digit)),\"sum\":\(game.puzzle.sum),"
            + "\"score\":\(game.score)"
    }
}

/// A list of key presses for the game, one per line, such as `1.5 left`; a `#` starts a comment.
private struct ZenScript {
    /// The keys in the order of their times.
    let keys: [(time: MediaTime, key: ZenGame.Key)]

    /// Parses a script.
    ///
    /// - Parameters:
    ///   - text: The content of the script file.
    ///   - name: The name of the script in error messages.
    /// - Throws: `CommandFailure` (malformed input) for the first malformed line.
    init(_ text: String, name: String) throws {
        var keys: [(time: MediaTime, key: ZenGame.Key)] = []
        for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let content = line.split(separator: "#", omittingEmptySubsequences: false).first ?? ""
            let words = content.split(whereSeparator: \.isWhitespace)
            if words.isEmpty { continue }
            guard words.count == 2, let time = Double(words[0]), time.isFinite, time >= keys.last?.time ?? 0,
                let key = ZenGame.Key(rawValue: String(words[1]))
            else {
                throw CommandFailure(
                    what: "\(name), line \(number + 1)",
                    why: "expected a time, not before the previous one, and left, right, up, down or choose",
                    status: .malformedInput)
            }
            keys.append((time, key))
        }
        self.keys = keys
    }
}
