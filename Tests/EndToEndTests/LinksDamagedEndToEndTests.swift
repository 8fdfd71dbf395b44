import Foundation
import TestSupport
import Testing

@Suite("Links of damaged documents", .ownThreads)
struct LinksDamagedEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    struct Damaged: Sendable, CustomTestStringConvertible {
        var name: String
        var text: String
        var testDescription: String { name }
    }

    static let damaged = [
        Damaged(
            name: "cut.warc",
            text: "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://w.example/\r\nContent-Type: text/html\r\n"
                + "Content-Length: 900\r\n\r\n<a href=http://x.example/>"),
        Damaged(name: "cut.json", text: #"{"a":"http://x.example/","b":{"#),
        Damaged(
            name: "cut.xml",
            text: "<?xml version='1.0'?><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
                + "<url><loc>http://x.example/</loc></url><url><lo"),
    ]

    @Test(
        "A damaged document is reported in one line with exit code 1, and its other links are printed",
        arguments: damaged)
    func cut(damaged: Damaged) throws {
        let file = try leftoff.file(damaged.name, damaged.text.utf8)
        let outcome = try leftoff.run(["links", file.path])
        #expect(outcome.status == 1, "\(outcome.errorText)")
        #expect(outcome.lines == ["http://x.example/"])
        let lines = outcome.errorLines.filter { $0.hasPrefix("leftoff: \(file.path): ") }
        // The counts of an archive follow in a line of their own.
        let counts = "leftoff: \(file.path): 1 record, 0 responses, 1 page, 1 link, 1 record damaged, truncated"
        #expect(lines.dropFirst() == (damaged.name == "cut.warc" ? [counts] : []))
        #expect(lines.count == (damaged.name == "cut.warc" ? 2 : 1))
    }

    @Test("A damaged document that is fetched gives exit code 1, and its other links are printed")
    func fetched() throws {
        let root = leftoff.directory.appending(path: "root")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        let tag = String(repeating: "x", count: 17 << 20)
        let pages = Self.damaged + [Damaged(name: "tag.html", text: "<a href=http://x.example/><p title=\(tag)")]
        for page in pages { try Data(page.text.utf8).write(to: root.appending(path: page.name)) }
        let server = try Nginx(root: root, locations: "location ~ warc$ { default_type application/warc; }")
        for page in pages {
            let outcome = try leftoff.run(["links", "\(server.origin)/\(page.name)"])
            #expect(outcome.status == 1, "\(page.name): \(outcome.errorText)")
            #expect(outcome.lines == ["http://x.example/"])
        }
    }

    @Test("A base URL that is too long ends its page with one line, and the other inputs' links are printed")
    func longBase() throws {
        let base = String(repeating: "a", count: 1 << 20)
        let page = try leftoff.file(
            "base.html",
            Data("<base href='http://b.example/\(base)/'>\(String(repeating: "<a href=x>", count: 9_000))".utf8))
        let other = try leftoff.file("other.html", Data("<a href=http://x.example/>".utf8))
        let outcome = try leftoff.run(["links", page.path, other.path])
        #expect(outcome.status == 1)
        #expect(outcome.lines.last == "http://x.example/")
        #expect(
            outcome.errorLines.contains(
                "leftoff: \(page.path): its links with their addresses take more than 32 times its own size"))
    }

    @Test("A URL of more than 2 MiB is not printed, and --explain gives the reason")
    func longAddress() throws {
        let address = "http://x.example/" + String(repeating: "a", count: 2 << 20)
        let page = try leftoff.file("page.html", Data("<a href=\(address)>t</a><a href=http://y.example/>".utf8))
        let outcome = try leftoff.run(["links", page.path, "--explain"])
        #expect(outcome.status == 0)
        #expect(outcome.lines == ["http://y.example/"])
        let line = try #require(outcome.errorLines.first { $0.hasPrefix("{") })
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(object["url"] is NSNull)
        let drop = try #require(object["dropped"] as? [String: String])
        #expect(drop == ["by": "invalid", "why": "its address is longer than 2 MiB"])
    }
}
