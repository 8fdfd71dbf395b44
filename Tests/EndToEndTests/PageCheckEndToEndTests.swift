import Foundation
import TestSupport
import Testing

@Suite("Checking the pages of places on the command line", .ownThreads)
struct PageCheckEndToEndTests {
    let leftoff: Leftoff
    let server: ScriptedServer

    init() throws {
        leftoff = try Leftoff()
        server = try ScriptedServer()
    }

    private func capture(_ address: String) throws {
        let outcome = try leftoff.run(["capture"], input: Data(#"{"url":"\#(address)"}"#.utf8))
        try #require(outcome.status == 0, "\(outcome.errorText)")
    }

    private func checked(_ arguments: String...) throws -> (status: Int32, places: [[String: Any]], errors: [String]) {
        let outcome = try leftoff.run(["list", "--check", "--format", "json"] + arguments)
        let places = try JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]]
        return (outcome.status, try #require(places), outcome.errorLines)
    }

    @Test("Pages are ok, moved, gone or unreachable, and each is requested once")
    func states() throws {
        defer { server.stop() }
        server.route("/ok", .page("<p>text"))
        server.route("/slash", .redirect(to: "/slash/"))
        server.route("/slash/", .page("<p>text"))
        server.route("/old", .redirect(to: "/new?x", code: 301))
        server.route("/new", .page("<p>text"))
        server.route("/lost", .redirect(to: "/nowhere"))
        server.route("/removed", .status(410))
        server.route("/forbidden", .status(403))
        server.route("/broken", .status(503))
        server.route("/reset", .reset)
        // A server that does not know HEAD answers it with 404.
        server.route("/get-only") { request, connection in
            try connection.respond(request.method == "GET" ? 200 : 404, [], body: Array("text".utf8), to: request)
        }
        let refused = "http://127.0.0.1:\(try ScriptedServer.reservedPort())/refused"
        let table: [(address: String, page: String?, status: Int?)] = [
            (server.address("/ok#part"), "ok", 200), (server.address("/ok"), "ok", 200),
            (server.address("/slash"), "ok", 200), (server.address("/old"), "moved", 200),
            (server.address("/lost"), "gone", 404), (server.address("/removed"), "gone", 410),
            (server.address("/missing"), "gone", 404), (server.address("/forbidden"), "ok", 403),
            (server.address("/broken"), "unreachable", 503), (server.address("/reset"), "unreachable", nil),
            (server.address("/get-only"), "ok", 200), (refused, "gone", nil), ("http://nowhere.invalid/", "gone", nil),
            ("file:///tmp/a.html", nil, nil),
        ]
        for row in table.reversed() { try capture(row.address) }
        let (status, places, errors) = try checked("--allow-private", "127.0.0.1")
        #expect(status == 1)
        #expect(places.map { $0["url"] as? String } == table.map(\.address))
        #expect(places.map { $0["page"] as? String } == table.map(\.page))
        #expect(places.map { $0["pageStatus"] as? Int } == table.map(\.status))
        #expect(places[3]["pageAddress"] as? String == server.address("/new?x"))
        #expect(places[9]["pageProblem"] as? String != nil)
        #expect(errors == ["leftoff: checked 12 pages: 4 ok, 1 moved, 5 gone, 2 unreachable"])
        #expect(server.requests(to: "/ok").map(\.method) == ["HEAD"])
        #expect(server.maximumActiveRequests <= 4)
        let table2 = try leftoff.run(["list", "--check", "--quiet", "--allow-private", "127.0.0.1", "--limit", "1"])
        #expect(table2.status == 0 && table2.errorLines.isEmpty && table2.lines.first?.contains("  ok  ") == true)
    }

    @Test("Private hosts are not requested unless they are allowed, and a redirect to one is not followed")
    func privateHosts() throws {
        defer { server.stop() }
        server.route("/away", .redirect(to: server.address("/secret", host: "localhost")))
        try capture(server.address("/secret"))
        let refused = try checked()
        #expect(refused.status == 1 && refused.places[0]["page"] as? String == "refused")
        #expect(
            refused.errors == [
                "leftoff: checked 1 page: 1 refused",
                "leftoff: pages at private addresses are not requested; --allow-private HOST requests those of a host",
            ])
        #expect(server.requests.isEmpty)
        try capture(server.address("/away"))
        let followed = try checked("--limit", "1", "--allow-private", "127.0.0.1")
        #expect(followed.status == 1 && followed.places[0]["page"] as? String == "refused")
        #expect(server.requests(to: "/secret").isEmpty)
        #expect(try leftoff.run(["list", "--allow-private", "127.0.0.1"]).status == 64)
    }

    @Test("If no host can be connected to, no page counts as gone")
    func offline() throws {
        defer { server.stop() }
        for host in ["a", "b", "c"] { try capture("http://\(host).invalid/") }
        let (status, places, _) = try checked()
        #expect(status == 1)
        #expect(places.map { $0["page"] as? String } == ["unreachable", "unreachable", "unreachable"])
        #expect(try checked("--limit", "1").places[0]["page"] as? String == "gone")
        // A page that was not requested says nothing about the connection.
        try capture("http://192.168.1.1/")
        #expect(
            try checked().places.map { $0["page"] as? String } == [
                "refused", "unreachable", "unreachable", "unreachable",
            ])
    }

    @Test("Pages of hosts that are never captured are not requested")
    func excludedHosts() throws {
        defer { server.stop() }
        server.route("/ok", .page("<p>text"))
        try capture(server.address("/ok"))
        try Data(#"{"neverCaptured":["127.0.0.1"]}"#.utf8).write(to: leftoff.home.appending(path: "settings.json"))
        let found = try checked("--allow-private", "127.0.0.1")
        #expect(found.status == 0 && found.places[0]["page"] == nil && server.requests.isEmpty)
        #expect(
            found.errors == ["leftoff: 1 place was not checked: pages of these hosts are never captured"])
    }
}
