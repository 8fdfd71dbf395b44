import FoundationEssentials
import GRDB
import HTTPTypes
import Hummingbird
import Logging
import Places
import Store
import Syntax
import TestSupport
import Testing

@testable import Service

@Suite("The API with damaged rows and numbers out of range", .timeLimit(.minutes(10)))
struct DamagedRecordRoutesTests {
    private let service: TestService
    private let database: LeftoffDatabase

    init() throws {
        service = try TestService()
        database = try LeftoffDatabase(home: service.home)
    }

    private func damage(_ sql: String) throws { try database.write { try $0.execute(sql: sql) } }

    private func place(_ path: String) throws -> String {
        try service.archive.add(
            PageSnapshot(json: #"{"url":"https://example.org/\#(path)","title":"Fox \#(path)"}"#.utf8)
        ).id
    }

    private static func ids(_ response: TestResponse) -> [String?]? { response.json.array?.map { $0["id"]?.string } }

    @Test("A number out of range is refused with its key and range, or the place is stored within the ranges")
    func numbers() async throws {
        try database.relaxDurability()
        try await service.requests { [service] client async throws in
            for number in SnapshotNumber.all {
                for text in ["1e300", "-1e300"] {
                    let response = try await client.send(
                        .post, "/api/snapshots", service.capture.json, number.snapshot(text))
                    guard number.accepted.upperBound.isFinite else {
                        #expect(response.status == .created, "\(number.key)")
                        continue
                    }
                    #expect(response.status == .unprocessableContent, "\(number.key)")
                    #expect(response.json["detail"]?.string?.contains("\"\(number.key)\" must be a ") == true)
                    #expect(response.json["detail"]?.string?.contains("number from ") == true)
                }
            }
            for path in ["/api/snapshots?limit=500&whole=true", "/api/snapshots", "/api/export?format=csv"] {
                #expect(try await client.send(.get, path, service.full).status == .ok)
            }
        }
    }

    @Test(
        "A damaged place hides no other one in any route",
        arguments: [
            "json = '{'", "json = '{\"url\":7}'", "json = '{\"url\":\"https://example.org/\",\"progress\":7}'",
            "note = printf('%.*c', 30000, 'n')",
        ])
    func routes(sql: String) async throws {
        let ids = try ["1", "2", "3"].map(place)
        try damage("UPDATE snapshots SET \(sql) WHERE id = '\(ids[1])'")
        try await service.requests { [service] client async throws in
            for path in ["/api/snapshots", "/api/snapshots?q=fox", "/api/snapshots?site=example.org"] {
                #expect(Self.ids(try await client.send(.get, path, service.full)) == [ids[2], ids[0]], "\(path)")
            }
            var path = "/api/snapshots?limit=1"
            var found: [String?] = []
            while true {
                let response = try await client.send(.get, path, service.full)
                found += Self.ids(response) ?? []
                guard let link = response.headers[.link] else { break }
                path = String(link.dropFirst().prefix { $0 != ">" })
            }
            #expect(found == [ids[2], ids[0]])
            #expect(try await client.send(.get, "/api/snapshots/\(ids[0])", service.full).status == .ok)
            let shown = try await client.send(.get, "/api/snapshots/\(ids[1])", service.full)
            #expect(shown.status == .internalServerError)
            #expect(shown.json["detail"]?.string?.hasPrefix("place \(ids[1]) cannot be read: ") == true)
            for format in ["json", "bookmarks", "csv"] {
                let export = try await client.send(.get, "/api/export?format=\(format)", service.full)
                let text = String(buffer: export.body)
                #expect(text.contains("https://example.org/1") && text.contains("https://example.org/3"))
            }
            for path in ["/api/sites", "/api/tags", "/api/windows", "/api/automatic/refusals"] {
                #expect(try await client.send(.get, path, service.full).status == .ok)
            }
            let removed = try await client.send(.delete, "/api/snapshots/\(ids[1])", service.full)
            #expect(removed.status == .noContent)
        }
        #expect(try service.archive.list(SnapshotListing()).damaged.isEmpty)
    }

    @Test("The events of other records follow a damaged place, and its own event is left out")
    func events() async throws {
        let clock = ManualClock()
        let feed = service.feed(clock: clock)
        let subscription = try #require(try await feed.subscribe(after: nil))
        let ids = try ["1", "2"].map(place)
        try damage("UPDATE snapshots SET json = '{' WHERE id = '\(ids[0])'")
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(200))
        struct Found: Error {}
        await #expect(throws: Found.self) {
            try await subscription.forEach(onStall: {}) { event in
                let text = String(buffer: event.bytes)
                #expect(!text.contains(ids[0]))
                if text.contains(ids[1]) { throw Found() }
            }
        }
        // A client that was disconnected meanwhile receives the same events.
        let late = try #require(try await feed.subscribe(after: 0))
        await #expect(throws: Found.self) {
            try await late.forEach(onStall: {}) { event in
                if String(buffer: event.bytes).contains(ids[1]) { throw Found() }
            }
        }
        await feed.endAll()
    }

    @Test("A damaged entry of a backup costs only that entry")
    func backup() async throws {
        let text = #"""
            {"leftoff":1,"places":[
            {"id":"000000000001","storedAt":"2026-03-01T12:30:00Z","snapshot":{"url":"https://a.example/1"}},
            {"id":"000000000002","storedAt":"2026-03-01T12:30:00Z","snapshot":{"url":7}},
            {"id":"000000000003","storedAt":"2026-03-01T12:30:00Z",
            "snapshot":{"url":"https://a.example/3","progress":{"text":1e300}}}
            ],"queue":[]}
            """#
        try await service.requests { [service] client async throws in
            let response = try await client.send(.post, "/api/import", service.full.json, text)
            #expect(response.status == .ok)
            #expect(response.json["places"]?["added"]?.integer == 2 && response.json["unreadable"]?.integer == 1)
            #expect(response.json["omissions"]?[0]?.string?.hasPrefix("place 2: not imported: ") == true)
        }
        #expect(try service.archive.snapshot(id: "000000000003").snapshot.progress == 1)
    }
}
