import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of who receives the passwords of `--netrc`, and of the files that it reads.
@Suite("Passwords of a netrc file", .ownThreads, .timeLimit(.minutes(5)))
struct NetrcEndToEndTests: QueueScene {
    let leftoff: Leftoff
    let server: ScriptedServer
    private let other: ScriptedServer
    private let netrc: URL

    init() throws {
        leftoff = try Leftoff()
        server = try ScriptedServer()
        other = try ScriptedServer()
        netrc = try leftoff.file(
            "netrc", "machine 127.0.0.1 login own password p\ndefault login any password p\n".utf8)
        chmod(netrc.path, 0o600)
        for server in [server, other] {
            server.routeEverythingElse(.ok(Array("text".utf8), fields: [("Content-Type", "text/plain")]))
        }
        let links = [server.address("/inside"), other.address("/linked"), server.address("/linked", host: "localhost")]
        server.route("/page", .page(links.map { "<a href=\($0)>x</a>" }.joined()))
        server.route("/within", .redirect(to: "/inside"))
        server.route("/port", .redirect(to: other.address("/elsewhere")))
        server.route("/host", .redirect(to: server.address("/elsewhere", host: "localhost")))
        server.route("/detour", .redirect(to: other.address("/back")))
        other.route("/back", .redirect(to: server.address("/returned")))
        let metalink = """
            <?xml version="1.0"?><metalink xmlns="urn:ietf:params:xml:ns:metalink"><file name="m">
            <url priority="1">\(server.address("/inside"))</url><url priority="2">\(other.address("/mirror"))</url>
            </file></metalink>
            """
        try leftoff.file("list.meta4", metalink.utf8)
    }

    /// Returns the URLs that received a user name, with the name, and those that received none, without their ports.
    private func received() throws -> (named: Set<String>, unnamed: Set<String>) {
        try server.waitUntilAllRequestsAreRecorded()
        try other.waitUntilAllRequestsAreRecorded()
        var (named, unnamed): (Set<String>, Set<String>) = ([], [])
        for (name, requests) in [("", server.requests), ("other ", other.requests)] {
            for request in requests {
                let isNumber = request.value(of: "Host")?.hasPrefix("127.") == true
                let place = name + (isNumber ? "" : "localhost ") + request.path
                guard let field = request.value(of: "Authorization") else {
                    unnamed.insert(place)
                    continue
                }
                let user = Data(base64Encoded: String(field.dropFirst("Basic ".count)))
                named.insert("\(String(decoding: user ?? Data(), as: UTF8.self).prefix { $0 != ":" }) \(place)")
            }
        }
        return (named, unnamed)
    }

    private func run(_ words: String, environment: [String: String] = [:]) throws -> Leftoff.Outcome {
        let words = words.split(separator: " ").map { word in
            switch word {
            case "DIR": downloads.path
            case "CACHE": leftoff.directory.appending(path: "cache").path
            case "LIST": leftoff.directory.appending(path: "list.meta4").path
            default: word.hasPrefix("/") ? server.address(String(word)) : String(word)
            }
        }
        return try leftoff.run(words, environment: ["NETRC": netrc.path].merging(environment) { $1 })
    }

    /// A command, the URLs that receive the user name `own`, and those that receive no password.
    struct Row: CustomTestStringConvertible {
        var words: String
        var named: Set<String>
        var unnamed: Set<String> = []
        var testDescription: String { words }
    }

    @Test(
        "They are sent to the origins that a person named, whatever a page or a redirect names",
        arguments: [
            Row(words: "links --netrc /page", named: ["/page"]),
            Row(words: "links --netrc /within", named: ["/within", "/inside"]),
            Row(words: "links --netrc /port", named: ["/port"], unnamed: ["other /elsewhere"]),
            Row(words: "links --netrc /host", named: ["/host"], unnamed: ["localhost /elsewhere"]),
            Row(words: "links --netrc /detour", named: ["/detour"], unnamed: ["other /back", "/returned"]),
            Row(
                words: "links --netrc --check /page", named: ["/page", "/inside"],
                unnamed: ["other /linked", "localhost /linked"]),
            Row(
                words: "links --netrc --depth 1 --span-hosts /page", named: ["/robots.txt", "/page", "/inside"],
                unnamed: ["other /robots.txt", "other /linked", "localhost /robots.txt", "localhost /linked"]),
            Row(
                words: "links --netrc --depth 1 --cache CACHE /detour", named: ["/robots.txt", "/detour"],
                unnamed: ["other /robots.txt", "other /back", "/returned"]),
            Row(words: "get --netrc --dir DIR -q /inside", named: ["/inside"]),
            Row(words: "get --netrc --dir DIR -q /within", named: ["/within", "/inside"]),
            Row(words: "get --netrc --dir DIR -q /port", named: ["/port"], unnamed: ["other /elsewhere"]),
            Row(words: "get --netrc --dir DIR -q /host", named: ["/host"], unnamed: ["localhost /elsewhere"]),
            Row(words: "get --netrc --dir DIR -q /detour", named: ["/detour"], unnamed: ["other /back", "/returned"]),
            Row(words: "queue add --netrc --dir DIR /port", named: ["/port"], unnamed: ["other /elsewhere"]),
            Row(words: "queue import --netrc --dir DIR LIST", named: ["/inside"]),
        ])
    func receivers(row: Row) throws {
        let outcome = try run(row.words)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        if row.words.hasPrefix("queue") {
            let outcome = try run("queue run --wait 0")
            #expect(outcome.status == 0, "\(outcome.errorText)")
        }
        let (named, unnamed) = try received()
        #expect(named == Set(row.named.map { "own \($0)" }))
        #expect(unnamed == row.unnamed)
    }

    @Test("The default entry is for a host that a person named")
    func defaultEntry() throws {
        let outcome = try leftoff.run(
            ["links", "--netrc", server.address("/inside", host: "localhost")], environment: ["NETRC": netrc.path])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(try received().named == ["any localhost /inside"])
    }

    private static let commands = [
        "links --netrc /inside", "get --netrc --dir DIR -q /inside", "queue add --netrc --dir DIR /inside",
    ]

    @Test(
        "A file that other users can change is refused in one line",
        arguments: commands, [0o666, 0o620, 0o602] as [mode_t])
    func writable(words: String, mode: mode_t) throws {
        chmod(netrc.path, mode)
        let outcome = try run(words)
        #expect(outcome.status == 77)
        #expect(
            outcome.errorLines == ["leftoff: --netrc: other users can change \(netrc.path): chmod go-w it"],
            "\(outcome.errorText)")
        #expect(server.requests.isEmpty)
    }

    @Test(
        "A file of another user is refused in one line",
        .enabled(if: geteuid() == 0, "only root can give files away"), arguments: commands)
    func foreign(words: String) throws {
        #expect(chown(netrc.path, 65_534, 65_534) == 0)
        let outcome = try run(words)
        #expect(outcome.status == 77)
        #expect(
            outcome.errorLines == ["leftoff: --netrc: \(netrc.path) belongs to another user"], "\(outcome.errorText)")
        #expect(server.requests.isEmpty)
    }

    @Test("A file that others can read is used")
    func readable() throws {
        chmod(netrc.path, 0o644)
        #expect(try run("links --netrc /inside").status == 0)
        #expect(try received().named == ["own /inside"])
    }

    @Test(
        "A named pipe and a missing file are refused, and nothing waits for a writer",
        arguments: commands, [true, false])
    func noFile(words: String, isPipe: Bool) throws {
        try FileManager.default.removeItem(at: netrc)
        if isPipe { #expect(mkfifo(netrc.path, 0o600) == 0) }
        let outcome = try run(words)
        #expect(outcome.status == 66 && outcome.errorLines.count == 1, "\(outcome.errorText)")
        #expect(outcome.errorText.contains(isPipe ? "not a regular file" : "o such file"), "\(outcome.errorText)")
        #expect(server.requests.isEmpty)
    }

    @Test("A download whose file other users can change by the time it starts makes no request")
    func changedLater() throws {
        #expect(try run("queue add --netrc --dir DIR /inside").status == 0)
        chmod(netrc.path, 0o666)
        #expect(try run("queue run --wait 0").status == 1)
        #expect((try items().first?["error"] as? [String: Any])?["class"] as? String == "permission")
        #expect(server.requests.isEmpty)
    }
}
