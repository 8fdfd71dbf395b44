import FoundationEssentials
import HTTPTypes
import Hummingbird
import Places
import Synchronization
import Syntax

/// `/api/pairings`: exchanges a one-time code for a token of a browser extension or a userscript.
struct PairingRoutes: Sendable {
    let codes: PairingCodes
    let tokens: RotatingTokens
    let sessions: SessionRegistry
    let now: @Sendable () -> Date

    /// The maximum size of a request's body, in bytes.
    ///
    /// The known keys need less than 1 KiB; other keys are ignored.
    static let bodyLimit = 16 * 1024

    private struct PairingRequest: Decodable {
        var code: String
        var access: String?
    }

    private struct Pairing: Encodable {
        let access: String
        let token: String
    }

    private struct CodeDocument: Encodable {
        let code: String
        let expiresAt: String
    }

    /// The routes.
    ///
    /// Redeeming a code requires no token: the code itself is the secret.
    var routes: [Route] { [.post("/api/pairings", access: .none, pair), .action("/api/pairings/code", show)] }

    @Sendable
    private func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let code = codes.issue(by: context.issuer)
        let expiresAt = now().addingTimeInterval(PairingCodes.lifetime)
        return try .json(CodeDocument(code: code.text, expiresAt: RFC3339.string(expiresAt)), status: .created)
    }

    @Sendable
    private func pair(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.jsonBody(limit: Self.bodyLimit)
        let order: PairingRequest
        do {
            order = try JSONText.decode(PairingRequest.self, from: body.readableBytesView)
        } catch DecodingError.dataCorrupted {
            throw Problem(.badRequest, "the body is not valid JSON")
        } catch {
            throw Problem(.unprocessableContent, "expected an object with the string \"code\"")
        }
        let access = order.access ?? "full"
        // Read before the code is examined: a code of the old tokens never gives the new ones.
        let tokens = tokens.current
        guard let token = ["full": tokens.full, "capture": tokens.capture][access] else {
            throw Problem(.unprocessableContent, "\"access\" must be full or capture")
        }
        switch codes.redeem(order.code, if: sessions.hasAccess) {
        case .paired:
            return try .json(Pairing(access: access, token: token.text), status: .created)
        case .wrong(let left) where left > 0:
            let attempts = left == 1 ? "one attempt is left" : "\(left) attempts are left"
            throw Problem(.forbidden, "the code differs from the one on the install page: \(attempts)")
        case .wrong, .noCode:
            throw Problem(.forbidden, "no code is valid: request a new one on the install page")
        }
    }
}

/// The code that pairs a browser extension or a userscript.
///
/// The page `/install` shows it, and the user types it once.
///
/// Only one code is valid at a time. It works once, for five minutes, as long as its issuer has access, and becomes
/// invalid after five wrong attempts. An attacker can therefore try five of the 31⁸ (8.5 · 10¹¹) codes.
final class PairingCodes: Sendable {
    /// A valid code.
    struct Code: Sendable {
        /// Eight characters, without a hyphen.
        let text: String
        /// The time from which the code is invalid.
        let endsAt: ContinuousClock.Instant
    }

    /// The result of redeeming a code.
    enum Outcome: Equatable {
        /// The code was correct and has been used up.
        case paired
        /// The code was wrong; this many attempts are left.
        case wrong(attemptsLeft: Int)
        /// No code is valid: none was issued, or it was used, has expired or is blocked.
        case noCode
    }

    /// The characters of a code: capital letters and digits without those that look alike (0 and O, 1, I and L).
    static let alphabet = Array("ABCDEFGHJKMNPQRSTUVWXYZ23456789")
    /// The length of a code.
    private static let length = 8
    /// The time for which a code is valid, in seconds.
    static let lifetime: TimeInterval = 300
    /// The number of wrong attempts after which a code is invalid.
    private static let maximumAttempts = 5

    private struct Waiting {
        let code: Code
        let issuer: Issuer
        var attemptsLeft: Int
    }

    private let waiting = Mutex<Waiting?>(nil)
    private let now: MonotonicClock

    /// Creates an empty set of codes.
    init(now: @escaping MonotonicClock) {
        self.now = now
    }

    /// Returns a new code of an issuer, and invalidates the previous one.
    func issue(by issuer: Issuer) -> Code {
        var generator = SystemRandomNumberGenerator()
        let characters = (0..<Self.length).compactMap { _ in Self.alphabet.randomElement(using: &generator) }
        let code = Code(text: String(characters), endsAt: now().advanced(by: .seconds(Self.lifetime)))
        waiting.withLock { $0 = Waiting(code: code, issuer: issuer, attemptsLeft: Self.maximumAttempts) }
        return code
    }

    /// Redeems a code.
    ///
    /// - Parameters:
    ///   - presented: The code as the user typed it; case, hyphens and spaces are ignored.
    ///   - hasAccess: Returns true if an issuer still has access. Otherwise the code is discarded.
    /// - Returns: The result.
    func redeem(_ presented: String, if hasAccess: (Issuer) -> Bool) -> Outcome {
        let candidate = presented.uppercased().filter { $0 != "-" && $0 != " " }
        let now = now()
        return waiting.withLock { waiting in
            guard var current = waiting, now < current.code.endsAt, hasAccess(current.issuer) else {
                waiting = nil
                return .noCode
            }
            if ConstantTimeComparison.areEqual(candidate, current.code.text) {
                waiting = nil
                return .paired
            }
            current.attemptsLeft -= 1
            waiting = current.attemptsLeft > 0 ? current : nil
            return .wrong(attemptsLeft: current.attemptsLeft)
        }
    }
}
