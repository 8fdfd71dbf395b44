import HTTPTypes
import Hummingbird
import Motion
import PageScripts

/// The web page and related pages, their files, `/openapi.json` and `/healthz`.
struct PageRoutes: Sendable {
    let port: BoundPort
    let tokens: RotatingTokens
    let logins: LoginCodes
    let version: String
    private let files: [String: WebAsset]
    private let encodings = AssetEncodings()

    /// The value of a `Link` field that preloads the first request of the start page (library.js).
    ///
    /// A browser then sends this request before it has loaded the scripts (HTML Standard, section 4.6.7.18).
    private static let firstList = "</api/snapshots?limit=24>; rel=preload; as=fetch; crossorigin"

    /// Creates the routes.
    init(port: BoundPort, tokens: RotatingTokens, logins: LoginCodes, version: String) {
        self.port = port
        self.tokens = tokens
        self.logins = logins
        self.version = version
        var files = WebAsset.embedded
        let script = WebAsset(body: ByteBuffer(string: PageScripts.capture), name: "capture-script.js")
        files["web/capture-script.js"] = script
        // The modules that the web page shares with the extension and the userscript.
        for (name, text) in [("symbols.js", PageScripts.symbols), ("service-client.js", PageScripts.serviceClient)] {
            files["web/\(name)"] = WebAsset(body: ByteBuffer(string: text), name: name)
        }
        // Generated from the paths and timings of the status display, so that the web page cannot diverge from it.
        files["web/motion.json"] = WebAsset(body: ByteBuffer(string: MotionDocument().text), name: "motion.json")
        self.files = files
    }

    /// The routes.
    ///
    /// None of them requires a token. Those that show private data check for one themselves.
    var routes: [Route] {
        [
            page("/", start),
            // These paths serve the same page, which shows the view that its path names.
            page("/queue", view), page("/windows", view), page("/settings", view), page("/places/{id}", view),
            page("/install", install),
            page("/sample") { request, _ in try file("web/sample.html", for: request) },
            page("/c") { request, _ in try file("web/capture.html", for: request) },
            page("/r") { request, _ in try file("web/restore.html", for: request) },
            .get("/openapi.json", access: .none) { request, _ in try file("openapi.json", for: request) },
            .get("/leftoff.user.js", access: .none, userscript),
            .get("/favicon.ico", access: .none) { request, _ in try file("web/icon.svg", for: request) },
            .get("/assets/{name}", access: .none, asset),
            .get("/healthz", access: .none) { _, _ in try Response.json(["service": "leftoff", "status": "ok"]) },
        ]
    }

    /// Creates the route of a page that bookmarklets and links on other sites may open.
    private func page(_ path: String, _ handler: @escaping Route.Handler) -> Route {
        .get(path, access: .none, allowsVisits: true, handler)
    }

    @Sendable
    private func asset(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let name = try context.parameters.require("name")
        // Each page has a path of its own, without `.html`.
        guard !name.hasSuffix(".html") else { throw HTTPError(.notFound) }
        return try file("web/\(name)", for: request)
    }

    @Sendable
    private func start(_ request: Request, _ context: ServiceContext) async throws -> Response {
        if let presented = request.queryValue("token") {
            return try signIn(presented, request, context)
        }
        var response = try await view(request, context)
        if response.status == .ok, request.uri.query == nil { response.headers[.link] = Self.firstList }
        return response
    }

    /// Serves the web page, which shows the view that its path names.
    @Sendable
    private func view(_ request: Request, _ context: ServiceContext) async throws -> Response {
        guard context.access == .full else { throw Self.signInProblem }
        // The page is the same for every client and contains no data.
        return encodings.response(with: try asset("web/index.html"), to: request)
    }

    /// Signs a browser in: exchanges the token in the URL for the session cookie, so that the address bar does not show
    /// the token.
    private func signIn(_ presented: String, _ request: Request, _ context: ServiceContext) throws -> Response {
        let tokens = tokens.current
        // The code is redeemed only by a request that gets the cookie.
        let isValid = tokens.full.matches(presented) || request.method == .get && logins.redeem(presented)
        guard isValid || context.access == .full else { throw Self.signInProblem }
        var fields: HTTPFields = [.location: "/"]
        if isValid {
            fields[.setCookie] = SessionCookie(port: port.number).field(tokens.full)
        }
        return Response(status: .seeOther, headers: fields)
    }

    @Sendable
    private func install(_ request: Request, _ context: ServiceContext) async throws -> Response {
        guard context.access == .full else { throw Self.signInProblem }
        // The host name that the browser uses for the service, so that the browser sends the session cookie. The guard
        // has checked the name.
        let service = "http://\(request.head.authority ?? "127.0.0.1:\(port.number)")"
        let template = HTMLTemplate(text: try asset("web/install.html").text)
        let text = template.filled(with: [
            "capture-bookmarklet": PageScripts.captureBookmarklet(service: service, token: tokens.current.capture.text),
            "restore-bookmarklet": PageScripts.restoreBookmarklet(service: service),
            "port": "\(port.number)",
        ])
        return .text(ByteBuffer(string: text), type: "text/html; charset=utf-8")
    }

    /// Serves the userscript at a path from which userscript managers install it.
    ///
    /// It contains no secret.
    @Sendable
    private func userscript(_ request: Request, _ context: ServiceContext) async throws -> Response {
        // The IP address, because the userscript manager may connect only to that.
        let service = "http://127.0.0.1:\(port.number)"
        let script = PageScripts.userscript(service: service, version: version)
        return .text(ByteBuffer(string: script), type: "text/javascript; charset=utf-8")
    }

    /// The problem of a browser that is not signed in; its response is the page that explains how to sign in.
    static let signInProblem = Problem.unauthorized("this browser is not signed in")

    private func file(_ name: String, for request: Request) throws -> Response {
        let asset = try asset(name)
        // The browser caches the file but revalidates it each time, so that a newer Leftoff never runs old scripts.
        return encodings.response(
            with: asset, to: request, fields: [.eTag: asset.entityTag, .cacheControl: "no-cache"])
    }

    private func asset(_ name: String) throws -> WebAsset {
        guard let asset = files[name] else { throw HTTPError(.notFound) }
        return asset
    }
}
