import DownloadQueue
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Places
import Store
import Syntax
import Testing

@testable import Service

@Suite("Tags, notes, pages of lists, and conditions")
struct MarksRoutesTests {
    private func store(_ client: RouterClient, _ service: TestService, _ url: String) async throws -> String {
        let response = try await client.send(.post, "/api/snapshots", service.full.json, #"{"url":"\#(url)"}"#)
        return try #require(response.json["id"]?.string)
    }

    @Test("Tags and a note can be changed separately, and found")
    func patch() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let id = try await store(client, service, "https://www.example.org/a")
            let path = "/api/snapshots/\(id)"
            let tagged = try await client.send(.patch, path, service.full.json, #"{"tags":["To read","x"]}"#)
            #expect(tagged.status == .ok)
            #expect(tagged.json["tags"]?.array == [.string("To read"), .string("x")])
            let noted = try await client.send(.patch, path, service.full.json, #"{"note":"<b>my</b> words"}"#)
            #expect(noted.json["note"]?.string == "<b>my</b> words")
            #expect(noted.json["tags"]?.array?.count == 2)
            for query in [
                "q=words", "tag=to%20read", "tag=X&q=my", "site=www.EXAMPLE.org", "page=https://www.example.org/a",
            ] {
                let found = try await client.send(.get, "/api/snapshots?\(query)", service.full)
                #expect(found.json.array?.count == 1, "\(query)")
            }
            #expect(try await client.send(.get, "/api/snapshots?tag=y", service.full).json.array?.count == 0)
            let tags = try await client.send(.get, "/api/tags", service.full)
            #expect(tags.text == #"[{"count":1,"name":"To read"},{"count":1,"name":"x"}]"#)
            let first = try await client.send(.get, "/api/tags?limit=1", service.full)
            #expect(first.json.array == tags.json.array.map { Array($0.prefix(1)) })
            for wrong in ["limit=0", "limit=x", "most=1"] {
                #expect(try await client.send(.get, "/api/tags?\(wrong)", service.full).status == .badRequest)
            }
            let sites = try await client.send(.get, "/api/sites", service.full)
            #expect(sites.text == #"[{"count":1,"name":"example.org"}]"#)
        }
    }

    @Test("Null removes tags and notes, missing keys keep them")
    func null() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let id = try await store(client, service, "https://example.org/a")
            for (body, tags, note) in [
                (#"{"tags":["t"],"note":"n"}"#, ["t"], "n"), ("{}", ["t"], "n"), (#"{"note":null}"#, ["t"], ""),
                (#"{"tags":null}"#, [], ""),
            ] {
                let place = try await client.send(.patch, "/api/snapshots/\(id)", service.full.json, body).json
                #expect(place["tags"]?.array?.compactMap(\.string) == tags && place["note"]?.string == note)
            }
        }
    }

    @Test(
        "Invalid tags and notes are rejected",
        arguments: [
            (#"{"tags":"x"}"#, 422), (#"{"note":7}"#, 422), ("[]", 422), ("{", 400), (#"{"tags":[7]}"#, 422),
            (#"{"tags":["\#(String(repeating: "x", count: 65))"]}"#, 422),
        ])
    func refused(body: String, status: Int) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let id = try await store(client, service, "https://example.org/a")
            let response = try await client.send(.patch, "/api/snapshots/\(id)", service.full.json, body)
            #expect(response.status.code == status, "\(response.text)")
            #expect(try await client.send(.patch, "/api/snapshots/@", service.full.json, "{}").status == .notFound)
            #expect(
                try await client.send(.patch, "/api/snapshots/\(id)", service.capture.json, "{}").status == .forbidden)
        }
    }

    @Test("If-None-Match of the current version gives 304, and If-Match of an older one 412")
    func conditions() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let id = try await store(client, service, "https://example.org/a")
            let path = "/api/snapshots/\(id)"
            let tag = try #require(try await client.send(.get, path, service.full).headers[.eTag])
            for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
                let same = try await client.send(.get, path, service.full.adding("If-None-Match", known))
                #expect(same.status == .notModified && same.body.readableBytes == 0, "\(known)")
                #expect(same.headers[.eTag] == tag)
            }
            let changed = try await client.send(
                .patch, path, service.full.json.adding("If-Match", tag), #"{"note":"n"}"#)
            #expect(changed.status == .ok)
            let newTag = try #require(changed.headers[.eTag])
            #expect(newTag != tag)
            for (method, body) in [(HTTPRequest.Method.patch, #"{"note":"m"}"#), (.delete, nil)] {
                let fields = body == nil ? service.full : service.full.json
                // If-Match compares strongly (RFC 9110, section 13.1.1).
                for stale in [tag, "W/\(newTag)"] {
                    let late = try await client.send(method, path, fields.adding("If-Match", stale), body)
                    #expect(late.status == .preconditionFailed, "\(stale)")
                    #expect(late.headers[.contentType] == "application/problem+json")
                }
            }
            #expect(try await client.send(.get, path, service.full.adding("If-None-Match", tag)).status == .ok)
            for list in ["/api/snapshots", "/api/queue", "/api/tags", "/api/settings", "/healthz"] {
                let tag = try #require(try await client.send(.get, list, service.full).headers[.eTag], "\(list)")
                let same = try await client.send(.get, list, service.full.adding("If-None-Match", tag))
                #expect(same.status == .notModified, "\(list)")
            }
            #expect(
                try await client.send(.delete, path, service.full.adding("If-Match", newTag)).status == .noContent)
        }
    }

    @Test("Undo brings back a removed place")
    func undo() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let id = try await store(client, service, "https://example.org/a")
            let path = "/api/snapshots/\(id)"
            let before = try await client.send(.get, path, service.full).text
            #expect(try await client.send(.delete, path, service.full).status == .noContent)
            #expect(try await client.send(.post, "\(path)/undo", service.capture).status == .forbidden)
            let back = try await client.send(.post, "\(path)/undo", service.full)
            #expect(back.status == .ok && back.json["id"]?.string == id)
            #expect(try await client.send(.get, path, service.full).text == before)
            #expect(try await client.send(.post, "/api/snapshots/000000000000/undo", service.full).status == .notFound)
        }
    }

    @Test("Following the links of a list reaches all places, whatever is added and removed meanwhile")
    func cursors() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            var ids: [String] = []
            for number in 0..<7 { ids.append(try await store(client, service, "https://example.org/\(number)")) }
            var path: String? = "/api/snapshots?limit=3&q=example"
            var seen: [String] = []
            while let next = path {
                let part = try await client.send(.get, next, service.full)
                #expect(part.status == .ok)
                seen += part.json.array?.compactMap { $0["id"]?.string } ?? []
                let link = part.headers[.link]
                path = link.map { String($0.dropFirst().prefix { $0 != ">" }) }
                if let link { #expect(link.hasSuffix(">; rel=\"next\"")) }
                if seen.count == 3 {
                    _ = try await store(client, service, "https://example.org/new")
                    _ = try await client.send(.delete, "/api/snapshots/\(ids[4])", service.full)
                }
            }
            #expect(seen == ids.reversed())
            for wrong in ["after=x", "after=-1", "after=", "limit=0", "offset=-1", "unknown=1"] {
                #expect(try await client.send(.get, "/api/snapshots?\(wrong)", service.full).status == .badRequest)
            }
        }
    }

    @Test("The queue is listed in pages and by state")
    func queue() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let urls = (0..<5).map { "\"https://example.org/\($0)\"" }.joined(separator: ",")
            _ = try await client.send(.post, "/api/queue", service.full.json, "{\"urls\":[\(urls)]}")
            let first = try await client.send(.get, "/api/queue?limit=3", service.full)
            #expect(first.json.array?.count == 3)
            let next = try #require(first.headers[.link]).dropFirst().prefix { $0 != ">" }
            let second = try await client.send(.get, String(next), service.full)
            #expect(second.json.array?.count == 2 && second.headers[.link] == nil)
            #expect(try await client.send(.get, "/api/queue?state=done", service.full).json.array?.count == 0)
            #expect(try await client.send(.get, "/api/queue?state=ready", service.full).json.array?.count == 5)
            for wrong in ["state=x", "limit=0", "x=1"] {
                #expect(try await client.send(.get, "/api/queue?\(wrong)", service.full).status == .badRequest)
            }
            #expect(try await client.send(.get, "/api/queue?after=zzz", service.full).status == .notFound)
        }
    }

    @Test("A download records the place from which it was queued")
    func provenance() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let id = try await store(client, service, "https://example.org/a#part")
            let body = #"{"urls":["https://example.org/file"],"snapshot":"\#(id)"}"#
            let queued = try await client.send(.post, "/api/queue", service.full.json, body)
            let item = try service.queue.item(id: try #require(queued.json[0]?["id"]?.string))
            #expect(item.request.snapshot == id)
            #expect(item.referer == "https://example.org/a")
            let unknown = #"{"urls":["https://example.org/other"],"snapshot":"zzz"}"#
            #expect(try await client.send(.post, "/api/queue", service.full.json, unknown).status == .notFound)
        }
    }
}
