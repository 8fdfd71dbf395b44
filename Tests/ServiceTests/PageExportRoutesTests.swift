import FoundationEssentials
import HTTPTypes
import Hummingbird
import Places
import Store
import Syntax
import Testing

@testable import Service

@Suite("Exporting a page")
struct PageExportRoutesTests {
    private static let page = "page=https://example.org/a"

    private static func add(
        _ service: TestService, _ title: String, words: String? = nil, note: String = "", tags: [String] = []
    ) throws {
        var members: [String: JSONValue] = [
            "url": .string("https://example.org/a"), "title": .string(title), "pageYOffset": .number(90),
            "capturedAt": .string("2026-11-21T08:00:00Z"),
        ]
        if let words {
            members["selection"] = .object(["exact": .string(words)])
            members["purpose"] = .string("highlight")
        }
        let place = try service.archive.add(try PageSnapshot(value: .object(members)))
        _ = try service.archive.updateMetadata(id: place.id, isKept: false) { _ in
            try SnapshotMetadata(tags: tags, note: note)
        }
    }

    @Test("The highlights and notes of a page are a file in each format")
    func formats() async throws {
        let service = try TestService()
        try Self.add(service, "On ships", note: "Note of the page", tags: ["sea"])
        try Self.add(service, "On ships", words: "the words", note: "a note")
        try await service.requests { client async throws in
            let markdown = try await client.send(.get, "/api/pages/export?\(Self.page)&as=markdown", service.full)
            #expect(markdown.status == .ok)
            #expect(markdown.headers[.contentType] == "text/markdown; charset=utf-8")
            #expect(markdown.headers[.contentDisposition] == "attachment; filename=\"example.org-On-ships.md\"")
            #expect(markdown.headers[.xContentTypeOptions] == "nosniff")
            #expect(
                markdown.text == """
                    # On ships
                    <https://example.org/a> · captured 2026-11-21 · tags: sea

                    > the words

                    a note

                    ---
                    Note of the page

                    """)
            let path = "/api/pages/export?as=annotations&page=https%3A%2F%2Fexample.org%2Fa%3Futm_source%3Dx"
            let annotations = try await client.send(.get, path, service.full)
            #expect(annotations.headers[.contentDisposition]?.hasSuffix("\"example.org-On-ships.jsonld\"") == true)
            #expect(annotations.json["type"]?.string == "AnnotationPage")
            #expect(annotations.json["items"]?.array?.count == 1)
            #expect(annotations.json["items"]?[0]?["target"]?["selector"]?["exact"]?.string == "the words")
            let head = try await client.send(.head, "/api/pages/export?\(Self.page)&as=markdown", service.full)
            #expect(head.status == .ok && head.text.isEmpty)
        }
    }

    @Test("All highlights of a page with many places are exported, and the place to resume once")
    func many() async throws {
        let service = try TestService()
        try Self.add(service, "First")
        for number in 0..<130 { try Self.add(service, "Later", words: "words \(number)") }
        let top = JSONValue.object([
            "url": .string("https://example.org/a"), "pageXOffset": .number(0), "pageYOffset": .number(0),
        ])
        let tops = try (0..<110).map { _ in try PageSnapshot(value: top) }
        _ = try service.archive.add(tops)
        try await service.requests { client async throws in
            let path = "/api/pages/export?\(Self.page)&as=annotations"
            let items = try await client.send(.get, path, service.full).json["items"]?.array ?? []
            #expect(Set(items.compactMap { $0["target"]?["selector"]?["exact"]?.string }).count == 130)
            #expect(items.count == 130)
        }
    }

    @Test(
        "A request without a known page and format is refused",
        arguments: [
            ("\(page)", 400), ("\(page)&as=html", 400), ("as=markdown", 400), ("page=&as=markdown", 400),
            ("page=javascript:0&as=markdown", 400), ("\(page)&as=markdown&x=1", 400), ("\(page)&as=", 400),
            ("page=https://example.org/none&as=markdown", 404),
        ])
    func refused(query: String, status: Int) async throws {
        let service = try TestService()
        try Self.add(service, "On ships")
        try await service.requests { client async throws in
            let response = try await client.send(.get, "/api/pages/export?\(query)", service.full)
            #expect(response.status.code == status, "\(response.text)")
            #expect(response.headers[.contentDisposition] == nil)
        }
    }

    @Test(
        "The name of the file has only letters, digits, dots and hyphens, whatever the title is",
        arguments: [
            ("On ships", "example.org-On-ships"), ("", "example.org"), ("../../etc/passwd", "example.org-etc-passwd"),
            ("a\"; filename=\"evil.exe", "example.org-a-filename-evil-exe"),
            ("x\r\nSet-Cookie: a=b", "example.org-x-Set-Cookie-a-b"), ("\u{202E}fdp.exe", "example.org-fdp-exe"),
            ("狐狸", "example.org"), ("Übermut", "example.org-bermut"), ("\0", "example.org"), ("--rf", "example.org-rf"),
            (String(repeating: "ab ", count: 60), "example.org" + String(repeating: "-ab", count: 23)),
        ])
    func names(title: String, expected: String) throws {
        let value = JSONValue.object(["url": .string("https://www.example.org/"), "title": .string(title)])
        #expect(PageExportRoutes.fileName(of: try PageSnapshot(value: value)) == expected)
    }

    @Test(
        "The name of the file begins with a letter or a digit for any site",
        arguments: [
            ("file:///home/ada/con", "page"), ("http://[::1]/", "1"), ("http://_a.example/", "a.example"),
            ("http://bücher.example/", "xn--bcher-kva.example"), ("http://con/", "con-T"),
        ])
    func sites(url: String, expected: String) throws {
        let title: JSONValue = url.contains("con/") ? .string("T") : .string("")
        let snapshot = try PageSnapshot(value: .object(["url": .string(url), "title": title]))
        #expect(PageExportRoutes.fileName(of: snapshot) == expected)
    }

    @Test("A page whose highlights exceed the limit is refused with the command that exports it")
    func tooLarge() throws {
        let service = try TestService()
        try Self.add(service, "On ships", words: "the words")
        try Self.add(service, "On ships", note: String(repeating: "n", count: 1_000))
        let key = "https://example.org/a"
        let all = try PageExportRoutes(archive: service.archive).places(of: key, withNotes: true)
        #expect(all.places.count == 2 && all.damaged.isEmpty)
        let problem = try #require(throws: Problem.self) {
            try PageExportRoutes(archive: service.archive, byteLimit: 1_000).places(of: key, withNotes: true)
        }
        #expect(problem.status == .unprocessableContent && problem.detail.contains("leftoff export"))
    }
}
