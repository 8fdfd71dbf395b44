import DownloadLists
import DownloadQueue
import Downloads
import Testing
import WHATWGURL

@Suite("File names")
struct FileNameTests {
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
            ("a" + String(repeating: "\u{301}", count: 300) + ".txt", "download.txt"),
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
        "The name comes from the user, or else from the server, the URL or the host",
        arguments: [
            Choice(chosen: "mine.zip", disposition: "attachment; filename=x", url: "http://h/u", expected: "mine.zip"),
            Choice(chosen: "..", disposition: "attachment; filename=x", url: "http://h/u", expected: "x"),
            Choice(disposition: "attachment", url: "http://h/u.iso?x=/y", expected: "u.iso"),
            Choice(url: "http://h/a%20b.iso", expected: "a b.iso"),
            Choice(url: "http://h/x/%2e%2e%2fevil", expected: "evil"),
            Choice(url: "http://h/%FF%FE.bin", expected: "%FF%FE.bin"),
            Choice(url: "http://example.org/", expected: "example.org"),
            Choice(url: "http://[::1]/", expected: "[__1]"),
            Choice(url: "http://h/a/", expected: "h"),
        ])
    func choose(row: Choice) throws {
        let url = try #require(WebURL(row.url))
        #expect(FileName.choose(chosen: row.chosen, disposition: row.disposition, url: url) == row.expected)
    }
}
