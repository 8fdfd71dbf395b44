import GRDB

/// What a person typed into the search, as conditions on the table `snapshots`.
///
/// The text is split at white space; every piece must be found. A piece with letters or digits is looked up in the
/// full-text index as the beginning of words, without regard to case and accents. Where words are written without spaces
/// (Chinese, Japanese, Thai…) the index has no words to offer, and for pieces of signs alone (`"`, `*`, emoji) no words at
/// all; such pieces are looked for anywhere in the text, the former with the help of an index of pairs of characters
/// (``UnspacedText``). Nothing a person types is an operator.
struct SearchQuery: Equatable {
    /// More pieces than these say nothing more, and SQLite bounds the depth of expressions.
    static let maximumPieceCount = 32
    /// Longer pieces are cut, so that patterns stay within SQLite's bounds.
    static let maximumPieceLength = 200

    /// An FTS5 expression for the pieces that are words; nil when there are none.
    let match: String?
    /// Patterns for `LIKE` with `\` as escape character.
    let patterns: [String]
    /// An FTS5 expression for the index of pairs, which everything that fits the patterns fits too; nil when it says nothing.
    let pairMatch: String?

    /// Reads a query.
    ///
    /// - Parameter text: What was typed.
    init(_ text: String) {
        var phrases: [String] = []
        var patterns: [String] = []
        var pairs: [String] = []
        // By scalars: a space with a mark above it is a space, and the mark a part of what follows.
        let pieces = text.unicodeScalars.split { $0.properties.isWhitespace || $0 == "\0" }.prefix(
            Self.maximumPieceCount)
        for piece in pieces {
            let scalars = piece.prefix(Self.maximumPieceLength)
            let piece = String(scalars)
            if scalars.contains(where: Self.isWordCharacter), !scalars.contains(where: UnspacedText.isUnspaced) {
                phrases.append("\"" + piece.replacing("\"", with: "\"\"") + "\"*")
            } else if !piece.isEmpty {
                patterns.append("%" + piece.replacing(#/[\\%_]/#) { "\\" + $0.output } + "%")
                pairs += UnspacedText.phrases(in: piece)
            }
        }
        match = phrases.isEmpty ? nil : phrases.joined(separator: " AND ")
        self.patterns = patterns
        pairMatch = pairs.isEmpty ? nil : pairs.prefix(Self.maximumPieceCount).joined(separator: " AND ")
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
}
