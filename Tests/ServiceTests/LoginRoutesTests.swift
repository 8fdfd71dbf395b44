import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Synchronization
import Syntax
import Testing

@testable import Service

@Suite("Signing in with a form")
struct LoginRoutesTests {
    private static let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]

    /// Requests a code with the full token.
    private func code(_ client: RouterClient, _ service: TestService) async throws -> (
        code: String, id: String
    ) {
        let login = try await client.send(.post, "/api/logins", service.full)
        #expect(login.status == .created)
        let code = try #require(login.json["code"]?.string)
        #expect(login.json["origin"]?.string == "http://127.0.0.1:80")
        #expect(login.json["address"]?.string == "http://127.0.0.1:80/?token=\(code)")
        return (code, try #require(login.json["id"]?.string))
    }

    @Test(
        "A local file, an extension and the user sign a browser in, once",
        arguments: [
            [
                "Origin": "null", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate",
                "Sec-Fetch-Dest": "document",
            ],
            ["Origin": "null"],
            ["Origin": "chrome-extension://okekocdladmcglknhgnkbcnbohhfimod", "Sec-Fetch-Site": "cross-site"],
            ["Origin": "moz-extension://01234567-89ab-cdef-0123-456789abcdef"], [:],
        ])
    func signIn(origin: [String: String]) async throws {
        let service = try TestService()
        let fields = origin.reduce(Self.form) { $0.adding($1.key, $1.value) }
        try await service.requests { client async throws in
            let code = try await code(client, service).code
            let response = try await client.send(.post, "/login", fields, "x=1&code=\(code)")
            #expect(response.status == .ok)
            let cookie = try #require(response.headers[.setCookie])
            #expect(cookie.wholeMatch(of: SessionRoutesTests.cookiePattern) != nil)
            #expect(!cookie.contains(service.tokens.full.text))
            #expect(response.text.contains(/<meta name="leftoff-claim" content="[\w-]{43}">/))
            #expect(response.text.contains(#"<meta name="leftoff-next" content="/">"#))
            #expect(response.text.contains("/assets/signed-in.js") && !response.text.contains("{{"))
            #expect(response.headers[.cacheControl] == "no-store")
            #expect(response.headers[.contentType] == "text/html; charset=utf-8" && !response.text.contains(code))
            let again = try await client.send(.post, "/login", fields, "code=\(code)")
            #expect(again.status == .unauthorized && again.headers[.setCookie] == nil)
        }
    }

    @Test(
        "After signing in, the browser goes to the path that the form names",
        arguments: [
            ("next=/copies/abc/text%23leftoff-line", "/copies/abc/text#leftoff-line"),
            ("next=%2Fplaces%2Fabc", "/places/abc"), ("next=/queue?x=1%26y=2", "/queue?x=1&y=2"), ("next=", "/"),
            ("other=/queue", "/"),
        ])
    func next(field: String, path: String) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let code = try await code(client, service).code
            let response = try await client.send(
                .post, "/login", Self.form.adding("Origin", "null"), "\(field)&code=\(code)")
            let escaped = path.replacing("&", with: "&amp;")
            #expect(response.status == .ok)
            #expect(response.text.contains("<meta name=\"leftoff-next\" content=\"\(escaped)\">"))
        }
    }

    @Test(
        "A form cannot name a page of another origin, or another field of the response",
        arguments: [
            "//evil.example", "/\\evil.example", "https://evil.example/", "https:", "javascript:alert(1)", "evil",
            "/%0d%0aSet-Cookie:x=y", "/a%0Ab", "/%09/evil.example", "/%5cevil.example", "%2F%2Fevil.example",
            "/..//evil.example",
            "/./%2fevil.example", "/a/../../b", "/%C3%A9", "/a%20b", "/a%22b", "/a;url=//evil.example", "/%", "/%4",
            "/%FF",
            "#//evil.example", "?x", "/a/.", "/a/%2e%2e/b", "/favicon.ico", "/\u{2028}", " /queue", "%00/queue",
        ])
    func foreignNext(path: String) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let code = try await code(client, service).code
            let fields = Self.form.adding("Origin", "null")
            let response = try await client.send(.post, "/login", fields, "code=\(code)&next=\(path)")
            #expect(response.status == .badRequest, "\(response.status)")
            #expect(response.headers[.setCookie] == nil && !response.text.contains("leftoff-next"))
            #expect(try await client.send(.post, "/login", fields, "code=\(code)").status == .ok)
        }
    }

    @Test(
        "A form without a valid code gets the page that explains how to sign in",
        arguments: [
            ("code=", 401), ("", 401), ("code", 401), ("kode=x", 401), ("code=\(Token().text)", 401),
            (String(repeating: "a", count: LoginRoutes.formLimit + 1), 413),
        ])
    func invalid(body: String, status: Int) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            _ = try await code(client, service)
            let response = try await client.send(.post, "/login", Self.form.adding("Origin", "null"), body)
            #expect(response.status.code == status)
            #expect(response.text.contains("This browser is not signed in"))
            #expect(response.headers[.setCookie] == nil)
        }
    }

    @Test(
        "A body of another type and a GET request do not use up the code", arguments: [HTTPRequest.Method.get, .head])
    func untouched(method: HTTPRequest.Method) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let code = try await code(client, service).code
            let visit = try await client.send(method, "/login?code=\(code)")
            #expect(visit.status == .methodNotAllowed && visit.headers[.allow] == "POST")
            for type in ["text/plain", "application/json", "multipart/form-data; boundary=x"] {
                let response = try await client.send(.post, "/login", [.contentType: type], "code=\(code)")
                #expect(response.status == .unsupportedMediaType, "\(type)")
                #expect(response.text.contains("This browser is not signed in"))
            }
            #expect(try await client.send(.post, "/login", Self.form, "code=\(code)").status == .ok)
        }
    }

    @Test("A form in a frame, a fetch without an origin, and a page of another site are refused")
    func foreign() async throws {
        let service = try TestService()
        let null = Self.form.adding("Origin", "null").adding("Sec-Fetch-Site", "cross-site")
        let site = Self.form.adding("Origin", "https://evil.example")
        try await service.requests { client async throws in
            let code = try await code(client, service).code
            for fields in [
                null.adding("Sec-Fetch-Mode", "navigate").adding("Sec-Fetch-Dest", "iframe"),
                null.adding("Sec-Fetch-Mode", "cors").adding("Sec-Fetch-Dest", "empty"),
                null.adding("Sec-Fetch-Mode", "no-cors").adding("Sec-Fetch-Dest", "image"), site,
                site.adding("Sec-Fetch-Site", "cross-site").adding("Sec-Fetch-Mode", "navigate"),
                Self.form.adding("Sec-Fetch-Site", "cross-site").adding("Sec-Fetch-Mode", "navigate"),
            ] {
                let response = try await client.send(.post, "/login", fields, "code=\(code)")
                #expect(response.status == .forbidden, "\(fields)")
            }
            #expect(try await client.send(.post, "/login", Self.form, "code=\(code)").status == .ok)
        }
    }

    @Test("The service reports if a code was used, to clients with the full token only")
    func used() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let (code, id) = try await code(client, service)
            let path = "/api/logins/\(id)"
            #expect(id != code && !code.contains(id))
            #expect(try await client.send(.get, path, service.capture).status == .forbidden)
            #expect(try await client.send(.get, path, service.full).json["used"]?.bool == false)
            #expect(try await client.send(.post, "/login", Self.form, "code=\(code)").status == .ok)
            #expect(try await client.send(.get, path, service.full).json["used"]?.bool == true)
            #expect(try await client.send(.get, "/api/logins/\(code)", service.full).status == .notFound)
            let other = try await self.code(client, service)
            #expect(try await client.send(.get, "/?token=\(other.code)").status == .seeOther)
            #expect(try await client.send(.get, "/api/logins/\(other.id)", service.full).json["used"]?.bool == true)
        }
    }

    @Test("The log of requests never contains a code", arguments: [ServiceLog.Format.text, .json])
    func log(format: ServiceLog.Format) async throws {
        let lines = Mutex<[String]>([])
        let log = ServiceLog(format: format, secrets: []) { line in lines.withLock { $0.append(line) } }
        var logger = Logger(label: "test") { _ in log }
        logger.logLevel = .trace
        let service = try TestService(logger: logger)
        try await service.requests { client async throws in
            let (code, id) = try await code(client, service)
            let null = Self.form.adding("Origin", "null")
            _ = try await client.send(.get, "/login?code=\(code)")
            _ = try await client.send(.post, "/login?code=\(code)", null, "code=x")
            _ = try await client.send(.post, "/login", [.contentType: "text/plain"], "code=\(code)")
            #expect(try await client.send(.post, "/login", null, "code=\(code)").status == .ok)
            _ = try await client.send(.post, "/login", null, "code=\(code)")
            _ = try await client.send(.get, "/api/logins/\(id)", service.full)
            let text = lines.withLock { $0.joined(separator: "\n") }
            #expect(text.contains("/login"))
            #expect(!text.contains(code), "\(text.replacing(code, with: "CODE"))")
        }
    }

    @Test("The version and the process of the service require the full token")
    func status() async throws {
        let service = try TestService { $0.version = "1.2.3" }
        try await service.requests { client async throws in
            let response = try await client.send(.get, "/api/service", service.full)
            #expect(response.json["version"]?.string == "1.2.3")
            #expect(response.json["pid"]?.integer == Int(ProcessInfo.processInfo.processIdentifier))
            #expect(try await client.send(.get, "/api/service", service.capture).status == .forbidden)
        }
    }
}
