import FoundationEssentials
import HTTPTypes
import Hummingbird
import Places
import Syntax
import Testing

@testable import Service

@Suite("Export and import over the API")
struct ImportExportRoutesTests {
    private func fill(_ client: RouterClient, _ service: TestService) async throws {
        for number in 1...3 {
            let body = #"{"url":"https://example.org/\#(number)","title":"<b>Chapter</b> \#(number)"}"#
            #expect(try await client.send(.post, "/api/snapshots", service.full.json, body).status == .created)
        }
        let order = #"{"urls":["https://me:secret@example.org/f.bin"]}"#
        #expect(try await client.send(.post, "/api/queue", service.full.json, order).status == .created)
    }

    private func importContents(
        _ client: RouterClient, _ service: TestService, _ file: String, _ query: String = "",
        type: String = "application/octet-stream"
    ) async throws -> TestResponse {
        try await client.send(.post, "/api/import\(query)", service.session.adding("Content-Type", type), file)
    }

    @Test("An export can be imported in another service, and importing it twice adds nothing")
    func roundTrip() async throws {
        let (one, other) = (try TestService(), try TestService())
        let backup = try await one.requests { client async throws in
            try await fill(client, one)
            let response = try await client.send(.get, "/api/export", one.session)
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == "application/json")
            #expect(response.headers[.contentDisposition] == "attachment; filename=\"leftoff-2016-04-07.json\"")
            return response
        }
        #expect(backup.json["places"]?.array?.count == 3 && backup.json["queue"]?.array?.count == 1)
        #expect(!backup.text.contains("secret"))
        try await other.requests { client async throws in
            let first = try await importContents(client, other, backup.text)
            #expect(
                first.text == """
                    {"copies":0,"downloads":{"ended":0,"queued":1},"format":"json","knownWindows":0,\
                    "losses":[],"marks":0,\
                    "omissions":["directories outside of \(other.home)/downloads: left out of 1 entry"],\
                    "places":{"added":3,"approximate":0,"highlights":0,"known":0},"tags":0,\
                    "unreadable":0,"windows":0}
                    """)
            let again = try await importContents(client, other, backup.text, type: "application/json")
            #expect(again.json["places"]?["known"]?.integer == 3 && again.json["downloads"]?["queued"]?.integer == 0)
            let id = try #require(backup.json["places"]?[0]?["id"]?.string)
            let place = try await client.send(.get, "/api/snapshots/\(id)", other.full)
            #expect(place.json["title"]?.string == "<b>Chapter</b> 1")
            #expect(try await client.send(.head, "/api/export", other.full).body.readableBytes == 0)
        }
    }

    @Test("Bookmarks and CSV are exported as text and can be imported", arguments: ["bookmarks", "csv"])
    func lists(format: String) async throws {
        let (one, other) = (try TestService(), try TestService())
        let file = try await one.requests { client async throws in
            try await fill(client, one)
            let response = try await client.send(.get, "/api/export?format=\(format)", one.full)
            #expect(response.headers[.contentType]?.hasPrefix("text/html") == false)
            #expect(response.headers[.contentDisposition]?.hasPrefix("attachment; filename=\"leftoff-") == true)
            return response.text
        }
        try await other.requests { client async throws in
            let types = ["bookmarks": "text/html", "csv": "text/csv"]
            let taken = try await importContents(client, other, file, "?format=\(format)", type: types[format] ?? "")
            #expect(taken.json["places"]?["added"]?.integer == 3, "\(taken.text)")
            #expect(try await client.send(.get, "/api/snapshots", other.full).json.array?.count == 3)
        }
    }

    @Test("The export of another program is imported, and the receipt says what became of its entries")
    func otherProgram() async throws {
        let service = try TestService()
        let table = """
            Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen
            Half,https://a.example/,1,['one'],2012-11-06 04:33:50+00:00,0.42,later,True
            Script,javascript:alert(1),2,[],,0.5,new,True

            """
        try await service.requests { client async throws in
            let response = try await importContents(client, service, table, type: "text/csv")
            #expect(response.json["format"]?.string == "reader" && response.json["unreadable"]?.integer == 1)
            #expect(response.json["places"]?["approximate"]?.integer == 1, "\(response.text)")
            #expect(response.json["tags"]?.integer == 1 && response.json["marks"]?.integer == 1, "\(response.text)")
            #expect(response.json["losses"] == .array([["what": .string("seen flags"), "count": .number(1)]]))
            #expect(response.json["omissions"]?[0]?.string?.hasPrefix("line 3: not imported: ") == true)
            let place = try await client.send(.get, "/api/snapshots", service.full).json[0]
            #expect(place?["approximate"]?.bool == true && place?["origin"]?.string == "import")
            let refused = try await importContents(client, service, table, "?format=wallabag")
            #expect(refused.status == .unprocessableContent)
        }
    }

    @Test("A preview has the contents of the file, and stores nothing")
    func preview() async throws {
        let service = try TestService()
        let library = """
            {"bookmarks":[
            {"createdAt":1300000000,"title":"A","tags":["x","y"],"content":{"type":"link","url":"https://a.example/"},\
            "note":null,"archived":true},
            {"createdAt":1300000001,"title":"B","tags":[],"content":{"type":"text","text":"words"},"note":null}]}
            """
        try await service.requests { client async throws in
            let preview = try await importContents(client, service, library, "?preview=true")
            #expect(preview.status == .ok, "\(preview.text)")
            let summary = try #require(preview.json["summary"])
            #expect(summary["format"]?.string == "karakeep" && summary["places"]?.integer == 1, "\(preview.text)")
            #expect(summary["finished"]?.integer == 1 && summary["tags"]?.integer == 2, "\(preview.text)")
            #expect(summary["oldest"]?.string?.hasPrefix("2011-03-13T07:06:40") == true, "\(preview.text)")
            #expect(summary["losses"]?[0]?["what"]?.string == "text notes", "\(preview.text)")
            #expect(preview.json["plan"]?["downloads"]?.integer == 0)
            #expect(try await client.send(.get, "/api/snapshots", service.full).json.array?.isEmpty == true)
            let receipt = try await importContents(client, service, library)
            #expect(receipt.json["losses"]?[0]?["count"]?.integer == 1, "\(receipt.text)")
        }
    }

    @Test(
        "An invalid file is rejected with the reason, and nothing of it is stored",
        arguments: [
            ("nonsense", "", "expected Leftoff's JSON"), ("{\"leftoff\":9}", "", "version 9"), ("{", "", ""),
            (#"{"leftoff":1,"places":[{"id":"000000000001"}"#, "", "its end is missing"),
            ("hello", "?format=csv", "no column URL"), ("~c\u{FFFD}\u{15}", "?format=bookmarks", "no bookmarks"),
        ])
    func refused(file: String, query: String, reason: String) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let response = try await importContents(client, service, file, query)
            #expect(response.status == .unprocessableContent)
            #expect(reason.isEmpty || response.json["detail"]?.string?.contains(reason) == true, "\(response.text)")
            #expect(try await client.send(.get, "/api/snapshots", service.full).json.array?.isEmpty == true)
        }
    }

    @Test("Unknown formats, files that are too large and the capture token are refused")
    func limits() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            #expect(try await client.send(.get, "/api/export?format=xml", service.full).status == .badRequest)
            #expect(try await importContents(client, service, "{}", "?format=xml").status == .badRequest)
            #expect(try await importContents(client, service, "{}", "?fromat=csv").status == .badRequest)
            #expect(try await client.send(.get, "/api/export", service.capture).status == .forbidden)
            #expect(
                try await client.send(.post, "/api/import", service.capture.json, "{}").status == .forbidden)
            let large = try await client.execute(
                uri: "/api/import", method: .post, headers: service.full.json,
                body: ByteBuffer(repeating: 0x20, count: ImportExportRoutes.bodyLimit + 1))
            #expect(large.status == .contentTooLarge)
        }
    }
}
