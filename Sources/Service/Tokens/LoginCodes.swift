import FoundationEssentials
import Synchronization

/// The one-time codes that sign browsers in.
///
/// A code works once, within a day, and only as long as its issuer has access: logs and the windows of terminals keep
/// the address that `serve` prints.
final class LoginCodes: Sendable {
    /// A code and its public identifier.
    struct Code: Sendable {
        /// The secret.
        let token: Token
        /// The identifier, under which the service reports if the code was used.
        let id: String
        /// The origin, without which the code ends.
        let issuer: Issuer
        /// The time from which the code is invalid.
        let endsAt: ContinuousClock.Instant
    }

    /// The time for which a code is valid, in seconds: 24 hours.
    static let lifetime: TimeInterval = 86_400

    /// The maximum number of unused codes, and of identifiers of used ones; the oldest are discarded first.
    private static let limit = 64

    private struct State {
        var unused: [Code] = []
        var usedIDs: [String] = []
    }

    private let state = Mutex(State())
    private let now: SteadyClock

    /// Creates an empty set of codes.
    init(now: @escaping SteadyClock) {
        self.now = now
    }

    /// Returns a new code of an issuer, which works once.
    func issue(by issuer: Issuer) -> Code {
        let code = Code(
            token: Token(), id: String(Token().text.prefix(16)), issuer: issuer,
            endsAt: now().advanced(by: .seconds(Self.lifetime)))
        state.withLock { $0.unused = ($0.unused + [code]).suffix(Self.limit) }
        return code
    }

    /// Redeems a code.
    ///
    /// - Parameters:
    ///   - candidate: The code that a request contains.
    ///   - hasAccess: Returns true if an issuer still has access. Otherwise the code is discarded.
    /// - Returns: The issuer of the code; nil if it was not a valid code.
    func redeem(_ candidate: some StringProtocol, if hasAccess: (Issuer) -> Bool) -> Issuer? {
        let now = now()
        return state.withLock { state in
            state.unused.removeAll { $0.endsAt <= now }
            guard let index = state.unused.firstIndex(where: { $0.token.matches(candidate) }) else { return nil }
            let code = state.unused.remove(at: index)
            guard hasAccess(code.issuer) else { return nil }
            state.usedIDs = (state.usedIDs + [code.id]).suffix(Self.limit)
            return code.issuer
        }
    }

    /// Returns true if the code with an identifier was used, and nil if it is unknown or was discarded.
    func isUsed(id: String) -> Bool? {
        state.withLock { state in
            state.usedIDs.contains(id) ? true : state.unused.contains { $0.id == id } ? false : nil
        }
    }
}
