import Foundation
import TestSupport
import Testing

@Suite("Fetching on the command line", .ownThreads, .timeLimit(.minutes(5)))
struct FetchEndToEndTests {
    let leftoff: Leftoff
    let server: ScriptedServer

    init() throws {
        leftoff = try Leftoff()
        server = try ScriptedServer()
    }

    @Test("A check adds each link's status and final URL, and whether its fragment target exists")
    func check() throws {
        defer { server.stop() }
        let page = """
            <a href=/fine>1</a><a href=/moved>2</a><a href=/gone>3</a><a href=/fine#here>4</a><a href=/fine#not>5</a>
            <a href=mailto:a@b>6</a><a href=/loop>7</a>
            """
        server.route("/", .page(page))
        server.route("/fine", .page("<p id=here>"))
        server.route("/moved", .redirect(to: "/fine", code: 301))
        server.route("/loop", .redirect(to: "/loop"))
        let outcome = try leftoff.run(["links", "--check", "--format", "ndjson", "-q", server.address()])
        #expect(outcome.status == 1)
        let links = try objects(outcome.lines)
        #expect(links.map { $0["status"] as? Int } == [200, 200, 404, 200, 200, nil, nil])
        let checked = links.map { $0["checked"] as? [String: Any] }
        #expect(checked.map { $0?["fragment"] as? Bool } == [nil, nil, nil, true, false, nil, nil])
        #expect(checked[1]?["finalURL"] as? String == server.address("/fine"))
        let hops = try #require(checked[1]?["redirects"] as? [[String: Any]])
        #expect(hops.map { $0["status"] as? Int } == [301])
        #expect(checked[5] == nil && links[5]["checked"] is NSNull)
        #expect(checked[6]?["error"] as? String == "more than 10 redirects")
        #expect(links.allSatisfy { $0["source"] as? String == server.address() })

        let lines = try leftoff.run(["links", "--check", "-q", server.address()])
        let columns = lines.lines.map { $0.split(separator: "\t").dropFirst().map(String.init) }
        #expect(
            columns == [
                ["200"], ["200"], ["404"], ["200"], ["broken-fragment"], ["-"], ["failed", "more than 10 redirects"],
            ])
        let broken = try leftoff.run(["links", "--check", "--broken-only", "-q", server.address()])
        #expect(broken.status == 1)
        #expect(broken.lines == [2, 4, 6].map { lines.lines[$0] })
        let crawled = try leftoff.run(["links", "--check", "--broken-only", "--depth", "1", "-q", server.address()])
        #expect(
            crawled.lines.prefix(3) == [
                "\(server.address("/gone"))\t404\tnot found\t\(server.address())",
                "\(server.address("/fine#not"))\tbroken-fragment\tthe page has no target for this fragment\t"
                    + server.address(),
                "\(server.address("/loop"))\tfailed\tmore than 10 redirects\t\(server.address())",
            ])
        let json = try leftoff.run(["links", "--check", "--format", "json", "-q", server.address()])
        let array = try #require(try JSONSerialization.jsonObject(with: json.output) as? [[String: Any]])
        #expect(array.map { $0["status"] as? Int } == links.map { $0["status"] as? Int })
        let csv = try leftoff.run(["links", "--check", "--format", "csv", "-q", server.address()])
        #expect(csv.status == 1)
        #expect(
            csv.errorLines.map { String($0.dropFirst("leftoff: \(server.address()): ".count)) } == [
                server.address("/gone: HTTP 404"),
                server.address("/fine#not: the page has no target for this fragment"),
                server.address("/loop: more than 10 redirects"),
            ])
        // The first two runs; the third one crawls the page beside checking it.
        let methods = server.requests(to: "/gone").map(\.method).prefix(4)
        #expect(methods == ["HEAD", "GET", "HEAD", "GET"])
    }

    @Test("What GET must not request is not checked, and a site that refuses the request does not fail")
    func uncheckedAndBlocked() throws {
        defer { server.stop() }
        let page = """
            <link rel=preconnect href=/p1><link rel=dns-prefetch href=/p2><link rel='preconnect stylesheet' href=/p3>
            <a href=/a ping=/ping>a</a><form action=/post method=POST><button formaction=/inherited>b</button>
            <button formaction=/button formmethod=get>b</button></form><form action=/get><input formaction=/g2>
            <input formaction=/named form=x><button formaction=/dialog formmethod=dialog></button></form>
            <form style='background:url(/css)' method=post action=/styled></form>
            """
        server.route("/", .page(page))
        server.routeEverythingElse(.status(403))
        let outcome = try leftoff.run(["links", "--check", "-q", server.address()])
        #expect(outcome.status == 0)
        let unchecked = outcome.lines.filter { $0.hasSuffix("\t-") }.map { $0.dropLast(2) }
        let expected = ["/p1", "/p2", "/ping", "/post", "/inherited", "/named", "/dialog", "/styled"]
        #expect(unchecked.map(String.init) == expected.map { server.address($0) })
        #expect(expected.allSatisfy { server.requests(to: $0).isEmpty })
        let blocked = outcome.lines.filter { $0.hasSuffix("\t403\tblocked: forbidden") }
        #expect(blocked.count == outcome.lines.count - expected.count)
        let broken = try leftoff.run(["links", "--check", "--broken-only", "-q", server.address()])
        #expect(broken.status == 0 && broken.lines.isEmpty)
        #expect(try leftoff.run(["links", "--broken-only", server.address()]).status == 64)
    }

    @Test("With a limit only the printed links are checked, counted and reported")
    func checkWithLimit() throws {
        defer { server.stop() }
        server.route("/", .page((0..<9).map { "<a href=/gone\($0 / 2)>x</a>" }.joined()))
        let arguments = ["links", "--check", "--limit", "2", "--format", "wget", "--motion", "none", server.address()]
        let outcome = try leftoff.run(arguments)
        #expect(outcome.status == 1)
        #expect(outcome.lines == ["/gone0", "/gone1"].map { server.address($0) })
        #expect(
            outcome.errorLines.filter { $0.contains("HTTP 404") }
                == ["/gone0", "/gone1"].map { "leftoff: \(server.address()): \(server.address($0)): HTTP 404" })
        #expect(outcome.errorText.contains(" 2 broken"), "\(outcome.errorText)")
        #expect(server.requests(to: "/gone2").isEmpty && server.requests(to: "/gone4").isEmpty)

        let explained = try leftoff.run(arguments + ["--explain"])
        #expect(explained.lines == outcome.lines)
        #expect(explained.errorLines.count { $0.contains("\"dropped\":{\"by\":\"limit\"") } == 3)
        #expect(server.requests(to: "/gone2").isEmpty)

        let sorted = try leftoff.run(
            ["links", "--check", "--limit", "1", "--sort", "url", "--format", "tsv", server.address()])
        #expect(sorted.status == 1 && sorted.lines.count == 2)
        #expect(sorted.errorLines.count { $0.contains("HTTP 404") } == 1)
    }

    @Test("With --progress json each line is an object, and the last one reports the end")
    func progress() throws {
        defer { server.stop() }
        server.route("/a", .page("<a href=x>x</a>"))
        let outcome = try leftoff.run(
            ["links", "--progress", "json", server.address("/a"), server.address("/none"), server.address("/a")])
        #expect(outcome.status == 1)
        let reports = try objects(outcome.errorLines)
        let last = try #require(reports.last)
        #expect(Set(last.keys) == ["pages", "links", "failed", "bytes", "queued", "elapsed"])
        #expect(last["pages"] as? Int == 2 && last["links"] as? Int == 2 && last["failed"] as? Int == 1)
        #expect(last["bytes"] as? Int == 30 && last["queued"] as? Int == 0)
        let messages = reports.compactMap { $0["message"] as? String }
        #expect(messages == ["leftoff: \(server.address("/none")): HTTP 404"])
    }

    @Test("Header fields and the user agent are sent; secrets stay with their origin")
    func headers() throws {
        defer { server.stop() }
        server.route("/a", .redirect(to: server.address("/b", host: "localhost")))
        server.route("/b", .page("<a href=x>x</a>"))
        let outcome = try leftoff.run([
            "links", server.address("/a"), "--header", "Authorization: Bearer x", "--header", "accept: a/b",
            "--user-agent", "Test/1",
        ])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(server.requests.map { $0.value(of: "Authorization") } == ["Bearer x", nil])
        #expect(server.requests.map { $0.value(of: "Accept") } == ["a/b", "a/b"])
        #expect(server.requests.map { $0.value(of: "User-Agent") } == ["Test/1", "Test/1"])
    }

    @Test(
        "A header field that is malformed or frames the message is a usage error",
        arguments: ["Host: x", "Content-Length: 3", "no colon", "a b: c", "X: a\nY: b", ": x", "Transfer-Encoding: x"])
    func badHeaders(field: String) throws {
        defer { server.stop() }
        let outcome = try leftoff.run(["links", server.address(), "--header", field])
        #expect(outcome.status == 64)
        #expect(outcome.errorLines.count == 1)
        #expect(server.requests.isEmpty)
    }

    @Test("A cookie jar is read and written in Netscape's format, and only its owner can read it")
    func cookieJar() throws {
        defer { server.stop() }
        server.routeEverythingElse(
            .ok(Array("<a href=x>".utf8), fields: [("Content-Type", "text/html"), ("Set-Cookie", "b=2; Max-Age=900")]))
        let jar = try leftoff.file("jar", "# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\ta\t1\n".utf8)
        for _ in 0..<2 {
            let outcome = try leftoff.run(["links", server.address(), "--cookie-jar", jar.path])
            #expect(outcome.status == 0, "\(outcome.errorText)")
        }
        let sent = server.requests.map { ($0.value(of: "Cookie") ?? "").split(separator: "; ").sorted() }
        #expect(sent == [["a=1"], ["a=1", "b=2"]])
        let text = try String(contentsOf: jar, encoding: .utf8)
        #expect(text.hasPrefix("# Netscape HTTP Cookie File\n"))
        #expect(text.contains("\tb\t2\n") && text.contains("\ta\t1\n"))
        let mode = try FileManager.default.attributesOfItem(atPath: jar.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("With a cache, a second run does not request fresh responses again")
    func cache() throws {
        defer { server.stop() }
        server.route(
            "/a",
            .ok(
                Array("<a href=x>x</a>".utf8),
                fields: [("Content-Type", "text/html"), ("Cache-Control", "max-age=900")]))
        let cache = leftoff.directory.appending(path: "cache").path
        let runs = try (0..<2).map { _ in try leftoff.run(["links", server.address("/a"), "--cache", cache]) }
        #expect(runs[0].status == 0 && runs[0].text == runs[1].text)
        #expect(runs[0].lines == [server.address("/x")])
        #expect(server.requests.count == 1)
    }

    @Test("Limits are enforced, and each failure is reported in one line")
    func limits() throws {
        defer { server.stop() }
        server.route("/long", .page(String(repeating: "x", count: 3_000)))
        server.route("/stalled", .stalled())
        server.route("/busy", .status(503, fields: [("Retry-After", "0")]))
        server.route("/fine", .page("<a href=x>x</a>"))
        let outcome = try leftoff.run(
            ["links", "--max-bytes", "2K", "--retries", "1", "--jobs", "2", "-q"]
                + ["/long", "/busy", "/fine"].map { server.address($0) })
        #expect(outcome.status == 1)
        #expect(outcome.lines == [server.address("/x")])
        #expect(outcome.errorLines.count == 2)
        #expect(outcome.errorLines.first?.hasSuffix("/long: the body is longer than 2048 bytes") == true)
        #expect(outcome.errorLines.last?.hasSuffix("/busy: HTTP 503") == true)
        #expect(server.requests(to: "/busy").count == 2)
        #expect(try leftoff.run(["links", "--max-bytes", "1M", "-q", server.address("/long")]).status == 0)
        // In a run of its own, since on a busy machine good pages may take as long. A timeout is not retried.
        let stalled = try leftoff.run(["links", "--timeout", "5", "--retries", "1", "-q", server.address("/stalled")])
        #expect(stalled.status == 69 && stalled.output.isEmpty)
        #expect(stalled.errorLines.count == 1)
        #expect(stalled.errorText.hasPrefix("leftoff: \(server.address("/stalled")): "))
        try server.waitUntilAllRequestsAreRecorded()
        #expect(server.requests(to: "/stalled").count == 1)
    }

    @Test("Each hostile server gives one line, and the links of other pages are printed")
    func hostile() throws {
        defer { server.stop() }
        let filler = [UInt8](repeating: 0x78, count: 65_536)
        server.route("/file", .redirect(to: "file:///etc/passwd"))
        server.route("/loop", .redirect(to: "/loop"))
        server.route("/endless-body") { _, connection in
            try connection.writeHead(200, [("Content-Type", "text/html")])
            while true { try connection.write(filler) }
        }
        server.route("/endless-head") { _, connection in
            try connection.write("HTTP/1.1 200 OK\r\n")
            while true { try connection.write("X: \(String(repeating: "x", count: 8_000))\r\n") }
        }
        server.route("/drip") { _, connection in
            try connection.writeHead(200, [("Content-Length", "9000")])
            try connection.write(Array(filler[..<9_000]), step: 1, pause: .milliseconds(100))
        }
        server.route("/cut", .chunked([Array("<a href=x>".utf8)], isCut: true))
        server.route("/short", .short(Array("<a href=x>".utf8), announced: 99))
        server.route(
            "/no-gzip", .ok([1, 2, 3], fields: [("Content-Encoding", "gzip"), ("Content-Type", "text/html")]))
        server.route("/fine", .page("<a href=x>x</a>"))
        let hostile = [
            "/file", "/loop", "/endless-body", "/endless-head", "/cut", "/short", "/no-gzip",
        ]
        let inputs = hostile.flatMap { [$0, "/fine"] }.map { server.address($0) }
        let outcome = try leftoff.run(
            ["links", "-q", "--retries", "0", "--max-bytes", "1M", "--format", "ndjson"] + inputs)
        #expect(outcome.status == 1)
        // The links before the point where a page breaks off are printed.
        let expected = hostile.flatMap { path in
            (["/cut", "/short"].contains(path) ? [path] : []) + ["/fine"]
        }
        #expect(try objects(outcome.lines).map { $0["source"] as? String } == expected.map { server.address($0) })
        let failed = outcome.errorLines.map { line in
            hostile.first { line.hasPrefix("leftoff: \(server.address($0)): ") }
        }
        #expect(failed == hostile, "\(outcome.errorText)")
        // In a run of its own, since on a busy machine good pages may take as long.
        let slow = try leftoff.run(["links", "-q", "--retries", "0", "--timeout", "2", server.address("/drip")])
        #expect(slow.status == 69 && slow.output.isEmpty)
        #expect(slow.errorLines.count == 1 && slow.errorText.hasPrefix("leftoff: \(server.address("/drip")): "))
    }

    @Test("Hundreds of redirects to as many hosts are followed, each once")
    func manyHosts() throws {
        defer { server.stop() }
        let port = server.port
        server.routeEverythingElse(
            ScriptedResponder { request, connection in
                let number = request.path.dropFirst()
                if request.value(of: "Host")?.hasPrefix("h") == true {
                    try connection.respond(
                        200, [("Content-Type", "text/html")], body: Array("<a href=x>".utf8), to: request)
                } else {
                    let target = "http://h\(number).localhost:\(port)/\(number)"
                    try connection.respond(302, [("Location", target)], to: request)
                }
            })
        let list = try leftoff.file("list", (0..<400).map { server.address("/\($0)\n") }.joined().utf8)
        let outcome = try leftoff.run(["links", "-q", "-i", list.path])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.lines == (0..<400).map { "http://h\($0).localhost:\(port)/x" })
        #expect(server.requests.count == 800)
    }

    @Test(
        "Options out of range are usage errors",
        arguments: [
            ["--jobs", "0"], ["--per-host", "1001"], ["--delay", "-1"], ["--timeout", "0"], ["--retries", "-1"],
            ["--max-bytes", "0"], ["--max-bytes", "9999999999G"], ["--depth", "-1"], ["--proxy", "http://["],
            ["--user-agent", "a\nb"], ["--progress", "loud"], ["--cache-size", "1M"],
        ])
    func usage(words: [String]) throws {
        defer { server.stop() }
        let outcome = try leftoff.run(["links", server.address()] + [words.joined(separator: "=")])
        #expect(outcome.status == 64, "\(outcome.errorText)")
        #expect(server.requests.isEmpty)
    }

    @Test(
        "Pages of one host share one HTTP/2 connection",
        .enabled(if: Nginx.program != nil && certificateTool != nil, "nginx or openssl is not installed"))
    func multiplexing() throws {
        defer { server.stop() }
        let root = leftoff.directory.appending(path: "site")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        let (key, certificate) = try makeCertificate()
        let port = try ScriptedServer.reservedPort()
        let log = leftoff.directory.appending(path: "access.log")
        // Ends nginx's plain server, and opens another one.
        let second = """
            }
            log_format connections '$connection $server_protocol';
            server {
                listen 127.0.0.1:\(port) ssl http2; root \(root.path); access_log \(log.path) connections;
                ssl_certificate \(certificate); ssl_certificate_key \(key);
            """
        for index in 0..<40 {
            try Data("<a href=x\(index)>x</a>".utf8).write(to: root.appending(path: "\(index).html"))
        }
        let list = try leftoff.file("list", (0..<40).map { "https://localhost:\(port)/\($0).html\n" }.joined().utf8)
        let nginx = try Nginx(root: root, locations: second)
        let outcome = try leftoff.run(["links", "-i", list.path, "--ca-file", certificate])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.lines == (0..<40).map { "https://localhost:\(port)/x\($0)" })
        let distrusted = try leftoff.run(["links", "https://localhost:\(port)/0.html"])
        #expect(distrusted.status == 69)
        withExtendedLifetime(nginx) {}
        let requests = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
        #expect(requests.count == 40)
        #expect(Set(requests).count == 1, "more than one connection: \(Set(requests))")
        #expect(requests.allSatisfy { $0.hasSuffix("HTTP/2.0") })
    }

    private static let certificateTool = ["/usr/bin/openssl", "/usr/local/bin/openssl"]
        .first(where: FileManager.default.isExecutableFile)

    /// Creates a key and a self-signed certificate for localhost.
    private func makeCertificate() throws -> (key: String, certificate: String) {
        let key = leftoff.directory.appending(path: "key.pem").path
        let certificate = leftoff.directory.appending(path: "certificate.pem").path
        let nowhere = FileHandle.nullDevice.fileDescriptor
        let process = try ChildProcess(
            Self.certificateTool ?? "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out",
                certificate,
            ],
            environment: [:], input: nowhere, output: nowhere, errors: nowhere)
        process.wait()
        return (key, certificate)
    }
}
