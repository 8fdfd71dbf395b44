import Foundation
import TestSupport
import Testing

@Suite("Links within elements, archives and scripts", .ownThreads, .timeLimit(.minutes(5)))
struct LinksPagesEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    /// Returns the URLs that `--explain` reports as dropped, each with the reason's name.
    private func dropped(_ outcome: Leftoff.Outcome) throws -> [String] {
        try outcome.errorLines.filter { $0.hasPrefix("{") }.map { line in
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let drop = try #require(object["dropped"] as? [String: String])
            return "\(drop["by"] ?? "") \(object["url"] as? String ?? "")"
        }
    }

    // MARK: Within

    private static let page = "<a href=http://a.example/out></a><main><a href=http://a.example/in></a></main>"

    @Test("With --within only links in the elements are printed, no header links, and all others are explained")
    func within() throws {
        let server = try ScriptedServer()
        defer { server.stop() }
        server.route(
            "/", .ok(Array(Self.page.utf8), fields: [("Content-Type", "text/html"), ("Link", "</header>; rel=next")]))
        let outcome = try leftoff.run(["links", "--within", "main", "-q", server.address()])
        #expect(outcome.status == 0 && outcome.errorText.isEmpty, "\(outcome.errorText)")
        #expect(outcome.lines == ["http://a.example/in"])
        let explained = try leftoff.run(["links", "--within", "main", "-q", "--explain", server.address()])
        #expect(explained.lines == outcome.lines && explained.status == 0)
        #expect(try dropped(explained) == ["within \(server.address("/header"))", "within http://a.example/out"])
    }

    @Test("A link outside the elements does not make one inside a duplicate")
    func withinDuplicates() throws {
        let page = "<a href=http://a.example/>1</a><main><a href=http://a.example/>2</a></main>"
        for options in [[], ["--explain"]] {
            let outcome = try leftoff.run(["links", "-", "-q", "--within", "main"] + options, input: Data(page.utf8))
            #expect(outcome.lines == ["http://a.example/"])
        }
    }

    @Test(
        "An input without elements is reported in one line, and the other inputs' links are printed",
        arguments: ["x.md", "x.txt", "x.json", "x.css"])
    func withinOthers(name: String) throws {
        let texts = [
            "x.md": "[x](http://x.example/)", "x.txt": "http://x.example/", "x.json": "{\"a\":\"http://x.example/\"}",
            "x.css": "a{b:url(http://x.example/)}",
        ]
        let other = try leftoff.file(name, try #require(texts[name]).utf8)
        let page = try leftoff.file("page.html", Self.page.utf8)
        #expect(try leftoff.run(["links", other.path, "-q"]).lines == ["http://x.example/"])
        let outcome = try leftoff.run(["links", other.path, page.path, "--within", "main", "-q"])
        #expect(outcome.status == 1 && outcome.lines == ["http://a.example/in"])
        #expect(
            outcome.errorLines == [
                "leftoff: \(other.path): neither HTML nor XML, so there are no elements to look for links in"
            ])
        #expect(try leftoff.run(["links", other.path, "--within", "main", "-q"]).status == 65)
    }

    @Test(
        "Links can be selected within elements of XHTML, SVG and feeds",
        arguments: [
            (
                "x.xhtml",
                "<html xmlns='http://www.w3.org/1999/xhtml'><a href='/n'/><p><a href='http://x.example/'/></p></html>",
                "p"
            ),
            (
                "x.svg",
                "<svg xmlns='http://www.w3.org/2000/svg'><a href='/n'/><g><a href='http://x.example/'/></g></svg>",
                "//g"
            ),
            (
                "x.rss", "<rss><channel><link>/n</link><item><link>http://x.example/</link></item></channel></rss>",
                "item"
            ),
        ])
    func withinXML(name: String, text: String, selector: String) throws {
        let page = try leftoff.file(name, text.utf8)
        let outcome = try leftoff.run(["links", page.path, "--within", selector, "-q"])
        #expect(outcome.status == 0 && outcome.lines == ["http://x.example/"])
    }

    @Test("The parser of the cross-check does not support --within and says so")
    func withinOtherParser() throws {
        let outcome = try leftoff.run(
            ["links", "-", "--within", "main", "--parser", "libxml2"], input: Data(Self.page.utf8))
        #expect(outcome.status == 64 && outcome.output.isEmpty && outcome.errorLines.count == 1)
    }

    // MARK: Archives

    private func record(_ address: String, _ html: String) -> String {
        "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: \(address)\r\nContent-Type: text/html\r\n"
            + "Content-Length: \(html.utf8.count)\r\n\r\n\(html)\r\n\r\n"
    }

    private var archive: String {
        let links = "<a href=http://a.example/x></a><a href=http://b.example/x#y></a>"
        return record("http://a.example/", links) + record("http://b.example/", links)
            + record("http://b.example/", links)
    }

    @Test("Each document of an archive is compared by its own URL, whatever the base", arguments: [true, false])
    func archivedHosts(hasBase: Bool) throws {
        let file = try leftoff.file("a.warc", archive.utf8)
        let base = hasBase ? ["--base", "http://a.example/"] : []
        let outcome = try leftoff.run(["links", file.path, "--same-host", "--format", "ndjson", "-q"] + base)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        let links = try objects(outcome.lines)
        #expect(
            links.map { "\($0["source"] as? String ?? "") \($0["url"] as? String ?? "")" } == [
                "http://a.example/ http://a.example/x", "http://b.example/ http://b.example/x#y",
                "http://b.example/ http://b.example/x#y",
            ])
    }

    @Test("URLs that are equal after normalization are printed once for each document of an archive")
    func archivedForms() throws {
        let file = try leftoff.file("a.warc", archive.utf8)
        let outcome = try leftoff.run(["links", file.path, "--normalize", "fragment", "--format", "tsv", "-q"])
        #expect(outcome.lines.count == 1 + 6, "\(outcome.text)")
        let piped = try leftoff.run(["links", "-", "--same-host"], input: Data(archive.utf8))
        #expect(piped.status == 64 && piped.errorLines.count == 1)
    }

    @Test("A fetched archive is treated like one on disk")
    func fetchedArchive() throws {
        let server = try ScriptedServer()
        defer { server.stop() }
        server.route("/a", .ok(Array(archive.utf8), fields: [("Content-Type", "application/warc")]))
        let outcome = try leftoff.run(["links", server.address("/a"), "--same-host", "-q"])
        #expect(outcome.lines == ["http://a.example/x", "http://b.example/x#y"])
        let checked = try leftoff.run(
            ["links", server.address("/a"), "--same-host", "--limit", "1", "--explain", "--format", "ndjson", "-q"])
        #expect(checked.lines.count == 1)
        let hosts = try dropped(checked).map { $0.prefix { $0 != " " } }
        #expect(hosts == ["same-host", "same-host", "limit", "same-host", "limit"])
    }

    // MARK: Scripts and repetitions

    @Test("URLs in the strings of scripts are printed on request")
    func scriptStrings() throws {
        let page = "<script>fetch('/api/a');x=\"https:\\/\\/b.example\\/\"</script><a href=http://c.example/></a>"
        let arguments = ["links", "-", "--base", "http://a.example/d/", "-q"]
        #expect(try leftoff.run(arguments, input: Data(page.utf8)).lines == ["http://c.example/"])
        let found = try leftoff.run(arguments + ["--script-strings", "--kind", "script"], input: Data(page.utf8))
        #expect(found.lines == ["http://a.example/api/a", "https://b.example/"])
    }

    @Test("The format lines repeats a URL if duplicates are kept")
    func repeatedLines() throws {
        let page = Data("<a href=http://a.example/></a><a href=http://a.example/></a><img src=http://a.example/>".utf8)
        #expect(try leftoff.run(["links", "-", "-q"], input: page).lines.count == 1)
        #expect(try leftoff.run(["links", "-", "-q", "--keep-duplicates"], input: page).lines.count == 3)
        #expect(
            try leftoff.run(["links", "-", "-q", "--keep-duplicates", "--format", "wget"], input: page).lines.count == 1
        )
    }

    // MARK: Memory

    /// Feeds a program with links that are all different, and prints its exit code and its peak memory in MiB.
    private static let feeder = """
        import resource, subprocess, sys
        count = int(sys.argv[1])
        child = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=sys.stderr)
        import threading
        lines = [0]
        def read():
            while part := child.stdout.read(1 << 16):
                lines[0] += part.count(b"\\n")
        reader = threading.Thread(target=read)
        reader.start()
        for start in range(0, count, 10000):
            child.stdin.write(b"".join(b"<a href=%d>" % number for number in range(start, min(start + 10000, count))))
        child.stdin.close()
        reader.join()
        code = child.wait()
        print(code, lines[0], resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
        """

    @Test(
        "More links than can be remembered are printed in bounded memory, with two notices",
        .enabled(if: Tool("python3") != nil, "python3 is not installed"))
    func memory() throws {
        let python = try #require(Tool("python3"))
        let count = 800_000
        let outcome = try python.run(
            ["-c", Self.feeder, "\(count)", Leftoff.binary.path, "links", "-", "--base", "http://a.example/", "-q"],
            in: leftoff.directory)
        let figures = outcome.text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        try #require(figures.count == 3, "\(outcome.errorText)")
        #expect(figures[0] == 1 && figures[1] == count)
        // Without a limit, the memory would grow with the page.
        #expect(figures[2] < 80, "it took \(figures[2]) MiB")
        #expect(
            outcome.errorLines == [
                "leftoff: -: more than 750000 links: later ones may occur twice",
                "leftoff: more than 750000 addresses: later ones may be printed twice",
            ])
    }
}
