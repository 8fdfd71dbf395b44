import HTTPTypes
import Hummingbird
import NIOCore
import Places
import Syntax
import TestSupport
import Testing

@testable import Service
@testable import WHATWGURL

@Suite("Chosen links as a file")
struct LinkFileTests {
    private let links = """
        [{"url":"https://a.example/x.pdf","raw":"/x.pdf","element":"a","attribute":"href","kind":"anchor","text":"A <b>"},
        {"url":"https://a.example/y.png","kind":"image"}]
        """

    private func file(
        _ service: TestService, _ client: RouterClient, _ body: String
    ) async throws -> TestResponse {
        try await client.send(.post, "/api/links/file", service.session.json, body)
    }

    @Test(
        "Links are written in any format, as a file to save",
        arguments: [
            ("lines", "txt", "https://a.example/x.pdf\nhttps://a.example/y.png\n"),
            ("template:{url} {text}\\n", "txt", "https://a.example/x.pdf A <b>\nhttps://a.example/y.png \n"),
            ("html", "html", ""), ("csv", "csv", ""), ("metalink", "meta4", ""), ("json", "json", ""),
        ])
    func formats(format: String, nameExtension: String, expected: String) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let name = try String(
                decoding: Response.jsonBytes(format), as: UTF8.self)
            let response = try await file(service, client, "{\"format\":\(name),\"links\":\(links)}")
            #expect(response.status == .ok, "\(response.text)")
            #expect(response.headers[.contentDisposition] == "attachment; filename=\"links.\(nameExtension)\"")
            #expect(response.headers[.contentType]?.hasPrefix("text/html") == false)
            #expect(expected.isEmpty || response.text == expected, "\(response.text)")
            #expect(response.text.contains("https://a.example/y.png"))
        }
    }

    @Test("The links of /api/links are accepted unchanged")
    func roundTrip() async throws {
        let server = try ScriptedServer()
        server.route("/page", .page("<a href=/a title=T rel='nofollow x' download=n>A</a> <a href='https://['>bad</a>"))
        let service = try TestService(privateHosts: ["127.0.0.1"])
        try await service.requests { client async throws in
            let url = PercentEncoding.encode(server.address("/page"), set: .component)
            let given = try await client.send(.get, "/api/links?invalid&url=\(url)", service.full)
            #expect(given.json.array?.count == 2, "\(given.text)")
            let back = try await file(service, client, "{\"links\":\(given.text)}")
            #expect(back.text == given.text)
        }
    }

    @Test(
        "An invalid list of links is rejected",
        arguments: [
            ("{}", 422), ("[]", 422), ("{", 400), (#"{"links":[{}]}"#, 422), (#"{"links":[{"url":"x"}]}"#, 422),
            (#"{"links":[{"url":"https://a.example/","kind":"odd"}]}"#, 422), (#"{"links":[],"format":"exe"}"#, 400),
            (#"{"links":[],"dir":"/x"}"#, 400), (#"{"links":[],"format":"curl","dir":"a\nb"}"#, 400),
        ])
    func refused(body: String, status: Int) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let response = try await file(service, client, body)
            #expect(response.status.code == status, "\(response.text)")
            let large = try await client.execute(
                uri: "/api/links/file", method: .post, headers: service.full.json,
                body: ByteBuffer(repeating: 0x20, count: LinkRoutes.fileLimit + 1))
            #expect(large.status == .contentTooLarge)
        }
    }
}
