import TerminalHUD
import Testing

@Suite("Text")
struct TextTests {
    @Test(
        "Text has the width that terminals show",
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한글", 4), ("ｶﾅ", 2), ("Ｆ", 2), ("😀", 2),
            ("❤\u{FE0F}", 2), ("❤", 1), ("🇩🇪", 2), ("—", 1), ("⣿", 1), ("\u{200B}", 0), ("ไทย", 3), ("\u{AD}", 0),
        ])
    func width(text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test(
        "Everything that a terminal could interpret is replaced",
        arguments: [
            ("plain", "plain"), ("a\u{1B}[31mb", "a\u{FFFD}[31mb"),
            ("a\u{9B}31mb", "a\u{FFFD}31mb"), ("a\tb\nc\r\nd", "a b c d"),
            ("\u{7}\u{8}\u{7F}", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("a\u{202E}cod.exe", "a\u{FFFD}cod.exe"),
            ("x\u{2028}y", "x y"), ("👩\u{200D}🚀", "👩"), ("naïve 日本", "naïve 日本"),
            ("❤\u{FE0F}\u{200D}🔥x", "❤\u{FE0F}x"), ("क्\u{200D}ष", "क्\u{200D}ष"),
            ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("a\u{200B}b\u{FEFF}\u{3164}", "a\u{FFFD}b\u{FFFD}\u{FFFD}"),
        ])
    func sanitized(text: String, safe: String) {
        #expect(Array(TerminalText.sanitized(text).utf8) == Array(safe.utf8))
    }

    @Test(
        "Text is truncated at grapheme boundaries",
        arguments: [
            ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 6, "日本語"),
            ("abc", 1, "a"), ("日本", 1, ""), ("abc", 0, ""), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
        ])
    func cut(text: String, width: Int, result: String) {
        #expect(TerminalText.cut(text, to: width) == result)
        #expect(DisplayWidth.of(TerminalText.cut(text, to: width)) <= width)
    }

    @Test("An ASCII terminal gets only ASCII")
    func ascii() {
        #expect(TerminalText.ascii("naïve · 日本…\u{1B}") == "na?ve , ??~?")
    }
}
