/// The game around the cube: ten seconds for each, then the next; the first that is not solved in its time ends it.
package struct ZenGame: Sendable {
    /// What a player does.
    package enum Key: String, Sendable, Hashable, CaseIterable {
        case left, right, up, down, choose
    }

    /// How long one cube may take, in seconds.
    package static let limit: MediaTime = 10

    /// The cube.
    package private(set) var puzzle: ZenPuzzle
    /// How many cubes have been solved.
    package private(set) var score = 0
    /// When the time for this cube began.
    package private(set) var begin: MediaTime
    private let mode: ZenPuzzle.Mode
    private var generator: SplitMix64

    /// Makes a game.
    ///
    /// - Parameters:
    ///   - seed: What all cubes follow from.
    ///   - mode: Which digits there are.
    ///   - begin: When the first cube's time begins, in seconds.
    package init(seed: UInt64, mode: ZenPuzzle.Mode, begin: MediaTime = 0) {
        self.mode = mode
        self.begin = begin
        generator = SplitMix64(seed: seed)
        puzzle = ZenPuzzle(mode: mode, using: &generator)
    }

    /// How much of the time for this cube is left.
    ///
    /// - Parameter time: The time, in seconds.
    /// - Returns: Seconds; 0 once the game is over.
    package func timeLeft(at time: MediaTime) -> MediaTime { max(begin + Self.limit - time, 0) }

    /// Whether the time has run out.
    ///
    /// - Parameter time: The time, in seconds.
    /// - Returns: Whether it has.
    package func isOver(at time: MediaTime) -> Bool { time >= begin + Self.limit }

    /// Takes a key; once the game is over none does anything.
    ///
    /// - Parameters:
    ///   - key: What was pressed.
    ///   - time: When, in seconds.
    /// - Returns: Whether it solved the cube, so that there is another one.
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
