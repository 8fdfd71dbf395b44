package import Motion

/// A parser of the keys that a terminal sends.
package struct ZenKeyParser: Sendable {
    /// A key that was pressed.
    package enum Press: Sendable, Hashable {
        /// A move of the game.
        case game(ZenGame.Key)
        /// The key that ends the game.
        case quit
    }

    private var pending: [UInt8] = []

    /// Creates a parser.
    package init() {}

    /// Parses bytes, which may be split anywhere, and returns the keys: arrows, h j k l, space, return, q.
    package mutating func parse(_ bytes: [UInt8]) -> [Press] {
        pending += bytes
        var presses: [Press] = []
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

    private static let letters: [UInt8: Press] = [
        UInt8(ascii: "k"): .game(.up), UInt8(ascii: "j"): .game(.down), UInt8(ascii: "l"): .game(.right),
        UInt8(ascii: "h"): .game(.left), UInt8(ascii: " "): .game(.choose), 0x0D: .game(.choose), 0x0A: .game(.choose),
        UInt8(ascii: "q"): .quit,
    ]
}
