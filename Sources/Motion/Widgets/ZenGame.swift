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

/// A cube with digits on its sides, some of which add up to ten.
package struct ZenPuzzle: Sendable, Hashable {
    /// The digits that are on a cube.
    package enum Mode: String, Sendable, Hashable, CaseIterable {
        /// 1 to 9.
        case plus
        /// 1 to 9 and −1 to −9.
        case minus
    }

    /// The sum that the chosen sides must have.
    package static let target = 10

    /// A side of a cube, with its number on the original cube and its digit.
    package struct Side: Sendable, Hashable {
        /// The number of the side, from 0 to 5.
        package var number: Int
        /// The digit; never 0.
        package var digit: Int
    }

    /// The cube in its current orientation.
    package private(set) var cube: Cube<Side>
    /// The numbers of the chosen sides.
    package private(set) var chosen: Set<Int> = []

    /// Creates a cube from six digits: front, back, left, right, top, bottom.
    ///
    /// If there are fewer, the missing digits are 1.
    init(digits: [Int]) {
        func side(_ number: Int) -> Side { Side(number: number, digit: number < digits.count ? digits[number] : 1) }
        cube = Cube(front: side(0), back: side(1), left: side(2), right: side(3), top: side(4), bottom: side(5))
    }

    /// Creates a random cube that can be solved, because two to six of its sides add up to ten.
    ///
    /// In the mode ``Mode/minus``, at least one digit is negative.
    init(mode: Mode, using generator: inout some RandomNumberGenerator) {
        var digits: [Int] = []
        let count = Int.random(in: 2...6, using: &generator)
        // Rejection sampling: with six digits, about one draw in 500 is suitable; with fewer digits, more are.
        repeat {
            digits = (1..<count).map { _ in Self.digit(mode, using: &generator) }
            digits.append(Self.target - digits.reduce(0, +))
        } while !Self.isSolution(digits, mode)
        // Two digits that add up to ten are both positive, so a negative one is added.
        if mode == .minus, count == 2 { digits.append(-Int.random(in: 1...9, using: &generator)) }
        while digits.count < 6 { digits.append(Self.digit(mode, using: &generator)) }
        self.init(digits: digits.shuffled(using: &generator))
    }

    /// The sum of the chosen sides.
    package var sum: Int { cube.sides.filter { chosen.contains($0.number) }.reduce(0) { $0 + $1.digit } }

    /// True if two or more sides are chosen and add up to ten.
    var isSolved: Bool { chosen.count >= 2 && sum == Self.target }

    /// Turns the cube in the direction in which the front side moves.
    package mutating func turn(_ turn: Cube<Side>.Turn) { cube.turn(turn) }

    /// Adds the front side to the chosen sides, or removes it from them.
    package mutating func choose() {
        let number = cube.front.number
        if chosen.remove(number) == nil { chosen.insert(number) }
    }

    private static func digit(_ mode: Mode, using generator: inout some RandomNumberGenerator) -> Int {
        let digit = Int.random(in: 1...9, using: &generator)
        return mode == .minus && Bool.random(using: &generator) ? -digit : digit
    }

    private static func isSolution(_ digits: [Int], _ mode: Mode) -> Bool {
        guard let last = digits.last, last != 0, abs(last) <= 9 else { return false }
        return mode == .plus || digits.count == 2 ? last > 0 : digits.contains { $0 < 0 }
    }
}

/// A random number generator whose sequence depends only on the seed and is the same on every machine.
///
/// The algorithm is SplitMix64 by Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
package struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    /// Creates a generator.
    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
