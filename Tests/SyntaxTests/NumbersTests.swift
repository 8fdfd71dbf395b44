import Syntax
import Testing

@Suite("Numbers from outside") struct NumbersTests {
    @Test(
        "A count of bytes is a number from 0 to 2^53 - 1 in plain digits",
        arguments: [
            ("0", 0), ("7", 7), ("0007", 7), ("9007199254740991", 9_007_199_254_740_991), ("9007199254740992", nil),
            ("9223372036854775807", nil), ("9223372036854775808", nil), ("99999999999999999999999", nil), ("", nil),
            ("-1", nil), ("+1", nil), ("1.0", nil), ("1e3", nil), ("0x10", nil), (" 1", nil), ("1 ", nil), ("١", nil),
        ] as [(String, Int64?)])
    func digits(text: String, expected: Int64?) {
        #expect(ByteCount(digits: text)?.bytes == expected)
    }

    @Test("A whole number outside of the range of a count is refused or moved into it")
    func whole() {
        #expect(ByteCount(Int64.max) == nil)
        #expect(ByteCount(UInt64.max) == nil)
        #expect(ByteCount(-1) == nil)
        #expect(ByteCount(clamping: Int64.max).bytes == 9_007_199_254_740_991)
        #expect(ByteCount(clamping: UInt64.max).bytes == 9_007_199_254_740_991)
        #expect(ByteCount(clamping: Int.min).bytes == 0)
        #expect(ByteCount(clamping: 12).bytes == 12)
    }

    @Test(
        "Any floating-point number becomes a whole number of the range",
        arguments: [
            (.nan, 0), (.infinity, 100), (-.infinity, 0), (1e300, 100), (-1e300, 0), (0.49, 0), (0.5, 1), (99.5, 100),
            (-0.0, 0), (.leastNonzeroMagnitude, 0), (42, 42),
        ] as [(Double, Int)])
    func clamping(number: Double, expected: Int) {
        #expect(Int(clamping: number, to: 0...100) == expected)
    }

    @Test("The ends of an integer type are reached and never exceeded")
    func ends() {
        #expect(Int64(clamping: 0x1p63) == .max)
        #expect(Int64(clamping: (0x1p63).nextDown) == 9_223_372_036_854_774_784)
        #expect(Int64(clamping: -0x1p63) == .min)
        #expect(Int64(clamping: .nan) == .min)
        #expect(UInt8(clamping: 255.4) == 255)
        #expect(UInt8(clamping: -3) == 0)
        #expect(UInt64(clamping: 1e300) == .max)
        #expect(Int(clamping: 1.9, rounding: .towardZero) == 1)
        #expect(Int64(clamping: 9e15, to: 0...9_007_199_254_740_991) == 9_000_000_000_000_000)
    }
}
