import FoundationEssentials
import Testing

@testable import JSON

@Suite("JSON strings")
struct JSONStringTests {
    @Test(
        "Quotation marks, backslashes, control characters and DEL are escaped",
        arguments: [
            ("", #""""#), ("é🦊/", #""é🦊/""#), ("a\"b\\c", #""a\"b\\c""#),
            ("\u{8}\u{9}\u{A}\u{C}\u{D}", #""\b\t\n\f\r""#),
            ("\u{0}\u{1B}\u{1F}\u{7F}", #""\u0000\u001b\u001f\u007f""#),
        ])
    func escapes(text: String, expected: String) throws {
        #expect(JSONString.literal(text) == expected)
        #expect(try JSONDecoder().decode([String].self, from: Data("[\(expected)]".utf8)) == [text])
    }

    @Test(
        "A character is escaped at every position of texts of every length",
        arguments: ["\"", "\\", "\n", "\u{7F}", "é"])
    func positions(character: String) {
        let escaped = JSONString.literal(character).dropFirst().dropLast()
        for length in 0...40 {
            for position in 0...length {
                let (before, after) = (String(repeating: "a", count: position), "b\(length - position)")
                #expect(JSONString.literal(before + character + after) == "\"\(before)\(escaped)\(after)\"")
            }
        }
        let many = String(repeating: character, count: 100)
        #expect(JSONString.literal(many) == "\"\(String(repeating: String(escaped), count: 100))\"")
    }

    @Test("No string is written as null")
    func null() {
        var bytes = Array("{\"url\":".utf8)
        JSONString.append(nil, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"url":null"#)
    }

    @Test("A script literal contains no markup and no line terminator, and is a JSON string with the same value")
    func scriptLiterals() throws {
        let text = "</script><!-- ]]> & \u{2028}\u{2029}\r\n\" \\ \u{0}"
        let literal = JSONString.scriptLiteral(text)
        for character in "<>&\n\r\u{2028}\u{2029}\u{0}".unicodeScalars {
            #expect(!literal.unicodeScalars.contains(character))
        }
        #expect(try JSONDecoder().decode([String].self, from: Data("[\(literal)]".utf8)) == [text])
    }

    @Test(
        "Escapes are decoded, and wrong ones do not lose the rest of the text",
        arguments: [
            (#"plain"#, "plain"), (#"\"\\\/"#, #""\/"#), (#"\b\f\n\r\t"#, "\u{8}\u{C}\n\r\t"),
            (#"\u00e9\ud83e\udd8a"#, "é🦊"), (#"\ud83e."#, "\u{FFFD}."), (#"\ud83e\u0041"#, "\u{FFFD}A"),
            (#"\ud83e\uzz"#, "\u{FFFD}uzz"), (#"\u12"#, "u12"), (#"\q\x41"#, "qx41"), (#"end\"#, #"end\"#),
        ])
    func decoding(text: String, expected: String) {
        #expect(decoded(text, isScript: false) == expected)
    }

    @Test(
        "In scripts JavaScript's further escapes are decoded too",
        arguments: [
            (#"\x41\u{1F98A}\v"#, "A🦊\u{B}"), ("a\\\nb\\\r\nc", "abc"), (#"\u{110000}"#, "\u{FFFD}"),
            (#"\u{}\xg"#, "u{}xg"),
        ])
    func scriptDecoding(text: String, expected: String) {
        #expect(decoded(text, isScript: true) == expected)
    }

    private func decoded(_ text: String, isScript: Bool) -> String {
        Array(text.utf8).withUnsafeBufferPointer { JSONString.decoded($0, isScript: isScript) }
    }
}
