import FoundationEssentials
import Synchronization

/// The code by which a browser extension or a userscript is paired: shown on `/install`, typed once.
///
/// There is one at a time. It works once, for five minutes, and is void after five wrong tries: of the 31⁸ (8.5 · 10¹¹)
/// codes somebody who guesses can try five.
final class PairingCodes: Sendable {
    /// A code on its way to a person.
    struct Code: Sendable {
        /// Eight characters, without a hyphen.
        let text: String
        /// When it ceases to work.
        let expiresAt: Date
    }

    /// What came of a try.
    enum Outcome: Equatable {
        /// It was the code, which is used up now.
        case paired
        /// It was not, and so many tries are left.
        case wrong(triesLeft: Int)
        /// No code is waiting: none was asked for, or it is used up, too old or void.
        case noCode
    }

    /// The characters of a code: capital letters and digits without those that look alike (0 and O, 1, I and L).
    static let alphabet = Array("ABCDEFGHJKMNPQRSTUVWXYZ23456789")
    /// The number of characters.
    static let length = 8
    /// How long a code works, in seconds.
    static let lifetime: TimeInterval = 300
    /// How many wrong tries make it void.
    static let mostTries = 5

    private struct Waiting {
        let code: Code
        var triesLeft: Int
    }

    private let waiting = Mutex<Waiting?>(nil)

    /// Makes a code; an earlier one no longer works.
    ///
    /// - Parameter now: The time.
    /// - Returns: The code.
    func issue(at now: Date) -> Code {
        var generator = SystemRandomNumberGenerator()
        let characters = (0..<Self.length).compactMap { _ in Self.alphabet.randomElement(using: &generator) }
        let code = Code(text: String(characters), expiresAt: now.addingTimeInterval(Self.lifetime))
        waiting.withLock { $0 = Waiting(code: code, triesLeft: Self.mostTries) }
        return code
    }

    /// Tries a code.
    ///
    /// - Parameters:
    ///   - presented: What a person typed: case, hyphens and spaces do not matter.
    ///   - now: The time.
    /// - Returns: What came of it.
    func redeem(_ presented: String, at now: Date) -> Outcome {
        let candidate = presented.uppercased().filter { $0 != "-" && $0 != " " }
        return waiting.withLock { waiting in
            guard var current = waiting, now < current.code.expiresAt else {
                waiting = nil
                return .noCode
            }
            if SecretComparison.areEqual(candidate, current.code.text) {
                waiting = nil
                return .paired
            }
            current.triesLeft -= 1
            waiting = current.triesLeft > 0 ? current : nil
            return .wrong(triesLeft: current.triesLeft)
        }
    }
}
