import Markup
import Testing

@Suite("Character references")
struct CharacterReferencesTests {
    private func decode(_ text: String, inAttribute: Bool) -> String {
        Array(text.utf8).withUnsafeBufferPointer { CharacterReferences.decode($0, inAttribute: inAttribute) }
    }

    @Test(
        "A reference has the same value in attributes and in text",
        arguments: [
            ("a&amp;b", "a&b"), ("&lt;&gt;&quot;&apos;", "<>\"'"), ("&sol;&colon;&Tab;&NewLine;", "/:\t\n"),
            ("&amp", "&"),
            ("&#65;&#x41;&#X61;", "AAa"), ("&#65", "A"), ("&#128;&#x9F;&#x81;", "\u{20AC}\u{178}\u{81}"),
            ("&#0;&#xD800;&#x110000;&#99999999999999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("&#;&#x;&#xg;", "&#;&#x;&#xg;"), ("&", "&"), ("& &&", "& &&"), ("&unknown;", "&unknown;"),
            ("&CounterClockwiseContourIntegral;", "\u{2233}"), ("&acE;", "\u{223E}\u{333}"), ("&eacute ", "\u{E9} "),
            ("&notin;", "\u{2209}"), ("&hearts", "&hearts"), ("\r\n\r\u{E9}", "\n\n\u{E9}"), ("&#13;&#10;", "\r\n"),
            ("&amp;amp;", "&amp;"), ("", ""),
        ])
    func everywhere(text: String, meaning: String) {
        #expect(decode(text, inAttribute: true) == meaning)
        #expect(decode(text, inAttribute: false) == meaning)
    }

    @Test(
        "In an attribute, a name without a semicolon is kept as text before =, a letter or a digit",
        arguments: [
            ("?a=b&copy=c", "?a=b&copy=c", "?a=b\u{A9}=c"), ("&notit;", "&notit;", "\u{AC}it;"), ("&lt9", "&lt9", "<9"),
            ("&lt;9", "<9", "<9"), ("&amp-", "&-", "&-"), ("&sectionx=1", "&sectionx=1", "\u{A7}ionx=1"),
        ])
    func bareNames(text: String, inAttribute: String, inText: String) {
        #expect(decode(text, inAttribute: true) == inAttribute)
        #expect(decode(text, inAttribute: false) == inText)
    }
}
