import Testing
import WHATWGURL

@testable import Fetching

@Suite("Address check")
struct AddressCheckTests {
    private let loopback: [UInt8] = [127, 0, 0, 1]
    private let open: [UInt8] = [9, 9, 9, 9]

    private func url(_ text: String) throws -> WebURL { try #require(WebURL(text)) }

    @Test("The own host may be private, and every other host of a redirect may not")
    func redirects() throws {
        var check = AddressCheck(.publicRedirects(except: ["nas.local"]), ownHost: "a.test")
        #expect(check.begin(try url("http://a.test/"), proxy: { _ in nil }))
        #expect(check.allows(loopback, of: "a.test"))
        check.recordConnection(to: loopback, of: "a.test")
        #expect(check.begin(try url("http://b.test/"), proxy: { _ in nil }))
        #expect(!check.allows(loopback, of: "b.test"))
        #expect(check.allows(open, of: "b.test"))
        #expect(check.begin(try url("http://nas.local/"), proxy: { _ in nil }))
        #expect(check.allows(loopback, of: "nas.local"))
        #expect(check.begin(try url("http://a.test/again"), proxy: { _ in nil }))
        #expect(check.allows(loopback, of: "a.test"))
    }

    @Test("A host that was public is refused if its name later resolves to a private address")
    func rebinding() throws {
        var check = AddressCheck(.publicRedirects(except: []), ownHost: "a.test")
        #expect(check.begin(try url("http://a.test/"), proxy: { _ in nil }))
        check.recordConnection(to: open, of: "a.test")
        #expect(check.begin(try url("http://a.test/2"), proxy: { _ in nil }))
        #expect(!check.allows(loopback, of: "a.test"))
        #expect(check.allows(open, of: "a.test"))
    }

    @Test("A caller that follows redirects itself passes on that a public address was reached")
    func callerFollows() throws {
        for host in ["a.test", "localhost"] {
            var check = AddressCheck(.publicRedirects(except: []), ownHost: host, hasReachedPublic: true)
            let mayBegin = check.begin(try url("http://\(host)/2"), proxy: { _ in nil })
            #expect(mayBegin == (host == "a.test") && !check.allows(loopback, of: host))
        }
    }

    @Test(
        "All names of this machine's loopback interface are one host",
        arguments: ["127.0.0.1", "localhost", "a.localhost", "[::1]", "127.9.9.9"])
    func sameMachine(own: String) throws {
        var check = AddressCheck(.publicRedirects(except: []), ownHost: own)
        #expect(check.begin(try url("http://other.test/"), proxy: { _ in nil }))
        let six = [UInt8](repeating: 0, count: 15) + [1]
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + loopback
        for address in [loopback, six, mapped] { #expect(check.allows(address, of: "other.test")) }
        for address in [[10, 0, 0, 1], [0, 0, 0, 0], [169, 254, 169, 254]] as [[UInt8]] {
            #expect(!check.allows(address, of: "other.test"))
        }
        check.recordConnection(to: open, of: "other.test")
        #expect(!check.begin(try url("http://127.0.0.1:5338/"), proxy: { _ in nil }))
        for address in [loopback, six, mapped] {
            #expect(!check.allows(address, of: "127.0.0.1"), "a public host must not lead back to this machine")
        }
        var strict = AddressCheck(.publicExcept(hosts: [own]), ownHost: own)
        #expect(strict.begin(try url("http://other.test/"), proxy: { _ in nil }))
        #expect(!strict.allows(loopback, of: "other.test"))
    }

    @Test("A private literal is refused before a connection, because a reused one may show another address")
    func literals() throws {
        var check = AddressCheck(.publicRedirects(except: ["10.0.0.9"]), ownHost: "127.0.0.1")
        for (host, isAllowed) in [("0.0.0.0", false), ("10.0.0.1", false), ("10.0.0.9", true), ("localhost", true)] {
            #expect(check.begin(try url("http://\(host)/"), proxy: { _ in nil }) == isAllowed, "\(host)")
        }
    }

    @Test("Through a proxy, a redirect to a private literal is refused, and other names are the proxy's to resolve")
    func proxied() throws {
        var check = AddressCheck(.publicRedirects(except: ["10.0.0.9"]), ownHost: "a.test")
        let proxy: (WebURL) -> String? = { _ in "http://127.0.0.1:3128" }
        #expect(check.begin(try url("http://a.test/"), proxy: proxy))
        #expect(check.mode == .none)
        #expect(check.begin(try url("http://b.test/"), proxy: proxy))
        #expect(check.mode == .proxied("http://127.0.0.1:3128"))
        // The connection is the one to the proxy.
        #expect(check.allows(loopback, of: "b.test"))
        for host in ["127.0.0.1", "[::1]", "localhost", "a.localhost.", "169.254.169.254", "[::ffff:10.0.0.1]"] {
            #expect(!check.begin(try url("http://\(host)/"), proxy: proxy), "\(host)")
        }
        #expect(check.begin(try url("http://10.0.0.9/"), proxy: proxy))
        #expect(check.begin(try url("http://8.8.8.8/"), proxy: proxy))
    }

    @Test("A host behind a proxy may redirect to itself, wherever the proxy is")
    func proxiedOwnHost() throws {
        let proxy: (WebURL) -> String? = { _ in "socks5h://bastion.test:1080" }
        for address in [open, loopback] {
            var literal = AddressCheck(.publicRedirects(except: []), ownHost: "10.0.0.5")
            #expect(literal.begin(try url("http://10.0.0.5/"), proxy: proxy))
            literal.recordConnection(to: address, of: "10.0.0.5")
            #expect(literal.begin(try url("http://10.0.0.5/wiki/"), proxy: proxy))
            #expect(!literal.hasReachedPublic)
            var name = AddressCheck(.publicRedirects(except: []), ownHost: "wiki.test")
            #expect(name.begin(try url("http://wiki.test/"), proxy: proxy))
            name.recordConnection(to: address, of: "wiki.test")
            #expect(name.begin(try url("http://wiki.test/wiki/"), proxy: proxy))
            #expect(name.allows(address, of: "wiki.test"))
        }
    }

    @Test("A host that was reached through a private proxy is refused if its name leads to this machine without one")
    func proxiedThenDirect() throws {
        var check = AddressCheck(.publicRedirects(except: []), ownHost: "a.test")
        let proxy: (WebURL) -> String? = { $0.scheme == "https" ? "http://10.0.0.1:3128" : nil }
        #expect(check.begin(try url("https://a.test/"), proxy: proxy))
        check.recordConnection(to: [10, 0, 0, 1], of: "a.test")
        #expect(check.begin(try url("http://a.test/"), proxy: proxy))
        #expect(check.mode == .direct)
        #expect(!check.allows(loopback, of: "a.test"))
        #expect(check.allows(open, of: "a.test"))
    }

    @Test(
        "The environment's proxy applies unless its exceptions contain the host",
        arguments: [
            ("http://a.test/", ["http_proxy": "p"], "", "p"), ("http://a.test/", ["HTTP_PROXY": "p"], "", nil),
            ("https://a.test/", ["HTTPS_PROXY": "p"], "", "p"), ("https://a.test/", ["http_proxy": "p"], "", nil),
            ("http://a.test/", ["ALL_PROXY": "p", "http_proxy": ""], "", "p"),
            ("http://a.test/", ["http_proxy": "p"], "b.test, A.test", nil),
            ("http://x.a.test/", ["http_proxy": "p"], ".a.test", nil),
            ("http://xa.test/", ["http_proxy": "p"], "a.test", "p"), ("http://a.test/", ["http_proxy": "p"], "*", nil),
            ("http://[::1]/", ["http_proxy": "p"], "localhost,127.0.0.1,::1", nil),
        ] as [(String, [String: String], String, String?)])
    func environment(address: String, variables: [String: String], exceptions: String, expected: String?) throws {
        let proxy = EnvironmentProxy { variables[$0] }
        #expect(proxy.proxy(for: try url(address), exceptions: exceptions) == expected)
    }
}
