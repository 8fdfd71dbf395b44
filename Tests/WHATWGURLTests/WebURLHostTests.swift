import Testing
import WHATWGURL

@Suite("Hosts")
struct WebURLHostTests {
    @Test(
        "An IPv4 address is read in every spelling",
        arguments: [
            ("192.168.0.1", "192.168.0.1"), ("192.168.1", "192.168.0.1"), ("192.168", "192.0.0.168"),
            ("3232235521", "192.168.0.1"), ("0xC0A80001", "192.168.0.1"), ("0300.0250.0.01", "192.168.0.1"),
            ("0Xc0.0XA8.0x0.0x1", "192.168.0.1"), ("0x", "0.0.0.0"), ("0", "0.0.0.0"), ("1.", "0.0.0.1"),
            ("4294967295", "255.255.255.255"), ("%31%2e2", "1.0.0.2"), ("１．２", "1.0.0.2"),
            ("1.0xffffff", "1.255.255.255"),
            ("a.1x", "a.1x"), ("1.a", "1.a"), ("0xg", "0xg"), (".", "."), ("1..", "1.."),
            ("4294967296", nil), ("256.0.0.1", nil), ("1.2.3.256", nil), ("1.2.3.4.5", nil), ("1.2.3.4.", "1.2.3.4"),
            ("1..2", nil), ("09", nil), ("a.09", nil), ("a.0x", nil), ("a.b.1", nil), (".1", nil),
            ("1.0x1000000", nil), ("99999999999999999999999999999999", nil),
        ] as [(String, String?)])
    func ipv4(input: String, expected: String?) { #expect(WebURL("http://\(input)/")?.hostname == expected) }

    @Test(
        "An IPv6 address is parsed, compressed and serialised as the standard says",
        arguments: [
            ("::", "::"), ("::1", "::1"), ("1::", "1::"), ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
            ("0001:00A2::FfFf", "1:a2::ffff"), ("1:0:0:2:0:0:0:3", "1:0:0:2::3"), ("1:0:0:2:0:0:3:4", "1::2:0:0:3:4"),
            ("1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7"), ("::1.2.3.4", "::102:304"),
            ("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"),
            ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"), ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"),
            ("::ffff:1.2.3.4", "::ffff:102:304"),
            ("", nil), (":", nil), (":1", nil), ("1:", nil), ("1::2::3", nil), ("12345::", nil), ("1:2:3:4:5:6:7", nil),
            ("1:2:3:4:5:6:7:8:9", nil), ("g::", nil), ("::1.2.3", nil), ("::1.2.3.4.5", nil), ("::1.2.3.256", nil),
            ("::01.2.3.4", nil), ("::.1.2.3", nil), ("1:2:3:4:5:6:7:1.2.3.4", nil), ("::1%eth0", nil),
            ("::1.2.3.4:5", nil),
            ("1:2:3:4:5:6:7:8::", nil), (":::", nil), ("::%31", nil),
        ] as [(String, String?)])
    func ipv6(input: String, expected: String?) {
        #expect(WebURL("http://[\(input)]/")?.hostname == expected.map { "[\($0)]" })
        #expect(WebURL("foo://[\(input)]:7")?.host == expected.map { "[\($0)]:7" })
    }

    @Test(
        "The host of another scheme is opaque",
        arguments: [
            ("EXAMPLE.org", "EXAMPLE.org"), ("faß", "fa%C3%9F"), ("0x7f.1", "0x7f.1"), ("%41%zz", "%41%zz"),
            ("a\u{7F}\u{1}", "a%7F%01"), ("a b", nil), ("a<", nil), ("a^", nil), ("a|", nil), ("a\u{0}", nil),
            ("[::1]x", nil),
        ] as [(String, String?)])
    func opaque(input: String, expected: String?) { #expect(WebURL("foo://\(input)/")?.hostname == expected) }

    @Test(
        "A domain is processed by UTS 46",
        arguments: [
            ("EXAMPLE.com.", "example.com."), ("ex%41mple.com", "example.com"), ("%C3%A9.com", "xn--9ca.com"),
            ("Bücher.de", "xn--bcher-kva.de"), ("BU\u{308}CHER.DE", "xn--bcher-kva.de"), ("faß.de", "xn--fa-hia.de"),
            ("ＧＯ．com", "go.com"), ("a。b｡c", "a.b.c"), ("日本語.jp", "xn--wgv71a119e.jp"), ("☕.example", "xn--53h.example"),
            ("i❤.ws", "xn--i-7iq.ws"), ("-é", "xn----bga"), ("é-", "xn----9fa"), ("éa--b.de", "xn--a--b-9oa.de"),
            ("é_\u{FF0D}", "xn--_--9ia"), ("\u{1E9E}.de", "xn--zca.de"), ("שלום.il", "xn--9dbne9b.il"),
            ("a..é", "a..xn--9ca"),
            ("xn--a", "xn--a"), ("XN--A", "xn--a"), ("xn--a.é", nil), ("xn--.é", nil), ("\u{FF58}n--a", nil),
            ("xn--te\u{161}la", nil), ("xn--xn---epa.é", nil), ("é|", nil), ("é%", nil), ("é%00", nil),
            ("é\u{2F}x", "xn--9ca"),
            ("א0a", nil), ("0א", nil), ("\u{300}a", nil), ("a\u{200D}b", nil), ("♥א", nil), ("é％00", nil),
            ("\u{FF05}\u{FF14}\u{FF11}.com", nil), ("\u{378}.net", nil), ("%FF", nil), ("%E9.com", nil),
            ("a\u{2025}b", nil),
        ] as [(String, String?)])
    func domain(input: String, expected: String?) { #expect(WebURL("https://\(input)/")?.hostname == expected) }
}
