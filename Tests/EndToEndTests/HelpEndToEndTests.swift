import Foundation
import TestSupport
import Testing

@Suite("Help", .ownThreads)
struct HelpEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    private static let topics = ["places", "links", "queue", "service", "motion", "files"]

    @Test("help explains each topic with examples, at 80 columns and without escape codes", arguments: topics)
    func topic(name: String) throws {
        let outcome = try leftoff.run(["help", name])
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.lines.first?.hasPrefix("leftoff-\(name): ") == true)
        #expect(!outcome.text.contains("\u{1B}") && !outcome.text.contains("USAGE:"))
        #expect(outcome.text.contains("\nEXAMPLES\n") || name == "files")
        // The words may be on two lines.
        let text = outcome.text.replacing("\n", with: " ")
        #expect(text.contains("man \(name == "files" ? "5 " : "")leftoff-\(name)"))
        for line in outcome.lines where !line.hasPrefix("      ") { #expect(line.count <= 80, "\(line)") }
    }

    @Test("A topic is wrapped to the width of the terminal, with bold headings")
    func terminal() throws {
        let terminal = try PseudoTerminal(columns: 60, rows: 24)
        let process = try leftoff.start(["help", "links"], environment: ["TERM": "xterm"], output: terminal.terminal)
        #expect(process.wait() == .exit(0) && terminal.readRest())
        let text = terminal.text
        #expect(text.contains("\u{1B}[1mEXAMPLES\u{1B}[22m"))
        #expect(text.contains("\u{1B}[1mleftoff\u{1B}[22m") && !text.contains("`"))
        let prose = text.replacing(/\u{1B}\[[0-9;]*m/, with: "").split(whereSeparator: \.isNewline)
            .filter { !$0.hasPrefix("      ") }
        #expect(prose.count > 100 && prose.allSatisfy { $0.count <= 60 })
    }

    @Test(
        "help prints the options of a command that is no topic",
        arguments: [["capture"], ["queue", "add"], ["hud", "frame"], ["get"], ["help"]])
    func command(words: [String]) throws {
        let outcome = try leftoff.run(["help"] + words)
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("USAGE: leftoff \(words.joined(separator: " "))"))
        #expect(try leftoff.run(words + ["--help"]).text == outcome.text)
    }

    @Test("help alone, and --help, list all commands and topics")
    func overview() throws {
        let outcome = try leftoff.run(["help"])
        #expect(outcome.status == 0)
        #expect(try leftoff.run(["--help"]).text == outcome.text)
        #expect(try leftoff.run([]).text == outcome.text)
        let lists = outcome.text.components(separatedBy: "TOPICS:\n")
        try #require(lists.count == 2)
        for command in ["capture", "links", "queue", "serve", "zen", "help"] {
            #expect(lists[0].contains("\n  \(command) "), "\(command)")
        }
        for topic in Self.topics { #expect("\n\(lists[1])".contains("\n  \(topic) "), "\(topic)") }
        #expect(!outcome.text.contains("  manual "))
        #expect(outcome.lines.allSatisfy { $0.count <= 80 })
    }

    @Test(
        "The help of a command ends with the topic that explains it",
        arguments: [
            (["links"], "links"), (["queue", "add"], "queue"), (["queue"], "queue"), (["get"], "queue"),
            (["capture"], "places"), (["serve"], "service"), (["zen"], "motion"),
        ])
    func footer(words: [String], topic: String) throws {
        let outcome = try leftoff.run(words + ["--help"])
        let help = outcome.text
        #expect(
            help.components(separatedBy: "\n\n").last?.hasPrefix("'leftoff help \(topic)' explains ") == true, "\(help)"
        )
        #expect(outcome.lines.suffix(3).allSatisfy { $0.count <= 80 })
    }

    @Test("The topic on the service explains problems, as the help of its commands says")
    func problems() throws {
        #expect(try leftoff.run(["page", "--help"]).text.contains("problems"))
        let lines = try leftoff.run(["help", "service"]).lines
        let section = lines.drop { $0 != "PROBLEMS" }.prefix { $0 != "EXIT STATUS" }.joined(separator: " ")
        for word in ["leftoff doctor", "port in use", "token refused", "no browser"] {
            #expect(section.contains(word), "\(word)")
        }
    }

    @Test("The options of long commands are in groups with titles")
    func groups() throws {
        let links = try leftoff.run(["links", "--help"]).text
        let titles = [
            "INPUT:", "FINDING LINKS:", "SELECTION:", "OUTPUT:", "REQUESTS:", "CRAWLING AND CHECKING:", "CACHE:",
        ]
        let positions = titles.map { links.range(of: "\n\($0)\n")?.lowerBound }
        #expect(
            positions.allSatisfy { $0 != nil } && positions.compactMap(\.self) == positions.compactMap(\.self).sorted())
        let get = try leftoff.run(["get", "--help"]).text
        for title in ["DOWNLOADS:", "REQUESTS:", "RUN:"] { #expect(get.contains("\n\(title)\n"), "\(title)") }
    }

    @Test(
        "An unknown word is reported with the nearest names",
        arguments: [
            (["lnks"], "'leftoff help links'"), (["plcaes"], "'leftoff help places'"),
            (["queue", "ad"], "'leftoff help queue add'"), (["serv"], "'leftoff help serve' or 'leftoff help service'"),
            (["xyzzy"], "'leftoff --help'"), (["queue", "xyzzy"], "'leftoff queue --help'"),
            (["links", "pdf"], "'leftoff links --help'"),
        ])
    func unknown(words: [String], advice: String) throws {
        let outcome = try leftoff.run(["help"] + words)
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        #expect(
            outcome.errorLines.count == 1 && outcome.errorText.hasSuffix("; see \(advice)\n"), "\(outcome.errorText)")
    }

    @Test(
        "A word after a topic is reported as no command of that topic",
        arguments: [
            (["service", "motion"], "'leftoff help service' or 'leftoff help motion'"),
            (["service", "serve"], "'leftoff help service' or 'leftoff help serve'"),
            (["motion", "motion"], "'leftoff help motion'"), (["places", "xyzzy", "list"], "'leftoff help places'"),
        ])
    func wordAfterTopic(words: [String], advice: String) throws {
        let outcome = try leftoff.run(["help"] + words)
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        #expect(
            outcome.errorLines == [
                "leftoff: usage: '\(words[0])' is a topic, and has no command '\(words[1])'; see \(advice)"
            ])
    }

    @Test("A topic loads no library that the start does not need")
    func libraries() throws {
        let outcome = try leftoff.run(["help", "links"], environment: ["LD_DEBUG": "files"])
        for name in ["libcurl", "libxml2", "libpsl", "libidn2", "libcrypto"] {
            #expect(!outcome.errorText.contains("file=\(name)"), "\(name) was loaded")
        }
    }

    @Test("bash completes topics after help", .enabled(if: Tool.all("bash")))
    func bashCompletion() throws {
        let script = try leftoff.file("leftoff.bash", leftoff.run(["completions", "bash"]).output)
        let program = """
            . '\(script.path)'; complete_words() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; \
            COMP_POINT=${#COMP_LINE}; _leftoff "$1" "${COMP_WORDS[COMP_CWORD]}" ''; printf '%s\\n' "${COMPREPLY[@]}"; }
            complete_words leftoff help mo; echo --; complete_words leftoff he
            """
        let outcome = try #require(Tool("bash")).run(["-c", program], in: leftoff.directory)
        let parts = outcome.text.components(separatedBy: "--\n")
        #expect(
            parts.first?.trimmingCharacters(in: .whitespacesAndNewlines) == "motion",
            "\(outcome.text) \(outcome.errorText)")
        #expect(parts.last?.contains("help") == true)
    }

    @Test("zsh and fish know one command help, which has topics", arguments: ["zsh", "fish"])
    func otherCompletions(shell: String) throws {
        let script = try leftoff.run(["completions", shell]).text
        #expect(!script.contains("Show subcommand help information."))
        #expect(script.contains("Explain a topic, or show the options of a command."))
        #expect(script.components(separatedBy: "\n_leftoff_help() {").count == (shell == "zsh" ? 2 : 1))
        #expect(script.contains(shell == "zsh" ? "'motion'" : " motion "))
    }
}
