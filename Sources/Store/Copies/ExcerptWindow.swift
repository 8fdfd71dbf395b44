/// The search for the part of a text that an excerpt shows.
///
/// As SQLite's `snippet()`, it prefers the first part with the most different terms, and puts them in its middle.
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
    private var words: [Range<Int>] = []
    /// The words that begin with a term, by their numbers, and the number of the term.
    private var matches: [(word: Int, term: Int)] = []
    /// The number of words after which no better part can follow; nil if all terms were not yet found together.
    private var end: Int?

    /// Creates a search.
    ///
    /// - Parameter terms: The beginnings of words, folded as in the index.
    init(terms: [String]) { self.terms = terms.map { Array($0.utf8) } }

    /// Adds the next word of the text.
    ///
    /// - Parameters:
    ///   - word: The UTF-8 of the word, folded as in the index.
    ///   - range: The offsets of the word in the UTF-8 of the text.
    /// - Returns: False if the rest of the text is not needed.
    mutating func add(_ word: UnsafeRawBufferPointer, at range: Range<Int>) -> Bool {
        words.append(range)
        if let end { return words.count <= end }
        guard let term = terms.firstIndex(where: { word.starts(with: $0) }) else { return true }
        matches.append((words.count - 1, term))
        let recent = matches.reversed().prefix { words.count - $0.word <= Self.wordCount }
        guard Set(recent.map(\.term)).count == Set(terms).count, let first = recent.last else { return true }
        end = first.word + Self.wordCount
        return true
    }

    /// The best part of the words that were added, and the offsets of its first match; nil if no word matches.
    var best: (part: Part, match: Range<Int>)? {
        var best: (first: Int, last: Int, count: Int)?
        for (index, match) in matches.enumerated() {
            let near = matches[index...].prefix { $0.word < match.word + Self.wordCount }
            let count = Set(near.map(\.term)).count
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
