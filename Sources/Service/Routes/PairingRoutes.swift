import FoundationEssentials
import HTTPTypes
import Hummingbird
import JSON
import Snapshots
import Timestamps

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
            order = try JSONDecoder().decode(PairingRequest.self, from: Data(body.readableBytesView))
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
