import HTTPTypes
import Hummingbird
import Places
import Syntax
import Testing

@testable import Service

@Suite("Routes of window sets")
struct WindowRoutesTests {
    private static func body(_ request: String, _ tabs: String = #"{"url":"https://example.org/","title":"Fox"}"#)
        -> String
    {
        #"{"request":"\#(request)","browser":"Firefox","tabs":[\#(tabs)]}"#
    }

    @Test("A set is stored once, listed, shown, renamed, removed and brought back")
    func whole() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let full = service.full.json
            let tabs = #"{"url":"https://example.org/","snapshot":{"url":"https://example.org/","pageYOffset":7}}"#
            let added = try await client.send(.post, "/api/windows", full, Self.body("request-1", tabs))
            let again = try await client.send(.post, "/api/windows", full, Self.body("request-1", tabs))
            #expect(added.status == .created && again.status == .ok)
            let id = try #require(added.json["id"]?.string)
            #expect(again.json["id"]?.string == id && added.headers[.location] == "/api/windows/\(id)")
            let listed = try await client.send(.get, "/api/windows?q=example", service.full)
            #expect(listed.json.array?.map { $0["tabCount"]?.integer } == [1])
            let tab = try await client.send(.get, "/api/windows/\(id)/tab?number=1", service.full)
            #expect(tab.json["snapshot"]?["pageYOffset"]?.number == 7)
            let renamed = try await client.send(.patch, "/api/windows/\(id)", full, #"{"title":" My  work "}"#)
            #expect(renamed.json["title"]?.string == "My work")
            #expect(try await client.send(.patch, "/api/windows/\(id)", full, #"{"title":" "}"#).status.code == 422)
            #expect(try await client.send(.delete, "/api/windows/\(id)", service.full).status == .noContent)
            #expect(try await client.send(.get, "/api/windows/\(id)", service.full).status == .notFound)
            let undone = try await client.send(.post, "/api/windows/\(id)/undo", service.full)
            #expect(undone.status == .ok && undone.json["title"]?.string == "My work")
        }
    }

    @Test(
        "What is not a window set is refused, and nothing is stored",
        arguments: [
            ("{", 400), ("[]", 422), (#"{"tabs":[{"url":"https://example.org/"}]}"#, 422), (body("short"), 422),
            (body("with space"), 422), (body("request-1", ""), 422),
            (body("request-1", #"{"url":"javascript:0"}"#), 422),
            (body("request-1", #"{"url":"https://example.org/","incognito":true}"#), 422),
            (body("request-1", #"{"url":"https://example.org/","title":null}"#), 422),
            (body("request-1", #"{"url":"https://example.org/","pinned":"yes"}"#), 422),
            (body("request-1", #"{"url":"https://example.org/","group":-1}"#), 422),
            (body("request-1", #"{"url":"https://example.org/","snapshot":"text"}"#), 422),
            (body("request-1", #"7"#), 422),
            (#"{"request":"request-1","groups":{},"tabs":[{"url":"https://example.org/"}]}"#, 422),
            (#"{"request":"request-1","groups":[{"title":5}],"tabs":[{"url":"https://example.org/"}]}"#, 422),
        ])
    func refused(body: String, status: Int) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let response = try await client.send(.post, "/api/windows", service.full.json, body)
            #expect(response.status.code == status)
            let listed = try await client.send(.get, "/api/windows", service.full)
            #expect(listed.json.array?.isEmpty == true)
        }
    }

    @Test("Of a page that is never captured, a set contains the address only, in every edition")
    func neverCaptured() async throws {
        let service = try TestService()
        let snapshot = #""snapshot":{"url":"URL","pageYOffset":7,"title":"Balance"}"#
        let archive = "https://web.archive.org/web/20260101000000/https://my.bank.example/account"
        let tabs = ["https://my.bank.example/account", archive, "https://bank.example.org/"].map { url in
            #"{"url":"\#(url)","title":"Balance","place":"abc","active":\#(url == archive),"#
                + snapshot.replacing("URL", with: url) + "}"
        }
        // A snapshot of another page than the one that the tab shows.
        let hidden =
            #"{"url":"https://example.org/","title":"Fox","# + snapshot.replacing("URL", with: "https://bank.example/")
            + "}"
        let framed =
            #"{"url":"https://example.org/","title":"Fox","snapshot":{"url":"https://example.org/","#
            + #""frame":{"url":"https://bank.example/","place":{"title":"Balance"}}}}"#
        try await service.requests { client async throws in
            _ = try await client.send(
                .patch, "/api/settings", service.full.json, #"{"neverCaptured":["bank.example"]}"#)
            let body = Self.body("request-1", (tabs + [hidden, framed]).joined(separator: ","))
            let added = try await client.send(.post, "/api/windows", service.full.json, body)
            #expect(added.status == .created && added.json["omissions"]?.array?.count == 3)
            #expect(
                added.json["omissions"]?[1]?.string
                    == "tab 2: the place was left out: pages of bank.example are never captured")
            let kept = try #require(added.json["tabs"]?.array)
            #expect(kept.map { $0["title"]?.string } == ["", "", "Balance", "", "Fox"])
            #expect(kept.map { $0["hasPlace"]?.bool } == [false, false, true, false, true])
            #expect(kept[1]["url"]?.string == archive && kept[1]["active"]?.bool == true)
            #expect(added.json["title"]?.string == archive)
            let id = try #require(added.json["id"]?.string)
            let place = try await client.send(.get, "/api/windows/\(id)/tab?number=5", service.full).json["snapshot"]
            #expect(place?["url"] != nil && place?["frame"] == nil)
        }
    }

    @Test("Sets are listed in pages, and the description names their keys")
    func pages() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            for number in 1...3 {
                _ = try await client.send(.post, "/api/windows", service.full.json, Self.body("request-\(number)"))
            }
            let first = try await client.send(.get, "/api/windows?limit=2", service.full)
            #expect(first.json.array?.count == 2)
            let link = try #require(first.headers[.link])
            let next = String(link.dropFirst().prefix { $0 != ">" })
            let rest = try await client.send(.get, next, service.full)
            #expect(rest.json.array?.count == 1 && rest.headers[.link] == nil)
            let document = try await client.send(.get, "/openapi.json").json
            let set = try #require(rest.json[0])
            for (name, value) in [("WindowSet", set), ("WindowTab", try #require(set["tabs"]?[0]))] {
                let required = document["components"]?["schemas"]?[name]?["required"]?.array?.compactMap(\.string)
                #expect(value.object?.keys.sorted() == required?.sorted())
            }
            #expect(try await client.send(.get, "/api/windows?before=2", service.full).status == .badRequest)
            #expect(try await client.send(.get, "/api/windows/@/tab?number=2", service.full).status == .notFound)
            #expect(try await client.send(.delete, "/api/windows/@", service.full).status == .notFound)
        }
    }
}
