import DownloadQueue
import Fetching
import HTTPTypes
import Hummingbird
import Syntax
import Testing
import WHATWGURL

@testable import Service

/// Downloads from private addresses, which /api/links refuses by the same policy.
@Suite("Private addresses in the queue")
struct PrivateAddressTests {
    private func enqueue(
        _ client: RouterClient, _ service: TestService, _ urls: [String]
    ) async throws -> TestResponse {
        let body = JSONValue.object(["urls": .array(urls.map(JSONValue.string))])
        return try await client.send(
            .post, "/api/queue", service.session.json, String(decoding: body.encoded(), as: UTF8.self))
    }

    @Test(
        "No spelling of a private address is queued, and a name is queued only for public addresses",
        arguments: LinkRoutesTests.spellings + [
            "http://127.0.0.1.", "http://localhost.", "http://a.localhost", "http://0300.0250.1",
            "http://[::127.0.0.1]",
            "http://[64:ff9b::a9fe:a9fe]", "https://169.254.169.254", "http://0xA9FEA9FE", "http://2852039166",
        ])
    func spellings(origin: String) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let response = try await enqueue(client, service, ["https://example.org/", "\(origin):8080/x"])
            let items = try service.queue.items(in: nil)
            if origin.hasSuffix("ip6-localhost") {
                // Only the resolver knows that the address of this name is private, and the download asks it.
                #expect(items.allSatisfy { $0.request.privateHosts == .none } && items.count == 2)
            } else {
                #expect(response.status == .forbidden && items.isEmpty, "\(response.status) \(response.text)")
                let detail = response.json["detail"]?.string ?? ""
                #expect(detail.contains("is not a public address; the settings can allow this host"), "\(detail)")
            }
        }
    }

    @Test("The queue and the links refuse a private address with the same words")
    func sameWords() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let links = try await client.send(.get, "/api/links?url=http://169.254.169.254/", service.full)
            let queue = try await enqueue(client, service, ["http://169.254.169.254/"])
            #expect(links.status == queue.status && links.json["title"] == queue.json["title"])
            #expect(queue.text.contains("169.254.169.254") && queue.text.contains("the settings can allow this host"))
            #expect(links.text.contains("the settings can allow this host"), "\(links.text)")
        }
    }

    @Test("A host that the settings allow is queued, in any spelling, and no other")
    func allowed() async throws {
        let service = try TestService(privateHosts: ["127.0.0.1"])
        _ = try service.settings.change { $0.privateHosts = ["192.168.0.7"] }
        try await service.requests { client async throws in
            #expect(try await enqueue(client, service, ["http://192.168.7/a"]).status == .created)
            #expect(try await enqueue(client, service, ["http://0x7f.1/a"]).status == .created)
            #expect(try await enqueue(client, service, ["http://127.0.0.2/a"]).status == .forbidden)
            #expect(try await enqueue(client, service, ["http://localhost/a"]).status == .forbidden)
        }
        // The settings are asked when the download runs, so that a change of them counts.
        #expect(try service.queue.items(in: nil).map(\.request.privateHosts) == [.none, .none])
    }

    @Test("A place on a private page gives its downloads no access to private addresses")
    func privatePlace() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let place = try await client.send(
                .post, "/api/snapshots", service.full.json, #"{"url":"http://192.168.1.1/"}"#)
            let id = try #require(place.json["id"]?.string)
            let body = #"{"urls":["http://192.168.1.1/f"],"snapshot":"\#(id)"}"#
            #expect(try await client.send(.post, "/api/queue", service.full.json, body).status == .forbidden)
        }
    }

    @Test("An import leaves out downloads from private addresses, and says so")
    func imported() async throws {
        let (one, other) = (try TestService(privateHosts: ["127.0.0.1"]), try TestService())
        let backup = try await one.requests { client async throws in
            #expect(try await enqueue(client, one, ["http://127.0.0.1/a", "https://example.org/b"]).status == .created)
            return try await client.send(.get, "/api/export", one.full).text
        }
        try await other.requests { client async throws in
            let response = try await client.send(.post, "/api/import", other.full.json, backup)
            #expect(response.status == .ok && response.json["downloads"]?["queued"]?.integer == 1, "\(response.text)")
            let omissions = response.json["omissions"]?.array?.compactMap(\.string) ?? []
            #expect(omissions.contains { $0.contains("127.0.0.1 is not a public address") }, "\(omissions)")
        }
        let items = try other.queue.items(in: nil)
        #expect(items.map(\.request.url.href) == ["https://example.org/b"])
        #expect(items.map(\.request.privateHosts) == [.none])
    }

    @Test("An import over the API gives downloads no access to private addresses, whatever the file says")
    func importedHosts() async throws {
        let service = try TestService()
        let item =
            #"{"url":"https://example.org/b","directory":"/d","state":"ready","#
            + #""privateHosts":{"own":true,"others":["127.0.0.1"]}}"#
        try await service.requests { client async throws in
            let response = try await client.send(
                .post, "/api/import", service.full.json, #"{"leftoff":1,"queue":[\#(item)]}"#)
            #expect(response.json["downloads"]?["queued"]?.integer == 1, "\(response.text)")
        }
        #expect(try service.queue.items(in: nil).map(\.request.privateHosts) == [.none])
    }
}
