import HTTPTypes
import Hummingbird
import Motion
import PageScripts

/// The web page and the pages around it, their files, `/openapi.json` and `/healthz`.
struct PageRoutes: Sendable {
    let port: BoundPort
    let tokens: TokenKeeper
    let logins: LoginCodes
    let version: String
    private let files: [String: WebAsset]
    private let encodings = AssetEncodings()

    /// What the start page asks for first (library.js), so that a browser need not wait for the scripts to ask
    /// (HTML Standard, section 4.6.7.18).
    private static let firstList = "</api/snapshots?limit=24>; rel=preload; as=fetch; crossorigin"

    /// Makes the routes.
    init(port: BoundPort, tokens: TokenKeeper, logins: LoginCodes, version: String) {
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
        // Both are made from the status display's own paths and timings, so that nothing has to keep step with them.
        files["web/motion.json"] = WebAsset(body: ByteBuffer(string: MotionDocument().text), name: "motion.json")
        self.files = files
    }

    /// Adds the routes; none of them needs a token, those that hold something private look for one themselves.
    func add(to router: Router<ServiceContext>) {
        router.get("/", use: start)
        for path in RequestGuard.views { router.get(RouterPath(path), use: view) }
        router.get("/install", use: install)
        for (path, name) in [("/sample", "sample"), ("/c", "capture"), ("/r", "restore")] {
            router.get(RouterPath(path)) { request, _ in try file("web/\(name).html", for: request) }
        }
        router.get("/openapi.json") { request, _ in try file("openapi.json", for: request) }
        router.get("/leftoff.user.js", use: userscript)
        router.get("/favicon.ico") { request, _ in try file("web/icon.svg", for: request) }
        router.get("/assets/:name") { request, context in
            let name = try context.parameters.require("name")
            // The pages have addresses of their own.
            guard !name.hasSuffix(".html") else { throw HTTPError(.notFound) }
            return try file("web/\(name)", for: request)
        }
        router.get("/healthz") { _, _ in try Response.json(["status": "ok"]) }
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

    /// The web page, which shows what its address names.
    @Sendable
    private func view(_ request: Request, _ context: ServiceContext) async throws -> Response {
        guard context.access == .full else { return try signInPage() }
        // It is the same for everybody, and holds nothing of anybody.
        return encodings.answer(try asset("web/index.html"), to: request)
    }

    /// Takes a token out of the address: whoever has it gets the cookie, and the address bar is clean again.
    private func signIn(_ presented: String, _ request: Request, _ context: ServiceContext) throws -> Response {
        let tokens = tokens.current
        // The code is used up only by a request that gets the cookie.
        let isValid = tokens.full.matches(presented) || request.method == .get && logins.redeem(presented)
        guard isValid || context.access == .full else { return try signInPage() }
        var fields: HTTPFields = [.location: "/"]
        if isValid {
            fields[.setCookie] = RequestGuard(port: port.number, tokens: tokens).sessionCookie
        }
        return Response(status: .seeOther, headers: fields)
    }

    @Sendable
    private func install(_ request: Request, _ context: ServiceContext) async throws -> Response {
        guard context.access == .full else { return try signInPage() }
        // The name by which the browser knows the service, so that its session counts there. The guard has checked it.
        let service = "http://\(request.head.authority ?? "127.0.0.1:\(port.number)")"
        let template = HTMLTemplate(text: try asset("web/install.html").text)
        let text = template.filled(with: [
            "capture-bookmarklet": PageScripts.captureBookmarklet(service: service, token: tokens.current.capture.text),
            "restore-bookmarklet": PageScripts.restoreBookmarklet(service: service),
            "port": "\(port.number)",
        ])
        return .text(ByteBuffer(string: text), type: "text/html; charset=utf-8")
    }

    /// The userscript, at an address that userscript managers offer to install from.
    ///
    /// It holds no secret.
    @Sendable
    private func userscript(_ request: Request, _ context: ServiceContext) async throws -> Response {
        // By the number, as the userscript manager is allowed to connect to that alone.
        let service = "http://127.0.0.1:\(port.number)"
        let script = PageScripts.userscript(service: service, version: version)
        return .text(ByteBuffer(string: script), type: "text/javascript; charset=utf-8")
    }

    private func signInPage() throws -> Response {
        try page("signin.html", status: .unauthorized)
    }

    private func page(_ name: String, status: HTTPResponse.Status = .ok) throws -> Response {
        let asset = try asset("web/\(name)")
        return .text(asset.body, type: asset.mediaType, status: status)
    }

    private func file(_ name: String, for request: Request) throws -> Response {
        let asset = try asset(name)
        // Kept by the browser, asked about each time: a newer Leftoff must not meet old scripts.
        return encodings.answer(asset, to: request, fields: [.eTag: asset.entityTag, .cacheControl: "no-cache"])
    }

    private func asset(_ name: String) throws -> WebAsset {
        guard let asset = files[name] else { throw HTTPError(.notFound) }
        return asset
    }
}
