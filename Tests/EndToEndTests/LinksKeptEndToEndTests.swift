import Foundation
import Glibc
import TestSupport
import Testing

/// Tests that a failed `leftoff links` leaves existing files unchanged.
@Suite("Failed runs of links", .ownThreads)
struct LinksKeptEndToEndTests {
    let leftoff: Leftoff
    let server: ScriptedServer

    init() throws {
        leftoff = try Leftoff()
        server = try ScriptedServer()
        server.route("/", .page("<a href=/one>One</a>"))
    }

    @Test("The file given with -o is unchanged if no input could be read", arguments: ["lines", "json"])
    func output(format: String) throws {
        let file = try leftoff.file("links.txt", "old\n".utf8)
        for inputs in [["nowhere.html"], [server.address("/missing")], ["nowhere.html", "nothing.html"]] {
            let outcome = try leftoff.run(["links", "--format", format, "-o", file.path] + inputs)
            #expect(outcome.status != 0)
            #expect(try String(contentsOf: file, encoding: .utf8) == "old\n")
        }
        let outcome = try leftoff.run(["links", "nowhere.html", server.address(), "-o", file.path])
        #expect(outcome.status == 1)
        #expect(try String(contentsOf: file, encoding: .utf8) == "\(server.address("/one"))\n")
        let names = try FileManager.default.contentsOfDirectory(atPath: leftoff.directory.path)
        #expect(!names.contains { $0.contains("leftoff-") })
    }

    @Test(
        "Options that would hold back links are refused for a crawl that can be resumed",
        arguments: [["-o", "x"], ["--sort", "url"]])
    func resume(options: [String]) throws {
        let outcome = try leftoff.run(["links", "--depth", "1", "--resume", "r", server.address()] + options)
        #expect(outcome.status == 64 && outcome.errorLines.count == 1, "\(outcome.errorText)")
        #expect(server.requests.isEmpty)
    }

    @Test("A cookie jar that is another kind of file, or not writable, is refused before any request")
    func jar() throws {
        let page = try leftoff.file("page.html", "<p>mine</p>".utf8)
        let other = try leftoff.run(["links", server.address(), "--cookie-jar", page.path])
        #expect(other.status == 65 && other.errorLines.count == 1, "\(other.errorText)")
        #expect(try String(contentsOf: page, encoding: .utf8) == "<p>mine</p>")
        let nowhere = leftoff.directory.appending(path: "none/jar").path
        #expect(try leftoff.run(["links", server.address(), "--cookie-jar", nowhere]).status == 73)
        #expect(try leftoff.run(["links", server.address(), "--cookie-jar", ""]).status == 64)
        #expect(server.requests.isEmpty)
        let pipe = leftoff.directory.appending(path: "pipe").path
        try #require(mkfifo(pipe, 0o600) == 0)
        #expect(try leftoff.run(["links", server.address(), "--cookie-jar", pipe]).status == 73)
    }

    @Test("A cookie jar that is a symbolic link is written to the link's target")
    func linkedJar() throws {
        let jar = try leftoff.file("jar", [])
        let link = leftoff.directory.appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: jar)
        #expect(try leftoff.run(["links", server.address(), "--cookie-jar", link.path]).status == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == jar.path)
        #expect(try String(contentsOf: jar, encoding: .utf8).hasPrefix("# Netscape"))
    }

    @Test(
        "A usage error is one line without control characters",
        arguments: [["--limit", "1\r\nb"], ["--foo\r\nb"], ["--format", "a\u{1B}[31mb"], ["--format=\r\nb"]])
    func usage(arguments: [String]) throws {
        let outcome = try leftoff.run(["links", server.address()] + arguments)
        #expect(outcome.status == 64 && outcome.errorLines.count == 1, "\(outcome.errorText)")
        #expect(!outcome.errorText.unicodeScalars.contains { $0 != "\n" && $0.value < 0x20 })
        #expect(outcome.errorText.contains("see 'leftoff links --help'"))
    }

    @Test("A list may begin with a UTF-8 byte order mark")
    func byteOrderMark() throws {
        let list = try leftoff.file("list", "\u{FEFF}\(server.address())\n".utf8)
        #expect(try leftoff.run(["links", "-i", list.path]).lines == [server.address("/one")])
    }

    @Test("The result of a check does not contain the URL's password")
    func password() throws {
        let page = try leftoff.file(
            "page.html", "<a href='http://me:secret@\(server.address("/missing").dropFirst("http://".count))'>x".utf8)
        let outcome = try leftoff.run(["links", page.path, "--check", "--format", "csv"])
        #expect(outcome.status == 1 && outcome.errorText.contains("/missing"))
        #expect(!outcome.errorText.contains("secret"), "\(outcome.errorText)")
    }
}
