/// The parts of a quote and its context that are within one block each, in UTF-16 units.
///
/// A preserved line break, as in `pre`, counts as a block boundary. Browsers match each term of a text directive within
/// one block.
package struct QuoteBlockExtent: Sendable, Hashable {
    /// The length of the end of the prefix that shares a block with the last character before the quote.
    package var before: Int
    /// The length of the start of the quote that shares a block with its first character.
    package var exact: Int
    /// The length of the start of the suffix that shares a block with the first character after the quote.
    package var after: Int

    /// Creates an extent.
    package init(before: Int, exact: Int, after: Int) {
        self.before = before
        self.exact = exact
        self.after = after
    }
}
