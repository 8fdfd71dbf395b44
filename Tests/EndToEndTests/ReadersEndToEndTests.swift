import Foundation
import Testing

/// Commands that only read, in a data directory that does not exist, is empty or cannot be reached.
@Suite("Commands that only read", .ownThreads)
struct ReadersEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    /// The arguments of each command, and its exit status if nothing is stored.
    private static let commands: [(words: [String], status: Int32)] = [
        (["list"], 0), (["list", "word"], 0), (["list", "--format", "json"], 0), (["list", "--format", "ndjson"], 0),
        (["list", "--check"], 0), (["list", "--group", "page"], 0), (["list", "--trash"], 0),
        (["show", "@"], 66), (["show", "--editions", "zzz"], 66), (["open", "@", "--print"], 66),
        (["restore", "@", "--as", "script"], 66), (["next", "--print"], 66), (["note", "@"], 66), (["tag"], 0),
        (["undo", "--list"], 0), (["links", "--snapshot", "@"], 66),
        (["export"], 0), (["export", "--format", "csv"], 0), (["import", "--dry-run", "-"], 65),
        (["queue", "list"], 0), (["queue", "list", "--format", "json"], 0),
        (["queue", "export", "--format", "lines"], 0),
        (["windows"], 0), (["windows", "list", "word"], 0), (["windows", "list", "--format", "json"], 0),
        (["windows", "show", "@"], 66), (["windows", "open", "@", "--print"], 66),
        (["script", "capture"], 0), (["bookmarklet", "restore"], 0), (["userscript"], 0), (["help"], 0),
        (["completions", "bash"], 0), (["completions", "zsh"], 0), (["completions", "fish"], 0),
    ]

    @Test("They create no data directory", arguments: commands)
    func nothing(command: (words: [String], status: Int32)) throws {
        let outcome = try leftoff.run(command.words)
        #expect(outcome.status == command.status, "\(outcome.errorText)")
        #expect(!FileManager.default.fileExists(atPath: leftoff.home.path))
    }

    @Test("They leave an empty data directory empty")
    func empty() throws {
        try FileManager.default.createDirectory(at: leftoff.home, withIntermediateDirectories: true)
        for command in Self.commands {
            #expect(try leftoff.run(command.words).status == command.status)
            let files = try FileManager.default.contentsOfDirectory(atPath: leftoff.home.path)
            #expect(files.isEmpty, "\(command.words): \(files)")
        }
    }

    @Test(
        "A data directory that cannot be reached is an error, and not an empty list",
        arguments: [["list"], ["windows"], ["queue", "list"], ["links", "--snapshot", "@"]])
    func unreachable(words: [String]) throws {
        // A file in place of the directory stops root too, unlike permissions.
        let blocker = try leftoff.file("blocker", [])
        let outcome = try leftoff.run(words, environment: ["LEFTOFF_HOME": blocker.path + "/home"])
        #expect(outcome.status == 73 && outcome.errorLines.count == 1, "\(outcome.errorText)")
    }

    @Test(
        "An empty list says so on standard error",
        arguments: [
            (["windows"], "no window is set aside"), (["windows", "list", "word"], "no window matches"),
            (["windows", "list", "--format", "json"], "no window is set aside"),
        ] as [([String], String)])
    func emptyList(words: [String], message: String) throws {
        let outcome = try leftoff.run(words)
        #expect(outcome.status == 0 && outcome.errorLines == ["leftoff: \(message)"])
        #expect(words.contains("json") ? outcome.text.hasPrefix("[") : outcome.output.isEmpty)
    }
}
