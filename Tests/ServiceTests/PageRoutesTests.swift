import FoundationEssentials
import HTTPTypes
import Hummingbird
import Motion
import NIOCore
import Places
import Syntax
import Testing

@testable import Service

@Suite("The pages")
struct PageRoutesTests {
    @Test("Without a session the start page and the install page explain how to sign in", arguments: ["/", "/install"])
    func signedOut(path: String) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            for fields in [HTTPFields(), service.capture] {
                let response = try await client.send(.get, path, fields)
                #expect(response.status == .unauthorized)
                #expect(response.text.contains("leftoff token address"))
                #expect(response.headers[.contentType] == "text/html; charset=utf-8")
                #expect(response.text.contains("leftoff serve"))
                #expect(!response.text.contains(service.tokens.capture.text))
            }
        }
    }

    @Test(
        "The service's own files are compressed for clients that accept gzip; responses with a token are not"
    )
    func compressed() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            for path in ["/assets/app.js", "/assets/app.css", "/assets/motion.json", "/"] {
                let plain = try await client.send(.get, path, service.session)
                #expect(plain.headers[.contentEncoding] == nil && plain.headers[.vary] == "Accept-Encoding")
                var fields = service.session
                fields[.acceptEncoding] = "br, GZIP;q=0.5"
                let small = try await client.send(.get, path, fields)
                #expect(small.headers[.contentEncoding] == "gzip" && small.headers[.vary] == "Accept-Encoding")
                #expect(small.headers[.contentType] == plain.headers[.contentType])
                #expect(small.body.readableBytes * 2 < plain.body.readableBytes)
                #expect(Array(small.body.readableBytesView.prefix(2)) == [0x1F, 0x8B])
                #expect(small.headers[.eTag] != plain.headers[.eTag] || path == "/")
                guard let tag = small.headers[.eTag] else { continue }
                fields[.ifNoneMatch] = tag
                let known = try await client.send(.get, path, fields)
                #expect(known.status == .notModified && known.headers[.eTag] == tag)
                fields[.acceptEncoding] = "gzip;q=0.0, *;q=1"
                let refused = try await client.send(.get, path, fields)
                #expect(refused.status == .ok && refused.headers[.contentEncoding] == nil)
                #expect(refused.body == plain.body)
            }
            var fields = service.session
            fields[.acceptEncoding] = "gzip"
            let secret = try await client.send(.get, "/api/bookmarklets", fields)
            #expect(secret.status == .ok && secret.headers[.contentEncoding] == nil)
        }
    }

    @Test("With the cookie of a session, or with the token, the start page opens", arguments: [true, false])
    func signedIn(byCookie: Bool) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let response = try await client.send(.get, "/", byCookie ? service.cookieOnly : service.full)
            #expect(response.status == .ok)
            #expect(response.text.contains("Where you left off"))
            #expect(response.headers[.cacheControl] == "no-store")
        }
    }

    @Test("The full token in the URL sets a random cookie and redirects to a URL without a token")
    func fullToken() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let response = try await client.send(.get, "/?token=\(service.tokens.full.text)")
            #expect(response.status == .seeOther)
            #expect(response.headers[.location] == "/")
            let cookie = try #require(response.headers[.setCookie])
            #expect(cookie.wholeMatch(of: SessionRoutesTests.cookiePattern) != nil, "\(cookie)")
            for secret in [service.tokens.full.text, service.tokens.capture.text] { #expect(!cookie.contains(secret)) }
            #expect(response.headers[.cacheControl] == "no-store")
            let pair = String(cookie.prefix { $0 != ";" })
            let next = try await client.send(.get, "/", [.cookie: pair])
            #expect(next.status == .ok)
        }
    }

    @Test("A browser that navigates to the address gets the claim in the fragment, and nobody else does")
    func claimInFragment() async throws {
        let service = try TestService()
        let path = "/?token=\(service.tokens.full.text)"
        try await service.requests { client async throws in
            let visit = HTTPFields().adding("Sec-Fetch-Mode", "navigate").adding("Sec-Fetch-Dest", "document")
            let location = try #require(try await client.send(.get, path, visit).headers[.location])
            #expect(location.wholeMatch(of: /\/#leftoff-claim=[\w-]{43}/) != nil, "\(location)")
            let fetch = HTTPFields().adding("Sec-Fetch-Mode", "cors").adding("Sec-Fetch-Site", "same-origin")
            #expect(try await client.send(.get, path, fetch).headers[.location] == "/")
            // A HEAD request begins no session.
            let head = try await client.send(.head, path, visit)
            #expect(head.status == .seeOther && head.headers[.setCookie] == nil && head.headers[.location] == "/")
        }
    }

    @Test("A one-time code signs in once; a signed-in browser that opens it again is redirected")
    func oneTimeCode() async throws {
        let service = try TestService()
        let code = service.service.issueLoginCode()
        try await service.requests { client async throws in
            // A HEAD request, as a link checker sends, does not use up the code.
            #expect(try await client.send(.head, "/?token=\(code)").status == .unauthorized)
            let first = try await client.send(.get, "/?token=\(code)")
            #expect(first.status == .seeOther)
            #expect(first.headers[.setCookie]?.wholeMatch(of: SessionRoutesTests.cookiePattern) != nil)
            let second = try await client.send(.get, "/?token=\(code)")
            #expect(second.status == .unauthorized)
            #expect(second.headers[.setCookie] == nil)
            let again = try await client.send(.get, "/?token=\(code)", service.cookieOnly)
            #expect(again.status == .seeOther)
            #expect(again.headers[.setCookie] == nil)
        }
    }

    @Test("Each view of the web page has its path", arguments: ["/queue", "/settings", "/places/0"])
    func views(path: String) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let start = try await client.send(.get, "/", service.session)
            let view = try await client.send(.get, path, service.session)
            #expect(view.status == .ok)
            #expect(view.text == start.text)
            #expect(view.headers[.cacheControl] == "no-store")
            #expect(try await client.send(.get, path).status == .unauthorized)
        }
    }

    @Test("Neither the capture token nor another text signs in", arguments: ["", "nonsense", "%00", "{capture}"])
    func wrongToken(presented: String) async throws {
        let service = try TestService()
        let presented = presented.replacing("{capture}", with: service.tokens.capture.text)
        try await service.requests { client async throws in
            let response = try await client.send(.get, "/?token=\(presented)")
            #expect(response.status == .unauthorized)
            #expect(response.headers[.setCookie] == nil)
        }
    }

    @Test("The install page is constant, and the bookmarklets are for the host name with which it was opened")
    func install() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let page = try await client.send(.get, "/install", service.cookieOnly)
            #expect(page.status == .ok && page.text == WebAsset.embedded["web/install.html"]?.text)
            #expect(!page.text.contains("{{"))
            let response = try await client.send(.get, "/api/bookmarklets", service.session)
            for name in ["capture", "restore"] {
                let address = try #require(response.json[name]?.string)
                #expect(address.hasPrefix("javascript:") && address.contains("http://localhost"))
            }
            #expect(response.text.contains(service.tokens.capture.text))
            #expect(!response.text.contains(service.tokens.full.text))
            #expect(response.headers[.cacheControl] == "no-store")
        }
    }

    @Test(
        "The receiver, helper and sample pages open without a session and contain nothing private",
        arguments: ["/c", "/r", "/sample"])
    func openPages(path: String) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let response = try await client.send(.get, path)
            #expect(response.status == .ok)
            #expect(!response.text.contains(service.tokens.capture.text))
            #expect(try await client.send(.get, path, service.session).text == response.text)
        }
    }

    @Test("The sample page is long and has headings and a scrollable box")
    func sample() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let text = try await client.send(.get, "/sample").text
            #expect(text.ranges(of: "<p>").count >= 60)
            #expect(text.ranges(of: "<h2").count >= 8)
            #expect(text.contains("id=\"commonplace\""))
        }
    }

    @Test("Everything that a page loads exists, has its media type, and comes from the service")
    func loadedFiles() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            for page in ["/", "/install", "/c", "/r", "/sample", "/?token=wrong"] {
                let fields = page.contains("token") ? HTTPFields() : service.session
                let text = try await client.send(.get, page, fields).text
                #expect(!text.contains("<style") && !text.contains(" style=") && !text.contains(" onclick="))
                let loaded = text.matches(of: /(?:src|href)="(\/assets\/[^"]+)"/).map { String($0.1) }
                #expect(loaded.contains("/assets/app.css"))
                for address in Set(loaded) {
                    let file = try await client.send(.get, address)
                    #expect(file.status == .ok, "\(address) of \(page)")
                    let type =
                        address.hasSuffix(".js") ? "text/javascript" : address.hasSuffix(".css") ? "text/css" : "image/"
                    #expect(file.headers[.contentType]?.hasPrefix(type) == true)
                    let imports = file.text.matches(of: /(?:from | import\()'\.\/([a-z-]+\.js)'/).map { String($0.1) }
                    for name in imports where address.hasSuffix(".js") {
                        #expect(try await client.send(.get, "/assets/\(name)").status == .ok, "\(name) of \(address)")
                    }
                }
            }
        }
    }

    @Test("A browser that has a file cached gets 304")
    func entityTags() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let first = try await client.send(.get, "/assets/app.css")
            let tag = try #require(first.headers[.eTag])
            for condition in [tag, "W/\(tag)", "\"other\", \(tag)"] {
                let second = try await client.send(.get, "/assets/app.css", [.ifNoneMatch: condition])
                #expect(second.status == .notModified)
                #expect(second.body.readableBytes == 0)
                #expect(second.headers[.eTag] == tag)
            }
            #expect(try await client.send(.get, "/assets/app.css", [.ifNoneMatch: "\"other\""]).status == .ok)
        }
    }

    @Test("The paths and timings of the widgets are served as they are generated")
    func motion() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let response = try await client.send(.get, "/assets/motion.json")
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == "application/json")
            #expect(response.headers[.eTag] != nil)
            #expect(String(buffer: response.body) == MotionDocument().text)
        }
    }

    @Test(
        "Only the files of the pages are served",
        arguments: ["index.html", "..%2Fopenapi.json", "nothing.js", "..", "%00"])
    func otherFiles(name: String) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            #expect(try await client.send(.get, "/assets/\(name)", service.full).status == .notFound)
        }
    }

    @Test("The health check needs no token")
    func health() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let response = try await client.send(.get, "/healthz")
            #expect(response.status == .ok)
            #expect(response.json["status"]?.string == "ok" && response.json["service"]?.string == "leftoff")
        }
    }

    @Test("A value in a template is text, not markup")
    func template() {
        let page = HTMLTemplate(text: "<a href=\"{{a}}\">{{b}}</a>{{c}}{")
        #expect(
            page.filled(with: ["a": "\"><script>'&", "b": "{{a}}"])
                == "<a href=\"&quot;&gt;&lt;script&gt;&#39;&amp;\">{{a}}</a>{")
    }

    @Test("The userscript needs no token, contains no secret, and uses the IP address of the service")
    func userscript() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let response = try await client.send(.get, "/leftoff.user.js")
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == "text/javascript; charset=utf-8")
            #expect(response.text.hasPrefix("// ==UserScript==\n"))
            #expect(response.text.contains("\"http://127.0.0.1:80\""))
            for token in [service.tokens.full, service.tokens.capture] { #expect(!response.text.contains(token.text)) }
        }
    }
}
