import FoundationEssentials
import Glibc
import HTTPTypes
import Hummingbird
import Motion
import PageScripts

/// The web page and related pages, their files, `/openapi.json` and `/healthz`.
struct PageRoutes: Sendable {
    private let port: BoundPort
    private let tokens: RotatingTokens
    private let sessions: SessionRegistry
    private let logins: LoginCodes
    private let version: String
    private let files: [String: WebAsset]
    private let encodings = AssetEncodings()

    /// Creates the routes.
    init(
        port: BoundPort, tokens: RotatingTokens, sessions: SessionRegistry, logins: LoginCodes, version: String
    ) {
        self.port = port
        self.tokens = tokens
        self.sessions = sessions
        self.logins = logins
        self.version = version
        var files = WebAsset.embedded
        let scripts = [
            ("capture-script.js", PageScripts.capture), ("restore-script.js", PageScripts.restore),
            // The modules that the web page shares with the extension and the userscript.
            ("symbols.js", PageScripts.symbols), ("service-client.js", PageScripts.serviceClient),
        ]
        for (name, text) in scripts {
            files["web/\(name)"] = WebAsset(body: ByteBuffer(string: text), name: name)
        }
        // Generated from the paths and timings of the status display, so that the web page cannot diverge from it.
        files["web/motion.json"] = WebAsset(body: ByteBuffer(string: MotionDocument().text), name: "motion.json")
        self.files = files
    }

    /// The routes.
    ///
    /// None of them requires a token, except the bookmarklets, which contain one. No page contains private data: a
    /// browser that navigates to one sends only the cookie, which other ports receive too.
    var routes: [Route] {
        [
            page("/", start),
            // These paths serve the same page, which shows the view that its path names.
            page("/queue", view), page("/windows", view), page("/settings", view), page("/places/{id}", view),
            page("/install", install),
            page("/sample") { request, _ in try file("web/sample.html", for: request) },
            page("/c") { request, _ in try file("web/capture.html", for: request) },
            page("/r") { request, _ in try file("web/restore.html", for: request) },
            .get("/api/bookmarklets", bookmarklets),
            .get("/openapi.json", access: .none) { request, _ in try file("openapi.json", for: request) },
            .get("/leftoff.user.js", access: .none, userscript),
            .get("/favicon.ico", access: .none) { request, _ in try file("web/icon.svg", for: request) },
            .get("/assets/{name}", access: .none, asset),
            .get("/healthz", access: .none) { _, _ in try Response.json(["service": "leftoff", "status": "ok"]) },
        ]
    }

    /// Creates the route of a page that bookmarklets and links on other sites may open.
    private func page(_ path: String, _ handler: @escaping Route.Handler) -> Route {
        .get(path, access: .none, allowsNavigation: true, handler)
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
        return try await view(request, context)
    }

    /// Serves the web page, which shows the view that its path names.
    @Sendable
    private func view(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try shell("web/index.html", request, context)
    }

    /// Serves a page that is the same for every client.
    ///
    /// The session is required only so that a browser that is not signed in shows how to sign in.
    private func shell(_ name: String, _ request: Request, _ context: ServiceContext) throws -> Response {
        guard context.isSignedIn else { throw Self.signInProblem }
        return encodings.response(with: try asset(name), to: request)
    }

    /// Begins to sign a browser in: exchanges the token in the URL for a cookie and a claim.
    ///
    /// The claim is in the fragment, which a browser sends to no server. The page removes it from the address bar, and
    /// registers its secret with it. Programs without a page need no claim.
    private func signIn(_ presented: String, _ request: Request, _ context: ServiceContext) throws -> Response {
        // The code is redeemed only by a request that gets the cookie.
        let isGet = request.method == .get
        let (tokens, generation) = tokens.newest
        let issuer =
            if tokens.full.matches(presented) {
                Issuer(tokenGeneration: generation)
            } else {
                isGet ? logins.redeem(presented, if: sessions.hasAccess) : nil
            }
        guard issuer != nil || context.isSignedIn else { throw Self.signInProblem }
        var fields: HTTPFields = [.location: "/"]
        if let issuer, isGet {
            let signIn = sessions.begin(
                browser: BrowserName.of(userAgent: request.headers[.userAgent]), issuer: issuer,
                replacing: context.credentials.id)
            fields[.setCookie] = SessionCookie(port: port.number).field(signIn.cookie)
            if request.headers[.secFetchMode] == "navigate" {
                fields[.location] = "/#leftoff-claim=\(signIn.claim.text)"
            }
        }
        return Response(status: .seeOther, headers: fields)
    }

    @Sendable
    private func install(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try shell("web/install.html", request, context)
    }

    @Sendable
    private func bookmarklets(_ request: Request, _ context: ServiceContext) async throws -> Response {
        // The host name that the browser uses for the service, so that the browser sends the session cookie. The guard
        // has checked the name.
        let service = "http://\(request.head.authority ?? "127.0.0.1:\(port.number)")"
        return try .json([
            "capture": PageScripts.captureBookmarklet(service: service, token: tokens.current.capture.text),
            "restore": PageScripts.restoreBookmarklet(service: service),
        ])
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

/// `/api/service`: the version and the process of the service, for clients with the full token.
struct StatusRoutes: Sendable {
    let version: String

    private struct Status: Encodable {
        let pid: Int32
        let version: String
    }

    /// The route.
    var routes: [Route] {
        [.get("/api/service") { _, _ in try .json(Status(pid: getpid(), version: version)) }]
    }
}
