import Foundation
import Testing

@Suite("Selecting links on the command line", .ownThreads)
struct LinksChoosingEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    static let page = """
        <!doctype html><title>t</title>
        <a href="https://www.example.co.uk/a.pdf" rel="next nofollow">Annual Report</a>
        <a href="https://files.example.co.uk/b.ZIP?utm_source=x&v=1#top">Archive</a>
        <a href="https://other.co.uk/c.html" rel="me">Other</a>
        <a href="mailto:someone@example.co.uk">Mail</a>
        <img src="/logo.png" alt="Logo">
        <a href="https://files.example.co.uk/b.ZIP?v=1">Again</a>
        <a href="http://[broken">bad</a>
        """

    private func links(_ arguments: [String]) throws -> Leftoff.Outcome {
        try leftoff.run(
            ["links", "-", "--base", "https://www.example.co.uk/p"] + arguments, input: Data(Self.page.utf8))
    }

    /// Returns the last letters of each URL, which identify it.
    private func names(_ arguments: [String]) throws -> [String] {
        let outcome = try links(arguments)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        return outcome.lines.map { String($0.split(separator: "/").last ?? "") }
    }

    static let all = [
        "a.pdf", "b.ZIP?utm_source=x&v=1#top", "c.html", "mailto:someone@example.co.uk", "logo.png", "b.ZIP?v=1",
    ]

    struct Row: Sendable, CustomTestStringConvertible {
        var arguments: [String]
        /// Indices into all links.
        var expected: [Int]
        var testDescription: String { arguments.joined(separator: " ") }
    }

    @Test(
        "Each option selects the links that it describes",
        arguments: [
            Row(arguments: [], expected: [0, 1, 2, 3, 4, 5]), Row(arguments: ["--kind", "image"], expected: [4]),
            Row(arguments: ["--kind", "anchor,image", "--scheme", "https"], expected: [0, 1, 2, 4, 5]),
            Row(arguments: ["--include", "*.pdf,*.html"], expected: [0, 2]),
            Row(arguments: ["--include", "re:\\.(pdf|html)$"], expected: [0, 2]),
            Row(arguments: ["--include", "*.pdf", "--include", "re:html"], expected: [0, 2]),
            Row(arguments: ["--exclude", "mailto:*", "--exclude", "*#*"], expected: [0, 2, 4, 5]),
            Row(arguments: ["--ext", "pdf,zip"], expected: [0, 1, 5]),
            Row(arguments: ["--type", "image/*"], expected: [4]),
            Row(arguments: ["--scheme", "mailto"], expected: [3]),
            Row(arguments: ["--same-host"], expected: [0, 4]), Row(arguments: ["--same-site"], expected: [0, 1, 4, 5]),
            Row(arguments: ["--rel", "me,next"], expected: [0, 2]),
            Row(arguments: ["--text", "*a*"], expected: [0, 1, 3, 5]),
            Row(arguments: ["--text", "re:^o"], expected: [2, 4].filter { $0 == 2 }),
            Row(arguments: ["--limit", "2"], expected: [0, 1]),
            Row(arguments: ["--sort", "url"], expected: [1, 5, 2, 0, 4, 3]),
            Row(arguments: ["--sort", "text", "--limit", "3"], expected: [5, 0, 1]),
            Row(arguments: ["--sort", "host", "--kind", "anchor"], expected: [1, 5, 2, 0, 3]),
            Row(arguments: ["--ext", "pdf", "--scheme", "mailto"], expected: []),
        ])
    func selection(row: Row) throws {
        #expect(try names(row.arguments) == row.expected.map { Self.all[$0] })
    }

    @Test("URLs that are equal after normalization are printed once")
    func normalizing() throws {
        #expect(try names(["--ext", "zip", "--normalize", "fragment,tracking"]) == ["b.ZIP?v=1"])
        let all = try links(["--ext", "zip", "--normalize", "all", "--format", "ndjson", "--keep-duplicates"])
        #expect(all.lines.count == 2)
    }

    @Test("Every excluded link is explained on standard error, and standard output is unchanged")
    func explaining() throws {
        let arguments = ["--kind", "anchor", "--same-site", "--limit", "1", "--format", "aria2"]
        let outcome = try links(arguments + ["--explain", "-q"])
        #expect(outcome.text == (try links(arguments)).text)
        let dropped = try outcome.errorLines.filter { $0.hasPrefix("{") }.map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            let reason = try #require(object?["dropped"] as? [String: String])
            #expect(reason["why"]?.isEmpty == false && object?.count == 16)
            return reason["by"]
        }
        #expect(dropped == ["limit", "same-site", "same-site", "kind", "limit", "invalid"])
        #expect(outcome.errorLines.count == dropped.count, "\(outcome.errorText)")
    }

    @Test("Links that a format cannot represent are counted in one line at the end")
    func omissions() throws {
        let outcome = try links(["--format", "aria2", "--invalid"])
        let lines = outcome.errorLines.filter { $0.contains("omitted") }
        #expect(
            lines == [
                "leftoff: omitted from the aria2 output: 1 link (not a valid address), "
                    + "1 link (only http, https and ftp addresses can be downloaded)"
            ])
        #expect(outcome.status == 0)
        #expect(!(try links(["--format", "aria2", "-q"])).errorText.contains("omitted"))
    }

    @Test(
        "An invalid value is reported in one line with exit code 64",
        arguments: [
            ["--kind", "anchors"], ["--include", "re:("], ["--include", ""], ["--exclude", "[a"], ["--text", "re:a**"],
            ["--ext", ","], ["--type", "a/b/c"], ["--scheme", "1"], ["--rel", ""], ["--limit", "0"], ["--limit", "x"],
            ["--sort", "size"], ["--normalize", "x"], ["--in-view"], ["--format", "template:{x}"],
            ["--format", "template:{url"], ["--format", "lines", "--dir", "d"], ["--format", "aria2", "--dir", ""],
            ["--format", "aria2", "--dir", "a\nb"], ["--include", "re:(?=x)"],
        ])
    func usage(arguments: [String]) throws {
        let outcome = try links(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errorLines.count == 1 && outcome.errorText.hasPrefix("leftoff: "), "\(outcome.errorText)")
    }

    @Test("A page without a URL has no host to compare with")
    func noHost() throws {
        for option in ["--same-host", "--same-site"] {
            let outcome = try leftoff.run(["links", "-", option], input: Data(Self.page.utf8))
            #expect(outcome.status == 64)
            #expect(outcome.errorText.contains("--base"))
        }
    }

    @Test(
        "The host of a page that has moved is that of its final URL",
        .enabled(if: Nginx.program != nil, "nginx is not installed"))
    func movedPage() throws {
        let root = leftoff.directory.appending(path: "site")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        try Data("<a href=/here>here</a><a href=http://localhost/>there</a>".utf8)
            .write(to: root.appending(path: "p.html"))
        let server = try Nginx(
            root: root, locations: "location /moved { return 302 http://127.0.0.1:$server_port/p.html; }")
        let start = server.origin.replacing("127.0.0.1", with: "localhost") + "/moved"
        let outcome = try leftoff.run(["links", start, "--same-host"])
        #expect(outcome.lines == ["\(server.origin)/here"], "\(outcome.errorText)")
    }

    @Test(
        "A limit ends the run, so that a later input that does not exist is not an error",
        .enabled(if: Nginx.program != nil, "nginx is not installed"))
    func limit() throws {
        let page = try leftoff.file("page.html", Self.page.utf8)
        let outcome = try leftoff.run(["links", page.path, "no-such-file.html", "--limit", "2", "--scheme", "https"])
        #expect(outcome.lines.count == 2)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        let both = try leftoff.run(["links", page.path, "no-such-file.html", "--limit", "99"])
        #expect(both.status == 1)
    }

    @Test(
        "With --in-view only links that were in view when the place was captured are printed",
        .enabled(if: Nginx.program != nil, "nginx is not installed"))
    func inView() throws {
        let root = leftoff.directory.appending(path: "site")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        let html = (0..<9).map { "<a href=\"/\($0)\">link \($0)</a>" }.joined()
        try Data(html.utf8).write(to: root.appending(path: "p.html"))
        let server = try Nginx(root: root)
        let snapshot = """
            {"schema":1,"url":"\(server.origin)/p.html","links":[{"url":"\(server.origin)/3","text":"link 3"},\
            {"url":"/4","text":"link 4"},{"url":"/by-script","text":"made by a script"}]}
            """
        let captured = try leftoff.run(["capture", "-"], input: Data(snapshot.utf8))
        try #require(captured.status == 0, "\(captured.errorText)")
        let outcome = try leftoff.run(["links", "--snapshot", "@", "--in-view"])
        #expect(outcome.lines == ["\(server.origin)/3", "\(server.origin)/4"], "\(outcome.errorText)")
        #expect(outcome.errorText.contains("1 of 3 links in view are not in its source"))
        #expect(try leftoff.run(["links", "--snapshot", "@"]).lines.count == 9)
        #expect(try leftoff.run(["links", "--snapshot", "@", "-", "--in-view"]).status == 64)
    }
}
