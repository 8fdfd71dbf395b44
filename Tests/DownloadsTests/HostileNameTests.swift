import DownloadQueue
import Downloads
import FileFormats
import Foundation
import TestSupport
import Testing
import WHATWGURL

/// Tests that hostile file names from servers, pages and users become safe names.
@Suite("Hostile names")
struct HostileNameTests {
    /// The source of a name.
    enum Source: String, Sendable, CaseIterable {
        case disposition = "Content-Disposition"
        case suggestion = "download attribute"
        case address = "address"
        case person = "--name"
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var source: Source
        var text: String
        var file: String
        /// The text for the test's description if the original is too long; nil to show the original.
        var shown: String?

        init(_ source: Source, _ text: String, _ file: String, shown: String? = nil) {
            self.source = source
            self.text = text
            self.file = file
            self.shown = shown
        }

        var testDescription: String { "\(source.rawValue): \(shown ?? HostileNameTests.visible(text))" }
    }

    private static let long = String(repeating: "x", count: 300)
    private static let cut = String(repeating: "x", count: 216)

    static let rows: [Row] =
        [
            // Paths that lead out of the directory.
            Row(.disposition, #"attachment; filename="../../evil.sh""#, "evil.sh"),
            Row(.disposition, #"attachment; filename="..\\..\\evil.exe""#, "evil.exe"),
            Row(.disposition, #"attachment; filename="..\..\evil.exe""#, "evil.exe"),
            Row(.disposition, #"attachment; filename="/etc/passwd""#, "passwd"),
            Row(.disposition, #"attachment; filename="C:\\Windows\\system.ini""#, "system.ini"),
            Row(.disposition, #"attachment; filename=file:///etc/shadow"#, "shadow"),
            Row(.disposition, #"attachment; filename="..""#, "page.html"),
            Row(.disposition, #"attachment; filename="../""#, "page.html"),
            Row(.disposition, #"attachment; filename="~/.ssh/authorized_keys""#, "authorized_keys"),
            Row(.disposition, "attachment; filename*=UTF-8''..%2F..%2Fevil", "evil"),
            Row(.disposition, "attachment; filename*=UTF-8''%2e%2e%5c%2e%2e%5cevil.bat", "evil.bat"),
            Row(.disposition, "attachment; filename*=UTF-8''%252e%252e%252fevil", "%2e%2e%2fevil"),
            Row(.address, "https://example.org/a/..%2f..%2fevil", "evil"),
            Row(.address, "https://example.org/a/%2e%2e%5cevil.bat", "evil.bat"),
            Row(.address, "https://example.org/a/%2Fetc%2Fpasswd", "passwd"),
            // Hidden files, options and shell syntax.
            Row(.disposition, "attachment; filename=.bashrc", "bashrc"),
            Row(.disposition, #"attachment; filename="...profile""#, "profile"),
            Row(.disposition, #"attachment; filename=" .hidden""#, "hidden"),
            Row(.disposition, #"attachment; filename="-rf""#, "_-rf"),
            Row(.disposition, #"attachment; filename="--help""#, "_--help"),
            Row(.disposition, #"attachment; filename=" .-rf""#, "_-rf"),
            Row(.disposition, "attachment; filename*=UTF-8''%E2%80%8B-rf", "_-rf"),
            Row(.disposition, #"attachment; filename="~root""#, "_~root"),
            Row(.address, "https://example.org/-rf", "_-rf"),
            Row(.address, "https://example.org/%2Drf", "_-rf"),
            Row(.suggestion, "-o.txt", "_-o.txt"),
            Row(.disposition, #"attachment; filename="$(reboot).txt""#, "$(reboot).txt"),
            Row(.disposition, #"attachment; filename="a;b|c.txt""#, "a;b_c.txt"),
            Row(.address, "https://example.org/.htaccess", "htaccess"),
            // Control characters and characters that deceive terminals and readers.
            Row(.disposition, "attachment; filename=\"a\0.txt\"", "a.txt"),
            Row(.address, "https://example.org/a%00.txt", "a.txt"),
            Row(.address, "https://example.org/a%0d%0ab.txt", "ab.txt"),
            Row(.disposition, "attachment; filename*=UTF-8''a%1B%5B2Jb.txt", "a[2Jb.txt"),
            Row(.disposition, "attachment; filename*=UTF-8''invoice%E2%80%AEfdp.exe", "invoicefdp.exe"),
            Row(.disposition, "attachment; filename*=UTF-8''a%E2%81%A6b%E2%81%A9.txt", "ab.txt"),
            Row(.disposition, "attachment; filename*=UTF-8''a%E2%80%8B.txt", "a.txt"),
            Row(.disposition, "attachment; filename*=UTF-8''%EF%BB%BFa.txt", "a.txt"),
            Row(.disposition, "attachment; filename*=UTF-8''a%E2%80%A8b.txt", "ab.txt"),
            Row(.suggestion, "a\tb\u{7F}.txt", "ab.txt"),
            Row(.disposition, "attachment; filename*=UTF-8''%E3%85%A4a%EF%BE%A0.txt", "a.txt"),
            // Names of Leftoff's own files.
            Row(.disposition, "attachment; filename=x.leftoff-part", "x_leftoff-part"),
            Row(.disposition, #"attachment; filename="x.Leftoff-PART. ""#, "x_Leftoff-PART"),
            Row(.disposition, "attachment; filename=.leftoff-part", "leftoff-part"),
            Row(.address, "https://example.org/x.bin.leftoff-quarantined", "x.bin_leftoff-quarantined"),
            Row(.suggestion, "x.leftoff-receipt.json", "x_leftoff-receipt.json"),
            Row(.person, "x.leftoff-part", "x_leftoff-part"),
            // Names that are reserved on other systems.
            Row(.disposition, "attachment; filename=CON", "_CON"),
            Row(.disposition, "attachment; filename=nul.txt", "_nul.txt"),
            Row(.disposition, #"attachment; filename="aux .c""#, "_aux .c"),
            Row(.disposition, "attachment; filename=LPT9.tar.gz", "_LPT9.tar.gz"),
            Row(.disposition, "attachment; filename*=UTF-8''COM%C2%B9.txt", "_COM\u{B9}.txt"),
            Row(.disposition, "attachment; filename=CONIN$", "_CONIN$"),
            Row(.disposition, #"attachment; filename="a:b?c*d<e>f.txt""#, "a_b_c_d_e_f.txt"),
            Row(.disposition, #"attachment; filename="setup.exe. . .""#, "setup.exe"),
            Row(.disposition, #"attachment; filename="file.txt::$DATA""#, "file.txt__$DATA"),
            // Length and Unicode normalization.
            Row(
                .disposition, "attachment; filename=\(long).zip", "\(cut).zip",
                shown: "attachment; filename=(300 × x).zip"),
            Row(.address, "https://example.org/\(long).iso", "\(cut).iso", shown: "https://example.org/(300 × x).iso"),
            Row(
                .suggestion, String(repeating: "語", count: 200) + ".pdf", String(repeating: "語", count: 72) + ".pdf",
                shown: "(200 × 語).pdf"),
            Row(
                .suggestion, "a" + String(repeating: "\u{301}", count: 300),
                "\u{E1}" + String(repeating: "\u{301}", count: 29), shown: "a with 300 combining accents"),
            Row(.disposition, "attachment; filename*=UTF-8''Cafe%CC%81.pdf", "Caf\u{E9}.pdf"),
            Row(.suggestion, "\u{212B}ngstrom.txt", "\u{C5}ngstrom.txt"),
            // RFC 6266 and RFC 8187.
            Row(.disposition, "attachment; filename=plain.txt; filename*=UTF-8''b%C3%A9.txt", "b\u{E9}.txt"),
            Row(.disposition, "attachment; filename*=UTF-8''b%C3%A9.txt; filename=plain.txt", "b\u{E9}.txt"),
            Row(.disposition, "attachment; filename*=ISO-8859-1'en'%E9t%E9.txt", "\u{E9}t\u{E9}.txt"),
            Row(.disposition, "attachment; filename*=UTF-8''%C3%28.txt; filename=good.txt", "good.txt"),
            Row(.disposition, "attachment; filename*=UTF-8''%zz.txt; filename=good.txt", "good.txt"),
            Row(.disposition, "attachment; filename*=UTF-8''a%4; filename=good.txt", "good.txt"),
            Row(.disposition, "attachment; filename*=UTF-7''+AC4ALg-; filename=good.txt", "good.txt"),
            Row(.disposition, "attachment; filename*=no-quotes.txt; filename=good.txt", "good.txt"),
            Row(.disposition, #"attachment; filename="a\"b.txt""#, "a_b.txt"),
            Row(.disposition, #"attachment; filename="unterminated.txt"#, "unterminated.txt"),
            Row(.disposition, "attachment; filename=one.txt; filename=two.txt", "one.txt"),
            Row(.disposition, #"attachment; filename="""#, "page.html"),
            Row(.disposition, "attachment", "page.html"),
            Row(.disposition, #"attachment; dummy="filename=no.txt"; filename=yes.txt"#, "yes.txt"),
            // URLs without a file name or with an unsuitable one.
            Row(.address, "https://example.org/", "index.html"),
            Row(.address, "https://example.org/a/", "index.html"),
            Row(.address, "https://example.org/%2e%2e%2f", "index.html"),
            Row(.address, "https://example.org/get.php?file=../../x.zip#y/z", "get.php"),
            Row(.address, "https://example.org/%FF%FE.bin", "%FF%FE.bin"),
            Row(.address, "https://[2001:db8::1]/", "index.html"),
            // The user's own names are sanitized too.
            Row(.person, "../up.txt", "up.txt"),
            Row(.person, ".profile", "profile"),
            Row(.person, "-rf", "-rf"),
            Row(.person, "..", "page.html"),
        ]

    /// Returns the name that a download chooses for a row.
    private static func choose(_ row: Row) throws -> String {
        let address = row.source == .address ? row.text : "https://example.org/a/page.html"
        return FileName.choose(
            chosen: row.source == .person ? row.text : nil,
            disposition: row.source == .disposition ? row.text : nil,
            suggested: row.source == .suggestion ? row.text : nil,
            url: try #require(WebURL(address)))
    }

    @Test("A hostile name becomes a safe base name", arguments: rows)
    func becomes(row: Row) throws {
        let name = try Self.choose(row)
        #expect(Array(name.utf8) == Array(row.file.utf8), "\(Self.visible(name))")
        #expect(!name.contains("/") && !name.contains("\\") && !name.hasPrefix("."))
        #expect(row.source == .person || !name.hasPrefix("-"))
        // File systems accept the name even with the longest number and suffix.
        #expect(FileName.numbered(name, 9_999).utf8.count + ".leftoff-quarantined".utf8.count <= 255)
    }

    @Test("Names are taken from the user, Content-Disposition, the download attribute and the URL, in this order")
    func order() throws {
        let url = try #require(WebURL("https://example.org/address"))
        let header = "attachment; filename=header"
        func choose(_ chosen: String?, _ disposition: String?, _ suggested: String?) -> String {
            FileName.choose(chosen: chosen, disposition: disposition, suggested: suggested, url: url)
        }
        #expect(choose("person", header, "attribute") == "person")
        #expect(choose(nil, header, "attribute") == "header")
        #expect(choose(nil, nil, "attribute") == "attribute")
        #expect(choose(nil, "attachment; filename=..", "attribute") == "attribute")
        #expect(choose(nil, nil, "...") == "address")
    }

    @Test("Downloads with equal names, even in different case, give separate files")
    func sameNames() async throws {
        let scene = try DownloadScene()
        for (path, name) in [("/1", "Report.txt"), ("/2", "Report.txt"), ("/3", "report.TXT"), ("/4", "REPORT.txt")] {
            scene.server.route(
                path, .ok(Array(path.utf8), fields: [("Content-Disposition", "attachment; filename=\(name)")]))
            try scene.add(path)
        }
        var found: [String: String] = [:]
        for _ in 0..<4 {
            let item = try #require(try await scene.attemptOnce().item)
            let name = try #require(item.fileName)
            found[item.url.path] = String(decoding: scene.bytes(name) ?? [], as: UTF8.self)
        }
        #expect(found == ["/1": "/1", "/2": "/2", "/3": "/3", "/4": "/4"])
        #expect(scene.names.count == 4)
    }

    @Test("docs/names.md is this table")
    func document() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../docs/names.md").standardizedFileURL
        let text = try Self.markdown()
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text, "record it with RECORD=1")
    }

    // MARK: The document

    private static func markdown() throws -> String {
        var lines = [
            "# Names",
            "",
            "A server, a page or a user can suggest any file name. The table shows suggested names, and the safe",
            "names that Leftoff uses for the files instead. A test generates this page:",
            "`RECORD=1 swift test --filter HostileNameTests` updates it.",
            "",
            "Leftoff uses the first of these sources that contains a usable name:",
            "",
            "1. the option `--name`",
            "2. the field Content-Disposition (RFC 6266, RFC 8187)",
            "3. the `download` attribute of the link",
            "4. the path of the address that responds after redirects, if it ends with the extension of a file,",
            "   such as `.pdf`, and the path of the requested address does not",
            "5. the path of the requested address",
            "6. the path of the address that responds",
            "",
            "If none has a name, as in `https://example.org/`, the file is called `index.html`, or",
            "`download` if the server declares it to be something other than a page.",
            "",
            "The address is `https://example.org/a/page.html`, unless the row shows another one.",
            "",
            "If a file of that name exists, the new file gets a number: `name (1).ext`. On a file system that",
            "ignores case, names that differ only in case count as the same. Existing files are replaced only",
            "with `--overwrite`.",
            "",
            "| from | text | file |",
            "|---|---|---|",
        ]
        for row in rows {
            let name = try choose(row)
            let shown =
                name.utf8.count > 80 ? "\(visible(String(name.prefix(3))))… (\(name.utf8.count) bytes)" : visible(name)
            lines.append("| \(row.source.rawValue) | \(code(row.shown ?? visible(row.text))) | \(code(shown)) |")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Replaces invisible characters, and those that change how others are displayed, by their code points.
    static func visible(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .nonspacingMark:
                "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            default: String(scalar)
            }
        }.joined()
    }

    private static func code(_ text: String) -> String {
        "`" + text.replacingOccurrences(of: "|", with: "\\|").replacingOccurrences(of: "`", with: "'") + "`"
    }
}
