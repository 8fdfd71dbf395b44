import HTTPTypes
import Hummingbird

/// `/api/logins` and `/login`: create one-time codes, for clients with the full token, and sign browsers in with them.
struct LoginRoutes: Sendable {
    let port: BoundPort
    let tokens: RotatingTokens
    let logins: LoginCodes

    /// The maximum size of the form, in bytes; `code=` and a code have less than 50.
    static let formLimit = 4 * 1024

    private static let formType = "application/x-www-form-urlencoded"

    private struct Login: Encodable {
        let address: String
        let code: String
        let id: String
        let origin: String
    }

    /// The routes.
    var routes: [Route] {
        [.action("/api/logins", issue), .get("/api/logins/{id}", show), .form("/login", signIn)]
    }

    @Sendable
    private func issue(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let origin = "http://127.0.0.1:\(port.number)"
        let code = logins.issue()
        let text = code.token.text
        return try .json(
            Login(address: "\(origin)/?token=\(text)", code: text, id: code.id, origin: origin), status: .created)
    }

    @Sendable
    private func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        guard let isUsed = logins.isUsed(id: try context.parameters.require("id")) else {
            throw Problem(.notFound, "no code has this id")
        }
        return try .json(["used": isUsed])
    }

    /// Signs a browser in with the code of a form, so that no address contains the code.
    ///
    /// The form comes from another origin: from a local file or from the extension. A browser sends a cookie with
    /// SameSite=Strict neither with such a request nor with its redirect, so the response is a page that goes on.
    @Sendable
    private func signIn(_ request: Request, _ context: ServiceContext) async throws -> Response {
        do {
            let body = try await request.body(limit: Self.formLimit, types: [Self.formType], named: Self.formType)
            guard logins.redeem(Self.code(in: String(buffer: body))) else {
                throw Problem.unauthorized("the code is not valid, or it was already used")
            }
        } catch var problem as Problem {
            problem.explainsSignIn = true
            throw problem
        }
        guard let page = WebAsset.embedded["web/signed-in.html"] else { throw HTTPError(.notFound) }
        let fields: HTTPFields = [
            .refresh: "0; url=/", .setCookie: SessionCookie(port: port.number).field(tokens.current.full),
        ]
        return .text(page.body, type: page.mediaType, fields: fields)
    }

    /// Returns the field `code` of a form (URL Standard, section 5); empty if the form lacks it.
    ///
    /// No character of a code is percent-encoded.
    private static func code(in form: String) -> Substring {
        form.split(separator: "&").first { $0.hasPrefix("code=") }?.dropFirst("code=".count) ?? ""
    }
}
