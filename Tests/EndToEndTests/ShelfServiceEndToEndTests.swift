import Foundation
import TestSupport
import Testing

@Suite("The shelf of a running service", .ownThreads)
struct ShelfServiceEndToEndTests {
    let leftoff: Leftoff
    let server: ScriptedServer

    init() throws {
        leftoff = try Leftoff()
        server = try ScriptedServer()
        server.route("/a", .page("<title> The\n harbour </title><p>Text"))
    }

    @Test("Pages that are added by their addresses get their titles, except those of private hosts, and are exported")
    func titles() throws {
        defer { server.stop() }
        let service = try ServiceEndToEndTests.Running(leftoff, arguments: ["--allow-private", "127.0.0.1"])
        let port = UInt16(try #require(service.address.port))
        let token = try String(contentsOf: leftoff.home.appending(path: "token"), encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let fields = ["Authorization": "Bearer \(token)"]
        let events = try ServiceExchange(port: port)
        events.send(events.head("GET /api/events", fields, length: 0))
        _ = events.receive(until: "event: hello")

        let other = server.address("/other").replacingOccurrences(of: "127.0.0.1", with: "localhost")
        let body = """
            {"addresses":["\(server.address("/a"))","\(server.address("/none"))","\(other)"],"tags":["t"]}
            """
        let added = try #require(
            ServiceExchange.response("POST /api/shelf/places", fields, body: body, port: port))
        #expect(added.status == 200, "\(String(decoding: added.body, as: UTF8.self))")
        let received = String(decoding: events.receive(until: "The harbour"), as: UTF8.self)
        #expect(received.contains("event: place") && received.contains("The harbour"), "\(received)")

        let list = try #require(ServiceExchange.response("GET /api/shelf?tag=T", fields, port: port)).json
        let pages = try #require(list["pages"] as? [[String: Any]])
        let titles = pages.map { ($0["place"] as? [String: Any])?["title"] as? String }
        #expect(titles.compactMap { $0 } == ["The harbour"] && titles.count == 3)
        #expect(!server.requests.contains { $0.target == "/other" })
        let page = "page=\(server.address("/a"))&as=markdown"
        let file = try #require(ServiceExchange.response("GET /api/pages/export?\(page)", fields, port: port))
        #expect(String(decoding: file.body, as: UTF8.self).hasPrefix("# The harbour\n"))
        #expect(file.fields["content-disposition"]?.hasSuffix("-The-harbour.md\"") == true)
    }
}
