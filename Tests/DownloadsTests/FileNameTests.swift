import DownloadQueue
import Downloads
import Testing
import WHATWGURL

@testable import FileFormats

@Suite("File names")
struct FileNameTests {
    @Test("Of a name of megabytes, only the start and the extension are examined")
    func longNames() throws {
        let long = String(repeating: "日", count: 1_000_000)
        #expect(FileName.chosen("\(long)/\(long)\(long).tar.gz") == FileName.chosen("\(long.prefix(1_000)).tar.gz"))
        #expect(FileName.chosen("a" + String(repeating: "\u{1}", count: 10_000) + ".pdf") == "a.pdf")
        #expect(FileName.chosen("e" + String(repeating: "\u{301}\u{316}", count: 500_000))?.utf8.count == 60)
    }

    @Test(
        "A hostile name becomes a safe one",
        arguments: [
            ("a.txt", "a.txt"),
            ("../../evil", "evil"),
            ("..\\..\\evil.exe", "evil.exe"),
            ("/etc/passwd", "passwd"),
            ("C:\\Windows\\system.ini", "system.ini"),
            (".bashrc", "bashrc"),
            ("...hidden", "hidden"),
            (".\u{308}x", "\u{308}x"),
            (" a b ", "a b"),
            ("a.txt...", "a.txt"),
            ("a\0b.txt", "ab.txt"),
            ("a\r\nb\u{1B}[2Jc", "ab[2Jc"),
            ("evil\u{202E}gpj.exe", "evilgpj.exe"),
            ("a\u{200B}b", "ab"),
            ("a:b?c*d|e<f>g\"h", "a_b_c_d_e_f_g_h"),
            ("CON", "_CON"), ("nul.txt", "_nul.txt"), ("com1.log", "_com1.log"), ("company.txt", "company.txt"),
            ("Cafe\u{301}.pdf", "Caf\u{E9}.pdf"),
            ("日本語.tar.gz", "日本語.tar.gz"), ("-rf", "_-rf"), ("-longer-name.txt", "_-longer-name.txt"),
            ("~user.txt", "_~user.txt"), ("a-b~.txt", "a-b~.txt"), ("long-name.leftoff-part", "long-name_leftoff-part"),
            ("LONG-NAME.LEFTOFF-PART", "LONG-NAME_LEFTOFF-PART"), ("x.leftoff-staged", "x_leftoff-staged"),
            ("X.Leftoff-Staged", "X_Leftoff-Staged"), ("leftoff-part.txt", "leftoff-part.txt"),
            ("a\u{3164}\u{FE0F}b", "ab"),
        ])
    func safe(name: String, expected: String) throws {
        let safe = try #require(FileName.safe(name))
        #expect(Array(safe.utf8) == Array(expected.utf8))
    }

    @Test(
        "A name without a usable character is rejected",
        arguments: ["", ".", "..", "/", "a/", "../..", " . ", "\0\u{7}"])
    func unusable(name: String) {
        #expect(FileName.safe(name) == nil)
    }

    @Test(
        "A long name is truncated to whole characters and keeps its extension",
        arguments: [
            (String(repeating: "x", count: 300) + ".tar.gz", ".tar.gz"),
            (String(repeating: "語", count: 300) + ".pdf", ".pdf"),
            (String(repeating: "👩‍👩‍👧‍👦", count: 30), ""),
            ("a" + String(repeating: "\u{301}", count: 300) + ".txt", ".txt"),
            ("a." + String(repeating: "x", count: 300), ""),
        ])
    func long(name: String, suffix: String) throws {
        let safe = try #require(FileName.safe(name))
        #expect(safe.hasSuffix(suffix))
        #expect(safe.utf8.count <= FileName.byteLimit)
        #expect(!safe.unicodeScalars.contains("\u{FFFD}"))
        let longest = FileName.numbered(safe, 9_999) + QueueItem.quarantineSuffix
        #expect(longest.utf8.count <= 255)
    }

    @Test(
        "A number is inserted before the extension",
        arguments: [
            ("a.txt", 0, "a.txt"), ("a.txt", 1, "a (1).txt"), ("a.tar.gz", 2, "a (2).tar.gz"),
            ("README", 1, "README (1)"),
            ("tar.gz", 1, "tar (1).gz"),
        ])
    func numbered(name: String, number: Int, expected: String) {
        #expect(FileName.numbered(name, number) == expected)
    }

    struct Choice: Sendable {
        var chosen: String?
        var disposition: String?
        var url: String
        var expected: String
    }

    @Test(
        "The name comes from the user, or else from the server or the URL",
        arguments: [
            Choice(chosen: "mine.zip", disposition: "attachment; filename=x", url: "http://h/u", expected: "mine.zip"),
            Choice(chosen: "..", disposition: "attachment; filename=x", url: "http://h/u", expected: "x"),
            Choice(disposition: "attachment", url: "http://h/u.iso?x=/y", expected: "u.iso"),
            Choice(url: "http://h/a%20b.iso", expected: "a b.iso"),
            Choice(url: "http://h/x/%2e%2e%2fevil", expected: "evil"),
            Choice(url: "http://h/%FF%FE.bin", expected: "%FF%FE.bin"),
            Choice(url: "http://example.org/", expected: "index.html"),
            Choice(url: "http://[::1]/", expected: "index.html"),
            Choice(url: "http://h/a/", expected: "index.html"),
        ])
    func choose(row: Choice) throws {
        let url = try #require(WebURL(row.url))
        #expect(FileName.choose(chosen: row.chosen, disposition: row.disposition, url: url) == row.expected)
    }

    /// A redirect, and the name of its file.
    struct Redirected: Sendable {
        var from: String
        var to: String
        var isPage = true
        var expected: String
    }

    @Test(
        "The address that responds gives the name if the requested one has none of a file",
        arguments: [
            Redirected(from: "http://h/dl?id=5", to: "http://h/files/report.pdf", expected: "report.pdf"),
            Redirected(from: "http://h/x.zip/download", to: "http://m/pub/x.zip", expected: "x.zip"),
            Redirected(from: "http://h/get.php?f=1", to: "http://h/a.tar.gz", expected: "a.tar.gz"),
            Redirected(from: "http://h/v1.2", to: "http://h/v1.2.3", expected: "v1.2"),
            Redirected(from: "http://h/latest.zip", to: "http://h/x-1.2.zip", expected: "latest.zip"),
            Redirected(from: "http://h/a.iso", to: "http://cdn/objects/8f3a?sig=1", expected: "a.iso"),
            Redirected(from: "http://h/dl", to: "http://h/", expected: "dl"),
            Redirected(from: "http://h/Makefile", to: "http://h/objects/3f2a9c", expected: "Makefile"),
            Redirected(from: "http://h/main.c", to: "http://h/objects/3f2a9c", expected: "main.c"),
            Redirected(from: "http://h/README.md", to: "http://h/raw/README", expected: "README.md"),
            Redirected(from: "http://h/dl", to: "http://h/report.html", expected: "report.html"),
            Redirected(from: "http://h/", to: "http://h/start", expected: "start"),
            Redirected(from: "http://h/", to: "http://h/a/", expected: "index.html"),
            Redirected(from: "http://h/", to: "http://h/a/", isPage: false, expected: "download"),
            Redirected(from: "http://h/dl", to: "http://h/.bashrc", expected: "dl"),
            Redirected(from: "http://h/dl", to: "http://h/-rf.txt", expected: "_-rf.txt"),
            Redirected(from: "http://h/dl", to: "http://h/a%2f..%2f..%2fevil.sh", expected: "evil.sh"),
            Redirected(from: "http://h/dl", to: "http://h/%2e%2e", expected: "dl"),
        ])
    func redirected(row: Redirected) throws {
        let (from, to) = (try #require(WebURL(row.from)), try #require(WebURL(row.to)))
        let name = FileName.choose(chosen: nil, disposition: nil, url: from, final: to, isPage: row.isPage)
        #expect(name == row.expected)
        #expect(FileName.choose(chosen: "mine", disposition: nil, url: from, final: to) == "mine")
        #expect(FileName.choose(chosen: nil, disposition: "attachment; filename=x", url: from, final: to) == "x")
        #expect(FileName.choose(chosen: nil, disposition: nil, suggested: "link", url: from, final: to) == "link")
    }
}
