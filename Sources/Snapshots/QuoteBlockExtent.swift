/// How much of a quote stands in one block each, in UTF-16 units.
///
/// A line break that is preserved, as in `pre`, counts as an edge of a block. Browsers match text fragments within blocks.
package struct QuoteBlockExtent: Sendable, Hashable {
    /// How much of the prefix, counted from its end, stands in the block of the character before the quote.
    package var before: Int
    /// How much of the exact text, counted from its start, stands in the block of its first character.
    package var exact: Int
    /// How much of the suffix, counted from its start, stands in the block of the character after the quote.
    package var after: Int

    /// Makes a reach.
    package init(before: Int, exact: Int, after: Int) {
        self.before = before
        self.exact = exact
        self.after = after
    }

    /// Reads a reach; nil unless it is complete.
    init?(_ json: JSONValue?) {
        guard let before = json?["before"]?.integer, let exact = json?["exact"]?.integer,
            let after = json?["after"]?.integer
        else { return nil }
        self.init(before: before, exact: exact, after: after)
    }
}
