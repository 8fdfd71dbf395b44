import Places

/// A maker of excerpts from the copies and the fields of places that a search has found.
///
/// The tokenizer of the index finds the words, so that the excerpt shows what the index has matched.
struct ExcerptBuilder {
    /// The number of characters before and after a match in a script without spaces.
    private static let contextLength = 30
    /// The maximum number of code points before a match, of it and after it: a word may have megabytes.
    private static let maximumLength = 300

    /// The words to show, folded as in the index.
    private let terms: [String]
    /// The pieces in scripts without spaces.
    private let unspacedPieces: [String]
    /// The pieces without letters and digits, which only the fields of places can contain.
    private let symbols: [String]
    /// A tokenizer of its own, so that other searches do not wait while it splits a long text.
    private let tokenizer = WordTokenizer()

    /// Creates a maker of excerpts from copies for a query.
    init(query: CopyQuery) {
        terms = query.terms
        unspacedPieces = query.unspacedPieces
        symbols = []
    }

    /// Creates a maker of excerpts from the fields of places for a query.
    ///
    /// - Parameter text: The text as it was typed, with any pieces.
    /// - Throws: `DatabaseError`.
    init(text: String) throws {
        let pieces = try QueryPiece.pieces(of: text)
        terms = pieces.flatMap(\.words)
        unspacedPieces = pieces.filter(\.isUnspaced).map(\.text)
        symbols = pieces.filter(\.isSymbols).map(\.text)
    }

    /// Returns the words around the first or best match in a copy; nil if it has none.
    ///
    /// - Parameter content: The JSON of the copy.
    /// - Returns: The excerpt as plain text.
    func excerpt(content: [UInt8]) -> TextExcerpt? {
        guard let copy = try? TextCopy(json: content) else { return nil }
        let text = IndexedWords.text(of: copy)
        if let piece = unspacedPieces.first { return Self.excerpt(of: piece, in: CollapsedText.collapsed(text)) }
        return try? excerpt(of: terms, in: text)?.excerpt
    }

    /// Returns the words around the best match in the fields of a place; nil if none of them has one.
    ///
    /// The words of a query may be in different fields. The field with the most of them is shown. Symbols are shown
    /// only if the query has nothing else.
    ///
    /// - Parameter fields: The texts of the fields; of equally good ones the first one is shown.
    /// - Returns: The excerpt as plain text.
    func excerpt(fields: [String]) -> TextExcerpt? {
        if let excerpt = Self.excerpt(of: unspacedPieces, in: fields) { return excerpt }
        var best: (excerpt: TextExcerpt, count: Int)?
        for field in fields {
            guard let found = try? excerpt(of: terms, in: field), found.count > best?.count ?? 0 else { continue }
            best = found
        }
        return best?.excerpt ?? Self.excerpt(of: symbols, in: fields)
    }

    /// Returns the characters around the first piece that one of the fields contains.
    private static func excerpt(of pieces: [String], in fields: [String]) -> TextExcerpt? {
        for piece in pieces.map(CollapsedText.trimmed) {
            for field in fields {
                if let excerpt = excerpt(of: piece, in: CollapsedText.collapsed(field)) { return excerpt }
            }
        }
        return nil
    }

    /// Returns the words around the first or best match, and the number of different terms among them.
    private func excerpt(of terms: [String], in text: String) throws -> (excerpt: TextExcerpt, count: Int)? {
        var window = ExcerptWindow(terms: terms)
        try tokenizer.forEachWord(in: text) { window.add($0, at: $1) }
        guard let (words, match, count) = window.best else { return nil }
        func part(_ range: Range<Int>) -> Substring.UnicodeScalarView {
            let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
            return text[start..<text.utf8.index(start, offsetBy: range.count)].unicodeScalars
        }
        let before = part((words.isAtStart ? 0 : words.range.lowerBound)..<match.lowerBound)
        let after = part(match.upperBound..<(words.isAtEnd ? text.utf8.count : words.range.upperBound))
        let (shownBefore, shownMatch) = (before.suffix(Self.maximumLength), part(match).prefix(Self.maximumLength))
        let shownAfter = after.prefix(Self.maximumLength)
        let isWhole = (
            start: words.isAtStart && shownBefore.startIndex == before.startIndex,
            match: shownMatch.endIndex == after.startIndex, end: words.isAtEnd && shownAfter.endIndex == after.endIndex
        )
        let excerpt = TextExcerpt(
            before: (isWhole.start ? "" : "…") + CollapsedText.collapsed(String(shownBefore)),
            match: CollapsedText.collapsed(String(shownMatch)) + (isWhole.match ? "" : "…"),
            after: CollapsedText.collapsed(String(shownAfter)) + (isWhole.end ? "" : "…"))
        return (excerpt, count)
    }

    /// Returns the characters around a piece; its pairs can match although the piece itself does not occur.
    ///
    /// As the search does, it ignores the case of ASCII letters.
    private static func excerpt(of piece: String, in text: String) -> TextExcerpt? {
        let (needle, bytes) = (piece.utf8.map(lowercased), text.utf8.map(lowercased))
        guard let first = needle.first, bytes.count >= needle.count else { return nil }
        let offset = (0...(bytes.count - needle.count)).first { offset in
            bytes[offset] == first && bytes[offset..<(offset + needle.count)].elementsEqual(needle)
        }
        guard let offset else { return nil }
        let start = text.utf8.index(text.startIndex, offsetBy: offset)
        let end = text.utf8.index(start, offsetBy: needle.count)
        let before = text[..<start].suffix(contextLength)
        let after = text[end...].prefix(contextLength)
        return TextExcerpt(
            before: (before.startIndex > text.startIndex ? "…" : "") + before, match: String(text[start..<end]),
            after: after + (after.endIndex < text.endIndex ? "…" : ""))
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }
}

/// The search for the part of a text that an excerpt shows.
///
/// As SQLite's `snippet()`, it prefers the first part with the most different terms, and puts them in its middle.
/// Unlike that function, it does not prefer the beginnings of sentences.
private struct ExcerptWindow {
    /// The part of a text.
    struct Part {
        /// The offsets in the UTF-8 of the text.
        let range: Range<Int>
        /// True if it begins with the first word of the text.
        let isAtStart: Bool
        /// True if it ends with the last word of the text.
        let isAtEnd: Bool
    }

    /// The number of words of an excerpt.
    private static let wordCount = 24

    private let terms: [[UInt8]]
    /// A bit for each term.
    private let allTerms: UInt64
    private var words: [Range<Int>] = []
    /// The words that begin with terms, by their numbers, and the bits of these terms.
    private var matches: [(word: Int, terms: UInt64)] = []
    /// The number of words after which no better part can follow; nil if all terms were not yet found together.
    private var end: Int?

    /// Creates a search.
    ///
    /// - Parameter terms: The beginnings of words, folded as in the index; only the first 64 count.
    init(terms: [String]) {
        self.terms = terms.prefix(UInt64.bitWidth).map { Array($0.utf8) }
        allTerms = self.terms.indices.reduce(UInt64(0)) { $0 | 1 << UInt64($1) }
    }

    /// Adds the next word of the text.
    ///
    /// - Parameters:
    ///   - word: The UTF-8 of the word, folded as in the index.
    ///   - range: The offsets of the word in the UTF-8 of the text.
    /// - Returns: False if the rest of the text is not needed.
    mutating func add(_ word: UnsafeRawBufferPointer, at range: Range<Int>) -> Bool {
        words.append(range)
        if let end { return words.count <= end }
        let found = terms.indices.reduce(UInt64(0)) { word.starts(with: terms[$1]) ? $0 | 1 << UInt64($1) : $0 }
        guard found != 0 else { return true }
        matches.append((words.count - 1, found))
        let recent = matches.reversed().prefix { words.count - $0.word <= Self.wordCount }
        guard recent.reduce(UInt64(0), { $0 | $1.terms }) == allTerms, let first = recent.last else { return true }
        end = first.word + Self.wordCount
        return true
    }

    /// The best part of the words that were added, the offsets of its first match, and the number of different terms in
    /// it; nil if no word matches.
    var best: (part: Part, match: Range<Int>, count: Int)? {
        var best: (first: Int, last: Int, count: Int)?
        for (index, match) in matches.enumerated() {
            let near = matches[index...].prefix { $0.word < match.word + Self.wordCount }
            let count = near.reduce(UInt64(0)) { $0 | $1.terms }.nonzeroBitCount
            if count > best?.count ?? 0, let last = near.last { best = (match.word, last.word, count) }
        }
        guard let best else { return nil }
        let lead = (Self.wordCount - (best.last - best.first + 1)) / 2
        let start = max(0, min(best.first - lead, words.count - Self.wordCount))
        let end = min(words.count, start + Self.wordCount)
        return (
            Part(
                range: words[start].lowerBound..<words[end - 1].upperBound, isAtStart: start == 0,
                isAtEnd: end == words.count),
            words[best.first], best.count
        )
    }
}
