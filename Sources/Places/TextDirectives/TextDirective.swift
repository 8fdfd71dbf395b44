import Syntax
import WHATWGURL

/// A text directive of the [Text Fragments](https://wicg.github.io/scroll-to-text-fragment/) specification:
/// `text=[prefix-,]start[,end][,-suffix]`.
///
/// A browser that opens a URL with a directive scrolls to the text and highlights it, without any script.
///
/// ```swift
/// let quote = TextQuote(exact: "went on", prefix: "the old fox ", suffix: " reading until dawn")
/// let extent = QuoteBlockExtent(before: 12, exact: 7, after: 19)
/// if let directive = TextDirective(quote: quote, extent: extent, occurrences: 1) {
///     print("https://example.org/#:~:" + directive.serialised)
///     // https://example.org/#:~:text=the%20old%20fox-,went%20on,-reading%20until%20dawn
/// }
/// ```
package struct TextDirective: Sendable, Hashable {
    /// The words directly before the text, possibly in the previous block; nil for no prefix.
    package var prefix: String?
    /// The text, or its first words if ``end`` is set.
    package var start: String
    /// The last words of the text; nil if ``start`` is the whole text.
    package var end: String?
    /// The words directly after the text, possibly in the next block; nil for no suffix.
    package var suffix: String?

    /// The directive as it is written after `:~:` in a URL, percent-encoded.
    package var serialised: String {
        var terms: [String] = []
        if let prefix { terms.append(Self.encoded(prefix) + "-") }
        terms.append(Self.encoded(start))
        if let end { terms.append(Self.encoded(end)) }
        if let suffix { terms.append("-" + Self.encoded(suffix)) }
        return "text=" + terms.joined(separator: ",")
    }

    /// Percent-encodes everything except unreserved characters (RFC 3986, section 2.3).
    ///
    /// The hyphen is encoded too, because `-`, `,` and `&` are the syntax of directives.
    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        encoded.reserveCapacity(2 * text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                encoded.append(byte)
            default:
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}

extension TextDirective {
    /// The length in characters above which a directive contains only the start and the end of a text.
    ///
    /// It is the limit of the text-fragments polyfill.
    private static let longestExact = 300
    /// The length in characters below which a text gets context even if it is unique (the polyfill's limit).
    private static let shortestAlone = 20
    /// The number of context words if the text is not known to occur elsewhere (the polyfill's first attempt).
    private static let contextWordCount = 3
    /// The number of context words if block boundaries are unknown; more words might cross one.
    private static let uncertainWordCount = 1
    /// The minimum length of the start of a long text, in characters.
    ///
    /// A start of this length is unique in practice.
    private static let longStart = 60
    /// The minimum length of the end of a long text, in characters.
    private static let longEnd = 24

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

/// A quotation of a page's text with the words around it: a text quote selector of the
/// [Web Annotation Data Model](https://www.w3.org/TR/annotation-model/#text-quote-selector) (section 4.2.4).
package struct TextQuote: Sendable, Hashable {
    /// The quoted text.
    package var exact: String
    /// The text directly before the quoted text; empty if unknown.
    package var prefix: String
    /// The text directly after the quoted text; empty if unknown.
    package var suffix: String

    /// Creates a quote.
    package init(exact: String, prefix: String = "", suffix: String = "") {
        self.exact = exact
        self.prefix = prefix
        self.suffix = suffix
    }
}

extension TextQuote {
    /// Creates a quote from a serialised text directive; nil if the directive's syntax is invalid.
    ///
    /// Only the start of a range (`start,end`) is quoted, since the text between start and end is unknown.
    ///
    /// - Parameter terms: The directive without its `text=`, that is `[prefix-,]start[,end][,-suffix]`.
    package init?(directive terms: some StringProtocol) {
        var terms = terms.split(separator: "," as Character, omittingEmptySubsequences: false).map { String($0) }
        var prefix = ""
        var suffix = ""
        if let first = terms.first, first.hasSuffix("-") {
            prefix = Self.decoded(first.dropLast())
            terms.removeFirst()
        }
        if let last = terms.last, last.hasPrefix("-") {
            suffix = Self.decoded(last.dropFirst())
            terms.removeLast()
        }
        guard let start = terms.first, !start.isEmpty, terms.count <= 2 else { return nil }
        // The suffix of a range follows its end, which is not quoted.
        self.init(exact: Self.decoded(start), prefix: prefix, suffix: terms.count == 1 ? suffix : "")
    }

    private static func decoded(_ term: some StringProtocol) -> String {
        String(decoding: PercentEncoding.decode(term.utf8), as: UTF8.self).streamSafe
    }
}

/// The lengths of the parts of a quote and its context that lie within one block each, in UTF-16 units.
///
/// A preserved line break, as in `pre`, counts as a block boundary. Browsers match each term of a text directive within
/// one block.
package struct QuoteBlockExtent: Sendable, Hashable {
    /// The length of the end of the prefix that lies in one block.
    package var before: Int
    /// The length of the start of the quote that lies in one block.
    package var exact: Int
    /// The length of the start of the suffix that lies in one block.
    package var after: Int

    /// Creates an extent.
    package init(before: Int, exact: Int, after: Int) {
        self.before = before
        self.exact = exact
        self.after = after
    }
}

extension WebURL {
    /// The serialised URL without its fragment directive, which begins with `:~:`.
    ///
    /// A fragment that is empty without the directive is removed too.
    var withoutFragmentDirective: String {
        let url = withoutFragment().href
        guard let fragment else { return url }
        let kept = fragment[..<(fragment.firstRange(of: ":~:")?.lowerBound ?? fragment.endIndex)]
        return kept.isEmpty ? url : "\(url)#\(kept)"
    }
}
