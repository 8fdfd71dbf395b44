import GRDB

/// A search as the user typed it, converted to conditions on the table `snapshots`.
///
/// The text is split at white space, and every piece must be found. No character is an operator.
///
/// A piece with letters or digits is looked up in the full-text index as a prefix of words, without regard to case and
/// accents.
///
/// Two kinds of pieces have no words in the index: text in scripts without spaces between words (Chinese, Japanese,
/// Thai…), and symbols alone (`"`, `*`, emoji). Both are searched anywhere in the text. For the scripts, an index of
/// character pairs narrows the search (``BigramTokenizer``).
struct SearchQuery: Equatable {
    /// The maximum number of pieces that are searched: more hardly narrow a search, and SQLite limits the depth of
    /// expressions.
    static let maximumPieceCount = 32
    /// The length to which pieces are cut, so that patterns stay within SQLite's limits.
    static let maximumPieceLength = 200

    /// An FTS5 expression for the pieces that are words; nil if there are none.
    let match: String?
    /// Patterns for `LIKE` with `\` as the escape character.
    let patterns: [String]
    /// An FTS5 expression for the index of pairs, which narrows the search with the patterns; nil if there is none.
    let pairMatch: String?

    /// Parses a query.
    ///
    /// - Parameter text: The text as it was typed.
    init(_ text: String) {
        var phrases: [String] = []
        var patterns: [String] = []
        var pairs: [String] = []
        // Splits by scalars: a space with a combining mark is a separator, and the mark belongs to the following piece.
        let pieces = text.unicodeScalars.split { $0.properties.isWhitespace || $0 == "\0" }.prefix(
            Self.maximumPieceCount)
        for piece in pieces {
            let scalars = piece.prefix(Self.maximumPieceLength)
            let piece = String(scalars)
            if scalars.contains(where: Self.isWordCharacter), !scalars.contains(where: BigramTokenizer.isUnspaced) {
                phrases.append("\"" + piece.replacing("\"", with: "\"\"") + "\"*")
            } else if !piece.isEmpty {
                patterns.append("%" + piece.replacing(#/[\\%_]/#) { "\\" + $0.output } + "%")
                pairs += BigramTokenizer.phrases(in: piece)
            }
        }
        match = phrases.isEmpty ? nil : phrases.joined(separator: " AND ")
        self.patterns = patterns
        pairMatch = pairs.isEmpty ? nil : pairs.prefix(Self.maximumPieceCount).joined(separator: " AND ")
    }

    /// True if the query has no conditions.
    var isEmpty: Bool { match == nil && patterns.isEmpty }

    /// Returns true if the tokenizer unicode61 counts the character as part of a word.
    private static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse:
            true
        default: false
        }
    }
}
