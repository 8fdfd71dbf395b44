import FoundationEssentials
import HTTPTypes
import Hummingbird
import Syntax
import Testing

@testable import Service

@Suite("Sessions")
struct SessionRoutesTests {
    /// The Set-Cookie field that begins a session.
    nonisolated(unsafe) static let cookiePattern =
        /leftoff_80=[\w-]{43}; Max-Age=2592000; HttpOnly; SameSite=Strict; Path=\//

    /// A browser that has opened the address of `serve`.
    private struct Visitor {
        let cookie: String
        let claim: String

        init(_ client: RouterClient, _ service: TestService, _ others: HTTPFields = [:]) async throws {
            var fields = others.adding("Sec-Fetch-Mode", "navigate").adding("Sec-Fetch-Dest", "document")
            fields[.userAgent] = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
            let response = try await client.send(.get, "/?token=\(service.tokens.full.text)", fields)
            cookie = String(try #require(response.headers[.setCookie]).prefix { $0 != ";" })
            claim = String(try #require(response.headers[.location]).dropFirst("/#leftoff-claim=".count))
        }

        var cookieField: HTTPFields { [.cookie: cookie] }

        func register(
            _ secret: String, _ client: RouterClient, claim: String? = nil, fields: HTTPFields? = nil
        ) async throws -> TestResponse {
            try await client.send(
                .post, "/api/sessions", (fields ?? cookieField).json.adding("Origin", "http://localhost"),
                #"{"claim":"\#(claim ?? self.claim)","secret":"\#(secret)"}"#)
        }

        func session(_ secret: String) -> HTTPFields { cookieField.adding("Leftoff-Session", secret) }
    }

    @Test("A page registers its secret with the cookie and the claim, once, and then has full access")
    func claim() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let visitor = try await Visitor(client, service)
            let secret = Token().text
            #expect(
                try await client.send(.get, "/api/sessions/current", visitor.session(secret)).status == .unauthorized)
            #expect(try await visitor.register(secret, client).status == .noContent)
            let current = try await client.send(.get, "/api/sessions/current", visitor.session(secret))
            #expect(current.status == .ok && current.json["current"]?.bool == true)
            #expect(current.json["browser"]?.string == "Firefox on Linux")
            #expect(current.json["endsAt"]?.string == "2016-04-14T03:33:20.000Z")
            let other = Token().text
            #expect(try await visitor.register(other, client).status == .unauthorized)
            #expect(try await client.send(.get, "/api/snapshots", visitor.session(other)).status == .unauthorized)
            #expect(try await client.send(.get, "/api/snapshots", visitor.session(secret)).status == .ok)
        }
    }

    @Test("The cookie without the claim, and the claim without the cookie, register no secret")
    func halves() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let (visitor, other) = (try await Visitor(client, service), try await Visitor(client, service))
            let secret = Token().text
            for claim in ["", "x", Token().text, other.claim, String(visitor.cookie.suffix(43))] {
                let response = try await visitor.register(secret, client, claim: claim)
                #expect(response.status == .unauthorized, "\(claim)")
            }
            for fields in [HTTPFields(), other.cookieField, service.cookieOnly, service.full] {
                #expect(try await visitor.register(secret, client, fields: fields).status == .unauthorized)
            }
            // Nothing of it has used up the claim.
            #expect(try await visitor.register(secret, client).status == .noContent)
        }
    }

    @Test("A claim ends after two minutes, and other origins cannot use it")
    func claimEnds() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let visitor = try await Visitor(client, service)
            for origin in [
                "http://127.0.0.1", "http://localhost:8080", "null", "https://evil.example",
                "chrome-extension://okekocdladmcglknhgnkbcnbohhfimod",
            ] {
                let response = try await client.send(
                    .post, "/api/sessions", visitor.cookieField.json.adding("Origin", origin),
                    #"{"claim":"\#(visitor.claim)","secret":"\#(Token().text)"}"#)
                #expect([.forbidden, .unauthorized].contains(response.status), "\(origin)")
            }
            service.time.move(by: SessionRegistry.claimLifetime)
            service.time.set(by: -SessionRegistry.claimLifetime)
            #expect(try await visitor.register(Token().text, client).status == .unauthorized)
            #expect(try await client.send(.get, "/", visitor.cookieField).status == .unauthorized)
        }
    }

    @Test("A clock that is set back prolongs no code and no ticket")
    func setBack() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let login = service.service.issueLoginCode()
            let shown = try await client.send(.post, "/api/pairings/code", service.full)
            let pairing = try #require(shown.json["code"]?.string)
            let captured = try await client.send(
                .post, "/api/snapshots", service.capture.json, #"{"url":"https://example.org/"}"#)
            let (id, undo) = (captured.json["id"]?.string ?? "", captured.json["undo"]?.string ?? "")
            service.time.move(by: LoginCodes.lifetime)
            service.time.set(by: -LoginCodes.lifetime)
            let visit = HTTPFields().adding("Sec-Fetch-Mode", "navigate")
            #expect(try await client.send(.get, "/?token=\(login)", visit).status == .unauthorized)
            let redeemed = try await client.send(.post, "/api/pairings", HTTPFields().json, #"{"code":"\#(pairing)"}"#)
            #expect(redeemed.status == .forbidden)
            let undone = try await client.send(
                .post, "/api/snapshots/\(id)/undo", service.capture.json, #"{"ticket":"\#(undo)"}"#)
            #expect(undone.status == .forbidden)
        }
    }

    @Test(
        "A secret that is not 43 characters of URL-safe Base64 is refused",
        arguments: ["", "x", String(repeating: "a", count: 42), String(repeating: "a", count: 44), "\u{E9}"])
    func secrets(secret: String) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let visitor = try await Visitor(client, service)
            #expect(try await visitor.register(secret, client).status == .unprocessableContent)
            #expect(try await visitor.register(Token().text, client).status == .noContent)
        }
    }

    @Test("A browser that signs in again keeps one session")
    func again() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let visitor = try await Visitor(client, service, service.cookieOnly)
            let secret = Token().text
            #expect(try await visitor.register(secret, client).status == .noContent)
            #expect(try await client.send(.get, "/api/snapshots", service.session).status == .unauthorized)
            let list = try await client.send(.get, "/api/sessions", visitor.session(secret)).json["sessions"]?.array
            #expect(list?.count == 1)
        }
    }

    @Test("Sessions are listed without their secrets, and ended one by one or all others at once")
    func list() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            var others: [(fields: HTTPFields, id: String)] = []
            for _ in 0..<3 {
                let (visitor, secret) = (try await Visitor(client, service), Token().text)
                #expect(try await visitor.register(secret, client).status == .noContent)
                let current = try await client.send(.get, "/api/sessions/current", visitor.session(secret))
                others.append((visitor.session(secret), try #require(current.json["id"]?.string)))
            }
            let list = try await client.send(.get, "/api/sessions", service.session)
            let entries = try #require(list.json["sessions"]?.array)
            #expect(entries.count == 4 && entries.count { $0["current"]?.bool == true } == 1)
            for entry in entries {
                let keys = entry.object?.keys.sorted()
                #expect(keys == ["browser", "createdAt", "current", "endsAt", "id", "usedAt"])
            }
            #expect(
                try await client.send(.delete, "/api/sessions/\(others[0].id)", service.session).status == .noContent)
            #expect(try await client.send(.get, "/api/snapshots", others[0].fields).status == .unauthorized)
            #expect(
                try await client.send(.delete, "/api/sessions/\(others[0].id)", service.session).status == .notFound)
            #expect(try await client.send(.get, "/api/snapshots", others[1].fields).status == .ok)
            #expect(try await client.send(.delete, "/api/sessions", service.session).status == .noContent)
            for other in others {
                #expect(try await client.send(.get, "/api/snapshots", other.fields).status == .unauthorized)
            }
            let out = try await client.send(.delete, "/api/sessions/current", service.session)
            #expect(out.status == .noContent && out.headers[.setCookie]?.contains("Max-Age=0") == true)
            #expect(try await client.send(.get, "/api/snapshots", service.session).status == .unauthorized)
            #expect(try await client.send(.get, "/", service.cookieOnly).status == .unauthorized)
        }
    }

    @Test("A session ends after 7 days without use, and after 30 days with use")
    func ends() async throws {
        let (unused, used) = (try TestService(), try TestService())
        try await unused.requests { client async throws in
            unused.time.move(by: Session.idleLifetime - 1)
            #expect(try await client.send(.get, "/api/snapshots", unused.cookieOnly).status == .unauthorized)
            unused.time.move(by: 1)
            #expect(try await client.send(.get, "/api/snapshots", unused.session).status == .unauthorized)
        }
        try await used.requests { client async throws in
            for _ in 0..<5 {
                used.time.move(by: Session.idleLifetime - 3_600)
                let status = try await client.send(.get, "/api/snapshots", used.session).status
                #expect(
                    status
                        == (used.time.now.timeIntervalSince1970 < 1_460_000_000 + Session.lifetime
                            ? .ok : .unauthorized))
            }
            #expect(try await client.send(.get, "/api/snapshots", used.session).status == .unauthorized)
        }
    }

    @Test("A ticket is issued only to a session, and only for copies and the export")
    func tickets() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            for (path, status) in [
                ("/api/export", 201), ("/api/export?format=csv&copies=false", 201), ("/copies/abc/text", 201),
                ("/api/snapshots", 422), ("//evil.example/copies/x", 422), ("https://evil.example/", 422), ("", 422),
                ("/api/export#x", 422), ("/copies/../api/snapshots", 422), ("/api/exports", 422),
            ] {
                let body = #"{"path":"\#(path)"}"#
                let response = try await client.send(.post, "/api/tickets", service.session.json, body)
                #expect(response.status.code == status, "\(path)")
            }
            let body = #"{"path":"/api/export"}"#
            #expect(try await client.send(.post, "/api/tickets", service.full.json, body).status == .forbidden)
        }
    }

    @Test("A browser downloads the export with a ticket, until its session ends")
    func exportTicket() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let body = #"{"path":"/api/export?format=csv"}"#
            let issued = try await client.send(.post, "/api/tickets", service.session.json, body)
            let address = try #require(issued.json["address"]?.string)
            #expect(address.hasPrefix("/api/export?format=csv&ticket="))
            let file = try await client.send(.get, address, service.cookieOnly)
            #expect(file.status == .ok && file.headers[.contentDisposition]?.hasPrefix("attachment") == true)
            #expect(try await client.send(.head, address, service.cookieOnly).status == .unauthorized)
            #expect(try await client.send(.get, address).status == .unauthorized)
            _ = try await client.send(.delete, "/api/sessions/current", service.session)
            #expect(try await client.send(.get, address, service.cookieOnly).status == .unauthorized)
        }
    }

    @Test(
        "A browser is named by its User-Agent, whose text is not stored",
        arguments: [
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36",
                "Chrome or Chromium on Linux"
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0",
                "Edge on Windows"
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18 Safari/605",
                "Safari on macOS"
            ),
            ("Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0", "Firefox on Android"),
            ("curl/8.0", "Unknown browser"), ("<script>\u{1B}]52;", "Unknown browser"), (nil, "Unknown browser"),
        ] as [(String?, String)])
    func browsers(userAgent: String?, name: String) {
        #expect(BrowserName.of(userAgent: userAgent) == name)
    }
}
