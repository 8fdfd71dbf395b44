import FoundationEssentials
import HTTPTypes
import Hummingbird
import Snapshots

/// `/api/pairings`: how a browser extension or a userscript gets a token without anybody typing one.
struct PairingRoutes: Sendable {
    let codes: PairingCodes
    let tokens: TokenKeeper
    let now: @Sendable () -> Date

    /// The most bytes of a request to pair.
    static let bodyLimit = 1024

    private struct Order: Decodable {
        var code: String
        var access: String?
    }

    private struct Pairing: Encodable {
        let access: String
        let token: String
    }

    private struct Shown: Encodable {
        let code: String
        let expiresAt: String
    }

    /// Adds the route that shows a code, for those who may do everything.
    func addShowing(to group: RouterGroup<ServiceContext>) {
        group.post("/api/pairings/code", use: show)
    }

    /// Adds the route that takes a code, for which the code itself is what one needs.
    func addPairing(to router: Router<ServiceContext>) {
        router.post("/api/pairings", use: pair)
    }

    @Sendable
    private func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectNoForm()
        let code = codes.issue(at: now())
        return try .json(Shown(code: code.text, expiresAt: RFC3339.string(code.expiresAt)), status: .created)
    }

    @Sendable
    private func pair(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.jsonBody(limit: Self.bodyLimit)
        let order: Order
        do {
            order = try JSONDecoder().decode(Order.self, from: Data(body.readableBytesView))
        } catch DecodingError.dataCorrupted {
            throw Problem(.badRequest, "the body is not valid JSON")
        } catch {
            throw Problem(.unprocessableContent, "expected an object with \"code\", a text")
        }
        let access = order.access ?? "full"
        let tokens = tokens.current
        guard let token = ["full": tokens.full, "capture": tokens.capture][access] else {
            throw Problem(.unprocessableContent, "\"access\" must be full or capture")
        }
        switch codes.redeem(order.code, at: now()) {
        case .paired:
            return try .json(Pairing(access: access, token: token.text), status: .created)
        case .wrong(let left) where left > 0:
            let tries = left == 1 ? "one try is left" : "\(left) tries are left"
            throw Problem(.forbidden, "that is not the code which the install page shows: \(tries)")
        case .wrong, .noCode:
            throw Problem(.forbidden, "no code is waiting: ask for a new one on the install page")
        }
    }
}
