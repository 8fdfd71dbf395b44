import Testing
import WHATWGURL

@Suite("WebURL parsing")
struct WebURLParsingTests {
    @Test(
        "An absolute URL is serialised as the standard says",
        arguments: [
            ("http://example.org", "http://example.org/"),
            ("HTTP://EXAMPLE.org:80/A", "http://example.org/A"),
            ("  \u{1}http://a/b \t", "http://a/b"),
            ("ht\ntp://a\t/b\r\nc", "http://a/bc"),
            ("http:\\\\a\\b\\..\\c", "http://a/c"),
            ("http:a", "http://a/"),
            ("https:////a///b", "https://a///b"),
            ("http://a?", "http://a/?"),
            ("http://a#", "http://a/#"),
            ("http://a/?#", "http://a/?#"),
            ("http://a/b#c?d#e f", "http://a/b#c?d#e%20f"),
            ("http://a/%2e/b/%2E%2e/.%2E/c/.", "http://a/c/"),
            ("http://a/b/..", "http://a/"),
            ("http://a/...", "http://a/..."),
            ("http://a/%2", "http://a/%2"),
            ("http://a/é \"<>`{}^|", "http://a/%C3%A9%20%22%3C%3E%60%7B%7D%5E|"),
            ("http://a/?é '\"<>`{}^|", "http://a/?%C3%A9%20%27%22%3C%3E`{}^|"),
            ("foo://a/?'", "foo://a/?'"),
            ("http://u s:p@ss@a/", "http://u%20s:p%40ss@a/"),
            ("http://:p@a/", "http://:p@a/"),
            ("http://u:@a/", "http://u@a/"),
            ("http://:@a/", "http://a/"),
            ("http://@a/", "http://a/"),
            ("http://a:/", "http://a/"),
            ("http://a:00000443/", "http://a:443/"),
            ("https://a:443/", "https://a/"),
            ("ws://a:80", "ws://a/"),
            ("wss://a:443", "wss://a/"),
            ("ftp://a:21/", "ftp://a/"),
            ("http://a:65535/", "http://a:65535/"),
            ("foo://", "foo://"),
            ("foo:///p", "foo:///p"),
            ("foo:/p/../..//q", "foo:/.//q"),
            ("foo://A\\b/c", nil),
            ("mailto:a@b c?d#e", "mailto:a@b c?d#e"),
            ("data:text/plain,a  #b", "data:text/plain,a %20#b"),
            ("data:\u{E9}\u{7F}", "data:%C3%A9%7F"),
            ("javascript:alert('1 2')", "javascript:alert('1 2')"),
            ("a+b-c.1:x", "a+b-c.1:x"),
        ] as [(String, String?)])
    func absolute(input: String, expected: String?) { #expect(WebURL(input)?.href == expected) }

    @Test(
        "A text that the standard rejects gives nil",
        arguments: [
            "", " ", "a", "/a", "?a", "#a", "//a", "1http://a", ":", "http:", "http://", "http://?", "http://u@/",
            "http://:80", "foo://:80", "foo://u@", "http://a:65536", "http://a:8x", "http://a b/", "http://a<b/",
            "http://a%00b/", "http://a%/", "http://[", "http://[]/", "http://a]/", "https://\u{FFFD}/",
            "file://a:80/", "http://\u{AD}/",
        ])
    func failure(input: String) { #expect(WebURL(input) == nil) }

    @Test(
        "A relative URL is resolved against its base",
        arguments: [
            ("", "http://u:p@h:81/a/b?c"),
            ("d", "http://u:p@h:81/a/d"),
            ("./d", "http://u:p@h:81/a/d"),
            ("../d", "http://u:p@h:81/d"),
            ("../../../d", "http://u:p@h:81/d"),
            ("/d", "http://u:p@h:81/d"),
            ("\\d", "http://u:p@h:81/d"),
            ("//x/d", "http://x/d"),
            ("\\\\x/d", "http://x/d"),
            ("///x/d", "http://x/d"),
            ("?d", "http://u:p@h:81/a/b?d"),
            ("?", "http://u:p@h:81/a/b?"),
            ("#d", "http://u:p@h:81/a/b?c#d"),
            ("#", "http://u:p@h:81/a/b?c#"),
            ("http:d", "http://u:p@h:81/a/d"),
            ("http:/d", "http://u:p@h:81/d"),
            ("http:", "http://u:p@h:81/a/b?c"),
            ("http:?d", "http://u:p@h:81/a/b?d"),
            ("https:d", "https://d/"),
            ("d:e", "d:e"),
            ("1:e", "http://u:p@h:81/a/1:e"),
            ("..", "http://u:p@h:81/"),
            ("d?e=/../f#/../g", "http://u:p@h:81/a/d?e=/../f#/../g"),
            ("é\n \n", "http://u:p@h:81/a/%C3%A9"),
        ])
    func relative(input: String, expected: String) throws {
        let base = try #require(WebURL("http://u:p@h:81/a/b?c#f"))
        #expect(WebURL(input, base: base)?.href == expected)
    }

    @Test(
        "A URL resolved against a base that is not special keeps backslashes, empty paths and the lack of a host",
        arguments: [
            ("foo://h", "d", "foo://h/d"),
            ("foo://h", "", "foo://h"),
            ("foo://h/a/b", "\\d", "foo://h/a/\\d"),
            ("foo:/a/b", "..//d", "foo:/.//d"),
            ("foo:/.//a/b", "", "foo:/.//a/b"),
            ("foo:/.//a/b", "c?d", "foo:/.//a/c?d"),
            ("foo:/.//a/b", "/c", "foo:/c"),
            ("foo:/a", "//h", "foo://h"),
            ("foo:/a", "///b", "foo:///b"),
            ("foo:opaque?q#f", "#g", "foo:opaque?q#g"),
            ("foo:opaque", "", nil),
            ("foo:opaque", "a", nil),
            ("foo:opaque", "?q#g", nil),
        ] as [(String, String, String?)])
    func relativeToOther(base: String, input: String, expected: String?) throws {
        let base = try #require(WebURL(base))
        #expect(WebURL(input, base: base)?.href == expected)
    }

    @Test(
        "A file URL handles drive letters and localhost",
        arguments: [
            ("file:a", nil, "file:///a"),
            ("file:", nil, "file:///"),
            ("file://localhost/a", nil, "file:///a"),
            ("file://LOCAL%68ost", nil, "file:///"),
            ("file://h/a", nil, "file://h/a"),
            ("file:c:\\a\\..\\..\\b", nil, "file:///c:/b"),
            ("file:///C|/a", nil, "file:///C:/a"),
            ("file://C|/a", nil, "file:///C:/a"),
            ("file:///a/C|/b", nil, "file:///a/C|/b"),
            ("file:?q", nil, "file:///?q"),
            ("/b", "file:///C:/a", "file:///C:/b"),
            ("/b", "file://h/C:", "file://h/C:/b"),
            ("/b", "file:///C:a", "file:///b"),
            ("/D:/b", "file:///C:/a", "file:///D:/b"),
            ("D|", "file:///C:/a?q", "file:///D:"),
            ("b", "file:///C:/a?q", "file:///C:/b"),
            ("..", "file:///C:/", "file:///C:/"),
            ("", "file:///C:/a?q#f", "file:///C:/a?q"),
            ("?r", "file:///C:/a?q", "file:///C:/a?r"),
            ("#f", "file:///C:/a?q", "file:///C:/a?q#f"),
            ("//h/b", "file:///C:/a", "file://h/b"),
            ("file:b", "file:///a/c", "file:///a/b"),
            ("file:b", "http://h/a/c", "file:///b"),
        ] as [(String, String?, String)])
    func file(input: String, base: String?, expected: String) {
        #expect(WebURL(input, base: base.flatMap { WebURL($0) })?.href == expected)
    }

    @Test("Bytes are parsed like the text that they encode, and malformed UTF-8 becomes U+FFFD")
    func bytes() {
        func parse(_ bytes: [UInt8], base: WebURL? = nil) -> String? {
            bytes.withUnsafeBufferPointer { WebURL(utf8: $0, base: base)?.href }
        }
        #expect(parse(Array("http://a/é".utf8)) == "http://a/%C3%A9")
        #expect(parse(Array("http://a/".utf8) + [0xFF, 0x41, 0xE2, 0x82]) == "http://a/%EF%BF%BDA%EF%BF%BD")
        #expect(parse([0xC3] + Array("\n".utf8) + [0xA9], base: WebURL("http://a/")) == "http://a/%EF%BF%BD%EF%BF%BD")
        #expect(parse(Array("http://".utf8) + [0xFF]) == nil)
        #expect(parse([]) == nil)
    }

    @Test(
        "Only the query uses the document's encoding, and only for characters that need it",
        arguments: [
            ("http://h/é?é†'#é", "http://h/%C3%A9?%E9%26%238224%3B%27#%C3%A9"),
            ("file:///?é", "file:///?%E9"),
            ("?é b", "https://base/?%E9%20b"),
            ("ws://h/?é", "ws://h/?%C3%A9"),
            ("foo://h/?é", "foo://h/?%C3%A9"),
            ("mailto:a?é", "mailto:a?%C3%A9"),
            ("http://h/?a%20b'", "http://h/?a%20b%27"),
        ])
    func queryEncoder(input: String, expected: String) {
        let latin1: QueryEncoder = { utf8 in
            String(decoding: utf8, as: UTF8.self).unicodeScalars.flatMap { scalar in
                scalar.value < 256 ? [UInt8(scalar.value)] : Array("%26%23\(scalar.value)%3B".utf8)
            }
        }
        #expect(WebURL(input, base: WebURL("https://base/"), queryEncoder: latin1)?.href == expected)
    }
}
