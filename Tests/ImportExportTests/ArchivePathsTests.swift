import Places
import Testing
import WHATWGURL

@testable import ImportExport

@Suite("The files of an archive or a directory")
struct ArchivePathsTests {
    private static let table = "title,url,time_added,tags,status\nX,https://x.example/,1600322788,,unread\n"
    private static let article = #"[{"url":"https://o.example/","slug":"o","savedAt":"2024-01-02T03:04:05Z"}]"#
    private static let bookmarks = """
        <!DOCTYPE NETSCAPE-Bookmark-file-1>
        <DL><p>
        <DT><A HREF="https://b.example/1" PRIVATE="1">B</A>
        <DT><A HREF="https://b.example/2">C</A>
        <DT><A HREF="https:// b.example/">D</A>
        </DL><p>

        """
    private static let chromium =
        #"{"version":1,"roots":{"bookmark_bar":{"children":[{"type":"url","name":"C","url":"https://c.example/"}]}}}"#

    /// The places and the rest of an import.
    private func read(_ files: [String: String], _ format: ImportFormat? = nil) throws -> (
        addresses: [String], source: PlaceImport
    ) {
        var source = try PlaceImport(archive: TextArchive(files: files), format: format)
        var addresses: [String] = []
        while let place = try source.next() { addresses.append(place.snapshot.url.href) }
        return (addresses, source)
    }

    @Test(
        "A file is read for its name, is a saved page or a system's file, or is another one",
        arguments: [
            (["a.csv", "B.CSV", "c.Json", "d.jsonlz4", "e.HTML", "f.htm", "x/Bookmarks"], 7, []),
            (["a/b/c/d/e/f.csv", "content/c.csv", "container/d.json", "highlights/e.json"], 4, []),
            ([".hidden.csv", "x.txt", "Bookmarks.bak", "README", "e.xhtml"], 0, ["*"]),
            ([".DS_Store", "a/Thumbs.db", "a/desktop.ini", "__MACOSX/a.csv", "a/._b.csv"], 0, []),
            (["metadata_0_to_20.json", "content/a.html", "content/b.json"], 1, []),
            (["x/metadata_0_to_20.json", "x/content/a.html", "content/a.md"], 1, ["content/a.md"]),
            (["bookmarks/a/info.json", "bookmarks/a/container/props.json", "bookmarks/a/container/img/i.png"], 1, []),
            (["bookmarks/a/info.json", "bookmarks/b/container/props.md"], 1, ["bookmarks/b/container/props.md"]),
            ([String(repeating: "d/", count: 63) + "a.csv"], 1, []),
            ([String(repeating: "d/", count: 64) + "a.csv"], 0, ["*"]),
        ] as [([String], Int, [String])])
    func kinds(paths: [String], entryCount: Int, others: [String]) {
        let found = ArchivePaths(paths)
        #expect(found.entries.count == entryCount)
        #expect(found.others == (others == ["*"] ? paths : others))
    }

    @Test("Tables, documents and bookmark files in any directory are read together, and the other files are named")
    func mixed() throws {
        let page = "<!DOCTYPE html><title>A page</title><p>Words"
        let (addresses, source) = try read([
            "A.CSV": Self.table, "b/c/d.Html": Self.bookmarks, "e/f/g/Bookmarks": Self.chromium, "page.html": page,
            "notes.txt": "x", "i/Bookmarks": "x", ".DS_Store": "x",
        ])
        #expect(
            addresses.sorted() == [
                "https://b.example/1", "https://b.example/2", "https://c.example/", "https://x.example/",
            ])
        #expect(source.losses.list.map(\.amount) == ["1 private flag"] && source.unreadableCount == 1)
        #expect(source.omissions.count == 2)
        #expect(source.omissions.first?.hasPrefix("b/c/d.Html: \"https:// b.example/\": not imported: ") == true)
        #expect(source.omissions.last == "3 files were not read: i/Bookmarks, notes.txt, page.html")
    }

    @Test(
        "Of the highlights of Omnivore, those that belong to no article are named",
        arguments: [
            (["highlights/o.md"], nil), (["highlights/p.md"], "1 file was not read: highlights/p.md"),
            (
                ["highlights/o.md", "highlights/p.md", "highlights/q/o.md"],
                "2 files were not read: highlights/p.md, highlights/q/o.md"
            ),
        ] as [([String], String?)])
    func highlights(paths: [String], omission: String?) throws {
        var files = Dictionary(uniqueKeysWithValues: paths.map { ($0, "> words") })
        files["metadata_0_to_20.json"] = Self.article
        #expect(try read(files).source.omissions == (omission.map { [$0] } ?? []))
    }

    @Test("Of many files that are not read, a line names the first ten")
    func many() throws {
        var files = ["a.csv": Self.table]
        for number in 10..<31 { files["\(number).txt"] = "x" }
        let names = (10..<20).map { "\($0).txt" }.joined(separator: ", ")
        let source = try read(files).source
        #expect(source.omissions == ["21 files were not read: \(names), \u{2026}"] && source.unreadableCount == 0)
    }

    @Test(
        "With a format chosen, only files that can have it are read",
        arguments: [
            (.bookmarks, ["https://b.example/1", "https://b.example/2"], "1 file was not read: a.csv"),
            (.pocket, ["https://x.example/"], "1 file was not read: b.html"),
        ] as [(ImportFormat, [String], String)])
    func chosen(format: ImportFormat, addresses: [String], omission: String) throws {
        let found = try read(["a.csv": Self.table, "b.html": Self.bookmarks], format)
        #expect(found.addresses == addresses && found.source.omissions.last == omission)
    }

    @Test("The bookmarks of a file in an archive obey the limit of entries")
    func limit() throws {
        let archive = TextArchive(files: ["b.html": Self.bookmarks])
        for count in [1, 2] {
            #expect(throws: ImportExportError.self) { try PlaceImport(archive: archive, entryLimit: count) }
        }
        var places = try PlaceImport(archive: archive, entryLimit: 3)
        while try places.next() != nil {}
        #expect(places.format == .bookmarks && places.unreadableCount == 1)
    }

    @Test("A truncated bookmark file in an archive is refused, and an archive of other files has no format")
    func damaged() throws {
        let truncated = String(Self.bookmarks.prefix(Self.bookmarks.count - 12))
        #expect(throws: ImportExportError.self) { try read(["a.csv": Self.table, "b.html": truncated]) }
        #expect(throws: ImportExportError.unknownFormat) { try read(["a.html": "<p>Words", "b.txt": "x"]) }
    }
}
