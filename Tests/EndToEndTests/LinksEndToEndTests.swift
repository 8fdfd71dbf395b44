import Foundation
import TestSupport
import Testing

@Suite("Links on the command line", .ownThreads)
struct LinksEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    static let page = """
        <!doctype html><title>t</title><base href="/dir/">\
        <a href="a.html?x=1&amp;y=2" rel="next nofollow">The <b>A</b></a>
        <img src=b.png srcset="b1.png 1x, b2.png 2x" alt="Bee"><a href="a.html?x=1&amp;y=2">again</a>
        <a href="http://[broken">bad</a>
        """

    /// The lines of ndjson output as objects.
    @Test("A page on standard input gives each link with its fields")
    func standardInput() throws {
        let outcome = try leftoff.run(
            ["links", "-", "--base", "https://example.org/x/", "--format", "ndjson"], input: Data(Self.page.utf8))
        #expect(outcome.status == 0, "\(outcome.errorText)")
        let links = try objects(outcome.lines)
        #expect(
            links.map { $0["url"] as? String } == [
                "https://example.org/dir/a.html?x=1&y=2", "https://example.org/dir/b.png",
                "https://example.org/dir/b1.png", "https://example.org/dir/b2.png",
            ])
        let first = try #require(links.first)
        #expect(first["raw"] as? String == "a.html?x=1&y=2")
        #expect(first["element"] as? String == "a" && first["attribute"] as? String == "href")
        #expect(first["kind"] as? String == "anchor" && first["text"] as? String == "The A")
        #expect(first["rel"] as? [String] == ["next", "nofollow"])
        #expect(first["source"] as? String == "-" && first["line"] as? Int == 1)
        let keys: Set = [
            "url", "raw", "element", "attribute", "kind", "text", "title", "rel", "type", "hreflang", "download",
            "line", "column", "byte", "source",
        ]
        #expect(Set(first.keys) == keys)
    }

    @Test("Duplicates and invalid values are printed on request")
    func duplicatesAndInvalid() throws {
        let outcome = try leftoff.run(
            [
                "links", "-", "--base", "https://example.org/", "--format", "ndjson", "--keep-duplicates", "--invalid",
            ],
            input: Data(Self.page.utf8))
        let links = try objects(outcome.lines)
        #expect(links.count == 6)
        #expect(links.last?["url"] is NSNull)
    }

    @Test(
        "Every real page gives valid JSON lines and exit code 0",
        .enabled(if: !SharedMaterial.pages.isEmpty, "\(SharedMaterial.missingPages)"))
    func realPages() throws {
        let pages = SharedMaterial.pages
        for page in pages {
            let outcome = try leftoff.run(
                ["links", page.path, "--base", "https://example.org/", "--format", "ndjson"])
            #expect(outcome.status == 0, "\(page.lastPathComponent): \(outcome.errorText)")
            _ = try objects(outcome.lines)
        }
        let all = try leftoff.run(
            ["links", "--base", "https://example.org/", "--format", "json"] + pages.map(\.path))
        #expect(all.status == 0)
        #expect(try JSONSerialization.jsonObject(with: all.output) is [Any])
    }

    @Test(
        "A hundred URLs are fetched in one process; failures are reported, and the other links printed",
        .enabled(if: Nginx.program != nil, "nginx is not installed"))
    func hundredAddresses() throws {
        let root = leftoff.directory.appending(path: "site")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        for number in 0..<96 {
            let html = "<p>page \(number)</p><a href=\"link-\(number)\">link</a>"
            try Data(html.utf8).write(to: root.appending(path: "\(number).html"))
        }
        let server = try Nginx(root: root, locations: "location /moved { return 301 /1.html; }")
        let dead = try ScriptedServer.reservedPort()
        let addresses =
            (0..<96).map { "\(server.origin)/\($0).html" }
            + [
                "\(server.origin)/moved", "\(server.origin)/missing.html", "http://127.0.0.1:\(dead)/", "# note",
                "",
            ]
            + ["\(server.origin)/moved#again"]
        let list = try leftoff.file("list.txt", addresses.joined(separator: "\n").utf8)
        let outcome = try leftoff.run(["links", "-i", list.path, "--format", "ndjson"])
        #expect(outcome.status == 1)
        let urls = try objects(outcome.lines).map { $0["url"] as? String }
        // In the order of the list; links of a page that has moved have its final URL as source.
        #expect(
            urls == (0..<96).map { "\(server.origin)/link-\($0)" }
                + Array(repeating: "\(server.origin)/link-1", count: 2))
        let failures = outcome.errorLines.filter { $0.hasPrefix("leftoff: http") }
        #expect(failures.count == 2)
        #expect(failures.contains { $0.contains("/missing.html: HTTP 404") })
        #expect(failures.contains { $0.hasPrefix("leftoff: http://127.0.0.1:\(dead)/: ") })
        #expect(!outcome.errors.contains(0x1B))
    }

    @Test("Without a terminal the log contains no escape byte")
    func noEscapes() throws {
        let file = try leftoff.file("page.html", Self.page.utf8)
        for arguments in [[], ["--motion", "full"], ["--verbose"]] {
            let outcome = try leftoff.run(["links", file.path] + arguments)
            #expect(outcome.status == 0)
            #expect(!outcome.errors.contains(0x1B))
        }
    }

    @Test("An output file appears only when it is complete, and one that cannot be created gives exit code 73")
    func outputFile() throws {
        let page = try leftoff.file("page.html", Self.page.utf8)
        let target = leftoff.directory.appending(path: "out.txt")
        let outcome = try leftoff.run(["links", page.path, "--base", "https://example.org/", "-o", target.path])
        #expect(outcome.status == 0 && outcome.output.isEmpty)
        #expect(try String(contentsOf: target, encoding: .utf8).hasPrefix("https://example.org/dir/a.html?x=1&y=2\n"))
        let refused = try leftoff.run(["links", page.path, "-o", leftoff.directory.path + "/no/such/out.txt"])
        #expect(refused.status == 73)
        #expect(refused.errorLines.count == 1)
    }

    struct BadInput: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]
        var testDescription: String { name }
    }

    static let badInputs = [
        BadInput(name: "empty", bytes: []),
        BadInput(name: "random", bytes: Array(repeatElement(ScriptedFile.bytes(1_000_000), count: 50).joined())),
        BadInput(name: "truncated gzip", bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x4B]),
    ]

    @Test("Input that is not a page is refused in one line with exit code 65", arguments: badInputs)
    func notAPage(input: BadInput) throws {
        let file = try leftoff.file("input", input.bytes)
        let outcome = try leftoff.run(["links", "-q", file.path])
        #expect(outcome.status == 65)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errorLines.count == 1, "\(outcome.errorText)")
    }

    @Test(
        "Wrong arguments are reported in one line with their exit code",
        arguments: [
            ([], 64), (["--format", "nonsense", "x"], 64), (["--base", "nonsense", "-"], 64),
            (["no-such-file.html"], 66), (["ftp://example.org/"], 77), (["http://[::1"], 65),
        ] as [([String], Int32)])
    func usage(arguments: [String], status: Int32) throws {
        let outcome = try leftoff.run(["links"] + arguments)
        #expect(outcome.status == status)
        #expect(outcome.errorLines.count == 1, "\(outcome.errorText)")
        #expect(outcome.output.isEmpty)
    }

    @Test("A closed standard output is an I/O error, not written to another file")
    func closedOutput() throws {
        let page = try leftoff.file("page.html", Self.page.utf8)
        let shell = try ChildProcess(
            "/bin/sh", ["-c", "exec \"$0\" links \"$1\" -q >&-", Leftoff.binary.path, page.path], environment: [:],
            input: FileHandle.nullDevice.fileDescriptor, output: FileHandle.nullDevice.fileDescriptor,
            errors: FileHandle.nullDevice.fileDescriptor)
        #expect(shell.wait() == .exit(74))
    }
}
