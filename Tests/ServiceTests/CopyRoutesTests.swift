import FoundationEssentials
import HTTPTypes
import Hummingbird
import Places
import Store
import Syntax
import Testing

@testable import Service

@Suite("Copies")
struct CopyRoutesTests {
    private static let text = #"""
        {"url":"https://example.org/foxes","title":"Foxes","blocks":[{"kind":"paragraph","later":1,
         "runs":["The quick brown fox jumps over the lazy dog"]}]}
        """#
    private static let stored =
        #"{"blocks":[{"kind":"paragraph","runs":["The quick brown fox jumps over the lazy dog"]}],"schema":1,"#
        + #""title":"Foxes","url":"https://example.org/foxes"}"#
    private static let snapshot = #"{"url":"https://example.org/foxes","title":"Foxes"}"#

    private static func add(_ client: RouterClient, _ service: TestService) async throws -> String {
        let place = try await client.send(.post, "/api/snapshots", service.full.json, snapshot)
        return try #require(place.json["id"]?.string)
    }

    @Test("A copy is stored, listed, returned and removed")
    func lifecycle() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let id = try await Self.add(client, service)
            let path = "/api/snapshots/\(id)/copies"
            #expect(try await client.send(.get, path, service.full).json.array == [])
            #expect(try await client.send(.get, path + "/text", service.full).status == .notFound)
            let put = try await client.send(.put, path + "/text", service.full.json, Self.text)
            #expect(put.status == .created)
            #expect(put.json["kind"]?.string == "text" && put.json["bytes"]?.integer == Self.stored.utf8.count)
            #expect(try await client.send(.get, path, service.full).json.array == [put.json])
            let shown = try await client.send(.get, path + "/text", service.full)
            #expect(shown.text == Self.stored)
            #expect(shown.headers[.contentType] == "application/json")
            let known = service.full.adding("If-None-Match", shown.headers[.eTag] ?? "")
            #expect(try await client.send(.get, path + "/text", known).status == .notModified)
            let place = try await client.send(.get, "/api/snapshots/\(id)", service.full)
            #expect(place.json["copies"]?.array == [.string("text")])
            #expect(try await client.send(.delete, path + "/text", service.full).status == .noContent)
            #expect(try await client.send(.delete, path + "/text", service.full).status == .noContent)
            #expect(try await client.send(.get, path + "/text", service.full).status == .notFound)
        }
    }

    @Test("A search finds the words of a copy and returns the words around them")
    func search() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let id = try await Self.add(client, service)
            let path = "/api/snapshots/\(id)/copies/text"
            _ = try await client.send(.put, path, service.full.json, Self.text)
            let found = try await client.send(.get, "/api/snapshots?q=LAZY%20jum", service.full).json
            #expect(found[0]?["id"]?.string == id)
            #expect(found[0]?["excerpt"]?["match"]?.string == "jumps")
            #expect(found[0]?["excerpt"]?["after"]?.string == " over the lazy dog")
            let own = try await client.send(.get, "/api/snapshots?q=foxes", service.full).json
            #expect(own[0]?["excerpt"]?["match"]?.string == "Foxes")
            // No word is partly in a field and partly in the copy.
            #expect(try await client.send(.get, "/api/snapshots?q=lazy%20nothing", service.full).json.array == [])
        }
    }

    @Test("The capture token needs the ticket of the place that it has added")
    func tickets() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let other = try await Self.add(client, service)
            let further = Self.snapshot.replacing("{", with: #"{"pageYOffset":7,"#, maxReplacements: 1)
            let place = try await client.send(.post, "/api/snapshots", service.capture.json, further).json
            let (id, ticket) = (place["id"]?.string ?? "", place["undo"]?.string ?? "")
            func put(_ id: String, _ query: String, _ fields: HTTPFields) async throws -> HTTPResponse.Status {
                try await client.send(.put, "/api/snapshots/\(id)/copies/text\(query)", fields, Self.text).status
            }
            #expect(try await put(id, "", service.capture.json) == .forbidden)
            #expect(try await put(id, "?ticket=x", service.capture.json) == .forbidden)
            #expect(try await put(other, "?ticket=\(ticket)", service.capture.json) == .forbidden)
            #expect(try await put(id, "?ticket=\(ticket)", HTTPFields().json) == .unauthorized)
            #expect(try await put(id, "?ticket=\(ticket)", service.capture.json) == .created)
            // A picture is taken only by clients with the full token, so that no page can fill the budget.
            let picture = #"{"url":"https://example.org/foxes","html":"<p>x"}"#
            let pictures = "/api/snapshots/\(id)/copies/picture"
            #expect(
                try await client.send(.put, "\(pictures)?ticket=\(ticket)", service.capture.json, picture).status
                    == .forbidden)
            #expect(try await client.send(.put, pictures, service.full.json, picture).status == .created)
            // The ticket still undoes the capture.
            let undo = try await client.send(
                .post, "/api/snapshots/\(id)/undo", service.capture.json, #"{"ticket":"\#(ticket)"}"#)
            #expect(undo.status == .noContent)
            for method in [HTTPRequest.Method.get, .delete] {
                let path = "/api/snapshots/\(id)/copies/text?ticket=\(ticket)"
                #expect(try await client.send(method, path, service.capture).status == .forbidden)
            }
        }
    }

    @Test(
        "Invalid copies and addresses are refused",
        arguments: [
            ("text", "{", HTTPResponse.Status.badRequest), ("text", "[]", .unprocessableContent),
            ("text", #"{"url":"javascript:1","blocks":[]}"#, .unprocessableContent),
            ("picture", #"{"url":"https://example.org/"}"#, .unprocessableContent), ("video", "{}", .notFound),
        ])
    func invalid(kind: String, body: String, status: HTTPResponse.Status) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let id = try await Self.add(client, service)
            let path = "/api/snapshots/\(id)/copies/\(kind)"
            #expect(try await client.send(.put, path, service.full.json, body).status == status)
            #expect(
                try await client.send(.put, "/api/snapshots/@/copies/text", service.full.json, Self.text).status
                    == .notFound)
            #expect(
                try await client.send(.put, "/api/snapshots/zzz/copies/text", service.full.json, Self.text).status
                    == .notFound)
        }
    }

    @Test("A copy that is not stored gives a notice: excluded hosts, and a budget that is used up")
    func notices() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let id = try await Self.add(client, service)
            let path = "/api/snapshots/\(id)/copies/text"
            func put(_ settings: String) async throws -> TestResponse {
                _ = try await client.send(.patch, "/api/settings", service.full.json, settings)
                return try await client.send(.put, path, service.full.json, Self.text)
            }
            let excluded = try await put(#"{"neverCaptured":["org"]}"#)
            #expect(excluded.status == .ok)
            #expect(excluded.json["notice"]?.string?.contains("pages of org are never captured") == true)
            let full = try await put(#"{"neverCaptured":null,"copyBudget":10}"#)
            #expect(full.status == .ok)
            #expect(full.json["notice"]?.string?.contains("the budget of 10 bytes") == true)
            #expect(try await put(#"{"copyBudget":null}"#).status == .created)
        }
    }

    @Test("A damaged file is reported in one line")
    func damage() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let id = try await Self.add(client, service)
            let path = "/api/snapshots/\(id)/copies/text"
            _ = try await client.send(.put, path, service.full.json, Self.text)
            let digest = try #require(try service.copies.copies(of: id).first?.digest)
            let file = "\(service.home)/copies/\(digest.prefix(2))/\(digest.dropFirst(2)).gz"
            try Data("damaged".utf8).write(to: URL(filePath: file))
            let response = try await client.send(.get, path, service.full)
            #expect(response.status == .internalServerError)
            #expect(response.json["detail"]?.string?.contains(" cannot be read: ") == true)
            // Storing it again repairs it.
            #expect(try await client.send(.put, path, service.full.json, Self.text).status == .created)
            #expect(try await client.send(.get, path, service.full).text == Self.stored)
        }
    }
}
