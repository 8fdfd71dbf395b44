import Synchronization

/// The one-time codes in the login addresses that `serve` prints.
final class LoginCodes: Sendable {
    /// The maximum number of unused codes; the oldest are discarded first.
    private static let limit = 64

    private let unused = Mutex<[Token]>([])

    /// Returns a new code that works once.
    func issue() -> String {
        let code = Token()
        unused.withLock { $0 = ($0 + [code]).suffix(Self.limit) }
        return code.text
    }

    /// Redeems a code.
    ///
    /// - Parameter candidate: The code that a request contains.
    /// - Returns: True if it was an unused code.
    func redeem(_ candidate: some StringProtocol) -> Bool {
        unused.withLock { codes in
            guard let index = codes.firstIndex(where: { $0.matches(candidate) }) else { return false }
            codes.remove(at: index)
            return true
        }
    }
}
