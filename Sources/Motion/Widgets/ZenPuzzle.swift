/// A cube with digits, of which some sides add up to ten.
package struct ZenPuzzle: Sendable, Hashable {
    /// Which digits there are.
    package enum Mode: String, Sendable, Hashable, CaseIterable {
        /// 1 to 9.
        case plus
        /// Also −1 to −9.
        case minus
    }

    /// What the chosen sides must add up to.
    package static let target = 10

    /// One side: its number on the cube as it was made, and its digit.
    package struct Side: Sendable, Hashable {
        /// 0 to 5.
        package var number: Int
        /// Never 0.
        package var digit: Int
    }

    /// The cube as it lies now.
    package private(set) var cube: Cube<Side>
    /// The numbers of the chosen sides.
    package private(set) var chosen: Set<Int> = []

    /// Makes a cube of six digits: front, back, left, right, top, bottom.
    ///
    /// - Parameter digits: The digits; those that lack are 1.
    package init(digits: [Int]) {
        func side(_ number: Int) -> Side { Side(number: number, digit: number < digits.count ? digits[number] : 1) }
        cube = Cube(front: side(0), back: side(1), left: side(2), right: side(3), top: side(4), bottom: side(5))
    }

    /// Makes a cube that can be solved: two to six of its sides add up to ten.
    ///
    /// In the minus mode at least one side is negative.
    ///
    /// - Parameters:
    ///   - mode: Which digits there are.
    ///   - generator: Chance.
    package init(mode: Mode, using generator: inout some RandomNumberGenerator) {
        var digits: [Int] = []
        let count = Int.random(in: 2...6, using: &generator)
        // Drawn anew until it fits: six digits do in one draw of 500, fewer ones sooner.
        repeat {
            digits = (1..<count).map { _ in Self.digit(mode, using: &generator) }
            digits.append(Self.target - digits.reduce(0, +))
        } while !Self.isSolution(digits, mode)
        // Two digits that make ten are both positive, so then a negative one is among the others.
        if mode == .minus, count == 2 { digits.append(-Int.random(in: 1...9, using: &generator)) }
        while digits.count < 6 { digits.append(Self.digit(mode, using: &generator)) }
        self.init(digits: digits.shuffled(using: &generator))
    }

    /// What the chosen sides add up to.
    package var sum: Int { cube.sides.filter { chosen.contains($0.number) }.reduce(0) { $0 + $1.digit } }

    /// Whether two or more sides are chosen that add up to ten.
    package var isSolved: Bool { chosen.count >= 2 && sum == Self.target }

    /// Turns the cube.
    ///
    /// - Parameter turn: Where the front side goes.
    package mutating func turn(_ turn: Cube<Side>.Turn) { cube.turn(turn) }

    /// Chooses the front side, or no longer.
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
