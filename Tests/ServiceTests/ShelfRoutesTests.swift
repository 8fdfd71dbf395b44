import HTTPTypes
import Hummingbird
import Places
import Syntax
import Testing

@testable import Service

@Suite("Routes of the shelf and of the trash")
struct ShelfRoutesTests {
    private static let two =
        #"{"addresses":["https://example.org/a","https://example.org/b"],"tags":["x"],"fetch":false}"#

    @Test("Pages are added, listed as cards, changed, forgotten, and brought back by one undo")
    func whole() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let full = service.full.json
            let added = try await client.send(.post, "/api/shelf/places", full, Self.two)
            #expect(added.json["places"]?.array?.map { $0["isNew"]?.bool } == [true, true])
            let listed = try await client.send(.get, "/api/shelf?state=unfinished&limit=1", service.full)
            #expect(listed.json["total"]?.integer == 2 && listed.json["isLast"]?.bool == false)
            #expect(listed.headers[.link] != nil)
            #expect(listed.json["pages"]?[0]?["place"]?["tags"]?[0]?.string == "x")
            let mark =
                #"{"change":{"kind":"mark","state":"finished"},"selection":{"pages":["https://example.org/a"]}}"#
            #expect(try await client.send(.post, "/api/shelf/changes", full, mark).json["changed"]?.integer == 1)
            let stale = #"{"change":{"kind":"forget"},"selection":{"matching":{"tag":"x"},"expected":7}}"#
            let refused = try await client.send(.post, "/api/shelf/changes", full, stale)
            #expect(refused.status == .conflict && refused.json["count"]?.integer == 2)
            let forget = #"{"change":{"kind":"forget"},"selection":{"matching":{"tag":"x"},"expected":2}}"#
            let forgotten = try await client.send(.post, "/api/shelf/changes", full, forget)
            let id = try #require(forgotten.json["id"]?.string)
            let trash = try await client.send(.get, "/api/trash", service.full)
            #expect(trash.json["places"]?.array?.count == 2)
            let undone = try await client.send(.post, "/api/shelf/changes/\(id)/undo", service.full)
            #expect(undone.json["changed"]?.integer == 2)
            let again = try await client.send(.post, "/api/shelf/changes/\(id)/undo", service.full)
            #expect(again.status == .notFound)
            let next = try await client.send(.get, "/api/shelf/next", service.full)
            #expect(next.json["page"]?.string == "https://example.org/b")
        }
    }

    @Test("A hit in the title shows its match")
    func excerpt() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let place = #"{"url":"https://example.org/","title":"Foxes and wolves","pageYOffset":7}"#
            _ = try await client.send(.post, "/api/snapshots", service.full.json, place)
            let found = try await client.send(.get, "/api/shelf?q=wolv", service.full)
            #expect(found.json["pages"]?[0]?["place"]?["excerpt"]?["match"]?.string == "wolves")
        }
    }

    @Test("An invalid address is named, and nothing is stored")
    func invalid() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let body = #"{"addresses":["https://example.org/a","javascript:0"]}"#
            let response = try await client.send(.post, "/api/shelf/places", service.full.json, body)
            #expect(response.status == .badRequest)
            #expect(response.json["invalid"]?[0]?["address"]?.string == "javascript:0")
            let listed = try await client.send(.get, "/api/shelf", service.full)
            #expect(listed.json["pages"]?.array?.isEmpty == true)
        }
    }
}
