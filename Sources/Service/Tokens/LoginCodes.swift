import Synchronization

/// Hands out the one-time codes of the addresses that `serve` prints, and takes each of them once.
final class LoginCodes: Sendable {
    private let unused = Mutex<[Token]>([])

    /// Makes a code that works once.
    func issue() -> String {
        let code = Token()
        unused.withLock { $0.append(code) }
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
