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
    package init(digits: [Int]) {
        func side(_ number: Int) -> Side { Side(number: number, digit: number < digits.count ? digits[number] : 1) }
        cube = Cube(front: side(0), back: side(1), left: side(2), right: side(3), top: side(4), bottom: side(5))
    }

    /// Creates a random cube that can be solved, because two to six of its sides add up to ten.
    ///
    /// In the mode ``Mode/minus``, at least one digit is negative.
    package init(mode: Mode, using generator: inout some RandomNumberGenerator) {
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
    package var isSolved: Bool { chosen.count >= 2 && sum == Self.target }

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
