import Downloads
import FoundationEssentials
import Testing
import Transfer
import WHATWGURL

@Suite("Exports of the queue")
struct QueueExportTests {
    private func item(
        _ url: String, name: String? = nil, directory: String = "/d e", referer: String? = nil,
        headers: [HTTPField] = [], checksum: String? = nil
    ) throws -> QueueItem {
        let request = NewQueueItem(
            url: try #require(WebURL(url)), directory: directory, name: name,
            checksum: try checksum.map { try Checksum($0) }, referer: referer, headers: headers)
        return QueueItem(id: "abc", request: request, addedAt: Date(timeIntervalSince1970: 1_700_000_000))
    }

    private func full() throws -> QueueItem {
        try item(
            "https://u:p@example.org/a?b&c#d", name: "n\"&.bin", referer: "https://r/",
            headers: [HTTPField(name: "X-A", value: "1 2"), HTTPField(name: "Cookie", value: "secret")],
            checksum: "sha256=" + String(repeating: "ab", count: 32))
    }

    @Test("aria2's input file has the address and its options")
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
                  header=X-A: 1 2
                http://h/
                  dir=/d e

                """.replacing("n__", with: "n_&"))
        #expect(export.notes == ["credentials of 1 item(s) were left out"])
    }

    @Test("curl's configuration quotes what it must")
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

    @Test("Lists of addresses carry nothing else, and say so", arguments: [QueueExportFormat.wget, .lines, .ytDLP])
    func lists(format: QueueExportFormat) throws {
        let export = try format.export([try full()])
        #expect(export.text == "https://example.org/a?b&c\n")
        let name = format.rawValue
        #expect(
            export.notes == [
                "\(name) cannot carry the name of 1 item(s)", "\(name) cannot carry the checksum of 1 item(s)",
                "\(name) cannot carry the referer of 1 item(s)", "\(name) cannot carry the header fields of 1 item(s)",
                "credentials of 1 item(s) were left out",
            ])
    }

    @Test("Metalink is XML with everything escaped")
    func metalink() throws {
        let export = try QueueExportFormat.metalink.export([try full()])
        #expect(export.text.contains("<file name=\"n_&amp;.bin\">"))
        #expect(export.text.contains("<url>https://example.org/a?b&amp;c</url>"))
        #expect(export.text.contains("<hash type=\"sha-256\">abab"))
    }

    @Test("Credentials are written on request only", arguments: QueueExportFormat.allCases)
    func credentials(format: QueueExportFormat) throws {
        let plain = try format.export([try full()]).text
        #expect(!plain.contains("secret") && !plain.contains("u:p@"))
        let asked = try format.export([try full()], includesCredentials: true).text
        #expect(asked.contains("u:p@"))
        #expect(asked.contains("secret") == [.aria2, .curl].contains(format))
    }

    @Test("A line break or a NUL in a field is refused", arguments: ["\n", "\r", "\0", "\u{2028}"])
    func injection(text: String) throws {
        for format in QueueExportFormat.allCases {
            for bad in [
                try item("http://h/", directory: "/d\(text)out=x"), try item("http://h/", referer: "a\(text)b"),
                try item("http://h/", headers: [HTTPField(name: "A", value: "b\(text)c")]),
            ] {
                #expect(throws: QueueError.self) { try format.export([bad]) }
            }
        }
    }

    @Test("An empty queue is an empty export")
    func empty() throws {
        #expect(try QueueExportFormat.json.export([]).text == "[]\n")
        #expect(try QueueExportFormat.aria2.export([]).text == "")
    }

    @Test("An item's JSON has every key of the contract, null where there is no value")
    func json() throws {
        var item = try item("http://h/a")
        item.error = QueueFailure(.http, "no")
        let text = try QueueExportFormat.json.export([item]).text
        #expect(
            text == """
                [
                {"addedAt":"2023-11-14T22:13:20.000Z","attempts":0,"bytes":0,"error":{"class":"http","message":"no"},\
                "etag":null,"finishedAt":null,"id":"abc","path":null,"priority":0,"sha256":null,"state":"ready",\
                "total":null,"url":"http://h/a"}
                ]

                """)
    }
}
