import DownloadQueue
import HTTPTypes
import Hummingbird
import Syntax
import Testing
import WHATWGURL

@testable import Service

/// Backups that are imported over the API.
@Suite("An imported file chooses no place, proxy, credentials or hosts")
struct ImportAuthorityTests {
    private func send(
        _ client: RouterClient, _ service: TestService, _ entry: String, _ query: String = ""
    ) async throws -> TestResponse {
        let item = #"{"url":"https://u:secret@example.org/a","state":"ready",\#(entry)}"#
        let place = #"{"id":"000000000001","storedAt":"2026-03-01T12:30:00Z","snapshot":{"url":"https://a.example/"}}"#
        return try await client.send(
            .post, "/api/import\(query)", service.full.json, #"{"leftoff":1,"places":[\#(place)],"queue":[\#(item)]}"#)
    }

    @Test(
        "What a file must not choose is left out, and its kind is listed",
        arguments: [
            (#""directory":"/etc/cron.d","name":"x""#, "directories outside of"),
            (#""directory":"../x""#, "directories outside of"), (#""path":"/etc/cron.d/x""#, "directories outside of"),
            (#""directory":".config/autostart""#, "hidden directories"), (#""proxy":"http://p:1""#, "proxies"),
            (#""netrc":"/h/.netrc""#, "netrc files"), (#""cookies":"/h/jar""#, "cookie files"),
            (#""headers":[{"name":"Authorization","value":"secret"}]"#, "header fields"),
            (#""privateHosts":{"own":true,"others":["127.0.0.1"]}"#, "private hosts"),
            (#""referer":"http://u:secret@r.example/""#, "credentials in addresses"),
        ])
    func leftOut(entry: String, kind: String) async throws {
        let service = try TestService()
        let folder = service.home + "/downloads"
        try await service.requests { client async throws in
            let preview = try await send(client, service, entry, "?preview=true")
            #expect(preview.status == .ok && preview.json["plan"]?["downloads"]?.integer == 1, "\(preview.text)")
            let kinds = preview.json["plan"]?["dropped"]?.array?.compactMap { $0["what"]?.string } ?? []
            #expect(kinds.contains { $0.hasPrefix(kind) } && kinds.contains("credentials in addresses"), "\(kinds)")
            #expect(preview.json["plan"]?["directories"]?[0]?["path"]?.string == folder)
            #expect(try service.queue.items(in: nil).isEmpty)
            #expect(try await client.send(.get, "/api/snapshots", service.full).json.array?.isEmpty == true)
            let response = try await send(client, service, entry)
            let omissions = response.json["omissions"]?.array?.compactMap(\.string) ?? []
            #expect(omissions.contains { $0.hasPrefix(kind) } && !response.text.contains("secret"), "\(omissions)")
        }
        let item = try #require(try service.queue.items(in: nil).first).request
        #expect(item.directory == folder && item.root == folder && item.url.href == "https://example.org/a")
        let (proxy, netrc, cookies) = (item.proxy, item.netrcPath, item.cookiesPath)
        #expect(proxy == nil && netrc == nil && cookies == nil)
        #expect(item.headers.isEmpty && item.privateHosts == .none)
        #expect(item.referer ?? "http://r.example/" == "http://r.example/")
    }

    @Test("A directory below the folder for downloads is kept")
    func kept() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            #expect(try await send(client, service, #""directory":"sub/dir""#).status == .ok)
        }
        #expect(try service.queue.items(in: nil).map(\.directory) == [service.home + "/downloads/sub/dir"])
        #expect(try service.queue.items(in: nil).map(\.root) == [service.home + "/downloads"])
    }

    @Test("An import without downloads stores only places, and values other than true and false are refused")
    func onlyPlaces() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let response = try await send(client, service, #""directory":"sub""#, "?downloads=false")
            #expect(response.json["places"]?["added"]?.integer == 1, "\(response.text)")
            #expect(response.json["downloads"]?["queued"]?.integer == 0 && response.json["omissions"]?.array == [])
            let preview = try await send(client, service, #""directory":"sub""#, "?preview=true&downloads=false")
            #expect(preview.json["plan"]?["downloads"]?.integer == 0)
            for query in ["?preview=1", "?downloads=no", "?trust=true", "?trust-list=true"] {
                #expect(try await send(client, service, #""directory":"sub""#, query).status == .badRequest, "\(query)")
            }
        }
        #expect(try service.queue.items(in: nil).isEmpty)
    }

    @Test("A preview counts the downloads from private addresses, which are refused")
    func privateAddresses() async throws {
        let service = try TestService()
        let text = #"{"leftoff":1,"queue":[{"url":"http://127.0.0.1/a"},{"url":"https://example.org/a"}]}"#
        try await service.requests { client async throws in
            let preview = try await client.send(.post, "/api/import?preview=true", service.full.json, text)
            #expect(preview.json["plan"]?["downloads"]?.integer == 1)
            #expect(preview.json["plan"]?["dropped"]?[0]?["what"]?.string == "addresses that are not public")
        }
    }

    @Test("Without a confirmed directory nothing is imported, and the message says how to confirm one")
    func noDirectory() async throws {
        let service = try TestService { $0.directories = ConfirmedDirectories(standard: nil) }
        try await service.requests { client async throws in
            let response = try await send(client, service, #""directory":"sub""#)
            #expect(response.status == .unprocessableContent && response.text.contains("downloadDirectories"))
            #expect(try await send(client, service, #""directory":"sub""#, "?downloads=false").status == .ok)
        }
    }
}
