/// A text quote selector of the Web Annotation Data Model (section 4.2.4).
package struct TextQuote: Sendable, Hashable {
    /// The quoted text.
    package var exact: String
    /// What stands right before it; empty where unknown.
    package var prefix: String
    /// What stands right after it; empty where unknown.
    package var suffix: String

    /// Makes a quote.
    package init(exact: String, prefix: String = "", suffix: String = "") {
        self.exact = exact
        self.prefix = prefix
        self.suffix = suffix
    }

    /// Reads a quote; nil without `exact`.
    init?(_ json: JSONValue?) {
        guard let exact = json?["exact"]?.string else { return nil }
        self.init(exact: exact, prefix: json?["prefix"]?.string ?? "", suffix: json?["suffix"]?.string ?? "")
    }
}
