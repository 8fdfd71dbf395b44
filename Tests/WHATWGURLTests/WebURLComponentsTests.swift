import Testing

@testable import WHATWGURL

@Suite("Components of a WebURL")
struct WebURLComponentsTests {
    @Test("Every component of a full URL can be read")
    func components() throws {
        let url = try #require(WebURL("https://user:pass@example.com:1234/foo/bar?baz#quux"))
        #expect(url.scheme == "https")
        #expect(url.username == "user")
        #expect(url.password == "pass")
        #expect(url.hostname == "example.com")
        #expect(url.host == "example.com:1234")
        #expect(url.port == 1234)
        #expect(url.path == "/foo/bar")
        #expect(url.query == "baz")
        #expect(url.fragment == "quux")
        #expect(url.origin == "https://example.com:1234")
        #expect(url.isHTTP)
        #expect(url.isSpecial)
        #expect(!url.hasOpaquePath)
        #expect("\(url)" == url.href)
    }

    @Test("An absent component is nil or empty, and differs from an empty one")
    func absent() throws {
        let bare = try #require(WebURL("http://h"))
        #expect(bare.username == "" && bare.password == "")
        #expect(bare.port == nil)
        #expect(bare.query == nil && bare.fragment == nil)
        let empty = try #require(WebURL("http://h?#"))
        #expect(empty.query == "" && empty.fragment == "")
        #expect(WebURL("http://:p@h")?.username == "")
        #expect(WebURL("http://:p@h")?.password == "p")
        #expect(WebURL("http://u@h")?.password == "")
        let mail = try #require(WebURL("mailto:a@b"))
        #expect(mail.hostname == "" && mail.host == "" && mail.username == "")
        #expect(mail.path == "a@b" && mail.hasOpaquePath && !mail.isSpecial)
        #expect(WebURL("foo:/.//p")?.path == "//p")
    }

    @Test(
        "The origin is a tuple for network schemes and for the URL in a blob URL, otherwise null",
        arguments: [
            ("http://u:p@h:80/x", "http://h"), ("wss://h:1", "wss://h:1"), ("ftp://h", "ftp://h"),
            ("file:///a", "null"), ("foo://h", "null"), ("data:,a", "null"), ("blob:https://h:4/uuid", "https://h:4"),
            ("blob:ftp://h/uuid", "null"), ("blob:blob:https://h/", "null"), ("blob:", "null"),
            ("blob:d3958f5c", "null"),
        ])
    func origin(input: String, expected: String) { #expect(WebURL(input)?.origin == expected) }

    @Test("A URL without its fragment equals one that never had a fragment")
    func withoutFragment() throws {
        let url = try #require(WebURL("http://h/a?b#c"))
        let plain = try #require(WebURL("http://h/a?b"))
        #expect(url.withoutFragment() == plain)
        #expect(url.withoutFragment().fragment == nil)
        #expect(url.withoutFragment().query == "b")
        #expect(plain.withoutFragment() == plain)
        #expect(url != plain)
        #expect(Set([plain, url, url.withoutFragment()]).count == 2)
    }

    @Test(
        "A URL without its credentials has the components of one that never had any",
        arguments: [
            ("https://user:pw@host.example:8443/p/a?q=1#f", "https://host.example:8443/p/a?q=1#f"),
            ("http://user@host.example/", "http://host.example/"), ("http://:pw@[::1]/?q", "http://[::1]/?q"),
            ("ftp://u:p@host.example//a", "ftp://host.example//a"), ("foo://u:p@host#f", "foo://host#f"),
            ("http://host.example/a@b", "http://host.example/a@b"),
        ])
    func withoutCredentials(text: String, expected: String) throws {
        let url = try #require(WebURL(text)).withoutCredentials()
        let plain = try #require(WebURL(expected))
        #expect(url == plain)
        #expect(!url.hasCredentials && url.username.isEmpty && url.password.isEmpty)
        #expect(
            [url.scheme, url.hostname, url.host, url.path] == [plain.scheme, plain.hostname, plain.host, plain.path])
        #expect(url.port == plain.port && url.query == plain.query && url.fragment == plain.fragment)
        #expect(url.withoutFragment() == plain.withoutFragment())
    }

    @Test("URLs with equal serialisations are equal, however they were written")
    func equality() {
        #expect(WebURL("HTTP://H:80/a/../b") == WebURL("http://h/b"))
        #expect(WebURL("http://h/b") != WebURL("http://h/b#"))
        #expect(WebURL("http://h/%41") != WebURL("http://h/A"))
    }
}
