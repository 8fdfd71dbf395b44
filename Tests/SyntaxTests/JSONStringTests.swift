import FoundationEssentials
import TestSupport
import Testing

@testable import Syntax

@Suite("JSON strings")
struct JSONStringTests {
    @Test(
        "Quotation marks, backslashes and what a terminal obeys or hides are escaped",
        arguments: [
            ("", #""""#), ("é🦊/", #""é🦊/""#), ("a\"b\\c", #""a\"b\\c""#),
            ("\u{8}\u{9}\u{A}\u{C}\u{D}", #""\b\t\n\f\r""#),
            ("\u{0}\u{1B}\u{1F}\u{7F}", #""\u0000\u001b\u001f\u007f""#),
            ("\u{9B}31m\u{202E}\u{2028}\u{E0041}", #""\u009b31m\u202e\u2028\udb40\udc41""#),
            ("می\u{200C}خواهم", "\"می\u{200C}خواهم\""),
        ])
    func escapes(text: String, expected: String) throws {
        #expect(JSONString.literal(text) == expected)
        #expect(try JSONDecoder().decode([String].self, from: Data("[\(expected)]".utf8)) == [text])
    }

    @Test(
        "A character is escaped at every position of texts of every length",
        arguments: ["\"", "\\", "\n", "\u{7F}", "é", "\u{9B}", "あ", "\u{202E}", "\u{E0041}", "🦊"])
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

    @Test("Every scalar has the same value after JSON, and no unsafe one is written as it is")
    func scalars() throws {
        var text = ""
        // Of longer runs of combining characters, a part is kept.
        for start in stride(from: UInt32(0), through: 0x10FFFF, by: 30) {
            text += "a"
            text.unicodeScalars.append(contentsOf: (start..<start + 30).compactMap(Unicode.Scalar.init))
        }
        let literal = JSONString.literal(text)
        #expect(HostileText.problems(in: Array(literal.utf8)).isEmpty)
        #expect(try JSONValue(json: literal.utf8, limit: .max).string?.utf8.elementsEqual(text.utf8) == true)
    }

    @Test(
        "Foundation's JSON gets the same escapes, indented or not", arguments: HostileText.texts + HostileText.harmless)
    func encoder(text: String) throws {
        for bytes in try [JSONText.line([text: text]), JSONText.indented([text: text]), JSONText.array([text])] {
            #expect(HostileText.problems(in: bytes).isEmpty)
        }
        let line = try JSONText.line([text])
        #expect(String(decoding: line, as: UTF8.self) == "[\(JSONString.literal(text))]\n")
        #expect(try JSONDecoder().decode([String].self, from: Data(line)).first?.utf8.elementsEqual(text.utf8) == true)
    }

    @Test("Another program's JSON keeps its values and its white space")
    func escaping() {
        let json = "{\r\n\t\"a\u{9B}\":\t\"\u{202E}é\\n\"}\n"
        #expect(
            String(decoding: JSONText.escapingUnsafe(Array(json.utf8)), as: UTF8.self)
                == "{\r\n\t\"a\\u009b\":\t\"\\u202eé\\n\"}\n")
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
