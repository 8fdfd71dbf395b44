import FoundationEssentials
import HTTPTypes
import Hummingbird
import Synchronization
import Syntax
import WHATWGURL

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
            replacing: context.credentials.id)
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
    private let now: MonotonicClock

    /// Creates an empty set of codes.
    init(now: @escaping MonotonicClock) {
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

/// A path of this service, with a query and a fragment, that a form names as the next page.
///
/// Any site can submit the form that signs in, so nothing else than a path on the same origin may be accepted: not
/// `//host`, `/\host`, another scheme, or a line break that would end the header field.
struct ServicePath: Sendable, Hashable {
    /// The maximum length, in bytes.
    private static let limit = 2048

    /// The path, as it was written.
    let text: String

    /// Creates a path.
    ///
    /// - Parameter text: The text of the form; the result is nil unless it is a path on this service.
    init?(_ text: some StringProtocol) {
        let path = text.prefix { $0 != "?" && $0 != "#" }
        guard text.utf8.count <= Self.limit, text.utf8.allSatisfy(Self.isAllowed), text.hasPrefix("/"),
            // A dot, encoded or not, could leave a directory.
            !text.hasPrefix("//"), !path.contains(where: { $0 == "." || $0 == "%" })
        else { return nil }
        let origin = "http://127.0.0.1:1"
        guard let base = WebURL("\(origin)/"), let url = WebURL(String(text), base: base),
            // A browser resolves it in the same way.
            url.href == "\(origin)\(text)"
        else { return nil }
        self.text = String(text)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || "/-._~@?=&%#+".utf8.contains(byte)
    }
}
