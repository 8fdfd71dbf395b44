import Syntax
import TestSupport
import Testing
import WHATWGURL

@testable import Fetching

@Suite("Redirect policy")
struct RedirectPolicyTests {
    private func target(
        from: String, location: String..., status: Int = 302, allowsDowngrade: Bool = false, followed: Int = 0
    ) throws -> String? {
        let url = try #require(WebURL(from))
        var request = TransferRequest(url: url)
        request.allowsDowngrade = allowsDowngrade
        let fields = location.map { HeaderField(name: "location", value: $0) }
        let head = ResponseHead(status: status, fields: fields, url: url)
        return try RedirectPolicy.target(of: head, followed: followed, request: request)?.href
    }

    @Test("A redirect from https to http is rejected unless it is allowed")
    func downgrade() throws {
        let error = try #require(throws: TransferError.self) {
            try target(from: "https://a.example/x", location: "http://a.example/x")
        }
        #expect(error.className == "redirect")
        #expect(error.detail.contains("from https to http://a.example/x"))
        let allowed = try target(from: "https://a.example/x", location: "http://a.example/y", allowsDowngrade: true)
        #expect(allowed == "http://a.example/y")
        #expect(try target(from: "http://a.example/", location: "https://a.example/") == "https://a.example/")
        #expect(try target(from: "https://a.example/", location: "//b.example/") == "https://b.example/")
    }

    @Test("Contradicting locations are rejected")
    func twoLocations() throws {
        #expect(throws: TransferError.self) { try target(from: "http://a.example/", location: "/b", "/c") }
        #expect(try target(from: "http://a.example/", location: "/b", "/b") == "http://a.example/b")
    }

    @Test("Only the five redirect codes redirect", arguments: [200, 201, 300, 304, 305, 306, 404])
    func otherCodes(status: Int) throws {
        #expect(try target(from: "http://a.example/", location: "/b", status: status) == nil)
    }

    @Test("An origin consists of scheme, host and port")
    func origins() throws {
        let secret = [HeaderField(name: "Authorization", value: "x"), HeaderField(name: "Accept", value: "y")]
        let start = try #require(WebURL("https://a.example/"))
        for (next, keeps) in [
            ("https://a.example:443/b", true), ("https://a.example:444/", false), ("http://a.example/", false),
            ("https://b.a.example/", false),
        ] {
            let sent = RedirectPolicy.fields(secret, from: start, to: try #require(WebURL(next)))
            #expect(sent.count == (keeps ? 2 : 1), "\(next)")
        }
    }

    @Test("The referrer is reduced to the origin for another origin, and omitted from https to http")
    func referer() throws {
        let page = "https://site.example/page?secret"
        let (here, there) = (try #require(WebURL("https://a.example/")), try #require(WebURL("https://b.example/")))
        let plain = try #require(WebURL("http://b.example/"))
        #expect(RedirectPolicy.referer(page, from: here, to: here) == page)
        #expect(RedirectPolicy.referer(page, from: here, to: there) == "https://site.example/")
        #expect(RedirectPolicy.referer(page, from: here, to: plain) == nil)
        #expect(RedirectPolicy.referer("nonsense", from: here, to: there) == nil)
    }
}
