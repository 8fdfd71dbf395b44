import FoundationEssentials
import HTTPTypes
import Hummingbird
import Places
import Store
import Syntax
import Testing

@testable import Service

@Suite("Lists of the shelf")
struct ShelfListRoutesTests {
    private static let sites = ["a.example", "b.example", "www.c.example", "[::1]", "xn--bcher-kva.example"]

    /// Stores pages of all states, sites, lengths and times, of which some are due and some have several places.
    private static func fill(_ service: TestService, count: Int = 23) throws {
        for number in 0..<count {
            service.time.move(by: 1)
            let url = "https://\(sites[number % sites.count])/\(number)"
            var progress: [String: JSONValue] = ["text": .number(Double(number % 7) / 10)]
            if number % 3 != 0 { progress["length"] = .number(Double(2_000 * (number % 5 + 1))) }
            let snapshot = try PageSnapshot(
                value: .object([
                    "url": .string(url), "title": .string("page \(number)"), "pageYOffset": .number(50),
                    "progress": .object(progress),
                ]))
            _ = try service.archive.capture([snapshot])
            if number % 4 == 0 { _ = try service.archive.addAutomatic(snapshot) }
            let key = snapshot.pageKey
            switch number % 6 {
            case 1: _ = try service.shelf.apply(.mark(PageMark(.finished)), to: .pages([key]))
            case 2:
                let until = service.time.now + Double(number)
                _ = try service.shelf.apply(.mark(PageMark(.later, until: until)), to: .pages([key]))
            case 3: _ = try service.shelf.apply(.mark(PageMark(.later)), to: .pages([key]))
            default: break
            }
        }
        service.time.move(by: 10)
    }

    /// Returns the pages of a list, read in parts by their `Link` fields.
    private static func walk(_ path: String, _ client: RouterClient, _ service: TestService) async throws -> [String] {
        var pages: [String] = []
        var next: String? = path
        while let path = next, pages.count < 1_000 {
            let response = try await client.send(.get, path, service.full)
            #expect(response.status == .ok, "\(path): \(response.text)")
            let part = response.json["pages"]?.array?.compactMap { $0["page"]?.string } ?? []
            #expect(!part.isEmpty)
            pages += part
            let link = response.headers[.link]
            #expect((link == nil) == response.json["isLast"]?.bool)
            next = link.flatMap { $0.wholeMatch(of: /<(.+)>; rel="next"/) }.map { String($0.output.1) }
            #expect((next == nil) == (link == nil))
        }
        return pages
    }

    @Test(
        "Each order and view is read in parts of any length, each page once",
        arguments: PlaceSort.allCases, ["", "&state=unfinished", "&state=later", "&state=finished,later", "&q=page"])
    func parts(sort: PlaceSort, filters: String) async throws {
        let service = try TestService()
        try Self.fill(service)
        try await service.requests { client async throws in
            let list = "/api/shelf?sort=\(sort.rawValue)\(filters)"
            let whole = try await client.send(.get, list + "&limit=200", service.full)
            let all = whole.json["pages"]?.array?.compactMap { $0["page"]?.string } ?? []
            #expect(!all.isEmpty && Set(all).count == all.count && whole.json["isLast"]?.bool == true)
            #expect(filters == "" || filters == "&q=page" ? all.count == 23 : all.count < 23)
            if filters != "&q=page" { #expect(whole.json["total"]?.integer == all.count) }
            for limit in [1, 4, 23] {
                #expect(try await Self.walk("\(list)&limit=\(limit)", client, service) == all, "limit \(limit)")
            }
            for offset in [0, 2, 22, 5_000] {
                let part = try await client.send(.get, "\(list)&limit=3&offset=\(offset)", service.full)
                let pages = part.json["pages"]?.array?.compactMap { $0["page"]?.string }
                #expect(pages == Array(all.dropFirst(offset).prefix(3)), "offset \(offset)")
            }
        }
    }

    @Test("The first part has the counts of all states, and the further ones have none")
    func counts() async throws {
        let service = try TestService()
        try Self.fill(service)
        try await service.requests { client async throws in
            let first = try await client.send(.get, "/api/shelf?state=unfinished&limit=2", service.full).json
            let counts = try #require(first["counts"]?.object).compactMapValues(\.integer)
            #expect(counts.values.reduce(0, +) == 23 && Set(counts.keys) == ["unfinished", "later", "finished"])
            #expect(first["total"]?.integer == counts["unfinished"] && first["trash"]?.integer == 0)
            let cursor = "/api/shelf?state=unfinished&limit=2&after=newest:0:0:1460000010000"
            let further = try await client.send(.get, cursor, service.full).json
            #expect(further["total"] == nil && further["counts"] == nil && further["trash"]?.integer == 0)
            let search = try await client.send(.get, "/api/shelf?q=page&site=www.c.example", service.full).json
            #expect(search["total"]?.isNull == true && search["pages"]?.array?.count == 5)
        }
    }

    @Test("A card has the state of its page, the place to resume and the beginning of its sentence")
    func card() async throws {
        let service = try TestService()
        let quote = JSONValue.object(["exact": .string("over the dog."), "prefix": .string("End. The fox jumps ")])
        let anchor = JSONValue.object(["role": .string("primary"), "quote": quote])
        let place = try service.archive.add(
            try PageSnapshot(
                value: .object([
                    "url": .string("https://example.org/a"), "pageYOffset": .number(9), "anchors": .array([anchor]),
                ])))
        let until = service.time.now + 60
        _ = try service.shelf.apply(.mark(PageMark(.later, until: until)), to: .places([place.id]))
        try await service.requests { client async throws in
            let path = "/api/shelf/page?page=https://example.org/a%3Futm_source=x%23part"
            let card = try await client.send(.get, path, service.full).json
            #expect(card["page"]?.string == "https://example.org/a" && card["resume"]?.string == place.id)
            #expect(card["state"]?.string == "later" && card["isDue"]?.bool == false)
            #expect(card["until"]?.string == RFC3339.string(until) && card["markedAt"]?.string != nil)
            #expect(card["places"]?.integer == 1 && card["highlights"]?.integer == 0)
            #expect(card["place"]?["excerpt"]?.string == "The fox jumps over the dog.")
            service.time.move(by: 61)
            let due = try await client.send(.get, "/api/shelf?state=unfinished", service.full).json
            #expect(due["pages"]?[0]?["isDue"]?.bool == true && due["pages"]?[0]?["state"]?.string == "later")
            #expect(due["counts"]?["unfinished"]?.integer == 1)
            let none = try await client.send(.get, "/api/shelf/page?page=https://example.org/b", service.full)
            #expect(none.status == .notFound)
        }
    }

    @Test("The next page is the first unfinished one, or one by chance that meets the filters")
    func next() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            for path in ["/api/shelf/next", "/api/shelf/next?random=true", "/api/shelf/next?random=1&q=page"] {
                #expect(try await client.send(.get, path, service.full).status == .notFound, "\(path)")
            }
            try Self.fill(service)
            let list = try await client.send(.get, "/api/shelf?state=unfinished&limit=200", service.full).json
            let unfinished = list["pages"]?.array?.compactMap { $0["page"]?.string } ?? []
            let first = try await client.send(.get, "/api/shelf/next", service.full).json
            #expect(first["page"]?.string == unfinished.first)
            var seen: Set<String> = []
            for _ in 0..<60 {
                let card = try await client.send(.get, "/api/shelf/next?random=true", service.full).json
                seen.insert(card["page"]?.string ?? "")
            }
            // The chance that all are the same is below 1 in 10^50.
            #expect(seen.count > 1 && seen.isSubset(of: unfinished))
            let finished = try await client.send(
                .get, "/api/shelf/next?random=true&state=finished&site=b.example&q=page", service.full)
            #expect(finished.json["state"]?.string == "finished" && finished.json["place"]?["url"] != nil)
            #expect(finished.json["page"]?.string?.hasPrefix("https://b.example/") == true)
            for value in ["maybe", "2", "TRUE"] {
                let refused = try await client.send(.get, "/api/shelf/next?random=\(value)", service.full)
                #expect(refused.status == .badRequest, "\(value)")
            }
        }
    }

    // MARK: Highlights

    private static func highlight(
        _ service: TestService, _ words: String?, _ url: String = "https://www.example.org/a",
        _ further: [String: JSONValue] = ["purpose": .string("highlight")]
    ) throws -> StoredSnapshot {
        service.time.move(by: 1)
        var members: [String: JSONValue] = ["url": .string(url), "pageYOffset": .number(9)]
        if let words {
            members["selection"] = .object([
                "exact": .string(words), "prefix": .string("before "), "suffix": .string(" after"),
            ])
        }
        return try service.archive.add(try PageSnapshot(value: .object(members.merging(further) { $1 })))
    }

    @Test("The highlights of a page are listed with their words, notes and tags, newest first")
    func highlights() async throws {
        let service = try TestService()
        let selected = try Self.highlight(service, "captured words", "https://www.example.org/a", [:])
        let pure = try Self.highlight(service, "pure words", "https://www.example.org/a?utm_source=x#b")
        _ = try service.archive.updateMetadata(id: pure.id, isKept: false) { _ in
            try SnapshotMetadata(tags: ["t"], note: "<b>note</b>")
        }
        _ = try Self.highlight(service, nil, "https://www.example.org/a", [:])
        _ = try Self.highlight(service, "words of another page", "https://www.example.org/b")
        try await service.requests { client async throws in
            let path = "/api/shelf/highlights?page=https://www.example.org/a"
            let list = try await client.send(.get, path, service.full).json
            #expect(list.array?.map { $0["id"]?.string } == [pure.id, selected.id])
            #expect(list[0]?.object?.keys.sorted() == ["exact", "id", "note", "prefix", "storedAt", "suffix", "tags"])
            #expect(list[0]?["exact"]?.string == "pure words" && list[0]?["prefix"]?.string == "before ")
            #expect(list[0]?["note"]?.string == "<b>note</b>" && list[0]?["tags"]?[0]?.string == "t")
            // A copy in an archive shows the highlights of its original.
            let archived = "/api/shelf/highlights?page=https://web.archive.org/web/2020/https://www.example.org/a"
            #expect(try await client.send(.get, archived, service.full).json == list)
            _ = try service.archive.remove(ids: [pure.id])
            #expect(try await client.send(.get, path, service.full).json.array?.count == 1)
            let none = try await client.send(.get, "/api/shelf/highlights?page=https://c.example/", service.full)
            #expect(none.status == .ok && none.json.array == [])
        }
    }

    @Test("A highlight that was imported has the words of its anchor")
    func imported() async throws {
        let service = try TestService()
        let annotations = """
            {"@context":"http://www.w3.org/ns/anno.jsonld","type":"AnnotationPage","items":[{"type":"Annotation",
            "target":{"source":"https://example.org/a",
            "selector":{"type":"TextQuoteSelector","exact":"imported words"}}}]}
            """
        try await service.requests { client async throws in
            let receipt = try await client.send(.post, "/api/import", service.full.json, annotations)
            #expect(receipt.status == .ok, "\(receipt.text)")
            let list = try await client.send(.get, "/api/shelf/highlights?page=https://example.org/a", service.full)
            #expect(list.json[0]?["exact"]?.string == "imported words")
        }
    }

    @Test("The sites of highlights are listed once each, sorted, without www., and only while they have highlights")
    func sites() async throws {
        let service = try TestService()
        let urls = [
            "https://www.z.example/a", "http://a.example:8080/", "https://z.example/b", "https://bücher.example./x",
            "http://[::1]/",
        ]
        let places = try urls.map { try Self.highlight(service, "words", $0) }
        _ = try Self.highlight(service, "words", "file:///home/ada/a.html")
        _ = try Self.highlight(service, nil, "https://none.example/", [:])
        try await service.requests { client async throws in
            let sites = try await client.send(.get, "/api/shelf/highlight-sites", service.full).json.array
            #expect(sites?.map(\.string) == ["[::1]", "a.example", "xn--bcher-kva.example", "z.example"])
            _ = try service.archive.remove(ids: places.prefix(2).map(\.id))
            let rest = try await client.send(.get, "/api/shelf/highlight-sites", service.full).json.array
            #expect(rest?.map(\.string) == ["[::1]", "xn--bcher-kva.example", "z.example"])
            let known = try await client.send(.get, "/api/shelf/highlight-sites?page=x", service.full)
            #expect(known.status == .badRequest)
        }
    }
}
