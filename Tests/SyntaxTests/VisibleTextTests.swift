import Syntax
import TestSupport
import Testing

@Suite("Text that a terminal neither obeys nor hides") struct VisibleTextTests {
    @Test("The table of unsafe characters agrees with Unicode's properties for every scalar")
    func table() {
        let differences = (0...0x10FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init).filter {
            $0.isUnsafeInTerminal != HostileText.isUnsafe($0)
        }
        #expect(differences.map { String($0.value, radix: 16) } == [])
    }

    @Test("Every hostile text becomes harmless", arguments: HostileText.texts)
    func hostile(text: String) {
        for output in [VisibleText.line(text), VisibleText.replacing(in: text)] {
            #expect(HostileText.problems(in: Array(output.utf8)).isEmpty)
            #expect(output.hasPrefix(HostileText.canary))
        }
    }

    @Test("Letters that depend on their neighbors, and joined emoji, are kept", arguments: HostileText.harmless)
    func harmless(text: String) {
        #expect(Array(VisibleText.line(text).utf8) == Array(text.utf8))
        #expect(Array(VisibleText.replacing(in: text).utf8) == Array(text.utf8))
    }

    @Test("Of many combining characters in a row, 30 are kept, and ordinary texts stay as they are")
    func combiningRuns() {
        for (first, second) in [("\u{301}", "\u{316}"), ("\u{300}", "\u{20D0}"), ("\u{1D165}", "\u{1E8D0}")] {
            let run = String(repeating: first, count: 50_000) + String(repeating: second, count: 50_000)
            let text = "e\(run)x\(run)"
            #expect(text.hasLongCombiningRun)
            #expect(Array(text.streamSafe.unicodeScalars.map(\.value)).count == 62)
            #expect(!text.streamSafe.hasLongCombiningRun)
        }
        let longest = "e" + String(repeating: "\u{301}", count: 30)
        // The marks beside those letters of which the class is not looked up.
        for mark in ["\u{302A}", "\u{302E}", "\u{A66F}", "\u{FE20}"] {
            let text = "中한\u{A66E}" + String(repeating: mark, count: 100)
            #expect(HostileText.longestCombiningRun(in: text.streamSafe) == 30)
        }
        for text in HostileText.harmless + [longest, String(repeating: "中文 é ก่ำ ", count: 100), ""] {
            #expect(!text.hasLongCombiningRun && Array(text.streamSafe.utf8) == Array(text.utf8))
        }
    }

    @Test(
        "A line has a space for each tab and line end",
        arguments: [
            ("a\tb", "a b"), ("a\nb", "a b"), ("a\r\nb", "a b"), ("a\rb", "a b"), ("a\u{2028}b\u{85}", "a b "),
            ("\n\n", "  "), ("a\u{1B}b", "a\u{FFFD}b"), ("plain", "plain"), ("", ""),
        ])
    func line(text: String, expected: String) {
        #expect(VisibleText.line(text) == expected)
    }

    @Test("An unsafe character is found at every offset, however long the text is", arguments: [1, 15, 16, 17, 64])
    func offsets(length: Int) {
        for offset in 0...length {
            let before = String(repeating: "x", count: offset)
            let after = String(repeating: "y", count: length - offset)
            for unsafe in ["\u{7}", "\u{9B}", "\u{202E}", "\u{E0041}"] {
                #expect(VisibleText.replacing(in: before + unsafe + after) == before + "\u{FFFD}" + after)
            }
        }
    }

    @Test("Each byte that is not UTF-8 becomes U+FFFD", arguments: HostileText.illFormed)
    func illFormed(bytes: [UInt8]) {
        var output: [UInt8] = []
        (Array("a".utf8) + bytes + Array("b".utf8)).withUnsafeBufferPointer { text in
            VisibleText.append(text, to: &output) { String($0) }
        }
        let expected = bytes.map { $0 < 0x80 ? String(Unicode.Scalar($0)) : "\u{FFFD}" }.joined()
        #expect(String(validating: output, as: UTF8.self) == "a" + expected + "b")
    }

    @Test("A carriage return stays only before a line feed, if line feeds stay")
    func lineEnds() {
        let keepsLines: (Unicode.Scalar) -> String = { $0 == "\n" ? "\n" : "?" }
        #expect(VisibleText.replacing(in: "a\r\nb\rc\n", with: keepsLines) == "a\r\nb?c\n")
        #expect(VisibleText.replacing(in: "a\r\nb", with: { _ in "?" }) == "a?b")
    }

    @Test("Cells of tables keep tabs, line ends and what titles of some languages contain")
    func cells() {
        let kept = "a\tb\nc\rd\u{200E}\u{200F}\u{61C}\u{200B}\u{2060}\u{E0067}\u{E007F}\u{E0100}"
        #expect(VisibleText.replacing(in: kept, with: VisibleText.cellText) == kept)
        #expect(VisibleText.replacing(in: "\u{202E}\u{1B}\u{FEFF}", with: VisibleText.cellText) == "���")
    }
}
