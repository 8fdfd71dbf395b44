import Foundation
import TestSupport
import Testing

@Suite("Crawls on the command line", .ownThreads, .timeLimit(.minutes(5)))
struct CrawlEndToEndTests {
    let leftoff: Leftoff
    let server: ScriptedServer

    init() throws {
        leftoff = try Leftoff()
        server = try ScriptedServer()
    }

    private func site(_ pages: [String: [String]]) {
        for (path, links) in pages {
            server.route(
                path, .page("<!doctype html><title>t</title>" + links.map { "<a href='\($0)'>x</a>" }.joined()))
        }
    }

    /// A site of three levels: 1 + 4 + 16 pages.
    private func tree() {
        var pages = ["/": (0..<4).map { "/\($0)" }]
        for first in 0..<4 {
            pages["/\(first)"] = (0..<4).map { "/\(first)/\($0)" }
            for second in 0..<4 { pages["/\(first)/\(second)"] = ["/", "/\(first)/\(second)/far"] }
        }
        site(pages)
    }

    private func paths(_ outcome: Leftoff.Outcome) -> [String] {
        outcome.lines.map { $0.replacing(server.address(""), with: "") }
    }

    @Test("A crawl prints the links of all pages, breadth first, and the same each time")
    func order() throws {
        defer { server.stop() }
        tree()
        let arguments = ["links", "--depth", "2", server.address()]
        let first = try leftoff.run(arguments)
        #expect(first.status == 0, "\(first.errorText)")
        let level = (0..<4).map { "/\($0)" } + (0..<16).map { "/\($0 / 4)/\($0 % 4)" }
        #expect(paths(first) == level + ["/"] + (0..<16).map { "/\($0 / 4)/\($0 % 4)/far" })
        #expect(try leftoff.run(arguments).text == first.text)
        #expect(!server.requests.contains { $0.path.hasSuffix("far") })
        #expect(server.requests(to: "/robots.txt").count == 2)
        #expect(first.errorText.contains("41 links in 21 pages") || first.errorText.contains("in 21 pages"))
    }

    @Test("robots.txt is obeyed unless the user overrides it; --max-pages limits the crawl")
    func robots() throws {
        defer { server.stop() }
        site(["/": ["/a", "/b"], "/a": ["/a1"], "/b": ["/b1"]])
        server.route("/robots.txt", .ok(Array("user-agent: Leftoff\ndisallow: /b".utf8)))
        let polite = try leftoff.run(["links", "--depth", "1", server.address()])
        #expect(polite.status == 0, "\(polite.errorText)")
        #expect(paths(polite) == ["/a", "/b", "/a1"])
        let rude = try leftoff.run(["links", "--depth", "1", "--no-robots", server.address()])
        #expect(paths(rude) == ["/a", "/b", "/a1", "/b1"])
        let short = try leftoff.run(["links", "--depth", "1", "--no-robots", "--max-pages", "2", server.address()])
        #expect(paths(short) == ["/a", "/b", "/a1"])
        let refused = try leftoff.run(["links", "--depth", "1", "-q", server.address("/b")])
        #expect(refused.status == 77)
        #expect(refused.errorLines == ["leftoff: \(server.address("/b")): not allowed by robots.txt"])
    }

    @Test("A killed crawl resumes where it stopped, and a finished one only says so")
    func resume() throws {
        defer { server.stop() }
        tree()
        let gate = ScriptedGate()
        let held = ScriptedResponder.page("<a href='/held-link'>x</a>").behind(gate)
        server.route("/2/1", held)
        let record = leftoff.directory.appending(path: "crawl").path
        let output = try leftoff.file("out", [])
        let arguments = ["links", "--depth", "2", "--resume", record, "--format", "ndjson", server.address()]
        let process = try leftoff.start(arguments, output: FileHandle(forWritingTo: output))
        try gate.waitForArrivals(1)
        // The response for page 14 is held back. The page before it is recorded after it has been printed; a kill in
        // between would print it twice.
        while (try? String(contentsOfFile: record, encoding: .utf8))?.contains("\n13\t") != true {
            guard process.isRunning else { break }
            _ = poll(nil, 0, 5)
        }
        kill(process.processIdentifier, SIGKILL)
        _ = process.wait()
        let before = try String(contentsOf: output, encoding: .utf8).split(separator: "\n").map(String.init)
        gate.open()
        server.route("/2/1", .page("<a href='/'>x</a><a href='/2/1/far'>x</a>"))
        // Requests that the killed process has sent count as earlier, however late they are read.
        try server.waitUntilAllRequestsAreRecorded()
        let earlierCount = server.requests.count
        let rest = try leftoff.run(arguments)
        #expect(rest.status == 0, "\(rest.errorText)")
        #expect(server.requests.count - earlierCount < 12)
        let whole = try leftoff.run(["links", "--depth", "2", "--format", "ndjson", server.address()])
        #expect(before + rest.lines == whole.lines)
        let done = try leftoff.run(arguments)
        #expect(done.status == 0 && done.output.isEmpty)
        let notice = "leftoff: \(record): the crawl is complete; delete this file to start over"
        #expect(done.errorLines.contains(notice), "\(done.errorText)")
        #expect(!rest.errorText.contains("the crawl is complete"))
        #expect(try !leftoff.run(arguments + ["-q"]).errorText.contains("the crawl is complete"))
        let other = try leftoff.run(["links", "--depth", "3", "--resume", record, "-q", server.address()])
        #expect(other.status == 77)
        #expect(other.errorLines.count == 1)
    }

    @Test("A link to something other than a page is no error; a dead link is reported, and the exit code is 1")
    func failures() throws {
        defer { server.stop() }
        site(["/": ["/picture", "/missing", "/fine"], "/fine": []])
        server.route("/picture", .ok([0, 1, 2], fields: [("Content-Type", "image/png")]))
        let outcome = try leftoff.run(["links", "--depth", "1", "-q", server.address()])
        #expect(outcome.status == 1)
        #expect(outcome.errorLines == ["leftoff: \(server.address("/missing")): HTTP 404"])
        #expect(paths(outcome) == ["/picture", "/missing", "/fine"])
    }

    @Test(
        "Options of a crawl require a crawl", arguments: ["--span-hosts", "--no-robots", "--max-pages=3", "--resume=x"])
    func usage(option: String) throws {
        defer { server.stop() }
        let outcome = try leftoff.run(["links", option, server.address()])
        #expect(outcome.status == 64)
        #expect(outcome.errorLines.count == 1)
        #expect(server.requests.isEmpty)
    }
}
