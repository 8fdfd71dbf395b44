import Testing

@testable import Markup

@Suite("Decoding")
struct DecodingTests {
    @Test(
        "Bytes are decoded as the standard says",
        arguments: [
            (CharacterEncoding.windows1252, [0x80, 0x81, 0xE9, 0xFF], "\u{20AC}\u{81}\u{E9}\u{FF}"),
            (.iso8859_2, [0xB1, 0x9F], "\u{105}\u{9F}"),
            (.windows1251, [0xCF, 0xF0, 0x98], "\u{41F}\u{440}\u{98}"),
            (.windows1253, [0xAA, 0xC1], "\u{FFFD}\u{391}"),
            (.windows1255, [0xCA, 0xE0], "\u{5BA}\u{5D0}"),
            (.windows1258, [0xC3, 0xCC], "\u{102}\u{300}"),
            (.windows874, [0x80, 0xA1, 0xDB], "\u{20AC}\u{E01}\u{FFFD}"),
            (.koi8u, [0xAE, 0xBE, 0xC1], "\u{45E}\u{40E}\u{430}"),
            (.macintosh, [0xC6, 0xDB, 0xF0], "\u{2206}\u{20AC}\u{F8FF}"),
            (.macCyrillic, [0xFF, 0x80], "\u{20AC}\u{410}"),
            (.userDefined, [0x41, 0x80, 0xFF], "A\u{F780}\u{F7FF}"),
            (.shiftJIS, [0x83, 0x5C, 0x5C, 0xB1, 0x81, 0x60], "\u{30BD}\\\u{FF71}\u{FF5E}"),
            (.shiftJIS, [0xFA, 0x40, 0x87, 0x40], "\u{2170}\u{2460}"),
            (.eucJP, [0xA4, 0xA2, 0x8E, 0xB1, 0xAD, 0xA1], "\u{3042}\u{FF71}\u{2460}"),
            (.iso2022JP, [0x1B, 0x24, 0x42, 0x24, 0x22, 0x1B, 0x28, 0x42, 0x41], "\u{3042}A"),
            (.gbk, [0xC4, 0xE3, 0x80, 0x81, 0x40], "\u{4F60}\u{20AC}\u{4E02}"),
            (.gb18030, [0x81, 0x30, 0x81, 0x30, 0x94, 0x39, 0xDA, 0x33], "\u{80}\u{1F4A9}"),
            (.big5, [0xA4, 0xA4, 0xA4, 0xE5], "\u{4E2D}\u{6587}"),
            (.eucKR, [0xC7, 0xD1, 0x81, 0x41], "\u{D55C}\u{AC02}"),
            (.utf16LE, [0x3D, 0xD8, 0xA9, 0xDC, 0x41, 0x00], "\u{1F4A9}A"),
            (.utf16BE, [0xD8, 0x3D, 0xDC, 0xA9, 0x00, 0x41], "\u{1F4A9}A"),
            (.replacement, [0x41, 0x42], "\u{FFFD}"),
            (.replacement, [], ""),
        ] as [(CharacterEncoding, [UInt8], String)])
    func decodes(encoding: CharacterEncoding, bytes: [UInt8], text: String) throws {
        #expect(try decoded(bytes, as: encoding) == text)
    }

    @Test(
        "Malformed bytes and every NUL become U+FFFD, and decoding continues",
        arguments: [
            (CharacterEncoding.utf8, [0x41, 0xFF, 0x42], "A\u{FFFD}B"),
            (.utf8, [0xE2, 0x82, 0x41], "\u{FFFD}A"),
            (.utf8, [0xF0, 0x9F, 0x92], "\u{FFFD}"),
            (.utf8, [0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
            (.utf8, [0xC0, 0xAF, 0xF5], "\u{FFFD}\u{FFFD}\u{FFFD}"),
            (.utf8, [0x41, 0x00, 0x42], "A\u{FFFD}B"),
            (.windows1252, [0x41, 0x00, 0x42], "A\u{FFFD}B"),
            (.shiftJIS, [0x81, 0x3C, 0x41, 0xFF, 0x42], "\u{FFFD}<A\u{FFFD}B"),
            // No two-byte character begins with these bytes.
            (
                .shiftJIS, [0xFD, 0x81, 0x40, 0xFE, 0x81, 0x40, 0xFF, 0xA1],
                "\u{FFFD}\u{3000}\u{FFFD}\u{3000}\u{FFFD}\u{FF61}"
            ),
            (.shiftJIS, [0xA0, 0x81, 0x40, 0x80, 0x41], "\u{FFFD}\u{3000}\u{80}A"),
            (.eucJP, [0xA0, 0xA4, 0xA2, 0xFF, 0xA4, 0xA2], "\u{FFFD}\u{3042}\u{FFFD}\u{3042}"),
            (.eucKR, [0x80, 0x41], "\u{FFFD}A"), (.gbk, [0x80, 0x41], "\u{20AC}A"),
            (.shiftJIS, [0x83, 0x5C, 0x00, 0x83], "\u{30BD}\u{FFFD}\u{FFFD}"),
            (.gbk, [0xFF, 0x41, 0xC4], "\u{FFFD}A\u{FFFD}"),
            (.eucKR, [0xC9, 0xA1, 0x41], "\u{FFFD}A"),
            (.big5, [0x81, 0x40, 0xA4, 0xA4], "\u{FFFD}@\u{4E2D}"),
            (.utf16LE, [0x3D, 0xD8, 0x41, 0x00, 0x00], "\u{FFFD}A\u{FFFD}"),
            (.utf16LE, [0xA9, 0xDC, 0x00, 0x00], "\u{FFFD}\u{FFFD}"),
        ] as [(CharacterEncoding, [UInt8], String)])
    func replaces(encoding: CharacterEncoding, bytes: [UInt8], text: String) throws {
        #expect(try decoded(bytes, as: encoding) == text)
    }

    @Test(
        "A byte order mark is not part of the text", arguments: [[0xEF, 0xBB, 0xBF, 0x41], [0xFF, 0xFE, 0x41, 0x00]])
    func byteOrderMark(bytes: [Int]) throws {
        let text = try DecodedText(bytes.map(UInt8.init), contentType: "text/html; charset=koi8-r", isLocal: false)
        #expect(text.string(0..<text.byteCount) == "A")
    }

    @Test("Long malformed text is replaced byte by byte", arguments: [CharacterEncoding.utf8, .gbk, .shiftJIS, .eucJP])
    func longMalformed(encoding: CharacterEncoding) throws {
        let bytes = [UInt8](repeating: 0xFF, count: 100_000)
        let text = try DecodedText(bytes, sniffed: SniffedEncoding(encoding: encoding, evidence: .declaration))
        #expect(text.byteCount > 100_000)
        #expect(text.string(0..<6) == "\u{FFFD}\u{FFFD}")
    }
}
