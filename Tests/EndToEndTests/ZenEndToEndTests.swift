import Foundation
import Testing

@Suite("Zen", .ownThreads)
struct ZenEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    private struct Line: Decodable {
        var sides: [Int]?
        var solved: Bool?
        var score: Int
        var best: Int?
        var over: Double?
    }

    private func play(_ script: String, seed: Int, _ arguments: [String] = []) throws -> [Line] {
        let outcome = try leftoff.run(
            ["zen", "--seed", String(seed), "--script", "-"] + arguments, input: Data(script.utf8))
        try #require(outcome.status == 0, "\(outcome.errorText)")
        return try outcome.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    }

    /// The keys that bring each side to the front and back again, in the order in which the sides are printed: front,
    /// back, left, right, top, bottom.
    private let ways = [
        ([], []), (["left", "left"], ["right", "right"]), (["right"], ["left"]), (["left"], ["right"]),
        (["down"], ["up"]), (["up"], ["down"]),
    ]

    @Test("A cube solved by a script scores, and the best score is stored", arguments: [[], ["--minus"]])
    func script(arguments: [String]) throws {
        let first = try play("", seed: 5, arguments)
        #expect(first.last?.score == 0 && first.last?.best == 0 && first.last?.over == 10)
        let sides = try #require(first.first?.sides)
        let sets = (0..<64).map { mask in (0..<6).filter { mask >> $0 & 1 == 1 } }
        let solution = try #require(sets.first { $0.count >= 2 && $0.reduce(0) { $0 + sides[$1] } == 10 })
        let keys = solution.flatMap { ways[$0].0 + ["choose"] + ways[$0].1 }
        let script = keys.enumerated().map { "\(Double($0.offset) / 10) \($0.element)" }.joined(separator: "\n")
        let lines = try play(script + "\n", seed: 5, arguments)
        #expect(lines.contains { $0.solved == true } && lines.last?.score == 1 && lines.last?.best == 1)
        let fromElsewhere = try play(script.replacing("\n", with: "\r\n") + "\r\n", seed: 5, arguments)
        #expect(fromElsewhere.count == lines.count && fromElsewhere.last?.score == 1)
        let again = try play("12 choose\n", seed: 5, arguments)
        #expect(again.count == 2 && again.last?.score == 0 && again.last?.best == 1)
    }

    @Test(
        "A malformed script is reported with its line number",
        arguments: ["1 jump\n", "x left\n", "2 left\n1 left\n", "1\n"])
    func malformed(script: String) throws {
        let outcome = try leftoff.run(["zen", "--script", "-"], input: Data(script.utf8))
        #expect(outcome.status == 65 && outcome.errorLines.count == 1 && outcome.errorText.contains("line "))
    }

    @Test(
        "A negative number is out of range, not an option",
        arguments: [
            ["zen", "--seed", "-1"], ["hud", "frame", "busy", "--cells", "8x4", "--at", "-1"],
            ["hud", "demo", "busy", "--slow", "-1"], ["hud", "demo", "busy", "--fps", "61"],
        ])
    func ranges(arguments: [String]) throws {
        let outcome = try leftoff.run(arguments)
        #expect(outcome.status == 64 && !outcome.errorText.contains("Missing value"), "\(outcome.errorText)")
    }

    @Test("Without a terminal, zen fails with exit code 69")
    func noTerminal() throws {
        let outcome = try leftoff.run(["zen"], environment: ["TERM": "xterm"])
        #expect(outcome.status == 69 && outcome.errorText.contains("needs an interactive terminal"))
    }
}
