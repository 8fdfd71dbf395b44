import FoundationEssentials
import GRDB
import Places

/// A search in the fields of places and in their copies.
///
/// A place is found if all words match its own fields, or if all match its copy. Both indexes return positions newest
/// first; the two lists are merged up to the requested number of places.
struct CopySearch {
    /// The number of matching copies that are read at once.
    private static let batchLength = 256
    private static let maximumBatchLength = 8_192
    /// The number of places, newest first, that have an excerpt; each takes about as long as opening the copy.
    private static let maximumExcerptCount = 100

    private let database: LeftoffDatabase
    private let query: CopyQuery

    /// Creates the search of a listing; nil if no copy can match its query.
    init?(_ listing: SnapshotListing, _ database: LeftoffDatabase) throws {
        guard let text = listing.query, try database.copyIndex.exists(), let query = try CopyQuery(text) else {
            return nil
        }
        self.database = database
        self.query = query
    }

    /// Returns the positions of the places of a listing whose copies match, newest first.
    ///
    /// Must not be called in a transaction of the database: the update of the index reads the database.
    ///
    /// - Parameters:
    ///   - listing: The filters. Its limit and offset, both below 2^32, count the places that the merged list needs at
    ///     most.
    ///   - now: The current time, in milliseconds since 1970; expired places do not match.
    /// - Returns: Positions in descending order; empty if there is no index.
    /// - Throws: `DatabaseError`, or ``StoreError`` if the index cannot be examined.
    func positions(_ listing: SnapshotListing, now: Int64) throws -> [Int64] {
        let needed = listing.limit.map { $0 + listing.offset } ?? .max
        var found: [Int64] = []
        var last = listing.before
        // Filters that few places meet need many positions.
        var length = Self.batchLength
        while found.count < needed {
            let (before, limit) = (last, length)
            guard
                let batch = try database.copyIndex.read({ try query.positions(before: before, limit: limit, $0) }),
                !batch.isEmpty
            else { break }
            found += try database.read { try filtered(batch, listing, now: now, $0) }
            last = batch.last
            if batch.count < length { break }
            length = min(2 * length, Self.maximumBatchLength)
        }
        return Array(found.prefix(needed))
    }

    /// Returns those positions whose places exist, have a text copy and meet the other filters of a listing.
    private func filtered(
        _ positions: [Int64], _ listing: SnapshotListing, now: Int64, _ connection: Database
    ) throws -> [Int64] {
        var filters = listing
        filters.query = nil
        filters.before = nil
        filters.sort = .newest
        filters.limit = nil
        filters.offset = 0
        let query = SnapshotQuery(filters, positions: positions, now: now, hasText: true)
        return try Row.fetchAll(connection, sql: query.sql, arguments: query.arguments).compactMap { $0.value(0) }
    }

    /// Returns the text copies from which the excerpts of places are made.
    ///
    /// - Parameters:
    ///   - places: Found places.
    ///   - matches: The positions of those whose copies match.
    ///   - connection: A connection in a transaction.
    /// - Returns: The copies by the ids of their places, those of the newest places.
    /// - Throws: `DatabaseError`.
    func texts(
        of places: [StoredSnapshot], matches: Set<Int64>, _ connection: Database
    ) throws -> [String: StoredCopy] {
        var texts: [String: StoredCopy] = [:]
        for place in places.lazy.filter({ matches.contains($0.position) }).prefix(Self.maximumExcerptCount) {
            texts[place.id] = try CopyTable.copies(of: place.id, connection).first { $0.kind == .text }
        }
        return texts
    }

    /// Adds the excerpts to places whose copies match.
    ///
    /// Must not be called in a transaction, because it reads the files of the copies.
    ///
    /// - Parameters:
    ///   - places: Found places.
    ///   - texts: The copies by the ids of their places.
    /// - Throws: `DatabaseError`.
    func addExcerpts(to places: inout [StoredSnapshot], from texts: [String: StoredCopy]) throws {
        guard !texts.isEmpty else { return }
        let builder = ExcerptBuilder(query: query)
        for index in places.indices {
            guard let text = texts[places[index].id],
                let content = try? database.copyFiles.content(digest: text.digest, byteCount: text.byteCount)
            else { continue }
            places[index].excerpt = builder.excerpt(content: content)
        }
    }
}

/// A search as the user typed it, converted to a condition on the index of copies.
///
/// As in ``SearchQuery``, the text is split at white space, every piece must be found, and each is the beginning of a
/// word. The index has no positions of words: a piece with several words, such as `well-known`, is found in every copy
/// with these words, and a piece in a script without spaces in every copy with its pairs of characters.
struct CopyQuery {
    /// FTS5 expressions for the tables `copy_word` and `copy_pair`; nil if the query has no such pieces.
    private let words: String?
    private let pairs: String?
    /// The words of the query, for ``ExcerptBuilder``.
    let terms: [String]
    /// The pieces in scripts without spaces.
    let unspacedPieces: [String]

    /// Parses a query; nil if no copy can match it, because it is blank or has a piece without letters and digits.
    ///
    /// - Parameter text: The text as it was typed.
    /// - Throws: `DatabaseError`.
    init?(_ text: String) throws {
        let pieces = try QueryPiece.pieces(of: text)
        guard !pieces.isEmpty, !pieces.contains(where: \.isSymbols) else { return nil }
        // The last word of a piece may be incomplete.
        let words = pieces.flatMap { piece in
            piece.words.enumerated().map { $0 == piece.words.count - 1 ? "\"\($1)\"*" : "\"\($1)\"" }
        }
        let pairs = pieces.flatMap(\.phrases).flatMap(Self.tokens)
        self.words = words.isEmpty ? nil : words.joined(separator: " AND ")
        self.pairs = pairs.isEmpty ? nil : pairs.prefix(SearchQuery.maximumPieceCount).joined(separator: " AND ")
        terms = pieces.flatMap(\.words)
        unspacedPieces = pieces.filter(\.isUnspaced).map(\.text)
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

/// A piece of a search as the user typed it: the text between white space.
struct QueryPiece {
    /// The piece as it was typed.
    let text: String
    /// Its words, folded as in the index; those of a script without spaces are not among them.
    let words: [String]
    /// The phrases of ``BigramTokenizer`` for its characters of scripts without spaces.
    let phrases: [String]

    /// True if it has characters of a script without spaces.
    var isUnspaced: Bool { !phrases.isEmpty }
    /// True if it has neither letters nor digits.
    var isSymbols: Bool { words.isEmpty && phrases.isEmpty }

    /// Splits a query; only its first pieces, and their beginnings, count.
    ///
    /// - Parameter text: The text as it was typed.
    /// - Returns: The pieces in order; none if the text is blank.
    /// - Throws: `DatabaseError`.
    static func pieces(of text: String) throws -> [QueryPiece] {
        try text.unicodeScalars.split { $0.properties.isWhitespace || $0 == "\0" }
            .prefix(SearchQuery.maximumPieceCount)
            .map { scalars in
                let piece = String(scalars.prefix(SearchQuery.maximumPieceLength))
                let phrases = BigramTokenizer.phrases(in: piece)
                let words = try WordTokenizer.shared.tokens(
                    of: phrases.isEmpty ? piece : IndexedWords.spaced(piece))
                return QueryPiece(text: piece, words: words, phrases: phrases)
            }
    }
}
