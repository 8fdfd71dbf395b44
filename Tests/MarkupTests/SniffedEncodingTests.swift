import Testing

@testable import Markup

@Suite("Sniffing the encoding")
struct SniffedEncodingTests {
    private func sniff(_ html: String, contentType: String? = nil, isLocal: Bool = false) -> SniffedEncoding {
        SniffedEncoding(of: Array(html.utf8), contentType: contentType, isLocal: isLocal)
    }

    @Test("A byte order mark takes precedence over everything")
    func byteOrderMark() {
        let sniffed = sniff("\u{FEFF}<meta charset=koi8-r>", contentType: "text/html; charset=big5")
        #expect(sniffed == SniffedEncoding(encoding: .utf8, evidence: .byteOrderMark(byteCount: 3)))
        #expect(SniffedEncoding(of: [0xFE, 0xFF, 0, 0x41], contentType: nil, isLocal: true).encoding == .utf16BE)
    }

    @Test("Content-Type takes precedence over a meta element")
    func contentType() {
        let sniffed = sniff("<meta charset=koi8-r>", contentType: "text/html; charset=big5")
        #expect(sniffed == SniffedEncoding(encoding: .big5, evidence: .contentType))
    }

    @Test(
        "The charset of a Content-Type is parsed as the MIME Sniffing Standard says",
        arguments: [
            ("text/html;charset=utf-8", CharacterEncoding.utf8), ("text/html; charset=\"koi8-r\"", .koi8r),
            ("text/html; a=b; CHARSET=Big5 ", .big5), ("text/html;charset=\"\\u\\t\\f-8\"", .utf8),
            ("text/html; x=\";charset=big5\"; charset=euc-kr", .eucKR), ("text/html;charset=utf-16", .utf16LE),
            ("text/html; charset=koi8-r; charset=big5", .koi8r), ("text/html; charset", .windows1252),
            ("text/html; charset=nonsense", .windows1252), ("charset=utf-8", .windows1252), ("", .windows1252),
            ("text/html; charset='utf-8'", .windows1252),
        ])
    func parameter(field: String, encoding: CharacterEncoding) {
        #expect(sniff("<p>", contentType: field).encoding == encoding)
    }

    @Test(
        "The prescan reads meta elements as the HTML Standard says",
        arguments: [
            ("<meta charset=koi8-r>", CharacterEncoding.koi8r), ("<META/CHARSET = 'koi8-r'>", .koi8r),
            ("<meta http-equiv=content-type content='text/html; charset=koi8-r'>", .koi8r),
            ("<meta content='charset=koi8-r' http-equiv=Content-Type>", .koi8r),
            ("<meta content='charset=koi8-r'>", .windows1252),
            ("<meta http-equiv=content-type content='charset = \"koi8-r\" x'>", .koi8r),
            ("<meta http-equiv=content-type content='charset \"; charset=koi8-r;x'>", .koi8r),
            ("<meta charset=utf-16>", .utf8), ("<meta charset=x-user-defined>", .windows1252),
            ("<!-- <meta charset=koi8-r> --><meta charset=big5>", .big5), ("<!--><meta charset=koi8-r>", .koi8r),
            ("<p title='<meta charset=koi8-r>'><meta charset=big5>", .big5), ("<metax charset=koi8-r>", .windows1252),
            ("</p a='><meta charset=koi8-r>'><meta charset=big5>", .big5),
            ("<meta charset=nonsense http-equiv=content-type content='charset=koi8-r'>", .windows1252),
            ("<meta charset=koi8-r charset=big5>", .koi8r), ("<?php ><meta charset=koi8-r>", .koi8r),
            ("<meta charset=koi8-r", .windows1252), ("<?xml version='1.0' encoding='koi8-r'?><p>", .koi8r),
            ("<?xml encoding=\"utf-16\"?>", .utf8), ("<?xml encoding=koi8-r?>", .windows1252),
            ("<?xml encoding='koi8-r'?><meta charset=big5>", .big5), (" <?xml encoding='koi8-r'?>", .windows1252),
            ("<?xml encoding='koi8-r'?><meta charset=nonsense>", .koi8r), ("<?xml encoding='koi8-r'", .windows1252),
            ("<meta/charset=koi8-r>", .koi8r), ("<meta///charset=\"koi8-r\"/>", .koi8r),
            ("<meta a=b/charset=koi8-r>", .windows1252), ("<meta a='b'/charset=koi8-r>", .koi8r),
            ("<meta a='b'charset=koi8-r>", .koi8r), ("<meta = charset=koi8-r>", .koi8r),
            ("<meta =charset=koi8-r>", .windows1252), ("<meta charset=koi8-r />", .koi8r),
            // The slash is a part of the value, so the label is unknown.
            ("<meta/charset=koi8-r/>", .windows1252), ("<meta charset=koi8-r/>", .windows1252),
        ])
    func prescan(html: String, encoding: CharacterEncoding) {
        #expect(sniff(html).encoding == encoding)
    }

    @Test("A meta element counts only within the first 1024 bytes")
    func prescanLength() {
        let meta = "<meta charset=koi8-r>"
        let space = String(repeating: " ", count: 1024 - meta.utf8.count)
        #expect(sniff(space + meta).encoding == .koi8r)
        #expect(sniff(space + " " + meta).encoding == .windows1252)
    }

    @Test("UTF-16 without a byte order mark is recognised by its XML declaration")
    func utf16Declaration() {
        let bytes: [UInt8] = "<?xml".utf8.flatMap { [$0, 0] }
        #expect(SniffedEncoding(of: bytes, contentType: nil, isLocal: false).encoding == .utf16LE)
    }

    @Test("Without a declaration, a local document in UTF-8 is UTF-8, and any other is windows-1252")
    func fallback() {
        #expect(sniff("<p>\u{E9}", isLocal: true) == SniffedEncoding(encoding: .utf8, evidence: .validUTF8))
        #expect(sniff("<p>\u{E9}") == SniffedEncoding(encoding: .windows1252, evidence: .fallback))
        let latin = SniffedEncoding(of: [0x3C, 0x70, 0x3E, 0xE9], contentType: nil, isLocal: true)
        #expect(latin == SniffedEncoding(encoding: .windows1252, evidence: .fallback))
        #expect(sniff("", isLocal: true).encoding == .utf8)
    }
}
