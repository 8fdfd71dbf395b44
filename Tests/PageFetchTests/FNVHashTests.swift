import PageFetch
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
}
