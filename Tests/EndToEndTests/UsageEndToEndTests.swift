import Foundation
import TestSupport
import Testing

@Suite("Usage", .ownThreads)
struct UsageEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    @Test("The version is one line on standard output")
    func version() throws {
        let outcome = try leftoff.run(["--version"])
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.text.wholeMatch(of: /leftoff \d+\.\d+\.\d+\n/) != nil)
    }

    @Test(
        "Wrong arguments are reported in one line with exit code 64",
        arguments: [
            ["nonsense"], ["--nonsense"], ["restore", "@"], ["restore", "@", "--as", "nonsense"], ["show"],
            ["serve", "--port", "99999"], ["queue", "add"], ["bookmarklet", "nonsense"],
            ["extension"], ["userscript", "--port", "x"], ["help", "nonsense"], ["help", "queue", "nonsense"],
        ])
    func wrongWords(arguments: [String]) throws {
        let outcome = try leftoff.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errorLines.count == 1 && outcome.errorText.hasPrefix("leftoff: "), "\(outcome.errorText)")
    }

    @Test(
        "An unknown command is reported with the same suggestions as by help",
        arguments: [
            (["lnks"], "lnks", "'leftoff help links'"), (["nonsense"], "nonsense", "'leftoff --help'"),
            (["lnks", "page.html", "--bogus"], "lnks", "'leftoff help links'"),
            (["plcaes"], "plcaes", "'leftoff help places'"), (["places"], "places", "'leftoff help places'"),
            (["queue", "ad", "x"], "queue ad", "'leftoff help queue add'"),
            (["queue", "xyzzy"], "queue xyzzy", "'leftoff queue --help'"),
            (["token", "rotat"], "token rotat", "'leftoff help token rotate'"),
            (["li\u{1B}nks"], "li\u{FFFD}nks", "'leftoff help links'"),
        ])
    func unknownCommand(arguments: [String], name: String, advice: String) throws {
        let outcome = try leftoff.run(arguments)
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        #expect(outcome.errorLines == ["leftoff: usage: there is no command '\(name)'; see \(advice)"])
    }

    @Test(
        "A wrong argument of a command that exists is reported as such",
        arguments: [(["show", "a", "b"], "unexpected argument 'b'"), (["--nonsense"], "unknown option '--nonsense'")])
    func wrongArgument(arguments: [String], problem: String) throws {
        let outcome = try leftoff.run(arguments)
        #expect(outcome.status == 64 && outcome.errorLines.count == 1)
        #expect(outcome.errorText.hasPrefix("leftoff: usage: \(problem)"), "\(outcome.errorText)")
    }

    @Test(
        "The help of --allow-private says that serve and queue run allow the host itself, other commands redirects",
        arguments: [
            (["serve"], "Allow this host"), (["queue", "run"], "Allow this host"),
            (["queue", "add"], "Allow redirects to this host"), (["links"], "Allow redirects to this host"),
            (["get"], "Allow redirects to this host"),
        ])
    func privateHostHelp(command: [String], text: String) throws {
        let help = try leftoff.run(command + ["--help"]).text
        #expect(help.contains("--allow-private <host>") && help.contains(text), "\(help)")
    }

    /// The commands that the README shows, each with the options it uses.
    static let readmeCommands: [[String]] = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = (try? String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("leftoff ") || line.hasPrefix("$ leftoff ") else { return nil }
            let command = line.split(separator: "#").first ?? line
            return command.split(whereSeparator: { $0 == " " || $0 == "$" }).map(String.init)
                .prefix { $0 != "|" && $0 != ">" }.dropFirst().map { $0 }
        }
    }()

    @Test("Every option in the README is known to --help", arguments: readmeCommands)
    func readme(words: [String]) throws {
        let command = words.prefix { $0.wholeMatch(of: /[a-z]+/) != nil }
        let name = command.first == "queue" || command.first == "hud" ? command.prefix(2) : command.prefix(1)
        let help = try leftoff.run(Array(name) + ["--help"])
        try #require(help.status == 0, "\(help.errorText)")
        for option in words where option.hasPrefix("-") && option != "-" {
            #expect(help.text.contains(option), "\(name) does not know \(option)")
        }
    }

    @Test("The README contains commands")
    func readmeIsRead() { #expect(Self.readmeCommands.count > 10) }
}
