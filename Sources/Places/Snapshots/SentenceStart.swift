/// The words of a place, cut to begin at the start of a sentence.
package enum SentenceStart {
    /// The number of characters before the words in which a sentence may begin.
    ///
    /// More would push the words out of a card.
    private static let range = 200

    /// Returns the words at the reading line of a place with the beginning of their sentence.
    ///
    /// - Parameter snapshot: The snapshot of the place.
    /// - Returns: The text; nil if the place has no words.
    package static func of(_ snapshot: PageSnapshot) -> String? {
        guard let quote = snapshot.lineAnchor?.quote, !quote.exact.isEmpty else { return snapshot.highlight }
        return of(quote)
    }

    /// Returns quoted words with the beginning of their sentence.
    ///
    /// A sentence begins after `.`, `!`, `?` or `…`, a space, and a capital letter or a quotation mark; in Chinese
    /// and Japanese, after `。`, `！` or `？`.
    ///
    /// - Parameter quote: The words, and the text before them.
    /// - Returns: The text from the last sentence that begins before the words or with them; the words alone if none
    ///   does.
    package static func of(_ quote: TextQuote) -> String {
        guard let first = quote.exact.first else { return "" }
        let before = Array(quote.prefix.suffix(range))
        // The text before the words may begin within a sentence, so its own beginning is none.
        for start in stride(from: before.count, to: 0, by: -1) {
            let character = start < before.count ? before[start] : first
            if begins(with: character, after: before[..<start]) { return String(before[start...]) + quote.exact }
        }
        return quote.exact
    }

    /// Returns true if a sentence begins with a character.
    private static func begins(with character: Character, after text: ArraySlice<Character>) -> Bool {
        guard !character.isWhitespace, !closing.contains(character), !ends.contains(character) else { return false }
        var rest = text
        while rest.last?.isWhitespace == true { rest.removeLast() }
        let hasSpace = rest.count < text.count
        while let last = rest.last, last == "\"" || closing.contains(last) { rest.removeLast() }
        guard let last = rest.last else { return false }
        if unspacedEnds.contains(last) { return true }
        return hasSpace && spacedEnds.contains(last) && (character.isUppercase || opening.contains(character))
    }

    private static let spacedEnds: Set<Character> = [".", "!", "?", "…"]
    private static let unspacedEnds: Set<Character> = ["。", "！", "？"]
    private static let ends = spacedEnds.union(unspacedEnds)
    private static let opening: Set<Character> = ["\"", "'", "“", "‘", "„", "«", "»", "¿", "¡", "「", "『"]
    private static let closing: Set<Character> = ["”", "’", ")", "]", "」", "』", "）"]
}
