import Foundation
import TestSupport
import Testing

/// The modes of the files that commands write, although the umask allows everyone to read them.
@Suite("Files with private data", .ownThreads, .timeLimit(.minutes(5)))
struct PrivateFilesEndToEndTests {
    private static let netrc = "machine nowhere.example login a password b\n"

    /// The commands that write a file at OUT, and the mode of the file.
    private static let commands: [(words: String, mode: Int)] = [
        ("export OUT", 0o600), ("export --format csv OUT", 0o600), ("export --format bookmarks OUT", 0o600),
        ("export --no-copies OUT", 0o600), ("export --with-credentials OUT", 0o600),
        ("queue export --format json -o OUT", 0o600), ("queue export --format curl -o OUT", 0o600),
        ("queue export --format aria2 --with-credentials -o OUT", 0o600), ("links --snapshot @ -o OUT", 0o600),
        ("links PAGE --snapshot @ -o OUT", 0o600), ("links PAGE --header X-Key:1 -o OUT", 0o600),
        ("links PAGE --netrc -o OUT", 0o600), ("links PAGE --cookie-jar JAR -o OUT", 0o600),
        ("links PAGE -o OUT", 0o644), ("hud demo busy --duration 0.1 --record OUT.svg", 0o644),
    ]

    @Test("They are readable for their owner only, also if they replace others", arguments: commands, [false, true])
    func modes(command: (words: String, mode: Int), isThere: Bool) throws {
        let leftoff = try Leftoff()
        let server = try ScriptedServer([
            "/a": .ok(Array("<a href=http://a.example/>".utf8), fields: [("Content-Type", "text/html")])
        ])
        defer { server.stop() }
        let snapshot = #"{"url":"\#(server.address("/a"))"}"#
        #expect(try leftoff.run(["capture", "-"], input: Data(snapshot.utf8)).status == 0)
        #expect(
            try leftoff.run(["queue", "add", "https://example.org/f", "--dir", leftoff.directory.path]).status == 0)
        let page = try leftoff.file("page.html", "<a href=http://a.example/>".utf8)
        let netrc = try leftoff.file("netrc", Self.netrc.utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: netrc.path)
        let jar = leftoff.directory.appending(path: "jar").path
        let output = leftoff.directory.appending(path: command.words.hasSuffix(".svg") ? "out.svg" : "out").path
        if isThere {
            #expect(FileManager.default.createFile(atPath: output, contents: Data("old".utf8)))
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: output)
        }
        let words = command.words.split(separator: " ").map { word in
            switch word {
            case "OUT", "OUT.svg": output
            case "PAGE": page.path
            case "JAR": jar
            default: String(word)
            }
        }
        let outcome = try leftoff.run(words, environment: ["NETRC": netrc.path])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        let mode = try FileManager.default.attributesOfItem(atPath: output)[.posixPermissions] as? Int
        #expect(mode == command.mode)
    }
}
