import Foundation
import TerminalHUD
import TestSupport
import Testing

@Suite("The shelf on the command line", .ownThreads)
struct ShelfEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    /// Three captures on two pages of one site, an imported place, and one that was kept automatically.
    private static let entries = [
        ShelfEntry(
            id: "000000000001", url: "https://www.example.org/a", title: "Apples", minutesAgo: 50, progress: 0.2,
            length: 14_000, tags: ["Fruit"]),
        ShelfEntry(
            id: "000000000002", url: "https://www.example.org/b", title: "Bread", minutesAgo: 40, progress: 0.9,
            length: 140_000),
        ShelfEntry(
            id: "000000000003", url: "https://a.example/c", title: "Cheese", minutesAgo: 30, progress: 0.5,
            tags: ["dairy"], origin: "import"),
        ShelfEntry(
            id: "000000000004", url: "https://www.example.org/a", title: "Apples", minutesAgo: 20, progress: 0.6,
            length: 14_000, tags: ["red"]),
        ShelfEntry(
            id: "000000000005", url: "https://b.example/d", title: "Dates", minutesAgo: 10, progress: 0.1,
            origin: "automatic"),
    ]

    // MARK: Lists

    @Test(
        "Lists are narrowed by tag, site, state and kind",
        arguments: [
            (["--tag", "FRUIT"], ["1"]), (["--site", "example.org"], ["4", "2", "1"]),
            (["--site", "www.example.org"], ["4", "2", "1"]),
            (["--site", "https://example.org/x?y"], ["4", "2", "1"]),
            (["--kind", "imported"], ["3"]), (["--kind", "imported,automatic"], ["5", "3"]),
            (["--kind", "imported", "--kind", "captured"], ["4", "3", "2", "1"]), (["--kind", "copy"], []),
            (["--automatic"], ["5"]), (["--no-automatic"], ["4", "3", "2", "1"]), (["--limit", "2"], ["5", "4"]),
            (["--state", "unfinished"], ["5", "4", "3", "2", "1"]), (["--state", "later,finished"], []),
            (["apples", "--tag", "red"], ["4"]),
        ])
    func filters(arguments: [String], ids: [String]) throws {
        try leftoff.add(Self.entries)
        let outcome = try leftoff.run(["list", "--format", "ndjson"] + arguments)
        #expect(outcome.status == 0)
        #expect(try objects(outcome.lines).compactMap { ($0["id"] as? String)?.suffix(1).description } == ids)
        #expect(outcome.errorLines == (ids.isEmpty ? ["leftoff: no place matches"] : []))
    }

    @Test(
        "Places and pages are sorted; what is unknown comes last",
        arguments: [
            ("newest", ["5", "4", "3", "2", "1"], ["5", "4", "3", "2"]),
            ("oldest", ["1", "2", "3", "4", "5"], ["2", "3", "4", "5"]),
            ("progress", ["2", "4", "3", "1", "5"], ["2", "4", "3", "5"]),
            ("site", ["3", "5", "4", "2", "1"], ["3", "5", "4", "2"]),
            ("shortest", ["4", "1", "2"], ["4", "2"]),
        ])
    func sorts(sort: String, places: [String], pages: [String]) throws {
        try leftoff.add(Self.entries)
        let listed = try leftoff.listedIDs("--sort", sort).map { String($0.suffix(1)) }
        #expect(Array(listed.prefix(places.count)) == places && listed.count == 5)
        let cards = try leftoff.listed("--sort", sort, "--group", "page").compactMap { card in
            ((card["place"] as? [String: Any])?["id"] as? String)?.suffix(1).description
        }
        #expect(Array(cards.prefix(pages.count)) == pages && cards.count == 4)
    }

    @Test("A place has its tags, its note and the state of its page in JSON, and a page has its summary")
    func shapes() throws {
        try leftoff.add(Self.entries)
        #expect(try leftoff.run(["later", "000000000001", "--until", "9998-01-02T03:04:05Z", "-q"]).status == 0)
        let place = try #require(try leftoff.listed("--tag", "red").first)
        #expect(place["tags"] as? [String] == ["red"] && place["note"] as? String == "")
        #expect(place["state"] as? String == "later" && place["until"] as? String == "9998-01-02T03:04:05.000Z")
        #expect(place["highlight"] as? Bool == false)
        let other = try #require(try leftoff.listed("--tag", "dairy").first)
        #expect(other["state"] as? String == "unfinished" && other["until"] is NSNull)
        let page = try #require(try leftoff.listed("--group", "page", "--tag", "red").first)
        #expect(
            page.keys.sorted() == [
                "highlights", "markedAt", "minutesLeft", "page", "place", "places", "state", "tags", "until",
            ])
        #expect(page["page"] as? String == "https://www.example.org/a" && page["places"] as? Int == 2)
        #expect(page["tags"] as? [String] == ["Fruit", "red"] && page["minutesLeft"] as? Int == 4)
        #expect(page["state"] as? String == "later" && page["markedAt"] is String)
        #expect((page["place"] as? [String: Any])?["id"] as? String == "000000000004")
        let unmarked = try #require(try leftoff.listed("--group", "page", "--tag", "dairy").first)
        #expect(unmarked["markedAt"] is NSNull && unmarked["minutesLeft"] is NSNull)
    }

    @Test("The table of pages has the place to resume, the minutes left, the number of places and the state")
    func pageTable() throws {
        try leftoff.add(Self.entries)
        #expect(try leftoff.run(["later", "000000000002", "--until", "9998-01-02", "-q"]).status == 0)
        #expect(try leftoff.run(["finish", "000000000003", "-q"]).status == 0)
        let rows = try leftoff.run(["list", "--group", "page"]).lines.map { line in
            line.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        }
        try #require(rows.count == 4)
        #expect(rows[0][0] == "000000000005" && rows[0].suffix(2) == ["[automatic] Dates", "b.example/d"])
        #expect(
            [rows[1][0]] + rows[1].dropFirst(2) == [
                "000000000004", "60 %", "4 min", "2", "Apples", "www.example.org/a",
            ])
        #expect(rows[2].dropFirst(2) == ["50 %", "1", "finished", "Cheese", "a.example/c"])
        #expect(rows[3].dropFirst(2) == ["90 %", "10 min", "1", "later 9998-01-02", "Bread", "www.example.org/b"])
    }

    @Test("The table fits the terminal, and progress is right-aligned", arguments: [40, 80, 200] as [UInt16])
    func widths(columns: UInt16) throws {
        var entries = Self.entries
        entries[1].title = String(repeating: "A long title 長い題名 ", count: 12)
        entries[2].progress = 1
        try leftoff.add(entries)
        for arguments in [["list", "--all"], ["list", "--group", "page"], ["list", "--kind", "imported"]] {
            let terminal = try PseudoTerminal(columns: columns)
            let process = try leftoff.start(arguments, output: terminal.terminal)
            #expect(process.wait() == .exit(0) && terminal.readRest())
            let lines = terminal.text.components(separatedBy: "\r\n").dropLast()
            #expect(!lines.isEmpty)
            for line in lines {
                #expect(DisplayWidth.of(line) <= Int(columns) && line.hasPrefix("00000000000"), "\(line)")
            }
        }
        let table = try leftoff.run(["list", "--all"]).lines
        #expect(table.contains { $0.contains(" 100 %  ") } && table.contains { $0.contains("  60 %  ") })
        // A pipe gets everything.
        #expect(table.contains { $0.contains(entries[1].title.trimmingCharacters(in: .whitespaces)) })
    }

    @Test("Automatic places are listed in the table only if they are wanted or nothing else matches")
    func automatic() throws {
        try leftoff.add(Self.entries)
        let table = try leftoff.run(["list"])
        #expect(table.lines.count == 4)
        #expect(table.errorLines == ["leftoff: 1 automatic place is not listed; --all lists it"])
        #expect(try leftoff.run(["list", "-q"]).errors.isEmpty)
        let only = try leftoff.run(["list", "dates"])
        #expect(only.lines.count == 1 && only.text.contains("[automatic] Dates") && only.errors.isEmpty)
        #expect(try leftoff.run(["list", "--all"]).lines.count == 5)
        #expect(try leftoff.listed().count == 5)
    }

    @Test("An empty list says so on standard error, in every format, unless --quiet is given")
    func empty() throws {
        let none = "leftoff: no place is stored yet: capture one in the browser, or use 'leftoff add URL'"
        for (arguments, message) in [
            (["list"], none), (["list", "--group", "page"], none), (["list", "word"], "leftoff: no place matches"),
            (["list", "--trash"], "leftoff: the trash is empty"),
            (["tag"], "leftoff: no place has a tag yet: 'leftoff tag @ +NAME' adds one"),
            (["undo", "--list"], "leftoff: there is nothing to undo"),
        ] {
            let outcome = try leftoff.run(arguments)
            #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errorLines == [message])
            #expect(try leftoff.run(arguments + ["-q"]).errors.isEmpty)
            guard arguments[0] != "undo" else { continue }
            #expect(try leftoff.run(arguments + ["--format", "json"]).text == "[]\n")
        }
        #expect(!FileManager.default.fileExists(atPath: leftoff.home.path))
    }

    // MARK: @

    @Test(
        "@ is the newest place that the reader captured, and a message names a newer one",
        arguments: [
            ("automatic", "kept automatically"), ("import", "imported"),
        ])
    func newest(origin: String, verb: String) throws {
        try leftoff.add(Self.entries.dropLast())
        var entry = try #require(Self.entries.last)
        entry.origin = origin
        try leftoff.add([entry])
        let tagged = try leftoff.run(["tag", "@", "+new"])
        #expect(
            tagged.errorLines.first
                == "leftoff: @ is 000000000004, the newest place that you captured; 000000000005 was \(verb) later")
        #expect(try leftoff.listedIDs("--tag", "new") == ["000000000004"])
        #expect(try leftoff.run(["tag", "@", "-new", "-q"]).errors.isEmpty)
        // Commands without -q say it only to a person.
        #expect(try leftoff.run(["show", "@"]).errors.isEmpty)
        let terminal = try PseudoTerminal(columns: 200)
        let process = try leftoff.start(["open", "@", "--print"], errors: terminal.terminal)
        #expect(process.wait() == .exit(0) && terminal.readRest())
        #expect(terminal.text.contains("000000000005 was \(verb) later"))
    }

    @Test("If the reader has captured nothing, @ is the newest place, and a message says its origin")
    func newestAutomatic() throws {
        try leftoff.add(Self.entries.suffix(1))
        let outcome = try leftoff.run(["finish", "@"])
        #expect(outcome.status == 0)
        #expect(outcome.errorLines.first == "leftoff: @ is 000000000005, which was kept automatically")
    }

    // MARK: States

    @Test("Pages are put off, finished and reopened, and undo takes each change back")
    func states() throws {
        try leftoff.add(Self.entries)
        let later = try leftoff.run(["later", "000000000001", "--until", "9998-01-02"])
        #expect(later.status == 0 && later.output.isEmpty)
        #expect(later.errorLines == ["leftoff: put off 1 page until 9998-01-02; 'leftoff undo' takes it back"])
        #expect(try leftoff.listedIDs("--state", "later") == ["000000000004", "000000000001"])
        let again = try leftoff.run(["later", "000000000004", "--until", "9998-01-02"])
        #expect(again.status == 0 && again.errorLines == ["leftoff: 1 page was already so"])
        let finished = try leftoff.run(["finish", "000000000002", "000000000003"])
        #expect(finished.errorLines == ["leftoff: finished 2 pages; 'leftoff undo' takes it back"])
        #expect(try leftoff.listedIDs("--state", "finished") == ["000000000003", "000000000002"])
        let reopened = try leftoff.run(["finish", "--undo", "000000000003"])
        #expect(reopened.errorLines == ["leftoff: reopened 1 page; 'leftoff undo' takes it back"])
        #expect(try leftoff.run(["undo"]).errorLines == ["leftoff: restored the state of 1 page"])
        #expect(try leftoff.listedIDs("--state", "finished") == ["000000000003", "000000000002"])
        #expect(try leftoff.run(["undo"]).errorLines == ["leftoff: restored the state of 2 pages"])
        #expect(try leftoff.run(["undo", "-q"]).errors.isEmpty)
        #expect(try leftoff.listedIDs("--state", "unfinished").count == 5)
        let nothing = try leftoff.run(["undo"])
        #expect(nothing.status == 66 && nothing.errorLines == ["leftoff: there is nothing to undo"])
    }

    @Test("Pages that are put off are sorted by date, soonest first")
    func laterOrder() throws {
        try leftoff.add(Self.entries)
        for (id, date) in [("1", "9998-03-01"), ("2", "9998-01-01"), ("3", "9998-02-01")] {
            #expect(try leftoff.run(["later", "00000000000\(id)", "--until", date]).status == 0)
        }
        let pages = try leftoff.listed("--state", "later", "--group", "page").compactMap { $0["page"] as? String }
        #expect(pages.map { $0.suffix(1) } == ["b", "c", "a"])
    }

    @Test("A date is local, and counts from now")
    func localDate() throws {
        try leftoff.add(Self.entries)
        let zone = ["TZ": "XYZ-5"]
        let outcome = try leftoff.run(["later", "000000000001", "--until", "2098-01-02"], environment: zone)
        #expect(outcome.errorLines.first?.hasPrefix("leftoff: put off 1 page until 2098-01-02;") == true)
        #expect(try leftoff.listed("--tag", "red").first?["until"] as? String == "2098-01-01T19:00:00.000Z")
        let table = try leftoff.run(["list", "--group", "page", "--tag", "red"], environment: zone)
        #expect(table.text.contains("  later 2098-01-02  "))
        let before = Date()
        #expect(try leftoff.run(["later", "000000000001", "--until", "6h"]).status == 0)
        let until = try #require(try leftoff.listed("--tag", "red").first?["until"] as? String)
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        let date = try style.parse(until)
        #expect(date.timeIntervalSince(before) > 21_599 && date.timeIntervalSince(Date()) <= 21_600)
    }

    @Test("next opens the first unfinished page, and prints its id or its address")
    func next() throws {
        try leftoff.add(Self.entries)
        let printed = try leftoff.run(["next", "--print"])
        #expect(printed.status == 0 && printed.lines == ["https://b.example/d"])
        #expect(try leftoff.run(["next", "--print", "--site", "example.org"]).lines == ["https://www.example.org/a"])
        #expect(try leftoff.run(["next", "--print", "--tag", "dairy"]).lines == ["https://a.example/c"])
        let log = leftoff.directory.appending(path: "log")
        let browser = leftoff.directory.appending(path: "browser")
        try ExecutableScript.write("#!/bin/sh\necho \"$1\" >>'\(log.path)'\n", to: browser)
        let opened = try leftoff.run(["next", "--tag", "red"], environment: ["BROWSER": browser.path])
        #expect(opened.status == 0 && opened.lines == ["000000000004"] && opened.errors.isEmpty)
        #expect(try String(contentsOf: log, encoding: .utf8) == "https://www.example.org/a\n")
        #expect(try leftoff.run(["finish", "--query", "", "--state", "unfinished"]).status == 0)
        for arguments in [["next"], ["next", "--random"], ["next", "--print"]] {
            let none = try leftoff.run(arguments)
            #expect(none.status == 66 && none.errorLines == ["leftoff: nothing is unfinished"])
        }
    }

    @Test("next --random opens one of the unfinished pages")
    func random() throws {
        try leftoff.add(Self.entries)
        #expect(try leftoff.run(["finish", "000000000005", "000000000003"]).status == 0)
        let pages: Set = ["https://www.example.org/a", "https://www.example.org/b"]
        for _ in 0..<5 {
            let outcome = try leftoff.run(["next", "--random", "--print"])
            #expect(outcome.lines.count == 1 && pages.isSuperset(of: outcome.lines))
        }
    }

    // MARK: Several places

    @Test("open opens several places, each page of a query once, and goes on after a failure")
    func open() throws {
        try leftoff.add(Self.entries)
        let printed = try leftoff.run(["open", "000000000003", "@", "000000000003", "--print"])
        #expect(printed.status == 0 && printed.lines == ["https://a.example/c", "https://www.example.org/a"])
        let matching = try leftoff.run(["open", "--query", "", "--site", "example.org", "--print"])
        #expect(matching.lines == ["https://www.example.org/a", "https://www.example.org/b"])
        let log = leftoff.directory.appending(path: "log")
        let browser = leftoff.directory.appending(path: "browser")
        try ExecutableScript.write(
            "#!/bin/sh\ncase \"$1\" in *a.example*) exit 1;; esac\necho \"$1\" >>'\(log.path)'\n", to: browser)
        let environment = ["BROWSER": browser.path, "PATH": leftoff.directory.path]
        let opened = try leftoff.run(["open", "000000000003", "000000000002"], environment: environment)
        #expect(opened.status == 1 && opened.errorLines.count == 1)
        #expect(opened.errorLines[0].hasPrefix("leftoff: open 000000000003: "), "\(opened.errorText)")
        #expect(try String(contentsOf: log, encoding: .utf8) == "https://www.example.org/b\n")
        let unknown = try leftoff.run(["open", "000000000002", "zzzz"], environment: environment)
        #expect(unknown.status == 66 && unknown.errorLines == ["leftoff: place zzzz: no place has this id"])
        #expect(try String(contentsOf: log, encoding: .utf8) == "https://www.example.org/b\n")
    }

    @Test("export writes only the selected places, with the marks of their pages, and says how many they are")
    func export() throws {
        try leftoff.add(Self.entries)
        #expect(try leftoff.run(["finish", "000000000002", "000000000003"]).status == 0)
        #expect(try leftoff.run(["queue", "add", "http://127.0.0.1:9/a", "-q"]).status == 0)
        func places(_ arguments: [String]) throws -> [String] {
            let outcome = try leftoff.run(["export"] + arguments)
            let backup = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
            let entries = try #require(backup?["places"] as? [[String: Any]])
            let count = entries.count == 1 ? "1 place" : "\(entries.count) places"
            #expect(outcome.status == 0 && outcome.errorLines == ["leftoff: exported \(count)"])
            #expect((backup?["downloads"] as? [Any])?.isEmpty != false && !outcome.text.contains("127.0.0.1:9"))
            return entries.compactMap { ($0["id"] as? String)?.suffix(1).description }
        }
        #expect(try places(["--id", "000000000003", "--id", "000000000002"]) == ["2", "3"])
        #expect(try places(["--query", "bread"]) == ["2"])
        #expect(try places(["--query", "", "--site", "example.org", "--state", "unfinished"]) == ["1", "4"])
        let file = leftoff.directory.appending(path: "fruit.json")
        #expect(try leftoff.run(["export", file.path, "--query", "", "--state", "finished", "-q"]).errors.isEmpty)
        let other = try Leftoff()
        #expect(try other.run(["import", file.path, "-q"]).status == 0)
        #expect(try other.listedIDs("--state", "finished") == ["000000000003", "000000000002"])
        let none = try leftoff.run(["export", file.path + ".none", "--query", "nothing"])
        #expect(none.status == 66 && none.errorLines == ["leftoff: no place matches"])
        #expect(!FileManager.default.fileExists(atPath: file.path + ".none"))
        #expect(try leftoff.run(["export", "--id", "zzzz"]).status == 66)
    }
}
