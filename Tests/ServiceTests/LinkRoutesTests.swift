import FoundationEssentials
import HTTPTypes
import Hummingbird
import Places
import Syntax
import TestSupport
import Testing

@testable import Service
@testable import WHATWGURL

@Suite("The links of a page", .timeLimit(.minutes(10)))
struct LinkRoutesTests {
    private let page = """
        <title>t</title><p><a href="/a.pdf" rel="nofollow">A report</a> <a href="b.html">B</a>
        <img src="c.png"><a href="javascript:alert(1)">x</a><a href="https://other.example/d">D</a>
        """

    /// Creates a service to which a person has allowed 127.0.0.1, and a server there.
    private func service(_ server: ScriptedServer) throws -> TestService {
        server.route("/page", .page(page))
        return try TestService(privateHosts: ["127.0.0.1"])
    }

    private func path(_ url: String, _ rest: String = "") -> String {
        "/api/links?url=\(PercentEncoding.encode(url, set: .component))\(rest)"
    }

    @Test("Links are those that the command line prints, with the same filters, order and limit")
    func filters() async throws {
        let server = try ScriptedServer()
        let service = try service(server)
        try await service.requests { client async throws in
            func links(_ rest: String) async throws -> [String?]? {
                let response = try await client.send(.get, path(server.address("/page"), rest), service.full)
                #expect(response.status == .ok, "\(response.text)")
                return response.json.array?.map { $0["url"]?.string }
            }
            let base = server.address("/")
            #expect(
                try await links("") == [
                    base + "a.pdf", base + "b.html", base + "c.png", "javascript:alert(1)", "https://other.example/d",
                ])
            #expect(try await links("&kind=image") == [base + "c.png"])
            #expect(try await links("&ext=pdf&ext=html&sort=text&limit=1") == [base + "a.pdf"])
            #expect(try await links("&text=*report*") == [base + "a.pdf"])
            #expect(try await links("&same-host&kind=anchor&exclude=*.pdf") == [base + "b.html"])
            #expect(try await links("&include=re:/d$") == ["https://other.example/d"])
            #expect(try await links("&within=img") == [base + "c.png"])
            let lines = try await client.send(
                .get, path(server.address("/page"), "&kind=image&format=lines"), service.full)
            #expect(lines.text == base + "c.png\n")
            #expect(lines.headers[.contentDisposition] == "attachment; filename=\"links.txt\"")
            let html = try await client.send(.get, path(server.address("/page"), "&format=html"), service.full)
            #expect(html.headers[.contentType] == "text/plain; charset=utf-8")
            let template = PercentEncoding.encode("template:{url}\\t{text}\\n", set: .component)
            let own = try await client.send(
                .get, path(server.address("/page"), "&ext=pdf&format=\(template)"), service.full)
            #expect(own.text == base + "a.pdf\tA report\n")
            #expect(own.headers[.contentType] == "text/plain; charset=utf-8")
            let aria2 = try await client.send(
                .get, path(server.address("/page"), "&ext=pdf&format=aria2&dir=/data"), service.full)
            #expect(aria2.text.contains("  dir=/data\n"), "\(aria2.text)")
        }
    }

    @Test("The links of a place are those of its page, with those that were in view")
    func snapshot() async throws {
        let server = try ScriptedServer()
        let service = try service(server)
        try await service.requests { client async throws in
            let url = server.address("/page")
            let body = #"{"url":"\#(url)","links":[{"url":"\#(server.address("/b.html"))","text":"B"}]}"#
            let added = try await client.send(.post, "/api/snapshots", service.full.json, body)
            let id = try #require(added.json["id"]?.string)
            let all = try await client.send(.get, "/api/links?snapshot=\(id)&kind=anchor", service.full)
            #expect(all.json.array?.count == 4)
            let viewed = try await client.send(.get, "/api/links?snapshot=\(id)&in-view=true", service.full)
            #expect(viewed.json.array?.compactMap { $0["url"]?.string } == [server.address("/b.html")])
            #expect(try await client.send(.get, "/api/links?snapshot=zzz", service.full).status == .notFound)
        }
    }

    @Test(
        "Invalid parameters are rejected",
        arguments: [
            "", "url=x", "url=ftp://example.org/", "url=http://a/&snapshot=b", "url=http://a/&kind=nonsense",
            "url=http://a/&include=re:(", "url=http://a/&limit=0", "url=http://a/&format=exe", "url=http://a/&sort=x",
            "url=http://a/&in-view", "url=http://a/&nonsense=1", "url=http://a/&same-host=maybe",
            "url=http://a/&within=%3E%3E", "url=http://a/&format=template:{nonsense}", "url=http://a/&dir=/x",
            "url=http://a/&format=aria2&dir=", "url=http://a/&normalize=x",
        ])
    func malformed(query: String) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let response = try await client.send(.get, "/api/links?\(query)", service.full)
            #expect(response.status == .badRequest, "\(response.text)")
            #expect(response.headers[.contentType] == "application/problem+json")
        }
    }

    @Test("Failures of a page's server have distinct statuses")
    func failures() async throws {
        let server = try ScriptedServer([
            "/missing": .status(404), "/empty": .ok([]),
            "/binary": .ok([0, 1, 2], fields: [("Content-Type", "application/zip")]),
            "/short": .short(Array("<a href=x>".utf8), announced: 100),
            "/loop": .redirect(to: "/loop"),
        ])
        let service = try service(server)
        try await service.requests { client async throws in
            for name in ["missing", "empty", "binary", "short", "loop"] {
                let response = try await client.send(.get, path(server.address("/\(name)")), service.full)
                #expect(response.status == .badGateway, "\(name): \(response.text)")
            }
        }
    }

    /// Spellings of addresses of this machine or of a private network.
    static let spellings = [
        "http://127.0.0.1", "http://localhost", "http://LOCALHOST.", "http://127.1", "http://2130706433",
        "http://0x7f000001", "http://0177.0.0.1", "http://0x7f.0.0.0x1", "http://[::1]", "http://[::ffff:127.0.0.1]",
        "http://[::ffff:7f00:1]", "http://0.0.0.0", "http://0", "http://[::]", "http://127.255.255.254",
        "http://%31%32%37.0.0.1", "http://①②⑦.⓪.⓪.①", "http://127。0。0。1", "http://[64:ff9b::127.0.0.1]",
        "http://[2002:7f00:1::]", "http://user:pass@127.0.0.1", "http://10.0.0.1", "http://172.16.0.1",
        "http://192.168.1.1", "http://169.254.169.254", "http://[fe80::1]", "http://[fd00::1]", "http://224.0.0.1",
        "http://[ff02::1]", "http://100.64.0.1", "http://255.255.255.255", "http://ip6-localhost",
    ]

    @Test("No spelling of a private address is fetched, and no name that resolves to one", arguments: spellings)
    func privateAddresses(origin: String) async throws {
        let server = try ScriptedServer(["/": .page("<a href=x>x</a>")])
        let service = try TestService()
        try await service.requests { client async throws in
            let response = try await client.send(.get, path("\(origin):\(server.port)/"), service.full)
            // A name that this machine cannot resolve, or whose name server does not answer in time.
            let isUnknown =
                response.status == .badGateway && response.text.contains("resolve")
                || response.status == .gatewayTimeout && response.text.contains("Resolving timed out")
            #expect(response.status == .forbidden || isUnknown, "\(response.status) \(response.text)")
        }
        #expect(server.requests.isEmpty)
    }

    @Test("A redirect to a private address is refused, even if the settings allow other hosts")
    func redirects() async throws {
        let server = try ScriptedServer()
        server.route("/page", .page(page))
        server.route("/away", .redirect(to: "http://localhost:\(server.port)/page"))
        server.route("/deep", .redirect(to: "/away"))
        let service = try TestService(privateHosts: ["127.0.0.1"])
        try await service.requests { client async throws in
            for name in ["away", "deep"] {
                let response = try await client.send(.get, path(server.address("/\(name)")), service.full)
                #expect(response.status == .forbidden, "\(response.text)")
            }
            #expect(!server.requests.contains { $0.target == "/page" })
            // The allowed host is fetched.
            #expect(try await client.send(.get, path(server.address("/page")), service.full).status == .ok)
            // The settings of the page reach no service of this machine, whatever they contain.
            _ = try service.settings.change { $0.privateHosts = ["localhost"] }
            #expect(try await client.send(.get, path(server.address("/deep")), service.full).status == .forbidden)
        }
        let other = try TestService(privateHosts: ["127.0.0.1", "localhost"])
        try await other.requests { client async throws in
            #expect(try await client.send(.get, path(server.address("/deep")), other.full).status == .ok)
        }
    }
}
