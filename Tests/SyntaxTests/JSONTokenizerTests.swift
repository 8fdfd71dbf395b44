import Testing

@testable import Syntax

@Suite("Tokens of JSON")
struct JSONTokenizerTests {
    @Test(
        "A text is divided at white space, structural characters and quotation marks, even if it is not JSON",
        arguments: [
            ("", []), (" \r\n\t", []), ("\u{B}\u{C}", ["word 0..<2"]),
            (
                #"{"a": [-1e5,null] }"#,
                [
                    "objectStart 0..<1", "string 1..<4", "colon 4..<5", "arrayStart 6..<7", "word 7..<11",
                    "comma 11..<12", "word 12..<16", "arrayEnd 16..<17", "objectEnd 18..<19",
                ]
            ),
            ("]}", ["arrayEnd 0..<1", "objectEnd 1..<2"]), ("é1\"", ["word 0..<3", "string 3..<4 open"]),
            (#"a"b"c"#, ["word 0..<1", "string 1..<4", "word 4..<5"]),
            (#""a\"b" "\\","#, [#"string 0..<6 escapes"#, "string 7..<11 escapes", "comma 11..<12"]),
            ("\"\n\"", ["string 0..<3 escapes"]), (#""\"#, ["string 0..<2 escapes open"]),
            (#""a\""#, ["string 0..<4 escapes open"]), (#""[{,:"#, ["string 0..<5 open"]),
        ])
    func division(text: String, expected: [String]) {
        let found = Array(text.utf8).withUnsafeBufferPointer { bytes in
            var tokens = JSONTokenizer(bytes)
            var kinds: [String] = []
            while let token = tokens.next() {
                let isEscaped = token == .string && !tokens.isPlain
                let isOpen = token == .string && !tokens.isClosed
                kinds.append(
                    "\(token) \(tokens.start..<tokens.end)\(isEscaped ? " escapes" : "")\(isOpen ? " open" : "")")
            }
            #expect(tokens.start == bytes.count && tokens.end == bytes.count)
            return kinds
        }
        #expect(found == expected)
    }

    @Test("The text of a string is its content, closed or not")
    func strings() {
        for (text, expected) in [(#""""#, ""), (#"""#, ""), (#""a"#, "a"), (#""\u00e9""#, "é"), (#""a\"#, #"a\"#)] {
            Array(text.utf8).withUnsafeBufferPointer { bytes in
                var tokens = JSONTokenizer(bytes)
                let token = tokens.next()
                #expect(token == .string && tokens.string == expected)
            }
        }
    }
}
