import PageCopies
import Snapshots

/// A maker of excerpts from the copies that a search has found.
///
/// The tokenizer of the index finds the words, so that the excerpt shows what the index has matched.
struct ExcerptBuilder {
    /// The number of characters before and after a match in a script without spaces.
    private static let contextLength = 30
    /// The maximum number of code points before a match, of it and after it: a word may have megabytes.
    private static let maximumLength = 300

    private let query: CopyQuery
    /// A tokenizer of its own, so that other searches do not wait while it splits a long text.
    private let tokenizer = WordTokenizer()

    /// Creates a maker of excerpts for a query.
    init(query: CopyQuery) { self.query = query }

    /// Returns the words around the first or best match in a copy; nil if it has none.
    ///
    /// - Parameter content: The JSON of the copy.
    /// - Returns: The excerpt as plain text.
    func excerpt(content: [UInt8]) -> TextExcerpt? {
        guard let copy = try? TextCopy(json: content) else { return nil }
        let text = IndexedWords.text(of: copy)
        if let piece = query.unspacedPieces.first { return Self.excerpt(of: piece, in: CollapsedText.collapsed(text)) }
        return try? excerpt(of: query.terms, in: text)
    }

    private func excerpt(of terms: [String], in text: String) throws -> TextExcerpt? {
        var window = ExcerptWindow(terms: terms)
        try tokenizer.forEachWord(in: text) { window.add($0, at: $1) }
        guard let (words, match) = window.best else { return nil }
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
        return TextExcerpt(
            before: (isWhole.start ? "" : "…") + CollapsedText.collapsed(String(shownBefore)),
            match: CollapsedText.collapsed(String(shownMatch)) + (isWhole.match ? "" : "…"),
            after: CollapsedText.collapsed(String(shownAfter)) + (isWhole.end ? "" : "…"))
    }

    /// Returns the characters around a piece; its pairs can match although the piece itself does not occur.
    private static func excerpt(of piece: String, in text: String) -> TextExcerpt? {
        let (needle, bytes) = (Array(piece.utf8), Array(text.utf8))
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
            before: (before.startIndex > text.startIndex ? "…" : "") + before, match: piece,
            after: after + (after.endIndex < text.endIndex ? "…" : ""))
    }
}
