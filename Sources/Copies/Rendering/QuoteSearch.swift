package import Places

/// A search for the words of highlights in the text of a copy, with the rules of `js/highlights/find-highlight.js`.
///
/// Edited words are not searched: a marked text is one that the reader has highlighted.
struct QuoteSearch {
    /// In UTF-16 units: a shorter quote that occurs once must have the right words around it.
    private static let sufficientLength = 20
    /// The least likeness of the context.
    ///
    /// With a smaller value, the same words elsewhere would be marked.
    private static let leastContext = 0.3
    /// The difference of the likeness of two occurrences that distinguishes them.
    private static let leastMargin = 0.1
    /// In UTF-16 units: longer texts before and after a quote, which only imported ones have, are cut to this length.
    private static let contextLength = 1_000

    private let exact: SearchableText
    private let folded: SearchableText

    /// Creates a search in a text.
    init(in text: CopyText) {
        exact = SearchableText(units: text.units)
        folded = exact.folded()
    }

    /// Returns the range of a quote in ``CopyText/units``; nil if it is absent or ambiguous.
    func range(of quote: TextQuote) -> Range<Int>? { range(of: quote, in: exact) ?? range(of: quote, in: folded) }

    private func range(of quote: TextQuote, in text: SearchableText) -> Range<Int>? {
        let needle = text.needle(quote.exact)
        guard !needle.isEmpty else { return nil }
        let prefix = Array(text.needle(quote.prefix).suffix(Self.contextLength))
        let suffix = Array(text.needle(quote.suffix).prefix(Self.contextLength))
        let hasContext = !prefix.isEmpty || !suffix.isEmpty
        let found = text.occurrences(of: needle).map { start in
            let likeness =
                hasContext
                ? text.contextLikeness(at: start, length: needle.count, prefix: prefix, suffix: suffix) : 0
            return (start: start, likeness: likeness)
        }.sorted { $0.likeness > $1.likeness }
        guard let best = found.first else { return nil }
        let isClear =
            if found.count > 1 {
                best.likeness >= Self.leastContext && best.likeness - found[1].likeness >= Self.leastMargin
            } else {
                !hasContext || needle.count >= Self.sufficientLength || best.likeness >= Self.leastContext
            }
        // The last unit leads to the end, since the folded text lacks the white space behind it.
        guard isClear, let first = text.unit(best.start), let last = text.unit(best.start + needle.count - 1) else {
            return nil
        }
        return first..<last + 1
    }
}

/// A highlight of a page, as its copy shows it.
package struct CopyHighlight: Sendable, Hashable {
    /// The id of its place.
    package let id: String
    /// Its words.
    package let quote: TextQuote
    /// The reader's note; empty if there is none.
    package let note: String

    /// Creates a highlight.
    package init(id: String, quote: TextQuote, note: String) {
        self.id = id
        self.quote = quote
        self.note = note
    }

    /// Creates the highlight of a place; nil if the place has no words.
    package init?(_ place: StoredSnapshot) {
        guard let quote = place.snapshot.highlightQuote else { return nil }
        self.init(id: place.id, quote: quote, note: place.metadata.note)
    }
}

/// The marks of highlights in the text of a copy.
struct HighlightMarks {
    /// A part of a piece of the text that is marked.
    struct Part: Equatable {
        /// In UTF-16 units of the piece.
        var range: Range<Int>
        /// The id of the first highlight; nil if the mark continues one of an earlier piece.
        var id: String?
    }

    /// The marked parts of each piece, ascending, without overlaps.
    private(set) var parts: [Int: [Part]] = [:]
    /// The highlights that were found, in the order of the text, with the id of their mark.
    private(set) var found: [(highlight: CopyHighlight, mark: String)] = []
    /// The highlights that are not in the text, in the given order.
    private(set) var gone: [CopyHighlight] = []

    /// Searches highlights in a text.
    ///
    /// - Parameters:
    ///   - highlights: The highlights; overlapping ones share one mark.
    ///   - text: The text that is shown.
    init(of highlights: [CopyHighlight], in text: CopyText) {
        guard !highlights.isEmpty else { return }
        let search = QuoteSearch(in: text)
        var ranges: [(range: Range<Int>, highlight: CopyHighlight)] = []
        for highlight in highlights {
            if let range = search.range(of: highlight.quote) {
                ranges.append((range, highlight))
            } else {
                gone.append(highlight)
            }
        }
        ranges.sort { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
        var marks: [(range: Range<Int>, id: String)] = []
        for (range, highlight) in ranges {
            if let last = marks.last, range.lowerBound < last.range.upperBound {
                let end = max(last.range.upperBound, range.upperBound)
                marks[marks.count - 1].range = last.range.lowerBound..<end
                found.append((highlight, last.id))
            } else {
                marks.append((range, highlight.id))
                found.append((highlight, highlight.id))
            }
        }
        for mark in marks { add(mark.range, id: mark.id, text) }
    }

    /// Adds the parts of a mark, one for each piece of the text.
    private mutating func add(_ range: Range<Int>, id: String, _ text: CopyText) {
        var id: String? = id
        var current: (piece: Int, range: Range<Int>)?
        for unit in range {
            guard let position = text.position(of: unit) else { continue }
            if let known = current, known.piece == position.piece {
                current?.range = known.range.lowerBound..<max(known.range.upperBound, position.offset + 1)
                continue
            }
            if let known = current {
                parts[known.piece, default: []].append(Part(range: known.range, id: id))
                id = nil
            }
            current = (position.piece, position.offset..<position.offset + 1)
        }
        if let known = current { parts[known.piece, default: []].append(Part(range: known.range, id: id)) }
    }
}
