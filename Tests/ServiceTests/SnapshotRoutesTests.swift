import FoundationEssentials
import HTTPTypes
import Hummingbird
import Places
import Store
import Syntax
import Testing

@testable import Service

@Suite("The API for places")
struct SnapshotRoutesTests {
    private static let place = """
        {"schema":1,"url":"https://example.org/read?utm_source=x","title":"On <b>reading</b>","progress":{"px":0.5,"text":0.25},\
        "anchors":[{"role":"primary","quote":\
        {"exact":"It was a dark and stormy night","prefix":"","suffix":"; the rain"}}],\
        "links":[{"url":"https://example.org/file.pdf","text":"The file"}],"unknown":{"kept":[1,null]}}
        """

    /// Stores a place and returns its id.
    private func store(_ client: RouterClient, _ service: TestService, _ text: String) async throws -> String {
        let response = try await client.send(.post, "/api/snapshots", service.full.json, text)
        #expect(response.status == .created)
        return try #require(response.json["id"]?.string)
    }

    @Test(
        "A place has no frame of a host that is never captured, in every edition and at every depth",
        arguments: [
            (#""path":[],"url":"https://my.bank.example/","place":{}"#, false),
            (#""path":[{"src":"https://bank.example/"}],"url":"https://a.example/","place":{"title":"b"}"#, false),
            (#""url":"https://web.archive.org/web/20260101000000/https://bank.example/","place":{}"#, false),
            (#""path":[{"src":""},{}],"url":"https://a.example/bank.example","place":{}"#, true),
            // A frame that could not be read.
            (#""path":[{"src":"https://bank.example/"}],"url":null,"place":null"#, true),
        ])
    func excludedFrames(frame: String, isKept: Bool) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            _ = try await client.send(
                .patch, "/api/settings", service.full.json, #"{"neverCaptured":["bank.example"]}"#)
            let id = try await store(
                client, service, #"{"url":"https://example.org/","pageYOffset":7,"frame":{\#(frame)}}"#)
            let snapshot = try await client.send(.get, "/api/snapshots/\(id)", service.full).json["snapshot"]
            #expect((snapshot?["frame"] != nil) == isKept && snapshot?["pageYOffset"]?.number == 7)
        }
    }

    @Test("A stored snapshot is returned completely")
    func roundTrip() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let added = try await client.send(.post, "/api/snapshots", service.capture.json, Self.place)
            #expect(added.status == .created)
            let id = try #require(added.json["id"]?.string)
            #expect(added.headers[.location] == "/api/snapshots/\(id)")
            #expect(added.json["forgettable"]?.bool == false)

            let shown = try await client.send(.get, "/api/snapshots/\(id)", service.session)
            #expect(shown.status == .ok)
            #expect(shown.json["url"]?.string == "https://example.org/read?utm_source=x")
            #expect(shown.json["title"]?.string == "On <b>reading</b>")
            #expect(shown.json["quote"]?.string == "It was a dark and stormy night")
            #expect(shown.json["progress"]?.number == 0.25)
            #expect(shown.json["linkCount"]?.integer == 1)
            #expect(shown.json["storedAt"]?.string == "2016-04-07T03:33:20.000Z")
            #expect(shown.json["address"]?.string == "https://example.org/read?utm_source=x")
            #expect(shown.json["fragment"]?.string?.contains("#:~:text=") == true)
            #expect(shown.json["snapshot"] == (try PageSnapshot(json: Self.place.utf8)).json)

            let listed = try await client.send(.get, "/api/snapshots", service.full)
            #expect(listed.json.array?.map { $0["id"]?.string } == [id])
            #expect(listed.json[0]?["snapshot"] == nil)
            #expect(
                try await client.send(.get, "/api/snapshots/\(id.prefix(4))", service.full).json["id"]?.string == id)
            #expect(try await client.send(.get, "/api/snapshots/@", service.full).json["id"]?.string == id)

            let gone = try await client.send(.delete, "/api/snapshots/\(id)", service.session)
            #expect(gone.status == .noContent)
            #expect(gone.body.readableBytes == 0)
            #expect(try await client.send(.get, "/api/snapshots/\(id)", service.full).status == .notFound)
        }
    }

    @Test("The places of a page are found from the addresses of all its editions, and name theirs")
    func editions() async throws {
        let service = try TestService()
        let wayback = "https://web.archive.org/web/20240102030405/https://example.org/b"
        let snapshots = [
            #"{"url":"https://example.org/b"}"#, #"{"url":"\#(wayback)"}"#,
            #"{"url":"https://amp.example.org/b","edition":"amp","canonical":"https://example.org/b"}"#,
        ]
        try await service.requests { client async throws in
            for snapshot in snapshots { _ = try await store(client, service, snapshot) }
            let addresses = [
                "https://example.org/b", wayback, "about:reader?url=https%3A%2F%2Fexample.org%2Fb",
                "https://example-org.cdn.ampproject.org/c/s/example.org/b",
            ]
            for address in addresses {
                let value = address.utf8.map { "%" + String(UInt16($0) + 0x100, radix: 16).suffix(2) }.joined()
                let places = try await client.send(.get, "/api/snapshots?page=\(value)", service.full).json.array ?? []
                #expect(places.map { $0["edition"]?.string } == ["amp", "archive", nil])
                #expect(
                    places.map { $0["original"]?.string } == ["https://example.org/b", "https://example.org/b", nil])
                #expect(places.last?["edition"]?.isNull == true && places.last?["original"]?.isNull == true)
            }
            let sites = try await client.send(.get, "/api/sites", service.full).json
            #expect(sites[0]?["name"]?.string == "example.org" && sites[0]?["count"]?.integer == 3)
            let refused = try await client.send(
                .get, "/api/snapshots?page=about:reader%3Furl%3Djavascript%3Ax", service.full)
            #expect(refused.status == .badRequest)
        }
    }

    @Test("A page on another port cannot claim to be the copy of a page that was not copied")
    func foreignCopies() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let id = try await store(client, service, #"{"url":"https://bank.example/b"}"#)
            for (copy, canonical, isCopy) in [
                ("http://127.0.0.1:4000/copies/\(id)/text", "https://bank.example/b", true),
                ("http://127.0.0.1:4000/copies/\(id)/text", "https://bank.example/other", false),
                ("http://localhost:4000/copies/000000000000/text", "https://bank.example/b", false),
                ("http://[::1]:4000/copies/@/picture", "https://bank.example/b", false),
                ("http://[::1]:4000/copies/\(id.prefix(6))/text", "https://bank.example/b", false),
            ] {
                let snapshot = #"{"url":"\#(copy)","canonical":"\#(canonical)"}"#
                let place = try await client.send(.post, "/api/snapshots", service.full.json, snapshot).json
                #expect(place["original"]?.string == (isCopy ? canonical : nil), "\(copy) \(canonical)")
            }
            let places = try await client.send(
                .get, "/api/snapshots?page=https%3A%2F%2Fbank.example%2Fb", service.full)
            #expect(places.json.array?.count == 2)
        }
    }

    /// An archive whose disk is full.
    private struct FullArchive: SnapshotArchive {
        func add(_ snapshots: [PageSnapshot]) throws -> [StoredSnapshot] { throw StoreError.diskFull(path: "/full") }
        func capture(_ snapshots: [PageSnapshot]) throws -> [CapturedPlace] {
            try add(snapshots).map { CapturedPlace(place: $0, isRenewed: false) }
        }
        func list(_ listing: SnapshotListing) throws -> SnapshotList { SnapshotList() }
        func snapshot(id: String) throws -> StoredSnapshot { throw SnapshotArchiveError.notFound(id) }
        func updateMetadata(
            id: String, isKept: Bool, _ change: (StoredSnapshot) throws -> SnapshotMetadata
        ) throws -> StoredSnapshot {
            throw SnapshotArchiveError.notFound(id)
        }
        func remove(ids: [String]) throws -> Int { 0 }
        func undoRemoval(id: String) throws -> StoredSnapshot { throw SnapshotArchiveError.notFound(id) }
        func counts(of subject: SnapshotCount.Subject) throws -> [SnapshotCount] { [] }
        func addAutomatic(_ snapshot: PageSnapshot) throws -> AutomaticPlace.Outcome { .refused }
        func removeAutomatic(pageKey: String) throws -> Bool { false }
        func refuseAutomatic(pageKey: String) throws -> AutomaticPlace.Refusal {
            throw StoreError.diskFull(path: "/full")
        }
        func allowAutomatic(pageKey: String) throws -> Bool { false }
        func automaticRefusals() throws -> [AutomaticPlace.Refusal] { [] }
    }

    @Test("A snapshot that cannot be stored is not acknowledged, and the response says why")
    func fullDisk() async throws {
        let service = try TestService(archive: FullArchive())
        try await service.requests { client async throws in
            let response = try await client.send(.post, "/api/snapshots", service.capture.json, Self.place)
            #expect(response.status == .internalServerError)
            #expect(response.json["detail"]?.string == "cannot write store /full: the disk is full")
            #expect(response.json["id"] == nil)
        }
    }

    @Test("A second capture at one line renews the place, and the capture token gets no ticket to remove it")
    func renewal() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let first = try await client.send(.post, "/api/snapshots", service.full.json, Self.place)
            #expect(first.status == .created && first.json["renewed"]?.bool == false)
            for access in [service.full, service.capture] {
                let again = try await client.send(.post, "/api/snapshots", access.json, Self.place)
                #expect(again.status == .ok && again.json["renewed"]?.bool == true)
                #expect(again.json["id"] == first.json["id"] && again.json["undo"] == nil)
                #expect(again.headers[.location] == first.headers[.location])
            }
            let other = Self.place.replacing("dark and stormy", with: "bright and calm")
            #expect(try await client.send(.post, "/api/snapshots", service.full.json, other).status == .created)
            #expect(try await client.send(.get, "/api/snapshots", service.full).json.array?.count == 2)
        }
    }

    @Test("The list of a page begins with the newest place that is not at the untouched top, in each of its parts")
    func placeToResume() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            var ids: [String] = []
            for offset in [0, 900, 700, 0, 0] {
                let text =
                    #"{"url":"https://example.org/a","pageYOffset":\#(offset),"title":"\#(ids.count)"}"#
                ids.append(try await store(client, service, text))
            }
            let path = "/api/snapshots?page=https%3A%2F%2Fexample.org%2Fa"
            for (limit, expected) in [
                (1, [2]), (2, [2, 4]), (3, [2, 4, 3]), (4, [2, 4, 3, 1]), (5, [2, 4, 3, 1, 0]), (9, [2, 4, 3, 1, 0]),
            ] {
                let list = try await client.send(.get, "\(path)&limit=\(limit)", service.full)
                #expect(list.json.array?.map { $0["id"]?.string } == expected.map { ids[$0] }, "limit \(limit)")
            }
            // Nothing is lost between two parts.
            var found: Set<String> = []
            var next: String? = "\(path)&limit=1"
            while let request = next {
                let part = try await client.send(.get, request, service.full)
                found.formUnion((part.json.array ?? []).compactMap { $0["id"]?.string })
                next = part.headers[.link].map { String($0.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" }) }
            }
            #expect(found == Set(ids))
            // A list of all places stays in the order of storing.
            let all = try await client.send(.get, "/api/snapshots", service.full)
            #expect(all.json.array?.map { $0["id"]?.string } == ids.reversed())
        }
    }

    @Test("Places can be searched, listed in pages, and found by their page")
    func listing() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            var ids: [String] = []
            for number in 1...3 {
                let text = #"{"url":"https://example.org/\#(number)#part","title":"Chapter \#(number)"}"#
                ids.append(try await store(client, service, text))
            }
            func list(_ query: String) async throws -> [String?]? {
                try await client.send(.get, "/api/snapshots?\(query)", service.full).json.array?.map {
                    $0["id"]?.string
                }
            }
            #expect(try await list("") == ids.reversed())
            #expect(try await list("limit=1&offset=1") == [ids[1]])
            #expect(try await list("q=chapter+2") == [ids[1]])
            #expect(try await list("q=chapter%202") == [ids[1]])
            #expect(try await client.send(.get, "/api/snapshots?q=%22(*%00", service.full).status == .ok)
            #expect(try await list("page=https%3A%2F%2Fexample.org%2F3%3Futm_source%3Da%23other") == [ids[2]])
            #expect(try await list("page=https%3A%2F%2Fexample.org%2F4") == [])
        }
    }

    @Test(
        "A parameter out of range is rejected",
        arguments: ["limit=0", "limit=501", "limit=x", "limit=", "offset=-1", "page=javascript:alert(1)", "page="])
    func badParameters(query: String) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let response = try await client.send(.get, "/api/snapshots?\(query)", service.full)
            #expect(response.status == .badRequest)
            #expect(response.headers[.contentType] == "application/problem+json")
        }
    }

    @Test(
        "An invalid snapshot is rejected",
        arguments: [
            ("", 400), ("{", 400), ("\u{0}", 400), ("[]", 422), ("null", 422), ("{}", 422), (#"{"url":7}"#, 422),
            (#"{"url":"javascript:alert(1)"}"#, 422), (#"{"url":"data:text/html,x"}"#, 422),
            (#"{"url":"https://example.org/","schema":99}"#, 422), (#"{"url":"https://example.org/"}{}"#, 400),
        ])
    func malformed(body: String, status: Int) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let response = try await client.send(.post, "/api/snapshots", service.capture.json, body)
            #expect(response.status.code == status)
            #expect(response.json["status"]?.integer == status)
            #expect(response.json["title"]?.string != nil)
            #expect(response.json["detail"]?.string?.isEmpty == false)
        }
    }

    @Test("64 KiB are accepted, and one byte more is not")
    func oversize() async throws {
        let service = try TestService()
        let start = #"{"url":"https://example.org/","title":""#
        let end = "\"}"
        let fitting =
            start + String(repeating: "a", count: PageSnapshot.maximumByteCount - start.count - end.count) + end
        try await service.requests { client async throws in
            #expect(try await client.send(.post, "/api/snapshots", service.capture.json, fitting).status == .created)
            let response = try await client.send(.post, "/api/snapshots", service.capture.json, fitting + " ")
            #expect(response.status == .contentTooLarge)
        }
    }

    @Test(
        "Only bodies with the media type of JSON are accepted",
        arguments: [
            nil, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "text/json",
            "application/json-seq", "application/problem+json", "text/plain; application/json",
        ])
    func contentType(type: String?) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            var fields = service.full
            fields[.contentType] = type
            let response = try await client.send(.post, "/api/snapshots", fields, Self.place)
            #expect(response.status == .unsupportedMediaType)
            let listed = try await client.send(.get, "/api/snapshots", service.full)
            #expect(listed.json.array?.isEmpty == true)
        }
    }

    @Test("The media type is case-insensitive and may have parameters")
    func contentTypeVariants() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            for type in ["Application/JSON", "application/json; charset=utf-8", "application/json ;x=y"] {
                var fields = service.full
                fields[.contentType] = type
                let response = try await client.send(.post, "/api/snapshots", fields, Self.place)
                #expect(response.status.kind == .successful)
            }
        }
    }

    @Test("The capture token can only add")
    func captureToken() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let id = try await store(client, service, Self.place)
            let attempts: [(HTTPRequest.Method, String)] = [
                (.get, "/api/snapshots"), (.get, "/api/snapshots/\(id)"), (.delete, "/api/snapshots/\(id)"),
                (.get, "/api/snapshots/\(id)/restore"), (.get, "/api/queue"), (.post, "/api/queue"),
            ]
            for (method, path) in attempts {
                #expect(try await client.send(method, path, service.capture).status == .forbidden, "\(method) \(path)")
                let without = try await client.send(method, path)
                #expect(without.status == .unauthorized, "\(method) \(path)")
                #expect(without.headers[.wwwAuthenticate]?.hasPrefix("Bearer") == true)
            }
            #expect(
                try await client.send(.post, "/api/snapshots", HTTPFields().json, Self.place).status == .unauthorized)
            #expect(try await client.send(.get, "/api/snapshots/\(id)", service.full).status == .ok)
        }
    }

    @Test("A signed-in browser may remove what it has captured")
    func forgettable() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            var fields = service.capture.json
            for field in service.session { fields[field.name] = field.value }
            let added = try await client.send(.post, "/api/snapshots", fields, Self.place)
            #expect(added.json["forgettable"]?.bool == true)
        }
    }

    @Test("Unknown ids give 404, ambiguous ones 409")
    func ids() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            for id in ["nothing", "%00", "..", "@", "zzzzzzzzzzzz"] {
                #expect(try await client.send(.get, "/api/snapshots/\(id)", service.full).status == .notFound, "\(id)")
                #expect(
                    try await client.send(.delete, "/api/snapshots/\(id)", service.full).status == .notFound, "\(id)")
            }
            // Of 33 ids two begin with the same of 32 characters.
            var ids: [String] = []
            for number in 0..<33 {
                let text = Self.place.replacing("stormy", with: "stormy \(number)")
                ids.append(try await store(client, service, text))
            }
            let first = try #require(Dictionary(grouping: ids) { $0.prefix(1) }.first { $0.value.count > 1 }?.key)
            #expect(try await client.send(.get, "/api/snapshots/\(first)", service.full).status == .conflict)
            #expect(try await client.send(.delete, "/api/snapshots/\(first)", service.full).status == .conflict)
            // `@` may mean another place a moment later, so it must not select a place to remove.
            #expect(try await client.send(.delete, "/api/snapshots/@", service.full).status == .notFound)
        }
    }

    @Test("Changing or removing @ is refused with the same words, with and without places", arguments: [true, false])
    func newest(isEmpty: Bool) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            if !isEmpty { _ = try await store(client, service, Self.place) }
            for method in [HTTPRequest.Method.patch, .delete] {
                let response = try await client.send(
                    method, "/api/snapshots/@", service.full.json, method == .patch ? "{}" : nil)
                #expect(response.status == .notFound)
                #expect(response.json["detail"]?.string?.hasPrefix("@ can only be read") == true, "\(response.text)")
            }
        }
    }

    @Test(
        "A place is restored in each form",
        arguments: [
            ("as=script", "text/javascript; charset=utf-8"), ("", "text/javascript; charset=utf-8"),
            ("as=module", "text/javascript; charset=utf-8"), ("as=bookmarklet", "text/plain; charset=utf-8"),
            ("as=fragment", "text/plain; charset=utf-8"), ("as=json", "application/json"),
        ])
    func restore(query: String, type: String) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let id = try await store(client, service, Self.place)
            let response = try await client.send(.get, "/api/snapshots/\(id)/restore?\(query)", service.full)
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == type)
            switch query {
            case "as=module": #expect(response.text.hasPrefix("export default "))
            case "as=bookmarklet": #expect(response.text.hasPrefix("javascript:"))
            case "as=fragment": #expect(response.text.hasPrefix("https://example.org/read?utm_source=x#:~:text="))
            case "as=json": #expect(response.json["url"]?.string == "https://example.org/read?utm_source=x")
            default: #expect(response.text.count > 100)
            }
            let unknown = try await client.send(.get, "/api/snapshots/\(id)/restore?as=poem", service.full)
            #expect(unknown.status == .badRequest)
        }
    }
}
