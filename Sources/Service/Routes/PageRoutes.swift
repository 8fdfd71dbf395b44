import HTTPTypes
import Hummingbird
import PageScripts

/// The web page and the pages around it, their files, `/openapi.json` and `/healthz`.
struct PageRoutes: Sendable {
    let port: BoundPort
    let tokens: ServiceTokens
    let logins: LoginCodes
    private let files: [String: WebAsset]

    /// Makes the routes.
    init(port: BoundPort, tokens: ServiceTokens, logins: LoginCodes) {
        self.port = port
        self.tokens = tokens
        self.logins = logins
        var files = WebAsset.embedded
        let script = WebAsset(body: ByteBuffer(string: PageScripts.capture), name: "capture-script.js")
        files["web/capture-script.js"] = script
        self.files = files
    }

    /// Adds the routes; none of them needs a token, those that hold something private look for one themselves.
    func add(to router: Router<ServiceContext>) {
        router.get("/", use: start)
        router.get("/install", use: install)
        for (path, name) in [("/sample", "sample"), ("/c", "capture"), ("/r", "restore")] {
            router.get(RouterPath(path)) { request, _ in try file("web/\(name).html", for: request) }
        }
        router.get("/openapi.json") { request, _ in try file("openapi.json", for: request) }
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
        guard context.access == .full else { return try signInPage() }
        return try page("index.html")
    }

    /// Takes a token out of the address: whoever has it gets the cookie, and the address bar is clean again.
    private func signIn(_ presented: String, _ request: Request, _ context: ServiceContext) throws -> Response {
        // The code is used up only by a request that gets the cookie.
        let isValid = tokens.full.matches(presented) || request.method == .get && logins.redeem(presented)
        guard isValid || context.access == .full else { return try signInPage() }
        var fields: HTTPFields = [.location: "/"]
        if isValid {
            let name = RequestGuard(port: port.number, tokens: tokens).cookieName
            fields[.setCookie] = "\(name)=\(tokens.full.text); HttpOnly; SameSite=Strict; Path=/"
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
            "capture-bookmarklet": PageScripts.captureBookmarklet(service: service, token: tokens.capture.text),
            "restore-bookmarklet": PageScripts.restoreBookmarklet(service: service),
        ])
        return .text(ByteBuffer(string: text), type: "text/html; charset=utf-8")
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
        let fields: HTTPFields = [.eTag: asset.entityTag, .cacheControl: "no-cache"]
        let known = request.headers[.ifNoneMatch]?.split(separator: ",").map { $0.filter { $0 != " " } } ?? []
        if known.contains(where: { $0 == asset.entityTag || $0 == "W/\(asset.entityTag)" || $0 == "*" }) {
            return Response(status: .notModified, headers: fields)
        }
        return .text(asset.body, type: asset.mediaType, fields: fields)
    }

    private func asset(_ name: String) throws -> WebAsset {
        guard let asset = files[name] else { throw HTTPError(.notFound) }
        return asset
    }
}
