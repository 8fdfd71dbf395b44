import LinkHarvest
import Testing
import WHATWGURL

@Suite("URLs in the strings of scripts")
struct ScriptStringTests {
    private func links(
        _ html: String, parts: Int = .max, contentType: String = "text/html;charset=utf-8"
    ) throws -> [HarvestedLink] {
        var options = HarvestOptions(keepsDuplicates: true)
        options.includesScriptStrings = true
        var links: [HarvestedLink] = []
        let harvest = LinkHarvester(options: options).begin(
            DocumentHarvest.Description(source: "test", contentType: contentType, url: WebURL("https://x.example/d/p"))
        ) { links += $0.links }
        let page = Array(html.utf8)
        try page.withUnsafeBufferPointer { page in
            var position = 0
            while position < page.count {
                let end = parts < page.count - position ? position + parts : page.count
                try harvest.receive(UnsafeBufferPointer(rebasing: page[position..<end]))
                position = end
            }
        }
        try harvest.finish()
        return links
    }

    private func strings(_ script: String) throws -> [String] {
        try links("<script>\(script)</script>").map(\.raw)
    }

    @Test(
        "Absolute http URLs, hosts and paths from the root are found",
        arguments: [
            ("a='http://a.example/b'", ["http://a.example/b"]), ("\"HTTPS://a.example\"", ["HTTPS://a.example"]),
            ("`https://a.example/?b=c#d`", ["https://a.example/?b=c#d"]), ("f('//a.example/b')", ["//a.example/b"]),
            ("'//a.example'", ["//a.example"]), ("'/a'", ["/a"]),
            ("['/a/b.js','/c?d=e&f=g']", ["/a/b.js", "/c?d=e&f=g"]),
            ("'http://[::1]/'", ["http://[::1]/"]), ("'/\u{4E2D}'", ["/\u{4E2D}"]),
            ("{\"u\":\"https:\\/\\/a.example\\/b\"}", ["https://a.example/b"]),
            ("'\\x2fa\\u002Fb\\u{2F}c'", ["/a/b/c"]), ("'/\\u4e2d\\ud83d\\ude00\\d'", ["/\u{4E2D}\u{1F600}d"]),
            ("'/a\\\nb\\\r\nc'", ["/abc"]), ("'/a\"b'", []), ("\"/it\\'s\"", ["/it's"]),
        ])
    func found(script: String, expected: [String]) throws {
        #expect(try strings(script) == expected)
    }

    @Test(
        "Other strings are ignored",
        arguments: [
            "'a'", "'a/b'", "'./a'", "'/'", "'//'", "'///'", "'/*'", "'/ a'", "'/a b'", "'</a>'", "'/>'",
            "'/^[a-z]+$/'",
            "'http://'", "'http:///'", "'https'", "'ftp://a.example/'", "'http://{host}/'", "'//comment'", "'// a.b'",
            "'mailto:a@b.example'", "'/a\\n'", "'/\\x00a'", "'data:,x'", "`/a${b}`", "`${a}/b`", "'http://-/'",
            "'/a\n'", "'/\\ud83d a'", "'http://\\'", "'\\", "'/a",
        ])
    func none(script: String) throws {
        #expect(try strings(script) == [])
    }

    @Test(
        "Comments, regular expressions, divisions and templates do not hide the strings after them",
        arguments: [
            "// it's\n'/a'", "/* it's */'/a'", "x=/['\"]/;'/a'", "x=/[/'\"]/g;'/a'", "return /'/.test('/a')",
            "a=b/c;'/a'", "a=(b)/c/'/a'", "a[0]/2;'/a';b/3", "f(/\\//,'/a')", "x=/https?:\\/\\//;'/a'",
            "`${f(`${'x'}`)}it's`;'/a'", "`it's ${{a:{}}} '`;'/a'", "`${'/a'}`", "a /* ' */ / 2;'/a'", "don't\n'/a'",
            "'\\'';'/a'", "\"'\";'/a'", "x=/a/ / 2;'/a'", "/* '/a'", "/[\n'/a'", "}'/a'", "a=`\\``;'/a'",
            "`\\${'`;'/a'",
        ])
    func syntax(script: String) throws {
        #expect(try strings(script) == ["/a"])
    }

    @Test("They are links of kind script, resolved against the document's root, on request only")
    func link() throws {
        let page =
            "<base href=/b/><p>\n<script type=module>f('/a')</script><script>'https://y.example/?\u{E9}'</script>"
        let found = try links(page, contentType: "text/html;charset=iso-8859-1")
        #expect(found.map { $0.url?.href } == ["https://x.example/a", "https://y.example/?%C3%83%C2%A9"])
        let first = try #require(found.first)
        #expect(first.kind == .script && first.element == "script" && first.attribute == "text()" && first.line == 2)
        #expect(try harvest(page).isEmpty)
    }

    @Test("JSON in a script is searched, JSON-LD has its own rules, and attributes and texts are not scripts")
    func others() throws {
        let page = """
            <script type=application/json>{"a":["/a"]}</script><p onclick="f('/b')">'/c'</p>
            <script type="application/ld+json">{"url":"/d","x":"/e"}</script><style>a{b:'/f'}</style>
            <iframe srcdoc="<script>'/g'</script>"></iframe><svg><script>'/h'</script></svg>
            """
        #expect(try links(page).map { $0.url?.path } == ["/a", "/d", "/g", "/h"])
    }

    @Test("The same strings are found however the page is cut", arguments: [1, 2, 3, 7, 64])
    func parts(length: Int) throws {
        let page = """
            <script>a='/a\\u002Fb';/* ' */b=/['"]/;c=`/c`;d=`${'/d'}`</script><a href=e>
            <script><!-- <script>'/f'</script> --></script><script>'\u{4E2D}';'/\u{4E2D}'</script>
            """
        let whole = try links(page)
        #expect(whole.map(\.raw) == ["/a/b", "/c", "/d", "e", "/f", "/\u{4E2D}"])
        #expect(try links(page, parts: length) == whole)
    }

    @Test(
        "Hostile scripts take linear time",
        arguments: ["/[", "`${", "`${{", "'\\", "\"\\", "/*", "`", "'", "}", "x/", "`${`}", "/\\", "\\"])
    func hostile(piece: String) throws {
        // Quadratic time would be hours.
        let count = 300_000 / piece.utf8.count
        #expect(try links("<script>" + String(repeating: piece, count: count) + "</script>").isEmpty)
    }
}
