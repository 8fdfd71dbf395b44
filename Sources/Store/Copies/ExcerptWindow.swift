/// The search for the part of a text that an excerpt shows.
///
/// As SQLite's `snippet()`, it prefers the first part with the most different terms, and puts them in its middle.
/// Unlike that function, it does not prefer the beginnings of sentences.
struct ExcerptWindow {
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

    /// The best part of the words that were added, and the offsets of its first match; nil if no word matches.
    var best: (part: Part, match: Range<Int>)? {
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
            words[best.first]
        )
    }
}
