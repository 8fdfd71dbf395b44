import GRDB

/// What a person typed into the search, as conditions on the table `snapshots`.
///
/// The text is split at white space; every piece must be found. A piece with letters or digits is looked up in the
/// full-text index as the beginning of words, without regard to case and accents. Where words are written without spaces
/// (Chinese, Japanese, Thai…) the index has no words to offer, and for pieces of signs alone (`"`, `*`, emoji) no words at
/// all; such pieces are looked for anywhere in the text. Nothing a person types is an operator.
struct SearchQuery: Equatable {
    /// More pieces than these say nothing more, and SQLite bounds the depth of expressions.
    static let maximumPieceCount = 32
    /// Longer pieces are cut, so that patterns stay within SQLite's bounds.
    static let maximumPieceLength = 200

    /// An FTS5 expression for the pieces that are words; nil when there are none.
    let match: String?
    /// Patterns for `LIKE` with `\` as escape character.
    let patterns: [String]

    /// Reads a query.
    ///
    /// - Parameter text: What was typed.
    init(_ text: String) {
        var phrases: [String] = []
        var patterns: [String] = []
        let pieces = text.split { $0.isWhitespace || $0 == "\0" }.prefix(Self.maximumPieceCount)
        for piece in pieces {
            let scalars = piece.unicodeScalars.filter { $0 != "\0" }.prefix(Self.maximumPieceLength)
            let piece = String(String.UnicodeScalarView(scalars))
            if scalars.contains(where: Self.isWordCharacter), !scalars.contains(where: Self.isUnspaced) {
                phrases.append("\"" + piece.replacing("\"", with: "\"\"") + "\"*")
            } else if !piece.isEmpty {
                patterns.append("%" + piece.replacing(#/[\\%_]/#) { "\\" + $0.output } + "%")
            }
        }
        match = phrases.isEmpty ? nil : phrases.joined(separator: " AND ")
        self.patterns = patterns
    }

    /// Whether nothing is asked for.
    var isEmpty: Bool { match == nil && patterns.isEmpty }

    /// What the tokenizer unicode61 takes for a part of a word.
    private static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse:
            true
        default: false
        }
    }

    /// Whether the character belongs to a script that puts no spaces between words.
    private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isIdeographic { return true }
        return switch scalar.value {
        case 0x0E00...0x0EFF: true  // Thai, Lao
        case 0x1000...0x109F: true  // Myanmar
        case 0x1780...0x17FF: true  // Khmer
        case 0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9D: true  // Hiragana, Katakana
        default: false
        }
    }
}
