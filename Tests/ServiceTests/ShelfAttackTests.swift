import FoundationEssentials
import HTTPTypes
import Hummingbird
import Places
import Store
import Syntax
import Testing

@testable import Service

/// Hostile values in requests for the shelf, which `RouteAttackTests` cannot know.
@Suite("Attacks on the shelf")
struct ShelfAttackTests {
    private static let wrongNumbers = [
        "", " ", "-1", "NaN", "inf", "1e9", "1.5", "0x10", "+", "99999999999999999999", "%00", "1%00", "٣",
    ]

    private func service() throws -> TestService {
        let service = try TestService()
        for number in 0..<3 {
            _ = try service.archive.add(
                try PageSnapshot(
                    value: .object([
                        "url": .string("https://example.org/\(number)"),
                        "title": .string("100 % -- \"fox\" 🦊 \(number)"), "pageYOffset": .number(9),
                    ])))
        }
        return service
    }

    @Test("Numbers out of range, and texts that are no numbers, are refused")
    func numbers() async throws {
        let service = try service()
        try await service.requests { client async throws in
            let values = Self.wrongNumbers.flatMap { ["/api/shelf?limit=\($0)", "/api/shelf?offset=\($0)"] }
            let trash = Self.wrongNumbers.flatMap { ["/api/trash?limit=\($0)", "/api/trash?after=\($0)"] }
            let edges = [
                "/api/shelf?limit=0", "/api/shelf?limit=201", "/api/shelf?offset=2147483648", "/api/trash?limit=0",
                "/api/trash?limit=201", "/api/trash?after=9223372036854775808", "/api/shelf?limit=abc&limit=5",
            ]
            for path in values + trash + edges {
                let response = try await client.send(.get, path, service.full)
                #expect(response.status == .badRequest, "\(path): \(response.status)")
            }
            for path in ["/api/shelf?offset=2147483647", "/api/trash?after=9223372036854775807", "/api/trash?after=0"] {
                #expect(try await client.send(.get, path, service.full).status == .ok, "\(path)")
            }
        }
    }

    @Test(
        "A cursor that no response had is refused, or leads into the list",
        arguments: [
            ("garbage", 400), ("", 400), ("newest", 400), ("newest:1:2", 400), ("newest:a:b:c", 400),
            ("oldest:1:1:1", 400), ("NEWEST:1:1:1", 400), ("newest:1.5:1:1", 400), ("newest:1:1:%25ff", 400),
            ("newest:9223372036854775808:1:1", 400), ("newest:1:1:" + String(repeating: "1", count: 2_000), 400),
            ("newest:9223372036854775807:-9223372036854775808:x", 200), ("newest:0:0:", 200),
            ("newest:1:1:1:2:3", 200), ("newest:-1:-1:-1", 200), ("newest:1:1:%2500", 200),
            ("newest:1:1:')%20OR%201=1%20--", 200),
        ])
    func cursors(cursor: String, status: Int) async throws {
        let service = try service()
        try await service.requests { client async throws in
            for filters in ["", "&q=fox", "&state=later", "&site=example.org"] {
                let response = try await client.send(.get, "/api/shelf?after=\(cursor)\(filters)", service.full)
                #expect(response.status.code == status, "\(filters): \(response.text)")
                #expect(response.json["pages"]?.array?.count ?? 0 <= 3)
            }
        }
    }

    @Test("Values of cursors that are no values of their order lead into the list", arguments: PlaceSort.allCases)
    func cursorValues(sort: PlaceSort) async throws {
        let service = try service()
        try await service.requests { client async throws in
            for value in ["nan", "-nan", "inf", "1e999", "", "x", "-1", "%2500", "%25F0%259F%25A6%258A", "0x1p3"] {
                let path = "/api/shelf?sort=\(sort.rawValue)&after=\(sort.rawValue):1:1:\(value)"
                let response = try await client.send(.get, path, service.full)
                #expect(response.status == .ok, "\(value): \(response.text)")
            }
        }
    }

    @Test(
        "Unknown names are refused with the known ones",
        arguments: [
            ("state=unknown", "unfinished"), ("state=Finished", "finished"), ("state=later,x", "later"),
            ("state=later&state=%00", "later"), ("sort=unknown", "newest"), ("sort=", "newest"), ("kind=all", "copy"),
            ("kind=copy&kind=%00", "copy"), ("x=1", "parameter"), ("Limit=5", "parameter"), ("%00=1", "parameter"),
        ])
    func names(query: String, known: String) async throws {
        let service = try service()
        try await service.requests { client async throws in
            let paths = ["/api/shelf", "/api/shelf/next", "/api/shelf/page", "/api/shelf/highlights", "/api/trash"]
            for path in paths {
                let response = try await client.send(.get, "\(path)?\(query)", service.full)
                #expect(response.status == .badRequest, "\(path)")
            }
            let list = try await client.send(.get, "/api/shelf?\(query)", service.full)
            #expect(list.json["detail"]?.string?.contains(known) == true, "\(list.text)")
        }
    }

    @Test(
        "A parameter that occurs twice, is no UTF-8 or has no use is refused, and nothing is changed",
        arguments: [
            (.get, "/api/shelf?limit=1&limit=2"), (.get, "/api/shelf?q=fox&q=wolf"), (.get, "/api/shelf?q=%FF"),
            (.get, "/api/shelf?tag=a&tag=b"), (.get, "/api/shelf/next?site=a&site=b"), (.get, "/api/shelf?q=%F0%9F"),
            (.get, "/api/trash?limit=1&limit=2"), (.get, "/api/snapshots?q=a&q=b"),
            (.get, "/api/queue?limit=1&limit=2"),
            (.get, "/api/shelf/page?page=https://example.org/0&page=https://example.org/1"),
            (.delete, "/api/trash?limit=1"), (.delete, "/api/trash/0?x=1"), (.delete, "/api/sessions?id=x"),
        ] as [(HTTPRequest.Method, String)])
    func parameters(method: HTTPRequest.Method, path: String) async throws {
        let service = try service()
        try await service.requests { client async throws in
            let body = #"{"change":{"kind":"forget"},"selection":{"pages":["https://example.org/0"]}}"#
            _ = try await client.send(.post, "/api/shelf/changes", service.full.json, body)
            let response = try await client.send(method, path, service.full)
            #expect(response.status == .badRequest, "\(response.text)")
            #expect(try await client.send(.get, "/api/shelf", service.full).json["trash"]?.integer == 1)
        }
    }

    @Test("Lists of values may occur several times")
    func lists() async throws {
        let service = try service()
        try await service.requests { client async throws in
            for path in ["/api/shelf?state=later&state=unfinished", "/api/shelf?kind=captured&kind=imported"] {
                #expect(try await client.send(.get, path, service.full).json["total"]?.integer == 3, "\(path)")
            }
        }
    }

    @Test("A store that another process uses is a reason to try again")
    func busy() throws {
        let problem = try #require(Problem(describing: StoreError.busy(path: "leftoff.sqlite")))
        #expect(problem.status == .serviceUnavailable && problem.fields[.retryAfter] != nil)
        #expect(Problem(describing: StoreError.diskFull(path: "leftoff.sqlite")) == nil)
    }

    @Test("Any text can be searched for, and each hit has an excerpt that is never empty")
    func searches() async throws {
        let service = try service()
        let long = String(repeating: "a", count: 1 << 20)
        let queries =
            [
                ("%00", nil), ("%20", nil), ("", nil), ("*", 0), ("\"", 3), ("\"fox", 3), ("fox*", 3), ("NEAR(fox", 0),
                ("fox%20OR%20wolf", 0), ("--", 3), ("%25", 3), ("_", 0), ("🦊", 3), ("-- 🦊 fox", 3), ("fox%00--", 3),
                ("'); DROP TABLE page; --", 0), (long, 0), (String(repeating: "fox ", count: 10_000), 3),
                ("\\", 0), ("title:fox", 0), ("%CC%81", 0),
            ] as [(String, Int?)]
        try await service.requests { client async throws in
            for (query, count) in queries {
                let text = query.replacing(" ", with: "%20").replacing("\"", with: "%22")
                let response = try await client.send(.get, "/api/shelf?q=\(text)", service.full)
                #expect(response.status == .ok, "\(query.prefix(40))")
                let pages = response.json["pages"]?.array ?? []
                #expect(pages.count == count ?? 3, "\(query.prefix(40))")
                #expect((response.json["total"]?.isNull == true) == (count != nil), "\(query.prefix(40))")
                for page in pages where count != nil {
                    let match = page["place"]?["excerpt"]?["match"]?.string
                    #expect(match?.isEmpty == false, "\(query.prefix(40)): \(response.text)")
                }
                let next = try await client.send(.get, "/api/shelf/next?random=true&q=\(text)", service.full)
                #expect(next.status == (pages.isEmpty ? .notFound : .ok), "\(query.prefix(40))")
            }
            for path in ["tag=%00", "site=%00", "site=.", "tag=\(long)", "site=\(long)", "site=www.", "tag=%25"] {
                let response = try await client.send(.get, "/api/shelf?\(path)", service.full)
                #expect(response.status == .ok && response.json["total"]?.integer == 0, "\(path.prefix(40))")
            }
        }
    }

    @Test("A page that is no address is refused, and a long or unknown one has nothing")
    func pages() async throws {
        let service = try service()
        let long = "https://example.org/" + String(repeating: "a", count: 1 << 20)
        try await service.requests { client async throws in
            for (route, unknown) in [
                ("/api/shelf/page?", 404), ("/api/shelf/highlights?", 200), ("/api/pages/export?as=markdown&", 404),
            ] {
                for page in ["", "%00", "javascript:alert(1)", "about:reader", "example.org", "http://", "@"] {
                    let response = try await client.send(.get, "\(route)page=\(page)", service.full)
                    #expect(response.status == .badRequest, "\(route)\(page)")
                }
                for page in [long, "https://example.org/%00", "https://example.org/none", "file:///etc/passwd"] {
                    let response = try await client.send(.get, "\(route)page=\(page)", service.full)
                    #expect(response.status.code == unknown, "\(route)\(page.prefix(40))")
                }
                let twice = "\(route)page=https://example.org/1&page=javascript:0"
                #expect(try await client.send(.get, twice, service.full).status == .badRequest, "\(route)")
            }
        }
    }

    private static let selection = #"{"pages":["https://example.org/0"]}"#

    /// Changes and selections, and the status of their refusal.
    static let invalidChanges: [(String, String, Int)] = {
        let forget = #"{"kind":"forget"}"#
        let long = (note: String(repeating: "n", count: 20_001), tag: String(repeating: "t", count: 65))
        let many = String(repeating: "\"a\",", count: 10_000) + "\"a\""
        let tags = String(repeating: "\"t\",", count: 40) + "\"t\""
        let changes: [(String, Int)] = [
            ("{}", 422), (#"{"kind":"delete"}"#, 422), (#"{"kind":1}"#, 422), ("null", 422), ("[]", 422),
            (#"{"kind":"note"}"#, 422), (#"{"kind":"note","note":"\#(long.note)"}"#, 422),
            (#"{"kind":"tags","add":["\#(long.tag)"]}"#, 422), (#"{"kind":"tags","add":[\#(tags)]}"#, 422),
            (#"{"kind":"tags","add":"t"}"#, 422), (#"{"kind":"tags","add":[1]}"#, 422), (#"{"kind":"mark"}"#, 422),
            (#"{"kind":"mark","state":"read"}"#, 422), (#"{"kind":"mark","state":"later","until":"tomorrow"}"#, 422),
            (#"{"kind":"mark","state":"later","until":"10000-01-01T00:00:00Z"}"#, 422),
            (#"{"kind":"mark","state":"later","until":"2027-02-29T00:00:00Z"}"#, 422),
            (#"{"kind":"mark","state":"later","until":1e308}"#, 422),
            (#"{"kind":"mark","state":"later","until":""}"#, 422), (#"{"kind":"forget","kind":"tags"}"#, 400),
            (#"{"kind":"forget","state":"read"}"#, 422), (#"{"kind":"forget","until":"soon"}"#, 422),
            (#"{"kind":"forget","only":["x"]}"#, 422), (#"{"kind":"tags","add":["t"],"notes":"x"}"#, 422),
        ]
        let selections: [(String, Int)] = [
            ("{}", 422), ("null", 422), (#"{"pages":null,"places":null}"#, 422),
            (#"{"pages":["https://example.org/0"],"matching":{}}"#, 422),
            (#"{"pages":"https://example.org/0"}"#, 422), (#"{"pages":["javascript:0"]}"#, 400),
            (#"{"pages":["https://example.org/0","https://example.org/none"]}"#, 404),
            (#"{"pages":[\#(many)]}"#, 422), (#"{"places":[\#(many)]}"#, 422), (#"{"places":["@"]}"#, 404),
            (#"{"places":[""]}"#, 404), (#"{"places":["%"]}"#, 404), (#"{"places":["\u0000"]}"#, 404),
            (#"{"matching":{"state":"unknown"}}"#, 400), (#"{"matching":{"kind":["copy","x"]}}"#, 400),
            (#"{"matching":{},"expected":1.5}"#, 422), (#"{"matching":{},"expected":"3"}"#, 422),
            (#"{"matching":{},"expected":1e300}"#, 422), (#"{"matching":{},"expected":-1}"#, 409),
            (#"{"matching":{"tags":"x"}}"#, 422), (#"{"matching":{"Q":"none"}}"#, 422),
            (#"{"matching":{"q":""}}"#, 422), (#"{"matching":{"q":" \u0000"}}"#, 422),
            (#"{"matching":{"state":[]}}"#, 422), (#"{"matching":{"state":","}}"#, 422),
            (#"{"matching":{"kind":[""]}}"#, 422), (#"{"matching":{"site":""}}"#, 422),
            (#"{"matching":{"tag":"\u2003"}}"#, 422), (#"{"matching":{},"expect":3}"#, 422),
        ]
        return changes.map { ($0.0, selection, $0.1) } + selections.map { (forget, $0.0, $0.1) }
    }()

    @Test("A change or a selection that is not valid changes nothing", arguments: invalidChanges)
    func changes(change: String, selection: String, status: Int) async throws {
        let service = try service()
        try await service.requests { client async throws in
            let body = #"{"change":\#(change),"selection":\#(selection)}"#
            let response = try await client.send(.post, "/api/shelf/changes", service.full.json, body)
            #expect(response.status.code == status, "\(response.text)")
            let list = try await client.send(.get, "/api/shelf?state=unfinished", service.full).json
            #expect(list["total"]?.integer == 3 && list["trash"]?.integer == 0)
            for card in list["pages"]?.array ?? [] {
                #expect(card["tags"]?.array == [] && card["markedAt"]?.isNull == true)
                #expect(card["place"]?["note"]?.string == "")
            }
        }
    }

    @Test(
        "Only the complete id of a change undoes it",
        arguments: ["@", "0", "%25", "null", "undefined", "-1", "%00", "newest"])
    func undo(id: String) async throws {
        let service = try service()
        try await service.requests { client async throws in
            let body = #"{"change":{"kind":"forget"},"selection":\#(Self.selection)}"#
            let receipt = try await client.send(.post, "/api/shelf/changes", service.full.json, body)
            let complete = try #require(receipt.json["id"]?.string)
            for id in [id, String(complete.dropLast())] {
                let response = try await client.send(.post, "/api/shelf/changes/\(id)/undo", service.full)
                #expect(response.status == .notFound, "\(id): \(response.status)")
            }
            #expect(try await client.send(.get, "/api/shelf", service.full).json["trash"]?.integer == 1)
        }
    }

    /// Requests for new pages, and the status of their refusal.
    static let invalidPages: [(String, Int)] = {
        let one = #""addresses":["https://example.org/x"]"#
        let many = String(repeating: "\"https://example.org/x\",", count: 1_000)
        let long = (
            path: String(repeating: "x", count: 200_000), note: String(repeating: "n", count: 20_001),
            tag: String(repeating: "t", count: 65)
        )
        return [
            ("{}", 422), (#"{"addresses":[]}"#, 422), (#"{"addresses":"https://example.org/x"}"#, 422),
            (#"{"addresses":[1]}"#, 422), (#"{"addresses":[null]}"#, 422), (#"{"addresses":[\#(many)"x"]}"#, 422),
            (#"{\#(one),"state":"read"}"#, 422), (#"{\#(one),"state":"later","until":"soon"}"#, 422),
            (#"{\#(one),"tags":["\#(long.tag)"]}"#, 422), (#"{\#(one),"note":"\#(long.note)"}"#, 422),
            (#"{\#(one),"fetch":"yes"}"#, 422), (#"{\#(one),"until":"soon"}"#, 422),
            (#"{\#(one),"tag":["t"]}"#, 422),
            (#"{"addresses":["https://example.org/\#(long.path)",""]}"#, 400),
        ]
    }()

    @Test("New pages that are not valid are refused, and nothing is stored", arguments: invalidPages)
    func newPages(body: String, status: Int) async throws {
        let service = try service()
        try await service.requests { client async throws in
            let response = try await client.send(.post, "/api/shelf/places", service.full.json, body)
            #expect(response.status.code == status, "\(response.text.prefix(300))")
            #expect(try await client.send(.get, "/api/shelf", service.full).json["total"]?.integer == 3)
            #expect(service.untitled.requests.isEmpty)
        }
    }

    @Test("Scripts in the fields of a page are returned only as text, also in a file")
    func scripts() async throws {
        let service = try TestService()
        let text =
            "</script><img src=x onerror=alert(1)> ![x](http://evil.example/) \"'`${alert(1)}"
            + "\u{2028}\u{202E}\u{1B}[2J"
        let quote = JSONValue.object(["exact": .string(text), "prefix": .string(text), "suffix": .string(text)])
        let place = try service.archive.add(
            try PageSnapshot(
                value: .object([
                    "url": .string("https://example.org/?q=<script>alert(1)</script>"), "title": .string(text),
                    "selection": quote, "purpose": .string("highlight"), "pageYOffset": .number(9),
                ])))
        _ = try service.archive.updateMetadata(id: place.id, isKept: false) { _ in
            try SnapshotMetadata(tags: ["<b onclick=x>"], note: text)
        }
        let page = "page=https://example.org/%3Fq=%3Cscript%3Ealert(1)%3C/script%3E"
        try await service.requests { client async throws in
            let paths = [
                "/api/shelf", "/api/shelf?q=onerror", "/api/shelf/page?\(page)", "/api/shelf/next",
                "/api/shelf/highlights?\(page)", "/api/shelf/highlight-sites",
                "/api/pages/export?\(page)&as=annotations",
            ]
            for path in paths {
                let response = try await client.send(.get, path, service.full)
                #expect(response.status == .ok, "\(path): \(response.text)")
                #expect(response.headers[.contentType]?.hasPrefix("application/") == true, "\(path)")
                #expect(response.headers[.xContentTypeOptions] == "nosniff")
                #expect(!response.text.unicodeScalars.contains("\u{1B}"), "\(path)")
            }
            let markdown = try await client.send(.get, "/api/pages/export?\(page)&as=markdown", service.full)
            #expect(markdown.headers[.contentType] == "text/markdown; charset=utf-8")
            let field = try #require(markdown.headers[.contentDisposition])
            #expect(field.utf8.allSatisfy { (0x20...0x7E).contains($0) } && field.count { $0 == "\"" } == 2)
            let lines = markdown.text.split(separator: "\n").map(String.init)
            for line in lines {
                // Without a backslash before it, "<" begins HTML, and "![" an image.
                #expect(line.matches(of: /(^|[^\\])<(?!https:)/).isEmpty, "\(line)")
                #expect(!line.contains("!["), "\(line)")
            }
            for character in ["\u{1B}", "\u{202E}"] { #expect(!markdown.text.contains(character)) }
        }
    }
}
