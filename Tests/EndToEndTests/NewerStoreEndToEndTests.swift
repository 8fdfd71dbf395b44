import Foundation
import TestSupport
import Testing

@Suite("A store of a newer version", .ownThreads, .timeLimit(.minutes(10)))
struct NewerStoreEndToEndTests {
    let leftoff: Leftoff
    private let store: URL

    init() throws {
        leftoff = try Leftoff()
        store = leftoff.home.appending(path: "leftoff.sqlite")
        let stored = try leftoff.run(["capture", "-"], input: Data(#"{"url":"https://example.org/"}"#.utf8))
        #expect(stored.status == 0)
        // The user version (SQLite file format, section 1.3), which a change of the layout increments.
        var bytes = try Data(contentsOf: store)
        bytes.replaceSubrange(60..<64, with: [0, 0, 0, 2])
        try bytes.write(to: store)
    }

    private var message: String {
        get throws {
            let path = store.resolvingSymlinksInPath().path
            return "cannot use store \(path): it was written by a newer leftoff; install that version again"
        }
    }

    @Test(
        "Each command that uses the store ends with the same line and exit code 65, and changes nothing",
        arguments: [
            ["list"], ["show", "@"], ["forget", "@"], ["open", "@", "--print"], ["restore", "@", "--as", "json"],
            ["list", "--group", "page"], ["list", "--trash"], ["tag"], ["tag", "@", "+a"], ["note", "@"],
            ["note", "@", "a"], ["later", "@"], ["finish", "@"], ["next", "--print"], ["undo"], ["undo", "--list"],
            ["forget", "--put-back", "a"], ["forget", "--empty-trash"], ["export", "--id", "@"],
            ["capture", "-"], ["links", "--snapshot", "@"], ["export"], ["import", "-"],
            ["queue", "list"], ["queue", "add", "http://127.0.0.1:9/a"], ["queue", "run"], ["queue", "pause", "a"],
            ["queue", "remove", "a"], ["queue", "export", "--format", "lines"], ["get", "http://127.0.0.1:9/a"],
            ["serve", "--port", "0"], ["zen", "--script", "/dev/null"],
        ])
    func commands(arguments: [String]) throws {
        let before = try Data(contentsOf: store)
        let input =
            arguments == ["import", "-"] ? "URL\nhttps://a.example/\n" : #"{"url":"https://a.example/"}"#
        let outcome = try leftoff.run(arguments, input: Data(input.utf8))
        #expect(outcome.status == 65, "\(arguments): \(outcome.status)")
        #expect(try outcome.errorLines == ["leftoff: \(message)"] && outcome.output.isEmpty, "\(arguments)")
        #expect(try Data(contentsOf: store) == before)
    }

    @Test("page passes on the line of the service that it starts, and doctor names the version")
    func pageAndDoctor() throws {
        let before = try Data(contentsOf: store)
        let page = try leftoff.run(
            ["page", "--print", "--port", "\(try ScriptedServer.reservedPort())"], environment: ["XDG_RUNTIME_DIR": ""])
        #expect(page.status == 65)
        #expect(try page.errorLines == ["leftoff: \(message)"])
        let doctor = try leftoff.run(["doctor", "--port", "\(try ScriptedServer.reservedPort())"])
        #expect(doctor.status == 1)
        let line = doctor.lines.first { $0.hasPrefix("wrong store ") }
        #expect(line?.contains("was written by a newer leftoff than this one, 0.1.0") == true, "\(doctor.text)")
        #expect(try Data(contentsOf: store) == before)
    }

    @Test("The native host responds with the line to each request that needs the store, and runs on")
    func nativeHost() throws {
        let before = try Data(contentsOf: store)
        let requests = [
            #"{"id":1,"method":"GET","path":"/api/snapshots"}"#,
            #"{"id":2,"method":"POST","path":"/api/snapshots","body":"{\"url\":\"https://example.org/\"}"}"#,
            #"{"id":3,"method":"POST","path":"/host","body":"{\"version\":\"0.1.0\",\"browser\":\"Firefox\"}"}"#,
        ]
        var input = Data()
        for request in requests {
            withUnsafeBytes(of: UInt32(request.utf8.count)) { input.append(contentsOf: $0) }
            input += Data(request.utf8)
        }
        let outcome = try leftoff.run(
            ["native-host", "chrome-extension://okekocdladmcglknhgnkbcnbohhfimod/"], input: input)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        let text = outcome.text
        #expect(text.components(separatedBy: "it was written by a newer leftoff").count == 3, "\(text)")
        #expect(text.contains(#""id":3,"status":200"#), "\(text)")
        #expect(try Data(contentsOf: store) == before)
    }
}
