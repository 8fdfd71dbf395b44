import Foundation
import TestSupport
import Testing

@Suite("Keeping pages on the command line", .ownThreads)
struct KeepEndToEndTests {
    let leftoff: Leftoff
    let server: ScriptedServer

    static let quote = "the quay belongs to the gulls again"
    static let article = """
        <!DOCTYPE html><title>Harbour</title><nav><a href=/>Home</a></nav><article><h1>The harbour</h1>
        <p>The harbour wakes before the town does, and the first boats leave while the lamps are still burning.
        <p>When the sun is up \(quote), and to the children who fish for zanderfish.</article>
        """

    init() throws {
        leftoff = try Leftoff()
        server = try ScriptedServer()
        server.route("/a", .page(Self.article))
    }

    private func capture(_ address: String, quote: String = quote) throws -> String {
        let json = #"{"url":"\#(address)","anchors":[{"role":"primary","quote":{"exact":"\#(quote)"}}]}"#
        let outcome = try leftoff.run(["capture"], input: Data(json.utf8))
        try #require(outcome.status == 0, "\(outcome.errorText)")
        return try #require(outcome.lines.first)
    }

    private func keep(_ arguments: String...) throws -> Leftoff.Outcome {
        try leftoff.run(["keep", "--allow-private", "127.0.0.1"] + arguments)
    }

    @Test("The text of a page is kept once, and is found by its words")
    func kept() throws {
        defer { server.stop() }
        let id = try capture(server.address("/a#part"))
        #expect(try leftoff.run(["list", "zanderfish"]).lines.isEmpty)
        let first = try keep("@")
        #expect(first.status == 0 && first.lines == [id] && first.errorLines.isEmpty, "\(first.errorText)")
        #expect(try leftoff.run(["list", "zanderfish", "--format", "ndjson"]).lines.count == 1)
        let second = try keep(id)
        #expect(second.status == 0 && second.lines.isEmpty)
        #expect(second.errorLines == ["leftoff: \(id): a copy is stored already; --replace fetches the page again"])
        #expect(server.requests(to: "/a").count == 1)
        server.route("/a", .page(Self.article.replacingOccurrences(of: "zanderfish", with: "sticklebacks")))
        #expect(try keep("--replace", "--quiet", id).lines == [id])
        #expect(try leftoff.run(["list", "zanderfish"]).lines.isEmpty)
        #expect(try leftoff.run(["list", "sticklebacks", "--format", "ndjson"]).lines.count == 1)
    }

    @Test("A page that is gone, broken, not a page, too large or another one is not kept, and one line says why")
    func failures() throws {
        defer { server.stop() }
        server.route("/login", .page("<p>Please sign in to read this article. It is only for our subscribers."))
        server.route("/broken", .status(500))
        server.route("/pdf", .ok(Array("%PDF-1.7".utf8), fields: [("Content-Type", "application/pdf")]))
        server.route("/app", .page("<div id=app></div><script>start()</script>"))
        server.route("/large") { request, connection in
            try connection.writeHead(200, [("Content-Type", "text/html"), ("Content-Length", "209715200")])
            let block = Array(String(repeating: "<p>x", count: 65_536).utf8)
            for _ in 0..<800 where !connection.isClosed { try connection.write(block) }
        }
        let refused = "http://127.0.0.1:\(try ScriptedServer.reservedPort())/refused"
        let table: [(address: String, status: Int32, words: String)] = [
            (server.address("/gone"), 66, "the page is gone (HTTP 404); leftoff open"),
            (server.address("/broken"), 69, "the server responded with HTTP 500"),
            (server.address("/pdf"), 65, "it is application/pdf, not a web page"),
            (server.address("/app"), 65, "it contains no text without its scripts"),
            (server.address("/large"), 65, "the body is longer than 16777216 bytes"),
            (server.address("/login"), 66, "the page does not contain the words of the place"),
            (refused, 69, "Failed to connect"), ("file:///tmp/a.html", 77, "its page is a file"),
        ]
        for row in table {
            _ = try capture(row.address)
            let outcome = try keep("@")
            #expect(outcome.status == row.status && outcome.lines.isEmpty, "\(row.address): \(outcome.errorText)")
            #expect(outcome.errorLines.count == 1 && outcome.errorText.contains(row.words), "\(outcome.errorText)")
        }
        let good = try capture(server.address("/a"))
        let many = try keep(good, "zzzz", try capture(server.address("/login")))
        #expect(many.status == 1 && many.lines == [good] && many.errorLines.count == 2, "\(many.errorText)")
        #expect(try keep("@", "--anyway").status == 0)
        #expect(try keep("zzzz").status == 66)
        #expect(try leftoff.run(["keep"]).status == 64)
    }

    @Test("A private host is not requested unless it is allowed, and a redirect to one is not followed")
    func privateHosts() throws {
        defer { server.stop() }
        _ = try capture(server.address("/a"))
        let refused = try leftoff.run(["keep", "@"])
        #expect(refused.status == 77 && refused.errorLines.count == 1)
        #expect(server.requests.isEmpty)
        server.route("/away", .redirect(to: server.address("/a", host: "localhost")))
        _ = try capture(server.address("/away"))
        #expect(try keep("@").status == 77)
        #expect(server.requests(to: "/a").isEmpty)
    }

    @Test("A page that a short address redirects to is kept under the place's own address")
    func redirect() throws {
        defer { server.stop() }
        server.route("/s", .redirect(to: server.address("/a")))
        let id = try capture(server.address("/s"))
        let kept = try keep("@")
        #expect(kept.status == 0 && kept.lines == [id], "\(kept.errorText)")
        #expect(try leftoff.run(["list", "zanderfish", "--format", "ndjson"]).lines.count == 1)
    }

    @Test("A page of a host that is never captured is not requested, and not stored after a redirect to it")
    func neverCaptured() throws {
        defer { server.stop() }
        _ = try capture(server.address("/a", host: "localhost"))
        try FileManager.default.createDirectory(at: leftoff.home, withIntermediateDirectories: true)
        try Data(#"{"neverCaptured":["localhost"]}"#.utf8).write(to: leftoff.home.appending(path: "settings.json"))
        let refused = try leftoff.run(["keep", "--allow-private", "localhost", "@"])
        #expect(refused.status == 77 && refused.errorText.contains("pages of localhost are never captured"))
        #expect(server.requests.isEmpty)
        server.route("/away", .redirect(to: server.address("/a", host: "localhost")))
        _ = try capture(server.address("/away"))
        let redirected = try keep("--allow-private", "localhost", "@")
        #expect(redirected.status == 77 && redirected.errorText.contains("pages of localhost are never captured"))
        #expect(try leftoff.run(["list", "zanderfish"]).lines.isEmpty)
    }

    @Test("Two processes that keep the same page at once store it once")
    func twice() throws {
        defer { server.stop() }
        let gate = ScriptedGate()
        server.route("/a", ScriptedResponder.page(Self.article).behind(gate))
        let id = try capture(server.address("/a"))
        let processes = try (0..<2).map { _ in
            try leftoff.start(["keep", "--allow-private", "127.0.0.1", id])
        }
        try gate.waitForArrivals(2)
        gate.open()
        for process in processes { #expect(process.wait() == .exit(0)) }
        #expect(try keep(id).lines.isEmpty)
        #expect(try leftoff.run(["doctor"]).status != 74)
    }
}
