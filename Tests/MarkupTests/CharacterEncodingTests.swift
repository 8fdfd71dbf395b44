import Testing

@testable import Markup

@Suite("Encoding labels")
struct CharacterEncodingTests {
    @Test(
        "A label is matched in any case and with white space around it",
        arguments: [
            ("utf-8", CharacterEncoding.utf8), ("UTF8", .utf8), (" latin1\n", .windows1252),
            ("ISO-8859-1", .windows1252),
            ("us-ascii", .windows1252), ("gb2312", .gbk), ("GB18030", .gb18030), ("shift_jis", .shiftJIS),
            ("x-sjis", .shiftJIS), ("ks_c_5601-1987", .eucKR), ("iso-8859-9", .windows1254), ("tis-620", .windows874),
            ("hz-gb-2312", .replacement), ("ucs-2", .utf16LE), ("utf-16be", .utf16BE), ("x-user-defined", .userDefined),
            ("koi8-ru", .koi8u), ("logical", .iso8859_8i), ("x-mac-ukrainian", .macCyrillic),
        ])
    func label(label: String, encoding: CharacterEncoding) {
        #expect(CharacterEncoding(label: label) == encoding)
    }

    @Test(
        "A label that the standard does not list gives no encoding",
        arguments: ["", "utf-7", "utf 8", "windows-31", "cesu-8"])
    func unknown(label: String) {
        #expect(CharacterEncoding(label: label) == nil)
    }

    @Test("Every encoding's own name is one of its labels", arguments: CharacterEncoding.allCases)
    func ownName(encoding: CharacterEncoding) {
        #expect(CharacterEncoding(label: encoding.rawValue) == encoding)
    }

    @Test(
        "Every encoding can be decoded, and its ASCII bytes become ASCII",
        arguments: CharacterEncoding.allCases)
    func decodes(encoding: CharacterEncoding) throws {
        let text = "<a href=x>"
        let bytes: [UInt8] =
            switch encoding {
            case .utf16LE: text.utf8.flatMap { [$0, 0] }
            case .utf16BE: text.utf8.flatMap { [0, $0] }
            default: Array(text.utf8)
            }
        let expected = encoding == .replacement ? "\u{FFFD}" : text
        #expect(try decoded(bytes, as: encoding) == expected)
    }
}

/// Decodes bytes as one encoding.
func decoded(_ bytes: [UInt8], as encoding: CharacterEncoding) throws -> String {
    let text = try DecodedText(bytes, sniffed: SniffedEncoding(encoding: encoding, evidence: .declaration))
    return text.string(0..<text.byteCount)
}
