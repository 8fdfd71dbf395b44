import LinkHarvest
import Testing

@testable import LinkOutput
@testable import WHATWGURL

@Suite("Link selection")
struct LinkSelectionTests {
    private static func link(
        _ address: String?, kind: LinkKind = .anchor, text: String? = nil, rel: [String] = [], type: String? = nil,
        download: String? = nil, element: String = "a"
    ) -> HarvestedLink {
        var link = HarvestedLink(
            url: address.flatMap { WebURL($0) }, raw: address ?? "http://[", element: element, attribute: "href",
            kind: kind, source: "p")
        link.text = text
        link.rel = rel
        link.type = type
        link.download = download
        return link
    }

    private func evaluate(
        _ filters: [LinkFilter?], _ links: [HarvestedLink], normalization: URLNormalization = [],
        page: String? = "https://www.a.co.uk/p",
        inView: Set<WebURL>? = nil, keepsDuplicates: Bool = true, includesInvalid: Bool = false
    ) -> [(link: HarvestedLink, exclusion: LinkExclusion?)] {
        var selection = LinkSelection(
            normalization: normalization, filters: filters.compactMap { $0 }, keepsDuplicates: keepsDuplicates,
            includesInvalid: includesInvalid
        ).begin(LinkPage(address: page.flatMap { WebURL($0) }, linksInView: inView))
        return links.map { link in
            var link = link
            let exclusion = selection.evaluate(&link)
            return (link: link, exclusion: exclusion)
        }
    }

    private func kept(_ evaluated: [(link: HarvestedLink, exclusion: LinkExclusion?)]) -> [String] {
        evaluated.filter { $0.exclusion == nil }.map { $0.link.url?.href ?? "none" }
    }

    private func reasons(_ evaluated: [(link: HarvestedLink, exclusion: LinkExclusion?)]) -> [String] {
        evaluated.compactMap { $0.exclusion.map { "\($0.cause): \($0.reason)" } }
    }

    @Test("Values of one option are alternatives, and all options must match")
    func combination() throws {
        let links = [
            Self.link("https://a/1.pdf"), Self.link("https://a/2.zip"), Self.link("https://a/3.html"),
            Self.link("https://a/4.pdf", kind: .image),
        ]
        let evaluated = evaluate([try .kinds(named: ["anchor"]), try .extensions(named: ["pdf,zip"])], links)
        #expect(kept(evaluated) == ["https://a/1.pdf", "https://a/2.zip"])
        #expect(reasons(evaluated) == ["ext: its file is 3.html", "kind: its kind is image"])
    }

    @Test("Patterns match the whole URL, and exclusion takes precedence over inclusion")
    func patterns() throws {
        let links = ["https://a/x?y=1", "https://a/secret", "mailto:b@a"].map { Self.link($0) }
        let evaluated = evaluate(
            [.included(try TextPattern.list(["https://*"])), .excluded(try TextPattern.list(["re:secret", "*.gif"]))],
            links)
        #expect(kept(evaluated) == ["https://a/x?y=1"])
        #expect(
            reasons(evaluated) == ["exclude: its address matches re:secret", "include: no pattern matches its address"])
    }

    @Test(
        "A link's extension is that of its path or of its proposed name",
        arguments: [
            ("https://a/x.pdf", nil, true), ("https://a/x.PDF?y", nil, true), ("https://a/x%2Epdf", nil, true),
            ("https://a/get?f=x.pdf", nil, false), ("https://a/get?f=1", "report.Pdf", true),
            ("https://a/.pdf", nil, false), ("https://a/pdf", nil, false), ("https://a/x.pdf/", nil, false),
            ("mailto:a@b.pdf", nil, false), ("data:x.pdf", nil, false), ("https://a.pdf", nil, false),
            ("https://a/x.tar.gz", nil, true),
        ] as [(String, String?, Bool)])
    func extensions(address: String, download: String?, isKept: Bool) throws {
        let evaluated = evaluate(
            [try .extensions(named: [".pdf", "*.tar.gz"])], [Self.link(address, download: download)])
        #expect(kept(evaluated).isEmpty != isKept)
    }

    @Test(
        "A link's media type is its declared one, otherwise that of its extension",
        arguments: [
            ("https://a/x", "Application/PDF; v=1", "application/pdf", true), ("https://a/x.png", nil, "image/*", true),
            ("https://a/x.png", nil, "image", true), ("https://a/x.png", "text/html", "image", false),
            ("https://a/x", nil, "image", false), ("data:image/gif;base64,AA", nil, "image/gif", true),
            ("data:,x", nil, "text/plain", true), ("https://a/x.svg", nil, "image/svg+xml", true),
        ] as [(String, String?, String, Bool)])
    func types(address: String, type: String?, wanted: String, isKept: Bool) throws {
        let evaluated = evaluate([try .types(named: [wanted])], [Self.link(address, type: type)])
        #expect(kept(evaluated).isEmpty != isKept)
    }

    @Test("A condition on descriptions is met only by links that have them")
    func descriptions() throws {
        let html = Array("<a href=a.bin rel=me type=text/csv download=x.pdf>report</a>".utf8)
        let address = try #require(WebURL("https://example.org/"))
        let page = LinkPage(address: address)
        func isKept(by filter: LinkFilter, describes: Bool) throws -> Bool {
            let link = try #require(
                try LinkHarvester(options: HarvestOptions(describes: describes))
                    .harvest(html, contentType: "text/html", documentURL: address, source: "test").first)
            return filter.reasonToExclude(link, at: link.url, on: page) == nil
        }
        for filter: LinkFilter in [
            .relations(["me"]), .texts([try TextPattern("report")]), .extensions(["pdf"]),
            try #require(try LinkFilter.types(named: ["text/csv"])), .kinds([.anchor]), .schemes(["https"]),
            .included([try TextPattern("*.bin")]), .excluded([try TextPattern("*.pdf")]), .sameHost, .sameSite,
        ] {
            #expect(try isKept(by: filter, describes: true), "\(filter.name)")
            let asks = LinkSelection(filters: [filter]).needsDescriptions
            #expect(try isKept(by: filter, describes: false) == !asks, "\(filter.name)")
        }
    }

    @Test("Links are selected by scheme, relation and text")
    func others() throws {
        let links = [
            Self.link("https://a/", text: "Annual Report 2024", rel: ["next", "nofollow"]),
            Self.link("mailto:a@b", text: "Mail"), Self.link("ftp://a/"),
        ]
        #expect(kept(evaluate([try .schemes(named: ["HTTPS:,ftp://"])], links)) == ["https://a/", "ftp://a/"])
        #expect(kept(evaluate([try .relations(named: ["Next"])], links)) == ["https://a/"])
        let texts = LinkFilter.texts(try TextPattern.list(["*report*", "re:^m"], ignoresCase: true))
        #expect(kept(evaluate([texts], links)) == ["https://a/", "mailto:a@b"])
        #expect(reasons(evaluate([texts], links)) == ["text: it has no text"])
    }

    @Test(
        "The same host means equal hosts, the same site equal registrable domains",
        arguments: [
            ("https://www.a.co.uk/", true, true), ("http://www.a.co.uk:8080/", true, true),
            ("https://www.a.co.uk./", true, true), ("https://a.co.uk/", false, true),
            ("https://x.y.a.co.uk/", false, true), ("https://b.co.uk/", false, false), ("https://co.uk/", false, false),
            ("https://aa.co.uk/", false, false), ("mailto:x@www.a.co.uk", false, false), ("data:,x", false, false),
            ("file:///www.a.co.uk", false, false),
        ])
    func hosts(address: String, isSameHost: Bool, isSameSite: Bool) {
        #expect(kept(evaluate([.sameHost], [Self.link(address)])).isEmpty != isSameHost)
        #expect(kept(evaluate([.sameSite], [Self.link(address)])).isEmpty != isSameSite)
    }

    @Test(
        "Sites follow libpsl's list",
        arguments: [
            ("www.example.com", "example.com"), ("example.com", "example.com"), ("com", "com"),
            ("a.b.github.io", "b.github.io"), ("github.io", "github.io"), ("localhost", "localhost"),
            ("www.xn--85x722f.com.cn", "xn--85x722f.com.cn"), ("127.0.0.1", "127.0.0.1"), ("[::1]", "[::1]"),
            ("EXAMPLE.org.", "example.org"), ("a.b.kawasaki.jp", "a.b.kawasaki.jp"), ("", ""),
        ])
    func sites(host: String, site: String) {
        #expect(RegistrableDomain.isKnown)
        #expect(RegistrableDomain.site(of: host) == site)
    }

    @Test("A page without a host has no links of the same host")
    func noHost() {
        let evaluated = evaluate([.sameSite], [Self.link("https://a/")], page: nil)
        #expect(reasons(evaluated) == ["same-site: the page has no host"])
    }

    @Test("Only links that were in view are kept, by their URLs in the page")
    func inView() throws {
        let seen = try #require(WebURL("https://a/#x"))
        let links = ["https://a/#x", "https://a/"].map { Self.link($0) }
        #expect(kept(evaluate([.inView], links, normalization: .fragment, inView: [seen])) == ["https://a/"])
        #expect(kept(evaluate([.inView], links)) == [])
    }

    @Test("Links whose URLs are equal after normalization are duplicates if element and attribute are equal")
    func duplicates() {
        let links = [
            Self.link("https://a/#x"), Self.link("https://a/#y"), Self.link("https://a/", element: "area"),
            Self.link(nil), Self.link(nil),
        ]
        let evaluated = evaluate([], links, normalization: .fragment, keepsDuplicates: false, includesInvalid: true)
        #expect(kept(evaluated) == ["https://a/", "https://a/", "none"])
        #expect(reasons(evaluated).map { $0.prefix(9) } == ["duplicate", "duplicate"])
        #expect(kept(evaluate([], links, normalization: .fragment)).count == 3)
        #expect(reasons(evaluate([], links)).last == "invalid: its value is not a valid URL")
    }

    @Test("A link without a URL meets no condition on URLs but is not excluded either")
    func invalid() throws {
        let links = [Self.link(nil)]
        let some = try TextPattern.list(["*"])
        #expect(kept(evaluate([.excluded(some)], links, includesInvalid: true)) == ["none"])
        for filter in [LinkFilter.included(some), .sameHost, .schemes(["http"]), .extensions(["x"]), .inView] {
            #expect(kept(evaluate([filter], links, includesInvalid: true)) == [])
        }
    }

    @Test("A link with a URL that is too long is reported as such")
    func tooLong() throws {
        var link = Self.link(nil)
        link.isTooLong = true
        #expect(reasons(evaluate([], [link])) == ["invalid: its address is longer than 2 MiB"])
    }

    @Test("A link out of scope is excluded and does not make a later link a duplicate")
    func outOfScope() {
        var link = Self.link("https://a/")
        link.isOutOfScope = true
        let evaluated = evaluate([], [link, Self.link("https://a/"), link], keepsDuplicates: false)
        #expect(reasons(evaluated).map { String($0.prefix(6)) } == ["within", "within"])
        #expect(kept(evaluated) == ["https://a/"])
    }

    @Test("Documents in an archive are selected by their own URLs and have their own duplicates")
    func archive() throws {
        func record(_ address: String) -> String {
            let page =
                "<a href=https://a.example/x></a><a href=https://b.example/x></a><a href=https://b.example/x#y></a>"
            return "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: \(address)\r\nContent-Type: text/html\r\n"
                + "Content-Length: \(page.utf8.count)\r\n\r\n\(page)\r\n\r\n"
        }
        let archive = ["https://a.example/", "https://b.example/", "https://b.example/", "odd"].map(record).joined()
        var selection = LinkSelection(normalization: .fragment, filters: [.sameHost]).begin(
            LinkPage(address: WebURL("https://a.example/")))
        var chosen: [String] = []
        let harvest = LinkHarvester().begin(
            DocumentHarvest.Description(source: "a.warc", contentType: "application/warc")
        ) { batch in
            selection.prepare(for: batch)
            for link in batch.links {
                var link = link
                if selection.evaluate(&link) == nil { chosen.append("\(link.source) \(link.url?.href ?? "")") }
            }
        }
        try Array(archive.utf8).withUnsafeBufferPointer { try harvest.receive($0) }
        try harvest.finish()
        #expect(
            chosen == [
                "https://a.example/ https://a.example/x", "https://b.example/ https://b.example/x",
                "https://b.example/ https://b.example/x", "odd https://a.example/x",
            ])
    }

    @Test("Unknown values of options are rejected")
    func refused() {
        #expect(throws: LinkSelectionError.self) { try LinkFilter.kinds(named: ["anchors"]) }
        #expect(throws: LinkSelectionError.self) { try LinkFilter.extensions(named: ["a,,b"]) }
        #expect(throws: LinkSelectionError.self) { try LinkFilter.extensions(named: ["*.*"]) }
        #expect(throws: LinkSelectionError.self) { try LinkFilter.types(named: ["a/b/c"]) }
        #expect(throws: LinkSelectionError.self) { try LinkFilter.schemes(named: ["1x"]) }
        #expect(throws: LinkSelectionError.self) { try LinkFilter.relations(named: [""]) }
        #expect(throws: LinkSelectionError.self) { try LinkFilter.relations(named: ["next prev"]) }
        #expect(throws: LinkSelectionError.self) { try LinkFilter.extensions(named: ["tar gz"]) }
        #expect(throws: LinkSelectionError.self) { try LinkFilter.types(named: ["pdf"]) }
        #expect(throws: LinkSelectionError.self) { try URLNormalization(named: ["fragments"]) }
    }

    @Test("Several names of normalizations are combined into one")
    func forms() throws {
        #expect(try URLNormalization(named: ["fragment, Tracking", "ports"]) == [.fragment, .tracking, .ports])
        #expect(try URLNormalization(named: ["all"]) == .all)
        #expect(try URLNormalization(named: []) == [])
    }

    @Test("Each order sorts by its key, is stable, and puts links without the key last")
    func orders() {
        let links = [
            Self.link("https://b/2", text: "beta"), Self.link(nil, text: "Alpha"), Self.link("https://b/1"),
            Self.link("mailto:x@y", text: "ALPHA"), Self.link("https://a/9", text: "gamma"),
        ]
        func sorted(_ order: LinkOrder) -> [Int] { order.sorted(links).compactMap(links.firstIndex) }
        #expect(sorted(.document) == [0, 1, 2, 3, 4])
        #expect(sorted(.url) == [4, 2, 0, 3, 1])
        #expect(sorted(.text) == [1, 3, 0, 4, 2])
        #expect(sorted(.host) == [4, 0, 2, 1, 3])
    }
}
