import Motion
import Testing

@testable import WHATWGURL

@Suite("Hostile URLs")
struct HostileURLTests {
    /// A parser that looked back or copied at every byte would take hours for this size.
    @Test(
        "A megabyte parses in linear time", .timeLimit(.minutes(5)),
        arguments: [
            ("http://h/", "a", ""), ("http://h/", "a/../", "b"), ("http://h/", "/", ""), ("http://h/?", "'", ""),
            ("http://h/", "%2e%2E/", ""), ("http://h/", "\u{E9}", ""), ("http://h/#", "\u{0}", "a"),
            ("http://", "a@", "h"), ("http://", ":", "@h"), ("http:", "/", "h"), ("foo:/", "/..", "//x"),
            ("file:", "C|/", ""), ("http://", "a.", "b"), ("http://", "1.", "b"), ("foo://", "a", "/"),
            ("http://h:", "0", "80"), ("http://[", ":", "]"), ("http://", "%61", "/"), ("a", "a", ":b"),
        ])
    func megabyte(prefix: String, unit: String, suffix: String) {
        let href = parse(prefix, unit, suffix, byteCount: 1_000_000)
        #expect(href?.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } ?? (prefix == "http://["))
    }

    @Test(
        "A text of ten megabytes is parsed", .timeLimit(.minutes(5)),
        arguments: [
            ("http://h/", "../", "b", "http://h/b"), ("", "\t\n", "http://h/", "http://h/"), ("foo:", " ", "?", nil),
        ] as [(String, String, String, String?)])
    func tenMegabytes(prefix: String, unit: String, suffix: String, expected: String?) {
        let href = parse(prefix, unit, suffix, byteCount: 10_000_000)
        if let expected { #expect(href == expected) } else { #expect(href?.utf8.count == 10_000_007) }
    }

    private func parse(_ prefix: String, _ unit: String, _ suffix: String, byteCount: Int) -> String? {
        WebURL(prefix + String(repeating: unit, count: byteCount / unit.utf8.count) + suffix)?.href
    }

    @Test("A long host that is not ASCII is rejected without being mapped")
    func longDomain() {
        #expect(WebURL("http://" + String(repeating: "é.", count: 1_000) + "com/") != nil)
        #expect(WebURL("http://" + String(repeating: "é.", count: 1_000_000) + "com/") == nil)
        #expect(WebURL("http://" + String(repeating: "e\u{301}\u{316}", count: 3_000) + ".com/") == nil)
    }

    @Test("A NUL byte neither ends nor crashes the parser")
    func nul() {
        #expect(WebURL("http://h/a\u{0}b?\u{0}#\u{0}c")?.href == "http://h/a%00b?%00#%00c")
        #expect(WebURL("\u{0}http://h/\u{0}")?.href == "http://h/")
        #expect(WebURL("http://h\u{0}/") == nil)
        #expect(WebURL("http://é\u{0}/") == nil)
        #expect(WebURL("ht\u{0}tp://h/") == nil)
        #expect(WebURL("foo:a\u{0}b")?.href == "foo:a%00b")
    }

    @Test("Random bytes are rejected, or give a URL whose serialisation parses to the same URL")
    func random() throws {
        var generator = SplitMix64(seed: 1)
        let base = try #require(WebURL("http://u:p@h/a/b?c#d"))
        let fileBase = try #require(WebURL("file:///C:/a"))
        let otherBase = try #require(WebURL("foo:/a//b"))
        let alphabet = Array("http:file:foo:/\\/\\..%2e%?#@:[]|C1x0 \té\u{AD}ßא☕-xn--".utf8) + [0, 0xFF, 0x80]
        var parsed = 0
        for round in 0..<20_000 {
            let count = Int(generator.next() % 24)
            let bytes = (0..<count).map { _ in alphabet[Int(generator.next() % UInt64(alphabet.count))] }
            let chosen = [nil, base, fileBase, otherBase][round % 4]
            guard let url = bytes.withUnsafeBufferPointer({ WebURL(utf8: $0, base: chosen) }) else { continue }
            parsed += 1
            let again = WebURL(url.href)
            #expect(again?.href == url.href)
            #expect(again?.path == url.path && again?.host == url.host && again?.query == url.query)
            #expect(again?.username == url.username && again?.password == url.password)
        }
        #expect(parsed > 5_000)
    }
}

/// A small generator that yields the same numbers in every run.
