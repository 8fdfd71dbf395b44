import Snapshots

extension TextDirective {
    /// The longest text that is given whole, in characters; the text-fragments polyfill's bound.
    static let longestExact = 300
    /// A text shorter than this gets context even where it is unique, in characters; the polyfill's bound.
    static let shortestAlone = 20
    /// How many words of context a text gets that is not known to occur elsewhere; the polyfill's start.
    static let contextWordCount = 3
    /// The same where the edges of blocks are not known: the next word never stands beyond one.
    static let uncertainWordCount = 1
    /// How long the start of a long text is at least, in characters: enough to be unique in practice.
    static let longStart = 60
    /// How long the end of a long text is at least, in characters.
    static let longEnd = 24

    /// Finds a directive for the text of an anchor: unique on the page as far as the anchor tells; nil where nothing of
    /// the text can be matched.
    ///
    /// A browser matches whole words only, so words that the quote cuts at its ends are left out and become context.
    ///
    /// - Parameters:
    ///   - quote: The text with its context.
    ///   - reach: How much of text and context stands in one block each; nil where that is not known.
    ///   - occurrences: How often the text occurs on the page; nil where that is not known.
    ///   - reading: The character at the reading line, in UTF-16 units from the start of the text. A long text is
    ///     quoted from there.
    init?(quote: TextQuote, reach: QuoteBlockExtent? = nil, occurrences: Int?, reading: Int = 0) {
        var quoted = QuotedText(quote, reach: reach)
        quoted.dropCutWords()
        if quoted.text.count > Self.longestExact { quoted.dropText(beforeUTF16Offset: reading, in: quote.exact) }
        guard quoted.text.contains(where: { $0.isLetter || $0.isNumber || $0.isSymbol }) else { return nil }

        let isRepeated = (occurrences ?? 1) > 1
        let isShort = quoted.text.count < Self.shortestAlone
        // The capture made the context long enough to tell repetitions apart, so all of it counts there.
        let wordLimit = isRepeated ? .max : reach == nil ? Self.uncertainWordCount : Self.contextWordCount
        prefix = isRepeated || isShort || quoted.hasDroppedStart ? quoted.prefixContext(wordLimit) : nil
        suffix = isRepeated || isShort || quoted.hasDroppedEnd ? quoted.suffixContext(wordLimit) : nil
        start = quoted.text
        guard quoted.text.count > Self.longestExact else { return }

        let words = quoted.text.split(separator: " ")
        let startCount = Self.count(of: words, reaching: Self.longStart)
        let endCount = Self.count(of: words.reversed(), reaching: Self.longEnd)
        // A text of one endless word cannot be shortened.
        guard startCount + endCount <= words.count else { return }
        start = words.prefix(startCount).joined(separator: " ")
        end = words.suffix(endCount).joined(separator: " ")
    }

    /// How many of the words make up a length.
    private static func count(of words: [Substring], reaching length: Int) -> Int {
        var sum = 0
        for (index, word) in words.enumerated() {
            sum += word.count + 1
            if sum > length { return index + 1 }
        }
        return words.count
    }
}
