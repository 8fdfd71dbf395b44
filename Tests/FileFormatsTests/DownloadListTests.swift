import FileFormats
import Testing
import WHATWGURL

@Suite("Lists for downloaders")
struct DownloadListTests {
    private func url(_ text: String) throws -> WebURL { try #require(WebURL(text)) }

    @Test(
        "A value that could end its line is omitted",
        arguments: ["a\nb", "a\r", "\0", "a\u{B}", "a\u{C}", "a\u{85}b", "a\u{2028}b", "a\u{2029}"])
    func lineBreaks(value: String) throws {
        let entry = DownloadEntry(
            url: try url("https://a/x"),
            file: .init(directory: value, name: value, digest: .init(type: value, digits: value)),
            request: .init(referer: value, headers: ["A: \(value)", "B: c"]))
        #expect(!DownloadEntry.fitsLine(value))
        #expect(entry == DownloadEntry(url: try url("https://a/x"), request: .init(headers: ["B: c"])))
        #expect(Aria2List().text(of: [entry]) == "https://a/x\n  header=B: c\n")
    }

    @Test(
        "A name of a million bytes is shortened at the end of a character, and keeps its extension",
        arguments: ["e", "é", "🦊", "e\u{301}"])
    func longName(character: String) throws {
        let name = try #require(FileName.safe(String(repeating: character, count: 300_000) + ".tar.gz"))
        #expect((213...220).contains(name.utf8.count) && name.hasSuffix("\(character).tar.gz"))
        let marks = String(repeating: "\u{301}", count: 500_000)
        #expect(try #require(FileName.safe("a\(marks).pdf")).utf8.count <= 220)
    }

    @Test("No URL has a fragment, which yt-dlp would interpret")
    func fragments() throws {
        let entry = DownloadEntry(url: try url("https://a/x#__youtubedl_smuggle=1"))
        #expect(AddressList().text(of: [entry]) == "https://a/x\n")
    }

    @Test("A file that is called - is not written to standard output by curl")
    func hyphen() throws {
        let entry = DownloadEntry(url: try url("https://a/x"), file: .init(name: "-"))
        #expect(CurlConfiguration().text(of: [entry]).contains("output = \"./-\"\n"))
    }

    @Test("curl's values stay inside their quotation marks")
    func curl() throws {
        let entry = DownloadEntry(url: try url("https://a/%22x"), file: .init(name: "a\" # \\ b\t"))
        let lines = CurlConfiguration().text(of: [entry, entry]).split(separator: "\n")
        #expect(lines.filter { $0 == #"output = "a\" # \\ b\t""# }.count == 2)
        #expect(lines.count { $0 == "next" } == 1)
    }

    @Test("curl reads no path of a cookie file as a cookie", arguments: ["/h/a=b", "/h/a=\u{338}b", "/h/\u{D4E}=b"])
    func cookies(path: String) throws {
        let entry = DownloadEntry(url: try url("https://a/x"), request: .init(cookiesPath: path))
        #expect(!CurlConfiguration().text(of: [entry]).contains("cookie ="))
    }

    @Test("All names in a list are different, ignoring case")
    func uniqueNames() {
        var names = UniqueNames()
        let given = ["a.pdf", "A.PDF", "a (1).pdf", "a.pdf", "b", "b"].map { names.insert($0) }
        #expect(given == ["a.pdf", "A (1).PDF", "a (1) (1).pdf", "a (2).pdf", "b", "b (1)"])
        // The cost does not grow with the number of earlier uses of a name.
        for _ in 0..<20_000 { _ = names.insert("a.pdf") }
        #expect(names.insert("a.pdf") == "a (20003).pdf")
    }

    @Test("When no more names are remembered, every file gets a unique number")
    func forgottenNames() {
        var names = UniqueNames(limit: 100)
        let first = (0..<98).map { names.insert("f\($0).pdf") } + ["g (101).pdf", "g (103)"].map { names.insert($0) }
        #expect(first.last == "g (103)" && first.first == "f0.pdf")
        let later = ["g.pdf", "g", "G", "f0.pdf", "new.tar.gz", "g (104)", "g"].map { names.insert($0) }
        #expect(
            later == [
                "g (102).pdf", "g (104)", "G (105)", "f0 (106).pdf", "new (107).tar.gz", "g (104) (108)", "g (109)",
            ])
        let many = (0..<10_000).map { names.insert(["x", "X (1)", "x.a", "x (110)"][$0 % 4]) }
        #expect(Set((first + later + many).map { $0.lowercased() }).count == 10_107)
    }
}
