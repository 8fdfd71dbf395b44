import FoundationEssentials
import HTTPTypes
import Hummingbird
import Store
import Syntax
import Testing

@testable import Places
@testable import Service

@Suite("Copies as documents")
struct CopyPageRoutesTests {
    private static let words = "the words that were read before the server was switched off"

    private func place(_ service: TestService, url: String = "https://example.org/a") throws -> StoredSnapshot {
        let quote = JSONValue.object(["exact": .string(Self.words)])
        let anchor = JSONValue.object([
            "role": .string("primary"), "quote": quote, "offset": .object(["character": .number(0), "y": .number(90)]),
        ])
        return try service.archive.add(
            try PageSnapshot(value: .object(["url": .string(url), "anchors": .array([anchor])])))
    }

    private func keepText(_ service: TestService, of place: StoredSnapshot) throws {
        let copy = TextCopy(
            url: "https://example.org/a", title: "A page", byline: nil, language: nil, direction: nil,
            blocks: [CopyBlock(kind: .paragraph, runs: [CopyRun(text: Self.words)])])
        _ = try service.copies.add(copy.encoded(), kind: .text, to: place.id)
    }

    @Test("A copy is a document that runs and loads nothing, with the line of the place", arguments: CopyKind.allCases)
    func document(kind: CopyKind) async throws {
        let service = try TestService()
        let place = try place(service)
        try keepText(service, of: place)
        let picture = PictureCopy(
            html: "<p>\(Self.words)<script>alert(1)</script></p>", url: "https://example.org/a", title: nil)
        _ = try service.copies.add(picture.encoded(), kind: .picture, to: place.id)
        try await service.requests { client async throws in
            let response = try await client.send(.get, "/copies/\(place.id)/\(kind.rawValue)", service.session)
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == "text/html; charset=utf-8")
            #expect(
                response.headers[.contentSecurityPolicy]
                    == "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'")
            #expect(response.headers[.frameOptions] == "DENY" && response.headers[.cacheControl] == "no-store")
            #expect(response.headers[.xContentTypeOptions] == "nosniff")
            #expect(response.headers[.crossOriginResourcePolicy] == "same-origin")
            #expect(response.headers[.referrerPolicy] == "no-referrer")
            #expect(response.text.contains("<span id=\"leftoff-line\"") && response.text.contains("min(90.0px,75vh)"))
            #expect(!response.text.contains("<script"))
        }
    }

    @Test("A copy marks and lists the highlights of its page, and has the size of the settings")
    func highlights() async throws {
        let service = try TestService()
        let place = try place(service)
        try keepText(service, of: place)
        func highlight(_ words: String, page: String = "https://example.org/a") throws -> StoredSnapshot {
            let selection = JSONValue.object(["exact": .string(words)])
            return try service.archive.add(
                try PageSnapshot(
                    value: .object([
                        "url": .string(page), "selection": selection, "purpose": .string("highlight"),
                        "pageYOffset": .number(90),
                    ])))
        }
        let found = try highlight("before the server was switched off")
        let gone = try highlight("these words are gone")
        let other = try highlight("the words that were read", page: "https://example.org/b")
        try await service.requests { client async throws in
            let patch = #"{"readerSize":"large"}"#
            #expect(try await client.send(.patch, "/api/settings", service.full.json, patch).status == .ok)
            let text = try await client.send(.get, "/copies/\(place.id)/text", service.session).text
            #expect(text.contains("<mark id=\"highlight-\(found.id)\">before the server was switched off</mark>"))
            #expect(text.contains("<span dir=\"auto\">these words are gone</span>"))
            for place in [gone, other] { #expect(!text.contains("highlight-\(place.id)")) }
            #expect(text.contains("id=\"size-l\" aria-label=\"L, large\" checked"))
        }
    }

    @Test("Another place on the same page shows the newest copy of the page, at its own line")
    func nearest() async throws {
        let service = try TestService()
        try keepText(service, of: try place(service))
        let other = try place(service, url: "https://example.org/a?utm_source=mail")
        let elsewhere = try place(service, url: "https://example.org/b")
        try await service.requests { client async throws in
            #expect(try await client.send(.get, "/copies/\(other.id)/text", service.session).status == .ok)
            #expect(try await client.send(.get, "/copies/@/text", service.session).status == .notFound)
            let missing = try await client.send(.get, "/copies/\(elsewhere.id)/text", service.session)
            #expect(missing.status == .notFound && missing.headers[.contentType] == "text/html; charset=utf-8")
            #expect(missing.text.contains("no copy of the text of this page is stored"))
            let policy = try #require(missing.headers[.contentSecurityPolicy])
            #expect(policy.contains("script-src 'self'") && !policy.contains("unsafe"))
        }
    }

    @Test("Without the session there is no copy, and the capture token opens none", arguments: ["text", "picture"])
    func access(kind: String) async throws {
        let service = try TestService()
        let place = try place(service)
        try keepText(service, of: place)
        try await service.requests { client async throws in
            for fields in [HTTPFields(), service.capture] {
                let response = try await client.send(.get, "/copies/\(place.id)/\(kind)", fields)
                #expect(response.status == .unauthorized && !response.text.contains(Self.words))
                #expect(response.text.contains("This browser is not signed in"))
            }
        }
    }

    @Test(
        "An address whose ticket is over leads without a cookie to the constant page, which requests another ticket",
        arguments: ["text", "picture"])
    func oldTicket(kind: String) async throws {
        let service = try TestService()
        let place = try place(service)
        try keepText(service, of: place)
        let shell = try #require(WebAsset.embedded["web/copy-shell.html"]?.text)
        try await service.requests { client async throws in
            for fields in [HTTPFields(), service.capture] {
                let response = try await client.send(.get, "/copies/\(place.id)/\(kind)?ticket=over", fields)
                #expect(response.status == .unauthorized && response.text == shell)
            }
        }
    }

    @Test("A browser that navigates to a copy gets a constant page, and the copy with a ticket")
    func ticket() async throws {
        let service = try TestService()
        let place = try place(service)
        try keepText(service, of: place)
        let path = "/copies/\(place.id)/text"
        let shell = try #require(WebAsset.embedded["web/copy-shell.html"]?.text)
        try await service.requests { client async throws in
            let visit = try await client.send(.get, path, service.cookieOnly)
            #expect(visit.status == .ok && visit.text == shell)
            let order = #"{"path":"\#(path)"}"#
            let issued = try await client.send(.post, "/api/tickets", service.session.json, order)
            #expect(issued.status == .created)
            let address = try #require(issued.json["address"]?.string)
            #expect(address.hasPrefix(path + "?ticket="))
            for _ in 0..<2 {
                let shown = try await client.send(.get, address, service.cookieOnly)
                #expect(shown.text.contains(Self.words.dropFirst()))
                #expect(shown.headers[.contentSecurityPolicy]?.contains("sandbox") == true)
            }
            // Neither another path, nor more of a query, nor another browser, nor a program without the cookie.
            let ticket = address.dropFirst(path.count)
            let others = [
                "/copies/\(place.id)/picture\(ticket)", "/copies/@/text\(ticket)", address + "x", address + "&x",
            ]
            for other in others {
                #expect(try await client.send(.get, other, service.cookieOnly).text == shell, "\(other)")
            }
            for fields in [HTTPFields(), service.capture] {
                #expect(try await client.send(.get, address, fields).status == .unauthorized)
            }
            #expect(try await client.send(.get, "/api/export\(ticket)", service.cookieOnly).status == .unauthorized)
            service.time.move(by: SessionRegistry.ticketLifetime)
            service.time.set(by: -SessionRegistry.ticketLifetime)
            #expect(try await client.send(.get, address, service.cookieOnly).text == shell)
        }
    }

    @Test("A link in a copy leads on through a page of the service, which shows nothing")
    func continuation() async throws {
        let service = try TestService()
        let place = try place(service)
        try keepText(service, of: place)
        let visit: HTTPFields = HTTPFields().adding("Sec-Fetch-Site", "cross-site").adding("Sec-Fetch-Mode", "navigate")
            .adding("Sec-Fetch-Dest", "document")
        try await service.requests { client async throws in
            for view in ["text", "picture", "place"] {
                let path = "/copies/\(place.id)/\(view)?from=copy"
                let response = try await client.send(.get, path, visit)
                #expect(response.status == .unauthorized && !response.text.contains(Self.words))
                #expect(response.headers[.wwwAuthenticate]?.hasPrefix("Bearer") == true)
                // The same page for a place that does not exist.
                let other = try await client.send(.get, "/copies/fff/\(view)?from=copy", visit)
                #expect(other.status == .unauthorized)
                if view == "place" {
                    #expect(response.headers[.refresh] == "0; url=/places/\(place.id)")
                    #expect(response.text.contains("href=\"/places/\(place.id)\""))
                    #expect(other.headers[.refresh]?.contains("fff") == true)
                } else {
                    #expect(response.text == WebAsset.embedded["web/copy-shell.html"]?.text)
                    #expect(other.text == response.text && response.headers[.refresh] == nil)
                }
                let unknown = "/copies/\(place.id)/\(view)?from=elsewhere"
                #expect(try await client.send(.get, unknown, service.session).status == .badRequest)
            }
            let shown = try await client.send(.get, "/copies/\(place.id)/text?from=copy", service.session)
            #expect(shown.text.contains(Self.words.dropFirst()))
        }
    }

    @Test(
        "An id in the path cannot change where the page leads",
        arguments: ["%0d%0aSet-Cookie:x", "a%2f%2fevil.example", "..", "a;url=x", "%22", "a%23", "é", "a%3Cb"])
    func ids(id: String) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            for view in ["text", "picture", "place"] {
                let response = try await client.send(.get, "/copies/\(id)/\(view)?from=copy")
                #expect(response.status == .notFound, "\(response.status) \(id)")
                #expect(response.headers[.refresh] == nil)
            }
        }
    }
}
