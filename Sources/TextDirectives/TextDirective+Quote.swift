extension TextDirective {
    /// The length in characters above which a directive contains only the start and the end of a text.
    ///
    /// It is the limit of the text-fragments polyfill.
    static let longestExact = 300
    /// The length in characters below which a text gets context even if it is unique (the polyfill's limit).
    static let shortestAlone = 20
    /// The number of context words if the text is not known to occur elsewhere (the polyfill's first attempt).
    static let contextWordCount = 3
    /// The number of context words if block boundaries are unknown; more words might cross one.
    static let uncertainWordCount = 1
    /// The minimum length of the start of a long text, in characters.
    ///
    /// A start of this length is unique in practice.
    static let longStart = 60
    /// The minimum length of the end of a long text, in characters.
    static let longEnd = 24

    /// Creates a directive that finds a quote; nil if browsers could not match any of its text.
    ///
    /// Browsers match only whole words, so words that are cut at the ends of the quote become context.
    ///
    /// - Parameters:
    ///   - quote: The text with its context.
    ///   - extent: The parts of the text and its context within one block each; nil if unknown.
    ///   - occurrences: The number of times the text occurs on the page; nil if unknown, which counts as once.
    ///   - readingOffset: The offset of the character at the reading line, in UTF-16 units from the start of the text.
    ///     The quotation of a long text starts there.
    package init?(quote: TextQuote, extent: QuoteBlockExtent? = nil, occurrences: Int?, readingOffset: Int = 0) {
        var quoted = QuotedText(quote, extent: extent)
        quoted.dropCutWords()
        if quoted.text.count > Self.longestExact { quoted.dropText(beforeUTF16Offset: readingOffset, in: quote.exact) }
        guard quoted.text.contains(where: { $0.isLetter || $0.isNumber || $0.isSymbol }) else { return nil }

        let isRepeated = (occurrences ?? 1) > 1
        let isShort = quoted.text.count < Self.shortestAlone
        // The capture made the context long enough to distinguish repetitions, so all of it is needed.
        let wordLimit = isRepeated ? .max : extent == nil ? Self.uncertainWordCount : Self.contextWordCount
        prefix = isRepeated || isShort || quoted.hasDroppedStart ? quoted.prefixContext(wordLimit) : nil
        suffix = isRepeated || isShort || quoted.hasDroppedEnd ? quoted.suffixContext(wordLimit) : nil
        start = quoted.text
        guard quoted.text.count > Self.longestExact else { return }

        let words = quoted.text.split(separator: " ")
        let startCount = Self.count(of: words, reaching: Self.longStart)
        let endCount = Self.count(of: words.reversed(), reaching: Self.longEnd)
        // A text that is one very long word cannot be shortened.
        guard startCount + endCount <= words.count else { return }
        start = words.prefix(startCount).joined(separator: " ")
        end = words.suffix(endCount).joined(separator: " ")
    }

    /// Returns the number of leading words that together exceed a length in characters.
    private static func count(of words: [Substring], reaching length: Int) -> Int {
        var sum = 0
        for (index, word) in words.enumerated() {
            sum += word.count + 1
            if sum > length { return index + 1 }
        }
        return words.count
    }
}
