import DownloadQueue
import FoundationEssentials
import ImportExport
import Syntax
import Testing
import WHATWGURL

@Suite("Exports of the queue")
struct QueueExportTests {
    private func item(
        _ url: String, name: String? = nil, directory: String = "/d e", referer: String? = nil,
        headers: [HeaderField] = [], checksum: String? = nil
    ) throws -> QueueItem {
        let request = NewQueueItem(
            url: try #require(WebURL(url)), directory: directory, name: name,
            checksum: try checksum.map { try Checksum($0) }, referer: referer, headers: headers)
        return QueueItem(id: "abc", request: request, addedAt: Date(timeIntervalSince1970: 1_700_000_000))
    }

    private func full() throws -> QueueItem {
        try item(
            "https://u:p@example.org/a?b&c#d", name: "n\"&.bin", referer: "https://r/",
            headers: [
                HeaderField(name: "Accept-Language", value: "en, de"), HeaderField(name: "Cookie", value: "secret"),
            ],
            checksum: "sha256=" + String(repeating: "ab", count: 32))
    }

    @Test(
        "A name in a row leads no other program out of the directory",
        arguments: ["../.ssh/authorized_keys", "/etc/cron.d/x", ".bashrc", "a/../../x", "..", "\u{200B}.x"])
    func hostileNames(name: String) throws {
        var item = try item("http://h/a")
        item.fileName = name
        #expect(item.path == (name.hasPrefix("\u{200B}") ? "/d e/\(name)" : nil))
        for format in QueueExportFormat.allCases {
            let text = try format.export([item]).text
            #expect(!text.contains(name) && !text.contains("../") && !text.contains("/etc"), "\(format): \(text)")
        }
        let calls = try Aria2Call.calls([item], secret: nil, includesCredentials: true).calls
        #expect(!calls.contains { String(decoding: $0.body, as: UTF8.self).contains(name) })
    }

    @Test(
        "No other program receives a field that may be secret, unless credentials are requested",
        arguments: [
            "X-Key", "X-Session-Token", "PRIVATE-TOKEN", "Accept-Key", "cookie", "Proxy-Authorization", "Referrer",
        ])
    func secretFields(name: String) throws {
        let fields = [HeaderField(name: name, value: "s3cret"), HeaderField(name: "accept", value: "a/b")]
        let secret = try item("http://h/", headers: fields)
        for format in QueueExportFormat.allCases {
            let export = try format.export([secret])
            #expect(!export.text.contains("s3cret"), "\(format)")
            #expect(export.notes.contains("credentials of 1 download were left out"), "\(format)")
        }
        for includesCredentials in [false, true] {
            let body = try Aria2Call.calls([secret], secret: nil, includesCredentials: includesCredentials).calls
                .map { String(decoding: $0.body, as: UTF8.self) }.joined()
            #expect(body.contains("s3cret") == includesCredentials && body.contains("accept: a/b"))
        }
    }

    @Test(
        "An address that no queue accepts is given to no other program",
        arguments: ["file:///etc/passwd", "ftp://h/a", "scp://h/a", "javascript:a", "data:,a", "ws://h/"])
    func hostileAddresses(address: String) throws {
        let items = try [item(address), item("http://h/good")]
        for format in QueueExportFormat.allCases {
            let export = try format.export(items)
            #expect(!export.text.contains(address) && export.text.contains("http://h/good"), "\(format)")
            #expect(export.problems == ["abc: cannot export: its address is not http or https"])
        }
        let (calls, unsafe) = try Aria2Call.calls(items, secret: nil, includesCredentials: true)
        #expect(
            calls.flatMap(\.items).map(\.url.href) == ["http://h/good"] && unsafe == [.unsupportedAddress(id: "abc")])
    }

    @Test("aria2's input file contains each URL with its options")
    func aria2() throws {
        let export = try QueueExportFormat.aria2.export([try full(), try item("http://h/")])
        #expect(
            export.text
                == """
                https://example.org/a?b&c
                  dir=/d e
                  out=n__.bin
                  checksum=sha-256=\(String(repeating: "ab", count: 32))
                  referer=https://r/
                  header=Accept-Language: en, de
                http://h/
                  dir=/d e

                """.replacing("n__", with: "n_&"))
        #expect(export.notes == ["credentials of 1 download were left out"])
    }

    @Test(
        "aria2's lists and Metalink contain digests of every algorithm that the formats know",
        arguments: zip(DigestAlgorithm.allCases, ["md5", "sha-1", "sha-256", "sha-512"]))
    func digests(algorithm: DigestAlgorithm, name: String) throws {
        let digits = String(repeating: "0c", count: algorithm.byteCount)
        let item = try item("http://h/x", name: "x", checksum: "\(algorithm.rawValue)=\(digits)")
        let aria2 = try QueueExportFormat.aria2.export([item])
        #expect(aria2.text.contains("\n  checksum=\(name)=\(digits)\n") && aria2.notes.isEmpty)
        let metalink = try QueueExportFormat.metalink.export([item])
        #expect(metalink.text.contains("<hash type=\"\(name)\">\(digits)</hash>"))
        #expect(metalink.notes == ["metalink cannot represent the directory of 1 download"])
    }

    @Test("All file names in an export are different")
    func names() throws {
        let items = [
            try item("http://h/1/x.bin"), try item("http://h/2/x.bin"), try item("http://h/3/X.bin", directory: "/f"),
            try item("http://h/4/y", name: "x.bin"), try item("http://h/5/x.bin?q"),
        ]
        func names(_ format: QueueExportFormat, _ opening: String) throws -> [String] {
            try format.export(items).text.split(separator: "\n").compactMap {
                $0.hasPrefix(opening) ? String($0.dropFirst(opening.count)) : nil
            }
        }
        #expect(
            try names(.curl, "output = ") == [
                "\"x (1).bin\"", "\"x (2).bin\"", "\"X.bin\"", "\"x.bin\"", "\"x (3).bin\"",
            ])
        #expect(
            try names(.metalink, "  <file name=") == [
                "\"x (1).bin\">", "\"x (2).bin\">", "\"X (3).bin\">", "\"x.bin\">", "\"x (4).bin\">",
            ])
        // A file that aria2 names after its URL keeps that name if no other item has it.
        #expect(try names(.aria2, "  out=") == ["x (1).bin", "x (2).bin", "x.bin"])
        let call = try #require(try Aria2Call.calls(items, secret: nil, includesCredentials: false).calls.first)
        let body = String(decoding: call.body, as: UTF8.self)
        for name in ["x (1).bin", "x (2).bin", "x.bin"] { #expect(body.contains("\"out\":\"\(name)\"")) }
    }

    @Test("curl's configuration quotes the values that need it")
    func curl() throws {
        let export = try QueueExportFormat.curl.export([
            try item("http://h/[1]", name: "a.b", directory: "/d\"\\\t"), try item("http://h/x"),
        ])
        #expect(
            export.text == """
                url = "http://h/[1]"
                output-dir = "/d\\"\\\\\\t"
                output = "a.b"
                globoff
                location
                fail
                create-dirs
                next
                url = "http://h/x"
                output-dir = "/d e"
                output = "x"
                globoff
                location
                fail
                create-dirs

                """)
        #expect(export.notes.isEmpty)
    }

    @Test("A note says that curl looks for passwords after redirects", arguments: [true, false])
    func curlPasswords(includesCredentials: Bool) throws {
        var secret = try item("http://h/x")
        secret.request.netrcPath = "/n"
        let export = try QueueExportFormat.curl.export([secret], includesCredentials: includesCredentials)
        #expect(export.text.contains("netrc-file = \"/n\"") == includesCredentials)
        #expect(export.notes.count == 1 && export.notes[0].contains("redirect") == includesCredentials)
    }

    @Test(
        "Lists of URLs contain nothing else, and the omitted fields are reported",
        arguments: [QueueExportFormat.wget, .lines, .ytDLP])
    func lists(format: QueueExportFormat) throws {
        let export = try format.export([try full()])
        #expect(export.text == "https://example.org/a?b&c\n")
        let name = format.rawValue
        #expect(
            export.notes == [
                "\(name) cannot represent the directory of 1 download",
                "\(name) cannot represent the name of 1 download",
                "\(name) cannot represent the checksum of 1 download",
                "\(name) cannot represent the referer of 1 download",
                "\(name) cannot represent the header fields of 1 download",
                "credentials of 1 download were left out",
            ])
    }

    @Test("Metalink is XML in which every value is escaped")
    func metalink() throws {
        let export = try QueueExportFormat.metalink.export([try full()])
        #expect(export.text.contains("<file name=\"n_&amp;.bin\">"))
        #expect(export.text.contains("<url>https://example.org/a?b&amp;c</url>"))
        #expect(export.text.contains("<hash type=\"sha-256\">abab"))
    }

    @Test("Credentials are exported only on request", arguments: QueueExportFormat.allCases)
    func credentials(format: QueueExportFormat) throws {
        let plain = try format.export([try full()]).text
        #expect(!plain.contains("secret") && !plain.contains("u:p@"))
        let requested = try format.export([try full()], includesCredentials: true).text
        #expect(requested.contains("u:p@"))
        #expect(requested.contains("secret") == [.aria2, .curl, .json].contains(format))
    }

    @Test("A user name and password in a referer count as credentials", arguments: QueueExportFormat.allCases)
    func refererCredentials(format: QueueExportFormat) throws {
        let item = try item("http://h/", referer: "https://u:p@r/a?b#c")
        let plain = try format.export([item])
        #expect(!plain.text.contains("u:p@") && plain.notes.contains("credentials of 1 download were left out"))
        let requested = try format.export([item], includesCredentials: true)
        #expect(!requested.notes.contains { $0.contains("credentials") })
        let carriesReferer = [QueueExportFormat.aria2, .curl, .json].contains(format)
        #expect(plain.text.contains("https://r/a?b#c") == carriesReferer)
        #expect(requested.text.contains("https://u:p@r/a?b#c") == carriesReferer)
    }

    @Test(
        "A referer without credentials is exported unchanged, and one that hides credentials elsewhere is omitted",
        arguments: [("HTTPS://R", "HTTPS://R"), ("about me", "about me"), ("ftp://u:p@r/", nil)])
    func otherReferers(referer: String, written: String?) throws {
        let export = try QueueExportFormat.aria2.export([try item("http://h/", referer: referer)])
        #expect(export.text == "http://h/\n  dir=/d e\n" + (written.map { "  referer=\($0)\n" } ?? ""))
        #expect(export.notes.isEmpty == (written != nil))
    }

    @Test(
        "An item with a line break or a NUL in a field is left out, except by JSON, which escapes it",
        arguments: ["\n", "\r", "\0", "\u{2028}"])
    func injection(text: String) throws {
        for bad in [
            try item("http://h/", directory: "/d\(text)out=x"), try item("http://h/", referer: "a\(text)b"),
            try item("http://h/", headers: [HeaderField(name: "Accept", value: "b\(text)c")]),
        ] {
            for format in QueueExportFormat.allCases where format != .json {
                let export = try format.export([bad, try item("http://h/good")])
                #expect(export.problems.count == 1 && export.problems[0].contains("a line break or NUL"))
                #expect(export.text == (try format.export([try item("http://h/good")]).text))
            }
            let lines = try QueueExportFormat.json.export([bad]).text.utf8.split(separator: UInt8(ascii: "\n"))
            #expect(lines.count == 3 && !lines.joined().contains { $0 < 0x20 })
        }
    }

    @Test("An empty queue gives an empty export")
    func empty() throws {
        #expect(try QueueExportFormat.json.export([]).text == "[]\n")
        #expect(try QueueExportFormat.aria2.export([]).text == "")
    }

    @Test("An item's JSON has every key of the contract, with null for absent values")
    func json() throws {
        var item = try item("http://h/a")
        item.error = QueueFailure(.http, "no")
        let text = try QueueExportFormat.json.export([item]).text
        #expect(
            text == """
                [
                {"addedAt":"2023-11-14T22:13:20.000Z","attempts":0,"bytes":0,"directory":"/d e",\
                "error":{"class":"http","message":"no"},\
                "etag":null,"finishedAt":null,"id":"abc","path":null,"priority":0,"sha256":null,"state":"ready",\
                "total":null,"url":"http://h/a"}
                ]

                """)
    }
}
