import GRDB
import PageCopies

/// The words of a text copy, as the full-text index receives them.
struct IndexedWords {
    /// The text without characters of scripts that have no spaces between words.
    private let words: String
    /// The tokens of ``BigramTokenizer``.
    private let pairs: String

    /// Reads the words of a copy; nil if it cannot be read.
    ///
    /// - Parameter content: The JSON of the copy.
    init?(content: [UInt8]) {
        guard let copy = try? TextCopy(json: content) else { return nil }
        self.init(text: Self.text(of: copy))
    }

    init(text: String) {
        pairs = BigramTokenizer.tokens(of: [text])
        words = pairs.isEmpty ? text : Self.spaced(text)
    }

    /// Returns the text that is searched: the title, the author, the text, and the texts of images.
    static func text(of copy: TextCopy) -> String {
        var parts = [copy.title, copy.byline, copy.plainText].compactMap { $0 }
        parts += copy.blocks.compactMap { $0.image?.alternativeText }
        return parts.joined(separator: "\n")
    }

    /// Returns a text with the characters of scripts without spaces replaced by spaces.
    static func spaced(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { result.append(BigramTokenizer.isUnspaced(scalar) ? " " : scalar) }
        return String(result)
    }

    /// Adds the words of a copy.
    func insert(number: Int64, position: Int64, _ index: Database) throws {
        try index.cachedStatement(sql: "INSERT INTO copy_word (rowid, words) VALUES (?, ?)")
            .execute(arguments: [position, words])
        if !pairs.isEmpty {
            try index.cachedStatement(sql: "INSERT INTO copy_pair (rowid, pairs) VALUES (?, ?)")
                .execute(arguments: [position, pairs])
        }
        try index.cachedStatement(
            sql: "INSERT OR REPLACE INTO indexed (position, number, has_pairs) VALUES (?, ?, ?)"
        ).execute(arguments: [position, number, !pairs.isEmpty])
    }

    /// Removes the words of a copy, which must be indexed.
    func delete(position: Int64, _ index: Database) throws {
        try index.execute(
            sql: "INSERT INTO copy_word (copy_word, rowid, words) VALUES ('delete', ?, ?)",
            arguments: [position, words])
        guard !pairs.isEmpty else { return }
        try index.execute(
            sql: "INSERT INTO copy_pair (copy_pair, rowid, pairs) VALUES ('delete', ?, ?)",
            arguments: [position, pairs])
    }
}
