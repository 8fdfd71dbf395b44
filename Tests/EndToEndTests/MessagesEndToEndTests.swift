import Foundation
import Testing

/// The words and the spelling of messages, which docs/glossary.md fixes.
@Suite("Messages", .ownThreads)
struct MessagesEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    @Test(
        "An id that nothing has is reported with the kind of the thing",
        arguments: [
            (["show", "zzzz"], "place zzzz: no place has this id"),
            (["open", "zzzz", "--print"], "place zzzz: no place has this id"),
            (["keep", "zzzz"], "place zzzz: no place has this id"),
            (["forget", "zzzz"], "place zzzz: no place has this id"),
            (["links", "--snapshot", "zzzz"], "place zzzz: no place has this id"),
            (["show", "@"], "place @: no place is stored yet"),
            (["windows", "show", "zzzz"], "window zzzz: no window has this id"),
            (["windows", "forget", "zzzz"], "window zzzz: no window has this id"),
            (["windows", "show", "@"], "window @: no window is set aside"),
            (["queue", "pause", "zzzz"], "download zzzz: no download has this id"),
            (["queue", "remove", "zzzz"], "download zzzz: no download has this id"),
            (["queue", "export", "--format", "lines", "zzzz"], "download zzzz: no download has this id"),
        ] as [([String], String)])
    func unknown(words: [String], message: String) throws {
        let outcome = try leftoff.run(words)
        #expect(outcome.status == 66 && outcome.errorLines == ["leftoff: \(message)"], "\(outcome.errorText)")
    }

    @Test("A prefix of several ids asks for more characters, in the same words for places and windows")
    func ambiguous() throws {
        let time = #""storedAt":"2026-03-01T12:30:00Z""#
        let ids = ["000000000001", "000000000002"]
        let places = ids.map { #"{"id":"\#($0)",\#(time),"snapshot":{"url":"https://a.example/\#($0)"}}"# }
        let windows = ids.map { #"{"id":"\#($0)","request":"r\#($0)",\#(time),"tabs":[{"url":"https://a.example/"}]}"# }
        let backup = """
            {"leftoff":1,"places":[\(places.joined(separator: ","))],"windows":[\(windows.joined(separator: ","))]}
            """
        let imported = try leftoff.run(["import", "-q"], input: Data(backup.utf8))
        try #require(imported.status == 0, "\(imported.errorText)")
        for (words, kind) in [(["show", "0000"], "place"), (["windows", "show", "0000"], "window")] {
            let outcome = try leftoff.run(words)
            #expect(outcome.status == 66)
            #expect(
                outcome.errorLines == [
                    "leftoff: \(kind) 0000: 2 ids begin with these characters; enter more of them"
                ], "\(outcome.errorText)")
        }
    }

    // MARK: Addresses without a scheme

    @Test(
        "An address without a scheme suggests one, and nothing else does",
        arguments: [
            ("example.com", true), ("www.example.com/a?b#c", true), ("example.com:8080/x", true), ("localhost", true),
            ("localhost:5338", true), ("sub.example.co.uk", true), ("bücher.example", true), ("127.0.0.1/x", true),
            ("EXAMPLE.COM", true), ("example", false), ("3.14", false), ("a b.example", false), (".hidden", false),
            ("me@example.com", false), ("/etc/hosts.conf", false), ("./file.html", false), ("exa<mple.com", false),
            ("//example.com", false), ("?a.b", false),
        ] as [(String, Bool)])
    func suggestion(text: String, isSuggested: Bool) throws {
        let outcome = try leftoff.run(["add", "--no-fetch", text])
        let end = isSuggested ? ": did you mean https://\(text)?" : ""
        #expect(outcome.status == 65 && outcome.output.isEmpty)
        #expect(outcome.errorLines == ["leftoff: \(text): not an address\(end)"])
    }

    @Test(
        "Every command that expects an address suggests one",
        arguments: [
            (["add", "example.com"], 65, "not an address"), (["queue", "add", "example.com"], 65, "not an address"),
            (["get", "example.com"], 65, "not an address"),
            (["queue", "add", "example.com:80/a"], 65, "not an address"),
            (["links", "example.com"], 66, "no such file or directory"),
            (["links", "--base", "example.com", "-"], 64, "not an absolute address"),
        ] as [([String], Int32, String)])
    func commands(words: [String], status: Int32, reason: String) throws {
        let outcome = try leftoff.run(words)
        #expect(outcome.status == status && outcome.output.isEmpty, "\(outcome.errorText)")
        let line = try #require(outcome.errorLines.first)
        #expect(line.contains("\(reason): did you mean https://example.com"), "\(line)")
        #expect(outcome.errorLines.count == 1)
    }

    @Test(
        "A missing or existing file is not taken for an address", arguments: ["missing.html", "a.warc.gz", "ABSENT.md"])
    func files(name: String) throws {
        let missing = try leftoff.run(["links", name])
        #expect(missing.status == 66 && missing.errorLines == ["leftoff: \(name): no such file or directory"])
        let file = try leftoff.file("example.com", "no link".utf8)
        let shell = try #require(Tool("sh"))
        let added = try shell.run(
            ["-c", "LEFTOFF_HOME=\"$0\" exec \"$1\" add example.com", leftoff.home.path, Leftoff.binary.path],
            in: file.deletingLastPathComponent())
        #expect(added.status == 65 && added.errorLines == ["leftoff: example.com: not an address"])
    }

    // MARK: Standard input

    @Test(
        "Reading from a terminal says what it waits for, unless --quiet is given",
        arguments: [
            (["capture"], "a snapshot"), (["add", "--no-fetch", "-i", "-"], "addresses"),
            (["queue", "add", "-i", "-"], "addresses"), (["get", "-i", "-"], "addresses"),
            (["queue", "import", "-"], "a list of downloads"), (["import"], "a file to import"),
            (["windows", "import"], "windows"), (["links", "-"], "a page"), (["links", "-i", "-"], "addresses"),
            (["links", "--cdx", "-"], "captures"),
        ] as [([String], String)])
    func waiting(words: [String], contents: String) throws {
        for isQuiet in [false, true] {
            let terminal = try PseudoTerminal()
            let errors = try leftoff.file("errors", [])
            let process = try leftoff.start(
                words + (isQuiet ? ["--quiet"] : []), input: terminal.terminal,
                errors: try FileHandle(forWritingTo: errors))
            // Ctrl+D
            terminal.type("\u{04}")
            process.wait()
            let lines = try String(contentsOf: errors, encoding: .utf8).split(separator: "\n").map(String.init)
            let expected = "leftoff: reading \(contents) from standard input: end with Ctrl+D"
            #expect(isQuiet ? !lines.contains(expected) : lines.first == expected, "\(lines)")
        }
    }

    @Test("Standard input that is no terminal is read without a word", arguments: [["capture"], ["links", "-"]])
    func pipe(words: [String]) throws {
        #expect(try !leftoff.run(words).errorText.contains("reading"))
    }

    @Test("Standard input has its name in messages about its lines")
    func lines() throws {
        for words in [["add", "-i", "-"], ["queue", "add", "-i", "-"], ["links", "-i", "-"]] {
            let outcome = try leftoff.run(words, input: Data("http://[\n".utf8))
            #expect(outcome.status == 65, "\(words)")
            #expect(outcome.errorText.hasPrefix("leftoff: standard input:1: http://[: not an address"), "\(words)")
        }
    }

    // MARK: Words

    /// The string literals of a line, without what they interpolate.
    private static func literals(_ line: Substring) -> [String] {
        line.matches(of: /"((?:[^"\\]|\\.)*)"/).map { match in
            String(match.1).replacing(/\\\([^()]*(?:\([^()]*\)[^()]*)*\)/, with: "…")
        }
    }

    @Test("No message calls a place a snapshot, a window a set, a download an item, or standard input stdin")
    func words() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources")
        let files = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }
        try #require(files.count > 300)
        var found: [String] = []
        for file in files {
            let text = try String(contentsOf: root.appending(path: file), encoding: .utf8)
            for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                guard ["item", "stdin", "window set", "snapshot \\("].contains(where: { line.contains($0) }),
                    !line.drop(while: \.isWhitespace).hasPrefix("//")
                else { continue }
                for literal in Self.literals(line) where Self.isBanned(literal) {
                    found.append("\(file):\(number + 1): \(literal)")
                }
            }
        }
        #expect(found == [], "\(found.joined(separator: "\n"))")
    }

    /// Returns true for a sentence with a word that messages do not use.
    ///
    /// Names of one word, such as those of elements, are no sentences, and neither are statements in SQL. An
    /// interpolation that contains a literal itself is split in the middle, so its parts are not examined.
    private static func isBanned(_ literal: String) -> Bool {
        guard literal.contains(" "), !literal.contains("\\("),
            literal.firstMatch(of: /\b(SELECT|FROM|WHERE|UPDATE|DELETE|INSERT|LIMIT)\b|excluded\./) == nil
        else { return false }
        return literal.hasPrefix("snapshot …") || literal.firstMatch(of: /\b(window sets?|stdin|items?)\b/) != nil
    }
}
