import DownloadQueue
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Places
import Store
import Syntax
import Testing

@testable import Service

/// Attacks on every route, as docs/security.md lists them.
@Suite("Attacks on every route")
struct RouteAttackTests {
    private struct Route {
        var method: HTTPRequest.Method
        var pattern: String
        var path: String
    }

    private func routes(_ service: TestService) -> [Route] {
        service.service.testRouter.routes.map { route in
            let pattern = route.path.description
            let path = pattern.replacing("{id}", with: "000").replacing("{name}", with: "app.css")
            return Route(method: route.method, pattern: pattern, path: path)
        }
    }

    /// The routes that require no token, because they contain nothing private or check for one themselves.
    private static let open: Set<String> = [
        "/", "/install", "/sample", "/c", "/r", "/openapi.json", "/leftoff.user.js", "/favicon.ico", "/assets/{name}",
        "/healthz", "/api/pairings", "/login", "/queue", "/windows", "/settings", "/places/{id}",
        "/copies/{id}/text", "/copies/{id}/picture", "/copies/{id}/place",
    ]
    /// The operations of other paths that require no token, because their body contains a secret.
    private static let openOperations: Set<String> = ["POST /api/sessions"]
    /// The pages that another site may open.
    private static let visitable: Set<String> = [
        "/", "/c", "/r", "/install", "/sample", "/queue", "/windows", "/settings", "/places/{id}",
        "/copies/{id}/text", "/copies/{id}/picture", "/copies/{id}/place",
    ]
    /// The routes that the capture token may use.
    private static let capturing: Set<String> = [
        "POST /api/snapshots", "POST /api/snapshots/{id}/undo", "PUT /api/snapshots/{id}/copies/text",
    ]

    @Test("Without a token every API route is refused, and the capture token opens only those that add")
    func tokens() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            for route in routes(service) where !Self.open.contains(route.pattern) {
                let name = "\(route.method.rawValue) \(route.pattern)"
                if Self.openOperations.contains(name) { continue }
                let none = try await client.send(route.method, route.path, HTTPFields().json, "{}")
                #expect(none.status == .unauthorized, "\(name)")
                let foreign = HTTPFields([HTTPField(name: .cookie, value: "leftoff_81=\(service.tokens.full.text)")])
                #expect(try await client.send(route.method, route.path, foreign).status == .unauthorized, "\(name)")
                let capture = try await client.send(route.method, route.path, service.capture.json, "{}")
                if Self.capturing.contains(name) {
                    #expect([.unprocessableContent, .forbidden].contains(capture.status), "\(name)")
                } else {
                    #expect(capture.status == .forbidden, "\(name): \(capture.status)")
                }
                // The capture token is not accepted as a session.
                let cookie: HTTPFields = [.cookie: "leftoff_80=\(service.tokens.capture.text)"]
                #expect(try await client.send(route.method, route.path, cookie).status == .unauthorized, "\(name)")
            }
            for path in ["/", "/install", "/queue", "/settings", "/places/000"] {
                #expect(try await client.send(.get, path).status == .unauthorized, "\(path)")
                #expect(try await client.send(.get, path, service.capture).status == .unauthorized, "\(path)")
            }
        }
    }

    /// A cookie that another port of this computer can have got, and what its program sends beside it.
    enum Theft: CaseIterable {
        case oldCookie
        case cookieWithoutSecret
        case wrongSecret
        case cookieAsSecret
        case secretOfOtherSession
        case endedSession
        case pendingSession
        case pendingSessionWithClaim
        case cookieOfOtherPort
        case secretWithoutCookie
        case captureTokenAsSecret
    }

    private func fields(_ theft: Theft, _ service: TestService) throws -> HTTPFields {
        let sessions = service.service.testSessions
        let other = sessions.begin(browser: "Test", replacing: nil)
        func cookie(_ token: Token, port: Int = 80) -> HTTPFields { [.cookie: "leftoff_\(port)=\(token.text)"] }
        let secret = try #require(service.session[.leftoffSession])
        switch theft {
        case .oldCookie: return cookie(service.tokens.full).adding("Leftoff-Session", service.tokens.full.text)
        case .cookieWithoutSecret: return service.cookieOnly
        case .wrongSecret: return service.cookieOnly.adding("Leftoff-Session", Token().text)
        case .cookieAsSecret:
            let value = try #require(service.cookieOnly[.cookie]?.split(separator: "=").last)
            return service.cookieOnly.adding("Leftoff-Session", String(value))
        case .secretOfOtherSession:
            let foreign = Token()
            #expect(try sessions.claim(other.claim.text, secret: foreign, cookies: [Substring(other.cookie.text)]))
            return service.cookieOnly.adding("Leftoff-Session", foreign.text)
        case .endedSession:
            let secret = Token()
            #expect(try sessions.claim(other.claim.text, secret: secret, cookies: [Substring(other.cookie.text)]))
            try sessions.end { $0.secret.matches(secret.text) }
            return cookie(other.cookie).adding("Leftoff-Session", secret.text)
        case .pendingSession: return cookie(other.cookie)
        case .pendingSessionWithClaim: return cookie(other.cookie).adding("Leftoff-Session", other.claim.text)
        case .cookieOfOtherPort:
            let value = try #require(service.cookieOnly[.cookie]?.split(separator: "=").last)
            return HTTPFields([HTTPField(name: .cookie, value: "leftoff_81=\(value)")])
                .adding("Leftoff-Session", secret)
        case .secretWithoutCookie: return HTTPFields().adding("Leftoff-Session", secret)
        case .captureTokenAsSecret: return service.cookieOnly.adding("Leftoff-Session", service.tokens.capture.text)
        }
    }

    @Test("A stolen cookie opens no route, and navigation shows only constant pages", arguments: Theft.allCases)
    func stolenCookies(theft: Theft) async throws {
        let service = try TestService()
        let place = try service.archive.add(
            try PageSnapshot(value: .object(["url": .string("https://canary.example/"), "title": .string("Canary")])))
        let fields = try fields(theft, service)
        try await service.requests { client async throws in
            for route in routes(service) {
                let name = "\(route.method.rawValue) \(route.pattern)"
                let path = route.pattern.replacing("{id}", with: place.id).replacing("{name}", with: "app.css")
                if Self.openOperations.contains(name) || Self.open.contains(route.pattern) {
                    guard route.method == .get else { continue }
                    let visit = fields.adding("Sec-Fetch-Mode", "navigate").adding("Sec-Fetch-Dest", "document")
                    let response = try await client.send(.get, path, visit)
                    #expect([.ok, .unauthorized].contains(response.status), "\(name)")
                    for secret in [service.tokens.capture.text, service.tokens.full.text, "Canary", "canary.example"] {
                        #expect(!response.text.contains(secret), "\(name)")
                    }
                } else {
                    let hasBody = ![.get, .head].contains(route.method)
                    let response = try await client.send(
                        route.method, path, hasBody ? fields.json : fields, hasBody ? "{}" : nil)
                    #expect(response.status == .unauthorized, "\(name): \(response.status)")
                }
            }
        }
        #expect(try service.archive.snapshot(id: place.id).id == place.id)
    }

    @Test("The cookie of an earlier version is deleted, and the response says what to do")
    func oldCookie() async throws {
        let service = try TestService()
        let old: HTTPFields = [.cookie: "leftoff_80=\(service.tokens.full.text)"]
        try await service.requests { client async throws in
            for path in ["/", "/api/snapshots", "/install"] {
                let response = try await client.send(.get, path, old)
                #expect(response.status == .unauthorized && response.text.contains("leftoff token rotate"), "\(path)")
                #expect(response.headers[.setCookie] == "leftoff_80=; Max-Age=0; HttpOnly; SameSite=Strict; Path=/")
            }
            // The browser can sign in, and loads what needs no session.
            let signIn = try await client.send(.get, "/?token=\(service.tokens.full.text)", old)
            #expect(signIn.headers[values: .setCookie].count == 1)
            #expect(signIn.headers[.setCookie]?.wholeMatch(of: SessionRoutesTests.cookiePattern) != nil)
            #expect(try await client.send(.get, "/assets/app.css", old).status == .ok)
        }
    }

    @Test(
        "Requests from other origins are refused, and from the null origin too",
        arguments: [
            "https://evil.example", "null", "http://localhost", "http://127.0.0.1", "http://127.0.0.1:5338", "file://",
            "http://[::1]", "http://evil.example:80", "https://localhost", "chrome-extension://short", "",
        ])
    func origins(origin: String) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            for route in routes(service) {
                // The testing client uses the host name localhost, so that is its own origin.
                if origin == "http://localhost" { continue }
                // A local file may submit the form that signs a browser in; LoginRoutesTests covers it.
                if origin == "null", route.pattern == "/login" { continue }
                let fields = service.session.json.adding("Origin", origin)
                let response = try await client.send(route.method, route.path, fields, "{}")
                #expect(response.status == .forbidden, "\(origin) \(route.method) \(route.pattern)")
            }
        }
    }

    @Test(
        "Requests from other sites are refused, except plain visits to pages", arguments: ["cross-site", "same-site"])
    func fetchMetadata(site: String) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            for route in routes(service) {
                let fields = service.session.json.adding("Sec-Fetch-Site", site)
                #expect(try await client.send(route.method, route.path, fields, "{}").status == .forbidden)
                let visit = fields.adding("Sec-Fetch-Mode", "navigate").adding("Sec-Fetch-Dest", "document")
                let response = try await client.send(route.method, route.path, visit, "{}")
                let isOpen = Self.visitable.contains(route.pattern)
                #expect((response.status == .forbidden) == !isOpen, "\(route.method) \(route.pattern)")
                let framed = fields.adding("Sec-Fetch-Mode", "navigate").adding("Sec-Fetch-Dest", "iframe")
                #expect(try await client.send(route.method, route.path, framed, "{}").status == .forbidden)
            }
        }
    }

    @Test(
        "A form or a fetch without preflight changes nothing",
        arguments: [
            "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain", "", "text/json",
        ])
    func forms(type: String) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            for route in routes(service) where ![.get, .head].contains(route.method) {
                // The form that signs a browser in has a type of its own, and changes nothing without a code.
                if type.hasPrefix("application/x-www-form"), route.pattern == "/login" { continue }
                let fields = service.session.adding("Content-Type", type)
                let response = try await client.send(
                    route.method, route.path, fields, #"{"urls":["https://a.example/"]}"#)
                #expect(response.status == .unsupportedMediaType, "\(route.method) \(route.pattern) \(response.status)")
            }
        }
        #expect(try service.queue.items(in: nil).isEmpty)
    }

    @Test(
        "No path leaves the embedded files",
        arguments: [
            "/assets/../openapi.json", "/assets/..%2fopenapi.json", "/assets/%2e%2e/openapi.json",
            "/assets//etc/passwd",
            "/assets/..%5c..%5ctoken", "/assets/%00app.css", "/assets/app.css%00.js", "/assets/....//token",
            "/../token",
            "/assets/web/app.css", "/assets/signin.html", "/token", "/capture-token", "/leftoff.sqlite",
            "/settings.json",
        ])
    func traversal(path: String) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let response = try await client.send(.get, path, service.full)
            #expect(response.status == .notFound, "\(response.status)")
        }
    }

    private static func nested(_ depth: Int, around text: String) -> String {
        String(repeating: "[", count: depth) + text + String(repeating: "]", count: depth)
    }

    @Test("Bodies that are too large, nested too deeply or ambiguous are rejected on every route with a body")
    func bodies() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let large = "{\"url\":\"https://example.org/\",\"x\":\"\(String(repeating: "a", count: 2 << 20))\"}"
            let deep = Self.nested(20_000, around: "")
            let wide = String(repeating: "1,", count: 3_999) + "1"
            let bodies = routes(service).filter {
                // Imports and lists of links may be large; their limits have their own tests.
                [.post, .patch].contains($0.method)
                    && !["rotate", "import", "links/file", "/login", "/windows"].contains(where: $0.pattern.hasSuffix)
            }
            for route in bodies {
                let path = route.pattern.replacing("{id}", with: "000")
                let takesBody = try await client.send(route.method, path, service.full.json, large).status
                let isDeep = try await client.send(route.method, path, service.full.json, deep).status
                #expect(takesBody == .contentTooLarge, "\(route.pattern): \(takesBody)")
                #expect([.badRequest, .contentTooLarge, .unprocessableContent].contains(isDeep), "\(route.pattern)")
                // Foundation's decoder takes seconds for the second one, and accepts the third.
                for body in [
                    Self.nested(9, around: "1"), Self.nested(500, around: wide), #"{"motion":1,"motion":"full"}"#,
                ] {
                    let status = try await client.send(route.method, path, service.full.json, body).status
                    #expect(status.kind == .clientError, "\(route.pattern): \(status) for \(body.prefix(40))")
                }
            }
        }
    }

    private static let hostile =
        "</script><script>alert(1)</script><img src=x onerror=alert(1)>\u{2028}\u{202E}\"'`${alert(1)}"
        + "javascript:alert(1)"

    @Test("Scripts in captured fields are returned only as text")
    func storedScripts() async throws {
        let service = try TestService()
        let text = Self.hostile
        let quote = JSONValue.object(["exact": .string(text), "prefix": .string(text), "suffix": .string(text)])
        let snapshot = JSONValue.object([
            "url": .string("https://example.org/?q=<script>alert(1)</script>"),
            "baseURI": .string("https://example.org/"),
            "title": .string(text), "lang": .string(text), "dir": .string(text), "writingMode": .string(text),
            "canonical": .string("javascript:alert(1)"), "sketch": .string(text), text: .string(text),
            "anchors": .array([
                .object([
                    "role": .string("primary"), "quote": quote, "selector": .string(text),
                    "path": .array([.string(text)]),
                    "hash": .string(text), "image": .object(["src": .string("javascript:x"), "alt": .string(text)]),
                ])
            ]),
            "selection": quote, "scrollers": .array([.object(["path": .array([.string(text)])])]),
            "media": .array([.object(["src": .string("data:text/html,x"), "selector": .string(text)])]),
            "links": .array([
                .object(["url": .string("javascript:alert(1)"), "text": .string(text)]),
                .object(["url": .string("data:text/html,<script>"), "text": .string(text)]),
            ]),
        ])
        try await service.requests { client async throws in
            let body = String(decoding: snapshot.encoded(), as: UTF8.self)
            let added = try await client.send(.post, "/api/snapshots", service.capture.json, body)
            #expect(added.status == .created, "\(added.text)")
            let id = try #require(added.json["id"]?.string)
            let metadata = JSONValue.object(["note": .string(text), "tags": .array([.string("<b onclick=x>")])])
            let marked = try await client.send(
                .patch, "/api/snapshots/\(id)", service.full.json, String(decoding: metadata.encoded(), as: UTF8.self))
            #expect(marked.json["note"]?.string == text)
            let kinds = ["script", "module", "bookmarklet", "fragment", "json"].map {
                "/api/snapshots/\(id)/restore?as=\($0)"
            }
            for path in ["/api/snapshots", "/api/snapshots/\(id)", "/api/tags", "/api/sites"] + kinds {
                let response = try await client.send(.get, path, service.full)
                #expect(response.status == .ok, "\(path)")
                let type = try #require(response.headers[.contentType])
                #expect(!type.contains("html") && !type.contains("svg") && !type.contains("xml"), "\(path) \(type)")
                #expect(response.headers[.xContentTypeOptions] == "nosniff")
                if path.contains("as=script") || path.contains("as=module") {
                    // In an inline script these would end the script or the line.
                    #expect(!response.text.contains("</script>") && !response.text.contains("\u{2028}"), "\(path)")
                }
                if path.contains("as=fragment") || path.contains("as=bookmarklet") {
                    #expect(!response.text.contains("<"), "\(path)")
                }
            }
            let listed = try await client.send(.get, "/api/snapshots", service.full)
            #expect(listed.json[0]?["title"]?.string == text)
            #expect(listed.json[0]?["fragment"]?.string?.hasPrefix("https://example.org/") == true)
        }
    }

    @Test(
        "No place and no download has a URL that runs a script",
        arguments: [
            "javascript:alert(1)", "data:text/html,x", "vbscript:x", "blob:https://a/b", "about:blank", "view-source:x",
            " javascript:alert(1)", "JAVASCRIPT:alert(1)", "java\\nscript:alert(1)", "chrome://settings",
        ])
    func addresses(url: String) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let body = #"{"url":"\#(url)"}"#
            let response = try await client.send(.post, "/api/snapshots", service.capture.json, body)
            #expect(response.status == .unprocessableContent, "\(response.text)")
            let queued = try await client.send(.post, "/api/queue", service.full.json, #"{"urls":["\#(url)"]}"#)
            #expect(queued.status == .unprocessableContent)
        }
    }
}
