import Syntax
import Testing

@Suite("FNV-1a")
struct FNVHashTests {
    @Test(
        "The hash has the published values, with bytes in any parts",
        arguments: [("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8)]
            as [(String, UInt64)])
    func values(text: String, expected: UInt64) {
        var whole = FNVHash()
        whole.add(text.utf8)
        #expect(whole.value == expected)
        var pieces = FNVHash()
        for byte in text.utf8 { pieces.add([byte]) }
        #expect(pieces == whole)
    }

    // The values that entity tags and their caches in browsers depend on, on a little-endian machine.
    @Test(
        "The hash of words keeps its values",
        arguments: [
            ("", 0xCBF2_9CE4_8422_2325),
            ("a", 0xAF63_DD4C_8601_EE3F),
            ("foobar", 0xCAE9_AC87_9A44_A592),
            ("12345678", 0x49F2_5E4C_6292_E0E5),
            ("The quick brown fox jumps over the lazy dog", 0x60F2_FD28_2904_B92B),
        ] as [(String, UInt64)])
    func words(text: String, expected: UInt64) {
        var hash = FNVHash()
        Array(text.utf8).withUnsafeBytes { hash.add(words: $0) }
        #expect(hash.value == expected)
    }

    @Test("The hash of words distinguishes lengths, zeros and the order of words")
    func wordOrder() {
        let texts: [[UInt8]] = [
            [], [0], [0, 0], Array(repeating: 0, count: 8), Array(repeating: 0, count: 16), Array(0..<16),
            Array(8..<16) + Array(0..<8), Array(0..<17),
        ]
        let hashes = texts.map { text in
            var hash = FNVHash()
            text.withUnsafeBytes { hash.add(words: $0) }
            return hash
        }
        #expect(Set(hashes).count == texts.count)
    }
}
