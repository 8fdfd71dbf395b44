import Markup
import Testing

@Suite("Encoding queries")
struct QueryTextEncoderTests {
    private static let withoutEncoder: [CharacterEncoding] = [.utf8, .utf16LE, .utf16BE, .replacement]

    @Test("Unicode documents encode queries in UTF-8", arguments: withoutEncoder)
    func unicode(encoding: CharacterEncoding) throws {
        #expect(try QueryTextEncoder.make(for: encoding) == nil)
    }

    @Test(
        "A query is in the document's encoding, with references for characters that it lacks",
        arguments: [
            (CharacterEncoding.windows1252, "a\u{E9}\u{20AC}\u{81}", [0x61, 0xE9, 0x80, 0x81]),
            (.windows1252, "\u{4E2D}", Array("%26%2320013%3B".utf8)),
            (.windows1251, "\u{416}\u{E9}", [0xC6] + Array("%26%23233%3B".utf8)),
            (.koi8u, "\u{45E}\u{255D}", [0xAE] + Array("%26%239565%3B".utf8)),
            (.shiftJIS, "\u{3042}a\u{A5}\u{2212}", [0x82, 0xA0, 0x61, 0x5C, 0x81, 0x7C]),
            (.shiftJIS, "\u{1F4A9}", Array("%26%23128169%3B".utf8)),
            (.eucJP, "\u{3042}\u{FF71}", [0xA4, 0xA2, 0x8E, 0xB1]),
            (.iso2022JP, "\u{3042}a", [0x1B, 0x24, 0x42, 0x24, 0x22, 0x1B, 0x28, 0x42, 0x61]),
            (.gbk, "\u{4F60}\u{20AC}", [0xC4, 0xE3, 0x80]),
            (.gbk, "\u{1F4A9}", Array("%26%23128169%3B".utf8)),
            (.gb18030, "\u{4F60}\u{1F4A9}", [0xC4, 0xE3, 0x94, 0x39, 0xDA, 0x33]),
            (.big5, "\u{4E2D}\u{6587}", [0xA4, 0xA4, 0xA4, 0xE5]),
            (.eucKR, "\u{D55C}\u{AC02}", [0xC7, 0xD1, 0x81, 0x41]),
            (.userDefined, "\u{F780}b", [0x80, 0x62]),
        ] as [(CharacterEncoding, String, [UInt8])])
    func encodes(encoding: CharacterEncoding, text: String, bytes: [UInt8]) throws {
        let encode = try #require(try QueryTextEncoder.make(for: encoding))
        let encoded = Array(text.utf8).withUnsafeBufferPointer { encode($0) }
        #expect(encoded == bytes)
    }

    @Test(
        "ASCII and the empty query are the same in every encoding",
        arguments: CharacterEncoding.allCases.filter { !withoutEncoder.contains($0) })
    func ascii(encoding: CharacterEncoding) throws {
        let encode = try #require(try QueryTextEncoder.make(for: encoding))
        for text in ["", "a=b&c=%20~\\"] {
            #expect(Array(text.utf8).withUnsafeBufferPointer { encode($0) } == Array(text.utf8))
        }
    }
}
