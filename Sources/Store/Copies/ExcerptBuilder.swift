import GRDB
import PageCopies
import Snapshots

/// A maker of excerpts from the copies that a search has found.
///
/// An FTS5 table in memory finds the words, so that the excerpt shows what the index has matched.
struct ExcerptBuilder {
    /// The number of words of an excerpt.
    private static let wordCount = 24
    /// The number of characters before and after a match in a script without spaces.
    private static let contextLength = 30

    private let query: CopyQuery
    private let queue: DatabaseQueue

    /// Creates a maker of excerpts for a query.
    ///
    /// - Throws: `DatabaseError`.
    init(query: CopyQuery) throws {
        self.query = query
        queue = try DatabaseQueue()
        try queue.write {
            try $0.execute(
                sql: """
                    CREATE VIRTUAL TABLE shown USING fts5(text, tokenize='unicode61 remove_diacritics 2')
                    """)
        }
    }

    /// Returns the words around the first or best match in a copy; nil if it has none.
    ///
    /// - Parameter content: The JSON of the copy.
    /// - Returns: The excerpt as plain text.
    func excerpt(content: [UInt8]) -> TextExcerpt? {
        guard let copy = try? TextCopy(json: content) else { return nil }
        let text = CollapsedText.collapsed(IndexedWords.text(of: copy))
        if let piece = query.unspacedPieces.first { return Self.excerpt(of: piece, in: text) }
        return try? excerpt(of: query.terms, in: text)
    }

    private func excerpt(of terms: [String], in text: String) throws -> TextExcerpt? {
        let match = terms.map { "\"\($0)\"*" }.joined(separator: " OR ")
        let snippet = try queue.write { database in
            try database.execute(sql: "INSERT INTO shown (rowid, text) VALUES (1, ?)", arguments: [text])
            defer { try? database.execute(sql: "DELETE FROM shown") }
            return try String.fetchOne(
                database,
                sql: """
                    SELECT snippet(shown, 0, char(1), char(2), '…', \(Self.wordCount)) FROM shown WHERE shown MATCH ?
                    """, arguments: [match])
        }
        guard let parts = snippet?.split(separator: "\u{1}", maxSplits: 1, omittingEmptySubsequences: false),
            parts.count == 2
        else { return nil }
        let rest = parts[1].split(separator: "\u{2}", maxSplits: 1, omittingEmptySubsequences: false)
        return TextExcerpt(
            before: String(parts[0]), match: String(rest[0]),
            after: (rest.count > 1 ? rest[1] : "").filter { $0 != "\u{1}" && $0 != "\u{2}" })
    }

    /// Returns the characters around a piece; its pairs can match although the piece itself does not occur.
    private static func excerpt(of piece: String, in text: String) -> TextExcerpt? {
        let (needle, characters) = (Array(piece), Array(text))
        guard !needle.isEmpty, characters.count >= needle.count else { return nil }
        let start = (0...(characters.count - needle.count)).first { start in
            characters[start] == needle[0] && characters[start..<(start + needle.count)].elementsEqual(needle)
        }
        guard let start else { return nil }
        let (first, end) = (max(0, start - contextLength), start + needle.count)
        let last = min(characters.count, end + contextLength)
        return TextExcerpt(
            before: (first > 0 ? "…" : "") + String(characters[first..<start]), match: piece,
            after: String(characters[end..<last]) + (last < characters.count ? "…" : ""))
    }
}
