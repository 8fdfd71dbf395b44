import FoundationEssentials
import HTTPTypes
import Hummingbird
import Syntax
import Testing

@testable import Service

/// Compares what the service sends with what its description says, for every operation and every way to be refused.
@Suite("Documented responses")
struct DocumentedResponseTests {
    /// A way in which a request is refused before its route serves it.
    enum Refusal: CaseIterable {
        case noToken
        case wrongToken
        case captureToken
        case otherOrigin
        case otherHost
        case twoSlashes
        case unexpectedBody
        case oversizedBody
    }

    private func request(
        _ refusal: Refusal, _ route: Route, _ path: String, _ service: TestService
    ) -> (path: String, fields: HTTPFields, body: String?) {
        let body = "{}"
        switch refusal {
        case .noToken: return (path, [:], nil)
        case .wrongToken: return (path, [.authorization: "Bearer wrong"], nil)
        case .captureToken: return (path, service.capture, nil)
        case .otherOrigin: return (path, service.full.adding("Origin", "https://evil.example"), nil)
        case .otherHost: return (path, service.full, nil)
        case .twoSlashes: return ("/" + path, service.full, nil)
        case .unexpectedBody: return (path, service.full.json.adding("Content-Length", "2"), body)
        case .oversizedBody: return (path, service.full.json.adding("Content-Length", "99999999999"), nil)
        }
    }

    @Test(
        "Each refusal has a described status and media type: pages for people, problem details for programs",
        arguments: Refusal.allCases)
    func refusals(refusal: Refusal) async throws {
        // The testing client's Host is that of port 80.
        let service = try TestService(port: refusal == .otherHost ? 5338 : TestService.port)
        let source = try #require(WebAsset.embedded["openapi.json"]).body
        let description = try JSONDecoder().decode(JSONValue.self, from: Data(source.readableBytesView))
        try await service.requests { client async throws in
            for route in service.service.testRoutes where route.path != "/api/events" || refusal != .noToken {
                let filled = route.path.replacing("{id}", with: "000").replacing("{name}", with: "app.css")
                    .replacing("{kind}", with: "text")
                let (path, fields, body) = request(refusal, route, filled, service)
                let response = try await client.send(route.method, path, fields, body)
                guard response.status.code >= 400 else { continue }
                let name = "\(refusal) \(route.method) \(route.path): \(response.status.code)"
                let operation = description["paths"]?[route.path]?[route.method.rawValue.lowercased()]
                var documented = operation?["responses"]?["\(response.status.code)"]
                if let reference = documented?["$ref"]?.string {
                    documented = reference.split(separator: "/").dropFirst().reduce(description as JSONValue?) {
                        $0?[String($1)]
                    }
                }
                let types = documented?["content"]?.object.map { Array($0.keys) } ?? []
                let type = response.headers[.contentType]?.split(separator: ";").first.map(String.init) ?? ""
                #expect(types.contains(type), "\(name) \(type), described \(types)")
                #expect((type == "text/html") == (route.allowsNavigation || route.acceptsForeignForms), "\(name)")
                if response.status == .unauthorized { #expect(response.headers[.wwwAuthenticate] != nil, "\(name)") }
            }
        }
    }

    @Test("The page of a problem shows its text without parsing it as HTML")
    func problemPage() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let response = try await client.send(.trace, "/install", service.full)
            #expect(response.status == .methodNotAllowed)
            #expect(response.headers[.contentType] == "text/html; charset=utf-8")
            #expect(response.text.contains("<h1>Method Not Allowed</h1>"))
            #expect(response.text.contains("this path does not support TRACE"))
            let hostile = try #require(HTTPRequest.Method("A&B"))
            let escaped = try await client.send(hostile, "/install", service.full)
            #expect(escaped.text.contains("this path does not support A&amp;B"))
        }
    }
}
