import FoundationEssentials
import Testing

@testable import Syntax

@Suite("Reading JSON")
struct JSONReaderTests {
    @Test("Keys and texts have no long runs of combining characters, which take long to compare")
    func combiningRuns() throws {
        let run = String(repeating: "\u{301}", count: 50_000) + String(repeating: "\u{316}", count: 50_000)
        let kept = "e" + String(repeating: "\u{301}", count: 30)
        for content in ["e\(run)", "\\u0065\(run)"] {
            let value = try JSONReader.read(Array("{\"\(content)\":\"\(content)\"}".utf8))
            #expect(value == .object([kept: .string(kept)]))
            let decoded = Array(content.utf8).withUnsafeBufferPointer { JSONString.decoded($0) }
            #expect(decoded.unicodeScalars.elementsEqual(kept.unicodeScalars))
        }
    }

    @Test("A decoded value has no long runs, however the text writes them, and numbers stay as they are")
    func decodedRuns() throws {
        let kept = "e" + String(repeating: "\u{301}", count: 30)
        for run in [String(repeating: "\u{301}", count: 100), String(repeating: #"\u0301"#, count: 100)] {
            let json = "{\"e\(run)\":[\"e\(run)\",\"é\"]}"
            let value = try JSONText.decode([String: [String]].self, from: json.utf8)
            #expect(value.keys.map { Array($0.utf8) } == [Array(kept.utf8)])
            #expect(value.values.map { $0.map { Array($0.utf8) } } == [[Array(kept.utf8), Array("é".utf8)]])
        }
        #expect(try JSONText.decode([Int].self, from: "[9007199254740993]".utf8) == [9_007_199_254_740_993])
        for text in ["[\"\u{301}", "[\"\\", "{\"\u{301}\":1,\"\u{301}\":2}"] {
            #expect(throws: DecodingError.self) { try JSONText.decode([String].self, from: text.utf8) }
        }
        // In UTF-16, no byte of U+0301 is that of a combining character in UTF-8.
        let wide = "[\"e\(String(repeating: "\u{301}", count: 100))\"]".utf16
            .flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        #expect(throws: DecodingError.self) { try JSONText.decode([String].self, from: wide) }
    }

    @Test("A text with too many values is refused, however short they are")
    func valueLimit() throws {
        #expect(try JSONValue(lenientJSON: "[0,{\"a\":0}]".utf8, valueLimit: 4).array?.count == 2)
        #expect(throws: JSONError.self) { try JSONValue(lenientJSON: "[0,{\"a\":0}]".utf8, valueLimit: 3) }
        let many = Array("[\(String(repeating: "0,", count: 4_000_000))0]".utf8)
        let error = #expect(throws: JSONError.self) { try JSONValue(json: many, limit: .max) }
        #expect(error?.description.contains("more than 4000000 values") == true)
    }

    @Test(
        "A text that is not JSON is refused with the reason and the byte",
        arguments: [
            ("", "the text is empty", 0),
            (" \n ", "the text is empty", 3),
            ("{", "the text ends where a key in quotation marks is expected", 1),
            (#"{"a""#, #"the text ends where ":" is expected"#, 4),
            (#"{"a":"#, "the text ends where a value is expected", 5),
            (#"{"a":1"#, #"the text ends where "," or "}" is expected"#, 6),
            ("[1,", "the text ends where a value is expected", 3),
            (#"{"a":"b"#, "a string does not end", 5),
            ("{a:1}", "expected a key in quotation marks", 1),
            (#"{"a":1,}"#, "expected a key in quotation marks", 7),
            ("[1 2]", #"expected "," or "]""#, 3),
            ("[,]", "expected a value", 1),
            ("{} {}", "there is text after the value", 3),
            (#"{"a":1,"b":2,"a":3}"#, #"the key "a" occurs twice"#, 13),
            ("[NaN]", #""NaN" is not a JSON value"#, 1),
            ("[Infinity]", #""Infinity" is not a JSON value"#, 1),
            ("[undefined]", #""undefined" is not a JSON value"#, 1),
            ("[-Infinity]", #""-Infinity" is not a JSON number"#, 1),
            ("[01]", #""01" is not a JSON number"#, 1),
            ("[1.]", #""1." is not a JSON number"#, 1),
            ("[0x10]", #""0x10" is not a JSON number"#, 1),
            ("[-]", #""-" is not a JSON number"#, 1),
            ("[1e]", #""1e" is not a JSON number"#, 1),
            ("[1e999]", #""1e999" is out of range"#, 1),
            ("[\"\n\"]", "a string contains a control character", 2),
            (#"["\x"]"#, "unknown escape in a string", 2),
            (#"["\u12"]"#, #"\u needs four hexadecimal digits"#, 2),
            (#"["\ud83d"]"#, "half of a surrogate pair stands alone", 2),
            (#"["\udd8a\ud83e"]"#, "half of a surrogate pair stands alone", 2),
            (#"["\ud83e\u0041"]"#, "half of a surrogate pair stands alone", 2),
            ("'a'", "expected a value", 0),
            ("[1$]", #"expected "," or "]""#, 2),
            (#"[1"a"]"#, #"expected "," or "]""#, 2),
            ("[tru$e]", #""tru" is not a JSON value"#, 1),
            ("[1,]", "expected a value", 3),
            (#"{"a""b"#, #"expected ":""#, 4),
            ("true\u{B}", "there is text after the value", 4),
            (#"["a\nb"#, "a string does not end", 1),
            (#"["\x"#, "unknown escape in a string", 2),
            (#"["a\"#, "unknown escape in a string", 3),
            ("[\"a\u{1}", "a string contains a control character", 3),
        ])
    func malformed(text: String, reason: String, byte: Int) {
        #expect(throws: JSONError.malformed(reason: reason, byte: byte)) { try JSONReader.read(Array(text.utf8)) }
    }

    @Test("Half of a surrogate pair becomes a replacement character if another program wrote the text")
    func loneSurrogates() throws {
        let value = try JSONValue(lenientJSON: #"["a\ud83e", "\udd8ab", "\ud83e\ud83e\udd8a"]"#.utf8)
        #expect(value.array?.map(\.string) == ["a\u{FFFD}", "\u{FFFD}b", "\u{FFFD}🦊"])
    }

    @Test(
        "Bytes that are not UTF-8 are refused",
        arguments: [
            ([0x22, 0xFF, 0x22], "the text is not UTF-8", 1),
            ([0x22, 0x61, 0xED, 0xA0, 0x80, 0x22], "the text is not UTF-8", 2),
            ([0x22, 0xC0, 0x80, 0x22], "the text is not UTF-8", 1),
            ([0x22, 0xE2, 0x82], "the text is not UTF-8", 1),
            ([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00], "the text is UTF-16 instead of UTF-8", 0),
            ([0xFE, 0xFF, 0x00, 0x7B, 0x00, 0x7D], "the text is UTF-16 instead of UTF-8", 0),
            ([0x7B, 0x00, 0x7D, 0x00], "the text is UTF-16 instead of UTF-8", 0),
        ] as [([UInt8], String, Int)])
    func encodings(bytes: [UInt8], reason: String, byte: Int) {
        #expect(throws: JSONError.malformed(reason: reason, byte: byte)) { try JSONReader.read(bytes) }
    }

    @Test("A UTF-8 byte order mark is skipped")
    func byteOrderMark() throws {
        #expect(try JSONReader.read([0xEF, 0xBB, 0xBF] + Array("[true]".utf8)) == .array([.bool(true)]))
    }

    @Test("Nesting is accepted up to the limit and refused beyond it")
    func depth() throws {
        let bound = JSONReader.defaultDepthLimit
        let deepest = String(repeating: "[", count: bound) + String(repeating: "]", count: bound)
        #expect(try JSONReader.read(Array(deepest.utf8)).array?.count == (bound == 1 ? 0 : 1))
        #expect(throws: JSONError.malformed(reason: "nested deeper than \(bound) levels", byte: bound)) {
            try JSONReader.read(Array(repeating: UInt8(ascii: "["), count: 60_000))
        }
    }

    @Test("A text is accepted up to the limit in bytes and refused beyond it")
    func size() throws {
        let limit = 65_536
        let longest = "\"" + String(repeating: "a", count: limit - 2) + "\""
        #expect(try JSONReader.read(Array(longest.utf8), byteLimit: limit).string?.count == limit - 2)
        #expect(throws: JSONError.tooLarge(byteCount: limit + 1, limit: limit)) {
            try JSONReader.read(Array((longest + " ").utf8), byteLimit: limit)
        }
    }

    @Test(
        "What is written reads back as the same value, whole numbers without a fraction",
        arguments: [
            ("0", "0"), ("-0", "0"), ("1.0", "1"), ("-17", "-17"), ("9007199254740991", "9007199254740991"),
            ("1e3", "1000"), ("0.1", "0.1"), ("1234.5", "1234.5"), ("853.3333333333334", "853.3333333333334"),
            ("5e-324", "5e-324"), ("1.7976931348623157e308", "1.7976931348623157e+308"),
            (#""\u00e9\ud83e\udd8a\/""#, #""é🦊/""#),
            (#""\u0000\u001f\b\f\n\r\t\"\\""#, #""\u0000\u001f\b\f\n\r\t\"\\""#),
            (#"{"b":1,"a":{"d":null,"c":[true,false]}}"#, #"{"a":{"c":[true,false],"d":null},"b":1}"#),
        ])
    func encoding(text: String, expected: String) throws {
        let value = try JSONReader.read(Array(text.utf8))
        let encoded = value.encoded()
        #expect(String(decoding: encoded, as: UTF8.self) == expected)
        #expect(try JSONReader.read(encoded) == value)
    }

    @Test("Values pass through Foundation's coders unchanged")
    func codable() throws {
        let value = try JSONReader.read(Array(#"{"a":[1,-2.5,true,null,"x",{}],"b":9007199254740991}"#.utf8))
        let data = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value)
        #expect(!String(decoding: data, as: UTF8.self).contains("1.0"))
    }

    @Test("An excerpt is short and contains no characters that control a terminal")
    func excerpt() {
        #expect(JSONValue.string("\u{1B}[31m\u{9B}\u{202E}").excerpt == #""\u001b[31m\u009b\u202e""#)
        #expect(JSONValue.string(String(repeating: "a", count: 100)).excerpt.count == 61)
    }
}
