import Foundation
import TestSupport
import Testing

@Suite("Failures of fetched pages", .ownThreads, .timeLimit(.minutes(5)))
struct FetchFailuresEndToEndTests {
    let leftoff: Leftoff
    let server: ScriptedServer

    init() throws {
        leftoff = try Leftoff()
        server = try ScriptedServer()
    }

    @Test("The exit code tells a busy server from a missing page", arguments: [(429, 69), (503, 69), (404, 66)])
    func statuses(code: Int, status: Int32) throws {
        defer { server.stop() }
        server.route("/", .status(code))
        let outcome = try leftoff.run(["links", server.address(), "--retries", "0", "-q"])
        #expect(outcome.status == status)
        #expect(outcome.errorLines == ["leftoff: \(server.address()): HTTP \(code)"])
    }

    @Test("Header fields that are too long are reported in one line", arguments: [(1, 300_000), (300, 1_000)])
    func longFields(count: Int, length: Int) throws {
        defer { server.stop() }
        let value = String(repeating: "x", count: length)
        server.route("/", .ok([], fields: (0..<count).map { ("X-\($0)", value) }))
        let outcome = try leftoff.run(["links", server.address(), "-q"])
        #expect(outcome.status == 65)
        #expect(outcome.errorLines.count == 1)
        #expect(!outcome.errorText.lowercased().contains("memory"))
        #expect(outcome.errorText.contains("is longer than"))
    }

    @Test("The user name and password of a URL are sent, but not printed")
    func credentials() throws {
        defer { server.stop() }
        server.route("/", .page("<a href=http://other.example/>x</a>"))
        server.route("/gone", .status(404))
        let start = server.address().replacing("http://", with: "http://me:secret@")
        let outcome = try leftoff.run(["links", start, start + "gone", "--format", "ndjson", "-v"])
        #expect(outcome.status == 1)
        #expect(try objects(outcome.lines).map { $0["source"] as? String } == [server.address()])
        #expect(!outcome.text.contains("secret") && !outcome.errorText.contains("secret"))
        #expect(server.requests.allSatisfy { $0.value(of: "Authorization") == "Basic bWU6c2VjcmV0" })
    }

    @Test("Links before the end of an incomplete or overlong page are printed, with one line and exit code 1")
    func partialPages() throws {
        defer { server.stop() }
        let text = Array((0..<500).map { "<a href=/\($0)>\($0)</a>" }.joined().utf8)
        server.route("/short", .short(text, announced: 99_999))
        server.route("/chunks", .chunked([text], isCut: true))
        server.route("/endless") { _, connection in
            try connection.writeHead(200, [("Content-Type", "text/html")])
            try connection.write(text)
            while true { try connection.write(Array(repeating: 0x20, count: 65_536)) }
        }
        for path in ["/short", "/chunks", "/endless"] {
            let outcome = try leftoff.run(
                ["links", "-q", "--retries", "0", "--max-bytes", "1M", server.address(path)])
            #expect(outcome.status == 1)
            #expect(outcome.lines == (0..<500).map { server.address("/\($0)") })
            #expect(outcome.errorLines.count == 1, "\(outcome.errorText)")
        }
    }

    @Test("A page that breaks off is requested again, and its links are printed once")
    func retriedPage() throws {
        defer { server.stop() }
        let text = Array("<a href=/a>a</a><a href=/b>b</a>".utf8)
        server.route("/", .sequence([.short(Array(text[..<16]), announced: 32), .ok(text)]))
        let outcome = try leftoff.run(["links", "-q", server.address()])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.lines == ["/a", "/b"].map { server.address($0) })
    }

    @Test("The limit of links ends the run even while other requests are running")
    func limit() throws {
        defer { server.stop() }
        server.route("/fine", .page("<a href=/1>1</a><a href=/2>2</a>"))
        server.route("/stalled", .stalled())
        server.route("/endless") { _, connection in
            try connection.writeHead(200, [("Content-Type", "text/html")])
            try connection.write("<a href=/1>1</a><a href=/2>2</a>")
            while true { try connection.write(Array(repeating: 0x20, count: 65_536)) }
        }
        let endless = try leftoff.run(["links", "-q", "--limit", "2", server.address("/endless")])
        #expect(endless.status == 0, "\(endless.errorText)")
        #expect(endless.lines == ["/1", "/2"].map { server.address($0) })
        let inputs = ["/fine", "/stalled", "/stalled", "/fine"].map { server.address($0) }
        let outcome = try leftoff.run(["links", "-q", "--limit", "2"] + inputs)
        #expect(outcome.status == 0)
        #expect(outcome.lines == ["/1", "/2"].map { server.address($0) })
    }

    @Test("Links of one page are checked while another page is awaited, and are printed in order")
    func overlappingChecks() throws {
        defer { server.stop() }
        let gate = ScriptedGate()
        server.route("/first", .page("<a href=/slow>1</a>"))
        server.route("/second", .page("<a href=/quick>2</a>"))
        server.route("/slow") { request, connection in
            try gate.wait()
            try connection.respond(200, to: request)
        }
        // The check for the first page ends only after the check for the second page.
        server.route("/quick") { request, connection in
            gate.open()
            try connection.respond(200, to: request)
        }
        let outcome = try leftoff.run(
            ["links", "-q", "--check", "--timeout", "60", server.address("/first"), server.address("/second")])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.lines == ["/slow\t200", "/quick\t200"].map { server.address($0) })
    }
}
