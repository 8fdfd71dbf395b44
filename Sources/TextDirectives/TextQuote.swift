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
