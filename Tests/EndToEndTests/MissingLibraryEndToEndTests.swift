import Foundation
import TestSupport
import Testing

@Suite("Missing libraries", .ownThreads, .enabled(if: FaultShim.isAvailable))
struct MissingLibraryEndToEndTests {
    private let machine: FaultyMachine

    init() throws { machine = try FaultyMachine() }

    @Test("A page that needs a missing library fails with a line that names the library and the failure")
    func pagesNameTheLibrary() throws {
        let leftoff = machine.leftoff
        let feed = try leftoff.file(
            "feed.xml", #"<rss><channel><item><link>http://a/</link></item></channel></rss>"#.utf8)
        let page = try leftoff.file("page.html", #"<a href="http://bücher.example/">b</a>"#.utf8)
        let cases: [(library: String, arguments: [String], line: String)] = [
            (
                "libxml2.so.2", ["links", feed.path],
                "leftoff: cannot read XML or evaluate XPath: libxml2.so.2 is missing; install libxml2"
            ),
            (
                "libxml2.so.2", ["links", "--within", "//a", page.path],
                "leftoff: cannot read XML or evaluate XPath: libxml2.so.2 is missing; install libxml2"
            ),
            (
                "libidn2.so.0", ["links", page.path],
                "leftoff: cannot read international domain names: libidn2.so.0 is missing; install libidn2-0"
            ),
            (
                "libpsl.so.5", ["links", "--same-site", "--base", "http://a.example/", page.path],
                "leftoff: cannot find the site of a host: libpsl.so.5 is missing; install libpsl5"
            ),
        ]
        for (library, arguments, line) in cases {
            let outcome = try machine.run(arguments, .lack(library))
            #expect(outcome.status == 69, "\(arguments)")
            #expect(outcome.errorLines == [line], "\(arguments)")
            #expect(try machine.run(arguments).status == 0, "\(arguments)")
        }
        let plain = try leftoff.file("plain.html", #"<a href="http://b.example/">b</a>"#.utf8)
        let sound = try machine.run(["links", "--base", "http://a.example/", plain.path], .lack("libpsl.so.5"))
        #expect(sound.status == 0 && sound.text == "http://b.example/\n", "\(sound.errorText)")
    }

    @Test("doctor names a missing library and the command that installs it")
    func doctor() throws {
        let name = "note  libraries libxml2.so.2 is missing"
        let outcome = try machine.run(["doctor"], .lack("libxml2.so.2"))
        let lines = outcome.lines.drop { !$0.hasPrefix(name) }
        #expect(lines.dropFirst().first?.hasSuffix("→ sudo apt install libxml2") == true, "\(outcome.text)")
        #expect(try !machine.run(["doctor"]).text.contains(name))
    }

    @Test("Without libcurl, a page fails at once, and a download is not tried again")
    func transfersNameLibcurl() throws {
        let address = machine.server.address("/x")
        let page = try machine.run(["links", address], .lack("libcurl.so.4"))
        #expect(page.status == 69)
        #expect(page.errorLines == ["leftoff: \(address): libcurl.so.4 is missing; install libcurl4"])
        let id = try machine.add("/x")
        let run = try machine.run(["queue", "run"], .lack("libcurl.so.4"))
        #expect(run.status == 1)
        #expect(run.errorText.contains("libcurl.so.4 is missing; install libcurl4"))
        let (state, errorClass) = try machine.stateAndError(id)
        #expect(state == "failed" && errorClass == "internal")
    }

    @Test("Without libcurl, page starts no service, and doctor does not call the service another program")
    func serviceNamesLibcurl() throws {
        let port = "\(machine.server.port)"
        let page = try machine.run(["page", "--print", "--port", port], .lack("libcurl.so.4"))
        #expect(page.status == 69)
        #expect(
            page.errorLines == [
                "leftoff: cannot send requests to the service: libcurl.so.4 is missing; install libcurl4"
            ])
        #expect(!FileManager.default.fileExists(atPath: machine.leftoff.home.path))
        let doctor = try machine.run(["doctor", "--port", port], .lack("libcurl.so.4"))
        let index = try #require(doctor.lines.firstIndex { $0.dropFirst(6).hasPrefix("port ") })
        #expect(doctor.lines[index] == "note  port      \(port) can be examined only with libcurl")
        #expect(doctor.lines[index + 1].hasSuffix("→ sudo apt install libcurl4"))
        #expect(doctor.lines.contains { $0.contains("libcurl.so.4 is missing") })
    }

    @Test("Without libcrypto, a download ends with a line that names it")
    func downloadsNameLibcrypto() throws {
        machine.server.route("/x", .ok(Array("contents".utf8)))
        try machine.add("/x")
        let run = try machine.run(["queue", "run"], .lack("libcrypto.so.3"))
        #expect(run.status == 69)
        #expect(
            run.errorText.contains(
                "leftoff: cannot compute the digest of a download: libcrypto.so.3 is missing; install libssl3"))
    }
}
