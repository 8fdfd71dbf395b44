import DownloadQueue
import FoundationEssentials
import Syntax
import Testing
import WHATWGURL

@testable import ImportExport

@Suite("Lists of downloads from other programs")
struct QueueImportTests {
    private func read(_ text: String, as format: QueueImportFormat? = nil) -> QueueImport {
        let bytes = Array(text.utf8)
        return (format ?? .sniff(bytes)).read(bytes)
    }

    @Test(
        "The format is detected from the content",
        arguments: [
            ("http://h/a\nhttp://h/b\n", QueueImportFormat.lines), ("\n# x\nhttp://h/?a=b\n", .lines), ("", .lines),
            ("  http://h/?a=b\n", .lines), ("http://h/a\n  out=x\n", .aria2), ("http://h/a\thttp://m/a\n", .aria2),
            ("\u{FEFF}<?xml version='1.0'?><metalink/>", .metalink), ("\n <metalink/>", .metalink),
            ("[{\"url\":\"http://h/\"}]", .json), ("{\"url\":\"http://h/\"}\n", .json),
        ])
    func sniff(text: String, format: QueueImportFormat) {
        #expect(QueueImportFormat.sniff(Array(text.utf8)) == format)
    }

    @Test("Each line is a URL; blank lines and comments are skipped, and invalid lines are reported by number")
    func lines() {
        let list = read("\u{FEFF}# mine\r\nhttp://h/a\r\n\r\n\tnonsense \nftp://h/b\rhttps://h/%20 \n")
        #expect(list.items.map(\.url.href) == ["http://h/a", "https://h/%20"])
        #expect(list.items.allSatisfy { $0.directory == nil && $0.name == nil })
        #expect(list.problems.map(\.line) == [4, 5])
        #expect(list.problems.map(\.text) == ["nonsense", "ftp://h/b"])
    }

    @Test("An entry may have very many options")
    func manyOptions() throws {
        let list = read("http://h/a\n" + String(repeating: " header=Accept: a\n", count: 100_000))
        #expect(list.items.map(\.headers.count) == [100_000])
    }

    @Test("aria2's options become fields of the item, and options without a counterpart are reported")
    func aria2() throws {
        let digits = String(repeating: "ab", count: 32)
        let list = read(
            """
            http://h/a\thttp://mirror/a
              dir=sub/dir
              out=../../x.bin
              checksum=sha-256=\(digits)
              referer=http://r/
              user-agent=UA/1
              all-proxy=http://p:1
              header=X-A: 1
              split=5
            # comment
            ftp://h/b\thttp://h/b
             dir=/abs
              split=3
            """)
        #expect(list.problems.isEmpty)
        let first = try #require(list.items.first)
        #expect(first.url.href == "http://h/a" && first.directory == "sub/dir" && first.name == "x.bin")
        #expect(first.checksum?.digest == digits && first.referer == "http://r/" && first.userAgent == "UA/1")
        #expect(first.proxy == "http://p:1" && first.headers == [HeaderField(name: "X-A", value: "1")])
        #expect(list.items.last?.url.href == "http://h/b" && list.items.last?.directory == "/abs")
        #expect(list.items.count == 2)
        #expect(
            list.omissions.notes == [
                "mirrors: left out of 2 entries", "directories in names: left out of 1 entry",
                "aria2's option split: left out of 2 entries",
            ])
    }

    @Test(
        "Dangerous and malformed entries are refused",
        arguments: ["out=..", "header=Host: secret", "header=X", "checksum=sha-256=ab", "header=Range: bytes=0-", "x"])
    func refusals(option: String) {
        let list = read("http://h/a\n  \(option)\n", as: .aria2)
        #expect(list.problems.map(\.line) == [2])
        #expect(list.problems.allSatisfy { !$0.text.contains("secret") })
    }

    @Test(
        "A changed file name is reported, and an unchanged one is not",
        arguments: [
            ("sub/dir/x", "x", ["directories in names: left out of 1 entry"]),
            (".hidden", "hidden", ["characters that are not safe in names: left out of 1 entry"]),
            (
                #"d\a:b?.txt"#, "a_b_.txt",
                [
                    "directories in names: left out of 1 entry",
                    "characters that are not safe in names: left out of 1 entry",
                ]
            ), ("plain name.txt", "plain name.txt", []), ("e\u{301}", "\u{E9}", []),
        ])
    func names(written: String, name: String, notes: [String]) {
        for text in [
            "http://h/a\n out=\(written)\n",
            """
            <metalink xmlns="urn:ietf:params:xml:ns:metalink"><file name="\(written)"><url>http://h/a</url></file>\
            </metalink>
            """,
        ] {
            let list = read(text)
            #expect(list.items.map(\.name) == [name])
            #expect(list.omissions.notes == notes)
        }
    }

    @Test("The value of a refused header field is not repeated")
    func secretField() {
        let list = read("http://h/a\n  header=Bad Name: secret\n", as: .aria2)
        #expect(list.problems.count == 1 && !list.problems[0].text.contains("secret"))
    }

    @Test("Metalink 4 gives names, digests and the best URL; other namespaces and digests of pieces are ignored")
    func metalink() throws {
        let digits = String(repeating: "cd", count: 32)
        let list = read(
            """
            <?xml version="1.0"?>
            <metalink xmlns="urn:ietf:params:xml:ns:metalink" xmlns:x="urn:x">
              <file name="dir/../a.iso"><size>3</size>
                <hash type="sha-999">00</hash><hash type="sha-256"> \(digits) </hash>
                <pieces length="1" type="sha-256"><hash>\(String(repeating: "0", count: 64))</hash></pieces>
                <x:url>http://x/</x:url>
                <url>http://last/</url>
                <url priority="2">http://second/</url><url priority="1">http://first/?a&amp;b</url>
                <url priority="0">ftp://none/</url>
              </file>
              <file name="none"><url>ftp://only/</url></file>
              <file name="b.iso"><url>http://other/</url></file>
            </metalink>
            """)
        #expect(list.items.map(\.url.href) == ["http://first/?a&b", "http://other/"])
        #expect(list.items.map(\.name) == ["a.iso", "b.iso"])
        #expect(list.items.map(\.checksum?.digest) == [digits, nil])
        #expect(list.problems.map(\.line) == [11])
        #expect(
            list.omissions.notes == [
                "mirrors: left out of 1 entry", "sizes: left out of 1 entry",
                "hashes of types that Leftoff does not compute: left out of 1 entry",
                "directories in names: left out of 1 entry",
            ])
        #expect(read("<metalink").problems.count == 1)
        #expect(read("<html/>").problems.count == 1)
    }

    @Test(
        "The strongest hash of a Metalink file is used, wherever it is",
        arguments: [["sha-512", "sha-1", "md5"], ["md5", "sha-512", "sha-256"], ["sha-1", "sha-999", "sha-512"]])
    func strongestHash(types: [String]) {
        let hashes = types.map { type in
            let count = DigestAlgorithm(named: type)?.byteCount ?? 1
            return "<hash type=\"\(type)\">\(String(repeating: "0C", count: count))</hash>"
        }
        let list = read(metalink(hashes.joined()))
        #expect(list.problems.isEmpty)
        #expect(list.items.map(\.checksum?.description) == ["sha512=" + String(repeating: "0c", count: 64)])
    }

    @Test(
        "A Metalink hash of a known type with invalid digits is refused with its line number",
        arguments: ["ab", "", String(repeating: "x", count: 64), String(repeating: "a", count: 65)])
    func malformedHash(digits: String) {
        let good = "<hash type=\"md5\">\(String(repeating: "0", count: 32))</hash>"
        let list = read(metalink("\(good)\n<hash type=\"sha-256\">\(digits)</hash>"))
        #expect(list.problems.map(\.line) == [2])
        #expect(list.problems.map(\.text) == ["sha-256=\(digits)"])
        #expect(list.problems.map(\.reason) == ["not a digest of SHA-256: 64 hexadecimal digits are needed"])
    }

    private func metalink(_ hashes: String) -> String {
        "<metalink xmlns=\"urn:ietf:params:xml:ns:metalink\"><file name=\"a\">\(hashes)<url>http://h/a</url></file></metalink>"
    }

    @Test("The queue's own export is imported unchanged if it is trusted", arguments: [true, false])
    func roundTrip(withCredentials: Bool) throws {
        let url = try #require(WebURL("https://u:p@h/a?b#c"))
        var new = NewQueueItem(
            url: url, directory: "/e", name: "n",
            checksum: try Checksum("sha256=" + String(repeating: "ab", count: 32)),
            referer: "http://r/",
            headers: [HeaderField(name: "Cookie", value: "s"), HeaderField(name: "Accept", value: "1")], priority: 3)
        new.userAgent = "UA"
        new.proxy = "http://u:p@proxy:1"
        new.netrcPath = "/n"
        new.cookiesPath = "/c"
        new.snapshot = "abc"
        new.startAt = Date(timeIntervalSince1970: 1_900_000_000)
        let item = QueueItem(id: "i", request: new, addedAt: Date(timeIntervalSince1970: 1_700_000_000))
        let export = try QueueExportFormat.json.export([item], includesCredentials: withCredentials)
        let list = read(export.text)
        #expect(list.problems.isEmpty)
        if !withCredentials {
            new.url = try #require(WebURL("https://h/a?b"))
            new.headers = [HeaderField(name: "Accept", value: "1")]
            (new.proxy, new.netrcPath, new.cookiesPath) = (nil, nil, nil)
            #expect(!export.text.contains("u:p") && export.notes.count == 1)
        } else {
            new.url = new.url.withoutFragment()
        }
        let rules = ListRules(directory: "/d", trustsList: true)
        #expect(DownloadPlan(list.items, rules: rules).downloads.map(\.item) == [new])
    }

    @Test(
        "The hosts that may be private are exported and imported",
        arguments: [
            .own, .none, PrivateHosts(includesOwn: true, others: ["nas.local", "[fd00::1]"]),
            PrivateHosts(includesOwn: false, others: ["nas.local"]),
        ] as [PrivateHosts])
    func privateHosts(hosts: PrivateHosts) throws {
        var new = NewQueueItem(url: try #require(WebURL("https://h/a")), directory: "/e")
        new.privateHosts = hosts
        let item = QueueItem(id: "i", request: new, addedAt: Date(timeIntervalSince1970: 1_700_000_000))
        let text = try QueueExportFormat.json.export([item]).text
        #expect(text.contains("privateHosts") == (hosts != .own))
        #expect(read(text).items.map(\.privateHosts) == [hosts])
    }

    @Test("A value that is not a host is refused")
    func invalidPrivateHost() {
        let list = read("{\"url\":\"http://h/a\",\"privateHosts\":{\"others\":[\"NAS.local\",\"a:80\"]}}\n")
        #expect(
            list.items.isEmpty && list.problems.map(\.reason) == ["privateHosts contains a value that is not a host"])
        let valid = read("{\"url\":\"http://h/a\",\"privateHosts\":{\"others\":[\"NAS.local\"]}}\n")
        #expect(valid.items.map(\.privateHosts) == [PrivateHosts(includesOwn: false, others: ["nas.local"])])
    }

    @Test("Finished downloads are not downloaded again, and JSON of another shape is refused")
    func json() {
        let list = read(
            """
            {"url":"http://h/a","state":"done"}
            {"url":"http://h/b","path":"/x/y/b.bin","state":"failed","unknown":[1]}
            {"url":7}
            {"url":"http://h/c","headers":[{"name":"Host","value":"x"}]}
            {"url":"http://h/d","state":"paused"}
            """)
        #expect(
            list.items.map(\.url.href) == ["http://h/b", "http://h/d"] && list.items.map(\.isPaused) == [false, true])
        #expect(list.items[0].directory == "/x/y" && list.items[0].name == "b.bin")
        #expect(list.problems.map(\.line) == [3, 4])
        #expect(list.omissions.notes == ["downloads that are done: left out of 1 entry"])
        #expect(read("[1]").problems.count == 1)
        #expect(read("{\n  \"url\": \"http://h/d\",\n  \"name\": \"e\"\n}\n").items.map(\.name) == ["e"])
    }

    @Test(
        "Text that begins like JSON but is malformed is reported as one problem",
        arguments: ["{", "{\n\"url\":\n}\n", "{{}\n{}\n", "[", "[{]\n1"])
    func notJSON(text: String) throws {
        let list = read(text)
        #expect(list.items.isEmpty && list.problems.map(\.line) == [1])
        #expect(try #require(list.problems.first).reason.contains("array of downloads"))
    }

    @Test("Bytes that are not text are refused", arguments: [QueueImportFormat.lines, .aria2, .json])
    func bytes(format: QueueImportFormat) {
        #expect(format.read([0x68, 0xFF, 0xFE]).problems.count == 1)
    }

    @Test(
        "A list with too many entries is one problem, in every format",
        arguments: [
            (QueueImportFormat.lines, "http://h/a\nhttp://h/b\nhttp://h/c\n", 3),
            (.aria2, "http://h/a\n out=x\nhttp://h/b\nhttp://h/c\n out=y\n", 4),
            (
                .metalink,
                "<metalink xmlns='urn:ietf:params:xml:ns:metalink'>\n"
                    + ["a", "b", "c"].map { "<file name='x'><url>http://h/\($0)</url></file>\n" }.joined()
                    + "</metalink>",
                4
            ), (.json, "[{\"url\":\"http://h/a\"},{\"url\":\"http://h/b\"},{\"url\":\"http://h/c\"}]", 3),
            (.json, "{\"url\":\"http://h/a\"}\n{\"url\":\"http://h/b\"}\n{\"url\":\"http://h/c\"}\n", 3),
        ])
    func entryLimit(format: QueueImportFormat, text: String, line: Int) {
        #expect(format.read(Array(text.utf8), entryLimit: 3).items.count == 3)
        let list = format.read(Array(text.utf8), entryLimit: 2)
        #expect(list.items.count == 2 && list.isEnded && list.problemCount == 1)
        #expect(list.problems.map(\.line) == [line])
        #expect(list.problems.map(\.reason) == ["more than 2 entries: split the list"])
    }

    @Test(
        "Of many problems, the first twenty are kept and all are counted, up to a limit that ends the reading",
        arguments: [("x\n", "", ""), ("{},", "[", "{}]")])
    func manyProblems(entry: String, opening: String, closing: String) {
        func list(_ count: Int) -> QueueImport { read(opening + String(repeating: entry, count: count) + closing) }
        let some = list(50)
        #expect(some.problems.count == 20 && some.problemCount == (closing.isEmpty ? 50 : 51) && !some.isEnded)
        let most = list(QueueImport.problemLimit + 10)
        #expect(most.problems == some.problems && most.problemCount == QueueImport.problemLimit && most.isEnded)
    }

    @Test("An item of JSON that is larger than any other is refused before it is parsed")
    func largeItem() {
        let list = read("[{\"url\":\"http://h/a\",\"x\":\"\(String(repeating: "a", count: 16 << 20))\"}]")
        #expect(list.items.isEmpty && list.problems.map(\.reason) == ["larger than 16777216 bytes"])
    }

    @Test("A hundred thousand lines are read, and every invalid one is reported")
    func many() {
        let text = (0..<100_000).map { $0 % 10_000 == 5 ? "nonsense \($0)" : "http://h/\($0)" }.joined(separator: "\n")
        let list = read(text, as: .lines)
        #expect(list.items.count == 99_990 && list.problems.count == 10 && list.problems[0].line == 6)
    }
}
