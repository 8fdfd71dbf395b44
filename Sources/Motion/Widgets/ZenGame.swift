/// A game in which the player has ten seconds for each cube.
///
/// It ends when a cube is not solved in time.
package struct ZenGame: Sendable {
    /// A move of the player.
    package enum Key: String, Sendable, Hashable, CaseIterable {
        case left, right, up, down, choose
    }

    /// The time for one cube, in seconds.
    package static let limit: MediaTime = 10

    /// The current cube.
    package private(set) var puzzle: ZenPuzzle
    /// The number of solved cubes.
    package private(set) var score = 0
    /// The time at which the current cube was shown.
    package private(set) var begin: MediaTime
    private let mode: ZenPuzzle.Mode
    private var generator: SplitMix64

    /// Creates a game.
    ///
    /// - Parameters:
    ///   - seed: The seed from which all cubes are generated.
    ///   - mode: The digits that are on the cubes.
    ///   - begin: The time at which the first cube is shown, in seconds.
    package init(seed: UInt64, mode: ZenPuzzle.Mode, begin: MediaTime = 0) {
        self.mode = mode
        self.begin = begin
        generator = SplitMix64(seed: seed)
        puzzle = ZenPuzzle(mode: mode, using: &generator)
    }

    /// Returns the remaining time for the current cube in seconds; 0 once the game is over.
    package func timeLeft(at time: MediaTime) -> MediaTime { max(begin + Self.limit - time, 0) }

    /// Returns true if the time has run out.
    package func isOver(at time: MediaTime) -> Bool { time >= begin + Self.limit }

    /// Plays a move, unless the game is over.
    ///
    /// - Parameters:
    ///   - key: The move of the player.
    ///   - time: The time of the move, in seconds.
    /// - Returns: True if the move solved the cube, so that the next one is shown.
    @discardableResult
    package mutating func press(_ key: Key, at time: MediaTime) -> Bool {
        guard !isOver(at: time) else { return false }
        switch key {
        case .left: puzzle.turn(.left)
        case .right: puzzle.turn(.right)
        case .up: puzzle.turn(.up)
        case .down: puzzle.turn(.down)
        case .choose: puzzle.choose()
        }
        guard puzzle.isSolved else { return false }
        score += 1
        begin = time
        puzzle = ZenPuzzle(mode: mode, using: &generator)
        return true
    }
}
