import FoundationEssentials
import HTTPTypes
import Hummingbird
import VisibleText

/// `/api/logins` and `/login`: create one-time codes, for clients with the full token, and sign browsers in with them.
struct LoginRoutes: Sendable {
    let port: BoundPort
    let sessions: SessionRegistry
    let logins: LoginCodes

    /// The maximum size of the form, in bytes; `code=` and a code have less than 50, and a path at most 2048.
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
        let code = logins.issue(by: context.issuer)
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
    /// SameSite=Strict neither with such a request nor with its redirect, so the response is a page. Its script
    /// registers the secret of the session, and goes on to the path in the field `next`, or else to the start page.
    @Sendable
    private func signIn(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let next: ServicePath?
        let issuer: Issuer
        do {
            let body = try await request.body(limit: Self.formLimit, types: [Self.formType], named: Self.formType)
            let form = String(buffer: body)
            // The code stays unused if the form is invalid.
            next = try Self.next(in: form)
            let code = Self.field("code", in: form)
            guard let redeemed = logins.redeem(code, if: sessions.hasAccess) else {
                throw Problem.unauthorized("the code is not valid, or it was already used")
            }
            issuer = redeemed
        } catch var problem as Problem {
            problem.explainsSignIn = true
            throw problem
        }
        guard let page = WebAsset.embedded["web/signed-in.html"] else { throw HTTPError(.notFound) }
        let signIn = sessions.begin(
            browser: BrowserName.of(userAgent: request.headers[.userAgent]), issuer: issuer,
            replacing: context.standing.id)
        let text = HTMLTemplate(text: page.text)
            .filled(with: ["CLAIM": signIn.claim.text, "NEXT": next?.text ?? "/"])
        return .text(
            ByteBuffer(string: text), type: page.mediaType,
            fields: [.setCookie: SessionCookie(port: port.number).field(signIn.cookie)])
    }

    /// Returns the path in the field `next` of a form; nil if the form lacks it.
    ///
    /// - Throws: `Problem` (400) if it is not a path on this service.
    private static func next(in form: String) throws(Problem) -> ServicePath? {
        let field = field("next", in: form)
        guard !field.isEmpty else { return nil }
        guard let text = FormText.decoded(field), let path = ServicePath(text) else {
            throw Problem(.badRequest, "next must be a path on this service")
        }
        return path
    }

    /// Returns a field of a form (URL Standard, section 5) as it is written; empty if the form lacks it.
    ///
    /// No character of a code is percent-encoded.
    private static func field(_ name: String, in form: String) -> Substring {
        form.split(separator: "&").first { $0.hasPrefix("\(name)=") }?.dropFirst(name.count + 1) ?? ""
    }
}

/// A text in a form (URL Standard, section 5.1).
private enum FormText {
    /// Returns the decoded text; nil if it is not UTF-8 or has an incomplete escape.
    static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(0x20)
            case UInt8(ascii: "%"):
                guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
                else { return nil }
                rest = rest.dropFirst(2)
                bytes.append(value)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)?.streamSafe
    }
}
