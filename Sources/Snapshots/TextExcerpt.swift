/// The words around a match of a search.
package struct TextExcerpt: Sendable, Hashable, Codable {
    /// The text before the match, beginning with `…` if the copy has more.
    package let before: String
    /// The text that matches.
    package let match: String
    /// The text after the match, ending with `…` if the copy has more.
    package let after: String

    /// Creates an excerpt.
    package init(before: String, match: String, after: String) {
        self.before = before
        self.match = match
        self.after = after
    }

    /// The whole excerpt as plain text.
    package var text: String { before + match + after }
}
