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
