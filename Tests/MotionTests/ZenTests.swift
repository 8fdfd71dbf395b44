import Testing

@testable import Motion

@Suite("Zen")
struct ZenTests {
    private struct Chance: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    /// The sizes of the sets of sides that add up to ten.
    private func solutions(_ digits: [Int]) -> [Set<Int>] {
        (0..<64).map { mask in Set((0..<6).filter { mask >> $0 & 1 == 1 }) }
            .filter { $0.count >= 2 && $0.reduce(0) { $0 + digits[$1] } == 10 }
    }

    @Test("Every cube can be solved by two to six of its digits", arguments: ZenPuzzle.Mode.allCases)
    func generator(mode: ZenPuzzle.Mode) {
        var chance = Chance(state: 7)
        var sizes: Set<Int> = []
        for _ in 0..<500 {
            let digits = ZenPuzzle(mode: mode, using: &chance).cube.sides.map(\.digit)
            let found = solutions(digits)
            #expect(!found.isEmpty && digits.allSatisfy { $0 != 0 && abs($0) <= 9 })
            #expect(mode == .minus || digits.allSatisfy { $0 > 0 })
            #expect(mode == .plus || digits.contains { $0 < 0 })
            sizes.formUnion(found.map(\.count))
        }
        #expect(sizes == [2, 3, 4, 5, 6])
    }

    /// Front 1, back 6, left 4, right 3, top 2, bottom 5.
    @Test("The front side can be chosen, whichever turns brought it there")
    func choosing() {
        var puzzle = ZenPuzzle(digits: [1, 6, 4, 3, 2, 5])
        puzzle.choose()
        #expect(puzzle.sum == 1 && !puzzle.isSolved)
        puzzle.turn(.left)
        puzzle.choose()
        puzzle.turn(.left)
        puzzle.choose()
        #expect(puzzle.sum == 10 && puzzle.isSolved)
        puzzle.choose()
        #expect(puzzle.sum == 4 && puzzle.chosen.count == 2)
    }

    @Test("A single side is no solution, and no digit is ten")
    func alone() {
        var puzzle = ZenPuzzle(digits: [10])
        puzzle.choose()
        #expect(puzzle.sum == 10 && !puzzle.isSolved)
    }

    /// The keys that bring each side of a new cube to the front, and back.
    private let ways: [[ZenGame.Key]] = [[], [.left, .left], [.right], [.left], [.down], [.up]]
    private let back: [ZenGame.Key: ZenGame.Key] = [.left: .right, .right: .left, .up: .down, .down: .up]

    private func solve(_ game: inout ZenGame, at time: Double) -> Int {
        let digits = game.puzzle.cube.sides.map(\.digit)
        var solved = 0
        for side in solutions(digits).min(by: { $0.count < $1.count }) ?? [] {
            for key in ways[side] { game.press(key, at: time) }
            if game.press(.choose, at: time) { solved += 1 }
            if solved > 0 { break }
            for key in ways[side].reversed() { back[key].map { _ = game.press($0, at: time) } }
        }
        return solved
    }

    @Test("A solved cube scores a point and is followed by another with ten seconds", arguments: 0..<20)
    func playing(seed: Int) {
        var game = ZenGame(seed: UInt64(seed), mode: seed % 2 == 0 ? .plus : .minus, begin: 1)
        #expect(game.timeLeft(at: 1) == 10 && !game.isOver(at: 10.9) && game.isOver(at: 11))
        for round in 1...5 {
            let solved = solve(&game, at: Double(round) * 9)
            #expect(solved == 1 && game.score == round && game.puzzle.chosen.isEmpty)
            #expect(game.timeLeft(at: Double(round) * 9 + 3) == 7)
        }
        let last = game.puzzle
        game.press(.choose, at: 55)
        #expect(game.isOver(at: 55) && game.puzzle == last && game.score == 5 && game.timeLeft(at: 99) == 0)
    }

    @Test("The same seed gives the same game")
    func seeds() {
        #expect(ZenGame(seed: 3, mode: .plus).puzzle == ZenGame(seed: 3, mode: .plus).puzzle)
        #expect(ZenGame(seed: 3, mode: .plus).puzzle != ZenGame(seed: 4, mode: .plus).puzzle)
    }
}
