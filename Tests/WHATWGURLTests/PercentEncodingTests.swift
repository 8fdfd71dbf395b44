import Testing

@testable import WHATWGURL

@Suite("Percent-encoding")
struct PercentEncodingTests {
    @Test(
        "Decoding leaves text that is not an escape unchanged",
        arguments: [
            ("", ""), ("a", "a"), ("%41%42", "AB"), ("%25%s%1G", "%%s%1G"), ("%", "%"), ("%4", "%4"), ("%%41", "%A"),
            ("‽%25%2E", "‽%."), ("%c3%A9", "é"), ("%2541", "%41"),
        ])
    func decode(input: String, expected: String) { #expect(PercentEncoding.decode(input) == Array(expected.utf8)) }

    @Test("Decoding returns bytes that need not be UTF-8")
    func decodeBytes() {
        #expect(PercentEncoding.decode("%FF%00") == [0xFF, 0])
        #expect(PercentEncoding.decode([0x80, 0x25, 0x66, 0x46]) == [0x80, 0xFF])
    }

    private static let printable = (0x20...0x7E).map { String(UnicodeScalar(UInt8($0))) }.joined()

    @Test(
        "Each set encodes exactly the ASCII characters that the standard lists",
        arguments: [
            (PercentEncodeSet.c0Control, ""), (.fragment, " \"<>`"), (.query, " \"#<>"), (.specialQuery, " \"#'<>"),
            (.path, " \"#<>?^`{}"), (.userinfo, " \"#/:;<=>?@[\\]^`{|}"),
            (.component, " \"#$%&+,/:;<=>?@[\\]^`{|}"),
        ])
    func sets(set: PercentEncodeSet, expected: String) {
        let encoded = Self.printable.utf8.filter { set.contains($0) }
        #expect(String(decoding: encoded, as: UTF8.self) == expected)
        for byte in Array(UInt8(0)...0x1F) + Array(0x7F...0xFF) { #expect(set.contains(byte)) }
    }

    @Test("Encoding writes UTF-8 in upper-case digits, and decoding reverses it")
    func encode() {
        #expect(PercentEncoding.encode("a é/‽", set: .component) == "a%20%C3%A9%2F%E2%80%BD")
        #expect(PercentEncoding.encode([0xFF, 0x41], set: .path) == "%FFA")
        let text = Self.printable + "日本語\u{0}\n"
        #expect(PercentEncoding.decode(PercentEncoding.encode(text, set: .component)) == Array(text.utf8))
    }
}
