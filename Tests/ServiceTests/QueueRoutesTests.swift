import DownloadQueue
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Places
import Store
import Syntax
import Testing

@testable import Service

@Suite("The API for downloads")
struct QueueRoutesTests {
    private static let keys = [
        "addedAt", "attempts", "bytes", "error", "etag", "finishedAt", "id", "path", "priority", "sha256", "state",
        "total", "url",
    ]

    /// Queues one address and returns its id.
    private func enqueue(_ client: RouterClient, _ service: TestService, _ url: String) async throws -> String {
        let response = try await client.send(.post, "/api/queue", service.full.json, #"{"urls":["\#(url)"]}"#)
        #expect(response.status == .created)
        return try #require(response.json[0]?["id"]?.string)
    }

    @Test("A download can be added, listed, paused, resumed and removed")
    func life() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let id = try await enqueue(client, service, "https://EXAMPLE.org/a file.pdf#page=3")
            let listed = try await client.send(.get, "/api/queue", service.session)
            #expect(listed.status == .ok)
            #expect(listed.json.array?.count == 1)
            let item = try #require(listed.json[0])
            #expect(item.object?.keys.sorted() == Self.keys)
            #expect(item["url"]?.string == "https://example.org/a%20file.pdf")
            #expect(item["state"]?.string == "ready")
            #expect(item["bytes"]?.integer == 0)
            #expect(item["total"]?.isNull == true)
            #expect(item["addedAt"]?.string == "2016-04-07T03:33:20.000Z")

            for (action, state) in [("pause", "paused"), ("resume", "ready"), ("pause", "paused"), ("pause", "paused")]
            {
                let changed = try await client.send(.post, "/api/queue/\(id)/\(action)", service.session)
                #expect(changed.status == .ok)
                #expect(changed.json["state"]?.string == state)
            }
            #expect(try await client.send(.post, "/api/queue/\(id)/retry", service.full).status == .conflict)
            #expect(try await client.send(.get, "/api/queue/\(id.prefix(5))", service.full).json["id"]?.string == id)
            #expect(try await client.send(.delete, "/api/queue/\(id)", service.full).status == .noContent)
            #expect(try await client.send(.get, "/api/queue/\(id)", service.full).status == .notFound)
            #expect(try await client.send(.get, "/api/queue", service.full).json.array?.isEmpty == true)
        }
    }

    @Test("Adding the same URL twice gives one download")
    func duplicates() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let first = try await enqueue(client, service, "https://example.org/a")
            let second = try await enqueue(client, service, "https://example.org/a#b")
            #expect(first == second)
        }
    }

    @Test(
        "An invalid request is rejected, and nothing of it is queued",
        arguments: [
            ("", 400), ("{", 400), ("[]", 422), ("{}", 422), (#"{"urls":[]}"#, 422),
            (#"{"urls":"https://a.org"}"#, 422),
            (#"{"urls":["https://a.org","ftp://a.org/"]}"#, 422), (#"{"urls":["https://a.org","/etc/passwd"]}"#, 422),
            (#"{"urls":["file:///etc/passwd"]}"#, 422), (#"{"urls":["javascript:alert(1)"]}"#, 422),
            (#"{"urls":["https://a.org"],"referer":"nonsense"}"#, 422), (#"{"urls":[1]}"#, 422),
            (#"{"urls":[{}]}"#, 422), (#"{"urls":[{"url":"https://a.org","suggestedName":1}]}"#, 422),
        ])
    func malformed(body: String, status: Int) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let response = try await client.send(.post, "/api/queue", service.full.json, body)
            #expect(response.status.code == status)
            #expect(response.headers[.contentType] == "application/problem+json")
            #expect(try await client.send(.get, "/api/queue", service.full).json.array?.isEmpty == true)
        }
    }

    @Test("A suggested file name is sanitized and stored with the download")
    func suggestedNames() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let wanted = [
                #"{"url":"https://example.org/get?id=1","suggestedName":"../report 2016.pdf"}"#,
                #"{"url":"https://example.org/get?id=2","suggestedName":"../.."}"#,
                #"{"url":"https://example.org/get?id=3","suggestedName":null}"#, #""https://example.org/get?id=4""#,
            ]
            let body = #"{"urls":[\#(wanted.joined(separator: ","))]}"#
            #expect(try await client.send(.post, "/api/queue", service.full.json, body).status == .created)
            let items = try service.queue.items(in: nil)
            #expect(items.map(\.request.suggestedName) == ["report 2016.pdf", nil, nil, nil])
        }
    }

    @Test("Ended downloads are listed in pages, the latest first; waiting ones have the time of the next attempt")
    func ended() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            for name in ["a", "b", "c", "d"] {
                _ = try await enqueue(client, service, "https://\(name).example/\(name)")
            }
            let now = Date(timeIntervalSince1970: 1_700_000_000)
            for seconds in 1...4 {
                let item = try #require(try service.queue.claim(QueueClaim(owner: "w", now: now), limit: 1).first)
                let lease = try #require(item.lease)
                let failure = QueueFailure(.http, "no", isLasting: seconds < 4)
                _ = try service.queue.record(
                    .failed(failure, retryAfter: nil, jitter: 0), lease: lease, id: item.id,
                    at: now.addingTimeInterval(Double(seconds)))
            }
            let listed = try await client.send(.get, "/api/queue?state=failed&order=ended&limit=2", service.full)
            #expect(listed.json.array?.compactMap { $0["url"]?.string?.last } == ["c", "b"])
            let link = try #require(listed.headers[.link])
            let next = try #require(link.split(separator: ">").first?.dropFirst())
            let rest = try await client.send(.get, String(next), service.full)
            #expect(rest.json.array?.compactMap { $0["url"]?.string?.last } == ["a"])
            let waiting = try await client.send(.get, "/api/queue?state=waiting", service.full)
            #expect(waiting.json[0]?["nextTryAt"]?.string?.hasPrefix("2023-11-14T22:13:") == true)
            #expect(rest.json[0]?["nextTryAt"] == nil)
            #expect(try await client.send(.get, "/api/queue?order=work", service.full).json.array?.count == 4)
            #expect(try await client.send(.get, "/api/queue?order=up", service.full).status == .badRequest)
        }
    }

    @Test("Unknown ids give 404", arguments: ["nothing", "%00", "zzzzzzzzzzzz"])
    func unknownIDs(id: String) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            #expect(try await client.send(.get, "/api/queue/\(id)", service.full).status == .notFound)
            #expect(try await client.send(.delete, "/api/queue/\(id)", service.full).status == .notFound)
            for action in ["pause", "resume", "retry"] {
                #expect(try await client.send(.post, "/api/queue/\(id)/\(action)", service.full).status == .notFound)
            }
            #expect(try await client.send(.post, "/api/queue/\(id)/explode", service.full).status == .notFound)
        }
    }

    @Test("Ambiguous ids give 409")
    func ambiguousIDs() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            // Of 33 ids two begin with the same of 32 characters.
            let urls = (0..<33).map { #""https://example.org/\#($0)""# }.joined(separator: ",")
            let response = try await client.send(.post, "/api/queue", service.full.json, #"{"urls":[\#(urls)]}"#)
            let ids = response.json.array?.compactMap { $0["id"]?.string } ?? []
            #expect(ids.count == 33)
            let first = try #require(Dictionary(grouping: ids) { $0.prefix(1) }.first { $0.value.count > 1 }?.key)
            #expect(try await client.send(.get, "/api/queue/\(first)", service.full).status == .conflict)
            #expect(try await client.send(.delete, "/api/queue/\(first)", service.full).status == .conflict)
        }
    }

    @Test("A form on another page changes nothing")
    func forms() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let id = try await enqueue(client, service, "https://example.org/a")
            for type in ["text/plain", "application/x-www-form-urlencoded"] {
                var fields = service.session
                fields[.contentType] = type
                let added = try await client.send(.post, "/api/queue", fields, #"{"urls":["https://evil.example/"]}"#)
                #expect(added.status == .unsupportedMediaType)
                let paused = try await client.send(.post, "/api/queue/\(id)/pause", fields, "a=b")
                #expect(paused.status == .unsupportedMediaType)
            }
            let item = try await client.send(.get, "/api/queue/\(id)", service.full)
            #expect(item.json["state"]?.string == "ready")
        }
    }
}
