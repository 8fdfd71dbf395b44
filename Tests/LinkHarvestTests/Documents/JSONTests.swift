import Testing
import WHATWGURL

@testable import LinkHarvest

@Suite("JSON")
struct JSONTests {
    private func scan(_ text: String, contentType: String? = nil, name: String? = nil) throws -> RecordingSink {
        let sink = RecordingSink()
        try Array(text.utf8).withUnsafeBufferPointer {
            try JSONDocumentScanner.scan(
                $0, contentType: contentType, name: name, origin: documentOrigin, sink: sink)
        }
        return sink
    }

    private func find(_ text: String) -> [String] {
        Array(text.utf8).withUnsafeBufferPointer { JSONLDAddresses.find(in: $0).map { "\($0.key)=\($0.value)" } }
    }

    @Test("JSON-LD gives URLs by key, images by context, and names as text")
    func jsonLD() throws {
        let sink = try scan(
            """
            {"@context":"https://schema.org","@graph":[
             {"@type":"Article","@id":"https://x.example/#a","headline":"H","url":"/a","image":["i.png",{"url":"j.png"}],
              "license":"public domain","sameAs":["https://y.example/","z"],
              "video":{"@type":"VideoObject","name":"V","contentUrl":"v.mp4",\
              "encodingFormat":"video/mp4","embedUrl":"/e"}},
             {"potentialAction":{"target":{"urlTemplate":"/s?q={q}"},"query":"x"}},\
             {"potentialAction":{"target":"/go"}}]}
            """)
        #expect(
            sink.summary == [
                "json@url anchor https://example.org/a \"H\"",
                "json@image image https://example.org/dir/i.png \"H\"", "json@url image https://example.org/dir/j.png",
                "json@sameAs anchor https://y.example/ \"H\"",
                "json@contentUrl media https://example.org/dir/v.mp4 \"V\"",
                "json@embedUrl frame https://example.org/e \"V\"", "json@target anchor https://example.org/go",
            ])
        #expect(sink.links[4].type == "video/mp4")
        #expect(sink.links[0].line == 2)
        #expect(sink.links[0].column == 71)
        #expect(sink.warnings.isEmpty)
    }

    @Test("JSON Feed gives links")
    func feed() throws {
        let sink = try scan(
            """
            {"version":"https://jsonfeed.org/version/1.1","title":"F","home_page_url":"/","feed_url":"f.json",
            "authors":[{"name":"A","url":"/me","avatar":"a.png"}],"items":[{"url":"1","title":"One",
            "content_html":"<a href='x'>","image":"i.png","attachments":[{"url":"1.mp3","mime_type":"audio/mpeg"}]}],
            "hubs":[{"type":"x","url":"/hub"}]}
            """)
        #expect(
            sink.summary == [
                "json@home_page_url anchor https://example.org/ \"F\"",
                "json@feed_url feed https://example.org/dir/f.json \"F\"",
                "json@url anchor https://example.org/me \"A\"", "json@avatar image https://example.org/dir/a.png \"A\"",
                "json@url anchor https://example.org/dir/1 \"One\"",
                "json@image image https://example.org/dir/i.png \"One\"",
                "json@url media https://example.org/dir/1.mp3", "json@url link https://example.org/hub",
            ])
        #expect(sink.pieces.map(\.html) == ["<a href='x'>"])
        #expect(sink.links[6].type == "audio/mpeg")
    }

    @Test("A web application manifest is recognised by type, name or members")
    func manifest() throws {
        let text = """
            {"name":"App","start_url":".","scope":"/","icons":[{"src":"i.png","type":"image/png"}],
            "shortcuts":[{"name":"S","url":"/s","icons":[{"src":"s.png"}]}],"screenshots":[{"src":"p.png"}]}
            """
        for sink in [
            try scan(text), try scan(text, contentType: "application/manifest+json"),
            try scan(text, name: "a.webmanifest"),
        ] {
            #expect(
                sink.summary == [
                    "json@start_url anchor https://example.org/dir/ \"App\"",
                    "json@scope link https://example.org/ \"App\"",
                    "json@src icon https://example.org/dir/i.png", "json@url anchor https://example.org/s \"S\"",
                    "json@src icon https://example.org/dir/s.png", "json@src image https://example.org/dir/p.png",
                ])
        }
    }

    @Test("In other JSON, strings that are absolute URLs are links")
    func other() throws {
        let sink = try scan(
            #"{"a":"https://x.example/","b":"text https://y.example/","c":["http://z.example/"],"d":"/r"}"#)
        #expect(sink.summary == ["json@a link https://x.example/", "json@c link http://z.example/"])
    }

    @Test(
        "Malformed parts are skipped, and links before a truncation are found",
        arguments: [
            (#"{"url":"a""#, ["url=a"]),
            (#"{"url":"a","url":"b"#, ["url=a"]),
            (#"{"url":"a","url":"b"}"#, ["url=a", "url=b"]),
            (#"{"url":"a",}"#, ["url=a"]),
            (#"<!-- {"url":"a"} -->"#, ["url=a"]),
            (#"{"url":"\u0061\/\x\ud83d\ude00\ud800\u00"}"#, ["url=a/x\u{1F600}\u{FFFD}u00"]),
            (#"{"url":["a",{"url":"b"},"c"]}"#, ["url=a", "url=b", "url=c"]),
            (#"{"a":{},"url":"a"}]}"#, ["url=a"]),
            (#"{"url":null,"x":1e5,"image":true,"url":"a"}"#, ["url=a"]),
            ("", []), ("\u{0}", []), ("{", []), ("\"", []), ("{\"url\":\"\\", []), ("{\"url\":\"\"}", []),
        ])
    func lenient(text: String, expected: [String]) {
        #expect(find(text) == expected)
    }

    @Test("A million arrays, ten megabytes of text and truncated input take bounded time")
    func hostile() throws {
        #expect(find("{\"url\":\"a\",\"b\":" + String(repeating: "[", count: 1_000_000)) == ["url=a"])
        #expect(find(String(repeating: "{\"a\":", count: 1_000_000)).isEmpty)
        #expect(find(String(repeating: "]", count: 1_000_000)).isEmpty)
        #expect(find("{\"url\":\"" + String(repeating: "x", count: 10 << 20) + "\"}").count == 1)
        let deep = try scan(String(repeating: "[", count: 1000))
        #expect(deep.warnings == ["test: objects and arrays are nested more than 512 deep"])
        let text = #"{"url":"a","image":["b.c",{"name":"\u00e9"}]}"#
        for length in 0..<text.utf8.count {
            #expect(find(String(decoding: Array(text.utf8.prefix(length)), as: UTF8.self)).count <= 2)
        }
    }

    @Test("Positions are those of the received bytes, whatever the encoding")
    func places() throws {
        let text = "{\"\u{E9}\":\r\n \"\u{E9}\", \"b\": \"https://x.example/\u{E9}\"}"
        let forms: [([UInt8], String?)] = [
            (Array(text.utf8), nil),
            (text.unicodeScalars.map { UInt8($0.value) }, "application/json;charset=iso-8859-1"),
            ([0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }, nil),
        ]
        for (bytes, contentType) in forms {
            let sink = RecordingSink()
            try bytes.withUnsafeBufferPointer {
                try JSONDocumentScanner.scan(
                    $0, contentType: contentType, name: nil, origin: documentOrigin, sink: sink)
            }
            #expect(sink.links.map(\.url?.href) == ["https://x.example/%C3%A9"])
            #expect(sink.links.map(\.line) == [2])
            #expect(sink.links.map(\.column) == [12])
            let found = sink.links.first?.byte ?? 0
            #expect(bytes[found...].filter { $0 != 0 }.starts(with: "\"https".utf8))
        }
    }
}
