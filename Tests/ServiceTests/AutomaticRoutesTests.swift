import FoundationEssentials
import HTTPTypes
import Hummingbird
import Places
import Syntax
import Testing

@testable import Service

@Suite("Automatic places in the API")
struct AutomaticRoutesTests {
    private static let path = "/api/snapshots?origin=automatic"

    private static func body(_ page: String, text: Double = 0.4) -> String {
        #"{"url":"https://example.org/\#(page)","progress":{"text":\#(text)}}"#
    }

    @Test("An automatic place is created, renewed, listed by its origin, kept, and ended")
    func life() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let added = try await client.send(.post, Self.path, service.full.json, Self.body("a"))
            let id = try #require(added.json["id"]?.string)
            #expect(added.status == .created && added.json["origin"]?.string == "automatic")
            #expect(added.json["expiresAt"]?.string != nil)
            let renewed = try await client.send(.post, Self.path, service.full.json, Self.body("a", text: 0.5))
            #expect(renewed.status == .ok && renewed.json["id"]?.string == id)
            #expect(renewed.json["progress"]?.number == 0.5)
            for (query, count) in [("automatic", 1), ("click", 0), ("import", 0), ("click&origin=automatic", 1)] {
                let list = try await client.send(.get, "/api/snapshots?origin=\(query)", service.full)
                #expect(list.json.array?.count == count, "\(query)")
            }
            let whole = try await client.send(.get, "/api/snapshots?whole=true&limit=1", service.full).json
            #expect(whole[0]?["snapshot"]?["progress"]?["text"]?.number == 0.5)
            // A larger limit than that of complete snapshots lists as many as there may be.
            #expect(try await client.send(.get, "/api/snapshots?whole=true&limit=500", service.full).status == .ok)
            #expect(
                try await client.send(.get, "/api/snapshots?whole=true&limit=501", service.full).status == .badRequest)
            let kept = try await client.send(
                .patch, "/api/snapshots/\(id)", service.full.json, #"{"origin":"click"}"#)
            #expect(kept.status == .ok && kept.json["origin"]?.string == "click" && kept.json["expiresAt"] == .null)
            let second = try await client.send(.post, Self.path, service.full.json, Self.body("a"))
            #expect(second.status == .created && second.json["id"]?.string != id)
            let ended = try await client.send(.post, Self.path, service.full.json, Self.body("a", text: 0.96))
            #expect(ended.status == .ok && ended.json["notice"]?.string?.contains("end") == true)
            _ = try await client.send(.post, Self.path, service.full.json, Self.body("a"))
            for _ in 1...2 {
                let gone = try await client.send(
                    .delete, "/api/automatic?page=https%3A%2F%2Fexample.org%2Fa", service.full)
                #expect(gone.status == .noContent)
            }
            let list = try await client.send(.get, "/api/snapshots", service.full)
            #expect(list.json.array?.map { $0["id"]?.string } == [id])
        }
    }

    @Test("A page that was forgotten for good refuses automatic places until it is allowed or undone")
    func refusals() async throws {
        let service = try TestService()
        let path = "/api/automatic/refusals"
        let page = #"{"page":"https://example.org/a#x"}"#
        try await service.requests { client async throws in
            let added = try await client.send(.post, Self.path, service.full.json, Self.body("a"))
            let id = try #require(added.json["id"]?.string)
            let refusal = try await client.send(.post, path, service.full.json, page)
            #expect(refusal.status == .created && refusal.json["place"]?.string == id)
            let list = try await client.send(.get, path, service.full)
            #expect(list.json.array == [refusal.json])
            let again = try await client.send(.post, Self.path, service.full.json, Self.body("a"))
            #expect(again.status == .ok && again.json["notice"]?.string?.contains("refused") == true)
            let undone = try await client.send(.post, "/api/snapshots/\(id)/undo", service.full)
            #expect(undone.status == .ok && undone.json["origin"]?.string == "automatic")
            #expect(try await client.send(.get, path, service.full).json.array == [])
            _ = try await client.send(.post, path, service.full.json, page)
            let allowed = try await client.send(
                .delete, "\(path)?page=https%3A%2F%2Fexample.org%2Fa", service.full)
            #expect(allowed.status == .noContent)
            #expect(
                try await client.send(.post, Self.path, service.full.json, Self.body("a")).status == .created)
        }
    }

    @Test("The capture token adds no automatic place, and wrong values are named")
    func refused() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let body = Self.body("a")
            #expect(try await client.send(.post, Self.path, service.capture.json, body).status == .forbidden)
            for path in ["/api/snapshots?origin=import", "/api/snapshots?origin=x", "/api/snapshots?other=1"] {
                #expect(try await client.send(.post, path, service.full.json, body).status == .badRequest, "\(path)")
            }
            #expect(try await client.send(.get, "/api/snapshots?origin=x", service.full).status == .badRequest)
            for path in ["/api/automatic", "/api/automatic?page=x", "/api/automatic/refusals"] {
                #expect(try await client.send(.delete, path, service.full).status == .badRequest, "\(path)")
            }
            let id = try #require(
                try await client.send(.post, Self.path, service.full.json, body).json["id"]?.string)
            for origin in ["\"automatic\"", "null", "7"] {
                let changed = try await client.send(
                    .patch, "/api/snapshots/\(id)", service.full.json, #"{"origin":\#(origin)}"#)
                #expect(changed.status == .unprocessableContent, "\(origin)")
            }
        }
    }
}
