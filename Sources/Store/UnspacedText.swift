/// What the search knows of text in scripts that put no spaces between words (Chinese, Japanese, Thai, Lao, Khmer, Myanmar).
///
/// A tokenizer that looks for words finds none there. So each stretch of such characters is indexed by its pairs: `中文字` gives
/// the tokens `中文`, `文字` and `字`. A word is then a phrase of pairs, and a single character the beginning of a token. Tokens
/// are written as hexadecimal digits, which no tokenizer takes apart; other text gives none.
enum UnspacedText {
    /// How many digits a character has; `prefix` in the index's definition is the same.
    private static let digitCount = 5
    /// More stretches than these say nothing more.
    private static let maximumPhraseCount = 32

    /// The tokens of texts, in their order, parted by spaces; empty where no text has such characters.
    ///
    /// - Parameter texts: What is searched. No phrase goes from one into the next.
    /// - Returns: ASCII characters.
    static func tokens(of texts: [String]) -> String {
        var tokens: [UInt8] = []
        for text in texts {
            // The first such character, U+0E00, is written in three bytes: most text is done with here.
            guard text.utf8.contains(where: { $0 >= 0xE0 }) else { continue }
            forEachStretch(of: text.unicodeScalars) { stretch in
                for index in stretch.indices {
                    if !tokens.isEmpty { tokens.append(UInt8(ascii: " ")) }
                    append(stretch[index], to: &tokens)
                    if index + 1 < stretch.endIndex { append(stretch[index + 1], to: &tokens) }
                }
            }
        }
        return String(decoding: tokens, as: UTF8.self)
    }

    /// Expressions of FTS5 for the stretches in what is looked for: every text that contains it has all of them.
    ///
    /// - Parameter piece: What is looked for.
    /// - Returns: None where it has no such characters. There may be texts that have all of them and do not contain it.
    static func phrases(in piece: String) -> [String] {
        var phrases: [String] = []
        forEachStretch(of: piece.unicodeScalars) { stretch in
            guard phrases.count < maximumPhraseCount else { return }
            var phrase = [UInt8(ascii: "\"")]
            for (first, second) in zip(stretch, stretch.dropFirst()) {
                if phrase.count > 1 { phrase.append(UInt8(ascii: " ")) }
                append(first, to: &phrase)
                append(second, to: &phrase)
            }
            // A character may stand last in its stretch, and in a pair elsewhere.
            if stretch.count == 1 { append(stretch[0], to: &phrase) }
            phrase.append(UInt8(ascii: "\""))
            if stretch.count == 1 { phrase.append(UInt8(ascii: "*")) }
            phrases.append(String(decoding: phrase, as: UTF8.self))
        }
        return phrases
    }

    /// Whether the character belongs to a script that puts no spaces between words.
    static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x0E00: false
        case 0x0E00...0x0EFF: true  // Thai, Lao
        case 0x1000...0x109F: true  // Myanmar
        case 0x1780...0x17FF: true  // Khmer
        case ..<0x2E80: false
        case 0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9D: true  // Hiragana, Katakana
        default: scalar.properties.isIdeographic
        }
    }

    private static func forEachStretch(of text: String.UnicodeScalarView, _ body: ([Unicode.Scalar]) -> Void) {
        var stretch: [Unicode.Scalar] = []
        for scalar in text {
            if isUnspaced(scalar) {
                stretch.append(scalar)
            } else if !stretch.isEmpty {
                body(stretch)
                stretch.removeAll(keepingCapacity: true)
            }
        }
        if !stretch.isEmpty { body(stretch) }
    }

    private static func append(_ scalar: Unicode.Scalar, to tokens: inout [UInt8]) {
        for digit in (0..<digitCount).reversed() {
            let value = UInt8(scalar.value >> (UInt32(digit) * 4) & 0xF)
            tokens.append(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10)
        }
    }
}
