import DownloadQueue
import FoundationEssentials
import Syntax
import Testing
import WHATWGURL

@testable import ImportExport

@Suite("Lists carry no authority")
struct ListRulesTests {
    private let rules = ListRules(directory: "/d/own")

    private func entry(_ change: (inout ListedDownload) -> Void = { _ in }) throws -> ListedDownload {
        var entry = ListedDownload(url: try #require(WebURL("https://example.org/a")))
        change(&entry)
        return entry
    }

    private func plan(_ entry: ListedDownload, _ rules: ListRules? = nil) -> DownloadPlan {
        DownloadPlan([entry], rules: rules ?? self.rules)
    }

    private static let deep = "directories with too many levels or too long names"

    @Test(
        "A directory below that of the list is kept, and the file of any other is saved to that of the list",
        arguments: [
            (nil, "/d/own", nil), ("", "/d/own", nil), (".", "/d/own", nil), ("./", "/d/own", nil),
            ("sub/dir", "/d/own/sub/dir", nil), ("sub//dir/./x/", "/d/own/sub/dir/x", nil),
            ("/d/own", "/d/own", nil), ("/d/own/", "/d/own", nil), ("//d//own/sub", "/d/own/sub", nil),
            ("~", "/d/own/~", nil),
            ("/", "/d/own", "directories outside of /d/own"), ("/d", "/d/own", "directories outside of /d/own"),
            ("/d/ownother", "/d/own", "directories outside of /d/own"),
            ("/etc/cron.d", "/d/own", "directories outside of /d/own"),
            ("..", "/d/own", "directories outside of /d/own"), ("sub/../..", "/d/own", "directories outside of /d/own"),
            ("/d/own/../x", "/d/own", "directories outside of /d/own"),
            ("sub/..", "/d/own", "directories outside of /d/own"),
            // The system sees a slash or a dot before a combining character, which is one character in Swift.
            ("x/\u{301}../..", "/d/own", "directories outside of /d/own"),
            ("x/../\u{301}y", "/d/own", "directories outside of /d/own"),
            (".config/autostart", "/d/own", "hidden directories"), ("sub/.ssh", "/d/own", "hidden directories"),
            ("/d/own/.x", "/d/own", "hidden directories"), (".\u{301}x", "/d/own", "hidden directories"),
            ("...", "/d/own", "hidden directories"), ("~/.config", "/d/own", "hidden directories"),
            ("\u{200B}.ssh", "/d/own", "hidden directories"), ("sub/\u{AD}.x", "/d/own", "hidden directories"),
            (String(repeating: "a/", count: 2_500), "/d/own", Self.deep),
            (String(repeating: "a/", count: 65), "/d/own", Self.deep),
            (String(repeating: "a", count: 256), "/d/own", Self.deep),
            ("sub/" + String(repeating: "a", count: 255), "/d/own/sub/" + String(repeating: "a", count: 255), nil),
        ] as [(String?, String, String?)])
    func directories(listed: String?, directory: String, omission: String?) throws {
        let plan = plan(try entry { $0.directory = listed })
        #expect(plan.downloads.map(\.item.directory) == [directory])
        #expect(plan.downloads.map(\.item.root) == ["/d/own"])
        #expect(plan.omissions.kinds.map(\.what) == (omission.map { [$0] } ?? []))
    }

    @Test("A root that is the root of the file system has directories below it")
    func wholeSystem() throws {
        let rules = ListRules(directory: "/")
        #expect(plan(try entry { $0.directory = "/a/b" }, rules).downloads.map(\.item.directory) == ["/a/b"])
        #expect(plan(try entry { $0.directory = "a" }, rules).downloads.map(\.item.directory) == ["/a"])
    }

    @Test("The root can be above the directory that receives the files")
    func root() throws {
        let rules = ListRules(directory: "/d/own", root: "/d")
        let plan = plan(try entry { $0.directory = "/d/other" }, rules)
        #expect(plan.downloads.map(\.item.directory) == ["/d/own"] && plan.downloads.map(\.item.root) == ["/d"])
    }

    private struct Part: Sendable, CustomTestStringConvertible {
        var what: String
        var obeyed: String
        var change: @Sendable (inout ListedDownload) -> Void
        var testDescription: String { what }
    }

    private static let parts: [Part] = [
        Part(what: "proxies", obeyed: "http://…@p:1") { $0.proxy = "http://u:secret@p:1" },
        Part(what: "proxies", obeyed: "…@p:1") { $0.proxy = "u:secret@p:1" },
        Part(what: "netrc files", obeyed: "/h/.netrc") { $0.netrcPath = "/h/.netrc" },
        Part(what: "cookie files", obeyed: "/h/jar") { $0.cookiesPath = "/h/jar" },
        Part(what: "header fields", obeyed: "Cookie") { $0.headers = [HeaderField(name: "Cookie", value: "secret")] },
        Part(what: "header fields", obeyed: "X-Api-Key") {
            $0.headers = [HeaderField(name: "X-Api-Key", value: "secret"), HeaderField(name: "Accept", value: "*/*")]
        },
        Part(what: "credentials in addresses", obeyed: "https://…@example.org/a") { entry in
            entry.url = WebURL("https://u:secret@example.org/a") ?? entry.url
        },
        Part(what: "credentials in addresses", obeyed: "http://…@r/x") { $0.referer = "http://u:secret@r/x" },
        Part(what: "referers that are not http or https addresses", obeyed: "…@h") { $0.referer = "u:secret@h" },
        Part(what: "referers that are not http or https addresses", obeyed: "file:///etc/x") {
            $0.referer = "file:///etc/x"
        },
        Part(what: "private hosts", obeyed: "nas.local") {
            $0.privateHosts = PrivateHosts(includesOwn: true, others: ["nas.local"])
        },
        Part(what: "hidden directories", obeyed: "/d/own/.x") { $0.directory = ".x" },
        Part(what: "directories outside of /d/own", obeyed: "/e") { $0.directory = "/e" },
    ]

    @Test("What needs trust is left out with a note, and harmless parts stay", arguments: parts)
    private func leftOut(part: Part) throws {
        let plan = plan(try entry(part.change))
        #expect(plan.omissions.notes == ["\(part.what): left out of 1 entry"] && plan.obeyed.isEmpty)
        let item = try #require(plan.downloads.first).item
        let (proxy, netrc, cookies) = (item.proxy, item.netrcPath, item.cookiesPath)
        #expect(proxy == nil && netrc == nil && cookies == nil)
        #expect(!item.url.hasCredentials && item.referer.map { $0 == "http://r/x" } ?? true)
        #expect(item.headers.allSatisfy { $0.name == "Accept" } && item.privateHosts == .own)
        #expect(item.directory == "/d/own" && item.root == "/d/own")
    }

    @Test("A trusted list is obeyed, and what it chooses is said without secrets", arguments: parts)
    private func trusted(part: Part) throws {
        let entry = try entry(part.change)
        let plan = plan(entry, ListRules(directory: "/d/own", trustsList: true))
        #expect(plan.obeyed == ["\(part.what): \(part.obeyed)"] && plan.omissions.kinds.isEmpty)
        let item = try #require(plan.downloads.first).item
        #expect(item.proxy == entry.proxy && item.netrcPath == entry.netrcPath && item.cookiesPath == entry.cookiesPath)
        #expect(item.url == entry.url && item.referer == entry.referer && item.headers == entry.headers)
        #expect(item.privateHosts == entry.privateHosts && item.root == nil)
    }

    @Test("Data stays: name, digest, referrer, user agent, priority, times, place, and harmless fields")
    func data() throws {
        let listed = try entry { entry in
            entry.name = "n"
            entry.suggestedName = "s"
            entry.checksum = try? Checksum("md5=" + String(repeating: "0", count: 32))
            entry.referer = "https://r/"
            entry.userAgent = "UA"
            entry.priority = 7
            entry.snapshot = "abc"
            entry.startAt = Date(timeIntervalSince1970: 1)
            entry.headers = [
                HeaderField(name: "accept", value: "*/*"), HeaderField(name: "Accept-Language", value: "de"),
            ]
            entry.privateHosts = .none
        }
        let plan = plan(listed)
        let item = try #require(plan.downloads.first).item
        #expect(item.name == "n" && item.suggestedName == "s" && item.checksum == listed.checksum)
        #expect(item.referer == "https://r/" && item.userAgent == "UA" && item.priority == 7)
        #expect(item.snapshot == "abc" && item.startAt == listed.startAt && item.headers == listed.headers)
        #expect(item.privateHosts == .none && plan.omissions.kinds.isEmpty)
        let service = ListRules(directory: "/d/own", allowsOwnPrivateHost: false)
        #expect(self.plan(try entry(), service).downloads.map(\.item.privateHosts) == [.none])
    }

    @Test("Directories are counted, those with the most files first, and each kind is counted once per entry")
    func counts() throws {
        let entries = try ["b", "a", "b", "/x"].map { name in try entry { $0.directory = name } }
        let fields = ["X-A", "X-B"].map { HeaderField(name: $0, value: "1") }
        let plan = DownloadPlan(entries + [try entry { $0.headers = fields }], rules: rules)
        #expect(plan.directories.map(\.path) == ["/d/own", "/d/own/b", "/d/own/a"])
        #expect(plan.directories.map(\.count) == [2, 2, 1])
        #expect(
            plan.omissions.notes == [
                "directories outside of /d/own: left out of 1 entry", "header fields: left out of 1 entry",
            ])
    }

    @Test("Each different value that a trusted list chooses is said once, however many there are")
    func manyValues() throws {
        let entries = try (0..<50).map { number in try entry { $0.proxy = "http://p:\(number % 25)" } }
        let plan = DownloadPlan(entries, rules: ListRules(directory: "/d", trustsList: true))
        #expect(plan.obeyed == (0..<25).map { "proxies: http://p:\($0)" })
    }

    @Test("A list that invents many kinds of data is read in linear time, and they are counted together")
    func manyKinds() throws {
        let lines = (0..<20_000).map { " option-\($0)=1" }
        let list = QueueImportFormat.aria2.read(Array((["http://h/a"] + lines).joined(separator: "\n").utf8))
        #expect(list.omissions.kinds.count == 51)
        #expect(list.omissions.kinds.last.map { $0.what == "other data" && $0.count == 19_950 } == true)
    }

    /// The parts of an entry of the queue's JSON that need trust, with their kinds.
    private static let hostile = #"""
        "path":"/etc/cron.d/x","proxy":"http://p:1","netrc":"/h/.netrc","cookies":"/h/jar",
        "headers":[{"name":"Authorization","value":"Basic secret"}],
        "privateHosts":{"own":true,"others":["nas.local"]},"referer":"http://u:secret@r/"
        """#

    @Test(
        "No format of a list produces authority",
        arguments: [
            (
                QueueImportFormat.aria2,
                "https://u:p@h/a\n dir=/etc\n out=x\n all-proxy=http://p:1\n header=Cookie: a=b\n referer=http://u:p@r/\n"
            ), (.aria2, "https://h/a\n dir=.config/autostart\n out=x.desktop\n"),
            (.lines, "https://u:p@h/a\n"), (.json, "{\"url\":\"https://u:p@h/a\",\(hostile)}"),
            (.json, #"[{"url":"https://h/a","directory":"~/../.config","name":"x"}]"#),
            (
                .metalink,
                """
                <metalink xmlns="urn:ietf:params:xml:ns:metalink"><file name="../../etc/x">\
                <url>https://u:p@h/a</url></file></metalink>
                """
            ),
        ])
    func formats(format: QueueImportFormat, text: String) throws {
        let list = format.read(Array(text.utf8))
        #expect(list.problems.isEmpty && list.items.count == 1)
        let item = try #require(DownloadPlan(list.items, rules: rules).downloads.first).item
        #expect(item.directory == "/d/own" && item.root == "/d/own" && item.url.href == "https://h/a")
        let (proxy, netrc, cookies) = (item.proxy, item.netrcPath, item.cookiesPath)
        #expect(proxy == nil && netrc == nil && cookies == nil)
        #expect(item.headers.isEmpty && item.privateHosts == .own && item.referer.map { $0 == "http://r/" } ?? true)
        #expect(item.name.map { !$0.contains("/") } ?? true)
    }
}
