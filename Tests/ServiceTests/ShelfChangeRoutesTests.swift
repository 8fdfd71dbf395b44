import FoundationEssentials
import HTTPTypes
import Hummingbird
import Places
import Store
import Syntax
import Testing
import WHATWGURL

@testable import Service

@Suite("Changes of the shelf")
struct ShelfChangeRoutesTests {
    private static func add(_ service: TestService, _ paths: String..., title: String = "") throws {
        for path in paths {
            service.time.move(by: 1)
            _ = try service.archive.add(
                try PageSnapshot(
                    value: .object([
                        "url": .string("https://example.org/\(path)"), "title": .string(title),
                        "pageYOffset": .number(9),
                    ])))
        }
    }

    private static func change(
        _ client: RouterClient, _ service: TestService, _ change: String, _ selection: String
    ) async throws -> TestResponse {
        let body = #"{"change":\#(change),"selection":\#(selection)}"#
        return try await client.send(.post, "/api/shelf/changes", service.full.json, body)
    }

    private static func pages(
        _ client: RouterClient, _ service: TestService, _ query: String = ""
    ) async throws -> [String] {
        let list = try await client.send(.get, "/api/shelf\(query)", service.full).json
        let keys = list["pages"]?.array?.compactMap { $0["page"]?.string } ?? []
        return keys.map { String($0.split(separator: "/").last ?? "") }
    }

    private static func pages(_ paths: String...) -> String {
        let keys = paths.map { "\"https://example.org/\($0)\"" }.joined(separator: ",")
        return "{\"pages\":[\(keys)]}"
    }

    @Test("Each kind of change is made on pages, and taken back as a whole")
    func kinds() async throws {
        let service = try TestService()
        try Self.add(service, "a", "b")
        try await service.requests { client async throws in
            let before = try await client.send(.get, "/api/shelf", service.full).json["pages"]
            for (change, kind) in [
                (#"{"kind":"tags","add":["x","Y"]}"#, "tags"), (#"{"kind":"note","note":"n"}"#, "note"),
                (#"{"kind":"mark","state":"finished"}"#, "mark"), (#"{"kind":"forget"}"#, "forget"),
                (#"{"kind":"mark","state":"later","until":"2027-01-31T00:00:00+01:00"}"#, "mark"),
            ] {
                let receipt = try await Self.change(client, service, change, Self.pages("a", "b"))
                #expect(receipt.status == .ok && receipt.json["kind"]?.string == kind, "\(receipt.text)")
                #expect(receipt.json["changed"]?.integer == 2 && receipt.json["unchanged"]?.integer == 0)
                #expect(receipt.json.object?.keys.sorted() == ["changed", "id", "kind", "omissions", "unchanged"])
                let id = try #require(receipt.json["id"]?.string)
                #expect(try await client.send(.get, "/api/shelf", service.full).json["pages"] != before)
                let undone = try await client.send(.post, "/api/shelf/changes/\(id)/undo", service.full)
                #expect(undone.json["changed"]?.integer == 2 && undone.json["id"]?.isNull == true)
                let after = try await client.send(.get, "/api/shelf", service.full).json["pages"]
                #expect(after == before, "\(kind)")
                let again = try await client.send(.post, "/api/shelf/changes/\(id)/undo", service.full)
                #expect(again.status == .notFound)
            }
        }
    }

    @Test("What is already so is counted, and has nothing to undo")
    func unchanged() async throws {
        let service = try TestService()
        try Self.add(service, "a", "b")
        try await service.requests { client async throws in
            _ = try await Self.change(client, service, #"{"kind":"tags","add":["x"]}"#, Self.pages("a"))
            let both = try await Self.change(client, service, #"{"kind":"tags","add":["X"]}"#, Self.pages("a", "b"))
            #expect(both.json["changed"]?.integer == 1 && both.json["unchanged"]?.integer == 1)
            let none = try await Self.change(client, service, #"{"kind":"tags","add":["x"]}"#, Self.pages("a", "b"))
            #expect(none.json["id"]?.isNull == true && none.json["changed"]?.integer == 0)
            let empty = try await Self.change(client, service, #"{"kind":"forget"}"#, #"{"pages":[]}"#)
            #expect(empty.status == .ok && empty.json["id"]?.isNull == true)
        }
    }

    @Test("A page that is selected twice, or by another of its addresses, is changed once")
    func duplicates() async throws {
        let service = try TestService()
        try Self.add(service, "a")
        try await service.requests { client async throws in
            let selection = Self.pages("a", "a", "a?utm_source=x", "a#b")
            let receipt = try await Self.change(client, service, #"{"kind":"mark","state":"finished"}"#, selection)
            #expect(receipt.json["changed"]?.integer == 1 && receipt.json["unchanged"]?.integer == 0)
        }
    }

    @Test("All that match are changed, unless another number matches than expected")
    func matching() async throws {
        let service = try TestService()
        try Self.add(service, "a", "b", "c", title: "fox")
        try Self.add(service, "d")
        try await service.requests { client async throws in
            let finish = #"{"kind":"mark","state":"finished"}"#
            for (expected, count) in [("2", 3), ("4", 3), ("0", 3), ("-1", 3), ("1000000000", 3)] {
                let selection = #"{"matching":{"q":"fox"},"expected":\#(expected)}"#
                let refused = try await Self.change(client, service, finish, selection)
                #expect(refused.status == .conflict && refused.json["count"]?.integer == count, "\(expected)")
                #expect(refused.headers[.contentType] == "application/problem+json")
            }
            #expect(try await Self.pages(client, service, "?state=finished").isEmpty)
            let selection = #"{"matching":{"q":"fox","state":["unfinished"],"site":"www.example.org"},"expected":3}"#
            let receipt = try await Self.change(client, service, finish, selection)
            #expect(receipt.json["changed"]?.integer == 3)
            #expect(try await Self.pages(client, service, "?state=unfinished") == ["d"])
            let id = try #require(receipt.json["id"]?.string)
            _ = try await client.send(.post, "/api/shelf/changes/\(id)/undo", service.full)
            #expect(try await Self.pages(client, service, "?state=unfinished").count == 4)
        }
    }

    @Test("A change of more places than one transaction holds is undone as a whole")
    func many() async throws {
        let service = try TestService()
        let count = 1_200
        let snapshots = try (0..<count).map { number in
            try PageSnapshot(value: .object(["url": .string("https://example.org/\(number)")]))
        }
        _ = try service.archive.add(snapshots)
        try await service.requests { client async throws in
            let selection = #"{"matching":{},"expected":\#(count)}"#
            let receipt = try await Self.change(client, service, #"{"kind":"tags","add":["x"]}"#, selection)
            #expect(receipt.json["changed"]?.integer == count)
            let tagged = try await client.send(.get, "/api/shelf?tag=X&limit=1", service.full)
            #expect(tagged.json["total"]?.integer == count)
            let id = try #require(receipt.json["id"]?.string)
            let undone = try await client.send(.post, "/api/shelf/changes/\(id)/undo", service.full)
            #expect(undone.json["changed"]?.integer == count)
            #expect(try await client.send(.get, "/api/shelf?tag=x", service.full).json["total"]?.integer == 0)
        }
    }

    @Test("A date that has passed makes a page due at once, and a date counts only for later")
    func dates() async throws {
        let service = try TestService()
        try Self.add(service, "a")
        try await service.requests { client async throws in
            for (until, state) in [
                ("\"2000-01-01T00:00:00Z\"", "unfinished"), ("\"0000-01-01T00:00:00+23:59\"", "unfinished"),
                ("\"2999-12-31T23:59:59.999Z\"", "later"), ("\"9999-12-31T23:59:59.999-23:59\"", "later"),
                ("null", "later"),
            ] {
                let change = #"{"kind":"mark","state":"later","until":\#(until)}"#
                let receipt = try await Self.change(client, service, change, Self.pages("a"))
                #expect(receipt.status == .ok, "\(until)")
                #expect(try await Self.pages(client, service, "?state=\(state)") == ["a"], "\(until)")
                let card = try await client.send(.get, "/api/shelf/page?page=https://example.org/a", service.full)
                #expect(card.json["isDue"]?.bool == (state == "unfinished") && card.json["state"]?.string == "later")
            }
            let finished = #"{"kind":"mark","state":"finished","until":"2027-01-31T00:00:00Z"}"#
            _ = try await Self.change(client, service, finished, Self.pages("a"))
            let card = try await client.send(.get, "/api/shelf/page?page=https://example.org/a", service.full)
            #expect(card.json["until"]?.isNull == true && card.json["state"]?.string == "finished")
        }
    }

    // MARK: Trash

    @Test("The trash is listed in parts, newest first, with the times of removal and erasure")
    func trash() async throws {
        let service = try TestService()
        let paths = (0..<7).map { "p\($0)" }
        for path in paths { try Self.add(service, path) }
        try await service.requests { client async throws in
            for path in paths {
                service.time.move(by: 1)
                _ = try await Self.change(client, service, #"{"kind":"forget"}"#, Self.pages(path))
            }
            var found: [String] = []
            var next: String? = "/api/trash?limit=3"
            while let path = next, found.count < 100 {
                let part = try await client.send(.get, path, service.full)
                for place in part.json["places"]?.array ?? [] {
                    found.append(place["url"]?.string?.split(separator: "/").last.map(String.init) ?? "")
                    let removed = try #require(place["removedAt"]?.string.flatMap(RFC3339.date))
                    let erased = try #require(place["erasedAt"]?.string.flatMap(RFC3339.date))
                    #expect(erased.timeIntervalSince(removed) == 30 * 86_400)
                }
                let link = part.headers[.link].flatMap { $0.wholeMatch(of: /<(.+)>; rel="next"/) }
                next = link.map { String($0.output.1) }
            }
            #expect(found == paths.reversed())
            #expect(try await client.send(.get, "/api/shelf", service.full).json["trash"]?.integer == 7)
        }
    }

    @Test("A place is erased alone, or the whole trash, and then nothing brings it back")
    func erase() async throws {
        let service = try TestService()
        try Self.add(service, "a", "b", "c", "kept")
        try await service.requests { client async throws in
            let receipt = try await Self.change(client, service, #"{"kind":"forget"}"#, Self.pages("a", "b", "c"))
            let listed = try await client.send(.get, "/api/trash", service.full).json["places"]?.array ?? []
            let id = try #require(listed.first?["id"]?.string)
            #expect(try await client.send(.delete, "/api/trash/\(id)", service.full).status == .noContent)
            #expect(try await client.send(.delete, "/api/trash/\(id)", service.full).status == .notFound)
            #expect(try await client.send(.post, "/api/snapshots/\(id)/undo", service.full).status == .notFound)
            let back = try #require(listed.last?["id"]?.string)
            #expect(try await client.send(.post, "/api/snapshots/\(back)/undo", service.full).status == .ok)
            let erased = try await client.send(.delete, "/api/trash", service.full)
            #expect(erased.json["erased"]?.integer == 1)
            #expect(try await client.send(.delete, "/api/trash", service.full).json["erased"]?.integer == 0)
            let change = try #require(receipt.json["id"]?.string)
            let undone = try await client.send(.post, "/api/shelf/changes/\(change)/undo", service.full)
            #expect(undone.json["changed"]?.integer == 0)
            #expect(try await Set(Self.pages(client, service)).count == 2)
        }
    }

    @Test("What is forgotten after the trash was listed is not erased with it")
    func eraseListed() async throws {
        let service = try TestService()
        try Self.add(service, "a", "b", "c")
        try await service.requests { client async throws in
            #expect(try await client.send(.get, "/api/trash", service.full).json["newest"]?.isNull == true)
            _ = try await Self.change(client, service, #"{"kind":"forget"}"#, Self.pages("a", "b"))
            let list = try await client.send(.get, "/api/trash?limit=1", service.full).json
            let newest = try #require(list["newest"]?.integer)
            _ = try await Self.change(client, service, #"{"kind":"forget"}"#, Self.pages("c"))
            let erased = try await client.send(.delete, "/api/trash?newest=\(newest)", service.full)
            #expect(erased.json["erased"]?.integer == 2)
            let rest = try await client.send(.get, "/api/trash", service.full).json["places"]?.array ?? []
            #expect(rest.map { $0["url"]?.string } == ["https://example.org/c"])
            for wrong in ["-1", "x", "", "1.5", "9223372036854775808"] {
                let path = "/api/trash?newest=\(wrong)"
                #expect(try await client.send(.delete, path, service.full).status == .badRequest, "\(wrong)")
            }
        }
    }

    @Test(
        "A place that is not in the trash is not erased", arguments: ["@", "000000000000", "%25", "at%20position%201"])
    func notInTrash(id: String) async throws {
        let service = try TestService()
        try Self.add(service, "a")
        let place = try service.archive.snapshot(id: "@")
        try await service.requests { client async throws in
            for id in [id, place.id] {
                #expect(try await client.send(.delete, "/api/trash/\(id)", service.full).status == .notFound, "\(id)")
            }
        }
        #expect(try service.archive.snapshot(id: place.id).id == place.id)
    }

    // MARK: New places

    @Test("The titles of new pages are fetched, except those of hosts that are never captured, and if wanted")
    func titles() async throws {
        let service = try TestService()
        try Self.add(service, "titled", title: "A title")
        try await service.requests { client async throws in
            let settings = #"{"neverCaptured":["private.example"]}"#
            #expect(try await client.send(.patch, "/api/settings", service.full.json, settings).status == .ok)
            let body = """
                {"addresses":["https://example.org/new","https://www.private.example/x","https://example.org/titled",
                "https://example.org/new#part"]}
                """
            let added = try await client.send(.post, "/api/shelf/places", service.full.json, body)
            #expect(added.status == .ok, "\(added.text)")
            let places = added.json["places"]?.array ?? []
            #expect(places.map { $0["isNew"]?.bool } == [true, true, false, false])
            #expect(places[0]["place"]?["id"] == places[3]["place"]?["id"])
            #expect(service.untitled.requests.map { $0.map(\.url.href) } == [["https://example.org/new"]])
            #expect(service.untitled.requests[0][0].id == places[0]["place"]?["id"]?.string)
            for fetch in ["false", "true"] {
                let body = #"{"addresses":["https://example.org/\#(fetch)"],"fetch":\#(fetch)}"#
                _ = try await client.send(.post, "/api/shelf/places", service.full.json, body)
            }
            #expect(service.untitled.requests.count == 2)
        }
    }

    @Test("New pages get tags, a note and a state, and a known page is reopened and keeps its note")
    func places() async throws {
        let service = try TestService()
        try Self.add(service, "a")
        try await service.requests { client async throws in
            _ = try await Self.change(client, service, #"{"kind":"mark","state":"finished"}"#, Self.pages("a"))
            let plain = #"{"addresses":["https://example.org/a","https://example.org/b"],"tags":["t"],"note":"n"}"#
            let added = try await client.send(.post, "/api/shelf/places", service.full.json, plain).json["places"]
            #expect(added?[0]?["place"]?["note"]?.string == "" && added?[1]?["place"]?["note"]?.string == "n")
            #expect(try await Self.pages(client, service, "?state=unfinished&tag=t").count == 2)
            let later = #"{"addresses":["https://example.org/c"],"state":"later","until":"2999-01-01T00:00:00Z"}"#
            _ = try await client.send(.post, "/api/shelf/places", service.full.json, later)
            #expect(try await Self.pages(client, service, "?state=later") == ["c"])
        }
    }

    @Test("All invalid addresses are named, in their order, and nothing is stored")
    func invalid() async throws {
        let service = try TestService()
        let addresses = [
            "https://example.org/a", "javascript:0", "", "example.org", "file:///etc/passwd", "about:blank", "http://",
            "data:text/html,x", "\0",
        ]
        try await service.requests { client async throws in
            let body = JSONValue.object(["addresses": .array(addresses.map(JSONValue.string))])
            let response = try await client.send(
                .post, "/api/shelf/places", service.full.json, String(decoding: body.encoded(), as: UTF8.self))
            #expect(response.status == .badRequest)
            #expect(response.json["invalid"]?.array?.map { $0["address"]?.string } == Array(addresses.dropFirst()))
            #expect(try await Self.pages(client, service).isEmpty && service.untitled.requests.isEmpty)
        }
    }
}
