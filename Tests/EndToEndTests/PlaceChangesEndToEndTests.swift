import Foundation
import TestSupport
import Testing

@Suite("Changes of places on the command line", .ownThreads)
struct PlaceChangesEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    private static let entries = (1...4).map { number in
        ShelfEntry(
            id: "00000000000\(number)", url: "https://example.org/\(number == 4 ? 1 : number)",
            title: "Title \(number)",
            minutesAgo: 50 - number)
    }

    // MARK: Selections

    @Test(
        "Arguments that do not fit together are usage errors",
        arguments: [
            (["forget"], "name places, or select them with --query"),
            (["tag", "+a"], "name places, or select them with --query"),
            (["forget", "@", "--query", "x"], "ids and --query exclude each other"),
            (["tag", "@", "+a", "--query", "x"], "ids and --query exclude each other"),
            (["finish", "--tag", "a"], "filters are only for --query; --query '' selects by filters alone"),
            (["tag", "@", "+a", "--tag", "a"], "filters are only for --query; --query '' selects by filters alone"),
            (["open", "--query", " "], "--query '' requires a filter, such as --tag"),
            (["forget", "--query", "", "-y"], "--query '' requires a filter, such as --tag"),
            (["later", "--query", "x", "--state", "done"], "--state must be unfinished, later or finished"),
            (["list", "--state", ""], "--state must be unfinished, later or finished"),
            (["list", "--kind", "page"], "--kind must be captured, automatic, imported, highlight or copy"),
            (["list", "--site", "a b"], "--site must be a host or an address, such as example.org"),
            (["next", "--site", "file:///a"], "--site must be a host or an address, such as example.org"),
            (["later", "@", "--until", "2020-01-01"], "--until: 2020-01-01 is past"),
            (["later", "@", "--until", "soon"], "--until must be a date such as 2027-01-31, tomorrow, friday or 2w"),
            (["tag", "@"], "name a tag to add (+name) or remove (-name)"),
            (["tag", "@", "+"], "a tag must not be empty"), (["tag", "@", "--remove", " "], "a tag must not be empty"),
            (["tag", "@", "+a b", "-A B"], "the tag 'a b' cannot be both added and removed"),
            (["tag", "@", "+" + String(repeating: "x", count: 65)], "a tag has at most 64 characters"),
            (["tag", "@", "+a", "--format", "json"], "--format is only for the list of tags"),
            (["note", "@", "x", "--edit"], "a text and --edit exclude each other"),
            (["list", "--trash", "--tag", "a"], "--trash allows only --limit and --format"),
            (["list", "word", "--trash"], "--trash allows only --limit and --format"),
            (["list", "--all", "--automatic"], "--all, --automatic and --no-automatic exclude each other"),
            (["list", "--automatic", "--kind", "captured"], "--automatic and --kind exclude each other"),
            (["list", "--check", "--group", "page"], "--check and --group exclude each other"),
            (["forget", "--put-back"], "--put-back requires the ids of places in the trash"),
            (["forget", "--empty-trash", "--copies"], "--empty-trash and --copies exclude each other"),
            (["forget", "--empty-trash", "@"], "--empty-trash takes no ids and no query"),
            (["forget", "--copies", "--erase", "@"], "--copies and --erase exclude each other"),
            (["export", "--id", "@", "--query", "x"], "--id and --query exclude each other"),
            (["list", "--automatic", "--no-automatic"], "value to be set with flag '--no-automatic'"),
            (["list", "--tag", ""], "--tag must not be empty"), (["next", "--tag", " "], "--tag must not be empty"),
            (["list", "--state", "unfinished,"], "--state must be unfinished, later or finished"),
            (["list", "--limit", "-1"], "--limit must be at least 1"),
            (["later", "@", "--until", "-1d"], "--until must be a date such as 2027-01-31"),
            (["later", "@", "--until", "18000d"], "--until: 18000d is too far: at most the year 9998"),
            (["later", "@", "--until", "9999-12-31"], "--until: 9999-12-31 is too far: at most the year 9998"),
            (["tag", "@", "--queri", "x"], "unknown option '--queri' (did you mean '--query'?)"),
            (["forget", "--bogus"], "unknown option '--bogus'; see 'leftoff forget --help'"),
            (["forget", "@", "--query", "x", "--bogus=v"], "unknown option '--bogus'; see 'leftoff forget --help'"),
            (["finish", "--query=\u{301}"], "the value of --query begins with a combining character"),
            (["export", "--tag", "x"], "filters are only for --query; --query '' selects by filters alone"),
        ])
    func usage(arguments: [String], problem: String) throws {
        let outcome = try leftoff.run(arguments)
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        #expect(outcome.errorLines.count == 1, "\(outcome.errorText)")
        #expect(outcome.errorText.hasPrefix("leftoff: usage: \(problem)"), "\(outcome.errorText)")
    }

    @Test(
        "A query that nothing matches is one line with exit code 66",
        arguments: [
            ["forget"], ["forget", "--page"], ["forget", "--erase"], ["forget", "--copies"], ["tag", "+a"], ["later"],
            ["finish"], ["open"], ["open", "--print"], ["export"],
        ])
    func noMatch(command: [String]) throws {
        try leftoff.add(Self.entries)
        let outcome = try leftoff.run(command + ["--query", "nothing"])
        #expect(outcome.status == 66 && outcome.output.isEmpty)
        #expect(outcome.errorLines == ["leftoff: no place matches"])
    }

    @Test(
        "If one of several ids does not exist, nothing is changed",
        arguments: [
            ["forget"], ["forget", "--page"], ["forget", "--erase"], ["tag", "+a"], ["later"], ["finish"],
        ])
    func unknown(command: [String]) throws {
        try leftoff.add(Self.entries)
        let outcome = try leftoff.run(command + ["000000000001", "zzzz"])
        #expect(outcome.status == 66 && outcome.errorLines == ["leftoff: place zzzz: no place has this id"])
        let places = try leftoff.listed()
        #expect(places.count == 4)
        #expect(places.allSatisfy { ($0["tags"] as? [String])?.isEmpty == true })
        #expect(places.allSatisfy { $0["state"] as? String == "unfinished" })
    }

    // MARK: Confirmation

    private static let questions: [(command: [String], question: String, would: String)] = [
        (["forget"], "11 places match: type yes to forget them: ", "forget would change 11 places"),
        (["tag", "+a"], "11 places match: type yes to change their tags: ", "tag would change 11 places"),
        (["later"], "11 pages match: type yes to put them off: ", "later would change 11 pages"),
        (["finish"], "11 pages match: type yes to finish them: ", "finish would change 11 pages"),
        (["open"], "11 places match: type yes to open them: ", "open would open 11 places"),
        (
            ["forget", "--erase"], "11 places match: type yes to erase them for good: ",
            "forget --erase would erase 11 places"
        ),
    ]

    private func listing() throws -> String { try leftoff.run(["list", "--format", "ndjson"]).text }

    /// Runs a command in a terminal in which the user types an answer to its question.
    private func run(_ arguments: [String], answer: String) throws -> (ending: ChildProcess.Ending, text: String) {
        let terminal = try PseudoTerminal(columns: 200, question: "type yes", answer: answer)
        let process = try leftoff.start(
            arguments, environment: ["BROWSER": "/bin/true"], input: terminal.terminal, output: terminal.terminal,
            errors: terminal.terminal)
        let ending = process.wait()
        #expect(terminal.readRest())
        return (ending, terminal.text)
    }

    @Test("More than ten places are changed only after yes, or with --yes", arguments: questions.indices)
    func confirmation(index: Int) throws {
        let (command, question, would) = Self.questions[index]
        try leftoff.addPages(11)
        let before = try listing()
        let query = ["--query", "many"]
        let refused = try leftoff.run(command + query, input: Data("yes\n".utf8))
        #expect(refused.status == 64 && refused.errorLines == ["leftoff: usage: \(would): add --yes"])
        let declined = try run(command + query, answer: "yes please\n")
        #expect(declined.ending == .exit(77), "\(declined.text)")
        #expect(declined.text.contains("leftoff: \(question)"), "\(declined.text)")
        #expect(declined.text.contains("not confirmed, so nothing was changed"))
        #expect(try listing() == before)
        let confirmed = try run(command + query, answer: index == 0 ? "Y\n" : "yes\n")
        #expect(confirmed.ending == .exit(0), "\(confirmed.text)")
        guard command[0] != "open" else { return }
        #expect(try listing() != before)
        let other = try Leftoff()
        try other.addPages(11)
        let yes = try other.run(command + query + ["-y"])
        #expect(yes.status == 0 && !yes.errorText.contains("type yes"))
    }

    @Test(
        "--erase asks even before a single place, and names how it was selected",
        arguments: [
            (["000000000001"], "1 place is named"), (["--query", "Title 2"], "1 place matches"),
            (["--page", "000000000001"], "2 places are on these pages"),
        ])
    func erasure(selection: [String], words: String) throws {
        try leftoff.add(Self.entries)
        let refused = try leftoff.run(["forget", "--erase"] + selection)
        #expect(refused.status == 64 && refused.errorText.hasSuffix(": add --yes\n"), "\(refused.errorText)")
        let declined = try run(["forget", "--erase"] + selection, answer: "no\n")
        #expect(declined.ending == .exit(77))
        let object = words.hasPrefix("1 ") ? "it" : "them"
        #expect(declined.text.contains("leftoff: \(words): type yes to erase \(object) for good: "), "\(declined.text)")
        #expect(try leftoff.listedIDs().count == 4)
    }

    @Test(
        "What comes to match during the question is not changed",
        arguments: [
            ["forget", "--query", "many"], ["forget", "--erase", "--query", "many"], ["forget", "--erase", "@"],
            ["forget", "--page", "--query", "many"], ["tag", "+a", "--query", "many"], ["finish", "--query", "many"],
            ["later", "--query", "many"], ["forget", "--empty-trash"],
        ])
    func duringQuestion(arguments: [String]) throws {
        try leftoff.addPages(11)
        let isTrash = arguments.contains("--empty-trash")
        if isTrash { #expect(try leftoff.run(["forget", "--query", "many", "-y"]).status == 0) }
        let terminal = try PseudoTerminal(columns: 200)
        let process = try leftoff.start(
            arguments, input: terminal.terminal, output: terminal.terminal, errors: terminal.terminal)
        #expect(terminal.waits { $0.contains("type yes") }, "\(terminal.text)")
        let id = try #require(try leftoff.run(["add", "--no-fetch", "https://new.example/many"]).lines.first)
        if isTrash { #expect(try leftoff.run(["forget", id]).status == 0) }
        terminal.type("yes\n")
        #expect(process.wait() == .exit(0))
        #expect(terminal.readRest())
        let places = try leftoff.listed(isTrash ? "--trash" : "--all")
        let place = try #require(places.first { $0["id"] as? String == id }, "\(terminal.text)")
        #expect(place["tags"] as? [String] ?? [] == [] && place["state"] as? String ?? "unfinished" == "unfinished")
        #expect(isTrash ? places.count == 1 : places.count == 12 || arguments[0] == "forget")
    }

    @Test("A question about pages counts pages, also if places are named")
    func pageQuestion() throws {
        try leftoff.add(
            (0..<11).map { index in
                ShelfEntry(
                    id: "0000000000\(11 + index)", url: "https://example.org/\(index % 2)", minutesAgo: 100 - index)
            })
        let ids = try leftoff.listedIDs()
        let finished = try leftoff.run(["finish"] + ids)
        #expect(finished.status == 0)
        #expect(finished.errorLines == ["leftoff: finished 2 pages; 'leftoff undo' takes it back"])
        let declined = try run(["forget"] + ids, answer: "no\n")
        #expect(declined.text.contains("leftoff: 11 places are named: type yes to forget them: "), "\(declined.text)")
    }

    @Test("Ten places need no confirmation, and eleven ids do")
    func threshold() throws {
        try leftoff.addPages(11)
        let ids = try leftoff.listedIDs()
        #expect(try leftoff.run(["tag"] + ids + ["+a"]).status == 64)
        let ten = try leftoff.run(["tag"] + ids.prefix(10) + ["+a"])
        #expect(ten.status == 0 && ten.errorLines == ["leftoff: tagged 10 places; 'leftoff undo' takes it back"])
        #expect(try leftoff.run(["open", "--query", "many", "--print"]).lines.count == 11)
    }

    // MARK: Tags

    @Test("Tags are added and removed by operands and options, and listed with their numbers")
    func tags() throws {
        try leftoff.add(Self.entries)
        let added = try leftoff.run(["tag", "000000000001", "000000000002", "+Recipes", "+history", "+quick"])
        #expect(added.status == 0 && added.output.isEmpty)
        #expect(added.errorLines == ["leftoff: tagged 2 places; 'leftoff undo' takes it back"])
        let same = try leftoff.run(["tag", "000000000001", "+recipes"])
        #expect(same.status == 0 && same.errorLines == ["leftoff: 1 place was already so"])
        // -h and -q would be options.
        let removed = try leftoff.run(["tag", "000000000001", "-history", "-quick"])
        #expect(removed.errorLines == ["leftoff: removed tags of 1 place; 'leftoff undo' takes it back"])
        #expect(try leftoff.run(["tag"]).lines == ["Recipes  2", "history  1", "quick    1"])
        let json = try objects(try leftoff.run(["tag", "--format", "ndjson"]).lines)
        #expect(json.map { $0["count"] as? Int } == [2, 1, 1] && json[0]["tag"] as? String == "Recipes")
        #expect(try leftoff.run(["undo"]).errorLines == ["leftoff: restored the tags of 1 place"])
        #expect(try leftoff.listedIDs("--tag", "history") == ["000000000002", "000000000001"])
    }

    @Test(
        "Tags that look like options are operands after --, or values of --add and --remove",
        arguments: [
            (["@", "--add=-q", "--add", "+b"], ["-q", "+b"]), (["@", "--add=--x"], ["--x"]),
            (["--", "@", "+q", "+-y"], ["q", "-y"]), (["+a=b", "@", "-q"], ["a=b"]), (["@", "+a", "-q", "-y"], ["a"]),
            (["-q", "@", "+größe"], ["größe"]),
        ])
    func unusualTags(arguments: [String], expected: [String]) throws {
        try leftoff.add(Self.entries)
        let outcome = try leftoff.run(["tag"] + arguments)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        let newest = try #require(try leftoff.listed("--limit", "1").first)
        #expect(newest["tags"] as? [String] == expected)
        let removed = try leftoff.run(["tag", "@", "--"] + expected.map { "-\($0)" })
        #expect(removed.status == 0, "\(removed.errorText)")
        #expect(try leftoff.listed("--limit", "1").first?["tags"] as? [String] == [])
    }

    @Test("A query may begin with a sign, and its value is no tag")
    func queryWithSign() throws {
        try leftoff.add(Self.entries)
        let outcome = try leftoff.run(["tag", "--query", "+title", "+found", "--kind", "captured"])
        #expect(outcome.status == 0 && outcome.errorLines[0].hasPrefix("leftoff: tagged 4 places"))
    }

    @Test("A place with 32 tags is left out, the others are tagged, and the exit code is 1")
    func fullPlace() throws {
        var entries = Self.entries
        entries[0].tags = (1...32).map { "tag \($0)" }
        try leftoff.add(entries)
        let outcome = try leftoff.run(["tag", "--query", "title", "+more"])
        #expect(outcome.status == 1 && outcome.errorLines.count == 2, "\(outcome.errorText)")
        #expect(outcome.errorLines[0] == "leftoff: tagged 3 places; 'leftoff undo' takes it back")
        #expect(outcome.errorLines[1].contains("32 tags"))
    }

    // MARK: Notes

    @Test("A note is written, printed, replaced and removed, and undo brings the former one back")
    func notes() throws {
        try leftoff.add(Self.entries)
        let none = try leftoff.run(["note", "000000000001"])
        #expect(none.status == 0 && none.output.isEmpty && none.errors.isEmpty)
        let added = try leftoff.run(["note", "000000000001", "One\ntwo"])
        #expect(added.errorLines == ["leftoff: added the note of 000000000001; 'leftoff undo' takes it back"])
        #expect(try leftoff.run(["note", "000000000001"]).text == "One\ntwo\n")
        let same = try leftoff.run(["note", "000000000001", "One\ntwo"])
        #expect(same.status == 0 && same.errorLines == ["leftoff: note not changed"])
        let piped = try leftoff.run(["note", "000000000001", "-", "-q"], input: Data("From a pipe é\n\n".utf8))
        #expect(piped.status == 0 && piped.errors.isEmpty)
        #expect(try leftoff.run(["note", "000000000001"]).text == "From a pipe é\n")
        #expect(try leftoff.run(["note", "000000000001", ""]).errorLines[0].hasPrefix("leftoff: removed the note"))
        #expect(try leftoff.run(["note", "000000000001"]).output.isEmpty)
        #expect(try leftoff.run(["undo"]).errorLines == ["leftoff: restored the note of 1 place"])
        #expect(try leftoff.run(["note", "000000000001"]).text == "From a pipe é\n")
    }

    @Test(
        "A note that is too long or no text is refused",
        arguments: [
            (Data(repeating: 0x78, count: 20_001), "note: longer than 20000 characters"),
            (Data(repeating: 0x78, count: 2_000_000), "note: longer than 20000 characters"),
            (Data([0xFF]), "standard input: not UTF-8 text"),
            (Data([0x78, 0, 0x78]), "standard input: a note must not contain a NUL character"),
        ])
    func badNote(input: Data, problem: String) throws {
        try leftoff.add(Self.entries)
        let outcome = try leftoff.run(["note", "@", "-"], input: input)
        #expect(outcome.status == 65 && outcome.errorLines == ["leftoff: \(problem)"], "\(outcome.errorText)")
        #expect(try leftoff.run(["note", "@"]).output.isEmpty)
    }

    @Test("An editor gets the note in a private file, which is deleted, and its text becomes the note")
    func editor() throws {
        try leftoff.add(Self.entries)
        #expect(try leftoff.run(["note", "@", "Old", "-q"]).status == 0)
        let temporary = leftoff.directory.appending(path: "tmp")
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        let editor = leftoff.directory.appending(path: "editor")
        try ExecutableScript.write(
            "#!/bin/sh\n[ \"$1\" = --wait ] || exit 3\n"
                + "echo \"$(stat -c %a \"$2\") $(cat \"$2\")\" >'\(temporary.path).log'\n"
                + "[ -z \"$NEW\" ] || printf '%s\\n' \"$NEW\" >\"$2\"\n", to: editor)
        let environment = ["VISUAL": "\(editor.path) --wait", "EDITOR": "/bin/false", "TMPDIR": temporary.path]
        let edited = try leftoff.run(["note", "@", "--edit"], environment: environment.merging(["NEW": "New"]) { $1 })
        #expect(
            edited.status == 0 && edited.errorLines[0].hasPrefix("leftoff: changed the note"), "\(edited.errorText)")
        let log = try String(contentsOf: leftoff.directory.appending(path: "tmp.log"), encoding: .utf8)
        #expect(log == "600 Old\n")
        #expect(try leftoff.run(["note", "@"]).text == "New\n")
        let unchanged = try leftoff.run(["note", "@", "--edit"], environment: environment)
        #expect(unchanged.status == 0 && unchanged.errorLines == ["leftoff: note not changed"])
        let failed = try leftoff.run(
            ["note", "@", "--edit"], environment: ["VISUAL": "", "EDITOR": "/bin/false", "TMPDIR": temporary.path])
        #expect(failed.status == 69)
        #expect(failed.errorLines == ["leftoff: note: /bin/false failed, so nothing was changed"])
        #expect(try leftoff.run(["note", "@"]).text == "New\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).isEmpty)
    }

    @Test(
        "A text of the editor that cannot be stored stays in its file, and a message names it",
        arguments: [
            ("head -c 20001 /dev/zero | tr '\\0' x >\"$1\"", 65, "note: longer than 20000 characters"),
            ("printf '\\377' >\"$1\"", 65, "note: not UTF-8 text"),
            ("printf 'a\\0b' >\"$1\"", 65, "note: a note must not contain a NUL character"),
            ("echo New >\"$1\"; exit 1", 69, " failed, so nothing was changed"),
            ("echo New >\"$1\"; '%LEFTOFF' forget 000000000004 -q", 66, "; it is in the trash: 'leftoff forget"),
            ("echo New >\"$1\"; '%LEFTOFF' note 000000000004 Other -q", 1, "note: the note was changed meanwhile"),
            ("rm \"$1\"; ln -s /etc/passwd \"$1\"", 74, "not a regular file"),
            ("rm \"$1\"; mkfifo \"$1\"", 74, "not a regular file"),
        ] as [(String, Int32, String)])
    func keptText(script: String, status: Int32, problem: String) throws {
        try leftoff.add(Self.entries)
        let temporary = leftoff.directory.appending(path: "tmp")
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        let editor = leftoff.directory.appending(path: "editor")
        let binary = try Leftoff.binary.path
        try ExecutableScript.write("#!/bin/sh\n\(script.replacing("%LEFTOFF", with: binary))\n", to: editor)
        let outcome = try leftoff.run(
            ["note", "000000000004", "--edit"], environment: ["VISUAL": editor.path, "TMPDIR": temporary.path])
        #expect(outcome.status == status && outcome.errorLines.count == 2, "\(outcome.errorText)")
        #expect(outcome.errorText.contains(problem), "\(outcome.errorText)")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: temporary.path).first)
        #expect(outcome.errorLines[0] == "leftoff: the text is kept in \(temporary.path)/\(name)")
    }

    @Test("A note of white space alone removes the note", arguments: [" ", "\n\n", " \t "])
    func blankNote(text: String) throws {
        try leftoff.add(Self.entries)
        #expect(try leftoff.run(["note", "@", "Old", "-q"]).status == 0)
        #expect(try leftoff.run(["note", "@", text]).errorLines[0].hasPrefix("leftoff: removed the note"))
        #expect(try leftoff.run(["note", "@"]).output.isEmpty)
    }

    // MARK: Trash

    @Test("A place in the trash is named as such, and so is a list that is empty because of it")
    func trashHints() throws {
        try leftoff.add(Self.entries)
        let ids = try leftoff.listedIDs()
        #expect(try leftoff.run(["forget", "-q"] + ids.dropFirst()).status == 0)
        for command in [["show"], ["note"], ["open", "--print"], ["tag", "+a"], ["forget"]] {
            let outcome = try leftoff.run(command + ["000000000001"])
            #expect(outcome.status == 66)
            #expect(
                outcome.errorLines == [
                    "leftoff: place 000000000001: no place has this id; it is in the trash: "
                        + "'leftoff forget --put-back 000000000001' takes it out"
                ])
        }
        #expect(try leftoff.run(["forget", "-q", ids[0]]).status == 0)
        #expect(
            try leftoff.run(["list"]).errorLines == [
                "leftoff: no place is stored: 4 are in the trash; 'leftoff list --trash' lists them"
            ])
        #expect(try leftoff.run(["list", "word"]).errorLines == ["leftoff: no place matches"])
    }

    @Test(
        "A command that adds no record creates no store",
        arguments: [
            ["undo"], ["forget", "x"], ["forget", "--erase", "x"], ["forget", "--put-back", "x"],
            ["note", "x", "text"], ["tag", "x", "+a"], ["later", "x"], ["finish", "--query", "x"],
            ["forget", "--copies", "x"], ["keep", "x"], ["open", "x", "--edition", "reader"],
            ["windows", "forget", "x"],
            ["queue", "pause", "x"], ["queue", "resume", "x"], ["queue", "retry", "x"], ["queue", "remove", "--all"],
            ["get", "--snapshot", "x", "http://127.0.0.1:9/"], ["forget", "--damaged-copies"], ["queue", "clear"],
            ["forget", "--empty-trash", "-y"],
        ])
    func noStore(arguments: [String]) throws {
        let isForAll = [["forget", "--damaged-copies"], ["queue", "clear"], ["forget", "--empty-trash", "-y"]]
            .contains(arguments)
        let outcome = try leftoff.run(arguments)
        #expect(outcome.status == (isForAll ? 0 : 66) && outcome.errorLines.count == 1, "\(outcome.errorText)")
        #expect(!FileManager.default.fileExists(atPath: leftoff.home.path))
    }

    @Test("Forgotten places are in the trash, from which they are put back or erased")
    func trash() throws {
        try leftoff.add(Self.entries)
        let forgotten = try leftoff.run(["forget", "000000000001", "000000000002", "000000000003"])
        #expect(forgotten.status == 0 && forgotten.output.isEmpty)
        #expect(forgotten.errorLines == ["leftoff: forgot 3 places; 'leftoff undo' takes it back"])
        let table = try leftoff.run(["list", "--trash"])
        #expect(
            table.lines.count == 3 && table.lines.allSatisfy { $0.contains("  erased in 30 days  ") }, "\(table.text)")
        let json = try leftoff.listed("--trash", "--limit", "2")
        #expect(json.count == 2 && json[0]["removedAt"] is String && json[0]["erasedAt"] is String)
        #expect(json[0]["url"] is String && json[0]["tags"] as? [String] == [])
        let back = try leftoff.run(["forget", "--put-back", "000000000002"])
        #expect(back.status == 0 && back.lines == ["000000000002"])
        #expect(back.errorLines == ["leftoff: put back 1 place"])
        let missing = try leftoff.run(["forget", "--put-back", "000000000001", "000000000004"])
        #expect(missing.status == 66)
        #expect(missing.errorLines == ["leftoff: place 000000000004: no place in the trash has this id"])
        #expect(try leftoff.listedIDs() == ["000000000004", "000000000002"])
        let undone = try leftoff.run(["undo"])
        #expect(undone.status == 0 && undone.errorLines[0] == "leftoff: put back 2 places", "\(undone.errorText)")
        #expect(try leftoff.listedIDs().count == 4)
        #expect(try leftoff.run(["list", "--trash"]).errorLines == ["leftoff: the trash is empty"])
    }

    @Test("A query forgets what matches, and undo puts all of it back")
    func query() throws {
        try leftoff.add(Self.entries)
        #expect(try leftoff.run(["tag", "000000000002", "000000000003", "+old", "-q"]).status == 0)
        let forgotten = try leftoff.run(["forget", "--query", "", "--tag", "old"])
        #expect(forgotten.errorLines == ["leftoff: forgot 2 places; 'leftoff undo' takes it back"])
        #expect(try leftoff.listedIDs() == ["000000000004", "000000000001"])
        let changes = try leftoff.run(["undo", "--list"]).lines
        #expect(changes.count == 2 && changes[0].hasSuffix("  forget  2 places") && changes[1].contains("  tags  "))
        #expect(try leftoff.run(["undo"]).errorLines == ["leftoff: put back 2 places"])
        #expect(try leftoff.listedIDs("--tag", "old") == ["000000000003", "000000000002"])
    }

    @Test("--page forgets all places on a page", arguments: [["000000000001"], ["--query", "Title 4"]])
    func page(selection: [String]) throws {
        try leftoff.add(Self.entries)
        let forgotten = try leftoff.run(["forget", "--page"] + selection)
        #expect(forgotten.errorLines == ["leftoff: forgot 2 places; 'leftoff undo' takes it back"])
        #expect(try leftoff.listedIDs() == ["000000000003", "000000000002"])
    }

    @Test(
        "--erase erases places for good, and undo takes back the change before",
        arguments: [
            ["000000000002"], ["--query", "Title 2"], ["--page", "000000000002"], ["--page", "--query", "Title 2"],
        ])
    func erase(selection: [String]) throws {
        try leftoff.add(Self.entries)
        #expect(try leftoff.run(["tag", "000000000003", "+a", "-q"]).status == 0)
        let erased = try leftoff.run(["forget", "--erase", "-y"] + selection)
        #expect(erased.status == 0 && erased.errorLines == ["leftoff: erased 1 place"], "\(erased.errorText)")
        #expect(try leftoff.listedIDs() == ["000000000004", "000000000003", "000000000001"])
        #expect(try leftoff.run(["list", "--trash"]).output.isEmpty)
        #expect(try leftoff.run(["undo"]).errorLines == ["leftoff: restored the tags of 1 place"])
    }

    @Test("--empty-trash asks even before a single place")
    func emptyTrash() throws {
        try leftoff.add(Self.entries)
        let none = try leftoff.run(["forget", "--empty-trash"])
        #expect(none.status == 0 && none.errorLines == ["leftoff: the trash is empty"])
        #expect(try leftoff.run(["forget", "000000000001", "-q"]).errors.isEmpty)
        let refused = try leftoff.run(["forget", "--empty-trash"])
        #expect(refused.status == 64)
        #expect(refused.errorLines == ["leftoff: usage: forget --empty-trash would erase 1 place: add --yes"])
        let declined = try run(["forget", "--empty-trash"], answer: "no\n")
        #expect(declined.ending == .exit(77))
        #expect(declined.text.contains("1 place is in the trash: type yes to erase the places in the trash for good: "))
        #expect(try leftoff.run(["list", "--trash"]).lines.count == 1)
        let erased = try leftoff.run(["forget", "--empty-trash", "--yes"])
        #expect(erased.status == 0 && erased.errorLines == ["leftoff: erased 1 place"])
        #expect(try leftoff.run(["list", "--trash"]).output.isEmpty)
        let undone = try leftoff.run(["undo"])
        #expect(undone.status == 0 && undone.errorLines == ["leftoff: 1 place is gone, or already so"])
    }
}
