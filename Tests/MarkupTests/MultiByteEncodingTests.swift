import Testing

@testable import Markup

/// The encodings of East Asia, compared by digests.
///
/// The digests were computed from the index files of the Encoding Standard (May 2026) by its algorithms, in a separate
/// program. Chromium 156 gives the same text and the same queries, except that it does not know the pairs of Big5.
@Suite("Multi-byte encodings")
struct MultiByteEncodingTests {
    @Test(
        "Every sequence of one, two, three or four bytes is decoded as the standard says",
        arguments: [
            (CharacterEncoding.shiftJIS, 0x0ff1_ded4_d758_81f5 as UInt64), (.eucJP, 0x8bce_9fae_d4db_1cd5),
            (.eucKR, 0xcb8b_6d10_b95e_232e), (.big5, 0xbe0c_a282_1a0f_9290), (.gb18030, 0xd5d4_4d65_1027_c458),
            (.gbk, 0xd5d4_4d65_1027_c458),
        ])
    func decodes(encoding: CharacterEncoding, digest: UInt64) throws {
        let bytes = Self.sequences(of: encoding).flatMap { sequence -> [UInt8] in sequence + [0x0D, 0x0A] }
        let decoded = try DecodedText(bytes, sniffed: SniffedEncoding(encoding: encoding, evidence: .declaration))
        let text = decoded.string(0..<decoded.byteCount).utf8.filter { $0 != 0x0D }
        #expect(Self.digest(text.dropLast()) == digest)
    }

    @Test(
        "Every scalar is encoded as the standard says",
        arguments: [
            (CharacterEncoding.eucJP, 0x7141_d0a1_d689_87dc as UInt64), (.shiftJIS, 0x93bd_956a_a7a4_b93a),
            (.iso2022JP, 0x274c_af51_5877_79d7), (.gbk, 0xfdc5_0ac9_0a24_abc4), (.gb18030, 0xd2d9_1bc5_5022_b11a),
            (.big5, 0x14bf_db0e_9b30_a1df), (.eucKR, 0x91fc_5094_9c46_97a4),
        ])
    func encodes(encoding: CharacterEncoding, digest: UInt64) throws {
        let encode = try #require(try QueryTextEncoder.make(for: encoding))
        var bytes: [UInt8] = []
        for scalars in [0xA0...0xD7FF, 0xE000...0xFFFF, 0x20000...0x2FA1F] as [ClosedRange<UInt32>] {
            for scalar in scalars.compactMap(Unicode.Scalar.init) {
                bytes += Array(String(scalar).utf8).withUnsafeBufferPointer { encode($0) }
                bytes.append(0x0A)
            }
        }
        #expect(Self.digest(bytes) == digest)
    }

    @Test(
        "A query contains what the encoder of the encoding writes",
        arguments: [
            // JIS X 0212 is decoded, but not encoded.
            (CharacterEncoding.eucJP, "\u{4E02}\u{A6}", "%26%2319970%3B%26%23166%3B"),
            (.shiftJIS, "\u{80}\u{A0}\u{FF71}\u{2252}\u{2170}\u{E000}", "\u{80}%26%23160%3B"),
            (
                .iso2022JP, "\u{A5}x\u{3042}\u{1F4A9}\u{FF71}",
                "\u{1B}(J\\x\u{1B}$B$\"\u{1B}(B%26%23128169%3B\u{1B}$B%\"\u{1B}(B"
            ),
            (.big5, "\u{5341}\u{5345}\u{2550}\u{7BB8}", ""),
            (.gb18030, "\u{E5E5}\u{E7C7}\u{1E3F}\u{E81E}", "%26%2358853%3B"),
        ])
    func query(encoding: CharacterEncoding, text: String, start: String) throws {
        let encode = try #require(try QueryTextEncoder.make(for: encoding))
        let encoded = Array(text.utf8).withUnsafeBufferPointer { encode($0) }
        #expect(encoded.starts(with: start.unicodeScalars.map { UInt8($0.value) }))
    }

    @Test(
        "ISO-2022-JP is decoded as the standard says",
        arguments: [
            ("\u{1B}$B-!\u{1B}(B", "\u{2460}"), ("\u{1B}$B!A!B!]\u{1B}(B", "\u{FF5E}\u{2225}\u{FF0D}"),
            ("\u{1B}(J\\~a\u{1B}(B\\", "\u{A5}\u{203E}a\\"), ("\u{1B}(I1\u{1B}(B1", "\u{FF71}1"),
            ("\u{1B}$B\u{1B}(Bx", "\u{FFFD}x"), ("\u{1B}(x", "\u{FFFD}(x"), ("\u{1B}$B$", "\u{FFFD}"),
            ("\u{1B}$B$\u{1B}(Bx", "\u{FFFD}x"), ("\u{1B}$B$\nx", "\u{FFFD}\u{FFFD}"),
            ("\u{E}\u{F}", "\u{FFFD}\u{FFFD}"),
            ("\u{1B}", "\u{FFFD}"), ("\u{1B}$@$\"", "\u{3042}"),
        ])
    func iso2022JP(source: String, text: String) throws {
        let decoded = try DecodedText(
            Array(source.utf8), sniffed: SniffedEncoding(encoding: .iso2022JP, evidence: .declaration))
        #expect(decoded.string(0..<decoded.byteCount) == text)
    }

    private static func sequences(of encoding: CharacterEncoding) -> [[UInt8]] {
        var sequences: [[UInt8]] = []
        for lead in UInt8(0x80)...0xFF {
            sequences.append([lead])
            for trail in UInt8(0x20)...0xFF { sequences.append([lead, trail]) }
        }
        if encoding == .eucJP {
            for row in UInt8(0xA1)...0xFE {
                for cell in UInt8(0xA1)...0xFE { sequences.append([0x8F, row, cell]) }
            }
        }
        if encoding == .gb18030 || encoding == .gbk {
            for first in UInt8(0x81)...0x84 {
                for second in UInt8(0x30)...0x39 {
                    for third in UInt8(0x81)...0xFE {
                        for fourth in UInt8(0x30)...0x39 { sequences.append([first, second, third, fourth]) }
                    }
                }
            }
        }
        return sequences
    }

    /// The 64-bit FNV-1a hash.
    private static func digest(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
