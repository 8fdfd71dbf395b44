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

    /// Creates a directive from terms that are not percent-encoded.
    package init(prefix: String? = nil, start: String, end: String? = nil, suffix: String? = nil) {
        self.prefix = prefix
        self.start = start
        self.end = end
        self.suffix = suffix
    }

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
