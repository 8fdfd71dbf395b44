import FoundationEssentials
import HTTPTypes
import Hummingbird
import Places
import Syntax
import Testing

@testable import Service

@Suite("The OpenAPI description")
struct OpenAPITests {
    @Test("It lists exactly the routes of the service")
    func routes() async throws {
        let service = try TestService()
        let document = try await service.requests { try await $0.send(.get, "/openapi.json").json }
        #expect(document["openapi"]?.string == "3.1.0")
        let methods: Set<String> = ["get", "post", "put", "patch", "delete", "head", "options"]
        let described = Set(
            (document["paths"]?.object ?? [:]).flatMap { path, item in
                (item.object ?? [:]).keys.filter(methods.contains).map { "\($0.uppercased()) \(path)" }
            })
        let there = Set(
            service.service.testRouter.routes.map { route in
                "\(route.method.rawValue) \(route.path.description)"
            })
        #expect(described == there)
    }

    @Test("Every reference in it resolves, and every operation has its own name")
    func references() async throws {
        let service = try TestService()
        let document = try await service.requests { try await $0.send(.get, "/openapi.json").json }
        var references: [String] = []
        var names: [String] = []
        func walk(_ value: JSONValue) {
            if let reference = value["$ref"]?.string { references.append(reference) }
            if let name = value["operationId"]?.string { names.append(name) }
            for child in value.object.map({ Array($0.values) }) ?? value.array ?? [] { walk(child) }
        }
        walk(document)
        #expect(!references.isEmpty)
        for reference in Set(references) {
            let target = reference.split(separator: "/").dropFirst().reduce(document as JSONValue?) { $0?[String($1)] }
            #expect(target != nil, "\(reference)")
        }
        #expect(Set(names).count == names.count)
    }

    @Test("Places and queue items have the keys that it describes")
    func shapes() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let document = try await client.send(.get, "/openapi.json").json
            func required(_ name: String) -> [String]? {
                document["components"]?["schemas"]?[name]?["required"]?.array?.compactMap(\.string).sorted()
            }
            let place = try await client.send(
                .post, "/api/snapshots", service.full.json, #"{"baseURI":"https://example.org/","pageYOffset":7}"#)
            let keys = place.json.object?.keys.filter { !["forgettable", "renewed"].contains($0) }
            #expect(keys?.sorted() == required("Place"))
            let item = try await client.send(
                .post, "/api/queue", service.full.json, #"{"urls":["https://example.org/"]}"#)
            #expect(item.json[0]?.object?.keys.sorted() == required("QueueItem"))
            // No id holds an "o".
            let problem = try await client.send(.get, "/api/queue/o", service.full)
            #expect(problem.json.object?.keys.sorted() == required("Problem"))
        }
    }

    @Test("Cards, highlights, receipts and removed places have the keys that it describes")
    func shelf() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let schemas = try await client.send(.get, "/openapi.json").json["components"]?["schemas"]
            func check(_ value: JSONValue?, _ names: String...) {
                let described = names.compactMap { name in
                    schemas?[name]?["allOf"]?.array?.first { $0["properties"] != nil } ?? schemas?[name]
                }
                let required = described.flatMap { $0["required"]?.array?.compactMap(\.string) ?? [] }
                let known = described.flatMap { $0["properties"]?.object.map { Array($0.keys) } ?? [] }
                let keys = Set(value?.object.map { Array($0.keys) } ?? [])
                #expect(described.count == names.count && !required.isEmpty, "\(names)")
                #expect(keys.isSuperset(of: required) && keys.isSubset(of: known), "\(names): \(keys)")
            }
            let body = #"""
                {"url":"https://example.org/a","title":"Foxes","pageYOffset":7,"purpose":"highlight",
                "selection":{"exact":"the words"}}
                """#
            _ = try await client.send(.post, "/api/snapshots", service.full.json, body)
            for path in ["/api/shelf", "/api/shelf?q=fox"] {
                let list = try await client.send(.get, path, service.full).json
                check(list, "ShelfList")
                check(list["pages"]?[0], "Card")
                check(list["pages"]?[0]?["place"], "CardPlace")
            }
            let path = "/api/shelf/highlights?page=https://example.org/a"
            check(try await client.send(.get, path, service.full).json[0], "Highlight")
            let change = #"{"change":{"kind":"forget"},"selection":{"pages":["https://example.org/a"]}}"#
            check(try await client.send(.post, "/api/shelf/changes", service.full.json, change).json, "ShelfReceipt")
            let trash = try await client.send(.get, "/api/trash", service.full).json["places"]?[0]
            check(trash, "Place", "TrashPlace")
        }
    }
}
