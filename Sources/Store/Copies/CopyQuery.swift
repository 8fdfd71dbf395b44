import GRDB
import PageCopies

/// A search as the user typed it, converted to a condition on the index of copies.
///
/// As in ``SearchQuery``, the text is split at white space, every piece must be found, and each is the beginning of a
/// word. The index has no positions of words: a piece with several words, such as `well-known`, is found in every copy
/// with these words, and a piece in a script without spaces in every copy with its pairs of characters.
struct CopyQuery {
    /// FTS5 expressions for the tables `copy_word` and `copy_pair`; nil if the query has no such pieces.
    let words: String?
    let pairs: String?
    /// The words of the query, for ``ExcerptBuilder``.
    let terms: [String]
    /// The pieces in scripts without spaces.
    let unspacedPieces: [String]

    /// Parses a query; nil if no copy can match it, because it is blank or has a piece without letters and digits.
    ///
    /// - Parameter text: The text as it was typed.
    /// - Throws: `DatabaseError`.
    init?(_ text: String) throws {
        let pieces = text.unicodeScalars.split { $0.properties.isWhitespace || $0 == "\0" }
            .prefix(SearchQuery.maximumPieceCount)
            .map { String($0.prefix(SearchQuery.maximumPieceLength)) }
        guard !pieces.isEmpty else { return nil }
        var words: [String] = []
        var terms: [String] = []
        var pairs: [String] = []
        var unspaced: [String] = []
        for piece in pieces {
            let phrases = BigramTokenizer.phrases(in: piece)
            let tokens = try WordTokenizer.shared.tokens(of: phrases.isEmpty ? piece : IndexedWords.spaced(piece))
            if tokens.isEmpty, phrases.isEmpty { return nil }
            // The last word of a piece may be incomplete.
            words += tokens.enumerated().map { $0 == tokens.count - 1 ? "\"\($1)\"*" : "\"\($1)\"" }
            terms += tokens
            pairs += phrases.flatMap(Self.tokens)
            if !phrases.isEmpty { unspaced.append(piece) }
        }
        self.words = words.isEmpty ? nil : words.joined(separator: " AND ")
        self.pairs = pairs.isEmpty ? nil : pairs.prefix(SearchQuery.maximumPieceCount).joined(separator: " AND ")
        self.terms = terms
        unspacedPieces = unspaced
    }

    /// Splits a phrase of ``BigramTokenizer`` into expressions for its tokens.
    private static func tokens(of phrase: String) -> [String] {
        if phrase.hasSuffix("*") { return [phrase] }
        return phrase.dropFirst().dropLast().split(separator: " ").map { "\"\($0)\"" }
    }

    /// Returns the positions of places whose copies match, newest first.
    ///
    /// - Parameters:
    ///   - last: The position before which the list begins; nil begins with the newest.
    ///   - limit: The maximum number of positions.
    ///   - index: A connection to the index.
    /// - Returns: Positions in descending order.
    /// - Throws: `DatabaseError`.
    func positions(before last: Int64?, limit: Int, _ index: Database) throws -> [Int64] {
        let before = last ?? .max
        switch (words, pairs) {
        case (let words?, nil):
            return try Self.positions(
                index.cachedStatement(
                    sql: """
                        SELECT rowid FROM copy_word WHERE copy_word MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?
                        """), arguments: [words, before, limit])
        case (nil, let pairs?):
            return try Self.positions(
                index.cachedStatement(
                    sql: """
                        SELECT rowid FROM copy_pair WHERE copy_pair MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?
                        """), arguments: [pairs, before, limit])
        case (let words?, let pairs?):
            return try Self.positions(
                index.cachedStatement(
                    sql: """
                        SELECT p.rowid FROM copy_pair AS p WHERE copy_pair MATCH ? AND rowid < ?
                            AND +p.rowid IN (SELECT rowid FROM copy_word WHERE copy_word MATCH ?)
                        ORDER BY p.rowid DESC LIMIT ?
                        """), arguments: [pairs, before, words, limit])
        case (nil, nil):
            return []
        }
    }

    private static func positions(_ statement: Statement, arguments: StatementArguments) throws -> [Int64] {
        try Row.fetchAll(statement, arguments: arguments).compactMap { $0.value(0) }
    }
}
