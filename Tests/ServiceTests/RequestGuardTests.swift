import FoundationEssentials
import HTTPTypes
import Hummingbird
import Testing

@testable import Service

@Suite("The guard")
struct RequestGuardTests {
    private let tokens = ServiceTokens()
    private static let now = Date(timeIntervalSince1970: 1_460_000_000)
    private let session = Session(cookie: Token(), secret: Token(), browser: "Test", at: now)
    private let otherSession = Session(cookie: Token(), secret: Token(), browser: "Test", at: now)
    private let signIn = SessionTable.SignIn(
        cookie: Token(), claim: Token(), browser: "Test", endsAt: .now.advanced(by: .seconds(600)),
        issuer: Issuer(tokenGeneration: 0), replacedID: nil)
    private static let routes = RouteTable(
        routes: ["/", "/c", "/r", "/install", "/sample", "/queue", "/settings", "/places/{id}"].map { path in
            .get(path, access: .none, allowsNavigation: true) { _, _ in Response(status: .ok) }
        } + [.form("/login") { _, _ in Response(status: .ok) }])
    private var requestGuard: RequestGuard {
        RequestGuard(
            port: 5338, tokens: tokens, routes: Self.routes,
            sessions: SessionTable(sessions: [session, otherSession], signIns: [signIn], now: Self.now))
    }

    /// The status of a refusal, or 0 and the access of a request that passes.
    private func outcome(_ change: (inout RequestMetadata) -> Void) -> (status: Int, access: Access) {
        var request = RequestMetadata(host: "127.0.0.1:5338")
        change(&request)
        switch requestGuard.decision(on: request) {
        case .pass(let permit): return (0, permit.access)
        case .refuse(let problem): return (problem.status.code, .none)
        }
    }

    @Test(
        "Only the service's own names pass as Host",
        arguments: [
            ("127.0.0.1:5338", 0), ("localhost:5338", 0), ("LocalHost:5338", 0), ("[::1]:5338", 0),
            ("127.0.0.1", 421), ("localhost", 421), ("[::1]", 421), ("127.0.0.1:5339", 421), ("127.0.0.1:53380", 421),
            ("127.0.0.2:5338", 421), ("0.0.0.0:5338", 421), ("[::]:5338", 421), ("::1:5338", 421),
            ("evil.example:5338", 421), ("localhost.evil.example:5338", 421), ("127.0.0.1.nip.io:5338", 421),
            ("localhost:5338.evil.example", 421), ("user@127.0.0.1:5338", 421), ("", 421), (nil, 400),
        ])
    func hosts(host: String?, status: Int) {
        #expect(outcome { $0.host = host }.status == status)
    }

    @Test(
        "Only targets that begin with exactly one slash pass",
        arguments: [
            ("/", 0), ("/api/snapshots?q=//", 0), ("//", 400), ("//api", 400), ("*", 400), ("api", 400), ("", 400),
            ("http://127.0.0.1:5338/api", 400), (nil, 400),
        ] as [(String?, Int)])
    func targets(target: String?, status: Int) {
        #expect(outcome { $0.target = target }.status == status)
    }

    @Test("Several Host fields are refused, even if all are valid")
    func severalHosts() {
        #expect(outcome { $0.hasSeveralHosts = true }.status == 400)
    }

    @Test(
        "A target in absolute form contains a host and a path",
        arguments: [
            ("http://127.0.0.1:5338/api?q=1", "127.0.0.1:5338", "/api?q=1"), ("HTTP://evil", "evil", "/"),
            ("http://evil?q", "evil", "/?q"), ("http://u@evil:1//x", "u@evil:1", "//x"), ("http:///x", "", "/x"),
            ("https://127.0.0.1:5338/x", "", "/x"), ("file:///etc/passwd", "", "/etc/passwd"),
            ("/http://evil/", nil, nil), ("/", nil, nil), ("*", nil, nil), ("", nil, nil), ("127.0.0.1:80", nil, nil),
            ("1http://evil/", nil, nil), ("http:/evil", nil, nil),
        ] as [(String, String?, String?)])
    func absoluteTargets(target: String, authority: String?, path: String?) {
        let found = RequestTarget(absolute: target)
        #expect(found?.authority == authority && found?.path == path)
    }

    @Test("On port 80 a Host without a port passes")
    func defaultPort() {
        let requestGuard = RequestGuard(port: 80, tokens: tokens, routes: Self.routes)
        for host in ["localhost", "127.0.0.1", "[::1]", "localhost:80"] {
            guard case .pass = requestGuard.decision(on: RequestMetadata(host: host)) else {
                Issue.record("\(host) was refused")
                continue
            }
        }
    }

    @Test(
        "Only an Origin that matches the Host passes",
        arguments: [
            ("127.0.0.1:5338", "http://127.0.0.1:5338", 0), ("localhost:5338", "http://localhost:5338", 0),
            ("[::1]:5338", "http://[::1]:5338", 0), ("127.0.0.1:5338", nil, 0),
            ("127.0.0.1:5338", "http://localhost:5338", 403), ("127.0.0.1:5338", "https://127.0.0.1:5338", 403),
            ("127.0.0.1:5338", "http://127.0.0.1:8080", 403), ("127.0.0.1:5338", "http://127.0.0.1", 403),
            ("127.0.0.1:5338", "https://evil.example", 403), ("127.0.0.1:5338", "null", 403),
            ("127.0.0.1:5338", "http://127.0.0.1:53380", 403),
            ("127.0.0.1:5338", "http://127.0.0.1:5338.evil.example", 403),
            ("localhost:5338", "http://localhost:5338@evil.example", 403),
            ("127.0.0.1:5338", "", 403), ("127.0.0.1:5338", "chrome-extension://abcdef", 403),
        ] as [(String, String?, Int)])
    func origins(host: String, origin: String?, status: Int) {
        for method in [HTTPRequest.Method.get, .post, .delete] {
            let result = outcome {
                $0.method = method
                $0.host = host
                $0.origin = origin
            }
            #expect(result.status == status)
        }
    }

    @Test(
        "An Origin of the service's own does not excuse a request from another site, nor the reverse",
        arguments: [
            ("http://127.0.0.1:5338", "same-origin", 0), ("http://127.0.0.1:5338", "cross-site", 403),
            ("http://127.0.0.1:5338", "same-site", 403), ("https://evil.example", "same-origin", 403),
            ("https://evil.example", "none", 403),
        ])
    func originAndSite(origin: String, site: String, status: Int) {
        let result = outcome {
            $0.method = .post
            $0.path = "/api/queue"
            $0.origin = origin
            $0.fetchSite = site
        }
        #expect(result.status == status)
    }

    /// Creates a request from another site.
    struct Foreign: Sendable, CustomTestStringConvertible {
        var method = HTTPRequest.Method.get
        var path = "/"
        var site = "cross-site"
        var mode: String? = "navigate"
        var destination: String? = "document"
        var passes = false

        var testDescription: String {
            "\(method) \(path) \(site) \(mode ?? "-") \(destination ?? "-")"
        }
    }

    @Test(
        "Requests from other sites are refused, except visits to the pages",
        arguments: [
            Foreign(path: "/", passes: true), Foreign(path: "/c", passes: true), Foreign(path: "/r", passes: true),
            Foreign(path: "/install", passes: true), Foreign(path: "/sample", passes: true),
            Foreign(path: "/queue", passes: true), Foreign(path: "/settings", passes: true),
            Foreign(path: "/places/0", passes: true), Foreign(path: "/places/"), Foreign(path: "/places/0/x"),
            Foreign(path: "/places/0", destination: "iframe"), Foreign(path: "/places/0", mode: "cors"),
            Foreign(path: "/c", site: "same-site", passes: true), Foreign(method: .head, path: "/c", passes: true),
            Foreign(path: "/api/snapshots"), Foreign(path: "/api/queue"), Foreign(path: "/openapi.json"),
            Foreign(path: "/healthz"), Foreign(path: "/assets/app.js"), Foreign(path: "/c/"),
            Foreign(method: .post, path: "/c"), Foreign(method: .delete, path: "/api/snapshots/0"),
            Foreign(path: "/", destination: "iframe"), Foreign(path: "/", destination: "object"),
            Foreign(path: "/", mode: "no-cors", destination: "image"), Foreign(path: "/", mode: "cors"),
            Foreign(path: "/", mode: nil, destination: nil), Foreign(path: "/api/queue", site: "same-site"),
            Foreign(path: "/api/queue", site: "same-origin", passes: true),
            Foreign(
                method: .post, path: "/api/queue", site: "same-origin", mode: "cors", destination: "empty", passes: true
            ),
            Foreign(path: "/api/queue", site: "none", passes: true), Foreign(path: "/api/queue", site: "nonsense"),
        ])
    func fetchMetadata(request: Foreign) {
        let result = outcome {
            $0.method = request.method
            $0.path = request.path
            $0.fetchSite = request.site
            $0.fetchMode = request.mode
            $0.fetchDestination = request.destination
        }
        #expect(result.status == (request.passes ? 0 : 403))
    }

    @Test(
        "A form without an origin passes only to the sign-in, and only as a navigation of its tab",
        arguments: [
            (.post, "/login", "navigate", "document", true), (.post, "/login", nil, nil, true),
            (.get, "/login", "navigate", "document", false), (.put, "/login", "navigate", "document", false),
            (.post, "/login/", "navigate", "document", false), (.post, "//login", "navigate", "document", false),
            (.post, "/login", "navigate", "iframe", false), (.post, "/login", "cors", "empty", false),
            (.post, "/login", "no-cors", "document", false), (.post, "/", "navigate", "document", false),
            (.post, "/api/queue", "navigate", "document", false), (.get, "/", "navigate", "document", false),
        ] as [(HTTPRequest.Method, String, String?, String?, Bool)])
    func localForms(method: HTTPRequest.Method, path: String, mode: String?, destination: String?, passes: Bool) {
        for site in [nil, "cross-site", "none", "same-origin"] {
            let result = outcome {
                $0.method = method
                $0.path = path
                $0.origin = "null"
                $0.fetchSite = site
                $0.fetchMode = mode
                $0.fetchDestination = destination
            }
            #expect(result == (passes ? 0 : 403, .none))
        }
    }

    @Test("A bearer token gives its access; an invalid one is refused even with a valid cookie")
    func bearers() {
        let full = tokens.full.text
        let capture = tokens.capture.text
        #expect(outcome { _ in }.access == .none)
        #expect(outcome { $0.authorization = "Bearer \(full)" }.access == .full)
        #expect(outcome { $0.authorization = "bearer \(full)" }.access == .full)
        #expect(outcome { $0.authorization = "Bearer \(capture)" }.access == .capture)
        for wrong in ["Bearer \(Token().text)", "Bearer ", "Bearer", "Basic \(full)", full, "Bearer \(full)x", ""] {
            let result = outcome {
                $0.authorization = wrong
                $0.cookies = ["leftoff_5338=\(full)"]
            }
            #expect(result.status == 401, "\(wrong.count) characters")
        }
    }

    /// Returns the permit of a request with cookies and the secret of a session.
    private func permit(_ cookies: [String], _ secret: String?) -> RequestGuard.Permit? {
        let request = RequestMetadata(host: "127.0.0.1:5338", cookies: cookies, sessionSecret: secret)
        guard case .pass(let permit) = requestGuard.decision(on: request) else { return nil }
        return permit
    }

    @Test("The cookie of a session gives full access only with the session's own secret")
    func sessions() {
        let cookie = "leftoff_5338=\(session.cookie.text)"
        let secret = session.secret.text
        for cookies in [
            [cookie], ["a=b; \(cookie); c=d"], ["a=b", cookie],
            // Other ports can add cookies of the same name.
            ["leftoff_5338=old; \(cookie)"], ["leftoff_5338=\(otherSession.cookie.text); \(cookie)"],
        ] {
            #expect(permit(cookies, secret)?.access == .full, "\(cookies)")
            #expect(permit(cookies, secret)?.credentials == .session(id: session.id), "\(cookies)")
        }
        #expect(permit([cookie], nil)?.credentials == .cookie(id: session.id))
        for wrong in ["", "x", secret + "x", String(secret.dropLast()), otherSession.secret.text, session.cookie.text] {
            #expect(permit([cookie], wrong)?.credentials == .wrongSecret(id: session.id), "\(wrong)")
            #expect(permit([cookie], wrong)?.access == Access.none, "\(wrong)")
        }
    }

    @Test("A secret without its cookie gives no access, and neither does a sign-in without a secret")
    func noSession() {
        let secret = session.secret.text
        for cookies in [
            [], ["leftoff_5339=\(session.cookie.text)"], ["xleftoff_5338=\(session.cookie.text)"],
            ["leftoff_5338=\(session.cookie.text)x"], ["leftoff_5338="], ["leftoff_5338=\(secret)"],
            ["leftoff_5338=\(signIn.claim.text)"],
        ] {
            #expect(permit(cookies, secret)?.credentials == SessionTable.Credentials.none, "\(cookies)")
            #expect(permit(cookies, secret)?.access == Access.none, "\(cookies)")
        }
        let pending = permit(["leftoff_5338=\(signIn.cookie.text)"], signIn.claim.text)
        #expect(pending?.access == Access.none && pending?.credentials == .cookie(id: nil))
    }

    @Test("A token as a cookie gives no access, and the full token is reported")
    func tokensAsCookies() {
        for (token, isReported) in [(tokens.full, true), (tokens.capture, false)] {
            for secret in [nil, token.text, session.secret.text] {
                let permit = permit(["leftoff_5338=\(token.text)"], secret)
                #expect(permit?.access == Access.none && permit?.credentials == SessionTable.Credentials.none)
                #expect(permit?.hasOldCookie == isReported)
            }
        }
    }

    @Test("The name localhost is refused if another program owns the port of ::1")
    func localhost() {
        var requestGuard = requestGuard
        requestGuard.servesLocalhost = false
        for (host, passes) in [
            ("localhost:5338", false), ("LOCALHOST:5338", false), ("127.0.0.1:5338", true), ("[::1]:5338", true),
        ] {
            var isRefused = false
            if case .refuse(let problem) = requestGuard.decision(on: RequestMetadata(host: host)) {
                isRefused = problem.status == .misdirectedRequest
            }
            #expect(isRefused != passes, "\(host)")
        }
    }

    @Test(
        "Browser extensions pass, and only their tokens give access",
        arguments: [
            ("chrome-extension://abcdefghijklmnopabcdefghijklmnop", 0),
            ("moz-extension://01234567-89ab-cdef-0123-456789abcdef", 0),
            ("chrome-extension://abcdefghijklmnopabcdefghijklmno", 403),
            ("chrome-extension://abcdefghijklmnopabcdefghijklmnoq", 403),
            ("chrome-extension://abcdefghijklmnopabcdefghijklmnop/", 403),
            ("chrome-extension://abcdefghijklmnopabcdefghijklmnop.evil.example", 403),
            ("moz-extension://01234567-89AB-cdef-0123-456789abcdef", 403),
            ("moz-extension://0123456789abcdef0123456789abcdef", 403),
            ("moz-extension://01234567-89ab-cdef-0123-456789abcdef-0", 403),
            ("safari-web-extension://01234567-89ab-cdef-0123-456789abcdef", 403),
            ("http://chrome-extension", 403),
        ] as [(String, Int)])
    func extensions(origin: String, status: Int) {
        let cookie = ["leftoff_5338=\(session.cookie.text)"]
        for site in [nil, "none", "cross-site"] {
            let anonymous = outcome {
                $0.origin = origin
                $0.fetchSite = site
                $0.cookies = cookie
                $0.sessionSecret = session.secret.text
            }
            #expect(anonymous == (status, .none))
            let bearer = outcome {
                $0.origin = origin
                $0.fetchSite = site
                $0.authorization = "Bearer \(tokens.full.text)"
            }
            #expect(bearer == (status, status == 0 ? .full : .none))
            let wrong = outcome {
                $0.origin = origin
                $0.cookies = cookie
                $0.authorization = "Bearer \(Token().text)"
            }
            #expect(wrong.status == (status == 0 ? 401 : 403))
        }
    }
}
