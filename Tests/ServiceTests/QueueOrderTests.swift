import HTTPTypes
import Hummingbird
import Places
import Syntax
import Testing

@testable import Service

@Suite("The order of downloads over the API")
struct QueueOrderTests {
    private func enqueue(_ client: RouterClient, _ service: TestService) async throws -> [String] {
        let urls = (1...4).map { #""https://example.org/\#($0)""# }.joined(separator: ",")
        let response = try await client.send(.post, "/api/queue", service.full.json, #"{"urls":[\#(urls)]}"#)
        return response.json.array?.compactMap { $0["id"]?.string } ?? []
    }

    private func order(_ client: RouterClient, _ service: TestService) async throws -> [String] {
        try await client.send(.get, "/api/queue", service.full).json.array?.compactMap { $0["id"]?.string } ?? []
    }

    @Test("A download can be moved to a priority, before another, and after another")
    func moves() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let ids = try await enqueue(client, service)
            func move(_ item: Int, _ body: String) async throws -> TestResponse {
                try await client.send(.patch, "/api/queue/\(ids[item])", service.session.json, body)
            }
            let moved = try await move(3, #"{"before":"\#(ids[1])"}"#)
            #expect(moved.status == .ok && moved.json["id"]?.string == ids[3])
            #expect(try await order(client, service) == [0, 3, 1, 2].map { ids[$0] })
            #expect(try await move(0, #"{"after":"\#(ids[2])"}"#).status == .ok)
            #expect(try await order(client, service) == [3, 1, 2, 0].map { ids[$0] })
            let set = try await move(2, #"{"priority":1000000}"#)
            #expect(set.json["priority"]?.integer == 1_000_000)
            #expect(try await order(client, service) == [2, 3, 1, 0].map { ids[$0] })
        }
    }

    @Test(
        "An empty, ambiguous or invalid request moves nothing",
        arguments: [
            ("{}", 422), (#"{"priority":1,"before":"x"}"#, 422), (#"{"priority":1.5}"#, 422), ("[]", 422), ("{", 400),
            (#"{"priority":"1"}"#, 422), (#"{"priority":1000001}"#, 422), (#"{"before":"zzzzzzzzzzzz"}"#, 404),
            (#"{"priority":null}"#, 422), (#"{"priority":1,"after":null}"#, 422), (#"{"priority":1,"also":1}"#, 422),
        ])
    func refused(body: String, status: Int) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let ids = try await enqueue(client, service)
            let response = try await client.send(.patch, "/api/queue/\(ids[2])", service.full.json, body)
            #expect(response.status.code == status, "\(response.text)")
            #expect(try await order(client, service) == ids)
            let unknown = try await client.send(
                .patch, "/api/queue/zzzzzzzzzzzz", service.full.json, #"{"priority":1}"#)
            #expect(unknown.status == .notFound)
        }
    }
}
