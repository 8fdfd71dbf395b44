import Synchronization

/// Hands out the one-time codes of the addresses that `serve` prints, and takes each of them once.
final class LoginCodes: Sendable {
    /// How many codes wait at most; the oldest go first.
    private static let most = 64

    private let unused = Mutex<[Token]>([])

    /// Makes a code that works once.
    func issue() -> String {
        let code = Token()
        unused.withLock { $0 = ($0 + [code]).suffix(Self.most) }
        return code.text
    }

    /// Uses a code up.
    ///
    /// - Parameter candidate: What was presented.
    /// - Returns: Whether it was an unused code.
    func redeem(_ candidate: some StringProtocol) -> Bool {
        unused.withLock { codes in
            guard let index = codes.firstIndex(where: { $0.matches(candidate) }) else { return false }
            codes.remove(at: index)
            return true
        }
    }
}
