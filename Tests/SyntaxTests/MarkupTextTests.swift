import Syntax
import Testing

@Suite("Escaped text")
struct MarkupTextTests {
    @Test(
        "Text that XML can carry is escaped, other text is refused",
        arguments: [
            ("a]]>b", "a]]&gt;b"), ("<&\"'>", "&lt;&amp;&quot;&#39;&gt;"), ("a\r\n\tb", "a&#13;&#10;&#9;b"),
            ("a\0", nil), ("\u{1B}", nil), ("\u{85}", nil), ("\u{FFFE}", nil),
            ("\u{202E}x\u{2028}", "&#x202E;x&#x2028;"), ("a\u{200D}b", "a\u{200D}b"), ("plain text", "plain text"),
            ("é🦊", "é🦊"), ("", ""),
            ("\u{7F}", nil), ("\u{9F}", nil), ("\u{1FFFF}", nil), ("\u{1F}", nil),
        ] as [(String, String?)])
    func xml(text: String, expected: String?) {
        #expect(MarkupText.xml(text) == expected)
        #expect(MarkupText.isXML(text) == (expected != nil))
    }

    @Test("The content of an element keeps quotation marks and white space")
    func content() {
        #expect(MarkupText.content("a\r\n\t<b>&\"'") == "a\r\n\t&lt;b&gt;&amp;\"'")
    }

    @Test(
        "What a terminal obeys or hides is a reference, or U+FFFD if there is no valid one",
        arguments: [
            ("a\u{1B}[2J\u{9B}31m\0", "a\u{FFFD}[2J\u{FFFD}31m\u{FFFD}"), ("a\u{C}b", "a b"),
            ("\u{FFFE}\u{1FFFF}", "\u{FFFD}\u{FFFD}"), ("\u{200B}\u{E0041}<", "&#x200B;&#xE0041;&lt;"),
        ])
    func unsafe(text: String, expected: String) {
        #expect(MarkupText.content(text) == expected)
        #expect(MarkupText.attribute(text) == expected)
    }

    @Test("The value of an attribute keeps line breaks, unless it is to be on one line")
    func attribute() {
        #expect(MarkupText.attribute("a\r\n\t<b>&\"'") == "a\r\n\t&lt;b&gt;&amp;&quot;&#39;")
        #expect(MarkupText.attribute("a\r\n\t<\"\u{85}", isOneLine: true) == "a&#13;&#10;&#9;&lt;&quot;\u{FFFD}")
    }

    @Test("A character is escaped even if a combining character follows it")
    func combining() {
        for escaped in [MarkupText.content("<\u{301}"), MarkupText.attribute("<\u{301}"), MarkupText.xml("<\u{301}")] {
            #expect(escaped == "&lt;\u{301}")
        }
    }
}
