import Foundation
import Testing

@Suite("Import from other programs", .ownThreads)
struct ImportEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    private static let header = "title,url,time_added,tags,status\n"

    /// Returns a part of Pocket's export.
    private static func table(_ count: Int) -> String {
        header + (0..<count).map { "Article \($0),https://a.example/\($0),1600322788,one|two,unread\n" }.joined()
    }

    private func places() throws -> [[String: Any]] {
        let listed = try leftoff.run(["list", "--format", "json"])
        return try #require(try JSONSerialization.jsonObject(with: listed.output) as? [[String: Any]])
    }

    @Test(
        "Several files are imported, unreadable entries are listed with their lines, and a second import adds nothing")
    func files() throws {
        let one = try leftoff.file(
            "part_000000.csv", (Self.table(3) + "\"Two\nlines\",javascript:alert(1),1,,unread\n").utf8)
        let two = try leftoff.file(
            "reader.csv",
            """
            Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen
            Half,https://b.example/,1,[],2022-11-06 04:33:50+00:00,0.42,new,True

            """.utf8)
        let first = try leftoff.run(["import", one.path, two.path])
        #expect(first.status == 1)
        #expect(first.errorLines.count == 4, "\(first.errorText)")
        #expect(first.errorLines[0].contains("part_000000.csv: line 5: not imported: "))
        #expect(
            first.errorLines[1].hasSuffix(
                "imported 3 places (0 existed already): 0 highlights, 0 approximate; "
                    + "1 entry could not be read"))
        #expect(first.errorLines[2].hasSuffix("reader.csv: 1 seen flag has no counterpart"))
        #expect(first.errorLines[3].contains("imported 1 place (0 existed already): 0 highlights, 1 approximate"))
        #expect(try places().count == 4)
        #expect(try places().first?["approximate"] as? Bool == true)
        #expect(try leftoff.run(["list"]).text.contains("about 42 %"))
        let again = try leftoff.run(["import", two.path])
        #expect(again.status == 0 && again.errorText.contains("imported 0 places (1 existed already)"))
    }

    private static let library = """
        {"bookmarks":[
        {"createdAt":1600322788,"title":"A","tags":["x","y"],"note":null,"archived":true,
        "content":{"type":"link","url":"https://a.example/"}},
        {"createdAt":1600322789,"title":"B","tags":[],"note":null,"content":{"type":"text","text":"words"}}]}
        """

    @Test("A dry run prints the contents of each file, as text or JSON, and stores nothing")
    func dryRun() throws {
        let table = try leftoff.file("part_000000.csv", (Self.table(3) + "Bad,javascript:alert(1),1,,unread\n").utf8)
        let library = try leftoff.file("karakeep.json", Self.library.utf8)
        let text = try leftoff.run(["import", "--dry-run", table.path, library.path])
        #expect(text.status == 1, "\(text.errorText)")
        #expect(
            text.lines == [
                "\(table.path): pocket", "  places       3 on 3 pages", "  tags         2: one 3, two 3",
                "  dates        2020-09-17", "  unreadable   1 entry", "\(library.path): karakeep",
                "  places       1 on 1 page", "  tags         2: x 1, y 1", "  dates        2020-09-17",
                "  states       1 finished", "  losses       1 text note",
            ], "\(text.text)")
        #expect(text.errorLines.count == 1 && text.errorText.contains("part_000000.csv: line 5: not imported: "))
        let json = try leftoff.run(["import", "--dry-run", "--report", "json", library.path])
        #expect(json.status == 0 && json.errorText.isEmpty, "\(json.errorText)")
        let reports = try #require(try JSONSerialization.jsonObject(with: json.output) as? [[String: Any]])
        #expect(reports.count == 1 && reports.first?["file"] as? String == library.path)
        #expect(reports.first?["finished"] as? Int == 1 && reports.first?["oldest"] as? String != nil)
        #expect(try places().isEmpty)
        #expect(try leftoff.run(["import", "--report", "json", library.path]).status == 64)
    }

    @Test("An import names what has no counterpart, and the pages that got a state; both are no errors")
    func losses() throws {
        let library = try leftoff.file("karakeep.json", Self.library.utf8)
        let imported = try leftoff.run(["import", library.path])
        #expect(imported.status == 0, "\(imported.errorText)")
        #expect(imported.errorLines.contains("leftoff: 1 text note has no counterpart"), "\(imported.errorText)")
        #expect(imported.errorText.contains("1 page is finished or to be read later, as in the file"))
        #expect(try leftoff.run(["import", "--quiet", library.path]).errorText.isEmpty)
        let finished = try leftoff.run(["list", "--state", "finished", "--format", "json"])
        #expect(finished.text.contains("https://a.example/"), "\(finished.text)")
    }

    @Test("The windows of a session are imported as windows, or its scrolled tabs as places")
    func windows() throws {
        let session = """
            {"version":["sessionrestore",1],"session":{"lastUpdate":1600322788000},"_closedWindows":[],"windows":[
            {"selected":1,"tabs":[
            {"index":1,"lastAccessed":1600322788000,"entries":[{"url":"https://a.example/","title":"A"}],
            "scroll":{"scroll":"0,700"}},
            {"index":1,"lastAccessed":1600322788000,"entries":[{"url":"https://b.example/","title":"B"}]}]}]}
            """
        let file = try leftoff.file("recovery.json", session.utf8)
        let dry = try leftoff.run(["import", "--dry-run", file.path])
        #expect(dry.text.contains(": firefox-session") && dry.text.contains("  windows      1"), "\(dry.text)")
        let imported = try leftoff.run(["import", file.path])
        #expect(imported.status == 0 && imported.errorText.contains("imported 1 window (0 existed already)"))
        #expect(try leftoff.run(["import", file.path]).errorText.contains("imported 0 windows (1 existed already)"))
        #expect(try places().isEmpty)
        let asPlaces = try leftoff.run(["import", "--as", "places", file.path])
        #expect(asPlaces.errorText.contains("imported 1 place (0 existed already)"), "\(asPlaces.errorText)")
        #expect(try places().count == 1)
        #expect(try leftoff.run(["import", "--as", "tabs", file.path]).status == 64)
    }

    @Test("A directory with an unpacked export is imported as one file")
    func directory() throws {
        let export = leftoff.directory.appending(path: "omnivore")
        try FileManager.default.createDirectory(
            at: export.appending(path: "highlights"), withIntermediateDirectories: true)
        let article =
            #"[{"slug":"a","title":"A","url":"https://a.example/","state":"Active","readingProgress":0,"#
            + #""labels":["x"],"savedAt":"2024-10-29T16:30:11.000Z"}]"#
        try Data(article.utf8).write(to: export.appending(path: "metadata_0_to_20.json"))
        try Data("> marked words ".utf8).write(to: export.appending(path: "highlights/a.md"))
        let outcome = try leftoff.run(["import", export.path])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.errorText.contains("imported 1 place (0 existed already): 1 highlight, 0 approximate"))
        #expect(try places().first?["quote"] as? String == "marked words")
        let empty = leftoff.directory.appending(path: "empty")
        try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
        #expect(try leftoff.run(["import", empty.path]).status == 65)
    }

    @Test("A directory is read at any depth like an archive, and its files that are not read are named")
    func deepDirectory() throws {
        let export = leftoff.directory.appending(path: "deep")
        let inner = export.appending(path: "a/b/c")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        try Data(Self.table(2).utf8).write(to: inner.appending(path: "T.CSV"))
        let list = "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><A HREF=\"https://b.example/\">B</A>\n</DL><p>\n"
        try Data(list.utf8).write(to: export.appending(path: "bookmarks.html"))
        try Data("words".utf8).write(to: export.appending(path: "a/notes.txt"))
        // A link to a directory around it is no further directory.
        try FileManager.default.createSymbolicLink(
            at: inner.appending(path: "circle"), withDestinationURL: export)
        let outcome = try leftoff.run(["import", export.path])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.errorText.contains("imported 3 places (0 existed already)"), "\(outcome.errorText)")
        #expect(outcome.errorText.contains("2 files were not read: a/b/c/circle, a/notes.txt\n"))
    }

    @Test("The bookmarks in an unpacked archive of Readeck have directories of their own, whose pages are not read")
    func readeckDirectory() throws {
        let export = leftoff.directory.appending(path: "readeck")
        let saved = export.appending(path: "bookmarks/b1/container")
        try FileManager.default.createDirectory(at: saved, withIntermediateDirectories: true)
        let data = #"{"Info":{},"Users":[],"Tokens":null,"BookmarkCollections":null,"Bookmarks":[{"UID":"b1"}]}"#
        let bookmark =
            #"{"UID":"b1","URL":"https://a.example/","Title":"A","Created":"2025-03-01T08:00:00Z","Labels":["x"],"#
            + #""ReadProgress":42,"IsArchived":false,"IsMarked":false}"#
        try Data(data.utf8).write(to: export.appending(path: "data.json"))
        try Data(bookmark.utf8).write(to: export.appending(path: "bookmarks/b1/info.json"))
        try Data("[7]".utf8).write(to: saved.appending(path: "props.json"))
        let outcome = try leftoff.run(["import", export.path])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.errorText.contains("imported 1 place (0 existed already): 0 highlights, 1 approximate"))
    }

    @Test("A symbolic link in an unpacked export does not lead to files outside of it")
    func symbolicLink() throws {
        let export = leftoff.directory.appending(path: "omnivore")
        let highlights = export.appending(path: "highlights")
        try FileManager.default.createDirectory(at: highlights, withIntermediateDirectories: true)
        let article = #"[{"slug":"a","url":"https://a.example/","savedAt":"2024-10-29T16:30:11.000Z"}]"#
        try Data(article.utf8).write(to: export.appending(path: "metadata_0_to_20.json"))
        let secret = try leftoff.file("secret.md", "my secret".utf8)
        try FileManager.default.createSymbolicLink(at: highlights.appending(path: "a.md"), withDestinationURL: secret)
        let outcome = try leftoff.run(["import", export.path])
        #expect(outcome.status == 1)
        #expect(outcome.errorText.contains("highlights/a.md: it leads out of the directory"), "\(outcome.errorText)")
        #expect(try !leftoff.run(["export"]).text.contains("my secret"))
    }

    @Test("A truncated row of a table is reported, and the other rows are imported")
    func truncatedRow() throws {
        let outcome = try leftoff.run(["import"], input: Data((Self.table(2) + "\"Art").utf8))
        #expect(outcome.status == 1, "\(outcome.errorText)")
        #expect(outcome.errorText.contains("line 4: not imported: its quotation mark is never closed"))
        #expect(try places().count == 2)
    }

    @Test("A truncated file, an unknown format and an ambiguous one change nothing, and say why")
    func refused() throws {
        let ambiguous =
            "url,title,selection,folder,time_added,status\nhttps://a.example/,t,,Unread,1600322788,archive\n"
        for (text, reason) in [
            (#"[{"title":"t"}"#, "its end is missing"), ("nonsense", "unknown format"),
            (ambiguous, "--format: pocket, instapaper"),
        ] {
            let outcome = try leftoff.run(["import"], input: Data(text.utf8))
            #expect(outcome.status == 65 && outcome.errorLines.count == 1, "\(outcome.errorText)")
            #expect(outcome.errorText.contains(reason), "\(outcome.errorText)")
        }
        #expect(try places().isEmpty)
        #expect(try leftoff.run(["import", "--format", "pocket"], input: Data(ambiguous.utf8)).status == 0)
        #expect(try leftoff.run(["import", "--format", "xml"], input: Data(ambiguous.utf8)).status == 64)
    }
}

/// Faults during an import, which must store all entries or none.
@Suite("Interrupted imports", .ownThreads, .enabled(if: FaultShim.isAvailable))
struct InterruptedImportEndToEndTests {
    /// The numbers of entries that are stored one by one, and in batches.
    private static let (fewEntries, manyEntries) = (100, 1_050)

    private static func table(_ count: Int) -> String {
        "title,url,time_added,tags,status\n"
            + (0..<count).map { "Article \($0),https://a.example/\($0),1600322788,one|two,unread\n" }.joined()
    }

    /// Creates an empty store, so that no fault hits its creation.
    private func createStore(_ machine: FaultyMachine) throws {
        let backup = try machine.leftoff.file("empty.json", #"{"leftoff":1}"#.utf8)
        #expect(try machine.run(["import", "--quiet", backup.path]).status == 0)
    }

    private func stored(_ machine: FaultyMachine) throws -> Int {
        let listed = try machine.run(["list", "--format", "ndjson"])
        try #require(listed.status == 0, "\(listed.errorText)")
        return listed.lines.count
    }

    @Test(
        "After a kill at any disk operation, either every entry is stored or none", .timeLimit(.minutes(10)),
        // A single case for all operations would start hundreds of processes.
        arguments: (1...4).map { (fewEntries, first: $0, step: 4) } + [(manyEntries, first: 7, step: 23)])
    func killed(count: Int, first: Int, step: Int) throws {
        let machine = try FaultyMachine()
        let file = try machine.leftoff.file("part_000000.csv", Self.table(count).utf8)
        try createStore(machine)
        let saved = machine.leftoff.directory.appending(path: "saved")
        try FileManager.default.copyItem(at: machine.leftoff.home, to: saved)
        var (number, counts): (Int, Set<Int>) = (first, [])
        while true {
            try FileManager.default.removeItem(at: machine.leftoff.home)
            try FileManager.default.copyItem(at: saved, to: machine.leftoff.home)
            let killed = try machine.run(["import", "--quiet", file.path], .kill(at: number))
            counts.insert(try stored(machine))
            if killed.status == 0 { break }
            try #require(killed.status == -1, "operation \(number): \(killed.errorText)")
            // The last operations are those of the commit.
            number += step
        }
        #expect(counts.subtracting([0, count]).isEmpty, "\(counts)")
        #expect(counts.contains(0) && number > 10 * step)
        print("imports: killed at \(number - 1) operations")
    }

    @Test(
        "A full disk changes nothing, and the next import is complete", arguments: [fewEntries, manyEntries])
    func fullDisk(count: Int) throws {
        let machine = try FaultyMachine()
        let file = try machine.leftoff.file("part_000000.csv", Self.table(count).utf8)
        try createStore(machine)
        let failed = try machine.run(["import", file.path], .fail("pwrite,write:ENOSPC:leftoff.sqlite:20000"))
        #expect(failed.status == 74, "\(failed.errorText)")
        #expect(failed.errorLines.count == 1, "\(failed.errorText)")
        #expect(try stored(machine) == 0)
        #expect(try machine.run(["import", file.path]).status == 0)
        #expect(try stored(machine) == count)
    }
}
