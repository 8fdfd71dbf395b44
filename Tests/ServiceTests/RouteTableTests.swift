import HTTPTypes
import Hummingbird
import Testing

@testable import Service

@Suite("The table of routes")
struct RouteTableTests {
    private static let table = RouteTable(routes: [
        .get("/items") { _, _ in Response(status: .ok) }, .get("/items/{id}") { _, _ in Response(status: .ok) },
        .delete("/items/{id}") { _, _ in Response(status: .ok) },
        .action("/items/newest") { _, _ in Response(status: .ok) },
        .post("/items/{id}/undo") { _, _ in Response(status: .ok) },
        .get("/items/newest/{part}") { _, _ in Response(status: .ok) },
    ])

    @Test(
        "A fixed segment takes precedence over a parameter, as in the router",
        arguments: [
            ("/items", ["GET", "HEAD"]), ("/items/5", ["DELETE", "GET", "HEAD"]), ("/items/newest", ["POST"]),
            ("/items/5/undo", ["POST"]), ("/items/newest/undo", ["GET", "HEAD"]),
            ("/items//5", ["DELETE", "GET", "HEAD"]),
            ("/other", []),
        ])
    func methods(path: String, expected: [String]) {
        #expect(Self.table.methods(at: path) == expected)
    }

    @Test(
        "A method that the path does not support gets its own methods; HEAD is supported wherever GET is",
        arguments: [
            ("GET", "/items/newest", "POST"), ("DELETE", "/items/newest", "POST"), ("TRACE", "/items", "GET, HEAD"),
            ("POST", "/items/5", "DELETE, GET, HEAD"),
            ("HEAD", "/items/newest", "POST"), ("HEAD", "/items", nil), ("GET", "/items", nil), ("GET", "/none", nil),
        ] as [(String, String, String?)])
    func problems(method: String, path: String, allow: String?) throws {
        let problem = Self.table.methodProblem(try #require(HTTPRequest.Method(method)), at: path)
        #expect(problem?.fields[.allow] == allow)
        #expect(problem.map { $0.status == .methodNotAllowed } ?? true)
    }

    @Test("TRACE and other methods that no path supports get 405 with Allow on every path, with any token")
    func unsupported() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            for path in Set(service.service.testRoutes.map(\.path)) {
                let filled = path.replacing("{id}", with: "000").replacing("{name}", with: "app.css")
                for method in [HTTPRequest.Method.trace, .options, .put, .connect] {
                    if method == .put, path.contains("/copies/"), path.hasPrefix("/api/") { continue }
                    for fields in [HTTPFields(), service.full, [.authorization: "Bearer wrong"]] {
                        let response = try await client.send(method, filled, fields)
                        #expect(response.status == .methodNotAllowed, "\(method) \(path)")
                        #expect(response.headers[.allow]?.isEmpty == false, "\(method) \(path)")
                    }
                }
            }
        }
    }

    @Test("A file that does not exist is not found with HEAD either")
    func head() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            #expect(try await client.send(.head, "/assets/none.js").status == .notFound)
        }
    }
}
