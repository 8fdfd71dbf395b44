import HTTPTypes
import Hummingbird
import Places
import Syntax
import Testing

@testable import Service

@Suite("Protection of every response")
struct ProtectionTests {
    /// Returns a request for each route, with ids that do not exist, and some for unknown routes.
    private func everyRequest(_ service: TestService) -> [(HTTPRequest.Method, String)] {
        let filled = service.service.testRouter.routes.map { route in
            let path = route.path.description
            return (route.method, path.replacing("{id}", with: "000").replacing("{name}", with: "app.css"))
        }
        return filled + [
            (.get, "/nothing"), (.post, "/"), (.put, "/api/queue"), (.options, "/api/queue"), (.head, "/"),
        ]
    }

    @Test("Every response, errors included, has the protective fields and no permission for other origins")
    func fields() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            for (method, path) in everyRequest(service) {
                // The event stream does not end; WireAttackTests covers it.
                let fullFields = path == "/api/events" ? service.capture : service.full
                for fields in [HTTPFields(), fullFields, service.full.adding("Origin", "https://evil.example")] {
                    let response = try await client.send(method, path, fields)
                    let what = "\(method) \(path): \(response.status)"
                    let policy = try #require(response.headers[.contentSecurityPolicy], "\(what)")
                    for directive in [
                        "default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'",
                        "form-action 'none'",
                    ] { #expect(policy.contains(directive), "\(what)") }
                    #expect(!policy.contains("unsafe"), "\(what)")
                    #expect(response.headers[.xContentTypeOptions] == "nosniff", "\(what)")
                    #expect(response.headers[.referrerPolicy] == "no-referrer", "\(what)")
                    #expect(response.headers[.frameOptions] == "DENY", "\(what)")
                    #expect(response.headers[.crossOriginResourcePolicy] == "same-origin", "\(what)")
                    let opener = ["/r", "/sample"].contains(path) ? "unsafe-none" : "same-origin"
                    #expect(response.headers[.crossOriginOpenerPolicy] == opener, "\(what)")
                    #expect(["no-store", "no-cache"].contains(response.headers[.cacheControl]), "\(what)")
                    #expect(response.headers[.accessControlAllowOrigin] == nil, "\(what)")
                }
            }
        }
    }

    @Test("Browsers never store responses of the API")
    func caching() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            for path in ["/api/snapshots", "/api/queue", "/api/snapshots/x", "/", "/install", "/healthz"] {
                #expect(try await client.send(.get, path, service.full).headers[.cacheControl] == "no-store")
            }
        }
    }

    @Test("GET changes nothing: every route of that method leaves the store as it is")
    func gettingChangesNothing() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let body = #"{"url":"https://example.org/"}"#
            _ = try await client.send(.post, "/api/snapshots", service.full.json, body)
            _ = try await client.send(.post, "/api/queue", service.full.json, #"{"urls":["https://example.org/"]}"#)
            let places = try await client.send(.get, "/api/snapshots", service.full)
            let queue = try await client.send(.get, "/api/queue", service.full)
            let place = try #require(places.json[0]?["id"]?.string)
            let item = try #require(queue.json[0]?["id"]?.string)
            for route in service.service.testRouter.routes
            where [.get, .head].contains(route.method) && route.path.description != "/api/events" {
                for id in [place, item] {
                    let path = route.path.description.replacing("{id}", with: id).replacing("{name}", with: "app.js")
                    _ = try await client.send(.get, path, service.full)
                }
            }
            for action in ["pause", "resume", "retry"] {
                let response = try await client.send(.get, "/api/queue/\(item)/\(action)", service.full)
                #expect(response.status == .methodNotAllowed)
            }
            #expect(try await client.send(.get, "/api/snapshots", service.full).text == places.text)
            #expect(try await client.send(.get, "/api/queue", service.full).text == queue.text)
        }
    }

    @Test("A wrong method gives 405, a wrong path 404")
    func methods() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let wrong = try await client.send(.put, "/api/snapshots", service.full.json, "{}")
            #expect(wrong.status == .methodNotAllowed)
            #expect(wrong.headers[.allow] == "GET, HEAD, POST")
            #expect(wrong.headers[.contentType] == "application/problem+json")
            let options = try await client.send(.options, "/api/snapshots/abc", service.full)
            #expect(options.status == .methodNotAllowed)
            #expect(options.headers[.allow] == "DELETE, GET, HEAD, PATCH")
            #expect(try await client.send(.get, "/api/nothing", service.full).status == .notFound)
            #expect(try await client.send(.head, "/healthz").status == .ok)
        }
    }

    @Test("Every route is behind the guard")
    func guarded() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            for (method, path) in everyRequest(service) {
                let foreign = service.session.adding("Origin", "https://evil.example").json
                #expect(try await client.send(method, path, foreign, "{}").status == .forbidden, "\(method) \(path)")
                let bearer = HTTPFields([HTTPField(name: .authorization, value: "Bearer wrong")])
                // A method that the path does not support is refused before the token is checked.
                let table = RouteTable(routes: service.service.testRoutes)
                let expected: HTTPResponse.Status =
                    table.methodProblem(method, at: path) == nil ? .unauthorized : .methodNotAllowed
                #expect(try await client.send(method, path, bearer).status == expected, "\(method) \(path)")
            }
        }
        // A service on another port rejects the Host of the testing client.
        let other = try TestService(port: 5338)
        try await other.requests { client async throws in
            for (method, path) in everyRequest(other) {
                #expect(try await client.send(method, path, other.full).status == .misdirectedRequest, "\(path)")
            }
        }
    }
}
