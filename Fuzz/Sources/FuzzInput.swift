/// A reader that decodes the bytes of an input into the values of a template.
///
/// Each value takes few bytes, so that libFuzzer's mutations change whole numbers and whole branches of a template. A
/// reader that has no bytes left returns usual values.
struct FuzzInput {
    private var rest: Slice<UnsafeBufferPointer<UInt8>>

    /// Creates a reader of an input.
    init(_ bytes: UnsafeBufferPointer<UInt8>) { rest = bytes[...] }

    /// Returns the next byte; 0 at the end.
    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// Returns true for one of eight bytes, and false at the end.
    mutating func isRare() -> Bool { byte() % 8 == 7 }

    /// Returns true for every second byte, and false at the end.
    mutating func isEven() -> Bool { byte() % 2 == 1 }

    /// Returns one of the values; the first at the end.
    mutating func choose<Value>(_ values: [Value]) -> Value { values[Int(byte()) % values.count] }

    /// Returns the next bytes, up to a limit of at most 255.
    mutating func bytes(_ limit: Int) -> [UInt8] {
        let count = min(Int(byte()) % (limit + 1), rest.count)
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// Returns a short text without control characters, quotation marks and backslashes.
    mutating func plainText() -> String { Self.plain(String(decoding: bytes(24), as: UTF8.self)) }

    /// Returns a text without the characters that a string in JSON escapes.
    static func plain(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && $0 != "\"" && $0 != "\\" }))
    }

    /// Returns a number as a text: a usual one, a hostile one, or any bytes.
    mutating func number() -> String {
        switch byte() {
        case let small where small < 64: "\(small)"
        case 64..<128: choose(HostileNumbers.texts)
        case 128..<192: "\(integer())"
        case 192..<224: "\(integer()).\(byte())e\(Int(byte()) * 3 - 400)"
        default: String(decoding: bytes(40), as: UTF8.self)
        }
    }

    /// Returns a whole number of any size.
    mutating func integer() -> Int64 {
        switch byte() {
        case let small where small < 96: return Int64(small)
        case 96..<224: return choose(HostileNumbers.integers) &+ Int64(Int8(bitPattern: byte()) / 64)
        default: return (0..<8).reduce(0) { sum, _ in sum << 8 | Int64(byte()) }
        }
    }

    /// Returns a number in JSON's syntax, or rarely a value of another type.
    mutating func json() -> String {
        switch byte() {
        case let small where small < 32: "\(small)"
        case 32..<64: "0.\(byte())"
        case 64..<144: choose(HostileNumbers.json)
        case 144..<224: "\(integer())"
        case 224..<240: choose(["null", "true", "\"7\"", "[]", "{}", "[[1]]", "{\"a\":1}", "\"\"", "false"])
        default: "\(integer()).\(byte())e\(Int(byte()) * 3 - 400)"
        }
    }

    /// Returns a time in the format of RFC 3339 with numbers of any size.
    mutating func time() -> String {
        let times = [
            "2026-02-01T12:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "9999-12-31T23:59:60-23:59",
            "0000-01-01T00:00:00+23:59", "1970-01-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-02-01", "",
            "+275760-09-13T00:00:00Z", "2026-02-01T12:00:00.\(String(repeating: "9", count: 400))Z",
        ]
        guard isRare() else { return choose(times) }
        return Self.plain("\(number())-\(number())-\(number())T\(number()):\(number()):\(number()).\(number())Z")
    }
}

/// The numbers at which conversions and arithmetic go wrong.
enum HostileNumbers {
    /// Whole numbers around the limits of their types and of `Double`.
    static let integers: [Int64] = [
        0, 1 << 31, -(1 << 31), 1 << 32, 1 << 53, -(1 << 53), 1 << 54, 1 << 62, .max, .min, .max / 1_000, .min / 1_000,
        1 << 40, 1_000_000, -1_000_000, 1_024, 1 << 20, 1 << 30, 253_402_300_799, 253_402_300_799_999,
        -62_167_219_200, -62_167_219_200_000, 1_769_947_200_000, 1_769_947_200, 8_640_000_000_000_000,
    ]

    /// Numbers in JSON's syntax, some of which no type can represent.
    static let json = [
        "0", "-0", "-1", "0.5", "1.0", "1e0", "1e-300", "5e-324", "1e300", "-1e300", "1e308", "1e309", "1e999",
        "9007199254740991", "9007199254740992", "9007199254740993", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808", "-9223372036854775809", "18446744073709551616", "2147483647", "2147483648",
        "4294967296",
        "-2147483649", "100000000", "100000001", "1e8", "1e12", "1000", "1000.0000000001", "0.1e1", "1E400", "01", "+1",
        ".5", "5.", "0x10", "NaN", "Infinity", "1e", "999999999999999999999999999999999999999999",
    ]

    /// Numbers in any syntax.
    static let texts =
        json + [
            "", " ", "-", "+", " 7", "7 ", "\t7", "007", "00000000000000000000000000000000000000000000000007", "+0",
            "-1",
            "1,5", "1_000", "1 000", "0b1", "0o7", "٣", "７", "1e400", "nan", "inf", "-inf", "infinity", "1.", "1..2",
            "1-2", "1;2", "7\0", "7\u{FEFF}", "½", "²", "7f", "0x7fffffffffffffff", "ffffffffffffffff",
            "7fffffffffffffff",
            "10000000000000000", "-8000000000000000", "1e+1", "--1", "18446744073709551615",
        ]
}
