import Foundation
import Testing

/// Tests of the formats for downloaders, each with the program that it is for.
@Suite("Links for download programs", .ownThreads, .enabled(if: Nginx.program != nil, "nginx is not installed"))
struct LinksForToolsEndToEndTests {
    let leftoff: Leftoff
    let server: Nginx

    init() throws {
        leftoff = try Leftoff()
        let root = leftoff.directory.appending(path: "site")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        // The server has a file for every URL, which contains that URL.
        server = try Nginx(
            root: root,
            locations: """
                location /files/ { types {} default_type application/octet-stream; return 200 "$request_uri"; }
                location = /referer { return 200 "$http_referer"; }
                location = /clip.mp4 { types {} default_type video/mp4; }
                """)
        try Data(Self.page.utf8).write(to: root.appending(path: "page.html"))
        try Data(repeating: 7, count: 5_000).write(to: root.appending(path: "clip.mp4"))
        try Data("<a href=clip.mp4>clip</a><a href=mailto:a@b>mail</a>".utf8)
            .write(to: root.appending(path: "clips.html"))
    }

    /// File names that a hostile page proposes, written as character references.
    static let hostileNames = [
        "a\nb.pdf", "a\r\n  dir=/tmp", "a\"b.pdf", "a\\b.pdf", "]]>", "a&amp;b.pdf", "a\u{1}b", "a\u{2028}b",
        "\u{202E}fdp.exe",
        "-o", "--output=x", "..", "../../x.pdf", "/etc/passwd", ".bashrc", "~/x", "x\noutput = \"y\"", "\"\noutput=z",
        String(repeating: "x", count: 10_240), "good name.pdf", "same.pdf", "same.pdf", "SAME.PDF",
    ]

    /// Ends of URLs that a hostile page links to.
    static let hostilePaths = [
        "-rf.pdf", "a%22b.pdf", "%5Cx.pdf", "a%0Ab.pdf", "a%0D%0A%20%20dir=x.pdf", "%E2%80%AEfdp.pdf", "%C3%A9.pdf",
        "{a,b}.pdf",
        "[1-3].pdf", "a'b.pdf", "$(id).pdf", "`id`.pdf", ";id.pdf", "|id.pdf", "#1.pdf", "%23.pdf", "a%20b.pdf",
        "x/same.pdf",
        "y/same.pdf", "%FF.pdf", "%7E.pdf", "x.pdf?v=%22%0A", "-",
        String(repeating: "y", count: 300) + ".pdf",
    ]

    static let page: String = {
        func attribute(_ value: String) -> String {
            value.unicodeScalars.map { "&#\($0.value);" }.joined()
        }
        let named = hostileNames.enumerated().map { "<a href=/files/\($0) download=\"\(attribute($1))\">\($0)</a>\n" }
        let paths = hostilePaths.map { "<a href=\"/files/\(attribute($0))\">p</a>\n" }
        return "<!doctype html><a href=mailto:a@b>mail</a>" + (named + paths).joined()
    }()

    private func list(_ format: String, _ arguments: [String] = [], page: String = "page.html") throws -> Data {
        let outcome = try leftoff.run(["links", "\(server.origin)/\(page)", "--format", format] + arguments)
        try #require(outcome.status == 0, "\(outcome.errorText)")
        return outcome.output
    }

    /// Returns the URLs of the hostile page as a server receives them.
    private func requests() throws -> Set<String> {
        let lines = String(decoding: try list("wget"), as: UTF8.self).split(separator: "\n")
        return Set(lines.map { String($0.dropFirst(server.origin.count)) })
    }

    /// Checks that a directory contains one file for each URL of the hostile page, and that nothing was written beside
    /// it.
    private func expectAll(in directory: URL, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { !$0.hasPrefix(".") }
        var contents: Set<String> = []
        for name in names {
            contents.insert(String(decoding: try Data(contentsOf: directory.appending(path: name)), as: UTF8.self))
            #expect(!name.hasPrefix("-"), sourceLocation: sourceLocation)
        }
        let requests = try requests()
        #expect(contents == requests, sourceLocation: sourceLocation)
        #expect(names.count == requests.count, sourceLocation: sourceLocation)
        let around = try FileManager.default.contentsOfDirectory(
            atPath: directory.deletingLastPathComponent().path)
        #expect(around == [directory.lastPathComponent], sourceLocation: sourceLocation)
    }

    private func target() -> URL { leftoff.directory.appending(path: "target/files") }

    @Test("aria2c saves every file under a safe name", .enabled(if: Tool.all("aria2c")))
    func aria2() throws {
        let aria2 = try #require(Tool("aria2c"))
        let outcome = try aria2.run(
            ["-i", "-", "--no-conf", "--console-log-level=warn", "--download-result=hide"], in: target(),
            input: try list("aria2"))
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errorText)")
        try expectAll(in: target())
        let names = try FileManager.default.contentsOfDirectory(atPath: target().path)
        #expect(Set(names).isSuperset(of: ["good name.pdf", "same.pdf", "same (1).pdf", "SAME (2).PDF", "é.pdf"]))
    }

    @Test("aria2c saves into the directory given with --dir", .enabled(if: Tool.all("aria2c")))
    func aria2Directory() throws {
        let aria2 = try #require(Tool("aria2c"))
        let files = target().appending(path: "a b")
        let outcome = try aria2.run(
            ["-i", "-", "--no-conf", "-q"], in: target(),
            input: try list("aria2", ["--include", "*/files/1*", "--dir", files.path]))
        #expect(outcome.status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: files.path).count == 11)
    }

    @Test("The pipe in the README saves the files under their names", .enabled(if: Tool.all("aria2c")))
    func pipe() throws {
        let shell = try #require(Tool("sh"))
        let root = leftoff.directory.appending(path: "site")
        try Data(
            """
            <a href="files/annual%20report.pdf">one</a> <a href="files/get?id=1" download="Zwei &amp; drei.PDF">two</a>
            <a href="files/index.html">no</a> <a href="files/caf%C3%A9.pdf">three</a>
            """.utf8
        ).write(to: root.appending(path: "reports.html"))
        let outcome = try shell.run(
            [
                "-c", "\"$0\" links \"$1\" --ext pdf --format aria2 | aria2c -i - --no-conf -q", Leftoff.binary.path,
                "\(server.origin)/reports.html",
            ], in: target())
        #expect(outcome.status == 0, "\(outcome.errorText)")
        let names = try FileManager.default.contentsOfDirectory(atPath: target().path)
        #expect(Set(names) == ["annual report.pdf", "Zwei & drei.PDF", "café.pdf"])
        let content = try String(contentsOf: target().appending(path: "Zwei & drei.PDF"), encoding: .utf8)
        #expect(content == "/files/get?id=1")
    }

    @Test("curl saves every file under a safe name and sends the referer", .enabled(if: Tool.all("curl")))
    func curl() throws {
        let curl = try #require(Tool("curl"))
        let outcome = try curl.run(["-q", "-sS", "-K", "-"], in: target(), input: try list("curl"))
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.output.isEmpty)
        try expectAll(in: target())
        try Data("<a href=/referer download=r>".utf8)
            .write(to: leftoff.directory.appending(path: "site/referer.html"))
        let files = leftoff.directory.appending(path: "dir \"x\"")
        let listed = try curl.run(
            ["-q", "-sS", "-K", "-"], in: target(),
            input: try list("curl", ["--dir", files.path], page: "referer.html"))
        #expect(listed.status == 0, "\(listed.errorText)")
        #expect(
            try String(contentsOf: files.appending(path: "r"), encoding: .utf8) == "\(server.origin)/referer.html")
    }

    @Test("aria2c reads the metalink, and xmllint finds it well-formed", .enabled(if: Tool.all("aria2c", "xmllint")))
    func metalink() throws {
        let document = try leftoff.file("list.meta4", try list("metalink"))
        let lint = try #require(Tool("xmllint"))
        let count = try lint.run(
            ["--nonet", "--xpath", "count(//*[local-name()='url'])", document.path], in: leftoff.directory)
        #expect(Int(count.text.trimmingCharacters(in: .whitespacesAndNewlines)) == (try requests()).count)
        let outcome = try #require(Tool("aria2c")).run(
            ["-M", document.path, "--no-conf", "-q", "--follow-metalink=false"], in: target())
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errorText)")
        try expectAll(in: target())
    }

    @Test(
        "wget and wget2 request every URL", .enabled(if: Tool.all("wget", "wget2")), arguments: ["wget", "wget2"])
    func wget(program: String) throws {
        let list = try leftoff.file("list.txt", try list("wget", ["--exclude", "*%FF*,*yyyyyyyy*"]))
        let outcome = try #require(Tool(program)).run(
            ["--no-config", "-q", "-i", list.path, "-P", "files"], in: target().deletingLastPathComponent())
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errorText)")
        let expected = try requests().filter { !$0.contains("%FF") && !$0.contains("yyyyyyyy") }
        var contents: Set<String> = []
        for name in try FileManager.default.contentsOfDirectory(atPath: target().path) {
            contents.insert(String(decoding: try Data(contentsOf: target().appending(path: name)), as: UTF8.self))
        }
        // These programs encode some characters that a URL may contain as they are.
        #expect(Set(contents.map(\.removingPercentEncoding)) == Set(expected.map(\.removingPercentEncoding)))
    }

    @Test("yt-dlp downloads every URL of its list", .enabled(if: Tool.all("yt-dlp")))
    func ytDLP() throws {
        let list = try leftoff.file("list.txt", try list("yt-dlp", page: "clips.html"))
        let outcome = try #require(Tool("yt-dlp")).run(
            ["--ignore-config", "--no-cache-dir", "-q", "--no-warnings", "-a", list.path], in: target())
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errorText)")
        let names = try FileManager.default.contentsOfDirectory(atPath: target().path)
        #expect(names.count == 1)
        let file = target().appending(path: names.first ?? "")
        #expect(try Data(contentsOf: file) == Data(repeating: 7, count: 5_000))
    }
}
